"""A table with people and built-in players at it, kept in a file and gone on from."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.service.players.opponents import (
    Opponent,
    Opponents,
    SeatAgent,
    TableAgent,
    captain_of,
)
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.env.table import Table
from spacecombat_env.replay import load_replay, save_replay

PERSON = "person"
"""Who sits at a seat, in place of a player's name."""
ORDER, GAME = "order", "game"


class LocalGame:
    """A game in this process: its table, and who sits where."""

    def __init__(self, table: Table, seating: Mapping[str, str], seed: int) -> None:
        self.table, self.seating, self._seed = table, dict(seating), seed
        self.players = Opponents()
        self.seat_agents = {
            seat: self._make_seat_agent(seat, Opponent(name, name, name, None))
            for seat, name in seating.items()
            if name != PERSON
        }
        self._delegations: dict[str, tuple[str, tuple[int, ...]]] = {}
        """Until when the captain speaks for a seat, and the moment at which that began."""

    @classmethod
    def new(cls, setting: GameSetting, seating: Mapping[str, str], seed: int) -> LocalGame:
        """Begin a game."""
        names = [seating[seat] for seat in setting.ruleset.seats]
        return cls(Table(setting.ruleset, setting.scenario, seed, names), seating, seed)

    @classmethod
    def resumed(cls, file: Path) -> LocalGame:
        """Go on with a game that was saved; ReplayError or ConfigError where that cannot be."""
        replay = load_replay(file)
        table = Table.of(replay)
        if PERSON not in replay.agents.values():
            reason = f"nobody is called {PERSON!r} in it: it was not saved by play"
            raise ConfigError.at(file, "agents", reason)
        return cls(table, replay.agents, replay.seed)

    def save(self, file: Path) -> None:
        """Keep the game; its seed with it, so that it goes on with the same luck."""
        replay = self.table.replay()
        save_replay(dataclasses.replace(replay, agents=self.seating), file)

    @property
    def people(self) -> list[str]:
        """The seats at which people sit."""
        return [seat for seat, name in self.seating.items() if name == PERSON]

    def play_until_person(self) -> None:
        """Let built-in players speak until a person is asked, or the game is over."""
        table = self.table
        while (seat := table.to_act) is not None:
            seat_agent = self.seat_agents.get(seat)
            if seat_agent is not None:
                table.let(seat, TableAgent(seat_agent, table), ORDER)
            elif not self._continue_captain(seat):
                return

    def let(self, seat: str, until: str) -> None:
        """Let the captain speak for a person's seat, that is asked."""
        self._delegations[seat] = until, self.table.moment(until)
        self._play_captain_order(seat)

    def _continue_captain(self, seat: str) -> bool:
        """Let the captain say an order more, where it was let to and its time is not over."""
        if seat not in self._delegations:
            return False
        until, begun = self._delegations[seat]
        if until == ORDER or (until != GAME and self.table.moment(until) != begun):
            del self._delegations[seat]
            return False
        self._play_captain_order(seat)
        return True

    def _play_captain_order(self, seat: str) -> None:
        """Let the captain say an order for a seat."""
        captain = self._make_seat_agent(seat, captain_of(self.table.ruleset))
        self.table.let(seat, TableAgent(captain, self.table), ORDER)

    def _make_seat_agent(self, seat: str, player: Opponent) -> SeatAgent:
        """Return who speaks for a seat; what it draws follows from the game's seed."""
        table = self.table
        agent_seed = derived_seed(self._seed, "agent", seat, player.name)
        said = table.counts[table.ruleset.seats.index(seat)]
        return self.players.make_seat_agent(player, table.ruleset, table.scenario, agent_seed, said)
