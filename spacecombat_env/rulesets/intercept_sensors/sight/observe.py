"""The observation, written: what a seat sees, as pieces/observation.py declares it."""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.squaregrid import DIRECTION_X, DIRECTION_Y
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import (
    ABSENT,
    ASKS,
    BOX,
    BOX_COLUMNS,
    BOX_ROWS,
    BOXES,
    MAX_BODIES,
    NONE,
    RECENT_SCANS,
    SENSORS,
    Ask,
    Result,
    Side,
    Status,
)
from spacecombat_env.rulesets.intercept_sensors.pieces.observation import (
    BODY_COLUMNS,
    COLUMNS,
    ENEMY_COLUMNS,
    ENEMY_SCAN_COLUMNS,
    FINDS,
    GAME_COLUMNS,
    HELD,
    MEMORY,
    ORDER_COLUMNS,
    OWN_COLUMNS,
    OWN_SCAN_COLUMNS,
    PHASES,
    POWERS,
    ROWS,
    SELECTED,
    SIGNAL,
    SPEED,
    STRENGTH,
    TURNS,
    VICTORIES,
)
from spacecombat_env.rulesets.intercept_sensors.pieces.words import (
    first_side,
    seen_box,
    seen_column,
    unit_slots,
)
from spacecombat_env.rulesets.intercept_sensors.scans.planets import is_shadowed
from spacecombat_env.rulesets.intercept_sensors.scans.signatures import best_signature

# --- writers -------------------------------------------------------------------------------------


@jit
def within(value, limit):
    """A value held within its column's limit either way."""
    return max(-limit, min(limit, int(value)))


@jit
def observe(state, rules, seat, row):
    """Write the observation of a seat from a redacted state."""
    row[:] = 0
    observe_game(state, rules, seat, row)
    observe_question(state, rules, seat, row)
    at = GAME_COLUMNS + ASKS + ORDER_COLUMNS
    slots = unit_slots(state)
    for n in range(slots):
        if state.unit_of[seat * slots + n].status != Status.UNUSED:
            observe_own(state, rules, seat, n, row, at + n * OWN_COLUMNS)
    at += slots * OWN_COLUMNS
    for n in range(slots):
        unit = state.unit_of[(1 - seat) * slots + n]
        if unit.identified:
            observe_enemy(state, rules, seat, unit, row, at + n * ENEMY_COLUMNS)
    at += slots * ENEMY_COLUMNS
    for n in range(RECENT_SCANS):
        observe_scan(state, rules, seat, seat, n, row, at + n * OWN_SCAN_COLUMNS)
    at += RECENT_SCANS * OWN_SCAN_COLUMNS
    for n in range(RECENT_SCANS):
        observe_scan(state, rules, seat, 1 - seat, n, row, at + n * ENEMY_SCAN_COLUMNS)
    at += RECENT_SCANS * ENEMY_SCAN_COLUMNS
    observe_search(state, rules, seat, row, at)
    observe_bodies(state, rules, seat, row, at + 2 * BOXES)


@jit
def observe_words(state, rules, seat, row):
    """Write anew what the words of an order change, and nothing else."""
    first = GAME_COLUMNS + ASKS + ORDER_COLUMNS
    row[GAME_COLUMNS:first] = 0
    observe_question(state, rules, seat, row)
    slots = unit_slots(state)
    for n in range(slots):
        index = seat * slots + n
        row[first + n * OWN_COLUMNS + SELECTED] = is_selected(state, seat, index)


@jit
def is_selected(state, seat, index):
    """Whether an own unit is the one under orders."""
    return state.unit == index or state.order[seat].unit == index


@jit
def observe_question(state, rules, seat, row):
    """Blocks `ask` and `order`."""
    row[GAME_COLUMNS + int(state.ask)] = state.ask != Ask.NOTHING
    observe_order(state, rules, seat, row, GAME_COLUMNS + ASKS)


