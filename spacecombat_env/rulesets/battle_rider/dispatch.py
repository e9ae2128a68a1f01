"""Dispatch of decisions to the chapter that lists the legal actions and applies one.

Each decision names its chapter in its row of model/decisions.py.
"""

from spacecombat_env.core.kernels.numbers import apply_number, legal_number
from spacecombat_env.core.native import native

from .beams import beams_decisions as beams
from .fleets import fleets_decisions as fleets
from .forces import forces_decisions as forces
from .missiles import missiles_decisions as missiles
from .model import AMOUNTS, CHAPTER_OF, NONE, TAKES_NUMBER, Chapter, amount_action
from .model.record_types import Rules, State
from .movement import movement_decisions as movement
from .sensors import sensors_decisions as sensors
from .ships import ships_decisions as ships
from .victory import victory_decisions as victory


@native
def legal(state: State, rules: Rules, mask):
    """Write the legal actions of the seat to act; none without a decision."""
    mask[:] = 0
    side, chapter = int(state.seat), CHAPTER_OF[state.decision]
    if TAKES_NUMBER[state.decision]:
        legal_number(state.order[side], amount_action(state, 0), AMOUNTS, mask)
    elif chapter == Chapter.FORCES:
        forces.legal(state, rules, side, mask)
    elif chapter == Chapter.MISSILES:
        missiles.legal(state, rules, side, mask)
    elif chapter == Chapter.SENSORS:
        sensors.legal(state, rules, side, mask)
    elif chapter == Chapter.MOVEMENT:
        movement.legal(state, rules, side, mask)
    elif chapter == Chapter.BEAMS:
        beams.legal(state, rules, side, mask)
    elif chapter == Chapter.FLEETS:
        fleets.legal(state, rules, side, mask)
    elif chapter == Chapter.SHIPS:
        ships.legal(state, rules, side, mask)
    elif chapter == Chapter.VICTORY:
        victory.legal(state, rules, side, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out one legal action."""
    chapter = CHAPTER_OF[state.decision]
    if TAKES_NUMBER[state.decision]:
        number = apply_number(state.order[state.seat], action - amount_action(state, 0), AMOUNTS)
        if number != NONE:
            apply_whole_number(state, rules, number)
    elif chapter == Chapter.FORCES:
        forces.apply(state, rules, action)
    elif chapter == Chapter.MISSILES:
        missiles.apply(state, rules, action)
    elif chapter == Chapter.SENSORS:
        sensors.apply(state, rules, action)
    elif chapter == Chapter.MOVEMENT:
        movement.apply(state, rules, action)
    elif chapter == Chapter.BEAMS:
        beams.apply(state, rules, action)
    elif chapter == Chapter.FLEETS:
        fleets.apply(state, rules, action)
    elif chapter == Chapter.SHIPS:
        ships.apply(state, rules, action)
    else:
        victory.apply(state, rules, action)


@native
def apply_whole_number(state: State, rules: Rules, number):
    """A number is complete, units included."""
    chapter = CHAPTER_OF[state.decision]
    if chapter == Chapter.MISSILES:
        missiles.apply_number(state, rules, number)
    elif chapter == Chapter.MOVEMENT:
        movement.apply_number(state, rules, number)
    elif chapter == Chapter.BEAMS:
        beams.apply_number(state, rules, number)
    else:
        fleets.apply_number(state, rules, number)
