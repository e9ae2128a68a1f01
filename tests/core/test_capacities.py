"""Records of several capacity classes: compiled once for all, and each class's own in the end."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from core.fresh_process import python
from llvmlite.binding import Linkage, parse_assembly

from spacecombat_env.core.engine import halves
from spacecombat_env.core.engine.capacities import (
    AnyCapacity,
    Varies,
    alike,
    any_capacity,
    capacity_of,
    definitions,
    of_capacities,
    product,
)
from spacecombat_env.core.engine.jit import jit
from spacecombat_env.core.engine.libraries import FOR_WHEEL
from spacecombat_env.core.engine.slots import mark_of, record_of
from spacecombat_env.core.engine.suits import SUITS
from spacecombat_env.core.model.record import INT8, INT16, INT64, SETTINGS, allocate, record

pytestmark = pytest.mark.skipif(
    not SUITS or bool(SETTINGS.DISABLE_JIT), reason="each class is compiled by itself"
)

CAPACITIES = ((2, 3), (4, 3), (5, 8))
"""Ships and crates."""
SHIP = record([("hull", INT16), ("loads", INT8, (3,))])


def scan_dtype(ships: int) -> np.dtype:
    return record([("turn", INT16), ("found", INT8, (ships,))])


@of_capacities(CAPACITIES)
def game_dtype(capacity: tuple[int, int]) -> np.dtype:
    """A game: pieces in the middle, so that what follows them stands elsewhere in each class."""
    ships, crates = capacity
    return record(
        [
            ("turn", INT64),
            ("ship", SHIP, (2 * ships,)),
            ("crate", INT16, (2, crates)),
            ("scan", scan_dtype(ships), (2,)),
            ("last", scan_dtype(ships)),
            ("best", SHIP),
            ("score", INT64),
        ]
    )


@jit
def tally(numbers, factor):
    """Large enough that LLVM leaves it a function of its own."""
    total = 0
    for number in range(len(numbers)):
        for mixed in range(0, factor, 2):
            total = (total * 17 + (int(numbers[number]) ^ mixed)) % 999_983
            if total % 5 == mixed % 5:
                total += int(numbers[-1]) * (total % 11)
            elif total % 3 == 0:
                total -= int(numbers[0]) * (total % 13)
            else:
                total = total // 7 + (total % 17) * int(numbers[number])
        total = (total * 31 + int(numbers[number]) * factor) % 1_000_003
        for other in range(number):
            if numbers[other] > numbers[number]:
                total += other * factor
            elif (numbers[other] & 3) == 1:
                total ^= int(numbers[number]) << (other & 3)
            else:
                total = (total * 7 + 5) % 65_537
    return total


@jit
def sail(games, k):
    """Every way in which what differs between classes is met."""
    game = games[k]
    game.ship[-1].hull = 7
    game.ship[1] = game.ship[-1]
    game.best = game.ship[0]
    for n in range(len(game.ship)):
        game.ship[n].loads[n % 3] += n
    for scan in game.scan:
        scan.found[-1] += 5
        game.score += len(scan.found)
    game.scan[1].turn = game.turn
    game.scan[0] = game.scan[1]
    game.last = game.scan[0]
    game.last.found[0] = 3
    game.crate[1] = 4
    game.crate[0, -2:] = 9
    total = game.crate[0].sum() + 100 * game.crate.size + 10_000 * game.crate.shape[1]
    for ship in game.ship:
        total += int(ship.hull) + 2 * int(ship.loads[2])
    game.score += total + 7 * len(game.ship)
    finds = tally(game.last.found, 2) + tally(game.scan[1].found, 1) + tally(game.scan[0].found, 5)
    return finds + tally(game.crate[1], 3) + tally(game.crate[0], int(game.turn))


@jit
def renamed(game, ship, value):
    """A record of several classes, and one inside it that has none."""
    game.ship[-1].hull = value
    ship.loads[1] = value
    return int(game.score) + len(game.crate[0])


@jit
def exchanged(games, others):
    """Two arrays of games, which have to be of one class."""
    return games[0].score + others[0].score


def filled(capacity: tuple[int, int], seed: int = 5) -> np.ndarray:
    """Two games full of small numbers."""
    games = allocate(game_dtype(capacity), 2)
    size = games.nbytes
    games.view(np.uint8)[:] = np.random.default_rng(seed).integers(0, 9, size).astype(np.uint8)
    games["turn"] = 3, 4
    return games


@pytest.mark.parametrize("capacity", CAPACITIES)
def test_each_class_plays_as_python_does(capacity):
    compiled, plain = filled(capacity), filled(capacity)
    assert sail(compiled, 1) == sail.py_func(plain, 1)
    assert compiled.tobytes() == plain.tobytes()
    assert compiled.tobytes() != filled(capacity).tobytes()  # something was done


@pytest.mark.parametrize("capacity", CAPACITIES)
def test_single_records_are_given_from_python(capacity):
    compiled, plain = filled(capacity), filled(capacity)
    answer = renamed(compiled[1], compiled[1].best, 5)
    assert answer == renamed.py_func(plain[1], plain[1].best, 5) > 0
    assert compiled.tobytes() == plain.tobytes()


def test_doors_of_several_classes_share_no_name():
    for capacity in CAPACITIES:
        sail(filled(capacity), 0)
    doors = list(sail.overloads.values())
    assert len({door.fndesc.mangled_name for door in doors}) == len(CAPACITIES)
    for door in doors:
        if functions := list(door.library._final_module.functions):  # not where it was kept
            assert not [each.name for each in functions if each.linkage == Linkage.linkonce_odr]
            assert any("tally" in each.name for each in functions if not each.is_declaration)


def test_a_function_that_is_given_two_classes_is_refused():
    small, large = filled(CAPACITIES[0]), filled(CAPACITIES[2])
    assert exchanged(small, small) == 2 * small[0].score
    with pytest.raises(TypeError, match="two capacity classes"):
        exchanged(small, large)


PLAYED = """
import json, sys
sys.path.insert(0, {tests!r})
from core import test_capacities as here
answers = []
for n in {order}:
    games = here.filled(here.CAPACITIES[n])
    answers.append([n, here.sail(games, 1), int(games[1].score)])
