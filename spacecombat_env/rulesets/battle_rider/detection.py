"""Chapters DET and JAM: sensors, sensor shadows, jamming. A fire control lock is the same task."""

from spacecombat_env.core.hexgrid import crosses_side, distance, neighbour, passes_through
from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.constants import (
    DIRECTIONS,
    MAX_BODIES,
    MAX_DIFFICULTY,
    MAX_WHITEOUTS,
    MISSILE_SIZE,
    NONE,
    Ask,
    Chance,
    CraftStatus,
    Delegate,
    Event,
    ForceStatus,
    Grade,
    Phase,
    Purpose,
    Result,
    Sensor,
    Step,
    Verb,
)
from spacecombat_env.rulesets.battle_rider.damage import can_jam, is_on_map, remove_force
from spacecombat_env.rulesets.battle_rider.tasks import (
    IMPOSSIBLE,
    ask,
    attempt_task,
    base_difficulty,
    note,
    pair,
    proceed,
    task_penalty,
)
from spacecombat_env.rulesets.battle_rider.words import (
    craft_slots,
    craft_word,
    enemy_force_word,
    enemy_spread_word,
    force_slots,
    spoken_craft,
    spoken_enemy_force,
    spoken_enemy_spread,
    spread_slots,
)

# --- which sensors work --------------------------------------------------------------------------


@jit
def sensor_ready(rules, craft, sensor):
    """BR-DET-09, 10, BR-DMG-12 Present, switched on or extended, and powered."""
    klass = rules.classes[craft.klass]
    if klass.sensor_range[sensor] == 0:
        return False
    if sensor == Sensor.ACTIVE:
        return bool(craft.active) and not craft.damage[Result.POWER_PLANT]
    return not klass.folding or bool(craft.extended)


@jit
def can_detect_with(rules, craft, sensor):
    """BR-DMG-10, 13 New detections also need the bridge and the sensors."""
    if craft.damage[Result.BRIDGE] or craft.damage[Result.SENSORS]:
        return False
    return sensor_ready(rules, craft, sensor)


@jit
def may_go_active(rules, craft):
    """BR-DET-09, BR-DMG-12 Whether a ship can switch its active sensor on."""
    return (
        rules.classes[craft.klass].sensor_range[Sensor.ACTIVE] > 0
        and not craft.damage[Result.POWER_PLANT]
    )


@jit
def range_to_force(state, craft, tf):
    """BR-GEN-08 Hexes from a craft to a task force."""
    own, target = state.tf[craft.tf], state.tf[tf]
    return distance(int(own.q), int(own.r), int(target.q), int(target.r))


@jit
def range_to_spread(state, craft, spread):
    """BR-GEN-08 Hexes from a craft to a missile spread."""
    own, target = state.tf[craft.tf], state.spread[spread]
    return distance(int(own.q), int(own.r), int(target.q), int(target.r))


# --- modifiers -----------------------------------------------------------------------------------


@jit
def whiteouts_in(state, q, r):
    """BR-DET-18, 19, BR-AMB-06 White-out markers in a hex, whatever their number."""
    count = 0
    for k in range(MAX_WHITEOUTS):
        marker = state.whiteout[k]
        if marker.timer > 0 and marker.q == q and marker.r == r:
            count += 1
    return count


@jit
def terrain_modifier(state, q, r):
    """BR-DET-20, BR-AST-08 +1 against anything in the hex of a planet or an asteroid."""
    for k in range(MAX_BODIES):
        body = state.body[k]
        if body.kind > 0 and body.q == q and body.r == r:
            return 1
    return 0


@jit
def area_covers_line(aq, ar, bq, br, q, r):
    """BR-JAM-08, 09 Whether a line of sight passes through the jammer's hex or one around it."""
    if passes_through(aq, ar, bq, br, q, r):
        return True
    for direction in range(DIRECTIONS):
        nq, nr = neighbour(q, r, direction)
        if passes_through(aq, ar, bq, br, nq, nr):
            return True
    return False


