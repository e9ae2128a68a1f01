"""Log entries for the difficulty of a sensor task, modifier by modifier (TAB-1)."""

from spacecombat_env.core.native import native

from ..model import (
    LOG_LENGTH,
    MISSILE_SIZE,
    NONE,
    Chance,
    Event,
    Grade,
    Power,
    Purpose,
    Sensor,
    SensorDM,
    TaskNote,
    base_difficulty,
    is_blind,
    is_sighted,
    spread_shows,
)
from ..model.record_types import Attempt, Craft, EventRecord, Force, Rules, Spread, State
from ..ships.batteries import socket_modifier
from ..ships.black_globes import flicker_modifier, full_modifier, is_full
from .jamming import area_jamming_modifier
from .modifiers import (
    attempt_crossing,
    detector_modifier,
    is_lock,
    scenery,
    sensing_level,
    sensing_penalty,
    sensing_place,
    sensing_range,
    shows_emissions,
    spread_modifier,
    target_scenery,
    terrain_modifier,
    thrust_modifier,
    whiteouts_in,
)


@native
def newest(state: State) -> EventRecord:
    """The latest event."""
    return state.log[(int(state.log_count) - 1) % LOG_LENGTH]


@native
def log_sensor_task(state: State, rules: Rules, attempt: Attempt):
    """BR-DET-24, 26, 27, BR-AMB-105 Log the modifiers of the attempt just resolved."""
    task = newest(state)
    sensor = int(attempt.sensor)
    own_range = sensing_range(state, rules, attempt)
    task.detail[SensorDM.RANGE] = base_difficulty(int(attempt.range), own_range)
    lock = -1 if is_lock(state, attempt) else 0
    task.detail[SensorDM.LOCK] = lock
    task.detail[SensorDM.OWN] = sensing_penalty(state, attempt) - lock
    task.detail[SensorDM.CROSSING] = attempt_crossing(state, rules, attempt)
    task.detail[SensorDM.JAMMING] = attempt.jam_modifier
    start, level = sensing_place(state, attempt), sensing_level(state, rules, attempt)
    if attempt.target_spread != NONE:
        spread = state.spread[attempt.target_spread]
        log_line(state, task, sensor, start, (int(spread.q), int(spread.r)))
        log_spread(state, rules, task, level, sensor, spread)
    else:
        force = state.tf[attempt.target_tf]
        log_line(state, task, sensor, start, (int(force.q), int(force.r)))
        log_force(state, task, sensor, force, start)
        if attempt.target_craft != NONE:
            log_craft(rules, task, sensor, level, state.craft[attempt.target_craft])
    ground = int(task.detail[SensorDM.TERRAIN]) + target_scenery(state, rules, attempt)
    task.detail[SensorDM.TERRAIN] = ground
    settle_readers(state, task, attempt)


@native
def log_line(state: State, task: EventRecord, sensor, start, end):
    """BR-DET-17, 18, 20 Terrain and jamming between sensor and target."""
    task.detail[SensorDM.AREA_JAMMING] = area_jamming_modifier(
        state, start[0], start[1], end[0], end[1]
    )
    task.detail[SensorDM.TERRAIN] = terrain_modifier(state, end[0], end[1])
    if sensor == Sensor.PASSIVE:
        task.detail[SensorDM.WHITE_OUT] = whiteouts_in(state, end[0], end[1])


@native
def log_force(state: State, task: EventRecord, sensor, force: Force, start):
    """BR-DET-13, 14, 15 Movement and evasion of the target's task force."""
    task.detail[SensorDM.EVASION] = force.evade
    if sensor == Sensor.PASSIVE:
        task.detail[SensorDM.MANEUVER] = thrust_modifier(state, force, start[0], start[1])


@native
def log_spread(state: State, rules: Rules, task: EventRecord, level, sensor, spread: Spread):
    """BR-MIS-04, BR-AMB-41, 44 A spread is one missile; its other modifiers are summed."""
    total = spread_modifier(state, rules, level, sensor, spread)
    drift = total - spread_modifier(state, rules, level, Sensor.ACTIVE, spread)
    task.detail[SensorDM.SIZE] = MISSILE_SIZE
    task.detail[SensorDM.MANEUVER] = drift
    task.detail[SensorDM.TECH] = total - drift - MISSILE_SIZE


