"""A day of a war: reports, sealed orders, travel, (contact and battles,) upkeep.

    state, news = morning(state)
    state = seal(state, Side.RED, orders)          # orders.py; then Blue, who sees none of them
    state, news = travel(state)
    for battle in contacts(state): ...             # contact.py: avoid, or play and settle
    state, news = evening(state)

The order of the day and its missions are this project's; recovery, finding the way, misdirection,
idle missions, treatment and repairs follow the book.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spacecombat_env.core.errors import IllegalOrderError

from ..model import NONE, Side
from .contact import present
from .crews.experience import fly_idle
from .crews.recovery import recovered, search_by_mission, treat, unrecovered
from .dice import Dice
from .journeys.landing import land_hulls
from .journeys.navigation import DAYS_MOST, jump_days, lacking, misdirection
from .journeys.travel import Target, can_reach, find_way
from .muster import reinforce
from .orders import journey
from .repair import HOUR, Site, as_base, repair, sites_of
from .reserves import prepare_reserves
from .state import DAY, SORTIES, Base, CampaignEvent, EventKind, Fate, Hull, Mission, Person
from .war import Drift, Order, WarState, with_hulls, with_persons

HOMEWARD = 1
"""Tells the dice of the way home from those of the way out."""
STRAIGHT = 5
"""Straight turns before translation, where no battle disturbs them."""
GOALS = {Mission.RESCUE: Target.MOVING}
"""The targets of missions to what moves: a crew that drifts (IN-CAM-16); others fly to a place."""


# -- morning -------------------------------------------------------------------------------------


def morning(state: WarState) -> tuple[WarState, list[CampaignEvent]]:
    """Return the state with the wounded whose time is over back in service, and the news."""
    people, events = [], []
    for person in state.persons.values():
        fit, news = recovered(person, state.hour)
        people.append(fit)
        events += news
    for hull in state.hulls.values():
        if state.hour - DAY < hull.arrives <= state.hour and not hull.destroyed:
            events.append(CampaignEvent(EventKind.ARRIVED, hull.side, hull.id, what=hull.area))
    return with_persons(state, people), events


# -- travel --------------------------------------------------------------------------------------


def travel(state: WarState) -> tuple[WarState, list[CampaignEvent]]:
    """Return the state after hulls have set out on their orders; both must be sealed."""
    events: list[CampaignEvent] = []
    dice = Dice(state.war.seed, state.day)
    for orders in state.orders:
        if orders is None:
            raise IllegalOrderError.at(state.war.name, "orders", "a side has given none")
        company = [state.hulls[order.hull] for order in orders]
        for order in orders:
            friends = [each for each in company if _together(state, each, order)]
            hull, news = depart(state, dice, order, friends)
            state = with_hulls(state, [hull])
            events += news
    return state, events


def _together(state: WarState, friend: Hull, order: Order) -> bool:
    """Whether another hull flies the same way from the same place."""
    same = any(
        each.hull == friend.id and each.area == order.area
        for each in state.orders[friend.side] or ()
    )
    return same and friend.id != order.hull and friend.area == state.hulls[order.hull].area


def depart(
    state: WarState, dice: Dice, order: Order, friends: Sequence[Hull]
) -> tuple[Hull, list[CampaignEvent]]:
    """IN-CAM-15 Return a hull on its way; one that does not find it turns back at once."""
    hull = state.hulls[order.hull]
    if order.mission is Mission.REST or not order.area:
        return replace(hull, mission=Mission.REST), []
    hours = journey(state, hull, order.area)
    found, news = find_way(dice, hull, GOALS.get(order.mission, Target.STATIC), friends)
    if hours and not found:
        return replace(hull, mission=Mission.REST), [news]
    late, events = _misdirection(state, dice, hull, order.area, STRAIGHT)
    home = order.area if order.mission is Mission.TRANSFER else hull.home
    arrives = max(state.hour, hull.refitted) + hours + late
    out = replace(hull, area=order.area, home=home, mission=order.mission, arrives=arrives)
    return out, events


def _misdirection(
    state: WarState, dice: Dice, hull: Hull, goal: str, straight: int, nth: int = 0
) -> tuple[int, list[CampaignEvent]]:
    """IN-CAM-22 Return the hours lost by misdirection on a journey faster than light.

    The table ends at ten days: longer journeys use its last row.
    """
    days = jump_days(state.war.area(hull.area), state.war.area(goal))
    return misdirection(dice, hull, min(days, DAYS_MOST), straight, nth) if days else (0, [])


# -- evening -------------------------------------------------------------------------------------


def evening(state: WarState) -> tuple[WarState, list[CampaignEvent]]:
    """Return the state on the next morning: rescues, returns, treatment, repairs, control."""
    events: list[CampaignEvent] = []
    for phase in (
        finish_rescues,
        count_idle,
        take_control,
        go_home,
        land_hulls,
        treat_wounded,
        repair_hulls,
        prepare_craft,
        send_reinforcements,
    ):
        state, news = phase(state)
        events += news
    fresh = replace(state, day=state.day + 1, orders=(None, None))
    return replace(fresh, fought=frozenset(), beaten=frozenset()), events


def finish_rescues(state: WarState) -> tuple[WarState, list[CampaignEvent]]:
    """IN-CAM-31 Bring drifting crews home by today's missions; other crews of earlier days die.

    Their air would not last so long in a battle; that they live until the next day is this
    project's.
    """
    events: list[CampaignEvent] = []
    left = []
    for drift in state.drifting:
        home = _is_rescued(state, drift)
        if not home and drift.day == state.day:
            left.append(drift)
            continue
        crew = [state.persons[person] for person in drift.crew]
        enemy = state.holders[drift.area] == 1 - drift.side
        people, news = search_by_mission(crew, home, enemy)
        state = with_persons(state, people)
        events += news
    return replace(state, drifting=tuple(left)), events


def _is_rescued(state: WarState, drift: Drift) -> bool:
    """Whether a rescue mission is in the area and has not been driven off."""
    there = present(state, drift.side, drift.area)
    rescuers = any(hull.mission is Mission.RESCUE for hull in there)
    return rescuers and (drift.area, drift.side) not in state.beaten


def count_idle(state: WarState) -> tuple[WarState, list[CampaignEvent]]:
    """IN-CRW-13 Count a non-combat mission for the crews of sorties that met nobody."""
    people: list[Person] = []
    events: list[CampaignEvent] = []
    for hull in state.hulls.values():
        flown = hull.mission in SORTIES and hull.arrives <= state.hour + DAY
        if flown and hull.id not in state.fought and not hull.destroyed:
            for person in state.crew_of(hull):
                idle, news = fly_idle(person, hull.id)
                people.append(idle)
                events += news
    return with_persons(state, people), events


def take_control(state: WarState) -> tuple[WarState, list[CampaignEvent]]:
    """Count the areas' points, after areas without a base fell to a side that is there alone.

    A side that was driven off is not there. A base gives none on a day on which an enemy raid
    was not.
    """
    holders = dict(state.holders)
    held = list(state.held)
    for area in state.war.areas:
        there = [side for side in Side if _holds_out(state, side, area.name)]
        if area.base is None and len(there) == 1:
            holders[area.name] = there[0]
        holder = holders[area.name]
        if holder is not None and not _is_raided(state, Side(1 - holder), area.name):
            held[holder] += area.value * state.war.values.area
    return replace(state, holders=holders, held=(held[0], held[1])), []


def _holds_out(state: WarState, side: Side, area: str) -> bool:
    """Whether a side has hulls in an area from which it has not been driven."""
    return bool(present(state, side, area)) and (area, side) not in state.beaten


def _is_raided(state: WarState, enemy: Side, area: str) -> bool:
    """Whether raiders of the enemy have not been driven off."""
    raiders = any(hull.mission is Mission.RAID for hull in present(state, enemy, area))
    return raiders and (area, enemy) not in state.beaten


def go_home(state: WarState) -> tuple[WarState, list[CampaignEvent]]:
    """Return the state after sorties have turned home, and with hours away counted."""
    dice = Dice(state.war.seed, state.day)
    events: list[CampaignEvent] = []
    for hull in list(state.hulls.values()):
        if hull.destroyed:
            continue
        if hull.arrives <= state.hour + DAY and _turns_home(state, hull):
            hull, news = _homeward(state, dice, hull)
            events += news
        hull = replace(hull, straight=NONE)
        state, news = _with_endurance(with_hulls(state, [hull]), hull)
        events += news
    return state, events


def _turns_home(state: WarState, hull: Hull) -> bool:
    """Whether a hull flies home: after a sortie, driven off, or before fuel or air runs out."""
    if hull.mission in SORTIES:
        return True
    driven_off = (hull.area, hull.side) in state.beaten
    tomorrow = replace(hull, away=hull.away + 2 * DAY)
    lasts = can_reach(tomorrow, journey(state, hull, hull.home))
    return hull.area != hull.home and (driven_off or not lasts)


def _homeward(state: WarState, dice: Dice, hull: Hull) -> tuple[Hull, list[CampaignEvent]]:
    """IN-CAM-15 Return a hull on its way home; one that does not find it tries again tomorrow.

    So does one that cannot enter T-space (IN-CAM-24); it is repaired where it is meanwhile.
    """
    here, home = state.war.area(hull.area), state.war.area(hull.home)
    if jump_days(here, home) and any(lacking(hull, state.crew_of(hull))):
        event = CampaignEvent(EventKind.STRANDED, hull.side, hull.id, what=hull.area)
        return replace(hull, mission=Mission.REST), [event]
    friends = [
        each
        for each in present(state, hull.side, hull.area)
        if each.id != hull.id and each.home == hull.home
    ]
    found, news = find_way(dice, hull, Target.STATIC, friends, HOMEWARD)
    if not found and hull.area != hull.home:
        return hull, [news]
    straight = STRAIGHT if hull.straight == NONE else hull.straight
    late, events = _misdirection(state, dice, hull, hull.home, straight, HOMEWARD)
    arrives = max(hull.arrives, state.hour) + journey(state, hull, hull.home) + late
    return replace(hull, area=hull.home, mission=Mission.REST, arrives=arrives), events


def _with_endurance(state: WarState, hull: Hull) -> tuple[WarState, list[CampaignEvent]]:
    """IN-CAM-13 Count a day away from base; a hull that cannot get home is lost."""
    bases = state.war.sides[hull.side].bases
    if hull.area in bases and hull.arrives <= state.hour + DAY:
        return with_hulls(state, [replace(hull, away=0)]), []
    counted = replace(hull, away=hull.away + DAY)
    if hull.arrives > state.hour + DAY or can_reach(counted, journey(state, hull, hull.home)):
        return with_hulls(state, [counted]), []
    enemy = state.holders[hull.area] == 1 - hull.side
    crew = [unrecovered(person, enemy) for person in state.crew_of(hull)]
    lost = replace(hull, destroyed=True, damage=(), queue=(), crew=())
    event = CampaignEvent(EventKind.HULL_LOST, hull.side, hull.id, what=hull.area)
    return with_persons(with_hulls(state, [lost]), crew), [event]


def treat_wounded(state: WarState) -> tuple[WarState, list[CampaignEvent]]:
    """IN-CAM-11 Roll for the wounded who are at a base or a carrier, or have been brought there.

    A carrier is any ship with a hospital that works.
    """
    dice = Dice(state.war.seed, state.day)
    people, events = [], []
    for person in state.persons.values():
        if not person.hits or person.fate is not Fate.FIT:
            continue
        hull = state.hulls.get(person.hull)
        bases = state.war.sides[person.side].bases
        place = bases[0] if hull is None else hull.area
        hospital = any(base.hospital for base in bases_in(state, person.side, place))
        late = hull is not None and hull.arrives > state.hour + DAY
        if late or not (hospital or place in bases):
            continue
        after, news = treat(dice, person, state.hour + DAY, hospital)
        people.append(after)
        events += news
    state = with_persons(state, people)
    return _without_dead(state), events


def _without_dead(state: WarState) -> WarState:
    """Return the state with crews without those who have died or left."""
    hulls = [
        replace(hull, crew=tuple(n for n in hull.crew if state.persons[n].hull == hull.id))
        for hull in state.hulls.values()
    ]
    return with_hulls(state, hulls)


def repair_hulls(state: WarState) -> tuple[WarState, list[CampaignEvent]]:
    """IN-CAM-26 Repair the hulls that have rested for the whole day, those at a facility first."""
    events: list[CampaignEvent] = []
    stores = list(state.stores)
    for area in state.war.areas:
        for side in Side:
            resting = [hull for hull in state.own(side) if _rests(state, hull, area.name)]
            sites = sites_of(bases_in(state, side, area.name), resting)
            for hull in resting:
                site = sites.get(hull.id, Site())
                after, stores[side], news = repair(hull, site, stores[side], DAY * HOUR)
                state = with_hulls(state, [after])
                events += news
    return replace(state, stores=(stores[0], stores[1])), events


def bases_in(state: WarState, side: Side, area: str) -> list[Base]:
    """IN-IDE-40 Return what serves a side in an area: its base, and its ships that rest there."""
    base = state.war.area(area).base if area in state.war.sides[side].bases else None
    ships = [as_base(hull) for hull in state.own(side) if _rests(state, hull, area)]
    return [*([] if base is None else [base]), *ships]


def _rests(state: WarState, hull: Hull, area: str) -> bool:
    """IN-DES-11 Whether a hull has been in an area all day without a battle."""
    idle = hull.id not in state.fought and hull.mission not in SORTIES
    return idle and hull.area == area and hull.arrives <= state.hour


def prepare_craft(state: WarState) -> tuple[WarState, list[CampaignEvent]]:
    """IN-CON-53 Return the state after resting ships began to prepare craft in place of lost ones.

    They are news when they can fly.
    """
    for hull in list(state.hulls.values()):
        if not hull.destroyed and _rests(state, hull, hull.area):
            state = prepare_reserves(state, hull)
    return state, []


def send_reinforcements(state: WarState) -> tuple[WarState, list[CampaignEvent]]:
    """IN-CAM-06 Return the state with new pilots at rear bases, every few days."""
    events: list[CampaignEvent] = []
    if (state.day + 1) % state.war.every:
        return state, events
    for side in Side:
        state, new = reinforce(state, side, state.war.sides[side].reinforcements)
        events += [CampaignEvent(EventKind.REINFORCED, side, person.id) for person in new]
    return state, events


# -- the end -------------------------------------------------------------------------------------


def is_over(state: WarState) -> bool:
    """Whether the last day is over, or a side has no hull or no living crewman left."""
    return state.day >= state.war.days or any(_is_out(state, side) for side in Side)


def _is_out(state: WarState, side: Side) -> bool:
    """Whether a side has no hull or nobody to serve."""
    people = (person for person in state.persons.values() if person.side == side)
    lives = any(person.fate in (Fate.FIT, Fate.WOUNDED) for person in people)
    return not lives or not state.own(side)