@jit
def area_jamming_modifier(state, aq, ar, bq, br):
    """BR-DET-17, BR-JAM-09, BR-AMB-25 +1 for each area of jamming on the line of sight."""
    count = 0
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.jamming and craft.status == CraftStatus.IN_FORCE:
            force = state.tf[craft.tf]
            if area_covers_line(aq, ar, bq, br, int(force.q), int(force.r)):
                count += 1
    return count


@jit
def shows_stern(force, from_q, from_r):
    """BR-DET-14, BR-AMB-24 Whether the line of sight crosses the hexside of the Thrust marker."""
    dq, dr = int(from_q) - int(force.q), int(from_r) - int(force.r)
    if force.thrust_side == NONE or (dq == 0 and dr == 0):
        return False
    return crosses_side(dq, dr, int(force.thrust_side))


@jit
def thrust_modifier(state, force, from_q, from_r):
    """BR-DET-13, 14 Passive: coasting +1, thrusting 0, exhaust towards the sensor -3."""
    if not force.spent_g:
        return 1
    return -3 if shows_stern(force, from_q, from_r) else 0


@jit
def line_modifiers(state, sensor, aq, ar, bq, br):
    """BR-DET-17, 18, 20, 26 White-out, terrain and area jamming between sensor and target."""
    total = terrain_modifier(state, bq, br) + area_jamming_modifier(state, aq, ar, bq, br)
    if sensor == Sensor.PASSIVE:
        total += whiteouts_in(state, bq, br)
    return total


@jit
def emission_modifier(rules, craft, sensor):
    """BR-DET-11, 16, 22, BR-JAM-11 What the target's own equipment adds or gives away."""
    total = int(rules.classes[craft.klass].masked)
    if sensor == Sensor.ACTIVE:
        return total - int(craft.extended)
    if craft.active:
        total -= 1
    if craft.jamming:
        total -= 2
    return total


@jit
def craft_modifier(rules, craft, sensor, tech_level):
    """BR-DET-12, 21, BR-AMB-15 Size, equipment and tech level of a target craft."""
    klass = rules.classes[craft.klass]
    level = int(klass.tech_level) - tech_level
    return int(klass.size_mod) + emission_modifier(rules, craft, sensor) + level


@jit
def force_modifier(state, sensor, force, from_q, from_r):
    """BR-DET-13, 14, 15 Evasion and thrust of the target's task force."""
    total = int(force.evade)
    if sensor == Sensor.PASSIVE:
        total += thrust_modifier(state, force, from_q, from_r)
    return total


@jit
def spread_modifier(state, rules, actor, sensor, spread):
    """BR-MIS-04, BR-AMB-41, 44 A spread is seen as one missile of its launching ship's TL."""
    owner = state.craft[spread.owner]
    level = int(rules.classes[owner.klass].tech_level)
    level -= int(rules.classes[state.craft[actor].klass].tech_level)
    total = MISSILE_SIZE + level
    if sensor == Sensor.PASSIVE:
        burned = state.phase == Phase.MISSILE_ATTACK and spread.burned
        total += 0 if burned else 1
    return total


@jit
def detector_modifier(craft, sensor, lock):
    """BR-DMG-10, 12, 13, 22, BR-FIR-06, BR-AMB-33 What the sensing ship's damage adds."""
    total = task_penalty(craft)
    if sensor == Sensor.PASSIVE and craft.damage[Result.POWER_PLANT]:
        total += 1
    if lock:
        total -= 1
        if craft.damage[Result.BRIDGE]:
            total += 1
        if craft.damage[Result.SENSORS]:
            total += 2
    return total


