"""Chapter DIR: the second part of a LEPC."""

from spacecombat_env.core.jit import jit


@jit
def second_damage(rules, gun, distance):
    """IN-DIR-15 Points of its EPC part."""
    return 0


@jit
def second_hits(state, rules, k, w, kind, target):
    """IN-DIR-15, 16, IN-AMB-77 The second roll, after the laser has hit."""
    return False
