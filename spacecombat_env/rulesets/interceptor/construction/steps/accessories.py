"""DesignStep 9: accessories, and what is bought of them with the tons left over in step 14."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..catalogue import Cost, TowRow, accessories, towing
from ..design import Accessory, Design
from ..parts import DesignStep, Line, Part, Place, Refusal, amount
from ..reading import HANGAR, HOSPITAL, TOWED
from .hull import is_available

TOT, ECM, REPAIR = "TOT gear", "Internal ECM", "Repair facility"
RESCUE = ("Internal RC", "External RC")
HANGAR_FACTOR = 2
"""Tons of a hangar for a ton of craft, with one bay or many (IN-AMB-64)."""
HANGAR_PRICE = 1_000
"""Talents a ton."""


def lines(design: Design) -> Iterator[Line]:
    """Yield the accessories."""
    for each in design.accessories:
        step = DesignStep.ACCOUNT if each.late else DesignStep.ACCESSORIES
        cost = cost_of(design, each)
        if cost is None:
            continue
        part = Part.HANGAR if each.type == HANGAR else Part.ACCESSORY
        place = Place.OUTSIDE if each.type == "External RC" else Place.HULL
        for _ in range(each.count):
            yield Line(step, part, item_of(each), *cost, place)


def item_of(accessory: Accessory) -> str:
    """Return the name of an accessory on the sheet."""
    if accessory.type == HANGAR:
        return f"hangar for {_carried_tons(accessory)} t"
    return f"{accessory.type} {accessory.tons} t" if accessory.type in TOWED else accessory.type


def cost_of(design: Design, accessory: Accessory) -> Cost | None:
    """Return the cost of one; None where no table has it."""
    if accessory.type == HANGAR:
        return hangar([craft.tons for craft in accessory.carries])
    if accessory.type in TOWED:
        row = tow_row(accessory)
        return row.cost if row else None
    if accessory.type == HOSPITAL:
        return hospital(design.nationality)
    return _table_cost(accessory.type)


def _table_cost(name: str) -> Cost:
    """IN-CON-23, 29, 32, 33 Return the cost of TOT gear, repair, rescue and ECM."""
    return accessories()[name][0]


def _carried_tons(accessory: Accessory) -> int:
    """Return the tons of a hangar's craft."""
    return sum(craft.tons for craft in accessory.carries)


def hangar(carried: Sequence[int]) -> Cost:
    """IN-CON-24 Return the cost of a bay for the tons of some craft."""
    tons = hangar_tons(sum(carried))
    return Cost(tons, 0, int(HANGAR_PRICE * tons))


def hangar_tons(carried: int) -> float:
    """IN-AMB-64 Return the tons of a bay: twice the craft, whether of one craft or of many."""
    return amount(HANGAR_FACTOR * carried)


def tow_row(accessory: Accessory) -> TowRow | None:
    """IN-CON-25 Return the smallest gear that moves a tonnage; None where none does."""
    rows = [row for row in towing() if row.system == accessory.type]
    fitting = [row for row in rows if accessory.tons <= row.most]
    return fitting[0] if fitting and accessory.tons else None


def hospital(nation: str) -> Cost:
    """IN-CON-31 Return the cost of a block of a hundred beds."""
    own = f"{HOSPITAL} (100 beds) KessRith"
    return accessories()[own if nation == "KessRith" else f"{HOSPITAL} (100 beds)"][0]


def crew_of(design: Design) -> int:
    """IN-CON-29, 31 Return the support crew that the accessories need, ECM apart."""
    total = 0
    for each in design.accessories:
        row = tow_row(each) if each.type in TOWED else None
        if row is not None:
            total += each.count * row.crew
        elif each.type == HOSPITAL:
            total += each.count * accessories()[f"{HOSPITAL} (100 beds)"][1]
        elif each.type == REPAIR:
            total += each.count * accessories()[REPAIR][1]
    return total


def refusals(design: Design, lines: Sequence[Line]) -> Iterator[Refusal]:
    """Yield what is wrong with the accessories."""
    for number, each in enumerate(design.accessories, start=1):
        field = f"accessories[{number}]"
        if each.type in RESCUE:
            yield from rescue_refusals(design, field, each)
        elif each.type in TOWED:
            yield from tow_refusals(design, field, each)
        elif each.type == ECM:
            yield from ecm_refusals(design, field, each)
        elif each.type == TOT:
            yield from tot_refusals(design, field, each)
        elif each.type == HANGAR and not each.carries:
            yield Refusal(
                DesignStep.ACCESSORIES, field, "CON-24", "a hangar needs craft in `carries`"
            )


def rescue_refusals(design: Design, field: str, each: Accessory) -> Iterator[Refusal]:
    """IN-CON-32 Yield compartments of KessRith ships, and outer ones without armour."""
    if not is_available(design.nationality, accessories()[each.type][2]):
        reason = "KessRith ships have no rescue compartments"
        yield Refusal(DesignStep.ACCESSORIES, field, "CON-32", reason, each.count)
    if each.type == "External RC" and not design.armour.sides[each.facing]:
        reason = f"there is no armour at {each.facing.name} to hold it"
        yield Refusal(DesignStep.ACCESSORIES, field, "CON-32", reason)


def tow_refusals(design: Design, field: str, each: Accessory) -> Iterator[Refusal]:
    """IN-CON-25 Yield gear without size, and jumpers without attachments of their size."""
    if tow_row(each) is None:
        reason = f"{each.type} for {each.tons} t; name 1 to 10,000 t"
        yield Refusal(DesignStep.ACCESSORIES, f"{field}.tons", "CON-25", reason)
    attached = [other.tons for other in design.accessories if other.type == TOWED[0]]
    if each.type == TOWED[1] and max(attached, default=0) < each.tons:
        reason = f"jumpers for {each.tons} t need towing attachments for as much"
        short = each.tons - max(attached, default=0)
        yield Refusal(DesignStep.ACCESSORIES, field, "CON-25", reason, short)


def ecm_refusals(design: Design, field: str, each: Accessory) -> Iterator[Refusal]:
    """IN-CON-33 Yield an ECM that nobody works."""
    if each.crew not in design.persons:
        reason = f"no crewman is called {each.crew!r}; there are: {', '.join(design.persons)}"
        yield Refusal(DesignStep.ACCESSORIES, f"{field}.crew", "CON-33", reason)


def tot_refusals(design: Design, field: str, each: Accessory) -> Iterator[Refusal]:
    """IN-CON-23 Yield groups that are not weapons of one crewman and one arc or turret."""
    arms = [(arm, turret) for arm, turret in design.arms() if not arm.type.startswith("Safeguard")]
    if len(each.rows) != each.count:
        reason = f"{each.count} sets of gear for {len(each.rows)} groups"
        yield Refusal(DesignStep.ACCESSORIES, f"{field}.rows", "CON-23", reason)
    for rows in each.rows:
        if any(row > len(arms) for row in rows):
            reason = f"weapons {list(rows)}; there are {len(arms)}"
            yield Refusal(DesignStep.ACCESSORIES, f"{field}.rows", "CON-23", reason)
            continue
        linked = {(arms[row - 1][0].crew, arms[row - 1][0].arc, arms[row - 1][1]) for row in rows}
        if len(linked) > 1:
            reason = f"weapons {list(rows)} are not of one crewman and one arc"
            yield Refusal(DesignStep.ACCESSORIES, f"{field}.rows", "CON-23", reason)
