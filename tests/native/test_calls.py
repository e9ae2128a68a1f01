"""Calls and results: Python's result is native's."""

from native.building import language_tests
from native.number_kinds import Flag, Float, Pair, Small


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


def unused_results(a: Small, b: Pair):
    """A docstring."""
    a + 1
    b[0]
    specialised(a, 2)
    sum_and_difference(a, 1)
    ...
    return a


CASES, test_native_equals_python = language_tests(globals(), 80)
