"""What scripted players use of the native language beside rules: arrays of their own."""

import numpy as np
import pytest
from hypothesis import strategies as st
from native.building import HAS_COMPILER, Argument, cases_of, matrices, rows

from spacecombat_env.core.model.record import record
from spacecombat_env.native.emit.program import Program
from spacecombat_env.native.emit.source import LanguageError
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


CASES = cases_of(globals())


@pytest.mark.skipif(not HAS_COMPILER, reason="no C++ compiler")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_native_code_does_what_python_does(library, case):
    library.compare_on_examples(case, 40)


# --- what is refused ------------------------------------------------------------------------------


def in_a_loop(length):
    """inside a loop"""
    total = 0
    for n in range(length):
        own = np.zeros(3, np.int64)
        own[0] = n
        total += own[0]
    return total


def whole_returned(length):
    """the array `own` ends with the function"""
    own = np.zeros(length, np.int64)
    return own


def record_returned(length):
    """the array `own` ends with the function"""
    own = np.zeros(length, NOTE)
    return own[0]


def part_in_a_tuple(length):
    """the array `own` ends with the function"""
    own = np.zeros(length, np.int64)
    return own[1:], length


def dtype_by_name(length):
    """by place"""
    own = np.zeros(length, dtype=np.int64)
    return own[0]


def three_dimensions(length):
    """one or two dimensions"""
    own = np.zeros((length, 2, 2), np.int64)
    return own[0, 0, 0]


def dtype_of_a_variable(length):
    """must be a constant"""
    own = np.zeros(length, length)
    return own[0]


def wide_and_unsigned(length):
    """uint64 is no type of the language: use"""
    own = np.zeros(length, np.uint64)
    return own[0]


def inside_an_expression(length):
    """is no function of the language"""
    return len(np.zeros(length, np.int64))


REFUSED = (
    *(in_a_loop, whole_returned, record_returned, part_in_a_tuple, dtype_by_name),
    *(three_dimensions, dtype_of_a_variable, wide_and_unsigned, inside_an_expression),
)


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_it_is_refused_with_the_reason(function):
    with pytest.raises(LanguageError) as caught:
        Program("tests").entry("case", function, (INT,))
    assert function.__doc__ in str(caught.value)
    assert "test_players_language.py:" in str(caught.value)
