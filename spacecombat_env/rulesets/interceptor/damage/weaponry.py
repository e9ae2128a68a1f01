"""Chapter IDE: racks, weapons, generators, ECM."""

from spacecombat_env.core.jit import jit


@jit
def lose_weaponry(state, rules, k, component):
    """IN-IDE-22 to 28 Loads lost, craft.out, craft.shield, craft.ecm."""


@jit
def settle_ecm(state, rules, k):
    """IN-IDE-27 craft.ecm: an ECM component that works or an ECM pod."""
