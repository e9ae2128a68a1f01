"""A table with people and players of ours at it, kept in a file and gone on from."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

from spacecombat_agents.service.opponents import (
    AtTable,
    Opponent,
    Opponents,
    Speaker,
    captain_of,
)
from spacecombat_agents.setting import Setting
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.seeds import derived_seed
from spacecombat_env.env.table import Table
from spacecombat_env.replay import load_replay, save_replay

PERSON = "person"
"""Who sits at a seat, in place of a player's name."""
ORDER, GAME = "order", "game"


class Hosting:
    """A game in this process: its table, and who sits where."""

    def __init__(self, table: Table, sitting: Mapping[str, str], seed: int) -> None:
        self.table, self.sitting, self._seed = table, dict(sitting), seed
        self.players = Opponents()
        self.speakers = {
            seat: self._speaker(seat, Opponent(name, name, name, None))
            for seat, name in sitting.items()
            if name != PERSON
        }
        self._lets: dict[str, tuple[str, tuple[int, ...]]] = {}
        """Until when the captain speaks for a seat, and the moment at which that began."""

    @classmethod
    def new(cls, setting: Setting, sitting: Mapping[str, str], seed: int) -> Hosting:
        """Begin a game."""
        names = [sitting[seat] for seat in setting.ruleset.seats]
        return cls(Table(setting.ruleset, setting.scenario, seed, names), sitting, seed)

    @classmethod
    def resumed(cls, file: Path) -> Hosting:
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
        save_replay(dataclasses.replace(replay, agents=self.sitting), file)

    @property
    def people(self) -> list[str]:
        """The seats at which people sit."""
        return [seat for seat, name in self.sitting.items() if name == PERSON]

    def play_on(self) -> None:
        """Let players of ours speak until a person is asked, or the game is over."""
        table = self.table
        while (seat := table.asked) is not None:
            speaker = self.speakers.get(seat)
            if speaker is not None:
                table.let(seat, AtTable(speaker, table), ORDER)
            elif not self._captain_goes_on(seat):
                return

    def let(self, seat: str, until: str) -> None:
        """Let the captain speak for a person's seat, that is asked."""
        self._lets[seat] = until, self.table.moment(until)
        self._captain_speaks(seat)

    def _captain_goes_on(self, seat: str) -> bool:
        """Let the captain say an order more, where it was let to and its time is not over."""
        if seat not in self._lets:
            return False
        until, begun = self._lets[seat]
        if until == ORDER or (until != GAME and self.table.moment(until) != begun):
            del self._lets[seat]
            return False
        self._captain_speaks(seat)
        return True

    def _captain_speaks(self, seat: str) -> None:
        """Let the captain say an order for a seat."""
        captain = self._speaker(seat, captain_of(self.table.ruleset))
        self.table.let(seat, AtTable(captain, self.table), ORDER)

    def _speaker(self, seat: str, player: Opponent) -> Speaker:
        """Return who speaks for a seat; what it draws follows from the game's seed."""
        table = self.table
        luck = derived_seed(self._seed, "agent", seat, player.name)
        said = table.counts[table.ruleset.seats.index(seat)]
        return self.players.speaker(player, table.ruleset, table.scenario, luck, said)
