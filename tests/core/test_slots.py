"""Arrays inside records, as compiled code sees them: the same answers as Python's (core/engine/slots.py)."""

import os
import subprocess
import sys

import numba
import numpy as np
import pytest

from spacecombat_env.core.engine.jit import jit
from spacecombat_env.core.engine.slots import Slots, mark_of, record_of
from spacecombat_env.core.engine.suits import SUITS
from spacecombat_env.core.model.record import FLAG, INT8, INT16, INT64, SETTINGS, allocate, record

pytestmark = pytest.mark.skipif(
    not SUITS or bool(SETTINGS.DISABLE_JIT), reason="arrays in records are Numba's own"
)

TUBE = record([("loads", INT8, (3,)), ("ready", FLAG)])
CRAFT = record([("hull", INT16), ("tube", TUBE, (2,))])
GAME = record([("turn", INT64), ("craft", CRAFT, (6,)), ("grid", INT16, (3, 4))])


@jit
def fly(games, k, value):
    """Every way in which rules read and write such arrays."""
    game = games[k]
    game.craft[value].hull = 7
    game.craft[-1].tube[1].loads[-3] = value
    game.craft[0] = game.craft[5]
    game.craft[2].tube = game.craft[5].tube
    game.grid[1, -1] = value
    game.grid[1][0] += 2
    game.grid[2] = 9
    game.grid[0, :2] = value
    game.grid[:, 2] = game.grid[1, 0]
    game.craft[1].tube[0].loads[:] = 4
    total = 0
    for number in game.grid[2]:
        total += int(number)
    for craft in game.craft:
        total += 100 * int(craft.hull) + int(craft.tube[1].loads[0])
    total += 10_000 * len(game.craft) + 1_000 * game.grid.shape[1] + len(game.grid[0])
    return total + game.grid.size


@jit
def chosen(games, k, first):
    """One of two arrays of different lengths."""
    craft = games[k].craft[0]
    numbers = craft.tube[0].loads if first else games[k].craft[1].tube[1].loads
    return numbers[1]


@jit
def summed(games, row):
    """What is done with whole arrays."""
    grid = games[0].grid
    row[:] = grid[1]
    row[1:] = grid[2, :3]
    grid[0] = row
    grid[1, 1:3] = games[0].craft[0].tube[0].loads[:2]
    low = np.minimum(grid[0, :], row[:2].sum())
    return grid[1].sum() + grid.max() + low.sum()


@jit
def length(pieces):
    """What may be a function of its own."""
    return len(pieces)


@jit
def lengths(games):
    """Two types of one function."""
    return length(games[0].craft) * 10 + length(games[0].grid)


@jit
def beyond(games, at):
    """An index that may be too large."""
    return games[0].craft[at].hull


@pytest.mark.parametrize("value", range(6))
def test_compiled_code_reads_and_writes_as_python_does(value):
    compiled, plain = allocate(GAME, 2), allocate(GAME, 2)
    assert fly(compiled, 1, value) == fly.py_func(plain, 1, value)
    assert compiled.tobytes() == plain.tobytes()
    assert compiled[1].craft[-1].tube[1].loads[0] == value  # it was written at all


def test_a_record_is_copied_whole():
    games = allocate(GAME, 1)
    games[0].craft[5].hull = 3
    games[0].craft[5].tube[1].ready = 1
    fly(games, 0, 2)
    assert games[0].craft[0].tobytes() == games[0].craft[5].tobytes()


def test_one_of_two_arrays():
    games = allocate(GAME, 1)
    games[0].craft[0].tube[0].loads[1] = 5
    games[0].craft[1].tube[1].loads[1] = 6
    assert (chosen(games, 0, True), chosen(games, 0, False)) == (5, 6)
    assert lengths(games) == 63


def test_whole_arrays():
    compiled, plain = allocate(GAME, 1), allocate(GAME, 1)
    rows = np.zeros(4, np.int16), np.zeros(4, np.int16)
    for games in (compiled, plain):
        games[0].grid[:] = np.arange(12).reshape(3, 4)
        games[0].craft[0].tube[0].loads[:] = 8, 9, 7
    assert summed(compiled, rows[0]) == summed.py_func(plain, rows[1])
    assert compiled.tobytes() == plain.tobytes()
    assert list(rows[0]) == list(rows[1]) == [4, 8, 9, 10]


def test_the_type_of_a_field_is_ours_in_our_records_alone():
    ours = numba.from_dtype(GAME)
    others = numba.from_dtype(np.dtype([("numbers", np.int8, (3,))]))
    assert isinstance(ours.typeof("craft"), Slots)
    assert isinstance(others.typeof("numbers"), numba.types.NestedArray)
    assert record_of(mark_of(ours)) is ours
    assert mark_of(others) is None


def test_records_of_others_are_as_they_were():
    @numba.njit
    def total(record):
        return record.numbers.sum() + record.numbers[1:].max()

    record = np.zeros(1, np.dtype([("numbers", np.int8, (3,))]))[0]
    record["numbers"] = 1, 2, 4
    assert total(record) == 11


CHECKED = """
import numpy as np, sys
sys.path.insert(0, {tests!r})
from core.test_slots import GAME, beyond
from spacecombat_env.core.model.record import allocate
print(beyond(allocate(GAME, 1), 5))
for at in (6, -1):
    try:
        beyond(allocate(GAME, 1), at)
    except IndexError as error:
        print(error)
"""


def test_an_index_beyond_either_end_is_an_error_where_indices_are_checked(tmp_path):
    code = CHECKED.format(tests=os.path.dirname(os.path.dirname(__file__)))
    env = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "SPACECOMBAT_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.stdout.split("\n")[:3] == ["0", *2 * ["index is out of bounds"]], done.stderr
