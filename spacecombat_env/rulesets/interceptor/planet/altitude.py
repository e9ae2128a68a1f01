"""Chapter ADV: altitude (switch `altitude`): the map seen from above, and levels to climb and dive.

In air a ship has no momentum: its velocity is the hexes that it pays for, and those that it has
gained by diving in the turn before. The caller pays (movement/levels.py).
"""

from enum import IntEnum

from spacecombat_env.core.native import native

from ..model import (
    INTERFACE_LEVEL,
    Event,
    Mode,
    is_in_air,
    is_near_planet,
    note_craft,
)
from ..model.record_types import Craft, Rules, State
from .flight import LIFTED_MOST, WINGS_LEAST, WINGS_MOST, has_wings

LIFTED_HEX, WINGED_HEX = 5, 2
"""Thrust points of a hex in air: unstreamlined, streamlined."""
LIFTED_DIVE, WINGED_DIVE = 10, 4
"""Thrust points for each level that a ship may dive in a turn."""


class Ascent(IntEnum):
    """How a ship comes to another level: column d of Event.ALTITUDE."""

    CLIMBED = 0
    DIVED = 1
    SANK = 2
    DRAWN = 3


# --- costs ---------------------------------------------------------------------------------------


@native
def hex_cost(state: State, rules: Rules, k):
    """IN-ADV-02 Thrust points of a hex in air, by the hull: in either mode if it is streamlined."""
    return WINGED_HEX if has_wings(state, rules, k) else LIFTED_HEX


@native
def climb_cost(state: State, rules: Rules, k):
    """IN-ADV-03 Thrust points of a level upward in air: those of a hex."""
    return hex_cost(state, rules, k)


@native
def dive_limit(state: State, rules: Rules, k):
    """IN-ADV-03 Levels that a ship may dive in a turn in air, by its present thrust."""
    return int(state.craft[k].thrust) // (
        WINGED_DIVE if has_wings(state, rules, k) else LIFTED_DIVE
    )


@native
def flight_cost(state: State, rules: Rules, k, velocity, points):
    """IN-ADV-02, 06, IN-AMB-194 Thrust points of a velocity in air, of the `points` at hand.

    Hexes gained by diving are free, and so is the glide of a ship on wings that cannot pay.
    """
    craft, price = state.craft[k], hex_cost(state, rules, k)
    hexes = max(int(velocity) - int(craft.free_hexes), 0)
    glides = craft.mode == Mode.STREAMLINED and velocity <= WINGS_LEAST and points < price
    return 0 if glides else hexes * price


@native
def flight_velocities(state: State, rules: Rules, k, points):
    """IN-ADV-02, 06, IN-AMB-194 Least and greatest velocity in air for thrust points.

    All hexes gained by diving are used; beyond a velocity of 6 less is paid for.
    """
    craft = state.craft[k]
    free = int(craft.free_hexes)
    low = max(free, WINGS_LEAST if craft.mode == Mode.STREAMLINED else 0)
    most = WINGS_MOST if has_wings(state, rules, k) else max(LIFTED_MOST, free)
    high = min(free + int(points) // hex_cost(state, rules, k), most)
    return low, max(low, high)


@native
def usable_hexes(state: State, k):
    """IN-ADV-05 Dive-gained hexes that the mover has not flown yet: they may pay for a turn.

    Those that it has paid for are flown first.
    """
    return min(int(state.craft[k].free_hexes), int(state.lane)) if state.mover == k else 0


# --- levels --------------------------------------------------------------------------------------


@native
def is_above_interface(state: State, rules: Rules, craft: Craft):
    """IN-ADV-01 Whether the interface is the next level below a craft in space."""
    return is_near_planet(state, rules) and craft.altitude == INTERFACE_LEVEL + 1


@native
def may_climb(state: State, rules: Rules, k, thrust):
    """IN-ADV-01, 03, IN-AMB-192 Whether a ship may climb a level: for thrust in air, else a hex."""
    craft = state.craft[k]
    if not rules.option.altitude or craft.altitude >= rules.option.top:
        return False
    if is_in_air(state, rules, craft):
        return thrust >= climb_cost(state, rules, k)
    return state.lane > 0


@native
def may_dive(state: State, rules: Rules, k):
    """IN-ADV-03, IN-AMB-192 Whether a ship may dive a level: free in air up to its limit."""
    craft = state.craft[k]
    if not rules.option.altitude or craft.altitude == 0:
        return False
    if is_in_air(state, rules, craft):
        return craft.dived < dive_limit(state, rules, k)
    return state.lane > 0


@native
def use_hex(state: State, k):
    """IN-AMB-192 Outside the air a level up or down is one of the hexes of the move."""
    state.lane = max(int(state.lane) - 1, 0)
    state.craft[k].hexes = int(state.craft[k].hexes) + 1


@native
def set_level(state: State, k, level, how):
    """IN-ADV-01 A ship is at another level; it has entered its place last."""
    craft = state.craft[k]
    craft.altitude = level
    state.arrivals = int(state.arrivals) + 1
    craft.arrived = state.arrivals
    event = note_craft(state, Event.ALTITUDE, k)
    event.c = level
    event.d = how


@native
def count_climb(craft: Craft):
    """IN-ADV-04 Who climbs after a dive loses what the dive of this turn has gained."""
    craft.gained = 0


@native
def count_dive(craft: Craft):
    """IN-ADV-04 Each level dived in air gains a free hex of the next turn."""
    craft.dived = int(craft.dived) + 1
    craft.gained = int(craft.gained) + 1


@native
def begin_levels(state: State):
    """IN-ADV-04, 06 A new turn: what was gained by diving is free now; what is left is lost."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        craft.free_hexes = craft.gained
        craft.gained = 0
        craft.dived = 0
