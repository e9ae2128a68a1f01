"""Chapter TSK: the Decision Phase: crews wake, each side takes special actions, weapons are manned.

Stages of the step, in `state.cursor`: crews wake; ships enter, the side that decides first, then
the other; in the same order they allot power, and decide; MDC-Gs kept for point defence; overload.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..cases.airlocks import begin_airlock, may_airlock
from ..cases.rescue import lower, may_lower, wake_adrift
from ..cases.self_destruction import begin_destruct, may_destruct
from ..cases.small_craft import begin_bay, may_launch, may_recover
from ..cases.t_space import (
    abort,
    calculate,
    declare_transit,
    may_abort,
    may_calculate,
    may_enter,
)
from ..cases.towing import begin_tow, may_tow
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
    DecisionStage,
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
from .entering import entry_stage, roll_entries
from .initiative import roll_late
from .power import begin_power, request_power


@native
def decision_step(state: State, rules: Rules):
    """IN-TSK-01, IN-IDE-03, 07 One stage of the Decision Phase."""
    state.phase = Phase.DECISION
    stage = int(state.cursor)
    if stage == DecisionStage.WAKING:
        wake_crews(state, rules)
        wake_adrift(state, rules)
        pass_command(state, rules)
        settle_fliers(state, rules)
        begin_power(state, rules)
        roll_entries(state, rules)
        state.cursor = DecisionStage.FIRST_ENTRY
    elif stage == DecisionStage.FIRST_ENTRY:
        entry_stage(state, rules, int(state.first))
    elif stage == DecisionStage.SECOND_ENTRY:
        entry_stage(state, rules, 1 - int(state.first))
    elif stage == DecisionStage.FIRST_POWER:
        request_power(state, rules, int(state.first))
    elif stage == DecisionStage.SECOND_POWER:
        request_power(state, rules, 1 - int(state.first))
    elif stage == DecisionStage.FIRST_SIDE:
        request_decision(state, Decision.DECIDE, state.first)
    elif stage == DecisionStage.SECOND_SIDE:
        request_decision(state, Decision.DECIDE, 1 - int(state.first))
    elif stage == DecisionStage.GUARDS:
        request_guard(state, rules)
    else:
        roll_late(state)
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
    state.cursor = DecisionStage.MANNING


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
    return may_leave(state, rules, k) or may_launch(state, rules, k)


@native
def has_task(state: State, rules: Rules, k):
    """IN-TSK-08, 09, IN-LOS-06 Whether a craft under command has a task besides being left."""
    if may_man(state, rules, k) or may_let_go(state, rules, k) or may_hide(state, rules, k):
        return True
    return may_depart(state, rules, k)


@native
def may_depart(state: State, rules: Rules, k):
    """IN-TSK-02, IN-POW-10, IN-DES-10, IN-ABN-07, 12, IN-CON-26 Whether a rare task is open."""
    if may_lower(state, rules, k) or may_airlock(state, rules, k):
        return True
    if may_recover(state, rules, k) or may_tow(state, rules, k):
        return True
    if may_abort(state.craft[k]) or may_calculate(state, rules, k):
        return True
    return may_enter(state, rules, k) or may_destruct(state, rules, k)


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
    """IN-TSK-02, 07, 08, 09, IN-DES-07, 10 Tasks of the craft; each once a turn."""
    k = int(state.order[side].craft)
    mask[Verb.DONE] = 1
    mask[Verb.LEAVE] = may_leave(state, rules, k)
    mask[Verb.LAUNCH] = may_launch(state, rules, k)
    if is_active(state.craft[k]):
        mask[Verb.CREW] = may_man(state, rules, k)
        mask[Verb.DROP] = may_let_go(state, rules, k)
        mask[Verb.COVER] = may_hide(state, rules, k)
        mask[Verb.CALCULATE] = may_calculate(state, rules, k)
        mask[Verb.T_SPACE] = may_enter(state, rules, k)
        mask[Verb.ABORT] = may_abort(state.craft[k])
        mask[Verb.DESTRUCT] = may_destruct(state, rules, k)
        mask[Verb.RECOVER] = may_recover(state, rules, k)
        mask[Verb.AIRLOCK] = may_airlock(state, rules, k)
        mask[Verb.LOWER] = may_lower(state, rules, k)
        mask[Verb.TOW] = may_tow(state, rules, k)


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
    elif action == Verb.DESTRUCT:
        begin_destruct(state, seat, k)
    elif action == Verb.LAUNCH or action == Verb.RECOVER:
        begin_bay(state, seat, k, action)
    elif action == Verb.AIRLOCK:
        begin_airlock(state, rules, seat, k)
    elif action == Verb.TOW:
        begin_tow(state, seat, k)
    else:
        decide_course(state, k, action)
        request_decision(state, Decision.DECIDE, seat)


@native
def decide_course(state: State, k, action):
    """IN-TSK-02, IN-POW-10, IN-ABN-07 T-space, a rescue; `done` ends the craft's decisions."""
    if action == Verb.CALCULATE:
        calculate(state, k)
    elif action == Verb.T_SPACE:
        declare_transit(state, k)
    elif action == Verb.ABORT:
        abort(state, k)
    elif action == Verb.LOWER:
        lower(state, k)
    else:
        do_once(state, k, Deed.DECIDED)


@native
def do_once(state: State, k, deed):
    """Mark a deed that may be done once a turn."""
    state.craft[k].deeds = int(state.craft[k].deeds) | deed
