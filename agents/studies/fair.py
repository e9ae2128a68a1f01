"""Whether fleets are worth their printed points: everybody meets everybody, seats exchanged.

Each fleet also meets the others with a ship fewer: how much that costs tells what a point does, and
so how many points a lead is worth. Several pilots show whether the order depends on who plays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.arena.statistics import Interval, paired_interval
from spacecombat_agents.studies.blocks import Scores, together
from spacecombat_agents.studies.fleets import Fleet, cheapest_part
from spacecombat_agents.studies.pricing import Fair, Met, fair_prices

THINNED = 0.15
"""Part of the points that a thinned fleet lacks, as nearly as its ships allow."""
CHUNK = 50
DOUBT = 0.01
"""Chance below which one price for all meetings is given up."""

Battle = Callable[[Fleet, Fleet, str, int, int], Scores]
"""battle(fleet, other, block, begin, end) -> how `fleet` did."""


class Meeting(NamedTuple):
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


class Judged(NamedTuple):
    """What the games of one pilot say."""

    pilot: str
    meetings: tuple[Meeting, ...]
    fair: Fair
    order: tuple[int, ...]
    """Fleets by worth for their price, the best first."""
    failures: int

    @property
    def odd(self) -> Meeting | None:
        """The meeting that prices foretell worst; None where they foretell all well enough."""
        if self.fair.p >= DOUBT:
            return None
        return max(self.meetings, key=lambda met: abs(met.score - met.expected))


class Balance(NamedTuple):
    """Fleets and what they are worth."""

    fleets: tuple[Fleet, ...]
    pairs: int
    pilots: tuple[Judged, ...]

    @property
    def agree(self) -> bool:
        """Whether no two pilots surely disagree on which of two fleets is the better bargain."""
        signs: dict[int, set[bool]] = {}
        for judged in self.pilots:
            for fleet, interval in enumerate(judged.fair.intervals):
                if interval.low > 1.0 or interval.high < 1.0:
                    signs.setdefault(fleet, set()).add(interval.low > 1.0)
        return all(len(found) == 1 for found in signs.values())


def balance(
    fleets: Sequence[Fleet],
    battles: Mapping[str, Battle],
    pairs: int,
    *,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Balance:
    """Play everybody against everybody, whole and thinned, with each pilot."""
    done, pilots = 0, []
    for pilot, battle in battles.items():
        met, meetings, failures = [], [], 0
        for a, b, left, right in couples(fleets):
            scores = play_all(battle, left, right, f"{left.name}/{right.name}", pairs)
            failures += scores.failures
            met.append(Met(a, b, left.points, right.points, scores.mean))
            if left.points == fleets[a].points and right.points == fleets[b].points:
                interval = paired_interval(scores.first, scores.second)
                sat_first = float((scores.first.mean() + 1.0 - scores.second.mean()) / 2.0)
                meetings.append(Meeting(a, b, float(scores.mean.mean()), interval, sat_first))
            done += pairs
            if progress is not None:
                progress(done)
        fair = fair_prices(met, len(fleets), seed=seed)
        says = fair.expected[: len(meetings)].tolist()  # whole against whole comes first
        whole = [m._replace(expected=share) for m, share in zip(meetings, says, strict=True)]
        order = tuple(np.argsort(-fair.worth, kind="stable").tolist())
        pilots.append(Judged(pilot, tuple(whole), fair, order, failures))
    return Balance(tuple(fleets), pairs, tuple(pilots))


def couples(fleets: Sequence[Fleet]) -> list[tuple[int, int, Fleet, Fleet]]:
    """Return who meets whom: whole against whole, and each thinned against itself and the next."""
    thin = [fleet.without(cheapest_part(fleet, THINNED)) for fleet in fleets]
    found = [(a, b, fleets[a], fleets[b]) for a, b in combinations(range(len(fleets)), 2)]
    for a, fleet in enumerate(thin):
        b = (a + 1) % len(fleets)
        found.append((a, a, fleet, fleets[a]))
        found.append((a, b, fleet, fleets[b]))
    return found


def play_all(battle: Battle, a: Fleet, b: Fleet, block: str, pairs: int) -> Scores:
    """Return how `a` did in all pairs."""
    parts = []
    for begin in range(0, pairs, CHUNK):
        parts.append(battle(a, b, block, begin, min(begin + CHUNK, pairs)))
    return together(parts)


def as_json(found: Balance) -> dict[str, Any]:
    """Return every number of a balance."""
    names = [fleet.name for fleet in found.fleets]
    return {
        "fleets": [{"name": fleet.name, "points": fleet.points} for fleet in found.fleets],
        "pairs": found.pairs,
        "games": 2 * found.pairs * len(couples(found.fleets)) * len(found.pilots),
        "agree": found.agree,
        "pilots": [
            {
                "pilot": judged.pilot,
                "meetings": [
                    {
                        "a": names[each.a],
                        "b": names[each.b],
                        "score": each.score,
                        "interval": list(each.interval),
                        "first_seat": each.first,
                        "expected": each.expected,
                    }
                    for each in judged.meetings
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
                        judged.fair.worth.tolist(),
                        judged.fair.intervals,
                        strict=True,
                    )
                ],
                "p_prices_say_it_all": judged.fair.p,
                "slope": judged.fair.slope,
                "slope_interval": list(judged.fair.slope_interval),
                "failures": judged.failures,
            }
            for judged in found.pilots
        ],
    }
