"""DesignStep 8: armour and Firewall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ...model import MAX_ARMOUR_ROWS, WIDTH, Facing
from ..catalogue import Cost
from ..design import Armour, Design
from ..parts import HALF_TON, DesignStep, Line, Part, Place, Refusal, amount, down
from .hull import is_available

SHARE = Fraction(25, 10_000)
"""Of the ship's tons, for ten boxes."""
ARMOUR_PRICE, FIREWALL_PRICE = 50, 10_000
"""Talents a ton."""
FACING_NAMES = tuple(side.name for side in Facing)


def lines(design: Design) -> Iterator[Line]:
    """Yield the armour of each block, with its layer of Firewall."""
    for name, boxes in _blocks(design.armour):
        if not boxes:
            continue
        cost = plating(design.tonnage, boxes)
        yield Line(DesignStep.ARMOUR, Part.ARMOUR, f"armour {name} {boxes}", *cost, Place.PLATING)
        if design.firewall:
            cost = firewall(design.tonnage)
            yield Line(DesignStep.ARMOUR, Part.FIREWALL, f"Firewall {name}", *cost, Place.PLATING)


def _blocks(armour: Armour) -> list[tuple[str, int]]:
    """Return the blocks with their boxes."""
    turrets = [f"turret {n}" for n in range(1, len(armour.turrets) + 1)]
    return list(zip((*FACING_NAMES, *turrets), armour.blocks, strict=True))


def tons_of_ten(tons: int) -> float:
    """IN-CON-21 Return the tons of ten boxes: 0.25 % of the ship, down to half a ton."""
    return max(0.5, down(SHARE * tons, HALF_TON))


def plating(tons: int, boxes: int) -> Cost:
    """IN-CON-21 Return the cost of boxes of armour."""
    weight = amount(Fraction(tons_of_ten(tons)) * boxes / WIDTH)
    return Cost(weight, 0, int(ARMOUR_PRICE * weight))


def firewall(tons: int) -> Cost:
    """IN-CON-22 Return the cost of one layer of Firewall on a block."""
    weight = tons_of_ten(tons)
    return Cost(weight, 0, int(FIREWALL_PRICE * weight))


def rows_of(boxes: int) -> int:
    """IN-AMB-75 Return the rows of a block; one without armour has none, and hits pass inside."""
    return boxes // WIDTH


def refusals(design: Design, lines: Sequence[Line]) -> Iterator[Refusal]:
    """Yield what is wrong with the armour."""
    armour = design.armour
    if design.is_armoured or armour.turrets:
        yield from block_refusals(design)
        if len(armour.turrets) != len(design.turrets):
            reason = f"{len(armour.turrets)} blocks for {len(design.turrets)} turrets"
            yield Refusal(DesignStep.ARMOUR, "armour.turrets", "CON-21", reason)
    if design.firewall:
        yield from firewall_refusals(design)


def block_refusals(design: Design) -> Iterator[Refusal]:
    """IN-CON-21 Yield blocks that are not tens, are bare, or exceed what a sheet can hold."""
    for name, boxes in _blocks(design.armour):
        field = f"armour.{name}"
        if boxes % WIDTH or not boxes:
            reason = f"{boxes} boxes; tens, and at least 10 on every block of an armoured ship"
            yield Refusal(DesignStep.ARMOUR, field, "CON-21", reason, max(0, WIDTH - boxes))
        if rows_of(boxes) > MAX_ARMOUR_ROWS:
            most = MAX_ARMOUR_ROWS * WIDTH
            reason = f"{boxes} boxes, more than the {most} that a record can hold"
            yield Refusal(DesignStep.ARMOUR, field, "CON-21", reason, boxes - most)


def firewall_refusals(design: Design) -> Iterator[Refusal]:
    """IN-CON-22 Yield what forbids Firewall: another nation, no armour, systems outside."""
    if not is_available(design.nationality, "KessRith"):
        yield Refusal(DesignStep.ARMOUR, "firewall", "CON-22", "only KessRith ships have Firewall")
    if not design.is_armoured:
        yield Refusal(DesignStep.ARMOUR, "firewall", "CON-22", "Firewall needs armour under it")
    racks = [arm.type for arm, _ in design.arms() if arm.equipment.is_external]
    external = [*racks, *(each.type for each in design.accessories if each.type == "External RC")]
    if external:
        reason = f"Firewall forbids systems outside: {', '.join(dict.fromkeys(external))}"
        yield Refusal(DesignStep.ARMOUR, "firewall", "CON-22", reason, len(external))