@jit
def attempt_difficulty(state, rules, attempt):
    """BR-DET-04, 24, 28 Difficulty of the sensor attempt under way, jamming left out."""
    actor = state.craft[attempt.actor]
    klass = rules.classes[actor.klass]
    own = state.tf[actor.tf]
    sensor = int(attempt.sensor)
    aq, ar = int(own.q), int(own.r)
    difficulty = base_difficulty(int(attempt.range), int(klass.sensor_range[sensor]))
    if attempt.target_spread != NONE:
        spread = state.spread[attempt.target_spread]
        difficulty += spread_modifier(state, rules, int(attempt.actor), sensor, spread)
        difficulty += line_modifiers(state, sensor, aq, ar, int(spread.q), int(spread.r))
    else:
        force = state.tf[attempt.target_tf]
        difficulty += force_modifier(state, sensor, force, aq, ar)
        difficulty += line_modifiers(state, sensor, aq, ar, int(force.q), int(force.r))
        if attempt.target_craft != NONE:  # the shadow is size 0 and of equal TL (BR-AMB-28)
            target = state.craft[attempt.target_craft]
            difficulty += craft_modifier(rules, target, sensor, int(klass.tech_level))
    return difficulty + detector_modifier(actor, sensor, is_lock(state, attempt))


@jit
def is_lock(state, attempt):
    """BR-FIR-06, BR-MIS-22 Locks get -1; against an undetected spread it is plain detection."""
    if attempt.purpose == Purpose.DETECTION:
        return False
    if attempt.target_spread != NONE:
        return bool(state.spread[attempt.target_spread].detected)
    return True


# --- an attempt, from announcement to card -------------------------------------------------------


@jit
def begin_attempt(state, purpose, actor, sensor):
    """BR-DET-25 Announce an attempt; the caller fills in the target."""
    attempt = state.attempt
    attempt.purpose = purpose
    attempt.actor = actor
    attempt.sensor = sensor
    attempt.target_tf = NONE
    attempt.target_spread = NONE
    attempt.target_craft = NONE
    attempt.ties = 0
    attempt.jammer = NONE
    attempt.jam_modifier = 0
    attempt.successes = 0
    attempt.tech_level = 0
    proceed(state, Step.ATTEMPT)


@jit
def aim_attempt(state, rules, tf, spread):
    """Point the attempt at a task force or a spread."""
    attempt = state.attempt
    attempt.target_tf = tf
    attempt.target_spread = spread
    craft = state.craft[attempt.actor]
    attempt.tech_level = rules.classes[craft.klass].tech_level
    if spread != NONE:
        attempt.range = range_to_spread(state, craft, spread)
    else:
        attempt.range = range_to_force(state, craft, tf)


@jit
def ease(state, rules, target, attempt):
    """BR-AMB-26 How easily a craft is detected: the modifiers that differ within its force."""
    actor = rules.classes[state.craft[attempt.actor].klass]
    return craft_modifier(rules, state.craft[target], int(attempt.sensor), int(actor.tech_level))


@jit
def is_candidate(state, craft, attempt):
    """Whether a craft of the target force can be what the attempt finds or locks."""
    if craft.status != CraftStatus.IN_FORCE or craft.tf != attempt.target_tf:
        return False
    return bool(craft.detected) == (attempt.purpose != Purpose.DETECTION)


@jit
def find_easiest(state, rules, attempt):
    """BR-DET-05, 06, BR-AMB-26, 42, 97 The easiest craft of the force, the shadow last of all."""
    attempt.target_craft = NONE
    attempt.ties = 0
    best, points = IMPOSSIBLE, 0
    side = attempt.target_tf // force_slots(state)
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if not is_candidate(state, state.craft[k], attempt):
            continue
        value = ease(state, rules, k, attempt)
        worth = int(rules.classes[state.craft[k].klass].points)
        if value < best:
            attempt.ties = 0
        if value <= best:
            if value < best or worth < points:
                attempt.target_craft = k
                points = worth
            best = value
            attempt.ties |= 1 << (k % craft_slots(state))


@jit
def has_tie(attempt):
    """Whether more than one craft is easiest."""
    ties = int(attempt.ties)
    return ties & (ties - 1) != 0


