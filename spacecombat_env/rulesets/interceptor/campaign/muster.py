"""The beginning of a war, replacements, and levels: persons come to hulls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import ceil

from spacecombat_env.core.errors import IllegalOrderError, ScenarioError

from ..model import NONE, Nation, Race, Side
from .crews.experience import lose_skill, raise_skill
from .crews.recruits import recruit
from .dice import Dice, Purpose
from .forces import crew_total, has_replacements, missions_at_start
from .state import CampaignEvent, Fate, Hull, Person, Seat, Skill, Trade
from .war import War, WarState, fresh_hull, ship_class, with_hulls, with_persons

REFIT_HOURS = 1
"""Of a Multiracial cockpit (IN-CON-38)."""
IDS_APART, NAMES_APART = 10_000, 100
"""Blue's first id, and its first number of a class: neither side's tell the enemy's strength."""


def begin(war: War) -> WarState:
    """Return a war on its first morning: hulls with crews, and spare pilots at the first base.

    Raises ScenarioError if a side has fewer crewmen than seats.
    """
    holders = {area.name: area.holder for area in war.areas}
    red, blue = war.sides
    stores, talents = (red.stores, blue.stores), (red.talents, blue.talents)
    state = WarState(war, holders=holders, stores=stores, talents=talents)
    for side in Side:
        hulls = _fleet(war, side)
        state = with_hulls(state, hulls)
        for hull in hulls:
            state = with_crew(state, hull)
    for side in Side:
        spare = crewmen(war, side) - seats(war, side)
        if spare < 0:
            field = f"sides.{side.name.lower()}.crew_ratio"
            raise ScenarioError.at(war.name, field, f"{-spare} crewmen too few for its hulls")
        state, _ = reinforce(state, side, spare)
    return state


def seats(war: War, side: Side) -> int:
    """Return the crewmen that a side's hulls need."""
    return sum(len(ship_class(name).trades) for name in war.sides[side].hulls)


def crewmen(war: War, side: Side) -> int:
    """IN-CAM-06 Return the crewmen of a side: TOG's by its enemy's, others' by their seats."""
    own, enemy = war.sides[side], war.sides[1 - side]
    if own.nation is Nation.TOG and enemy.nation is not Nation.TOG:
        return crew_total(own.nation, crewmen(war, Side(1 - side)), own.crew_ratio)
    return ceil(own.crew_ratio * seats(war, side))


def _fleet(war: War, side: Side) -> list[Hull]:
    """Return the hulls of a side at its first base, numbered by class."""
    force = war.sides[side]
    fleet = []
    for n, kind in enumerate(force.hulls):
        name = f"{kind} {force.hulls[: n + 1].count(kind) + side * NAMES_APART}"
        fleet.append(fresh_hull(n + side * IDS_APART, side, name, kind, force.bases[0]))
    return fleet


def _next_person(state: WarState, side: Side) -> int:
    """Return the id of a side's next person."""
    own = sum(person.side == side for person in state.persons.values())
    return side * IDS_APART + own


def with_crew(state: WarState, hull: Hull) -> WarState:
    """Return the state with recruits in all seats of a hull, of the race of its cockpits."""
    kind = ship_class(hull.ship_class)
    first = _next_person(state, hull.side)
    crew = [
        _new_person(state, hull.side, first + n, trade, kind.race)
        for n, trade in enumerate(kind.trades)
    ]
    unit = state.war.sides[hull.side].unit
    dice = Dice(state.war.seed, state.day)
    seated = []
    for person in crew:
        flown = missions_at_start(unit, dice.roll(Purpose.FAMILIARITY, person.id))
        missions = {hull.id: flown} if flown else {}
        seated.append(replace(person, hull=hull.id, missions=missions))
    state = with_persons(state, seated)
    return with_hulls(state, [replace(hull, crew=tuple(person.id for person in crew))])


def _new_person(
    state: WarState, side: Side, number: int, trade: Trade, race: Race | None = None
) -> Person:
    """Return a recruit; without a race, of one at random."""
    force = state.war.sides[side]
    dice = Dice(state.war.seed, state.day)
    return recruit(dice, number, side, force.nation, trade, force.unit, race)[0]


def reinforce(state: WarState, side: Side, count: int) -> tuple[WarState, list[Person]]:
    """Return the state with some new pilots without a hull."""
    first = _next_person(state, side)
    new = [_new_person(state, side, first + n, Trade.PILOT) for n in range(count)]
    return with_persons(state, new), new


# -- choices of a side ---------------------------------------------------------------------------


