"""Chapters FIR and SCR: beam fire, overpowering, and the screens that answer it."""

from spacecombat_env.core.hexgrid import distance
from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.constants import (
    MAX_DIFFICULTY,
    MAX_HITS,
    NONE,
    TURN_LENGTH_MARKER,
    WEAPON_ROWS,
    Ask,
    Beam,
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
from spacecombat_env.rulesets.battle_rider.damage import (
    can_fire_beams,
    can_screen,
    fire_control,
    is_on_map,
    remove_spread,
    take_damage,
)
from spacecombat_env.rulesets.battle_rider.detection import (
    aim_attempt,
    begin_attempt,
    can_lock,
    in_round,
    range_to_force,
    range_to_spread,
)
from spacecombat_env.rulesets.battle_rider.movement import can_maneuver
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
    begin_number,
    craft_slots,
    craft_word,
    enemy_craft_word,
    enemy_spread_word,
    spoken_craft,
    spoken_enemy_craft,
    spoken_enemy_spread,
    spread_slots,
)

# --- weapons -------------------------------------------------------------------------------------


@jit
def fires_twice(klass):
    """BR-FIR-02 Size -2 and larger fire their beams in both phases."""
    return klass.size_mod <= -2


@jit
def beams_left(state, rules, index, row):
    """BR-FIR-02, 08, BR-DMG-19, BR-AMB-46 Weapons of a row that may still fire this phase."""
    craft = state.craft[index]
    klass = rules.classes[craft.klass]
    weapon = klass.weapon[row]
    if weapon.kind == Beam.NONE or not can_fire_beams(craft):
        return 0
    if weapon.spinal and craft.damage[Result.SPINE]:
        return 0
    left = int(weapon.number) - int(craft.fired[row])
    if state.phase == Phase.MISSILE_ATTACK:
        if not fires_twice(klass):
            left -= int(craft.fired_before[row])
        elif weapon.spinal:
            return 0
    return max(0, left)


@jit
def range_band(distance_to, short_range):
    """BR-TSK-03 Range band 0..3, or NONE beyond extreme range."""
    difficulty = base_difficulty(distance_to, short_range)
    return NONE if difficulty == IMPOSSIBLE else difficulty - 1


@jit
def weapon_damage(weapon, distance_to):
    """BR-DMG-01, BR-CTR-02, BR-AMB-34 Damage value at a range; NONE where it may not fire."""
    band = range_band(distance_to, int(weapon.range))
    return NONE if band == NONE else int(weapon.damage[band])


