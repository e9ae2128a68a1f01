"""The language of construction: steps, kinds of part, lines of an account, refusals."""

from __future__ import annotations

import math
from enum import Enum, IntEnum
from fractions import Fraction
from typing import NamedTuple

from ..model import NONE

HALF_TON = Fraction(1, 2)


class DesignStep(IntEnum):
    """The fifteen steps of chapter 7 (data/construction.yaml)."""

    HULL = 1
    THRUST = 2
    ENGINES = 3
    COMPENSATOR = 4
    WEAPONS = 5
    SHIELDS = 6
    DRIVES = 7
    ARMOUR = 8
    ACCESSORIES = 9
    CREW = 10
    LIFE_SUPPORT = 11
    POWER = 12
    CARGO = 13
    ACCOUNT = 14
    SHEET = 15


class Part(Enum):
    """Kinds of part. Their order is the order in which the automatic layout places them."""

    PLANT = "powerplant"
    FTL = "FTL drive"
    ENGINE = "engine"
    LINKAGE = "linkage"
    FUEL = "fuel"
    COMPENSATOR = "compensator"
    LIFE_SUPPORT = "life support"
    BRIDGE = "Bridge"
    COCKPIT = "cockpit"
    ANTIGRAV = "anti-grav lifters"
    QUARTERS = "quarters"
    WEAPON = "weapon"
    RACK = "rack"
    MAGAZINE = "magazine"
    GUARD = "Safeguard"
    ACCESSORY = "accessory"
    SHIELD = "shield"
    DCS = "DCS"
    ACS = "ACS"
    CARGO = "cargo bay"
    HANGAR = "hangar"
    TURRET = "turret structure"
    STREAMLINING = "streamlining"
    ARMOUR = "armour"
    FIREWALL = "Firewall"
    SUPPLIES = "supplies"


class Place(Enum):
    """Where a part lies, for the boxes of step 15."""

    HULL = "hull"
    TURRET = "turret"
    OUTSIDE = "outside"
    """On a block of armour."""
    PLATING = "plating"
    """The armour itself."""
    BAY = "bay"
    """In the cargo bay, whose tons are already counted."""


class Line(NamedTuple):
    """One item of the account."""

    step: DesignStep
    part: Part
    item: str
    """Its name on the record sheet."""
    tons: float
    eps: int = 0
    talents: int = 0
    place: Place = Place.HULL
    turret: int = NONE
    """Number of its turret, from 0; NONE outside turrets."""


class Refusal(NamedTuple):
    """A reason why a design is not legal."""

    step: DesignStep
    field: str
    """The field of the design: `turrets[1].weapons`; items count from 1."""
    rule: str
    """The rule's id without its prefix: `CON-11`."""
    reason: str
    by: float = 0
    """By how much a limit is missed; 0 where there is no amount."""

    def __str__(self) -> str:
        """Return the refusal as one line, without the file."""
        return f"{self.field}: step {int(self.step)}: {self.reason} (IN-{self.rule})"


def up(value: Fraction | float, step: Fraction | int = 1) -> float:
    """Round up to a multiple of a step."""
    return amount(math.ceil(Fraction(value) / step) * Fraction(step))


def down(value: Fraction | float, step: Fraction | int = 1) -> float:
    """Round down to a multiple of a step."""
    return amount(math.floor(Fraction(value) / step) * Fraction(step))


def amount(value: Fraction | float) -> float:
    """Return a number as an int where it is whole, else as a float."""
    return int(value) if value == int(value) else float(value)


def thousands(tons: int) -> int:
    """IN-AMB-60 Return the number of started thousands of tons, by which systems are counted."""
    return math.ceil(tons / 1000)
