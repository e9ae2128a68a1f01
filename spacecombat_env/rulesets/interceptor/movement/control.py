"""Chapter SOT: the safe-thrust roll."""

from spacecombat_env.core.jit import jit


@jit
def manoeuvre(state, rules, k, cost):
    """IN-SOT-02 to 05 Pay for a manoeuvre; beyond safe thrust roll (collapse.holds first);

    failing: lose_control with its cost, and False: it is not made.
    """
    return True


@jit
def lose_control(state, rules, k, points):
    """IN-SOT-03 control OUT, points; notes."""
