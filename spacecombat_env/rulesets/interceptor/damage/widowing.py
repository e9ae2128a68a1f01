"""Chapter DMG: widowed armour."""

from spacecombat_env.core.jit import jit


@jit
def widow(state, rules, k, facing):
    """IN-DMG-07, 13 Remove armour of a facing (6 + t:

    of turret t) without a path to its bottom row, and what lies on it; return boxes removed.
    """
    return 0
