"""Enemies: which of them count, and where each may be at the end of this turn and the next.

A ship that has moved stays where it is. One that has not either coasts, or flies as it would like
best, or turns as hard as it can toward the nearest own ship. The plain doctrine assumes coasting.
"""

from spacecombat_agents.scripted.interceptor.damage_taken import visible_armour_loss
from spacecombat_agents.scripted.interceptor.doctrine import (
    COAST,
    FAR,
    FOCUS,
    GREEDY,
    HARD,
    PRIZE,
    SHARED,
    USUAL_PILOTING,
    USUAL_THRUST,
    WORN,
)
from spacecombat_agents.scripted.interceptor.geometry import (
    AHEAD,
    SPAN,
    face_toward,
    steps,
    turned_to,
)
from spacecombat_agents.scripted.interceptor.replies import note_reply
from spacecombat_agents.scripted.interceptor.workspace import (
    MAX_ENEMIES,
    POSES,
    Count,
    PlotNode,
    Pose,
)
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.model import (
    DIRECTIONS,
    MAX_ROCKS,
    NONE,
    Rock,
    Target,
    apart,
    is_active,
    is_near_planet,
    is_out_of_control,
    on_board,
    side_of,
    steps_between,
    target_bit,
)
from spacecombat_env.rulesets.interceptor.movement.turning import heading_price

__all__ = ["distance_on", "fill_ways", "list_enemies", "list_rocks", "worth_of", "write_pose"]

MOST_TURNS = 3
IN_FRONT = 4.0
"""Hexes that an enemy values a place from which a ship is in front of it."""


@native
def list_enemies(state, rules, workspace, k, doctrine):
    """List enemies that fight, their worth, and the number of own ships."""
    side, count, friends = side_of(state, k), 0, 0
    for e in side_range(state.craft, 1 - side):
        if is_active(state.craft[e]) and count < MAX_ENEMIES:
            workspace.enemy[count] = e
            workspace.worth[count] = worth_of(state, rules, side, e, doctrine)
            altitude = int(state.craft[e].altitude)
            workspace.levels[count] = abs(altitude - int(state.craft[k].altitude))
            count += 1
    for other in side_range(state.craft, side):
        friends += int(is_active(state.craft[other]))
    workspace.counts[Count.ENEMIES] = count
    workspace.counts[Count.FRIENDS] = max(friends, 1)


@native
def worth_of(state, rules, side, e, doctrine):
    """Return the worth of a target; more for one that others shoot at, or that is damaged."""
    craft, worth = state.craft[e], 1.0
    for m in side_range(state.crew, side):
        if int(state.crew[m].engaged) & target_bit(state, Target.CRAFT, e):
            worth += SHARED
    if craft.klass != 0 and craft.inside_turn > 0:
        boxes = max(int(rules.classes[int(craft.klass)].boxes), 1)
        worth += FOCUS * int(craft.last_seen_inside) / boxes
    if state.prize_holder == e:
        worth += PRIZE
    if doctrine.wear:
        worth += WORN * visible_armour_loss(rules, craft)
    return worth


@native
def list_rocks(state, rules, workspace):
    """List what blocks fire and ships: rocks, and whether a planet does."""
    count = 0
    for n in range(MAX_ROCKS):
        rock = state.rock[n]
        if rock.kind != Rock.NONE:
            workspace.rock[count, 0] = rock.q
            workspace.rock[count, 1] = rock.r
            workspace.rock[count, 2] = rock.kind == Rock.ASTEROID
            count += 1
    workspace.counts[Count.ROCKS] = count
    workspace.counts[Count.NEAR_PLANET] = is_near_planet(state, rules)


# --- possible places -----------------------------------------------------------------------------


@native
def fill_ways(state, rules, workspace, k, doctrine):
    """Write the present poses of the enemies, and those of their ways."""
    for j in range(workspace.counts[Count.ENEMIES]):
        e = workspace.enemy[j]
        craft = state.craft[e]
        write_pose(workspace.now[j], craft.q, craft.r, craft.heading, craft.facing, craft.velocity)
        workspace.ways[j] = 1
        workspace.replies[j] = 0
        workspace.chance[j, 0] = 1.0
        hexes = hexes_to_come(state, e)
        coast(rules, workspace.now[j], workspace.pose[j, 0], hexes)
        free = not craft.acted and state.mover != e and not is_out_of_control(craft)
        if free and doctrine.hypotheses:
            guess_ways(state, rules, workspace, j, k)
        for way in range(workspace.ways[j]):
            pose = workspace.pose[j, way]
            coast(rules, pose, workspace.later[j, way], pose[Pose.VELOCITY])


@native
def hexes_to_come(state, e):
    """Return the hexes that an enemy still flies this turn if it coasts."""
    if state.mover == e:
        return int(state.lane)
    return 0 if state.craft[e].acted else int(state.craft[e].velocity)


@native
def write_pose(pose, q, r, heading, facing, velocity):
    """Write a pose."""
    pose[Pose.Q] = q
    pose[Pose.R] = r
    pose[Pose.HEADING] = heading
    pose[Pose.FACING] = facing
    pose[Pose.VELOCITY] = velocity


