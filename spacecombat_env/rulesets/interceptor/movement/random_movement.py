"""Chapter SOC: seriously out of control.

Stages of Step.RECOVERY, in `state.cursor`: the craft whose recovery roll is next; beyond the last,
ships that are still out of control move.
"""

from spacecombat_env.core.native import native

from ..crew.skills import passes, piloting_number
from ..damage.collapse import holds
from ..model import (
    DIRECTIONS,
    MANOEUVRE_ROWS,
    MAX_VELOCITY,
    NONE,
    Chance,
    Control,
    Event,
    Phase,
    Step,
    Tumble,
    is_active,
    is_in_tow,
    is_out_of_control,
    note_craft,
    proceed,
    random_index,
    roll,
)
from ..model.record_types import Craft, Rules, State
from .stepping import begin_move, fly_hex
from .turning import heading_price, turn_ship

DICE_A_SIDE = 2
"""IN-SOC-08 A new facing: 1-2 one hexside clockwise, 3-4 two, ... 9-10 five."""


@native
def recovery_step(state: State, rules: Rules):
    """IN-SEQ-09, IN-SOC-09, 10 Recovery rolls, then random movement by size, ties at random."""
    state.phase = Phase.RANDOM
    for k in range(int(state.cursor), len(state.craft)):
        state.cursor = k + 1
        if is_tumbling(state.craft[k]) and not recover(state, rules, k):
            state.back = Step.RECOVERY
            proceed(state, Step.BLASTS)
            return
    k = next_tumbler(state)
    if k == NONE:
        state.mover = NONE
        state.cursor = 0
        proceed(state, Step.NEXT_GO)
        return
    state.craft[k].points = state.craft[k].thrust
    begin_move(state, rules, k)
    proceed(state, Step.SPEED)


@native
def is_tumbling(craft: Craft):
    """IN-SOC-09, IN-CON-27, IN-AMB-101 Whether it is out of control and has to be moved."""
    return (
        is_active(craft) and is_out_of_control(craft) and not craft.acted and not is_in_tow(craft)
    )


@native
def recover(state: State, rules: Rules, k):
    """IN-SOC-10 Roll on or below Piloting; False where the hull fails instead (IN-DES-06)."""
    if not holds(state, rules, k):
        return False
    die = roll(state, Chance.RECOVERY, k)
    steady = passes(state, rules, k, die, int(piloting_number(state, rules, k)))
    if steady:
        state.craft[k].control = Control.STEADY
        state.craft[k].points = 0
    event = note_craft(state, Event.RECOVERY, k)
    event.c = die
    event.d = steady
    return True


@native
def next_tumbler(state: State):
    """IN-SEQ-09 The next ship to move at random: of the largest class, at random; or NONE."""
    size, count = 0, 0
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if is_tumbling(craft) and (count == 0 or craft.size_class < size):
            size, count = int(craft.size_class), 1
        elif is_tumbling(craft) and craft.size_class == size:
            count += 1
    if count == 0:
        return NONE
    left = 0 if count == 1 else random_index(state, Chance.TIE, size, count)
    for k in range(len(state.craft)):
        if is_tumbling(state.craft[k]) and state.craft[k].size_class == size:
            if left == 0:
                return k
            left -= 1
    return NONE


@native
def random_step(state: State, rules: Rules):
    """IN-SOC-01..03, IN-AMB-18 The next manoeuvre or drifted hex of the mover."""
    k = int(state.mover)
    craft = state.craft[k]
    if craft.points <= 0:
        coast(state, rules, k)
        return
    die = roll(state, Chance.MANOEUVRE, k)
    cost = manoeuvre_cost(rules, craft.velocity, die)
    if int(craft.velocity) + int(rules.manoeuvre[die].velocity) < 0:
        slow = Tumble.TOO_SLOW | 0 if has_hexes(craft) else Tumble.STUCK | 0
        note_manoeuvre(state, k, die, slow)
        stall(state, rules, k)
    elif cost > int(craft.points):
        note_manoeuvre(state, k, die, Tumble.TOO_DEAR | 0)
        skid(state, rules, k)
    else:
        note_manoeuvre(state, k, die, Tumble.MADE | 0)
        craft.points = int(craft.points) - cost
        tumble(state, rules, k, die)


@native
def note_manoeuvre(state: State, k, die, tumble):
    """IN-SOC-01, 02, 06 Log the roll, and whether the manoeuvre is made or the ship drifts."""
    event = note_craft(state, Event.MANOEUVRE, k)
    event.c = die
    event.d = tumble


@native
def manoeuvre_cost(rules: Rules, velocity, die):
    """IN-SOC-01, 04, IN-AMB-18 Points of a manoeuvre at its current velocity."""
    velocity, turn = int(velocity), abs(int(rules.manoeuvre[die].turn))
    if velocity < MANOEUVRE_ROWS or turn == 0:
        return int(rules.manoeuvre_cost[min(velocity, MANOEUVRE_ROWS - 1), die])
    return turn * heading_price(velocity)


@native
def has_hexes(craft: Craft):
    """IN-SOC-03 Whether it has moved less than its beginning velocity."""
    return int(craft.hexes) < int(craft.start_velocity)


@native
def coast(state: State, rules: Rules, k):
    """IN-SOC-03, IN-AMB-18 The points are used: it flies the rest of its beginning velocity."""
    if has_hexes(state.craft[k]):
        drift(state, rules, k, Step.MOVE)
    else:
        proceed(state, Step.END_MOVE)


@native
def stall(state: State, rules: Rules, k):
    """IN-SOC-06 It would fall below 0: a hex within its beginning velocity, and another roll."""
    if has_hexes(state.craft[k]):
        drift(state, rules, k, Step.MOVE)
    else:
        proceed(state, Step.MOVE)


@native
def skid(state: State, rules: Rules, k):
    """IN-SOC-02, 03, IN-AMB-18 Too dear: one hex; the move ends once its beginning velocity is
    used.

    A ship that has used it already drifts that one hex all the same (the example of 3.4).
    """
    hexes_after = int(state.craft[k].hexes) + 1
    over = hexes_after >= int(state.craft[k].start_velocity)
    drift(state, rules, k, Step.END_MOVE if over else Step.MOVE)


@native
def drift(state: State, rules: Rules, k, back):
    """Fly one hex along the heading, then its moment."""
    fly_hex(state, rules, k)
    state.back = back
    proceed(state, Step.AFTER_STEP)


@native
def tumble(state: State, rules: Rules, k, die):
    """IN-SOC-04, 05, 07, 08, IN-AMB-19 A manoeuvre: velocity at once, turn, then its hex."""
    craft, change = state.craft[k], rules.manoeuvre[die]
    craft.velocity = min(int(craft.velocity) + int(change.velocity), MAX_VELOCITY)
    if rules.option.planet:
        craft.worked = 1
    turn_ship(craft, int(change.turn))
    if change.facing:
        sides = 1 + (roll(state, Chance.NEW_FACING, k) - 1) // DICE_A_SIDE
        craft.facing = (int(craft.facing) + sides) % DIRECTIONS
        event = note_craft(state, Event.FACED, k)
        event.c = craft.facing
    if change.hexes > 0:
        drift(state, rules, k, Step.MOVE)
    else:
        state.back = Step.MOVE
        proceed(state, Step.AFTER_STEP)
