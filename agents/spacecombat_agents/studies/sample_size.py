"""Number of pairs that an experiment needs, in points per hundred games."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from spacecombat_agents.arena.statistics.power import minimum_detectable_effect, pairs_needed

__all__ = ["DEVIATION", "as_json", "plan_sample_size", "plan_sentence", "wins_in_a_row"]

POINTS = 100.0
WIDTH = 2.0
"""Width of the range of differences of scores, -1 to 1."""
DEVIATION = 0.5
"""Default deviation of two arms' difference in a pair: even games without draws or shared luck."""


class SampleSizePlan(NamedTuple):
    """Numbers of pairs, and the effects that they show."""

    effect: float
    """In points per hundred games."""
    deviation: float
    """In scores, of the difference of two arms in a pair."""
    chance: float
    level: float
    one_look: int
    """Pairs with one analysis at the end."""
    anytime: int
    """Pairs with interim analyses."""
    pairs: int | None
    shown: float | None
    """Points that `pairs` show with one analysis, with the same chance."""


def plan_sample_size(
    effect: float,
    *,
    deviation: float = DEVIATION,
    chance: float = 0.8,
    level: float = 0.95,
    pairs: int | None = None,
) -> SampleSizePlan:
    """Return the pairs that an effect needs, and the effect that a number of pairs shows."""
    plan = pairs_needed(effect / POINTS, deviation, chance=chance, level=level, width=WIDTH)
    shown = None
    if pairs is not None:
        shown = POINTS * minimum_detectable_effect(pairs, deviation, chance=chance, level=level)
    return SampleSizePlan(effect, deviation, chance, level, plan.fixed, plan.anytime, pairs, shown)


def plan_sentence(found: SampleSizePlan) -> str:
    """Return a plan as a sentence."""
    text = (
        f"A difference of {found.effect:g} points shows with a chance of {found.chance:.0%} in "
        f"{found.one_look:,} pairs with one analysis at the end, or in {found.anytime:,} pairs "
        f"with interim analyses (a pair's difference varies by {found.deviation:.2f})."
    )
    if found.shown is not None:
        text += f" {found.pairs:,} pairs show {found.shown:.1f} points."
    return text


def wins_in_a_row(level: float = 0.95) -> int:
    """Return the length of a winning streak that rules out a fair coin at the level."""
    return math.ceil(math.log((1.0 - level) / 2.0) / math.log(0.5))


def as_json(found: SampleSizePlan) -> dict[str, Any]:
    """Return a plan's numbers."""
    return {**found._asdict(), "wins_in_a_row": wins_in_a_row(found.level)}
