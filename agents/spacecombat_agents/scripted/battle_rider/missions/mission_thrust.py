"""The captain in a pocket empire: a course to a body, over an edge, or past what it scouts."""

from spacecombat_agents.scripted.battle_rider.missions.mission_goals import (
    AHEAD,
    ASTEROID,
    PLANET,
    SCOUT,
    quarry,
)
from spacecombat_env.core.model.hexgrid import axial_row, distance, on_map
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    CraftStatus,
    Side,
    Verb,
    direction_action,
    force_slots,
)
from spacecombat_env.rulesets.battle_rider.movement.movement import maneuver_limit
from spacecombat_env.rulesets.battle_rider.orders.order_estimates import step_towards

__all__ = ["course_action", "is_found", "turns_to_rest"]

ANY_TURN = 30  # Turns that no plan of a course exceeds.
MARGIN = 2  # Columns kept from the sides of the map on the way to an edge.
SIDE_COST = 4.0  # Turns that a column beyond that margin counts for.
HASTE = 0.02  # Turns that half a row per turn of extra speed is worth.
DUMMY_G = 4  # Gs a dummy shows.
SCOUT_RANGE = 4  # Hexes at which a scout passes its quarry.
WAITING_ROW = 12  # Row where a scout waits for its quarry.
CENTRE = 10  # The planet's column.
HOME = 0  # Index of the planet in state.body.


@native
def turns_to_rest(away, drift, g):
    """The fewest turns in which a force may come to rest in a hex, by two bounds on its thrust.

    `away` and `drift` are pairs of axial steps: to the hex, and the vector; `g` Gs a turn.
    """
    pace = distance(0, 0, drift[0], drift[1])
    for turns in range(ANY_TURN):
        dq = 2 * away[0] - (turns - 1) * drift[0]
        dr = 2 * away[1] - (turns - 1) * drift[1]
        if turns == 0:
            if away[0] == 0 and away[1] == 0 and drift[0] == 0 and drift[1] == 0:
                return 0
        elif pace <= turns * g:
            bent = 2 * g * distance(0, 0, dq, dr)
            if bent <= g * g * turns * turns - pace * pace and bent <= 4 * g * g * (
                turns * turns // 4
            ):
                return turns
    return ANY_TURN


@native
def rest_cost(rules, force, shift, target, g):
    """Turns to rest at a hex after a change of vector; the slack of the last turn breaks ties."""
    vq, vr = int(force.vq) + shift[0], int(force.vr) + shift[1]
    away = (target[0] - int(force.q) - vq, target[1] - int(force.r) - vr)
    turns = turns_to_rest(away, (vq, vr), g)
    ahead = distance(2 * vq, 2 * vr, away[0] - vq, away[1] - vr)
    columns, rows = int(rules.option.columns), int(rules.option.rows)
    lost = 0 if on_map(int(force.q) + vq, int(force.r) + vr, columns, rows) else ANY_TURN
    return turns + lost + HASTE * ahead


@native
def edge_cost(rules, force, shift, g, high):
    """Turns to an entry edge at full thrust after a change of vector, and the sides shunned."""
    vq, vr = int(force.vq) + shift[0], int(force.vr) + shift[1]
    q, r = int(force.q) + vq, int(force.r) + vr
    height = 2 * r + q  # in half rows
    speed = 2 * vr + vq
    left = 2 * int(rules.option.rows) + 2 - height if high else height
    if not high:
        speed = -speed
    turns = 0
    while turns < ANY_TURN and turns * speed + g * turns * (turns + 1) < left:
        turns += 1
    column = q + (turns * vq if turns > 0 else 0)
    low, top = MARGIN + 1, int(rules.option.columns) - MARGIN
    beyond = max(0, low - column) + max(0, column - top)
    return turns + SIDE_COST * beyond - HASTE * speed


@native
def goal_cost(state, rules, tf, goal, shift):
    """Cost of a change of vector on the way to a goal."""
    force = state.tf[tf]
    g = thrust_of(state, rules, tf)
    if goal in (PLANET, ASTEROID):
        place = state.body[place_of(state, goal)]
        return rest_cost(rules, force, shift, (int(place.q), int(place.r)), g)
    if goal == SCOUT:
        return scout_cost(state, rules, tf, shift)
    side = tf // force_slots(state)
    ahead = edge_cost(rules, force, shift, g, side == Side.RED)
    if goal == AHEAD:
        return ahead
    return min(ahead, edge_cost(rules, force, shift, g, side != Side.RED))


@native
def scout_cost(state, rules, tf, shift):
    """Turns to rest a few hexes from what is still to be detected."""
    force = state.tf[tf]
    found = quarry(state, tf)
    target = (CENTRE, axial_row(CENTRE, WAITING_ROW))
    if found != NONE:
        other = state.tf[found]
        target = (int(other.q) + int(other.vq), int(other.r) + int(other.vr))
    vq, vr = int(force.vq) + shift[0], int(force.vr) + shift[1]
    away = distance(int(force.q) + vq, int(force.r) + vr, target[0], target[1])
    return (
        rest_cost(rules, force, shift, target, thrust_of(state, rules, tf))
        if (away > SCOUT_RANGE)
        else distance(0, 0, vq, vr) * HASTE
    )


@native
def thrust_of(state, rules, tf):
    """Gs a task force spends on a course; a dummy as many as a ship."""
    limit = maneuver_limit(state, rules, tf)
    return DUMMY_G if state.tf[tf].strength == 0 else max(1, limit)


@native
def place_of(state, goal):
    """The body of a goal: the planet, or the asteroid written down."""
    return HOME if goal == PLANET else max(0, int(state.mission[Side.RED].asteroid))


@native
def course_action(state, rules, side, mask, goal):
    """The next G of the best change of vector that the Gs allow; else go."""
    order = state.order[side]
    tf = int(order.tf)
    limit = min(maneuver_limit(state, rules, tf), thrust_of(state, rules, tf))
    left = limit - int(order.gs)
    done = (int(order.dq), int(order.dr))
    best, best_shift = goal_cost(state, rules, tf, goal, done), done
    for dq in range(-left, left + 1):
        for dr in range(-left, left + 1):
            if distance(0, 0, dq, dr) > left:
                continue
            shift = (done[0] + dq, done[1] + dr)
            cost = goal_cost(state, rules, tf, goal, shift)
            cost += HASTE / 10.0 * distance(0, 0, dq, dr)
            if cost < best:
                best = cost
                best_shift = shift
    if best_shift[0] == done[0] and best_shift[1] == done[1]:
        return Verb.EVADE if mask[Verb.EVADE] and is_found(state, tf) else Verb.GO
    ahead = direction_action(state, step_towards(done[0], done[1], best_shift[0], best_shift[1]))
    return ahead if mask[ahead] else Verb.GO


@native
def is_found(state, tf):
    """Whether the enemy has detected a craft of an own task force."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf and craft.detected:
            return True
    return False
