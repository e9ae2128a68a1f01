"""Chapters SCN-10, 11: ships are divided into pools, and each side buys its fleet in secret.

A pool stands in the craft slots of its side, each ship offered in a slot of its own; what is not
bought is gone before the set-up begins. Red buys first, which Blue cannot see.
"""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.rng import pick
from spacecombat_env.rulesets.battle_rider.constants import (
    MAX_PICKS,
    MAX_TACTICS,
    NONE,
    SET_ASIDE,
    Ask,
    Chance,
    CraftStatus,
    Crew,
    Errand,
    Event,
    Jumpless,
    Purchase,
    Side,
    Step,
    Verb,
)
from spacecombat_env.rulesets.battle_rider.crew import crew_price
from spacecombat_env.rulesets.battle_rider.fuel import deal_fuel
from spacecombat_env.rulesets.battle_rider.missions import (
    is_convoy,
    is_late,
    is_split,
    late_limit,
    may_be_merchant,
    merchant_price,
    merchant_reserve,
    merchants,
    purse,
    sails_with,
    tactics_cost,
)
from spacecombat_env.rulesets.battle_rider.tasks import ask, luck, note, pair, proceed, turn_card
from spacecombat_env.rulesets.battle_rider.words import (
    amount_word,
    begin_number,
    craft_slots,
    craft_word,
    spoken_craft,
)

SETTING_UP = 0  # order.step of a side that has bought and sets up (deployment.py: ASSIGNING)


@jit
def purchase_step(state, rules):
    """BR-SCN-10, 11 The next question before the set-up; False when all is bought."""
    if rules.set_aside[0] != 0 and divide_pools(state, rules):
        return True
    for side in range(2):
        if state.order[side].step >= Purchase.CUP and ask_purchase(state, rules, side):
            return True
    return False


@jit
def ask_purchase(state, rules, side):
    """Ask a side the next question of its purchase; False when it has answered all."""
    order = state.order[side]
    if order.step == Purchase.CUP:
        draw_from_cup(state, rules, side)
        order.step = Purchase.TACTICS if state.buyer[side] else Purchase.KEEPERS
    if order.step == Purchase.TACTICS:
        begin_number(order, 1, most_tactics(state, rules, side))
        ask(state, Ask.BUY_TACTICS, side)
        return True
    if order.step == Purchase.SHIPS:
        ask(state, Ask.BUY_SHIP, side)
        return True
    craft = next_unkept(state, side)
    if craft == NONE:
        order.step = SETTING_UP
        return False
    order.craft = craft
    ask(state, Ask.BUY_KEEPER, side)
    return True


# --- pools ---------------------------------------------------------------------------------------


@jit
def divide_pools(state, rules):
    """BR-SCN-10 Sides pick the ships set aside in turn; True while one has to be asked."""
    if state.picker == NONE:
        turn_for_first_pick(state, rules)
    while True:
        first = next_set_aside(state, rules)
        if first == NONE:
            return False
        count = equals(state, rules, first)
        if count > 1:
            begin_number(state.order[state.picker], 1, count)
            ask(state, Ask.POOL_PICK, state.picker)
            return True
        take_ship(state, rules, first)


@jit
def turn_for_first_pick(state, rules):
    """BR-SCN-10 Who turns the card of the higher number picks first."""
    red, blue = 0, 0
    while red == blue:
        red = turn_card(state, rules, Chance.SETUP, pair(0, 4))
        blue = turn_card(state, rules, Chance.SETUP, pair(1, 4))
    state.picker = Side.RED if red > blue else Side.BLUE
    event = note(state, Event.FIRST_PICK, state.picker)
    event.a = red + 1
    event.b = blue + 1


@jit
def is_picked(state, klass):
    """Whether a ship set aside is in a pool already."""
    for side in range(2):
        for n in range(MAX_PICKS):
            if state.picks[side, n] == klass:
                return True
    return False


@jit
def next_set_aside(state, rules):
    """BR-SCN-10 Place in the order of the first ship that is not picked yet, or NONE."""
    for place in range(SET_ASIDE):
        klass = rules.set_aside[place]
        if klass != 0 and not is_picked(state, klass):
            return place
    return NONE


