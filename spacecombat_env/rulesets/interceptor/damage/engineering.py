"""Chapter IDE: plant, engines, linkages."""

from spacecombat_env.core.jit import jit


@jit
def lose_engineering(state, rules, k, component):
    """IN-IDE-30 to 32, 37, 43, IN-AMB-87."""


@jit
def settle_thrust(state, rules, k):
    """IN-POW-04, IN-IDE-37, IN-AMB-16 Write craft.thrust: engines that work, plant,

    quarters lost by pushing; 0 without power.
    """
