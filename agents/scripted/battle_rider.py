"""Battle Rider captains, compiled: what a sensible player does with what he knows.

`captain` keeps his emissions down until there is contact, finds the enemy with the right sensor,
stands off where missiles and long guns reach and little comes back, fires where it hurts most,
spends spare Gs on evasion, launches full salvoes to saturate defences, and runs when beaten.
`aggressive` switches everything on, drives at the nearest enemy and shoots at what is closest.
Both read redacted records only; questions of routine are answered by the standing orders.
"""

from agents.scripted.battle_rider_missions import mission_word
from spacecombat_env.core.hexgrid import (
    DIRECTION_Q,
    DIRECTION_R,
    distance,
    offset_row,
)
from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.constants import (
    DIRECTIONS,
    NONE,
    WEAPON_ROWS,
    Ask,
    Beam,
    CraftStatus,
    ForceStatus,
    Result,
    Sensor,
    Verb,
)
from spacecombat_env.rulesets.battle_rider.damage import can_screen, is_on_map
from spacecombat_env.rulesets.battle_rider.gunnery import beams_left, hit_difficulty, weapon_damage
from spacecombat_env.rulesets.battle_rider.missions import has_missions
from spacecombat_env.rulesets.battle_rider.standing import (
    first_word,
    in_flight,
    lock_estimate,
    standing_word,
)
from spacecombat_env.rulesets.battle_rider.words import (
    craft_slots,
    craft_word,
    direction_word,
    enemy_craft_word,
    enemy_force_word,
    force_slots,
    force_word,
    number_word,
    turned,
)

DOCTRINES = {"captain": 0, "aggressive": 1}
AGGRESSIVE = 1

# One number a doctrine, in the order of DOCTRINES.
CONTACT_RANGES = (24, 99)  # hexes at which the active sensors go on
FIGHTING_RANGES = (22, 3)  # hexes it likes to keep from the enemy it steers by
SALVO_RANGES = (24, 13)  # hexes within which a salvo is launched
FAR = 99
FLEEING_RANGE = 60  # what a beaten captain wants between himself and the enemy
BEATEN = 3  # known enemies to each own ship at which he is
EASY_SPEED = 4  # hexes a turn beyond which a force can no longer turn before the edge
EVASION_RANGE = 20  # hexes within which spare Gs go into evasion
LOOK_AHEAD = 5  # turns of coasting that must stay on the map

# Chances in 95 of a success at difficulty 1..5 (BR-TSK-09).
CHANCES = (90, 62, 34, 20, 10)


@jit
def chance(difficulty):
    """BR-TSK-09 Chance of a success."""
    if difficulty > 5:
        return 0.0
    return CHANCES[max(0, difficulty - 1)] / 95.0


# --- where the enemy is --------------------------------------------------------------------------


@jit
def own_centre(state, side):
    """The own task force to reason from: the one in its round, else the strongest on the map."""
    if state.round_tf != NONE and state.round_tf // force_slots(state) == side:
        return int(state.round_tf)
    best, found = 0, NONE
    for k in range(side * force_slots(state), (side + 1) * force_slots(state)):
        force = state.tf[k]
        if force.status == ForceStatus.ON_MAP and force.strength > best:
            best = int(force.strength)
            found = k
    return found


