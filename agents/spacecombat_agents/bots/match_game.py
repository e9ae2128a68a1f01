"""One game between two players, each a bot or an agent of this package."""

from __future__ import annotations

import functools
import time
from typing import NamedTuple

import numpy as np

from spacecombat_agents.bots.bot_players import BotPlayer, Player
from spacecombat_agents.bots.bot_seat import BotSeat, GameLost
from spacecombat_agents.bots.process import BotFailure
from spacecombat_agents.bots.time_control import TimeControl
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import MAX_ACTION_STREAK, Agent, AgentError
from spacecombat_agents.players.plugins.time_limited_agent import Timeout
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.scripted import captain_player
from spacecombat_agents.players.seat_agent import SeatAgent
from spacecombat_env.core.model.seeds import derived_seed, new_secret
from spacecombat_env.env.table import RefusedError, Table

__all__ = ["BotGameResult", "RESULT_CAUSES", "agent_seed", "bot_seed", "play_game"]

RESULT_CAUSES = {"line_too_long": "protocol"}
"""Causes of a bot's failure that have another name in results."""
NOTE_LINES, NOTE_CHARACTERS = 20, 2000
"""How much of a bot's output is stored with a game that it lost."""


class BotGameResult(NamedTuple):
    """A finished game."""

    actions: np.ndarray
    """int32: the actions of both seats, in order."""
    tally: np.ndarray
    """int32 (len(Tally),)."""
    decisions: tuple[int, int]
    """Actions of each seat."""
    cause: str
    """Empty for a game that was played to its end; else the failure that ended it: `a.crash`."""
    note: str
    """The error, the last decision, and the last part of the bot's output."""
    ms: tuple[int, int]
    """Thinking time of A and B in milliseconds."""
    gave_up: str = ""
    """`seat: why` if a player gave the game up or was removed, as in replays."""


def play_game(
    setting: GameSetting,
    players: tuple[Player, Player],
    seed: int,
    seat_of_a: int,
    *,
    clock: TimeControl | None = None,
    secret: bytes | None = None,
) -> BotGameResult:
    """Play a game with the given seed; A plays the first seat if `seat_of_a` is 0.

    Players learn nothing of the seed. The random numbers of built-in players follow from it and
    cannot be traced back. A bot's seed also depends on the `secret` of the run (None: one for this
    game only), so that a bot cannot find the game's seed by trial.
    """
    names = setting.ruleset.seats
    order = players if seat_of_a == 0 else players[::-1]
    table = Table(setting.ruleset, setting.scenario, seed, [player.name for player in order])
    secret = secret or new_secret()
    game = _MatchGame(setting, table, clock or TimeControl())
    fault: _SeatFault | None = None
    try:
        for seat, player in zip(names, order, strict=True):
            game.seat_player(seat, player, agent_seed(seed, seat), bot_seed(secret, seed, seat))
        game.play()
    except _SeatFault as failure:
        fault = failure
        table.forfeit(fault.seat, fault.lost.cause)
    game.finish(fault)
    return game.ended(seat_of_a, fault)


def agent_seed(seed: int, seat: str) -> int:
    """Return the seed of a built-in player at a seat; the same game has the same seed."""
    return derived_seed(seed, "bot", seat)


def bot_seed(secret: bytes, seed: int, seat: str) -> int:
    """Return the seed for a bot's own random choices; it reveals nothing without the secret."""
    return derived_seed(secret, "bot", seed, seat)


class _SeatFault(Exception):
    """A player at the table cannot continue."""

    def __init__(self, seat: str, lost: GameLost, decision_text: str) -> None:
        super().__init__(f"{seat}: {lost}")
        self.seat, self.lost, self.last_decision = seat, lost, decision_text
        self.bot_log = ""


class _AgentSeat:
    """A built-in player at its seat."""

    last_decision = ""

    def __init__(self, agent: Agent, table: Table, seat: str) -> None:
        self.agent, self.table, self.seat = SeatAgent(agent.name, agent), table, seat
        self.spent = 0.0

    def act(self) -> None:
        """Let the agent play an order."""
        begun = time.monotonic()
        try:
            self.table.let(self.seat, self.agent)
        except RefusedError as refused:
            raise GameLost("illegal", refused.reason) from None
        except Timeout as cause:
            raise GameLost("late", str(cause)) from None
        except AgentError as cause:
            raise GameLost("crash", str(cause)) from None
        finally:
            self.spent += time.monotonic() - begun


