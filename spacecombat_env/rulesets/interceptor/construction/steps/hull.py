"""Steps 1 and 2: class, tonnage, nationality and thrust."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..catalogue import class_limits
from ..design import Design
from ..parts import DesignStep, Line, Refusal

LARGEST = 10_000
"""The tables of 7.1 and 7.15 end there."""
OWN_RACES = {"TOG": ("Human", "Naram", "Ssora"), "KessRith": ("KessRith",)}
"""Races that fly for a nation; every race flies for the Commonwealth."""


def lines(design: Design) -> Iterator[Line]:
    """Yield nothing: a hull weighs nothing."""
    yield from ()


def refusals(design: Design, lines: Sequence[Line]) -> Iterator[Refusal]:
    """Yield what is wrong with tonnage, races and thrust."""
    yield from _tonnage_refusals(design)
    yield from _foreign_races(design)
    yield from thrust_refusals(design)


def _tonnage_refusals(design: Design) -> Iterator[Refusal]:
    """IN-CON-57 Yield a tonnage beyond the tables."""
    if not 1 <= design.tonnage <= LARGEST:
        reason = f"{design.tonnage} t; 1 to {LARGEST:,} t are possible"
        missed = max(design.tonnage - LARGEST, 1 - design.tonnage)
        yield Refusal(DesignStep.HULL, "tonnage", "CON-57", reason, missed)


def class_labels(tons: int) -> list[str]:
    """IN-CON-02 Return the names of classes that a tonnage may bear; they are free labels."""
    return [name for name, (low, high) in class_limits().items() if low <= tons <= high]


def is_available(nation: str, builder: str) -> bool:
    """IN-CON-03 Whether a nation may build what `builder` makes: its own things and common ones."""
    return builder in ("any", nation) or (builder == "not KessRith" and nation != "KessRith")


def _foreign_races(design: Design) -> Iterator[Refusal]:
    """IN-CON-03 Yield the races that do not fly for the nation."""
    own = OWN_RACES.get(design.nationality)
    for race in design.races:
        if own is not None and race not in own:
            reason = f"no {race} flies for {design.nationality}"
            yield Refusal(DesignStep.HULL, "race", "CON-03", reason)


def thrust_refusals(design: Design) -> Iterator[Refusal]:
    """IN-CON-04 Yield a refusal for a ship without thrust or an installation with one."""
    if design.installation and design.thrust:
        reason = f"thrust {design.thrust} on an installation, which has none"
        yield Refusal(DesignStep.THRUST, "thrust", "CON-04", reason, design.thrust)
    if not design.installation and design.thrust < 1:
        yield Refusal(
            DesignStep.THRUST, "thrust", "CON-04", "a ship needs a thrust of at least 1", 1
        )
