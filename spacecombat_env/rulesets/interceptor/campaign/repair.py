"""6.6: repairs between battles; a system is a component, or the armour of a facing or turret.

Times are minutes, those of a box from data/internal_effects.csv. An external rack is repaired as
other components, among which 4.11 lists it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

from spacecombat_env.core.loading.tables import read_csv

from ..model import DATA, TEXT, Comp, Side
from ..model.printed.components import kind_of
from .state import Base, CampaignEvent, Damage, EventKind, Hull, SystemKind

HOUR = 60
MODULE_MINUTES = 12 * HOUR
NO_BAY_FACTOR = 3
ARMOUR_ROW, FIREWALL_ROW = "Armour box", "Firewall box"
ROWS = {
    "Cockpit": Comp.COCKPIT,
    "DCS": Comp.DCS,
    "ACS": Comp.ACS,
    "Hardpoint": Comp.HARDPOINT,
    "Autoloader": Comp.AUTOLOADER,
    "Weapon or defensive system": Comp.WEAPON,
    "Shield generator": Comp.SHIELD,
    "Powerplant": Comp.PLANT,
    "Engine": Comp.ENGINE,
    "Engine linkage": Comp.LINKAGE,
    "Anti-grav lifters": Comp.ANTIGRAV,
    "Fuel": Comp.FUEL,
    "Acceleration compensator": Comp.COMPENSATOR,
    "Quarters": Comp.QUARTERS,
    "Life support": Comp.LIFE_SUPPORT,
    "Rescue Compartment": Comp.RESCUE,
    "Ship Destroyed": Comp.SHIP_DESTROYED,
}
"""Kinds by their rows in data/internal_effects.csv; the other rows have the names of a layout."""
WITHOUT_TIME = (Comp.FREE, Comp.CARGO, Comp.HANGAR)
"""The book gives these no time: here their boxes are whole as soon as work on the hull begins."""


class Part(Enum):
    """Kinds of spare part, by their field of Stores."""

    ARMOUR = "armour"
    BOX = "boxes"
    MODULE = "modules"


@dataclass(frozen=True)
class Stores:
    """IN-CAM-30 Spare parts of a side, as its campaign gives them."""

    armour: int = 0
    """Boxes of armour and Firewall."""
    boxes: int = 0
    """Boxes of components."""
    modules: int = 0
    """Modules of Multiracial cockpits."""

    def has(self, part: Part) -> bool:
        """IN-CAM-30 Whether there is one left."""
        return getattr(self, part.value) > 0

    def without(self, part: Part) -> Stores:
        """IN-CAM-30 Return the stores with one fewer."""
        return replace(self, **{part.value: getattr(self, part.value) - 1})


@dataclass(frozen=True)
class Site:
    """The place where a hull is repaired."""

    facility: bool = False
    """Whether a Repair Facility works on this hull."""
    bay: bool = False
    """Whether it fits the hangar bay, or the base is planetside and the air can be breathed."""

    @property
    def factor(self) -> int:
        """IN-CAM-26 The factor of all times: 3 at a facility without a bay for the hull."""
        return NO_BAY_FACTOR if self.facility and not self.bay else 1


@dataclass(frozen=True)
class RepairStep:
    """The next piece of work on a system."""

    minutes: int
    boxes: int
    """Boxes that it restores."""
    part: Part


# -- places --------------------------------------------------------------------------------------


def site_of(base: Base | None, hull: Hull) -> Site:
    """IN-CAM-26 Return how a base serves a hull whose turn it is at a facility."""
    if base is None or not base.facilities:
        return Site()
    return Site(True, base.breathable or base.bay_tons >= hull.tons)


def served(base: Base, hulls: Sequence[Hull]) -> list[Hull]:
    """IN-CAM-26 Return the hulls at the facilities: one each, damaged ones by their urgency."""
    damaged = [hull for hull in hulls if hull.damage]
    damaged.sort(key=lambda hull: -hull.urgency)
    return damaged[: base.facilities]


def sites_of(bases: Sequence[Base], hulls: Sequence[Hull]) -> dict[int, Site]:
    """IN-CAM-26 Return where hulls are repaired, by id, those that find a facility.

    A ship with facilities serves others, not itself.
    """
    found: dict[int, Site] = {}
    for base in bases:
        waiting = [hull for hull in hulls if hull.id not in found and hull.name != base.name]
        found |= {hull.id: site_of(base, hull) for hull in served(base, waiting)}
    return found


def as_base(hull: Hull) -> Base:
    """IN-IDE-40 Return a ship as a base: disabled facilities and hospitals do not serve."""
    yards = sum(each.kind == Comp.REPAIR and each.disabled for each in hull.damage)
    wards = sum(each.kind == Comp.HOSPITAL and each.disabled for each in hull.damage)
    hospital = hull.hospitals > wards
    return Base(hull.name, hull.side, hull.facilities - yards, hull.bay_tons, hospital=hospital)


# -- times ---------------------------------------------------------------------------------------


@cache
def box_minutes() -> dict[Comp | SystemKind, int]:
    """Return the minutes of a box by kind of system; kinds without a time are left out.

    Firewall is not among them: `firewall_minutes`.
    """
    found: dict[Comp | SystemKind, int] = {}
    for name, minutes in _printed_minutes().items():
        kind = ROWS.get(name, kind_of(name))
        found.setdefault(kind, minutes)
    found[SystemKind.ARMOUR] = _printed_minutes()[ARMOUR_ROW]
    found[Comp.POINT_DEFENCE] = found[Comp.WEAPON]
    return {kind: minutes for kind, minutes in found.items() if kind not in WITHOUT_TIME}


@cache
def _printed_minutes() -> dict[str, int]:
    """Return the minutes of a box by the rows of data/internal_effects.csv."""
    columns = {"component": TEXT, "repair_hours_per_box": TEXT}
    rows = read_csv(DATA / "internal_effects.csv", columns)
    hours = {str(row["component"]): str(row["repair_hours_per_box"]) for row in rows}
    return {name: int(HOUR * float(cell)) for name, cell in hours.items() if cell}


def firewall_minutes() -> int:
    """IN-CAM-26 Return the minutes of a Firewall box."""
    return _printed_minutes()[FIREWALL_ROW]


def scale_factor(kind: Comp | SystemKind, scale: int) -> int:
    """IN-CAM-28 Return the factor of a box inside: the scale, except of avionics and cockpits."""
    avionics = Comp.TRANSPONDER <= kind <= Comp.THRUST_CONTROL
    return 1 if avionics or kind in (Comp.COCKPIT, SystemKind.ARMOUR) else scale


def is_reparable(damage: Damage, site: Site) -> bool:
    """IN-CAM-25 Whether a system can be repaired: no Ship Destroyed, no armour without facility."""
    needs_facility = damage.kind in (Comp.SHIP_DESTROYED, SystemKind.ARMOUR)
    return damage.kind in box_minutes() and (site.facility or not needs_facility)


def steps(damage: Damage, scale: int, site: Site, stores: Stores) -> list[RepairStep]:
    """IN-AMB-140 Return the work on a system: its boxes one after another."""
    if swaps_module(damage, stores):
        return [RepairStep(MODULE_MINUTES * site.factor, damage.lost, Part.MODULE)]
    part = Part.ARMOUR if damage.kind == SystemKind.ARMOUR else Part.BOX
    minutes = box_minutes()[damage.kind] * scale_factor(damage.kind, scale) * site.factor
    step = RepairStep(minutes, 1, part)
    outer = RepairStep(firewall_minutes() * site.factor, 1, part)
    return [step] * len(damage.boxes) + [outer] * len(damage.firewall)


def swaps_module(damage: Damage, stores: Stores) -> bool:
    """IN-IDE-10 Whether a Multiracial cockpit is replaced whole: a spare module is at hand."""
    return damage.multiracial and stores.has(Part.MODULE)


# -- work ----------------------------------------------------------------------------------------


def jobs(hull: Hull, site: Site) -> tuple[list[Damage], list[Damage]]:
    """IN-CAM-26 Return the systems to be repaired first, and the others in the owner's order."""
    found = [each for each in hull.damage if is_reparable(each, site)]
    ranks = {name: n for n, name in enumerate(hull.queue)}
    found.sort(key=lambda each: ranks.get(each.system, len(ranks)))
    first = [each for each in found if each.kind == Comp.SHIP_DESTROYED]
    return first, [each for each in found if each not in first]


