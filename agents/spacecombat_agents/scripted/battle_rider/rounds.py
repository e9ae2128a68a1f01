"""The operation round: sensors, search, fire and the move, in a sensible order."""

from spacecombat_agents.scripted.battle_rider.contacts import (
    enemy_to_fight,
    nearest_enemy,
    range_to,
)
from spacecombat_agents.scripted.battle_rider.doctrines import (
    AGGRESSIVE,
    BEFORE_MOVING,
    FAR,
    LEAVE_TO_GUNS,
)
from spacecombat_agents.scripted.battle_rider.fire import best_fire
from spacecombat_agents.scripted.battle_rider.first_clash import spares_enemy
from spacecombat_agents.scripted.battle_rider.goals import Goal, goal_of
from spacecombat_agents.scripted.battle_rider.status import status_action
from spacecombat_env.core.model.rng import fold, pick
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    ForceStatus,
    Verb,
    enemy_force_action,
    force_action,
    force_slots,
)
from spacecombat_env.rulesets.battle_rider.orders.order_estimates import first_action

__all__ = ["choose_force_action", "detect_target_action", "round_action"]


@native
def round_action(state, rules, side, mask, doctrine):
    """Sensors, then search, fire if it hurts now, move, fire with what is left."""
    force = state.tf[state.round_tf]
    status = status_action(state, rules, side, mask, doctrine)
    if status != NONE:
        return status
    if mask[Verb.JUMP] and runs(state, rules, side, doctrine):
        return Verb.JUMP
    if mask[Verb.DETECT]:
        return Verb.DETECT
    if mask[Verb.FIRE] and wants_fire(state, rules, side, doctrine):
        near = range_to(state, int(state.round_tf), enemy_to_fight(state, side))
        if force.moved or near <= doctrine.fighting_range + BEFORE_MOVING:
            return Verb.FIRE
    if mask[Verb.MOVE]:
        return Verb.MOVE
    return Verb.END_ROUND


@native
def runs(state, rules, side, doctrine):
    """Whether the round's force is to leave the map."""
    return goal_of(state, rules, side, int(state.round_tf), doctrine) == Goal.RUN_AHEAD


@native
def wants_fire(state, rules, side, doctrine):
    """Whether anything in range would hurt, and is meant to be hurt (`aggressive`: anything)."""
    if doctrine.number == AGGRESSIVE:
        near = nearest_enemy(state, side, state.round_tf, True)
        return range_to(state, int(state.round_tf), near) <= doctrine.open_fire_range
    if spares_enemy(state, rules, side, LEAVE_TO_GUNS):
        return False
    return best_fire(state, rules, side, doctrine) > 0.0


@native
def detect_target_action(state, side, mask):
    """The nearest force that still hides something, else the nearest unknown spread."""
    best, action = FAR, NONE
    enemy = 1 - side
    for k in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
        if state.tf[k].status != ForceStatus.ON_MAP:
            continue
        candidate = enemy_force_action(state, k)
        away = range_to(state, int(state.round_tf), k)
        if mask[candidate] and away < best:
            best = away
            action = candidate
    return action if action != NONE else first_action(mask, 0, len(mask))


@native
def choose_force_action(state, side, mask, random_bits):
    """The force nearest to a known enemy first: its fire comes before the reply.

    Equals are chosen at random. Dummies move at random as well (operations.give_round), so a fixed
    order of the ships would reveal the dummies.
    """
    best, action, equals = 2 * FAR, NONE, 0
    for k in range(side * force_slots(state), (side + 1) * force_slots(state)):
        candidate = force_action(state, k)
        if not mask[candidate]:
            continue
        away = range_to(state, k, nearest_enemy(state, side, k, True))
        if away < best:
            best = away
            equals = 0
        if away == best:
            equals += 1
            if pick(fold(random_bits, equals), equals) == 0:
                action = candidate
    return action