@jit
def is_known(state, tf):
    """Whether a craft of an enemy force has been detected."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.detected and craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            return True
    return False


@jit
def nearest_enemy(state, side, tf, known_only):
    """The nearest enemy task force on the map, or NONE; known ones only, or any."""
    own = state.tf[tf]
    best, found = FAR, NONE
    enemy = 1 - side
    for k in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
        force = state.tf[k]
        if force.status != ForceStatus.ON_MAP or (known_only and not is_known(state, k)):
            continue
        away = distance(int(own.q), int(own.r), int(force.q), int(force.r))
        if away < best:
            best = away
            found = k
    return found


@jit
def range_to(state, a, b):
    """Hexes between two task forces; far when there is none."""
    if a == NONE or b == NONE:
        return FAR
    first, second = state.tf[a], state.tf[b]
    return distance(int(first.q), int(first.r), int(second.q), int(second.r))


@jit
def is_exposed_to_enemy(state, tf):
    """Whether any own craft of a force has been detected."""
    return is_known(state, tf)


# --- fire ----------------------------------------------------------------------------------------


@jit
def expected_result(rules, target, kind, value):
    """Damage results that one hit of a weapon should bring on a target."""
    klass = rules.classes[target.klass]
    size, armor = int(klass.size_mod), int(klass.armor)
    if kind == Beam.LASER:
        left = value - armor // 10 + size
    elif kind == Beam.PARTICLE:
        left = value - armor + size
    else:
        screen = int(klass.meson_screen)
        if screen > 0 and can_screen(target):
            failure = 1.0 - chance(2 + value - screen)
            return failure * max(0.4, value + size - screen)
        left = value + size
    if left < 0:
        return 0.0
    return 0.4 if left == 0 else float(left)


@jit
def expected_volley(state, rules, index, target):
    """Damage results that a ship's beams should bring on a detected craft this phase."""
    other = state.craft[target]
    own, force = state.tf[state.craft[index].tf], state.tf[other.tf]
    away = distance(int(own.q), int(own.r), int(force.q), int(force.r))
    size = int(rules.classes[other.klass].size_mod)
    total = 0.0
    for row in range(WEAPON_ROWS):
        beams = beams_left(state, rules, index, row)
        if beams == 0:
            continue
        difficulty = hit_difficulty(state, rules, index, row, away, size, int(force.evade))
        weapon = rules.classes[state.craft[index].klass].weapon[row]
        value = weapon_damage(weapon, away)
        if value >= 0:
            hit = chance(difficulty) * expected_result(rules, other, int(weapon.kind), value)
            total += beams * hit
    return total


@jit
def lock_chance(state, rules, index, target):
    """Chance of a lock with the better sensor that is ready."""
    passive = lock_estimate(state, rules, index, Sensor.PASSIVE, target) - 1
    active = lock_estimate(state, rules, index, Sensor.ACTIVE, target) - 1
    if not state.craft[index].active:
        active = FAR
    return chance(min(passive, active))


@jit
def target_value(state, rules, side, target):
    """What firing with the whole round's force at a craft is worth."""
    other = state.craft[target]
    klass = rules.classes[other.klass]
    total = 0.0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == state.round_tf:
            results = expected_volley(state, rules, k, target)
            total += lock_chance(state, rules, k, target) * min(results, 12.0)
    worth = 10.0 + int(klass.points)
    if klass.directors > 0:
        worth += int(klass.directors)
    if is_spent(other):
        worth *= 0.2
    return total * worth


@jit
def is_spent(craft):
    """Whether a craft can neither fire nor steer missiles any more."""
    return craft.damage[Result.FIRE_CONTROL] == 3


@jit
def fire_target_word(state, rules, side, mask, doctrine):
    """The target that the volley hurts most, or for the aggressive the nearest."""
    best, word = -1.0, NONE
    enemy = 1 - side
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        if not craft.detected or not is_on_map(state, craft):
            continue
        spoken = enemy_craft_word(state, k)
        if not mask[spoken]:
            continue
        if doctrine == AGGRESSIVE:
            value = float(FAR - range_to(state, int(state.round_tf), int(craft.tf)))
        else:
            value = target_value(state, rules, side, k)
        if value > best:
            best = value
            word = spoken
    return word if word != NONE else first_word(mask, 0, len(mask))


@jit
def best_fire(state, rules, side):
    """Worth of the best target of the round's force, 0 when nothing would hurt."""
    best = 0.0
    enemy = 1 - side
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        if state.craft[k].detected and is_on_map(state, state.craft[k]):
            best = max(best, target_value(state, rules, side, k))
    return best


# --- the round -----------------------------------------------------------------------------------