@jit
def hit_modifier(rules, craft, distance_to, evade):
    """BR-FIR-09, 10, 16, BR-AMB-14 Absolute range and evasion, less the fire control rating."""
    offset = fire_control(craft, rules.classes[craft.klass])
    return max(0, distance_to // 3 + evade - offset)


@jit
def overpower_of(craft, weapon, row):
    """BR-FIR-11, BR-AMB-13 Level at which the next weapon of a row fires."""
    level = int(weapon.overpower)
    if craft.overpowered[row] > 0:
        level = max(level, int(craft.overpower))
    return level


@jit
def hit_difficulty(state, rules, index, row, distance_to, size, evade):
    """BR-FIR-09 Difficulty for one weapon of a row against a target of a size and evasion."""
    craft = state.craft[index]
    weapon = rules.classes[craft.klass].weapon[row]
    if weapon_damage(weapon, distance_to) == NONE:
        return IMPOSSIBLE
    difficulty = base_difficulty(distance_to, int(weapon.range)) + size
    difficulty += hit_modifier(rules, craft, distance_to, evade)
    return difficulty - overpower_of(craft, weapon, row) + task_penalty(craft)


@jit
def target_range(state, index, order):
    """Hexes from a ship to the target of an order."""
    craft = state.craft[index]
    if order.target_spread != NONE:
        return range_to_spread(state, craft, int(order.target_spread))
    return range_to_force(state, craft, int(state.craft[order.target_craft].tf))


@jit
def row_difficulty(state, rules, index, row, order):
    """BR-FIR-09, 19 Difficulty of a row against the target of an order."""
    distance_to = target_range(state, index, order)
    if order.target_spread != NONE:
        return hit_difficulty(state, rules, index, row, distance_to, 2, 0)
    target = state.craft[order.target_craft]
    evade = int(state.tf[target.tf].evade)
    size = int(rules.classes[target.klass].size_mod)
    return hit_difficulty(state, rules, index, row, distance_to, size, evade)


@jit
def row_can_fire(state, rules, index, row, order):
    """BR-TSK-05, BR-FIR-08 Whether weapons of a row may fire at the target of an order."""
    if beams_left(state, rules, index, row) == 0:
        return False
    return row_difficulty(state, rules, index, row, order) <= MAX_DIFFICULTY


@jit
def any_row_can_fire(state, rules, index, order):
    """Whether any weapon of a ship may fire at the target of an order."""
    for row in range(WEAPON_ROWS):
        if row_can_fire(state, rules, index, row, order):
            return True
    return False


# --- targets and locks ---------------------------------------------------------------------------


@jit
def has_lock(state, craft, order):
    """BR-FIR-05, BR-AMB-32 A lock won earlier in this phase still holds."""
    if order.target_spread != NONE:
        return int(craft.lock_spread) >> (order.target_spread % spread_slots(state)) & 1 == 1
    return int(craft.lock) >> (order.target_craft % craft_slots(state)) & 1 == 1


@jit
def lock_was_tried(state, craft, order):
    """BR-FIR-07, BR-AMB-32 One lock attempt per ship, target and phase."""
    if order.target_spread != NONE:
        tried = int(craft.lock_spread_tried) >> (order.target_spread % spread_slots(state))
    else:
        tried = int(craft.lock_tried) >> (order.target_craft % craft_slots(state))
    return tried & 1 == 1


@jit
def ship_can_fire(state, rules, index, order):
    """BR-FIR-05, 18 A ship of the round with a weapon that bears and a lock, or hope of one."""
    craft = state.craft[index]
    if not can_fire_beams(craft) or not any_row_can_fire(state, rules, index, order):
        return False
    if has_lock(state, craft, order):
        return True
    if lock_was_tried(state, craft, order):
        return False
    return can_lock(state, rules, index, target_range(state, index, order))


@jit
def force_can_fire(state, rules, side, order):
    """Whether any ship of the round's task force can fire at the target of an order."""
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if in_round(state, k, side) and ship_can_fire(state, rules, k, order):
            return True
    return False


@jit
def has_beams(state, rules, side):
    """Whether any ship of the round's task force still has a beam to fire."""
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if in_round(state, k, side):
            for row in range(WEAPON_ROWS):
                if beams_left(state, rules, k, row) > 0:
                    return True
    return False


@jit
def aim_order(order, craft, spread):
    """Point an order at an enemy craft or spread."""
    order.target_craft = craft
    order.target_spread = spread


@jit
def legal_fire_target(state, rules, side, mask):
    """BR-FIR-18, 19 Detected enemy craft and detected spreads at which somebody can fire."""
    if not has_beams(state, rules, side):
        return 0
    count = 0
    order = state.order[side]
    kept_craft, kept_spread = int(order.target_craft), int(order.target_spread)
    enemy = 1 - side
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.detected and is_on_map(state, craft):
            aim_order(order, k, NONE)
            if force_can_fire(state, rules, side, order):
                mask[enemy_craft_word(state, k)] = 1
                count += 1
    for k in range(enemy * spread_slots(state), (enemy + 1) * spread_slots(state)):
        if state.spread[k].count > 0 and state.spread[k].detected:
            aim_order(order, NONE, k)
            if force_can_fire(state, rules, side, order):
                mask[enemy_spread_word(state, k)] = 1
                count += 1
    aim_order(order, kept_craft, kept_spread)
    return count


@jit
def hear_fire_target(state, rules, word):
    """BR-SEQ-08 The target is named."""
    order = state.order[state.seat]
    craft = spoken_enemy_craft(state, int(state.seat), word)
    aim_order(order, craft, spoken_enemy_spread(state, int(state.seat), word))
    ask(state, Ask.FIRE_SUBJECT, state.seat)


@jit
def legal_fire_subject(state, rules, side, mask):
    """BR-FIR-05 One ship, or all of the task force one after the other."""
    mask[Verb.ALL] = 1
    count = 1
    if rules.delegated[side] & Delegate.GUNNERY:
        return count
    order = state.order[side]
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if in_round(state, k, side) and ship_can_fire(state, rules, k, order):
            mask[craft_word(state, k)] = 1
            count += 1
    return count


@jit
def hear_fire_subject(state, rules, word):
    """BR-FIR-05 All ships in turn, or one."""
    order = state.order[state.seat]
    order.together = word == Verb.ALL
    if order.together:
        order.step = state.seat * craft_slots(state)
        proceed(state, Step.FIRE_NEXT)
    else:
        order.craft = spoken_craft(state, int(state.seat), word)
        lock_or_fire(state, order)


@jit
def lock_or_fire(state, order):
    """BR-FIR-05 A ship needs a lock before its first weapon fires at a target."""
    side = int(order.craft) // craft_slots(state)
    if has_lock(state, state.craft[order.craft], order):
        begin_weapons(state, side)
    else:
        ask(state, Ask.FIRE_SENSOR, side)


@jit
def hear_fire_sensor(state, rules, word):
    """BR-FIR-06 The lock attempt is announced."""
    order = state.order[state.seat]
    sensor = Sensor.ACTIVE if word == Verb.ACTIVE else Sensor.PASSIVE
    start_lock(state, rules, int(order.craft), sensor, order)


@jit
def start_lock(state, rules, index, sensor, order):
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


@jit
def after_beam_lock(state, rules):
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
    begin_weapons(state, side)


@jit
def fire_next(state, rules):
    """BR-AMB-39 The next ship of a common order: lock with its better sensor, fire all that bears."""
    side = int(state.mover)
    order = state.order[side]
    if order.together and target_stands(state, order):
        while order.step < (side + 1) * craft_slots(state):
            index = int(order.step)
            order.step += 1
            if in_round(state, index, side) and ship_can_fire(state, rules, index, order):
                order.craft = index
                lock_or_fire(state, order)
                return
    order.together = 0
    proceed(state, Step.ROUND)


@jit
def target_stands(state, order):
    """Whether the target of an order is still on the map."""
    if order.target_spread != NONE:
        return state.spread[order.target_spread].count > 0
    return is_on_map(state, state.craft[order.target_craft])


# --- naming the weapons --------------------------------------------------------------------------


@jit
def begin_weapons(state, side):
    """BR-FIR-07 Ask which weapons fire."""
    order = state.order[side]
    for row in range(WEAPON_ROWS):
        order.beams[row] = 0
    ask(state, Ask.WEAPONS, side)


@jit
def legal_weapons(state, rules, order, mask):
    """BR-FIR-07, 08 All weapons that bear, rows of them, then open fire."""
    mask[Verb.ALL] = 1
    count, named = 1, 0
    for row in range(WEAPON_ROWS):
        named += int(order.beams[row])
        if order.beams[row] == 0 and row_can_fire(state, rules, int(order.craft), row, order):
            mask[Verb.SPINAL + row] = 1
            count += 1
    if named > 0:
        mask[Verb.OPEN_FIRE] = 1
        count += 1
    return count


@jit
def hear_weapons(state, rules, word):
    """BR-FIR-07 All weapons, the number of a row, or the fire itself."""
    order = state.order[state.seat]
    index = int(order.craft)
    if word == Verb.OPEN_FIRE:
        proceed(state, Step.VOLLEY)
    elif word == Verb.ALL:
        for row in range(WEAPON_ROWS):
            if row_can_fire(state, rules, index, row, order):
                order.beams[row] = beams_left(state, rules, index, row)
        proceed(state, Step.VOLLEY)
    else:
        order.row = word - Verb.SPINAL
        begin_number(order, 1, beams_left(state, rules, index, int(order.row)))
        ask(state, Ask.WEAPON_NUMBER, state.seat)


@jit
def hear_weapon_number(state, rules, number):
    """BR-FIR-07 So many weapons of the row will fire."""
    order = state.order[state.seat]
    order.beams[order.row] = number
    ask(state, Ask.WEAPONS, state.seat)


# --- overpowering --------------------------------------------------------------------------------


@jit
def has_fired(craft):
    """Whether a ship has fired any beam this turn."""
    for row in range(WEAPON_ROWS):
        if craft.fired[row] > 0 or craft.fired_before[row] > 0:
            return True
    return False


@jit
def overpower_room(state, rules, index):
    """BR-FIR-12, 13 Highest level a ship may still announce this turn: Gs it has not used."""
    craft = state.craft[index]
    if craft.overpower > 0 or has_fired(craft) or not can_fire_beams(craft):
        return 0
    if not can_maneuver(craft):
        return 0
    spare = int(rules.classes[craft.klass].g) - int(state.tf[craft.tf].gs)
    room = 0
    for row in range(WEAPON_ROWS):
        weapon = rules.classes[craft.klass].weapon[row]
        if beams_left(state, rules, index, row) > 0 and weapon.overpower < 2:
            room = 2
    return min(room, spare)


@jit
def may_overpower_row(state, rules, index, row, order):
    """BR-FIR-14, BR-AMB-11 One more weapon of a row, as long as the overload test can be tried."""
    craft = state.craft[index]
    weapon = rules.classes[craft.klass].weapon[row]
    if weapon.overpower >= order.level:
        return False
    if beams_left(state, rules, index, row) <= order.beams[row]:
        return False
    return 2 + named_beams(order) + task_penalty(craft) <= MAX_DIFFICULTY


@jit
def named_beams(order):
    """Number of weapons named so far."""
    total = 0
    for row in range(WEAPON_ROWS):
        total += int(order.beams[row])
    return total


@jit
def is_gunner(state, index, side):
    """Whether a craft may announce overpowering now: in its round, or defending its force."""
    if state.phase == Phase.MISSILE_ATTACK:
        craft = state.craft[index]
        return craft.status == CraftStatus.IN_FORCE and craft.tf == state.attack_tf
    return in_round(state, index, side)


@jit
def overpower_possible(state, rules, side):
    """Whether any ship may announce overpowering."""
    if rules.delegated[side] & Delegate.GUNNERY:
        return False
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if is_gunner(state, k, side) and overpower_room(state, rules, k) > 0:
            return True
    return False


@jit
def legal_overpower_ship(state, rules, side, mask):
    """BR-FIR-14 Ships that have not fired yet."""
    count = 0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if is_gunner(state, k, side) and overpower_room(state, rules, k) > 0:
            mask[craft_word(state, k)] = 1
            count += 1
    return count


@jit
def hear_overpower_ship(state, rules, word):
    """BR-FIR-14 The ship that will overpower."""
    order = state.order[state.seat]
    order.craft = spoken_craft(state, int(state.seat), word)
    begin_number(order, 1, overpower_room(state, rules, int(order.craft)))
    ask(state, Ask.OVERPOWER_LEVEL, state.seat)


@jit
def hear_overpower_level(state, rules, number):
    """BR-FIR-11 Level -1 or -2; then weapon by weapon."""
    order = state.order[state.seat]
    order.level = number
    for row in range(WEAPON_ROWS):
        order.beams[row] = 0
    ask(state, Ask.OVERPOWER_WEAPON, state.seat)


@jit
def legal_overpower_weapon(state, rules, order, mask):
    """BR-FIR-14 One more weapon of a row, or done."""
    count = 0
    for row in range(WEAPON_ROWS):
        if may_overpower_row(state, rules, int(order.craft), row, order):
            mask[Verb.SPINAL + row] = 1
            count += 1
    if count == 0 or named_beams(order) > 0:
        mask[Verb.DONE] = 1
        count += 1
    return count


@jit
def hear_overpower_weapon(state, rules, word):
    """BR-FIR-14 Another weapon, or the test."""
    order = state.order[state.seat]
    if word != Verb.DONE:
        order.beams[word - Verb.SPINAL] += 1
        return
    if named_beams(order) > 0:
        announce_overpower(state, rules, order)
    proceed(state, Step.DEFENSE if state.phase == Phase.MISSILE_ATTACK else Step.ROUND)


@jit
def announce_overpower(state, rules, order):
    """BR-FIR-13, 14, 15, BR-AMB-11, 12 Give up the Gs and test the circuits, before any fire."""
    index = int(order.craft)
    craft = state.craft[index]
    craft.overpower = order.level
    craft.forgone_g = order.level
    cards = 0
    for row in range(WEAPON_ROWS):
        craft.overpowered[row] = order.beams[row]
        if order.beams[row] > 0:
            built_in = int(rules.classes[craft.klass].weapon[row].overpower)
            cards = max(cards, int(order.level) - built_in)
    difficulty = 2 + named_beams(order) - 1 + task_penalty(craft)
    failed = False
    for _ in range(cards):
        grade = attempt_task(state, rules, Chance.OVERLOAD, pair(index, 0), difficulty)
        failed = failed or grade == Grade.FAILURE
    if failed:
        craft.overload = TURN_LENGTH_MARKER
    event = note(state, Event.OVERLOAD if failed else Event.OVERPOWER, index // craft_slots(state))
    event.actor = index
    event.a = order.level
    event.known = 3 if craft.detected else 1 << (index // craft_slots(state))


# --- the volley ----------------------------------------------------------------------------------


@jit
def fire_volley(state, rules):
    """BR-FIR-08, 17, BR-AMB-39 One card for each weapon named; hits await the screens."""
    order = state.order[state.mover]
    index = int(order.craft)
    if order.target_spread != NONE:
        fire_at_spread(state, rules, order)
        return
    volley = state.volley
    volley.shooter = index
    volley.target = order.target_craft
    volley.tech_level = rules.classes[state.craft[index].klass].tech_level
    volley.hits = 0
    volley.next_hit = 0
    shots = 0
    for row in range(WEAPON_ROWS):
        for _ in range(int(order.beams[row])):
            shots += 1
            fire_beam(state, rules, index, row, order)
    tell_fire(state, index, int(order.target_craft), shots, int(volley.hits))
    proceed(state, Step.SAND)


@jit
def fire_beam(state, rules, index, row, order):
    """BR-FIR-17, BR-DMG-01 One weapon fires: a hit, or with outstanding success a double one."""
    craft = state.craft[index]
    weapon = rules.classes[craft.klass].weapon[row]
    difficulty = row_difficulty(state, rules, index, row, order)
    spend_beam(craft, row)
    who = pair(index, order.target_craft)
    grade = attempt_task(state, rules, Chance.HIT, who, difficulty)
    volley = state.volley
    if grade == Grade.FAILURE or volley.hits >= MAX_HITS:
        return
    hit = volley.hit[volley.hits]
    hit.kind = weapon.kind
    hit.value = weapon_damage(weapon, target_range(state, index, order)) * grade
    hit.sand = 0
    volley.hits += 1


@jit
def spend_beam(craft, row):
    """BR-FIR-08 A weapon has fired; overpowered ones go first."""
    craft.fired[row] += 1
    if craft.overpowered[row] > 0:
        craft.overpowered[row] -= 1


@jit
def fire_at_spread(state, rules, order):
    """BR-FIR-19 Each hit destroys one missile of a detected spread."""
    index = int(order.craft)
    spread = state.spread[order.target_spread]
    shots, hits = 0, 0
    for row in range(WEAPON_ROWS):
        for _ in range(int(order.beams[row])):
            difficulty = row_difficulty(state, rules, index, row, order)
            spend_beam(state.craft[index], row)
            who = pair(index, order.target_spread)
            shots += 1
            if attempt_task(state, rules, Chance.HIT, who, difficulty) != Grade.FAILURE:
                hits += 1
    tell_fire(state, index, NONE, shots, hits)
    spread.count = max(0, int(spread.count) - hits)
    if spread.count == 0:
        remove_spread(state, int(order.target_spread))
    end_volley(state, index // craft_slots(state))


@jit
def tell_fire(state, index, target, shots, hits):
    """Log a volley: shots and hits. An unseen shooter is told as its task force only."""
    side = index // craft_slots(state)
    event = note(state, Event.FIRE, side)
    event.actor = index
    event.target = target
    event.a = shots
    event.b = hits
    event.c = state.craft[index].tf
    if not state.craft[index].detected:
        event.known = 1 << side
        other = note(state, Event.FIRE, side)
        other.known = 1 << (1 - side)
        other.target = target
        other.a = shots
        other.b = hits
        other.c = state.craft[index].tf


@jit
def end_volley(state, side):
    """The fire of one ship at one target is over."""
    proceed(state, Step.FIRE_NEXT if state.order[side].together else Step.ROUND)


# --- screens -------------------------------------------------------------------------------------


@jit
def sand_left(rules, craft):
    """BR-SCR-07, BR-DMG-12 Sandcasters not used yet in this enemy round; they need no power."""
    return int(rules.classes[craft.klass].sandcasters) - int(craft.sand_used)


@jit
def is_sandable(hit):
    """BR-SCR-04, BR-FIR-04 Sand stops laser and particle hits."""
    return hit.kind == Beam.LASER or hit.kind == Beam.PARTICLE


@jit
def sand_step(state, rules):
    """BR-SCR-02, BR-AMB-39 All sandcasters are assigned, hit by hit, before any is resolved."""
    volley = state.volley
    target = state.craft[volley.target]
    while volley.next_hit < volley.hits:
        if is_sandable(volley.hit[volley.next_hit]) and sand_left(rules, target) > 0:
            side = int(volley.target) // craft_slots(state)
            order = state.order[side]
            order.craft = volley.target
            begin_number(order, 0, sand_left(rules, target))
            ask(state, Ask.SAND_NUMBER, side)
            return
        volley.next_hit += 1
    proceed(state, Step.DAMAGE)


@jit
def hear_sand(state, rules, number):
    """BR-SCR-02 So many sandcasters at this hit."""
    volley = state.volley
    volley.hit[volley.next_hit].sand = number
    state.craft[volley.target].sand_used += number
    volley.next_hit += 1
    proceed(state, Step.SAND)


@jit
def half_towards_zero(levels):
    """BR-AMB-35 Half of a TL difference, towards zero."""
    return levels // 2 if levels >= 0 else -(-levels // 2)


@jit
def sand_effect(state, rules, index, tech_level, casters):
    """BR-SCR-03, 05, 06 Points taken off by sandcasters: one card each, outstanding 2."""
    craft = state.craft[index]
    levels = tech_level - int(rules.classes[craft.klass].tech_level)
    difficulty = 2 + half_towards_zero(levels) + task_penalty(craft)
    points = 0
    for _ in range(casters):
        points += attempt_task(state, rules, Chance.SANDCASTER, pair(index, 0), difficulty)
    return points


@jit
def laser_value(value, sand, armor, size):
    """BR-DMG-02 Damage of a laser or missile: less sand and a tenth of the armor, plus size."""
    return value - sand - armor // 10 + size


@jit
def particle_value(value, sand, armor, size):
    """BR-DMG-03 Damage of a particle accelerator: less sand and armor, plus size."""
    return value - sand - armor + size


@jit
def meson_value(state, rules, index, value):
    """BR-SCR-08, 09, 10, BR-DMG-04, BR-AMB-36 Damage of a meson gun through a meson screen."""
    craft = state.craft[index]
    klass = rules.classes[craft.klass]
    after_size = value + int(klass.size_mod)
    screen = int(klass.meson_screen)
    if screen == 0 or not can_screen(craft):
        return after_size
    difficulty = 2 + value - screen + task_penalty(craft)
    saved = attempt_task(state, rules, Chance.MESON_SCREEN, pair(index, 0), difficulty)
    if saved != Grade.FAILURE:
        return -1
    if after_size > 0:
        return max(0, after_size - screen)
    return after_size - screen


@jit
def hit_value(state, rules, index, hit, tech_level):
    """BR-DMG-01 Final damage value of one hit, screens resolved."""
    klass = rules.classes[state.craft[index].klass]
    value = int(hit.value)
    if hit.kind == Beam.MESON:
        return meson_value(state, rules, index, value)
    sand = sand_effect(state, rules, index, tech_level, int(hit.sand))
    if hit.kind == Beam.LASER:
        return laser_value(value, sand, int(klass.armor), int(klass.size_mod))
    return particle_value(value, sand, int(klass.armor), int(klass.size_mod))


@jit
def damage_step(state, rules):
    """BR-AMB-39, BR-SEQ-12 Screens and damage of the volley; it counts before the next ship."""
    volley = state.volley
    index = int(volley.target)
    stopped = 0
    for k in range(volley.hits):
        if state.craft[index].status != CraftStatus.IN_FORCE:
            break
        value = hit_value(state, rules, index, volley.hit[k], int(volley.tech_level))
        if value < 0:
            stopped += 1
        take_damage(state, rules, index, value)
    if stopped > 0:
        event = note(state, Event.SCREENED, index // craft_slots(state))
        event.actor = index
        event.a = stopped
    volley.hits = 0
    end_volley(state, int(volley.shooter) // craft_slots(state))


@jit
def distance_between(state, a, b):
    """Hexes between two task forces."""
    first, second = state.tf[a], state.tf[b]
    return distance(int(first.q), int(first.r), int(second.q), int(second.r))


@jit
def renew_sandcasters(state, side):
    """BR-SCR-07 A side's sandcasters are ready again for the next enemy round."""
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        state.craft[k].sand_used = 0


@jit
def is_armed(state, rules, index):
    """BR-AMB-55 Able to attack with beams or missiles; temporary results do not count."""
    craft = state.craft[index]
    klass = rules.classes[craft.klass]
    permanent = 3
    if craft.damage[Result.FIRE_CONTROL] == permanent:
        return False
    if klass.directors > 0 and (craft.missiles > 0 or has_missiles_in_flight(state, index)):
        return True
    if craft.damage[Result.POWER_PLANT] == permanent:
        return False
    for row in range(WEAPON_ROWS):
        weapon = klass.weapon[row]
        broken = weapon.spinal and craft.damage[Result.SPINE] == permanent
        if weapon.kind != Beam.NONE and not broken:
            return True
    return False


@jit
def has_missiles_in_flight(state, index):
    """Whether a ship still has missiles on the map."""
    for k in range(len(state.spread)):
        if state.spread[k].count > 0 and state.spread[k].owner == index:
            return True
    return False


@jit
def is_operational(state, rules, index):
    """BR-S1-02, BR-AMB-55 In play (on the map or to enter) and able to attack."""
    craft = state.craft[index]
    if craft.status == CraftStatus.ABOARD:
        keeper = state.craft[craft.keeper]
        return keeper.status == CraftStatus.IN_FORCE and is_armed(state, rules, index)
    if craft.status != CraftStatus.IN_FORCE:
        return False
    waiting = state.tf[craft.tf].status == ForceStatus.WAITING
    return (waiting or is_on_map(state, craft)) and is_armed(state, rules, index)
