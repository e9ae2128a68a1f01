"""Writing the observation of a seat, as model/observation.py declares it."""

from spacecombat_env.core.model.squaregrid import DIRECTION_X, DIRECTION_Y
from spacecombat_env.core.native import native

from ..model import (
    ABSENT,
    BOX,
    BOX_COLUMNS,
    BOX_ROWS,
    HELD,
    MAX_BODIES,
    NONE,
    RECENT_SCANS,
    SENSORS,
    InterceptDecision,
    InterceptSide,
    Result,
    Status,
    box_for_seat,
    column_for_seat,
    first_of,
    first_side,
    unit_slots,
)
from ..model.observation import (
    AREA,
    BODIES,
    BURNS,
    COLUMNS,
    EMISSIONS,
    ENEMY_TYPES,
    ENEMY_UNITS,
    FINDS,
    GAME,
    HIGH,
    MEMORY,
    ORDER,
    ORDER_POWERS,
    ORDER_SENSORS,
    OWN_SCANS,
    OWN_TYPES,
    OWN_UNITS,
    PHASES,
    PLACE,
    POWERS,
    ROWS,
    SCAN_SENSORS,
    SIGNAL,
    SPEED,
    STRENGTH,
    STRENGTHS,
    TURNS,
    USED,
    VICTORIES,
)
from ..model.record_types import Rules, Scan, State, Unit
from ..scans.planets import is_shadowed
from ..scans.signatures import best_signature
from .observed_fields import observe_fields

MIDDLE = BOX // 2 + 1  # of a box, counted from 1
LEFT_COLUMN, RIGHT, TOP, BOTTOM = range(4)  # of a goal zone

# --- writers -------------------------------------------------------------------------------------


@native
def within(value, limit):
    """Return a value clipped to its column's limit either way."""
    return max(-limit, min(limit, int(value)))


@native
def place_of(state: State, block, n):
    """Return where row n of a block begins."""
    return first_of(state, block) + n * block.width


@native
def observe(state: State, rules: Rules, seat, row):
    """Write the observation of a seat from a redacted state."""
    row[:] = 0
    observe_game(state, rules, seat, row, first_of(state, ROWS.game))
    observe_decision(state, rules, seat, row)
    slots = unit_slots(state)
    for n in range(slots):
        if state.unit_of[seat * slots + n].status != Status.UNUSED:
            observe_own(state, rules, seat, n, row, place_of(state, ROWS.own_units, n))
        unit = state.unit_of[(1 - seat) * slots + n]
        if unit.identified:
            at = place_of(state, ROWS.enemy_units, n)
            observe_enemy(state, rules, seat, unit, row, at)
    for n in range(RECENT_SCANS):
        observe_scan(state, rules, seat, seat, n, row, place_of(state, ROWS.own_scans, n))
        observe_scan(state, rules, seat, 1 - seat, n, row, place_of(state, ROWS.enemy_scans, n))
    observe_search(state, rules, seat, row)
    for k in range(MAX_BODIES):
        if state.body[k].side > 0:
            observe_body(state, rules, seat, k, row, place_of(state, ROWS.bodies, k))


@native
def observe_action_fields(state: State, rules: Rules, seat, row):
    """Rewrite the columns that the actions of an order change, and nothing else."""
    row[first_of(state, ROWS.ask) : first_of(state, ROWS.own_units)] = 0
    observe_decision(state, rules, seat, row)
    slots = unit_slots(state)
    for n in range(slots):
        at = place_of(state, ROWS.own_units, n)
        row[at + OWN_UNITS.selected] = is_selected(state, seat, seat * slots + n)


@native
def is_selected(state: State, seat, index):
    """Return whether an own unit is the one under orders."""
    return state.unit == index or state.order[seat].unit == index


@native
def observe_decision(state: State, rules: Rules, seat, row):
    """Write the blocks `decision` and `order`."""
    row[first_of(state, ROWS.ask) + int(state.decision)] = (
        state.decision != InterceptDecision.NOTHING
    )
    observe_order(state, rules, seat, row, first_of(state, ROWS.order))


@native
def observe_game(state: State, rules: Rules, seat, row, at):
    """Write the block `game`."""
    option, enemy = rules.option, 1 - seat
    row[at + GAME.turn] = within(state.turn, TURNS)
    row[at + GAME.turns_left] = within(int(option.turn_limit) - int(state.turn), TURNS)
    row[at + GAME.scans_first] = first_side(state) == seat
    row[at + PHASES + int(state.phase)] = 1
    row[at + GAME.own_declared] = state.declared[seat]
    row[at + GAME.enemy_declared] = state.declared[enemy]
    row[at + GAME.own_points] = within(state.points[seat], TURNS)
    row[at + GAME.enemy_points] = within(state.points[enemy], TURNS)
    row[at + GAME.hold_turns] = within(option.hold_turns, HELD)
    row[at + GAME.sunfactor] = within(option.sunfactor, HELD)
    row[at + VICTORIES + int(option.victory)] = 1
    row[at + GAME.columns] = option.columns
    row[at + GAME.rows] = option.rows
    if option.runner != NONE:
        observe_goal(rules, seat, row, at)


