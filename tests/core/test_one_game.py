"""`start` and `apply` by `advance`: a batch of one at which nobody looks."""

from __future__ import annotations

import numpy as np
import pytest

from spacecombat_env import registry
from spacecombat_env.core.kernels.batch import BEGIN, REFRESH
from spacecombat_env.core.kernels.one_game import write_seeds
from spacecombat_env.core.ruleset import make_games, make_out

SEEDS = np.array([3, 2**63 - 1, 0], np.int64)
SPAN = (0, len(SEEDS), 0, 0)
SCENARIOS = [("battle_rider", "skirmish"), ("intercept_sensors", "duel"), ("interceptor", "pair")]


def opened(name: str, scenario: str):
    """Return a rule set's doors, a scenario, games and buffers."""
    ruleset = registry.ruleset(name)
    loaded = ruleset.load(scenario)
    games = make_games(loaded.table.opening.dtype, len(SEEDS))
    return ruleset.kernels(), loaded, games, make_out(loaded, len(SEEDS))


def written(games, out) -> list[bytes]:
    """Return all bytes of games and buffers."""
    return [games.raw.tobytes(), out.visible.raw.tobytes(), *(part.tobytes() for part in out[:5])]


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_to_begin_in_a_batch_is_to_start_and_look(name, scenario):
    kernels, loaded, games, out = opened(name, scenario)
    for k, seed in enumerate(SEEDS.tolist()):
        kernels.start(games, k, loaded.table, seed)
    kernels.advance(games, loaded.table, np.full(len(SEEDS), REFRESH), out, SPAN)
    kernels, loaded, others, visible = opened(name, scenario)
    others.raw[:] = 1  # whatever stood there
    write_seeds(others, slice(None), SEEDS)
    kernels.advance(others, loaded.table, np.full(len(SEEDS), BEGIN), visible, SPAN)
    assert written(others, visible) == written(games, out)
    assert len({row.tobytes() for row in games.raw}) == len(SEEDS)


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_apply_takes_one_action_in_one_game_alone(name, scenario):
    kernels, loaded, games, out = opened(name, scenario)
    for k, seed in enumerate(SEEDS.tolist()):
        kernels.start(games, k, loaded.table, seed)
    kernels.advance(games, loaded.table, np.full(len(SEEDS), REFRESH), out, SPAN)
    before = games.raw.copy()
    illegal = int(out.mask[1].argmin())
    for word in (illegal, -1, BEGIN, loaded.actions.size):
        assert kernels.apply(games, 1, loaded.table, word) == 1
    assert (games.raw == before).all()
    word = int(out.mask[1].argmax())
    assert kernels.apply(games, 1, loaded.table, word) == 0
    changed = (games.raw != before).any(axis=1)
    assert changed.tolist() == [False, True, False]
    words = np.array([REFRESH, word, REFRESH])
    games.raw[:], after = before, games.raw.copy()
    kernels.advance(games, loaded.table, words, out, SPAN)
    assert (games.raw == after).all()
