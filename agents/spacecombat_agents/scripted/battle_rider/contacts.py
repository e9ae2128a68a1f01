"""Positions of the enemy, as far as the seat to act knows."""

from spacecombat_agents.scripted.battle_rider.doctrines import FAR
from spacecombat_env.core.model.hexgrid import distance
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    CraftStatus,
    Damage,
    ForceStatus,
    Result,
    force_slots,
)
from spacecombat_env.rulesets.battle_rider.victory.ending import is_armed

__all__ = [
    "enemy_to_fight",
    "is_exposed_to_enemy",
    "is_known",
    "may_attack",
    "nearest_enemy",
    "range_to",
]


@native
def own_centre(state, side):
    """The own task force to reason from: the one in its round, else the strongest on the map."""
    if state.round_tf != NONE and state.round_tf // force_slots(state) == side:
        return int(state.round_tf)
    best, found = 0, NONE
    for k in range(side * force_slots(state), (side + 1) * force_slots(state)):
        force = state.tf[k]
        if force.status == ForceStatus.ON_MAP and force.strength > best:
            best = int(force.strength)
            found = k
    return found


@native
def is_known(state, tf):
    """Whether a craft of an enemy force has been detected."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.detected and craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            return True
    return False


@native
def nearest_enemy(state, side, tf, known_only):
    """The nearest enemy task force on the map, or NONE; known ones only, or any."""
    own = state.tf[tf]
    best, found = FAR, NONE
    enemy = 1 - side
    for k in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
        force = state.tf[k]
        if force.status != ForceStatus.ON_MAP or (known_only and not is_known(state, k)):
            continue
        away = distance(int(own.q), int(own.r), int(force.q), int(force.r))
        if away < best:
            best = away
            found = k
    return found


@native
def range_to(state, a, b):
    """Hexes between two task forces; far when there is none."""
    if a == NONE or b == NONE:
        return FAR
    first, second = state.tf[a], state.tf[b]
    return distance(int(first.q), int(first.r), int(second.q), int(second.r))


@native
def is_exposed_to_enemy(state, tf):
    """Whether any own craft of a force has been detected."""
    return is_known(state, tf)


@native
def enemy_to_fight(state, side):
    """The enemy force to steer by: the nearest known one, else the nearest."""
    tf = own_centre(state, side)
    if tf == NONE:
        return NONE
    known = nearest_enemy(state, side, tf, True)
    return known if known != NONE else nearest_enemy(state, side, tf, False)


@native
def may_attack(state, rules, index):
    """BR-AMB-55 Whether a detected craft may be able to attack: its missiles cannot be counted."""
    craft = state.craft[index]
    klass = rules.classes[craft.klass]
    if craft.damage[Result.FIRE_CONTROL] == Damage.PERMANENT:
        return False
    return (klass.directors > 0 and klass.missiles > 0) or is_armed(state, rules, index)
