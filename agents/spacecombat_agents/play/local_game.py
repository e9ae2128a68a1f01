"""A table with people and built-in players, saved to and resumed from a file."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.scripted import captain_player
from spacecombat_agents.players.seat_agent import SeatAgent, SeatAgents
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.table import Period, Table
from spacecombat_env.replay import load_replay, save_replay

PERSON = "person"
"""Marks a person's seat, in place of a player's name."""


class LocalGame:
    """A game in this process: its table and the players of its seats."""

    def __init__(self, table: Table, seating: Mapping[str, str], seed: int) -> None:
        self.table, self.seating, self._seed = table, dict(seating), seed
        self.players = SeatAgents()
        self.seat_agents = {
            seat: self._make_seat_agent(seat, name)
            for seat, name in seating.items()
            if name != PERSON
        }
        self._delegations: dict[str, Period] = {}
        """How long the captain plays for a seat."""

    @classmethod
    def new(cls, setting: GameSetting, seating: Mapping[str, str], seed: int) -> LocalGame:
        """Begin a game."""
        names = [seating[seat] for seat in setting.ruleset.seats]
        return cls(Table(setting.ruleset, setting.scenario, seed, names), seating, seed)

    @classmethod
    def resumed(cls, file: Path) -> LocalGame:
        """Resume a saved game; raise ReplayError or ConfigError if that is impossible."""
        replay = load_replay(file)
        table = Table.of(replay)
        if PERSON not in replay.agents.values():
            reason = f"no player is named {PERSON!r}: the file was not saved by play"
            raise ConfigError.at(file, "agents", reason)
        return cls(table, replay.agents, replay.seed)

    def save(self, file: Path) -> None:
        """Save the game with its seed, so that it continues with the same random numbers."""
        replay = self.table.replay()
        save_replay(dataclasses.replace(replay, agents=self.seating), file)

    @property
    def people(self) -> list[str]:
        """The seats of people."""
        return [seat for seat, name in self.seating.items() if name == PERSON]

    def play_until_person(self) -> None:
        """Let built-in players act until a person is to act, or the game is over."""
        table = self.table
        while (seat := table.to_act) is not None:
            seat_agent = self.seat_agents.get(seat)
            if seat_agent is not None:
                table.let(seat, seat_agent)
            elif not self._continue_captain(seat):
                return

    def let(self, seat: str, until: str) -> None:
        """Let the captain play for a person who is to act."""
        self._delegations[seat] = self.table.period(until)
        self._play_captain_order(seat)

    def _continue_captain(self, seat: str) -> bool:
        """Let the captain play another order, if its delegation has not ended."""
        if seat not in self._delegations:
            return False
        if self.table.has_ended(self._delegations[seat]):
            del self._delegations[seat]
            return False
        self._play_captain_order(seat)
        return True

    def _play_captain_order(self, seat: str) -> None:
        """Let the captain play an order for a seat."""
        captain = self._make_seat_agent(seat, captain_player(self.table.ruleset.name))
        self.table.let(seat, captain)

    def _make_seat_agent(self, seat: str, player: str) -> SeatAgent:
        """Return the agent of a seat."""
        return self.players.make(self.table, seat, self._seed, player)
