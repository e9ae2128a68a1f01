"""Chapters SCN-11, ASG-07..11: what a side may buy, and what it costs.

A price is that of the ship times the factors of its crew and of its missiles, rounded once.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    MAX_TACTICS,
    NONE,
    SIM_12_LEVEL,
    SIM_14_LEVEL,
    CraftStatus,
    Crew,
    Jumpless,
    Load,
    craft_slots,
    crew_price,
    crew_tenths,
    is_convoy,
    is_split,
    may_be_merchant,
    merchant_price,
    merchant_reserve,
    merchants,
    purse,
    sails_with,
    tactics_cost,
)
from ..model.record_types import Class, Craft, Rules, State

# --- offers --------------------------------------------------------------------------------------


@native
def is_own_ship(rules: Rules, craft: Craft):
    """Whether a craft is a ship that its side has, aboard or not; drones are not."""
    here = craft.status == CraftStatus.IN_FORCE or craft.status == CraftStatus.ABOARD
    return here and not rules.classes[craft.klass].drone


@native
def has_ship(state: State, rules: Rules, side):
    """Whether a side has a ship that sails by itself."""
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if is_own_ship(rules, craft) and craft.status == CraftStatus.IN_FORCE:
            return True
    return False


@native
def rider_room(state: State, rules: Rules, side, klass):
    """BR-S4-01, BR-CTR-12 Riders of a class that the side's tenders can still carry."""
    room = 0
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if is_own_ship(rules, craft) and sails_with(state, side, craft):
            if rules.classes[craft.klass].rider_klass == klass:
                room += int(rules.classes[craft.klass].riders)
            if craft.klass == klass and craft.status == CraftStatus.ABOARD:
                room -= 1
    return room


@native
def is_jumpless(klass: Class):
    """BR-CTR-13 A battle rider, or a ship without jump drive; no drone."""
    return klass.jump == 0 and not klass.drone


@native
def is_rider(klass: Class):
    """BR-CTR-13, BR-EVL-08 A battle rider: it has a second price, for those without a tender."""
    return is_jumpless(klass) and klass.points_without_tender != NONE


@native
def has_controller(state: State, rules: Rules, side, tech_level):
    """BR-DRN-02 A ship that can control a drone of a tech level, or NONE."""
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if can_control_drone(rules, craft, tech_level) and sails_with(state, side, craft):
            return k
    return NONE


@native
def can_control_drone(rules: Rules, craft: Craft, tech_level):
    """BR-DRN-02 Whether a ship of at least the drone's tech level sails by itself."""
    here = craft.status == CraftStatus.IN_FORCE and not rules.classes[craft.klass].drone
    return here and rules.classes[craft.klass].tech_level >= tech_level


@native
def can_buy(state: State, rules: Rules, side, index):
    """BR-SCN-11, BR-DRN-02, BR-S1-03, BR-S4-01 Whether a craft can be bought now."""
    craft = state.craft[index]
    if craft.status != CraftStatus.OFFERED:
        return False
    if not can_pay(state, rules, index, price(state, rules, side, index)):
        return False
    klass = rules.classes[craft.klass]
    if needs_merchant(state, rules, side):
        return may_be_merchant(state, rules, side, craft.klass)
    if klass.drone:
        return has_controller(state, rules, side, int(klass.tech_level)) != NONE
    terms = rules.buying[side].jumpless
    if not is_jumpless(klass) or terms == Jumpless.EITHER_PRICE:
        return True
    if terms == Jumpless.FORBIDDEN:
        return False
    if terms == Jumpless.RIDERS_WITH_TENDERS and not is_rider(klass):
        return True
    return rider_room(state, rules, side, int(craft.klass)) > 0


@native
def needs_merchant(state: State, rules: Rules, side):
    """BR-MIB-06 The first ship of a convoy that enters later is a merchant."""
    if not is_convoy(state, side) or not state.mission[side].late:
        return False
    return merchants(state, rules, side) == 0


@native
def offered_before(state: State, side, index):
    """Whether an earlier slot offers a ship of the same class."""
    for k in range(side * craft_slots(state), index):
        craft = state.craft[k]
        if craft.status == CraftStatus.OFFERED and craft.klass == state.craft[index].klass:
            return True
    return False