@jit
def attempt_step(state, rules):
    """BR-DET-05, 27 Find the target of the attempt; ask its player about ties and jamming."""
    attempt = state.attempt
    if attempt.target_spread != NONE:
        proceed(state, Step.RESOLVE_ATTEMPT)
        return
    enemy = int(attempt.target_tf) // force_slots(state)
    if attempt.purpose == Purpose.DETECTION or attempt.purpose == Purpose.MISSILE_LOCK:
        find_easiest(state, rules, attempt)
        if has_tie(attempt):
            state.order[enemy].tf = attempt.target_tf
            ask(state, Ask.EASIEST, enemy)
            return
    ask_jamming(state, rules, attempt)


@jit
def legal_easiest(state, rules, mask):
    """BR-AMB-26 The target player chooses among craft that are equally easy to find."""
    count = 0
    for k in range(craft_slots(state)):
        if int(state.attempt.ties) >> k & 1:
            mask[craft_word(state, k)] = 1
            count += 1
    return count


@jit
def hear_easiest(state, rules, word):
    """BR-AMB-26 The craft chosen is the one that the attempt is against."""
    state.attempt.target_craft = spoken_craft(state, int(state.seat), word)
    ask_jamming(state, rules, state.attempt)


# --- jamming -------------------------------------------------------------------------------------


@jit
def jam_difficulty(state, rules, jammer, attempt):
    """BR-JAM-02, 03, BR-AMB-90 Range from jammer to sensing ship, TL difference, own penalties."""
    craft = state.craft[jammer]
    klass = rules.classes[craft.klass]
    if klass.jammer == 0 or not can_jam(craft):
        return IMPOSSIBLE
    difficulty = base_difficulty(int(attempt.range), int(klass.jammer))
    return difficulty + int(attempt.tech_level) - int(klass.tech_level) + task_penalty(craft)


@jit
def legal_jam(state, rules, mask):
    """BR-JAM-01, 04, 06 One jammer of the target's own task force, or none."""
    attempt = state.attempt
    mask[Verb.NO_JAM] = 1
    count = 1
    side = int(attempt.target_tf) // force_slots(state)
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == attempt.target_tf:
            if jam_difficulty(state, rules, k, attempt) <= MAX_DIFFICULTY:
                mask[craft_word(state, k)] = 1
                count += 1
    return count


@jit
def ask_jamming(state, rules, attempt):
    """BR-DET-27, BR-JAM-01 Against an active sensor the target player may jam."""
    if attempt.sensor == Sensor.PASSIVE or attempt.target_tf == NONE:
        proceed(state, Step.RESOLVE_ATTEMPT)
        return
    enemy = int(attempt.target_tf) // force_slots(state)
    order = state.order[enemy]
    order.tf = attempt.target_tf
    order.target_tf = state.craft[attempt.actor].tf
    ask(state, Ask.JAM, enemy)


@jit
def hear_jam(state, rules, word):
    """BR-JAM-04, 05 The jamming card is turned just before the detection card."""
    attempt = state.attempt
    if word != Verb.NO_JAM:
        attempt.jammer = spoken_craft(state, int(state.seat), word)
        difficulty = jam_difficulty(state, rules, int(attempt.jammer), attempt)
        who = pair(attempt.jammer, attempt.actor)
        attempt.jam_modifier = attempt_task(state, rules, Chance.JAMMING, who, difficulty)
        event = note(state, Event.JAMMED, state.seat)
        event.actor = state.tf[attempt.target_tf].contact
        event.target = attempt.target_tf
        event.a = attempt.jam_modifier
    proceed(state, Step.RESOLVE_ATTEMPT)


# --- resolution ----------------------------------------------------------------------------------