print(json.dumps([answers, sum(here.sail.stats.cache_hits.values())]))
"""


def sailed(cache: Path, order: tuple[int, ...], before: str = "", after: str = "") -> list[Any]:
    """Sail in a process of its own; return what each line says that it printed."""
    code = PLAYED.format(tests=os.path.dirname(os.path.dirname(__file__)), order=order)
    printed = python(before + code + after, SPACECOMBAT_CACHE_DIR=str(cache))
    return [json.loads(line.replace("True", "true")) for line in printed.splitlines()]


def play(cache: Path, *order: int) -> tuple[dict[int, list[int]], int]:
    """Return what came of it by class, and how many doors were read, not made."""
    ((answers, hits),) = sailed(cache, order)
    return {n: rest for n, *rest in answers}, hits


@pytest.fixture(scope="module")
def expected() -> dict[int, list[int]]:
    """What comes of it interpreted, by class."""
    found = {}
    for n, capacity in enumerate(CAPACITIES):
        games = filled(capacity)
        answer = sail.py_func(games, 1)
        found[n] = [int(answer), int(games[1].score)]
    return found


def test_doors_of_two_processes_are_not_mixed_up_by_a_third(tmp_path, expected):
    """What is left of an inner function in a door bears its name in the door of each class."""
    for n in range(3):
        assert play(tmp_path, n) == ({n: expected[n]}, 0)
    assert play(tmp_path, 2, 0, 1) == (expected, 3)


IN_HALVES = """
from spacecombat_env.core.engine import halves
halves.LARGE, halves.SMALL, halves.TAKEN_IN = 0, 0, (0, 0)
"""
SPLIT = """
print([bool(door.library.other_half) for door in here.sail.overloads.values()])
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="doors are made as one")
def test_doors_made_in_two_halves_play_the_same_and_are_not_mixed_up(tmp_path, expected):
    """All functions lie in one half alone and are called from the other by their names."""
    for n in range(3):
        printed = sailed(tmp_path, (n,), before=IN_HALVES, after=SPLIT)
        assert printed[0] == [[[n, *expected[n]]], 0]
        assert printed[1] == [True]
    assert play(tmp_path, 2, 0, 1) == (expected, 3)
    assert play(tmp_path, 1, 2) == ({n: expected[n] for n in (1, 2)}, 2)


DOOR = """
define void @"{way_in}"() {{ call void @"inner"() ret void }}
define linkonce_odr void @"inner"() {{ ret void }}
"""


def test_functions_of_one_half_bear_a_name_of_their_door(monkeypatch):
    monkeypatch.setattr(halves, "SMALL", 0)
    names = set()
    for way_in in ("small", "large"):
        module = parse_assembly(DOOR.format(way_in=way_in))
        places = halves._share_out(module, [module.get_function("inner")])
        assert sorted(each.name for each in module.functions) == sorted([*places, way_in])
        names |= set(places)
    assert len(names) == 2


