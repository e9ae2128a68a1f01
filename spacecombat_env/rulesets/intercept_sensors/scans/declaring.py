"""Chapter SCAN: declaring scans: which sensor, how large, where.

A scan is ordered as ship, sensor, size, box and, for the sizes counted in squares, the square
within the box. The action names the middle: the square itself, the centre of 3 x 3 squares, the
middle box of an odd number of boxes. Of an even number it is the upper left of the four in the
middle. So areas may reach over every edge of the map (IC-SCAN-04), and boxes keep to the map's own
boxes (IC-AMB-01).
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.squaregrid import farthest
from spacecombat_env.core.native import native

from ..model import (
    BOX,
    BOXES,
    FIRST_BOX_SIZE,
    MAX_REPEATS,
    NONE,
    RECENT_SCANS,
    SCANS_A_TURN,
    SENSORS,
    SIZES,
    InterceptDecision,
    InterceptEvent,
    InterceptVerb,
    Sensor,
    Status,
    box_action,
    box_left,
    box_top,
    decode_box,
    decode_column,
    decode_row,
    decode_unit,
    is_box,
    note,
    proceed,
    request_decision,
    sensor_action,
    size_action,
    square_action,
    unit_action,
)
from ..model.record_types import Order, Rules, Scan, State, Unit
from .tracking import is_working


@native
def can_scan(rules: Rules, unit: Unit, sensor):
    """IC-SCAN-10, IC-AMB-09 Whether a unit may scan with a sensor: it works and is fresh."""
    if not is_working(rules, unit, sensor):
        return False
    return rules.option.same_sensor == 1 or not int(unit.used) >> sensor & 1


@native
def has_scan(rules: Rules, unit: Unit):
    """Return whether a unit may scan with any sensor."""
    if unit.status != Status.ON_MAP:
        return False
    for sensor in range(SENSORS):
        if can_scan(rules, unit, sensor):
            return True
    return False


@native
def scan_step(state: State, rules: Rules, side):
    """IC-SCAN-01, 02 A side declares up to two scans; True once it has declared all."""
    if state.passed[side] or state.declared[side] >= SCANS_A_TURN:
        return True
    for k in side_range(state.unit_of, side):
        if has_scan(rules, state.unit_of[k]):
            request_decision(state, InterceptDecision.SCAN, side)
            return False
    return True


@native
def legal_scan(state: State, rules: Rules, seat, mask):
    """A ship that scans, or no more scans."""
    mask[InterceptVerb.PASS] = 1
    for k in side_range(state.unit_of, seat):
        if has_scan(rules, state.unit_of[k]):
            mask[unit_action(state, k)] = 1


@native
def apply_scan(state: State, seat, action):
    """Store the scanning ship, or let the side pass."""
    if action == InterceptVerb.PASS:
        state.passed[seat] = 1
        proceed(state, state.step)
        return
    state.order[seat].unit = decode_unit(state, seat, action)
    request_decision(state, InterceptDecision.SENSOR, seat)


@native
def legal_sensor(state: State, rules: Rules, seat, mask):
    """IC-SCAN-05 The kind of scan."""
    unit = state.unit_of[state.order[seat].unit]
    for sensor in range(SENSORS):
        if can_scan(rules, unit, sensor):
            mask[sensor_action(state, sensor)] = 1


@native
def apply_sensor(state: State, seat, action):
    """Store the kind of scan."""
    state.order[seat].sensor = action - sensor_action(state, 0)
    request_decision(state, InterceptDecision.SIZE, seat)


@native
def legal_size(state: State, mask):
    """IC-SCAN-03 Any of the seven sizes; each fits somewhere near the scanner."""
    for size in range(SIZES):
        mask[size_action(state, size)] = 1


@native
def apply_size(state: State, seat, action):
    """Store the size."""
    state.order[seat].extent = action - size_action(state, 0)
    request_decision(state, InterceptDecision.BOX, seat)


@native
def area_left(rules: Rules, size, x):
    """Return the first column of an area of a size in squares whose middle is column x."""
    return int(x) - int(rules.area[size].side) // 2


@native
def box_area_start(rules: Rules, size, start):
    """Return the first column (or row) of an area of boxes whose middle box starts at `start`."""
    boxes = int(rules.area[size].side) // BOX
    return int(start) - (boxes - 1) // 2 * BOX


@native
def reaches(rules: Rules, unit: Unit, size, left, top):
    """IC-SCAN-07, IC-AMB-11 Every part of the area lies within five times its side."""
    area = rules.area[size]
    return farthest(unit.x, unit.y, left, top, area.side) <= area.reach


@native
def box_allowed(state: State, rules: Rules, seat, box):
    """Return whether a scan of the chosen size may have its middle in a box."""
    order = state.order[seat]
    size, unit = int(order.extent), state.unit_of[order.unit]
    left, top = box_left(box), box_top(box)
    if size >= FIRST_BOX_SIZE:
        return reaches(
            rules, unit, size, box_area_start(rules, size, left), box_area_start(rules, size, top)
        )
    # the square of the box nearest to the scanner
    x = min(max(int(unit.x), left), left + BOX - 1)
    y = min(max(int(unit.y), top), top + BOX - 1)
    return reaches(rules, unit, size, area_left(rules, size, x), area_left(rules, size, y))


@native
def legal_box(state: State, rules: Rules, seat, mask):
    """IC-SCAN-04 A box of the map in which the middle of the area lies."""
    for box in range(BOXES):
        if is_box(rules, box) and box_allowed(state, rules, seat, box):
            mask[box_action(state, rules, box)] = 1


@native
def apply_box(state: State, rules: Rules, seat, action):
    """Store the box: areas of boxes are complete, smaller ones need their square."""
    order = state.order[seat]
    order.box = decode_box(state, rules, action)
    size = int(order.extent)
    if size < FIRST_BOX_SIZE:
        request_decision(state, InterceptDecision.SQUARE, seat)
        return
    left = box_area_start(rules, size, box_left(order.box))
    declare(state, rules, seat, left, box_area_start(rules, size, box_top(order.box)))


@native
def legal_square(state: State, rules: Rules, seat, mask):
    """The middle square of an area counted in squares."""
    order = state.order[seat]
    unit, size = state.unit_of[order.unit], int(order.extent)
    for y in range(box_top(order.box), box_top(order.box) + BOX):
        for x in range(box_left(order.box), box_left(order.box) + BOX):
            if reaches(rules, unit, size, area_left(rules, size, x), area_left(rules, size, y)):
                mask[square_action(state, x, y)] = 1


@native
def apply_square(state: State, rules: Rules, seat, action):
    """Store the square."""
    order = state.order[seat]
    size = int(order.extent)
    x = box_left(order.box) + decode_column(state, action)
    y = box_top(order.box) + decode_row(state, action)
    declare(state, rules, seat, area_left(rules, size, x), area_left(rules, size, y))


@native
def scan_strength(rules: Rules, unit: Unit, sensor, size):
    """IC-SCAN-06, 08, 09 Strength of the sensor and modifier of the size, per kind of sensor."""
    return int(rules.classes[unit.klass].sensor[sensor]) + int(rules.area[size].modifier[sensor])


@native
def declare(state: State, rules: Rules, seat, left, top):
    """IC-SCAN-05 Kind, corners and strength are announced; the scanning ship is not."""
    order = state.order[seat]
    unit, sensor = state.unit_of[order.unit], int(order.sensor)
    scan = state.scan[seat, state.scans[seat] % RECENT_SCANS]
    scan.turn = state.turn
    scan.unit = order.unit
    scan.sensor = sensor
    scan.side = rules.area[order.extent].side
    scan.left = left
    scan.top = top
    scan.repeats = repeats(state, rules, seat, scan)
    scan.strength = scan_strength(rules, unit, sensor, order.extent) + int(scan.repeats)
    scan.glare = 0
    scan.roll = 0
    scan.finds = 0
    state.scans[seat] += 1
    state.declared[seat] += 1
    unit.used = int(unit.used) | 1 << sensor
    if sensor == Sensor.RADAR:
        unit.radar_used = 1
    event = note(state, InterceptEvent.SCAN, seat)
    event.known = 3
    event.hidden = 1 << (1 - seat)
    event.unit = order.unit
    event.a = sensor
    event.b = left
    event.c = top
    event.d = scan.side
    event.e = scan.strength
    forget_order(order)
    proceed(state, state.step)


@native
def repeats(state: State, rules: Rules, seat, scan: Scan):
    """IC-AMB-13 Option: how often a ship at rest has repeated this scan, turn by turn."""
    unit = state.unit_of[scan.unit]
    if not rules.option.repeat_bonus or unit.vx != 0 or unit.vy != 0:
        return 0
    for k in range(RECENT_SCANS):
        old = state.scan[seat, k]
        if old.turn == state.turn - 1 and old.unit == scan.unit and old.sensor == scan.sensor:
            if old.side == scan.side and old.left == scan.left and old.top == scan.top:
                return min(int(old.repeats) + 1, MAX_REPEATS)
    return 0


@native
def forget_order(order: Order):
    """Clear the order of a scan."""
    order.unit = NONE
    order.facing = NONE
    order.sensor = NONE
    order.extent = NONE
    order.box = NONE
