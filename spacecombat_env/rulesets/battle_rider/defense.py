"""Chapter MIS, second half: the Missile Attack Phase, defensive fire first, then the missiles."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.constants import (
    MISSILE_SIZE,
    NONE,
    WEAPON_ROWS,
    Ask,
    Chance,
    CraftStatus,
    Event,
    Grade,
    MAX_DIFFICULTY,
    Purpose,
    Sensor,
    Step,
    Verb,
)
from spacecombat_env.rulesets.battle_rider.damage import (
    can_screen,
    fire_control,
    remove_orphaned_spreads,
    remove_spread,
    take_damage,
    white_out,
)
from spacecombat_env.rulesets.battle_rider.detection import (
    aim_attempt,
    begin_attempt,
    can_detect_with,
    can_lock_with,
    legal_lock_sensor,
    range_to_force,
    range_to_spread,
    reveal_spread,
)
from spacecombat_env.rulesets.battle_rider.fire import (
    beams_left,
    hit_difficulty,
    laser_value,
    overpower_possible,
    renew_sandcasters,
    sand_left,
    spend_beam,
)
from spacecombat_env.rulesets.battle_rider.missiles import closing_velocity
from spacecombat_env.rulesets.battle_rider.state import MAX_MEMBERS, SAND_LEVELS
from spacecombat_env.rulesets.battle_rider.tasks import (
    IMPOSSIBLE,
    ask,
    attempt_task,
    note,
    pair,
    proceed,
    task_penalty,
    turn_card,
)
from spacecombat_env.rulesets.battle_rider.words import (
    begin_number,
    craft_slots,
    craft_word,
    enemy_spread_word,
    force_slots,
    spoken_craft,
    spoken_enemy_spread,
    spread_slots,
)

# --- the phase -----------------------------------------------------------------------------------


@jit
def begin_attacks(state, rules):
    """BR-SEQ-10, BR-FIR-08 A new phase for beams, locks, sand and dampers; freeze the controllers.

    Everything in the phase counts as simultaneous, so what a controlling ship can do is noted now.
    """
    for k in range(len(state.craft)):
        craft = state.craft[k]
        for row in range(WEAPON_ROWS):
            craft.fired_before[row] = craft.fired[row]
            craft.fired[row] = 0
        craft.dampers_used = 0
        craft.lock_spread = 0
        craft.lock_spread_tried = 0
    renew_sandcasters(state, 0)
    renew_sandcasters(state, 1)
    for k in range(len(state.spread)):
        spread = state.spread[k]
        spread.fired = 0
        if spread.count > 0 and (spread.target_tf != NONE or spread.target_spread != NONE):
            freeze_controller(state, rules, spread)
    state.attack_tf = NONE


@jit
def freeze_controller(state, rules, spread):
    """BR-SEQ-10, BR-MIS-28 Fire control, penalties and range of the controlling ship."""
    owner = state.craft[spread.owner]
    spread.fire_control = fire_control(owner, rules.classes[owner.klass])
    spread.penalty = task_penalty(owner)
    if spread.target_tf != NONE:
        spread.reach = range_to_force(state, owner, int(spread.target_tf))
    else:
        spread.reach = range_to_spread(state, owner, int(spread.target_spread))


@jit
def attacks(state, index):
    """Whether a spread still attacks the task force being resolved."""
    spread = state.spread[index]
    return spread.count > 0 and spread.target_tf == state.attack_tf


@jit
def next_attack(state, rules):
    """BR-SEQ-10, BR-MIS-18 The next task force under attack, until none is left."""
    for tf in range(int(state.attack_tf) + 1, len(state.tf)):
        for k in range(len(state.spread)):
            if state.spread[k].count > 0 and state.spread[k].target_tf == tf:
                begin_attack(state, tf)
                return
    proceed(state, Step.ATTACK_END)


@jit
def begin_attack(state, tf):
    """BR-MIS-19 List the defenders; target declaration comes first."""
    state.attack_tf = tf
    side = tf // force_slots(state)
    for k in range(MAX_MEMBERS):
        state.defender[k] = NONE
    count = list_defenders(state, tf, True, 0)
    list_defenders(state, tf, False, count)
    for k in range(len(state.spread)):
        for member in range(MAX_MEMBERS):
            state.spread[k].aim[member] = 0
    state.attack_member = 0
    state.attack_spread = 0
    state.order[side].shot_kept = 0
    proceed(state, Step.AIM)


@jit
def list_defenders(state, tf, detected, count):
    """The craft of a force, known ones before unknown, so that a place in the list tells nothing."""
    side = tf // force_slots(state)
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status != CraftStatus.IN_FORCE or craft.tf != tf or count >= MAX_MEMBERS:
            continue
        if bool(craft.detected) == detected:
            state.defender[count] = k
            count += 1
    return count


# --- step 1: target declaration ------------------------------------------------------------------


@jit
def is_target(state, member):
    """BR-MIS-14, 20 A detected craft of the task force under attack."""
    index = int(state.defender[member])
    return index != NONE and bool(state.craft[index].detected)


@jit
def last_target(state):
    """The last defender that may be aimed at."""
    last = NONE
    for member in range(MAX_MEMBERS):
        if is_target(state, member):
            last = member
    return last


@jit
def unaimed(spread):
    """Missiles of a spread not distributed yet."""
    total = int(spread.count)
    for member in range(MAX_MEMBERS):
        total -= int(spread.aim[member])
    return total


@jit
def aim_step(state, rules):
    """BR-MIS-20 The attacker distributes each spread's missiles over the ships of the force."""
    last = last_target(state)
    while state.attack_spread < len(state.spread):
        index = int(state.attack_spread)
        if attacks(state, index) and last != NONE:
            spread = state.spread[index]
            while state.attack_member < last:
                if is_target(state, int(state.attack_member)) and unaimed(spread) > 0:
                    ask_aim(state, spread)
                    return
                state.attack_member += 1
            spread.aim[last] = unaimed(spread)
        state.attack_spread += 1
        state.attack_member = 0
    proceed(state, Step.DEFENSE)


