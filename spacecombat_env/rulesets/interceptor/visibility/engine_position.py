"""The engine's step in a determinized game, derived from the decision and the phase.

Stages of a step that counts them (`state.cursor`) are those of turn/setup.py,
turn/decision_phase.py, missiles/transponder.py, movement/random_movement.py and
movement/drifting.py.
"""

from spacecombat_env.core.native import native

from ..model import (
    DELEGATION,
    NONE,
    Decision,
    DecisionStage,
    Delegate,
    Phase,
    Step,
    Target,
    side_of,
)
from ..model.record_types import Rules, State
from ..movement.thrust import thrust_left
from ..movement.velocity import velocity_cost

FIRST_SIDE, SECOND_SIDE, FIRST_LOADS = 1, 2, 3
"""Stages of the set-up."""


@native
def restore_engine(state: State, rules: Rules, seat):
    """Set step, back and cursor as they are at the present decision."""
    state.step = step_of(state, rules, seat)
    state.back = back_of(state)
    state.cursor = cursor_of(state, rules, seat)


@native
def step_of(state: State, rules: Rules, seat):
    """Return the step that requested the decision."""
    decision = int(state.decision)
    if state.phase == Phase.SETUP:
        return Step.SETUP | 0
    if state.phase == Phase.DECISION:
        return Step.DECISION | 0
    if decision == Decision.DRIFT_MOVE:
        return Step.DRIFT | 0
    if decision == Decision.RESCUE:
        return Step.RESCUE | 0
    if decision in (Decision.TAIL, Decision.CHOOSE_CRAFT, Decision.FORCE):
        return Step.NEXT_GO | 0
    if is_before_first_hex(state, rules, seat, decision):
        return Step.SPEED | 0
    if decision in (Decision.RETURN, Decision.ARC, Decision.STRUCK):
        return Step.DECLARED | 0
    if decision in (Decision.DEFENCE, Decision.DECOY_SIDE, Decision.DECOY_RANGE):
        return Step.FLIGHT | 0
    return moment_of(state, seat)


@native
def is_before_first_hex(state: State, rules: Rules, seat, decision):
    """Return whether the decision comes before the mover's first hex: a push for the velocity."""
    if decision == Decision.PUSH:
        k, speed = int(state.mover), int(state.order[seat].speed)
        return velocity_cost(state, rules, k, speed) > thrust_left(state, rules, k)
    return decision == Decision.SPEED or decision == Decision.RAM


@native
def moment_of(state: State, seat):
    """Return the step in which a ship moves or shots are offered.

    Decisions about fire belong to it. In an exchange they are those of fire that is returned, or
    turned on a missile.
    """
    if state.exchange.volleys > 0:
        at_missile = state.order[seat].target_kind == Target.MISSILE
        return Step.FLIGHT | 0 if at_missile else Step.DECLARED | 0
    mover = int(state.mover)
    if mover == NONE:
        return Step.LAST_SHOTS | 0
    if side_of(state, mover) != seat:
        return Step.OPPORTUNITY | 0
    return Step.MOVE | 0 if state.begun else Step.SPEED | 0


@native
def back_of(state: State):
    """Return the step that follows a moment, or an exchange."""
    if state.phase == Phase.SETUP:
        return Step.SETUP | 0
    if state.phase == Phase.DRIFTING:
        return Step.DRIFT | 0
    if state.phase == Phase.END:
        return Step.COLLIDE | 0
    if state.mover == NONE:
        return Step.LOCKS | 0 if state.phase == Phase.RANDOM else Step.LAST_SHOTS | 0
    if not state.begun:
        return Step.SPEED | 0
    return Step.END_MOVE | 0 if state.last_moment else Step.MOVE | 0


@native
def cursor_of(state: State, rules: Rules, seat):
    """Return the stage of a step with several stages."""
    decision = int(state.decision)
    if state.phase == Phase.SETUP:
        return setup_stage(state, rules, seat, decision)
    if state.phase == Phase.DECISION:
        return decision_stage(state, seat, decision)
    if state.phase == Phase.RANDOM:
        if state.mover == NONE:
            return int(state.order[seat].missile) + 1  # the dormant missile that has locked on
        return len(state.craft)  # all recovery rolls are made before the first one moves
    if decision == Decision.RESCUE:
        return int(state.order[seat].craft)
    return int(state.order[seat].target) if decision == Decision.DRIFT_MOVE else 0


@native
def decision_stage(state: State, seat, decision):
    """IN-TSK-01, IN-SCN-08 MDC-Gs that are kept, or a side: its entries, power, then the rest."""
    if decision == Decision.GUARD:
        return DecisionStage.GUARDS | 0
    second = int(seat != state.first)
    if DELEGATION[decision] == Delegate.SETUP:
        return DecisionStage.FIRST_ENTRY + second
    if DELEGATION[decision] == Delegate.POWER:
        return DecisionStage.FIRST_POWER + second
    return DecisionStage.FIRST_SIDE + second


@native
def setup_stage(state: State, rules: Rules, seat, decision):
    """IN-SCN-01, 02 Asteroids, the side that sets up first, the other, loads."""
    if decision == Decision.ROCK_COLUMN or decision == Decision.ROCK_ROW:
        return 0
    if DELEGATION[decision] == Delegate.LOADS:
        return FIRST_LOADS + int(seat)
    return FIRST_SIDE if seat == rules.option.sets_up else SECOND_SIDE
