"""Calls between inner functions: values come back as they are, nobody is counted (core/engine/calls.py)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from core.fresh_process import python
from numba.core.runtime import rtsys
from numba.core.runtime._nrt_python import memsys_disable_stats, memsys_enable_stats

from spacecombat_env.core.engine.calls import is_quiet
from spacecombat_env.core.engine.jit import jit
from spacecombat_env.core.engine.suits import SUITS
from spacecombat_env.core.model.record import INT16, SETTINGS, allocate, record

pytestmark = pytest.mark.skipif(
    not SUITS or bool(SETTINGS.DISABLE_JIT), reason="calls are made in Numba's own way"
)

CRAFT = record([("hull", INT16), ("loads", INT16, (3,))])


class Pair(NamedTuple):
    """Two arrays given as one."""

    left: np.ndarray
    right: np.ndarray


@jit
def nothing(numbers):
    """Returns None."""
    numbers[0] += 1


@jit
def a_flag(a):
    """Returns a bool."""
    return a > 2


@jit
def a_share(a):
    """Returns a float."""
    return a / 4


@jit
def several(a, b):
    """Returns a tuple of different numbers."""
    return a + b, a / 2, a > b


@jit
def hardest(craft):
    """Returns a record: that of the two with the larger hull."""
    return craft[0] if craft[0].hull > craft[1].hull else craft[1]


@jit
def loads_of(craft):
    """Returns an array inside a record."""
    return craft.loads


@jit
def row_of(table, k):
    """Returns a part of an array that somebody else owns."""
    return table[k]


@jit
def larger(pair):
    """Returns one of two arrays."""
    return pair.left if pair.left[0] > pair.right[0] else pair.right


@jit
def all_of_them(numbers, craft, a, b):
    """A door that calls all of those."""
    nothing(numbers)
    total, half, is_larger = several(a, b)
    found = total + half + 10 * int(is_larger) + 100 * int(a_flag(a)) + a_share(b)
    return found + 1000 * hardest(craft).hull


@jit
def loaded(craft, k):
    """A door that writes into a record, and into an array inside one."""
    hardest(craft).hull += 1
    loads_of(craft[k])[1] = 9


@jit
def door_of_rows(table, k):
    """Hands what an inner function returned on to Python."""
    return row_of(table, k)


@jit
def door_of_pairs(table):
    """Gives arrays on and on."""
    return larger(Pair(row_of(table, 0), row_of(table, 1)))[1]


@jit
def in_halves(numbers):
    """Makes an array."""
    made = np.zeros(len(numbers), np.int64)
    for n in range(len(numbers)):
        made[n] = numbers[n] // 2
    return made


@jit
def filled(numbers):
    """Calls what makes one, and gives it on."""
    return in_halves(numbers)


@jit
def summed(numbers):
    """Keeps it for itself."""
    return in_halves(numbers).sum()


@jit
def door_in_halves(numbers):
    """A door of what is made."""
    return filled(numbers), summed(numbers)


@jit
def cut(numbers, part):
    """Copies what may be too long for its place."""
    numbers[:2] = part[:]


@jit
def door_cut(numbers, part):
    """A door of what may not fit."""
    cut(numbers, part)


def test_every_kind_of_value_comes_back():
    compiled, plain = allocate(CRAFT, 2), allocate(CRAFT, 2)
    for craft in (compiled, plain):
        craft["hull"] = 3, 4
    counts = np.zeros(1, np.int64), np.zeros(1, np.int64)
    for a, b in ((1, 7), (7, 1), (-3, 0)):
        found = all_of_them(counts[0], compiled, a, b)
        assert found == all_of_them.py_func(counts[1], plain, a, b)
    assert compiled.tobytes() == plain.tobytes()
    loaded(compiled, 1)
    assert compiled["hull"].tolist() == [3, 5]
    assert compiled["loads"].tolist() == [[0, 0, 0], [0, 9, 0]]
    assert counts[0] == counts[1] == 3


def test_who_owns_an_array_owns_it_afterwards():
    """However often it goes through functions that count nobody."""
    table = np.arange(8).reshape(2, 4)
    before = sys.getrefcount(table)
    rows = [door_of_rows(table, 1) for _ in range(50)]
    assert [list(row) for row in rows] == 50 * [[4, 5, 6, 7]]
    assert all(door_of_pairs(table) == 5 for _ in range(50))
    assert sys.getrefcount(rows[0].base) >= 2
    del rows
    assert sys.getrefcount(table) == before
    assert (table == np.arange(8).reshape(2, 4)).all()


def test_a_row_outlives_the_table_that_it_is_of():
    table = np.arange(400_000).reshape(4, -1)
    row, expected = door_of_rows(table, 3), table[3].copy()
    del table
    spoilt = [np.full(400_000, 7) for _ in range(4)]
    assert (row == expected).all()
    assert len(spoilt) == 4


def test_what_is_made_inside_is_freed():
    numbers = np.arange(1000)
    made, total = door_in_halves(numbers)
    assert (made == numbers // 2).all()
    assert total == (numbers // 2).sum()
    memsys_enable_stats()
    before = rtsys.get_allocation_stats()
    for _ in range(20):
        door_in_halves(numbers)
    after = rtsys.get_allocation_stats()
    memsys_disable_stats()
    assert after.alloc - before.alloc >= 20
    assert after.alloc - before.alloc == after.free - before.free


def test_what_does_not_fit_is_an_error():
    numbers = np.zeros(4, np.int64)
    door_cut(numbers, np.array([1, 2]))
    assert list(numbers) == [1, 2, 0, 0]
    with pytest.raises(ValueError, match="cannot assign slice"):
        door_cut(numbers, np.arange(3))


FRESH = """
from core import test_calls as calls
calls.test_every_kind_of_value_comes_back()
calls.test_what_is_made_inside_is_freed()
calls.test_what_does_not_fit_is_an_error()
for name, value in sorted(vars(calls).items()):
    if hasattr(value, "py_func"):
        for made in value.inner().overloads.values():
            print(name, made.library.is_quiet)
"""


def test_only_what_can_raise_is_made_numbas_way(tmp_path: Path):
    tests = str(Path(__file__).resolve().parents[1])
    code = f"import sys; sys.path.insert(0, {tests!r})" + FRESH
    told = set(python(code, SPACECOMBAT_CACHE_DIR=str(tmp_path)).splitlines())
    loud = {line.split()[0] for line in told if line.endswith("False")}
    assert loud == {"in_halves", "filled", "summed", "cut"}
    assert {"nothing True", "several True", "hardest True"} <= told
    assert not is_quiet(None)


KEPT = """
from core.test_calls import door_in_halves, door_of_rows, test_every_kind_of_value_comes_back
import numpy as np
test_every_kind_of_value_comes_back()
print(door_of_rows(np.arange(4).reshape(2, 2), 1), door_in_halves(np.arange(5))[1])
"""


def test_what_was_kept_is_called_as_it_was_made(tmp_path: Path):
    tests = str(Path(__file__).resolve().parents[1])
    code = f"import sys; sys.path.insert(0, {tests!r})" + KEPT
    told = [python(code, SPACECOMBAT_CACHE_DIR=str(tmp_path)) for _ in range(2)]
    assert told == 2 * ["[2 3] 4"]
