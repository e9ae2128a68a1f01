"""Chapter EVL-01..04, 08: the size chart, the damage conversion table, derived values."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from spacecombat_env.core.loading.tables import Column, read_csv

from ..model import DATA


class SizeClass(NamedTuple):
    """One line of the size chart."""

    tons: int
    size: int
    batteries: int


@cache
def _size_classes() -> tuple[SizeClass, ...]:
    """Return the size chart, smallest first."""
    columns = {"tons_at_least": Column(int, 0), "br_size": Column(int, -5, 2)}
    rows = read_csv(DATA / "size_classes.csv", columns | {"batteries": Column(int, 1, 5)})
    return tuple(
        SizeClass(int(row["tons_at_least"]), int(row["br_size"]), int(row["batteries"]))
        for row in rows
    )


@cache
def _conversion() -> tuple[tuple[int, int], ...]:
    """Return the damage conversion table, least value first."""
    columns = {"traveller_at_least": Column(int, 1), "battle_rider": Column(int, 0)}
    rows = read_csv(DATA / "damage_conversion.csv", columns)
    return tuple((int(row["traveller_at_least"]), int(row["battle_rider"])) for row in rows)


def size_of(tons: Fraction | int) -> tuple[int, int]:
    """BR-EVL-01 Return the size modifier and the number of batteries of a displacement."""
    fitting = [line for line in _size_classes() if tons >= line.tons]
    return fitting[-1].size, fitting[-1].batteries


def converted(value: int) -> int:
    """BR-EVL-04 Return the card's damage, armor or screen value for a Traveller value."""
    return max((to for at_least, to in _conversion() if value >= at_least), default=0)


def per_battery(total: int, batteries: int) -> int:
    """BR-EVL-02 Return how many of all the weapons installed are in one battery."""
    return nearest(Fraction(total, batteries))


def nearest(value: Fraction) -> int:
    """Return the nearest whole number; halves go up."""
    return math.floor(value + Fraction(1, 2))


def point_value(tons: Fraction | int, tech_level: int) -> int:
    """BR-EVL-08 Return sqrt(tons / 1000) x tech level to the nearest whole number."""
    square = 4 * Fraction(tons) * tech_level**2 / 1000
    return (math.isqrt(math.floor(square)) + 1) // 2


def value_without_tender(points: int) -> int:
    """BR-EVL-08 Return the second value of a ship without jump drive."""
    return nearest(Fraction(3 * points, 2))
