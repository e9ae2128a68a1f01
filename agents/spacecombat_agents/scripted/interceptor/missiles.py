"""Missiles: the loads of racks, and the defence against those of the enemy."""

from spacecombat_agents.scripted.interceptor.action_choice import legal_or, random_action
from spacecombat_agents.scripted.interceptor.doctrine import DECOY_AT
from spacecombat_agents.scripted.interceptor.hell import is_large_enemy_about
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import fold, pick
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.missiles.defensive_fire import has_only_hell
from spacecombat_env.rulesets.interceptor.model import (
    ACTIONS,
    NONE,
    Decision,
    Load,
    Verb,
    class_of,
    craft_action,
    first_of,
    has_pod,
    load_action,
    nearest_enemy,
    steps_between,
)
from spacecombat_env.rulesets.interceptor.orders.estimates import action_after, good_value
from spacecombat_env.rulesets.interceptor.orders.loads import last_action

__all__ = ["decoy_action", "defence_action", "guard_action", "kind_action", "loads_action"]

HELL = int(Load.HELL)
HEAVY = int(Load.DAP)
"""The load that does most, though only at short range: it wins more than the mix."""
MIX = tuple(map(int, (Load.SSS, Load.SSS, Load.SSS, Load.DAP, Load.DAP, Load.RIS, Load.DECOY)))
"""Random loads of a rack: most often one launched from afar on the first turn."""
NEAR = 4
"""Hexes within which an MDC-G is kept for fire, not for defence."""
SPARE = 30
"""Hundredths of a box: a ship whose guns do no more has nothing better to shoot at."""


# --- loads ---------------------------------------------------------------------------------------


@native
def loads_action(state, rules, mask, doctrine, random_bits):
    """Choose the next ship or rack that can be loaded, and its load."""
    decision, side = int(state.decision), int(state.seat)
    if decision == Decision.LOAD_KIND:
        return kind_action(state, rules, side, mask, doctrine, random_bits)
    if decision == Decision.LOAD_NUMBER:
        return last_action(mask)
    action = action_after(mask, first_of(state, ACTIONS.own_craft))
    return legal_or(mask, action, Verb.DONE | 0)


@native
def kind_action(state, rules, side, mask, doctrine, random_bits):
    """Choose the pod on the card once; else a HELL, a heavy missile, or a random one; or done."""
    k = int(state.order[side].craft)
    craft = state.craft[k]
    pod = int(rules.cards[int(craft.card)].required)
    if pod != NONE and mask[load_action(state, pod)]:
        racks = int(class_of(state, rules, k).racks)
        if not has_pod(state, k, int(craft.first_rack), racks, pod):
            return load_action(state, pod)
    if mask[load_action(state, HELL)] and is_large_enemy_about(state, rules, side):
        return load_action(state, HELL)
    if doctrine.near_loads and mask[load_action(state, HEAVY)]:
        return load_action(state, HEAVY)
    first = pick(fold(random_bits, k), len(MIX))
    for turn in range(len(MIX)):
        action = load_action(state, MIX[(first + turn) % len(MIX)])
        if mask[action]:
            return action
    return legal_or(mask, Verb.DONE | 0, NONE)


# --- defence -------------------------------------------------------------------------------------


@native
def defence_action(state, rules, mask):
    """Launch a Decoy in the last hex; use only guns that have no better target, and no HELL."""
    side = int(state.seat)
    missile = state.missile[int(state.order[side].missile)]
    if mask[Verb.DECOY] and missile.kind != Load.HELL and missile.target != NONE:
        if steps_between(missile, state.craft[int(missile.target)]) <= DECOY_AT:
            return Verb.DECOY | 0
    for k in side_range(state.craft, side):
        fires = mask[craft_action(state, k)] and is_idle(state, rules, k)
        if fires and not has_only_hell(state, rules, k, int(state.order[side].missile)):
            return craft_action(state, k)
    return legal_or(mask, Verb.PASS | 0, Verb.HOLD | 0)


@native
def is_idle(state, rules, k):
    """Return whether the ready guns of a ship have no better target than a missile."""
    craft = state.craft[k]
    enemy = nearest_enemy(state, k)
    if enemy == NONE or good_value(state, rules, k) <= SPARE:
        return True
    return bool(craft.acted) and steps_between(craft, state.craft[enemy]) > 2 * NEAR


@native
def guard_action(state, mask):
    """IN-DEF-11 Choose point defence, unless the same guns have an enemy near enough."""
    k = int(state.order[int(state.seat)].craft)
    enemy = nearest_enemy(state, k)
    near = enemy != NONE and steps_between(state.craft[k], state.craft[enemy]) <= NEAR
    if near:
        return legal_or(mask, Verb.PASS | 0, Verb.GUARD | 0)
    return legal_or(mask, Verb.GUARD | 0, Verb.PASS | 0)


@native
def decoy_action(mask, random_bits):
    """IN-DEF-06 Launch a Decoy at one hex, where it does most; either side will do."""
    return random_action(mask, random_bits)
