"""How actions are encoded and decoded: integers, in the blocks of action_space.py.

Blue sees the map in a mirror, left and right exchanged, so that both sides start on their left:
actions name directions, boxes and squares as the seat sees them. A box is counted row by row from
the top left, a square likewise within its box. Boxes of the largest map are numbered; a smaller map
leaves numbers out.
"""

from spacecombat_env.core.model.squaregrid import mirrored
from spacecombat_env.core.native import native

from .action_space import ACTIONS
from .constants import BOX, BOX_COLUMNS, InterceptSide
from .record_types import Rules, State


@native
def unit_slots(state: State):
    """Return the slots of one side."""
    return len(state.unit_of) // 2


@native
def first_of(state: State, block):
    """Return where a block of actions or of the observation begins (a `Start` of
    core/model/layout.py).
    """
    (units,) = block.per
    return block.fixed + units * unit_slots(state)


@native
def side_of(state: State, index):
    """Return the side of a unit."""
    return int(index) // unit_slots(state)


@native
def letter_of(turn):
    """IC-SEQ-03, 04 The side that scans first in a turn and wins its ties: A if it is odd."""
    return InterceptSide.A | 0 if turn & 1 else InterceptSide.B | 0


@native
def first_side(state: State):
    """IC-SEQ-02 The side that scans first this turn."""
    return letter_of(int(state.turn))


@native
def action_count(state: State):
    """Return the size of the action space."""
    return first_of(state, ACTIONS.end)


@native
def unit_action(state: State, index):
    """Return the action of an own unit."""
    return first_of(state, ACTIONS.own_units) + int(index) % unit_slots(state)


@native
def decode_unit(state: State, seat, action):
    """Return the own unit slot of an action."""
    return seat * unit_slots(state) + action - first_of(state, ACTIONS.own_units)


@native
def direction_action(state: State, direction):
    """Return the action of a direction of the map for the seat to act."""
    if state.seat == InterceptSide.B:
        direction = mirrored(direction)
    return first_of(state, ACTIONS.directions) + direction


@native
def decode_direction(state: State, action):
    """Return the direction of the map that an action means."""
    direction = action - first_of(state, ACTIONS.directions)
    return mirrored(direction) if state.seat == InterceptSide.B else direction


@native
def amount_action(state: State, amount):
    """Return the action of a number of Gs."""
    return first_of(state, ACTIONS.amounts) + int(amount)


@native
def sensor_action(state: State, sensor):
    """Return the action of a kind of sensor."""
    return first_of(state, ACTIONS.sensors) + int(sensor)


@native
def size_action(state: State, size):
    """Return the action of a size of scan."""
    return first_of(state, ACTIONS.sizes) + int(size)


@native
def first_box(state: State):
    """Return the first action of the boxes."""
    return first_of(state, ACTIONS.boxes)


@native
def column_for_seat(rules: Rules, seat, x):
    """Return the column of squares as a seat sees it: Blue's map is mirrored."""
    return int(rules.option.columns) + 1 - int(x) if seat == InterceptSide.B else int(x)


@native
def box_for_seat(rules: Rules, seat, box):
    """Return the box of the map as a seat sees it."""
    if seat != InterceptSide.B:
        return int(box)
    row, column = int(box) // BOX_COLUMNS, int(box) % BOX_COLUMNS
    return row * BOX_COLUMNS + int(rules.option.columns) // BOX - 1 - column


@native
def box_of(x, y):
    """Return the box of a square."""
    return (int(y) - 1) // BOX * BOX_COLUMNS + (int(x) - 1) // BOX


@native
def box_left(box):
    """Return the first column of a box."""
    return int(box) % BOX_COLUMNS * BOX + 1


@native
def box_top(box):
    """Return the first row of a box."""
    return int(box) // BOX_COLUMNS * BOX + 1


@native
def is_box(rules: Rules, box):
    """Return whether a box lies on the scenario's map."""
    return box_left(box) <= int(rules.option.columns) and box_top(box) <= int(rules.option.rows)


@native
def box_action(state: State, rules: Rules, box):
    """Return the action of a box of the map for the seat to act."""
    return first_box(state) + box_for_seat(rules, state.seat, box)


@native
def decode_box(state: State, rules: Rules, action):
    """Return the box of the map that an action means."""
    return box_for_seat(rules, state.seat, action - first_box(state))


@native
def square_action(state: State, x, y):
    """Return the action of a square within its box for the seat to act."""
    column, row = (int(x) - 1) % BOX, (int(y) - 1) % BOX
    if state.seat == InterceptSide.B:
        column = BOX - 1 - column
    return first_of(state, ACTIONS.squares) + row * BOX + column


@native
def decode_column(state: State, action):
    """Return the column within its box, 0..4, of the square that an action means."""
    column = (action - first_of(state, ACTIONS.squares)) % BOX
    return BOX - 1 - column if state.seat == InterceptSide.B else column


@native
def decode_row(state: State, action):
    """Return the row within its box, 0..4."""
    return (action - first_of(state, ACTIONS.squares)) // BOX
