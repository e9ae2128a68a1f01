"""The ace's workspace: scratch arrays of all searches of one call, allocated once.

Every array is written before it is read, so it is not cleared between decisions.
"""

from enum import IntEnum
from operator import itemgetter

import numpy as np

from spacecombat_agents.scripted.interceptor.doctrine import BEST, NODES
from spacecombat_env.core.model.record import RECORD, QuickRecord, allocate
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.model import (
    DIRECT_RANGE,
    DIRECTIONS,
    MAX_COLUMNS,
    MAX_MAP_ROWS,
    MAX_ROCKS,
    Arc,
)

__all__ = [
    "ANGLES",
    "ARC_COUNT",
    "CHART_SIZE",
    "ChartColumn",
    "Count",
    "Guns",
    "Hull",
    "MAX_ENEMIES",
    "MISSILE_RANGES",
    "PATH",
    "PlotNode",
    "Pose",
    "RANGES",
    "REPLIES",
    "ReplyColumn",
    "clear_workspace",
    "new_workspace",
]

MAX_ENEMIES = 12
UNITS = MAX_ENEMIES + 1
"""Units with guns in the workspace: the own ship, then the enemies."""
WAYS = 3
"""Ways of an enemy: coasting, and two that it may like better."""
RANGES = DIRECT_RANGE + 1
MISSILE_RANGES = 31
ANGLES = 5
"""Modifiers 0..4 of the angle of attack."""
ARC_COUNT = Arc.TURRET + 1
PATH = 256
"""Steps of a plot: hexes and turns."""


class PlotNode(IntEnum):
    """Columns of a plot's node: a ship on its way."""

    Q = 0
    R = 1
    HEADING = 2
    HEXES = 3  # Flown.
    SPENT = 4  # Thrust points of the plot.
    PARENT = 5
    VELOCITY = 6
    TURNS = 7


class Pose(IntEnum):
    """Columns of a pose: place and attitude of a ship."""

    Q = 0
    R = 1
    HEADING = 2
    FACING = 3
    VELOCITY = 4


class ReplyColumn(IntEnum):
    """Further columns of a reply, after those of its pose."""

    HEXSIDES_LEFT = 5  # Hexsides by which it can still turn its facing.


REPLIES = 48


class Count(IntEnum):
    """Counts in the workspace."""

    NODES = 0
    ENEMIES = 1
    FRIENDS = 2  # Own ships that fight, this one included.
    BEST = 3
    LOADED = 4  # This ship has guns ready, or missiles.
    LEAVES = 5  # It wants to leave the map.
    ROCKS = 6
    NEAR_PLANET = 7  # The planet acts: its zones bound the fire.
    EDITION = 8  # Version of the chart; older entries are invalid.
    ERRAND = 9  # Its part in fetching the man whom both sides want (rescue/errands.py).


class Hull(IntEnum):
    """Abilities of the own ship this turn."""

    SIDE = 0
    OFFSET = 1  # Its facing, from its heading.
    PORT = 2  # DCS sets beyond the first for a turn to port; NONE: impossible.
    STARBOARD = 3
    FACE_COST = 4
    LIMIT = 5  # Thrust points that a plot may spend.
    SAFE = 6  # Of those, within safe thrust.
    ALL_SAFE = 7  # Safe thrust of a whole turn.
    STORED = 8  # Turning points for its heading, plus clockwise.
    PILOTING = 9
    MAY_ROLL = 10
    LOPSIDED = 11  # Left and right are not equally protected.
    AIR_TURN = 12  # Thrust points of a hexside of heading in air; 0 elsewhere.
    FREE_TURN = 13  # One after all hexes is free.
    DEPTH = 14  # Hexes of the plot that grows.


COLUMNS, POSES, HULLS, COUNTS = len(PlotNode), len(Pose), len(Hull), len(Count)


class Guns(IntEnum):
    """Sets of guns: those that are ready now, or all that work, as next turn."""

    READY = 0
    ALL = 1


class ChartColumn(IntEnum):
    """Columns of a hex on the chart."""

    NOW = 0
    END = 1  # Of the turn.
    COURSE = 2  # One column per heading, and one for a ship that stands.
    LATER = 9  # The same, one turn later.


