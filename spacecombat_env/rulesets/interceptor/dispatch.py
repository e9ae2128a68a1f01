"""Dispatch of decisions to the chapter that lists the legal actions and applies one.

The table in model/decisions.py maps a decision to its chapter.
"""

from spacecombat_env.core.kernels.numbers import apply_number, legal_number
from spacecombat_env.core.native import native

from .cases import cases_decisions as cases
from .combat import combat_decisions as combat
from .crew import crew_decisions as crew
from .engagement import engagement_decisions as engagement
from .missiles import missiles_decisions as missiles
from .model import AMOUNTS, CHAPTER_OF, NONE, TAKES_NUMBER, Chapter, amount_action
from .model.record_types import Rules, State
from .movement import movement_decisions as movement
from .turn import turn_decisions as turn


@native
def legal(state: State, rules: Rules, mask):
    """Write the legal actions of the seat to act; none without a decision."""
    mask[:] = 0
    side, chapter = int(state.seat), CHAPTER_OF[state.decision]
    if TAKES_NUMBER[state.decision]:
        legal_number(state.order[side], amount_action(state, 0), AMOUNTS, mask)
    elif chapter == Chapter.MOVEMENT:
        movement.legal(state, rules, side, mask)
    elif chapter == Chapter.ENGAGEMENT:
        engagement.legal(state, rules, side, mask)
    elif chapter == Chapter.MISSILES:
        missiles.legal(state, rules, side, mask)
    elif chapter == Chapter.TURN:
        turn.legal(state, rules, side, mask)
    elif chapter == Chapter.CREW:
        crew.legal(state, rules, side, mask)
    elif chapter == Chapter.COMBAT:
        combat.legal(state, rules, side, mask)
    elif chapter == Chapter.CASES:
        cases.legal(state, rules, side, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out one legal action."""
    chapter = CHAPTER_OF[state.decision]
    if TAKES_NUMBER[state.decision]:
        number = apply_number(state.order[state.seat], action - amount_action(state, 0), AMOUNTS)
        if number != NONE:
            apply_whole_number(state, rules, number)
    elif chapter == Chapter.MOVEMENT:
        movement.apply(state, rules, action)
    elif chapter == Chapter.ENGAGEMENT:
        engagement.apply(state, rules, action)
    elif chapter == Chapter.MISSILES:
        missiles.apply(state, rules, action)
    elif chapter == Chapter.TURN:
        turn.apply(state, rules, action)
    elif chapter == Chapter.CREW:
        crew.apply(state, rules, action)
    elif chapter == Chapter.COMBAT:
        combat.apply(state, rules, action)
    else:
        cases.apply(state, rules, action)


@native
def apply_whole_number(state: State, rules: Rules, number):
    """Apply a complete number, units included."""
    chapter = CHAPTER_OF[state.decision]
    if chapter == Chapter.MOVEMENT:
        movement.apply_number(state, rules, number)
    elif chapter == Chapter.ENGAGEMENT:
        engagement.apply_number(state, rules, number)
    elif chapter == Chapter.MISSILES:
        missiles.apply_number(state, rules, number)
    elif chapter == Chapter.TURN:
        turn.apply_number(state, rules, number)
    else:
        cases.apply_number(state, rules, number)
