"""Chapter FIR, first half: beams, their ranges and difficulties, and which of them can fire."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    DIRECTIONS,
    IMPOSSIBLE,
    MAX_DIFFICULTY,
    MISSILE_SIZE,
    NONE,
    WEAPON_ROWS,
    Beam,
    Chance,
    Phase,
    Result,
    TaskDM,
    base_difficulty,
    craft_slots,
    log_modifier,
    spread_slots,
    task_penalty,
)
from ..model.record_types import Class, Craft, Order, Rules, State, Weapon
from ..movement.facing import bears
from ..sensors.crossing import fire_crossing
from ..sensors.detect_orders import in_round
from ..sensors.modifiers import can_lock, range_to_force, range_to_spread
from ..ships.abilities import can_fire_beams, fire_control, on_ground
from ..ships.batteries import battery_count, most_room, row_needs_hexside, sides_to_target
from ..ships.fire_control import has_director, is_restricted, undirected_modifier

# --- weapons -------------------------------------------------------------------------------------


@native
def fires_twice(klass: Class):
    """BR-FIR-02 Size -2 and larger fire their beams in both phases."""
    return klass.size_mod <= -2


@native
def beams_work(state: State, rules: Rules, craft: Craft):
    """BR-FIR-15, BR-DMG-11, BR-AMB-61 Whether a craft can fire its beams."""
    return can_fire_beams(craft) and not (rules.option.landing and on_ground(state, craft))


@native
def beams_left(state: State, rules: Rules, index, row):
    """BR-FIR-02, 03, 08, BR-BAT-03, BR-DMG-19, BR-AMB-46 Weapons of a row left for this phase."""
    craft = state.craft[index]
    return row_left(state, rules, craft, row) if beams_work(state, rules, craft) else 0


@native
def row_left(state: State, rules: Rules, craft: Craft, row):
    """BR-FIR-02, 08, BR-BAT-03, BR-DMG-19, BR-AMB-46 The same for a craft whose beams work.

    Weapons fired or held back are counted one by one, not by a marker on the ship.
    """
    klass = rules.classes[craft.klass]
    weapon = klass.weapon[row]
    if weapon.kind == Beam.NONE or (weapon.spinal and craft.damage[Result.SPINE]):
        return 0
    if rules.option.multiple_batteries and not weapon.spinal:
        total = int(weapon.number) * battery_count(rules, klass)
        return max(0, total - int(craft.fired[row]) - int(craft.fired_before[row]))
    left = int(weapon.number) - int(craft.fired[row])
    if state.phase == Phase.MISSILE_ATTACK:
        if not fires_twice(klass):
            left -= int(craft.fired_before[row])
        elif weapon.spinal:
            return 0
    return max(0, left)


@native
def range_band(distance_to, short_range):
    """BR-TSK-03 Range band 0..3, or NONE beyond extreme range."""
    difficulty = base_difficulty(distance_to, short_range)
    return NONE if difficulty == IMPOSSIBLE else difficulty - 1


@native
def weapon_damage(weapon: Weapon, distance_to):
    """BR-DMG-01, BR-CTR-02, BR-AMB-34 Damage value at a range; NONE where it may not fire."""
    band = range_band(distance_to, int(weapon.range))
    return NONE if band == NONE else int(weapon.damage[band])


@native
def hit_modifier(rules: Rules, craft: Craft, distance_to, evade):
    """BR-FIR-09, 10, 16, BR-AMB-14, BR-PAC-08 Absolute range and evasion, less fire control."""
    offset = fire_control(craft, rules.classes[craft.klass])
    return max(0, distance_to // 3 + evade - offset)


@native
def overpower_of(craft: Craft, weapon: Weapon, row):
    """BR-FIR-11, BR-AMB-13, BR-PAC-08 Level at which the next weapon of a row fires."""
    level = int(weapon.overpower)
    if craft.overpowered[row] > 0:
        level = max(level, int(craft.overpower))
    return level


@native
def hit_difficulty(state: State, rules: Rules, index, row, distance_to, size, evade):
    """BR-FIR-09 Difficulty for one weapon of a row against a target of a size and evasion."""
    craft = state.craft[index]
    weapon = rules.classes[craft.klass].weapon[row]
    if weapon_damage(weapon, distance_to) == NONE:
        return IMPOSSIBLE
    difficulty = base_difficulty(distance_to, int(weapon.range)) + size
    difficulty += hit_modifier(rules, craft, distance_to, evade)
    return difficulty - overpower_of(craft, weapon, row) + task_penalty(craft)


@native
def spend_beam(craft: Craft, row):
    """BR-FIR-08 A weapon has fired; overpowered ones go first."""
    craft.fired[row] += 1
    if craft.overpowered[row] > 0:
        craft.overpowered[row] -= 1


# --- weapons that bear on a target ---------------------------------------------------------------


@native
def target_range(state: State, index, order: Order):
    """Hexes from a ship to the target of an order."""
    craft = state.craft[index]
    if order.target_spread != NONE:
        return range_to_spread(state, craft, int(order.target_spread))
    return range_to_force(state, craft, int(state.craft[order.target_craft].tf))


@native
def measure(state: State, rules: Rules, index, order: Order, known):
    """BR-FIR-09, 10, BR-XMV-01 Distance, size, evasion and crossings of an order's target.

    `known` leaves out what crosses the line of fire unseen (BR-REF-01).
    """
    distance_to = target_range(state, index, order)
    crossing = fire_crossing(state, rules, index, order, known)
    if order.target_spread != NONE:
        return distance_to, MISSILE_SIZE, 0, crossing
    target = state.craft[order.target_craft]
    evade = int(state.tf[target.tf].evade)
    return distance_to, int(rules.classes[target.klass].size_mod), evade, crossing


@native
def measured_difficulty(state: State, rules: Rules, index, row, order: Order, measured):
    """BR-FIR-09, 19, BR-RFC-03 Difficulty of a row against the target of an order, as measured."""
    distance_to, size, evade, crossing = measured
    difficulty = hit_difficulty(state, rules, index, row, distance_to, size, evade)
    craft = state.craft[index]
    if is_restricted(rules, craft, row) and not has_director(state, rules, index, row, order):
        rating = fire_control(craft, rules.classes[craft.klass])
        difficulty += undirected_modifier(distance_to // 3 + evade, rating)
    return difficulty + crossing


@native
def row_difficulty(state: State, rules: Rules, index, row, order: Order):
    """BR-FIR-09 Difficulty of a row against the target of an order."""
    measured = measure(state, rules, index, order, False)
    return measured_difficulty(state, rules, index, row, order, measured)


@native
def log_hit(state: State, rules: Rules, index, row, order: Order):
    """TAB-2 Log the modifiers of the hit task just noted, before the beam is spent."""
    distance_to, size, evade, crossing = measure(state, rules, index, order, False)
    log_beam(state, rules, Chance.HIT, index, row, (distance_to, size, evade))
    craft, kind = state.craft[index], Chance.HIT
    if is_restricted(rules, craft, row) and not has_director(state, rules, index, row, order):
        rating = fire_control(craft, rules.classes[craft.klass])
        log_modifier(
            state, kind, TaskDM.DIRECTOR, undirected_modifier(distance_to // 3 + evade, rating)
        )
    if rules.option.crossing_movement:
        log_modifier(state, kind, TaskDM.CROSSING, crossing)


@native
def log_beam(state: State, rules: Rules, kind, index, row, target):
    """BR-FIR-09 Log the modifiers of a beam against a target (distance, size, evasion)."""
    distance_to, size, evade = target
    craft = state.craft[index]
    weapon = rules.classes[craft.klass].weapon[row]
    log_modifier(state, kind, TaskDM.BASE, base_difficulty(distance_to, int(weapon.range)))
    log_modifier(state, kind, TaskDM.SIZE, size)
    log_modifier(state, kind, TaskDM.REACH, hit_modifier(rules, craft, distance_to, evade))
    log_modifier(state, kind, TaskDM.OVERPOWER, -overpower_of(craft, weapon, row))
    log_modifier(state, kind, TaskDM.OWN, task_penalty(craft))


@native
def beams_bearing(state: State, rules: Rules, index, row, order: Order):
    """BR-FIR-08, BR-BAT-02, 05 Weapons of a row that may fire at the target of an order."""
    left = beams_left(state, rules, index, row)
    if not rules.option.multiple_batteries:
        return left
    if left == 0 or not row_needs_hexside(rules, state.craft[index], row):
        return left
    sides = sides_to_target(state, index, order)
    return min(left, most_room(state, rules, index, row, sides))


@native
def row_can_hit(state: State, rules: Rules, index, row, order: Order, measured):
    """BR-TSK-05, BR-FIR-08 Whether weapons of a row may fire at an order's target, as measured."""
    if beams_bearing(state, rules, index, row, order) == 0:
        return False
    if not bears(state, rules, index, row, order):
        return False
    return measured_difficulty(state, rules, index, row, order, measured) <= MAX_DIFFICULTY


