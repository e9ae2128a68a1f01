"""Standing orders for missiles, and against those of the enemy."""

from spacecombat_env.core.hexgrid import distance
from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.rulesets.battle_rider.missiles.defense import shot_beams
from spacecombat_env.rulesets.battle_rider.missiles.flight import can_attack_force
from spacecombat_env.rulesets.battle_rider.missiles.launching import can_launch_missiles
from spacecombat_env.rulesets.battle_rider.orders.estimates import (
    first_word,
    in_flight,
    known_craft,
    lock_word,
    nearest_known,
    step_towards,
)
from spacecombat_env.rulesets.battle_rider.pieces.asks import DELEGATION
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import RedMission
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import VERBS, Ask, Delegate, Verb
from spacecombat_env.rulesets.battle_rider.pieces.players import plans
from spacecombat_env.rulesets.battle_rider.pieces.units import MAX_MEMBERS
from spacecombat_env.rulesets.battle_rider.pieces.words import (
    craft_word,
    direction_word,
    enemy_force_word,
    number_word,
)
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import range_to_force
from spacecombat_env.rulesets.battle_rider.victory.deeds import RAID_BOMBARDMENTS

LAUNCH_RANGE = 12  # hexes at which missiles are launched at a detected enemy
BEAMS_PER_MISSILE = 2
LOOK_AHEAD = 6  # turns a missile plans its interception


# --- launching -----------------------------------------------------------------------------------


@jit
def missiles_word(state, rules, side, mask):
    """Launch near a target, steer and attack, defend with everything."""
    question = int(state.ask)
    order = state.order[side]
    if question == Ask.LAUNCH_MENU:
        if mask[Verb.BOMBARD] and wants_bombardment(state, side):
            return Verb.BOMBARD
        return launch_word(state, rules, side)
    if question == Ask.LAUNCH_NUMBER:
        directors = int(rules.classes[state.craft[order.craft].klass].directors)
        return number_word(state, order, max(1, min(directors, int(order.high))))
    if question == Ask.LAUNCH_KIND and mask[Verb.SEMI_INDEPENDENT]:
        return Verb.SEMI_INDEPENDENT
    if question == Ask.SIM_MENU:
        return Verb.DETECT
    if DELEGATION[question] == Delegate.MISSILES:
        return missile_word(state, rules, side, mask)
    return defense_word(state, rules, side, mask)


@jit
def wants_bombardment(state, side):
    """Bombardment where the mission asks for more of it."""
    mission = state.mission[side]
    if mission.number == RedMission.INVADE_AND_SECURE:
        return True
    needs = mission.number == RedMission.SURFACE_RAID or mission.number == RedMission.BOMBARDMENT
    return needs and mission.bombardments < RAID_BOMBARDMENTS


@jit
def launch_word(state, rules, side):
    """Launch from each ship that has a detected enemy in range and directors to spare."""
    for k in half(state.craft, side):
        if not can_launch_missiles(state, k) or not plans(state, side, int(state.craft[k].player)):
            continue
        force = state.tf[state.craft[k].tf]
        target = nearest_known(state, side, int(force.q), int(force.r))
        if target == NONE or range_to_force(state, state.craft[k], target) > LAUNCH_RANGE:
            continue
        if in_flight(state, k) < rules.classes[state.craft[k].klass].directors:
            return craft_word(state, k)
    return Verb.DONE


# --- missiles ------------------------------------------------------------------------------------


@jit
def missile_word(state, rules, side, mask):
    """Control as many as possible, intercept the nearest known force, aim at its best ship."""
    question = int(state.ask)
    order = state.order[side]
    if question == Ask.SPREAD_MENU:
        word = first_word(mask, VERBS, len(mask))
        return Verb.COAST if word == NONE else word
    if question == Ask.CONTROL_NUMBER:
        return number_word(state, order, int(order.high))
    if question == Ask.SPREAD_WORDS:
        return steering_word(state, rules, side, mask)
    if question == Ask.ATTACK_TARGET:
        return attack_word(state, rules, side, mask)
    if question == Ask.ATTACK_SENSOR:
        owner = int(state.spread[order.spread].owner)
        target = known_craft(state, int(order.target_tf)) if order.target_tf != NONE else NONE
        return lock_word(state, rules, owner, target, mask)
    if question == Ask.AIM_NUMBER:
        best = best_target(state, rules)
        wanted = int(order.high) if int(state.attack_member) == best else 0
        return number_word(state, order, wanted)
    return first_word(mask, 0, len(mask))


