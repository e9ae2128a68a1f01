"""Suspended players and decided matchups: a pure function of the rows.

Whether a unit is played depends only on the results at least `ahead` units before it. So the games
do not depend on the number of workers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from spacecombat_agents.arena.tournament.game_rows import NORMAL, RUNNER, GameRow
from spacecombat_agents.arena.tournament.plan import StoppingSettings, TournamentPlan
from spacecombat_agents.arena.tournament.schedule import Unit

__all__ = ["Standings"]


class Standings:
    """Results of the first units of a tournament, and their consequences."""

    def __init__(self, plan: TournamentPlan) -> None:
        self.plan = plan
        self.games: Counter[int] = Counter()
        """Games of each player."""
        self.faults: Counter[int] = Counter()
        self.stop_reasons: dict[tuple[int, int], str] = {}
        """Matchups that have ended, and why."""
        self._scores: dict[tuple[int, int], list[int]] = {}

    def add(self, unit: Unit, rows: Iterable[GameRow]) -> None:
        """Add the results of the next unit; none if it was not played."""
        first = {}
        counts = self._scores.setdefault(unit.matchup, [0] * 5)
        for row in rows:
            if row.cause == RUNNER:
                continue
            self._count_faults(row)
            if row.game == 0:
                first[row.pair] = row.score
            else:
                counts[round(2.0 * (first[row.pair] + row.score))] += 1
        if unit.matchup not in self.stop_reasons:
            reason = stop_reason(self.plan.stop, np.array(counts))
            if reason:
                self.stop_reasons[unit.matchup] = reason

    def _count_faults(self, row: GameRow) -> None:
        """Count a game of both players, and a fault of one."""
        at_fault = {"a": row.a, "b": row.b}.get(row.owner)
        for index in {row.a, row.b}:
            self.games[index] += 1
            self.faults[index] += row.cause != NORMAL and index == at_fault

    def suspended(self, index: int) -> bool:
        """Return whether a player has failed too often."""
        faults, games = self.faults[index], self.games[index]
        limit = self.plan.faults
        return games >= limit.after and faults > limit.suspend_above * games

    def skips(self, unit: Unit) -> bool:
        """Return whether a unit is skipped."""
        return unit.matchup in self.stop_reasons or any(map(self.suspended, unit.matchup))


def stop_reason(stop: StoppingSettings, counts: np.ndarray) -> str:
    """Return why a matchup has played enough; empty if it has not.

    `counts` (5,): its pairs that scored 0, 1/4, 1/2, 3/4, 1.
    """
    if counts.sum() < stop.after:
        return ""
    if stop.half_width is not None or stop.decided:
        from spacecombat_agents.arena.statistics.sequential import PAIR_SCORES, anytime_counts

        low, high = anytime_counts(PAIR_SCORES, counts)
        if stop.half_width is not None and high - low <= 2.0 * stop.half_width:
            return f"known within {stop.half_width:.1%}"
        if stop.decided and not low <= 0.5 <= high:
            return "decided"
    if stop.sprt is not None:
        from spacecombat_agents.arena.statistics.sequential import SprtDecision, sprt

        test = stop.sprt
        decision = sprt(counts, test.low, test.high, alpha=test.alpha, beta=test.beta).verdict
        if decision is not SprtDecision.CONTINUE:
            return f"test: {decision.value}"
    return ""