# --- costs ---------------------------------------------------------------------------------------


@native
def price(state: State, rules: Rules, side, index):
    """BR-CRW-06 Price of a craft with the cheapest crew on sale."""
    points = price_of_ship(state, rules, side, index)
    crews = int(rules.buying[side].crews)
    if may_be_merchant(state, rules, side, state.craft[index].klass):
        return merchant_price(points, cheapest_crew(crews))
    if crews == 0 or rules.classes[state.craft[index].klass].drone != 0:
        return points
    return crew_price(points, cheapest_crew(crews))


@native
def cheapest_crew(crews):
    """BR-CRW-06 Green, average, crack: the cheapest of the crews on sale."""
    if crews == 0:
        return Crew.AVERAGE | 0
    if crews >> Crew.GREEN & 1:
        return Crew.GREEN | 0
    return (Crew.AVERAGE | 0) if crews >> Crew.AVERAGE & 1 else (Crew.CRACK | 0)


@native
def price_of_ship(state: State, rules: Rules, side, index):
    """BR-SCN-11, BR-ASG-09, BR-AMB-92 Printed points; the second price for an untended rider."""
    klass = rules.classes[state.craft[index].klass]
    if is_rider(klass):
        if rider_room(state, rules, side, int(state.craft[index].klass)) <= 0:
            return int(klass.points_without_tender)
    return int(klass.points)


@native
def can_pay(state: State, rules: Rules, index, cost):
    """BR-SCN-11, BR-MIB-01, 06 Whether the points left, without a merchant's reserve, pay."""
    side = index // craft_slots(state)
    if not is_split(state, side):
        return cost <= state.funds[side]
    if cost > purse(state, side):
        return False
    return cost + merchant_reserve(state, rules, side, index) <= state.funds[side]


@native
def cheapest_ship(state: State, rules: Rules, side):
    """The lowest price of a ship that can be bought first; a purchase must leave that much."""
    low = int(state.funds[side])
    for k in side_range(state.craft, side):
        if can_buy(state, rules, side, k):
            low = min(low, price(state, rules, side, k))
    return low


@native
def most_tactics(state: State, rules: Rules, side):
    """BR-SCN-11 The highest Fleet Tactics a side can pay for and still have a ship."""
    cost = tactics_cost(state, rules, side)
    left = int(state.funds[side]) - merchant_reserve(state, rules, side, NONE)
    if not has_ship(state, rules, side):
        left -= cheapest_ship(state, rules, side)
    first = int(state.tactics[side])
    if cost == 0:
        return MAX_TACTICS
    return min(MAX_TACTICS, first + left // cost)


@native
def cost_with(state: State, rules: Rules, index, crew, load):
    """BR-CRW-06, BR-SIM-04, BR-MIB-06, BR-AMB-68 Price of a ship with crew and missiles."""
    side = index // craft_slots(state)
    points = price_of_ship(state, rules, side, index)
    if state.order[side].level:
        return merchant_price(points, crew)
    return (points * crew_tenths(crew) * load_percent(load) + 500) // 1000


@native
def load_percent(load):
    """BR-SIM-04 The factor of a ship's missiles: 1.05 if half are semi-independent, 1.1 if all."""
    if load == Load.CONTROLLED:
        return 100
    return 105 if is_half(load) else 110


@native
def is_half(load):
    """BR-SIM-04 Whether half of the missiles are semi-independent."""
    return load == Load.HALF_TL12 or load == Load.HALF_TL14


@native
def load_level(load):
    """BR-SIM-01 Tech level of the semi-independent missiles of a load."""
    return SIM_14_LEVEL if load >= Load.HALF_TL14 else SIM_12_LEVEL


@native
def can_load(state: State, rules: Rules, index, load):
    """BR-SIM-04, BR-ASG-10 Whether a load suits the ship's tech level and is affordable."""
    craft = state.craft[index]
    if load != Load.CONTROLLED:
        if rules.classes[craft.klass].tech_level < load_level(load):
            return False
        if craft.missiles < (2 if is_half(load) else 1):
            return False
    return can_pay(state, rules, index, cost_with(state, rules, index, int(craft.crew), load))