@jit
def is_equal(state, rules, place, first):
    """BR-AMB-100 Whether a ship is among those of which the picker may choose one."""
    klass = rules.set_aside[place]
    same = rules.set_aside_group[place] == rules.set_aside_group[first]
    return same and klass != 0 and not is_picked(state, klass)


@jit
def equals(state, rules, first):
    """BR-AMB-100 Ships of equal points to choose from."""
    count = 0
    for place in range(SET_ASIDE):
        if is_equal(state, rules, place, first):
            count += 1
    return count


@jit
def hear_pool_pick(state, rules, number):
    """BR-AMB-100 The first, second, .. of the ships of equal points."""
    first = next_set_aside(state, rules)
    for place in range(first, SET_ASIDE):
        if is_equal(state, rules, place, first):
            number -= 1
            if number == 0:
                take_ship(state, rules, place)
                break
    proceed(state, Step.SETUP)


@jit
def take_ship(state, rules, place):
    """BR-SCN-10 The picker takes a ship, and its rider with it; the other side picks next."""
    side, klass = int(state.picker), int(rules.set_aside[place])
    for n in range(MAX_PICKS):
        if state.picks[side, n] == 0:
            state.picks[side, n] = klass
            break
    offer_pick(state, rules, side, klass)
    event = note(state, Event.PICK, side)
    event.a = klass
    state.picker = 1 - side


@jit
def offer_pick(state, rules, side, klass):
    """BR-SCN-10 A ship picked fills the next place of its pool."""
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status == CraftStatus.SET_ASIDE and craft.klass == 0:
            craft.klass = klass
            craft.status = CraftStatus.OFFERED
            craft.missiles = rules.classes[klass].missiles
            craft.fuel = rules.classes[klass].fuel
            break
    if klass != rules.bundle[0]:
        return
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status == CraftStatus.SET_ASIDE and craft.klass == rules.bundle[1]:
            craft.status = CraftStatus.OFFERED


# --- the cup -------------------------------------------------------------------------------------


@jit
def draw_from_cup(state, rules, side):
    """BR-S2-09 Ships drawn at random are set aside; their drones need another controller."""
    for drawn in range(rules.buying[side].leave_out):
        index = ship_from_cup(state, rules, side, drawn)
        event = note(state, Event.LEFT_OUT, side)
        event.actor = index
        event.a = state.craft[index].klass
        event.known = 1 << side
        for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
            if state.craft[k].keeper == index:
                state.craft[k].keeper = NONE
        clear_slot(state.craft[index])


@jit
def ship_from_cup(state, rules, side, drawn):
    """BR-S2-09 One of a side's ships by lot; drones are not in the cup."""
    found, lots = NONE, 0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        here = craft.status == CraftStatus.IN_FORCE or craft.status == CraftStatus.ABOARD
        if here and not rules.classes[craft.klass].drone:
            lots += 1
            if pick(luck(state, Chance.SETUP, pair(k, 5 + drawn)), lots) == 0:
                found = k
    return found


# --- what is for sale ----------------------------------------------------------------------------


@jit
def is_own_ship(rules, craft):
    """A ship the side has, aboard or not; no drone."""
    here = craft.status == CraftStatus.IN_FORCE or craft.status == CraftStatus.ABOARD
    return here and not rules.classes[craft.klass].drone


@jit
def has_ship(state, rules, side):
    """Whether a side has a ship that sails by itself."""
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        if is_own_ship(rules, craft) and craft.status == CraftStatus.IN_FORCE:
            return True
    return False


@jit
def rider_room(state, rules, side, klass):
    """BR-S4-01, BR-CTR-12 Riders of a class that the side's tenders can still carry."""
    room = 0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        if is_own_ship(rules, craft) and sails_with(state, side, craft):
            if rules.classes[craft.klass].rider_klass == klass:
                room += int(rules.classes[craft.klass].riders)
            if craft.klass == klass and craft.status == CraftStatus.ABOARD:
                room -= 1
    return room


@jit
def is_jumpless(klass):
    """BR-CTR-13 A battle rider, or a ship without jump drive; no drone."""
    return klass.jump == 0 and not klass.drone