@native
def row_can_fire(state: State, rules: Rules, index, row, order: Order):
    """BR-FIR-08, BR-REF-01 Whether weapons of a row may fire at the target of an order.

    Unseen forces that cross the line of fire do not forbid the attempt: the task fails then.
    """
    measured = measure(state, rules, index, order, True)
    return row_can_hit(state, rules, index, row, order, measured)


@native
def any_row_can_fire(state: State, rules: Rules, index, order: Order):
    """Whether any weapon of a ship may fire at the target of an order, by one of its hexsides."""
    split = rules.option.multiple_batteries and rules.option.restricted_fire_control
    if not split or order.hexside != NONE:
        return rows_can_fire(state, rules, index, order)
    sides, found = sides_to_target(state, index, order), False
    for hexside in range(DIRECTIONS):
        if sides >> hexside & 1 and not found:
            found = can_fire_through(state, rules, index, order, hexside)
    return found


@native
def can_fire_through(state: State, rules: Rules, index, order: Order, hexside):
    """BR-BAT-02, BR-RFC-01 Whether any weapon may fire by a hexside: batteries and directors."""
    saved = int(order.hexside)
    order.hexside = hexside
    found = rows_can_fire(state, rules, index, order)
    order.hexside = saved
    return found


@native
def rows_can_fire(state: State, rules: Rules, index, order: Order):
    """Whether any row of weapons may fire at the target of an order as it stands."""
    measured = measure(state, rules, index, order, True)
    for row in range(WEAPON_ROWS):
        if row_can_hit(state, rules, index, row, order, measured):
            return True
    return False


