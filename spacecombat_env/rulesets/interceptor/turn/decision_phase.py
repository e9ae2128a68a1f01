"""Chapter TSK: the Decision Phase: crews wake, each side takes special actions, weapons are manned.

Stages of the step, in `state.cursor`: crews wake; the side that decides first, then the other;
MDC-Gs kept for point defence; overload.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..combat.cover import may_cover
from ..crew.command import pass_command
from ..crew.flight import settle_flier
from ..crew.overload import settle_overload
from ..crew.takeover import may_change
from ..crew.wounds import wake_crews
from ..damage.leaving import begin_eject, may_leave
from ..missiles.loading import may_drop
from ..missiles.point_defence import wants_guard
from ..model import (
    NONE,
    Decision,
    Deed,
    Phase,
    Step,
    Verb,
    craft_action,
    decode_craft,
    is_active,
    proceed,
    request_decision,
    side_of,
)
from ..model.record_types import Rules, State

WAKING, FIRST_SIDE, SECOND_SIDE, GUARDS, MANNING = range(5)


@native
def decision_step(state: State, rules: Rules):
    """IN-TSK-01, IN-IDE-03, 07 One stage of the Decision Phase."""
    state.phase = Phase.DECISION
    stage = int(state.cursor)
    if stage == WAKING:
        wake_crews(state, rules)
        pass_command(state, rules)
        settle_fliers(state, rules)
        state.cursor = FIRST_SIDE
    elif stage == FIRST_SIDE:
        request_decision(state, Decision.DECIDE, state.first)
    elif stage == SECOND_SIDE:
        request_decision(state, Decision.DECIDE, 1 - int(state.first))
    elif stage == GUARDS:
        request_guard(state, rules)
    else:
        man_weapons(state, rules)
        state.cursor = 0
        proceed(state, Step.LOCKS)


@native
def settle_fliers(state: State, rules: Rules):
    """IN-FLT-01 The flier of each craft."""
    for k in range(len(state.craft)):
        if is_active(state.craft[k]):
            settle_flier(state, rules, k)


@native
def man_weapons(state: State, rules: Rules):
    """IN-OVL-01, IN-AMB-10 Overload is settled for the turn."""
    for k in range(len(state.craft)):
        if is_active(state.craft[k]):
            settle_overload(state, rules, k)


@native
def request_guard(state: State, rules: Rules):
    """IN-DEF-11 The owner of an MDC-G decides once a turn whether it is kept for point defence."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if is_active(craft) and not int(craft.deeds) & Deed.GUARDED:
            if wants_guard(state, rules, k):
                side = side_of(state, k)
                state.order[side].craft = k
                request_decision(state, Decision.GUARD, side)
                return
    state.cursor = MANNING


# --- legal tasks ---------------------------------------------------------------------------------


@native
def legal_decide(state: State, rules: Rules, side, mask):
    """IN-TSK-01 Craft that have a task, and `done`."""
    mask[Verb.DONE] = 1
    for k in side_range(state.craft, side):
        if has_choice(state, rules, k):
            mask[craft_action(state, k)] = 1


@native
def has_choice(state: State, rules: Rules, k):
    """IN-TSK-01, 07, 08, 09, IN-DES-07 Whether a craft has a task.

    A hull that breaks up can only be left.
    """
    if int(state.craft[k].deeds) & Deed.DECIDED:
        return False
    if is_active(state.craft[k]) and has_task(state, rules, k):
        return True
    return may_leave(state, rules, k)


@native
def has_task(state: State, rules: Rules, k):
    """IN-TSK-08, 09, IN-LOS-06 Whether a craft under command has a task besides being left."""
    return may_man(state, rules, k) or may_let_go(state, rules, k) or may_hide(state, rules, k)


@native
def may_man(state: State, rules: Rules, k):
    """IN-TSK-09 Crew roles, once a turn."""
    return not int(state.craft[k].deeds) & Deed.MANNED and may_change(state, rules, k)


@native
def may_let_go(state: State, rules: Rules, k):
    """IN-TSK-08 Loads, once a turn."""
    return not int(state.craft[k].deeds) & Deed.DROPPED and may_drop(state, rules, k)


@native
def may_hide(state: State, rules: Rules, k):
    """IN-LOS-06 Cover, once a turn."""
    craft = state.craft[k]
    free = craft.cover == NONE and not int(craft.deeds) & Deed.COVERED
    return free and may_cover(state, rules, k)


@native
def apply_decide(state: State, rules: Rules, seat, action):
    """Store a craft, or end the side's decisions."""
    if action == Verb.DONE:
        state.cursor += 1
        proceed(state, Step.DECISION)
        return
    state.order[seat].craft = decode_craft(state, seat, action)
    request_decision(state, Decision.DECIDE_VERB, seat)


@native
def legal_decide_verb(state: State, rules: Rules, side, mask):
    """IN-TSK-07, 08, 09, IN-DES-07 Tasks of the craft; each once a turn."""
    k = int(state.order[side].craft)
    mask[Verb.DONE] = 1
    mask[Verb.LEAVE] = may_leave(state, rules, k)
    if is_active(state.craft[k]):
        mask[Verb.CREW] = may_man(state, rules, k)
        mask[Verb.DROP] = may_let_go(state, rules, k)
        mask[Verb.COVER] = may_hide(state, rules, k)


@native
def apply_decide_verb(state: State, rules: Rules, seat, action):
    """Request the task's decision; each returns with DECIDE."""
    k = int(state.order[seat].craft)
    if action == Verb.CREW:
        do_once(state, k, Deed.MANNED)
        request_decision(state, Decision.CREW, seat)
    elif action == Verb.DROP:
        do_once(state, k, Deed.DROPPED)
        request_decision(state, Decision.DROP_RACK, seat)
    elif action == Verb.COVER:
        do_once(state, k, Deed.COVERED)
        request_decision(state, Decision.COVER, seat)
    elif action == Verb.LEAVE:
        begin_eject(state, rules, seat, k)
    else:
        do_once(state, k, Deed.DECIDED)
        request_decision(state, Decision.DECIDE, seat)


@native
def do_once(state: State, k, deed):
    """Mark a deed that may be done once a turn."""
    state.craft[k].deeds = int(state.craft[k].deeds) | deed