@jit
def ask_aim(state, spread):
    """BR-MIS-20 How many missiles of this spread go for this ship?"""
    side = int(spread.owner) // craft_slots(state)
    order = state.order[side]
    order.spread = state.attack_spread
    order.target_craft = state.defender[state.attack_member]
    begin_number(order, 0, unaimed(spread))
    ask(state, Ask.AIM_NUMBER, side)


@jit
def hear_aim(state, rules, number):
    """BR-MIS-20 So many."""
    state.spread[state.attack_spread].aim[state.attack_member] = number
    state.attack_member += 1
    proceed(state, Step.AIM)


# --- step 2: locks -------------------------------------------------------------------------------


@jit
def defending_side(state):
    """The side under attack."""
    return int(state.attack_tf) // force_slots(state)


@jit
def has_any_beam(state, rules, index):
    """Whether a ship has a beam left for defensive fire."""
    for row in range(WEAPON_ROWS):
        if beams_left(state, rules, index, row) > 0:
            return True
    return False


@jit
def may_lock_spread_with(state, rules, index, spread, sensor):
    """BR-MIS-21, 22 A lock on a detected spread, or plain detection of an undetected one."""
    craft = state.craft[index]
    distance_to = range_to_spread(state, craft, spread)
    if not can_lock_with(state, rules, index, sensor, distance_to):
        return False
    return bool(state.spread[spread].detected) or can_detect_with(rules, craft, sensor)


@jit
def spread_bit(state, spread):
    """Bit of a spread in a craft's lock masks."""
    return 1 << (spread % spread_slots(state))


@jit
def may_lock_spread(state, rules, index, spread):
    """BR-MIS-21, BR-AMB-32 One attempt per ship and spread."""
    craft = state.craft[index]
    if not attacks(state, spread) or int(craft.lock_spread_tried) & spread_bit(state, spread):
        return False
    if not has_any_beam(state, rules, index):
        return False
    return may_lock_spread_with(
        state, rules, index, spread, Sensor.ACTIVE
    ) or may_lock_spread_with(state, rules, index, spread, Sensor.PASSIVE)


