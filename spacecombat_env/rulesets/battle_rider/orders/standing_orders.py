"""Standing orders: how the engine makes the decisions that a seat delegates.

A standing order reads only what its seat may know and chooses one legal action, as the seat itself
would; in the set-up it also draws at random. Most query the rules for the action they want
(`..._ready`); those that choose among all legal actions get them listed (`..._choice`).
"""

from spacecombat_env.core.native import native

from ..model import CHAPTER_OF, DELEGATION, NONE, Chapter, Decision, Delegate, has_missions
from ..model.record_types import Rules, State
from .beams import beams_choice, beams_ready
from .fleets import fleets_action
from .forces import forces_choice, forces_ready
from .missiles import missiles_choice, missiles_ready
from .missions import mission_order_action
from .movement import movement_choice, movement_ready
from .order_estimates import first_action, random_action
from .sensors import sensors_ready


@native
def is_delegated(state: State, rules: Rules):
    """Whether the engine answers the present decision for its seat."""
    side = int(state.seat)
    mask = int(rules.delegated[side])
    decision = int(state.decision)
    if mask & DELEGATION[decision]:
        return True
    return bool(mask & Delegate.TASK_FORCES) and concerns_dummy(state, decision)


@native
def concerns_dummy(state: State, decision):
    """Whether a decision is about a dummy under standing orders (see `give_round`)."""
    if (
        decision == Decision.ROUND_MENU
        or decision == Decision.THRUST
        or decision == Decision.EVADE_NUMBER
    ):
        return state.tf[state.round_tf].strength == 0
    return False


@native
def ready_action(state: State, rules: Rules):
    """The action of a standing order that queries the rules, best first.

    NONE where it draws at random, or chooses among all legal actions.
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


@native
def standing_action(state: State, rules: Rules, mask):
    """Make the present decision for its seat; `mask` holds the legal actions."""
    action = ready_action(state, rules)
    if action != NONE:
        return action
    side = int(state.seat)
    if has_missions(rules):
        action = mission_order_action(state, rules, side, mask)
        if action != NONE and mask[action]:
            return action
    return chosen_action(state, rules, side, mask)


@native
def chosen_action(state: State, rules: Rules, side, mask):
    """The choice of a chapter's standing orders; the first legal action where it has none."""
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
