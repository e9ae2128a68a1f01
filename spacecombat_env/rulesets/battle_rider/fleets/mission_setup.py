"""Chapter ASG: the bodies of a pocket empire, the secret asteroid, and where Blue starts.

Before the purchase Blue places two asteroids on the central map, then Red two on the planet's map;
then the missions are drawn. A row in a decision counts on that map from the seat's side. Blue's
task forces start on the map, except those that enter later.
"""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R, axial_row, distance, on_map
from spacecombat_env.core.native import native

from ..model import (
    AMOUNTS,
    DIRECTIONS,
    MAX_BODIES,
    NONE,
    BodyKind,
    CraftStatus,
    Decision,
    Event,
    ForceStatus,
    RedMission,
    Side,
    Step,
    Surface,
    amount_action,
    decode_direction,
    draw_missions,
    first_direction,
    is_late,
    is_split,
    log_event,
    proceed,
    request_decision,
)
from ..model.record_types import Craft, Rules, State
from ..movement.counters import free_contact

MAPS = 3  # side by side (BR-SCN-09)
BLUES_ASTEROIDS = 2
ASTEROIDS = 4
CLEAR_OF_PLANET = 4  # BR-ASG-03 hexes from the planet to Red's asteroids, at least.
NEAR_PLANET = 5  # BR-ASG-04 hexes from the planet to Blue's ships, at most.
PLANET = 0  # Index of the planet in state.body; the asteroids follow it.
# Actions of Decision.SETUP_PLACE; 2 to 5 are the asteroids.
LANDED, ORBIT, FIRST_ASTEROID, NEAR, HELD = 0, 1, 2, 6, 7
HELD_BACK = NONE  # entry_turn of a task force that enters later, in a turn still to be chosen


@native
def mission_setup_step(state: State, rules: Rules):
    """BR-ASG-03, 05 Asteroids, missions, the secret asteroid; False when all is settled."""
    placed = asteroids(state)
    if placed < ASTEROIDS:
        side = Side.BLUE if placed < BLUES_ASTEROIDS else Side.RED
        begin_number(state.order[side], 1, int(rules.option.columns))
        request_decision(state, Decision.BODY_COLUMN, side)
        return True
    if state.mission[Side.RED].number == 0:
        draw_missions(state, rules)
    number = int(state.mission[Side.RED].number)
    if number == RedMission.TRANSIT or number == RedMission.DEEP_BLACK:
        if state.mission[Side.RED].asteroid == 0:
            begin_number(state.order[Side.RED], 1, ASTEROIDS)
            request_decision(state, Decision.SECRET_ASTEROID, Side.RED)
            return True
    return False


# --- bodies --------------------------------------------------------------------------------------


@native
def asteroids(state: State):
    """BR-ASG-03 Asteroids placed so far."""
    count = 0
    for k in range(MAX_BODIES):
        if state.body[k].kind == BodyKind.ASTEROID:
            count += 1
    return count


@native
def map_line(rules: Rules, seat, row):
    """BR-ASG-03 Row of the whole map for one of the central (Blue) or the planet's map (Red)."""
    each = int(rules.option.rows) // MAPS
    return 2 * each + 1 - row if seat == Side.BLUE else 2 * each + row


@native
def own_column(rules: Rules, seat, column):
    """BR-AMB-56 Columns as the seat counts them, with its own edge before it."""
    return column if seat == Side.RED else int(rules.option.columns) + 1 - column


@native
def is_free(state: State, q, r):
    """Whether a hex holds no body."""
    for k in range(MAX_BODIES):
        body = state.body[k]
        if body.kind != BodyKind.NONE and body.q == q and body.r == r:
            return False
    return True


@native
def apply_body_column(state: State, rules: Rules, number):
    """BR-ASG-03 The asteroid's column; its row is chosen next."""
    side = int(state.seat)
    state.order[side].dq = own_column(rules, side, number)
    request_decision(state, Decision.BODY_ROW, side)


