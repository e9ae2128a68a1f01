"""A design: the choices of a designer, step by step, without anything computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from ..model import NONE, Facing
from .catalogue import Equipment, equipment

LEAST = 0
"""In place of a powerplant: the least that suffices."""
PERSONS = ("pilot", "gunner", "navigator", "flight_engineer", "ecm_operator")
"""Roles of crewmen with a task in battle."""
ROLES = (*PERSONS, "support", "passengers")
ARCS = ("forward", "right", "aft", "left")
ALL_AROUND = "all"
SIDES_OF_INSTALLATIONS = tuple(f"side {n}" for n in range(1, 7))
NOBODY = "none"
USUAL_DAYS = 30
"""Of fuel, for long journeys (IN-CON-50)."""
FACING_OF_ARC = {
    "forward": Facing.F,
    "aft": Facing.A,
    "left": Facing.LF,
    "right": Facing.RF,
    ALL_AROUND: Facing.F,
    **dict(zip(SIDES_OF_INSTALLATIONS, Facing, strict=True)),
}


class ShieldKind(Enum):
    """Kinds of shield generators."""

    NONE = "none"
    FIXED = "fixed"
    VARIABLE = "variable"


@dataclass(frozen=True)
class Arm:
    """Weapons, racks or a Safeguard of one type in one arc or turret."""

    type: str
    count: int = 1
    crew: str = "pilot"
    """The crewman who works it, as `gunner` or `gunner 2`; `none` for a Safeguard."""
    arc: str = "forward"
    facing: Facing | None = None
    """Block of armour for an external rack; None for the one of its arc."""
    columns: tuple[int, int] | None = None
    """First and last column on that block; None for the next free ones."""

    @property
    def equipment(self) -> Equipment:
        """Its row of the tables."""
        return equipment()[self.type]

    @property
    def block(self) -> Facing:
        """IN-ICB-11 The block of armour on which an external rack lies: that of its arc."""
        return FACING_OF_ARC[self.arc] if self.facing is None else self.facing


@dataclass(frozen=True)
class Craft:
    """A carried or crated craft."""

    name: str
    tons: int
    crew: int


@dataclass(frozen=True)
class Accessory:
    """Accessories of one type."""

    type: str
    count: int = 1
    facing: Facing = Facing.A
    """Block of armour of an External RC."""
    columns: tuple[int, int] | None = None
    rows: tuple[tuple[int, ...], ...] = ()
    """TOT gear: the weapons of each group, counted from 1 in the order of the sheet."""
    group: str = ""
    """TOT gear: its groups in words."""
    tons: int = 0
    """Greatest tonnage that towing attachments or jumpers move."""
    carries: tuple[Craft, ...] = ()
    """Craft of a hangar."""
    crew: str = ""
    """The crewman at an Internal ECM."""
    late: bool = False
    """Whether it is bought with the tons left over, in step 14."""


@dataclass(frozen=True)
class Cockpit:
    """A cockpit."""

    crew: str
    races: str = "Human/Naram/Ssora"
    ejector: bool = False
    module: str = ""
    """Races of the module in a Multiracial one."""
    turret: int = NONE
    """Turret in which it lies, from 0; NONE for the hull."""


@dataclass(frozen=True)
class Armour:
    """Boxes of armour by facing and turret; all zero on a ship without armour."""

    sides: tuple[int, ...] = (0,) * 6
    turrets: tuple[int, ...] = ()

    @property
    def blocks(self) -> tuple[int, ...]:
        """The boxes of every block."""
        return self.sides + self.turrets


@dataclass(frozen=True)
class Shields:
    """Shield generators; `rates` are the flicker rates of fixed ones by facing."""

    kind: ShieldKind = ShieldKind.NONE
    rates: tuple[int, ...] = (0,) * 6


@dataclass(frozen=True)
class Cargo:
    """The contents of a cargo bay besides supplies."""

    reloads: tuple[tuple[str, int], ...] = ()
    """Missiles by name, with their number."""
    reserve: tuple[Craft, ...] = ()
    other: float = 0


@dataclass(frozen=True)
class Design:
    """A ship or an orbital installation as its designer wants it."""

    name: str
    nationality: str
    races: tuple[str, ...]
    tonnage: int
    thrust: int = 0
    installation: bool = False
    long_duration: bool = False
    engines: tuple[int, ...] = ()
    dcs_sets: int = 1
    compensator: int = 0
    """Its rating; 0 for none."""
    fixed: tuple[Arm, ...] = ()
    turrets: tuple[tuple[Arm, ...], ...] = ()
    shields: Shields = Shields()
    ftl: bool = False
    streamlined: bool = False
    antigrav: bool = False
    armour: Armour = Armour()
    firewall: bool = False
    accessories: tuple[Accessory, ...] = ()
    crew: Mapping[str, int] = field(default_factory=dict)
    cockpits: tuple[Cockpit, ...] = ()
    bridge: bool = False
    powerplant: int = LEAST
    fuel_days: int = 1
    supplies_months: int = 0
    cargo_bay: float = 0
    cargo: Cargo = Cargo()
    layout: Mapping[str, object] | None = None
    """The layout of step 15 as in data/icb_layouts.yaml; None for the automatic one."""

    @property
    def power(self) -> int:
        """Engine power of all engines."""
        return sum(self.engines)

    @property
    def people(self) -> int:
        """Everybody aboard: crew and passengers."""
        return sum(self.crew.values())

    @property
    def persons(self) -> tuple[str, ...]:
        """Crewmen with a task, by name: the first of a role by its role, others numbered."""
        return tuple(
            role if n == 1 else f"{role} {n}"
            for role in PERSONS
            for n in range(1, self.crew.get(role, 0) + 1)
        )

    @property
    def is_armoured(self) -> bool:
        """Whether it has any armour."""
        return any(self.armour.blocks)

    def arms(self) -> Iterator[tuple[Arm, int]]:
        """Yield weapons, racks and Safeguards with their turret, one by one, as on the sheet."""
        for arm in self.fixed:
            yield from ((arm, NONE) for _ in range(arm.count))
        for turret, arms in enumerate(self.turrets):
            yield from ((arm, turret) for arm in arms for _ in range(arm.count))

    def carried(self) -> list[Craft]:
        """Return the craft of all hangars."""
        return [craft for each in self.accessories for craft in each.carries]


def usual_days(design: Design) -> int:
    """IN-CON-50 Return the days of fuel of a design that does not name them."""
    return USUAL_DAYS if design.ftl or design.long_duration or design.installation else 1
