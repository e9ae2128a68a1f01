"""Chapter DET: the actions of the detect step, and the sensor of a lock."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    IMPOSSIBLE,
    NONE,
    CraftStatus,
    Decision,
    Delegate,
    ForceStatus,
    Purpose,
    Sensor,
    Step,
    Verb,
    base_difficulty,
    craft_action,
    craft_slots,
    decode_craft,
    decode_enemy_force,
    decode_enemy_spread,
    enemy_force_action,
    enemy_spread_action,
    force_slots,
    is_blind,
    proceed,
    request_decision,
    shows,
    spread_shows,
    spread_slots,
)
from ..model.record_types import Craft, Order, Rules, State
from ..ships.life_support import misses_round
from .detection import aim_attempt, begin_attempt
from .modifiers import (
    can_detect_with,
    can_lock_with,
    detector_modifier,
    force_modifier,
    line_modifiers,
    range_to_force,
    range_to_spread,
)
from .searching import (
    begin_search,
    can_search,
    is_hidden_force_of_enemy,
    is_search,
    may_search,
    takes_part,
)

# --- actions of the detect step ------------------------------------------------------------------


@native
def untried(state: State, craft: Craft, sensor, tf, spread):
    """BR-DET-03 A sensor may try a target only once a round."""
    if spread != NONE:
        return not int(craft.tried_spreads[sensor]) >> (spread % spread_slots(state)) & 1
    return not int(craft.tried[sensor]) >> (tf % force_slots(state)) & 1


@native
def sensor_reach(rules: Rules, craft: Craft, sensor):
    """BR-TSK-03 Greatest range in hexes at which a sensor may find something."""
    return 8 * int(rules.classes[craft.klass].sensor_range[sensor])


@native
def may_try_force(state: State, rules: Rules, craft: Craft, sensor, tf):
    """BR-DET-03 Whether a working sensor has not tried a task force yet, and reaches it."""
    if not untried(state, craft, sensor, tf, NONE):
        return False
    return range_to_force(state, craft, tf) <= sensor_reach(rules, craft, sensor)


@native
def may_try_spread(state: State, rules: Rules, craft: Craft, sensor, spread):
    """BR-DET-03, BR-MIS-08, 31 The same for a spread."""
    if not untried(state, craft, sensor, NONE, spread):
        return False
    return range_to_spread(state, craft, spread) <= sensor_reach(rules, craft, sensor)


@native
def can_attempt(state: State, rules: Rules, index, sensor, tf):
    """BR-DET-03, BR-TSK-03 Whether a craft may try to detect something in a force."""
    craft = state.craft[index]
    if not can_detect_with(rules, craft, sensor):
        return False
    return may_try_force(state, rules, craft, sensor, tf)


@native
def can_attempt_spread(state: State, rules: Rules, index, sensor, spread):
    """BR-DET-03, BR-MIS-08, 31 Whether a craft may try to detect a spread."""
    craft = state.craft[index]
    if not can_detect_with(rules, craft, sensor):
        return False
    return may_try_spread(state, rules, craft, sensor, spread)


@native
def can_attempt_target(state: State, rules: Rules, index, sensor, order: Order):
    """Whether a craft may try its sensor on the target of an order, or in a search."""
    if is_search(order):
        return can_search(rules, state.craft[index], sensor)
    if order.target_spread != NONE:
        return can_attempt_spread(state, rules, index, sensor, int(order.target_spread))
    return can_attempt(state, rules, index, sensor, int(order.target_tf))


@native
def is_detectable_force(state: State, tf):
    """BR-DET-06 Whether a task force on the map may hide more."""
    force = state.tf[tf]
    return force.status == ForceStatus.ON_MAP and not force.shadow_found and shows(state, tf)


@native
def is_detectable_spread(state: State, index):
    """BR-MIS-04, BR-REF-01 Whether the seat may order to detect a spread."""
    spread = state.spread[index]
    if spread.count == 0 or spread.detected:
        return False
    return not is_blind(state) or spread_shows(spread)


@native
def in_round(state: State, index, side):
    """BR-S2-03 Whether a craft belongs to the task force whose round it is, and may act in it."""
    craft = state.craft[index]
    here = craft.status == CraftStatus.IN_FORCE and craft.tf == state.round_tf
    return here and not misses_round(craft)


@native
def legal_detect_target(state: State, rules: Rules, side, mask):
    """BR-DET-03, 25 Enemy task forces and spreads in reach of an untried sensor."""
    for k in side_range(state.craft, side):
        if in_round(state, k, side):
            for sensor in range(2):
                if can_detect_with(rules, state.craft[k], sensor):
                    legal_targets(state, rules, state.craft[k], sensor, mask)
    if may_search(state, rules, side):
        mask[Verb.ALL] = 1


@native
def legal_targets(state: State, rules: Rules, craft: Craft, sensor, mask):
    """BR-DET-03, 25 Targets that a working sensor of a craft may try to detect."""
    enemy = 1 - int(craft.tf) // force_slots(state)
    for k in side_range(state.tf, enemy):
        if is_detectable_force(state, k) and may_try_force(state, rules, craft, sensor, k):
            mask[enemy_force_action(state, k)] = 1
    for k in side_range(state.spread, enemy):
        if is_detectable_spread(state, k) and may_try_spread(state, rules, craft, sensor, k):
            mask[enemy_spread_action(state, k)] = 1


@native
def has_target(state: State, rules: Rules, craft: Craft, sensor):
    """BR-DET-03 Whether a working sensor of a craft has anything to try."""
    enemy = 1 - int(craft.tf) // force_slots(state)
    for k in side_range(state.tf, enemy):
        if is_detectable_force(state, k) and may_try_force(state, rules, craft, sensor, k):
            return True
    for k in side_range(state.spread, enemy):
        if is_detectable_spread(state, k) and may_try_spread(state, rules, craft, sensor, k):
            return True
    return False


@native
def may_detect(state: State, rules: Rules, side):
    """Whether there is anything to detect for the round's task force."""
    for k in side_range(state.craft, side):
        if in_round(state, k, side):
            craft = state.craft[k]
            for sensor in range(2):
                if can_detect_with(rules, craft, sensor) and has_target(
                    state, rules, craft, sensor
                ):
                    return True
    return may_search(state, rules, side)


