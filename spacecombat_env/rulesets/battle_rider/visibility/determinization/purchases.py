"""Determinization of purchases: the fleet that an enemy may have bought.

The fleet is within the budget and fits all that was seen of the enemy. Fleet Tactics allow the
largest task force seen, every task force has ships or is a dummy, and missiles and drones have a
ship.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ...fleets.pools import clear_slot
from ...fleets.prices import (
    needs_merchant,
)
from ...fleets.purchase import buy, legal_as_warship
from ...model import (
    NONE,
    ON_MAP_LIMIT,
    POINTS,
    RESULTS,
    BlueMission,
    CraftStatus,
    Damage,
    Load,
    Result,
    Side,
    budget,
    enters_in_parts,
    is_late,
    is_split,
    late_limit,
    level_price,
    may_be_merchant,
)
from ...model.record_types import Craft, Rules, State
from ...orders.buying import usual_crew
from .buyers import (
    buys_by_worth,
    determinize_tactics,
    likely_purchase,
    may_have_crew,
    preferred_crew,
)
from .craft import late_part_enters, late_part_waits
from .cup import assign_keepers
from .payments import least_paid, pay_for_known, pay_usual_prices
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
    cheap ships that explain what is seen come first. Return what is unusual: the difference
    of Fleet Tactics from the usual level, and known ships whose usual crews the points do not pay.
    """
    count = int(state.log_count)
    by_worth = buys_by_worth(state, rules, enemy)
    stock_pool(state, opening, rules, enemy)
    usual = determinize_tactics(state, rules, enemy, by_worth)
    if is_split(state, enemy):
        open_offer(state, rules, enemy, 0)
    unusual = buy_visible_part(state, opening, rules, enemy, True, many, by_worth)
    if is_split(state, enemy):
        open_offer(state, rules, enemy, 1)
        shows = not late_part_waits(state, enemy) and not needs_merchant(state, rules, enemy)
        unusual += buy_visible_part(state, opening, rules, enemy, shows, many, by_worth)
        state.mission[enemy].limit = 0
    state.order[enemy].level = 0
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if is_from_pool(craft):
            clear_slot(craft)
    assign_keepers(state, rules, enemy)
    state.funds[enemy] = 0
    state.log_count = count
    return unusual + abs(usual - int(state.tactics[enemy]))


@native
def buy_visible_part(state: State, opening: State, rules: Rules, enemy, shows, many, by_worth):
    """BR-MIB-01, 06 Buy one part of a fleet, of which something may show by now.

    Return how many known ships of it have unusual crews.
    """
    if shows and many:
        buy_visible_craft(state, rules, enemy)
        buy_for_forces(state, rules, enemy)
    unusual = pay_usual_prices(state, opening, rules, enemy, by_worth)
    buy_hidden_part(state, rules, enemy, by_worth)
    return unusual


@native
def buy_hidden_part(state: State, rules: Rules, enemy, by_worth):
    """BR-SCN-11, BR-MIB-06 Continue to buy in the same way."""
    index = likely_purchase(state, rules, enemy, by_worth)
    while index != NONE:
        choose_merchant(state, rules, enemy, index)
        crew = preferred_crew(state, rules, enemy, by_worth)
        if not may_have_crew(state, rules, enemy, index, crew):
            crew = usual_crew(state, rules, enemy, index)
        buy(state, rules, index, crew, Load.CONTROLLED | 0)
        state.order[enemy].level = 0
        index = likely_purchase(state, rules, enemy, by_worth)


@native
def choose_merchant(state: State, rules: Rules, enemy, index):
    """BR-MIB-06 A ship sails as a merchant where it must: as the first, or if it is too dear."""
    state.order[enemy].level = 0
    if not may_be_merchant(state, rules, enemy, state.craft[index].klass):
        return
    if needs_merchant(state, rules, enemy) or not legal_as_warship(state, rules, enemy, index):
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
    if not enters_in_parts(enemy, number) and enemy == Side.BLUE and late_part_enters(state, enemy):
        return False
    if enters_in_parts(enemy, number) and late_part_waits(state, enemy):
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
def has_picked(state: State, side, klass):
    """Whether a side has picked a ship set aside."""
    for n in range(len(state.picks[side])):
        if state.picks[side, n] == klass:
            return True
    return False
