"""Buying: the ships that do most for their points, and some Fleet Tactics.

A ship's worth is computed from its card: salvoes first, then guns, then protection, all of it more
with better fire control. Every hull adds a little, since many are harder to kill.
"""

from spacecombat_agents.scripted.battle_rider.doctrines import AGGRESSIVE
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.battle_rider.fleets.prices import cost_with
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    Crew,
    Decision,
    Load,
    Sensor,
    Verb,
    amount_action,
    budget,
    craft_action,
    craft_slots,
    number_action,
    purse,
    tactics_cost,
)
from spacecombat_env.rulesets.battle_rider.orders.buying import buying_action
from spacecombat_env.rulesets.battle_rider.orders.ship_worth import (
    DEARNESS,
    THRIFTY_SHARE,
    ship_value,
    worth_per_point,
)

__all__ = ["DEARNESS", "captain_buys", "ship_value"]

LEAST_DRONES = 2


@native
def captain_buys(state, rules, side, mask, doctrine):
    """Answer a decision of the purchase; `aggressive` leaves it to the standing order."""
    decision = int(state.decision)
    if doctrine.number == AGGRESSIVE:
        return buying_action(state, rules, side, mask)
    if decision == Decision.BUY_TACTICS:
        order = state.order[side]
        return number_action(state, order, tactics_wanted(state, rules, side, order))
    if decision == Decision.BUY_SHIP:
        return ship_action(state, rules, side, mask)
    if decision == Decision.BUY_CREW:
        return crew_action(state, rules, side, mask)
    return buying_action(state, rules, side, mask)


@native
def tactics_wanted(state, rules, side, order):
    """Fleet Tactics for a part of the points; all of it where it costs nothing."""
    cost = tactics_cost(state, rules, side)
    tactics = int(order.high)
    if cost > 0:
        tactics = int(order.low) + budget(state, rules, side) // THRIFTY_SHARE // cost
    return min(tactics, int(order.high))


@native
def ship_action(state, rules, side, mask):
    """The ship that is worth most for its price; when no ship is left to buy, two drones."""
    best, action, drone, drones = 0.0, NONE, NONE, 0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        klass = rules.classes[craft.klass]
        candidate = craft_action(state, k)
        if klass.drone:
            drones += 1 if craft.keeper != NONE or craft.status <= 2 else 0
            if mask[candidate] and (drone == NONE or klass.sensor_range[Sensor.ACTIVE] > 0):
                drone = candidate
        elif mask[candidate]:
            value = worth_per_point(state, rules, side, k)
            if value > best:
                best = value
                action = candidate
    if action != NONE:
        return action
    if drone != NONE and (drones < LEAST_DRONES or not mask[Verb.DONE]):
        return drone
    return Verb.DONE


@native
def crew_action(state, rules, side, mask):
    """The best crew on sale that the points allow."""
    index = int(state.order[side].craft)
    for crew in (Crew.CRACK | 0, Crew.AVERAGE | 0):
        action = amount_action(state, crew)
        if mask[action] and cost_with(state, rules, index, crew, Load.CONTROLLED | 0) <= purse(
            state, side
        ):
            return action
    return amount_action(state, Crew.GREEN | 0)
