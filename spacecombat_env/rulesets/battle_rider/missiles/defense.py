"""Chapter MIS, the Missile Attack Phase, step 3: beams against attacking missiles."""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..beams.gunnery import beams_left, hit_difficulty, log_beam, overpower_of, spend_beam
from ..beams.overpower import overpower_possible
from ..model import (
    IMPOSSIBLE,
    MAX_DIFFICULTY,
    MAX_MEMBERS,
    MISSILE_SIZE,
    NONE,
    WEAPON_ROWS,
    Chance,
    Decision,
    Event,
    Grade,
    Step,
    TaskDM,
    Verb,
    attempt_task,
    craft_action,
    decode_craft,
    decode_enemy_spread,
    enemy_spread_action,
    log_event,
    log_modifier,
    pair_key,
    proceed,
    request_decision,
)
from ..model.record_types import Order, Rules, State
from ..ships.batteries import charge_shot, entry_room, row_needs_hexside
from .attack import any_attackers, attacks, defending_side, is_defender, lose_missiles, member_of
from .barrages import barrage_of, smallest_barrage
from .locks import any_defender_may_lock, has_opened_fire, spread_bit

# --- available beams -----------------------------------------------------------------------------


@native
def beam_difficulty(state: State, rules: Rules, index, row):
    """BR-MIS-23, BR-FIR-09 Difficulty of one beam against a missile in its own hex."""
    return hit_difficulty(state, rules, index, row, 0, MISSILE_SIZE, 0)


@native
def barrage_under_fire(state: State, rules: Rules, order: Order):
    """BR-LRG-02 Missiles that one shot is at: each faces all beams of the shot."""
    if rules.option.barrage == 0 or order.target_spread == NONE or order.member == NONE:
        return 1
    return max(1, barrage_of(rules, state.spread[order.target_spread].aim[order.member]))


@native
def shot_room(state: State, rules: Rules, index, row, spread):
    """BR-BAT-02, BR-AMB-104 Weapons of a row that can still join shots at missiles of a spread."""
    left = beams_left(state, rules, index, row)
    if rules.option.multiple_batteries and row_needs_hexside(rules, state.craft[index], row):
        left = min(left, entry_room(state, rules, index, row, spread))
    if left > 0 and beam_difficulty(state, rules, index, row) == IMPOSSIBLE:
        return 0
    return left


@native
def is_locked_on(state: State, index, spread):
    """BR-MIS-21 Whether a defender has a lock on an attacking spread."""
    if not is_defender(state, index) or not attacks(state, spread):
        return False
    return int(state.craft[index].lock_spread) & spread_bit(state, spread) != 0


@native
def can_shoot_at(state: State, rules: Rules, side, spread, missiles):
    """BR-MIS-23, BR-AMB-104, BR-LRG-02 Whether the beams left may together shoot at one missile.

    Or at a barrage of `missiles`, each of which faces as many beams.
    """
    best, beams = IMPOSSIBLE, 0
    for k in side_range(state.craft, side):
        if not is_locked_on(state, k, spread):
            continue
        for row in range(WEAPON_ROWS):
            room = shot_room(state, rules, k, row, spread) // missiles
            if room > 0:
                best = min(best, beam_difficulty(state, rules, k, row))
                beams += room
    return beams > 0 and best - (beams - 1) <= MAX_DIFFICULTY


@native
def can_shoot_at_spread(state: State, rules: Rules, side, spread):
    """BR-LRG-02 Whether beams may shoot at a spread, at least at its smallest barrage."""
    if not attacks(state, spread):
        return False
    fewest = smallest_barrage(rules, state.spread[spread])
    return fewest < IMPOSSIBLE and can_shoot_at(state, rules, side, spread, fewest)


@native
def can_shoot_at_member(state: State, rules: Rules, side, index):
    """BR-MIS-23, BR-LRG-02 Whether beams are enough for a missile aimed at a ship, or a barrage."""
    spread, member = int(state.order[side].target_spread), member_of(state, index)
    if member == NONE or state.spread[spread].aim[member] == 0:
        return False
    missiles = barrage_of(rules, state.spread[spread].aim[member])
    return can_shoot_at(state, rules, side, spread, missiles)


@native
def legal_shot_member(state: State, rules: Rules, side, mask):
    """BR-MIS-23, BR-LRG-02 Ships whose missiles, or barrages, the beams are enough for."""
    for k in side_range(state.craft, side):
        if can_shoot_at_member(state, rules, side, k):
            mask[craft_action(state, k)] = 1


@native
def can_shoot_any(state: State, rules: Rules, side):
    """Whether the defenders can shoot at any attacking spread."""
    for spread in side_range(state.spread, 1 - side):
        if can_shoot_at_spread(state, rules, side, spread):
            return True
    return False


# --- the menu ------------------------------------------------------------------------------------


