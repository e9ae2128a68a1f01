"""Buying: the ships that do most for their points, and some Fleet Tactics.

A ship's worth is computed from its card: salvoes first, then guns, then protection, all of it more
with better fire control. Every hull adds a little, since many are harder to kill.
"""

from spacecombat_agents.scripted.battle_rider.doctrines import AGGRESSIVE
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.battle_rider.fleets.prices import cost_with, is_jumpless, price
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    WEAPON_ROWS,
    Beam,
    Crew,
    Decision,
    Load,
    Sensor,
    Side,
    Verb,
    Victory,
    amount_action,
    budget,
    craft_action,
    craft_slots,
    number_action,
    purse,
    tactics_cost,
)
from spacecombat_env.rulesets.battle_rider.orders.buying import buying_action

__all__ = ["DEARNESS", "captain_buys", "ship_value"]

TACTICS_SHARE = 12  # Fleet Tactics get one part in this number of the points
LEAST_DRONES = 2
HULL = 4.0
SALVO_WORTH = 1.5  # each missile that a ship can steer
SPINE_WORTH = 1.5  # each point of damage of a spinal mount
BEAM_WORTH = 0.4  # the same of other beams
ARMOR_WORTH = 0.8
SCREEN_WORTH = 0.6
SAND_WORTH = 0.3
STORE_WORTH = 0.15  # each missile aboard
BEST_FIRE_CONTROL = 6.0
BEST_LEVEL, LEVEL_WORTH = 15, 0.17  # reduction of all worth per tech level below
DEARNESS = 0.8  # power of the price that worth is divided by: dear ships are hard to kill


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
        tactics = int(order.low) + budget(state, rules, side) // TACTICS_SHARE // cost
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
            value = best_buy(state, rules, side, k)
            if value > best:
                best = value
                action = candidate
    if action != NONE:
        return action
    if drone != NONE and (drones < LEAST_DRONES or not mask[Verb.DONE]):
        return drone
    return Verb.DONE


@native
def best_buy(state, rules, side, index):
    """Worth for each point of the price; a tender's with the riders it can be bought with."""
    klass = rules.classes[state.craft[index].klass]
    if rules.option.victory == Victory.FIRST_CLASH and side == Side.BLUE and is_jumpless(klass):
        return 0.001  # BR-S3-04 a ship that cannot escape wins nothing
    cost = price(state, rules, side, index)
    worth = ship_value(klass)
    if klass.riders > 0:
        rider = rules.classes[klass.rider_klass]
        riders = min(int(klass.riders), (purse(state, side) - cost) // max(1, int(rider.points)))
        worth += max(0, riders) * ship_value(rider)
        cost += max(0, riders) * int(rider.points)
    return worth / float(max(1, cost)) ** DEARNESS


@native
def ship_value(klass):
    """Worth of a ship in a fight, by its card."""
    salvo = min(int(klass.directors), int(klass.missiles))
    fire = SALVO_WORTH * salvo + STORE_WORTH * int(klass.missiles)
    for row in range(WEAPON_ROWS):
        weapon = klass.weapon[row]
        if weapon.kind != Beam.NONE:
            each = SPINE_WORTH if weapon.spinal else BEAM_WORTH
            fire += each * int(weapon.number) * max(0, int(weapon.damage[1]))
    shield = ARMOR_WORTH * int(klass.armor) + SCREEN_WORTH * int(klass.meson_screen)
    shield += SAND_WORTH * (int(klass.sandcasters) + int(klass.dampers))
    quality = int(klass.fire_control) / BEST_FIRE_CONTROL
    quality *= 1.0 - LEVEL_WORTH * (BEST_LEVEL - int(klass.tech_level))
    return (HULL + fire + shield) * max(0.1, quality)


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
