"""Chapter IDE: avionics."""

from spacecombat_env.core.jit import jit


@jit
def lose_avionics(state, rules, k, component):
    """IN-IDE-13 to 19."""


@jit
def shares_intelligence(state, rules, k):
    """IN-IDE-14, 16 Communications and scanner."""
    return True
