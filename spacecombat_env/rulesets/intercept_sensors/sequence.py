"""Chapter SEQ: the sequence of play, as a table of steps (at the end)."""

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
def first_scans_step(state: State, rules: Rules):
    """IC-SEQ-01, 02 The side that scans first declares its scans."""
    if scan_step(state, rules, first_side(state)):
        proceed(state, InterceptStep.FIRST_ANSWERS)


@native
def first_answers_step(state: State, rules: Rules):
    """IC-SEQ-01, 02 Its scans are answered."""
    answer_scans(state, rules, first_side(state))
    proceed(state, InterceptStep.SECOND_SCANS)


@native
def second_scans_step(state: State, rules: Rules):
    """IC-SEQ-01, 02 The other side declares its scans."""
    if scan_step(state, rules, 1 - first_side(state)):
        proceed(state, InterceptStep.SECOND_ANSWERS)


@native
def second_answers_step(state: State, rules: Rules):
    """IC-SEQ-01, 02 Its scans are answered."""
    answer_scans(state, rules, 1 - first_side(state))
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


STEPS = {
    InterceptStep.SETUP: setup_step,
    InterceptStep.TURN_START: begin_turn,
    InterceptStep.OPEN_MOVES: open_step,
    InterceptStep.PLOTS: plot_step,
    InterceptStep.MOVES: move_all,
    InterceptStep.TRACKS: end_movement,
    InterceptStep.FIRST_SCANS: first_scans_step,
    InterceptStep.FIRST_ANSWERS: first_answers_step,
    InterceptStep.SECOND_SCANS: second_scans_step,
    InterceptStep.SECOND_ANSWERS: second_answers_step,
    InterceptStep.TURN_END: end_turn,
}
"""IC-SEQ-01, 02 The turn: movement in the open and in secret, then the sensors; see dispatch.py."""
