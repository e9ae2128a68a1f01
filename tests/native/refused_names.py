"""Functions and constants that refused functions name."""

# ruff: noqa: F401
import functools

import numpy as np
from native.constants import GRID, SHIPS, TABLE, Color
from native.record_kinds import SHIP_DTYPE

from spacecombat_env.core.model.record import record

NOTHING = None
ITEMS = {1: 2}
NAMES = ("red", "blue")
UNEQUAL = ((1, 2), (3, 4, 5))
TOO_LARGE = 2**64
EMPTY = ()
UNSIGNED = np.array([1, 2**63], np.uint64)
RECORDS = np.zeros(3, SHIP_DTYPE)
NOTE = record([("turn", np.int16), ("seen", np.int8, (2,))])


def helper(a):
    return a + 1


def writes(ship):
    ship.hull = 1
    return int(ship.hull)


def result(ship):
    ship.hull = 1
    return ship.cargo


def procedure(ship):
    ship.hull = 1


@functools.cache
def cached_rule(a):
    return a