@native
def observe_goal(rules: Rules, seat, row, at):
    """Write the columns of block `game` about the side that runs, and its goal."""
    option, goal = rules.option, rules.option.goal
    left, right = (
        column_for_seat(rules, seat, goal[LEFT_COLUMN]),
        column_for_seat(rules, seat, goal[RIGHT]),
    )
    row[at + GAME.own_runs] = option.runner == seat
    row[at + GAME.enemy_runs] = option.runner != seat
    row[at + GAME.goal_left] = min(left, right)
    row[at + GAME.goal_right] = max(left, right)
    row[at + GAME.goal_top] = goal[TOP]
    row[at + GAME.goal_bottom] = goal[BOTTOM]


@native
def sign_of(seat):
    """Return -1 for Blue, who sees left and right exchanged, else 1."""
    return -1 if seat == InterceptSide.B else 1


@native
def observe_order(state: State, rules: Rules, seat, row, at):
    """Write the block `order`."""
    order = state.order[seat]
    index = int(order.unit) if order.unit != NONE else int(state.unit)
    if index == NONE:
        return
    unit = state.unit_of[index]
    if unit.status == Status.ON_MAP:
        row[at + ORDER.x] = column_for_seat(rules, seat, unit.x)
        row[at + ORDER.y] = unit.y
    if order.sensor != NONE:
        row[at + ORDER_SENSORS + int(order.sensor)] = 1
    if order.extent != NONE:
        row[at + ORDER.size] = int(order.extent) + 1
    if order.box != NONE:
        box = box_for_seat(rules, seat, order.box)
        row[at + ORDER.box_x] = box % BOX_COLUMNS * BOX + MIDDLE
        row[at + ORDER.box_y] = box // BOX_COLUMNS * BOX + MIDDLE
    if (
        state.decision == InterceptDecision.PLOT
        or state.decision == InterceptDecision.THRUST
        or state.decision == InterceptDecision.LAUNCH
    ):
        row[at + ORDER.popped] = unit.plot_popped
        row[at + ORDER_POWERS + int(unit.plot_power)] = 1
        row[at + ORDER.launches] = unit.plot_launch != NONE
        if order.facing != NONE:
            row[at + ORDER.facing_x] = sign_of(seat) * DIRECTION_X[order.facing]
            row[at + ORDER.facing_y] = DIRECTION_Y[order.facing]


@native
def observe_place(rules: Rules, seat, unit: Unit, row, at):
    """Write the columns of PLACE."""
    row[at + PLACE.x] = column_for_seat(rules, seat, unit.x)
    row[at + PLACE.y] = unit.y
    row[at + PLACE.vector_x] = within(sign_of(seat) * int(unit.vx), SPEED)
    row[at + PLACE.vector_y] = within(unit.vy, SPEED)
    row[at + PLACE.facing_x] = sign_of(seat) * DIRECTION_X[unit.facing]
    row[at + PLACE.facing_y] = DIRECTION_Y[unit.facing]
    row[at + PLACE.thrust] = unit.thrust
    row[at + PLACE.popped] = unit.popped
    row[at + POWERS + int(unit.power)] = 1


@native
def observe_own(state: State, rules: Rules, seat, n, row, at):
    """Write a row of block `own_units`."""
    index = seat * unit_slots(state) + n
    unit = state.unit_of[index]
    klass = rules.classes[unit.klass]
    row[at + OWN_UNITS.waiting] = unit.status == Status.WAITING
    row[at + OWN_UNITS.aboard] = unit.status == Status.ABOARD
    row[at + OWN_UNITS.on_map] = unit.status == Status.ON_MAP
    row[at + OWN_UNITS.gone] = unit.status == Status.GONE
    row[at + OWN_UNITS.selected] = is_selected(state, seat, index)
    row[at + OWN_TYPES + int(klass.type)] = 1
    row[at + OWN_UNITS.size] = int(klass.size_rank) + 1
    row[at + OWN_UNITS.max_thrust] = klass.thrust
    row[at + OWN_UNITS.burns] = within(unit.burns, BURNS)
    if unit.status != Status.ON_MAP:
        return
    observe_place(rules, seat, unit, row, at + OWN_UNITS.x)
    observe_fields(unit, row, at)
    row[at + OWN_UNITS.contact] = unit.found == Result.CONTACT
    row[at + OWN_UNITS.position] = unit.found == Result.POSITION
    row[at + OWN_UNITS.in_shadow] = is_shadowed(state, rules, unit.x, unit.y)
    for sensor in range(SENSORS):
        row[at + USED + sensor] = int(unit.used) >> sensor & 1
        if klass.sensor[sensor] != ABSENT:
            row[at + STRENGTHS + sensor] = within(int(klass.sensor[sensor]) + 1, HELD)
        emitted = best_signature(state, rules, unit, sensor)
        row[at + EMISSIONS + sensor] = within(emitted, SIGNAL)


