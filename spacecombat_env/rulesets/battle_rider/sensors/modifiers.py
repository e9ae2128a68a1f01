"""Chapter DET: which sensors work, and every modifier of a sensor task (a lock is one too)."""

from spacecombat_env.core.model.hexgrid import crosses_side, distance
from spacecombat_env.core.native import native

from ..model import (
    MAX_BODIES,
    MAX_WHITEOUTS,
    MISSILE_SIZE,
    NONE,
    SIM_12_LEVEL,
    SIM_12_RANGE,
    SIM_14_RANGE,
    Phase,
    Power,
    Purpose,
    Result,
    Sensor,
    base_difficulty,
    task_penalty,
)
from ..model.record_types import Attempt, Craft, Force, Rules, Spread, State
from ..movement.astrographics import glare_at
from ..movement.landing import ground_modifier
from ..ships.abilities import can_jam, has_power, is_on_map
from ..ships.batteries import socket_modifier
from ..ships.black_globes import flicker_modifier, full_modifier, is_full
from .crossing import line_crossings
from .jamming import area_jamming_modifier

# --- which sensors work --------------------------------------------------------------------------


@native
def sensor_ready(rules: Rules, craft: Craft, sensor):
    """BR-DET-09, 10, BR-DMG-12, BR-PWR-02, BR-BGL-11 Present, on, powered, no full globe."""
    klass = rules.classes[craft.klass]
    if klass.sensor_range[sensor] == 0 or is_full(craft):
        return False
    if sensor == Sensor.ACTIVE:
        return bool(craft.active) and has_power(craft)
    return not klass.folding or bool(craft.extended)


@native
def can_detect_with(rules: Rules, craft: Craft, sensor):
    """BR-DMG-10, 13 New detections also need the bridge and the sensors."""
    if craft.damage[Result.BRIDGE] or craft.damage[Result.SENSORS]:
        return False
    return sensor_ready(rules, craft, sensor)


@native
def may_go_active(rules: Rules, craft: Craft):
    """BR-DET-09, BR-DMG-12 Whether a ship can switch its active sensor on."""
    return has_power(craft) and rules.classes[craft.klass].sensor_range[Sensor.ACTIVE] > 0


@native
def range_to_force(state: State, craft: Craft, tf):
    """BR-GEN-08 Hexes from a craft to a task force."""
    own, target = state.tf[craft.tf], state.tf[tf]
    return distance(int(own.q), int(own.r), int(target.q), int(target.r))


@native
def range_to_spread(state: State, craft: Craft, spread):
    """BR-GEN-08 Hexes from a craft to a missile spread."""
    own, target = state.tf[craft.tf], state.spread[spread]
    return distance(int(own.q), int(own.r), int(target.q), int(target.r))


@native
def can_lock_with(state: State, rules: Rules, index, sensor, distance_to):
    """BR-FIR-05, BR-AMB-33 Whether a ship may try a lock with a sensor at a range."""
    craft = state.craft[index]
    if not sensor_ready(rules, craft, sensor):
        return False
    return distance_to <= 8 * int(rules.classes[craft.klass].sensor_range[sensor])


@native
def can_lock(state: State, rules: Rules, index, distance_to):
    """BR-FIR-05 Whether a ship may try a lock with any sensor at a range."""
    return can_lock_with(state, rules, index, Sensor.PASSIVE, distance_to) or can_lock_with(
        state, rules, index, Sensor.ACTIVE, distance_to
    )


@native
def switch_off_sensors(state: State):
    """BR-DMG-10, 12, 13 Active sensors need power, area jammers bridge and sensors as well."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if not is_on_map(state, craft):
            continue
        if craft.damage[Result.POWER_PLANT]:
            craft.active = 0
        if not can_jam(craft):
            craft.jamming = 0


# --- modifiers -----------------------------------------------------------------------------------


@native
def whiteouts_in(state: State, q, r):
    """BR-DET-18, 19, BR-AMB-06, BR-PAC-02 White-out markers in a hex, whatever their number."""
    count = 0
    for k in range(MAX_WHITEOUTS):
        marker = state.whiteout[k]
        if marker.timer > 0 and marker.q == q and marker.r == r:
            count += 1
    return count


@native
def terrain_modifier(state: State, q, r):
    """BR-DET-20, BR-AST-08 +1 against anything in the hex of a planet or an asteroid."""
    for k in range(MAX_BODIES):
        body = state.body[k]
        if body.kind > 0 and body.q == q and body.r == r:
            return 1
    return 0


@native
def scenery(state: State, rules: Rules, q, r, tf):
    """BR-AST-04, BR-LND-02 Stars near a target's hex, and the ground under a task force."""
    total = 0
    if rules.option.gravity:
        total += glare_at(state, rules, q, r)
    if rules.option.landing and tf != NONE:
        total += ground_modifier(state, rules, tf)
    return total


