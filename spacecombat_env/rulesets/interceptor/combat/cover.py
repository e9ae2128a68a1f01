"""Chapter LOS: cover behind a friend.

Decisions: COVER (own craft), COVER_SIDE (hexsides), then DECIDE again.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    DIRECTIONS,
    NONE,
    Decision,
    Deed,
    Event,
    class_of,
    craft_action,
    decode_craft,
    decode_side,
    is_active,
    is_hull,
    name_target,
    note_craft,
    request_decision,
    side_action,
    side_of,
    steps_between,
)
from ..model.record_types import Craft, Rules, State
from .arcs import HALF_CIRCLE, in_wedge, share_hex

TIMES_AS_HEAVY = 3


@native
def is_heavy_enough(state: State, rules: Rules, k, friend):
    """IN-LOS-08 Whether a friend weighs at least three times as much as craft k."""
    mine = int(class_of(state, rules, k).tons)
    return int(class_of(state, rules, friend).tons) >= TIMES_AS_HEAVY * mine


@native
def match(craft: Craft, friend: Craft):
    """IN-LOS-06 Whether two craft share hex, velocity, heading and facing."""
    same_way = craft.heading == friend.heading and craft.facing == friend.facing
    return steps_between(craft, friend) == 0 and craft.velocity == friend.velocity and same_way


@native
def can_cover(state: State, rules: Rules, k, friend):
    """IN-LOS-06, 08 Whether a friend could be the cover of craft k."""
    if friend == k or not is_hull(state.craft[friend]):
        return False
    return match(state.craft[k], state.craft[friend]) and is_heavy_enough(state, rules, k, friend)


@native
def may_cover(state: State, rules: Rules, k):
    """IN-LOS-06, 08 Whether craft k may fly behind some friend; once a turn."""
    craft = state.craft[k]
    if not is_active(craft) or int(craft.deeds) & Deed.COVERED:
        return False
    for friend in side_range(state.craft, side_of(state, k)):
        if can_cover(state, rules, k, friend):
            return True
    return False


@native
def legal_cover(state: State, rules: Rules, side, mask):
    """IN-LOS-06, 08 Friends three times as heavy in the same hex, velocity, heading, facing."""
    for friend in side_range(state.craft, side):
        if can_cover(state, rules, int(state.order[side].craft), friend):
            mask[craft_action(state, friend)] = 1


@native
def apply_cover(state: State, rules: Rules, seat, action):
    """IN-LOS-06 Store the friend that gives cover; request the side."""
    state.order[seat].target = decode_craft(state, seat, action)
    request_decision(state, Decision.COVER_SIDE, seat)


@native
def legal_cover_side(state: State, rules: Rules, side, mask):
    """IN-LOS-07 Six hexsides of the covering ship."""
    for hexside in range(DIRECTIONS):
        mask[side_action(state, hexside)] = 1


@native
def apply_cover_side(state: State, rules: Rules, seat, action):
    """IN-LOS-07 The craft lies on that side of the friend from now on."""
    order = state.order[seat]
    craft = state.craft[order.craft]
    craft.cover = order.target
    craft.cover_side = decode_side(state, action)
    craft.deeds = int(craft.deeds) | Deed.COVERED
    event = note_craft(state, Event.COVERED, order.craft)
    name_target(state, event, int(order.target))
    event.c = craft.cover_side
    request_decision(state, Decision.DECIDE, seat)


@native
def is_covered(state: State, rules: Rules, k, it):
    """IN-LOS-07 Whether k's cover blocks fire between craft k and `it`.

    The 180 degrees outward on the chosen side are open, their line included, and so is its own hex.
    """
    craft = state.craft[k]
    if craft.cover == NONE or share_hex(craft, it):
        return False
    friend = state.craft[craft.cover]
    if not match(craft, friend):
        return False
    return not in_wedge(friend, it, int(craft.cover_side), HALF_CIRCLE)


@native
def is_moving_apart(state: State, k):
    """IN-AMB-71, 151 Whether only one of a covered pair has had its move so far.

    They move one right after the other. The match is not broken between their moves, but there is
    no cover while they are apart.
    """
    craft = state.craft[k]
    friend = state.craft[craft.cover]
    one_flies = state.mover == k or state.mover == craft.cover
    return one_flies or craft.acted != friend.acted


@native
def keep_covers(state: State, rules: Rules):
    """IN-LOS-06, IN-AMB-71 End covers whose match is broken; called after each step of a move."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.cover == NONE:
            continue
        friend = state.craft[craft.cover]
        stands = is_active(craft) and is_hull(friend)
        if not stands or not (match(craft, friend) or is_moving_apart(state, k)):
            craft.cover = NONE
