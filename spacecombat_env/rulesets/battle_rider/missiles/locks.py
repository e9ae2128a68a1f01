"""Chapter MIS, the Missile Attack Phase, step 2: locks of the defenders on attacking spreads."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..beams.gunnery import beams_left
from ..model import (
    NONE,
    WEAPON_ROWS,
    Decision,
    Grade,
    Purpose,
    Sensor,
    Step,
    Verb,
    craft_action,
    craft_slots,
    decode_craft,
    decode_enemy_spread,
    enemy_spread_action,
    proceed,
    request_decision,
    spread_slots,
)
from ..model.record_types import Rules, State
from ..sensors.detection import aim_attempt, begin_attempt, reveal_spread
from ..sensors.modifiers import can_detect_with, can_lock_with, range_to_spread
from .attack import attacks, is_defender


@native
def has_any_beam(state: State, rules: Rules, index):
    """Whether a ship has a beam left for defensive fire."""
    for row in range(WEAPON_ROWS):
        if beams_left(state, rules, index, row) > 0:
            return True
    return False


@native
def may_lock_spread_with(state: State, rules: Rules, index, spread, sensor):
    """BR-MIS-21, 22 Whether a sensor may lock a detected spread, or detect an undetected one."""
    craft = state.craft[index]
    distance_to = range_to_spread(state, craft, spread)
    if not can_lock_with(state, rules, index, sensor, distance_to):
        return False
    return bool(state.spread[spread].detected) or can_detect_with(rules, craft, sensor)


@native
def spread_bit(state: State, spread):
    """Bit of a spread in a craft's lock masks."""
    return 1 << (int(spread) % spread_slots(state))


@native
def may_lock_spread(state: State, rules: Rules, index, spread):
    """BR-MIS-21, BR-AMB-32 One attempt per ship and spread."""
    if not attacks(state, spread):
        return False
    if int(state.craft[index].lock_spread_tried) & spread_bit(state, spread):
        return False
    return may_try_lock(state, rules, index, spread)


@native
def may_try_lock(state: State, rules: Rules, index, spread):
    """BR-MIS-21 Whether a ship with beams left may lock a spread with any sensor."""
    if not has_any_beam(state, rules, index):
        return False
    return may_lock_spread_with(state, rules, index, spread, Sensor.ACTIVE) or may_lock_spread_with(
        state, rules, index, spread, Sensor.PASSIVE
    )


@native
def may_lock_any(state: State, rules: Rules, index):
    """Whether a ship may try a lock on any attacking spread."""
    for k in side_range(state.spread, 1 - index // craft_slots(state)):
        if may_lock_spread(state, rules, index, k):
            return True
    return False


@native
def any_defender_may_lock(state: State, rules: Rules, side):
    """Whether any defender may try a lock."""
    for k in side_range(state.craft, side):
        if is_defender(state, k) and may_lock_any(state, rules, k):
            return True
    return False


@native
def has_opened_fire(state: State, side):
    """BR-MIS-19 Whether a defender has fired a beam, which ends the lock step."""
    for k in side_range(state.craft, side):
        if is_defender(state, k):
            for row in range(WEAPON_ROWS):
                if state.craft[k].fired[row] > 0:
                    return True
    return False


@native
def legal_defense_ship(state: State, rules: Rules, side, mask):
    """BR-MIS-21 Ships that may try a lock."""
    for k in side_range(state.craft, side):
        if is_defender(state, k) and may_lock_any(state, rules, k):
            mask[craft_action(state, k)] = 1


@native
def apply_defense_ship(state: State, rules: Rules, action):
    """BR-MIS-21 The ship that tries a lock."""
    state.order[state.seat].craft = decode_craft(state, int(state.seat), action)
    request_decision(state, Decision.DEFENSE_SPREAD, state.seat)


@native
def legal_defense_spread(state: State, rules: Rules, side, mask):
    """BR-MIS-21 Spreads it may try to lock."""
    for k in range(len(state.spread)):
        if may_lock_spread(state, rules, int(state.order[side].craft), k):
            mask[enemy_spread_action(state, k)] = 1


@native
def apply_defense_spread(state: State, rules: Rules, action):
    """BR-MIS-21 The spread to be locked."""
    order = state.order[state.seat]
    order.target_spread = decode_enemy_spread(state, int(state.seat), action)
    request_decision(state, Decision.DEFENSE_SENSOR, state.seat)


@native
def legal_defense_sensor(state: State, rules: Rules, side, mask):
    """BR-MIS-21, 22 Active or passive."""
    order = state.order[side]
    index, spread = int(order.craft), int(order.target_spread)
    if may_lock_spread_with(state, rules, index, spread, Sensor.ACTIVE):
        mask[Verb.ACTIVE] = 1
    if may_lock_spread_with(state, rules, index, spread, Sensor.PASSIVE):
        mask[Verb.PASSIVE] = 1


@native
def apply_defense_sensor(state: State, rules: Rules, action):
    """BR-MIS-21 The attempt."""
    order = state.order[state.seat]
    sensor = Sensor.ACTIVE if action == Verb.ACTIVE else Sensor.PASSIVE
    index, spread = int(order.craft), int(order.target_spread)
    state.craft[index].lock_spread_tried |= spread_bit(state, spread)
    begin_attempt(state, Purpose.DEFENSE_LOCK, index, sensor)
    aim_attempt(state, rules, NONE, spread)


@native
def after_defense_lock(state: State, rules: Rules):
    """BR-MIS-22, BR-AMB-46 Success is a lock, and detects an undetected spread for all ships."""
    attempt = state.attempt
    if attempt.grade != Grade.FAILURE:
        spread = int(attempt.target_spread)
        state.craft[attempt.actor].lock_spread |= spread_bit(state, spread)
        if not state.spread[spread].detected:
            reveal_spread(state, spread)
    proceed(state, Step.DEFENSE)
