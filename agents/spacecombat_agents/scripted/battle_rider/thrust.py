"""Movement: the Gs that bring a force towards its goal, and evasion."""

from spacecombat_agents.scripted.battle_rider.boarding import prey_of
from spacecombat_agents.scripted.battle_rider.contacts import (
    enemy_to_fight,
    is_exposed_to_enemy,
    range_to,
)
from spacecombat_agents.scripted.battle_rider.doctrines import (
    AGGRESSIVE,
    ALONGSIDE_RANGE,
    CLOSE_RANGE,
    EASY_SPEED,
    FAR,
    FLEEING_RANGE,
    HEAVY,
    LOOK_AHEAD,
    SALVO,
    SHORT_REACH,
)
from spacecombat_agents.scripted.battle_rider.goals import Goal, goal_of
from spacecombat_env.core.model.hexgrid import (
    DIRECTION_Q,
    DIRECTION_R,
    axial_row,
    distance,
    offset_row,
)
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.battle_rider.model import (
    DIRECTIONS,
    NONE,
    WEAPON_ROWS,
    Beam,
    CraftStatus,
    Verb,
    direction_action,
    direction_for_seat,
    force_slots,
)
from spacecombat_env.rulesets.battle_rider.movement.astrographics import is_beyond_jump_line
from spacecombat_env.rulesets.battle_rider.orders.order_estimates import LOW_TECH, in_flight

__all__ = ["fighting_range", "plan_of", "thrust_action"]


@native
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


@native
def course_cost(state, rules, tf, plan, shift):
    """How far a course is from what the plan wants; see `plan_of`.

    `shift` packs the change of vector as (dq + 64) * 128 + dr + 64.
    """
    goal = plan[0]
    if goal == Goal.RUN_AHEAD or goal == Goal.RUN_HOME:
        return edge_cost(state, rules, tf, goal, shift)
    if goal == Goal.ALONGSIDE:
        return alongside_cost(state, rules, tf, plan[1], shift)
    force = state.tf[tf]
    vq = int(force.vq) + shift // 128 - 64
    vr = int(force.vr) + shift % 128 - 64
    q, r = int(force.q) + vq, int(force.r) + vr
    speed = distance(0, 0, vq, vr)
    cost = 1.5 * max(0, speed - (0 if goal == Goal.HOLD else EASY_SPEED))
    cost += drift_cost(rules, q, r, pack(vq, vr))
    if plan[1] == NONE or goal == Goal.HOLD:
        return cost
    return cost + range_cost(state, plan, q, r, pack(vq, vr))


@native
def drift_cost(rules, q, r, vector):
    """How badly a force is off the map if it coasts for some turns, the next ones most."""
    cost = 0.0
    for turns in range(LOOK_AHEAD):
        cost += (8.0 - 1.5 * turns) * off_map_cost(rules, q, r)
        q += vector // 128 - 64
        r += vector % 128 - 64
    return cost


@native
def range_cost(state, plan, q, r, vector):
    """How far from the wanted range to the plan's target a force will be in one turn and two."""
    other, want = state.tf[plan[1]], plan[2]
    tq, tr = int(other.q), int(other.r)
    if not other.acted:
        tq += int(other.vq)
        tr += int(other.vr)
    cost = 1.5 * abs(distance(q, r, tq, tr) - want)
    q += vector // 128 - 64
    r += vector % 128 - 64
    return cost + abs(distance(q, r, tq + int(other.vq), tr + int(other.vr)) - want)


@native
def alongside_cost(state, rules, tf, target, shift):
    """How far from the hex and the vector of a ship that cannot steer; over no edge, though."""
    force, other = state.tf[tf], state.tf[target]
    vq = int(force.vq) + shift // 128 - 64
    vr = int(force.vr) + shift % 128 - 64
    tq, tr = int(other.q), int(other.r)
    if not other.acted:
        tq += int(other.vq)
        tr += int(other.vr)
    q, r = int(force.q) + vq, int(force.r) + vr
    away = distance(q, r, tq, tr)
    gap = distance(vq, vr, int(other.vq), int(other.vr))
    cost = 1.5 * away + (1.0 if away > ALONGSIDE_RANGE else 2.5) * gap
    return cost + drift_cost(rules, q, r, pack(vq, vr))


