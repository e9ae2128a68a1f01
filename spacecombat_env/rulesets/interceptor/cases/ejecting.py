"""Chapter ABN: leaving a ship. Asks EJECT_SIDE (directions), EJECT_RANGE (0..2)."""

from spacecombat_env.core.jit import jit


@jit
def may_eject(state, rules, k):
    """IN-ABN-01, 02."""
    return False


@jit
def begin_eject(state, rules, seat, k):
    """order.craft = k; ask(EJECT_SIDE)."""


@jit
def legal_eject_side(state, rules, side, mask):
    """Directions with a hex of the map."""


@jit
def hear_eject_side(state, rules, seat, word):
    """order.direction; asks EJECT_RANGE."""


@jit
def hear_eject_range(state, rules, seat, number):
    """IN-ABN-02, 03 The counter; crew GONE; derelicts.judge_crew; goes on:

    phase DECISION ask(DECIDE), else proceed(AFTER_STEP), back = MOVE.
    """


@jit
def abandon(state, rules, k):
    """IN-TSK-07 Without ejectors."""
