"""Variables: Python's result is native's."""

import numpy as np
from hypothesis import strategies as st
from native.building import Argument, language_tests
from native.constants import LIST, PAIRS, TABLE, Color  # noqa: F401
from native.number_kinds import Count, Divisor, Flag, Float, FloatDivisor, Pair, Shift, Small

from spacecombat_env.native.emit.types import INT


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


def shadowed_names(TABLE: Small, Color: Small):  # noqa: F811
    LIST = TABLE + Color
    max = LIST
    return LIST, max


CASES, test_native_equals_python = language_tests(globals(), 80)
