"""Chapter DIR: time on target."""

from spacecombat_env.core.jit import jit


@jit
def mates(state, rules, k, w):
    """IN-DIR-19, IN-IDE-24, IN-AMB-11 Weapon rows (mask, w included) that fire as one with w:

    its TOT group while the gear works; else its own bit.
    """
    return 0


@jit
def group_number(state, rules, k, weapons, kind, target):
    """IN-DIR-19 The worst number of a group."""
    return 0
