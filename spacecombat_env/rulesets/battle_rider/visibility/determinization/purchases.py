"""Determinization of purchases: the fleet that an enemy may have bought.

The fleet is within the budget and fits all that was seen of the enemy. Fleet Tactics allow the
largest task force seen, every task force has ships or is a dummy, and missiles and drones have a
ship.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import pick
from spacecombat_env.core.native import native

from ...fleets.pools import clear_slot
from ...fleets.prices import (
    cheapest_crew,
    is_rider,
    needs_merchant,
)
from ...fleets.purchase import buy, legal_as_warship
from ...model import (
    LATE_TURN,
    NONE,
    ON_MAP_LIMIT,
    POINTS,
    RESULTS,
    BlueMission,
    Chance,
    CraftStatus,
    Crew,
    Damage,
    DeterminizationStream,
    Errand,
    Load,
    Result,
    Side,
    budget,
    craft_slots,
    crew_price,
    enters_in_parts,
    is_late,
    is_split,
    late_limit,
    level_price,
    may_be_merchant,
    merchant_price,
    pair_key,
    purse,
    random_bits,
    sails_with,
)
from ...model.record_types import Craft, Rules, State
from ...orders.buying import usual_crew
from .buyers import (
    buys_by_worth,
    determinize_tactics,
    likely_purchase,
    may_have_crack_crew,
    prefers_crack_crews,
)
from .cup import assign_keepers
from .requirements import (
    buy_for_forces,
    buy_visible_craft,
    is_from_pool,
    tactics_needed,
)


@native
def determinize_purchase(state: State, opening: State, rules: Rules, enemy, many):
    """BR-SCN-11 Buy the enemy's unknown craft.

    Some purchases follow the standing order, some the ships' worth for their prices; with `many`,
    cheap ships that explain what is seen come first. Return by how many levels Fleet Tactics differ
    from the usual ones, because what is seen leaves no points for them, or needs more.
    """
    count = int(state.log_count)
    by_worth = buys_by_worth(state, rules, enemy)
    stock_pool(state, opening, rules, enemy)
    usual = determinize_tactics(state, rules, enemy, by_worth)
    if is_split(state, enemy):
        open_offer(state, rules, enemy, 0)
    buy_visible_part(state, opening, rules, enemy, True, many, by_worth)
    if is_split(state, enemy):
        open_offer(state, rules, enemy, 1)
        shows = state.turn >= LATE_TURN and not needs_merchant(state, rules, enemy)
        buy_visible_part(state, opening, rules, enemy, shows, many, by_worth)
        state.mission[enemy].limit = 0
    state.order[enemy].level = 0
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if is_from_pool(craft):
            clear_slot(craft)
    assign_keepers(state, rules, enemy)
    state.funds[enemy] = 0
    state.log_count = count
    return abs(usual - int(state.tactics[enemy]))


@native
def buy_visible_part(state: State, opening: State, rules: Rules, enemy, shows, many, by_worth):
    """BR-MIB-01, 06 Buy one part of a fleet, of which something may show by now."""
    if shows and many:
        buy_visible_craft(state, rules, enemy)
        buy_for_forces(state, rules, enemy)
    pay_usual_prices(state, opening, rules, enemy, by_worth)
    buy_hidden_part(state, rules, enemy, by_worth)


@native
def buy_hidden_part(state: State, rules: Rules, enemy, by_worth):
    """BR-SCN-11, BR-MIB-06 Continue to buy in the same way; some merchants at random."""
    index = likely_purchase(state, rules, enemy, by_worth)
    while index != NONE:
        choose_merchant(state, rules, enemy, index)
        crew = usual_crew(state, rules, enemy, index)
        if by_worth and may_have_crack_crew(state, rules, enemy, index):
            crew = Crew.CRACK | 0
        buy(state, rules, index, crew, Load.CONTROLLED | 0)
        state.order[enemy].level = 0
        index = likely_purchase(state, rules, enemy, by_worth)


@native
def choose_merchant(state: State, rules: Rules, enemy, index):
    """BR-MIB-06 Whether a ship sails as a merchant: the first that enters later must."""
    state.order[enemy].level = 0
    if not may_be_merchant(state, rules, enemy, state.craft[index].klass):
        return
    must = needs_merchant(state, rules, enemy) or not legal_as_warship(state, rules, enemy, index)
    if (
        must
        or pick(
            random_bits(state, Chance.SETUP, pair_key(index, DeterminizationStream.MERCHANT)), 2
        )
        == 0
    ):
        state.order[enemy].level = 1


@native
def open_offer(state: State, rules: Rules, enemy, late):
    """BR-MIB-01, 06 Offer what is left to buy, of the part on the map or of the late one."""
    mission = state.mission[enemy]
    mission.late = late
    limit = ON_MAP_LIMIT * int(rules.option.scale)
    if late:
        limit = late_limit(state, rules, enemy)
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.detected and is_late(craft) == bool(late):
            limit -= least_paid(rules, enemy, craft)
    mission.limit = max(0, limit)


@native
def may_be_mission(state: State, rules: Rules, enemy, number, shown):
    """BR-ASG-05, 07, BR-MIB-02, 06 Whether a mission fits the known craft and pays for them.

    It must pay for the craft, their Fleet Tactics, and `shown` points for visible but unknown
    craft.
    """
    paid, merchants, spoiled = shown, False, False
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.detected:
            paid += least_paid(rules, enemy, craft)
            merchants = merchants or bool(rules.classes[craft.klass].merchant)
            spoiled = spoiled or is_spoiled(craft)
    points = int(POINTS[enemy, number]) * int(rules.option.scale)
    if paid + (tactics_needed(state, enemy) - 1) * level_price(points) > points:
        return False
    if enters_in_parts(enemy, number) and state.turn < LATE_TURN:
        if paid > ON_MAP_LIMIT * int(rules.option.scale):
            return False
    if enemy == Side.BLUE and merchants:
        return number == BlueMission.CONVOY_RUN
    return not (enemy == Side.BLUE and number == BlueMission.VAMPIRE and spoiled)


@native
def is_spoiled(craft: Craft):
    """BR-MIB-02, BR-HID-01 Whether a ship in play has a Computer result.

    With face-down markers it has one if they are all kinds except Ship Explodes.
    """
    return craft.damage[Result.COMPUTER] != Damage.INTACT or craft.markers == RESULTS - 1


@native
def stock_pool(state: State, opening: State, rules: Rules, enemy):
    """BR-SCN-10 Restore the enemy's pool, with known purchases paid for."""
    state.funds[enemy] = budget(state, rules, enemy)
    offer_pool(state, opening, rules, enemy)
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if not is_from_pool(opening.craft[k]):
            continue
        if craft.detected:
            pay_for_known(state, rules, enemy, k)
        craft.missiles = rules.classes[craft.klass].missiles
        craft.fuel = rules.classes[craft.klass].fuel


