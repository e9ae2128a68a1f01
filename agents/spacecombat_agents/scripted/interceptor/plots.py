"""Plots: every way in which a ship can fly this turn, as a tree of nodes in the workspace.

The search is breadth first over hexes flown, place, heading and thrust spent. Of two ways to one
place and heading it keeps the cheaper. A change of heading turns the whole ship, so a facing is
counted from the heading. It changes at the end, for the price of that facing.
"""

from spacecombat_agents.scripted.interceptor.chart import shots_now
from spacecombat_agents.scripted.interceptor.doctrine import LEAST_NUMBER, NODES, ROCK
from spacecombat_agents.scripted.interceptor.edges import is_clear_of_planet
from spacecombat_agents.scripted.interceptor.geometry import SPAN, turned_to
from spacecombat_agents.scripted.interceptor.rescue.errands import may_fly_off
from spacecombat_agents.scripted.interceptor.workspace import ChartColumn, Count, Hull, PlotNode
from spacecombat_env.core.model.hexgrid import offset_row
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.crew.skills import piloting
from spacecombat_env.rulesets.interceptor.damage.engines.steering import (
    dcs_sets,
    may_roll,
    may_turn,
)
from spacecombat_env.rulesets.interceptor.model import (
    ASTEROID_ROWS,
    DIRECTIONS,
    MAX_COLUMNS,
    MAX_MAP_ROWS,
    NONE,
    Air,
    is_in_air,
    on_board,
    side_of,
)
from spacecombat_env.rulesets.interceptor.movement.thrust import safe_thrust, thrust_left
from spacecombat_env.rulesets.interceptor.movement.turning import facing_cost, heading_price
from spacecombat_env.rulesets.interceptor.planet.flight import LIFTED_TURN, WING_TURN, is_on_wings

__all__ = ["fill_hull", "grow_tree", "plant_tree"]

BACK_AND_FORTH = 6
"""Turns of a plot."""


@native
def fill_hull(state, rules, workspace, k):
    """Write what craft k can do with the thrust it has left."""
    craft, hull = state.craft[k], workspace.hull
    hull[Hull.SIDE] = side_of(state, k)
    hull[Hull.OFFSET] = (int(craft.facing) - int(craft.heading)) % DIRECTIONS
    hull[Hull.PORT] = NONE
    hull[Hull.STARBOARD] = NONE
    if may_turn(state, rules, k, False):
        hull[Hull.PORT] = max(int(dcs_sets(state, rules, k, False)) - 1, 0)
    if may_turn(state, rules, k, True):
        hull[Hull.STARBOARD] = max(int(dcs_sets(state, rules, k, True)) - 1, 0)
    hull[Hull.FACE_COST] = facing_cost(state, rules, k)
    left, safe = thrust_left(state, rules, k), safe_thrust(state, rules, k)
    hull[Hull.ALL_SAFE] = min(safe, int(craft.thrust))
    hull[Hull.SAFE] = max(0, safe - int(craft.spent))
    strain = max(0, safe - LEAST_NUMBER)
    hull[Hull.LIMIT] = min(left, max(0, safe + strain - int(craft.spent)))
    hull[Hull.STORED] = craft.heading_points
    hull[Hull.PILOTING] = piloting(state, rules, k)
    hull[Hull.MAY_ROLL] = may_roll(state, rules, k)
    fill_air(state, rules, hull, k)
    hull[Hull.LOPSIDED] = 0
    for side in range(1, 3):
        if workspace.vulnerability[0, side] != workspace.vulnerability[0, DIRECTIONS - side]:
            hull[Hull.LOPSIDED] = 1


@native
def fill_air(state, rules, hull, k):
    """IN-ATM-01, 05 Write what turns cost in air; on wings a ship cannot turn its facing alone."""
    hull[Hull.AIR_TURN] = 0
    hull[Hull.FREE_TURN] = 0
    craft = state.craft[k]
    if not is_in_air(state, rules, craft):
        return
    winged = is_on_wings(state, rules, craft)
    hull[Hull.AIR_TURN] = WING_TURN if winged else LIFTED_TURN
    hull[Hull.FREE_TURN] = winged and not int(craft.air) & Air.TURNED
    hull[Hull.FACE_COST] = SPAN if winged else LIFTED_TURN
    hull[Hull.MAY_ROLL] = 0


@native
def plant_tree(rules, workspace, q, r, heading, velocity, spent):
    """Begin a tree at the ship's pose, `spent` points gone for its velocity; return the node."""
    n = new_node(workspace, q, r, heading, 0, spent, NONE, velocity, 0)
    if n != NONE:
        workspace.hazard[n] = 0.0
        update_best_shot(rules, workspace, n)
    return n


