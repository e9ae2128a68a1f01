"""How actions are encoded and decoded: integers, in the blocks of action_space.py.

The board is turned for Blue, so that its own edge is behind it: actions name directions, columns
and rows as the seat sees them. Own craft stand at their slot within the side, enemy craft and
missiles at their contact number. Numbers up to 23 take one action, larger ones tens, then units.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from .action_space import ACTIONS
from .constants.categories import Side, Status
from .constants.sizes import AMOUNTS, BACK, DIRECTIONS, NONE
from .constants.weapons import MissileStatus
from .record_types import Rules, State


@native
def first_of(state: State, block):
    """Return where a block of actions or of the observation begins (a `Start` of
    core/model/layout.py).
    """
    craft, missiles, adrift = block.per
    slots = craft * (len(state.craft) // 2) + missiles * (len(state.missile) // 2)
    return block.fixed + slots + adrift * (len(state.adrift) // 2)


@native
def action_count(state: State):
    """Return the size of the action space."""
    return first_of(state, ACTIONS.end)


# --- pieces --------------------------------------------------------------------------------------


@native
def craft_action(state: State, k):
    """Return the action for an own craft."""
    return first_of(state, ACTIONS.own_craft) + int(k) % (len(state.craft) // 2)


@native
def decode_craft(state: State, seat, action):
    """Return the own craft slot of an action, or NONE when the action is of another block."""
    place, slots = action - first_of(state, ACTIONS.own_craft), len(state.craft) // 2
    return seat * slots + place if 0 <= place < slots else NONE


@native
def enemy_craft_action(state: State, k):
    """Return the action for an enemy craft."""
    return first_of(state, ACTIONS.enemy_craft) + int(state.craft[k].contact)


@native
def decode_enemy_craft(state: State, seat, action):
    """Return the enemy craft slot of an action, or NONE when the action is of another block."""
    contact, slots = action - first_of(state, ACTIONS.enemy_craft), len(state.craft) // 2
    if contact < 0 or contact >= slots:
        return NONE
    for k in side_range(state.craft, 1 - seat):
        if state.craft[k].status != Status.UNUSED and state.craft[k].contact == contact:
            return k
    return NONE


@native
def missile_action(state: State, n):
    """Return the action for an enemy missile."""
    return first_of(state, ACTIONS.missiles) + int(state.missile[n].contact)


@native
def decode_missile(state: State, seat, action):
    """Return the enemy missile slot of an action, or NONE when the action is of another block."""
    contact, slots = action - first_of(state, ACTIONS.missiles), len(state.missile) // 2
    if contact < 0 or contact >= slots:
        return NONE
    for n in side_range(state.missile, 1 - seat):
        if state.missile[n].status != MissileStatus.NONE and state.missile[n].contact == contact:
            return n
    return NONE


@native
def adrift_action(state: State, seat, n):
    """Return the action for a crew in space; the own ones come first."""
    slots = len(state.adrift) // 2
    own = int(n) // slots == seat
    return first_of(state, ACTIONS.adrift) + int(n) % slots + (0 if own else slots)


@native
def decode_adrift(state: State, seat, action):
    """Return the slot of a crew in space, or NONE when the action is of another block."""
    place, slots = action - first_of(state, ACTIONS.adrift), len(state.adrift) // 2
    if place < 0 or place >= 2 * slots:
        return NONE
    side = seat if place < slots else 1 - seat
    return side * slots + place % slots


@native
def weapon_action(state: State, row):
    """Return the action for a weapon row of the ship under orders."""
    return first_of(state, ACTIONS.weapons) + int(row)


@native
def decode_weapon(state: State, action):
    """Return the weapon row of an action, or NONE when the action is of another block."""
    row = action - first_of(state, ACTIONS.weapons)
    return row if 0 <= row < ACTIONS.loads.fixed - ACTIONS.weapons.fixed else NONE


@native
def load_action(state: State, load):
    """Return the action for a missile or a pod."""
    return first_of(state, ACTIONS.loads) + int(load)


@native
def decode_load(state: State, action):
    """Return the load of an action, or NONE when the action is of another block."""
    load = action - first_of(state, ACTIONS.loads)
    return load if 0 <= load < ACTIONS.sides.fixed - ACTIONS.loads.fixed else NONE


@native
def crewman_action(state: State, place):
    """Return the action for a crewman by his place in the crew."""
    return first_of(state, ACTIONS.crewmen) + int(place)


@native
def decode_crewman(state: State, action):
    """Return the place in the crew of an action, or NONE when the action is of another block."""
    place = action - first_of(state, ACTIONS.crewmen)
    return place if 0 <= place < ACTIONS.amounts.fixed - ACTIONS.crewmen.fixed else NONE


# --- directions and places -----------------------------------------------------------------------


@native
def direction_for_seat(seat, direction):
    """Return the direction as a seat sees it, and back: the board is turned for Blue."""
    return int(direction) if seat == Side.RED else (int(direction) + BACK) % DIRECTIONS


@native
def direction_action(state: State, direction):
    """Return the action of a direction of the map for the seat to act."""
    return first_of(state, ACTIONS.sides) + direction_for_seat(state.seat, direction)


@native
def side_action(state: State, side):
    """Return the action of a hexside counted from a facing or a heading: not turned."""
    return first_of(state, ACTIONS.sides) + int(side)


@native
def decode_direction(state: State, action):
    """Return the direction of the map that an action of the seat to act means."""
    return direction_for_seat(state.seat, action - first_of(state, ACTIONS.sides))


@native
def decode_side(state: State, action):
    """Return the hexside of an action, counted from a facing or a heading."""
    return action - first_of(state, ACTIONS.sides)


@native
def column_for_seat(rules: Rules, seat, column):
    """Return the column as a seat counts it, and back."""
    return int(column) if seat == Side.RED else int(rules.option.columns) + 1 - int(column)


@native
def row_for_seat(rules: Rules, seat, row):
    """Return the row as a seat counts it, and back."""
    return int(row) if seat == Side.RED else int(rules.option.rows) + 1 - int(row)


# --- numbers -------------------------------------------------------------------------------------


@native
def amount_action(state: State, amount):
    """Return the action for an amount 0..23."""
    return first_of(state, ACTIONS.amounts) + int(amount)


@native
def decode_amount(state: State, action):
    """Return the amount of an action, or NONE when the action is of another block."""
    amount = action - first_of(state, ACTIONS.amounts)
    return amount if 0 <= amount < AMOUNTS else NONE
