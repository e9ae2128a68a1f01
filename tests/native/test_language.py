"""Numbers, conditions, loops and calls of the native language: Python's result is native's."""

import enum
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from native.building import HAS_COMPILER, Argument, Library, cases_of, rows

from spacecombat_env.native.emit.types import BOOL, FLOAT, INT, RANGE, Tuple

pytestmark = pytest.mark.skipif(not HAS_COMPILER, reason="no C++ compiler")

EDGES = [0, 1, -1, 2, -2, 3, 7, -7, 127, -128, 255, 2**31 - 1, -(2**31), 2**32, 5_000_000_000]
NUMBERS = st.one_of(st.sampled_from(EDGES), st.integers(-20, 20), st.integers(-(2**40), 2**40))
Number = Argument(INT, NUMBERS)
Small = Argument(INT, st.integers(-12, 12))
Count = Argument(INT, st.integers(0, 9))
Factor = Argument(INT, st.integers(-(2**31), 2**31))
Divisor = Argument(INT, NUMBERS.filter(bool))
Shift = Argument(INT, st.integers(0, 20))
Wide = Argument(INT, st.integers(-(2**63), 2**63 - 1))
Flag = Argument(BOOL, st.booleans())
FLOATS = st.one_of(
    st.sampled_from([0.0, -0.0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 1e-300, 1e16, 0.1]),
    st.floats(-1e6, 1e6),
)
Float = Argument(FLOAT, FLOATS)
FloatDivisor = Argument(FLOAT, FLOATS.filter(bool))
AnyFloat = Argument(FLOAT, st.floats())
Pair = Argument(Tuple((INT, INT)), st.tuples(st.integers(-5, 5), st.integers(-5, 5)))
Interval = Argument(
    RANGE,
    st.builds(range, st.integers(-9, 9), st.integers(-9, 9), st.sampled_from([1, 2, 3, -1, -2])),
)
Bytes = rows("int8_t", st.integers(-128, 127))
Unsigned = rows("uint8_t", st.integers(0, 255))
Floats = rows("float", st.floats(-100, 100, width=32))


# --- arithmetic -----------------------------------------------------------------------------------


def add(a: Number, b: Number):
    return a + b


def subtract(a: Number, b: Number):
    return a - b


def multiply(a: Factor, b: Factor):
    return a * b


def floor_divide(a: Number, b: Divisor):
    return a // b


def modulo(a: Number, b: Divisor):
    return a % b


def divide(a: Number, b: Divisor):
    return a / b


def raise_to(a: Small, b: Count):
    return a**b


