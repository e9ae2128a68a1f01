"""The games of a store as arrays of pairs, for the statistics."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from spacecombat_agents.arena.ratings.pair_results import PairResults, count_pair_results
from spacecombat_agents.arena.tournament.game_rows import VOID, GameRow

__all__ = ["PairScores", "pair_scores"]


class PairScores(NamedTuple):
    """Pairs with both games played; one entry per pair, in the order of their keys."""

    scenario: np.ndarray
    a: np.ndarray
    b: np.ndarray
    first: np.ndarray
    """Score of `a` in the first seat."""
    second: np.ndarray

    def count_pair_results(self, players: int, scenarios: int) -> PairResults:
        """Return their counts."""
        columns = self.a, self.b, self.first, self.second
        return count_pair_results(
            *columns, scenario=self.scenario, players=players, scenarios=scenarios
        )

    def where(self, chosen: np.ndarray) -> PairScores:
        """Return a subset; bool (n,)."""
        return PairScores(*(each[chosen] for each in self))


def pair_scores(rows: Iterable[GameRow]) -> PairScores:
    """Return the pairs of some games that come in the order of their keys."""
    rows_of_pairs: list[tuple[int, int, int, float, float]] = []
    previous: GameRow | None = None
    for row in rows:
        if row.game == 0:
            previous = row
        elif previous is not None and previous[:4] == row[:4] and _both_played(previous, row):
            rows_of_pairs.append((row.scenario, row.a, row.b, previous.score, row.score))
    columns = np.array(rows_of_pairs, float).reshape(-1, 5).T
    return PairScores(*(column.astype(np.int64) for column in columns[:3]), *columns[3:])


def _both_played(first: GameRow, second: GameRow) -> bool:
    """Return whether both games of a pair count."""
    return VOID not in (first.verdict, second.verdict)