@jit
def may_lock_any(state, rules, index):
    """Whether a ship may try a lock on any attacking spread."""
    for k in range(len(state.spread)):
        if may_lock_spread(state, rules, index, k):
            return True
    return False


@jit
def is_defender(state, index):
    """Whether a craft belongs to the task force under attack."""
    craft = state.craft[index]
    return craft.status == CraftStatus.IN_FORCE and craft.tf == state.attack_tf


@jit
def any_defender_may_lock(state, rules, side):
    """Whether any defender may try a lock."""
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if is_defender(state, k) and may_lock_any(state, rules, k):
            return True
    return False


@jit
def can_shoot_at(state, rules, index, spread):
    """BR-MIS-21, 23 A ship with a lock on the spread and a beam that can hit a missile."""
    craft = state.craft[index]
    if not attacks(state, spread) or not int(craft.lock_spread) & spread_bit(state, spread):
        return False
    for row in range(WEAPON_ROWS):
        if shot_room(state, rules, index, row) > 0:
            return True
    return False


@jit
def can_shoot_any(state, rules, side):
    """Whether any defender can shoot at any attacking spread."""
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if is_defender(state, k):
            for spread in range(len(state.spread)):
                if can_shoot_at(state, rules, k, spread):
                    return True
    return False


@jit
def legal_defense_menu(state, rules, side, mask):
    """BR-MIS-19 Locks and beams as long as any are left; then the dampers."""
    mask[Verb.END_DEFENSE] = 1
    count = 1
    if any_defender_may_lock(state, rules, side):
        mask[Verb.LOCK] = 1
        count += 1
    if can_shoot_any(state, rules, side):
        mask[Verb.SHOOT] = 1
        count += 1
    if state.order[side].shot_kept and shot_can_repeat(state, rules, side):
        mask[Verb.AGAIN] = 1
        count += 1
    if overpower_possible(state, rules, side):
        mask[Verb.OVERPOWER] = 1
        count += 1
    return count


@jit
def hear_defense_menu(state, rules, word):
    """BR-MIS-19 One deed of the defence."""
    side = int(state.seat)
    if word == Verb.END_DEFENSE:
        proceed(state, Step.DAMPERS)
    elif word == Verb.LOCK:
        ask(state, Ask.DEFENSE_SHIP, side)
    elif word == Verb.SHOOT:
        ask(state, Ask.SHOT_SPREAD, side)
    elif word == Verb.AGAIN:
        fire_shot(state, rules, side)
    else:
        ask(state, Ask.OVERPOWER_SHIP, side)


@jit
def legal_defense_ship(state, rules, side, mask):
    """BR-MIS-21 Ships that may try a lock."""
    count = 0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if is_defender(state, k) and may_lock_any(state, rules, k):
            mask[craft_word(state, k)] = 1
            count += 1
    return count


@jit
def hear_defense_ship(state, rules, word):
    """BR-MIS-21 The ship that tries a lock."""
    state.order[state.seat].craft = spoken_craft(state, int(state.seat), word)
    ask(state, Ask.DEFENSE_SPREAD, state.seat)


@jit
def legal_defense_spread(state, rules, side, mask):
    """BR-MIS-21 Spreads it may try to lock."""
    count = 0
    for k in range(len(state.spread)):
        if may_lock_spread(state, rules, int(state.order[side].craft), k):
            mask[enemy_spread_word(state, k)] = 1
            count += 1
    return count


@jit
def hear_defense_spread(state, rules, word):
    """BR-MIS-21 The spread to be locked."""
    order = state.order[state.seat]
    order.target_spread = spoken_enemy_spread(state, int(state.seat), word)
    ask(state, Ask.DEFENSE_SENSOR, state.seat)


