"""Chapter SEQ: initiative by size class, and the number of units that move in a go."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    NONE,
    SIZE_CLASSES,
    Chance,
    Event,
    Phase,
    Side,
    Size,
    Step,
    is_active,
    is_in_tow,
    is_out_of_control,
    is_tug,
    note,
    pair,
    proceed,
    roll,
)
from ..model.record_types import Craft, Rules, State


@native
def initiative_step(state: State, rules: Rules):
    """IN-SEQ-01, 02, IN-AMB-02 A die a side for every size class that is present."""
    state.phase = Phase.INITIATIVE
    first = NONE
    for size in range(1, SIZE_CLASSES + 1):
        state.dice[size, Side.RED] = 0
        state.dice[size, Side.BLUE] = 0
        if is_present(state, size):
            roll_class(state, size)
            if first == NONE:
                first = loser_of(state, size)
    state.first = max(first, 0)
    proceed(state, Step.DECISION)


@native
def is_present(state: State, size):
    """IN-SEQ-02, 06 Whether a class has a unit on the map, disabled or not."""
    for k in range(len(state.craft)):
        if is_active(state.craft[k]) and state.craft[k].size_class == size:
            return True
    return False


@native
def roll_late(state: State):
    """IN-AMB-129 A class that is first present in the Decision Phase rolls its dice then."""
    for size in range(1, SIZE_CLASSES + 1):
        rolled = state.dice[size, Side.RED] != 0 or state.dice[size, Side.BLUE] != 0
        if not rolled and is_present(state, size):
            roll_class(state, size)


@native
def roll_class(state: State, size):
    """IN-SEQ-02, IN-AMB-02 The dice of a class; ties are rolled again."""
    red, blue = 0, 0
    while red == blue:
        red = roll(state, Chance.INITIATIVE, pair(Side.RED, size))
        blue = roll(state, Chance.INITIATIVE, pair(Side.BLUE, size))
    state.dice[size, Side.RED] = red
    state.dice[size, Side.BLUE] = blue
    event = note(state, Event.INITIATIVE, 1 - loser_of(state, size))
    event.a = size
    event.c = red
    event.d = blue


@native
def loser_of(state: State, size):
    """IN-SEQ-02, 05, IN-AMB-01 The side that moves first in a class: the higher die."""
    return Side.RED | 0 if state.dice[size, Side.RED] > state.dice[size, Side.BLUE] else 1


@native
def is_to_move(craft: Craft):
    """IN-SEQ-06, 09, IN-CON-27, IN-AMB-101 Whether a unit has still to be moved by its owner."""
    free = not craft.acted and not is_in_tow(craft)
    return is_active(craft) and free and not is_out_of_control(craft)


@native
def is_led(state: State, k):
    """IN-LOS-06, IN-AMB-150 Whether a unit moves in the go of its cover, which is still to come."""
    cover = int(state.craft[k].cover)
    return cover != NONE and is_to_move(state.craft[cover])


@native
def is_choice(state: State, k, size):
    """IN-SEQ-03, 04, IN-AMB-150 Whether a unit of a class has still a go of its own."""
    craft = state.craft[k]
    return craft.size_class == size and is_to_move(craft) and not is_led(state, k)


@native
def rest_of(state: State, side, size):
    """Return the units of a side and class that have still to move, in goes of their own."""
    count = 0
    for k in side_range(state.craft, side):
        count += is_choice(state, k, size)
    return count


@native
def go_size(mine, theirs):
    """IN-SEQ-04, IN-AMB-04, 63 Number of units that a side moves in its go."""
    return max(1, mine // theirs) if theirs > 0 else max(1, mine)


@native
def open_go(state: State):
    """IN-SEQ-03, 04, 09 The current go, or the next one; False when all units have moved."""
    while not is_open(state, int(state.goer)):
        other = 1 - int(state.goer)
        if state.goer == state.loser and is_open(state, other):
            state.goer = other
        elif not open_pair(state):
            return False
    return True


@native
def is_open(state: State, side):
    """Return whether a side has units to move in this pair of goes."""
    if side < 0 or state.size_class == Size.NONE or state.goes[side] <= 0:
        return False
    return rest_of(state, side, int(state.size_class)) > 0


@native
def open_pair(state: State):
    """IN-SEQ-02, 03, 04 The next pair of goes: in this class, or in the largest one left."""
    for size in range(1, SIZE_CLASSES + 1):
        red, blue = rest_of(state, Side.RED | 0, size), rest_of(state, Side.BLUE | 0, size)
        if red + blue > 0:
            state.size_class = size
            state.loser = loser_of(state, size)
            state.goer = state.loser
            state.goes[Side.RED] = go_size(red, blue)
            state.goes[Side.BLUE] = go_size(blue, red)
            return True
    return False


@native
def next_tug(state: State):
    """IN-CON-27, IN-AMB-182 A tug with a tow that has still to move, the largest first; NONE."""
    found = NONE
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if is_tug(craft) and is_to_move(craft):
            if found == NONE or craft.size_class < state.craft[found].size_class:
                found = k
    return found