@native
def defense_step(state: State, rules: Rules):
    """BR-MIS-19 Continue with locks and beams while missiles are left."""
    side = defending_side(state)
    if not any_attackers(state):
        proceed(state, Step.DAMPERS)
        return
    request_decision(state, Decision.DEFENSE_MENU, side)


@native
def legal_defense_menu(state: State, rules: Rules, side, mask):
    """BR-MIS-19 Locks first, then beams as long as any are left; then the dampers."""
    mask[Verb.END_DEFENSE] = 1
    if not has_opened_fire(state, side) and any_defender_may_lock(state, rules, side):
        mask[Verb.LOCK] = 1
    if can_shoot_any(state, rules, side):
        mask[Verb.SHOOT] = 1
    if state.order[side].shot_kept and shot_can_repeat(state, rules, side):
        mask[Verb.AGAIN] = 1
    if overpower_possible(state, rules, side):
        mask[Verb.OVERPOWER] = 1


@native
def apply_defense_menu(state: State, rules: Rules, action):
    """BR-MIS-19 One activity of the defence."""
    side = int(state.seat)
    if action == Verb.END_DEFENSE:
        proceed(state, Step.DAMPERS)
    elif action == Verb.LOCK:
        request_decision(state, Decision.DEFENSE_SHIP, side)
    elif action == Verb.SHOOT:
        request_decision(state, Decision.SHOT_SPREAD, side)
    elif action == Verb.AGAIN:
        fire_shot(state, rules, side)
    else:
        request_decision(state, Decision.OVERPOWER_SHIP, side)


# --- a shot --------------------------------------------------------------------------------------


@native
def legal_shot_spread(state: State, rules: Rules, side, mask):
    """BR-MIS-18, 23 Attacking spreads on which a defender has a lock."""
    for spread in side_range(state.spread, 1 - side):
        if can_shoot_at_spread(state, rules, side, spread):
            mask[enemy_spread_action(state, spread)] = 1


@native
def apply_shot_spread(state: State, rules: Rules, action):
    """BR-MIS-23 The spread to which the missile belongs."""
    order = state.order[state.seat]
    order.target_spread = decode_enemy_spread(state, int(state.seat), action)
    order.shot_kept = 0
    for member in range(MAX_MEMBERS):
        for row in range(WEAPON_ROWS):
            order.shot[member, row] = 0
    request_decision(state, Decision.SHOT_MEMBER, state.seat)


@native
def apply_shot_member(state: State, rules: Rules, action):
    """BR-MIS-23 One of the missiles aimed at this ship."""
    order = state.order[state.seat]
    order.member = member_of(state, decode_craft(state, int(state.seat), action))
    request_decision(state, Decision.SHOT_SHIP, state.seat)


@native
def row_room(state: State, rules: Rules, order: Order, index, row):
    """Weapons of a row that may still be added to the shot."""
    room = shot_room(state, rules, index, row, int(order.target_spread))
    room //= barrage_under_fire(state, rules, order)
    return room - int(order.shot[member_of(state, index), row])


@native
def can_add(state: State, rules: Rules, order: Order, index):
    """Whether a ship may add a beam to the shot."""
    if not is_locked_on(state, index, int(order.target_spread)):
        return False
    for row in range(WEAPON_ROWS):
        if row_room(state, rules, order, index, row) > 0:
            return True
    return False


@native
def shot_beams(order: Order):
    """Beams in the shot."""
    total = 0
    for member in range(MAX_MEMBERS):
        for row in range(WEAPON_ROWS):
            total += int(order.shot[member, row])
    return total


@native
def shot_difficulty(state: State, rules: Rules, order: Order):
    """BR-MIS-23, BR-AMB-104 The best beam's difficulty, -1 for each further one."""
    best = IMPOSSIBLE
    for member in range(MAX_MEMBERS):
        for row in range(WEAPON_ROWS):
            if order.shot[member, row] > 0:
                index = int(state.defender[member])
                best = min(best, beam_difficulty(state, rules, index, row))
    return best - max(0, shot_beams(order) - 1)


@native
def best_beam(state: State, rules: Rules, order: Order):
    """BR-MIS-23 The ship and the row of the shot's easiest beam; NONE while there is no beam."""
    best, gun, gun_row = IMPOSSIBLE + 1, NONE, 0
    for member in range(MAX_MEMBERS):
        for row in range(WEAPON_ROWS):
            if order.shot[member, row] > 0:
                index = int(state.defender[member])
                difficulty = beam_difficulty(state, rules, index, row)
                if difficulty < best:
                    best, gun, gun_row = difficulty, index, row
    return gun, gun_row


