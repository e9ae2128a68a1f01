"""Chapter SCN: the set-up: asteroids in turns, then craft side by side, then loads.

Stages of the step, in `state.cursor`: asteroids; the side that sets up first, then the other; loads
of both. Places are given as column and row as the seat counts them.
"""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..missiles.loading import needs_loading
from ..model import (
    DIRECTIONS,
    MAX_ROCKS,
    NONE,
    ROCK_HITS,
    Chance,
    Decision,
    Event,
    Phase,
    RandomStream,
    Rock,
    Status,
    Step,
    column_for_seat,
    craft_action,
    decode_craft,
    decode_direction,
    direction_action,
    is_installation,
    note,
    note_craft,
    proceed,
    random_index,
    request_decision,
    row_for_seat,
)
from ..model.record_types import Rules, State
from ..visibility.intelligence import learn_all

ROCKS, FIRST_SIDE, SECOND_SIDE, FIRST_LOADS, SECOND_LOADS, READY = range(6)
LEFT_COLUMN, RIGHT, BOTTOM, TOP = range(4)
SETUP_SPEED = 9
"""The greatest velocity with which a craft may start where the scenario leaves it open."""
TRIES = 40


@native
def setup_step(state: State, rules: Rules):
    """IN-SCN-01, 02, 05, IN-LOS-02 One stage of the set-up; after the last one, each ship looks
    around.
    """
    state.phase = Phase.SETUP
    stage, first = int(state.cursor), int(rules.option.sets_up)
    if stage == ROCKS:
        place_rocks(state, rules)
    elif stage <= SECOND_SIDE:
        place_side(state, rules, first if stage == FIRST_SIDE else 1 - first)
    elif stage <= SECOND_LOADS:
        load_side(state, rules, stage - FIRST_LOADS)
    else:
        learn_all(state, rules)
        state.cursor = 0
        proceed(state, Step.TURN_START)


@native
def place_rocks(state: State, rules: Rules):
    """IN-SCN-01 Asteroids, alternately by the sides or at random."""
    if state.rocks == 0:
        state.cursor = FIRST_SIDE
    elif rules.option.rocks_by:
        place_at_random(state, rules)
    else:
        seat = (int(rules.option.sets_up) + int(rules.option.rocks) - int(state.rocks)) % 2
        begin_number(state.order[seat], 1, int(rules.option.columns))
        request_decision(state, Decision.ROCK_COLUMN, seat)


@native
def place_at_random(state: State, rules: Rules):
    """Put an asteroid in a random hex; leave it out where no draw gives a free one."""
    for _ in range(TRIES):
        q = 1 + random_index(state, Chance.SETUP, RandomStream.ROCK | 0, rules.option.columns)
        row = 1 + random_index(state, Chance.SETUP, RandomStream.ROCK | 0, rules.option.rows)
        if is_free(state, q, axial_row(q, row)):
            put_rock(state, rules, q, axial_row(q, row))
            return
    state.rocks -= 1


@native
def is_free(state: State, q, r):
    """Return whether no asteroid lies in a hex."""
    for n in range(MAX_ROCKS):
        rock = state.rock[n]
        if rock.kind != Rock.NONE and rock.q == q and rock.r == r:
            return False
    return True


@native
def put_rock(state: State, rules: Rules, q, r):
    """IN-SCN-01, IN-AST-04, IN-AMB-193 An asteroid lies in a hex, at the highest level."""
    for n in range(MAX_ROCKS):
        if state.rock[n].kind == Rock.NONE:
            rock = state.rock[n]
            rock.kind = Rock.ASTEROID
            rock.q = q
            rock.r = r
            rock.altitude = rules.option.top
            rock.hits = ROCK_HITS
            break
    event = note(state, Event.ROCK, NONE)
    event.c = q
    event.d = r
    state.rocks -= 1


@native
def apply_rock_column(state: State, rules: Rules, seat, number):
    """Store a column as the seat counts it."""
    state.order[seat].column = column_for_seat(rules, seat, number)
    begin_number(state.order[seat], 1, int(rules.option.rows))
    request_decision(state, Decision.ROCK_ROW, seat)


@native
def apply_rock_row(state: State, rules: Rules, seat, number):
    """IN-SCN-01, IN-AMB-106 It lies there, or in the next free hex upward, then to the right."""
    columns, rows = int(rules.option.columns), int(rules.option.rows)
    place = (int(state.order[seat].column) - 1) * rows + row_for_seat(rules, seat, number) - 1
    for _ in range(MAX_ROCKS):
        q, row = 1 + place // rows, 1 + place % rows
        if is_free(state, q, axial_row(q, row)):
            break
        place = (place + 1) % (columns * rows)
    put_rock(state, rules, q, axial_row(q, row))
    proceed(state, Step.SETUP)


# --- craft ---------------------------------------------------------------------------------------


