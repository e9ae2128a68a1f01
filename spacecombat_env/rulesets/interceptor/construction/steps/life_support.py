"""DesignStep 11: life support."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..catalogue import Cost, life_support
from ..design import Design
from ..parts import DesignStep, Line, Part, Refusal
from .crew import is_long


def lines(design: Design) -> Iterator[Line]:
    """Yield the life support of everybody aboard."""
    if design.people:
        name = "long" if is_long(design) else "basic"
        item = f"{name} life support for {design.people}"
        cost = support_for(design.people, is_long(design))
        yield Line(DesignStep.LIFE_SUPPORT, Part.LIFE_SUPPORT, item, *cost)


def support_for(people: int, long: bool) -> Cost:
    """IN-CON-44 Return the cost of life support for some people."""
    tons, eps, talents = life_support()["long duration" if long else "basic"]
    return Cost(tons * people, eps * people, talents * people)


def refusals(design: Design, lines: Sequence[Line]) -> Iterator[Refusal]:
    """Yield nothing: life support follows from the crew."""
    yield from ()
