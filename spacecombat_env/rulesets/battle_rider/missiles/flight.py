"""Chapter MIS-12..17: the move of a spread, and the attack that it declares."""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.hexgrid import (
    DIRECTION_Q,
    DIRECTION_R,
    distance,
    on_map,
    passes_through,
)
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    DIRECTIONS,
    NONE,
    Decision,
    Event,
    Grade,
    Phase,
    Purpose,
    Sensor,
    Step,
    Verb,
    craft_slots,
    decode_direction,
    decode_enemy_force,
    decode_enemy_spread,
    enemy_force_action,
    enemy_spread_action,
    first_direction,
    force_slots,
    log_event,
    proceed,
    request_decision,
    spread_slots,
)
from ..model.record_types import Order, Rules, Spread, State
from ..sensors.detect_orders import legal_lock_sensor
from ..sensors.detection import aim_attempt, begin_attempt
from ..sensors.modifiers import can_lock, range_to_force, range_to_spread
from ..ships.abilities import is_on_map
from ..ships.losses import remove_spread
from .control import split_spread
from .missile_launching import free_spread
from .semi_independent import FAILED, LOCKED, can_scan

# --- actions of a spread's move ------------------------------------------------------------------


@native
def crosses_hex(spread: Spread, order: Order, q, r):
    """BR-MIS-14, BR-AMB-40 Whether the path passes a hex, its start excluded unless it rests."""
    dq, dr = int(spread.vq) + int(order.dq), int(spread.vr) + int(order.dr)
    start = spread.q == q and spread.r == r
    if dq == 0 and dr == 0:
        return start
    if start:
        return False
    aq, ar = int(spread.q), int(spread.r)
    return passes_through(aq, ar, aq + dq, ar + dr, int(q), int(r))


@native
def can_meet_force(state: State, rules: Rules, order: Order, tf):
    """BR-MIS-14, 15, BR-AMB-42 Whether a task force is on the path and a lock is possible."""
    spread, force = state.spread[order.spread], state.tf[tf]
    if not crosses_hex(spread, order, force.q, force.r):
        return False
    if spread.sim > 0:  # BR-AMB-99
        return True
    owner = state.craft[spread.owner]
    return can_lock(state, rules, int(spread.owner), range_to_force(state, owner, tf))


@native
def can_meet_spread(state: State, rules: Rules, order: Order, index):
    """BR-AMB-43 The same for a spread."""
    spread, target = state.spread[order.spread], state.spread[index]
    if not crosses_hex(spread, order, target.q, target.r):
        return False
    if spread.sim > 0:
        return True
    owner = state.craft[spread.owner]
    return can_lock(state, rules, int(spread.owner), range_to_spread(state, owner, index))


@native
def can_attack_craft(state: State, rules: Rules, order: Order, index):
    """BR-MIS-14, 15 A detected craft in a task force that the spread can meet."""
    craft = state.craft[index]
    if not craft.detected or not is_on_map(state, craft):
        return False
    return can_meet_force(state, rules, order, int(craft.tf))


@native
def can_attack_force(state: State, rules: Rules, order: Order, tf):
    """BR-MIS-14 Whether a task force shows a craft that the spread may attack."""
    side = tf // force_slots(state)
    for k in side_range(state.craft, side):
        if state.craft[k].tf == tf and can_attack_craft(state, rules, order, k):
            return True
    return False


@native
def can_attack_spread(state: State, rules: Rules, order: Order, index):
    """BR-AMB-43 A detected enemy spread that the spread can meet, where the rules allow it."""
    target = state.spread[index]
    if target.count == 0 or not target.detected or not rules.option.spreads_attack_spreads:
        return False
    return can_meet_spread(state, rules, order, index)


@native
def legal_attack_target(state: State, rules: Rules, side, mask):
    """BR-MIS-14 Task forces and spreads that the spread may attack on its path."""
    order = state.order[side]
    enemy = 1 - side
    for k in side_range(state.tf, enemy):
        if can_attack_force(state, rules, order, k):
            mask[enemy_force_action(state, k)] = 1
    for k in side_range(state.spread, enemy):
        if can_attack_spread(state, rules, order, k):
            mask[enemy_spread_action(state, k)] = 1


