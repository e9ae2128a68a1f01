"""Chapter OVL: what working many weapons costs."""

from spacecombat_env.core.jit import jit


@jit
def settle_overload(state, rules, k):
    """IN-OVL-01 to 11, IN-AMB-10 Write crew.overload of each crewman of a craft.

    Called at the end of the Decision Phase.
    """


@jit
def overload_of(state, rules, m):
    """IN-OVL-07 What is added to direct fire and DFM of a crewman."""
    return 0
