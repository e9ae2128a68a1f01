"""Each argument of every form is used or refused by name (no argument is accepted and ignored)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError

import spacecombat_env
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.aec import CheckedWrapper, SpaceCombatAEC
from spacecombat_env.env.campaign.aec import CampaignEnv
from spacecombat_env.env.parallel import SpaceCombatParallel
from spacecombat_env.env.seat import SeatEnv
from spacecombat_env.env.vector.batch import BatchEnv
from spacecombat_env.env.vector.gym_vector import GymVectorEnv
from spacecombat_env.env.vector.seat_batch import SeatVecEnv

TOY = "hidden_number"
ONE = [SpaceCombatAEC, SpaceCombatParallel, SeatEnv]
MANY = [BatchEnv, SeatVecEnv, GymVectorEnv]
ROWS = 3


def made(form: Any, **settings: Any) -> Any:
    """Return an environment of a form, with three games where it has many."""
    return form(TOY, **settings, **({"num_envs": ROWS} if form in MANY else {}))


def step_with(env: Any, action: Any) -> None:
    """Apply an action in a form of one or many games."""
    env.step({env.to_act: action} if isinstance(env, SpaceCombatParallel) else action)


# -- seeds and options -------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [*ONE, *MANY, CampaignEnv])
@pytest.mark.parametrize("seed", [-1, 2**63, 2.5, "7", True, b"7"])
def test_seeds_of_a_wrong_type_or_range_are_refused_by_name(form: Any, seed: Any) -> None:
    env = form() if form is CampaignEnv else made(form)
    with pytest.raises((TypeError, ValueError), match=r"seed=.*must be"):
        env.reset(seed=seed)


@pytest.mark.parametrize("form", [*ONE, *MANY])
def test_seeds_may_be_numpy_integers(form: Any) -> None:
    env = made(form)
    starts = []
    for seed in (3, np.int64(3), np.uint32(3), 0, 2**63 - 1):
        env.reset(seed=seed)
        state = env.state(0) if form is BatchEnv else env.state()
        starts.append(np.asarray(state).tolist())
    assert starts[0] == starts[1] == starts[2] != starts[3]


@pytest.mark.parametrize("form", [SeatEnv, GymVectorEnv])
def test_unknown_options_of_reset_are_refused_by_name(form: Any) -> None:
    env = made(form)
    env.reset(seed=1, options={})
    with pytest.raises(ValueError, match="options: 'scenario' is unknown"):
        env.reset(seed=1, options={"scenario": "duel"})
    with pytest.raises(TypeError, match="options=3: must be a mapping"):
        env.reset(seed=1, options=3)


@pytest.mark.parametrize("form", [SpaceCombatAEC, SpaceCombatParallel, CampaignEnv])
def test_pettingzoos_forms_refuse_options_by_name(form: Any) -> None:
    """All but the one that PettingZoo's own tests pass, which has no meaning."""
    env = form() if form is CampaignEnv else made(form)
    env.reset(seed=1, options={"options": 1})
    for options in ({"scenario": "duel"}, {"options": 2}, {"options": 1, "reset_mask": None}):
        with pytest.raises(ValueError, match=r"options: '\w+' is unknown: reset takes none"):
            env.reset(seed=1, options=options)
    with pytest.raises(TypeError, match="options=3: must be a mapping"):
        env.reset(seed=1, options=3)


@pytest.mark.parametrize("form", ONE)
def test_arguments_of_copies_are_refused_by_name(form: Any) -> None:
    env = made(form)
    env.reset(seed=1)
    for reseed in (2.5, -1, "7", True, 2**63):
        with pytest.raises((TypeError, ValueError), match=r"reseed=.*must be"):
            env.clone(reseed)
    with pytest.raises(ValueError, match="agent='green_0': must be one of red_0, blue_0"):
        env.clone(1, "green_0")
    with pytest.raises(ValueError, match="agent='red_0': an exact copy is for no agent"):
        env.clone(agent="red_0")


@pytest.mark.parametrize("form", [SpaceCombatAEC, CampaignEnv])
def test_a_stranger_observes_nothing(form: Any) -> None:
    env = form() if form is CampaignEnv else made(form)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="agent='green_0': must be one of red_0, blue_0"):
        env.observe("green_0")


# -- part of the rows ----------------------------------------------------------------------------------


@pytest.fixture(params=["one loop", "sync"])
def vector(request: pytest.FixtureRequest) -> Any:
    """Return a vector environment of each kind after some steps, with its observation."""
    form = {} if request.param == "one loop" else {"vectorization_mode": "sync"}
    name = "spacecombat/InterceptSensors-v0"
    envs = gymnasium.make_vec(name, num_envs=ROWS, max_turns=3, **form)
    yield envs
    envs.close()


