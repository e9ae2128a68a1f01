"""DesignStep 7: FTL drive, streamlining and anti-grav lifters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from ..catalogue import Cost
from ..design import Design
from ..parts import DesignStep, Line, Part, Refusal

FTL_LEAST = 50
FTL_PRICE, STREAMLINING_PRICE, ACS_PRICE, ANTIGRAV_PRICE = 20_000, 1_000, 50_000, 5_000
"""Talents a ton."""


def lines(design: Design) -> Iterator[Line]:
    """Yield the drives."""
    if design.ftl:
        yield Line(DesignStep.DRIVES, Part.FTL, "FTL drive", *ftl_drive(design.tonnage))
    if design.streamlined:
        streamlining, acs = streamlined(design.tonnage, design.power)
        yield Line(DesignStep.DRIVES, Part.STREAMLINING, "streamlining", *streamlining)
        yield Line(DesignStep.DRIVES, Part.ACS, "ACS", *acs)
    if design.antigrav:
        yield Line(DesignStep.DRIVES, Part.ANTIGRAV, "anti-grav lifters", *lifters(design.tonnage))


def ftl_drive(tons: int) -> Cost:
    """IN-CON-17 Return the cost of an FTL drive."""
    weight = max(FTL_LEAST, ceil(tons / 10))
    return Cost(weight, weight, FTL_PRICE * weight)


def streamlined(tons: int, power: int) -> tuple[Cost, Cost]:
    """IN-CON-18 Return the costs of streamlining and of its one set of ACS."""
    space, control = ceil(tons / 20), max(1, ceil(power / 1000))
    return Cost(space, 0, STREAMLINING_PRICE * space), Cost(control, control, ACS_PRICE * control)


def lifters(tons: int) -> Cost:
    """IN-CON-19 Return the cost of anti-grav lifters."""
    weight = ceil(tons / 100)
    return Cost(weight, ceil(tons / 20), ANTIGRAV_PRICE * weight)


def refusals(design: Design, lines: Sequence[Line]) -> Iterator[Refusal]:
    """IN-CON-20 Yield the drives of an installation."""
    fitted = {"ftl": design.ftl, "streamlined": design.streamlined, "antigrav": design.antigrav}
    for field, is_fitted in fitted.items():
        if design.installation and is_fitted:
            reason = "an installation has neither drives nor streamlining"
            yield Refusal(DesignStep.DRIVES, field, "CON-20", reason)
