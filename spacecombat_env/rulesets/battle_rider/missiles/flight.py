"""Chapter MIS, first half: controlled missiles in the Missile Movement Phase."""

from spacecombat_env.core.hexgrid import (
    DIRECTION_Q,
    DIRECTION_R,
    distance,
    on_map,
    passes_through,
)
from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.rulesets.battle_rider.missiles.launching import (
    free_spread,
    free_spread_contact,
    reset_spread,
)
from spacecombat_env.rulesets.battle_rider.missiles.semi_independent import FAILED, LOCKED, can_scan
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    DIRECTIONS,
    NONE,
    Ask,
    Event,
    Grade,
    Phase,
    Purpose,
    Sensor,
    Step,
    Verb,
)
from spacecombat_env.rulesets.battle_rider.pieces.tasks import ask, note, proceed
from spacecombat_env.rulesets.battle_rider.pieces.words import (
    begin_number,
    craft_slots,
    enemy_force_word,
    enemy_spread_word,
    first_direction,
    force_slots,
    spoken_direction,
    spoken_enemy_force,
    spoken_enemy_spread,
    spoken_spread,
    spread_slots,
    spread_word,
)
from spacecombat_env.rulesets.battle_rider.sensors.detection import aim_attempt, begin_attempt
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import (
    can_lock,
    range_to_force,
    range_to_spread,
)
from spacecombat_env.rulesets.battle_rider.sensors.orders import legal_lock_sensor
from spacecombat_env.rulesets.battle_rider.ships.damage import (
    can_operate_missiles,
    is_on_map,
    on_ground,
    remove_spread,
)
from spacecombat_env.rulesets.battle_rider.ships.life_support import controls_no_missiles

# --- who controls what ---------------------------------------------------------------------------


@jit
def directors_left(state, rules, index):
    """BR-MIS-02, 09, 10, BR-SUR-02 Missiles a ship can still control this turn; surprised, none."""
    craft = state.craft[index]
    if not is_on_map(state, craft) or not can_operate_missiles(craft):
        return 0
    if controls_no_missiles(craft) or on_ground(state, craft) or craft.stunned:
        return 0
    return int(rules.classes[craft.klass].directors) - int(craft.controlled)


