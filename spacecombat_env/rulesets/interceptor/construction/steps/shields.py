"""DesignStep 6: shield generators."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...model import Facing
from ..catalogue import Cost, shields
from ..design import Design, ShieldKind
from ..parts import DesignStep, Line, Part, Refusal, thousands

LOWEST = 10
"""The least flicker rate."""


def lines(design: Design) -> Iterator[Line]:
    """IN-CON-15 Yield one generator a side."""
    for side in Facing:
        rate = design.shields.rates[side]
        if design.shields.kind is ShieldKind.VARIABLE:
            cost = generator(design.tonnage, 0)
            yield Line(DesignStep.SHIELDS, Part.SHIELD, f"variable shield {side.name}", *cost)
        elif design.shields.kind is ShieldKind.FIXED and rate in shields():
            cost = generator(design.tonnage, rate)
            yield Line(DesignStep.SHIELDS, Part.SHIELD, f"shield {side.name} {rate}", *cost)


def generator(tons: int, rate: int) -> Cost:
    """IN-CON-16 Return the cost of a generator by the ship's tons; rate 0 is a variable one.

    A variable one draws the EPs of the rate that is chosen in play.
    """
    weight, eps, price = shields()[rate]
    return Cost(weight * thousands(tons), eps * thousands(tons), weight * thousands(tons) * price)


def eps_at_lowest(tons: int) -> int:
    """IN-CON-16 Return the EPs of flicker 10 on all six sides."""
    return 6 * generator(tons, LOWEST).eps


def refusals(design: Design, lines: Sequence[Line]) -> Iterator[Refusal]:
    """IN-CON-15 Yield a refusal where there are not six generators of one kind."""
    rates, kind = design.shields.rates, design.shields.kind
    if kind is not ShieldKind.FIXED:
        if any(rates):
            reason = f"{kind.value} generators have no fixed rates: one kind for all sides"
            yield Refusal(DesignStep.SHIELDS, "shields", "CON-15", reason)
        return
    unshielded = [side.name for side in Facing if not rates[side]]
    if unshielded:
        reason = f"a generator for each of six sides; none at {', '.join(unshielded)}"
        yield Refusal(DesignStep.SHIELDS, "shields", "CON-15", reason, len(unshielded))
    for side in Facing:
        if rates[side] and rates[side] not in shields():
            reason = f"no generator has a rate of {rates[side]}"
            yield Refusal(DesignStep.SHIELDS, f"shields.{side.name}", "CON-16", reason)
