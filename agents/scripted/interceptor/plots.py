"""Plots: every way in which a ship can fly this turn, as a tree of nodes on the desk.

Breadth first over hexes flown, place, heading and thrust spent; of two ways to one place and
heading the cheaper is kept. A change of heading turns the whole ship, so a facing is counted from
the heading; it is changed, at the end of all, for a facing's price.
"""

from spacecombat_agents.scripted.interceptor.chart import shots_now
from spacecombat_agents.scripted.interceptor.desk import Hull, Moment, Node, Tally
from spacecombat_agents.scripted.interceptor.doctrine import LEAST_NUMBER, NODES, ROCK
from spacecombat_agents.scripted.interceptor.geometry import turned_to
from spacecombat_env.core.hexgrid import offset_row
from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.crew.skills import piloting
from spacecombat_env.rulesets.interceptor.damage.steering import dcs_sets, may_roll, may_turn
from spacecombat_env.rulesets.interceptor.movement.thrust import safe_thrust, thrust_left
from spacecombat_env.rulesets.interceptor.movement.turning import facing_cost, heading_price
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import (
    ASTEROID_ROWS,
    DIRECTIONS,
    MAX_COLUMNS,
    MAX_MAP_ROWS,
    NONE,
)
from spacecombat_env.rulesets.interceptor.pieces.places import on_board
from spacecombat_env.rulesets.interceptor.pieces.ships import side_of

BACK_AND_FORTH = 6
"""Turns of a plot."""


@jit
def fill_hull(state, rules, desk, k):
    """What craft k can do with the thrust it has left."""
    craft, hull = state.craft[k], desk.hull
    hull[Hull.SIDE] = side_of(state, k)
    hull[Hull.OFFSET] = (int(craft.facing) - int(craft.heading)) % DIRECTIONS
    hull[Hull.LEFT] = NONE
    hull[Hull.RIGHT] = NONE
    if may_turn(state, rules, k, False):
        hull[Hull.LEFT] = max(int(dcs_sets(state, rules, k, False)) - 1, 0)
    if may_turn(state, rules, k, True):
        hull[Hull.RIGHT] = max(int(dcs_sets(state, rules, k, True)) - 1, 0)
    hull[Hull.FACE_COST] = facing_cost(state, rules, k)
    left, safe = thrust_left(state, rules, k), safe_thrust(state, rules, k)
    hull[Hull.ALL_SAFE] = min(safe, int(craft.thrust))
    hull[Hull.SAFE] = max(0, safe - int(craft.spent))
    strain = max(0, safe - LEAST_NUMBER)
    hull[Hull.LIMIT] = min(left, max(0, safe + strain - int(craft.spent)))
    hull[Hull.STORED] = craft.heading_points
    hull[Hull.PILOTING] = piloting(state, rules, k)
    hull[Hull.MAY_ROLL] = may_roll(state, rules, k)
    hull[Hull.LOPSIDED] = 0
    for side in range(1, 3):
        if desk.thin[0, side] != desk.thin[0, DIRECTIONS - side]:
            hull[Hull.LOPSIDED] = 1


@jit
def plant(rules, desk, q, r, heading, velocity, spent):
    """Begin a tree: the ship as it lies, `spent` points gone for its velocity; the node."""
    n = new_node(desk, q, r, heading, 0, spent, NONE, velocity, 0)
    if n != NONE:
        desk.hazard[n] = 0.0
        look(rules, desk, n)
    return n


@jit
def new_node(desk, q, r, heading, hexes, spent, parent, velocity, turns):
    """A node more, if there is room; NONE."""
    n = desk.tally[Tally.NODES]
    if n >= NODES:
        return NONE
    write_node(desk.node[n], q, r, heading, hexes, spent, parent, velocity, turns)
    desk.tally[Tally.NODES] = n + 1
    return n


@jit
def write_node(node, q, r, heading, hexes, spent, parent, velocity, turns):
    """Columns of a node."""
    node[Node.Q] = q
    node[Node.R] = r
    node[Node.HEADING] = heading
    node[Node.HEXES] = hexes
    node[Node.SPENT] = spent
    node[Node.PARENT] = parent
    node[Node.VELOCITY] = velocity
    node[Node.TURNS] = turns


@jit
def look(rules, desk, n):
    """The best shot of a node's moment, or of one before it, for each facing from the heading."""
    node = desk.node[n]
    parent = node[Node.PARENT]
    for offset in range(DIRECTIONS):
        desk.moment[n, offset] = 0.0 if parent == NONE else desk.moment[parent, offset]
    if not desk.tally[Tally.LOADED]:
        return
    place = shots_now(rules, desk, node[Node.Q], node[Node.R])
    for offset in range(DIRECTIONS):
        shot = desk.shots[Moment.NOW, place, (node[Node.HEADING] + offset) % DIRECTIONS]
        desk.moment[n, offset] = max(desk.moment[n, offset], shot)


@jit
def grow(rules, desk, root, lane):
    """Grow the tree of a root: turns in each hex, then a hex ahead, until the lane is flown."""
    if root == NONE:
        return
    first = root
    for hexes in range(lane + 1):
        turn_all(rules, desk, first, hexes)
        if hexes == lane:
            return
        last = desk.tally[Tally.NODES]
        for n in range(first, last):
            if desk.node[n, Node.HEXES] == hexes:
                step_ahead(rules, desk, n, last, lane)
        first = last