@native
def legal_body_row(state: State, rules: Rules, side, mask):
    """BR-ASG-03, BR-AMB-85 Rows of the map where no body is; Red's 4 hexes from the planet."""
    q = int(state.order[side].dq)
    planet = state.body[PLANET]
    for row in range(1, int(rules.option.rows) // MAPS + 1):
        r = axial_row(q, map_line(rules, side, row))
        away = distance(q, r, int(planet.q), int(planet.r))
        if is_free(state, q, r) and (side == Side.BLUE or away >= CLEAR_OF_PLANET):
            mask[amount_action(state, row)] = 1


@native
def apply_body_row(state: State, rules: Rules, action):
    """BR-ASG-03 The asteroid lies on the map for all to see."""
    side = int(state.seat)
    body = state.body[PLANET + 1 + asteroids(state)]
    q = int(state.order[side].dq)
    body.kind = BodyKind.ASTEROID
    body.q = q
    body.r = axial_row(q, map_line(rules, side, action - amount_action(state, 0)))
    event = log_event(state, Event.BODY, side)
    event.a = body.q
    event.b = body.r
    proceed(state, Step.SETUP)


@native
def apply_secret_asteroid(state: State, rules: Rules, number):
    """BR-MIR-08, 09 The asteroid is chosen before play begins."""
    state.mission[state.seat].asteroid = number
    proceed(state, Step.SETUP)


# --- Blue's starting places ----------------------------------------------------------------------


@native
def request_place(state: State, rules: Rules, tf):
    """BR-ASG-04 Request Blue's place for a task force; False for one that enters later."""
    force = state.tf[tf]
    if force.entry_turn != 0:
        return False
    if is_late_force(state, tf):
        force.entry_turn = HELD_BACK
        return False
    state.order[Side.BLUE].tf = tf
    request_decision(state, Decision.SETUP_PLACE, Side.BLUE)
    return True


@native
def is_late_force(state: State, tf):
    """BR-MIB-01, 06 Whether a task force is one of the ships that enter later."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf and is_late(craft):
            return True
    return False


@native
def may_join(state: State, tf, craft: Craft):
    """BR-MIB-01, 06 Ships that enter later sail in separate task forces."""
    return state.tf[tf].strength == 0 or is_late_force(state, tf) == is_late(craft)


@native
def legal_setup_place(state: State, rules: Rules, side, mask):
    """BR-ASG-04 Landed, in orbit, by an asteroid, near the planet; dummies may be held back."""
    first = amount_action(state, 0)
    for place in range(ORBIT, NEAR + 1):
        mask[first + place] = 1
    if rules.option.landing:
        mask[first + LANDED] = 1
    if is_split(state, side) and state.tf[state.order[side].tf].strength == 0:
        mask[first + HELD] = 1


@native
def apply_setup_place(state: State, rules: Rules, action):
    """BR-ASG-04 At rest with a body, or held back; near the planet, place and heading follow."""
    tf = int(state.order[state.seat].tf)
    place = action - amount_action(state, 0)
    if place == NEAR:
        planet = int(state.body[PLANET].q)
        low = own_column(rules, int(state.seat), planet) - NEAR_PLANET
        high = own_column(rules, int(state.seat), planet) + NEAR_PLANET
        begin_number(state.order[state.seat], max(1, low), min(int(rules.option.columns), high))
        request_decision(state, Decision.NEAR_COLUMN, state.seat)
        return
    if place == HELD:
        state.tf[tf].entry_turn = HELD_BACK
    else:
        body = PLANET if place < FIRST_ASTEROID else place - FIRST_ASTEROID + PLANET + 1
        put_on_map(state, tf, int(state.body[body].q), int(state.body[body].r))
        state.tf[tf].vq = rules.worlds[body].vq
        state.tf[tf].vr = rules.worlds[body].vr
        if place == LANDED:
            state.tf[tf].surface = Surface.LANDED
    proceed(state, Step.SETUP)


@native
def put_on_map(state: State, tf, q, r):
    """BR-ASG-04 A task force starts in a hex."""
    force = state.tf[tf]
    force.q = q
    force.r = r
    force.contact = free_contact(state, tf)
    force.status = ForceStatus.ON_MAP


@native
def apply_near_column(state: State, rules: Rules, number):
    """BR-ASG-04 The column of a task force near the planet."""
    side = int(state.seat)
    state.order[side].dq = own_column(rules, side, number)
    request_decision(state, Decision.NEAR_ROW, side)


@native
def own_row(rules: Rules, seat, q, row):
    """The axial r of a row as the seat counts it, its own edge below row 1."""
    return axial_row(q, row if seat == Side.RED else int(rules.option.rows) + 1 - row)


@native
def is_near_row(state: State, rules: Rules, side, row):
    """BR-ASG-04 Whether a row of the chosen column is on the map and near the planet."""
    q = int(state.order[side].dq)
    rows = int(rules.option.rows)
    r = own_row(rules, side, q, row)
    planet = state.body[PLANET]
    near = distance(q, r, int(planet.q), int(planet.r)) <= NEAR_PLANET
    return near and on_map(q, r, int(rules.option.columns), rows)


@native
def legal_near_row(state: State, rules: Rules, side, mask):
    """BR-ASG-04 Rows within five hexes of the planet."""
    for row in range(1, AMOUNTS):
        if is_near_row(state, rules, side, row):
            mask[amount_action(state, row)] = 1


@native
def apply_near_row(state: State, rules: Rules, action):
    """BR-ASG-04 The row; the heading is chosen next."""
    side = int(state.seat)
    row = action - amount_action(state, 0)
    q = int(state.order[side].dq)
    state.order[side].dr = own_row(rules, side, q, row)
    request_decision(state, Decision.NEAR_HEADING, side)


@native
def legal_near_heading(state: State, mask):
    """BR-ASG-04 One hex per turn in any direction."""
    first = first_direction(state)
    for direction in range(DIRECTIONS):
        mask[first + direction] = 1


@native
def apply_near_heading(state: State, rules: Rules, action):
    """BR-ASG-04 The task force starts here, at velocity 1."""
    order = state.order[state.seat]
    tf = int(order.tf)
    direction = decode_direction(state, action)
    put_on_map(state, tf, int(order.dq), int(order.dr))
    state.tf[tf].vq = DIRECTION_Q[direction]
    state.tf[tf].vr = DIRECTION_R[direction]
    proceed(state, Step.SETUP)