def played(envs: Any, seen: Any, steps: int) -> Any:
    """Return the observation after some legal actions."""
    for _ in range(steps):
        actions = [np.flatnonzero(mask)[-1] for mask in seen["action_mask"]]
        seen = envs.step(np.array(actions))[0]
    return seen


def test_a_reset_mask_resets_its_rows_alone(vector: Any) -> None:
    first = vector.reset(seed=1)[0]
    before = played(vector, first, 3)["observation"].copy()
    mask = np.array([True, False, False])
    after = vector.reset(options={"reset_mask": mask})[0]["observation"]
    assert [bool((a == b).all()) for a, b in zip(before, after, strict=True)] == [False, True, True]


@pytest.mark.parametrize(
    ("mask", "error"),
    [
        ([True, False, False], TypeError),
        (np.array([1, 0, 0]), TypeError),
        (np.array([True, False]), ValueError),
        (np.zeros(3, bool), ValueError),
    ],
)
def test_a_wrong_reset_mask_is_refused_as_in_gymnasium(vector: Any, mask: Any, error: Any) -> None:
    vector.reset(seed=1)
    errors = (error,) if isinstance(vector, GymVectorEnv) else (error, AssertionError)
    with pytest.raises(errors, match="reset_mask"):  # Gymnasium 1.2 asserts
        vector.reset(options={"reset_mask": mask})


def test_a_list_of_seeds_repeats_each_row(vector: Any) -> None:
    for again in ([1, 2, 3], [1, 7, 3]):
        rounds = []
        for seeds in ([1, 2, 3], again):
            seen = vector.reset(seed=seeds)[0]["observation"].copy()
            rounds.append([row.tobytes() for row in seen])
        same = [one == two for one, two in zip(*rounds, strict=True)]
        assert same[0] and same[2]


def test_a_list_of_seeds_seeds_the_games_of_its_rows() -> None:
    envs = SeatVecEnv(TOY, num_envs=ROWS)
    games = []
    for seeds in ([1, 2, 3], [1, 7, 3], np.array([1, 2, 3]), [1, None, 3]):
        envs.reset(seeds)
        games.append([row.tobytes() for row in envs.batch.games.raw])
    assert games[0] == games[2]
    for other in (1, 3):
        assert games[other][0] == games[0][0] and games[other][2] == games[0][2]
        assert games[other][1] != games[0][1]
    with pytest.raises(ValueError, match="2 seeds for 3 games"):
        envs.reset([1, 2])
    with pytest.raises(TypeError, match="seed='a'"):
        envs.reset([1, 2, "a"])


def test_a_seed_with_a_reset_mask_seeds_the_marked_rows() -> None:
    games = []
    for seed in (5, 5, 6):
        envs = GymVectorEnv(TOY, num_envs=ROWS)
        envs.reset(seed=1)
        envs.reset(seed=seed, options={"reset_mask": np.array([False, True, False])})
        games.append([row.tobytes() for row in envs.seats.batch.games.raw])
    assert games[0] == games[1]
    assert games[0][0] == games[2][0] and games[0][1] != games[2][1]


def test_a_batch_wants_one_seed_for_each_game() -> None:
    batch = BatchEnv(TOY, num_envs=ROWS)
    with pytest.raises(ValueError, match="2 seeds for 3 games"):
        batch.start(np.array([1, 2]))
    with pytest.raises(TypeError, match="seed=.*1.5"):
        batch.start(np.array([1.5, 2, 3]))


# -- actions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ONE)
@pytest.mark.parametrize("action", [1.0, 1.9, np.float32(1), np.array([1]), "1", np.array(True)])
def test_an_action_that_is_no_whole_number_is_refused(form: Any, action: Any) -> None:
    env = made(form)
    env.reset(seed=1)
    before = env.game.digest()
    with pytest.raises(TypeError, match=r"action=.*must be a whole number"):
        step_with(env, action)
    assert env.game.digest() == before


@pytest.mark.parametrize("form", [*ONE, lambda name: CheckedWrapper(SpaceCombatAEC(name))])
def test_an_action_is_whatever_its_space_contains(form: Any) -> None:
    for kind in (int, np.int64, np.int8, np.array):
        env = form(TOY)
        env.reset(seed=1)
        action = kind(0)
        space = env.action_space if form is SeatEnv else env.action_space("red_0")
        assert space.contains(action)
        step_with(env, action)
        assert env.unwrapped.cycles == 1


