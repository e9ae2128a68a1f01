"""Chapter CRW: kills and combat missions of this battle."""

from spacecombat_env.core.jit import jit


@jit
def count_kill(state, rules, m, k):
    """IN-CRW-07, 08 A crewman (slot or NONE) has destroyed craft k."""


@jit
def count_shot(state, rules, m, k):
    """IN-CRW-10 A crewman has fired at craft k within effective range."""