def repair(
    hull: Hull, site: Site, stores: Stores, minutes: int
) -> tuple[Hull, Stores, list[CampaignEvent]]:
    """IN-CAM-26 Work on a hull for some minutes; return it, the stores left, and events."""
    first, others = jobs(hull, site)
    done: dict[str, Damage] = {}
    minutes, stores = _in_turn(hull, site, first, stores, minutes, done)
    if site.facility and not any(done[each.system].lost for each in first):
        for each in others:
            _, stores = _in_turn(hull, site, [each], stores, minutes, done)
    elif not site.facility:
        _, stores = _in_turn(hull, site, others, stores, minutes, done)
    return _repaired(hull, done), stores, list(_events(hull, done, stores))


def _in_turn(
    hull: Hull,
    site: Site,
    systems: Iterable[Damage],
    stores: Stores,
    minutes: int,
    done: dict[str, Damage],
) -> tuple[int, Stores]:
    """IN-AMB-140 Work on systems one at a time, a component or the armour of a facing each.

    Writes their state to `done`; returns the minutes left and the stores.
    """
    for each in systems:
        work = steps(each, hull.scale, site, stores)
        done[each.system], minutes, stores = _spend(each, work, stores, minutes)
        if done[each.system].lost and not minutes:
            break
    return minutes, stores


