"""One side of a comparison: plays random actions in a batch and reports its speed and results.

`compare_revisions.py` runs it as a script with another checkout's package in the path. It plays
through `spacecombat_env.make_vec` and what its batches had in every revision. It prints `ready`
once its games are running, then answers each line it reads. For `speed SECONDS` it prints decisions
per second of processor time and of wall time. For `digest STEPS` it prints a hash over
observations, masks, ends, returns and records, after each of the steps of a batch of its own.
"""

from __future__ import annotations

import contextlib
import hashlib
import sys
import time
from typing import Any

import spacecombat_env

__all__: list[str] = []


def batch(ruleset: str, scenario: str, games: int, threads: int) -> Any:
    """Return a batch that has begun."""
    env = spacecombat_env.make_vec(ruleset, scenario, num_envs=games, threads=threads)
    env.reset(seed=1)
    return env


def speed(env: Any, seconds: float) -> tuple[float, float]:
    """Return decisions per second of this process's processor time, and of wall time."""
    begun, since, done = time.process_time(), time.perf_counter(), 0
    while time.perf_counter() - since < seconds:
        for _ in range(8):
            env.step(env.sample_random())
        done += 8 * env.num_envs
    return done / (time.process_time() - begun), done / (time.perf_counter() - since)


def digest(env: Any, steps: int) -> str:
    """Return a hash over everything that a batch shows and holds in its first steps."""
    total = hashlib.sha256()
    for _ in range(steps):
        out = env.step(env.sample_random())
        for array in (out.observation, out.mask, out.done, out.rewards, env.games.raw):
            total.update(array.tobytes())
    return total.hexdigest()


def build_engine() -> None:
    """Build the engine in full, in revisions that also have quick builds."""
    with contextlib.suppress(ImportError):
        from spacecombat_env.native.current import build_in_full
        from spacecombat_env.native.units import RECIPE

        build_in_full(RECIPE)


def main() -> None:
    """Answer lines from standard input.

    The arguments are rule set, scenario, games, threads, and steps before `ready`.
    """
    ruleset, scenario = sys.argv[1:3]
    games, threads, started_after = map(int, sys.argv[3:6])
    build_engine()
    env = batch(ruleset, scenario, games, threads)
    for _ in range(started_after):
        env.step(env.sample_random())
    print("ready", flush=True)
    for line in sys.stdin:
        what, amount = line.split()
        if what == "digest":
            print(digest(batch(ruleset, scenario, games, 1), int(amount)), flush=True)
        else:
            print(*speed(env, float(amount)), flush=True)


if __name__ == "__main__":
    main()
