"""Chapter REF: searching an unseen enemy, and scanning an enemy ship for damage."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import pick
from spacecombat_env.core.native import native

from ..model import (
    NONE,
    Chance,
    CraftStatus,
    Decision,
    Event,
    ForceStatus,
    Grade,
    Result,
    Sensor,
    Step,
    attempt_task,
    craft_action,
    craft_slots,
    decode_craft,
    decode_enemy_craft,
    enemy_craft_action,
    is_blind,
    is_sighted,
    log_event,
    pair_key,
    proceed,
    random_bits,
    request_decision,
)
from ..model.record_types import Craft, Order, Rules, State
from ..ships.abilities import has_power, is_on_map
from ..ships.black_globes import full_modifier, is_full
from ..ships.life_support import misses_round
from .modifiers import (
    can_detect_with,
    craft_modifier,
    detector_modifier,
    force_modifier,
    line_modifiers,
    scenery,
    sensor_ready,
)
from .reports import log_survey

SEARCHED = 16  # Bit of craft.decided: passive sensor has searched this round; active: next bit.
SURVEYED = 64  # Bit of craft.decided: has scanned a ship for damage this round.
LIFE, POWER, WEAPONS, REPORTED = 1, 2, 4, 8  # Bits of craft.report.
ANSWERS = 8  # Possible reports: any of the first three bits.

# --- searching -----------------------------------------------------------------------------------


@native
def can_search(rules: Rules, craft: Craft, sensor):
    """BR-REF-01, BR-DET-03 A sensor searches for all unseen forces, once a round."""
    if int(craft.decided) & SEARCHED << sensor:
        return False
    return can_detect_with(rules, craft, sensor)


@native
def may_search(state: State, rules: Rules, side):
    """BR-REF-01 Whether any ship of the round may search; it reveals nothing about the enemy."""
    if not is_blind(state):
        return False
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == state.round_tf:
            if misses_round(craft):
                continue
            if can_search(rules, craft, Sensor.PASSIVE) or can_search(rules, craft, Sensor.ACTIVE):
                return True
    return False


@native
def is_search(order: Order):
    """BR-REF-01 Whether an order to detect names no target."""
    return order.target_tf == NONE and order.target_spread == NONE


@native
def begin_search(rules: Rules, craft: Craft, sensor):
    """BR-REF-01 From now on this sensor takes part in the search of the round."""
    if can_search(rules, craft, sensor):
        craft.decided |= SEARCHED << sensor


@native
def takes_part(rules: Rules, craft: Craft, sensor):
    """Whether a sensor has begun to search."""
    return bool(int(craft.decided) & SEARCHED << sensor) and can_detect_with(rules, craft, sensor)


@native
def is_hidden_force_of_enemy(state: State, tf):
    """BR-REF-01 Whether a search may find something in a task force."""
    force = state.tf[tf]
    if force.status != ForceStatus.ON_MAP or force.shadow_found:
        return False
    return not is_sighted(state, tf)


# --- scanning for damage -------------------------------------------------------------------------


@native
def may_survey(state: State, rules: Rules, index):
    """BR-REF-02, BR-S2-03 A ship of the round with both sensors at work, once a round."""
    craft = state.craft[index]
    if craft.status != CraftStatus.IN_FORCE or craft.tf != state.round_tf:
        return False
    if misses_round(craft) or int(craft.decided) & SURVEYED:
        return False
    active = sensor_ready(rules, craft, Sensor.ACTIVE)
    return active and sensor_ready(rules, craft, Sensor.PASSIVE) and can_work(craft)


@native
def can_work(craft: Craft):
    """BR-DMG-10, 13 A scan for damage needs bridge and sensors, like a detection."""
    return not (craft.damage[Result.BRIDGE] or craft.damage[Result.SENSORS])


@native
def in_one_hex(state: State, craft: Craft, index):
    """BR-REF-02 Whether a detected enemy craft is in the hex of a ship."""
    target = state.craft[index]
    if not target.detected or not is_on_map(state, target):
        return False
    own, force = state.tf[craft.tf], state.tf[target.tf]
    return own.status == ForceStatus.ON_MAP and own.q == force.q and own.r == force.r


@native
def survey_possible(state: State, rules: Rules, side):
    """BR-REF-02 Whether any ship of the round may scan any enemy ship for damage."""
    if not is_blind(state):
        return False
    for k in side_range(state.craft, side):
        if may_survey(state, rules, k) and has_neighbour(state, k):
            return True
    return False


@native
def has_neighbour(state: State, index):
    """Whether a detected enemy craft is in the hex of a ship."""
    enemy = 1 - index // craft_slots(state)
    for k in side_range(state.craft, enemy):
        if in_one_hex(state, state.craft[index], k):
            return True
    return False


@native
def legal_survey_ship(state: State, rules: Rules, side, mask):
    """BR-REF-02 Ships that may scan."""
    for k in side_range(state.craft, side):
        if may_survey(state, rules, k) and has_neighbour(state, k):
            mask[craft_action(state, k)] = 1


@native
def apply_survey_ship(state: State, rules: Rules, action):
    """BR-REF-02 The ship that scans; its target is chosen next."""
    state.order[state.seat].craft = decode_craft(state, int(state.seat), action)
    request_decision(state, Decision.SURVEY_TARGET, state.seat)


@native
def legal_survey_target(state: State, side, mask):
    """BR-REF-02 Detected enemy craft in the same hex."""
    craft, enemy = state.craft[state.order[side].craft], 1 - side
    for k in side_range(state.craft, enemy):
        if in_one_hex(state, craft, k):
            mask[enemy_craft_action(state, k)] = 1


@native
def survey_difficulty(state: State, rules: Rules, index, target):
    """BR-REF-02, BR-AMB-83, BR-BGL-13 As for an active detection at range 0."""
    craft, other = state.craft[index], state.craft[target]
    force, sensor = state.tf[other.tf], Sensor.ACTIVE
    q, r = int(force.q), int(force.r)
    total = 1 + line_modifiers(state, sensor, q, r, q, r)
    if is_full(other):
        size = int(rules.classes[other.klass].size_mod)
        return total + full_modifier(sensor) + size + scenery(state, rules, q, r, int(other.tf))
    total += force_modifier(state, sensor, force, q, r)
    total += craft_modifier(rules, other, sensor, int(rules.classes[craft.klass].tech_level))
    total += scenery(state, rules, q, r, int(other.tf))
    return total + detector_modifier(craft, sensor, False)


@native
def condition(craft: Craft):
    """BR-REF-02 Life, power, weapons of a ship, as bits."""
    bits = 0 if craft.damage[Result.LIFE_SUPPORT] else LIFE
    bits += POWER if has_power(craft) else 0
    return bits + (0 if craft.damage[Result.FIRE_CONTROL] else WEAPONS)


@native
def apply_survey_target(state: State, rules: Rules, action):
    """BR-REF-02, BR-AMB-83 A success reports the truth, a failure a random result."""
    side = int(state.seat)
    index = int(state.order[side].craft)
    target = decode_enemy_craft(state, side, action)
    state.craft[index].decided |= SURVEYED
    who = pair_key(index, target)
    difficulty = survey_difficulty(state, rules, index, target)
    grade = attempt_task(state, rules, Chance.SURVEY, who, difficulty)
    log_survey(state, rules, state.craft[index], state.craft[target])
    report = condition(state.craft[target])
    if grade == Grade.FAILURE:
        report = pick(random_bits(state, Chance.SURVEY, who), ANSWERS)
    state.craft[target].report = REPORTED | report
    event = log_event(state, Event.SURVEY, side)
    event.known = 1 << side
    event.actor = index
    event.target = target
    event.a = report
    proceed(state, Step.ROUND)