@native
def observe_enemy(state: State, rules: Rules, seat, unit: Unit, row, at):
    """Write a row of block `enemy_units`."""
    klass = rules.classes[unit.klass]
    row[at + ENEMY_UNITS.tracked] = unit.tracked and unit.status == Status.ON_MAP
    row[at + ENEMY_UNITS.gone] = unit.status == Status.GONE
    row[at + ENEMY_UNITS.identified] = 1
    row[at + ENEMY_TYPES + int(klass.type)] = 1
    row[at + ENEMY_UNITS.size] = int(klass.size_rank) + 1
    row[at + ENEMY_UNITS.max_thrust] = klass.thrust
    if unit.status == Status.ON_MAP:
        observe_place(rules, seat, unit, row, at + ENEMY_UNITS.x)
        row[at + ENEMY_UNITS.held] = within(unit.held, HELD)
    if unit.last_turn > 0 and not unit.tracked:
        past = int(state.turn) - int(unit.last_turn)
        row[at + ENEMY_UNITS.lost_lately] = max(0, MEMORY - past)
        row[at + ENEMY_UNITS.last_x] = column_for_seat(rules, seat, unit.last_x)
        row[at + ENEMY_UNITS.last_y] = unit.last_y
        row[at + ENEMY_UNITS.last_vector_x] = within(sign_of(seat) * int(unit.last_vx), SPEED)
        row[at + ENEMY_UNITS.last_vector_y] = within(unit.last_vy, SPEED)


@native
def observe_scan(state: State, rules: Rules, seat, side, n, row, at):
    """Write a row of `own_scans` or `enemy_scans`: the scan n places before the newest."""
    number = int(state.scans[side]) - 1 - n
    if number < 0:
        return
    scan = state.scan[side, number % RECENT_SCANS]
    lately = MEMORY - (int(state.turn) - int(scan.turn))
    if lately <= 0:
        return
    middle = int(scan.left) + int(scan.side) // 2
    row[at + AREA.lately] = lately
    row[at + SCAN_SENSORS + int(scan.sensor)] = 1
    row[at + AREA.x] = within(column_for_seat(rules, seat, middle), COLUMNS)
    row[at + AREA.y] = within(int(scan.top) + int(scan.side) // 2, HIGH)
    row[at + AREA.side] = scan.side
    row[at + AREA.strength] = within(scan.strength, STRENGTH)
    row[at + AREA.glare] = scan.glare
    row[at + AREA.contacts] = within(scan.finds, FINDS)
    if scan.finds > 0:
        row[at + AREA.best_signal] = within(scan.find[0].signal, SIGNAL)
    if side == seat:
        observe_finds(rules, seat, scan, row, at)


@native
def observe_finds(rules: Rules, seat, scan: Scan, row, at):
    """Write the finds of an own scan, further columns of a row of `own_scans`."""
    row[at + OWN_SCANS.roll] = scan.roll
    positions, tracks = 0, 0
    for n in range(scan.finds):
        find = scan.find[n]
        if n == 0:
            signature = int(find.signal) - int(scan.strength)
            row[at + OWN_SCANS.best_signature] = within(signature, SIGNAL)
        if find.result == Result.POSITION:
            positions += 1
            row[at + OWN_SCANS.position_x] = column_for_seat(rules, seat, find.x)
            row[at + OWN_SCANS.position_y] = find.y
        elif find.result == Result.TRACKED:
            tracks += 1
    row[at + OWN_SCANS.positions] = within(positions, FINDS)
    row[at + OWN_SCANS.tracked] = within(tracks, FINDS)


@native
def observe_search(state: State, rules: Rules, seat, row):
    """Write the blocks `quiet` and `trace`."""
    quiet, trace = first_of(state, ROWS.quiet), first_of(state, ROWS.trace)
    wide = int(rules.option.columns) // BOX
    for y in range(BOX_ROWS):
        for x in range(wide):
            box = BOX_COLUMNS * y + x
            column = BOX_COLUMNS * y + (wide - 1 - x if seat == InterceptSide.B else x)
            row[quiet + column] = state.quiet[seat, box]
            row[trace + column] = state.traces[seat, box]


@native
def observe_body(state: State, rules: Rules, seat, k, row, at):
    """Write a row of block `bodies`."""
    body = state.body[k]
    row[at + BODIES.x] = column_for_seat(rules, seat, int(body.left) + int(body.side) // 2)
    row[at + BODIES.y] = int(body.top) + int(body.side) // 2
    row[at + BODIES.side] = body.side
    row[at + BODIES.shadow] = body.shadow
