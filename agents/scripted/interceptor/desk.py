"""The ace's desk: arrays that all searches of one call of the player work on, made once.

Nothing on it is read before it is written, so it need not be cleared between questions.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from spacecombat_agents.scripted.interceptor.doctrine import BEST, NODES
from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import Arc
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import (
    DIRECT_RANGE,
    DIRECTIONS,
    MAX_COLUMNS,
    MAX_MAP_ROWS,
    MAX_ROCKS,
)

FOES = 12
UNITS = FOES + 1
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


class Node(IntEnum):
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


class Tally(IntEnum):
    """Counts on the desk."""

    NODES = 0
    FOES = 1
    FRIENDS = 2  # ships of one's own that fight, this one among them
    BEST = 3
    LOADED = 4  # this ship has guns ready, or missiles
    LEAVES = 5  # it wants to leave the map
    ROCKS = 6


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


COLUMNS, POSES, HULLS, TALLIES = len(Node), len(Pose), len(Hull), len(Tally)


class Guns(IntEnum):
    """Which guns: those that are ready now, or all that work, as next turn."""

    READY = 0
    ALL = 1


class Desk(NamedTuple):
    """The arrays."""

    node: np.ndarray  # int32 [node, Node]
    moment: np.ndarray  # float64 [node, facing from heading]: best shot on the way so far
    hazard: np.ndarray  # float64 [node]: of the rocks on the way
    mark: np.ndarray  # int32 [place and heading]: newest node there
    gun: np.ndarray  # float64 [unit, Guns, Arc, range, angle]: boxes before shield and armour
    lock: np.ndarray  # float64 [Guns, range, in its rear]: boxes of missiles, ahead
    thin: np.ndarray  # float64 [unit, facing]: what a box on it does
    foe: np.ndarray  # int64 [enemy]: its slot
    worth: np.ndarray  # float64 [enemy]
    ways: np.ndarray  # int64 [enemy]: ways that it has
    pose: np.ndarray  # int64 [enemy, way, Pose]: at the end of this turn
    later: np.ndarray  # int64 [enemy, way, Pose]: a turn on
    chance: np.ndarray  # float64 [enemy, way]
    now: np.ndarray  # int64 [enemy, Pose]
    best: np.ndarray  # int64 [place]: node, facing from heading, whether it rolls
    score: np.ndarray  # float64 [place]
    gain: np.ndarray  # float64 [place]: best shot of it
    shot: np.ndarray  # float64 [facing]: working column
    most: np.ndarray  # float64 [facing]: working column
    dread: np.ndarray  # float64 [rolled, facing]: working columns
    tail: np.ndarray  # float64 [facing]: working column
    rock: np.ndarray  # int64 [rock]: q, r, whether it is an asteroid
    path: np.ndarray  # int64 [step]: nodes of the plot that is flown
    hull: np.ndarray  # int64 [Hull]
    tally: np.ndarray  # int64 [Tally]


@jit
def new_desk():
    """An empty desk."""
    return Desk(
        np.empty((NODES, COLUMNS), np.int32),
        np.empty((NODES, DIRECTIONS), np.float64),
        np.empty(NODES, np.float64),
        np.zeros((MAX_COLUMNS + 1) * (MAX_MAP_ROWS + 1) * DIRECTIONS, np.int32),
        np.empty((UNITS, 2, ARC_COUNT, RANGES, ANGLES), np.float64),
        np.empty((2, MISSILE_RANGES, 2), np.float64),
        np.empty((UNITS, DIRECTIONS), np.float64),
        np.empty(FOES, np.int64),
        np.empty(FOES, np.float64),
        np.empty(FOES, np.int64),
        np.empty((FOES, WAYS, POSES), np.int64),
        np.empty((FOES, WAYS, POSES), np.int64),
        np.empty((FOES, WAYS), np.float64),
        np.empty((FOES, POSES), np.int64),
        np.empty((BEST, 3), np.int64),
        np.empty(BEST, np.float64),
        np.empty(BEST, np.float64),
        np.empty(DIRECTIONS, np.float64),
        np.empty(DIRECTIONS, np.float64),
        np.empty((2, DIRECTIONS), np.float64),
        np.empty(DIRECTIONS, np.float64),
        np.empty((MAX_ROCKS, 3), np.int64),
        np.empty(PATH, np.int64),
        np.empty(HULLS, np.int64),
        np.zeros(TALLIES, np.int64),
    )