@native
def new_node(workspace, q, r, heading, hexes, spent, parent, velocity, turns):
    """Add a node if there is room; else return NONE."""
    n = workspace.counts[Count.NODES]
    if n >= NODES:
        return NONE
    write_node(workspace.node[n], q, r, heading, hexes, spent, parent, velocity, turns)
    workspace.counts[Count.NODES] = n + 1
    return n


@native
def write_node(node, q, r, heading, hexes, spent, parent, velocity, turns):
    """Write the columns of a node."""
    node[PlotNode.Q] = q
    node[PlotNode.R] = r
    node[PlotNode.HEADING] = heading
    node[PlotNode.HEXES] = hexes
    node[PlotNode.SPENT] = spent
    node[PlotNode.PARENT] = parent
    node[PlotNode.VELOCITY] = velocity
    node[PlotNode.TURNS] = turns


@native
def update_best_shot(rules, workspace, n):
    """Update the best shot up to a node's moment, for each facing from the heading."""
    node = workspace.node[n]
    parent = node[PlotNode.PARENT]
    for offset in range(DIRECTIONS):
        workspace.best_shot[n, offset] = (
            0.0 if parent == NONE else workspace.best_shot[parent, offset]
        )
    if not workspace.counts[Count.LOADED]:
        return
    place = shots_now(rules, workspace, node[PlotNode.Q], node[PlotNode.R])
    for offset in range(DIRECTIONS):
        shot = workspace.shots[
            ChartColumn.NOW, place, (node[PlotNode.HEADING] + offset) % DIRECTIONS
        ]
        workspace.best_shot[n, offset] = max(workspace.best_shot[n, offset], shot)


@native
def grow_tree(state, rules, workspace, root, depth):
    """Grow the tree of a root: turns in each hex, then a hex ahead, `depth` hexes deep."""
    if root == NONE:
        return
    workspace.hull[Hull.DEPTH] = depth
    first = root
    for hexes in range(depth + 1):
        turn_all(rules, workspace, first, hexes)
        if hexes == depth:
            return
        last = workspace.counts[Count.NODES]
        for n in range(first, last):
            if workspace.node[n, PlotNode.HEXES] == hexes:
                step_ahead(state, rules, workspace, n, last, depth)
        first = last


@native
def turn_all(rules, workspace, first, hexes):
    """Add all turns from the nodes of one level, and further turns from those."""
    mark_level(workspace, first)
    n = first
    while n < workspace.counts[Count.NODES]:
        if workspace.node[n, PlotNode.HEXES] == hexes:
            turn(rules, workspace, n, first, False)
            turn(rules, workspace, n, first, True)
        n += 1


@native
def mark_level(workspace, first):
    """Index the nodes of a level by place and heading."""
    for n in range(first, workspace.counts[Count.NODES]):
        key = key_of(
            workspace.node[n, PlotNode.Q],
            workspace.node[n, PlotNode.R],
            workspace.node[n, PlotNode.HEADING],
        )
        if key != NONE:
            workspace.mark[key] = n


@native
def key_of(q, r, heading):
    """Return the index of a place and heading; NONE off any map."""
    row = offset_row(q, r)
    if q < 0 or q > MAX_COLUMNS or row < 0 or row > MAX_MAP_ROWS:
        return NONE
    return (q * (MAX_MAP_ROWS + 1) + row) * DIRECTIONS + heading


@native
def marked(workspace, first, q, r, heading):
    """Return the node of a level at a place and heading, or NONE."""
    key = key_of(q, r, heading)
    if key == NONE:
        return NONE
    n = workspace.mark[key]
    if n < first or n >= workspace.counts[Count.NODES]:
        return NONE
    node = workspace.node[n]
    same = node[PlotNode.Q] == q and node[PlotNode.R] == r and node[PlotNode.HEADING] == heading
    return n if same else NONE


@native
def turn_price(workspace, n, clockwise):
    """IN-MOV-04, 05, 13, IN-ATM-01 Thrust points of a turn at a node; NONE if it cannot turn."""
    spare = workspace.hull[Hull.STARBOARD if clockwise else Hull.PORT]
    if spare == NONE:
        return NONE
    if workspace.hull[Hull.AIR_TURN] > 0:
        return 0 if is_free_turn(workspace, n) else workspace.hull[Hull.AIR_TURN]
    price = heading_price(workspace.node[n, PlotNode.VELOCITY] - spare)
    if workspace.node[n, PlotNode.TURNS] == 0:
        stored = workspace.hull[Hull.STORED]
        price -= max(stored if clockwise else -stored, 0)
    return max(price, 0)