@native
def log_craft(rules: Rules, task: EventRecord, sensor, level, craft: Craft):
    """BR-DET-11, 12, 16, 21, 22, 23 The target itself."""
    klass = rules.classes[craft.klass]
    task.detail[SensorDM.SIZE] = klass.size_mod
    if is_full(craft):
        log_full_globe(task, sensor)
        return
    task.detail[SensorDM.TECH] = int(klass.tech_level) - level
    task.detail[SensorDM.MASKED] = klass.masked
    task.detail[SensorDM.GLOBE] = flicker_modifier(craft)
    if sensor == Sensor.ACTIVE:
        task.detail[SensorDM.ARRAY] = -int(craft.extended)
        task.detail[SensorDM.SOCKETS] = socket_modifier(rules, klass)
        return
    if craft.active and shows_emissions(rules, craft, level):
        task.detail[SensorDM.ACTIVE] = -1
    if craft.jamming:
        task.detail[SensorDM.EMITTER] = -2
    if craft.power == Power.DOWN:
        task.detail[SensorDM.POWER_DOWN] = 1


@native
def log_full_globe(task: EventRecord, sensor):
    """BR-BGL-13 Log the modifier of a full globe, less those that do not count against it."""
    spared = int(task.detail[SensorDM.OWN]) + int(task.detail[SensorDM.CROSSING])
    spared += int(task.detail[SensorDM.EVASION]) + int(task.detail[SensorDM.MANEUVER])
    task.detail[SensorDM.GLOBE] = full_modifier(sensor) - spared


@native
def settle_readers(state: State, task: EventRecord, attempt: Attempt):
    """BR-DET-06, 25, BR-AMB-88, 105 Set the readers, and whether the target is known."""
    search = attempt.purpose == Purpose.DETECTION
    visible = True
    if attempt.target_spread != NONE:
        spread = state.spread[attempt.target_spread]
        search = search or not spread.detected
        visible = spread_shows(spread)
    else:
        visible = is_sighted(state, int(attempt.target_tf))
    if search and attempt.grade == Grade.FAILURE:
        task.c = int(task.c) | TaskNote.UNKNOWN
    if is_blind(state):
        task.known = int(task.known) if visible else 0
    elif attempt.sensor == Sensor.ACTIVE:
        task.known = 3


# --- sensor tasks outside attempts ---------------------------------------------------------------


@native
def log_survey(state: State, rules: Rules, craft: Craft, other: Craft):
    """BR-REF-02, BR-AMB-83 A scan for damage: an active sensor at range 0."""
    task, force = newest(state), state.tf[other.tf]
    task.detail[SensorDM.RANGE] = 1
    task.detail[SensorDM.OWN] = detector_modifier(craft, Sensor.ACTIVE, False)
    log_at_hand(state, rules, task, Sensor.ACTIVE, int(other.tf))
    level = int(rules.classes[craft.klass].tech_level)
    log_force(state, task, Sensor.ACTIVE, force, (int(force.q), int(force.r)))
    log_craft(rules, task, Sensor.ACTIVE, level, other)


@native
def log_missile_lock(state: State, rules: Rules, spread: Spread, target):
    """BR-SIM-03 The lock of a semi-independent missile on a ship in its hex."""
    task, craft = newest(state), state.craft[target]
    if task.kind != Event.TASK or task.a != Chance.LOCK:
        return
    force = state.tf[craft.tf]
    log_seeker(task, spread)
    log_at_hand(state, rules, task, Sensor.PASSIVE, int(craft.tf))
    log_force(state, task, Sensor.PASSIVE, force, (int(force.q), int(force.r)))
    log_craft(rules, task, Sensor.PASSIVE, int(spread.sim), craft)


@native
def log_duel_lock(state: State, rules: Rules, spread: Spread, other: Spread):
    """BR-SIM-03, BR-AMB-43 The lock of a semi-independent missile on a spread in its hex."""
    task, place = newest(state), (int(other.q), int(other.r))
    if task.kind != Event.TASK or task.a != Chance.LOCK:
        return
    log_seeker(task, spread)
    log_line(state, task, Sensor.PASSIVE, place, place)
    ground = scenery(state, rules, place[0], place[1], NONE)
    task.detail[SensorDM.TERRAIN] = int(task.detail[SensorDM.TERRAIN]) + ground
    log_spread(state, rules, task, int(spread.sim), Sensor.PASSIVE, other)


@native
def log_seeker(task: EventRecord, spread: Spread):
    """BR-SIM-03, BR-FIR-06 Range 0, a lock, and the penalties of the controlling ship."""
    task.detail[SensorDM.RANGE] = 1
    task.detail[SensorDM.LOCK] = -1
    task.detail[SensorDM.OWN] = spread.penalty


@native
def log_at_hand(state: State, rules: Rules, task: EventRecord, sensor, tf):
    """BR-DET-17, 18, 20 Terrain and jamming at a task force in the sensor's own hex."""
    force = state.tf[tf]
    q, r = int(force.q), int(force.r)
    log_line(state, task, sensor, (q, r), (q, r))
    ground = int(task.detail[SensorDM.TERRAIN]) + scenery(state, rules, q, r, tf)
    task.detail[SensorDM.TERRAIN] = ground
