"""Both engines, and other hash seeds, play the same games."""

import os
import subprocess
import sys

import pytest

PLAY = """
import os
import numpy as np
from spacecombat_env import registry
from spacecombat_env.core.model.record import digest
from spacecombat_env.core.ruleset import make_games, make_out
TIMES = int(os.environ.get("TIMES", "1"))
for game, name, delegate, seed, steps in (
    ("battle_rider", "skirmish", None, 5, 50),
    ("battle_rider", "picket", (), 2**62 + 6, 50),
    ("intercept_sensors", "duel", (), 7, 80),
    ("intercept_sensors", "infiltrator", (), 2**33 - 1, 80),
    ("interceptor", "pair", (), 9, 80),
    ("interceptor", "asteroid_field", None, 2**63 - 1, 50),
):
    ruleset = registry.ruleset(game)
    scenario = ruleset.load(name, delegate=delegate)
    kernels, table = ruleset.kernels(), scenario.table
    games, out = make_games(table.opening.dtype, 1), make_out(scenario, 1)
    kernels.start(games, 0, table, seed)
    actions, seeds = np.full(1, -1, np.int64), np.array([seed], np.int64)
    kernels.advance(games, table, actions, out, (0, 1, 1, 0))
    for _ in range(steps * TIMES):
        kernels.random_actions(out.mask, seeds, actions, 0, 1)
        kernels.advance(games, table, actions, out, (0, 1, 1, 0))
        print(int(actions[0]), digest(games.states, 0), out.observation[0].tobytes().hex()[:64])
"""


def played(**environment: str) -> str:
    """Play in a fresh process and return its transcript."""
    settings = {**os.environ, **environment}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], capture_output=True, text=True, env=settings, check=True
    )
    return done.stdout


@pytest.fixture(scope="module")
def native() -> str:
    """The transcript of the native engine."""
    return played(SPACECOMBAT_ENGINE="native", PYTHONHASHSEED="0")


def test_native_equals_interpreted(native):
    """SPACECOMBAT_ENGINE=interpreted gives the same actions, positions and observations."""
    assert played(SPACECOMBAT_ENGINE="interpreted") == native


def test_another_hash_seed_changes_nothing(native):
    """Games do not depend on the order of sets and dicts."""
    assert played(SPACECOMBAT_ENGINE="native", PYTHONHASHSEED="12345") == native


@pytest.mark.slow
def test_native_equals_interpreted_for_longer():
    one, other = (played(SPACECOMBAT_ENGINE=name, TIMES="5") for name in ("native", "interpreted"))
    assert one == other