@jit
def legal_defense_sensor(state, rules, side, mask):
    """BR-MIS-21, 22 Active or passive."""
    order = state.order[side]
    index, spread = int(order.craft), int(order.target_spread)
    if state.spread[spread].detected:
        distance_to = range_to_spread(state, state.craft[index], spread)
        return legal_lock_sensor(state, rules, index, distance_to, mask)
    count = 0
    if may_lock_spread_with(state, rules, index, spread, Sensor.ACTIVE):
        mask[Verb.ACTIVE] = 1
        count += 1
    if may_lock_spread_with(state, rules, index, spread, Sensor.PASSIVE):
        mask[Verb.PASSIVE] = 1
        count += 1
    return count


@jit
def hear_defense_sensor(state, rules, word):
    """BR-MIS-21 The attempt."""
    order = state.order[state.seat]
    sensor = Sensor.ACTIVE if word == Verb.ACTIVE else Sensor.PASSIVE
    index, spread = int(order.craft), int(order.target_spread)
    state.craft[index].lock_spread_tried |= spread_bit(state, spread)
    begin_attempt(state, Purpose.DEFENSE_LOCK, index, sensor)
    aim_attempt(state, rules, NONE, spread)


@jit
def after_defense_lock(state, rules):
    """BR-MIS-22, BR-AMB-46 Success is a lock, and detects an undetected spread for everyone."""
    attempt = state.attempt
    if attempt.grade != Grade.FAILURE:
        spread = int(attempt.target_spread)
        state.craft[attempt.actor].lock_spread |= spread_bit(state, spread)
        if not state.spread[spread].detected:
            reveal_spread(state, spread)
    proceed(state, Step.DEFENSE)


# --- step 3: beams -------------------------------------------------------------------------------


@jit
def member_of(state, index):
    """Place of a craft among the defenders."""
    for member in range(MAX_MEMBERS):
        if state.defender[member] == index:
            return member
    return NONE


@jit
def beam_difficulty(state, rules, index, row):
    """BR-MIS-23, BR-FIR-09 Difficulty of one beam against a missile in its own hex."""
    return hit_difficulty(state, rules, index, row, 0, MISSILE_SIZE, 0)


@jit
def shot_room(state, rules, index, row):
    """Weapons of a row that can still join shots at missiles."""
    left = beams_left(state, rules, index, row)
    if left > 0 and beam_difficulty(state, rules, index, row) > MAX_DIFFICULTY:
        return 0
    return left


@jit
def legal_shot_spread(state, rules, side, mask):
    """BR-MIS-18, 23 Attacking spreads somebody has a lock on."""
    count = 0
    for spread in range(len(state.spread)):
        for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
            if is_defender(state, k) and can_shoot_at(state, rules, k, spread):
                mask[enemy_spread_word(state, spread)] = 1
                count += 1
                break
    return count


@jit
def hear_shot_spread(state, rules, word):
    """BR-MIS-23 The spread to which the missile belongs."""
    order = state.order[state.seat]
    order.target_spread = spoken_enemy_spread(state, int(state.seat), word)
    order.shot_kept = 0
    for member in range(MAX_MEMBERS):
        for row in range(WEAPON_ROWS):
            order.shot[member, row] = 0
    ask(state, Ask.SHOT_MEMBER, state.seat)


@jit
def legal_member(state, spread, mask):
    """Defenders at whom missiles of a spread are aimed."""
    count = 0
    for member in range(MAX_MEMBERS):
        if spread.aim[member] > 0:
            mask[craft_word(state, int(state.defender[member]))] = 1
            count += 1
    return count


@jit
def hear_shot_member(state, rules, word):
    """BR-MIS-23 One of the missiles aimed at this ship."""
    order = state.order[state.seat]
    order.member = member_of(state, spoken_craft(state, int(state.seat), word))
    ask(state, Ask.SHOT_SHIP, state.seat)


@jit
def row_room(state, rules, order, index, row):
    """Weapons of a row that may still be added to the shot."""
    return shot_room(state, rules, index, row) - int(order.shot[member_of(state, index), row])


@jit
def can_add(state, rules, order, index):
    """Whether a ship may add a beam to the shot."""
    if not is_defender(state, index):
        return False
    if not can_shoot_at(state, rules, index, int(order.target_spread)):
        return False
    for row in range(WEAPON_ROWS):
        if row_room(state, rules, order, index, row) > 0:
            return True
    return False


