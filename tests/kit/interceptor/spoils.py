"""Legal designs made illegal, each in one way, and the step at which that is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from spacecombat_env.rulesets.interceptor.construction import Design
from spacecombat_env.rulesets.interceptor.construction.design import Accessory, Arm, Cockpit
from spacecombat_env.rulesets.interceptor.construction.parts import DesignStep

S = DesignStep
FOREIGN = {"TOG": "Safeguard-1", "CW/RL": "MDC-G", "KessRith": "Cone Laser"}
FOREIGN_RACE = {"TOG": "KessRith (CW/RL)", "CW/RL": "Baufrin", "KessRith": "Human/Naram/Ssora"}


def with_arm(design: Design, kind: str, **more: str) -> Design:
    """A design with one more fixed weapon."""
    return replace(design, fixed=(*design.fixed, Arm(kind, **more)))


def with_armour(design: Design, **sides: int) -> Design:
    """A design with more boxes on some sides."""
    order = ("F", "RF", "RA", "A", "LA", "LF")
    boxes = dict(zip(order, design.armour.sides, strict=True))
    for side, more in sides.items():
        boxes[side] += more
    return replace(design, armour=replace(design.armour, sides=tuple(boxes.values())))


def foreign_cockpit(design: Design) -> Design:
    """A design with a cockpit of another race."""
    other = Cockpit("pilot", FOREIGN_RACE[design.nationality], ejector=False)
    return replace(design, cockpits=(other, *design.cockpits[1:]))


def without(design: Design, role: str) -> Design:
    """A design without a role."""
    return replace(design, crew={name: n for name, n in design.crew.items() if name != role})


SPOILS: dict[str, tuple[DesignStep, Callable[[Design], Design]]] = {
    "tonnage": (S.HULL, lambda d: replace(d, tonnage=10_500)),
    "engines too weak": (S.ENGINES, lambda d: replace(d, thrust=d.thrust + 1)),
    "four engines": (S.ENGINES, lambda d: replace(d, engines=(*d.engines, 50, 50, 50))),
    "no control": (S.ENGINES, lambda d: replace(d, dcs_sets=0)),
    "compensator": (
        S.COMPENSATOR,
        lambda d: replace(d, thrust=max(6, d.thrust), compensator=0),
    ),
    "foreign weapon": (S.WEAPONS, lambda d: with_arm(d, FOREIGN[d.nationality])),
    "nameless crewman": (S.WEAPONS, lambda d: with_arm(d, "Laser 1.5/1", crew="cook")),
    "a side without shield": (
        S.SHIELDS,
        lambda d: replace(d, shields=replace(d.shields, rates=(10, 0, 0, 0, 0, 0))),
    ),
    "armour of 15": (S.ARMOUR, lambda d: with_armour(d, F=5)),
    "ECM of nobody": (
        S.ACCESSORIES,
        lambda d: replace(d, accessories=(*d.accessories, Accessory("Internal ECM"))),
    ),
    "no pilot": (S.CREW, lambda d: without(d, "pilot")),
    "foreign cockpit": (S.CREW, foreign_cockpit),
    "no Bridge": (S.CREW, lambda d: replace(d, long_duration=True, bridge=False)),
    "weak plant": (S.POWER, lambda d: replace(d, powerplant=50)),
    "no fuel": (S.CARGO, lambda d: replace(d, fuel_days=0)),
    "overweight": (
        S.ACCOUNT,
        lambda d: replace(d, accessories=(*d.accessories, Accessory("TOT gear", d.tonnage))),
    ),
    "odd left": (S.SHEET, lambda d: with_arm(d, "Laser 1.5/1", arc="left")),
    "LF unlike RF": (S.SHEET, lambda d: with_armour(d, LF=10)),
    "more armour aft": (S.SHEET, lambda d: with_armour(d, A=240)),
    "odd aft": (
        S.SHEET,
        lambda d: replace(d, fixed=(Arm("Laser 1.5/1", 2), Arm("Laser 1.5/1", arc="aft"))),
    ),
}
