"""A million random decisions of each rule set, some of them illegal, over all its scenarios."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spacecombat_env import registry
from spacecombat_env.core.engine import INTERPRETED, engine
from spacecombat_env.env.vector.batch import BatchEnv
from spacecombat_env.env.vector.gym_vector import GymVectorEnv

DECISIONS, GAMES, ILLEGAL = 1_000_000, 256, 0.02
CHECK_EVERY = 16
"""After this number of steps all rows are checked by the space itself; the bounds at every step."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(engine() == INTERPRETED, reason="too many games for interpreted rules"),
]


def scenarios(name: str) -> list[str]:
    """Return the scenarios that a rule set ships."""
    return sorted(registry.ruleset(name).scenarios())


def spoiled(
    actions: np.ndarray, masks: np.ndarray, rng: np.random.Generator, low: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return actions of which a share is illegal, inside the space or outside, and which are."""
    size = masks.shape[1]
    other = rng.integers(low, size + 5, len(actions))
    inside = (other >= 0) & (other < size)
    is_legal = inside & (masks[np.arange(len(masks)), np.where(inside, other, 0)] == 1)
    bad = (rng.random(len(actions)) < ILLEGAL) & ~is_legal & (other != -1) & (other != -2)
    return np.where(bad, other, actions), bad


def check_inside(views: np.ndarray) -> None:
    """Raise AssertionError unless all observations are finite and within -1 to 1."""
    assert views.dtype == np.float32
    low, high = float(views.min()), float(views.max())
    assert low >= -1.0 and high <= 1.0, (low, high)  # False for NaN, too


@pytest.mark.parametrize("name", [n for n in registry.names() if n != "hidden_number"])
def test_both_seats_of_a_batch(name: str) -> None:
    rng = np.random.default_rng(1)
    share = DECISIONS // len(scenarios(name)) // GAMES + 1
    illegal = ended = 0
    for scenario in scenarios(name):
        batch = BatchEnv(name, scenario, num_envs=GAMES, threads=1)
        batch.reset(seed=7)
        for step in range(share):
            masks, acting = batch.out.mask.copy(), batch.out.seat.copy()
            actions, bad = spoiled(batch.sample_random().copy(), masks, rng, -50)
            out = batch.step(actions)
            assert (out.done[bad] == 1).all()
            assert (out.rewards[bad, acting[bad]] == -1.0).all()
            assert (out.rewards[bad, 1 - acting[bad]] == 1.0).all()
            views = batch.floats()
            check_inside(views)
            if step % CHECK_EVERY == 0:
                assert all(batch.single_observation_space.contains(row) for row in views)
            assert out.mask.any(axis=1).all() and np.isin(out.seat, (0, 1)).all()
            illegal += int(bad.sum())
            ended += int(out.done.sum())
        batch.close()
    assert illegal > 0.015 * DECISIONS and ended >= illegal


def checked_step(envs: GymVectorEnv, masks: np.ndarray, rng: np.random.Generator) -> Any:
    """Apply random actions, some illegal; check results; return the next masks and the illegal."""
    drawn = (rng.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1)
    actions, bad = spoiled(drawn, masks, rng, -50)
    views, rewards, dones, cut, infos = envs.step(actions)
    check_inside(views["observation"])
    assert dones[bad].all() and (rewards[bad] == -1.0).all() and not cut.any()
    if dones.any():
        for row in np.flatnonzero(dones):
            assert envs.single_observation_space.contains(infos["final_obs"][row])
    return infos["action_mask"], int(bad.sum()), views


@pytest.mark.parametrize("name", [n for n in registry.names() if n != "hidden_number"])
def test_the_learners_seat_of_a_vector_environment(name: str) -> None:
    """A tenth as many: an opponent plays as many decisions again."""
    rng = np.random.default_rng(2)
    envs = GymVectorEnv(name, num_envs=GAMES, threads=1)
    masks, illegal = envs.reset(seed=7)[1]["action_mask"], 0
    for step in range(DECISIONS // 10 // GAMES + 1):
        masks, bad, views = checked_step(envs, masks, rng)
        illegal += bad
        if step % CHECK_EVERY == 0:
            assert envs.observation_space.contains(views)
    assert illegal > 0.015 * DECISIONS / 10
    envs.close()
