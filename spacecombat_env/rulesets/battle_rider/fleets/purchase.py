"""Chapter SCN-11: each side buys its fleet in secret, decision by decision.

Craft not bought are removed before the set-up begins. Red buys first, which Blue cannot see.
"""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    CREW_QUALITIES,
    NONE,
    SIM_14_LEVEL,
    CraftStatus,
    Crew,
    Decision,
    Errand,
    Event,
    Load,
    Purchase,
    Step,
    Verb,
    amount_action,
    craft_action,
    craft_slots,
    crew_price,
    decode_craft,
    is_late,
    is_split,
    late_limit,
    log_event,
    may_be_merchant,
    merchants,
    proceed,
    purse,
    request_decision,
    tactics_cost,
)
from ..model.record_types import Craft, Rules, State
from ..ships.fuel import deal_fuel
from .pools import clear_slot, divide_pools, draw_from_cup
from .prices import (
    can_buy,
    can_control_drone,
    can_load,
    can_pay,
    cheapest_crew,
    cost_with,
    has_ship,
    is_half,
    is_jumpless,
    is_own_ship,
    load_level,
    most_tactics,
    needs_merchant,
    offered_before,
    price_of_ship,
    rider_room,
)

SETTING_UP = 0  # order.step of a side that has bought and sets up (deployment.py: ASSIGNING)


@native
def purchase_step(state: State, rules: Rules):
    """BR-SCN-10, 11 The next decision before the set-up; False when all is bought."""
    if rules.set_aside[0] != 0 and divide_pools(state, rules):
        return True
    for side in range(2):
        if state.order[side].step >= Purchase.CUP and request_purchase(state, rules, side):
            return True
    return False


@native
def request_purchase(state: State, rules: Rules, side):
    """Request the next decision of a side's purchase; False when it has made all."""
    order = state.order[side]
    if order.step == Purchase.CUP:
        draw_from_cup(state, rules, side)
        order.step = Purchase.TACTICS if state.buyer[side] else Purchase.KEEPERS
    if order.step == Purchase.TACTICS:
        begin_number(order, 1, most_tactics(state, rules, side))
        request_decision(state, Decision.BUY_TACTICS, side)
        return True
    if order.step == Purchase.SHIPS:
        request_decision(state, Decision.BUY_SHIP, side)
        return True
    craft = next_unkept(state, side)
    if craft == NONE:
        order.step = SETTING_UP
        return False
    order.craft = craft
    request_decision(state, Decision.BUY_KEEPER, side)
    return True


# --- buying --------------------------------------------------------------------------------------


@native
def apply_buy_tactics(state: State, rules: Rules, number):
    """BR-SCN-11 Every level above the first has its price."""
    side = int(state.seat)
    cost = tactics_cost(state, rules, side) * (number - int(state.tactics[side]))
    state.funds[side] -= cost
    state.tactics[side] = number
    event = log_event(state, Event.BUY_TACTICS, side)
    event.a = number
    event.b = cost
    event.known = 1 << side
    state.order[side].step = Purchase.SHIPS
    proceed(state, Step.SETUP)


@native
def legal_buy_ship(state: State, rules: Rules, side, mask):
    """BR-SCN-11 One of each class that can be bought; done once there is a ship."""
    sold_out = True
    for k in side_range(state.craft, side):
        if can_buy(state, rules, side, k) and not offered_before(state, side, k):
            mask[craft_action(state, k)] = 1
            sold_out = False
    ready = has_ship(state, rules, side) and not needs_merchant(state, rules, side)
    if ready or sold_out:
        mask[Verb.DONE] = 1


