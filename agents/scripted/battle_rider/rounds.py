"""The operation round: sensors, search, fire and the move, in a sensible order."""

from agents.scripted.battle_rider.contacts import (
    enemy_to_fight,
    is_exposed_to_enemy,
    nearest_enemy,
    range_to,
)
from agents.scripted.battle_rider.doctrine import AGGRESSIVE, CONTACT_RANGES, FAR, FIGHTING_RANGES
from agents.scripted.battle_rider.fire import best_fire
from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.constants import NONE, ForceStatus, Verb
from spacecombat_env.rulesets.battle_rider.standing import first_word
from spacecombat_env.rulesets.battle_rider.words import enemy_force_word, force_slots, force_word


@jit
def round_word(state, rules, side, mask, doctrine):
    """Sensors, then search, fire if it hurts now, move, fire with what is left."""
    force = state.tf[state.round_tf]
    status = status_word(state, side, mask, doctrine)
    if status != NONE:
        return status
    if mask[Verb.DETECT]:
        return Verb.DETECT
    if mask[Verb.FIRE] and (doctrine == AGGRESSIVE or best_fire(state, rules, side) > 0.0):
        near = range_to(state, int(state.round_tf), enemy_to_fight(state, side))
        if force.moved or near <= FIGHTING_RANGES[doctrine] + 3:
            return Verb.FIRE
    if mask[Verb.MOVE]:
        return Verb.MOVE
    return Verb.END_ROUND


@jit
def status_word(state, side, mask, doctrine):
    """Arrays out at once; active sensors at contact (the aggressive: always)."""
    if mask[Verb.EXTEND]:
        return Verb.EXTEND
    near = range_to(state, int(state.round_tf), nearest_enemy(state, side, state.round_tf, False))
    contact = near <= CONTACT_RANGES[doctrine] or is_exposed_to_enemy(state, int(state.round_tf))
    if mask[Verb.ACTIVATE] and contact:
        return Verb.ACTIVATE
    return NONE


@jit
def detect_target_word(state, side, mask):
    """The nearest force that still hides something, else the nearest unknown spread."""
    best, word = FAR, NONE
    enemy = 1 - side
    for k in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
        if state.tf[k].status != ForceStatus.ON_MAP:
            continue
        spoken = enemy_force_word(state, k)
        away = range_to(state, int(state.round_tf), k)
        if mask[spoken] and away < best:
            best = away
            word = spoken
    return word if word != NONE else first_word(mask, 0, len(mask))


@jit
def choose_force_word(state, side, mask):
    """The force nearest to a known enemy first: its fire comes before the answer."""
    best, word = 2 * FAR, NONE
    for k in range(side * force_slots(state), (side + 1) * force_slots(state)):
        spoken = force_word(state, k)
        if not mask[spoken]:
            continue
        away = range_to(state, k, nearest_enemy(state, side, k, True))
        if state.tf[k].strength == 0:
            away = -1
        if away < best:
            best = away
            word = spoken
    return word
