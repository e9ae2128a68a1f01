"""Chapters MOV and EVA: vectors, maneuver, evasion, tumbling, entering and leaving the map."""

from spacecombat_env.core.hexgrid import (
    DIRECTION_Q,
    DIRECTION_R,
    EDGE_HIGH,
    EDGE_LOW,
    closest_sides,
    exit_side,
    on_map,
)
from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.core.rng import pick
from spacecombat_env.rulesets.battle_rider.movement.astrographics import is_beyond_jump_line
from spacecombat_env.rulesets.battle_rider.movement.facing import begin_facing, face_inwards
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    AMOUNTS,
    DIRECTIONS,
    DUMMY_MAX_G,
    MAX_DIFFICULTY,
    NONE,
    Ask,
    Chance,
    CraftStatus,
    Event,
    ForceStatus,
    Grade,
    Removal,
    Result,
    Side,
    Step,
    TaskDM,
    Tumble,
    Verb,
)
from spacecombat_env.rulesets.battle_rider.pieces.lots import Lot
from spacecombat_env.rulesets.battle_rider.pieces.missions import (
    has_fuel_for_jump,
    has_missions,
    may_escape_anywhere,
    watch_carrier,
)
from spacecombat_env.rulesets.battle_rider.pieces.referee import shows
from spacecombat_env.rulesets.battle_rider.pieces.tasks import (
    ask,
    attempt_task,
    because,
    luck,
    note,
    pair,
    proceed,
    task_penalty,
)
from spacecombat_env.rulesets.battle_rider.pieces.words import (
    begin_number,
    craft_slots,
    direction_word,
    first_direction,
    force_slots,
    spoken_direction,
)
from spacecombat_env.rulesets.battle_rider.ships.damage import (
    can_evade,
    can_jump,
    can_maneuver,
    leave_force,
    lose_craft,
    remove_force,
    remove_orphans,
)
from spacecombat_env.rulesets.battle_rider.ships.fuel import spend_fuel
from spacecombat_env.rulesets.battle_rider.ships.life_support import misses_round

# --- limits --------------------------------------------------------------------------------------


@jit
def thrust_available(rules, craft):
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


