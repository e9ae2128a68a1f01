"""HELL missiles: loaded against large ships, launched where they hurt no friend."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.engagement.naming import has_named
from spacecombat_env.rulesets.interceptor.missiles.launch_conditions import is_launchable
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Load,
    Size,
    Target,
    class_of,
    is_hull,
    load_action,
    rack_of,
    side_of,
    steps_between,
    weapon_action,
)

__all__ = ["hell_boxes", "is_large_enemy_about", "launches_hell", "names_hell", "wants_hell"]

LARGE = 500
"""Tons from which a ship is worth a HELL."""
CROWD = 2
"""Number of hulls in reach that is worth one too."""
REACH = 2
DANGER = 3
"""Hexes from the target within which no friend may be: it may go off a hex before."""
FACINGS_WORTH = 2
"""The facing struck and its neighbours together take twice the points of the first."""
CHANCE = 0.8


@native
def known_tons(state, rules, e):
    """Return the tonnage of an enemy: of its class, as disclosed, or the least of its size."""
    craft = state.craft[e]
    if craft.klass != 0:
        return int(rules.classes[int(craft.klass)].tons)
    if craft.disclosed_tons > 0:
        return int(craft.disclosed_tons)
    large = craft.size_class != Size.NONE and craft.size_class <= Size.PCS_1000
    return LARGE if large else 0


@native
def hulls_in_reach(state, e, side):
    """Return how many hulls of a side lie where a HELL on craft e hurts them."""
    count, reach = 0, REACH
    if side != side_of(state, e):
        reach = DANGER
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if is_hull(craft) and steps_between(craft, state.craft[e]) <= reach:
            count += 1
    return count


@native
def wants_hell(state, rules, k, e):
    """Return whether an enemy deserves a HELL of craft k: large, or a crowd; no friend is near."""
    side = side_of(state, k)
    if hulls_in_reach(state, e, side) > 0:
        return False
    return known_tons(state, rules, e) >= LARGE or hulls_in_reach(state, e, 1 - side) >= CROWD


@native
def row_of_hell(state, rules, k, e):
    """Return a weapon row of craft k with a HELL that may be launched at an enemy; NONE."""
    for w in range(int(class_of(state, rules, k).weapons)):
        if rack_of(state, rules, k, w) == NONE:
            continue
        if is_launchable(state, rules, k, w, Load.HELL | 0, Target.CRAFT, e):
            return w
    return NONE


@native
def hell_boxes(state, rules, k, e):
    """Return the boxes that a HELL of craft k should do to an enemy, 0 where none is launched."""
    if row_of_hell(state, rules, k, e) == NONE or not wants_hell(state, rules, k, e):
        return 0.0
    return CHANCE * FACINGS_WORTH * int(rules.missile[Load.HELL].points)


@native
def names_hell(state, rules, order, mask):
    """Return the action that chooses a HELL for the target of an order; NONE. One at a time."""
    k, e = int(order.craft), int(order.target)
    if order.target_kind != Target.CRAFT or order.locks != 0 or not wants_hell(state, rules, k, e):
        return NONE
    w = row_of_hell(state, rules, k, e)
    if w == NONE or has_named(order, w) or not mask[weapon_action(state, w)]:
        return NONE
    return weapon_action(state, w)


@native
def launches_hell(state, rules, side, mask):
    """Return whether a HELL is the load that is launched now."""
    order = state.order[side]
    if not mask[load_action(state, Load.HELL | 0)] or order.target_kind != Target.CRAFT:
        return False
    return wants_hell(state, rules, int(order.craft), int(order.target))


@native
def is_large_enemy_about(state, rules, side):
    """Return whether an enemy on the map is worth a HELL by its tonnage."""
    for e in side_range(state.craft, 1 - side):
        if is_hull(state.craft[e]) and known_tons(state, rules, e) >= LARGE:
            return True
    return False
