"""Whether fleets are worth their printed points: everybody meets everybody, seats exchanged.

Each fleet also meets itself with a ship fewer: how much that costs tells what a point does, and so
how many points a lead is worth. Several pilots show whether the order depends on who plays.
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

THINNED_SHARE = 0.15
"""Part of the points that a thinned fleet lacks, as nearly as its ships allow."""
CHUNK_PAIRS = 50
MISFIT_P = 0.01
"""Chance below which one price for all meetings is given up."""

PlayBattle = Callable[[Fleet, Fleet, str, int, int], ArmScores]
"""battle(fleet, other, block, begin, end) -> how `fleet` did."""


class FleetResult(NamedTuple):
    """Two fleets, as they met."""

    a: int
    b: int
    score: float
    """Of `a`."""
    interval: Interval
    first: float
    """Of whoever sat first."""
    expected: float = 0.5
    """What `a` would score if prices said it all."""


class PilotResult(NamedTuple):
    """What the games of one pilot say."""

    pilot: str
    results: tuple[FleetResult, ...]
    fair: FairPrices
    order: tuple[int, ...]
    """Fleets by worth for their price, the best first."""
    failures: int

    @property
    def worst_predicted(self) -> FleetResult | None:
        """The meeting that prices foretell worst; None where they foretell all well enough."""
        if self.fair.p >= MISFIT_P:
            return None
        return max(
            self.results,
            key=lambda priced_results: abs(priced_results.score - priced_results.expected),
        )


class FleetBalance(NamedTuple):
    """Fleets and what they are worth."""

    fleets: tuple[Fleet, ...]
    pairs: int
    pilots: tuple[PilotResult, ...]

    @property
    def agree(self) -> bool:
        """Whether no two pilots surely disagree on which of two fleets is the better bargain."""
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
        expected = fair.expected[: len(results)].tolist()  # whole against whole comes first
        predicted_results = [
            m._replace(expected=share) for m, share in zip(results, expected, strict=True)
        ]
        order = tuple(np.argsort(-fair.worth, kind="stable").tolist())
        pilots.append(PilotResult(pilot, tuple(predicted_results), fair, order, failures))
    return FleetBalance(tuple(fleets), pairs, tuple(pilots))


def fleet_matchups(fleets: Sequence[Fleet]) -> list[tuple[int, int, Fleet, Fleet]]:
    """Return who meets whom: everybody everybody, and each itself with a ship fewer.

    Fleets of one kind alone tell what a point does: where kinds beat each other in a circle, any
    other meeting of thinned fleets would mix that in.
    """
    found = [(a, b, fleets[a], fleets[b]) for a, b in combinations(range(len(fleets)), 2)]
    for a, fleet in enumerate(fleets):
        found.append((a, a, fleet.without(ship_nearest_share(fleet, THINNED_SHARE)), fleet))
    return found


def play_pairs(battle: PlayBattle, a: Fleet, b: Fleet, block: str, pairs: int) -> ArmScores:
    """Return how `a` did in all pairs."""
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