@jit
def shot_beams(order):
    """Beams in the shot."""
    total = 0
    for member in range(MAX_MEMBERS):
        for row in range(WEAPON_ROWS):
            total += int(order.shot[member, row])
    return total


@jit
def legal_shot_ship(state, rules, side, mask):
    """BR-MIS-23 Ships that may add beams to the shot, or open fire."""
    order = state.order[side]
    count = 0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if can_add(state, rules, order, k):
            mask[craft_word(state, k)] = 1
            count += 1
    if shot_beams(order) > 0:
        mask[Verb.OPEN_FIRE] = 1
        count += 1
    return count


@jit
def hear_shot_ship(state, rules, word):
    """BR-MIS-23 A ship whose beams join the shot, or fire."""
    order = state.order[state.seat]
    if word == Verb.OPEN_FIRE:
        order.shot_kept = 1
        fire_shot(state, rules, int(state.seat))
        return
    order.craft = spoken_craft(state, int(state.seat), word)
    ask(state, Ask.SHOT_WEAPON, state.seat)


@jit
def legal_shot_weapon(state, rules, order, mask):
    """BR-MIS-23 Rows with beams left."""
    count = 0
    for row in range(WEAPON_ROWS):
        if row_room(state, rules, order, int(order.craft), row) > 0:
            mask[Verb.SPINAL + row] = 1
            count += 1
    return count


@jit
def hear_shot_weapon(state, rules, word):
    """BR-MIS-23 The row; how many of it."""
    order = state.order[state.seat]
    order.row = word - Verb.SPINAL
    begin_number(order, 1, row_room(state, rules, order, int(order.craft), int(order.row)))
    ask(state, Ask.SHOT_NUMBER, state.seat)


@jit
def hear_shot_number(state, rules, number):
    """BR-MIS-23 So many beams of the row join the shot."""
    order = state.order[state.seat]
    order.shot[member_of(state, int(order.craft)), order.row] += number
    ask(state, Ask.SHOT_SHIP, state.seat)


@jit
def shot_can_repeat(state, rules, side):
    """Whether the same beams can fire at another missile of the same group."""
    order = state.order[side]
    if order.target_spread == NONE or order.member == NONE:
        return False
    spread = state.spread[order.target_spread]
    if not attacks(state, int(order.target_spread)) or spread.aim[order.member] == 0:
        return False
    for member in range(MAX_MEMBERS):
        for row in range(WEAPON_ROWS):
            needed = int(order.shot[member, row])
            if needed == 0:
                continue
            index = int(state.defender[member])
            if not can_shoot_at(state, rules, index, int(order.target_spread)):
                return False
            if shot_room(state, rules, index, row) < needed:
                return False
    return shot_beams(order) > 0


@jit
def fire_shot(state, rules, side):
    """BR-MIS-23 One card: the best beam's difficulty, -1 for each further beam; a hit destroys."""
    order = state.order[side]
    best, beams = IMPOSSIBLE, 0
    for member in range(MAX_MEMBERS):
        for row in range(WEAPON_ROWS):
            for _ in range(int(order.shot[member, row])):
                index = int(state.defender[member])
                best = min(best, beam_difficulty(state, rules, index, row))
                spend_beam(state.craft[index], row)
                beams += 1
    who = pair(order.target_spread, order.member)
    grade = attempt_task(state, rules, Chance.DEFENSE_HIT, who, best - (beams - 1))
    event = note(state, Event.DEFENSE_FIRE, side)
    event.actor = state.attack_tf
    event.target = order.target_spread
    event.a = beams
    event.b = 1 if grade != Grade.FAILURE else 0
    if grade != Grade.FAILURE:
        lose_missile(state, int(order.target_spread), int(order.member))
    proceed(state, Step.DEFENSE)


@jit
def lose_missile(state, index, member):
    """BR-MIS-23, 25 One missile of a group is out; no white-out."""
    spread = state.spread[index]
    spread.aim[member] -= 1
    spread.count -= 1
    if spread.count == 0:
        remove_spread(state, index)


