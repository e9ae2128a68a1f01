"""Chapter DEF: Decoys. Asks DECOY_SIDE (directions), DECOY_RANGE (1..3)."""

from spacecombat_env.core.jit import jit


@jit
def may_decoy(state, rules, k, n):
    """IN-DEF-05, 07, 11 Whether craft k has a Decoy against missile n."""
    return False


@jit
def legal_decoy_side(state, rules, side, mask):
    """Directions with a hex on the map."""


@jit
def hear_decoy_side(state, rules, seat, word):
    """Sets order.direction; asks DECOY_RANGE."""


@jit
def hear_decoy_range(state, rules, seat, number):
    """IN-DEF-06, 07, IN-AMB-35 Locks re-rolled; those failing are gone; proceed(FLIGHT)."""