@jit
def steering_word(state, rules, side, mask):
    """Attack when on the path; else burn towards the earliest interception that can be paid."""
    order = state.order[side]
    spread = state.spread[order.spread]
    target = nearest_known(state, side, int(spread.q), int(spread.r))
    if mask[Verb.ATTACK]:
        return Verb.ATTACK
    if target == NONE or order.gs >= spread.g_left:
        return Verb.GO
    vq, vr = int(spread.vq) + int(order.dq), int(spread.vr) + int(order.dr)
    left = int(spread.g_left) - int(order.gs)
    for turns in range(1, LOOK_AHEAD + 1):
        wq, wr = interception(spread, state.tf[target], turns)
        cost = distance(vq, vr, wq, wr)
        if cost == 0:
            return Verb.GO
        if cost <= left:
            return direction_word(state, step_towards(vq, vr, wq, wr))
    return Verb.GO


@jit
def interception(spread, force, turns):
    """Vector that meets a coasting task force in so many moves (rounded towards zero)."""
    dq = int(force.q) + int(force.vq) * (turns - 1) - int(spread.q)
    dr = int(force.r) + int(force.vr) * (turns - 1) - int(spread.r)
    return divide(dq, turns), divide(dr, turns)


@jit
def divide(number, by):
    """Quotient towards zero."""
    return number // by if number >= 0 else -(-number // by)


@jit
def attack_word(state, rules, side, mask):
    """The nearest known force if it is on the path, else the first that is."""
    order = state.order[side]
    spread = state.spread[order.spread]
    target = nearest_known(state, side, int(spread.q), int(spread.r))
    if target != NONE and can_attack_force(state, rules, order, target):
        return enemy_force_word(state, target)
    return first_word(mask, 0, len(mask))


@jit
def best_target(state, rules):
    """The place among the defenders of the detected craft worth most."""
    best, place = -1, 0
    for member in range(MAX_MEMBERS):
        index = int(state.defender[member])
        if index != NONE and state.craft[index].detected:
            worth = int(rules.classes[state.craft[index].klass].points)
            if worth > best:
                best = worth
                place = member
    return place


# --- defence -------------------------------------------------------------------------------------


@jit
def defense_word(state, rules, side, mask):
    """Lock with everything, two beams a missile as long as they last, all dampers, all sand."""
    question = int(state.ask)
    order = state.order[side]
    if question == Ask.DEFENSE_MENU:
        return defense_menu_word(mask)
    if question == Ask.DEFENSE_SENSOR:
        return lock_word(state, rules, int(order.craft), NONE, mask)
    if question == Ask.SHOT_SHIP:
        if shot_beams(order) >= BEAMS_PER_MISSILE and mask[Verb.OPEN_FIRE]:
            return Verb.OPEN_FIRE
        word = first_word(mask, VERBS, len(mask))
        return Verb.OPEN_FIRE if word == NONE else word
    if question == Ask.SHOT_NUMBER:
        wanted = max(1, BEAMS_PER_MISSILE - shot_beams(order))
        return number_word(state, order, min(int(order.high), wanted))
    if question == Ask.DAMPER_NUMBER or question == Ask.MISSILE_SAND_NUMBER:
        return number_word(state, order, int(order.high))
    if question == Ask.DAMPER_MENU:
        return first_word(mask, VERBS, len(mask))
    return first_word(mask, 0, len(mask))


@jit
def defense_menu_word(mask):
    """Locks first, then the same shot again, then a new one."""
    if mask[Verb.LOCK]:
        return Verb.LOCK
    if mask[Verb.AGAIN]:
        return Verb.AGAIN
    if mask[Verb.SHOOT]:
        return Verb.SHOOT
    return Verb.END_DEFENSE