@pytest.mark.parametrize("form", MANY)
@pytest.mark.parametrize(
    ("actions", "error"),
    [
        (np.zeros(ROWS), TypeError),
        (np.zeros(ROWS, bool), TypeError),
        ([0.5, 0, 0], TypeError),
        (None, TypeError),
        (0, ValueError),
        ([0, 0], ValueError),
        (np.zeros((ROWS, 1), int), ValueError),
    ],
)
def test_actions_of_a_wrong_type_or_shape_are_refused(form: Any, actions: Any, error: Any) -> None:
    env = made(form)
    env.reset(seed=1)
    with pytest.raises(error, match="actions of"):
        env.step(actions)


@pytest.mark.parametrize("illegal", [-1, -2, -3, -4, 10**6, 2**63])
def test_an_action_outside_the_space_loses_in_every_row(illegal: int) -> None:
    """Some numbers below 0 are commands to the engine, and none of the learner's."""
    envs = GymVectorEnv(TOY, num_envs=ROWS)
    envs.reset(seed=1)
    _, rewards, dones, *_ = envs.step(
        np.full(ROWS, illegal, np.uint64 if illegal > 0 else np.int64)
    )
    assert rewards.tolist() == [-1.0] * ROWS and dones.all()


def test_the_parallel_form_wants_the_acting_agent_and_no_stranger() -> None:
    env = SpaceCombatParallel(TOY)
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset before step"):
        env.step({"red_0": 0})
    env.reset(seed=1)
    with pytest.raises(ValueError, match=f"actions: {env.to_act} is to act, but has none"):
        env.step({})
    with pytest.raises(ValueError, match="there is no agent 'green_0'"):
        env.step({env.to_act: 0, "green_0": 0})


# -- after the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [*ONE, *MANY])
def test_a_closed_environment_refuses_to_play(form: Any) -> None:
    env = made(form)
    env.reset(seed=1)
    actions = np.zeros(ROWS, int) if form in MANY else 0
    acting = getattr(env, "to_act", None)
    env.close()
    env.close()  # twice does no harm
    calls: list[Callable[[], Any]] = [
        env.reset,
        lambda: env.step({acting: 0} if form is SpaceCombatParallel else actions),
    ]
    if form is BatchEnv:
        calls += [env.sample_random, lambda: env.play_random(2)]
    for call in calls:
        with pytest.raises(ClosedEnvironmentError, match="closed"):
            call()


# -- settings ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ONE)
@pytest.mark.parametrize(
    "setting",
    [{"max_cycles": 0}, {"max_cycles": -1}, {"max_cycles": 2.5}, {"flat": "yes"}, {"delegate": 3}],
)
def test_settings_of_one_game_are_checked_by_name(form: Any, setting: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=f"{next(iter(setting))}="):
        form(TOY, **setting)


@pytest.mark.parametrize("form", MANY)
@pytest.mark.parametrize(
    "setting", [{"num_envs": 0}, {"num_envs": 2.5}, {"threads": 0}, {"threads": "a"}]
)
def test_settings_of_many_games_are_checked_by_name(form: Any, setting: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=f"{next(iter(setting))}=.*whole number"):
        form(TOY, **{"num_envs": 2, **setting})


def test_flags_of_a_batch_are_true_or_false() -> None:
    for name in ("auto_reset", "keep_visible"):
        with pytest.raises(ConfigError, match=f"{name}='no'"):
            spacecombat_env.make_vec(TOY, num_envs=1, **{name: "no"})


@pytest.mark.parametrize("form", [*ONE, *MANY])
def test_rules_are_a_mapping(form: Any) -> None:
    with pytest.raises(ConfigError, match=r"options=\[1\]: must be a mapping"):
        made(form, options=[1])


@pytest.mark.parametrize("extra", [{"vector_kwargs": {"a": 1}}, {"wrappers": [lambda env: env]}])
def test_gymnasium_refuses_what_a_vector_form_of_its_own_cannot_have(extra: Any) -> None:
    with pytest.raises(gymnasium.error.Error, match="vector"):
        gymnasium.make_vec("spacecombat/InterceptSensors-v0", num_envs=2, **extra)


def test_stable_baselines_form_ignores_nothing() -> None:
    pytest.importorskip("stable_baselines3")
    from spacecombat_env.env.vector.sb3 import sb3_vec_env

    env = sb3_vec_env(SeatVecEnv(TOY, num_envs=ROWS))
    env.set_options({"scenario": "duel"})
    with pytest.raises(ValueError, match="options: 'scenario' is unknown"):
        env.reset()
    env.set_options()
    env.reset()
    with pytest.raises(TypeError, match="whole numbers"):
        env.step(np.zeros(ROWS))
    with pytest.raises(TypeError, match="no arguments"):
        env.env_method("action_masks", 3)
    with pytest.raises(ValueError, match="for all games or none"):
        env.set_attr("games_started", 0, indices=[0])
    with pytest.raises(AttributeError, match="no attribute 'luck'"):
        env.set_attr("luck", 0)
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        env.reset()