@jit
def price(state, rules, side, index):
    """BR-CRW-06 What a craft costs with the cheapest crew on sale."""
    points = price_of_ship(state, rules, side, index)
    crews = int(rules.buying[side].crews)
    if may_be_merchant(state, rules, side, state.craft[index].klass):
        return merchant_price(points, cheapest_crew(crews))
    if crews == 0 or rules.classes[state.craft[index].klass].drone != 0:
        return points
    return crew_price(points, cheapest_crew(crews))


@jit
def cheapest_crew(crews):
    """BR-CRW-06 Green, average, crack: the cheapest of the crews on sale."""
    if crews == 0:
        return Crew.AVERAGE | 0
    if crews >> Crew.GREEN & 1:
        return Crew.GREEN | 0
    return (Crew.AVERAGE | 0) if crews >> Crew.AVERAGE & 1 else (Crew.CRACK | 0)


@jit
def price_of_ship(state, rules, side, index):
    """BR-SCN-11, BR-ASG-09, BR-AMB-92 Printed points; the second price of a rider untended."""
    klass = rules.classes[state.craft[index].klass]
    if klass.points_without_tender != NONE and is_jumpless(klass):
        if rider_room(state, rules, side, int(state.craft[index].klass)) <= 0:
            return int(klass.points_without_tender)
    return int(klass.points)


@jit
def can_buy(state, rules, side, index):
    """BR-SCN-11, BR-DRN-02, BR-S1-03, BR-S4-01 Paid for, and with what carries or controls it."""
    craft = state.craft[index]
    if craft.status != CraftStatus.OFFERED or not can_pay(state, rules, side, index):
        return False
    klass = rules.classes[craft.klass]
    if needs_merchant(state, rules, side):
        return may_be_merchant(state, rules, side, craft.klass)
    if klass.drone:
        return some_controller(state, rules, side, int(klass.tech_level)) != NONE
    terms = rules.buying[side].jumpless
    if not is_jumpless(klass) or terms == Jumpless.EITHER_PRICE:
        return True
    if terms == Jumpless.FORBIDDEN:
        return False
    return rider_room(state, rules, side, int(craft.klass)) > 0


@jit
def can_pay(state, rules, side, index):
    """BR-SCN-11, BR-MIB-01, 06 Within the points left, and those for one merchant kept back."""
    cost = price(state, rules, side, index)
    if not is_split(state, side):
        return cost <= state.funds[side]
    if cost > purse(state, side):
        return False
    return cost + merchant_reserve(state, rules, side, index) <= state.funds[side]


@jit
def needs_merchant(state, rules, side):
    """BR-MIB-06 The first ship of a convoy that enters later is a merchant."""
    if not is_convoy(state, side) or not state.mission[side].late:
        return False
    return merchants(state, rules, side) == 0


@jit
def some_controller(state, rules, side, tech_level):
    """BR-DRN-02 A ship that can control a drone of a tech level, or NONE."""
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        if can_control_drone(rules, craft, tech_level) and sails_with(state, side, craft):
            return k
    return NONE


@jit
def can_control_drone(rules, craft, tech_level):
    """BR-DRN-02 A ship of at least the drone's tech level that sails by itself."""
    here = craft.status == CraftStatus.IN_FORCE and not rules.classes[craft.klass].drone
    return here and rules.classes[craft.klass].tech_level >= tech_level


@jit
def cheapest_ship(state, rules, side):
    """The lowest price of a ship that can be bought first; a purchase must leave as much."""
    low = int(state.funds[side])
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if can_buy(state, rules, side, k):
            low = min(low, price(state, rules, side, k))
    return low


