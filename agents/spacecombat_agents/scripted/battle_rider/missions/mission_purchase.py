"""The captain in a pocket empire: the fleet that it buys for its secret mission."""

from spacecombat_agents.scripted.battle_rider.purchase import DEARNESS
from spacecombat_agents.scripted.battle_rider.purchase import ship_value as card_worth
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.battle_rider.fleets.prices import can_buy, offered_before, price
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    CraftStatus,
    Crew,
    Decision,
    RedMission,
    Side,
    Verb,
    amount_action,
    craft_action,
    craft_slots,
    is_convoy,
    number_action,
)
from spacecombat_env.rulesets.battle_rider.orders.missions import is_runner
from spacecombat_env.rulesets.battle_rider.victory.mission_deeds import (
    INVASION_BOMBARDMENTS,
    LARGE,
    LARGEST,
    SALVO,
    TROOPS_OF_LARGEST,
)

__all__ = ["purchase_action"]

SOUGHT = 1000.0  # Worth of what an invasion cannot do without.
TROOPS_A_TURN = 4  # Least troops that an invader's ships should land.
ESCORTS_G = 4  # Gs of the ships that sail with those, at least.
RUNNERS_G = 6  # Gs of the ship sent on an errand, if there is one.


@native
def ship_value(state, rules, side, index):
    """Worth of a craft on sale for the mission, per point of its price."""
    klass = rules.classes[state.craft[index].klass]
    number = int(state.mission[side].number)
    cost = max(1, price(state, rules, side, index))
    if klass.drone:
        return 0.0
    if is_runner(state, rules, side):
        return runner_value(state, rules, side, index)
    if side == Side.RED and number == RedMission.INVADE_AND_SECURE:
        return invader_value(state, rules, klass, cost)
    if is_convoy(state, side) and state.mission[side].late:
        return runner_value(state, rules, side, index)
    if klass.riders > 0:
        return 0.0
    worth = card_worth(klass)
    if side == Side.RED and klass.g < 4:
        worth *= 0.5
    return worth / float(cost) ** DEARNESS


@native
def runner_value(state, rules, side, index):
    """The one ship for the errand: fast, able to jump, then strong; after it Red's escorts."""
    klass = rules.classes[state.craft[index].klass]
    fleet = ships_bought(state, rules, side)
    if is_convoy(state, side):
        fleet = merchants_bought(state, rules, side)
    number = int(state.mission[side].number)
    several = side == Side.RED and number >= RedMission.TRANSIT
    if fleet > 0 and several and klass.jump > 0 and klass.g >= ESCORTS_G:
        cost = max(1, price(state, rules, side, index))
        return card_worth(klass) / float(cost) ** DEARNESS
    if klass.jump == 0 or (fleet > 0 and not several) or klass.g < RUNNERS_G:
        return 0.0 if fleet > 0 or klass.jump == 0 else float(klass.g)
    return 100.0 * int(klass.g) + int(klass.points)


@native
def invader_value(state, rules, klass, cost):
    """MIR-02 Missiles for four bombardments first, then troops, then ships to fight their way."""
    worth = card_worth(klass) / float(cost) ** DEARNESS
    if fleet_missiles(state) < SALVO * INVASION_BOMBARDMENTS:
        enough = klass.missiles >= SALVO * INVASION_BOMBARDMENTS
        return SOUGHT - cost if enough else worth
    if klass.size_mod <= LARGE and troops_aboard(state, rules) < TROOPS_A_TURN:
        return SOUGHT * (TROOPS_OF_LARGEST if klass.size_mod <= LARGEST else 1) / cost
    return worth


@native
def troops_aboard(state, rules):
    """MIR-02 Troops that the ships bought land in a turn."""
    troops = 0
    for k in range(craft_slots(state)):
        if state.craft[k].status == CraftStatus.IN_FORCE:
            size = int(rules.classes[state.craft[k].klass].size_mod)
            if size <= LARGE:
                troops += TROOPS_OF_LARGEST if size <= LARGEST else 1
    return troops


@native
def fleet_missiles(state):
    """Missiles of the ships that Red has bought."""
    missiles = 0
    for k in range(craft_slots(state)):
        if state.craft[k].status == CraftStatus.IN_FORCE:
            missiles += int(state.craft[k].missiles)
    return missiles


@native
def ships_bought(state, rules, side):
    """Ships that a side has bought, without drones."""
    count = 0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        here = craft.status == CraftStatus.IN_FORCE or craft.status == CraftStatus.ABOARD
        if here and not rules.classes[craft.klass].drone:
            count += 1
    return count


@native
def merchants_bought(state, rules, side):
    """Merchants that a side has bought."""
    count = 0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and rules.classes[craft.klass].merchant:
            count += 1
    return count


@native
def buy_action(state, rules, side, mask):
    """The craft on sale of most worth for its price, or done."""
    best, action = 0.0, NONE
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if not can_buy(state, rules, side, k) or offered_before(state, side, k):
            continue
        worth = ship_value(state, rules, side, k)
        if worth > best and mask[craft_action(state, k)]:
            best = worth
            action = craft_action(state, k)
    if action != NONE:
        return action
    return Verb.DONE if mask[Verb.DONE] else NONE


@native
def tactics_action(state, rules, side):
    """Task forces of three or four ships; a runner spends its points on dummies instead."""
    order = state.order[side]
    tactics = 3
    if is_runner(state, rules, side):
        tactics = 5
    elif side == Side.RED and state.mission[side].number == RedMission.INVADE_AND_SECURE:
        tactics = 1
    return number_action(state, order, max(int(order.low), min(tactics, int(order.high))))


@native
def crew_action(state, rules, side, mask):
    """Green for an invasion, which is a matter of numbers; crack for a ship that runs alone."""
    crew = Crew.AVERAGE | 0
    if side == Side.RED and state.mission[side].number == RedMission.INVADE_AND_SECURE:
        crew = Crew.GREEN | 0
    elif is_runner(state, rules, side):
        crew = Crew.CRACK | 0
    action = amount_action(state, crew)
    if mask[action]:
        return action
    return NONE


@native
def purchase_action(state, rules, side, mask):
    """Answer a decision of the purchase; NONE leaves it to the standing order."""
    decision = int(state.decision)
    if decision == Decision.BUY_TACTICS:
        return tactics_action(state, rules, side)
    if decision == Decision.BUY_SHIP:
        return buy_action(state, rules, side, mask)
    if decision == Decision.BUY_CREW:
        return crew_action(state, rules, side, mask)
    if decision == Decision.BUY_MERCHANT:
        few = merchants_bought(state, rules, side) == 0
        return Verb.MERCHANT if few or not mask[Verb.WARSHIP] else Verb.WARSHIP
    return NONE
