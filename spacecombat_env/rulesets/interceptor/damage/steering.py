"""Chapter IDE: DCS, ACS, helm, thrust control, compensator."""

from spacecombat_env.core.jit import jit


@jit
def lose_steering(state, rules, k, component):
    """IN-IDE-11, 12, 20, 21, 33 Whatever must be written when one is out."""


@jit
def dcs_sets(state, rules, k, clockwise):
    """IN-MOV-05, IN-IDE-11 Sets that work for a turn that way (rolled: the other side's)."""
    return 1


@jit
def may_turn(state, rules, k, clockwise):
    """IN-IDE-11, 20 Heading and facing."""
    return True


@jit
def may_roll(state, rules, k):
    """IN-IDE-20."""
    return True


@jit
def velocity_change(state, rules, k):
    """IN-IDE-21, 33, IN-AMB-45 Greatest change of velocity."""
    return 99