@jit
def turn_all(rules, desk, first, hexes):
    """All turns from the nodes of one level; those that are made are turned on in their turn."""
    mark_level(desk, first)
    n = first
    while n < desk.tally[Tally.NODES]:
        if desk.node[n, Node.HEXES] == hexes:
            turn(rules, desk, n, first, False)
            turn(rules, desk, n, first, True)
        n += 1


@jit
def mark_level(desk, first):
    """The nodes of a level are found again by place and heading."""
    for n in range(first, desk.tally[Tally.NODES]):
        key = key_of(desk.node[n, Node.Q], desk.node[n, Node.R], desk.node[n, Node.HEADING])
        if key != NONE:
            desk.mark[key] = n


@jit
def key_of(q, r, heading):
    """Where a place and heading is marked; NONE off any map."""
    row = offset_row(q, r)
    if q < 0 or q > MAX_COLUMNS or row < 0 or row > MAX_MAP_ROWS:
        return NONE
    return (q * (MAX_MAP_ROWS + 1) + row) * DIRECTIONS + heading


@jit
def marked(desk, first, q, r, heading):
    """The node of a level at a place and heading, or NONE."""
    key = key_of(q, r, heading)
    if key == NONE:
        return NONE
    n = desk.mark[key]
    if n < first or n >= desk.tally[Tally.NODES]:
        return NONE
    node = desk.node[n]
    same = node[Node.Q] == q and node[Node.R] == r and node[Node.HEADING] == heading
    return n if same else NONE


@jit
def turn_price(desk, n, clockwise):
    """IN-MOV-04, 05, 13 Thrust points of a turn at a node; NONE where it cannot turn so."""
    spare = desk.hull[Hull.RIGHT if clockwise else Hull.LEFT]
    if spare == NONE:
        return NONE
    price = heading_price(desk.node[n, Node.VELOCITY] - spare)
    if desk.node[n, Node.TURNS] == 0:
        stored = desk.hull[Hull.STORED]
        price -= max(stored if clockwise else -stored, 0)
    return max(price, 0)


@jit
def turn(rules, desk, n, first, clockwise):
    """A hexside of heading, if it can be paid and nothing cheaper lies there."""
    price = turn_price(desk, n, clockwise)
    node = desk.node[n]
    spent = node[Node.SPENT] + price
    if price == NONE or spent > desk.hull[Hull.LIMIT] or node[Node.TURNS] >= BACK_AND_FORTH:
        return
    q, r = node[Node.Q], node[Node.R]
    heading = (node[Node.HEADING] + (1 if clockwise else 5)) % DIRECTIONS
    other = marked(desk, first, q, r, heading)
    if other != NONE:
        if spent + desk.hazard[n] < desk.node[other, Node.SPENT] + desk.hazard[other]:
            replace(rules, desk, other, n, spent, node[Node.TURNS] + 1)
        return
    turns = node[Node.TURNS] + 1
    made = new_node(desk, q, r, heading, node[Node.HEXES], spent, n, node[Node.VELOCITY], turns)
    if made != NONE:
        desk.hazard[made] = desk.hazard[n]
        look(rules, desk, made)
        desk.mark[key_of(q, r, heading)] = made


@jit
def replace(rules, desk, n, parent, spent, turns):
    """A cheaper way to a node is found."""
    desk.node[n, Node.SPENT] = spent
    desk.node[n, Node.PARENT] = parent
    desk.node[n, Node.TURNS] = turns
    desk.hazard[n] = desk.hazard[parent]
    look(rules, desk, n)


@jit
def step_ahead(rules, desk, n, first, lane):
    """A hex along the heading: on the map, or off it for who wants to leave."""
    node = desk.node[n]
    heading, velocity, turns = node[Node.HEADING], node[Node.VELOCITY], node[Node.TURNS]
    q, r = turned_to(node[Node.Q], node[Node.R], heading, 1)
    spent, hexes = node[Node.SPENT], node[Node.HEXES] + 1
    if not on_board(rules, q, r):
        if not desk.tally[Tally.LEAVES]:
            return
        hexes = lane
    hazard = desk.hazard[n] + rock_hazard(rules, desk, q, r, velocity)
    other = marked(desk, first, q, r, heading)
    if other != NONE:
        if spent + hazard < desk.node[other, Node.SPENT] + desk.hazard[other]:
            replace(rules, desk, other, n, spent, turns)
            desk.hazard[other] = hazard
        return
    made = new_node(desk, q, r, heading, hexes, spent, n, velocity, turns)
    if made != NONE:
        desk.hazard[made] = hazard
        look(rules, desk, made)
        key = key_of(q, r, heading)
        if key != NONE:
            desk.mark[key] = made


@jit
def rock_hazard(rules, desk, q, r, velocity):
    """IN-AST-01, 02 What an asteroid in a hex threatens: the chance that the roll fails."""
    for n in range(desk.tally[Tally.ROCKS]):
        if desk.rock[n, 2] and desk.rock[n, 0] == q and desk.rock[n, 1] == r:
            strain = int(rules.asteroid[min(velocity, ASTEROID_ROWS - 1)])
            made = max(0, min(9, desk.hull[Hull.PILOTING] - strain))
            return ROCK * (10 - made) / 10.0
    return 0.0
