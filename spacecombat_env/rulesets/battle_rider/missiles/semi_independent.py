"""Chapter SIM: semi-independent missiles, which carry their own passive sensor.

A spread's `sim` is the tech level of its missiles, 12 or 14, or 0 for controlled missiles. The
field `scanned` counts its missiles that have tried to detect something this turn. The field
`ship_lock` is the result of the controlling ship's one lock attempt on the task force under attack.
"""

from spacecombat_env.core.model.hexgrid import distance
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    CONTROLLED_MISSILE_G,
    IMPOSSIBLE,
    NONE,
    SIM_12_G,
    SIM_12_LEVEL,
    SIM_14_G,
    SIM_14_LEVEL,
    Chance,
    Decision,
    Errand,
    Grade,
    Purpose,
    Sensor,
    Step,
    Verb,
    attempt_task,
    decode_enemy_force,
    decode_enemy_spread,
    enemy_force_action,
    enemy_spread_action,
    is_blind,
    pair_key,
    proceed,
    request_decision,
    spread_shows,
    spread_slots,
)
from ..model.record_types import Craft, Rules, Spread, State
from ..sensors.detect_orders import is_detectable_force
from ..sensors.detection import aim_attempt, begin_attempt
from ..sensors.modifiers import (
    can_lock,
    craft_modifier,
    force_modifier,
    line_modifiers,
    range_to_force,
    scenery,
    sim_range,
    spread_modifier,
)
from ..sensors.reports import log_duel_lock, log_missile_lock
from ..sensors.searching import is_hidden_force_of_enemy
from ..ships.black_globes import full_modifier, is_full

UNTRIED, FAILED, LOCKED = 0, 1, 2  # spread.ship_lock

# --- launching -----------------------------------------------------------------------------------


@native
def g_turns(level):
    """BR-SIM-01, BR-MIS-05 G-turns of a missile: TL-12 nine, TL-14 seven, controlled twelve."""
    if level == 0:
        return CONTROLLED_MISSILE_G
    return SIM_12_G if level == SIM_12_LEVEL else SIM_14_G


@native
def legal_launch_kind(state: State, side, mask):
    """BR-SIM-01, BR-MIS-02 A spread is of one kind: controlled or semi-independent missiles.

    A ship that has launched one kind may launch the other as well, as a separate spread.
    """
    order = state.order[side]
    craft = state.craft[order.craft]
    if craft.missiles > craft.sims and not (craft.launched and order.level == 0):
        mask[Verb.CONTROLLED] = 1
    if craft.sims > 0 and not (craft.launched and order.level > 0):
        mask[Verb.SEMI_INDEPENDENT] = 1
    if craft.launched:
        mask[Verb.DONE] = 1


@native
def sim_level(rules: Rules, craft: Craft):
    """BR-SIM-01, 04 Tech level of a ship's semi-independent missiles, given or bought."""
    own = int(rules.classes[craft.klass].sim_level)
    if own > 0:
        return own
    return SIM_14_LEVEL if int(craft.errand) & Errand.SIMS_TL14 else SIM_12_LEVEL


@native
def load_left(craft: Craft, level):
    """BR-SIM-04 Ready missiles of a kind."""
    return int(craft.sims) if level > 0 else int(craft.missiles) - int(craft.sims)


# --- detection -----------------------------------------------------------------------------------


@native
def reaches(state: State, spread: Spread, q, r):
    """BR-SIM-01, BR-TSK-03 Whether the missiles' sensor reaches a hex at all."""
    away = distance(int(spread.q), int(spread.r), int(q), int(r))
    return away <= 8 * sim_range(int(spread.sim))


@native
def can_scan_force(state: State, index, tf):
    """BR-SIM-02 A task force that may hide more, in reach of a spread."""
    force = state.tf[tf]
    return is_detectable_force(state, tf) and reaches(state, state.spread[index], force.q, force.r)


