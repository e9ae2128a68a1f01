"""Missiles: what racks carry, and what meets those of the enemy."""

from spacecombat_agents.scripted.interceptor.action_choice import legal_or, random_action
from spacecombat_agents.scripted.interceptor.doctrine import DECOY_AT
from spacecombat_env.core.engine.jit import jit
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import fold, pick
from spacecombat_env.rulesets.interceptor.model.action_space import ACTIONS
from spacecombat_env.rulesets.interceptor.model.actions import craft_action, first_of, load_action
from spacecombat_env.rulesets.interceptor.model.constants.kinds import Load
from spacecombat_env.rulesets.interceptor.model.constants.sizes import NONE
from spacecombat_env.rulesets.interceptor.model.constants.turn import Decision, Verb
from spacecombat_env.rulesets.interceptor.model.geometry import steps_between
from spacecombat_env.rulesets.interceptor.model.racks import has_pod
from spacecombat_env.rulesets.interceptor.model.ships import class_of, nearest_enemy
from spacecombat_env.rulesets.interceptor.orders.estimates import action_after, good_value
from spacecombat_env.rulesets.interceptor.orders.loads import last_action

HEAVY = int(Load.DAP)
"""What does most, though from near alone: more is won with it than with the mix."""
MIX = tuple(map(int, (Load.SSS, Load.SSS, Load.SSS, Load.DAP, Load.DAP, Load.RIS, Load.DECOY)))
"""What a rack is loaded with, at random: what is launched from afar on the first turn most often."""
NEAR = 4
"""Hexes within which an MDC-G is wanted for fire, not for defence."""
SPARE = 30
"""Hundredths of a box: a ship whose guns could do no more has nothing better to shoot at."""


# --- loads ---------------------------------------------------------------------------------------


@jit
def loads_action(state, rules, mask, doctrine, random_bits):
    """The next ship or rack that can be loaded, and with what."""
    decision, side = int(state.decision), int(state.seat)
    if decision == Decision.LOAD_KIND:
        return kind_action(state, rules, side, mask, doctrine, random_bits)
    if decision == Decision.LOAD_NUMBER:
        return last_action(mask)
    action = action_after(mask, first_of(state, ACTIONS.own_craft))
    return legal_or(mask, action, Verb.DONE | 0)


@jit
def kind_action(state, rules, side, mask, doctrine, random_bits):
    """The pod that the card wants, once; else a heavy missile, or one at random; done if none fits."""
    k = int(state.order[side].craft)
    craft = state.craft[k]
    pod = int(rules.cards[int(craft.card)].required)
    if pod != NONE and mask[load_action(state, pod)]:
        racks = int(class_of(state, rules, k).racks)
        if not has_pod(state, k, int(craft.first_rack), racks, pod):
            return load_action(state, pod)
    if doctrine.near_loads and mask[load_action(state, HEAVY)]:
        return load_action(state, HEAVY)
    first = pick(fold(random_bits, k), len(MIX))
    for turn in range(len(MIX)):
        action = load_action(state, MIX[(first + turn) % len(MIX)])
        if mask[action]:
            return action
    return legal_or(mask, Verb.DONE | 0, NONE)


# --- defence -------------------------------------------------------------------------------------


@jit
def defence_action(state, rules, mask):
    """A Decoy in the last hex, but no ship's guns that have a better use."""
    side = int(state.seat)
    missile = state.missile[int(state.order[side].missile)]
    if mask[Verb.DECOY] and missile.kind != Load.HELL and missile.target != NONE:
        if steps_between(missile, state.craft[int(missile.target)]) <= DECOY_AT:
            return Verb.DECOY | 0
    for k in side_range(state.craft, side):
        if mask[craft_action(state, k)] and is_idle(state, rules, k):
            return craft_action(state, k)
    return legal_or(mask, Verb.PASS | 0, Verb.HOLD | 0)


@jit
def is_idle(state, rules, k):
    """Whether the guns of a ship that are ready have no better use than a missile."""
    craft = state.craft[k]
    enemy = nearest_enemy(state, k)
    if enemy == NONE or good_value(state, rules, k) <= SPARE:
        return True
    return bool(craft.acted) and steps_between(craft, state.craft[enemy]) > 2 * NEAR


@jit
def guard_action(state, mask):
    """IN-DEF-11 Point defence, unless an enemy is near enough to be shot at with the same guns."""
    k = int(state.order[int(state.seat)].craft)
    enemy = nearest_enemy(state, k)
    near = enemy != NONE and steps_between(state.craft[k], state.craft[enemy]) <= NEAR
    if near:
        return legal_or(mask, Verb.PASS | 0, Verb.GUARD | 0)
    return legal_or(mask, Verb.GUARD | 0, Verb.PASS | 0)


@jit
def decoy_action(mask, random_bits):
    """IN-DEF-06 At one hex a Decoy does most; which side is all the same."""
    return random_action(mask, random_bits)