def test_in_numbas_own_way_each_class_plays_the_same(tmp_path, expected, monkeypatch):
    monkeypatch.setenv("SPACECOMBAT_PLAIN_NUMBA", "1")
    assert play(tmp_path, 1, 2) == ({n: expected[n] for n in (1, 2)}, 0)
    assert not list(linked_files(tmp_path))


def test_doors_for_a_wheel_play_the_same(tmp_path, expected, monkeypatch):
    monkeypatch.setenv(FOR_WHEEL, "1")
    assert play(tmp_path, 1, 2) == ({n: expected[n] for n in (1, 2)}, 0)


def linked_files(cache: Path) -> Iterator[Path]:
    return cache.rglob("*.linked")


def test_the_second_class_takes_in_what_was_linked_for_the_first(tmp_path, expected):
    play(tmp_path, 0)
    (linked,) = linked_files(tmp_path)
    before = linked.stat().st_mtime_ns
    inner = set(tmp_path.rglob("*.inner.*"))
    assert play(tmp_path, 1)[0] == {1: expected[1]}
    assert linked.stat().st_mtime_ns == before
    assert set(tmp_path.rglob("*.inner.*")) == inner  # nothing but the door was added


@pytest.mark.parametrize("damage", [b"", b"BC no bitcode"])
def test_a_damaged_linked_file_is_made_anew(tmp_path, expected, damage):
    play(tmp_path, 0)
    (linked,) = linked_files(tmp_path)
    whole = linked.read_bytes()
    linked.write_bytes(damage)
    assert play(tmp_path, 2)[0] == {2: expected[2]}
    assert len(linked.read_bytes()) == len(whole)


def test_numbers_that_vary_and_those_that_do_not():
    assert alike([4, 4, 4]) == 4
    assert alike([4, 8, 8]) == Varies((4, 8, 8))
    assert product([]) == 1
    assert product([2, Varies((1, 3)), 5, Varies((7, 1))]) == Varies((70, 30))
    assert product([Varies((2, 3)), Varies((3, 2))]) == 6


def test_definitions_are_of_one_class_and_of_our_constants_alone():
    names = ["by_capacity.4.8.12", "other", "by_capacity.4.8.x", str(Varies((1, 2, 3)))]
    assert definitions(names, 1).splitlines() == [
        '@"by_capacity.4.8.12" = linkonce_odr constant i64 8',
        '@"by_capacity.1.2.3" = linkonce_odr constant i64 2',
    ]


def test_types_of_all_classes():
    kinds = [numba.typeof(filled(capacity)) for capacity in CAPACITIES]
    (whole,) = {any_capacity(kind) for kind in kinds}
    assert isinstance(whole.dtype, AnyCapacity)
    assert [capacity_of([kind]) for kind in kinds] == [0, 1, 2]
    assert whole.dtype.typeof("turn") == numba.int64
    assert whole.dtype.offset("turn") == 0
    assert whole.dtype.offset("score") == Varies(
        tuple(game_dtype(capacity).fields["score"][1] for capacity in CAPACITIES)
    )
    assert whole.dtype.size == Varies(tuple(game_dtype(each).itemsize for each in CAPACITIES))
    assert whole.dtype.typeof("ship").shape == (Varies((4, 8, 10)),)
    assert whole.dtype.typeof("crate").shape == (2, Varies((3, 3, 8)))
    assert whole.dtype.typeof("nothing") is None
    assert record_of(mark_of(whole.dtype)) is whole.dtype
    inside = whole.dtype.typeof("scan").dtype
    assert record_of(mark_of(inside)) is inside  # a record in a record has a name as well


def test_what_has_no_classes_stays_as_it_is():
    ship = numba.typeof(allocate(SHIP, 1))
    assert any_capacity(ship) is ship
    assert capacity_of([ship]) is None
    assert any_capacity(numba.int64) is numba.int64


def test_every_rule_set_declares_its_classes():
    """A record of a rule set that `of_capacities` does not know is compiled again by each class."""
    from spacecombat_env import registry

    for name in ("battle_rider", "interceptor", "intercept_sensors"):
        ruleset = registry.ruleset(name)
        visible = set()
        for scenario in ruleset.scenarios():
            opening = numba.typeof(ruleset.load(scenario).table.opening)
            visible.add(any_capacity(opening))
        assert len(visible) == 1, name
        assert isinstance(next(iter(visible)).dtype, AnyCapacity), name