@jit
def observe_game(state, rules, seat, row):
    """Block `game`."""
    option = rules.option
    row[0] = within(state.turn, TURNS)
    row[1] = within(int(option.turn_limit) - int(state.turn), TURNS)
    row[2] = first_side(state) == seat
    row[3 + int(state.phase)] = 1
    at = 3 + PHASES
    row[at] = state.declared[seat]
    row[at + 1] = state.declared[1 - seat]
    row[at + 2] = within(state.points[seat], TURNS)
    row[at + 3] = within(state.points[1 - seat], TURNS)
    row[at + 4] = within(option.hold_turns, HELD)
    row[at + 5] = within(option.sunfactor, HELD)
    row[at + 6 + int(option.victory)] = 1
    at += 6 + VICTORIES
    if option.runner != NONE:
        row[at] = option.runner == seat
        row[at + 1] = option.runner != seat
        left = seen_column(rules, seat, option.goal[0])
        right = seen_column(rules, seat, option.goal[1])
        row[at + 4] = min(left, right)
        row[at + 5] = max(left, right)
        row[at + 6] = option.goal[2]
        row[at + 7] = option.goal[3]
    row[at + 2] = option.columns
    row[at + 3] = option.rows


@jit
def sign_of(seat):
    """-1 for Blue, who sees left and right exchanged."""
    return -1 if seat == Side.B else 1


@jit
def observe_order(state, rules, seat, row, at):
    """Block `order`."""
    order = state.order[seat]
    index = int(order.unit) if order.unit != NONE else int(state.unit)
    if index == NONE:
        return
    unit = state.unit_of[index]
    if unit.status == Status.ON_MAP:
        row[at] = seen_column(rules, seat, unit.x)
        row[at + 1] = unit.y
    at += 2
    if order.sensor != NONE:
        row[at + int(order.sensor)] = 1
    at += SENSORS
    if order.extent != NONE:
        row[at] = int(order.extent) + 1
    if order.box != NONE:
        box = seen_box(rules, seat, order.box)
        row[at + 1] = box % BOX_COLUMNS * BOX + 3
        row[at + 2] = box // BOX_COLUMNS * BOX + 3
    at += 3
    if state.ask == Ask.PLOT or state.ask == Ask.THRUST or state.ask == Ask.LAUNCH:
        row[at] = unit.plot_popped
        row[at + 1 + int(unit.plot_power)] = 1
        row[at + 1 + POWERS] = unit.plot_launch != NONE
        if order.facing != NONE:
            row[at + 2 + POWERS] = sign_of(seat) * DIRECTION_X[order.facing]
            row[at + 3 + POWERS] = DIRECTION_Y[order.facing]


@jit
def observe_place(rules, seat, unit, row, at):
    """The columns of PLACE."""
    row[at] = seen_column(rules, seat, unit.x)
    row[at + 1] = unit.y
    row[at + 2] = within(sign_of(seat) * int(unit.vx), SPEED)
    row[at + 3] = within(unit.vy, SPEED)
    row[at + 4] = sign_of(seat) * DIRECTION_X[unit.facing]
    row[at + 5] = DIRECTION_Y[unit.facing]
    row[at + 6] = unit.thrust
    row[at + 7] = unit.popped
    row[at + 8 + int(unit.power)] = 1
    return at + 8 + POWERS


@jit
def observe_own(state, rules, seat, n, row, start):
    """A row of block `own_units`."""
    index = seat * unit_slots(state) + n
    unit = state.unit_of[index]
    klass = rules.classes[unit.klass]
    row[start + int(unit.status) - 1] = 1
    row[start + SELECTED] = is_selected(state, seat, index)
    at = start + 5
    row[at + int(klass.type)] = 1
    row[at + 3] = int(klass.size_rank) + 1
    row[at + 4] = klass.thrust
    row[at + 5] = within(unit.burns, 6)
    at += 6
    if unit.status != Status.ON_MAP:
        return
    at = observe_place(rules, seat, unit, row, at)
    row[at] = unit.tracked
    row[at + 1] = within(unit.held, HELD)
    row[at + 2] = unit.found == Result.CONTACT
    row[at + 3] = unit.found == Result.POSITION
    row[at + 4] = is_shadowed(state, rules, unit.x, unit.y)
    at += 5
    for sensor in range(SENSORS):
        row[at + sensor] = int(unit.used) >> sensor & 1
        if klass.sensor[sensor] != ABSENT:
            row[at + SENSORS + sensor] = within(int(klass.sensor[sensor]) + 1, HELD)
        emitted = best_signature(state, rules, unit, sensor)
        row[at + 2 * SENSORS + sensor] = within(emitted, SIGNAL)


