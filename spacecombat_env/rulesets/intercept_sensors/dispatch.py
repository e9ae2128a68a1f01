"""Dispatch of decisions to the chapter that lists the legal actions and applies one.

The table in model/decisions.py maps a decision to its chapter.
"""

from spacecombat_env.core.native import native

from .model import CHAPTER_OF, InterceptChapter
from .model.record_types import Rules, State
from .movement import movement_decisions as movement
from .scans import scans_decisions as scans


@native
def legal(state: State, rules: Rules, mask):
    """Write the legal actions of the seat to act; none without a decision."""
    mask[:] = 0
    side, chapter = int(state.seat), CHAPTER_OF[state.decision]
    if chapter == InterceptChapter.MOVEMENT:
        movement.legal(state, rules, side, mask)
    elif chapter == InterceptChapter.SCANS:
        scans.legal(state, rules, side, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out one legal action."""
    if CHAPTER_OF[state.decision] == InterceptChapter.MOVEMENT:
        movement.apply(state, rules, action)
    else:
        scans.apply(state, rules, action)
