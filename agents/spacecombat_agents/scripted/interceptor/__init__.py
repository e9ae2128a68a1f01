"""The ace of the fighter rules, compiled: it weighs turns, facings and tails.

`ace` lays every plot that its thrust allows. For each end it estimates what it can do to the
enemies it knows of, what they can do to it, and where they may be by then. It follows the best ends
for a second turn and through the replies of enemies that have still to move. It shows them its
strongest side and keeps its worn ships back.

It fires when a shot brings more than its plot loses by it, at worn enemies first. It carries
missiles for short range and meets those of the enemy with Decoys. It sends damaged ships home where
that is cheap. It launches small craft at once, and never blows up a ship of its own.

`ace:plain` searches no second turn, assumes that all enemies coast, ignores wear and loads at
random. It holds its fire for the best shot of its plot and sends all damaged ships home. Both read
redacted records alone.
"""

import numpy as np

from spacecombat_agents.scripted.interceptor.action_choice import legal_or
from spacecombat_agents.scripted.interceptor.doctrine import DOCTRINES, PARAMETERS
from spacecombat_agents.scripted.interceptor.fire import fire_action, struck_action
from spacecombat_agents.scripted.interceptor.hell import launches_hell
from spacecombat_agents.scripted.interceptor.missiles import (
    decoy_action,
    defence_action,
    guard_action,
    loads_action,
)
from spacecombat_agents.scripted.interceptor.moving import (
    move_action,
    planet_action,
    speed_action,
    store_action,
)
from spacecombat_agents.scripted.interceptor.opening import (
    choose_action,
    claim_action,
    setup_action,
)
from spacecombat_agents.scripted.interceptor.tasks import (
    case_action,
    decision_action,
    power_action,
)
from spacecombat_agents.scripted.interceptor.workspace import WORKSPACE, clear_workspace
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.model import (
    CHAPTER_OF,
    DELEGATION,
    NONE,
    Chapter,
    Decision,
    Delegate,
    Load,
    Verb,
    load_action,
)
from spacecombat_env.rulesets.interceptor.orders.estimates import first_action
from spacecombat_env.rulesets.interceptor.orders.gunnery import launch_action
from spacecombat_env.rulesets.interceptor.orders.loads import last_action
from spacecombat_env.rulesets.interceptor.orders.standing_orders import rescue_action

__all__ = ["DOCTRINES", "NEEDS_RANDOM_BITS", "PARAMETERS", "answer", "choose"]
NEEDS_RANDOM_BITS = True
"""`choose` takes a random number a row: for the set-up, and for ties between plots."""


@native
def answer(state, rules, workspace, mask, doctrine, random_bits):
    """Return one action for the decision of the seat to act."""
    decision = int(state.decision)
    if decision == Decision.MOVE:
        return move_action(state, rules, workspace, mask, doctrine, random_bits)
    if decision == Decision.SPEED:
        return speed_action(state, rules, workspace, doctrine, random_bits)
    if decision == Decision.STORE:
        return store_action(state, mask)
    if decision == Decision.STRUCK:
        return struck_action(state, int(state.seat), mask)
    if CHAPTER_OF[decision] == Chapter.PLANET:
        return planet_action(state, rules, mask)
    if CHAPTER_OF[decision] == Chapter.ENGAGEMENT:
        return fire_action(state, rules, workspace, mask, doctrine, random_bits)
    if CHAPTER_OF[decision] == Chapter.MISSILES:
        return missile_action(state, rules, mask, doctrine, random_bits)
    kind = DELEGATION[decision]
    if kind == Delegate.TERRAIN or kind == Delegate.SETUP:
        return setup_action(state, rules, mask, random_bits)
    if decision == Decision.CHOOSE_CRAFT:
        return choose_action(state, mask)
    if decision == Decision.TAIL or decision == Decision.FORCE:
        return claim_action(state, mask)
    if kind == Delegate.POWER:
        return power_action(state, mask)
    if CHAPTER_OF[decision] == Chapter.CASES:
        return case_action(state, mask)
    if kind == Delegate.DECISIONS:
        return decision_action(state, rules, mask)
    if decision == Decision.RESCUE:
        return rescue_action(state, mask)
    if decision == Decision.EJECT_RANGE:
        return last_action(mask)
    return legal_or(mask, Verb.DONE | 0, Verb.PASS | 0)


@native
def missile_action(state, rules, mask, doctrine, random_bits):
    """Return the action for a decision about missiles."""
    decision = int(state.decision)
    if decision == Decision.DEFENCE:
        return defence_action(state, rules, mask)
    if decision == Decision.GUARD:
        return guard_action(state, mask)
    if decision == Decision.LAUNCH_KIND:
        if launches_hell(state, rules, int(state.seat), mask):
            return load_action(state, Load.HELL | 0)
        return launch_action(state, mask)
    if decision == Decision.DECOY_SIDE:
        return decoy_action(mask, random_bits)
    if DELEGATION[decision] == Delegate.LOADS and decision != Decision.DROP_RACK:
        return loads_action(state, rules, mask, doctrine, random_bits)
    return legal_or(mask, Verb.DONE | 0, NONE)


@native
def choose(visible, table, masks, doctrine, rows, actions, random_bits):
    """Write a legal action into `actions[i]` for each `rows[i]` of redacted records."""
    rules, style = table.rules[0], doctrine[0]
    workspaces = np.empty(1, WORKSPACE)
    clear_workspace(workspaces[0])
    for i in range(len(rows)):
        mask, state = masks[rows[i]], visible.states[rows[i]]
        actions[i] = NONE
        if state.decision == Decision.NOTHING:
            continue
        action = answer(state, rules, workspaces[0], mask, style, random_bits[i])
        if action < 0 or action >= len(mask) or not mask[action]:
            action = first_action(mask)
        actions[i] = action