@native
def edge_cost(state, rules, tf, goal, shift):
    """How far a course is from where ships escape: the turns it takes, and how far it drifts."""
    force = state.tf[tf]
    vq = int(force.vq) + shift // 128 - 64
    vr = int(force.vr) + shift % 128 - 64
    q, r = int(force.q) + vq, int(force.r) + vr
    row = offset_row(q, r)
    ahead = (tf < force_slots(state)) == (goal == Goal.RUN_AHEAD)
    left = rows_to_run(state, rules, q, row, ahead)
    pace = (offset_row(q + 2 * vq, r + 2 * vr) - row) / 2.0
    pace = max(0.5, pace if ahead else -pace)
    drift = max(0, 2 - q - 3 * vq) + max(0, q + 3 * vq + 1 - int(rules.option.columns))
    return 3.0 * left / pace + 2.0 * drift


@native
def rows_to_run(state, rules, q, row, ahead):
    """BR-SCN-05, 08 Rows from a hex over an edge of the map, or to beyond the jump line if nearer.

    `ahead` is towards the last row.
    """
    left = max(0, int(rules.option.rows) + 1 - row if ahead else row)
    if rules.option.jump_line:
        for run in range(left):
            other = row + run if ahead else row - run
            if is_beyond_jump_line(state, rules, q, axial_row(q, other)):
                return run
    return left


@native
def pack(dq, dr):
    """Pack a change of vector."""
    return (int(dq) + 64) * 128 + int(dr) + 64


@native
def plan_of(state, rules, side, tf, doctrine):
    """The plan of a force: its goal, the enemy force to steer by, the range wanted to that."""
    goal = goal_of(state, rules, side, tf, doctrine)
    target = enemy_to_fight(state, side)
    if goal == Goal.FIGHT and doctrine.boarding:
        prey = prey_of(state, rules, side, tf)
        if prey != NONE:
            return Goal.ALONGSIDE | 0, int(state.craft[prey].tf), 0
    want = FLEEING_RANGE if goal == Goal.KEEP_AWAY else fighting_range(state, rules, tf, doctrine)
    return int(goal), int(target), int(want)


@native
def fighting_range(state, rules, tf, doctrine):
    """The doctrine's range; `captain` goes nearer with weapons of no use from afar.

    Drones by themselves are a picket; ships of low tech level are seen first and find little.
    """
    reach, directors, ships, level = 0, 0, 0, FAR
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status != CraftStatus.IN_FORCE or craft.tf != tf:
            continue
        klass = rules.classes[craft.klass]
        ships += 0 if klass.drone else 1
        level = min(level, int(klass.tech_level))
        if craft.missiles > 0 or in_flight(state, k) > 0:
            directors += int(klass.directors)
        reach = max(reach, heavy_reach(klass))
    want = int(doctrine.fighting_range)
    if doctrine.pickets and ships == 0:
        return min(int(doctrine.picket_range), want)
    if doctrine.number != AGGRESSIVE and level <= LOW_TECH:
        return min(CLOSE_RANGE, want)
    return want if reach == 0 or directors >= SALVO else min(reach, want)


@native
def heavy_reach(klass):
    """Hexes from which a ship's heaviest gun does most: its short range, twice that if little."""
    reach = 0
    for row in range(WEAPON_ROWS):
        weapon = klass.weapon[row]
        if weapon.kind != Beam.NONE and weapon.damage[0] >= HEAVY:
            times = 1 if weapon.range >= SHORT_REACH else 2
            reach = max(reach, times * int(weapon.range))
    return reach


@native
def thrust_action(state, rules, side, mask, doctrine):
    """The G that improves the course most; else evade with what is left, or go."""
    order = state.order[side]
    tf = int(order.tf)
    plan = plan_of(state, rules, side, tf, doctrine)
    best = course_cost(state, rules, tf, plan, pack(order.dq, order.dr))
    action = NONE
    for ahead in range(DIRECTIONS):
        direction = direction_for_seat(side, ahead)
        candidate = direction_action(state, direction)
        if not mask[candidate]:
            continue
        dq = int(order.dq) + DIRECTION_Q[direction]
        dr = int(order.dr) + DIRECTION_R[direction]
        cost = course_cost(state, rules, tf, plan, pack(dq, dr))
        if cost < best - 0.6:
            best = cost
            action = candidate
    if action != NONE:
        return action
    return closing_actions(state, mask, tf, plan, doctrine)


@native
def closing_actions(state, mask, tf, plan, doctrine):
    """Evade with the Gs left where a shot may come; else go."""
    if doctrine.number == AGGRESSIVE or not mask[Verb.EVADE] or not is_exposed_to_enemy(state, tf):
        return Verb.GO
    reach = int(doctrine.evasion_range) if plan[0] == Goal.FIGHT else FLEEING_RANGE
    return Verb.EVADE if range_to(state, tf, plan[1]) <= reach else Verb.GO
