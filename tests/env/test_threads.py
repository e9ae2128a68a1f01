"""Threads that share a batch: the same games whatever they do, and no error of theirs is lost."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from spacecombat_env.core.engine.jit import SETTINGS, jit
from spacecombat_env.env.vector import worker_loop
from spacecombat_env.env.vector.batch import BatchEnv
from spacecombat_env.env.vector.native import address_of, int64_arguments
from spacecombat_env.env.vector.threads import SHORT_SPIN_TIME, SPIN_TIME, WorkerThreads, spin_count

ROWS = 100
"""Several blocks in each of three shares, none of them even."""
WRONG = 9
"""A mark in a mask with which `count_calls` raises."""

compiled = pytest.mark.skipif(bool(SETTINGS.DISABLE_JIT), reason="interpreted: no threads")


@jit
def count_calls(mask, seeds, actions, lo, hi):
    """In the place of `random_actions`: number the rows in the order in which they come."""
    for k in range(lo, hi):
        if mask[k, 0] == WRONG:
            raise ValueError("a wrong mask")
        seeds[0] += 1
        actions[k] = seeds[0]


def duel(threads: int, door: Callable[..., None] | None = None) -> BatchEnv:
    """Return a started batch; with another door in the place of `random_actions`."""
    many = BatchEnv("intercept_sensors", num_envs=ROWS, threads=threads, max_turns=3)
    if door is not None:
        many.kernels = many.kernels._replace(random_actions=door)
    many.reset(seed=3)
    return many


def unmanned() -> BatchEnv:
    """Return a batch of two shares whose threads have not been started, and count its draws."""
    many = BatchEnv("intercept_sensors", num_envs=ROWS, threads=2, max_turns=3)
    many.kernels = many.kernels._replace(random_actions=count_calls)
    many._bind()
    return many


def play(many: BatchEnv, steps: int) -> list[bytes]:
    """Return what was drawn, seen and done in some random steps."""
    told = []
    for _ in range(steps):
        drawn = many.sample_random().tobytes()
        out = many.step(many.actions)
        told += [drawn, out.observation.tobytes(), out.mask.tobytes(), many.games.raw.tobytes()]
    return told


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait for other threads; an error where they never get there."""
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.001)


def crew() -> set[threading.Thread]:
    """Return the threads of batches."""
    return {one for one in threading.enumerate() if one.name.startswith("spacecombat-")}


@pytest.fixture(autouse=True)
def no_thread_stays() -> Iterator[None]:
    """Check that the threads that a test starts end."""
    before = crew()
    yield
    wait_until(lambda: crew() <= before)


def test_shares_cover_all_rows_once() -> None:
    for rows, threads in ((10, 3), (1, 4), (7, 7), (1000, None)):
        spans = WorkerThreads(rows, threads).spans
        assert [row for low, high in spans for row in range(low, high)] == list(range(rows))


def test_any_number_of_threads_plays_the_same_games() -> None:
    told = []
    for threads in (1, 2, 3):
        many = duel(threads)
        told.append(play(many, 60))
        many.close()
    assert told[0] == told[1] == told[2]


def test_actions_drawn_ahead_are_those_that_are_drawn_when_requested() -> None:
    """Stepping draws the next actions only after random ones; nobody can tell."""
    ahead, asked = duel(2), duel(2)
    for turn in range(60):
        words = ahead.sample_random()
        assert (words == asked.sample_random()).all()
        if turn % 7 == 3:  # somebody else's actions come between
            words[:] = ahead.out.mask.argmax(axis=1)
            asked.actions[:] = words
        ahead.step(words)
        asked.step(asked.actions.copy())
        if turn % 11 == 5:  # some rows go on alone, so what was drawn ahead is of no use
            for many in (ahead, asked):
                many.actions[:] = many.out.mask.argmax(axis=1)
                many.advance(0, 5)
        if turn % 13 == 4:
            ahead.step(np.full(ROWS, -1))
            asked.step(np.full(ROWS, -1))
        asked._is_drawn = False  # it forgets what was drawn ahead
    assert (ahead.games.raw == asked.games.raw).all()
    ahead.close()
    asked.close()


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_random_play_is_steps_of_random_actions(threads: int) -> None:
    many, alone = duel(threads), duel(1)
    for turns in (0, 1, 7, 30):
        out = many.play_random(turns)
        for _ in range(turns):
            alone.step(alone.sample_random())
        assert (many.games.raw == alone.games.raw).all()
        assert all((a == b).all() for a, b in zip(out[:5], alone.out[:5], strict=True))
        assert (out.tally == alone.out.tally).all()
        assert play(many, 2) == play(alone, 2)
    many.close()


@compiled
def test_steps_after_a_pause_are_the_same() -> None:
    """A thread that sleeps is woken, and one that looks need not be."""
    many, alone = duel(3), duel(1)
    for _ in range(12):
        assert play(many, 5) == play(alone, 5)
        wait_until(lambda: many._workers._shared.control[worker_loop.PARKED] == 2)
    assert len(crew()) >= 2
    many.close()