@jit
def defense_step(state, rules):
    """BR-MIS-19 Go on with locks and beams while missiles are left."""
    side = defending_side(state)
    if not any_attackers(state):
        proceed(state, Step.DAMPERS)
        return
    ask(state, Ask.DEFENSE_MENU, side)


@jit
def any_attackers(state):
    """Whether any missile still attacks the force being resolved."""
    for k in range(len(state.spread)):
        if attacks(state, k):
            return True
    return False


# --- step 4: dampers -----------------------------------------------------------------------------


@jit
def dampers_left(state, rules, index):
    """BR-MIS-24, BR-AMB-45, BR-SCR-12 Dampers a ship may still use in this phase."""
    craft = state.craft[index]
    if not is_defender(state, index) or not can_screen(craft):
        return 0
    return int(rules.classes[craft.klass].dampers) - int(craft.dampers_used)


@jit
def damper_difficulty(state, rules, index, spread):
    """BR-MIS-25, 26 Base 2 plus closing velocity over 2, 3, 4, 5 for damper TL 12, 13, 14, 15."""
    craft = state.craft[index]
    level = int(rules.classes[craft.klass].tech_level)
    speed = closing_velocity(state, state.spread[spread], int(state.attack_tf))
    return 2 + speed // max(1, level - 10) + task_penalty(craft)


@jit
def can_damp(state, rules, index, spread):
    """BR-TSK-05 Whether a ship may use a damper on missiles of a spread."""
    if dampers_left(state, rules, index) <= 0 or not attacks(state, spread):
        return False
    return damper_difficulty(state, rules, index, spread) <= MAX_DIFFICULTY


@jit
def can_damp_any(state, rules, index):
    """Whether a ship may use a damper on any attacking missile."""
    for k in range(len(state.spread)):
        if can_damp(state, rules, index, k):
            return True
    return False


@jit
def damper_step(state, rules):
    """BR-MIS-24 Dampers after the beams, while any can be used."""
    side = defending_side(state)
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if is_defender(state, k) and can_damp_any(state, rules, k):
            ask(state, Ask.DAMPER_MENU, side)
            return
    begin_sand(state)


@jit
def legal_damper_menu(state, rules, side, mask):
    """BR-MIS-24 Ships with dampers left, or done."""
    mask[Verb.DONE] = 1
    count = 1
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if is_defender(state, k) and can_damp_any(state, rules, k):
            mask[craft_word(state, k)] = 1
            count += 1
    return count


@jit
def hear_damper_menu(state, rules, word):
    """BR-MIS-24 The ship, or on to the sandcasters."""
    if word == Verb.DONE:
        begin_sand(state)
        return
    state.order[state.seat].craft = spoken_craft(state, int(state.seat), word)
    ask(state, Ask.DAMPER_SPREAD, state.seat)


@jit
def legal_damper_spread(state, rules, side, mask):
    """BR-AMB-45 Any missile attacking its task force."""
    count = 0
    for k in range(len(state.spread)):
        if can_damp(state, rules, int(state.order[side].craft), k):
            mask[enemy_spread_word(state, k)] = 1
            count += 1
    return count


@jit
def hear_damper_spread(state, rules, word):
    """BR-AMB-45 The spread."""
    order = state.order[state.seat]
    order.target_spread = spoken_enemy_spread(state, int(state.seat), word)
    ask(state, Ask.DAMPER_MEMBER, state.seat)


@jit
def hear_damper_member(state, rules, word):
    """BR-AMB-45 The missiles aimed at this ship; how many dampers."""
    order = state.order[state.seat]
    order.member = member_of(state, spoken_craft(state, int(state.seat), word))
    begin_number(order, 1, dampers_left(state, rules, int(order.craft)))
    ask(state, Ask.DAMPER_NUMBER, state.seat)


