"""Chapter MSL: dead-fire clusters."""

from spacecombat_env.core.jit import jit


@jit
def cluster_number(state, rules, k, w, kind, target):
    """IN-MSL-10, IN-AMB-27 As direct fire, 4 in the firer's favour."""
    return 0
