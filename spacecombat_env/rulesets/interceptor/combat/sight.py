"""Chapter LOS: the line of sight."""

from spacecombat_env.core.jit import jit


@jit
def is_clear(state, rules, a, b):
    """IN-LOS-01, 10, IN-AMB-89 Whether nothing lies between two records with q and r."""
    return True