@native
def place_side(state: State, rules: Rules, side):
    """IN-SCN-02, 05 The next craft of a side."""
    waiting = 0
    for k in side_range(state.craft, side):
        if state.craft[k].status == Status.WAITING:
            waiting += 1
    if waiting == 0 or rules.option.entry_hexes[side] > 0:
        state.cursor += 1
    else:
        request_decision(state, Decision.SETUP_CRAFT, side)


@native
def legal_setup_craft(state: State, rules: Rules, side, mask):
    """List own craft that wait."""
    for k in side_range(state.craft, side):
        if state.craft[k].status == Status.WAITING:
            mask[craft_action(state, k)] = 1


@native
def apply_setup_craft(state: State, rules: Rules, seat, action):
    """Store a craft; request its start."""
    order, zone = state.order[seat], rules.option.zone[seat]
    order.craft = decode_craft(state, seat, action)
    left, right = (
        column_for_seat(rules, seat, zone[LEFT_COLUMN]),
        column_for_seat(rules, seat, zone[RIGHT]),
    )
    begin_number(order, min(left, right), max(left, right))
    request_decision(state, Decision.SETUP_COLUMN, seat)


@native
def apply_setup_column(state: State, rules: Rules, seat, number):
    """Store its column, as the seat counts."""
    order, zone = state.order[seat], rules.option.zone[seat]
    order.column = column_for_seat(rules, seat, number)
    low, high = row_for_seat(rules, seat, zone[BOTTOM]), row_for_seat(rules, seat, zone[TOP])
    begin_number(order, min(low, high), max(low, high))
    request_decision(state, Decision.SETUP_ROW, seat)


@native
def apply_setup_row(state: State, rules: Rules, seat, number):
    """Place it; request heading, facing and velocity that the scenario leaves open.

    IN-OIN-02, 03 An installation lies at rest, its first side toward the top.
    """
    order = state.order[seat]
    craft = state.craft[order.craft]
    craft.q = order.column
    craft.r = axial_row(order.column, row_for_seat(rules, seat, number))
    craft.altitude = rules.option.level[seat]
    if is_installation(craft):
        craft.heading = 0
        craft.facing = 0
        start(state, seat, 0)
        return
    set_heading(state, rules, seat)


@native
def set_heading(state: State, rules: Rules, seat):
    """Set its heading from the scenario, or request it."""
    craft = state.craft[int(state.order[seat].craft)]
    if rules.option.heading[seat] == NONE:
        request_decision(state, Decision.SETUP_HEADING, seat)
        return
    craft.heading = rules.option.heading[seat]
    set_facing(state, rules, seat)


@native
def legal_any_direction(state: State, rules: Rules, side, mask):
    """List six directions."""
    for direction in range(DIRECTIONS):
        mask[direction_action(state, direction)] = 1


legal_setup_heading = legal_setup_facing = legal_any_direction


@native
def apply_setup_heading(state: State, rules: Rules, seat, action):
    """Store its heading."""
    state.craft[state.order[seat].craft].heading = decode_direction(state, action)
    set_facing(state, rules, seat)


@native
def set_facing(state: State, rules: Rules, seat):
    """Set its facing from the scenario, or request it."""
    if rules.option.facing[seat] == NONE:
        request_decision(state, Decision.SETUP_FACING, seat)
        return
    state.craft[state.order[seat].craft].facing = rules.option.facing[seat]
    set_speed(state, rules, seat)


@native
def apply_setup_facing(state: State, rules: Rules, seat, action):
    """Store its facing."""
    state.craft[state.order[seat].craft].facing = decode_direction(state, action)
    set_speed(state, rules, seat)


@native
def set_speed(state: State, rules: Rules, seat):
    """Set its velocity from the scenario, or request it."""
    if rules.option.velocity[seat] == NONE:
        begin_number(state.order[seat], 0, SETUP_SPEED)
        request_decision(state, Decision.SETUP_SPEED, seat)
        return
    start(state, seat, rules.option.velocity[seat])


@native
def apply_setup_speed(state: State, rules: Rules, seat, number):
    """Store its velocity."""
    start(state, seat, number)


@native
def start(state: State, seat, velocity):
    """Put a craft on the map."""
    k = int(state.order[seat].craft)
    craft = state.craft[k]
    craft.velocity = velocity
    craft.start_velocity = velocity
    craft.status = Status.ON_MAP
    state.arrivals += 1
    craft.arrived = state.arrivals
    entered = state.phase != Phase.SETUP
    event = note_craft(state, Event.ENTERED if entered else Event.PLACED, k)
    event.c = craft.q
    event.d = craft.r
    event.e = craft.heading
    event.f = craft.facing
    proceed(state, Step.DECISION if entered else Step.SETUP)


# --- loads ---------------------------------------------------------------------------------------


@native
def load_side(state: State, rules: Rules, side):
    """IN-HPT-02 A side loads its racks, once."""
    order = state.order[side]
    if order.done or not needs_loading(state, rules, side):
        order.done = 0
        state.cursor += 1
        return
    order.done = 1
    request_decision(state, Decision.LOAD_CRAFT, side)