@native
def can_scan_spread(state: State, index, other):
    """BR-SIM-02 An undetected spread in reach of a spread."""
    target = state.spread[other]
    hidden = is_blind(state) and not spread_shows(target)
    if target.count == 0 or target.detected or hidden:
        return False
    return reaches(state, state.spread[index], target.q, target.r)


@native
def can_scan(state: State, index):
    """BR-SIM-02 Whether any missile of a controlled spread may still try to detect."""
    spread = state.spread[index]
    if spread.sim == 0 or spread.count <= spread.scanned:
        return False
    if is_blind(state):
        return True
    enemy = 1 - index // spread_slots(state)
    for k in side_range(state.tf, enemy):
        if can_scan_force(state, index, k):
            return True
    for k in side_range(state.spread, enemy):
        if can_scan_spread(state, index, k):
            return True
    return False


@native
def legal_sim_target(state: State, side, mask):
    """BR-SIM-02 Targets that one missile of the spread may try to detect."""
    index, enemy = int(state.order[side].spread), 1 - side
    for k in side_range(state.tf, enemy):
        if can_scan_force(state, index, k):
            mask[enemy_force_action(state, k)] = 1
    for k in side_range(state.spread, enemy):
        if can_scan_spread(state, index, k):
            mask[enemy_spread_action(state, k)] = 1
    if is_blind(state):
        mask[Verb.ALL] = 1


@native
def nearest_hidden_force(state: State, index):
    """BR-REF-01 The nearest unseen task force in reach of a searching spread, or NONE."""
    spread, enemy = state.spread[index], 1 - index // spread_slots(state)
    best, found = IMPOSSIBLE, NONE
    for k in side_range(state.tf, enemy):
        force = state.tf[k]
        if is_hidden_force_of_enemy(state, k) and reaches(state, spread, force.q, force.r):
            away = distance(int(spread.q), int(spread.r), int(force.q), int(force.r))
            if away < best:
                best = away
                found = k
    return found


@native
def apply_sim_target(state: State, rules: Rules, action):
    """BR-SIM-02, BR-AMB-76 One missile uses its attempt; its controller is the sensing ship."""
    side = int(state.seat)
    index = int(state.order[side].spread)
    spread = state.spread[index]
    spread.scanned += 1
    tf, other = decode_enemy_force(state, side, action), decode_enemy_spread(state, side, action)
    if action == Verb.ALL:
        tf = nearest_hidden_force(state, index)
        if tf == NONE:
            proceed(state, Step.SIM_NEXT)
            return
    begin_attempt(state, Purpose.DETECTION, spread.owner, Sensor.PASSIVE)
    aim_attempt(state, rules, tf, other)
    attempt = state.attempt
    attempt.sim = index
    attempt.tech_level = spread.sim
    q, r = (state.tf[tf].q, state.tf[tf].r) if tf != NONE else place_of(state.spread[other])
    attempt.range = distance(int(spread.q), int(spread.r), int(q), int(r))


@native
def place_of(spread: Spread):
    """Hex of a spread."""
    return spread.q, spread.r


@native
def sim_next(state: State, rules: Rules):
    """BR-SIM-02 Before the move the order continues; after it, more attempts or the other side."""
    side = int(state.mover)
    index = int(state.order[side].spread)
    if not state.spread[index].moved:
        request_decision(state, Decision.SPREAD_WORDS, side)
    elif can_scan(state, index):
        request_decision(state, Decision.SIM_MENU, side)
    else:
        end_scans(state)


@native
def legal_sim_menu(state: State, side, mask):
    """BR-SIM-02 After the move: detect, or done."""
    mask[Verb.DETECT] = 1
    mask[Verb.DONE] = 1


@native
def apply_sim_menu(state: State, rules: Rules, action):
    """BR-SIM-02 One more attempt, or the other side's spread."""
    if action == Verb.DETECT:
        request_decision(state, Decision.SIM_TARGET, state.seat)
    else:
        end_scans(state)


