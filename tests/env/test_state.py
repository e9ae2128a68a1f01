"""What central critics get: the observations of all seats, in forms of one and of many games."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

from spacecombat_env import battle_rider_v0, intercept_sensors_v0, interceptor_v1
from spacecombat_env.env import sb3_vec_env
from spacecombat_env.env.seat import SeatEnv
from spacecombat_env.env.vector.batch import BatchEnv
from spacecombat_env.env.vector.gym_vector import GymVectorEnv
from spacecombat_env.env.vector.seat_batch import SeatVecEnv

TURNS = 2


def test_a_batch_has_the_observations_of_all_seats(name: str) -> None:
    """They are those of a single game with the same seed and actions."""
    batch = BatchEnv(name, num_envs=2, max_turns=TURNS)
    seeds = np.array([3, 4])
    out = batch.start(seeds)
    ones = [SeatEnv(name, max_turns=TURNS) for _ in seeds]
    for one, seed in zip(ones, seeds.tolist(), strict=True):
        one.game.start(seed)
        one._started = True
    for _ in range(12):
        if out.done.any():
            break
        joint = batch.joint_observations()
        for row, one in enumerate(ones):
            assert joint.dtype == np.float32
            assert (joint[row] == one.state()).all()
        actions = out.mask.argmax(axis=1)
        for one, action in zip(ones, actions.tolist(), strict=True):
            one.game.step(action)
        out = batch.step(actions)


@pytest.mark.parametrize("form", [SeatVecEnv, GymVectorEnv])
def test_a_vector_form_has_a_state_with_the_learners_observation(form: Any, name: str) -> None:
    env = form(name, num_envs=3, max_turns=TURNS)
    seats = env if form is SeatVecEnv else env.seats
    first = env.reset(seed=2)
    masks, views = (
        (first.masks, first.observations)
        if form is SeatVecEnv
        else (first[1]["action_mask"], first[0]["observation"])
    )
    for _ in range(6):
        state = env.state().reshape(3, len(seats.ruleset.seats), -1)
        assert (state[np.arange(3), seats.seats] == views).all()
        step = env.step(masks.argmax(axis=1))
        if form is SeatVecEnv:
            masks, views = step.masks, step.observations
        else:
            masks, views = step[4]["action_mask"], step[0]["observation"]
            assert env.state_space.contains(env.state())
            assert (step[4]["seat"] == seats.seats).all()


def test_stable_baselines_form_has_the_state() -> None:
    pytest.importorskip("stable_baselines3")
    seats = SeatVecEnv("hidden_number", num_envs=2)
    env = sb3_vec_env(seats)
    env.reset()
    assert (env.state() == seats.state()).all()


@pytest.mark.parametrize("module", [battle_rider_v0, intercept_sensors_v0, interceptor_v1])
def test_results_in_info_are_members_of_the_modules_enums(module: Any) -> None:
    names = {battle_rider_v0: "BattleRider-v0", interceptor_v1: "Interceptor-v1"}
    name = f"spacecombat/{names.get(module, 'InterceptSensors-v0')}"
    envs = gymnasium.make_vec(name, num_envs=2, max_turns=1)
    _, infos = envs.reset(seed=1)
    for _ in range(20_000):
        masks = infos["action_mask"]
        _, _, dones, _, infos = envs.step(masks.argmax(axis=1))
        if dones.any():
            break
    row = int(dones.argmax())
    final = {key: values[row] for key, values in infos["final_info"].items() if key[0] != "_"}
    keys = {"verdict", "reason", "turns", "margin", "seat", "opponent", "length"}
    assert set(final) == keys
    assert module.Verdict(final["verdict"]) in module.Verdict
    assert module.Reason(final["reason"]) in module.Reason
    envs.close()
