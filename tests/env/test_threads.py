"""Threads that share a batch: the same games whatever they do, and none that outlives its batch."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from spacecombat_env.core.engine import NATIVE, load_engine
from spacecombat_env.env.vector.batch import BatchEnv
from spacecombat_env.env.vector.threads import SerialWorkers, cores, share_edges
from spacecombat_env.native.library import PACKAGES

ROWS = 100
"""Several blocks in each of three shares, none of them even."""
ASLEEP = 0.005
"""Seconds after which the threads of a batch sleep."""
TASKS = Path("/proc/self/task")


@pytest.fixture
def native() -> None:
    """Skip a test where games are played without threads."""
    if load_engine() != NATIVE:
        pytest.skip("interpreted games are played in one thread")


needs_native = pytest.mark.usefixtures("native")
counted = pytest.mark.skipif(not TASKS.is_dir(), reason="threads cannot be counted here")


def duel(threads: int, rows: int = ROWS, **more: bool) -> BatchEnv:
    """Return a started batch."""
    many = BatchEnv("intercept_sensors", num_envs=rows, threads=threads, max_turns=3, **more)
    many.reset(seed=3)
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


def running() -> int:
    """Return the number of threads of this process, those of the library included."""
    return len(list(TASKS.iterdir()))


def settled() -> int:
    """Return that number once the threads of earlier tests have ended."""
    gc.collect()
    found, since = running(), time.monotonic()
    while time.monotonic() < since + 0.2:
        if running() != found:
            found, since = running(), time.monotonic()
        time.sleep(0.005)
    return found


# -- shares ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "threads"), [(10, 3), (1, 4), (7, 7), (5, 0), (1000, None), (3, None)]
)
def test_shares_cover_all_rows_once(rows: int, threads: int | None) -> None:
    edges = share_edges(rows, threads)
    assert (edges[0], edges[-1]) == (0, rows) and edges == sorted(set(edges))
    most = cores() if threads is None else max(threads, 1)
    assert 1 <= len(edges) - 1 <= most


def test_few_rows_are_not_worth_a_thread() -> None:
    assert len(share_edges(127, None)) == len(share_edges(255, None)) == 2
    assert len(share_edges(10**6, None)) == cores() + 1


def test_a_rule_set_without_a_library_is_played_in_one_thread() -> None:
    many = BatchEnv("hidden_number", num_envs=8, threads=4)
    assert isinstance(many._workers, SerialWorkers) and many._workers.spans == [(0, 8)]


@needs_native
def test_bundled_rule_sets_are_played_in_threads_of_the_library(name: str) -> None:
    many = BatchEnv(name, num_envs=4, threads=2, max_turns=3)
    is_bundled = any(package.endswith(f".{name}") for package in PACKAGES)
    assert len(many._workers.spans) == (2 if is_bundled else 1)
    many.reset(seed=1)
    many.close()


# -- the same games -------------------------------------------------------------------------------


@pytest.mark.parametrize("keep_visible", [False, True])
def test_any_number_of_threads_plays_the_same_games(keep_visible: bool) -> None:
    told = []
    for threads in (1, 2, 3, 8):
        many = duel(threads, keep_visible=keep_visible)
        told.append(play(many, 60))
        if keep_visible:
            told[-1].append(many.out.visible.raw.tobytes())
        many.close()
    assert all(each == told[0] for each in told)


@needs_native
def test_more_threads_than_rows_are_not_used() -> None:
    many, alone = duel(64, rows=5), duel(1, rows=5)
    assert len(many._workers.spans) == 5
    assert play(many, 60) == play(alone, 60)
    many.close()


def test_words_drawn_ahead_are_those_that_are_drawn_when_asked_for() -> None:
    """Stepping draws the next words only after random ones; no seat can notice."""
    ahead, asked = duel(2), duel(2)
    for turn in range(60):
        words = ahead.sample_random()
        assert (words == asked.sample_random()).all()
        if turn % 7 == 3:  # somebody else's words come between
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
def test_random_play_is_steps_of_random_words(threads: int) -> None:
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


@needs_native
def test_steps_after_a_pause_are_the_same() -> None:
    """A thread that sleeps is woken, and one that polls need not be."""
    many, alone = duel(3), duel(1)
    for turn in range(12):
        assert play(many, 5) == play(alone, 5)
        time.sleep(ASLEEP if turn % 2 else 0)
    many.close()


@needs_native
def test_many_batches_at_once_do_not_meet() -> None:
    batches, alone = [duel(3) for _ in range(20)], duel(1)
    for _ in range(5):
        expected = play(alone, 3)
        assert all(play(many, 3) == expected for many in batches)
    for many in batches:
        many.close()


@needs_native
def test_batches_of_several_python_threads_do_not_meet() -> None:
    """The library runs without the interpreter lock."""
    together = threading.Barrier(4)

    def played(threads: int) -> list[bytes]:
        many = duel(threads)
        together.wait(60)
        told = play(many, 60)
        many.close()
        return told

    with ThreadPoolExecutor(4) as people:
        told = list(people.map(played, (1, 2, 2, 3)))
    assert all(each == told[0] for each in told)


@needs_native
def test_a_batch_may_pass_from_one_python_thread_to_another() -> None:
    many, alone = duel(3), duel(1)
    for _ in range(6):
        with ThreadPoolExecutor(1) as other:
            assert other.submit(play, many, 3).result() == play(alone, 3)
    many.close()


# -- beginning and end ----------------------------------------------------------------------------


@needs_native
@counted
def test_a_closed_batch_has_ended_its_threads() -> None:
    before = settled()
    many = duel(3)
    play(many, 5)
    assert running() == before + 2
    many.close()
    assert running() == before
    many.close()


@needs_native
@counted
@pytest.mark.parametrize("pause", [0, ASLEEP])
def test_threads_end_with_their_batch(pause: float) -> None:
    before = settled()
    many = duel(3)
    play(many, 1)
    assert running() == before + 2
    time.sleep(pause)
    del many
    gc.collect()
    wait_until(lambda: running() == before)


@needs_native
@counted
def test_a_batch_that_is_dropped_while_it_plays_ends_after_its_round() -> None:
    before, began = settled(), threading.Event()

    def steps(many: BatchEnv) -> None:
        began.set()
        many.play_random(200)

    for _ in range(5):
        began.clear()
        many = duel(3)
        player = threading.Thread(target=steps, args=(many,))
        player.start()
        began.wait(60)
        del many  # the round holds it
        player.join(60)
        assert not player.is_alive()
    gc.collect()
    wait_until(lambda: running() == before)


BEGINNING = """
import os, threading
from spacecombat_env.env.vector.batch import BatchEnv

