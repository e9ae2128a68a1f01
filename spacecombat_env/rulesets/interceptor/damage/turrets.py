"""Chapter DMG: turrets."""

from spacecombat_env.core.jit import jit


@jit
def turret_of_hit(state, rules, k):
    """IN-DMG-10, 11, IN-AMB-41 A die: turret that a hit strikes, or NONE."""
    return -1


@jit
def is_dead(state, rules, k, turret):
    """IN-AMB-42 Every box of its block is gone."""
    return False


@jit
def lose_structure(state, rules, k, turret):
    """IN-IDE-28 craft.jam by a die."""