@native
def apply_buy_ship(state: State, rules: Rules, action):
    """BR-SCN-11 A ship or drone is bought; or the rest of the pool stays where it is."""
    side = int(state.seat)
    state.order[side].level = 0
    if action == Verb.DONE and is_split(state, side) and not state.mission[side].late:
        state.mission[side].late = 1
        state.mission[side].limit = late_limit(state, rules, side)
    elif action == Verb.DONE:
        for k in side_range(state.craft, side):
            if state.craft[k].status >= CraftStatus.OFFERED:
                clear_slot(state.craft[k])
        state.order[side].step = Purchase.KEEPERS
    else:
        index = decode_craft(state, side, action)
        state.order[side].craft = index
        if may_be_merchant(state, rules, side, state.craft[index].klass):
            request_decision(state, Decision.BUY_MERCHANT, side)
        else:
            request_crew(state, rules, side)
        return
    proceed(state, Step.SETUP)


@native
def request_crew(state: State, rules: Rules, side):
    """BR-CRW-06 A ship is bought with a crew; a drone, or without a choice, at once."""
    index = int(state.order[side].craft)
    if rules.buying[side].crews != 0 and not rules.classes[state.craft[index].klass].drone:
        request_decision(state, Decision.BUY_CREW, side)
        return
    state.craft[index].crew = Crew.AVERAGE
    request_missiles(state, rules, index)


@native
def request_missiles(state: State, rules: Rules, index):
    """BR-ASG-10 Request the missiles of a ship, where it has any and there is a choice."""
    side = index // craft_slots(state)
    if rules.option.sims and state.craft[index].missiles > 0 and not state.order[side].level:
        state.chance.changes += 1  # no step follows, and the ship's crew becomes visible
        request_decision(state, Decision.BUY_MISSILES, side)
        return
    buy(state, rules, index, int(state.craft[index].crew), Load.CONTROLLED | 0)
    proceed(state, Step.SETUP)


@native
def legal_buy_missiles(state: State, rules: Rules, side, mask):
    """BR-SIM-04, BR-ASG-10 Missiles that the ship can have, by their numbers in Load."""
    for load in range(Load.CONTROLLED, Load.ALL_TL14 + 1):
        if can_load(state, rules, int(state.order[side].craft), load):
            mask[amount_action(state, load)] = 1


@native
def apply_buy_missiles(state: State, rules: Rules, action):
    """BR-ASG-10 The ship is bought with these missiles."""
    index = int(state.order[state.seat].craft)
    load = action - amount_action(state, 0)
    buy(state, rules, index, int(state.craft[index].crew), load)
    proceed(state, Step.SETUP)


@native
def legal_buy_merchant(state: State, rules: Rules, side, mask):
    """BR-MIB-06 A merchant at half its points, or the warship it is."""
    mask[Verb.MERCHANT] = 1
    if merchants(state, rules, side) > 0:
        if legal_as_warship(state, rules, side, int(state.order[side].craft)):
            mask[Verb.WARSHIP] = 1


@native
def legal_as_warship(state: State, rules: Rules, side, index):
    """BR-MIB-06 Whether an escort of merchants can be paid for."""
    cost = price_of_ship(state, rules, side, index)
    crews = int(rules.buying[side].crews)
    if crews:
        cost = crew_price(cost, cheapest_crew(crews))
    return cost <= purse(state, side)


@native
def apply_buy_merchant(state: State, rules: Rules, action):
    """BR-MIB-06 The ship sails as a merchant or as a warship."""
    side = int(state.seat)
    state.order[side].level = 1 if action == Verb.MERCHANT else 0
    request_crew(state, rules, side)


@native
def legal_buy_crew(state: State, rules: Rules, side, mask):
    """BR-CRW-06, BR-S3-06 The crews on sale that can be paid for, by their numbers in Crew."""
    index = int(state.order[side].craft)
    for crew in range(Crew.AVERAGE, Crew.GREEN + 1):
        on_sale = int(rules.buying[side].crews) >> crew & 1
        cost = cost_with(state, rules, index, crew, Load.CONTROLLED | 0)
        if on_sale != 0 and can_pay(state, rules, index, cost):
            mask[amount_action(state, crew)] = 1


