"""The ends of plots: what each is worth, and the best of them followed for a second turn."""

from spacecombat_agents.scripted.interceptor.chart import (
    course_of,
    dread_at_end,
    shots_at_end,
    worth_later,
)
from spacecombat_agents.scripted.interceptor.desk import Hull, Moment, Node, Pose, Tally
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
from spacecombat_agents.scripted.interceptor.edges import can_stay, room_ahead, to_edge
from spacecombat_agents.scripted.interceptor.geometry import SPAN, steps, turned_to
from spacecombat_agents.scripted.interceptor.replies import replies_to
from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.core.rng import fold, pick
from spacecombat_env.rulesets.interceptor.movement.turning import heading_price
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import DIRECTIONS, NONE
from spacecombat_env.rulesets.interceptor.pieces.places import on_board
from spacecombat_env.rulesets.interceptor.pieces.ships import is_there, side_of

GRAINS = 256
GONE = 50.0
"""What it is worth to leave the map, for who wants to."""
HOMEWARD = 0.5
"""And a hex nearer its edge."""
MOST_TURNS = 2  # of the second turn


@jit
def judge_ends(state, rules, desk, k, lane_of, doctrine, luck):
    """Judge all ends on the desk and keep the best; `lane_of` NONE: each flies its velocity."""
    desk.tally[Tally.BEST] = 0
    for n in range(desk.tally[Tally.NODES]):
        node = desk.node[n]
        lane = node[Node.VELOCITY] if lane_of == NONE else lane_of
        if node[Node.HEXES] == lane:
            judge_end(state, rules, desk, k, n, luck)
    if doctrine.second_turn:
        for place in range(desk.tally[Tally.BEST]):
            n, offset = desk.best[place, 0], desk.best[place, 1]
            desk.score[place] += LATER * second_turn(rules, desk, n, offset)
            desk.score[place] += REPLY * replies_to(rules, desk, place)


@jit
def best_place(desk):
    """The best of what was kept, or NONE."""
    found, score = NONE, -1.0e9
    for place in range(desk.tally[Tally.BEST]):
        if desk.score[place] > score:
            found, score = place, desk.score[place]
    return found


@jit
def keep(desk, n, offset, rolled, score, gain):
    """Keep an end among the best, by score, the best first."""
    if not is_among_best(desk, score):
        return
    count = desk.tally[Tally.BEST]
    place = min(count, BEST - 1)
    while place > 0 and desk.score[place - 1] < score:
        for column in range(3):
            desk.best[place, column] = desk.best[place - 1, column]
        desk.score[place] = desk.score[place - 1]
        desk.gain[place] = desk.gain[place - 1]
        place -= 1
    desk.best[place, 0] = n
    desk.best[place, 1] = offset
    desk.best[place, 2] = rolled
    desk.score[place] = score
    desk.gain[place] = gain
    desk.tally[Tally.BEST] = min(count + 1, BEST)


# --- this turn -----------------------------------------------------------------------------------


@jit
def judge_end(state, rules, desk, k, n, luck):
    """The facing, and the roll, with which an end is worth most."""
    node, hull = desk.node[n], desk.hull
    q, r, heading = node[Node.Q], node[Node.R], node[Node.HEADING]
    if not on_board(rules, q, r):
        keep(desk, n, hull[Hull.OFFSET], 0, GONE - desk.hazard[n], 0.0)
        return
    velocity, limit = node[Node.VELOCITY], hull[Hull.LIMIT]
    place = shots_at_end(rules, desk, q, r)
    dread_at_end(rules, desk, q, r, heading, velocity)
    course = course_of(heading, velocity)
    score = place_value(state, rules, desk, k, node) - desk.hazard[n]
    for offset in range(DIRECTIONS):
        facing = (heading + offset) % DIRECTIONS
        gain = max(desk.moment[n, offset], desk.shots[Moment.END, place, facing])
        price = node[Node.SPENT] + facing_price(desk, offset)
        for rolled in range(1 + hull[Hull.LOPSIDED] * hull[Hull.MAY_ROLL]):
            if price + rolled > limit:
                continue
            risk = (
                desk.risk[0]
                * desk.dreads[place, course, rolled, facing]
                / desk.tally[Tally.FRIENDS]
            )
            value = score + gain + desk.tails[place, facing] - risk
            value += WHIM * pick(fold(luck, n * DIRECTIONS + offset), GRAINS) / GRAINS
            if is_among_best(desk, value):
                value -= strain_of(rules, desk, node, price + rolled)
                value -= stay_cost(rules, desk, node, offset)
                keep(desk, n, offset, rolled, value, gain)


@jit
def is_among_best(desk, score):
    """Whether an end would be kept with such a score."""
    count = desk.tally[Tally.BEST]
    return count < BEST or score > desk.score[count - 1]


@jit
def facing_price(desk, offset):
    """Thrust points for turning the facing to an angle from the heading; much where it cannot."""
    turn = (offset - desk.hull[Hull.OFFSET]) % DIRECTIONS
    if turn == 0:
        return 0
    clockwise = turn <= DIRECTIONS // 2
    if desk.hull[Hull.RIGHT if clockwise else Hull.LEFT] == NONE:
        return SPAN
    return min(turn, DIRECTIONS - turn) * desk.hull[Hull.FACE_COST]