@jit
def hear_damper_number(state, rules, number):
    """BR-MIS-25, BR-AMB-45 So many dampers, one after the other: each card may stop a missile."""
    order = state.order[state.seat]
    index, spread = int(order.craft), int(order.target_spread)
    difficulty = damper_difficulty(state, rules, index, spread)
    stopped = 0
    for _ in range(number):
        if not attacks(state, spread) or state.spread[spread].aim[order.member] == 0:
            break
        state.craft[index].dampers_used += 1
        grade = attempt_task(state, rules, Chance.DAMPER, pair(index, spread), difficulty)
        if grade != Grade.FAILURE:
            lose_missile(state, spread, int(order.member))
            stopped += 1
    event = note(state, Event.DAMPED, state.seat)
    event.actor = index
    event.target = spread
    event.a = stopped
    event.known = 3 if state.craft[index].detected else 1 << state.seat
    proceed(state, Step.DAMPERS)


# --- step 5: sandcasters, then the missiles, ship by ship ----------------------------------------


@jit
def begin_sand(state):
    """BR-MIS-19, 27 Sandcasters and missile fire, one defender after the other.

    A ship's sand protects itself alone, so taking the ships in turn changes no odds.
    """
    state.attack_member = 0
    begin_member(state)
    proceed(state, Step.MISSILE_SAND)


@jit
def begin_member(state):
    """No sand is assigned yet for the present defender."""
    state.attack_spread = 0
    state.attack_level = 0
    for k in range(len(state.spread)):
        for level in range(SAND_LEVELS):
            state.spread[k].sand[level] = 0


@jit
def sand_ceiling(state, rules, spread, index):
    """Missiles that may get one more caster: those that got one before, and casters left."""
    level = int(state.attack_level)
    if level >= SAND_LEVELS:
        return 0
    group = int(spread.aim[state.attack_member]) if level == 0 else int(spread.sand[level - 1])
    return min(group, sand_left(rules, state.craft[index]))


@jit
def missile_sand_step(state, rules):
    """BR-MIS-27 All of a ship's sandcasters are assigned before the missiles' cards are turned."""
    index = int(state.defender[state.attack_member])
    if index == NONE or state.craft[index].status != CraftStatus.IN_FORCE:
        proceed(state, Step.MISSILE_FIRE)
        return
    while state.attack_spread < len(state.spread):
        spread = state.spread[state.attack_spread]
        ceiling = 0
        if attacks(state, int(state.attack_spread)):
            ceiling = sand_ceiling(state, rules, spread, index)
        if ceiling > 0:
            ask_missile_sand(state, index, ceiling)
            return
        state.attack_spread += 1
        state.attack_level = 0
    proceed(state, Step.MISSILE_FIRE)


@jit
def ask_missile_sand(state, index, ceiling):
    """BR-MIS-27 How many of these missiles meet one more sandcaster?"""
    side = index // craft_slots(state)
    order = state.order[side]
    order.craft = index
    order.target_spread = state.attack_spread
    order.level = state.attack_level
    begin_number(order, 0, ceiling)
    ask(state, Ask.MISSILE_SAND_NUMBER, side)


@jit
def hear_missile_sand(state, rules, number):
    """BR-MIS-27 So many; with none, no missile of the spread gets more."""
    index = int(state.defender[state.attack_member])
    state.spread[state.attack_spread].sand[state.attack_level] = number
    state.craft[index].sand_used += number
    if number == 0:
        state.attack_spread += 1
        state.attack_level = 0
    else:
        state.attack_level += 1
    proceed(state, Step.MISSILE_SAND)


@jit
def missile_fire_step(state, rules):
    """BR-MIS-28, 29 All missiles aimed at the present defender fire; then the next defender."""
    member = int(state.attack_member)
    index = int(state.defender[member])
    if index != NONE:
        for k in range(len(state.spread)):
            if attacks(state, k) and state.spread[k].aim[member] > 0:
                fire_missiles(state, rules, k, index)
    state.attack_member += 1
    if state.attack_member >= MAX_MEMBERS:
        spend_attackers(state)
        proceed(state, Step.NEXT_ATTACK)
        return
    begin_member(state)
    proceed(state, Step.MISSILE_SAND)


