"""The scan that gains most by the belief, and the actions that declare it."""

import numpy as np

from spacecombat_agents.scripted.intercept_sensors.action_choice import first_action
from spacecombat_agents.scripted.intercept_sensors.doctrine import PERCENT
from spacecombat_agents.scripted.intercept_sensors.learning import fill_belief, spend_open_scans
from spacecombat_agents.scripted.intercept_sensors.signals import (
    assumed_class,
    assumed_signature,
    chance_of,
    shown,
)
from spacecombat_agents.scripted.intercept_sensors.spreading import mass, sum_up
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.intercept_sensors.model import (
    BOX,
    BOXES,
    FIRST_BOX_SIZE,
    NONE,
    POSITION_MARGIN,
    SENSORS,
    SIZES,
    InterceptDecision,
    Sensor,
    Status,
    box_action,
    box_left,
    box_of,
    box_top,
    is_box,
    sensor_action,
    size_action,
    square_action,
    unit_action,
    unit_slots,
)
from spacecombat_env.rulesets.intercept_sensors.scans.declaring import (
    area_left,
    box_area_start,
    can_scan,
    reaches,
)
from spacecombat_env.rulesets.intercept_sensors.scans.sunglare import is_in_sunshine, knows_glare

__all__ = ["scan_action"]


@native
def worth(signal, skill, side, doctrine):
    """Return the worth of a unit in the area of a scan."""
    if signal < 0:
        return 0.1 * shown(signal) / side
    track = 1.0 if signal >= 12 else chance_of(signal + skill)
    place = 1.0 if signal >= 12 else chance_of(signal + POSITION_MARGIN + skill)
    contact_value = doctrine.contact / PERCENT * (1.0 - side / 30.0)
    return track + (place - track) * (doctrine.position / PERCENT) + (1.0 - place) * contact_value


@native
def weigh_sensors(state, rules, index, size, worths, klass, doctrine):
    """Write what a unit in an area would be worth to each free sensor of a ship.

    `worths` (2, SENSORS): outside the ship's column and in it, where the sun may blind; 0 where
    the sensor is not free.
    """
    unit, side = state.unit_of[index], int(rules.area[size].side)
    order, card = state.order[state.seat], rules.classes[unit.klass]
    sun = int(rules.option.sunfactor)
    for sensor in range(SENSORS):
        worths[0, sensor] = 0.0
        worths[1, sensor] = 0.0
        if order.sensor != NONE and order.sensor != sensor:
            continue
        if not can_scan(rules, unit, sensor):
            continue
        signal = int(card.sensor[sensor]) + int(rules.area[size].modifier[sensor])
        signal += assumed_signature(rules, klass, sensor, sun)
        glare = 0
        if knows_glare(sensor) and is_in_sunshine(state, rules, unit, sensor):
            glare = sun
        worths[0, sensor] = worth(signal, int(card.skill), side, doctrine)
        worths[1, sensor] = worth(signal - glare, int(card.skill), side, doctrine)


@native
def offer(state, rules, index, size, left, top, sums, plan, worths, doctrine):
    """Weigh an area for each free sensor of a ship; keep the best in `plan`."""
    unit, side = state.unit_of[index], int(rules.area[size].side)
    if not reaches(rules, unit, size, left, top):
        return
    inside = mass(sums, left, top, side)
    if inside <= 0.0:
        return
    in_column = 1 if left <= unit.x < left + side and top < unit.y else 0
    for sensor in range(SENSORS):
        value = inside * worths[in_column, sensor]
        if sensor == Sensor.RADAR:
            value *= doctrine.radar / PERCENT
        if value > plan[0]:
            plan[0] = value
            plan[1] = index
            plan[2] = sensor
            plan[3] = size
            plan[4] = left
            plan[5] = top


@native
def plan_scan(state, rules, seat, plan, doctrine):
    """Find the best scan that the actions so far still allow.

    `plan` holds value, ship, sensor, size, left, top.
    """
    rows, columns = int(rules.option.rows), int(rules.option.columns)
    belief = np.zeros((rows, columns), np.float32)
    scratch = np.zeros((rows, columns), np.float32)
    sums = np.zeros((rows + 1, columns + 1), np.float32)
    fill_belief(state, rules, seat, belief, scratch)
    spend_open_scans(state, rules, seat, belief)
    sum_up(belief, sums)
    plan[0] = -1.0
    order, slots = state.order[seat], unit_slots(state)
    klass = assumed_class(state, rules, seat)
    worths = np.zeros((2, SENSORS))
    for k in range(seat * slots, (seat + 1) * slots):
        if state.unit_of[k].status != Status.ON_MAP or (order.unit != NONE and order.unit != k):
            continue
        for size in range(SIZES):
            if order.extent == NONE or order.extent == size:
                weigh_sensors(state, rules, k, size, worths, klass, doctrine)
                offer_size(state, rules, k, size, sums, plan, worths, doctrine)


@native
def offer_size(state, rules, index, size, sums, plan, worths, doctrine):
    """Weigh every place of a size."""
    order, unit = state.order[state.seat], state.unit_of[index]
    if size >= FIRST_BOX_SIZE:
        for box in range(BOXES):
            if is_box(rules, box) and (order.box == NONE or order.box == box):
                left = box_area_start(rules, size, box_left(box))
                top = box_area_start(rules, size, box_top(box))
                offer(state, rules, index, size, left, top, sums, plan, worths, doctrine)
        return
    reach = int(rules.area[size].reach)
    for y in range(max(1, int(unit.y) - reach), min(sums.shape[0] - 1, int(unit.y) + reach) + 1):
        for x in range(
            max(1, int(unit.x) - reach), min(sums.shape[1] - 1, int(unit.x) + reach) + 1
        ):
            if order.box == NONE or order.box == box_of(x, y):
                left, top = area_left(rules, size, x), area_left(rules, size, y)
                offer(state, rules, index, size, left, top, sums, plan, worths, doctrine)


@native
def scan_action(state, rules, seat, mask, doctrine):
    """Return the next action of the best scan, or no scan where nothing can be gained."""
    plan = np.zeros(6, np.float32)
    plan_scan(state, rules, seat, plan, doctrine)
    if plan[0] <= 0.0:
        return first_action(mask)
    if state.decision == InterceptDecision.SCAN and plan[0] < doctrine.patience / PERCENT:
        return first_action(mask)
    size, side = int(plan[3]), int(rules.area[int(plan[3])].side)
    left, top = int(plan[4]), int(plan[5])
    if state.decision == InterceptDecision.SCAN:
        return unit_action(state, int(plan[1]))
    if state.decision == InterceptDecision.SENSOR:
        return sensor_action(state, int(plan[2]))
    if state.decision == InterceptDecision.SIZE:
        return size_action(state, size)
    if size < FIRST_BOX_SIZE:
        x, y = left + side // 2, top + side // 2
        if state.decision == InterceptDecision.BOX:
            return box_action(state, rules, box_of(x, y))
        return square_action(state, x, y)
    shift = (side // BOX - 1) // 2 * BOX
    return box_action(state, rules, box_of(left + shift, top + shift))