@jit
def maneuver_limit(state, rules, tf):
    """BR-TF-08, BR-MOV-05 Gs a task force can spend in all: those of its weakest craft."""
    limit = DUMMY_MAX_G  # BR-MOV-08 a dummy spends what it likes
    side = tf // force_slots(state)
    for k in half(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            limit = min(limit, 0 if misses_round(craft) else thrust_available(rules, craft))
    return limit


@jit
def may_evade(state, tf):
    """BR-EVA-04, 05 Every craft of the task force must be able to evade."""
    side = tf // force_slots(state)
    for k in half(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf and not can_evade(craft):
            return False
    return True


# --- the words of a move -------------------------------------------------------------------------


@jit
def begin_move(state, side, tf):
    """BR-SEQ-06 Ask for the thrust of a task force."""
    order = state.order[side]
    order.tf = tf
    order.dq = 0
    order.dr = 0
    order.gs = 0
    order.evasion = 0
    ask(state, Ask.THRUST, side)


@jit
def legal_thrust(state, rules, order, mask):
    """BR-MOV-04, 05, BR-EVA-01 Six directions and evasion while Gs are left; or go."""
    mask[Verb.GO] = 1
    count = 1
    if maneuver_limit(state, rules, order.tf) > order.gs:
        first = first_direction(state)
        for direction in range(DIRECTIONS):
            mask[first + direction] = 1
        count += DIRECTIONS
        if may_evade(state, order.tf):
            mask[Verb.EVADE] = 1
            count += 1
    return count


@jit
def hear_thrust(state, rules, word):
    """BR-MOV-04 One G shifts the projected endpoint one hex; then evasion, or go."""
    side = state.seat
    order = state.order[side]
    if word == Verb.GO:
        place_thrust(state, rules, order)
    elif word == Verb.EVADE:
        left = maneuver_limit(state, rules, order.tf) - int(order.gs)
        begin_number(order, 1, min(left, AMOUNTS - 1))
        ask(state, Ask.EVADE_NUMBER, side)
    else:
        shift_endpoint(order, spoken_direction(state, word))


@jit
def shift_endpoint(order, direction):
    """BR-MOV-04, BR-GEN-07 Spend one G in a direction."""
    order.dq += DIRECTION_Q[direction]
    order.dr += DIRECTION_R[direction]
    order.gs += 1


@jit
def hear_evade(state, rules, number):
    """BR-EVA-01 Gs spent on evasion; the task force goes."""
    order = state.order[state.seat]
    order.evasion = number
    place_thrust(state, rules, order)


@jit
def place_thrust(state, rules, order):
    """BR-MOV-07, BR-AMB-22, 23 Thrust marker on the hexside opposite to the shift of the PEM.

    Of a force that the opponent does not see (BR-REF-01) it is the first of two equally close.
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
    ask(state, Ask.THRUST_SIDE, enemy)


@jit
def legal_thrust_side(state, rules, order, mask):
    """BR-MOV-07 The opponent chooses between two equally close hexsides."""
    mask[direction_word(state, int(order.low))] = 1
    mask[direction_word(state, int(order.high))] = 1
    return 2


@jit
def hear_thrust_side(state, rules, word):
    """BR-MOV-07 The chosen hexside gets the Thrust marker; the task force moves on."""
    side = 1 - state.seat
    order = state.order[side]
    state.tf[order.tf].thrust_side = spoken_direction(state, word)
    move_force(state, rules, order)


# --- carrying it out -----------------------------------------------------------------------------


@jit
def move_force(state, rules, order):
    """BR-SEQ-06, BR-MOV-03, BR-GEN-06 Shift the PEM, evade, move, test spines, leave or stay."""
    tf = int(order.tf)
    force = state.tf[tf]
    tell_thrust(state, order, force)
    force.vq += order.dq
    force.vr += order.dr
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
    tell_move(state, tf)
    proceed(state, Step.ROUND)
    if not on_map(int(force.q), int(force.r), int(rules.option.columns), int(rules.option.rows)):
        leave_map(state, rules, tf, start_q, start_r)
        return
    if rules.option.facing:
        begin_facing(state, rules, order)
    test_spines(state, rules, tf)


@jit
def tell_thrust(state, order, force):
    """Log the thrust: how many Gs of evasion are not told, only whether there was thrust."""
    event = note(state, Event.THRUST, order.tf // force_slots(state))
    event.actor = force.contact
    event.target = order.tf
    event.a = order.dq
    event.b = order.dr
    event.c = force.spent_g


@jit
def tell_move(state, tf):
    """Log where a task force moved."""
    event = note(state, Event.MOVE, tf // force_slots(state))
    event.actor = state.tf[tf].contact
    event.target = tf
    event.a = state.tf[tf].q
    event.b = state.tf[tf].r


@jit
def burn_fuel(state, rules, tf, gs):
    """BR-DRN-01, BR-FUE-02 A TL-14 drone has four G-turns in all; ships may have limited fuel."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            if rules.classes[craft.klass].fuel != NONE:
                craft.fuel -= gs
            elif craft.fuel != NONE:
                spend_fuel(state, k, gs)


@jit
def try_evasion(state, rules, tf, gs):
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
    grade = attempt_task(state, rules, Chance.EVASION, pair(tf, 0), difficulty)
    because(state, Chance.EVASION, TaskDM.BASE, MAX_DIFFICULTY)
    because(state, Chance.EVASION, TaskDM.GS, -gs)
    because(state, Chance.EVASION, TaskDM.OWN, worst)
    force.evade = grade  # failure 0, success Evade +1, outstanding Evade +2
    event = note(state, Event.EVADE, tf // force_slots(state))
    event.actor = force.contact
    event.target = tf
    event.a = grade


@jit
def recover_from_tumble(state, tf):
    """BR-DMG-25, BR-PAC-12 A tumbling ship recovers at the end of its move; it could not thrust."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            craft.tumble = Tumble.STEADY


@jit
def enter_map(state, rules, tf):
    """BR-SCN-02, BR-AMB-56 A waiting task force appears as it begins its move."""
    force = state.tf[tf]
    if force.status == ForceStatus.WAITING:
        force.status = ForceStatus.ON_MAP
        if rules.option.facing:
            face_inwards(state, tf)
        force.contact = free_contact(state, tf)
        event = note(state, Event.ENTER, tf // force_slots(state))
        event.actor = force.contact
        event.target = tf


@jit
def free_contact(state, tf):
    """Lowest number under which the enemy knows no task force yet: order of appearance."""
    slots = force_slots(state)
    side = tf // slots
    for contact in range(slots):
        taken = False
        for k in half(state.tf, side):
            other = state.tf[k]
            if k != tf and other.status == ForceStatus.ON_MAP and other.contact == contact:
                taken = True
        if not taken:
            return contact
    return 0


@jit
def free_forces(state, side):
    """Task force slots of a side that stand empty."""
    count = 0
    for k in half(state.tf, side):
        if state.tf[k].status == ForceStatus.UNUSED:
            count += 1
    return count


@jit
def free_force(state, side):
    """BR-AMB-88 A free slot of a side by lot, or NONE: a slot tells nothing of the others."""
    free = free_forces(state, side)
    if free == 0:
        return NONE
    nth = pick(luck(state, Chance.SETUP, pair(side, Lot.FREE_SLOT)), free)
    for k in half(state.tf, side):
        if state.tf[k].status == ForceStatus.UNUSED:
            if nth == 0:
                return k
            nth -= 1
    return NONE


@jit
def split_force(state, tf, new):
    """BR-TF-06 A new task force beside another: same hex, vector and markers."""
    old, force = state.tf[tf], state.tf[new]
    force.status = old.status
    force.q = old.q
    force.r = old.r
    force.vq = old.vq
    force.vr = old.vr
    force.strength = 0
    force.acted = old.acted
    force.moved = old.moved
    force.spent_g = old.spent_g
    force.gs = old.gs
    force.thrust_side = old.thrust_side
    force.evade = old.evade
    force.shadow_found = old.shadow_found  # BR-AMB-28
    force.entry_turn = old.entry_turn
    force.surface = old.surface
    force.flickering = 0
    force.contact = free_contact(state, new)
    event = note(state, Event.NEW_FORCE, tf // force_slots(state))
    event.actor = force.contact
    event.target = new
    event.a = old.contact


@jit
def test_spines(state, rules, tf):
    """BR-DMG-19, 24, BR-PAC-12 A ship with a broken spine turns a card for each G of its force."""
    gs = int(state.tf[tf].gs)
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status != CraftStatus.IN_FORCE or craft.tf != tf:
            continue
        if craft.damage[Result.SPINE] and gs > 0:
            failures = 0
            for _ in range(gs):
                if attempt_task(state, rules, Chance.TUMBLE, pair(k, 0), 2) == Grade.FAILURE:
                    failures += 1
                because(state, Chance.TUMBLE, TaskDM.BASE, 2)
            if failures > 0:
                tumble(state, k, min(failures, 2))


@jit
def tumble(state, index, severity):
    """BR-DMG-24, 25, 26, BR-AMB-52 The ship tumbles and becomes a task force of its own."""
    craft = state.craft[index]
    craft.tumble = severity
    side = index // craft_slots(state)
    event = note(state, Event.TUMBLE, side)
    event.actor = index
    event.a = severity
    event.known = 3 if craft.detected else 1 << side
    tf = int(craft.tf)
    if state.tf[tf].strength == 1 or free_forces(state, side) == 0:
        return
    new = free_force(state, side)
    split_force(state, tf, new)
    leave_force(state, index)
    craft.tf = new
    state.tf[new].strength = 1
    state.tf[new].acted = 1
    state.tf[new].shadow_found = craft.detected


@jit
def leave_map(state, rules, tf, start_q, start_r):
    """BR-SCN-05, 08, BR-AMB-57 Off the map for good; over the enemy's edge a ship may escape.

    Where there is a jump line it counts instead, whatever the edge.
    """
    force = state.tf[tf]
    side = tf // force_slots(state)
    edge = exit_side(
        start_q,
        start_r,
        int(force.q),
        int(force.r),
        int(rules.option.columns),
        int(rules.option.rows),
    )
    enemy_edge = EDGE_HIGH if side == Side.RED else EDGE_LOW
    watch_carrier(state)
    why = Removal.DUMMY if force.strength == 0 else Removal.GONE
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            free = edge == enemy_edge
            if rules.option.jump_line:
                free = is_beyond_jump_line(state, rules, int(force.q), int(force.r))
            free = free and can_jump(craft, rules.classes[craft.klass])
            if has_missions(rules):
                free = escapes(state, rules, k, edge)
            status = CraftStatus.ESCAPED if free else CraftStatus.LOST
            tell_leaving(state, rules, k, status, False)
            lose_craft(state, rules, k, status)
    if force.status != ForceStatus.UNUSED:
        remove_force(state, tf, why)
    remove_orphans(state, rules)


@jit
def tell_leaving(state, rules, index, status, jumped):
    """BR-SCN-05 Log a craft that leaves; whether it escapes a mission keeps secret (BR-ASG-14)."""
    craft = state.craft[index]
    side = index // craft_slots(state)
    event = note(state, Event.LEFT_MAP, side)
    event.known = 3 if craft.detected else 1 << side
    event.actor = index
    event.a = craft.klass
    event.b = status
    event.c = jumped
    if has_missions(rules) and craft.detected:
        event.known = 1 << side
        other = note(state, Event.LEFT_MAP, side)
        other.known = 1 << (1 - side)
        other.actor = index
        other.a = craft.klass
        other.b = CraftStatus.LOST


@jit
def escapes(state, rules, index, edge):
    """BR-MIR-06..10 The edges by which a mission lets ships escape, and fuel for the jump."""
    craft = state.craft[index]
    side = index // craft_slots(state)
    allowed = edge == (EDGE_HIGH if side == Side.RED else EDGE_LOW)
    if may_escape_anywhere(state, side):
        allowed = allowed or edge == (EDGE_LOW if side == Side.RED else EDGE_HIGH)
    fuelled = has_fuel_for_jump(state, craft, side)
    return allowed and fuelled and can_jump(craft, rules.classes[craft.klass])


@jit
def coast_endpoint(state, tf):
    """BR-MOV-01, 02, BR-AMB-47 Where a task force will be if it does not thrust: its PEM."""
    force = state.tf[tf]
    return int(force.q) + int(force.vq), int(force.r) + int(force.vr)
