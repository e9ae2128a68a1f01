"""Chapter DEF: the Firewall."""

from spacecombat_env.core.jit import jit


@jit
def stops_missile(state, rules, k, n):
    """IN-DEF-16 Whether hit n, a missile's, ends in a Firewall box (which it takes)."""
    return False
