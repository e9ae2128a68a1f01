"""Chapter LOS: cover behind a friend.

Asks COVER (own craft), COVER_SIDE (hexsides) -> ask(DECIDE).
"""

from spacecombat_env.core.jit import jit


@jit
def may_cover(state, rules, k):
    """IN-LOS-06, 08 Whether craft k may fly behind some friend."""
    return False


@jit
def legal_cover(state, rules, side, mask):
    """IN-LOS-06, 08 Friends three times as heavy in the same hex, velocity, heading, facing."""


@jit
def hear_cover(state, rules, seat, word):
    """Sets order.target; asks COVER_SIDE."""


@jit
def legal_cover_side(state, rules, side, mask):
    """IN-LOS-07 Six hexsides of the covering ship."""


@jit
def hear_cover_side(state, rules, seat, word):
    """Sets craft.cover, cover_side; notes COVERED; asks DECIDE."""


@jit
def is_covered(state, rules, k, it):
    """IN-LOS-07 Whether fire between craft k and `it` is barred by k's cover."""
    return False


@jit
def keep_covers(state, rules):
    """IN-LOS-06, IN-AMB-71 End covers whose match is broken; called after each step of a move."""