@native
def apply_detect_target(state: State, rules: Rules, action):
    """BR-DET-25 The target task force or spread is announced."""
    order = state.order[state.seat]
    order.target_tf = decode_enemy_force(state, int(state.seat), action)
    order.target_spread = decode_enemy_spread(state, int(state.seat), action)
    request_decision(state, Decision.DETECT_SUBJECT, state.seat)


@native
def legal_detect_subject(state: State, rules: Rules, side, mask):
    """BR-DET-03 One ship, or all of the task force one after the other."""
    mask[Verb.ALL] = 1
    if rules.delegated[side] & Delegate.SENSORS:
        return
    order = state.order[side]
    for k in side_range(state.craft, side):
        if in_round(state, k, side):
            active = can_attempt_target(state, rules, k, Sensor.ACTIVE, order)
            if active or can_attempt_target(state, rules, k, Sensor.PASSIVE, order):
                mask[craft_action(state, k)] = 1


@native
def apply_detect_subject(state: State, rules: Rules, action):
    """BR-DET-03 All ships in turn, or one whose sensor is chosen next."""
    order = state.order[state.seat]
    order.together = action == Verb.ALL
    if order.together:
        if is_search(order):
            search_together(state, rules)
        proceed(state, Step.DETECT_NEXT)
        return
    order.craft = decode_craft(state, int(state.seat), action)
    request_decision(state, Decision.DETECT_SENSOR, state.seat)


@native
def legal_detect_sensor(state: State, rules: Rules, side, mask):
    """BR-DET-09 Active or passive."""
    order = state.order[side]
    if can_attempt_target(state, rules, int(order.craft), Sensor.ACTIVE, order):
        mask[Verb.ACTIVE] = 1
    if can_attempt_target(state, rules, int(order.craft), Sensor.PASSIVE, order):
        mask[Verb.PASSIVE] = 1