@native
def apply_buy_crew(state: State, rules: Rules, action):
    """BR-CRW-06 The ship is bought with this crew."""
    index = int(state.order[state.seat].craft)
    state.craft[index].crew = action - amount_action(state, 0)
    request_missiles(state, rules, index)


@native
def buy(state: State, rules: Rules, index, crew, load):
    """BR-SCN-11 Pay for a craft; a drone or a rider that a tender can carry goes aboard."""
    side = index // craft_slots(state)
    craft = state.craft[index]
    klass = rules.classes[craft.klass]
    cost = price_of_ship(state, rules, side, index)
    if not klass.drone:
        cost = cost_with(state, rules, index, crew, load)
        craft.crew = crew
    carried = is_jumpless(klass) and rider_room(state, rules, side, int(craft.klass)) > 0
    state.funds[side] -= cost
    if is_split(state, side):
        state.mission[side].limit -= cost
        craft.errand = Errand.LATE if state.mission[side].late else 0
    take_missiles(craft, load)
    if state.order[side].level:
        craft.klass = rules.merchant[craft.klass]
        craft.missiles = 0
    craft.status = CraftStatus.ABOARD if klass.drone != 0 or carried else CraftStatus.IN_FORCE
    deal_fuel(state, rules, index, index + 1)
    event = log_event(state, Event.BUY, side)
    event.actor = index
    event.a = craft.klass
    event.b = cost
    event.c = int(craft.crew) + CREW_QUALITIES * load
    event.known = 1 << side


@native
def take_missiles(craft: Craft, load):
    """BR-SIM-04 Half or all of the missiles that a ship is bought with are semi-independent."""
    if load == Load.CONTROLLED:
        return
    craft.sims = craft.missiles // 2 if is_half(load) else craft.missiles
    if load_level(load) == SIM_14_LEVEL:
        craft.errand = int(craft.errand) | Errand.SIMS_TL14


# --- tenders and controllers ---------------------------------------------------------------------


@native
def next_unkept(state: State, side):
    """A craft to go aboard for which no ship is named, or NONE."""
    for k in side_range(state.craft, side):
        if state.craft[k].status == CraftStatus.ABOARD and state.craft[k].keeper == NONE:
            return k
    return NONE


@native
def tender_room(state: State, rules: Rules, index):
    """BR-CTR-12, BR-LCH-07 Riders that one tender can still take aboard."""
    room = int(rules.classes[state.craft[index].klass].riders)
    for k in range(len(state.craft)):
        craft = state.craft[k]
        rider = craft.status == CraftStatus.ABOARD and not rules.classes[craft.klass].drone
        if rider and craft.keeper == index:
            room -= 1
    return room


@native
def legal_buy_keeper(state: State, rules: Rules, side, mask):
    """BR-DRN-02, BR-LCH-07 The ship that controls a drone, or carries a rider; or it sails."""
    bought = state.craft[state.order[side].craft]
    klass = rules.classes[bought.klass]
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if klass.drone:
            fits = can_control_drone(rules, craft, int(klass.tech_level))
        else:
            tends = rules.classes[craft.klass].rider_klass == bought.klass
            fits = tends and is_own_ship(rules, craft) and tender_room(state, rules, k) > 0
        if fits and is_late(craft) == is_late(bought):
            mask[craft_action(state, k)] = 1
    if not klass.drone:
        mask[Verb.NEW_FORCE] = 1


@native
def apply_buy_keeper(state: State, rules: Rules, action):
    """BR-DRN-02 Recorded before the scenario starts; a rider may also sail by itself."""
    side = int(state.seat)
    craft = state.craft[state.order[side].craft]
    if action == Verb.NEW_FORCE:
        craft.status = CraftStatus.IN_FORCE
    else:
        craft.keeper = decode_craft(state, side, action)
        if rules.classes[craft.klass].drone:
            craft.crew = state.craft[craft.keeper].crew  # BR-AMB-76
    proceed(state, Step.SETUP)