@jit
def strain_of(rules, desk, node, spent):
    """IN-SOT-02 What thrust costs, and what beyond safe thrust may be lost."""
    excess = max(0, spent - desk.hull[Hull.SAFE])
    if excess == 0:
        return SPENT * spent
    number = max(0, min(9, desk.hull[Hull.ALL_SAFE] - excess))
    way = 2 * node[Node.VELOCITY]
    room = room_ahead(rules, node[Node.Q], node[Node.R], node[Node.HEADING], way)
    price = CONTROL if room == way else CONTROL_NEAR_EDGE
    return SPENT * spent + price * (10 - number) / 10.0 * excess


@jit
def stay_cost(rules, desk, node, offset):
    """What a course that leads off the map costs; nothing who wants to leave."""
    if desk.tally[Tally.LEAVES]:
        return 0.0
    q, r, heading = node[Node.Q], node[Node.R], node[Node.HEADING]
    velocity = node[Node.VELOCITY]
    if can_stay(rules, q, r, heading, offset, velocity, desk.hull[Hull.ALL_SAFE]):
        return 0.0
    return EDGE


@jit
def place_value(state, rules, desk, k, node):
    """How good a place is whatever the facing: near the enemy, alone, off the edge."""
    q, r = node[Node.Q], node[Node.R]
    if desk.tally[Tally.LEAVES]:
        on_q, on_r = turned_to(q, r, node[Node.HEADING], node[Node.VELOCITY] // 2)
        return -HOMEWARD * (to_edge(rules, q, r) + to_edge(rules, on_q, on_r))
    value = -company(state, desk, k, q, r)
    nearest = 1.0 * SPAN
    for j in range(desk.tally[Tally.FOES]):
        away = 0.0
        for way in range(desk.ways[j]):
            away += desk.chance[j, way] * distance_on(desk, node, j, way)
        nearest = min(nearest, away)
    if desk.tally[Tally.FOES] > 0:
        value -= APPROACH * abs(nearest - BEST_RANGE) + FAR_APPROACH * max(0.0, nearest - FAR)
    velocity = node[Node.VELOCITY]
    room = room_ahead(rules, q, r, node[Node.HEADING], velocity)
    return value - NEAR_EDGE * (velocity - room)


@jit
def distance_on(desk, node, j, way):
    """Hexes to the jth enemy: the mean of now and of when both have coasted half a turn more."""
    q, r, pose = node[Node.Q], node[Node.R], desk.pose[j, way]
    away = steps(pose[Pose.Q] - q, pose[Pose.R] - r)
    on_q, on_r = turned_to(q, r, node[Node.HEADING], node[Node.VELOCITY] // 2)
    half_way = pose[Pose.VELOCITY] // 2
    to_q, to_r = turned_to(pose[Pose.Q], pose[Pose.R], pose[Pose.HEADING], half_way)
    return 0.5 * (away + steps(to_q - on_q, to_r - on_r))


@jit
def company(state, desk, k, q, r):
    """IN-COL-01 Who ends in one hex with another may collide; friends keep a hex apart."""
    cost = 0.0
    for other in half(state.craft, side_of(state, k)):
        craft = state.craft[other]
        if other == k or not is_there(craft):
            continue
        away = steps(int(craft.q) - q, int(craft.r) - r)
        if away == 0 and (craft.acted or craft.velocity == 0):
            cost += CROWD
        elif away <= 1:
            cost += COMPANY
    for j in range(desk.tally[Tally.FOES]):
        for way in range(desk.ways[j]):
            pose = desk.pose[j, way]
            if pose[Pose.Q] == q and pose[Pose.R] == r:
                cost += CROWD * desk.chance[j, way]
    return cost


# --- the turn after this one ---------------------------------------------------------------------


@jit
def second_turn(rules, desk, n, offset):
    """The best of a coarse turn more: 2 slower, as fast, 2 faster; two turns at most, or late."""
    node, best = desk.node[n], -1.0e9
    if not on_board(rules, node[Node.Q], node[Node.R]):
        return 0.0
    nose_on = offset <= 1 or offset == DIRECTIONS - 1
    for change in (-2, 0, 2):
        velocity = node[Node.VELOCITY] + change
        cost = abs(change) * (1 if (change > 0) == nose_on else 2)
        left = desk.hull[Hull.ALL_SAFE] - cost
        if velocity < 0 or left < 0:
            continue
        most = min(MOST_TURNS, left // heading_price(velocity))
        for turns in range(-most, most + 1):
            for late in range(1 if turns == 0 else 2):
                value = second_end(rules, desk, node, velocity, turns, late)
                best = max(best, value)
    return 0.0 if best < -1.0e8 else best


@jit
def second_end(rules, desk, node, velocity, turns, late):
    """One end of a second turn, in its best facing; off the map it is none."""
    first = velocity // 2 if late else 0
    heading = (node[Node.HEADING] + turns) % DIRECTIONS
    q, r = turned_to(node[Node.Q], node[Node.R], node[Node.HEADING], first)
    q, r = turned_to(q, r, heading, velocity - first)
    if not on_board(rules, q, r):
        return -1.0e9
    return worth_later(rules, desk, q, r, heading, velocity)
