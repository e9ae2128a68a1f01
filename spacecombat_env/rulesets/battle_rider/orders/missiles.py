"""Standing orders for missiles."""

from spacecombat_env.core.model.hexgrid import distance
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..missiles.control import can_control
from ..missiles.flight import attack_range, can_attack_force, may_attack
from ..missiles.missile_launching import can_launch_missiles
from ..model import (
    DELEGATION,
    MAX_MEMBERS,
    NONE,
    Decision,
    Delegate,
    RedMission,
    Verb,
    craft_action,
    direction_action,
    enemy_force_action,
    number_action,
    plans,
    spread_action,
)
from ..model.record_types import Force, Order, Rules, Spread, State
from ..sensors.modifiers import can_lock, range_to_force
from ..victory.mission_deeds import RAID_BOMBARDMENTS
from .defense import defense_choice, defense_ready
from .order_estimates import in_flight, known_craft, lock_action, nearest_known, step_towards

LAUNCH_RANGE = 12  # hexes at which missiles are launched at a detected enemy
LOOK_AHEAD = 6  # turns a missile plans its interception


@native
def missiles_ready(state: State, rules: Rules, side):
    """Steer and attack, defend with everything."""
    if DELEGATION[state.decision] == Delegate.MISSILES:
        return missile_ready(state, rules, side)
    return defense_ready(state, rules, side)


@native
def missiles_choice(state: State, rules: Rules, side, mask):
    """Launch near a target; handle the choices without a `..._ready` answer."""
    decision = int(state.decision)
    order = state.order[side]
    if decision == Decision.LAUNCH_MENU:
        if mask[Verb.BOMBARD] and wants_bombardment(state, side):
            return Verb.BOMBARD
        return launch_action(state, rules, side)
    if decision == Decision.LAUNCH_NUMBER:
        directors = int(rules.classes[state.craft[order.craft].klass].directors)
        return number_action(state, order, max(1, min(directors, int(order.high))))
    if decision == Decision.LAUNCH_KIND and mask[Verb.SEMI_INDEPENDENT]:
        return Verb.SEMI_INDEPENDENT
    if decision == Decision.SIM_MENU:
        return Verb.DETECT
    return defense_choice(state, mask)


# --- launching -----------------------------------------------------------------------------------


@native
def wants_bombardment(state: State, side):
    """Whether the mission needs more bombardment."""
    mission = state.mission[side]
    if mission.number == RedMission.INVADE_AND_SECURE:
        return True
    needs = mission.number == RedMission.SURFACE_RAID or mission.number == RedMission.BOMBARDMENT
    return needs and mission.bombardments < RAID_BOMBARDMENTS


@native
def launch_action(state: State, rules: Rules, side):
    """Launch from each ship that has a detected enemy in range and directors to spare."""
    for k in side_range(state.craft, side):
        if not can_launch_missiles(state, k) or not plans(state, side, int(state.craft[k].player)):
            continue
        force = state.tf[state.craft[k].tf]
        target = nearest_known(state, side, int(force.q), int(force.r))
        if target == NONE or range_to_force(state, state.craft[k], target) > LAUNCH_RANGE:
            continue
        if in_flight(state, k) < rules.classes[state.craft[k].klass].directors:
            return craft_action(state, k)
    return Verb.DONE


# --- missiles ------------------------------------------------------------------------------------


@native
def missile_ready(state: State, rules: Rules, side):
    """Control as many as possible, intercept the nearest known force, aim at its best ship."""
    decision = int(state.decision)
    order = state.order[side]
    if decision == Decision.SPREAD_WORDS:
        return steering_action(state, rules, side)
    if decision == Decision.SPREAD_MENU:
        return control_action(state, rules, side)
    if decision == Decision.CONTROL_NUMBER:
        return number_action(state, order, int(order.high))
    if decision == Decision.ATTACK_TARGET:
        return attack_action(state, rules, side)
    if decision == Decision.ATTACK_SENSOR:
        return attack_lock_action(state, rules, order)
    if decision == Decision.AIM_NUMBER:
        missiles = int(order.high) if int(state.attack_member) == best_target(state, rules) else 0
        return number_action(state, order, missiles)
    return NONE


@native
def control_action(state: State, rules: Rules, side):
    """The first spread that can be controlled; else the rest coast."""
    for k in side_range(state.spread, side):
        if can_control(state, rules, k):
            return spread_action(state, k)
    return Verb.COAST


@native
def steering_action(state: State, rules: Rules, side):
    """Attack when on the path; else burn towards the earliest interception that can be paid."""
    if may_attack(state, rules, side):
        return Verb.ATTACK
    order = state.order[side]
    spread = state.spread[order.spread]
    if order.gs >= spread.g_left:
        return Verb.GO
    target = nearest_known(state, side, int(spread.q), int(spread.r))
    if target == NONE:
        return Verb.GO
    vq, vr = int(spread.vq) + int(order.dq), int(spread.vr) + int(order.dr)
    left = int(spread.g_left) - int(order.gs)
    for turns in range(1, LOOK_AHEAD + 1):
        wq, wr = interception(spread, state.tf[target], turns)
        cost = distance(vq, vr, wq, wr)
        if cost == 0:
            return Verb.GO
        if cost <= left:
            return direction_action(state, step_towards(vq, vr, wq, wr))
    return Verb.GO


@native
def interception(spread: Spread, force: Force, turns):
    """Vector that meets a coasting task force in `turns` moves (rounded towards zero)."""
    dq = int(force.q) + int(force.vq) * (turns - 1) - int(spread.q)
    dr = int(force.r) + int(force.vr) * (turns - 1) - int(spread.r)
    return divide(dq, turns), divide(dr, turns)


@native
def divide(number, by):
    """Quotient towards zero."""
    return number // by if number >= 0 else -(-number // by)


@native
def attack_action(state: State, rules: Rules, side):
    """The nearest known force if it is on the path; NONE leaves it to the first legal one."""
    order = state.order[side]
    spread = state.spread[order.spread]
    target = nearest_known(state, side, int(spread.q), int(spread.r))
    if target != NONE and can_attack_force(state, rules, order, target):
        return enemy_force_action(state, target)
    return NONE


@native
def attack_lock_action(state: State, rules: Rules, order: Order):
    """The easier lock of the controlling ship; NONE if it can try none (BR-AMB-99)."""
    owner, away = int(state.spread[order.spread].owner), attack_range(state, order)
    if not can_lock(state, rules, owner, away):
        return NONE
    target = known_craft(state, int(order.target_tf)) if order.target_tf != NONE else NONE
    return lock_action(state, rules, owner, target, away)


@native
def best_target(state: State, rules: Rules):
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
