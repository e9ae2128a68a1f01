"""Standing orders: when to fire, at which target, with which weapons (paper 2.4)."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..engagement.opportunity import is_first_moment
from ..model import NONE, Decision, Load, Verb, craft_action, enemy_craft_action, load_action
from ..model.record_types import Rules, State
from .estimates import action_or, best_value, first_action, good_value, volley_value

GOOD_SHARE, OF = 6, 10
"""A shot is taken if it is worth six tenths of a good one."""
LAUNCHED = (int(Load.DAP), int(Load.RIS), int(Load.SSS), int(Load.DFM))
"""Order of launch from a rack that holds several kinds."""


@native
def gunnery_action(state: State, rules: Rules, side, mask):
    """Return the action for a decision about firing."""
    decision = int(state.decision)
    if decision == Decision.OPPORTUNITY:
        return opportunity_action(state, rules, side, mask)
    if decision == Decision.LAST_SHOTS or decision == Decision.FIRE_SHIP:
        return ship_action(state, rules, side, mask)
    if decision == Decision.FIRE_TARGET or decision == Decision.RETURN:
        return target_action(state, rules, side, mask)
    if decision == Decision.LAUNCH_KIND:
        return launch_action(state, mask)
    return action_or(mask, Verb.ALL, Verb.DONE)


@native
def opportunity_action(state: State, rules: Rules, side, mask):
    """Fire when the shot is good, or any shot when the move is over; else pass.

    Before its own move a seat passes; fire during that move is its own decision.
    """
    if is_first_moment(state, side):
        return Verb.PASS | 0
    for k in side_range(state.craft, side):
        if not mask[craft_action(state, k)]:
            continue
        value = best_value(state, rules, k)
        last = bool(state.last_moment) and bool(state.craft[k].acted) and value > 0
        if last or value * OF >= good_value(state, rules, k) * GOOD_SHARE > 0:
            return craft_action(state, k)
    return action_or(mask, Verb.PASS, Verb.DONE)


@native
def ship_action(state: State, rules: Rules, side, mask):
    """Choose the ship with the best shot, if it has one."""
    found, best = NONE, 0
    for k in side_range(state.craft, side):
        if mask[craft_action(state, k)]:
            value = best_value(state, rules, k)
            if value > best:
                found, best = k, value
    return action_or(mask, Verb.DONE, Verb.PASS) if found == NONE else craft_action(state, found)


@native
def target_action(state: State, rules: Rules, side, mask):
    """Choose the target to which the ship does most; pass where it does nothing to any."""
    k, found = int(state.order[side].craft), NONE
    best = 0 if state.decision == Decision.RETURN else -1
    for target in side_range(state.craft, 1 - side):
        contact = int(state.craft[target].contact)
        if contact != NONE and mask[enemy_craft_action(state, target)]:
            value = volley_value(state, rules, k, target)
            if value > best:
                found, best = target, value
    return first_action(mask) if found == NONE else enemy_craft_action(state, found)


@native
def launch_action(state: State, mask):
    """Choose the kind of missile that is launched first."""
    for load in LAUNCHED:
        if mask[load_action(state, load)]:
            return load_action(state, load)
    return first_action(mask)
