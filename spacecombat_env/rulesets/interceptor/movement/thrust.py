"""Chapter MOV: thrust at hand."""

from spacecombat_env.core.jit import jit


@jit
def thrust_left(state, rules, k):
    """IN-MOV-15, 16 craft.thrust + pushed - spent."""
    return 0


@jit
def safe_thrust(state, rules, k):
    """IN-SOT-01, IN-AMB-17 ceil((thrust + Piloting without familiarity) / 2)."""
    return 0
