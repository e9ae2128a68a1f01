"""Rows, parts of rows and matrices: Python's result is native's."""

import numpy as np
from native.building import language_tests
from native.record_kinds import (
    Bytes,
    Doubles,
    FloatMatrix,
    Floats,
    Longs,
    Matrix,
    Numbers,
    Pair,
    Ship,
    Slot,
    Slot4,
    Small,
    Unsigned,
)

TABLE = np.array([[1, -2, 3, 4], [5, 6, -7, 8]], np.int16)
WEIGHTS = np.array([0.5, -1.25, 3.0], np.float32)
FOUR = (9, -8, 7, -6)


def elements(a: Bytes, b: Longs, i: Slot4):
    b[i] = int(a[i]) * 3
    a[3] = a[i]
    a[i] //= 2
    return a[0] > a[1], int(a[i]) + int(b[i]), b[2]


def float_elements(a: Floats, b: Doubles, i: Slot4, c: Small):
    a[i] = float(b[i]) / 3
    b[i] = float(a[i]) * 0.1
    a[0] = c
    a[1] += 0.5
    b[1] += 0.1
    a[2] *= 3
    return float(a[i]) + 0.1, b[i], a[1] < b[1], c * float(a[3])


def same_function_for_rows(a: Bytes, b: Floats, c: Ship):
    double_first(a)
    double_first(b)
    double_first(c.cargo)
    return total(a), total(b), total(c.cargo), total(FOUR), total((1, 2, 3))


def double_first(row):
    row[0] = row[0] // 2
    row[len(row) - 1] = 1


def total(row):
    found = int(row[0]) * 0
    for x in row:
        found += int(x)
    return int(found)


def returned_rows(a: Bytes, i: Slot, j: Slot4):
    return a, a[i:j], a[j:]


def returned_part(a: Bytes, i: Slot, j: Slot4):
    return a[i:j]


def parts(a: Bytes, i: Slot, j: Slot4):
    row = a[:j]
    rest = a[1:][i:]
    return len(row), len(rest), len(a[i:j]), len(a[j:j]), len(a[3:1]), rest[0], len(a[:])


def filled(a: Bytes, b: Floats, c: Ship, d: Small, i: Slot, j: Slot4):
    a[i:j] = d
    a[3:] = d > 0
    b[:2] = d
    b[j:] = 0.1
    c.cargo[:] = d
    c.cargo[i : i + 2] = 1


def whole_fields_are_filled(r: Numbers, a: Small):
    r.row = a
    r.grid = a + 1
    r.grid[1] = a - 1
    r.grid[2, 1:3] = 9
    r.EOF = 1


def copied(a: Bytes, b: Unsigned, c: Floats, d: Ship, r: Numbers, i: Slot):
    d.cargo = a[0:4]
    a[i : i + 2] = a[i + 1 : i + 3]
    a[1:4] = a[0:3]
    a[:2] = (i, -i)
    c[:4] = FOUR
    c[2:4] = a[0:2]
    r.grid[i] = d.cargo
    r.grid[2] = TABLE[i]
    r.row[1:5] = r.row[0:4]
    r.row[0:2] = b[0:2]
    d.cargo[:] = FOUR


def copied_whole(r: Numbers, a: Bytes):
    r.grid[0] = r.grid[1]
    r.grid[1:3] = r.grid[0:2]
    grid = r.grid
    grid[0, 0] = 5
    row = grid[2]
    row[1] = a[0]
    return row


def matrices_are_rows(m: Matrix, f: FloatMatrix, i: Slot4):
    row = m[len(m) - 1]
    row[i] = 5
    m[0, 1] = 3
    m[0][2] //= 2
    f[0, 1] = 0.3
    return len(m), len(m[0]), m.shape[1], m.shape[0], f.shape[0] * 10, total(m[0]), total(f[0])


def unpacked(a: Bytes, r: Ship, m: Numbers):
    a[1], a[0] = a[0:2]
    r.cargo[3], r.cargo[2], x, r.cargo[0] = r.cargo
    first, second = r.crew
    r.captain, first.age = r.crew[1], 3
    top, middle, bottom = m.grid
    middle[0] = top[1]
    (b, c), d = a[2:4], int(a[0])
    return x, second.age, middle[0], bottom[3], b, c, d


def shifted(a: Bytes, r: Ship):
    return total(without_first(a)), total(without_first(r.cargo)), total(FOUR)


def without_first(row):
    row = row[1:]
    row[0] = 5
    return row


def shapes(r: Numbers, a: Bytes, b: Ship):
    rows, columns = r.grid.shape
    return rows, columns, len(r.grid), len(r.grid[0]), a.shape[0], TABLE.shape[1], len(b.crew)


def constant_rows(i: Slot, j: Slot4, a: Bytes):
    row = TABLE[i]
    a[0:2] = row[1:3]
    return total(TABLE[1 - i]), row[j], float(WEIGHTS[i]) + 0.5, total(row[1:]), int(row[j]) in FOUR


def loop_over_parts(a: Bytes, m: Numbers):
    found = 0
    for x in a[1:3]:
        found = found * 3 + int(x)
    for row in m.grid:
        row[0] = 1
        for x in row[1:]:
            found += int(x)
    return found


def pairs_are_passed(a: Pair, b: Ship):
    return add_pair(a, b), add_pair((a[1], b.hull), b)


def add_pair(pair, ship):
    ship.hull = pair[0]
    x, y = pair
    return x - y, ship.hull + y


CASES, test_native_equals_python = language_tests(globals(), 40)