@jit
def can_control(state, rules, index):
    """BR-MIS-09, 10 A spread whose ship has directors left; a larger one must be split."""
    spread = state.spread[index]
    if spread.count == 0 or spread.moved:
        return False
    left = directors_left(state, rules, int(spread.owner))
    if left <= 0:
        return False
    return spread.count <= left or free_spread(state, index // spread_slots(state)) != NONE


@jit
def side_can_control(state, rules, side):
    """Whether a side has any spread it may control."""
    for k in half(state.spread, side):
        if can_control(state, rules, k):
            return True
    return False


@jit
def next_spread(state, rules):
    """BR-SEQ-09, BR-MIS-12 Sides alternate controlled spreads until both have no more to move."""
    for side in range(2):
        if not side_can_control(state, rules, side):
            state.passed[side] = 1
    if state.passed[0] and state.passed[1]:
        proceed(state, Step.COAST)
        return
    if state.passed[state.mover]:
        state.mover = 1 - state.mover
    ask(state, Ask.SPREAD_MENU, state.mover)


@jit
def legal_spread_menu(state, rules, side, mask):
    """BR-MIS-09 A spread to control, or let the rest coast."""
    mask[Verb.COAST] = 1
    count = 1
    for k in half(state.spread, side):
        if can_control(state, rules, k):
            mask[spread_word(state, k)] = 1
            count += 1
    return count


@jit
def hear_spread_menu(state, rules, word):
    """BR-MIS-09, 10 The spread to be controlled; how many of it, when directors are short."""
    side = int(state.seat)
    if word == Verb.COAST:
        state.passed[side] = 1
        state.mover = 1 - side
        proceed(state, Step.NEXT_SPREAD)
        return
    order = state.order[side]
    order.spread = spoken_spread(state, side, word)
    order.dq = 0
    order.dr = 0
    order.gs = 0
    spread = state.spread[order.spread]
    left = directors_left(state, rules, int(spread.owner))
    if spread.count > left:
        begin_number(order, 1, left)
        ask(state, Ask.CONTROL_NUMBER, side)
    else:
        ask(state, Ask.SPREAD_WORDS, side)


@jit
def split_spread(state, index, stay):
    """BR-MIS-03, 12 So many missiles stay; the others become a new spread in the hex."""
    side = index // spread_slots(state)
    new = free_spread(state, side)
    contact = free_spread_contact(state, side)
    old, spread = state.spread[index], state.spread[new]
    state.chance.changes += 1
    spread.count = old.count - stay
    old.count = stay
    spread.owner = old.owner
    spread.contact = contact
    spread.g_left = old.g_left
    spread.q = old.q
    spread.r = old.r
    spread.vq = old.vq
    spread.vr = old.vr
    spread.detected = old.detected
    reset_spread(spread)
    spread.sim = old.sim
    spread.scanned = max(0, int(old.scanned) - stay)
    old.scanned = min(int(old.scanned), stay)


@jit
def hear_control_number(state, rules, number):
    """BR-MIS-10, 12 The missiles not controlled stay behind as a spread of their own."""
    split_spread(state, int(state.order[state.seat].spread), number)
    ask(state, Ask.SPREAD_WORDS, state.seat)


# --- the words of a spread's move ----------------------------------------------------------------


@jit
def crosses_hex(spread, order, q, r):
    """BR-MIS-14, BR-AMB-40 Whether the path passes a hex, its start excluded unless it rests."""
    dq, dr = int(spread.vq) + int(order.dq), int(spread.vr) + int(order.dr)
    start = spread.q == q and spread.r == r
    if dq == 0 and dr == 0:
        return start
    if start:
        return False
    aq, ar = int(spread.q), int(spread.r)
    return passes_through(aq, ar, aq + dq, ar + dr, int(q), int(r))


@jit
def can_attack_craft(state, rules, order, index):
    """BR-MIS-14, 15, BR-AMB-42 A detected craft on the path, and a lock to be hoped for."""
    craft = state.craft[index]
    if not craft.detected or not is_on_map(state, craft):
        return False
    spread = state.spread[order.spread]
    force = state.tf[craft.tf]
    if not crosses_hex(spread, order, force.q, force.r):
        return False
    if spread.sim > 0:  # BR-AMB-99
        return True
    owner = state.craft[spread.owner]
    return can_lock(state, rules, int(spread.owner), range_to_force(state, owner, int(craft.tf)))


@jit
def can_attack_force(state, rules, order, tf):
    """BR-MIS-14 Whether a task force shows a craft that the spread may attack."""
    side = tf // force_slots(state)
    for k in half(state.craft, side):
        if state.craft[k].tf == tf and can_attack_craft(state, rules, order, k):
            return True
    return False


@jit
def can_attack_spread(state, rules, order, index):
    """BR-AMB-43 A detected enemy spread on the path."""
    target = state.spread[index]
    if not rules.option.spreads_attack_spreads or target.count == 0 or not target.detected:
        return False
    spread = state.spread[order.spread]
    if not crosses_hex(spread, order, target.q, target.r):
        return False
    if spread.sim > 0:
        return True
    owner = state.craft[spread.owner]
    return can_lock(state, rules, int(spread.owner), range_to_spread(state, owner, index))


@jit
def legal_attack_target(state, rules, side, mask):
    """BR-MIS-14 Task forces and spreads that the spread may attack on its path."""
    order = state.order[side]
    enemy, count = 1 - side, 0
    for k in half(state.tf, enemy):
        if can_attack_force(state, rules, order, k):
            mask[enemy_force_word(state, k)] = 1
            count += 1
    for k in half(state.spread, enemy):
        if can_attack_spread(state, rules, order, k):
            mask[enemy_spread_word(state, k)] = 1
            count += 1
    return count


@jit
def may_attack(state, rules, side):
    """Whether the spread may declare an attack on its present path."""
    order = state.order[side]
    enemy = 1 - side
    for k in half(state.craft, enemy):
        if can_attack_craft(state, rules, order, k):
            return True
    for k in half(state.spread, enemy):
        if can_attack_spread(state, rules, order, k):
            return True
    return False


@jit
def legal_spread_words(state, rules, side, mask):
    """BR-MIS-12, 13, 14 Gs in six directions, a split, an attack, or go."""
    order = state.order[side]
    spread = state.spread[order.spread]
    mask[Verb.GO] = 1
    count = 1
    if order.gs < spread.g_left:
        first = first_direction(state)
        for direction in range(DIRECTIONS):
            mask[first + direction] = 1
        count += DIRECTIONS
    if spread.count > 1 and order.gs == 0 and free_spread(state, side) != NONE:
        mask[Verb.SPLIT] = 1
        count += 1
    if may_attack(state, rules, side):
        mask[Verb.ATTACK] = 1
        count += 1
    if spread.sim > 0 and order.gs == 0 and can_scan(state, int(order.spread)):
        mask[Verb.DETECT] = 1
        count += 1
    return count


@jit
def hear_spread_words(state, rules, word):
    """BR-MIS-12, 13, 14 One more word of a spread's move."""
    side = int(state.seat)
    order = state.order[side]
    if word == Verb.GO:
        proceed(state, Step.SPREAD_MOVE)
    elif word == Verb.SPLIT:
        begin_number(order, 1, int(state.spread[order.spread].count) - 1)
        ask(state, Ask.SPLIT_NUMBER, side)
    elif word == Verb.ATTACK:
        ask(state, Ask.ATTACK_TARGET, side)
    elif word == Verb.DETECT:
        ask(state, Ask.SIM_TARGET, side)
    else:
        direction = spoken_direction(state, word)
        order.dq += DIRECTION_Q[direction]
        order.dr += DIRECTION_R[direction]
        order.gs += 1


@jit
def hear_split_number(state, rules, number):
    """BR-MIS-12 So many missiles make this move; the rest may move otherwise."""
    split_spread(state, int(state.order[state.seat].spread), number)
    ask(state, Ask.SPREAD_WORDS, state.seat)


# --- attack and move -----------------------------------------------------------------------------


@jit
def hear_attack_target(state, rules, word):
    """BR-MIS-14, 15 The target of the attack; the controlling ship tries a lock before the move."""
    side = int(state.seat)
    order = state.order[side]
    order.target_tf = spoken_enemy_force(state, side, word)
    order.target_spread = spoken_enemy_spread(state, side, word)
    ask(state, Ask.ATTACK_SENSOR, side)


@jit
def attack_range(state, order):
    """Hexes from the controlling ship to the target of the attack."""
    owner = state.craft[state.spread[order.spread].owner]
    if order.target_spread != NONE:
        return range_to_spread(state, owner, int(order.target_spread))
    return range_to_force(state, owner, int(order.target_tf))


@jit
def legal_attack_sensor(state, rules, side, mask):
    """BR-MIS-15, BR-SIM-03 Active or passive lock of the controlling ship; none for SIMs."""
    order = state.order[side]
    owner = int(state.spread[order.spread].owner)
    if state.spread[order.spread].sim > 0:
        mask[Verb.DONE] = 1
        return 1 + legal_lock_sensor(state, rules, owner, attack_range(state, order), mask)
    return legal_lock_sensor(state, rules, owner, attack_range(state, order), mask)


@jit
def hear_attack_sensor(state, rules, word):
    """BR-MIS-15, BR-AMB-42 One lock per spread against the easiest craft of the force."""
    order = state.order[state.seat]
    if word == Verb.DONE:
        attack_or_fire(state, order)
        return
    sensor = Sensor.ACTIVE if word == Verb.ACTIVE else Sensor.PASSIVE
    owner = int(state.spread[order.spread].owner)
    begin_attempt(state, Purpose.MISSILE_LOCK, owner, sensor)
    aim_attempt(state, rules, int(order.target_tf), int(order.target_spread))


@jit
def after_missile_lock(state, rules):
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


@jit
def attack_or_fire(state, order):
    """BR-SIM-03, BR-AMB-99 Semi-independent missiles go on, whatever their ship's lock is."""
    if state.phase == Phase.MISSILE_ATTACK:
        proceed(state, Step.MISSILE_FIRE)
        return
    spread = state.spread[order.spread]
    spread.target_tf = order.target_tf
    spread.target_spread = order.target_spread
    proceed(state, Step.SPREAD_MOVE)


@jit
def move_spread(state, rules):
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
    tell_spread(state, index)
    drop_if_off_map(state, rules, index)
    if spread.sim > 0:
        proceed(state, Step.SIM_NEXT)
        return
    state.mover = 1 - state.mover
    proceed(state, Step.NEXT_SPREAD)


@jit
def stop_or_fly(state, spread):
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


@jit
def tell_spread(state, index):
    """Log a spread's move, or its attack."""
    spread = state.spread[index]
    attacks = spread.target_tf != NONE or spread.target_spread != NONE
    kind = Event.SPREAD_ATTACK if attacks else Event.SPREAD_MOVE
    event = note(state, kind, index // spread_slots(state))
    event.actor = index
    event.target = spread.target_tf
    event.a = spread.q
    event.b = spread.r
    event.c = spread.target_spread


@jit
def drop_if_off_map(state, rules, index):
    """BR-AMB-57 Missiles outside the map are lost."""
    spread = state.spread[index]
    columns, rows = int(rules.option.columns), int(rules.option.rows)
    if not on_map(int(spread.q), int(spread.r), columns, rows):
        remove_spread(state, index)


@jit
def coast_spreads(state, rules):
    """BR-MIS-17 Uncontrolled spreads move by their vectors; they neither burn Gs nor attack."""
    for k in range(len(state.spread)):
        spread = state.spread[k]
        if spread.count > 0 and not spread.moved:
            spread.q += spread.vq
            spread.r += spread.vr
            spread.moved = 1
            tell_spread(state, k)
            drop_if_off_map(state, rules, k)
    proceed(state, Step.NEXT_ATTACK)


@jit
def closing_velocity(state, spread, tf):
    """BR-MIS-26, BR-AMB-47 Hexes from the missile's PEM to the force's projected endpoint."""
    force = state.tf[tf]
    return distance(
        int(spread.q) + int(spread.vq),
        int(spread.r) + int(spread.vr),
        int(force.q) + int(force.vq),
        int(force.r) + int(force.vr),
    )
