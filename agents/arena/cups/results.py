"""The games of a store as arrays of pairs, as the statistics take them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from spacecombat_agents.arena.cups.rows import VOID, Row
from spacecombat_agents.arena.meetings import Meetings, meetings


class Pairs(NamedTuple):
    """Pairs of which both games were played; an entry a pair, in the order of their keys."""

    scenario: np.ndarray
    a: np.ndarray
    b: np.ndarray
    first: np.ndarray
    """Score of `a` where it sat first."""
    second: np.ndarray

    def meetings(self, entrants: int, scenarios: int) -> Meetings:
        """Return them counted."""
        how_many = {"entrants": entrants, "scenarios": scenarios}
        rest = self.a, self.b, self.first, self.second
        return meetings(*rest, scenario=self.scenario, **how_many)

    def where(self, chosen: np.ndarray) -> Pairs:
        """Return some of them; bool (n,)."""
        return Pairs(*(each[chosen] for each in self))


def pairs_of(rows: Iterable[Row]) -> Pairs:
    """Return the pairs of some games that come in the order of their keys."""
    found: list[tuple[int, int, int, float, float]] = []
    before: Row | None = None
    for row in rows:
        if row.game == 0:
            before = row
        elif before is not None and before[:4] == row[:4] and _both_played(before, row):
            found.append((row.scenario, row.a, row.b, before.score, row.score))
    columns = np.array(found, float).reshape(-1, 5).T
    return Pairs(*(column.astype(np.int64) for column in columns[:3]), *columns[3:])


def _both_played(first: Row, second: Row) -> bool:
    """Whether both games of a pair count."""
    return VOID not in (first.verdict, second.verdict)
