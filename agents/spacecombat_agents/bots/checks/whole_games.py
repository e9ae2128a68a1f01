"""Whole games of a bot against a random player, and whether they repeat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from spacecombat_agents.bots.bot_players import BotPlayer
from spacecombat_agents.bots.checks.check_steps import CheckFailed
from spacecombat_agents.bots.match_game import BotGameResult, play_game
from spacecombat_agents.bots.time_control import TimeControl
from spacecombat_agents.bots.transport import Transport
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_env.core.model.seeds import new_secret
from spacecombat_env.core.ruleset import TALLY

__all__ = ["WholeGamesCheck"]

BOT = "a."


class WholeGamesCheck:
    """Games of one bot."""

    def __init__(
        self, make: Callable[[], Transport], setting: GameSetting, clock: TimeControl, seed: int
    ) -> None:
        self.make, self.setting, self.clock, self.seed = make, setting, clock, seed
        self.first: BotGameResult | None = None
        self._secret = new_secret()

    def play(self, seat: int, games: int) -> str:
        """Play `games` games at a seat, one after the other in one process."""
        with BotPlayer("bot", self.setting, self.make) as bot:
            ends = [self._game(bot, seat, number) for number in range(games)]
        if seat == 0:
            self.first = ends[0]
        won = sum(int(end.tally[TALLY.verdict]) == seat for end in ends)
        drawn = sum(int(end.tally[TALLY.verdict]) > 1 for end in ends)
        per_game = sum(end.decisions[seat] for end in ends) / games
        slow = max(end.ms[0] for end in ends)
        return (
            f"{won} won, {drawn} drawn, {games - won - drawn} lost against a random player; "
            f"{per_game:.0f} actions per game, at most {slow} ms of thinking per game"
        )

    def repeat(self, claimed: bool) -> str:
        """Play the first game once more in a new process."""
        assert self.first is not None
        with BotPlayer("bot", self.setting, self.make) as bot:
            again = self._game(bot, 0, 0)
        if np.array_equal(self.first.actions, again.actions):
            return "it played the same game again"
        if claimed:
            raise CheckFailed(
                "it claims to be deterministic, but played another game with the same bot_seed"
            )
        return "it played another game with the same bot_seed: it has random numbers of its own"

    def _game(self, bot: BotPlayer, seat: int, number: int) -> BotGameResult:
        """Play a game; raise CheckFailed if the bot fails."""
        players = (bot, RandomAgent())
        its: dict[str, Any] = {"clock": self.clock, "secret": self._secret}
        end = play_game(self.setting, players, self.seed + number, seat, **its)
        if end.cause.startswith(BOT):
            name = self.setting.ruleset.seats[seat]
            raise CheckFailed(
                f"game {number + 1} as {name}: {end.cause.removeprefix(BOT)}: {end.note}"
            )
        return end