@native
def target_scenery(state: State, rules: Rules, attempt: Attempt):
    """BR-AST-04, BR-LND-02 The same for the target of an attempt."""
    if attempt.target_spread != NONE:
        spread = state.spread[attempt.target_spread]
        return scenery(state, rules, int(spread.q), int(spread.r), NONE)
    force = state.tf[attempt.target_tf]
    return scenery(state, rules, int(force.q), int(force.r), int(attempt.target_tf))


@native
def shows_stern(force: Force, from_q, from_r):
    """BR-DET-14, BR-MAP-06, BR-AMB-24 Whether the line crosses the Thrust marker's hexside."""
    dq, dr = int(from_q) - int(force.q), int(from_r) - int(force.r)
    if force.thrust_side == NONE or (dq == 0 and dr == 0):
        return False
    return crosses_side(dq, dr, int(force.thrust_side))


@native
def thrust_modifier(state: State, force: Force, from_q, from_r):
    """BR-DET-13, 14 Passive: coasting +1, thrusting 0, exhaust towards the sensor -3."""
    if not force.spent_g:
        return 1
    return -3 if shows_stern(force, from_q, from_r) else 0


@native
def line_modifiers(state: State, sensor, aq, ar, bq, br):
    """BR-DET-17, 18, 20, 26 White-out, terrain and area jamming between sensor and target."""
    total = terrain_modifier(state, bq, br) + area_jamming_modifier(state, aq, ar, bq, br)
    if sensor == Sensor.PASSIVE:
        total += whiteouts_in(state, bq, br)
    return total


@native
def shows_emissions(rules: Rules, craft: Craft, tech_level):
    """BR-DET-11, BR-ATL-02 Whether passive sensors of a tech level see a craft's emissions."""
    if rules.option.advanced_tech:
        return tech_level >= rules.classes[craft.klass].tech_level
    return True


@native
def emission_modifier(rules: Rules, craft: Craft, sensor, tech_level):
    """BR-DET-11, 16, 22, BR-JAM-11, BR-PWR-01, BR-AMB-58 Modifiers of a target's equipment.

    Masking is +1 against both sensors, never more (BR-AMB-02, 03, BR-PAC-01). A powered-down ship
    gets +1 for no thrust (`thrust_modifier`) and +1 more: +2 in all, counted by its own side
    (BR-PAC-04).
    """
    total = int(rules.classes[craft.klass].masked)
    if sensor == Sensor.ACTIVE:
        return total - int(craft.extended)
    if craft.active and shows_emissions(rules, craft, tech_level):
        total -= 1
    if craft.jamming:
        total -= 2
    if craft.power == Power.DOWN:
        total += 1
    return total


@native
def craft_modifier(rules: Rules, craft: Craft, sensor, tech_level):
    """BR-DET-12, 21, 23, BR-SOC-02, BR-BGL-14 Size, equipment, tech level, flicker.

    The full difference of the tech levels counts (BR-AMB-15, BR-PAC-03).
    """
    klass = rules.classes[craft.klass]
    level = int(klass.tech_level) - tech_level + flicker_modifier(craft)
    if sensor == Sensor.ACTIVE:
        level += socket_modifier(rules, klass)
    return int(klass.size_mod) + emission_modifier(rules, craft, sensor, tech_level) + level


@native
def force_modifier(state: State, sensor, force: Force, from_q, from_r):
    """BR-DET-13, 14, 15 Evasion and thrust of the target's task force."""
    total = int(force.evade)
    if sensor == Sensor.PASSIVE:
        total += thrust_modifier(state, force, from_q, from_r)
    return total


@native
def spread_modifier(state: State, rules: Rules, tech_level, sensor, spread: Spread):
    """BR-MIS-04, BR-SIM-01, BR-AMB-41, 44 A spread is seen as one missile, with the launcher's TL.

    Semi-independent missiles have their own TL.
    """
    owner = state.craft[spread.owner]
    level = int(spread.sim) if spread.sim > 0 else int(rules.classes[owner.klass].tech_level)
    total = MISSILE_SIZE + level - tech_level
    if sensor == Sensor.PASSIVE:
        burned = state.phase == Phase.MISSILE_ATTACK and spread.burned
        total += 0 if burned else 1
    return total


@native
def detector_modifier(craft: Craft, sensor, lock):
    """BR-DMG-10, 12, 13, 22, BR-PWR-02, BR-FIR-06, BR-AMB-33, BR-BGL-12 Damage, power, flicker."""
    total = task_penalty(craft) + flicker_modifier(craft)
    if sensor == Sensor.PASSIVE and not has_power(craft):
        total += 1
    if lock:
        total -= 1
        if craft.damage[Result.BRIDGE]:
            total += 1
        if craft.damage[Result.SENSORS]:
            total += 2
    return total