@jit
def missile_difficulty(state, rules, spread, index):
    """BR-MIS-28 Base 1, size, evasion and the controlling ship's range, less its fire control."""
    craft = state.craft[index]
    evade = int(state.tf[state.attack_tf].evade)
    offset = max(0, int(spread.reach) // 3 + evade - int(spread.fire_control))
    return 1 + int(rules.classes[craft.klass].size_mod) + offset + int(spread.penalty)


@jit
def casters_on(spread, missile):
    """Sandcasters assigned to the n-th missile of a group."""
    casters = 0
    for level in range(SAND_LEVELS):
        if spread.sand[level] > missile:
            casters += 1
    return casters


@jit
def fire_missiles(state, rules, index, target):
    """BR-MIS-28, 29, 30, BR-SEQ-10 A card for each missile; hits and missiles are used up."""
    spread = state.spread[index]
    missiles = int(spread.aim[state.attack_member])
    difficulty = missile_difficulty(state, rules, spread, target)
    spread.fired = 1
    hits = 0
    for missile in range(missiles):
        if state.craft[target].status != CraftStatus.IN_FORCE:
            break
        who = pair(index, target)
        grade = attempt_task(state, rules, Chance.MISSILE_HIT, who, difficulty)
        if grade != Grade.FAILURE:
            hits += 1
            strike(state, rules, spread, target, grade * 16 + casters_on(spread, missile))
    event = note(state, Event.MISSILES_FIRE, index // spread_slots(state))
    event.actor = index
    event.target = target
    event.a = missiles
    event.b = hits


@jit
def strike(state, rules, spread, target, packed):
    """BR-MIS-29, BR-AMB-49 Another card gives the damage, doubled if outstanding; a laser's rules.

    `packed` holds 16 times the grade plus the sandcasters on this missile.
    """
    grade, sand = packed // 16, packed % 16
    value = missile_damage(state, rules, target) * grade
    klass = rules.classes[state.craft[target].klass]
    final = laser_value(value, sand, int(klass.armor), int(klass.size_mod))
    take_damage(state, rules, target, final)


@jit
def missile_damage(state, rules, target):
    """BR-MIS-29, BR-TSK-10 The missile value of a card, 1..6."""
    card = turn_card(state, rules, Chance.MISSILE_DAMAGE, pair(target, 0))
    return int(rules.card[card].missile_value)


@jit
def spend_attackers(state):
    """BR-MIS-30 Missiles that fired are used up; their markers wait for the end of the phase."""
    for k in range(len(state.spread)):
        spread = state.spread[k]
        if spread.target_tf == state.attack_tf and spread.fired:
            spread.count = 0
            spread.target_tf = NONE


@jit
def end_attacks(state, rules):
    """BR-MIS-30, BR-AMB-07, 43, 48 Spread duels, white-outs, and spreads without controller go."""
    for k in range(len(state.spread)):
        if state.spread[k].count > 0 and state.spread[k].target_spread != NONE:
            duel(state, rules, k)
    for k in range(len(state.spread)):
        spread = state.spread[k]
        if spread.fired:
            white_out(state, int(spread.q), int(spread.r))
            spread.fired = 0
            spread.count = 0
            spread.target_tf = NONE
            spread.target_spread = NONE
            event = note(state, Event.WHITE_OUT, NONE)
            event.a = spread.q
            event.b = spread.r
    state.attack_tf = NONE
    remove_orphaned_spreads(state)
    proceed(state, Step.TURN_RECORD)


@jit
def duel(state, rules, index):
    """BR-AMB-43 Missiles against missiles: each hit removes one, there is no defence."""
    spread = state.spread[index]
    target = int(spread.target_spread)
    other = state.spread[target]
    difficulty = 1 + MISSILE_SIZE + int(spread.penalty)
    difficulty += max(0, int(spread.reach) // 3 - int(spread.fire_control))
    spread.fired = 1
    for _ in range(spread.count):
        if other.count == 0:
            break
        grade = attempt_task(state, rules, Chance.MISSILE_HIT, pair(index, target), difficulty)
        if grade != Grade.FAILURE:
            other.count -= 1
            if other.count == 0:
                remove_spread(state, target)
