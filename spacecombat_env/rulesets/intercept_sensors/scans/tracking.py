"""Chapters TRK and LOST: tracks, the ships that hold them, and their loss."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.squaregrid import DIRECTION_X, DIRECTION_Y, distance
from spacecombat_env.core.native import native

from ..model import (
    ABSENT,
    RANGE_STEPS,
    SENSORS,
    TRACE,
    Condition,
    InterceptEvent,
    Power,
    Sensor,
    Status,
    TrackLoss,
    box_of,
    note,
    side_of,
)
from ..model.record_types import Rules, State, Unit
from .planets import is_blocked, sees_through
from .signatures import best_signature, is_surface


@native
def is_working(rules: Rules, unit: Unit, sensor):
    """IC-SCAN-10, IC-LOST-05, 06 Whether a unit has a kind of sensor in working order.

    It must be fitted, its location and the crew sound, the plant not off (radar needs it running),
    and a surface sensor popped out.
    """
    if unit.status != Status.ON_MAP or rules.classes[unit.klass].sensor[sensor] == ABSENT:
        return False
    if unit.crew != Condition.SOUND or unit.power == Power.OFF:
        return False
    if sensor == Sensor.RADAR and unit.power == Power.BATTERIES:
        return False
    if is_surface(sensor):
        return unit.popped == 1 and unit.surface == Condition.SOUND
    return unit.core == Condition.SOUND


@native
def max_tracked_range(rules: Rules, total):
    """IC-LOST-07 Squares at which a target is still tracked, by strength + signature."""
    squares = 0
    for step in range(RANGE_STEPS):
        if total >= rules.range_from[step]:
            squares = int(rules.range_squares[step])
    return squares


@native
def is_behind_drive(tracker: Unit, target: Unit):
    """IC-LOST-02 Whether the target lies straight behind a tracker that is thrusting."""
    if tracker.thrust == 0:
        return False
    dx, dy = int(target.x) - int(tracker.x), int(target.y) - int(tracker.y)
    away = max(abs(dx), abs(dy))
    if away == 0:
        return False
    aft_x, aft_y = -DIRECTION_X[tracker.facing], -DIRECTION_Y[tracker.facing]
    return dx == aft_x * away and dy == aft_y * away


@native
def hinders(state: State, rules: Rules, tracker: Unit, target: Unit):
    """Return the Lost reason that keeps a ship from tracking a target; -1 if none (IC-AMB-05).

    IC-LOST-02..07 A sensor holds a track if it works, sees past the planets and reaches the target.
    """
    if is_behind_drive(tracker, target):
        return TrackLoss.BEHIND_DRIVE | 0
    away = distance(tracker.x, tracker.y, target.x, target.y)
    blocked = is_blocked(state, rules, tracker.x, tracker.y, target.x, target.y)
    reason = TrackLoss.BLIND | 0
    for sensor in range(SENSORS):
        if not is_working(rules, tracker, sensor):
            continue
        if blocked and not sees_through(sensor):
            reason = min(reason, TrackLoss.BLOCKED | 0)
            continue
        emitted = best_signature(state, rules, target, sensor)
        strength = int(rules.classes[tracker.klass].sensor[sensor])
        if emitted != ABSENT and away <= max_tracked_range(rules, strength + emitted):
            return -1
        reason = min(reason, TrackLoss.RANGE | 0)
    return reason


@native
def check_tracks(state: State, rules: Rules):
    """IC-LOST-01, 08, IC-TRK-03, 06 After movement: tracks that no ship can hold are lost."""
    for k in range(len(state.unit_of)):
        unit = state.unit_of[k]
        if not unit.tracked or unit.status != Status.ON_MAP:
            continue
        tracker_side = 1 - side_of(state, k)
        reason = TrackLoss.BLIND | 0
        for t in side_range(state.unit_of, tracker_side):
            if state.unit_of[t].status != Status.ON_MAP:
                continue
            reason = min(reason, hinders(state, rules, state.unit_of[t], unit))
            if reason < 0:
                break
        if reason >= 0:
            lose_track(state, k, reason)


@native
def lose_track(state: State, index, reason):
    """IC-LOST-01 The unit goes back to hidden movement; both sides know where it was then."""
    unit = state.unit_of[index]
    side = side_of(state, index)
    event = note(state, InterceptEvent.LOST, 1 - side)
    event.known = 3
    event.unit = index
    event.a = reason
    unit.tracked = 0
    unit.held = 0
    unit.last_turn = state.turn
    unit.last_x = unit.x
    unit.last_y = unit.y
    unit.last_vx = unit.vx
    unit.last_vy = unit.vy
    state.traces[1 - side, box_of(unit.x, unit.y)] = TRACE


@native
def gain_track(state: State, index):
    """IC-TRK-01 The owner reveals everything about the unit; it moves in the open from now on."""
    unit = state.unit_of[index]
    unit.tracked = 1
    unit.identified = 1
    event = note(state, InterceptEvent.TRACKED, 1 - side_of(state, index))
    event.known = 3
    event.unit = index
    event.a = unit.x
    event.b = unit.y
    event.c = unit.vx
    event.d = unit.vy
