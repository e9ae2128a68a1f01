"""The ends of plots: their values, and a second turn from the best of them."""

from spacecombat_agents.scripted.interceptor.chart import (
    course_of,
    shots_at_end,
    threat_at_end,
    worth_later,
)
from spacecombat_agents.scripted.interceptor.doctrine import (
    APPROACH,
    BEST,
    BEST_RANGE,
    COMPANY,
    CONTROL,
    CONTROL_NEAR_EDGE,
    CROWD,
    EDGE,
    FAR,
    FAR_APPROACH,
    LATER,
    NEAR_EDGE,
    REPLY,
    SPENT,
    WHIM,
)
from spacecombat_agents.scripted.interceptor.edges import can_stay, is_open, room_ahead, to_edge
from spacecombat_agents.scripted.interceptor.enemy_poses import distance_on
from spacecombat_agents.scripted.interceptor.geometry import SPAN, steps, turned_to
from spacecombat_agents.scripted.interceptor.replies import replies_to
from spacecombat_agents.scripted.interceptor.rescue.errands import Errand, weigh_errand
from spacecombat_agents.scripted.interceptor.workspace import (
    ChartColumn,
    Count,
    Hull,
    PlotNode,
    Pose,
)
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import fold, pick
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.model import (
    DIRECTIONS,
    NONE,
    apart,
    is_there,
    on_board,
    side_of,
)
from spacecombat_env.rulesets.interceptor.movement.turning import heading_price

__all__ = ["best_place", "judge_ends", "keep_end"]

GRAINS = 256
GONE = 50.0
"""Value of leaving the map, for a ship that wants to."""
HOMEWARD = 0.5
"""Value per hex nearer its edge."""
MOST_TURNS = 2  # Of the second turn.


@native
def judge_ends(state, rules, workspace, k, hexes, doctrine, random_bits):
    """Judge all ends in the workspace and keep the best.

    With `lane_of` NONE each flies its velocity.
    """
    workspace.counts[Count.BEST] = 0
    for n in range(workspace.counts[Count.NODES]):
        node = workspace.node[n]
        first_hexes = node[PlotNode.VELOCITY] if hexes == NONE else hexes
        if node[PlotNode.HEXES] == first_hexes:
            judge_end(state, rules, workspace, k, n, random_bits)
    if doctrine.second_turn:
        for place in range(workspace.counts[Count.BEST]):
            n, offset = workspace.best[place, 0], workspace.best[place, 1]
            workspace.score[place] += LATER * second_turn(state, rules, workspace, n, offset)
            workspace.score[place] += REPLY * replies_to(rules, workspace, place)


@native
def best_place(workspace):
    """Return the place of the best end kept, or NONE."""
    found, score = NONE, -1.0e9
    for place in range(workspace.counts[Count.BEST]):
        if workspace.score[place] > score:
            found, score = place, workspace.score[place]
    return found


@native
def keep_end(workspace, n, offset, rolled, score, gain):
    """Keep an end among the best, sorted by score, the best first."""
    if not is_among_best(workspace, score):
        return
    count = workspace.counts[Count.BEST]
    place = min(count, BEST - 1)
    while place > 0 and workspace.score[place - 1] < score:
        for column in range(3):
            workspace.best[place, column] = workspace.best[place - 1, column]
        workspace.score[place] = workspace.score[place - 1]
        workspace.gain[place] = workspace.gain[place - 1]
        place -= 1
    workspace.best[place, 0] = n
    workspace.best[place, 1] = offset
    workspace.best[place, 2] = rolled
    workspace.score[place] = score
    workspace.gain[place] = gain
    workspace.counts[Count.BEST] = min(count + 1, BEST)


# --- this turn -----------------------------------------------------------------------------------


@native
def judge_end(state, rules, workspace, k, n, random_bits):
    """Judge one end with its best facing and roll."""
    node, hull = workspace.node[n], workspace.hull
    q, r, heading = node[PlotNode.Q], node[PlotNode.R], node[PlotNode.HEADING]
    errand = workspace.counts[Count.ERRAND]
    if errand == Errand.NONE and not on_board(rules, q, r):
        keep_end(workspace, n, hull[Hull.OFFSET], 0, GONE - workspace.hazard[n], 0.0)
        return
    velocity, limit = node[PlotNode.VELOCITY], hull[Hull.LIMIT]
    place = shots_at_end(rules, workspace, q, r)
    threat_at_end(rules, workspace, q, r, heading, velocity)
    course = course_of(heading, velocity)
    score = place_value(state, rules, workspace, k, node) - workspace.hazard[n]
    if errand != Errand.NONE:
        weigh_errand(state, rules, workspace, node, errand)
    for offset in range(DIRECTIONS):
        facing = (heading + offset) % DIRECTIONS
        gain = max(workspace.best_shot[n, offset], workspace.shots[ChartColumn.END, place, facing])
        price = node[PlotNode.SPENT] + facing_price(workspace, offset)
        for rolled in range(1 + hull[Hull.LOPSIDED] * hull[Hull.MAY_ROLL]):
            if price + rolled > limit:
                continue
            risk = (
                workspace.risk[0]
                * workspace.threats[place, course, rolled, facing]
                / workspace.counts[Count.FRIENDS]
            )
            value = score + gain + workspace.tails[place, facing] - risk
            if errand != Errand.NONE:
                value += workspace.errand[int(apart(offset, 0) > 1)]
            value += WHIM * pick(fold(random_bits, n * DIRECTIONS + offset), GRAINS) / GRAINS
            if is_among_best(workspace, value):
                value -= strain_of(state, rules, workspace, node, price + rolled)
                value -= stay_cost(state, rules, workspace, node, offset)
                keep_end(workspace, n, offset, rolled, value, gain)


