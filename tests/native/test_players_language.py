"""What scripted players use of the native language beside rules: arrays of their own."""

import numpy as np
from hypothesis import strategies as st
from native.building import Argument, language_tests, matrices, rows

from spacecombat_env.core.model.record import record
from spacecombat_env.native.emit.types import INT

WORKER = np.dtype(
    (np.record, [("worth", np.float64, (3,)), ("best", np.int64), ("mark", np.int32, (4,))])
)
"""A record with floats, as a workspace has them."""
NOTE = record([("turn", np.int16), ("seen", np.int8, (2,))])
SIZE = 4
Length = Argument(INT, st.integers(0, 9))
Small = Argument(INT, st.integers(-9, 9))
Longs = rows("int64_t", st.integers(-(2**40), 2**40), 4, 8)
Doubles = rows("double", st.floats(-100, 100), 4, 8)
Floats = matrices("float", st.floats(-9, 9, width=32), 4)


def constant_length(row: Longs):
    sums = np.zeros(SIZE, np.int64)
    for n in range(SIZE):
        sums[n] += row[n] * 2
    return sums[0] + 3 * sums[SIZE - 1]


def length_of_an_argument(length: Length, a: Small):
    own = np.zeros(length, np.int32)
    for n in range(length):
        own[n] = n * a
    total = 0
    for n in range(len(own)):
        total += own[n]
    return total


def floats_by_default(row: Doubles):
    own = np.zeros(len(row))
    for n in range(len(row)):
        own[n] = row[n] / 3.0
    return own[0] + own[len(own) - 1]


def matrix(grid: Floats):
    rows, columns = grid.shape
    sums = np.zeros((rows + 1, columns + 1), np.float32)
    for y in range(rows):
        for x in range(columns):
            sums[y + 1, x + 1] = float(sums[y, x + 1]) + float(grid[y, x])
    return float(sums[rows, columns]), sums.shape[0], sums.shape[1]


def double(row):
    for n in range(len(row)):
        row[n] *= 2


def callee_writes(row: Longs):
    own = np.zeros(SIZE, np.int64)
    own[:] = row[:SIZE]
    double(own)
    double(own[1:3])
    row[:SIZE] = own


def rows_of_a_matrix(a: Small):
    own = np.zeros((3, SIZE), np.int64)
    own[1, :] = a
    double(own[1])
    total = 0
    for y in range(3):
        for x in range(SIZE):
            total += own[y, x] * (y + 1)
    return total


def clear(worker):
    for n in range(3):
        worker.worth[n] = 0.5
    for n in range(4):
        worker.mark[n] = n
    worker.best = -1


def one_record(row: Doubles, a: Small):
    workers = np.empty(1, WORKER)
    clear(workers[0])
    worker = workers[0]
    for n in range(3):
        worker.worth[n] += row[n]
        if worker.worth[n] > worker.worth[0]:
            worker.best = n
    return worker.best * 10 + worker.mark[3], worker.worth[2] * a


def two_kinds_of_records(a: Small):
    own = np.zeros(2, NOTE)
    own[1].turn = a
    own[1].seen[1] = 3
    return own[0].turn + own[1].turn * own[1].seen[1] + other_record(a)


def other_record(a):
    own = np.zeros(2, WORKER)
    own[1].best = a
    return own[0].best + own[1].best


def early_end(row: Longs, a: Small):
    own = np.zeros(len(row), np.int64)
    if a < 0:
        return -1
    own[0] = row[0]
    again = np.zeros(2, np.int64)
    again[1] = own[0]
    return again[1] + a


CASES, test_native_equals_python = language_tests(globals(), 40)
