"""Chapters MOV and EVA: vectors, maneuver and evasion."""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.hexgrid import (
    DIRECTION_Q,
    DIRECTION_R,
    closest_sides,
    distance,
    on_map,
)
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    AMOUNTS,
    DIRECTIONS,
    DUMMY_MAX_G,
    MAX_DIFFICULTY,
    NONE,
    Chance,
    CraftStatus,
    Decision,
    Event,
    Result,
    Step,
    TaskDM,
    Verb,
    attempt_task,
    decode_direction,
    direction_action,
    first_direction,
    force_slots,
    log_event,
    log_modifier,
    pair_key,
    proceed,
    request_decision,
    shows,
    task_penalty,
)
from ..model.record_types import Craft, Force, Order, Rules, State
from ..ships.abilities import can_evade, can_maneuver
from ..ships.fuel import spend_fuel
from ..ships.life_support import misses_round
from .facing import begin_facing
from .map_edges import enter_map, leave_map
from .tumbling import recover_from_tumble, test_spines

# --- limits --------------------------------------------------------------------------------------


@native
def thrust_available(rules: Rules, craft: Craft):
    """BR-MOV-05, 10, BR-FIR-13, BR-DRN-01 Gs a craft can spend this turn on maneuver."""
    if not can_maneuver(craft):
        return 0
    klass = rules.classes[craft.klass]
    available = int(klass.g) - int(craft.forgone_g)
    if klass.fuel != NONE:
        available = min(available, int(craft.fuel))
    if craft.damage[Result.ARTIFICIAL_GRAVITY]:  # BR-DMG-16, BR-AMB-54
        available = min(available, 2)
    return max(0, available)


@native
def maneuver_limit(state: State, rules: Rules, tf):
    """BR-TF-08, BR-MOV-05, 08 Gs a task force can spend: its weakest craft's.

    A dummy has no limit.
    """
    limit = DUMMY_MAX_G
    side = tf // force_slots(state)
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            limit = min(limit, 0 if misses_round(craft) else thrust_available(rules, craft))
    return limit


@native
def may_evade(state: State, tf):
    """BR-EVA-04, 05 Every craft of the task force must be able to evade."""
    side = tf // force_slots(state)
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf and not can_evade(craft):
            return False
    return True


# --- actions of a move ---------------------------------------------------------------------------


@native
def begin_move(state: State, side, tf):
    """BR-SEQ-06 Request the thrust of a task force."""
    order = state.order[side]
    order.tf = tf
    order.dq = 0
    order.dr = 0
    order.gs = 0
    order.evasion = 0
    request_decision(state, Decision.THRUST, side)


@native
def legal_thrust(state: State, rules: Rules, order: Order, mask):
    """BR-MOV-04, 05, BR-EVA-01 Six directions and evasion while Gs are left; or go."""
    mask[Verb.GO] = 1
    if maneuver_limit(state, rules, order.tf) > order.gs:
        first = first_direction(state)
        for direction in range(DIRECTIONS):
            mask[first + direction] = 1
        if may_evade(state, order.tf):
            mask[Verb.EVADE] = 1


@native
def apply_thrust(state: State, rules: Rules, action):
    """BR-MOV-04 One G shifts the projected endpoint one hex; then evasion, or go."""
    side = state.seat
    order = state.order[side]
    if action == Verb.GO:
        place_thrust(state, rules, order)
    elif action == Verb.EVADE:
        left = maneuver_limit(state, rules, order.tf) - int(order.gs)
        begin_number(order, 1, min(left, AMOUNTS - 1))
        request_decision(state, Decision.EVADE_NUMBER, side)
    else:
        shift_endpoint(order, decode_direction(state, action))


@native
def shift_endpoint(order: Order, direction):
    """BR-MOV-04, BR-GEN-07 Spend one G in a direction."""
    order.dq += DIRECTION_Q[direction]
    order.dr += DIRECTION_R[direction]
    order.gs += 1


@native
def apply_evade_number(state: State, rules: Rules, number):
    """BR-EVA-01 Gs spent on evasion; the task force goes."""
    order = state.order[state.seat]
    order.evasion = number
    place_thrust(state, rules, order)


@native
def place_thrust(state: State, rules: Rules, order: Order):
    """BR-MOV-07, BR-AMB-22, 23 Thrust marker on the hexside opposite to the shift of the PEM.

    If the opponent does not see the force (BR-REF-01), the first of two equally close hexsides.
    """
    enter_map(state, rules, int(order.tf))
    force = state.tf[order.tf]
    spent = int(order.gs) + int(order.evasion)
    force.gs = spent
    force.spent_g = 1 if spent > 0 else 0
    force.thrust_side = NONE
    if order.dq == 0 and order.dr == 0:
        move_force(state, rules, order)
        return
    first, second = closest_sides(-int(order.dq), -int(order.dr))
    force.thrust_side = first
    if first == second or not shows(state, int(order.tf)):
        move_force(state, rules, order)
        return
    enemy = 1 - order.tf // force_slots(state)
    choice = state.order[enemy]
    choice.low = first
    choice.high = second
    choice.target_tf = order.tf
    request_decision(state, Decision.THRUST_SIDE, enemy)


