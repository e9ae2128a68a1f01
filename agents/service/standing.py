"""Standing orders in the middle of a game: kinds of question that a person hands to the captain.

They are nobody's business but the seat's. The captain's words are words of the seat as any others:
whoever else is at the table is sent the same as if the person had said them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from spacecombat_agents.service.kinds import kinds_of, settled
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.table import Table

UNTIL = ("phase", "turn", "game")
"""What may come to its end before the seat is asked again."""


class Handed(NamedTuple):
    """Until when a kind of question is left to the captain."""

    until: str
    moment: tuple[int, ...]
    """What `Table.moment` tells until then."""


Given = Mapping[str, Mapping[str, Handed]]
"""Standing orders by seat and kind."""


class StandingOrders:
    """Those of the people at a table."""

    def __init__(self, table: Table, given: Given) -> None:
        self._table = table
        self._kinds = kinds_of(table.ruleset)
        self._kind_of = {asked: kind.name for kind in self._kinds for asked in kind.questions}
        self._given = {seat: dict(kinds) for seat, kinds in given.items()}

    def can_be_handed(self, seat: str) -> list[str]:
        """Return the kinds that a seat can hand over: those that the engine does not answer."""
        table = self._table
        number = table.ruleset.seats.index(seat)
        return [kind.name for kind in self._kinds if not settled(kind, table.scenario, number)]

    def give(self, seat: str, wanted: Mapping[str, str]) -> Mapping[str, Handed]:
        """Put others in the place of a seat's standing orders; return them as they are kept.

        `wanted` says of each kind until when. ConfigError, with kind and reason, for a bad one.
        """
        known = self.can_be_handed(seat)
        for kind, until in wanted.items():
            if kind not in known:
                raise ConfigError.at("kinds", str(kind)[:40], f"what can be left: {_told(known)}")
            if until not in UNTIL:
                raise ConfigError.at("kinds", kind, f"is none of {_told(UNTIL)}")
        self._given[seat] = {
            kind: Handed(until, self._table.moment(until)) for kind, until in wanted.items()
        }
        return self._given[seat]

    def of(self, seat: str) -> dict[str, str]:
        """Return what a seat leaves to the captain at this moment, and until when."""
        given = self._given.get(seat, {})
        return {kind: handed.until for kind, handed in given.items() if self._holds(handed)}

    def answers(self, seat: str) -> bool:
        """Whether the question on the table is one that its seat leaves to the captain."""
        table = self._table
        if table.asked != seat or not self._given.get(seat):
            return False
        asked = table.ruleset.ask(table.seen(seat), 0)
        handed = self._given[seat].get(self._kind_of.get(asked, ""))
        return handed is not None and self._holds(handed)

    def _holds(self, handed: Handed) -> bool:
        """Whether the end of a standing order has not come yet."""
        return handed.moment == self._table.moment(handed.until)


def _told(names: Iterable[str]) -> str:
    """Return names in a row."""
    return ", ".join(names) or "nothing"
