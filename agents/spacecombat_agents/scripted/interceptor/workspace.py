"""The ace's desk: what all searches of one call of the player work on, made once.

Nothing on it is read before it is written, so it need not be cleared between questions.
"""

from enum import IntEnum
from operator import itemgetter

import numpy as np

from spacecombat_agents.scripted.interceptor.doctrine import BEST, NODES
from spacecombat_env.core.engine.jit import jit
from spacecombat_env.core.model.record import RECORD, QuickRecord, allocate
from spacecombat_env.rulesets.interceptor.model.constants.kinds import Arc
from spacecombat_env.rulesets.interceptor.model.constants.sizes import (
    DIRECT_RANGE,
    DIRECTIONS,
    MAX_COLUMNS,
    MAX_MAP_ROWS,
    MAX_ROCKS,
)

MAX_ENEMIES = 12
UNITS = MAX_ENEMIES + 1
"""Whose guns lie on the desk: the ship that is thought for, then the enemies."""
WAYS = 3
"""Where an enemy may be: where it coasts to, and two that it may like better."""
RANGES = DIRECT_RANGE + 1
MISSILE_RANGES = 31
ANGLES = 5
"""Modifiers 0..4 of the angle of attack."""
ARC_COUNT = len(Arc)
PATH = 256
"""Steps of a plot: hexes and turns."""


class PlotNode(IntEnum):
    """Columns of a plot's node: the ship somewhere on its way."""

    Q = 0
    R = 1
    HEADING = 2
    HEXES = 3  # flown
    SPENT = 4  # thrust points, of the plot alone
    PARENT = 5
    VELOCITY = 6
    TURNS = 7


class Pose(IntEnum):
    """Columns of a pose: where and how a ship lies."""

    Q = 0
    R = 1
    HEADING = 2
    FACING = 3
    VELOCITY = 4


class ReplyColumn(IntEnum):
    """What stands beside the columns of a pose that an enemy may reply with."""

    LEFT = 5  # hexsides that it can still turn its facing by


REPLIES = 48


class Count(IntEnum):
    """Counts on the desk."""

    NODES = 0
    ENEMIES = 1
    FRIENDS = 2  # ships of one's own that fight, this one among them
    BEST = 3
    LOADED = 4  # this ship has guns ready, or missiles
    LEAVES = 5  # it wants to leave the map
    ROCKS = 6
    EDITION = 7  # of the chart: what an older one says is not true any more


class Hull(IntEnum):
    """What the ship that is thought for can do this turn."""

    SIDE = 0
    OFFSET = 1  # its facing, from its heading
    LEFT = 2  # DCS sets beyond the first for a turn to port; NONE: it cannot
    RIGHT = 3
    FACE_COST = 4
    LIMIT = 5  # thrust points that a plot may spend
    SAFE = 6  # those of them within safe thrust
    ALL_SAFE = 7  # safe thrust of a whole turn
    STORED = 8  # turning points for its heading, plus clockwise
    PILOTING = 9
    MAY_ROLL = 10
    LOPSIDED = 11  # its left is not protected as its right is


COLUMNS, POSES, HULLS, COUNTS = len(PlotNode), len(Pose), len(Hull), len(Count)


class Guns(IntEnum):
    """Which guns: those that are ready now, or all that work, as next turn."""

    READY = 0
    ALL = 1


class ChartColumn(IntEnum):
    """Columns of a hex on the chart."""

    NOW = 0
    END = 1  # of the turn
    COURSE = 2  # and so on: a column a heading, and one for who stands
    LATER = 9  # and so on: a turn on


COURSES = DIRECTIONS + 1
CHART_COLUMNS = ChartColumn.LATER + COURSES
CHART_SIZE = (MAX_COLUMNS + 1) * (MAX_MAP_ROWS + 1)
PLACES = CHART_SIZE * DIRECTIONS


FIELDS = [
    ("gun", np.float64, (UNITS, 2, ARC_COUNT, RANGES, ANGLES)),  # [unit, Guns, Arc, range, angle]
    # boxes before shield and armour
    ("lock", np.float64, (2, MISSILE_RANGES, 2)),  # [Guns, range, in its rear]: missiles, ahead
    ("vulnerability", np.float64, (UNITS, DIRECTIONS)),  # [unit, facing]: what a box on it does
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
    ("ways", np.int64, (MAX_ENEMIES,)),  # how many it has
    ("pose", np.int64, (MAX_ENEMIES, WAYS, POSES)),  # at the end of this turn
    ("later", np.int64, (MAX_ENEMIES, WAYS, POSES)),  # a turn on
    ("replies", np.int64, (MAX_ENEMIES,)),  # how many it has
    ("reply", np.int64, (MAX_ENEMIES, REPLIES, POSES + 1)),  # a pose, then Reply
    ("aim", np.int64, (POSES,)),  # a pose being worked on
    ("now", np.int64, (MAX_ENEMIES, POSES)),
    ("best", np.int64, (BEST, 3)),  # [place]: node, facing from heading, whether it rolls
    ("rock", np.int64, (MAX_ROCKS, 3)),  # q, r, whether it is an asteroid
    ("path", np.int64, (PATH,)),  # nodes of the plot that is flown
    ("hull", np.int64, (HULLS,)),
    ("counts", np.int64, (COUNTS,)),
    ("node", np.int32, (NODES, COLUMNS)),
    ("mark", np.int32, (PLACES,)),  # [place and heading]: the newest node there
    ("edition", np.int32, (CHART_SIZE + 1, CHART_COLUMNS)),  # when a column of the chart was noted
]
WORKSPACE = np.dtype((RECORD, FIELDS))
"""The desk: one record, so that it is handed on as a place and not as its thirty arrays."""
for _name, *_ in FIELDS:
    setattr(QuickRecord, _name, property(itemgetter(_name)))


@jit
def new_workspaces():
    """An array of one empty desk."""
    workspaces = np.empty(1, WORKSPACE)
    workspace = workspaces[0]
    for place in range(PLACES):
        workspace.mark[place] = 0
    for place in range(CHART_SIZE + 1):
        for column in range(CHART_COLUMNS):
            workspace.edition[place, column] = 0
    for tally in range(COUNTS):
        workspace.counts[tally] = 0
    return workspaces


def new_workspace():
    """An empty desk, for Python."""
    return allocate(WORKSPACE, 1)[0]