@jit
def round_word(state, rules, side, mask, doctrine):
    """Sensors, then search, fire if it hurts now, move, fire with what is left."""
    force = state.tf[state.round_tf]
    status = status_word(state, side, mask, doctrine)
    if status != NONE:
        return status
    if mask[Verb.DETECT]:
        return Verb.DETECT
    if mask[Verb.FIRE] and (doctrine == AGGRESSIVE or best_fire(state, rules, side) > 0.0):
        near = range_to(state, int(state.round_tf), enemy_to_fight(state, side))
        if force.moved or near <= FIGHTING_RANGES[doctrine] + 3:
            return Verb.FIRE
    if mask[Verb.MOVE]:
        return Verb.MOVE
    return Verb.END_ROUND


@jit
def enemy_to_fight(state, side):
    """The enemy force to steer by: the nearest known one, else the nearest."""
    tf = own_centre(state, side)
    if tf == NONE:
        return NONE
    known = nearest_enemy(state, side, tf, True)
    return known if known != NONE else nearest_enemy(state, side, tf, False)


@jit
def status_word(state, side, mask, doctrine):
    """Arrays out at once; active sensors at contact (the aggressive: always)."""
    if mask[Verb.EXTEND]:
        return Verb.EXTEND
    near = range_to(state, int(state.round_tf), nearest_enemy(state, side, state.round_tf, False))
    contact = near <= CONTACT_RANGES[doctrine] or is_exposed_to_enemy(state, int(state.round_tf))
    if mask[Verb.ACTIVATE] and contact:
        return Verb.ACTIVATE
    return NONE


@jit
def detect_target_word(state, side, mask):
    """The nearest force that still hides something, else the nearest unknown spread."""
    best, word = FAR, NONE
    enemy = 1 - side
    for k in range(enemy * force_slots(state), (enemy + 1) * force_slots(state)):
        if state.tf[k].status != ForceStatus.ON_MAP:
            continue
        spoken = enemy_force_word(state, k)
        away = range_to(state, int(state.round_tf), k)
        if mask[spoken] and away < best:
            best = away
            word = spoken
    return word if word != NONE else first_word(mask, 0, len(mask))


# --- movement ------------------------------------------------------------------------------------


@jit
def off_map_cost(rules, q, r):
    """How badly a position is off the map, or close to its edge."""
    columns, rows = int(rules.option.columns), int(rules.option.rows)
    row = offset_row(q, r)
    cost = 0
    if q < 2:
        cost += 2 - q
    if q > columns - 1:
        cost += q - columns + 1
    if row < 2:
        cost += 2 - row
    if row > rows - 1:
        cost += row - rows + 1
    return cost


@jit
def course_cost(state, rules, tf, target, want, shift):
    """How far a course is from what is wanted: range to the target soon, and room to stay.

    `shift` packs the change of vector as (dq + 64) * 128 + dr + 64.
    """
    force = state.tf[tf]
    vq = int(force.vq) + shift // 128 - 64
    vr = int(force.vr) + shift % 128 - 64
    q, r = int(force.q) + vq, int(force.r) + vr
    speed = distance(0, 0, vq, vr)
    cost = 1.5 * max(0, speed - EASY_SPEED)
    for turns in range(LOOK_AHEAD):
        cost += (8.0 - 1.5 * turns) * off_map_cost(rules, q + turns * vq, r + turns * vr)
    if target == NONE:
        return cost
    other = state.tf[target]
    tq, tr = int(other.q), int(other.r)
    if not other.acted:
        tq += int(other.vq)
        tr += int(other.vr)
    cost += 1.5 * abs(distance(q, r, tq, tr) - want)
    cost += abs(distance(q + vq, r + vr, tq + int(other.vq), tr + int(other.vr)) - want)
    return cost


@jit
def pack(dq, dr):
    """Pack a change of vector."""
    return (int(dq) + 64) * 128 + int(dr) + 64


@jit
def ships_in_play(state, side):
    """Craft of a side in task forces, as far as the seat to act knows them."""
    count = 0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if state.craft[k].status == CraftStatus.IN_FORCE:
            count += 1
    return count


@jit
def wanted_range(state, side, doctrine):
    """The doctrine's fighting range; a beaten captain runs."""
    own, enemy = ships_in_play(state, side), ships_in_play(state, 1 - side)
    if doctrine != AGGRESSIVE and enemy >= BEATEN * own:
        return FLEEING_RANGE
    return FIGHTING_RANGES[doctrine]


