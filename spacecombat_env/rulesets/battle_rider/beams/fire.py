"""Chapters FIR and BAT: the fire orders of a task force: targets, locks, weapons."""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    DIRECTIONS,
    NONE,
    WEAPON_ROWS,
    Decision,
    Delegate,
    Grade,
    Purpose,
    Sensor,
    Step,
    Verb,
    craft_action,
    craft_slots,
    decode_craft,
    decode_direction,
    decode_enemy_craft,
    decode_enemy_spread,
    direction_action,
    enemy_craft_action,
    enemy_spread_action,
    proceed,
    request_decision,
    spread_slots,
)
from ..model.record_types import Order, Rules, State
from ..sensors.detect_orders import in_round, legal_lock_sensor
from ..sensors.detection import aim_attempt, begin_attempt
from ..ships.abilities import is_on_map
from ..ships.batteries import hexside_is_useful, sides_to_target
from ..ships.fire_control import direct_row
from .gunnery import (
    beams_bearing,
    can_fire_through,
    force_can_fire,
    has_beams,
    has_lock,
    row_can_fire,
    ship_can_fire,
    target_range,
)
from .volleys import end_volley

# --- targets -------------------------------------------------------------------------------------


@native
def aim_order(order: Order, craft, spread):
    """Point an order at an enemy craft or spread."""
    order.target_craft = craft
    order.target_spread = spread


@native
def legal_fire_target(state: State, rules: Rules, side, mask):
    """BR-FIR-18, 19 Detected enemy craft and detected spreads at which any ship can fire."""
    if not has_beams(state, rules, side):
        return
    order = state.order[side]
    kept_craft, kept_spread = int(order.target_craft), int(order.target_spread)
    enemy = 1 - side
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.detected and is_on_map(state, craft):
            aim_order(order, k, NONE)
            if force_can_fire(state, rules, side, order):
                mask[enemy_craft_action(state, k)] = 1
    for k in side_range(state.spread, enemy):
        if state.spread[k].count > 0 and state.spread[k].detected:
            aim_order(order, NONE, k)
            if force_can_fire(state, rules, side, order):
                mask[enemy_spread_action(state, k)] = 1
    aim_order(order, kept_craft, kept_spread)


@native
def may_fire(state: State, rules: Rules, side):
    """Whether the round's task force can fire at anything."""
    if not has_beams(state, rules, side):
        return False
    order = state.order[side]
    kept_craft, kept_spread = int(order.target_craft), int(order.target_spread)
    found = False
    enemy = 1 - side
    for k in side_range(state.craft, enemy):
        if not found and state.craft[k].detected and is_on_map(state, state.craft[k]):
            aim_order(order, k, NONE)
            found = force_can_fire(state, rules, side, order)
    for k in side_range(state.spread, enemy):
        if not found and state.spread[k].count > 0 and state.spread[k].detected:
            aim_order(order, NONE, k)
            found = force_can_fire(state, rules, side, order)
    aim_order(order, kept_craft, kept_spread)
    return found


@native
def apply_fire_target(state: State, rules: Rules, action):
    """BR-SEQ-08 The target is named."""
    order = state.order[state.seat]
    craft = decode_enemy_craft(state, int(state.seat), action)
    aim_order(order, craft, decode_enemy_spread(state, int(state.seat), action))
    request_decision(state, Decision.FIRE_SUBJECT, state.seat)


@native
def legal_fire_subject(state: State, rules: Rules, side, mask):
    """BR-FIR-05 One ship, or all of the task force one after the other."""
    mask[Verb.ALL] = 1
    if rules.delegated[side] & Delegate.GUNNERY:
        return
    order = state.order[side]
    for k in side_range(state.craft, side):
        if in_round(state, k, side) and ship_can_fire(state, rules, k, order):
            mask[craft_action(state, k)] = 1


@native
def apply_fire_subject(state: State, rules: Rules, action):
    """BR-FIR-05 All ships in turn, or one."""
    order = state.order[state.seat]
    order.together = action == Verb.ALL
    if order.together:
        order.step = state.seat * craft_slots(state)
        proceed(state, Step.FIRE_NEXT)
    else:
        order.craft = decode_craft(state, int(state.seat), action)
        lock_or_fire(state, rules, order)


# --- locks ---------------------------------------------------------------------------------------


@native
def lock_or_fire(state: State, rules: Rules, order: Order):
    """BR-FIR-05 A ship needs a lock before its first weapon fires at a target."""
    side = int(order.craft) // craft_slots(state)
    if has_lock(state, state.craft[order.craft], order):
        begin_weapons(state, rules, side)
    else:
        request_decision(state, Decision.FIRE_SENSOR, side)


@native
def legal_fire_sensor(state: State, rules: Rules, order: Order, mask):
    """BR-FIR-06 The sensor with which a ship locks on its target."""
    index = int(order.craft)
    legal_lock_sensor(state, rules, index, target_range(state, index, order), mask)


@native
def apply_fire_sensor(state: State, rules: Rules, action):
    """BR-FIR-06 The lock attempt is announced."""
    order = state.order[state.seat]
    sensor = Sensor.ACTIVE if action == Verb.ACTIVE else Sensor.PASSIVE
    start_lock(state, rules, int(order.craft), sensor, order)