@native
def is_among_best(workspace, score):
    """Return whether an end with such a score would be kept."""
    count = workspace.counts[Count.BEST]
    return count < BEST or score > workspace.score[count - 1]


@native
def facing_price(workspace, offset):
    """Return the thrust points to turn the facing to an angle from the heading.

    The price is high where that is impossible.
    """
    turn = (offset - workspace.hull[Hull.OFFSET]) % DIRECTIONS
    if turn == 0:
        return 0
    clockwise = turn <= DIRECTIONS // 2
    if workspace.hull[Hull.STARBOARD if clockwise else Hull.PORT] == NONE:
        return SPAN
    return min(turn, DIRECTIONS - turn) * workspace.hull[Hull.FACE_COST]


@native
def strain_of(state, rules, workspace, node, spent):
    """IN-SOT-02 Return the cost of thrust, and of the risk beyond safe thrust."""
    excess = max(0, spent - workspace.hull[Hull.SAFE])
    if excess == 0:
        return SPENT * spent
    number = max(0, min(9, workspace.hull[Hull.ALL_SAFE] - excess))
    way = 2 * node[PlotNode.VELOCITY]
    room = room_ahead(state, rules, node[PlotNode.Q], node[PlotNode.R], node[PlotNode.HEADING], way)
    price = CONTROL if room == way else CONTROL_NEAR_EDGE
    return SPENT * spent + price * (10 - number) / 10.0 * excess


@native
def stay_cost(state, rules, workspace, node, offset):
    """Return the cost of a course that leads off the map; 0 for a ship that wants to leave."""
    if workspace.counts[Count.LEAVES] or workspace.counts[Count.ERRAND] == Errand.CARRY:
        return 0.0
    q, r, heading = node[PlotNode.Q], node[PlotNode.R], node[PlotNode.HEADING]
    if not on_board(rules, q, r):
        return 0.0
    velocity = node[PlotNode.VELOCITY]
    if can_stay(state, rules, q, r, heading, offset, velocity, workspace.hull[Hull.ALL_SAFE]):
        return 0.0
    return EDGE


@native
def place_value(state, rules, workspace, k, node):
    """Return the value of a place whatever the facing: near the enemy, alone, off the edge."""
    q, r = node[PlotNode.Q], node[PlotNode.R]
    if workspace.counts[Count.LEAVES]:
        on_q, on_r = turned_to(q, r, node[PlotNode.HEADING], node[PlotNode.VELOCITY] // 2)
        return -HOMEWARD * (to_edge(state, rules, q, r) + to_edge(state, rules, on_q, on_r))
    value = -crowding_cost(state, workspace, k, q, r)
    nearest = 1.0 * SPAN
    for j in range(workspace.counts[Count.ENEMIES]):
        away = 0.0
        for way in range(workspace.ways[j]):
            away += workspace.chance[j, way] * distance_on(workspace, node, j, way)
        nearest = min(nearest, away)
    if workspace.counts[Count.ENEMIES] > 0:
        value -= APPROACH * abs(nearest - BEST_RANGE) + FAR_APPROACH * max(0.0, nearest - FAR)
    velocity = node[PlotNode.VELOCITY]
    room = room_ahead(state, rules, q, r, node[PlotNode.HEADING], velocity)
    return value - NEAR_EDGE * (velocity - room)


@native
def crowding_cost(state, workspace, k, q, r):
    """IN-COL-01 Ships that end in one hex may collide; friends keep a hex apart."""
    cost = 0.0
    for other in side_range(state.craft, side_of(state, k)):
        craft = state.craft[other]
        if other == k or not is_there(craft):
            continue
        away = steps(int(craft.q) - q, int(craft.r) - r)
        if away == 0 and (craft.acted or craft.velocity == 0):
            cost += CROWD
        elif away <= 1:
            cost += COMPANY
    for j in range(workspace.counts[Count.ENEMIES]):
        for way in range(workspace.ways[j]):
            pose = workspace.pose[j, way]
            if pose[Pose.Q] == q and pose[Pose.R] == r:
                cost += CROWD * workspace.chance[j, way]
    return cost


# --- the turn after this one ---------------------------------------------------------------------


@native
def second_turn(state, rules, workspace, n, offset):
    """Return the best of a coarse second turn: 2 slower, as fast, 2 faster; two turns at most, or
    late.
    """
    node, best = workspace.node[n], -1.0e9
    if not on_board(rules, node[PlotNode.Q], node[PlotNode.R]):
        return 0.0
    nose_on = offset <= 1 or offset == DIRECTIONS - 1
    for change in (-2, 0, 2):
        velocity = node[PlotNode.VELOCITY] + change
        cost = abs(change) * (1 if (change > 0) == nose_on else 2)
        left = workspace.hull[Hull.ALL_SAFE] - cost
        if velocity < 0 or left < 0:
            continue
        most = min(MOST_TURNS, left // heading_price(velocity))
        for turns in range(-most, most + 1):
            for late in range(1 if turns == 0 else 2):
                value = second_end(state, rules, workspace, node, velocity, turns, late)
                best = max(best, value)
    return 0.0 if best < -1.0e8 else best


@native
def second_end(state, rules, workspace, node, velocity, turns, late):
    """Return the value of one end of a second turn, in its best facing; off the map it is none."""
    first = velocity // 2 if late else 0
    heading = (node[PlotNode.HEADING] + turns) % DIRECTIONS
    q, r = turned_to(node[PlotNode.Q], node[PlotNode.R], node[PlotNode.HEADING], first)
    q, r = turned_to(q, r, heading, velocity - first)
    if not is_open(state, rules, node[PlotNode.Q], node[PlotNode.R], q, r):
        return -1.0e9
    return worth_later(rules, workspace, q, r, heading, velocity)