@jit
def thrust_word(state, rules, side, mask, doctrine):
    """The G that betters the course most; else evade with what is left, or go."""
    order = state.order[side]
    tf = int(order.tf)
    target = enemy_to_fight(state, side)
    want = wanted_range(state, side, doctrine)
    best = course_cost(state, rules, tf, target, want, pack(order.dq, order.dr))
    word = NONE
    for ahead in range(DIRECTIONS):
        direction = turned(side, ahead)
        spoken = direction_word(state, direction)
        if not mask[spoken]:
            continue
        dq = int(order.dq) + DIRECTION_Q[direction]
        dr = int(order.dr) + DIRECTION_R[direction]
        cost = course_cost(state, rules, tf, target, want, pack(dq, dr))
        if cost < best - 0.6:
            best = cost
            word = spoken
    if word != NONE:
        return word
    near = range_to(state, tf, target)
    if doctrine != AGGRESSIVE and mask[Verb.EVADE] and near <= EVASION_RANGE:
        if is_exposed_to_enemy(state, tf):
            return Verb.EVADE
    return Verb.GO


@jit
def choose_force_word(state, side, mask):
    """The force nearest to a known enemy first: its fire comes before the answer."""
    best, word = 2 * FAR, NONE
    for k in range(side * force_slots(state), (side + 1) * force_slots(state)):
        spoken = force_word(state, k)
        if not mask[spoken]:
            continue
        away = range_to(state, k, nearest_enemy(state, side, k, True))
        if state.tf[k].strength == 0:
            away = -1
        if away < best:
            best = away
            word = spoken
    return word


# --- missiles ------------------------------------------------------------------------------------


@jit
def launch_word(state, rules, side, mask, doctrine):
    """Every ship with directors to spare launches as soon as its salvo can arrive."""
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if state.craft[k].status != CraftStatus.IN_FORCE:
            continue
        spoken = craft_word(state, k)
        if not mask[spoken]:
            continue
        target = nearest_enemy(state, side, int(state.craft[k].tf), True)
        if range_to(state, int(state.craft[k].tf), target) > SALVO_RANGES[doctrine]:
            continue
        if in_flight(state, k) < rules.classes[state.craft[k].klass].directors:
            return spoken
    return Verb.DONE


# --- the answer ----------------------------------------------------------------------------------


@jit
def answer(state, rules, mask, doctrine):
    """One word for the question of the seat to act."""
    if doctrine != AGGRESSIVE and has_missions(rules):
        word = mission_word(state, rules, mask)
        if word != NONE:
            return word
    question = int(state.ask)
    side = int(state.seat)
    if question == Ask.CHOOSE_FORCE:
        return choose_force_word(state, side, mask)
    if question == Ask.ROUND_MENU:
        return round_word(state, rules, side, mask, doctrine)
    if question == Ask.DETECT_TARGET:
        return detect_target_word(state, side, mask)
    if question == Ask.FIRE_TARGET:
        return fire_target_word(state, rules, side, mask, doctrine)
    if question == Ask.THRUST:
        return thrust_word(state, rules, side, mask, doctrine)
    if question == Ask.EVADE_NUMBER:
        return number_word(state, state.order[side], int(state.order[side].high))
    if question == Ask.LAUNCH_MENU:
        return launch_word(state, rules, side, mask, doctrine)
    if question == Ask.STATUS_SUBJECT or question == Ask.DETECT_SUBJECT:
        return Verb.ALL
    if question == Ask.FIRE_SUBJECT:
        return Verb.ALL
    return standing_word(state, rules, mask)


@jit
def choose(seen, table, masks, doctrine, tokens, lo, hi):
    """Write a legal word for each row lo..hi-1 of redacted records."""
    rules = table.rules[0]
    for k in range(lo, hi):
        mask = masks[k]
        word = answer(seen.states[k], rules, mask, doctrine)
        if word < 0 or not mask[word]:
            word = first_word(mask, 0, len(mask))
        tokens[k] = word
