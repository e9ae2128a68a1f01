"""Print digests of many random games of every shipped scenario: equal engines, equal lines.

    python scripts/digests.py > before.txt        # again after a change; compare with diff
    python scripts/digests.py --ruleset interceptor --scenario pair --games 64 --actions 100

A line holds two SHA-256: one over all observations, masks, rewards and ends, one over the last
records.
"""

from __future__ import annotations

import argparse
import hashlib
import sys

import numpy as np

from spacecombat_env import registry
from spacecombat_env.env import BatchEnv

RULESETS = ("battle_rider", "interceptor", "intercept_sensors")
SEED = 2026


def digests_of(ruleset: str, scenario: str, games: int, actions: int) -> tuple[str, str]:
    """Play random games of a scenario; return the digests of outputs and of records."""
    env = BatchEnv(ruleset, scenario, num_envs=games, threads=1)
    rng, shown = np.random.default_rng(SEED), hashlib.sha256()
    out = env.reset(seed=SEED)
    for _ in range(actions):
        for part in (out.observation, out.mask, out.seat, out.rewards, out.done, out.tally):
            shown.update(part.tobytes())
        out = env.step((rng.random(out.mask.shape) * out.mask).argmax(axis=1))
    return shown.hexdigest(), hashlib.sha256(env.games.raw.tobytes()).hexdigest()


def main() -> None:
    """Print a line for each scenario."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", choices=RULESETS)
    parser.add_argument("--scenario")
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--actions", type=int, default=400)
    given = parser.parse_args()
    for name in [given.ruleset] if given.ruleset else RULESETS:
        known = registry.ruleset(name).scenarios()
        for scenario in [given.scenario] if given.scenario else known:
            shown, records = digests_of(name, scenario, given.games, given.actions)
            print(name, scenario, shown[:32], records[:32])
            sys.stdout.flush()


if __name__ == "__main__":
    main()
