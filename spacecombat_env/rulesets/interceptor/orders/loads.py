"""Standing orders: loads of racks: 2 parts DAP, 2 SSS, 1 RIS, 1 Decoy, as allowed."""

from spacecombat_env.core.native import native

from ..model import (
    ACTIONS,
    NONE,
    USUAL_LOADS,
    Chance,
    Decision,
    RandomStream,
    Verb,
    first_of,
    load_action,
    own_index,
    pair,
)
from ..model.record_types import State
from .estimates import action_after, first_action


@native
def loads_action(state: State, mask):
    """Choose the next ship or rack that can be loaded; a missile of the mix; as many as fit."""
    decision = int(state.decision)
    if decision == Decision.LOAD_KIND:
        return kind_action(state, mask)
    if decision == Decision.LOAD_NUMBER:
        return last_action(mask)
    action = action_after(mask, first_of(state, ACTIONS.own_craft))
    return first_action(mask) if action == NONE else action


@native
def kind_action(state: State, mask):
    """Choose a random missile of the mix; `done` where none of them fits."""
    count = 0
    for load in USUAL_LOADS:
        count += int(mask[load_action(state, load)])
    if count == 0:
        return Verb.DONE | 0 if mask[Verb.DONE] else first_action(mask)
    seat = int(state.seat)
    who = pair(RandomStream.LOAD | 0, state.order[seat].rack)
    left = own_index(state, Chance.SETUP, who, seat, count)
    for load in USUAL_LOADS:
        if mask[load_action(state, load)]:
            if left == 0:
                return load_action(state, load)
            left -= 1
    return NONE


@native
def last_action(mask):
    """Return the last legal action: of numbers the greatest."""
    found = NONE
    for action in range(len(mask)):
        if mask[action]:
            found = action
    return found