@native
def offer_pool(state: State, opening: State, rules: Rules, enemy):
    """BR-SCN-10 Offer the enemy's pool, except craft known to be bought.

    Ships that it has picked are included; places for ships still to be picked stay open.
    """
    picked = 0
    for k in side_range(state.craft, enemy):
        craft, origin = state.craft[k], opening.craft[k]
        if not is_from_pool(origin):
            continue
        klass, status = int(origin.klass), int(origin.status)
        if status == CraftStatus.SET_ASIDE and klass == 0:
            klass = int(state.picks[enemy, picked])
            picked += 1
            status = CraftStatus.OFFERED if klass != 0 else CraftStatus.SET_ASIDE
        elif status == CraftStatus.SET_ASIDE and has_picked(state, enemy, int(rules.bundle[0])):
            status = CraftStatus.OFFERED | 0
        if not craft.detected:
            clear_slot(craft)
            craft.klass = klass
            craft.status = status
            craft.missiles = rules.classes[klass].missiles
            craft.fuel = rules.classes[klass].fuel


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
def pay_usual_prices(state: State, opening: State, rules: Rules, enemy, by_worth):
    """BR-CRW-06, BR-SCN-11 Pay the usual prices of known ships, as far as the points allow.

    Ships of the part that is being bought have average crews, or crack ones if bought by worth;
    riders without known tender cost their second price.
    """
    crack = by_worth and prefers_crack_crews(state, rules, enemy)
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if not craft.detected or not is_from_pool(opening.craft[k]):
            continue
        if rules.classes[craft.klass].drone or not sails_with(state, enemy, craft):
            continue
        if not (crack and pay_for_crew(state, rules, enemy, k, Crew.CRACK | 0)):
            if not pay_for_crew(state, rules, enemy, k, Crew.AVERAGE | 0):
                pay_for_crew(state, rules, enemy, k, int(craft.crew))


@native
def pay_for_crew(state: State, rules: Rules, enemy, index, crew):
    """BR-CRW-06 Pay what a known ship costs with a crew beyond the least; False if it cannot be."""
    craft, crews = state.craft[index], int(rules.buying[enemy].crews)
    more = usual_price(state, rules, enemy, index, crew) - least_paid(rules, enemy, craft)
    is_offered = crews >> crew & 1 or crew == craft.crew
    if not is_offered or more > purse(state, enemy):
        return False
    craft.crew = crew
    state.funds[enemy] -= more
    if is_split(state, enemy):
        state.mission[enemy].limit -= more
    return True


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


@native
def entered_late(state: State, rules: Rules, craft: Craft):
    """BR-MIB-01, 06 Whether a craft is a merchant, or too expensive for the part on the map."""
    if rules.classes[craft.klass].merchant:
        return True
    early = 0
    for k in range(len(state.craft)):
        other = state.craft[k]
        if other.detected and k // craft_slots(state) == Side.BLUE and not is_late(other):
            early += int(rules.classes[other.klass].points)
    return state.turn >= LATE_TURN and early > ON_MAP_LIMIT * int(rules.option.scale)


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
def has_picked(state: State, side, klass):
    """Whether a side has picked a ship set aside."""
    for n in range(len(state.picks[side])):
        if state.picks[side, n] == klass:
            return True
    return False