def assign(state: WarState, side: Side, hull: int, crew: Sequence[int]) -> WarState:
    """IN-CAM-06 Return the state with another crew in a hull.

    Persons without a hull are replacements, which wait at rear bases. Raises IllegalOrderError.
    """
    ship = state.hulls[hull]
    for reason in _unfit(state, side, ship, crew):
        raise IllegalOrderError.at(ship.name, "crew", reason)
    ship = refit(ship, [state.persons[person].race for person in crew], state.hour)
    left = [replace(each, hull=NONE) for each in state.crew_of(ship) if each.id not in crew]
    come = [replace(state.persons[person], hull=hull) for person in crew]
    others = [
        replace(each, crew=tuple(person for person in each.crew if person not in crew))
        for each in state.own(side)
        if each.id != hull and set(each.crew) & set(crew)
    ]
    state = with_persons(with_hulls(state, others), [*left, *come])
    return with_hulls(state, [replace(ship, crew=tuple(crew))])


def _unfit(state: WarState, side: Side, ship: Hull, crew: Sequence[int]) -> Iterator[str]:
    """Yield what forbids a crew."""
    kind = ship_class(ship.ship_class)
    if ship.side != side or ship.destroyed:
        yield "no hull of this side"
        return
    if not state.is_home(ship):
        yield "it is at no base"
        return
    if len(set(crew)) != len(crew) or any(person not in state.persons for person in crew):
        yield "persons are named once each, by their id"
        return
    people = [state.persons[person] for person in crew]
    spare = state.stores[side].modules
    if needed_modules(ship, [person.race for person in people]) > spare:
        yield f"{spare} modules for its cockpits are not enough"
    if tuple(person.trade for person in people) != kind.trades:
        yield f"its seats are: {', '.join(trade.value for trade in kind.trades)}"
    base = state.area(ship.area).base
    for place, person in enumerate(people):
        yield from _unfit_person(state, ship, place, person, has_replacements(base))


def _unfit_person(
    state: WarState, ship: Hull, place: int, person: Person, depot: bool
) -> Iterable[str]:
    """Yield what forbids a person in a seat of a hull."""
    if person.side != ship.side or person.fate is not Fate.FIT:
        yield f"{person.name} is not available"
    if not may_serve(ship, place, person.race):
        yield f"{person.name} does not fit its cockpits"
    if person.hull == NONE and not depot:
        yield f"{person.name} is a replacement, and this is not a rear base"
    if person.hull not in (NONE, ship.id) and state.hulls[person.hull].area != ship.area:
        yield f"{person.name} is elsewhere"


# -- cockpits and races --------------------------------------------------------------------------


def may_serve(ship: Hull, place: int, race: Race) -> bool:
    """IN-CON-38 Whether a seat is for a race: cockpits are for one, a Bridge is for all.

    A Multiracial cockpit is refitted.
    """
    kind = ship_class(ship.ship_class)
    in_cockpit = place < len(kind.seats) and kind.seats[place] is Seat.COCKPIT
    return race == kind.race or not in_cockpit


def needed_modules(ship: Hull, races: Sequence[Race]) -> int:
    """IN-CON-38 Return the Multiracial cockpits that must be refitted for a crew."""
    return sum(race != module for race, module in _swaps(ship, races))


def _swaps(ship: Hull, races: Sequence[Race]) -> Iterator[tuple[Race, Race]]:
    """Yield the races of a crew's seats in Multiracial cockpits, and of the modules there."""
    kind = ship_class(ship.ship_class)
    modules = ship.modules or (kind.race,) * len(kind.seats)
    for seat, race, module in zip(kind.seats, races, modules, strict=False):
        if seat is Seat.MULTIRACIAL:
            yield race, module


def refit(ship: Hull, races: Sequence[Race], hour: int) -> Hull:
    """IN-CON-38, IN-AMB-198 Return a hull whose cockpits are refitted for a crew, in an hour each.

    The modules taken out are the spare ones of the next refit.
    """
    count = needed_modules(ship, races)
    if not count:
        return ship
    return replace(ship, modules=tuple(races), refitted=hour + REFIT_HOURS * count)


def order_repairs(
    state: WarState, side: Side, hull: int, systems: Sequence[str], urgency: int = 0
) -> WarState:
    """IN-CAM-25 Return the state with the order of a hull's repairs, and its urgency.

    Raises IllegalOrderError for a hull of the other side, and for a system without damage.
    """
    ship = state.hulls.get(hull)
    if ship is None or ship.side != side:
        raise IllegalOrderError.at(f"hull {hull}", "hull", "no hull of this side")
    damaged = [each.system for each in ship.damage]
    for system in systems:
        if system not in damaged:
            raise IllegalOrderError.at(ship.name, "repairs", f"{system!r} has no damage")
    return with_hulls(state, [replace(ship, queue=tuple(systems), urgency=urgency)])


def choose_raise(state: WarState, person: int, skill: Skill) -> WarState:
    """IN-CRW-06 Return the state after the choice of a level gained; may raise ValueError."""
    return with_persons(state, [raise_skill(state.persons[person], skill)])


def choose_loss(state: WarState, person: int, skill: Skill) -> tuple[WarState, CampaignEvent]:
    """IN-CRW-14 Return the state after the choice of a level lost; may raise ValueError."""
    changed, event = lose_skill(state.persons[person], skill)
    return with_persons(state, [changed]), event
