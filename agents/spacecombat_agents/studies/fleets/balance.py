"""Whether fleets are worth their printed points: a round robin with swapped seats.

Each fleet also meets itself with a ship fewer. The loss measures the value of a point, and so the
points that a lead is worth. Several pilots show whether the order depends on the player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.arena.statistics.intervals import Interval, paired_interval
from spacecombat_agents.studies.blocks import ArmScores, concatenate_scores
from spacecombat_agents.studies.fleets.fleet import Fleet, ship_nearest_share
from spacecombat_agents.studies.fleets.pricing import FairPrices, PricedResult, fair_prices

__all__ = [
    "FleetBalance",
    "PilotResult",
    "PlayBattle",
    "as_json",
    "fleet_matchups",
    "measure_balance",
    "play_pairs",
]

THINNED_SHARE = 0.15
"""Share of the points that a thinned fleet lacks, as nearly as its ships allow."""
CHUNK_PAIRS = 50
MISFIT_P = 0.01
"""Significance level at which a single price for all meetings is rejected."""

PlayBattle = Callable[[Fleet, Fleet, str, int, int], ArmScores]
"""battle(fleet, other, block, begin, end) -> the scores of `fleet`."""


class FleetResult(NamedTuple):
    """Result of two fleets against each other."""

    a: int
    b: int
    score: float
    """Score of `a`."""
    interval: Interval
    first: float
    """Score of the first seat."""
    expected: float = 0.5
    """Expected score of `a` from the fair prices."""


class PilotResult(NamedTuple):
    """Result of one pilot's games."""

    pilot: str
    results: tuple[FleetResult, ...]
    fair: FairPrices
    order: tuple[int, ...]
    """Fleets by value for their price, the best first."""
    failures: int

    @property
    def worst_predicted(self) -> FleetResult | None:
        """The meeting that prices predict worst; None if they predict all well enough."""
        if self.fair.p >= MISFIT_P:
            return None
        return max(
            self.results,
            key=lambda priced_results: abs(priced_results.score - priced_results.expected),
        )


class FleetBalance(NamedTuple):
    """Fleets and their fair prices."""

    fleets: tuple[Fleet, ...]
    pairs: int
    pilots: tuple[PilotResult, ...]

    @property
    def agree(self) -> bool:
        """Return whether no two pilots surely disagree on the better bargain of two fleets."""
        signs: dict[int, set[bool]] = {}
        for pilot_result in self.pilots:
            for fleet, interval in enumerate(pilot_result.fair.intervals):
                if interval.low > 1.0 or interval.high < 1.0:
                    signs.setdefault(fleet, set()).add(interval.low > 1.0)
        return all(len(found) == 1 for found in signs.values())


def measure_balance(
    fleets: Sequence[Fleet],
    battles: Mapping[str, PlayBattle],
    pairs: int,
    *,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> FleetBalance:
    """Play everybody against everybody, whole and thinned, with each pilot."""
    done, pilots = 0, []
    for pilot, battle in battles.items():
        priced_results, results, failures = [], [], 0
        for a, b, left, right in fleet_matchups(fleets):
            scores = play_pairs(battle, left, right, f"{left.name}/{right.name}", pairs)
            failures += scores.failures
            priced_results.append(PricedResult(a, b, left.points, right.points, scores.mean))
            if left.points == fleets[a].points and right.points == fleets[b].points:
                interval = paired_interval(scores.first, scores.second)
                sat_first = float((scores.first.mean() + 1.0 - scores.second.mean()) / 2.0)
                results.append(FleetResult(a, b, float(scores.mean.mean()), interval, sat_first))
            done += pairs
            if progress is not None:
                progress(done)
        fair = fair_prices(priced_results, len(fleets), seed=seed)
        expected = fair.expected[: len(results)].tolist()  # whole fleets come first
        predicted_results = [
            m._replace(expected=share) for m, share in zip(results, expected, strict=True)
        ]
        order = tuple(np.argsort(-fair.worth, kind="stable").tolist())
        pilots.append(PilotResult(pilot, tuple(predicted_results), fair, order, failures))
    return FleetBalance(tuple(fleets), pairs, tuple(pilots))


def fleet_matchups(fleets: Sequence[Fleet]) -> list[tuple[int, int, Fleet, Fleet]]:
    """Return the pairings: every two fleets, and each fleet against itself with a ship fewer.

    Only fleets of one kind measure the value of a point: if kinds beat each other in a cycle, other
    meetings of thinned fleets would mix that in.
    """
    found = [(a, b, fleets[a], fleets[b]) for a, b in combinations(range(len(fleets)), 2)]
    for a, fleet in enumerate(fleets):
        found.append((a, a, fleet.without(ship_nearest_share(fleet, THINNED_SHARE)), fleet))
    return found


def play_pairs(battle: PlayBattle, a: Fleet, b: Fleet, block: str, pairs: int) -> ArmScores:
    """Return the scores of `a` in all pairs."""
    parts = []
    for begin in range(0, pairs, CHUNK_PAIRS):
        parts.append(battle(a, b, block, begin, min(begin + CHUNK_PAIRS, pairs)))
    return concatenate_scores(parts)


def as_json(found: FleetBalance) -> dict[str, Any]:
    """Return every number of a balance."""
    names = [fleet.name for fleet in found.fleets]
    return {
        "fleets": [{"name": fleet.name, "points": fleet.points} for fleet in found.fleets],
        "pairs": found.pairs,
        "games": 2 * found.pairs * len(fleet_matchups(found.fleets)) * len(found.pilots),
        "agree": found.agree,
        "pilots": [
            {
                "pilot": pilot_result.pilot,
                "meetings": [
                    {
                        "a": names[each.a],
                        "b": names[each.b],
                        "score": each.score,
                        "interval": list(each.interval),
                        "first_seat": each.first,
                        "expected": each.expected,
                    }
                    for each in pilot_result.results
                ],
                "worth": [
                    {
                        "fleet": name,
                        "part_of_price": worth,
                        "interval": list(interval),
                        "fair_points": fleet.points * worth,
                    }
                    for name, fleet, worth, interval in zip(
                        names,
                        found.fleets,
                        pilot_result.fair.worth.tolist(),
                        pilot_result.fair.intervals,
                        strict=True,
                    )
                ],
                "p_prices_say_it_all": pilot_result.fair.p,
                "slope": pilot_result.fair.slope,
                "slope_interval": list(pilot_result.fair.slope_interval),
                "failures": pilot_result.failures,
            }
            for pilot_result in found.pilots
        ],
    }
