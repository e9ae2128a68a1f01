"""DesignStep 12: energy points and the powerplant; 7.16 what can be allotted in play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..catalogue import plants
from ..design import LEAST, Design, ShieldKind
from ..parts import DesignStep, Line, Part, Refusal
from .shields import eps_at_lowest

BASE = (
    *(Part.ENGINE, Part.LINKAGE, Part.COMPENSATOR, Part.DCS, Part.ACS, Part.ACCESSORY),
    *(Part.COCKPIT, Part.BRIDGE, Part.LIFE_SUPPORT),
)
"""Users that a ship feeds in each of the three cases of 7.12."""
PERMANENT = (
    *(Part.LINKAGE, Part.COMPENSATOR, Part.DCS, Part.ACS, Part.ACCESSORY, Part.GUARD),
    *(Part.COCKPIT, Part.BRIDGE, Part.LIFE_SUPPORT, Part.TURRET),
)
"""Users that are always fed: all but engines, weapons, shields, lifters and FTL drive."""


def lines(design: Design) -> Iterator[Line]:
    """IN-CON-48 Yield the one powerplant."""
    if design.powerplant in plants():
        tons, _, talents = plants()[design.powerplant]
        item = f"powerplant {design.powerplant}"
        yield Line(DesignStep.POWER, Part.PLANT, item, tons, 0, talents)


def eps_of(lines: Sequence[Line], *parts: Part) -> int:
    """Return the EPs of some kinds of part; of all where none is named."""
    return sum(line.eps for line in lines if not parts or line.part in parts)


def can_switch(design: Design) -> bool:
    """IN-CON-46 Whether power can be switched: by any flight engineer (IN-AMB-65)."""
    return design.crew.get("flight_engineer", 0) > 0


def three_sums(design: Design, lines: Sequence[Line]) -> dict[str, int]:
    """IN-CON-47 Return the base, and the base with shields at 10, with lifters and with FTL."""
    base = eps_of(lines, *BASE)
    variable = design.shields.kind is ShieldKind.VARIABLE
    return {
        "base": base,
        "variable shields at 10": base + (eps_at_lowest(design.tonnage) if variable else 0),
        "anti-grav lifters": base + eps_of(lines, Part.ANTIGRAV),
        "FTL drive": base + eps_of(lines, Part.FTL),
    }


def needed(design: Design, lines: Sequence[Line]) -> int:
    """IN-CON-45 Return the EPs that the plant must give: all at once if it cannot switch."""
    if can_switch(design):
        return max(three_sums(design, lines).values())
    return eps_of(lines)


def with_plant(design: Design, lines: Sequence[Line]) -> Design:
    """Return the design with the least plant that suffices, where none is named."""
    if design.powerplant != LEAST:
        return design
    least = needed(design, lines)
    enough = [plant for plant in plants() if plant >= least]
    return replace(design, powerplant=min(enough, default=max(plants())))


def permanent_eps(lines: Sequence[Line]) -> int:
    """IN-AMB-113 Return the EPs of users that are always fed."""
    return eps_of(lines, *PERMANENT)


def allocatable(design: Design, lines: Sequence[Line]) -> int:
    """IN-CON-56 Return the EPs that can be allotted: the plant's without permanent users."""
    return design.powerplant - permanent_eps(lines)


def refusals(design: Design, lines: Sequence[Line]) -> Iterator[Refusal]:
    """IN-CON-45, 47, 48 Yield a plant that does not exist or is too weak."""
    if design.powerplant not in plants():
        reason = f"no powerplant has {design.powerplant:,} EPs; a ship has one plant"
        yield Refusal(DesignStep.POWER, "powerplant", "CON-48", reason)
    least = needed(design, lines)
    if design.powerplant < least:
        short = least - design.powerplant
        reason = f"{least:,} EPs needed, plant {design.powerplant:,}: {short:,} short"
        rule = "CON-47" if can_switch(design) else "CON-45"
        yield Refusal(DesignStep.POWER, "powerplant", rule, reason, short)
