"""The man whom both sides want: ships that fetch him, carry him off, guard or hunt who has him.

The nearest ships fly to his hex, on his heading and as fast as he, lower their shields and pick him
up. The ship that has him runs for the top edge, its friends stay near it, and all enemies hunt it.
"""

from enum import IntEnum

from spacecombat_agents.scripted.interceptor.enemy_poses import distance_on, write_pose
from spacecombat_agents.scripted.interceptor.geometry import steps, turned_to
from spacecombat_agents.scripted.interceptor.rescue.meeting import (
    Partner,
    can_meet,
    can_meet_later,
    drawn,
    velocity_after,
)
from spacecombat_agents.scripted.interceptor.workspace import (
    RANGES,
    Count,
    Guns,
    Hull,
    PlotNode,
    Pose,
)
from spacecombat_env.core.model.hexgrid import offset_row
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.cases.rescue import may_want
from spacecombat_env.rulesets.interceptor.damage.berths import free_places
from spacecombat_env.rulesets.interceptor.model import (
    DIRECTIONS,
    NONE,
    SHEET_ROWS,
    Arc,
    apart,
    class_of,
    depth_of,
    is_active,
    is_beyond_top,
    is_there,
    side_of,
    steps_between,
)
from spacecombat_env.rulesets.interceptor.movement.thrust import safe_thrust
from spacecombat_env.rulesets.interceptor.turn.pursuit import sheets_needed

__all__ = [
    "Errand",
    "errand_of",
    "holds_fire",
    "is_match",
    "is_safe_bare",
    "may_fly_off",
    "weigh_errand",
]

FETCHERS = 2
"""Ships of a side that fetch him."""
LOST_DEPTH = 2
"""He is given up when he is this near the planet."""
MATCH, MATCH_NEXT, MATCH_LATER = 2000.0, 1200.0, 600.0
"""Value of an end with him, and of one from which a ship can be with him in one turn, or two."""
NEAR, NEXT, FAST = 10.0, 20.0, 20.0
"""Cost of a hex to his place, of one a turn later, and of a point of velocity too much."""
BRAKES = 2
"""Hexes to him for each point of velocity more than it can lose."""
SLOWER = 3
"""Points of velocity that a ship loses in a turn."""
STERN = 30.0
"""Value of flying stern first toward him."""
BOW = 15.0
"""Value of flying bow first with him: the next turn is faster."""
HOME = 6.0
"""Cost of a hex to the top edge."""
OVER = 400.0
"""Value of an end beyond it."""
FALL_DEPTH = 4
FALL = 60.0
"""Cost of an end that is less deep than that above the planet."""
HUNT = 1.0
"""Cost of a hex to the enemy that has him."""
SPARE = 0.5
"""Share of the boxes inside that a ship without shields may lose."""
GUARD, LOOSE = 1.0, 3.0
"""Cost of a hex to the friend that has him, beyond a few."""


class Errand(IntEnum):
    """The business of a ship with him."""

    NONE = 0
    FETCH = 1
    CARRY = 2
    CHASE = 3  # The enemy that has him has flown over the top edge.
    HUNT = 4
    GUARD = 5


@native
def prize_adrift(state):
    """Return the crew in space whom both sides want, or NONE."""
    for n in range(len(state.adrift)):
        if state.adrift[n].prize and state.adrift[n].people > 0:
            return n
    return NONE


@native
def errand_of(state, rules, k):
    """Return the Errand of a ship; one test in a scenario without such a man."""
    if rules.option.prize == 0:
        return Errand.NONE | 0
    if state.prize_holder != NONE:
        return errand_with_holder(state, rules, k, int(state.prize_holder))
    n = prize_adrift(state)
    if n == NONE or not is_reachable(state, rules, n) or not is_near(state, rules, k, n):
        return Errand.NONE | 0
    return Errand.FETCH | 0 if may_want(state, side_of(state, k), n) else Errand.NONE | 0


@native
def errand_with_holder(state, rules, k, holder):
    """Return the Errand of a ship while he is aboard a ship."""
    if holder == k:
        return Errand.CARRY | 0
    if not is_there(state.craft[holder]):
        return Errand.NONE | 0
    if side_of(state, holder) == side_of(state, k):
        return Errand.GUARD | 0
    follows = rules.option.pursuit and is_beyond_top(rules, state.craft[holder])
    return Errand.CHASE | 0 if follows else Errand.HUNT | 0


@native
def is_reachable(state, rules, n):
    """Return whether he is far enough from the planet to be fetched."""
    crew = state.adrift[n]
    return rules.option.planet == 0 or depth_of(rules, crew.q, crew.r) > LOST_DEPTH


