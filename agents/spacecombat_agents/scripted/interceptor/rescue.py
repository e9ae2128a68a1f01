"""The man whom both sides want: ships that fetch him, carry him off, or chase who does.

A simple plan: the nearest ships fly to his hex, his heading and his velocity, lower their shields
and pick him up; who has him runs for the top edge.
"""

from enum import IntEnum

from spacecombat_agents.scripted.interceptor.geometry import steps, turned_to
from spacecombat_agents.scripted.interceptor.workspace import PlotNode
from spacecombat_env.core.model.hexgrid import offset_row
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.cases.rescue import may_want
from spacecombat_env.rulesets.interceptor.damage.berths import free_places
from spacecombat_env.rulesets.interceptor.model import (
    BACK,
    DIRECTIONS,
    NONE,
    depth_of,
    down,
    is_active,
    is_beyond_top,
    is_there,
    side_of,
    steps_between,
)

__all__ = ["OVER", "Errand", "errand_of", "errand_value", "facing_value", "is_match", "may_fly_off"]

FETCHERS = 2
"""Ships of a side that fetch him."""
LOST_DEPTH = 4
"""He is given up when he is this near the planet."""
MATCH = 2000.0
NEAR, NEXT, FAST = 10.0, 20.0, 20.0
"""Cost of a hex to his place, of one a turn later, and of a point of velocity too much."""
BRAKES = 2
"""Hexes to him for each point of velocity more than it can lose."""
SLOWER = 3
"""Points of velocity that a ship loses in a turn."""
STERN = 30.0
"""Value of flying stern first toward him."""
HOME = 6.0
"""Cost of a hex to the top edge."""
OVER = 400.0
"""Value of an end beyond it."""
FALL = 60.0
"""Cost of an end next to the interface."""


class Errand(IntEnum):
    """The business of a ship with him."""

    NONE = 0
    FETCH = 1
    CARRY = 2
    CHASE = 3


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
    holder = int(state.prize_holder)
    if holder == k:
        return Errand.CARRY | 0
    if holder != NONE:
        follows = is_there(state.craft[holder]) and is_beyond_top(rules, state.craft[holder])
        chases = rules.option.pursuit and follows and side_of(state, holder) != side_of(state, k)
        return Errand.CHASE | 0 if chases else Errand.NONE | 0
    n = prize_adrift(state)
    if n == NONE or not is_reachable(state, rules, n) or not is_near(state, rules, k, n):
        return Errand.NONE | 0
    return Errand.FETCH | 0 if may_want(state, side_of(state, k), n) else Errand.NONE | 0


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


# --- ends of plots -------------------------------------------------------------------------------


@native
def is_drawn(state, rules, q, r):
    """IN-GRV-02 Return whether gravity acts in a hex."""
    in_play = rules.option.gravity and state.sheet == 0
    return in_play and depth_of(rules, q, r) <= rules.option.well


@native
def drawn(state, rules, q, r):
    """Return a hex, or the next one toward the planet where gravity acts."""
    return turned_to(q, r, down(rules), 1 if is_drawn(state, rules, q, r) else 0)


@native
def velocity_after(state, rules, node):
    """IN-GRV-05 Return the velocity with which the next turn begins."""
    velocity, heading = node[PlotNode.VELOCITY], node[PlotNode.HEADING]
    if not is_drawn(state, rules, node[PlotNode.Q], node[PlotNode.R]):
        return velocity
    if heading == down(rules):
        return velocity + 1
    return max(velocity - 1, 0) if heading == (down(rules) + BACK) % DIRECTIONS else velocity


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
def errand_value(state, rules, node, errand):
    """Return the value of an end for an errand."""
    if errand == Errand.FETCH:
        return fetching_value(state, rules, node)
    if errand == Errand.CARRY:
        return carrying_value(state, rules, node)
    return 0.0


@native
def fetching_value(state, rules, node):
    """Return the value of an end: a match, or near a match a turn later."""
    if is_match(state, node):
        return MATCH
    crew = state.adrift[prize_adrift(state)]
    way, speed = int(crew.heading), int(crew.velocity)
    q, r = turned_to(int(crew.q), int(crew.r), way, speed)
    him_q, him_r = drawn(state, rules, q, r)
    to_q, to_r = turned_to(him_q, him_r, way, speed)
    me_q, me_r = drawn(state, rules, node[PlotNode.Q], node[PlotNode.R])
    velocity = velocity_after(state, rules, node)
    on_q, on_r = turned_to(me_q, me_r, node[PlotNode.HEADING], velocity)
    away = steps(him_q - me_q, him_r - me_r)
    excess = max(0.0, velocity - speed - SLOWER - away / BRAKES)
    return -NEAR * away - NEXT * steps(to_q - on_q, to_r - on_r) - FAST * excess


@native
def facing_value(state, rules, node, offset, errand):
    """IN-MOV-06 Return the value of a facing: near him, stern first, a ship slows for less."""
    if errand != Errand.FETCH or offset <= 1 or offset == DIRECTIONS - 1:
        return 0.0
    return STERN if velocity_after(state, rules, node) > 2 else 0.0


@native
def carrying_value(state, rules, node):
    """Return the value of an end: near the top edge, and on its way there."""
    me_q, me_r = drawn(state, rules, node[PlotNode.Q], node[PlotNode.R])
    velocity = velocity_after(state, rules, node)
    on_q, on_r = turned_to(me_q, me_r, node[PlotNode.HEADING], velocity)
    rows = int(rules.option.rows)
    value = -HOME * (2 * rows - offset_row(me_q, me_r) - min(rows, offset_row(on_q, on_r)))
    if rules.option.planet and state.sheet == 0 and depth_of(rules, me_q, me_r) < LOST_DEPTH:
        value -= FALL
    ahead_q = me_q + 2 * (on_q - me_q)
    if ahead_q < 1 or ahead_q > rules.option.columns:
        value -= OVER
    return value


@native
def may_fly_off(rules, q, r, errand):
    """IN-SCN-12 Return whether a plot may end beyond the edge in a hex: over the top alone."""
    if errand != Errand.CARRY and errand != Errand.CHASE:
        return False
    return 1 <= q <= rules.option.columns and offset_row(q, r) > rules.option.rows