@native
def may_attack(state: State, rules: Rules, side):
    """Whether the spread may declare an attack on its present path."""
    order = state.order[side]
    enemy = 1 - side
    for k in side_range(state.craft, enemy):
        if can_attack_craft(state, rules, order, k):
            return True
    for k in side_range(state.spread, enemy):
        if can_attack_spread(state, rules, order, k):
            return True
    return False


@native
def legal_spread_words(state: State, rules: Rules, side, mask):
    """BR-MIS-12, 13, 14 Gs in six directions, split, attack, or go."""
    order = state.order[side]
    spread = state.spread[order.spread]
    mask[Verb.GO] = 1
    if order.gs < spread.g_left:
        first = first_direction(state)
        for direction in range(DIRECTIONS):
            mask[first + direction] = 1
    if spread.count > 1 and order.gs == 0 and free_spread(state, side) != NONE:
        mask[Verb.SPLIT] = 1
    if may_attack(state, rules, side):
        mask[Verb.ATTACK] = 1
    if spread.sim > 0 and order.gs == 0 and can_scan(state, int(order.spread)):
        mask[Verb.DETECT] = 1


@native
def apply_spread_words(state: State, rules: Rules, action):
    """BR-MIS-12, 13, 14 One more action of a spread's move."""
    side = int(state.seat)
    order = state.order[side]
    if action == Verb.GO:
        proceed(state, Step.SPREAD_MOVE)
    elif action == Verb.SPLIT:
        begin_number(order, 1, int(state.spread[order.spread].count) - 1)
        request_decision(state, Decision.SPLIT_NUMBER, side)
    elif action == Verb.ATTACK:
        request_decision(state, Decision.ATTACK_TARGET, side)
    elif action == Verb.DETECT:
        request_decision(state, Decision.SIM_TARGET, side)
    else:
        direction = decode_direction(state, action)
        order.dq += DIRECTION_Q[direction]
        order.dr += DIRECTION_R[direction]
        order.gs += 1


@native
def apply_split_number(state: State, rules: Rules, number):
    """BR-MIS-12 This number of missiles makes this move; the rest may move otherwise."""
    split_spread(state, int(state.order[state.seat].spread), number)
    request_decision(state, Decision.SPREAD_WORDS, state.seat)


# --- attack and move -----------------------------------------------------------------------------


@native
def apply_attack_target(state: State, rules: Rules, action):
    """BR-MIS-14, 15 The target of the attack; the controlling ship tries a lock before the move."""
    side = int(state.seat)
    order = state.order[side]
    order.target_tf = decode_enemy_force(state, side, action)
    order.target_spread = decode_enemy_spread(state, side, action)
    request_decision(state, Decision.ATTACK_SENSOR, side)


@native
def attack_range(state: State, order: Order):
    """Hexes from the controlling ship to the target of the attack."""
    owner = state.craft[state.spread[order.spread].owner]
    if order.target_spread != NONE:
        return range_to_spread(state, owner, int(order.target_spread))
    return range_to_force(state, owner, int(order.target_tf))


@native
def legal_attack_sensor(state: State, rules: Rules, side, mask):
    """BR-MIS-15, BR-SIM-03 Active or passive lock of the controlling ship; none for SIMs."""
    order = state.order[side]
    owner = int(state.spread[order.spread].owner)
    if state.spread[order.spread].sim > 0:
        mask[Verb.DONE] = 1
    legal_lock_sensor(state, rules, owner, attack_range(state, order), mask)


@native
def apply_attack_sensor(state: State, rules: Rules, action):
    """BR-MIS-15, BR-AMB-42 One lock per spread against the easiest craft of the force."""
    order = state.order[state.seat]
    if action == Verb.DONE:
        attack_or_fire(state, order)
        return
    sensor = Sensor.ACTIVE if action == Verb.ACTIVE else Sensor.PASSIVE
    owner = int(state.spread[order.spread].owner)
    begin_attempt(state, Purpose.MISSILE_LOCK, owner, sensor)
    aim_attempt(state, rules, int(order.target_tf), int(order.target_spread))


