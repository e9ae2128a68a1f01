"""Constants that cases read: tables, enums, named tuples, and numbers of all kinds."""

import enum
from typing import NamedTuple

import numpy as np

TABLE = (3, -4, 500, 70_000)
GRID = np.array([[1, -2, 3], [4, 5, -128]], np.int8)
WIDE_TABLE = np.array([2**63 - 1, -(2**63), 5], np.int64)
UNSIGNED_TABLE = np.array([255, 0, 7], np.uint8)
FLOAT_TABLE = np.array([0.1, -2.5, 1e30], np.float32)
FLAG_TABLE = np.array([True, False, True])


class Color(enum.IntEnum):
    """A kind."""

    RED = 0
    GREEN = 5
    BLUE = -7


class Weights(NamedTuple):
    """Constants of several kinds."""

    few: int
    share: float
    is_open: bool
    table: tuple[int, ...]
    name: str = "unused"


class Ship(NamedTuple):
    """A row of a table of constants."""

    hull: int
    cost: float


WEIGHTS = Weights(-3, 0.25, True, (4, 5, 6))
SHIPS = (Ship(4, 0.1), Ship(-6, 1.7), Ship(8, -2.5))
PAIRS = ((1, 2), (3, -4), (5, 6))
FLAGS = (True, False, True)
MIXED = (1, 0.1, -2)
STEPS = range(3, 12, 4)
LIST = [9, 8, 7]
HUGE, TINY, NOT_A_NUMBER, MINUS = float("inf"), -1e-9, float("nan"), -float("inf")
NUMPY_NUMBER = np.int16(-300)
NEGATIVE_ZERO = -0.0
