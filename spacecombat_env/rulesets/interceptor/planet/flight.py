"""Chapter ATM: how a ship flies in air: mode, velocity, what its moves cost.

Velocity steps cost what they cost in space (IN-AMB-117). The caller pays (movement/).
"""

from spacecombat_env.core.native import native

from ..model import (
    Air,
    Comp,
    Event,
    Mode,
    Zone,
    class_of,
    is_active,
    is_fed,
    is_in_air,
    is_out_of_control,
    note_craft,
    works,
    zone_of,
)
from ..model.record_types import Craft, Rules, State

HEX_COST = 1  # data/atmosphere_speed.csv
LIFTED_TURN = 1
WING_TURN = 2
HOVER_COST = 1
LIFTED_MOST = 2  # safe in the interface too
WINGS_SAFE = 4  # in the interface
WINGS_MOST = 6
WINGS_LEAST = 1


@native
def has_lift(state: State, rules: Rules, k):
    """IN-POW-09, IN-IDE-31 Whether its lifters carry it: they work, and the plant feeds them."""
    lifters = int(class_of(state, rules, k).system[Comp.ANTIGRAV])
    return works(state, rules, k, Comp.ANTIGRAV) and is_fed(state, rules, k, lifters)


@native
def has_wings(state: State, rules: Rules, k):
    """IN-PLN-07 Whether it is streamlined."""
    return class_of(state, rules, k).streamlined != 0


# --- mode ----------------------------------------------------------------------------------------


@native
def fitting_mode(state: State, rules: Rules, k):
    """IN-PLN-11, IN-ATM-09 How it flies below space when its pilot has not chosen.

    On wings where it points as it flies; else on lifters, which may have failed.
    """
    craft, lifted = state.craft[k], has_lift(state, rules, k)
    if has_wings(state, rules, k) and (craft.heading == craft.facing or not lifted):
        return Mode.STREAMLINED | 0
    return Mode.ANTIGRAV | 0 if class_of(state, rules, k).antigrav else Mode.SPACE | 0


@native
def settle_mode(state: State, rules: Rules, k):
    """IN-PLN-11, IN-POW-09 Write craft.mode for the zone it is in; lifters that fail give way to
    wings.
    """
    craft = state.craft[k]
    mode = int(craft.mode)
    if zone_of(state, rules, craft) == Zone.SPACE:
        mode = Mode.SPACE | 0
    elif mode == Mode.SPACE or (mode == Mode.ANTIGRAV and not has_lift(state, rules, k)):
        mode = fitting_mode(state, rules, k)
    set_mode(state, k, mode)
    hold_nose(state, rules, k)


@native
def set_mode(state: State, k, mode):
    """Write a mode and log a change."""
    craft = state.craft[k]
    if craft.mode == mode:
        return
    craft.mode = mode
    event = note_craft(state, Event.MODE, k)
    event.c = mode


@native
def hold_nose(state: State, rules: Rules, k):
    """IN-ATM-05 On wings a ship points as it flies: the air turns it."""
    craft = state.craft[k]
    steady = is_active(craft) and not is_out_of_control(craft)
    if is_on_wings(state, rules, craft) and steady and craft.facing != craft.heading:
        craft.facing = craft.heading
        event = note_craft(state, Event.FACED, k)
        event.c = craft.facing


@native
def is_on_wings(state: State, rules: Rules, craft: Craft):
    """IN-ATM-05 Whether a craft flies on its wings in the atmosphere."""
    return is_in_air(state, rules, craft) and craft.mode == Mode.STREAMLINED


@native
def may_switch(state: State, rules: Rules, k, mode):
    """IN-PLN-11, IN-ATM-09 Whether it may change to a mode: both are at hand, no hex is flown.

    Once a turn. On wings it must point as it flies; lifters must be fed.
    """
    craft = state.craft[k]
    if not rules.option.planet or craft.mode == Mode.SPACE or craft.mode == mode:
        return False
    if craft.hexes > 0 or int(craft.air) & Air.SWITCHED:
        return False
    if mode == Mode.STREAMLINED:
        return has_wings(state, rules, k) and craft.heading == craft.facing
    return has_lift(state, rules, k)


@native
def switch_mode(state: State, k, mode):
    """IN-PLN-11 The pilot changes to wings or to lifters."""
    state.craft[k].air = int(state.craft[k].air) | Air.SWITCHED
    set_mode(state, k, mode)


# --- velocity ------------------------------------------------------------------------------------


@native
def most_velocity(state: State, rules: Rules, k):
    """IN-ATM-01, 05, 09 Greatest velocity in air."""
    return WINGS_MOST if has_wings(state, rules, k) else LIFTED_MOST


@native
def safe_velocity(state: State, rules: Rules, k, zone):
    """IN-PLN-07, 09, IN-AMB-117 Velocity in a zone without a roll."""
    if not has_wings(state, rules, k):
        return LIFTED_MOST
    return WINGS_SAFE if zone == Zone.INTERFACE else WINGS_MOST


@native
def air_velocities(state: State, rules: Rules, k, low, high):
    """IN-ATM-01, 05, 09, IN-AMB-117 Bounds of velocity in air: no faster than its mode allows.

    A ship that is faster already may stay so, and rolls (IN-PLN-08). On wings it cannot stop.
    """
    craft = state.craft[k]
    high = min(int(high), max(most_velocity(state, rules, k), int(craft.velocity)))
    if craft.mode == Mode.STREAMLINED:
        low = min(max(int(low), WINGS_LEAST), high)
    return low, high


# --- costs ---------------------------------------------------------------------------------------


@native
def hex_price(state: State, rules: Rules, craft: Craft):
    """IN-ATM-01, IN-ADV-02 Thrust points of the next hex: on lifters each costs one.

    With levels the velocity is paid for (altitude.py).
    """
    if rules.option.altitude or craft.mode != Mode.ANTIGRAV:
        return 0
    return HEX_COST if is_in_air(state, rules, craft) else 0


@native
def turn_price(state: State, k):
    """IN-ATM-01, 05 Thrust points of a hexside of heading in air; one is free after all hexes."""
    craft = state.craft[k]
    if craft.mode != Mode.STREAMLINED:
        return LIFTED_TURN
    over = state.mover == k and state.lane == 0
    return 0 if over and not int(craft.air) & Air.TURNED else WING_TURN


@native
def use_free_turn(state: State, k):
    """IN-ATM-05 A turn after all hexes uses up the free one."""
    if state.mover == k and state.lane == 0:
        state.craft[k].air = int(state.craft[k].air) | Air.TURNED


@native
def may_hover(state: State, rules: Rules, k, thrust):
    """IN-ATM-02 Whether it may hover: on lifters, at velocity 0, with a point of thrust."""
    craft = state.craft[k]
    if not is_in_air(state, rules, craft) or craft.mode != Mode.ANTIGRAV or craft.velocity > 0:
        return False
    hovers = int(craft.air) & Air.HOVERS
    return has_lift(state, rules, k) and not hovers and thrust >= HOVER_COST


@native
def hover(state: State, k):
    """IN-ATM-02 It stays where it is."""
    state.craft[k].air = int(state.craft[k].air) | Air.HOVERS
    note_craft(state, Event.HOVERS, k)
