"""Encoding and decoding of actions: one number per action, in the blocks of action_space.py.

Directions are those that the seat sees, with its own edge behind it. Own pieces are numbered by
their slot within the side, enemy pieces by their contact number, so that a slot reveals nothing.
Numbers up to 23 take one action, larger ones two: tens, then units.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from .action_space import ACTIONS
from .constants.sizes import NONE
from .constants.turn import AMOUNTS, DIRECTIONS
from .record_types import Order, State


@native
def craft_slots(state: State):
    """Craft slots of one side."""
    return len(state.craft) // 2


@native
def force_slots(state: State):
    """Task force slots of one side."""
    return len(state.tf) // 2


@native
def spread_slots(state: State):
    """Missile spread slots of one side."""
    return len(state.spread) // 2


@native
def first_of(state: State, block):
    """First index of a block of actions or of the observation (a `Start`, core/model/layout.py)."""
    craft, forces, spreads = block.per
    slots = craft * craft_slots(state) + forces * force_slots(state) + spreads * spread_slots(state)
    return block.fixed + slots


@native
def craft_action(state: State, index):
    """Action for an own craft."""
    return first_of(state, ACTIONS.own_craft) + index % craft_slots(state)


@native
def force_action(state: State, index):
    """Action for an own task force."""
    return first_of(state, ACTIONS.own_forces) + index % force_slots(state)


@native
def enemy_force_action(state: State, index):
    """Action for an enemy task force."""
    return first_of(state, ACTIONS.enemy_forces) + int(state.tf[index].contact)


@native
def enemy_craft_action(state: State, index):
    """Action for a detected enemy craft."""
    return first_of(state, ACTIONS.enemy_craft) + int(state.craft[index].contact)


@native
def spread_action(state: State, index):
    """Action for an own missile spread."""
    return first_of(state, ACTIONS.own_spreads) + index % spread_slots(state)


@native
def enemy_spread_action(state: State, index):
    """Action for an enemy missile spread."""
    return first_of(state, ACTIONS.enemy_spreads) + int(state.spread[index].contact)


@native
def first_direction(state: State):
    """First action of the six directions."""
    return first_of(state, ACTIONS.directions)


@native
def direction_for_seat(seat, direction):
    """Direction as a seat sees it: the board is turned so that N is ahead for both sides."""
    return direction if seat == 0 else (direction + 3) % DIRECTIONS


@native
def direction_action(state: State, direction):
    """Action of the seat to act for one of the six directions of the map."""
    return first_direction(state) + direction_for_seat(state.seat, direction)


@native
def amount_action(state: State, amount):
    """Action for an amount 0..23."""
    return first_of(state, ACTIONS.amounts) + amount


@native
def action_count(state: State):
    """Size of the action space."""
    return first_of(state, ACTIONS.end)


@native
def decode_craft(state: State, seat, action):
    """Own craft slot of an action."""
    return seat * craft_slots(state) + action - first_of(state, ACTIONS.own_craft)


@native
def decode_force(state: State, seat, action):
    """Own task force slot of an action."""
    return seat * force_slots(state) + action - first_of(state, ACTIONS.own_forces)


@native
def decode_enemy_force(state: State, seat, action):
    """Enemy task force slot of an action, or NONE when the action is of another block."""
    contact, slots = action - first_of(state, ACTIONS.enemy_forces), force_slots(state)
    if contact < 0 or contact >= slots:
        return NONE
    for k in side_range(state.tf, 1 - seat):
        if state.tf[k].status != 0 and state.tf[k].contact == contact:
            return k
    return NONE


@native
def decode_enemy_craft(state: State, seat, action):
    """Enemy craft slot of an action, or NONE when the action is of another block."""
    contact, slots = action - first_of(state, ACTIONS.enemy_craft), craft_slots(state)
    if contact < 0 or contact >= slots:
        return NONE
    for k in side_range(state.craft, 1 - seat):
        if state.craft[k].detected and state.craft[k].contact == contact:
            return k
    return NONE


@native
def decode_spread(state: State, seat, action):
    """Own missile spread slot of an action."""
    return seat * spread_slots(state) + action - first_of(state, ACTIONS.own_spreads)


@native
def decode_enemy_spread(state: State, seat, action):
    """Enemy missile spread slot of an action, or NONE when the action is of another block."""
    contact, slots = action - first_of(state, ACTIONS.enemy_spreads), spread_slots(state)
    if contact < 0 or contact >= slots:
        return NONE
    for k in side_range(state.spread, 1 - seat):
        if state.spread[k].count > 0 and state.spread[k].contact == contact:
            return k
    return NONE


@native
def decode_direction(state: State, action):
    """Direction 0..5 of the map that an action of the seat to act means."""
    return direction_for_seat(state.seat, action - first_direction(state))


@native
def number_action(state: State, order: Order, number):
    """Action for a number, or for its next part."""
    if int(order.high) < AMOUNTS:
        return amount_action(state, number)
    if order.tens == NONE:
        return amount_action(state, number // 10)
    return amount_action(state, number % 10)