@native
def legal_thrust_side(state: State, rules: Rules, order: Order, mask):
    """BR-MOV-07 The opponent chooses between two equally close hexsides."""
    mask[direction_action(state, int(order.low))] = 1
    mask[direction_action(state, int(order.high))] = 1


@native
def apply_thrust_side(state: State, rules: Rules, action):
    """BR-MOV-07 The chosen hexside gets the Thrust marker; the task force moves on."""
    side = 1 - state.seat
    order = state.order[side]
    state.tf[order.tf].thrust_side = decode_direction(state, action)
    move_force(state, rules, order)


# --- execution -----------------------------------------------------------------------------------


@native
def move_force(state: State, rules: Rules, order: Order):
    """BR-SEQ-06, BR-MOV-03, BR-GEN-06 Shift the PEM, evade, move, test spines, leave the map."""
    tf = int(order.tf)
    force = state.tf[tf]
    log_thrust(state, order, force)
    force.vq += order.dq
    force.vr += order.dr
    remember_thrust(state, order)
    burn_fuel(state, rules, tf, int(force.gs))
    try_evasion(state, rules, tf, int(order.evasion))
    start_q, start_r = int(force.q), int(force.r)
    force.q += force.vq
    force.r += force.vr
    force.moved = 1
    force.settled = 1
    force.fire_over = 0
    force.firing = 0
    recover_from_tumble(state, tf)
    log_move(state, tf)
    proceed(state, Step.ROUND)
    if not on_map(int(force.q), int(force.r), int(rules.option.columns), int(rules.option.rows)):
        leave_map(state, rules, tf, start_q, start_r)
        return
    if rules.option.facing:
        begin_facing(state, rules, order)
    test_spines(state, rules, tf)


@native
def log_thrust(state: State, order: Order, force: Force):
    """Log the thrust: the log shows whether Gs were spent, but not the Gs of evasion."""
    event = log_event(state, Event.THRUST, order.tf // force_slots(state))
    event.actor = force.contact
    event.target = order.tf
    event.a = order.dq
    event.b = order.dr
    event.c = force.spent_g


@native
def remember_thrust(state: State, order: Order):
    """BR-MOV-04 Everybody sees by how many Gs a vector changes; Gs of evasion are not seen."""
    side, tf = order.tf // force_slots(state), order.tf % force_slots(state)
    state.memory_burned[side, tf] += distance(0, 0, int(order.dq), int(order.dr))


@native
def log_move(state: State, tf):
    """Log where a task force moved."""
    event = log_event(state, Event.MOVE, tf // force_slots(state))
    event.actor = state.tf[tf].contact
    event.target = tf
    event.a = state.tf[tf].q
    event.b = state.tf[tf].r


@native
def burn_fuel(state: State, rules: Rules, tf, gs):
    """BR-DRN-01, BR-FUE-02 A TL-14 drone has four G-turns in all; ships may have limited fuel."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            if rules.classes[craft.klass].fuel != NONE:
                craft.fuel -= gs
            elif craft.fuel != NONE:
                spend_fuel(state, k, gs)


@native
def try_evasion(state: State, rules: Rules, tf, gs):
    """BR-EVA-01, 02, 05, BR-AMB-53 Difficulty 5 less the Gs, with the worst ship's penalty."""
    force = state.tf[tf]
    if gs == 0:
        return
    worst = 0
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            worst = max(worst, task_penalty(craft))
    difficulty = MAX_DIFFICULTY - gs + worst
    grade = attempt_task(state, rules, Chance.EVASION, pair_key(tf, 0), difficulty)
    log_modifier(state, Chance.EVASION, TaskDM.BASE, MAX_DIFFICULTY)
    log_modifier(state, Chance.EVASION, TaskDM.GS, -gs)
    log_modifier(state, Chance.EVASION, TaskDM.OWN, worst)
    force.evade = grade  # failure 0, success Evade +1, outstanding Evade +2
    event = log_event(state, Event.EVADE, tf // force_slots(state))
    event.actor = force.contact
    event.target = tf
    event.a = grade


@native
def coast_endpoint(state: State, tf):
    """BR-MOV-01, 02, BR-AMB-47 The PEM: a task force's position after a move without thrust."""
    force = state.tf[tf]
    return int(force.q) + int(force.vq), int(force.r) + int(force.vr)