COURSES = DIRECTIONS + 1
CHART_COLUMNS = ChartColumn.LATER + COURSES
CHART_SIZE = (MAX_COLUMNS + 1) * (MAX_MAP_ROWS + 1)
PLACES = CHART_SIZE * DIRECTIONS


FIELDS = [
    ("gun", np.float64, (UNITS, 2, ARC_COUNT, RANGES, ANGLES)),  # [unit, Guns, Arc, range, angle]
    # boxes before shield and armour
    ("lock", np.float64, (2, MISSILE_RANGES, 2)),  # [Guns, range, in its rear]: missiles, ahead
    ("vulnerability", np.float64, (UNITS, DIRECTIONS)),  # [unit, facing]: worth of a box on it
    ("worth", np.float64, (MAX_ENEMIES,)),
    ("risk", np.float64, (1,)),  # a box of one's own against one of the enemy's
    ("chance", np.float64, (MAX_ENEMIES, WAYS)),
    ("score", np.float64, (BEST,)),  # of a place
    ("gain", np.float64, (BEST,)),  # its best shot
    ("shot", np.float64, (DIRECTIONS,)),  # working columns by facing
    ("most", np.float64, (DIRECTIONS,)),
    ("tail", np.float64, (DIRECTIONS,)),
    ("threat", np.float64, (2, DIRECTIONS)),  # [rolled, facing]
    ("best_shot", np.float64, (NODES, DIRECTIONS)),  # [node, facing from heading]: best shot so far
    ("errand", np.float64, (2,)),  # value of an end for its errand, bow first and stern first
    ("hazard", np.float64, (NODES,)),  # of the rocks on the way to a node
    ("shots", np.float64, (2, CHART_SIZE + 1, DIRECTIONS)),  # [Moment, hex, facing]: the best
    ("tails", np.float64, (CHART_SIZE + 1, DIRECTIONS)),
    (
        "threats",
        np.float64,
        (CHART_SIZE + 1, COURSES, 2, DIRECTIONS),
    ),  # [hex, course, rolled, facing]
    ("later_worth", np.float64, (CHART_SIZE + 1, COURSES)),
    ("enemy", np.int64, (MAX_ENEMIES,)),  # its slot
    ("levels", np.int64, (MAX_ENEMIES,)),  # between it and the own ship
    ("ways", np.int64, (MAX_ENEMIES,)),  # how many it has
    ("pose", np.int64, (MAX_ENEMIES, WAYS, POSES)),  # at the end of this turn
    ("later", np.int64, (MAX_ENEMIES, WAYS, POSES)),  # one turn later
    ("replies", np.int64, (MAX_ENEMIES,)),  # how many it has
    ("reply", np.int64, (MAX_ENEMIES, REPLIES, POSES + 1)),  # a pose, then Reply
    ("aim", np.int64, (POSES,)),  # a pose being worked on
    ("meeting", np.int64, (4, POSES)),  # [Partner of rescue/meeting.py]: poses of a ship and a crew
    ("now", np.int64, (MAX_ENEMIES, POSES)),
    ("best", np.int64, (BEST, 3)),  # [place]: node, facing from heading, whether it rolls
    ("rock", np.int64, (MAX_ROCKS, 3)),  # q, r, whether it is an asteroid
    ("path", np.int64, (PATH,)),  # nodes of the plot that is flown
    ("hull", np.int64, (HULLS,)),
    ("counts", np.int64, (COUNTS,)),
    ("node", np.int32, (NODES, COLUMNS)),
    ("mark", np.int32, (PLACES,)),  # [place and heading]: the newest node there
    ("edition", np.int32, (CHART_SIZE + 1, CHART_COLUMNS)),  # when a column of the chart was cached
]
WORKSPACE = np.dtype((RECORD, FIELDS))
"""The workspace as one record, so that one argument replaces thirty arrays."""
for _name, *_ in FIELDS:
    setattr(QuickRecord, _name, property(itemgetter(_name)))


@native
def clear_workspace(workspace):
    """Empty a workspace whose memory holds anything."""
    for place in range(PLACES):
        workspace.mark[place] = 0
    for place in range(CHART_SIZE + 1):
        for column in range(CHART_COLUMNS):
            workspace.edition[place, column] = 0
    for tally in range(COUNTS):
        workspace.counts[tally] = 0


def new_workspace():
    """Return an empty workspace, for Python."""
    return allocate(WORKSPACE, 1)[0]