@native
def apply_detect_sensor(state: State, rules: Rules, action):
    """BR-DET-25 The attempt is announced."""
    order = state.order[state.seat]
    sensor = Sensor.ACTIVE if action == Verb.ACTIVE else Sensor.PASSIVE
    start_detection(state, rules, int(order.craft), sensor, order)


@native
def start_detection(state: State, rules: Rules, index, sensor, order: Order):
    """BR-DET-03 Mark the sensor as used on this target and begin."""
    craft = state.craft[index]
    if is_search(order):
        begin_search(rules, craft, sensor)
        proceed(state, Step.DETECT_NEXT)
        return
    if order.target_spread != NONE:
        craft.tried_spreads[sensor] |= 1 << (int(order.target_spread) % spread_slots(state))
    else:
        craft.tried[sensor] |= 1 << (int(order.target_tf) % force_slots(state))
    begin_attempt(state, Purpose.DETECTION, index, sensor)
    aim_attempt(state, rules, int(order.target_tf), int(order.target_spread))


@native
def target_is_open(state: State, order: Order):
    """Whether the target of a common order still hides something."""
    if order.target_spread != NONE:
        spread = state.spread[order.target_spread]
        return spread.count > 0 and not spread.detected
    return is_detectable_force(state, int(order.target_tf))


@native
def detect_next(state: State, rules: Rules):
    """BR-DET-03 The next ship and sensor of a common order, easiest task first."""
    side = int(state.mover)
    order = state.order[side]
    if is_search(order):
        search_next(state, rules, side)
        return
    best, actor, best_sensor = IMPOSSIBLE, NONE, 0
    if target_is_open(state, order):
        for k in side_range(state.craft, side):
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


@native
def search_together(state: State, rules: Rules):
    """BR-REF-01 All sensors of the round's task force begin to search."""
    side = int(state.seat)
    for k in side_range(state.craft, side):
        if in_round(state, k, side):
            begin_search(rules, state.craft[k], Sensor.PASSIVE)
            begin_search(rules, state.craft[k], Sensor.ACTIVE)


@native
def search_next(state: State, rules: Rules, side):
    """BR-REF-01 The next attempt of a search, each sensor against each unseen force."""
    for k in side_range(state.craft, side):
        if not in_round(state, k, side):
            continue
        for sensor in range(2):
            if takes_part(rules, state.craft[k], sensor) and search_hidden_force(
                state, rules, k, sensor
            ):
                return
    state.order[side].together = 0
    proceed(state, Step.ROUND)


@native
def search_hidden_force(state: State, rules: Rules, index, sensor):
    """BR-REF-01 Begin an attempt on an unseen force that this sensor has not tried, if any."""
    craft, enemy = state.craft[index], 1 - index // craft_slots(state)
    for k in side_range(state.tf, enemy):
        if is_hidden_force_of_enemy(state, k) and can_attempt(state, rules, index, sensor, k):
            craft.tried[sensor] |= 1 << (k % force_slots(state))
            begin_attempt(state, Purpose.DETECTION, index, sensor)
            aim_attempt(state, rules, k, NONE)
            return True
    for k in side_range(state.spread, enemy):
        spread = state.spread[k]
        if spread.count == 0 or spread_shows(spread):
            continue
        if can_attempt_spread(state, rules, index, sensor, k):
            craft.tried_spreads[sensor] |= 1 << (k % spread_slots(state))
            begin_attempt(state, Purpose.DETECTION, index, sensor)
            aim_attempt(state, rules, NONE, k)
            return True
    return False


@native
def known_difficulty(state: State, rules: Rules, index, sensor, order: Order):
    """The part of the difficulty that the sensing player knows (BR-DET-26), less its own TL."""
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


# --- locks ---------------------------------------------------------------------------------------


@native
def legal_lock_sensor(state: State, rules: Rules, index, distance_to, mask):
    """BR-AMB-32 The sensor of a lock: active or passive."""
    if can_lock_with(state, rules, index, Sensor.ACTIVE, distance_to):
        mask[Verb.ACTIVE] = 1
    if can_lock_with(state, rules, index, Sensor.PASSIVE, distance_to):
        mask[Verb.PASSIVE] = 1
