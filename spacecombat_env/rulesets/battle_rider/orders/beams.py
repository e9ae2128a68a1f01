"""Standing orders for beams and screens: fire all that bears, use sand where it protects most."""

from spacecombat_env.core.native import native

from ..beams.gunnery import target_range
from ..beams.screens import sand_points
from ..model import (
    DIRECTIONS,
    NONE,
    WEAPON_ROWS,
    Beam,
    Decision,
    Verb,
    direction_action,
    number_action,
)
from ..model.record_types import Order, Rules, State
from ..ships.batteries import row_needs_hexside, side_room
from .order_estimates import first_action, lock_action


@native
def beams_ready(state: State, rules: Rules, side):
    """The easier lock, all weapons that bear, and sand against hits that would hurt."""
    decision = int(state.decision)
    order = state.order[side]
    if decision == Decision.FIRE_SENSOR:
        index = int(order.craft)
        away = target_range(state, index, order)
        return lock_action(state, rules, index, int(order.target_craft), away)
    if decision == Decision.WEAPONS:
        return Verb.ALL
    if decision == Decision.SAND_NUMBER:
        return number_action(state, order, min(int(order.high), sand_wanted(state, rules)))
    return NONE


@native
def beams_choice(state: State, rules: Rules, side, mask):
    """The hexside with most weapons left."""
    if state.decision == Decision.FIRE_HEXSIDE:
        return hexside_action(state, rules, state.order[side], mask)
    return first_action(mask, 0, len(mask))


@native
def hexside_action(state: State, rules: Rules, order: Order, mask):
    """The hexside through which most weapons can still fire."""
    most, action = -1, NONE
    for side in range(DIRECTIONS):
        if mask[direction_action(state, side)]:
            room = 0
            for row in range(1, WEAPON_ROWS):
                if row_needs_hexside(rules, state.craft[order.craft], row):
                    room += side_room(state, rules, int(order.craft), row, side)
            if room > most:
                most = room
                action = direction_action(state, side)
    return action


@native
def sand_wanted(state: State, rules: Rules):
    """Three casters for every two points that must be taken off a hit to stop it."""
    volley = state.volley
    klass = rules.classes[state.craft[volley.target].klass]
    hit = volley.hit[volley.next_hit]
    armor = int(klass.armor) // 10 if hit.kind == Beam.LASER else int(klass.armor)
    excess = int(hit.value) - armor + int(klass.size_mod) + 1
    each = sand_points(rules, state.craft[volley.target])
    return max(0, (3 * excess + 2 * each - 1) // (2 * each))
