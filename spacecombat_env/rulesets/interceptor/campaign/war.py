"""A war: its file's content, its state from day to day, the ships that take part.

The map, the missions and the points are this project's: the book has rules between battles and no
strategic game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from ..construction.design import Design
from ..construction.steps.crew import MULTIRACIAL
from ..damage.carried import bay_tons
from ..model import Comp, Nation, Race, Role, Side, class_names, component_name
from .forces import UnitQuality
from .hull_classes import class_record, hull_design
from .repair import Stores
from .state import DAY, Area, Fate, Hull, Mission, Person, Seat, Trade
from .tracks import Track

MONTH = 30 * DAY
TRADES = {
    Role.PILOT: Trade.PILOT,
    Role.GUNNER: Trade.GUNNER,
    Role.ENGINEER: Trade.ENGINEER,
    Role.NAVIGATOR: Trade.NAVIGATOR,
}
GONE = (Fate.DEAD, Fate.CAPTURED)
MILLION = 1_000_000
HULLS_OF_A_SIDE = 24
"""At most, lost ones and bought ones included."""


# -- the file ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Force:
    """A side at the beginning."""

    name: str
    nation: Nation
    bases: tuple[str, ...]
    """Areas of its bases; hulls and replacements begin at the first."""
    hulls: tuple[str, ...]
    """The class of each."""
    crew_ratio: float = 1
    """Crewmen: TOG's for each of its enemy's, others' for each seat of their hulls (IN-CAM-06)."""
    unit: UnitQuality = UnitQuality.LINE
    stores: Stores = Stores()
    reinforcements: int = 0
    """New pilots that arrive together."""
    talents: int = 0
    """For hulls that it buys during the war."""


@dataclass(frozen=True)
class Values:
    """Points of a war."""

    area: int = 1
    """For each day and point of value of an area that a side controls."""
    hull: int = 1
    """For each million talents of a lost hull of the enemy's."""
    crewman: int = 1
    """For each dead or captured crewman of the enemy's."""


@dataclass(frozen=True)
class War:
    """The content of a war's file (reading.py)."""

    name: str
    seed: int
    days: int
    sides: tuple[Force, Force]
    areas: tuple[Area, ...]
    contact: int = 7
    """Missions in an area meet on or below this, more easily with more hulls."""
    every: int = 5
    """Days from one arrival of reinforcements to the next."""
    plays_rescue: bool = False
    """Whether crews are searched for by missions, and not by a roll (IN-CAM-31)."""
    landing_rolls: bool = False
    """Whether hulls that come home roll for their landing (IN-CAM-17, 19)."""
    morale: bool = False
    """Whether crews check their morale in battle (IN-CAM-02)."""
    values: Values = Values()
    designs: tuple[str, ...] = ()
    """Classes besides the fifteen ships that hulls may have (hull_classes.py)."""

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes of its battles by number; that of row 0 is empty."""
        return (*class_names(), *self.designs)

    def area(self, name: str) -> Area:
        """Return an area by its name."""
        return next(area for area in self.areas if area.name == name)


# -- ships ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ShipClass:
    """Facts of a class that a campaign needs."""

    name: str
    nation: Nation
    race: Race
    tons: int
    thrust: int
    scale: int
    talents: int
    """Its price."""
    trades: tuple[Trade, ...]
    """Of its crew, in the order of the class."""
    fuel_boxes: int
    fuel_hours: int
    air_hours: int
    facilities: int
    hospitals: int
    bay_tons: int
    installation: bool
    seats: tuple[Seat, ...]
    """Where its crew serves, in the order of the class."""
    reserve: tuple[str, ...]
    """Classes of the crated craft of its design."""
    modules: tuple[str, ...]
    """Names of its Multiracial cockpits (IN-IDE-10)."""

    @property
    def million_talents(self) -> int:
        """Its price in millions, rounded up."""
        return -(-self.talents // MILLION)


@cache
def ship_class(name: str) -> ShipClass:
    """Return a class by its name; raise ValueError for an unknown one."""
    klass, design = class_record(name), hull_design(name)
    tanks = (part for part in klass.component[: klass.components] if part.kind == Comp.FUEL)
    return ShipClass(
        name,
        Nation(int(klass.nation)),
        Race(int(klass.race)),
        int(klass.tons),
        int(klass.thrust),
        int(klass.scale),
        int(klass.cost),
        tuple(
            trade_of(Role(int(role)), bool(klass.installation)) for role in klass.role[: klass.crew]
        ),
        sum(int(part.boxes) for part in tanks),
        design.fuel_days * DAY,
        max(1, design.supplies_months) * MONTH if klass.long_air else DAY,
        _count(klass, Comp.REPAIR),
        _count(klass, Comp.HOSPITAL),
        max((bay_tons(klass, n) for n in range(klass.bays) if not klass.bay[n].cargo), default=0),
        bool(klass.installation),
        tuple(_seats(klass, design)),
        tuple(craft.name for craft in design.cargo.reserve),
        tuple(_modules(klass, design)),
    )


def trade_of(role: Role, installation: bool) -> Trade:
    """IN-CRW-05 Return the trade of a seat; gunners of installations learn their own."""
    return Trade.INSTALLATION_GUNNER if installation and role == Role.GUNNER else TRADES[role]


def _seats(klass: Any, design: Design) -> Iterator[Seat]:
    """IN-CON-38 Yield where the crew of a class serves."""
    parts = klass.component[: klass.components]
    cockpits = [int(part.crewman) for part in parts if part.kind == Comp.COCKPIT]
    multiracial = _multiracial(design)
    for place in range(int(klass.crew)):
        if place in multiracial:
            yield Seat.MULTIRACIAL
        else:
            yield Seat.COCKPIT if place in cockpits else Seat.BRIDGE


def _multiracial(design: Design) -> list[int]:
    """Return the crewmen of a design who have Multiracial cockpits."""
    return [design.persons.index(e.crew) for e in design.cockpits if e.races == MULTIRACIAL]


def _modules(klass: Any, design: Design) -> Iterator[str]:
    """Yield the names of a class's Multiracial cockpits."""
    places = _multiracial(design)
    for row, part in enumerate(klass.component[: klass.components]):
        if part.kind == Comp.COCKPIT and part.crewman in places:
            yield component_name(klass, row)


