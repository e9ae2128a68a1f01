"""Chapter CAM: morale in battle. How a crew flees: orders/flight.py."""

from spacecombat_env.core.native import native

from ..model import (
    NONE,
    Chance,
    Event,
    Morale,
    class_of,
    flier_of,
    is_active,
    note_own,
    roll_own,
    side_of,
)
from ..model.record_types import Rules, State
from ..movement.ramming import calm, is_firm, may_waver

NO_STRAIN = 0


@native
def check_morale(state: State, rules: Rules):
    """IN-CAM-02..05 After an exchange each crew whose ship was hit hard checks its morale."""
    if not rules.option.morale:
        return
    for k in range(len(state.craft)):
        if is_shaken(state, rules, k):
            test_morale(state, rules, k)


@native
def is_shaken(state: State, rules: Rules, k):
    """IN-CAM-03 Over half the internal boxes are lost, and some since the last check.

    Someone must be at the controls.
    """
    craft = state.craft[k]
    if not is_active(craft) or not may_waver(state, rules, k):
        return False
    inside = int(craft.inside)
    if 2 * inside <= class_of(state, rules, k).boxes or inside <= craft.shaken:
        return False
    return flier_of(state, rules, k) != NONE


@native
def test_morale(state: State, rules: Rules, k):
    """IN-CAM-03, 04 A crew rolls; one that fails flees for the rest of the game."""
    craft = state.craft[k]
    craft.shaken = craft.inside
    die = roll_own(state, Chance.MORALE, k, side_of(state, k))
    fails = not is_firm(state, rules, k, die, NO_STRAIN)
    event = note_own(state, Event.MORALE, k)
    event.c = calm(state, rules, k)
    event.d = die
    event.e = fails
    if fails:
        craft.morale = Morale.BROKEN
        state.order[side_of(state, k)].ahead = 0