@jit
def resolve_attempt(state, rules):
    """BR-DET-28, BR-FIR-06, 07 Turn the card; what follows depends on the purpose."""
    attempt = state.attempt
    difficulty = attempt_difficulty(state, rules, attempt) + int(attempt.jam_modifier)
    target = attempt.target_spread if attempt.target_spread != NONE else attempt.target_tf
    who = pair(attempt.actor, target)
    kind = Chance.DETECTION if attempt.purpose == Purpose.DETECTION else Chance.LOCK
    attempt.grade = attempt_task(state, rules, kind, who, difficulty)
    attempt.jam_modifier = 0
    attempt.jammer = NONE
    tell_attempt(state, attempt)
    if attempt.purpose == Purpose.DETECTION:
        proceed(state, Step.AFTER_DETECTION)
    elif attempt.purpose == Purpose.BEAM_LOCK:
        proceed(state, Step.AFTER_BEAM_LOCK)
    elif attempt.purpose == Purpose.MISSILE_LOCK:
        proceed(state, Step.AFTER_MISSILE_LOCK)
    else:
        proceed(state, Step.AFTER_DEFENSE_LOCK)


@jit
def tell_attempt(state, attempt):
    """BR-DET-25, BR-AMB-88 The sensing side knows all; a passive scan does not tell its source."""
    side = int(attempt.actor) // craft_slots(state)
    kind = Event.SCAN if attempt.purpose == Purpose.DETECTION else Event.LOCK
    event = note(state, kind, side)
    event.known = 1 << side
    event.actor = attempt.actor
    event.target = attempt.target_tf
    event.a = attempt.sensor
    event.b = attempt.grade
    event.c = attempt.target_spread
    other = note(state, kind, side)
    other.known = 1 << (1 - side)
    other.target = attempt.target_tf
    other.a = attempt.sensor
    other.b = attempt.grade
    other.c = attempt.target_spread
    if attempt.sensor == Sensor.ACTIVE:
        other.actor = state.craft[attempt.actor].tf