@jit
def most_tactics(state, rules, side):
    """BR-SCN-11 The highest Fleet Tactics a side can pay for and still have a ship."""
    cost = tactics_cost(state, rules, side)
    left = int(state.funds[side]) - merchant_reserve(state, rules, side, NONE)
    if not has_ship(state, rules, side):
        left -= cheapest_ship(state, rules, side)
    first = int(state.tactics[side])
    if cost == 0:
        return MAX_TACTICS
    return min(MAX_TACTICS, first + left // cost)


# --- buying --------------------------------------------------------------------------------------


@jit
def hear_buy_tactics(state, rules, number):
    """BR-SCN-11 Every level above the first has its price."""
    side = int(state.seat)
    cost = tactics_cost(state, rules, side) * (number - int(state.tactics[side]))
    state.funds[side] -= cost
    state.tactics[side] = number
    event = note(state, Event.BUY_TACTICS, side)
    event.a = number
    event.b = cost
    event.known = 1 << side
    state.order[side].step = Purchase.SHIPS
    proceed(state, Step.SETUP)


@jit
def legal_buy_ship(state, rules, side, mask):
    """BR-SCN-11 One of each class that can be bought; done once there is a ship."""
    count = 0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if can_buy(state, rules, side, k) and not offered_before(state, side, k):
            mask[craft_word(state, k)] = 1
            count += 1
    ready = has_ship(state, rules, side) and not needs_merchant(state, rules, side)
    if ready or count == 0:
        mask[Verb.DONE] = 1
        count += 1
    return count


@jit
def offered_before(state, side, index):
    """Whether an earlier slot offers a ship of the same class."""
    for k in range(side * craft_slots(state), index):
        craft = state.craft[k]
        if craft.status == CraftStatus.OFFERED and craft.klass == state.craft[index].klass:
            return True
    return False


@jit
def hear_buy_ship(state, rules, word):
    """BR-SCN-11 A ship or drone is bought; or the rest of the pool stays where it is."""
    side = int(state.seat)
    state.order[side].level = 0
    if word == Verb.DONE and is_split(state, side) and not state.mission[side].late:
        state.mission[side].late = 1
        state.mission[side].limit = late_limit(state, rules, side)
    elif word == Verb.DONE:
        for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
            if state.craft[k].status >= CraftStatus.OFFERED:
                clear_slot(state.craft[k])
        state.order[side].step = Purchase.KEEPERS
    else:
        index = spoken_craft(state, side, word)
        state.order[side].craft = index
        if may_be_merchant(state, rules, side, state.craft[index].klass):
            ask(state, Ask.BUY_MERCHANT, side)
        else:
            ask_crew(state, rules, side)
        return
    proceed(state, Step.SETUP)


@jit
def ask_crew(state, rules, side):
    """BR-CRW-06 A ship is bought with a crew; a drone, or without a choice, at once."""
    index = int(state.order[side].craft)
    if rules.buying[side].crews != 0 and not rules.classes[state.craft[index].klass].drone:
        ask(state, Ask.BUY_CREW, side)
        return
    buy(state, rules, side, index, Crew.AVERAGE | 0)
    proceed(state, Step.SETUP)


@jit
def legal_buy_merchant(state, rules, side, mask):
    """BR-MIB-06 As a merchant at half its points, or as the warship it is."""
    mask[Verb.MERCHANT] = 1
    if merchants(state, rules, side) == 0:
        return 1
    if not legal_as_warship(state, rules, side, int(state.order[side].craft)):
        return 1
    mask[Verb.WARSHIP] = 1
    return 2


@jit
def legal_as_warship(state, rules, side, index):
    """BR-MIB-06 Whether an escort of merchants can be paid for."""
    cost = price_of_ship(state, rules, side, index)
    crews = int(rules.buying[side].crews)
    if crews:
        cost = crew_price(cost, cheapest_crew(crews))
    return cost <= purse(state, side)


@jit
def hear_buy_merchant(state, rules, word):
    """BR-MIB-06 What the ship sails as."""
    side = int(state.seat)
    state.order[side].level = 1 if word == Verb.MERCHANT else 0
    ask_crew(state, rules, side)


@jit
def cost_with(state, rules, side, index, crew):
    """BR-CRW-06, BR-MIB-06 What the ship spoken of costs with a crew."""
    points = price_of_ship(state, rules, side, index)
    if state.order[side].level:
        return merchant_price(points, crew)
    return crew_price(points, crew)


@jit
def legal_buy_crew(state, rules, side, mask):
    """BR-CRW-06, BR-S3-06 The crews on sale that can be paid for, by their numbers in Crew."""
    index = int(state.order[side].craft)
    count = 0
    for crew in range(Crew.AVERAGE, Crew.GREEN + 1):
        on_sale = int(rules.buying[side].crews) >> crew & 1
        cost = cost_with(state, rules, side, index, crew)
        if on_sale != 0 and cost <= purse(state, side):
            mask[amount_word(state, crew)] = 1
            count += 1
    return count


@jit
def hear_buy_crew(state, rules, word):
    """BR-CRW-06 The ship is bought with this crew."""
    side = int(state.seat)
    crew = word - amount_word(state, 0)
    buy(state, rules, side, int(state.order[side].craft), crew)
    proceed(state, Step.SETUP)


@jit
def clear_slot(craft):
    """A ship that does not take part leaves an empty slot."""
    craft.status = CraftStatus.UNUSED
    craft.klass = 0
    craft.keeper = NONE
    craft.crew = 0
    craft.errand = 0
    craft.missiles = 0
    craft.fuel = 0


@jit
def buy(state, rules, side, index, crew):
    """BR-SCN-11 Pay for a craft; a drone or a rider that a tender can carry goes aboard."""
    craft = state.craft[index]
    klass = rules.classes[craft.klass]
    cost = price_of_ship(state, rules, side, index)
    if not klass.drone:
        cost = cost_with(state, rules, side, index, crew)
        craft.crew = crew
    carried = is_jumpless(klass) and rider_room(state, rules, side, int(craft.klass)) > 0
    state.funds[side] -= cost
    if is_split(state, side):
        state.mission[side].limit -= cost
        craft.errand = Errand.LATE if state.mission[side].late else 0
    if state.order[side].level:
        craft.klass = rules.merchant[craft.klass]
        craft.missiles = 0
    craft.status = CraftStatus.ABOARD if klass.drone != 0 or carried else CraftStatus.IN_FORCE
    deal_fuel(state, rules, index, index + 1)
    event = note(state, Event.BUY, side)
    event.actor = index
    event.a = craft.klass
    event.b = cost
    event.c = craft.crew
    event.known = 1 << side


# --- tenders and controllers ---------------------------------------------------------------------


@jit
def next_unkept(state, side):
    """A craft to go aboard that nobody is named for, or NONE."""
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if state.craft[k].status == CraftStatus.ABOARD and state.craft[k].keeper == NONE:
            return k
    return NONE


@jit
def tender_room(state, rules, index):
    """BR-CTR-12, BR-LCH-07 Riders that one tender can still take aboard."""
    room = int(rules.classes[state.craft[index].klass].riders)
    for k in range(len(state.craft)):
        craft = state.craft[k]
        rider = craft.status == CraftStatus.ABOARD and not rules.classes[craft.klass].drone
        if rider and craft.keeper == index:
            room -= 1
    return room


@jit
def legal_buy_keeper(state, rules, side, mask):
    """BR-DRN-02, BR-LCH-07 The ship that controls a drone, or carries a rider; or it sails."""
    bought = state.craft[state.order[side].craft]
    klass = rules.classes[bought.klass]
    count = 0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        if klass.drone:
            fits = can_control_drone(rules, craft, int(klass.tech_level))
        else:
            tends = rules.classes[craft.klass].rider_klass == bought.klass
            fits = tends and is_own_ship(rules, craft) and tender_room(state, rules, k) > 0
        if fits and is_late(craft) == is_late(bought):
            mask[craft_word(state, k)] = 1
            count += 1
    if not klass.drone:
        mask[Verb.NEW_FORCE] = 1
        count += 1
    return count


@jit
def hear_buy_keeper(state, rules, word):
    """BR-DRN-02 Recorded before the scenario starts; a rider may also sail by itself."""
    side = int(state.seat)
    craft = state.craft[state.order[side].craft]
    if word == Verb.NEW_FORCE:
        craft.status = CraftStatus.IN_FORCE
    else:
        craft.keeper = spoken_craft(state, side, word)
        if rules.classes[craft.klass].drone:
            craft.crew = state.craft[craft.keeper].crew  # BR-AMB-76
    proceed(state, Step.SETUP)
