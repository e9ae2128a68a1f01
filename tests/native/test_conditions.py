"""Comparisons and conditions: Python's result is native's."""

from hypothesis import strategies as st
from native.building import Argument, language_tests
from native.constants import GRID, STEPS, TABLE, UNSIGNED_TABLE, WIDE_TABLE
from native.number_kinds import (
    AnyFloat,
    Bytes,
    Flag,
    Float,
    Floats,
    Interval,
    Pair,
    Small,
    Unsigned,
)

from spacecombat_env.native.emit.types import INT


def comparisons(a: Small, b: Small):
    return a == b, a != b, a < b, a <= b, a > b, a >= b


def float_comparisons(a: AnyFloat, b: AnyFloat, c: Small):
    return a == b, a != b, a < b, a <= b, a > b, a >= b, a == c, c < b


def flag_comparisons(a: Flag, b: Flag, c: Small):
    return a == b, a != b, a < b, a == c, (c > 1) == a, a == 1


def chains(a: Small, b: Small, c: Small):
    return a < b < c, a <= b > c, a == b == c, a != b != c, -5 <= a < b <= 5 < c


def chain_of_flags(a: Flag, b: Small):
    return 0 <= a < b, a == (b > 2) == True  # noqa: E712


def in_tuple(a: Small):
    return a in (1, -3, 7), a not in (1, -3, 7), a in (a + 1, 5), a in (0,), not a in (2, 3)  # noqa: E713


def in_mixed_tuple(a: Float, b: Small):
    return a in (0.5, 1, b), b in (0.5, 1), True in (b, 5)


def in_range(a: Small, b: Small):
    return a in range(b), a in range(-3, b), a in range(b, -9, -2), a not in range(0, 10, 3)


def in_variable(a: Small, b: Pair, c: Interval):
    d = (4, 5, a)
    return a in b, a not in b, a in c, a not in c, a in d


def in_row(a: Argument(INT, st.integers(-200, 300)), row: Bytes, other: Unsigned, third: Floats):
    return a in row, a not in other, a in third, a + 0.5 in row, a / 2 in third


def in_table(a: Argument(INT, st.sampled_from([3, -4, 500, 70_000, 0, 5, 2**63 - 1, 255, -1]))):
    return (
        a in TABLE,
        a not in TABLE,
        a in GRID[1],
        a in WIDE_TABLE,
        a in UNSIGNED_TABLE,
        a in STEPS,
    )


def logic_of_flags(a: Flag, b: Flag, c: Flag):
    return a and b, a or b, not a, a and not b or c, not (a and b), a and (b or c)


def logic_of_numbers(a: Small, b: Small, c: Small):
    return (
        a and b,
        a or b,
        a and b or c,
        a or b and c,
        not a,
        (a or b) and c,
        a and b and c,
        a or b or c,
    )


def logic_of_mixed_kinds(a: Small, b: Flag, c: Float):
    return a or b, b and a, c or a, a and c, b or c, (a > 2) and a


def logic_decides(a: Small, b: Small, c: Float):
    if a and not b or c:
        return 1
    if (a or b) and (not c or a < b < 9):
        return 2
    while not a:
        a = 5
    return 3 if c else a


def conditional(a: Small, b: Small, c: Flag, d: Float):
    first = a if a > b else b
    second = c if a else b
    third = d if c else a
    return first, second, third, (a if c else b if a else -1), a + (b if c else 2) * 3


CASES, test_native_equals_python = language_tests(globals(), 80)