@jit
def after_detection(state, rules):
    """BR-DET-05, 06, 07 Success puts the craft on the map, and the player may go on."""
    attempt = state.attempt
    if attempt.grade == Grade.FAILURE:
        end_attempt(state)
    elif attempt.target_spread != NONE:
        reveal_spread(state, int(attempt.target_spread))
        end_attempt(state)
    elif attempt.target_craft == NONE:
        reveal_shadow(state, int(attempt.target_tf))
        end_attempt(state)
    else:
        reveal_craft(state, int(attempt.target_craft))
        attempt.successes += 1
        ask(state, Ask.DETECT_CHAIN, int(attempt.actor) // craft_slots(state))


@jit
def hear_chain(state, rules, word):
    """BR-DET-05, BR-AMB-27 The same sensor goes on to the next easiest craft, or stops."""
    if word == Verb.CONTINUE:
        proceed(state, Step.ATTEMPT)
    else:
        end_attempt(state)


@jit
def end_attempt(state):
    """The attempt is over; ships of a common order go on."""
    side = int(state.attempt.actor) // craft_slots(state)
    proceed(state, Step.DETECT_NEXT if state.order[side].together else Step.ROUND)


@jit
def reveal_craft(state, index):
    """BR-DET-02 A detected craft is on the map for the rest of the scenario."""
    craft = state.craft[index]
    side = index // craft_slots(state)
    if craft.detected:
        return
    craft.detected = 1
    craft.contact = state.contacts[side]
    state.contacts[side] += 1
    event = note(state, Event.DETECTED, side)
    event.actor = index
    event.target = craft.tf
    event.a = craft.klass


@jit
def reveal_spread(state, index):
    """BR-MIS-04 A spread is detected as a whole; its owner states how many missiles it has."""
    spread = state.spread[index]
    spread.detected = 1
    event = note(state, Event.DETECTED, index // spread_slots(state))
    event.target = index
    event.b = spread.count


@jit
def reveal_shadow(state, tf):
    """BR-DET-06, 07 Nothing more is there; a task force without craft is removed."""
    force = state.tf[tf]
    force.shadow_found = 1
    event = note(state, Event.SHADOW, tf // force_slots(state))
    event.actor = force.contact
    event.target = tf
    if force.strength == 0:
        remove_force(state, tf)


@jit
def hide_shadow(state, tf):
    """BR-AMB-28 When an undetected craft joins a task force its shadow is hidden again."""
    state.tf[tf].shadow_found = 0


# --- the words of the detect step ----------------------------------------------------------------


@jit
def untried(state, craft, sensor, tf, spread):
    """BR-DET-03 A sensor may try a target only once a round."""
    if spread != NONE:
        return not int(craft.tried_spreads[sensor]) >> (spread % spread_slots(state)) & 1
    return not int(craft.tried[sensor]) >> (tf % force_slots(state)) & 1


@jit
def can_attempt(state, rules, index, sensor, tf):
    """BR-DET-03, BR-TSK-03 Whether a craft may try to detect something in a force."""
    craft = state.craft[index]
    if not can_detect_with(rules, craft, sensor) or not untried(state, craft, sensor, tf, NONE):
        return False
    reach = 8 * int(rules.classes[craft.klass].sensor_range[sensor])
    return range_to_force(state, craft, tf) <= reach


@jit
def can_attempt_spread(state, rules, index, sensor, spread):
    """BR-DET-03, BR-MIS-08, 31 Whether a craft may try to detect a spread."""
    craft = state.craft[index]
    if not can_detect_with(rules, craft, sensor):
        return False
    if not untried(state, craft, sensor, NONE, spread):
        return False
    reach = 8 * int(rules.classes[craft.klass].sensor_range[sensor])
    return range_to_spread(state, craft, spread) <= reach


@jit
def can_attempt_target(state, rules, index, sensor, order):
    """Whether a craft may try its sensor on the target of an order."""
    if order.target_spread != NONE:
        return can_attempt_spread(state, rules, index, sensor, int(order.target_spread))
    return can_attempt(state, rules, index, sensor, int(order.target_tf))


@jit
def is_detectable_force(state, tf):
    """BR-DET-06 A task force on the map of which more may be found."""
    return state.tf[tf].status == ForceStatus.ON_MAP and not state.tf[tf].shadow_found


@jit
def in_round(state, index, side):
    """Whether a craft of a side belongs to the task force whose round it is."""
    craft = state.craft[index]
    return craft.status == CraftStatus.IN_FORCE and craft.tf == state.round_tf


@jit
def round_can_attempt(state, rules, side, tf, spread):
    """Whether any craft of the round's task force may try to detect a target."""
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if not in_round(state, k, side):
            continue
        for sensor in range(2):
            if spread != NONE:
                if can_attempt_spread(state, rules, k, sensor, spread):
                    return True
            elif can_attempt(state, rules, k, sensor, tf):
                return True
    return False


@jit
def legal_detect_target(state, rules, side, mask):
    """BR-DET-03, 25 Enemy task forces and spreads in reach of an untried sensor."""
    count = 0
    enemy = 1 - side
    for k in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
        if is_detectable_force(state, k) and round_can_attempt(state, rules, side, k, NONE):
            mask[enemy_force_word(state, k)] = 1
            count += 1
    for k in range(enemy * spread_slots(state), (enemy + 1) * spread_slots(state)):
        spread = state.spread[k]
        if spread.count > 0 and not spread.detected:
            if round_can_attempt(state, rules, side, NONE, k):
                mask[enemy_spread_word(state, k)] = 1
                count += 1
    return count


@jit
def hear_detect_target(state, rules, word):
    """BR-DET-25 The target task force or spread is announced."""
    order = state.order[state.seat]
    order.target_tf = spoken_enemy_force(state, int(state.seat), word)
    order.target_spread = spoken_enemy_spread(state, int(state.seat), word)
    ask(state, Ask.DETECT_SUBJECT, state.seat)


@jit
def legal_detect_subject(state, rules, side, mask):
    """BR-DET-03 One ship, or all of the task force one after the other."""
    mask[Verb.ALL] = 1
    count = 1
    if rules.delegated[side] & Delegate.SENSORS:
        return count
    order = state.order[side]
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if in_round(state, k, side):
            active = can_attempt_target(state, rules, k, Sensor.ACTIVE, order)
            if active or can_attempt_target(state, rules, k, Sensor.PASSIVE, order):
                mask[craft_word(state, k)] = 1
                count += 1
    return count


@jit
def hear_detect_subject(state, rules, word):
    """BR-DET-03 All ships in turn, or one with a sensor still to be named."""
    order = state.order[state.seat]
    order.together = word == Verb.ALL
    if order.together:
        proceed(state, Step.DETECT_NEXT)
        return
    order.craft = spoken_craft(state, int(state.seat), word)
    ask(state, Ask.DETECT_SENSOR, state.seat)


@jit
def legal_detect_sensor(state, rules, side, mask):
    """BR-DET-09 Active or passive."""
    order = state.order[side]
    count = 0
    if can_attempt_target(state, rules, int(order.craft), Sensor.ACTIVE, order):
        mask[Verb.ACTIVE] = 1
        count += 1
    if can_attempt_target(state, rules, int(order.craft), Sensor.PASSIVE, order):
        mask[Verb.PASSIVE] = 1
        count += 1
    return count


@jit
def hear_detect_sensor(state, rules, word):
    """BR-DET-25 The attempt is announced."""
    order = state.order[state.seat]
    sensor = Sensor.ACTIVE if word == Verb.ACTIVE else Sensor.PASSIVE
    start_detection(state, rules, int(order.craft), sensor, order)


@jit
def start_detection(state, rules, index, sensor, order):
    """BR-DET-03 Mark the sensor as used on this target and begin."""
    craft = state.craft[index]
    if order.target_spread != NONE:
        craft.tried_spreads[sensor] |= 1 << (int(order.target_spread) % spread_slots(state))
    else:
        craft.tried[sensor] |= 1 << (int(order.target_tf) % force_slots(state))
    begin_attempt(state, Purpose.DETECTION, index, sensor)
    aim_attempt(state, rules, int(order.target_tf), int(order.target_spread))


@jit
def target_is_open(state, order):
    """Whether the target of a common order still hides something."""
    if order.target_spread != NONE:
        spread = state.spread[order.target_spread]
        return spread.count > 0 and not spread.detected
    return is_detectable_force(state, int(order.target_tf))


@jit
def detect_next(state, rules):
    """BR-DET-03 The next ship and sensor of a common order, easiest task first."""
    side = int(state.mover)
    order = state.order[side]
    best, actor, best_sensor = IMPOSSIBLE, NONE, 0
    if target_is_open(state, order):
        for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
            if not in_round(state, k, side):
                continue
            for sensor in range(2):
                if can_attempt_target(state, rules, k, sensor, order):
                    value = known_difficulty(state, rules, k, sensor, order)
                    if value < best:
                        best, actor, best_sensor = value, k, sensor
    if actor == NONE:
        order.together = 0
        proceed(state, Step.ROUND)
        return
    start_detection(state, rules, actor, best_sensor, order)


@jit
def known_difficulty(state, rules, index, sensor, order):
    """The part of the difficulty that the sensing player knows (BR-DET-26), less his own TL."""
    craft = state.craft[index]
    klass = rules.classes[craft.klass]
    own = state.tf[craft.tf]
    aq, ar = int(own.q), int(own.r)
    reach = int(klass.sensor_range[sensor])
    total = detector_modifier(craft, sensor, False) - int(klass.tech_level)
    if order.target_spread != NONE:
        distance_to = range_to_spread(state, craft, int(order.target_spread))
        return total + base_difficulty(distance_to, reach)
    force = state.tf[order.target_tf]
    total += force_modifier(state, sensor, force, aq, ar)
    total += line_modifiers(state, sensor, aq, ar, int(force.q), int(force.r))
    return total + base_difficulty(range_to_force(state, craft, int(order.target_tf)), reach)


# --- sensor status -------------------------------------------------------------------------------


@jit
def status_applies(rules, craft, verb):
    """BR-DET-09, 10, BR-JAM-10, BR-EVA-04 Whether a status verb would change this craft."""
    klass = rules.classes[craft.klass]
    if verb == Verb.ACTIVATE:
        return not craft.active and may_go_active(rules, craft)
    if verb == Verb.SILENCE:
        return bool(craft.active)
    if verb == Verb.EXTEND:
        return bool(klass.folding) and not craft.extended
    if verb == Verb.RETRACT:
        return bool(craft.extended)
    if verb == Verb.JAM_ON:
        powered = not craft.damage[Result.POWER_PLANT]
        return bool(klass.area_jammer) and not craft.jamming and powered
    return bool(craft.jamming)


@jit
def status_possible(state, rules, side, verb):
    """Whether a status verb would change any craft of the round's task force."""
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if in_round(state, k, side) and status_applies(rules, state.craft[k], verb):
            return True
    return False


@jit
def legal_status_subject(state, rules, side, mask):
    """BR-DET-09 All ships of the task force, or one."""
    mask[Verb.ALL] = 1
    count = 1
    if rules.delegated[side] & Delegate.SENSORS:
        return count
    verb = int(state.order[side].verb)
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if in_round(state, k, side) and status_applies(rules, state.craft[k], verb):
            mask[craft_word(state, k)] = 1
            count += 1
    return count


@jit
def hear_status_subject(state, rules, word):
    """BR-DET-09, 10, BR-JAM-10, BR-AMB-20 Set the status for this round and until the next."""
    side = int(state.seat)
    verb = int(state.order[side].verb)
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if not in_round(state, k, side) or not status_applies(rules, state.craft[k], verb):
            continue
        if word == Verb.ALL or craft_word(state, k) == word:
            set_status(state.craft[k], verb)
    event = note(state, Event.SENSORS, side)
    event.known = 1 << side
    event.target = state.round_tf
    event.a = verb
    proceed(state, Step.ROUND)


@jit
def set_status(craft, verb):
    """Carry out a status verb on one craft."""
    if verb == Verb.ACTIVATE:
        craft.active = 1
    elif verb == Verb.SILENCE:
        craft.active = 0
    elif verb == Verb.EXTEND:
        craft.extended = 1
    elif verb == Verb.RETRACT:
        craft.extended = 0
    elif verb == Verb.JAM_ON:
        craft.jamming = 1
    else:
        craft.jamming = 0


@jit
def can_lock_with(state, rules, index, sensor, distance_to):
    """BR-FIR-05, BR-AMB-33 Whether a ship may try a lock with a sensor at a range."""
    craft = state.craft[index]
    if not sensor_ready(rules, craft, sensor):
        return False
    return distance_to <= 8 * int(rules.classes[craft.klass].sensor_range[sensor])


@jit
def can_lock(state, rules, index, distance_to):
    """BR-FIR-05 Whether a ship may try a lock with any sensor at a range."""
    return can_lock_with(state, rules, index, Sensor.PASSIVE, distance_to) or can_lock_with(
        state, rules, index, Sensor.ACTIVE, distance_to
    )


@jit
def legal_lock_sensor(state, rules, index, distance_to, mask):
    """BR-AMB-32 The sensor of a lock: active or passive."""
    count = 0
    if can_lock_with(state, rules, index, Sensor.ACTIVE, distance_to):
        mask[Verb.ACTIVE] = 1
        count += 1
    if can_lock_with(state, rules, index, Sensor.PASSIVE, distance_to):
        mask[Verb.PASSIVE] = 1
        count += 1
    return count


@jit
def switch_off_sensors(state):
    """BR-DMG-12 A ship without power has no active sensor and no area jammer."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.damage[Result.POWER_PLANT] and is_on_map(state, craft):
            craft.active = 0
            craft.jamming = 0