def _count(klass: Any, kind: Comp) -> int:
    """Return how many components of a kind a class has."""
    return sum(int(part.kind) == kind for part in klass.component[: klass.components])


def fresh_hull(number: int, side: Side, name: str, class_name: str, home: str) -> Hull:
    """Return a new hull of a class at its base."""
    kind = ship_class(class_name)
    return Hull(
        id=number,
        name=name,
        side=side,
        ship_class=class_name,
        tons=kind.tons,
        thrust=kind.thrust,
        scale=kind.scale,
        area=home,
        home=home,
        fuel_boxes=kind.fuel_boxes,
        fuel_hours=kind.fuel_hours,
        air_hours=kind.air_hours,
        facilities=kind.facilities,
        hospitals=kind.hospitals,
        bay_tons=kind.bay_tons,
        reserve=kind.reserve,
    )


# -- from day to day -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Order:
    """A hull's mission for a day."""

    hull: int
    mission: Mission
    area: str = ""
    """Its goal; none for REST."""


@dataclass(frozen=True)
class Drift:
    """A crew that drifts in an area and is to be searched for by a mission."""

    side: Side
    area: str
    crew: tuple[int, ...]
    day: int
    """Day of the battle."""


@dataclass(frozen=True)
class WarState:
    """A war on one day."""

    war: War
    day: int = 0
    persons: Mapping[int, Person] = field(default_factory=dict)
    hulls: Mapping[int, Hull] = field(default_factory=dict)
    holders: Mapping[str, Side | None] = field(default_factory=dict)
    """The side that controls each area; None where it is contested."""
    stores: tuple[Stores, Stores] = (Stores(), Stores())
    talents: tuple[int, int] = (0, 0)
    """Left for purchases."""
    held: tuple[int, int] = (0, 0)
    """Points for areas so far."""
    orders: tuple[tuple[Order, ...] | None, tuple[Order, ...] | None] = (None, None)
    """Sealed orders of the day; None until a side has given them."""
    fought: frozenset[int] = frozenset()
    """Hulls that have been in a battle today."""
    beaten: frozenset[tuple[str, Side]] = frozenset()
    """Areas in which a side has lost a battle today."""
    drifting: tuple[Drift, ...] = ()
    tracks: tuple[tuple[Track, ...], tuple[Track, ...]] = ((), ())
    """Each side's knowledge of enemy hulls."""

    @property
    def hour(self) -> int:
        """The hour at which the day begins."""
        return self.day * DAY

    def area(self, name: str) -> Area:
        """Return an area with its present holder."""
        return replace(self.war.area(name), holder=self.holders[name])

    def own(self, side: Side) -> list[Hull]:
        """Return the hulls of a side that are not lost."""
        return [hull for hull in self.hulls.values() if hull.side == side and not hull.destroyed]

    def crew_of(self, hull: Hull) -> list[Person]:
        """Return the crew of a hull."""
        return [self.persons[person] for person in hull.crew]

    def is_home(self, hull: Hull) -> bool:
        """Whether a hull is at a base of its side when the day begins."""
        bases = self.war.sides[hull.side].bases
        return hull.area in bases and hull.arrives <= self.hour

    def is_manned(self, hull: Hull) -> bool:
        """Whether its whole crew is fit."""
        crew = self.crew_of(hull)
        return bool(crew) and all(person.fate is Fate.FIT for person in crew)


def with_hulls(state: WarState, hulls: Sequence[Hull]) -> WarState:
    """Return the state with some hulls changed."""
    return replace(state, hulls={**state.hulls, **{hull.id: hull for hull in hulls}})


def with_persons(state: WarState, persons: Sequence[Person]) -> WarState:
    """Return the state with some persons changed."""
    changed = {person.id: person for person in persons}
    return replace(state, persons={**state.persons, **changed})


def points(state: WarState) -> tuple[int, int]:
    """Return the points of both sides: for areas held, and for what the enemy has lost."""
    red, blue = (_gained(state, side) for side in Side)
    return red, blue


def _gained(state: WarState, side: Side) -> int:
    """Return the points of one side."""
    values = state.war.values
    lost = (hull for hull in state.hulls.values() if hull.side != side and hull.destroyed)
    millions = sum(ship_class(hull.ship_class).million_talents for hull in lost)
    people = sum(p.side != side and p.fate in GONE for p in state.persons.values())
    return state.held[side] + values.hull * millions + values.crewman * people