def step(many):
    for _ in range(20):
        many.step(many.sample_random())
    return int(many.games.raw.sum() % 100)

many = BatchEnv("intercept_sensors", num_envs=100, threads=3, max_turns=3)
many.reset(seed=1)
step(many)
"""
FORKED = """
child = os.fork()
told = step(many)
if child == 0:
    other = BatchEnv("intercept_sensors", num_envs=100, threads=3, max_turns=3)
    other.reset(seed=1)
    step(other)
    assert step(other) == told
    assert step(many) == step(other)
    many.close()
    os._exit(told)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == told
"""
PLAYING = """
began = threading.Event()

def endless():
    while True:
        began.set()
        many.play_random(50)

threading.Thread(target=endless, daemon=True).start()
began.wait(60)
"""


def check_process_ends(script: str) -> None:
    """Run a script that must end by itself, without an error."""
    command = [sys.executable, "-c", BEGINNING + script + 'print("played")']
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, "played\n"), done.stderr


@needs_native
def test_a_process_ends_with_its_threads() -> None:
    check_process_ends("")


@needs_native
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_plays_on_with_threads_of_its_own() -> None:
    check_process_ends(FORKED)


@needs_native
def test_a_process_ends_while_a_thread_of_it_plays() -> None:
    for _ in range(3):
        check_process_ends(PLAYING)
