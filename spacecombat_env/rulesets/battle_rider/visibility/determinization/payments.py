"""Determinization of what known ships have cost: their crews, and tenders or none."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ...fleets.prices import cheapest_crew, is_rider
from ...model import (
    NONE,
    ON_MAP_LIMIT,
    Crew,
    Errand,
    Side,
    craft_slots,
    crew_price,
    is_late,
    is_split,
    merchant_price,
    purse,
    sails_with,
)
from ...model.record_types import Craft, Rules, State
from .buyers import preferred_crew
from .craft import late_part_waits
from .requirements import is_from_pool


@native
def pay_for_known(state: State, rules: Rules, enemy, index):
    """BR-CRW-06 Pay for a known craft, at least with the cheapest crew on sale."""
    craft = state.craft[index]
    craft.keeper = NONE
    craft.errand = int(craft.errand) & ~Errand.LATE
    crews = int(rules.buying[enemy].crews)
    if crews != 0 and not rules.classes[craft.klass].drone:
        craft.crew = cheapest_crew(crews)
    if is_split(state, enemy) and entered_late(state, rules, craft):
        craft.errand = int(craft.errand) | Errand.LATE
    state.funds[enemy] = max(0, int(state.funds[enemy]) - least_paid(rules, enemy, craft))


@native
def least_paid(rules: Rules, side, craft: Craft):
    """BR-CRW-06, BR-MIB-06 Least price of a craft, with the cheapest crew on sale."""
    klass, crews = rules.classes[craft.klass], int(rules.buying[side].crews)
    points = int(klass.points)
    if klass.drone or (crews == 0 and not klass.merchant):
        return points
    if klass.merchant:
        return merchant_price(points, cheapest_crew(crews))
    return crew_price(points, cheapest_crew(crews))


@native
def entered_late(state: State, rules: Rules, craft: Craft):
    """BR-MIB-01, 06 Whether a craft is a merchant, or too expensive for the part on the map."""
    if rules.classes[craft.klass].merchant:
        return True
    if late_part_waits(state, Side.BLUE | 0):
        return False
    early = 0
    for k in range(len(state.craft)):
        other = state.craft[k]
        if other.detected and k // craft_slots(state) == Side.BLUE and not is_late(other):
            early += int(rules.classes[other.klass].points)
    return early > ON_MAP_LIMIT * int(rules.option.scale)


@native
def pay_usual_prices(state: State, opening: State, rules: Rules, enemy, by_worth):
    """BR-CRW-06, BR-SCN-11 Pay the usual prices of known ships, as far as the points allow.

    Ships of the part that is being bought have the preferred crew, except the one that was bought
    last; riders without known tender cost their second price. Return for how many others that is
    too much.
    """
    crew, dear = preferred_crew(state, rules, enemy, by_worth), 0
    last = bought_last(state, opening, rules, enemy, crew)
    for k in side_range(state.craft, enemy):
        if k != last and is_known_purchase(state, opening, rules, enemy, k):
            dear += 0 if pay_best_crew(state, rules, enemy, k, crew) else 1
    if last != NONE:
        pay_best_crew(state, rules, enemy, last, crew)
    return dear


@native
def bought_last(state: State, opening: State, rules: Rules, enemy, crew):
    """BR-CRW-06 The cheapest known ship for whose crew alone points may be missing; or NONE."""
    short, last, least = -purse(state, enemy), NONE, 0
    for k in side_range(state.craft, enemy):
        if is_known_purchase(state, opening, rules, enemy, k):
            short += crew_costs(state, rules, enemy, k, crew)
    if short <= 0:
        return NONE
    for k in side_range(state.craft, enemy):
        if is_known_purchase(state, opening, rules, enemy, k):
            more = crew_costs(state, rules, enemy, k, crew)
            if more >= short and (last == NONE or more < least):
                last = k
                least = more
    return last


@native
def is_known_purchase(state: State, opening: State, rules: Rules, enemy, index):
    """Whether a craft is a known ship of the part of a fleet that is being bought."""
    craft = state.craft[index]
    if not craft.detected or not is_from_pool(opening.craft[index]):
        return False
    return not rules.classes[craft.klass].drone and sails_with(state, enemy, craft)


@native
def pay_best_crew(state: State, rules: Rules, enemy, index, crew):
    """BR-CRW-06 Pay a known ship's crew, or another if the points do not allow it: then False."""
    if pay_for_crew(state, rules, enemy, index, crew):
        return True
    if not pay_for_crew(state, rules, enemy, index, Crew.AVERAGE | 0):
        pay_for_crew(state, rules, enemy, index, int(state.craft[index].crew))
    return False


@native
def pay_for_crew(state: State, rules: Rules, enemy, index, crew):
    """BR-CRW-06 Pay what a known ship costs with a crew beyond the least; False if it cannot be."""
    craft, crews = state.craft[index], int(rules.buying[enemy].crews)
    more = crew_costs(state, rules, enemy, index, crew)
    is_offered = crews >> crew & 1 or crew == craft.crew
    if not is_offered or more > purse(state, enemy):
        return False
    craft.crew = crew
    state.funds[enemy] -= more
    if is_split(state, enemy):
        state.mission[enemy].limit -= more
    return True


@native
def crew_costs(state: State, rules: Rules, enemy, index, crew):
    """BR-CRW-06 What a known ship costs with a crew beyond the least."""
    least = least_paid(rules, enemy, state.craft[index])
    return usual_price(state, rules, enemy, index, crew) - least


@native
def usual_price(state: State, rules: Rules, enemy, index, crew):
    """BR-CRW-06, BR-SCN-11 Price of a known ship with a crew; a rider without tender costs more."""
    craft = state.craft[index]
    klass = rules.classes[craft.klass]
    if klass.merchant:
        return merchant_price(int(klass.points), crew)
    points = int(klass.points)
    if is_rider(klass) and not is_tended(state, rules, enemy, index):
        points = int(klass.points_without_tender)
    return crew_price(points, crew) if rules.buying[enemy].crews else points


@native
def is_tended(state: State, rules: Rules, enemy, index):
    """BR-S4-01, BR-CTR-12 Whether known tenders can carry a known rider and those before it."""
    own, room = int(state.craft[index].klass), 0
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.detected:
            klass = rules.classes[craft.klass]
            room += int(klass.riders) if klass.rider_klass == own else 0
            room -= 1 if k < index and craft.klass == own else 0
    return room > 0