@native
def is_near(state, rules, k, n):
    """Return whether a ship with a free place is among the nearest of its side to him."""
    if free_places(state, rules, k) == 0:
        return False
    away, nearer = int(steps_between(state.craft[k], state.adrift[n])), 0
    for other in side_range(state.craft, side_of(state, k)):
        if other != k and is_active(state.craft[other]):
            if free_places(state, rules, other) > 0:
                distance = int(steps_between(state.craft[other], state.adrift[n]))
                nearer += distance < away or (distance == away and other < k)
    return nearer < FETCHERS


@native
def write_crew(state, workspace, n):
    """Write the pose of a crew as this turn begins; it drifts after all ships."""
    crew, pose = state.adrift[n], workspace.meeting[Partner.CREW]
    write_pose(pose, crew.q, crew.r, crew.heading, crew.heading, crew.velocity)


@native
def holds_fire(state, rules, workspace, k):
    """IN-AMB-120 Return whether a ship that has still to move can be with him this turn.

    It keeps its fire, so that it may lower its shields.
    """
    craft = state.craft[k]
    if craft.acted or craft.fired != 0 or errand_of(state, rules, k) != Errand.FETCH:
        return False
    write_crew(state, workspace, prize_adrift(state))
    ship = workspace.meeting[Partner.SHIP]
    write_pose(ship, craft.q, craft.r, craft.heading, craft.facing, craft.velocity)
    stern = apart(craft.facing, craft.heading) > 1
    thrust = min(safe_thrust(state, rules, k), int(craft.thrust))
    return can_meet(rules, ship, workspace.meeting[Partner.CREW], stern, thrust)


@native
def is_safe_bare(state, rules, workspace, k, node):
    """Return whether a ship without shields will hardly be lost to the guns near an end."""
    craft, fire = state.craft[k], 0.0
    for j in range(workspace.counts[Count.ENEMIES]):
        pose = workspace.pose[j, 0]
        away = steps(pose[Pose.Q] - node[PlotNode.Q], pose[Pose.R] - node[PlotNode.R])
        if away < RANGES:
            fire += most_damage(workspace, 1 + j, away)
    armour = int(craft.armour[0])
    for facing in range(DIRECTIONS):
        armour = min(armour, int(craft.armour[facing]))
    boxes = int(class_of(state, rules, k).boxes) - int(craft.inside)
    return fire <= armour + SPARE * boxes


@native
def most_damage(workspace, unit, away):
    """Return the damage of the guns of a unit through its best arc, turrets included."""
    most = 0.0
    for arc in range(Arc.TURRET):
        most = max(most, workspace.gun[unit, Guns.READY, arc, away, 0])
    return most + workspace.gun[unit, Guns.READY, Arc.TURRET, away, 0]


# --- ends of plots -------------------------------------------------------------------------------


@native
def weigh_errand(state, rules, workspace, node, errand):
    """Write the value of an end for an errand, bow first and stern first, to `workspace.errand`."""
    value = 0.0
    if errand == Errand.FETCH:
        for stern in range(2):
            workspace.errand[stern] = fetching_value(state, rules, workspace, node, stern == 1)
        return
    if errand == Errand.CARRY:
        value = carrying_value(state, rules, node)
    elif errand == Errand.GUARD:
        value = guarding_value(state, node)
    else:
        value = hunting_value(state, rules, workspace, node)
    workspace.errand[0] = value + (BOW if errand == Errand.CARRY else 0.0)
    workspace.errand[1] = value


@native
def is_match(state, node):
    """IN-ABN-07 Return whether an end is in his hex, with his heading and velocity."""
    n = prize_adrift(state)
    if n == NONE:
        return False
    crew = state.adrift[n]
    q, r = turned_to(int(crew.q), int(crew.r), int(crew.heading), int(crew.velocity))
    in_place = node[PlotNode.Q] == q and node[PlotNode.R] == r
    with_him = node[PlotNode.HEADING] == crew.heading and node[PlotNode.VELOCITY] == crew.velocity
    return in_place and with_him


@native
def fetching_value(state, rules, workspace, node, stern):
    """Return the value of an end: with him, or near him and soon with him."""
    if is_match(state, node):
        return MATCH
    n = prize_adrift(state)
    write_next(state, rules, workspace, node, n)
    ship, crew = workspace.meeting[Partner.SHIP], workspace.meeting[Partner.CREW]
    thrust = workspace.hull[Hull.ALL_SAFE]
    if can_meet(rules, ship, crew, stern, thrust):
        return MATCH_NEXT
    if can_meet_later(state, rules, workspace, stern, thrust):
        return MATCH_LATER
    return approach_value(ship, crew) + (STERN if stern and ship[Pose.VELOCITY] > 2 else 0.0)


