"""One side of a comparison: plays random words in a batch and tells how fast, and what came of it.

Run as a script by `compare_revisions.py`, with another checkout's package in the path: it uses
nothing of spacecombat_env but the registry and BatchEnv's oldest methods. It prints `ready` once
compiled and under way; then each line it reads makes it work: `speed SECONDS` prints decisions a
second by the processor's clock and by the wall's; `digest STEPS` prints a hash over observations,
masks, ends, returns and records after each of so many steps of a batch of its own.
"""

from __future__ import annotations

import hashlib
import sys
import time

from spacecombat_env import registry
from spacecombat_env.env.vector.batch import BatchEnv

STARTED_AFTER = 400
"""Steps after which the games of a batch are well under way, at different points."""


def batch(ruleset: str, scenario: str, games: int, threads: int) -> BatchEnv:
    """Return a batch that has begun."""
    env = BatchEnv(registry.ruleset(ruleset), scenario, num_envs=games, threads=threads)
    env.reset(seed=1)
    return env


def speed(env: BatchEnv, seconds: float) -> tuple[float, float]:
    """Return decisions a second of this process's processor time, and of time."""
    begun, since, done = time.process_time(), time.perf_counter(), 0
    while time.perf_counter() - since < seconds:
        for _ in range(8):
            env.step(env.sample_random())
        done += 8 * env.num_envs
    return done / (time.process_time() - begun), done / (time.perf_counter() - since)


def digest(env: BatchEnv, steps: int) -> str:
    """Return a hash over all that a batch shows and holds in its first steps."""
    total = hashlib.sha256()
    for _ in range(steps):
        out = env.step(env.sample_random())
        for array in (out.observation, out.mask, out.done, out.rewards, env.games.raw):
            total.update(array.tobytes())
    return total.hexdigest()


def main() -> None:
    """Answer the lines that come in."""
    ruleset, scenario, games, threads = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:5])
    env = batch(ruleset, scenario, games, threads)
    for _ in range(STARTED_AFTER):
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