@native
def sim_range(level):
    """BR-SIM-01 Short range of a missile's own passive sensor."""
    return SIM_12_RANGE if level == SIM_12_LEVEL else SIM_14_RANGE


@native
def sensing_place(state: State, attempt: Attempt):
    """Hex from which an attempt is made: that of a ship or a semi-independent missile."""
    if attempt.sim != NONE:
        spread = state.spread[attempt.sim]
        return int(spread.q), int(spread.r)
    force = state.tf[state.craft[attempt.actor].tf]
    return int(force.q), int(force.r)


@native
def sensing_level(state: State, rules: Rules, attempt: Attempt):
    """BR-AMB-15, 94, BR-SIM-01 Tech level of the sensing craft; a missile's is its own."""
    if attempt.sim != NONE:
        return int(state.spread[attempt.sim].sim)
    return int(rules.classes[state.craft[attempt.actor].klass].tech_level)


@native
def sensing_range(state: State, rules: Rules, attempt: Attempt):
    """Short range of the sensor of an attempt."""
    if attempt.sim != NONE:
        return sim_range(int(state.spread[attempt.sim].sim))
    klass = rules.classes[state.craft[attempt.actor].klass]
    return int(klass.sensor_range[attempt.sensor])


@native
def sensing_penalty(state: State, attempt: Attempt):
    """BR-AMB-76 Penalties of the sensing ship; for a missile only those of its controller."""
    actor = state.craft[attempt.actor]
    if attempt.sim != NONE:
        return task_penalty(actor)
    return detector_modifier(actor, int(attempt.sensor), is_lock(state, attempt))


@native
def attempt_difficulty(state: State, rules: Rules, attempt: Attempt):
    """BR-DET-04, 24, 28 Difficulty of the sensor attempt under way, jamming left out."""
    sensor = int(attempt.sensor)
    aq, ar = sensing_place(state, attempt)
    level = sensing_level(state, rules, attempt)
    difficulty = base_difficulty(int(attempt.range), sensing_range(state, rules, attempt))
    if attempt.target_spread != NONE:
        spread = state.spread[attempt.target_spread]
        difficulty += spread_modifier(state, rules, level, sensor, spread)
        difficulty += line_modifiers(state, sensor, aq, ar, int(spread.q), int(spread.r))
    else:
        force = state.tf[attempt.target_tf]
        difficulty += force_modifier(state, sensor, force, aq, ar)
        difficulty += line_modifiers(state, sensor, aq, ar, int(force.q), int(force.r))
        if attempt.target_craft != NONE:  # the shadow is size 0 and of equal TL (BR-AMB-28)
            target = state.craft[attempt.target_craft]
            if is_full(target):
                return full_globe_difficulty(state, rules, attempt, target)
            difficulty += craft_modifier(rules, target, sensor, level)
    difficulty += target_scenery(state, rules, attempt) + attempt_crossing(state, rules, attempt)
    return difficulty + sensing_penalty(state, attempt)


@native
def attempt_crossing(state: State, rules: Rules, attempt: Attempt):
    """BR-XMV-01, 02 Task forces that move through the line of sight; a missile has its own."""
    if not rules.option.crossing_movement:
        return 0
    own = NONE if attempt.sim != NONE else int(state.craft[attempt.actor].tf)
    aim = (int(attempt.target_tf), int(attempt.target_spread))
    return line_crossings(state, sensing_place(state, attempt), own, aim, NONE)


@native
def full_globe_difficulty(state: State, rules: Rules, attempt: Attempt, target: Craft):
    """BR-BGL-13, BR-DET-23 Only range, globe, size, lock, terrain, area jamming, white-out."""
    sensor, force = int(attempt.sensor), state.tf[attempt.target_tf]
    short_range = sensing_range(state, rules, attempt)
    difficulty = base_difficulty(int(attempt.range), short_range) + full_modifier(sensor)
    difficulty += int(rules.classes[target.klass].size_mod)
    aq, ar = sensing_place(state, attempt)
    difficulty += line_modifiers(state, sensor, aq, ar, int(force.q), int(force.r))
    difficulty += target_scenery(state, rules, attempt)
    return difficulty - 1 if is_lock(state, attempt) else difficulty


@native
def is_lock(state: State, attempt: Attempt):
    """BR-FIR-06, BR-MIS-22 Locks get -1; against an undetected spread it is plain detection."""
    if attempt.purpose == Purpose.DETECTION:
        return False
    if attempt.target_spread != NONE:
        return bool(state.spread[attempt.target_spread].detected)
    return True