@native
def legal_shot_ship(state: State, rules: Rules, side, mask):
    """BR-MIS-23, BR-AMB-104 Ships that may add beams to the shot, or open fire."""
    order = state.order[side]
    for k in side_range(state.craft, side):
        if can_add(state, rules, order, k):
            mask[craft_action(state, k)] = 1
    if shot_difficulty(state, rules, order) <= MAX_DIFFICULTY:
        mask[Verb.OPEN_FIRE] = 1


@native
def apply_shot_ship(state: State, rules: Rules, action):
    """BR-MIS-23 A ship whose beams join the shot, or fire."""
    order = state.order[state.seat]
    if action == Verb.OPEN_FIRE:
        order.shot_kept = 1
        fire_shot(state, rules, int(state.seat))
        return
    order.craft = decode_craft(state, int(state.seat), action)
    request_decision(state, Decision.SHOT_WEAPON, state.seat)


@native
def legal_shot_weapon(state: State, rules: Rules, order: Order, mask):
    """BR-MIS-23 Rows with beams left."""
    for row in range(WEAPON_ROWS):
        if row_room(state, rules, order, int(order.craft), row) > 0:
            mask[Verb.SPINAL + row] = 1


@native
def apply_shot_weapon(state: State, rules: Rules, action):
    """BR-MIS-23 The row; the number of beams is chosen next."""
    order = state.order[state.seat]
    order.row = action - Verb.SPINAL
    begin_number(order, 1, row_room(state, rules, order, int(order.craft), int(order.row)))
    request_decision(state, Decision.SHOT_NUMBER, state.seat)


@native
def apply_shot_number(state: State, rules: Rules, number):
    """BR-MIS-23 This number of beams of the row joins the shot."""
    order = state.order[state.seat]
    order.shot[member_of(state, int(order.craft)), order.row] += number
    request_decision(state, Decision.SHOT_SHIP, state.seat)


@native
def shot_can_repeat(state: State, rules: Rules, side):
    """Whether the same beams can fire at another missile of the same group."""
    order = state.order[side]
    if order.target_spread == NONE or order.member == NONE:
        return False
    spread = state.spread[order.target_spread]
    if not attacks(state, int(order.target_spread)) or spread.aim[order.member] == 0:
        return False
    missiles = barrage_under_fire(state, rules, order)
    for member in range(MAX_MEMBERS):
        for row in range(WEAPON_ROWS):
            needed = int(order.shot[member, row]) * missiles
            if needed == 0:
                continue
            index = int(state.defender[member])
            if not is_locked_on(state, index, int(order.target_spread)):
                return False
            if shot_room(state, rules, index, row, int(order.target_spread)) < needed:
                return False
    return shot_difficulty(state, rules, order) <= MAX_DIFFICULTY


@native
def fire_shot(state: State, rules: Rules, side):
    """BR-MIS-23, BR-LRG-02, 03 One card: the best beam's difficulty, -1 for each further one.

    A hit destroys the missile, or the whole barrage.
    """
    order = state.order[side]
    difficulty, beams = shot_difficulty(state, rules, order), shot_beams(order)
    gun, row = best_beam(state, rules, order)
    weapon = rules.classes[state.craft[gun].klass].weapon[row]
    overpowered = overpower_of(state.craft[gun], weapon, row)
    missiles = barrage_under_fire(state, rules, order)
    spend_shot(state, rules, order, missiles)
    who = pair_key(order.target_spread, order.member)
    grade = attempt_task(state, rules, Chance.DEFENSE_HIT, who, difficulty)
    log_beam(state, rules, Chance.DEFENSE_HIT, gun, row, (0, MISSILE_SIZE, 0))
    log_modifier(state, Chance.DEFENSE_HIT, TaskDM.OVERPOWER, -overpowered)
    log_modifier(state, Chance.DEFENSE_HIT, TaskDM.BEAMS, 1 - beams)
    event = log_event(state, Event.DEFENSE_FIRE, side)
    event.actor = state.attack_tf
    event.target = order.target_spread
    event.a = beams * missiles
    event.b = missiles if grade != Grade.FAILURE else 0
    if grade != Grade.FAILURE:
        lose_missiles(state, int(order.target_spread), int(order.member), missiles)
    proceed(state, Step.DEFENSE)


@native
def spend_shot(state: State, rules: Rules, order: Order, missiles):
    """BR-MIS-23, BR-BAT-02, BR-AMB-76 The shot's beams have fired; the best one's crew acts."""
    best = IMPOSSIBLE
    for member in range(MAX_MEMBERS):
        for row in range(WEAPON_ROWS):
            number = int(order.shot[member, row])
            if number == 0:
                continue
            index = int(state.defender[member])
            difficulty = beam_difficulty(state, rules, index, row)
            if rules.option.crew_quality and difficulty < best:
                order.craft = index
            best = min(best, difficulty)
            for _ in range(number * missiles):
                spend_beam(state.craft[index], row)
                charge_shot(state, rules, index, row, int(order.target_spread))