def arithmetic_of_wide_numbers(a: Wide, b: Wide):
    return (a // 3) + (b // 5) - (a % 1000) * (b % 77)


def masked_product(a: Factor):
    return ((a & 0xFFFFFFFF) ^ 0x9E3779B1) & 0xFFFFFFFF


def precedence(a: Small, b: Small, c: Small):
    return a - b - c + a * b // 7 - (a - (b - c)) * -2 - -a + 2**2**2


def negate(a: Number):
    return -a, +a, -(3 - -a), +(-a)


def float_arithmetic(a: Float, b: Float):
    return a + b, a - b, a * b, -a, +b


def float_divide(a: Float, b: FloatDivisor):
    return a / b


def float_floor_divide(a: Float, b: FloatDivisor):
    return a // b


def float_modulo(a: Float, b: FloatDivisor):
    return a % b


def mixed_numbers(a: Small, b: Float, c: Flag):
    return a + b, b - a, a * b, c + b, c * 2.5, (a + 20) / 3


def mixed_floor(a: Small, b: FloatDivisor):
    return a // b, a % b, b // 3, b % -3


def float_powers(a: Argument(FLOAT, st.floats(0.1, 9)), b: Small):
    return a**b, 2**0.5, a**0.5


# --- bits -----------------------------------------------------------------------------------------


def bits(a: Wide, b: Wide):
    return a & b, a | b, a ^ b, ~a


def shift_left(a: Argument(INT, st.integers(-(2**40), 2**40)), b: Shift):
    return a << b


def shift_right(a: Wide, b: Argument(INT, st.integers(0, 63))):
    return a >> b


def bits_of_flags(a: Flag, b: Flag, c: Small):
    return a & b, a | b, a ^ b, ~a, a & c, c | b, (a & b) + 1, ~(a | b), a << 3


def flags_count(a: Flag, b: Flag, c: Small):
    return a + b, a - b, a * 5, -a, +a, (c > 0) + (c > 3) + (c > 5), a // True, int(a) + int(b)


def large_literals():
    return 2147483648, -2147483649, 0xFFFFFFFFFF, 9223372036854775807, -9223372036854775808


def large_literals_add(a: Small):
    return a + 4294967296 - 0x7FFFFFFFFFFFFF00


# --- comparisons and conditions -------------------------------------------------------------------


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


TABLE = (3, -4, 500, 70_000)
GRID = np.array([[1, -2, 3], [4, 5, -128]], np.int8)
WIDE_TABLE = np.array([2**63 - 1, -(2**63), 5], np.int64)
UNSIGNED_TABLE = np.array([255, 0, 7], np.uint8)
FLOAT_TABLE = np.array([0.1, -2.5, 1e30], np.float32)
FLAG_TABLE = np.array([True, False, True])


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


# --- builtins -------------------------------------------------------------------------------------


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


def round_wide(a: Wide):
    return round(a)


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


# --- constants ------------------------------------------------------------------------------------


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
Index = Argument(INT, st.integers(0, 2))
Side = Argument(INT, st.integers(0, 1))


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


# --- loops ----------------------------------------------------------------------------------------


def range_of_one(a: Small):
    total = 0
    for i in range(a):
        total = total * 2 + i
    return total


def range_of_two(a: Small, b: Small):
    total, i = 0, -77
    for i in range(a, b):
        total = total * 2 + i
    return total, i


def range_up(a: Small, b: Small):
    total = 0
    for i in range(a, b, 3):
        total = total * 2 + i
    return total


def range_down(a: Small, b: Small):
    total = 0
    for i in range(a, b, -2):
        total = total * 2 + i
    return total


def limits_are_taken_once(a: Count):
    total = 0
    for i in range(a):
        a += 5
        total += i
        i += 3
        total += i
    return total, a


def loop_variable_stays(a: Count):
    i = -1
    for i in range(a):
        if i == 4:
            break
    for j in range(3):
        i += j * 0
    return i, j


def loop_variable_is_written(a: Count):
    total = 0
    for i in range(a):
        i *= 2
        if i > 6:
            i = 0
            continue
        total += i
    return total


def nested_loops(a: Count, b: Count):
    total = 0
    for i in range(a):
        for j in range(i, b):
            if (i + j) % 3 == 0:
                continue
            if i * j > 20:
                break
            total += i * 10 + j
        total = -total
    return total


def while_loop(a: Argument(INT, st.integers(1, 300))):
    steps = 0
    while a != 1:
        steps += 1
        if a % 2:
            a = 3 * a + 1
            continue
        a //= 2
        if steps > 50:
            break
    return steps, a


def while_true(a: Small):
    while True:
        a += 1
        if a % 7 == 0:
            return a


def loop_over_variable(a: Interval):
    total, i = 0, 99
    for i in a:
        total = total * 2 + i
        if total > 1000:
            break
    return total, i


def range_in_variable(a: Small, b: Small, up: Flag):
    steps = range(a, b) if up else range(b, a, -3)
    total = 0
    for i in steps:
        total = total * 2 + i
    return total, len(steps), a in steps


def returned_range(a: Small, b: Small):
    return range(a, b, 2)


def inner_range(a: Small, b: Small):
    total = 0
    for i in returned_range(a, b):
        total += i
    return total


def loop_over_tuple(a: Pair, b: Small):
    total = 0
    for x in a:
        total = total * 3 + x
    for x in (b, b + 1, 9):
        total = total * 3 + x
    return total


def loop_over_row(a: Bytes, b: Floats):
    total, most = 0, 0.0
    for x in a:
        total = total * 3 + int(x)
    for y in b:
        most = max(most, float(y))
    return total, most


def loop_over_row_that_changes(a: Bytes):
    total = 0
    for x in a:
        total += int(x)
        a[len(a) - 1] = 5
    return total


# --- variables ------------------------------------------------------------------------------------


def swap(a: Small, b: Small):
    a, b = b, a
    c, (d, e) = a + b, (a, b)
    (a, b), c = (c, a), b
    return a, b, c, d, e


def several_targets(a: Small):
    b = c = a + 1
    b += 1
    return b, c


def unpack(a: Pair, b: Small):
    x, y = a
    (p, q), r = PAIRS[1], b
    u, v, w = LIST
    return x, y, p, q, r, u, v, w


def augmented(a: Small, b: Divisor, c: Shift):
    a += b
    a -= 3
    a *= 2
    a //= b
    a <<= c
    a >>= 1
    a |= 5
    a ^= 12
    a &= 1023
    a %= b
    a -= a // 1000 * 1000
    a **= 2
    return a


def augmented_float(a: Float, b: FloatDivisor):
    a += 1
    a *= b
    a -= 0.5
    a /= b
    c = 7
    c /= 2
    return a, c


def parameter_becomes_float(a: Small, b: Flag):
    half = a // 2
    if b:
        a = 0.5
    return a, half, a + half


def variable_becomes_float(a: Count):
    total = 0
    for i in range(a):
        total += i * 0.25
    return total


def long_chain_of_types(a: Argument(INT, st.integers(0, 40))):
    b = c = d = e = f = g = h = i = j = k = m = n = o = p = q = 0
    for _ in range(a):
        b = c
        c = d
        d = e
        e = f
        f = g
        g = h
        h = i
        i = j
        j = k
        k = m
        m = n
        n = o
        o = p
        p = q
        q = 0.5
    return b, c, d, e, f, g, h, i, j, k, m, n, o, p, q


def assigned_in_one_branch(a: Small):
    if a > 0:
        b = a
        kind = True
    else:
        kind = False
    if kind:
        return b
    return -1


def flag_becomes_number(a: Small, b: Flag):
    kept = b
    if a > 3:
        kept = a
    return kept, not kept, kept + 1


def narrow_number(a: Argument(INT, st.integers(0, 1000)), b: Small):
    count = np.int32(a)
    for _ in range(3):
        count = np.int32(count + b)
    return int(count), count > 4, int(count) * 5_000_000_000


def annotated(a: Small):
    b: int = a + 1
    c: int
    c = b
    return c


def names_of_cpp(a: Small, b: Small):
    int64_t = a
    class_ = b
    double, long, new, delete, this, template = a, b, 3, 4, 5, 6
    NULL, EOF, NAN, INFINITY, INT8_MAX, RAND_MAX, M = 1, 2, 3, 4, 5, 6, 7
    stdin, errno, linux, main, py, std, size_t, module = 1, 2, 3, 4, 5, 6, 7, 8
    first = int64_t * class_ + double - long + new * delete - this * template
    second = NULL + EOF * 2 + NAN * 3 + INFINITY * 4 + INT8_MAX * 5 + RAND_MAX * 6 + M
    third = stdin + errno * 2 + linux * 3 + main * 4 + py * 5 + std * 6 + size_t * 7 + module * 8
    return first, second, third


def names_of_temporaries(a: Small, b: Small, e: Small):
    at1 = row1 = range1 = each1 = all1 = items1 = place1 = first1_ = part1_ = first_ = old1 = a
    end1 = a + 1
    at1_, row1_, range1_, each1_, items1_, end1_, e_given_ = 1, 2, 3, 4, 5, 6, 7
    total = 0
    for x in (at1, row1, b):
        for y in range(end1, 9):
            total += x * y + at1_ + row1_ + end1_
    c, d = b or first_, first_ or b
    c, d = d, c
    total += (
        range1
        + each1
        + all1
        + items1
        + place1
        + old1
        + first1_
        - part1_
        + range1_
        + each1_
        + items1_
    )
    e = e * 0.5
    return total, c, d, e + e_given_


def shadowed_names(TABLE: Small, Color: Small):
    LIST = TABLE + Color
    max = LIST
    return LIST, max


def unused_results(a: Small, b: Pair):
    """A docstring."""
    a + 1
    b[0]
    add(a, 2)
    sum_and_difference(a, 1)
    ...
    return a


# --- calls and results ----------------------------------------------------------------------------


def sum_and_difference(a: Small, b: Small):
    return a + b, a - b


def no_result(a: Small):
    if a > 2:
        return
    a += 1


def call_tuple(a: Small, b: Small):
    x, y = sum_and_difference(a, b)
    both = sum_and_difference(y, x)
    return (
        x,
        y,
        both[0] * both[1],
        sum_and_difference(a, 1)[1],
        both == (x, y),
        both != (2 * a, 2 * b),
    )


def tuple_of_kinds(a: Small, b: Float, c: Flag):
    return a, b, c, (a, b), (a, c)


def call_tuple_of_kinds(a: Small, b: Float, c: Flag):
    whole = tuple_of_kinds(a, b, c)
    x, y, z, (u, v), w = whole
    return x + u, y + v, z, whole[3][1], whole[4][0] + w[1], whole[2]


def tuple_in_variable(a: Small, b: Small):
    c = (a, b, True)
    d = c
    c = (b, a > 2, 7)
    at = 1
    return d[0], c[at], d[2], c[2] + c[0]


def specialised(x, y):
    return x + y * 2


def specialisations(a: Small, b: Float, c: Flag):
    return (
        specialised(a, a),
        specialised(a, b),
        specialised(b, a),
        specialised(c, c),
        specialised(b, 0.5),
    )


def branches_return_kinds(a: Small):
    if a > 5:
        return 0.5
    if a > 3:
        return a
    return a > 1


def many_arguments(a: Small, b: Small, c: Flag):
    return seven(a, b, c, 4, a > b, -1, 2 * a)


def seven(a, b, c, d, e, f, g):
    return a + 3 * b + 5 * c + 7 * d + 11 * e + 13 * f + 17 * g


CASES = cases_of(globals())


@pytest.fixture(scope="module")
def library():
    return Library(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_native_equals_python(library, case):
    kinds = case.__annotations__.values()

    @settings(max_examples=80 if kinds else 1, deadline=None, database=None)
    @given(st.tuples(*(kind.values for kind in kinds)))
    def compare(values):
        library.compare(case, list(values))

    compare()
