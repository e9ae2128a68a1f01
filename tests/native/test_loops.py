"""Loops: Python's result is native's."""

from hypothesis import strategies as st
from native.building import Argument, language_tests
from native.number_kinds import Bytes, Count, Flag, Floats, Interval, Pair, Small

from spacecombat_env.native.emit.types import INT


def ranges(a: Small, b: Small):
    total, i = 0, -77
    for i in range(a):
        total = total * 2 + i
    for i in range(a, b):
        total = total * 2 + i
    for i in range(a, b, 3):
        total = total * 2 + i
    for i in range(a, b, -2):
        total = total * 2 + i
    return total, i


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


CASES, test_native_equals_python = language_tests(globals(), 80)