def _spend(
    damage: Damage, work: Sequence[RepairStep], stores: Stores, minutes: int
) -> tuple[Damage, int, Stores]:
    """IN-CAM-30 Work on one system while minutes and spare parts last."""
    for step in work:
        if not stores.has(step.part):
            break
        needed = max(0, step.minutes - damage.minutes)
        if minutes < needed:
            return replace(damage, minutes=damage.minutes + minutes), 0, stores
        minutes -= needed
        damage, stores = _restored(damage, step.boxes), stores.without(step.part)
    return damage, minutes, stores


def _restored(damage: Damage, boxes: int) -> Damage:
    """Return a system with its next boxes restored: Firewall, which lies outside, comes last."""
    firewall_boxes = max(0, boxes - len(damage.boxes))
    return replace(
        damage,
        boxes=damage.boxes[boxes:],
        firewall=damage.firewall[firewall_boxes:],
        minutes=0,
    )


def _repaired(hull: Hull, done: dict[str, Damage]) -> Hull:
    """Return the hull after work; what is whole is no damage any more."""
    systems = [each for each in hull.damage if each.kind not in WITHOUT_TIME]
    damage = [done.get(each.system, each) for each in systems]
    left = tuple(each for each in damage if each.lost)
    names = [each.system for each in left]
    queue = tuple(name for name in hull.queue if name in names)
    plant = hull.plant_lost if any(each.kind == Comp.PLANT for each in left) else 0
    return replace(hull, damage=left, queue=queue, plant_lost=plant)


def _events(hull: Hull, done: dict[str, Damage], stores: Stores) -> Iterable[CampaignEvent]:
    """Yield the boxes restored by system, and the lack of parts."""
    before = {each.system: each.lost for each in hull.damage}
    side = Side(hull.side)
    for name, after in done.items():
        if before[name] > after.lost:
            yield CampaignEvent(EventKind.REPAIRED, side, hull.id, before[name] - after.lost, name)
        part = Part.ARMOUR if after.kind == SystemKind.ARMOUR else Part.BOX
        if after.lost and not stores.has(part):
            yield CampaignEvent(EventKind.OUT_OF_PARTS, side, hull.id, after.lost, name)
