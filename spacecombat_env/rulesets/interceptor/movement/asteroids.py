"""Chapter AST: asteroid hexes."""

from spacecombat_env.core.jit import jit


@jit
def rock_at(state, q, r):
    """Slot of an asteroid in a hex, or NONE."""
    return -1


@jit
def meet_rock(state, rules, k):
    """IN-AST-01 to 04 The mover has entered its hex: the roll (collapse.holds first);

    True when it hit one: hits queued, state.exchange.crash = k; AFTER_STEP then goes to APPLY.
    """
    return False


@jit
def after_crash(state, rules, k):
    """IN-AST-05 Survived: rolls again or loses control; the asteroid drifts or is gone."""


@jit
def hurt_rock(state, n, points):
    """IN-AST-04."""