@native
def end_scans(state: State):
    """The spread is done; the other side is next."""
    state.mover = 1 - state.mover
    proceed(state, Step.NEXT_SPREAD)


# --- locks ---------------------------------------------------------------------------------------


@native
def request_ship_lock(state: State, rules: Rules, member):
    """BR-SIM-03, BR-AMB-99 The controlling ship's one lock, for missiles whose own lock fails.

    It is tried before the missiles' own locks, which does not change the odds.
    """
    for k in range(len(state.spread)):
        spread = state.spread[k]
        waits = spread.count > 0 and spread.target_tf == state.attack_tf and spread.sim > 0
        if not waits or spread.aim[member] == 0 or spread.ship_lock != UNTRIED:
            continue
        spread.ship_lock = FAILED
        owner = state.craft[spread.owner]
        if owner.tf == NONE:
            continue
        away = range_to_force(state, owner, int(spread.target_tf))
        if can_lock(state, rules, int(spread.owner), away):
            side = k // spread_slots(state)
            order = state.order[side]
            order.spread = k
            order.target_tf = spread.target_tf
            order.target_spread = NONE
            request_decision(state, Decision.ATTACK_SENSOR, side)
            return True
    return False


@native
def sim_lock_difficulty(state: State, rules: Rules, spread: Spread, target):
    """BR-SIM-03, BR-FIR-06 Base 1 at range 0, passive, the missile's own TL, and a lock's -1."""
    craft = state.craft[target]
    force = state.tf[craft.tf]
    q, r, sensor = int(force.q), int(force.r), Sensor.PASSIVE
    line = line_modifiers(state, sensor, q, r, q, r) + scenery(state, rules, q, r, int(craft.tf))
    if is_full(craft):
        return line + int(rules.classes[craft.klass].size_mod) + full_modifier(sensor)
    total = line + craft_modifier(rules, craft, sensor, int(spread.sim))
    return total + force_modifier(state, sensor, force, q, r) + int(spread.penalty)


@native
def wins_own_lock(state: State, rules: Rules, index, target):
    """BR-SIM-03, BR-AMB-76 A card for the lock of one missile on a ship; its controller's crew."""
    spread = state.spread[index]
    difficulty = sim_lock_difficulty(state, rules, spread, target)
    grade = attempt_task(state, rules, Chance.LOCK, pair_key(spread.owner, target), difficulty)
    log_missile_lock(state, rules, spread, target)
    return grade != Grade.FAILURE


@native
def reach_of_missile(state: State, rules: Rules, index, target):
    """BR-SIM-03, BR-MIS-28 Range that counts for a missile: 0 by its own lock; NONE without a lock.

    Controlled missiles had their lock before they moved.
    """
    spread = state.spread[index]
    if spread.sim == 0:
        return int(spread.reach)
    if wins_own_lock(state, rules, index, target):
        return 0
    return int(spread.reach) if spread.ship_lock == LOCKED else NONE


@native
def duel_reach(state: State, rules: Rules, index, target):
    """BR-SIM-03, BR-AMB-43, 76 The same against a spread in the hex."""
    spread, other = state.spread[index], state.spread[target]
    if spread.sim == 0:
        return int(spread.reach)
    q, r = int(other.q), int(other.r)
    difficulty = spread_modifier(state, rules, int(spread.sim), Sensor.PASSIVE, other)
    difficulty += line_modifiers(state, Sensor.PASSIVE, q, r, q, r) + int(spread.penalty)
    difficulty += scenery(state, rules, q, r, NONE)
    grade = attempt_task(state, rules, Chance.LOCK, pair_key(spread.owner, target), difficulty)
    log_duel_lock(state, rules, spread, other)
    if grade != Grade.FAILURE:
        return 0
    return int(spread.reach) if spread.ship_lock == LOCKED else NONE
