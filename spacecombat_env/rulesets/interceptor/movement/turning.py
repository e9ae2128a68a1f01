"""Chapter MOV: heading, facing, roll.

IN-AMB-141 A change of heading turns the whole ship: its facing keeps the angle to its heading. A
change of facing leaves the heading.
"""

from spacecombat_env.core.native import native

from ..damage.engines.steering import dcs_sets, may_roll, may_turn
from ..model import (
    DIRECTIONS,
    Event,
    end_run,
    is_in_air,
    is_installation,
    is_tug,
    note_craft,
    towed_tons,
)
from ..model.record_types import Craft, Rules, State
from ..planet.flight import LIFTED_TURN, is_on_wings, turn_price, use_free_turn
from .control import manoeuvre
from .thrust import thrust_left

VELOCITY_STEP = 3
TONS_STEP = 1000
ROLL_COST = 1
TURNED = -1
"""Straight turns of a ship that has turned: the end of this turn makes them 0."""


@native
def heading_price(velocity):
    """IN-MOV-04 Thrust points that one hexside of heading costs at a velocity."""
    return max(int(velocity), 0) // VELOCITY_STEP + 1


@native
def full_heading_cost(state: State, rules: Rules, k, clockwise):
    """IN-MOV-04, 05 The same of a ship: each further DCS set takes one off its velocity."""
    spare = max(int(dcs_sets(state, rules, k, clockwise)) - 1, 0)
    return heading_price(int(state.craft[k].velocity) - spare)


@native
def stored_points(points, clockwise):
    """IN-MOV-12 Turning points stored for a change that way (plus is clockwise)."""
    return max(int(points) if clockwise else -int(points), 0)


@native
def remaining_points(points, clockwise):
    """IN-MOV-13, 14 Points after a change: those stored for it are lost, the other way's stay."""
    return min(int(points), 0) if clockwise else max(int(points), 0)


@native
def heading_cost(state: State, rules: Rules, k, clockwise):
    """IN-MOV-04, 05, 13, IN-AMB-15, IN-ATM-01 Points still due for one hexside of heading."""
    if is_in_air(state, rules, state.craft[k]):
        return turn_price(state, k)
    points = stored_points(state.craft[k].heading_points, clockwise)
    return max(full_heading_cost(state, rules, k, clockwise) - points, 0)


@native
def facing_cost(state: State, rules: Rules, k):
    """IN-MOV-03, IN-AMB-121 Thrust points for one hexside of facing: by the tons it moves."""
    return max(int(towed_tons(state, rules, k)) // TONS_STEP, 1)


@native
def facing_due(state: State, rules: Rules, k, clockwise):
    """IN-MOV-03, 13, IN-AMB-15, IN-ATM-01 Points still to be paid for one hexside of facing."""
    if is_in_air(state, rules, state.craft[k]):
        return LIFTED_TURN
    points = stored_points(state.craft[k].facing_points, clockwise)
    return max(facing_cost(state, rules, k) - points, 0)


@native
def holds_course(craft: Craft):
    """IN-POW-10, IN-DES-10 A ship keeps its heading on its way into T-space, or to its end."""
    return craft.run != 0 or craft.fuse > 0


@native
def can_turn_heading(state: State, rules: Rules, k, clockwise):
    """IN-MOV-04, IN-IDE-11, 20 Whether it can pay for a change of heading, and make it."""
    if holds_course(state.craft[k]) or not may_turn(state, rules, k, clockwise):
        return False
    return heading_cost(state, rules, k, clockwise) <= thrust_left(state, rules, k)


@native
def can_turn_facing(state: State, rules: Rules, k, clockwise):
    """IN-MOV-03, IN-IDE-11, 20, IN-ATM-05, IN-DES-10 The same of a change of facing.

    None on wings.
    """
    if state.craft[k].fuse > 0 or is_on_wings(state, rules, state.craft[k]):
        return False
    if not may_turn(state, rules, k, clockwise):
        return False
    return facing_due(state, rules, k, clockwise) <= thrust_left(state, rules, k)


@native
def can_roll(state: State, rules: Rules, k):
    """IN-MOV-09..11, IN-IDE-20, IN-OIN-03 Whether it can roll: never in air, nor with a tow."""
    if is_installation(state.craft[k]) or is_in_air(state, rules, state.craft[k]):
        return False
    if is_tug(state.craft[k]):
        return False
    return thrust_left(state, rules, k) >= ROLL_COST and may_roll(state, rules, k)


@native
def turn_ship(craft: Craft, hexsides):
    """IN-AMB-19, 141 Turn a whole ship by hexsides clockwise: heading and facing."""
    if hexsides != 0:
        end_straight_course(craft)
    craft.heading = (int(craft.heading) + int(hexsides)) % DIRECTIONS
    craft.facing = (int(craft.facing) + int(hexsides)) % DIRECTIONS


@native
def end_straight_course(craft: Craft):
    """IN-CAM-21, IN-POW-10 Its straight turns are over, and so is its way into T-space."""
    craft.straight = TURNED
    craft.fast = 0
    end_run(craft)


@native
def turn_heading(state: State, rules: Rules, k, clockwise):
    """IN-MOV-04 Pay for one hexside of heading and turn."""
    if not manoeuvre(state, rules, k, heading_cost(state, rules, k, clockwise)):
        return
    if is_in_air(state, rules, state.craft[k]):
        use_free_turn(state, k)
    come_about(state, k, clockwise)


@native
def come_about(state: State, k, clockwise):
    """IN-MOV-04, 13 Turn by one hexside; points stored for it are used up."""
    craft = state.craft[k]
    turn_ship(craft, 1 if clockwise else -1)
    craft.heading_points = remaining_points(craft.heading_points, clockwise)
    event = note_craft(state, Event.TURNED, k)
    event.c = craft.heading


@native
def turn_facing(state: State, rules: Rules, k, clockwise):
    """IN-MOV-03, 13, 17 Pay for one hexside of facing; the ship flies on as it did."""
    if not manoeuvre(state, rules, k, facing_due(state, rules, k, clockwise)):
        return
    craft = state.craft[k]
    craft.facing = (int(craft.facing) + (1 if clockwise else -1)) % DIRECTIONS
    craft.facing_points = remaining_points(craft.facing_points, clockwise)
    event = note_craft(state, Event.FACED, k)
    event.c = craft.facing


@native
def roll_over(state: State, rules: Rules, k):
    """IN-MOV-09, 10 Left becomes right; nothing else changes."""
    if not manoeuvre(state, rules, k, ROLL_COST):
        return
    state.craft[k].rolled = 1 - int(state.craft[k].rolled)
    note_craft(state, Event.ROLLED, k)