@native
def start_lock(state: State, rules: Rules, index, sensor, order: Order):
    """BR-FIR-06, BR-AMB-32 Begin a lock attempt of a ship on the target of an order."""
    craft = state.craft[index]
    begin_attempt(state, Purpose.BEAM_LOCK, index, sensor)
    if order.target_spread != NONE:
        craft.lock_spread_tried |= 1 << (int(order.target_spread) % spread_slots(state))
        aim_attempt(state, rules, NONE, int(order.target_spread))
    else:
        craft.lock_tried |= 1 << (int(order.target_craft) % craft_slots(state))
        aim_attempt(state, rules, int(state.craft[order.target_craft].tf), NONE)
        state.attempt.target_craft = order.target_craft


@native
def after_beam_lock(state: State, rules: Rules):
    """BR-FIR-07 With a lock the ship may fire any weapons at the target; without, none."""
    attempt = state.attempt
    craft = state.craft[attempt.actor]
    side = int(attempt.actor) // craft_slots(state)
    if attempt.grade == Grade.FAILURE:
        end_volley(state, side)
        return
    if attempt.target_spread != NONE:
        craft.lock_spread |= 1 << (int(attempt.target_spread) % spread_slots(state))
    else:
        craft.lock |= 1 << (int(attempt.target_craft) % craft_slots(state))
    begin_weapons(state, rules, side)


@native
def fire_next(state: State, rules: Rules):
    """BR-AMB-39 The next ship of a common order locks the target and fires at it."""
    side = int(state.mover)
    order = state.order[side]
    if order.together and target_stands(state, order):
        while order.step < (side + 1) * craft_slots(state):
            index = int(order.step)
            order.step += 1
            if in_round(state, index, side) and ship_can_fire(state, rules, index, order):
                order.craft = index
                lock_or_fire(state, rules, order)
                return
    order.together = 0
    proceed(state, Step.ROUND)


@native
def target_stands(state: State, order: Order):
    """Whether the target of an order is still on the map."""
    if order.target_spread != NONE:
        return state.spread[order.target_spread].count > 0
    return is_on_map(state, state.craft[order.target_craft])


# --- the hexside ---------------------------------------------------------------------------------


@native
def legal_fire_hexside(state: State, rules: Rules, order: Order, mask):
    """BR-BAT-02, BR-AMB-70 Hexsides with room left; one only, where none but spinals can fire."""
    index = int(order.craft)
    sides, useful, first = sides_to_target(state, index, order), False, NONE
    for side in range(DIRECTIONS):
        if sides >> side & 1 and can_fire_through(state, rules, index, order, side):
            first = side if first == NONE else first
            if hexside_is_useful(state, rules, index, side):
                mask[direction_action(state, side)] = 1
                useful = True
    if not useful:
        mask[direction_action(state, first)] = 1


@native
def apply_fire_hexside(state: State, rules: Rules, action):
    """BR-AMB-70 The hexside is chosen; in its own hex a target force keeps it for the round."""
    order = state.order[state.seat]
    order.hexside = decode_direction(state, action)
    if order.target_craft != NONE:
        own = state.tf[state.craft[order.craft].tf]
        force = state.tf[state.craft[order.target_craft].tf]
        if own.q == force.q and own.r == force.r:
            force.near_side = order.hexside
    request_decision(state, Decision.WEAPONS, state.seat)


# --- naming the weapons --------------------------------------------------------------------------


@native
def begin_weapons(state: State, rules: Rules, side):
    """BR-FIR-07, BR-AMB-70 Request the hexside if needed, then the weapons that fire."""
    order = state.order[side]
    for row in range(WEAPON_ROWS):
        order.beams[row] = 0
    if rules.option.multiple_batteries:
        request_decision(state, Decision.FIRE_HEXSIDE, side)
    else:
        request_decision(state, Decision.WEAPONS, side)


@native
def legal_weapons(state: State, rules: Rules, order: Order, mask):
    """BR-FIR-07, 08 All weapons that bear, rows of them, then open fire."""
    mask[Verb.ALL] = 1
    named = 0
    for row in range(WEAPON_ROWS):
        named += int(order.beams[row])
        if order.beams[row] == 0 and row_can_fire(state, rules, int(order.craft), row, order):
            mask[Verb.SPINAL + row] = 1
    if named > 0:
        mask[Verb.OPEN_FIRE] = 1


@native
def apply_weapons(state: State, rules: Rules, action):
    """BR-FIR-07 All weapons, a number of one row, or open fire."""
    order = state.order[state.seat]
    index = int(order.craft)
    if action == Verb.OPEN_FIRE:
        proceed(state, Step.VOLLEY)
    elif action == Verb.ALL:
        for row in range(WEAPON_ROWS):
            if row_can_fire(state, rules, index, row, order):
                order.beams[row] = beams_bearing(state, rules, index, row, order)
                direct_row(state, rules, row, order)
        proceed(state, Step.VOLLEY)
    else:
        order.row = action - Verb.SPINAL
        begin_number(order, 1, beams_bearing(state, rules, index, int(order.row), order))
        request_decision(state, Decision.WEAPON_NUMBER, state.seat)


@native
def apply_weapon_number(state: State, rules: Rules, number):
    """BR-FIR-07 This number of weapons of the row will fire."""
    order = state.order[state.seat]
    order.beams[order.row] = number
    direct_row(state, rules, int(order.row), order)
    request_decision(state, Decision.WEAPONS, state.seat)
