"""Determinization of the enemy's unfinished actions when a seat has to decide.

After the decision the game continues. So the attempt, round, volley, missile move or phase to which
the decision belongs must be one that the enemy could be carrying out.
"""

from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ...forces.operations import DETECT_OPEN
from ...missiles.attack import freeze_controller, list_defenders
from ...missiles.hits import FIRED, SPENT
from ...missiles.semi_independent import FAILED
from ...model import (
    MAX_MEMBERS,
    NONE,
    SIM_12_LEVEL,
    CraftStatus,
    Decision,
    Phase,
    Purpose,
    Sensor,
    Side,
    Verb,
    force_slots,
    is_blind,
    is_sighted,
)
from ...model.record_types import Order, Rules, Spread, State
from ...sensors.modifiers import may_go_active, range_to_force
from ...ships.batteries import counts_fire
from .craft import is_round_decision


@native
def determinize_rounds(state: State, rules: Rules, seat):
    """Sample the enemy's present round, attempt, volley and missile phase."""
    enemy = 1 - seat
    determinize_attempt(state, rules, seat)
    determinize_volley(state, enemy)
    determinize_round(state, enemy)
    determinize_missile_turns(state, seat)
    determinize_missile_attack(state, rules, enemy)
    restore_batteries(state, rules, enemy)
    state.watch[enemy].ordered = state.decision == Decision.READINESS and enemy == Side.RED


@native
def restore_batteries(state: State, rules: Rules, enemy):
    """BR-BAT-03, BR-RFC-02 In a round of the enemy, or an attack on it, its fire is counted."""
    if counts_fire(rules):
        for tf in (int(state.round_tf), int(state.attack_tf)):
            if tf != NONE and tf // force_slots(state) == enemy:
                state.battery_side = enemy


# --- attempts ------------------------------------------------------------------------------------


@native
def determinize_attempt(state: State, rules: Rules, seat):
    """BR-DET-25, 27 Sample the scanning craft and its order."""
    decision = state.decision
    if decision != Decision.JAM and decision != Decision.EASIEST:
        return
    enemy, attempt = 1 - seat, state.attempt
    source = int(state.order[seat].target_tf) if decision == Decision.JAM else NONE
    attempt.actor = likely_actor(state, rules, enemy, source)
    if attempt.actor == NONE:
        return
    actor = state.craft[attempt.actor]
    if attempt.sensor == Sensor.ACTIVE and not actor.detected and may_go_active(rules, actor):
        actor.active = 1
    if attempt.sensor == Sensor.PASSIVE:
        reach = 8 * max(1, int(rules.classes[actor.klass].sensor_range[Sensor.PASSIVE]))
        attempt.range = min(reach, range_to_force(state, actor, int(attempt.target_tf)))
    determinize_order(state, enemy)
    if attempt.purpose == Purpose.DETECTION and state.phase == Phase.MISSILE_MOVEMENT:
        determinize_sim(state, enemy)
    elif attempt.purpose == Purpose.MISSILE_LOCK:
        determinize_controller(state, enemy)


@native
def likely_actor(state: State, rules: Rules, enemy, source):
    """A craft that may be scanning: in the scan's source force, preferably with its sensor on.

    In double-blind play the source may be unknown: then the craft is in a hidden force.
    """
    found, best = NONE, -1
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.status != CraftStatus.IN_FORCE or craft.tf == NONE:
            continue
        likely = 0
        if craft.tf == source or (source == NONE and craft.tf == state.round_tf):
            likely += 16
        if is_blind(state) and source == NONE:
            likely += 4 * unseen_round(state, int(craft.tf))
        if state.attempt.sensor == Sensor.ACTIVE:
            likely += 2 if craft.active else 0
            likely += 1 if may_go_active(rules, craft) else 0
        if likely > best:
            found = k
            best = likely
    return found


@native
def determinize_order(state: State, enemy):
    """The order that the attempt under way serves."""
    order, attempt = state.order[enemy], state.attempt
    order.craft = attempt.actor
    order.target_tf = attempt.target_tf
    order.target_craft = attempt.target_craft
    order.target_spread = NONE


@native
def determinize_sim(state: State, enemy):
    """BR-SIM-02 A sensor in the Missile Movement Phase is that of a semi-independent missile."""
    attempt = state.attempt
    index = pick_spread(state, enemy, False)
    if index == NONE:
        return
    spread = state.spread[index]
    attempt.sim = index
    attempt.actor = spread.owner
    attempt.tech_level = SIM_12_LEVEL
    state.order[enemy].spread = index
    spread.sim = SIM_12_LEVEL
    spread.scanned = spread.count


@native
def determinize_controller(state: State, enemy):
    """BR-MIS-15, BR-SIM-03 A missile lock is that of a ship for its own spread.

    It happens before the spread moves, or in the Missile Attack Phase for attacking
    semi-independent missiles.
    """
    attacking = state.phase == Phase.MISSILE_ATTACK
    index = pick_spread(state, enemy, attacking)
    if index == NONE:
        return
    spread = state.spread[index]
    state.order[enemy].spread = index
    spread.owner = state.attempt.actor
    if attacking:
        spread.sim = SIM_12_LEVEL
        spread.ship_lock = FAILED


