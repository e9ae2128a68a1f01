"""Standing orders: how the engine decides what a seat has delegated.

A standing order reads only what its seat may know (its set-up also draws lots) and answers one
question with one legal word, as the seat itself would. Most ask the rules for the word they want
(`..._ready`); those that choose among all legal words have them listed (`..._choice`).
"""

from spacecombat_env.core.engine.jit import jit

from ..model import CHAPTER_OF, DELEGATION, NONE, Chapter, Decision, Delegate, has_missions
from .beams import beams_choice, beams_ready
from .fleets import fleets_action
from .forces import forces_choice, forces_ready
from .missiles import missiles_choice, missiles_ready
from .missions import mission_order_action
from .movement import movement_choice, movement_ready
from .order_estimates import first_action, random_action
from .sensors import sensors_ready


@jit
def is_delegated(state, rules):
    """Whether the engine answers the present decision for its seat."""
    side = int(state.seat)
    mask = int(rules.delegated[side])
    decision = int(state.decision)
    if mask & DELEGATION[decision]:
        return True
    return bool(mask & Delegate.TASK_FORCES) and concerns_dummy(state, decision)


@jit
def concerns_dummy(state, decision):
    """Dummies sail under standing orders when task forces are delegated (see `give_round`)."""
    if (
        decision == Decision.ROUND_MENU
        or decision == Decision.THRUST
        or decision == Decision.EVADE_NUMBER
    ):
        return state.tf[state.round_tf].strength == 0
    return False


@jit
def ready_action(state, rules):
    """The answer of a standing order that asks the rules for what it wants, best first.

    NONE where it draws a lot, or chooses among all legal words.
    """
    side, chapter = int(state.seat), CHAPTER_OF[state.decision]
    if chapter == Chapter.MISSILES:
        return missiles_ready(state, rules, side)
    if chapter == Chapter.FORCES:
        return forces_ready(state, rules, side)
    if chapter == Chapter.SENSORS:
        return sensors_ready(state, rules, side)
    if chapter == Chapter.BEAMS:
        return beams_ready(state, rules, side)
    if chapter == Chapter.MOVEMENT:
        return movement_ready(state, rules, side)
    return NONE


@jit
def standing_action(state, rules, mask):
    """Answer the present decision for its seat; `mask` holds the legal actions."""
    action = ready_action(state, rules)
    if action != NONE:
        return action
    side = int(state.seat)
    if has_missions(rules):
        action = mission_order_action(state, rules, side, mask)
        if action != NONE and mask[action]:
            return action
    return chosen_action(state, rules, side, mask)


@jit
def chosen_action(state, rules, side, mask):
    """The choice of a room's standing orders; the first legal action where it has none."""
    chapter = CHAPTER_OF[state.decision]
    if chapter == Chapter.MISSILES:
        return missiles_choice(state, rules, side, mask)
    if chapter == Chapter.FORCES:
        return forces_choice(state, rules, side, mask)
    if chapter == Chapter.MOVEMENT:
        return movement_choice(state, side, mask)
    if chapter == Chapter.BEAMS:
        return beams_choice(state, rules, side, mask)
    if chapter == Chapter.FLEETS:
        return fleets_action(state, rules, side, mask)
    if chapter == Chapter.VICTORY:
        return random_action(state, mask)
    return first_action(mask, 0, len(mask))
