# Generated from decisions.py, sequence.py by python -m spacecombat_env.core.kernels.generate
"""Dispatch of decisions to the chapters that handle them, and of steps to functions."""

from spacecombat_env.core.native import native

from .model import CHAPTER_OF, InterceptChapter, InterceptStep
from .model.record_types import Rules, State
from .movement import movement_decisions as movement
from .movement.deployment import setup_step
from .movement.plotting import move_all, open_step, plot_step
from .scans import scans_decisions as scans
from .sequence import (
    begin_turn,
    end_movement,
    end_turn,
    first_answers_step,
    first_scans_step,
    second_answers_step,
    second_scans_step,
)


@native
def legal(state: State, rules: Rules, mask):
    """Write the legal actions of the seat to act; none without a decision."""
    mask[:] = 0
    side = int(state.seat)
    chapter = int(CHAPTER_OF[state.decision])
    if chapter == InterceptChapter.MOVEMENT:
        movement.legal(state, rules, side, mask)
    elif chapter == InterceptChapter.SCANS:
        scans.legal(state, rules, side, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    chapter = int(CHAPTER_OF[state.decision])
    if chapter == InterceptChapter.MOVEMENT:
        movement.apply(state, rules, action)
    elif chapter == InterceptChapter.SCANS:
        scans.apply(state, rules, action)


@native
def take_step(state: State, rules: Rules):
    """Carry out the next step of the turn."""
    step = int(state.step)
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
    elif step == InterceptStep.FIRST_SCANS:
        first_scans_step(state, rules)
    elif step == InterceptStep.FIRST_ANSWERS:
        first_answers_step(state, rules)
    elif step == InterceptStep.SECOND_SCANS:
        second_scans_step(state, rules)
    elif step == InterceptStep.SECOND_ANSWERS:
        second_answers_step(state, rules)
    elif step == InterceptStep.TURN_END:
        end_turn(state, rules)