@jit
def observe_enemy(state, rules, seat, unit, row, start):
    """A row of block `enemy_units`."""
    klass = rules.classes[unit.klass]
    row[start] = unit.tracked and unit.status == Status.ON_MAP
    row[start + 1] = unit.status == Status.GONE
    row[start + 2] = 1
    at = start + 3
    row[at + int(klass.type)] = 1
    row[at + 3] = int(klass.size_rank) + 1
    row[at + 4] = klass.thrust
    at += 5
    if unit.status == Status.ON_MAP:
        observe_place(rules, seat, unit, row, at)
        row[at + 8 + POWERS] = within(unit.held, HELD)
    at += 9 + POWERS
    if unit.last_turn > 0 and not unit.tracked:
        row[at] = max(0, MEMORY - (int(state.turn) - int(unit.last_turn)))
        row[at + 1] = seen_column(rules, seat, unit.last_x)
        row[at + 2] = unit.last_y
        row[at + 3] = within(sign_of(seat) * int(unit.last_vx), SPEED)
        row[at + 4] = within(unit.last_vy, SPEED)


@jit
def observe_scan(state, rules, seat, side, n, row, start):
    """A row of `own_scans` or `enemy_scans`: the scan n places before the newest."""
    number = int(state.scans[side]) - 1 - n
    if number < 0:
        return
    scan = state.scan[side, number % RECENT_SCANS]
    lately = MEMORY - (int(state.turn) - int(scan.turn))
    if lately <= 0:
        return
    row[start] = lately
    row[start + 1 + int(scan.sensor)] = 1
    at = start + 1 + SENSORS
    middle = int(scan.left) + int(scan.side) // 2
    row[at] = within(seen_column(rules, seat, middle), COLUMNS)
    row[at + 1] = within(int(scan.top) + int(scan.side) // 2, ROWS)
    row[at + 2] = scan.side
    row[at + 3] = within(scan.strength, STRENGTH)
    row[at + 4] = scan.glare
    row[at + 5] = within(scan.finds, FINDS)
    if scan.finds > 0:
        row[at + 6] = within(scan.find[0].signal, SIGNAL)
    if side == seat:
        observe_finds(rules, seat, scan, row, at + 7)


@jit
def observe_finds(rules, seat, scan, row, at):
    """What an own scan has found."""
    row[at] = scan.roll
    for n in range(scan.finds):
        find = scan.find[n]
        if n == 0:
            row[at + 1] = within(int(find.signal) - int(scan.strength), SIGNAL)
        if find.result == Result.POSITION:
            row[at + 2] = within(int(row[at + 2]) + 1, FINDS)
            row[at + 3] = seen_column(rules, seat, find.x)
            row[at + 4] = find.y
        elif find.result == Result.TRACKED:
            row[at + 5] = within(int(row[at + 5]) + 1, FINDS)


@jit
def observe_search(state, rules, seat, row, at):
    """Blocks `quiet` and `trace`."""
    wide = int(rules.option.columns) // BOX
    for y in range(BOX_ROWS):
        for x in range(wide):
            box = BOX_COLUMNS * y + x
            seen = at + BOX_COLUMNS * y + (wide - 1 - x if seat == Side.B else x)
            row[seen] = state.quiet[seat, box]
            row[seen + BOXES] = state.traces[seat, box]


@jit
def observe_bodies(state, rules, seat, row, at):
    """Block `bodies`."""
    for k in range(MAX_BODIES):
        body = state.body[k]
        if body.side > 0:
            start = at + k * BODY_COLUMNS
            row[start] = seen_column(rules, seat, int(body.left) + int(body.side) // 2)
            row[start + 1] = int(body.top) + int(body.side) // 2
            row[start + 2] = body.side
            row[start + 3] = body.shadow