@compiled
def test_a_closed_batch_starts_its_threads_anew() -> None:
    before = crew()
    many, alone = duel(2), duel(1)
    for _ in range(3):
        assert play(many, 5) == play(alone, 5)
        assert len(crew() - before) >= 1
        many.close()
    many.close()


@compiled
def test_threads_end_with_their_batch() -> None:
    before = crew()
    many = duel(2)
    play(many, 1)
    assert crew() - before
    del many
    wait_until(lambda: crew() <= before)


@compiled
@pytest.mark.parametrize("row", [0, 49, 50, 99])
def test_an_error_in_any_thread_reaches_the_caller(row: int) -> None:
    many = duel(2, count_calls)
    for _ in range(20):
        many.out.mask[row, 0] = WRONG
        with pytest.raises(ValueError, match="a wrong mask"):
            many.sample_random()
        many.out.mask[row, 0] = 1
        many._next_actions[:] = 0
        many.sample_random()
        assert (many.actions > 0).all()
    many.close()


@compiled
def test_a_thread_does_its_own_share_first_and_takes_what_others_leave() -> None:
    many = unmanned()
    board = many._workers._shared
    for own, shares in ((0, ((0, 50), (50, 100))), (1, ((50, 100), (0, 50)))):
        many._next_seeds[:] = 0
        worker_loop.open_round(board.control, 0, 0, 1)
        worker_loop.work_shares(board.control, own, board.step[own], board.draw[own])
        order = np.argsort(many._next_actions).tolist()
        assert order == [row for low, high in shares for row in range(low, high)]
        assert board.control[worker_loop.DONE] == ROWS


@compiled
def test_a_round_begun_is_not_done_until_all_rows_are() -> None:
    many = unmanned()
    board = many._workers._shared
    worker_loop.open_round(board.control, 0, 0, 1)
    share = worker_loop.FIRST_SHARE + worker_loop.LINE
    board.control[share + worker_loop.NEXT] += (
        worker_loop.BLOCK
    )  # taken by a thread that is interrupted
    given = board.control, 10, board.step[0], board.draw[0]
    assert not worker_loop.lead_round(*given)
    board.control[worker_loop.DONE] += worker_loop.BLOCK
    assert worker_loop.lead_round(*given)


@compiled
def test_a_round_that_was_broken_off_is_finished_before_the_next() -> None:
    many, alone = duel(2), duel(1)
    assert play(many, 3) == play(alone, 3)
    many.sample_random()
    words = alone.sample_random()
    worker_loop.open_round(many._workers._shared.control, 0, 1, 0)
    many._workers._is_open = True  # as after an interrupt between opening and working
    many._is_drawn = many._is_random = False
    alone.step(words.copy())
    assert play(many, 3) == play(alone, 3)
    many.close()


def test_patience_is_measured() -> None:
    if not SETTINGS.DISABLE_JIT:
        assert spin_count(SPIN_TIME) > spin_count(SHORT_SPIN_TIME) >= 1


@compiled
def test_what_is_no_door_has_no_address() -> None:
    many = duel(1)
    given = many.out.mask, many.actions, many.actions, 0, 0
    assert address_of(count_calls, given)
    assert address_of(count_calls.py_func, given) is None
    assert address_of(half, (1,)) is None
    assert address_of(nothing, (np.int8(1),)) is None


@jit
def half(number):
    """Return something."""
    return number // 2


@jit
def nothing(number):
    """Take a number that is no action."""


def test_an_array_is_passed_on_with_its_shape_and_strides() -> None:
    array = np.zeros((6, 4), np.int16)[::2]
    address = array.ctypes.data
    assert int64_arguments((array, (7, True))) == [0, 0, 12, 2, address, 3, 4, 16, 2, 7, 1]


@compiled
def test_rule_sets_are_called_by_address(name: str) -> None:
    """Where a door takes other arguments the constants of labour.py must follow."""
    many = BatchEnv(name, num_envs=4, threads=1, max_turns=3)
    many.reset(seed=1)
    is_compiled = not callable(getattr(many.kernels.advance, "__code__", None)) and hasattr(
        many.kernels.advance, "overloads"
    )
    assert (many._workers._shared is not None) == is_compiled


SCRIPT = """
import os
from spacecombat_env.env.vector.batch import BatchEnv

def step(many):
    for _ in range(20):
        many.step(many.sample_random())

many = BatchEnv("intercept_sensors", num_envs=100, threads=3, max_turns=3)
many.reset(seed=1)
step(many)
child = os.fork() if hasattr(os, "fork") else 0
step(many)
if hasattr(os, "fork") and child == 0:
    os._exit(int(many.games.raw.sum() % 100))
_, status = os.waitpid(child, 0) if child else (0, int(many.games.raw.sum() % 100) << 8)
assert status >> 8 == many.games.raw.sum() % 100
print("played")
"""


@compiled
def test_a_process_ends_with_its_threads_and_its_fork_plays_on() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=300, env=os.environ
    )
    assert done.stdout == "played\n"
    assert done.returncode == 0, done.stderr
