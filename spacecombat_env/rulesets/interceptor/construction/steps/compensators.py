"""DesignStep 4: acceleration compensators."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..catalogue import Cost, compensators, thresholds
from ..design import Design
from ..parts import DesignStep, Line, Part, Refusal, thousands


def lines(design: Design) -> Iterator[Line]:
    """IN-CON-09 Yield one compensator for each started thousand tons."""
    cost = compensator(design.compensator)
    if cost is None:
        return
    for _ in range(thousands(design.tonnage)):
        item = f"compensator {design.compensator}"
        yield Line(DesignStep.COMPENSATOR, Part.COMPENSATOR, item, *cost)


def compensator(rating: int) -> Cost | None:
    """IN-CON-09 Return the cost of a compensator; None where the table has none."""
    table = compensators()
    return table.get(min(rating, max(table)))


def needed_from(races: Sequence[str]) -> int:
    """IN-CON-08 Return the least thrust at which the frailest of some races needs one."""
    return min(thresholds()[race] for race in races)


def refusals(design: Design, lines: Sequence[Line]) -> Iterator[Refusal]:
    """IN-CON-08, 09 Yield a refusal where the crew would not stand the thrust."""
    if design.compensator and compensator(design.compensator) is None:
        reason = f"no compensator is rated {design.compensator}"
        yield Refusal(DesignStep.COMPENSATOR, "compensator", "CON-09", reason)
    limit = needed_from(design.races)
    if design.thrust < limit or design.compensator >= design.thrust:
        return
    short = design.thrust - design.compensator
    if design.compensator:
        reason = f"rated {design.compensator} for thrust {design.thrust}: {short} short"
    else:
        reason = f"thrust {design.thrust} needs one, from thrust {limit} on"
    yield Refusal(DesignStep.COMPENSATOR, "compensator", "CON-08", reason, short)