@native
def pick_spread(state: State, enemy, attacking):
    """A spread of the enemy that attacks the present target, or is about to move; or any."""
    found, best = NONE, -1
    for k in side_range(state.spread, enemy):
        spread = state.spread[k]
        if spread.count == 0:
            continue
        fits = spread.target_tf == state.attack_tf if attacking else not spread.moved
        if int(fits) > best:
            found = k
            best = int(fits)
    return found


# --- rounds and volleys --------------------------------------------------------------------------


@native
def determinize_volley(state: State, enemy):
    """Sample the shooter of a volley that awaits sand.

    It is a craft of the force whose round it is, or any; in double-blind play one of a hidden
    force.
    """
    found, best = NONE, -1
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.status != CraftStatus.IN_FORCE or craft.tf == NONE:
            continue
        likely = 4 if craft.tf == state.round_tf else 0
        if is_blind(state):
            likely += unseen_round(state, int(craft.tf))
        if likely > best:
            found = k
            best = likely
    state.volley.shooter = found


@native
def unseen_round(state: State, tf):
    """BR-REF-01 2 for a hidden force, 1 where a ship has tumbled in view, 0 for any other.

    The rounds of the first two are hidden, so that one of them has the round.
    """
    if not is_sighted(state, tf):
        return 2
    return 1 if has_tumbled(state, tf) else 0


@native
def has_tumbled(state: State, tf):
    """BR-REF-01, BR-AMB-52 Whether the last ship in view of a force has tumbled this turn."""
    if not is_blind(state) or not is_sighted(state, tf) or not state.tf[tf].acted:
        return False
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf and craft.tumble:
            return True
    return False


@native
def determinize_round(state: State, enemy):
    """BR-SEQ-05, BR-LND-01 Complete the enemy's present round: it does not begin again."""
    if state.phase != Phase.OPERATIONS or state.mover != enemy:
        return
    if state.round_tf == NONE and is_round_decision(state):
        actor = (
            state.volley.shooter if state.decision == Decision.SAND_NUMBER else state.attempt.actor
        )
        if actor != NONE:
            state.round_tf = state.craft[actor].tf
    if state.round_tf == NONE or state.round_tf // force_slots(state) != enemy:
        return
    order, force = state.order[enemy], state.tf[state.round_tf]
    order.tf = state.round_tf
    force.settled = 1
    if not has_tumbled(state, int(state.round_tf)):
        force.acted = 0
    if state.decision == Decision.THRUST_SIDE:
        order.verb = Verb.MOVE
        determinize_thrust(order, state.order[1 - enemy])
        force.gs = order.gs
    elif state.decision == Decision.SAND_NUMBER or state.attempt.purpose == Purpose.BEAM_LOCK:
        order.verb = Verb.FIRE
        force.firing = 1
    else:
        order.verb = Verb.DETECT
        force.detecting = DETECT_OPEN


@native
def determinize_thrust(order: Order, choice: Order):
    """BR-MOV-07 The smallest thrust whose exhaust is equally close to both hexsides."""
    order.dq = -DIRECTION_Q[choice.low] - DIRECTION_Q[choice.high]
    order.dr = -DIRECTION_R[choice.low] - DIRECTION_R[choice.high]
    order.gs = 2


# --- missile phases ------------------------------------------------------------------------------


@native
def determinize_missile_turns(state: State, seat):
    """BR-SEQ-09 Sides alternate: an enemy with fewer moved spreads than turns has passed.

    In double-blind play its moves are unseen, and it may have any spread left.
    """
    if state.phase != Phase.MISSILE_MOVEMENT or state.mover != seat or is_blind(state):
        return
    enemy = 1 - seat
    turns = moved_spreads(state, seat) + (1 if enemy != state.initiative else 0)
    if state.decision == Decision.SIM_MENU or state.decision == Decision.SIM_TARGET:
        turns -= 1 if state.spread[state.order[seat].spread].moved else 0
    state.passed[enemy] = moved_spreads(state, enemy) < turns


@native
def has_fired(state: State, spread: Spread):
    """BR-MIS-19 Whether missiles of a spread have attacked a ship whose turn is over."""
    if state.decision == Decision.MISSILE_SAND_NUMBER:
        for member in range(state.attack_member):
            if spread.aim[member] > 0:
                return True
    return False


@native
def moved_spreads(state: State, side):
    """Spreads of a side that have moved in this phase."""
    count = 0
    for k in side_range(state.spread, side):
        count += 1 if state.spread[k].count > 0 and state.spread[k].moved else 0
    return count


@native
def determinize_missile_attack(state: State, rules: Rules, enemy):
    """BR-SEQ-10, BR-AMB-07 Restore frozen controllers and spent missiles in a Missile Attack Phase.

    Unknown craft of a force under attack are last among its defenders.
    """
    if state.phase != Phase.MISSILE_ATTACK:
        return
    for k in side_range(state.spread, enemy):
        spread = state.spread[k]
        if spread.count == 0 or (spread.target_tf == NONE and spread.target_spread == NONE):
            continue
        if state.craft[spread.owner].tf != NONE:
            freeze_controller(state, rules, spread)
        if spread.target_tf == state.attack_tf and has_fired(state, spread):
            spread.fired = SPENT | FIRED
    if state.attack_tf != NONE and state.attack_tf // force_slots(state) == enemy:
        known = 0
        for member in range(MAX_MEMBERS):
            known += 1 if state.defender[member] != NONE else 0
        list_defenders(state, int(state.attack_tf), False, known)
