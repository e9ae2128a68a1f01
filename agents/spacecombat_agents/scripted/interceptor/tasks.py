"""Tasks of the Decision Phase: small craft, crews in space, ships that are left; power.

The ace allots power by the standing order. It launches small craft as soon as it can, leaves a hull
that will hardly hold, and never blows up a ship of its own. It lowers shields only in the hex of
a crew that it can pick up, with no enemy near.
"""

from spacecombat_agents.scripted.interceptor.action_choice import legal_or, number_action
from spacecombat_agents.scripted.interceptor.doctrine import FRAIL
from spacecombat_agents.scripted.interceptor.opening import START_SPEED
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.cases.rescue import may_lower, may_pick_up
from spacecombat_env.rulesets.interceptor.cases.small_craft import may_launch
from spacecombat_env.rulesets.interceptor.model import (
    ACTIONS,
    DIRECT_RANGE,
    NONE,
    Decision,
    Verb,
    craft_action,
    direction_action,
    first_of,
    nearest_enemy,
    steps_between,
    toward,
)
from spacecombat_env.rulesets.interceptor.orders.estimates import action_after
from spacecombat_env.rulesets.interceptor.orders.loads import last_action

__all__ = ["case_action", "decision_action", "power_action"]


@native
def decision_action(state, rules, mask):
    """Return the action for a special task of the Decision Phase; most often done, or pass."""
    decision, side = int(state.decision), int(state.seat)
    if decision == Decision.DECIDE:
        for k in side_range(state.craft, side):
            if mask[craft_action(state, k)] and has_wish(state, rules, k):
                return craft_action(state, k)
    if decision == Decision.DECIDE_VERB:
        return legal_or(mask, wish_of(state, rules, int(state.order[side].craft), mask), NONE)
    return legal_or(mask, Verb.DONE | 0, Verb.PASS | 0)


@native
def is_frail(craft):
    """IN-DES-06 Return whether a hull will hardly hold."""
    return craft.collapse > FRAIL


@native
def has_wish(state, rules, k):
    """Return whether craft k is left, launches small craft, or picks up a crew."""
    if is_frail(state.craft[k]) or may_launch(state, rules, k):
        return True
    return can_rescue(state, rules, k)


@native
def wish_of(state, rules, k, mask):
    """Return the task of craft k: small craft first, for they must not be lost with the hull."""
    if mask[Verb.LAUNCH]:
        return Verb.LAUNCH | 0
    if is_frail(state.craft[k]):
        if mask[Verb.LEAVE]:
            return Verb.LEAVE | 0
        if mask[Verb.AIRLOCK]:
            return Verb.AIRLOCK | 0
    if mask[Verb.LOWER] and can_rescue(state, rules, k):
        return Verb.LOWER | 0
    return Verb.DONE | 0


@native
def can_rescue(state, rules, k):
    """IN-ABN-07 Return whether a crew flies with craft k, and no enemy is in range of guns."""
    if not may_lower(state, rules, k):
        return False
    enemy = nearest_enemy(state, k)
    if enemy != NONE and steps_between(state.craft[k], state.craft[enemy]) <= DIRECT_RANGE:
        return False
    for n in range(len(state.adrift)):
        if may_pick_up(state, rules, k, n):
            return True
    return False


# --- what follows --------------------------------------------------------------------------------


@native
def case_action(state, mask):
    """Return the action for a decision that follows a task, or a rescue."""
    decision, order = int(state.decision), state.order[int(state.seat)]
    if decision == Decision.ESCAPE:
        return legal_or(mask, Verb.ALL | 0, NONE)
    if decision == Decision.BAY or decision == Decision.RESCUE:
        action = action_after(mask, first_of(state, ACTIONS.own_craft))
        return legal_or(mask, action, legal_or(mask, Verb.DONE | 0, Verb.PASS | 0))
    if decision == Decision.LAUNCH_SIDE:
        return launch_side(state, mask)
    if decision == Decision.LAUNCH_SPEED:
        return number_action(state, order, START_SPEED)
    if decision == Decision.FUSE:
        return number_action(state, order, int(order.high))
    if decision == Decision.EJECT_RANGE:
        return last_action(mask)
    return legal_or(mask, Verb.DONE | 0, Verb.PASS | 0)


@native
def launch_side(state, mask):
    """IN-TSK-06 Small craft start toward the nearest enemy."""
    k = int(state.order[int(state.seat)].craft)
    enemy = nearest_enemy(state, k)
    if enemy == NONE:
        return legal_or(mask, direction_action(state, int(state.craft[k].heading)), NONE)
    first, _ = toward(state.craft[k], state.craft[enemy], 0)
    return legal_or(mask, direction_action(state, first), NONE)


@native
def power_action(state, mask):
    """IN-POW-01 Allot the power of each ship that can switch it: all by the standing order."""
    if state.decision == Decision.POWER:
        action = action_after(mask, first_of(state, ACTIONS.own_craft))
        return legal_or(mask, action, Verb.DONE | 0)
    return legal_or(mask, Verb.ALL | 0, Verb.DONE | 0)
