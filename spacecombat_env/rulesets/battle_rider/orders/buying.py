"""The standing order for purchases: the fleet that the engine buys for a seat.

A seventh of the points goes to Fleet Tactics. Ships are drawn at random among those that cost a
sixth or more of the points left, tenders only with riders in reach. Points too few for a ship buy
two drones. Missiles are controlled ones. Determinization buys an enemy's fleet in the same way.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import pick
from spacecombat_env.core.native import native

from ..fleets.prices import (
    can_buy,
    can_pay,
    cheapest_crew,
    cost_with,
    is_rider,
    offered_before,
    price,
)
from ..model import (
    NONE,
    VERBS,
    Chance,
    CraftStatus,
    Crew,
    Decision,
    Jumpless,
    Load,
    RandomStream,
    Verb,
    amount_action,
    budget,
    craft_action,
    number_action,
    pair_key,
    purse,
    random_bits,
    tactics_cost,
)
from ..model.record_types import Rules, State

TACTICS_SHARE = 7  # Fleet Tactics get one part in this number of the points.
SHIP_SHARE = 6  # A ship costs at least one part in this number of the points left.
RIDERS_IN_REACH = 2  # Riders that must be within the points left before a tender is bought.
DRONES = 2


@native
def buying_action(state: State, rules: Rules, side, mask):
    """Answer a decision of the purchase with one legal action."""
    decision = int(state.decision)
    order = state.order[side]
    if decision == Decision.POOL_PICK:
        return number_action(state, order, int(order.low))
    if decision == Decision.BUY_TACTICS:
        points = tactics_wanted(state, rules, side, int(order.low))
        return number_action(state, order, min(points, int(order.high)))
    if decision == Decision.BUY_SHIP:
        index = next_purchase(state, rules, side)
        return Verb.DONE if index == NONE else craft_action(state, index)
    if decision == Decision.BUY_CREW:
        return amount_action(state, usual_crew(state, rules, side, int(order.craft)))
    if decision == Decision.BUY_MISSILES:
        return amount_action(state, Load.CONTROLLED | 0)
    if decision == Decision.BUY_MERCHANT:
        return Verb.WARSHIP if mask[Verb.WARSHIP] else Verb.MERCHANT
    for action in range(VERBS, len(mask)):
        if mask[action]:
            return action
    return Verb.NEW_FORCE


@native
def tactics_wanted(state: State, rules: Rules, side, first):
    """Fleet Tactics for a seventh of the points."""
    cost = max(1, tactics_cost(state, rules, side))
    return first + budget(state, rules, side) // TACTICS_SHARE // cost


@native
def next_purchase(state: State, rules: Rules, side):
    """The craft slot to buy next, or NONE: riders that can be carried, ships at random, drones."""
    found, candidates, dearest = NONE, 0, NONE
    for k in side_range(state.craft, side):
        if not can_buy(state, rules, side, k) or offered_before(state, side, k):
            continue
        klass = rules.classes[state.craft[k].klass]
        if klass.drone:
            continue
        if klass.riders > 0 and not riders_in_reach(state, rules, side, k):
            continue
        if is_rider(klass) and rules.buying[side].jumpless != Jumpless.EITHER_PRICE:
            return k
        cost = price(state, rules, side, k)
        if dearest == NONE or cost > price(state, rules, side, dearest):
            dearest = k
        if cost * SHIP_SHARE >= purse(state, side):
            candidates += 1
            if (
                pick(random_bits(state, Chance.SETUP, pair_key(k, RandomStream.BUY)), candidates)
                == 0
            ):
                found = k
    if found == NONE:
        found = dearest
    return found if found != NONE else next_drone(state, rules, side)


@native
def usual_crew(state: State, rules: Rules, side, index):
    """An average crew if it is on sale and can be paid for; else the cheapest."""
    crews = int(rules.buying[side].crews)
    if crews == 0 or rules.classes[state.craft[index].klass].drone != 0:
        return Crew.AVERAGE | 0
    if crews >> Crew.AVERAGE & 1:
        cost = cost_with(state, rules, index, Crew.AVERAGE | 0, Load.CONTROLLED | 0)
        if can_pay(state, rules, index, cost):
            return Crew.AVERAGE | 0
    return cheapest_crew(crews)


@native
def riders_in_reach(state: State, rules: Rules, side, index):
    """Whether the points pay for a tender and for riders to go with it."""
    rider = int(rules.classes[state.craft[index].klass].rider_klass)
    left = purse(state, side) - price(state, rules, side, index)
    return left >= RIDERS_IN_REACH * int(rules.classes[rider].points)


@native
def next_drone(state: State, rules: Rules, side):
    """A drone that can be bought while the side has fewer than two, or NONE."""
    have, found = 0, NONE
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if not rules.classes[craft.klass].drone:
            continue
        have += 1 if craft.status != CraftStatus.OFFERED else 0
        if found == NONE and can_buy(state, rules, side, k):
            found = k
    return found if have < DRONES else NONE