@native
def write_next(state, rules, workspace, node, n):
    """Write the poses of the ship and the man as the next turn begins."""
    write_crew(state, workspace, n)
    crew, ship = workspace.meeting[Partner.CREW], workspace.meeting[Partner.SHIP]
    q, r = turned_to(crew[Pose.Q], crew[Pose.R], crew[Pose.HEADING], crew[Pose.VELOCITY])
    q, r = drawn(state, rules, q, r)
    write_pose(crew, q, r, crew[Pose.HEADING], crew[Pose.FACING], crew[Pose.VELOCITY])
    end_q, end_r, heading = node[PlotNode.Q], node[PlotNode.R], node[PlotNode.HEADING]
    velocity = velocity_after(state, rules, end_q, end_r, heading, node[PlotNode.VELOCITY])
    q, r = drawn(state, rules, end_q, end_r)
    write_pose(ship, q, r, heading, heading, velocity)


@native
def approach_value(ship, crew):
    """Return the value of poses as a turn begins: near, on the way to him, not too fast."""
    dq, dr = crew[Pose.Q] - ship[Pose.Q], crew[Pose.R] - ship[Pose.R]
    away, velocity = steps(dq, dr), ship[Pose.VELOCITY]
    to_q, to_r = turned_to(dq, dr, crew[Pose.HEADING], crew[Pose.VELOCITY])
    on_q, on_r = turned_to(0, 0, ship[Pose.HEADING], velocity)
    excess = max(0.0, velocity - crew[Pose.VELOCITY] - SLOWER - away / BRAKES)
    return -NEAR * away - NEXT * steps(to_q - on_q, to_r - on_r) - FAST * excess


@native
def carrying_value(state, rules, node):
    """Return the value of an end: near the top edge, and on its way there."""
    end_q, end_r, heading = node[PlotNode.Q], node[PlotNode.R], node[PlotNode.HEADING]
    me_q, me_r = drawn(state, rules, end_q, end_r)
    velocity = velocity_after(state, rules, end_q, end_r, heading, node[PlotNode.VELOCITY])
    on_q, on_r = turned_to(me_q, me_r, heading, velocity)
    rows = int(rules.option.rows)
    value = -HOME * (2 * rows - offset_row(me_q, me_r) - min(rows, offset_row(on_q, on_r)))
    if offset_row(me_q, me_r) > rows:
        value += OVER
    if rules.option.planet and state.sheet == 0 and depth_of(rules, me_q, me_r) < FALL_DEPTH:
        value -= FALL
    ahead_q = me_q + 2 * (on_q - me_q)
    if ahead_q < 1 or ahead_q > rules.option.columns:
        value -= OVER
    return value


@native
def guarding_value(state, node):
    """Return the value of an end near the friend that has him."""
    craft = state.craft[int(state.prize_holder)]
    away = steps(int(craft.q) - node[PlotNode.Q], int(craft.r) - node[PlotNode.R])
    return -GUARD * max(0.0, away - LOOSE)


@native
def hunting_value(state, rules, workspace, node):
    """Return the value of an end near the enemy that has him, now and half a turn later.

    An end on a sheet that will be taken away is of no use.
    """
    value = -OVER if is_left_behind(state, rules, node) else 0.0
    for j in range(workspace.counts[Count.ENEMIES]):
        if workspace.enemy[j] == state.prize_holder:
            away = 0.0
            for way in range(workspace.ways[j]):
                away += workspace.chance[j, way] * distance_on(workspace, node, j, way)
            value -= HUNT * away
    return value


@native
def is_left_behind(state, rules, node):
    """IN-SCN-12 Return whether an end lies on a sheet that is taken away for the enemy's flight."""
    holder = int(state.prize_holder)
    if not rules.option.pursuit or not is_beyond_top(rules, state.craft[holder]):
        return False
    rows = SHEET_ROWS * int(sheets_needed(state, rules, holder))
    return offset_row(node[PlotNode.Q], node[PlotNode.R]) <= rows


@native
def may_fly_off(rules, q, r, errand):
    """IN-SCN-12 Return whether a plot may end beyond the edge in a hex: over the top alone."""
    if errand != Errand.CARRY and errand != Errand.CHASE:
        return False
    return 1 <= q <= rules.option.columns and offset_row(q, r) > rules.option.rows