@native
def after_missile_lock(state: State, rules: Rules):
    """BR-MIS-15, 16 With a lock the spread stops in the target hex; without, it moves on."""
    order = state.order[int(state.attempt.actor) // craft_slots(state)]
    spread = state.spread[order.spread]
    if spread.sim > 0:
        spread.ship_lock = FAILED if state.attempt.grade == Grade.FAILURE else LOCKED
        attack_or_fire(state, order)
        return
    if state.attempt.grade != Grade.FAILURE:
        spread.target_tf = order.target_tf
        spread.target_spread = order.target_spread
    proceed(state, Step.SPREAD_MOVE)


@native
def attack_or_fire(state: State, order: Order):
    """BR-SIM-03, BR-AMB-99 Semi-independent missiles attack with or without a ship's lock."""
    if state.phase == Phase.MISSILE_ATTACK:
        proceed(state, Step.MISSILE_FIRE)
        return
    spread = state.spread[order.spread]
    spread.target_tf = order.target_tf
    spread.target_spread = order.target_spread
    proceed(state, Step.SPREAD_MOVE)


@native
def move_spread(state: State, rules: Rules):
    """BR-MIS-13, 16 Burn Gs, shift the PEM, move; an attacker stops in its target's hex."""
    order = state.order[state.mover]
    index = int(order.spread)
    spread = state.spread[index]
    spread.vq += order.dq
    spread.vr += order.dr
    spread.g_left -= order.gs
    spread.burned = 1 if order.gs > 0 else 0
    state.craft[spread.owner].controlled += spread.count
    stop_or_fly(state, spread)
    spread.moved = 1
    log_spread(state, index)
    drop_if_off_map(state, rules, index)
    if spread.sim > 0:
        proceed(state, Step.SIM_NEXT)
        return
    state.mover = 1 - state.mover
    proceed(state, Step.NEXT_SPREAD)


@native
def stop_or_fly(state: State, spread: Spread):
    """BR-MIS-13, 16 To the target's hex, or by the whole vector; the vector stays."""
    if spread.target_spread != NONE:
        target = state.spread[spread.target_spread]
        spread.q = target.q
        spread.r = target.r
    elif spread.target_tf != NONE:
        force = state.tf[spread.target_tf]
        spread.q = force.q
        spread.r = force.r
    else:
        spread.q += spread.vq
        spread.r += spread.vr


@native
def log_spread(state: State, index):
    """Log a spread's move, or its attack."""
    spread = state.spread[index]
    attacks = spread.target_tf != NONE or spread.target_spread != NONE
    kind = Event.SPREAD_ATTACK if attacks else Event.SPREAD_MOVE
    event = log_event(state, kind, index // spread_slots(state))
    event.actor = index
    event.target = spread.target_tf
    event.a = spread.q
    event.b = spread.r
    event.c = spread.target_spread


@native
def drop_if_off_map(state: State, rules: Rules, index):
    """BR-AMB-57 Missiles outside the map are lost."""
    spread = state.spread[index]
    columns, rows = int(rules.option.columns), int(rules.option.rows)
    if not on_map(int(spread.q), int(spread.r), columns, rows):
        remove_spread(state, index)


@native
def coast_spreads(state: State, rules: Rules):
    """BR-MIS-17 Uncontrolled spreads move by their vectors; they neither burn Gs nor attack."""
    for k in range(len(state.spread)):
        spread = state.spread[k]
        if spread.count > 0 and not spread.moved:
            spread.q += spread.vq
            spread.r += spread.vr
            spread.moved = 1
            log_spread(state, k)
            drop_if_off_map(state, rules, k)
    proceed(state, Step.NEXT_ATTACK)


@native
def closing_velocity(state: State, spread: Spread, tf):
    """BR-MIS-26, BR-AMB-47 Hexes from the missile's PEM to the force's projected endpoint."""
    force = state.tf[tf]
    return distance(
        int(spread.q) + int(spread.vq),
        int(spread.r) + int(spread.vr),
        int(force.q) + int(force.vq),
        int(force.r) + int(force.vr),
    )
