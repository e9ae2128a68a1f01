"""Chapter SEQ: the sequence of play, as a list of steps."""

from spacecombat_env.core.native import native

from .model import (
    BOXES,
    NONE,
    TRACE_DECAY,
    InterceptEvent,
    InterceptPhase,
    InterceptStep,
    first_side,
    note,
    proceed,
)
from .model.record_types import Rules, State
from .movement.deployment import setup_step
from .movement.plotting import move_all, open_step, plot_step
from .scans.declaring import scan_step
from .scans.signals import answer_scans
from .scans.tracking import check_tracks
from .victory import judge


@native
def take_step(state: State, rules: Rules):
    """IC-SEQ-01, 02 One step of the turn: movement in the open and in secret, then the sensors."""
    step = state.step
    if step == InterceptStep.SETUP:
        setup_step(state, rules)
    elif step == InterceptStep.TURN_START:
        begin_turn(state)
    elif step == InterceptStep.OPEN_MOVES:
        open_step(state, rules)
    elif step == InterceptStep.PLOTS:
        plot_step(state, rules)
    elif step == InterceptStep.MOVES:
        move_all(state, rules)
    elif step == InterceptStep.TRACKS:
        end_movement(state, rules)
    elif step == InterceptStep.TURN_END:
        end_turn(state, rules)
    else:
        sensors_phase(state, rules, step)


@native
def sensors_phase(state: State, rules: Rules, step):
    """IC-SEQ-01, 02 One side declares its scans and has them answered, then the other."""
    first = first_side(state)
    if step == InterceptStep.FIRST_SCANS:
        if scan_step(state, rules, first):
            proceed(state, InterceptStep.FIRST_ANSWERS)
    elif step == InterceptStep.FIRST_ANSWERS:
        answer_scans(state, rules, first)
        proceed(state, InterceptStep.SECOND_SCANS)
    elif step == InterceptStep.SECOND_SCANS:
        if scan_step(state, rules, 1 - first):
            proceed(state, InterceptStep.SECOND_ANSWERS)
    else:
        answer_scans(state, rules, 1 - first)
        proceed(state, InterceptStep.TURN_END)


@native
def begin_turn(state: State):
    """IC-SEQ-03 A new box of the turn track: the other side scans first, sensors are fresh."""
    state.turn += 1
    for side in range(2):
        state.declared[side] = 0
        state.passed[side] = 0
        for box in range(BOXES):
            state.quiet[side, box] = max(int(state.quiet[side, box]) - TRACE_DECAY, 0)
            state.traces[side, box] = max(int(state.traces[side, box]) - TRACE_DECAY, 0)
    for k in range(len(state.unit_of)):
        unit = state.unit_of[k]
        unit.plotted = 0
        unit.moved = 0
        unit.used = 0
        unit.radar_used = 0
    event = note(state, InterceptEvent.TURN, first_side(state))
    event.known = 3
    event.a = state.turn
    proceed(state, InterceptStep.OPEN_MOVES)


@native
def end_movement(state: State, rules: Rules):
    """IC-LOST-08 Tracks are checked once all have moved, before the scans."""
    state.unit = NONE
    check_tracks(state, rules)
    state.phase = InterceptPhase.SENSORS
    proceed(state, InterceptStep.FIRST_SCANS)


@native
def end_turn(state: State, rules: Rules):
    """End the turn: victory, or the next one."""
    proceed(state, InterceptStep.TURN_START)
    judge(state, rules)