# --- locks ---------------------------------------------------------------------------------------


@native
def has_lock(state: State, craft: Craft, order: Order):
    """BR-FIR-05, BR-AMB-32 A lock won earlier in this phase still holds."""
    if order.target_spread != NONE:
        return int(craft.lock_spread) >> (int(order.target_spread) % spread_slots(state)) & 1 == 1
    return int(craft.lock) >> (int(order.target_craft) % craft_slots(state)) & 1 == 1


@native
def lock_was_tried(state: State, craft: Craft, order: Order):
    """BR-FIR-07, BR-AMB-32 One lock attempt per ship, target and phase."""
    if order.target_spread != NONE:
        tried = int(craft.lock_spread_tried) >> (int(order.target_spread) % spread_slots(state))
    else:
        tried = int(craft.lock_tried) >> (int(order.target_craft) % craft_slots(state))
    return tried & 1 == 1


@native
def ship_can_fire(state: State, rules: Rules, index, order: Order):
    """BR-FIR-05, 18 A ship of the round with a weapon that bears and a lock, or hope of one."""
    craft = state.craft[index]
    if not can_fire_beams(craft):
        return False
    if not has_lock(state, craft, order):
        if lock_was_tried(state, craft, order):
            return False
        if not can_lock(state, rules, index, target_range(state, index, order)):
            return False
    return any_row_can_fire(state, rules, index, order)


@native
def force_can_fire(state: State, rules: Rules, side, order: Order):
    """Whether any ship of the round's task force can fire at the target of an order."""
    for k in side_range(state.craft, side):
        if in_round(state, k, side) and ship_can_fire(state, rules, k, order):
            return True
    return False


@native
def has_beams(state: State, rules: Rules, side):
    """Whether any ship of the round's task force still has a beam to fire."""
    for k in side_range(state.craft, side):
        if in_round(state, k, side):
            for row in range(WEAPON_ROWS):
                if beams_left(state, rules, k, row) > 0:
                    return True
    return False