@native
def coast(rules, start, pose, hexes):
    """Coast a number of hexes straight ahead, but not off the map."""
    q, r, heading = start[Pose.Q], start[Pose.R], start[Pose.HEADING]
    for _ in range(hexes):
        next_q, next_r = turned_to(q, r, heading, 1)
        if not on_board(rules, next_q, next_r):
            break
        q, r = next_q, next_r
    write_pose(pose, q, r, heading, start[Pose.FACING], start[Pose.VELOCITY])


@native
def quarry(state, workspace, j, k):
    """Return the ship that an enemy is after: the nearest."""
    found, least = k, 2 * SPAN
    for mine in side_range(state.craft, side_of(state, k)):
        if is_active(state.craft[mine]):
            away = steps_between(state.craft[mine], state.craft[workspace.enemy[j]])
            if away < least:
                found, least = mine, away
    return found


@native
def guess_ways(state, rules, workspace, j, k):
    """Add the way an enemy would like best, and its hardest turn, to coasting."""
    prey = state.craft[quarry(state, workspace, j, k)]
    hexes = 0 if prey.acted else int(prey.velocity) // 2
    q, r = turned_to(int(prey.q), int(prey.r), int(prey.heading), hexes)
    workspace.ways[j] = 3
    workspace.chance[j, 0] = COAST
    workspace.chance[j, 1] = GREEDY
    workspace.chance[j, 2] = HARD
    best, hardest = -1.0e9, -1.0e9
    for change in (0, -2, 2):
        for turns in range(-MOST_TURNS, MOST_TURNS + 1):
            for late in range(2):
                left = try_way(state, rules, workspace, j, change, turns, late)
                if left < 0:
                    continue
                note_reply(workspace, j, workspace.later[j, 0], left)
                value = enemy_preference(workspace.later[j, 0], q, r, left)
                if value > best:
                    best = value
                    copy_pose(workspace.later[j, 0], workspace.pose[j, 1])
                if change == 0 and late == 0:
                    value = 10.0 * abs(turns) + value
                    if value > hardest and abs(turns) < MOST_TURNS:
                        hardest = value
                        copy_pose(workspace.later[j, 0], workspace.pose[j, 2])
    if best < -1.0e8:
        copy_pose(workspace.pose[j, 0], workspace.pose[j, 1])
    if hardest < -1.0e8:
        copy_pose(workspace.pose[j, 0], workspace.pose[j, 2])
    face_toward(workspace.pose[j, 1], q, r, 1)
    face_toward(workspace.pose[j, 2], q, r, 1)


@native
def copy_pose(start, pose):
    """Copy a pose."""
    for column in range(POSES):
        pose[column] = start[column]


@native
def try_way(state, rules, workspace, j, change, turns, late):
    """Try a way: a change of velocity, then a number of turns (plus is clockwise) now or half way.

    Write the end to `workspace.later[j, 0]`; return the thrust left, NONE if it is impossible.
    """
    craft, start = state.craft[workspace.enemy[j]], workspace.now[j]
    velocity = start[Pose.VELOCITY] + change
    if velocity < 0 or (late == 1 and turns == 0):
        return NONE
    thrust = usual_thrust(rules, craft)
    safe = (thrust + USUAL_PILOTING + 1) // 2
    nose_on = apart(start[Pose.FACING], start[Pose.HEADING]) <= 1
    cost = abs(change) * (1 if (change > 0) == nose_on else 2)
    cost += abs(turns) * heading_price(velocity)
    if cost > min(safe, thrust):
        return NONE
    first = velocity // 2 if late else 0
    heading = (start[Pose.HEADING] + turns) % DIRECTIONS
    q, r = turned_to(start[Pose.Q], start[Pose.R], start[Pose.HEADING], first)
    q, r = turned_to(q, r, heading, velocity - first)
    if not on_board(rules, q, r):
        return NONE
    facing = (start[Pose.FACING] + turns) % DIRECTIONS
    write_pose(workspace.later[j, 0], q, r, heading, facing, velocity)
    return safe - cost


@native
def usual_thrust(rules, craft):
    """Return the thrust of an enemy: of its class if that is known, else of its size."""
    if craft.klass != 0:
        return int(rules.classes[int(craft.klass)].thrust)
    return USUAL_THRUST[int(craft.size_class)]


@native
def enemy_preference(pose, q, r, left):
    """Return how an enemy likes a place: near one's own ship, its nose on it."""
    away = steps(q - pose[Pose.Q], r - pose[Pose.R])
    value = -abs(away - 1.0) - 0.3 * max(0, away - FAR)
    if away > 0 and away < SPAN:
        bits = AHEAD[q - pose[Pose.Q] + SPAN, r - pose[Pose.R] + SPAN]
        if (bits >> pose[Pose.HEADING]) & 1:
            value += IN_FRONT
    return value + 0.1 * left


@native
def distance_on(workspace, node, j, way):
    """Return the hexes to the jth enemy: the mean of now and of half a turn of coasting later."""
    q, r, pose = node[PlotNode.Q], node[PlotNode.R], workspace.pose[j, way]
    away = steps(pose[Pose.Q] - q, pose[Pose.R] - r)
    on_q, on_r = turned_to(q, r, node[PlotNode.HEADING], node[PlotNode.VELOCITY] // 2)
    half_way = pose[Pose.VELOCITY] // 2
    to_q, to_r = turned_to(pose[Pose.Q], pose[Pose.R], pose[Pose.HEADING], half_way)
    return 0.5 * (away + steps(to_q - on_q, to_r - on_r))