class _MatchGame:
    """A running game."""

    def __init__(self, setting: GameSetting, table: Table, clock: TimeControl) -> None:
        self.setting, self.table, self.clock = setting, table, clock
        self.seats: dict[str, BotSeat | _AgentSeat] = {}
        self.players: dict[str, Player] = {}

    def seat_player(
        self, seat: str, player: Player, agent_seed_value: int, bot_seed_value: int
    ) -> None:
        """Seat a player and send it the start of the game.

        `agent_seed_value` seeds a built-in player, or the captain of a bot; `bot_seed_value` is the
        seed that a bot receives.
        """
        self.players[seat] = player
        if not isinstance(player, BotPlayer):
            player.reset(agent_seed_value)
            self.seats[seat] = _AgentSeat(player, self.table, seat)
            return
        try:
            connection = player.connection(seat)
            captain = functools.partial(_captain, self.setting, agent_seed_value)
            at = BotSeat(connection, self.table, seat, self.clock, functools.cache(captain))
            self.seats[seat] = at
            at.begin(bot_seed_value)
        except BotFailure as cause:
            raise self._fault(seat, _as_game_lost(cause)) from None

    def play(self) -> None:
        """Play until the game is over."""
        speaker, turn, first = "", 0, 0
        while (seat := self.table.to_act) is not None:
            if (seat, self.table.turn) != (speaker, turn):
                speaker, turn, first = seat, self.table.turn, len(self.table.actions)
            if len(self.table.actions) - first > MAX_ACTION_STREAK:
                raise self._fault(
                    seat, GameLost("endless", f"{MAX_ACTION_STREAK} actions in a row")
                )
            try:
                self.seats[seat].act()
            except GameLost as lost:
                raise self._fault(seat, lost) from None
            except BotFailure as cause:
                raise self._fault(seat, _as_game_lost(cause)) from None

    def _fault(self, seat: str, lost: GameLost) -> _SeatFault:
        """Return the exception that ends a game lost by a seat."""
        at = self.seats.get(seat)
        return _SeatFault(seat, lost, at.last_decision if at else "")

    def finish(self, fault: _SeatFault | None) -> None:
        """Send the end of the game to the bots; the next game gives a failed bot a new process."""
        for seat, at in self.seats.items():
            if isinstance(at, BotSeat):
                at.end(fault.lost if fault and fault.seat == seat else None)
        player = self.players.get(fault.seat) if fault else None
        if fault and isinstance(player, BotPlayer):
            fault.bot_log = player.drop(fault.seat)

    def ended(self, seat_of_a: int, fault: _SeatFault | None) -> BotGameResult:
        """Return the result."""
        table, names = self.table, self.setting.ruleset.seats
        spent = [_milliseconds(self.seats.get(seat)) for seat in names]
        cause = note = ""
        if fault is not None:
            owner = "a" if names.index(fault.seat) == seat_of_a else "b"
            cause = f"{owner}.{RESULT_CAUSES.get(fault.lost.cause, fault.lost.cause)}"
            note = _note(fault)
        first, second = table.counts
        return BotGameResult(
            actions=np.array(table.actions, np.int32),
            tally=table.tally(),
            decisions=(first, second),
            cause=cause,
            note=note,
            ms=(spent[seat_of_a], spent[1 - seat_of_a]),
            gave_up=table.gave_up,
        )


def _captain(setting: GameSetting, seed: int) -> SeatAgent:
    """Return the substitute of a bot: the rule set's captain, else the random player."""
    name = captain_player(setting.ruleset.name)
    agent = make_agent(name, setting)
    agent.reset(derived_seed(seed, "captain"))
    return SeatAgent(name, agent)


def _as_game_lost(cause: BotFailure) -> GameLost:
    """Return a failure of a bot as the loss of its game."""
    return GameLost(cause.cause, cause.reason)


def _milliseconds(at: BotSeat | _AgentSeat | None) -> int:
    """Return the thinking time of a player."""
    if at is None:
        return 0
    return int(1000 * (at.seat_clock.spent if isinstance(at, BotSeat) else at.spent))


def _note(fault: _SeatFault) -> str:
    """Return the stored description of a failure."""
    lines = [fault.lost.reason.strip()[:NOTE_CHARACTERS]]
    if fault.last_decision:
        lines.append(f"asked: {fault.last_decision}")
    if bot_log := fault.bot_log.strip()[-NOTE_CHARACTERS:]:
        lines += ["it wrote:", *bot_log.splitlines()[-NOTE_LINES:]]
    return "\n".join(lines)
