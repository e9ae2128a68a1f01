"""Meeting a crew in space: whether a ship can soon fly in its hex, on its heading, as fast.

The crew drifts on, so its way is known. Turns of the ship are coarse: a new velocity, and a change
of heading at the start, half way or at the end. Ship and crew are poses of the workspace; a facing
counts as bow or stern first.
"""

from enum import IntEnum

from spacecombat_agents.scripted.interceptor.edges import is_open
from spacecombat_agents.scripted.interceptor.geometry import steps, turned_to
from spacecombat_agents.scripted.interceptor.workspace import POSES, Hull, Pose
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.model import BACK, DIRECTIONS, apart, depth_of, down
from spacecombat_env.rulesets.interceptor.movement.turning import heading_price

__all__ = ["Partner", "can_meet", "can_meet_later", "drawn", "velocity_after"]

MOST_TURNS = 2
HALVES = 3
"""Moments of a change of heading: at the start, half way, at the end."""
FLIP = 2
"""Hexsides of facing between bow and stern first."""


class Partner(IntEnum):
    """Rows of `workspace.meeting`: the ship and the crew at the start of this turn or the next."""

    SHIP = 0
    CREW = 1
    LATER_SHIP = 2
    LATER_CREW = 3


# --- gravity -------------------------------------------------------------------------------------


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
def velocity_after(state, rules, q, r, heading, velocity):
    """IN-GRV-05 Return the velocity with which a ship in a hex begins the next turn."""
    if not is_drawn(state, rules, q, r):
        return velocity
    if heading == down(rules):
        return velocity + 1
    return max(velocity - 1, 0) if heading == (down(rules) + BACK) % DIRECTIONS else velocity


# --- prices --------------------------------------------------------------------------------------


@native
def speed_price(rules, change, stern):
    """IN-MOV-07, 08 Return the thrust points of a change: stern first, a ship slows for less."""
    easy = rules.option.symmetric or (change < 0) == stern
    return abs(change) * (1 if easy else 2)


# --- this turn -----------------------------------------------------------------------------------


@native
def can_meet(rules, ship, crew, stern, thrust):
    """Return whether a ship can end this turn with a crew, by a straight way and turns."""
    speed, way = crew[Pose.VELOCITY], crew[Pose.HEADING]
    price = speed_price(rules, speed - ship[Pose.VELOCITY], stern)
    if price > thrust:
        return False
    q, r = turned_to(crew[Pose.Q], crew[Pose.R], way, speed)
    if steps(q - ship[Pose.Q], r - ship[Pose.R]) != speed:
        return False
    for heading in range(DIRECTIONS):
        on_q, on_r = turned_to(ship[Pose.Q], ship[Pose.R], heading, speed)
        turns = apart(ship[Pose.HEADING], heading) + apart(heading, way)
        if on_q == q and on_r == r and price + turns * heading_price(speed) <= thrust:
            return True
    return False


# --- the turn after ------------------------------------------------------------------------------


@native
def can_meet_later(state, rules, workspace, stern, thrust):
    """Return whether a ship can fly this turn so that it can meet a crew in the next."""
    ship, crew = workspace.meeting[Partner.SHIP], workspace.meeting[Partner.CREW]
    drift(state, rules, crew, workspace.meeting[Partner.LATER_CREW])
    least = max(0, ship[Pose.VELOCITY] - thrust)
    for velocity in range(least, ship[Pose.VELOCITY] + thrust + 1):
        left = thrust - speed_price(rules, velocity - ship[Pose.VELOCITY], stern)
        most = min(MOST_TURNS, left // heading_price(velocity)) if left >= 0 else -1
        for turns in range(-most, most + 1):
            points = left - abs(turns) * heading_price(velocity)
            for half in range(1 if turns == 0 else HALVES):
                if meets_after(state, rules, workspace, velocity, turns, half, stern, points):
                    return True
    return False


@native
def drift(state, rules, crew, later):
    """IN-GRV-02 Write the pose of a crew a turn later: gravity draws it, but adds no velocity."""
    for column in range(POSES):
        later[column] = crew[column]
    q, r = turned_to(crew[Pose.Q], crew[Pose.R], crew[Pose.HEADING], crew[Pose.VELOCITY])
    q, r = drawn(state, rules, q, r)
    later[Pose.Q] = q
    later[Pose.R] = r


@native
def meets_after(state, rules, workspace, velocity, turns, half, stern, points):
    """Return whether a coarse turn leads to a meeting in the next; `points` of thrust are left."""
    ship, crew = workspace.meeting[Partner.SHIP], workspace.meeting[Partner.LATER_CREW]
    first = velocity * half // (HALVES - 1)
    heading = (ship[Pose.HEADING] + turns) % DIRECTIONS
    q, r = turned_to(ship[Pose.Q], ship[Pose.R], ship[Pose.HEADING], first)
    q, r = turned_to(q, r, heading, velocity - first)
    later_q, later_r = drawn(state, rules, q, r)
    if steps(crew[Pose.Q] - later_q, crew[Pose.R] - later_r) > 2 * crew[Pose.VELOCITY]:
        return False
    if not is_open(state, rules, ship[Pose.Q], ship[Pose.R], later_q, later_r):
        return False
    later = workspace.meeting[Partner.LATER_SHIP]
    later[Pose.Q] = later_q
    later[Pose.R] = later_r
    later[Pose.HEADING] = heading
    later[Pose.VELOCITY] = velocity_after(state, rules, q, r, heading, velocity)
    thrust = workspace.hull[Hull.ALL_SAFE]
    if can_meet(rules, later, crew, stern, thrust):
        return True
    flips = points >= FLIP * workspace.hull[Hull.FACE_COST]
    return flips and can_meet(rules, later, crew, not stern, thrust)