@native
def is_free_turn(workspace, n):
    """IN-ATM-05 Whether a turn at a node is the free one: the first after all hexes."""
    hexes, parent = workspace.node[n, PlotNode.HEXES], workspace.node[n, PlotNode.PARENT]
    if not workspace.hull[Hull.FREE_TURN] or hexes < workspace.hull[Hull.DEPTH]:
        return False
    return parent == NONE or workspace.node[parent, PlotNode.HEXES] < hexes


@native
def turn(rules, workspace, n, first, clockwise):
    """Turn the heading by a hexside, if the ship can pay and no cheaper node exists."""
    price = turn_price(workspace, n, clockwise)
    node = workspace.node[n]
    spent = node[PlotNode.SPENT] + price
    if (
        price == NONE
        or spent > workspace.hull[Hull.LIMIT]
        or node[PlotNode.TURNS] >= BACK_AND_FORTH
    ):
        return
    q, r = node[PlotNode.Q], node[PlotNode.R]
    if not on_board(rules, q, r):
        return
    heading = (node[PlotNode.HEADING] + (1 if clockwise else 5)) % DIRECTIONS
    other = marked(workspace, first, q, r, heading)
    if other != NONE:
        if (
            spent + workspace.hazard[n]
            < workspace.node[other, PlotNode.SPENT] + workspace.hazard[other]
        ):
            replace(rules, workspace, other, n, spent, node[PlotNode.TURNS] + 1)
        return
    turns = node[PlotNode.TURNS] + 1
    made = new_node(
        workspace, q, r, heading, node[PlotNode.HEXES], spent, n, node[PlotNode.VELOCITY], turns
    )
    if made != NONE:
        workspace.hazard[made] = workspace.hazard[n]
        update_best_shot(rules, workspace, made)
        workspace.mark[key_of(q, r, heading)] = made


@native
def replace(rules, workspace, n, parent, spent, turns):
    """Replace a node's way by a cheaper one."""
    workspace.node[n, PlotNode.SPENT] = spent
    workspace.node[n, PlotNode.PARENT] = parent
    workspace.node[n, PlotNode.TURNS] = turns
    workspace.hazard[n] = workspace.hazard[parent]
    update_best_shot(rules, workspace, n)


@native
def step_ahead(state, rules, workspace, n, first, depth):
    """Fly a hex ahead: on the map, or off it for a ship that wants to leave; into no planet."""
    node = workspace.node[n]
    heading, velocity, turns = node[PlotNode.HEADING], node[PlotNode.VELOCITY], node[PlotNode.TURNS]
    q, r = turned_to(node[PlotNode.Q], node[PlotNode.R], heading, 1)
    spent, hexes = node[PlotNode.SPENT], node[PlotNode.HEXES] + 1
    if not is_clear_of_planet(state, rules, node[PlotNode.Q], node[PlotNode.R], q, r):
        return
    if not on_board(rules, q, r):
        flies_off = may_fly_off(rules, q, r, workspace.counts[Count.ERRAND])
        if not workspace.counts[Count.LEAVES] and not flies_off:
            return
        if not flies_off:
            hexes = depth
    hazard = workspace.hazard[n] + rock_hazard(rules, workspace, q, r, velocity)
    other = marked(workspace, first, q, r, heading)
    if other != NONE:
        if spent + hazard < workspace.node[other, PlotNode.SPENT] + workspace.hazard[other]:
            replace(rules, workspace, other, n, spent, turns)
            workspace.hazard[other] = hazard
        return
    made = new_node(workspace, q, r, heading, hexes, spent, n, velocity, turns)
    if made != NONE:
        workspace.hazard[made] = hazard
        update_best_shot(rules, workspace, made)
        key = key_of(q, r, heading)
        if key != NONE:
            workspace.mark[key] = made


@native
def rock_hazard(rules, workspace, q, r, velocity):
    """IN-AST-01, 02 Return the risk of an asteroid in a hex: the chance that the roll fails."""
    for n in range(workspace.counts[Count.ROCKS]):
        if workspace.rock[n, 2] and workspace.rock[n, 0] == q and workspace.rock[n, 1] == r:
            strain = int(rules.asteroid[min(velocity, ASTEROID_ROWS - 1)])
            made = max(0, min(9, workspace.hull[Hull.PILOTING] - strain))
            return ROCK * (10 - made) / 10.0
    return 0.0
