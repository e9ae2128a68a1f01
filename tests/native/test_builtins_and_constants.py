"""Builtins and constants: Python's result is native's."""

from hypothesis import strategies as st
from native.building import Argument, language_tests
from native.constants import (
    FLAG_TABLE,
    FLAGS,
    FLOAT_TABLE,
    GRID,
    HUGE,
    LIST,
    MINUS,
    MIXED,
    NEGATIVE_ZERO,
    NOT_A_NUMBER,
    NUMPY_NUMBER,
    PAIRS,
    SHIPS,
    STEPS,
    TABLE,
    TINY,
    UNSIGNED_TABLE,
    WEIGHTS,
    WIDE_TABLE,
    Color,
)
from native.number_kinds import (
    AnyFloat,
    Bytes,
    Flag,
    Float,
    Interval,
    Number,
    Pair,
    Small,
    WholeFloat,
    Wide,
)

from spacecombat_env.native.emit.types import INT

Index = Argument(INT, st.integers(0, 2))
Side = Argument(INT, st.integers(0, 1))


def conversions(a: Small, b: Flag, c: Float):
    return int(a), int(b), int(c), bool(a), bool(b), bool(c), float(a), float(b), float(c)


def extremes(a: Number, b: Number, c: Small, d: Flag):
    return (
        min(a, b),
        max(a, b),
        min(a, b, c),
        max(a, b, c, 5),
        min(a, d),
        max(d, c > 3),
        abs(a),
        abs(d),
    )


def float_extremes(a: AnyFloat, b: AnyFloat, c: Small):
    return min(a, b), max(a, b), min(a, c), max(c, b, a), abs(a)


def rounding(a: Float, b: Number, c: Flag):
    return round(a), round(b), round(c), round(a * 0.5), int(-a)


def wide_numbers(a: Wide, b: WholeFloat):
    return round(a), int(a), int(b), round(b)


def lengths(a: Bytes, b: Pair, c: Interval):
    return (
        len(a),
        len(b),
        len((1, 2, 3)),
        len(c),
        len(TABLE),
        len(GRID),
        len(GRID[0]),
        len(range(9, 0, -4)),
    )


def constant_numbers(a: Small):
    return (
        a + Color.GREEN,
        Color.BLUE - a,
        a == Color.RED,
        NUMPY_NUMBER,
        -NUMPY_NUMBER,
        WEIGHTS.few,
        Color(5),
    )


def constant_floats(a: Float):
    return (
        HUGE,
        MINUS,
        TINY,
        a - TINY,
        a * WEIGHTS.share,
        -TINY,
        NOT_A_NUMBER,
        NEGATIVE_ZERO,
        a - -1.5,
    )


def constant_tables(a: Index, b: Side):
    return (
        TABLE[a],
        GRID[b, a],
        GRID[b][a],
        WIDE_TABLE[a],
        UNSIGNED_TABLE[a],
        STEPS[a],
        LIST[a],
        PAIRS[a][b],
    )


def constant_flags_and_floats(a: Index):
    return FLOAT_TABLE[a] + 0.0, FLAGS[a], not FLAGS[a], int(FLAG_TABLE[a]), MIXED[a] * 2


def constant_records(a: Index):
    ship = SHIPS[a]
    return ship.hull, ship.cost, SHIPS[a].hull * 2, SHIPS[1].cost, WEIGHTS.table[a], WEIGHTS.is_open


def constant_loops(a: Small):
    total = 0
    for x in TABLE:
        total += x * a
    for x, y in PAIRS:
        total = total * 3 + x - y
    for ship in SHIPS:
        total += ship.hull
    for x in STEPS:
        total -= x
    for line in GRID:
        for x in line:
            total = total * 2 + int(x)
    for x in (5, a, -6):
        total = total * 2 + x
    for flag in FLAGS:
        total = total * 2 + flag
    return total


def constant_branch(a: Small):
    if Color.RED:
        return a.unknown
    if WEIGHTS.is_open:
        a += 1
    else:
        a += "never"
    return a if LIST else undefined  # noqa: F821


def pick_row(a: Side):
    return GRID[a]


def pick_table(a: Small):
    return PAIRS[1] if a > 0 else PAIRS[2]


CASES, test_native_equals_python = language_tests(globals(), 80)
