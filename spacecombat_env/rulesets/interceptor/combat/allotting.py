"""Chapter POW: the standing allotment of power, with the nearest enemy in view."""

from spacecombat_env.core.native import native

from ..model import DIRECTIONS, NONE, Facing, allot, nearest_enemy
from ..model.record_types import Rules, State
from .attitude import is_exposed


@native
def side_toward_enemy(state: State, k):
    """Return the first facing of craft k that looks at the nearest enemy; forward without one."""
    enemy = nearest_enemy(state, k)
    for facing in range(DIRECTIONS):
        if enemy != NONE and is_exposed(state, k, enemy, facing):
            return facing
    return Facing.F | 0


@native
def allot_standing(state: State, rules: Rules, k):
    """IN-POW-01 Allot the power of a ship: the side toward the nearest enemy before the others."""
    allot(state, rules, k, side_toward_enemy(state, k))
