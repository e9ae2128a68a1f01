"""The forms of observations and the places of masks, the same on every form of environment."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.aec import CheckedWrapper, SpaceCombatAEC
from spacecombat_env.env.parallel import SpaceCombatParallel
from spacecombat_env.env.seat import SeatEnv
from spacecombat_env.env.vector.gym_vector import GymVectorEnv

TURNS = 2
FORMS = [(False, "both"), (False, "observation"), (False, "info"), (True, "both"), (True, "info")]
every_form = pytest.mark.parametrize(("flat", "mask"), FORMS)
TOY = "hidden_number"


@pytest.fixture(params=[TOY, "intercept_sensors"])
def name(request: pytest.FixtureRequest) -> str:
    """Return a name each of a small and a real rule set: the code is the same for all."""
    return str(request.param)


def aec(name: str, **settings: Any) -> CheckedWrapper:
    return CheckedWrapper(SpaceCombatAEC(name, max_turns=TURNS, **settings))


def parallel(name: str, **settings: Any) -> SpaceCombatParallel:
    return SpaceCombatParallel(name, max_turns=TURNS, **settings)


def seat(name: str, **settings: Any) -> SeatEnv:
    return SeatEnv(name, max_turns=TURNS, seat="red_0", **settings)


def many(name: str, **settings: Any) -> GymVectorEnv:
    return GymVectorEnv(name, max_turns=TURNS, num_envs=3, **settings)


def check(view: Any, info: dict[str, Any], legal: np.ndarray, flat: bool, mask: str) -> None:
    """A view and an info hold the mask where the form says, and nowhere else."""
    assert isinstance(view, dict) is not flat
    bare = view if flat else view["observation"]
    assert bare.dtype == np.float32
    assert (not flat and "action_mask" in view) is (not flat and mask != "info")
    assert ("action_mask" in info) is (mask != "observation")
    places = [*([] if flat else [view]), info]
    for place in places:
        if "action_mask" in place:
            assert place["action_mask"].dtype == np.int8
            assert (place["action_mask"] == legal).all()


@every_form
def test_aec(name: str, draw: Any, flat: bool, mask: str) -> None:
    one, plain = aec(name, flat=flat, mask=mask), aec(name)
    one.reset(seed=3)
    plain.reset(seed=3)
    generator = np.random.default_rng(3)
    for agent in one.agent_iter():
        view, _, over, cut, info = one.last()
        visible = plain.last()[0]
        check(view, info, visible["action_mask"], flat, mask)
        assert one.observation_space(agent).contains(view)
        assert ((view if flat else view["observation"]) == visible["observation"]).all()
        for other in one.agents:
            assert ("action_mask" in one.infos[other]) is (mask != "observation")
            assert one.observation_space(other).contains(one.observe(other))
        word = None if over or cut else draw(visible["action_mask"], generator)
        one.step(word)
        plain.step(word)


@every_form
def test_parallel(name: str, draw: Any, flat: bool, mask: str) -> None:
    one, plain = parallel(name, flat=flat, mask=mask), parallel(name)
    views, infos = one.reset(seed=3)
    visible, _ = plain.reset(seed=3)
    generator = np.random.default_rng(3)
    while one.agents:
        words = {agent: draw(visible[agent]["action_mask"], generator) for agent in one.agents}
        views, _, _, _, infos = one.step(words)
        visible = plain.step(words)[0]
        for agent, view in views.items():
            check(view, infos[agent], visible[agent]["action_mask"], flat, mask)
            assert one.observation_space(agent).contains(view)


@every_form
def test_one_seat(name: str, draw: Any, flat: bool, mask: str) -> None:
    one = seat(name, flat=flat, mask=mask)
    view, info = one.reset(seed=3)
    generator, over = np.random.default_rng(3), False
    while not over:
        check(view, info, one.action_masks(), flat, mask)
        assert one.observation_space.contains(view)
        view, _, over, _, info = one.step(draw(one.action_masks(), generator))
    check(view, info, one.action_masks(), flat, mask)
    assert one.observation_space.contains(view)


@every_form
def test_seats_by_the_batch(name: str, draw: Any, flat: bool, mask: str) -> None:
    one = many(name, flat=flat, mask=mask)
    view, info = one.reset(seed=3)
    generator, ended = np.random.default_rng(3), False
    while not ended:
        check(view, info, one.action_masks(), flat, mask)
        assert one.observation_space.contains(view)
        words = np.array([draw(row, generator) for row in one.action_masks()])
        view, _, over, _, info = one.step(words)
        ended = bool(over.any())
    last = info["final_obs"][over.argmax()]
    assert one.single_observation_space.contains(last)
    one.close()


@every_form
def test_official_tests_of_every_form(flat: bool, mask: str) -> None:
    api_test(aec(TOY, flat=flat, mask=mask), num_cycles=30)
    if mask != "observation" and flat:
        parallel_api_test(parallel(TOY, flat=flat, mask=mask), num_cycles=30)
        seed_test(lambda: aec(TOY, flat=flat, mask=mask), num_cycles=10)


@pytest.mark.parametrize("make", [aec, parallel, seat, many])
def test_what_does_not_go_together_is_refused(make: Any) -> None:
    with pytest.raises(ConfigError, match="a flat observation holds no mask"):
        make(TOY, flat=True, mask="observation")
    with pytest.raises(ConfigError, match="mask='none': must be one of both, observation, info"):
        make(TOY, mask="none")


@pytest.mark.parametrize("make", [aec, parallel, seat])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
def test_copies_keep_the_form(make: Any, copied: Any) -> None:
    one = make(TOY, flat=True, mask="info")
    one.reset(seed=1)
    two = copied(one)
    told = two.reset(seed=1) or two.last()
    view = told[0]["red_0"] if make is parallel else told[0]
    assert isinstance(view, np.ndarray)


def test_players_who_share_a_seat_have_flat_views_too() -> None:
    """Their own number is the last column, as in the dict."""
    one = SpaceCombatAEC(
        "battle_rider", options={"players": {"red": 2, "blue": 1}}, flat=True, mask="info"
    )
    one.reset(seed=1)
    plain = SpaceCombatAEC("battle_rider", options={"players": {"red": 2, "blue": 1}})
    plain.reset(seed=1)
    assert len(one.possible_agents) > 2
    for agent in one.agents:
        assert one.observation_space(agent).contains(one.observe(agent))
        assert (one.observe(agent) == plain.observe(agent)["observation"]).all()


def test_by_id_with_keywords() -> None:
    made = gymnasium.make("spacecombat/InterceptSensors-v0", max_turns=1, flat=True, mask="info")
    view, info = made.reset(seed=1)
    assert isinstance(view, np.ndarray) and set(info) == {"action_mask", "seat"}


# -- who is to act ---------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [aec, parallel, seat])
def test_to_act_names_the_agent_that_acts(name: str, draw: Any, make: Any) -> None:
    one = make(name)
    assert one.unwrapped.to_act is None
    one.reset(seed=2)
    generator = np.random.default_rng(2)
    for _ in range(30):
        game = one.unwrapped.game
        if game.seat < 0:
            break
        agent = one.unwrapped.to_act
        assert agent == one.unwrapped.possible_agents[game.seat]
        word = draw(game.mask, generator)
        one.step({agent: word} if make is parallel else word)
    while one.unwrapped.game.seat >= 0:
        agent = one.unwrapped.to_act
        word = draw(one.unwrapped.game.mask, generator)
        one.step({agent: word} if make is parallel else word)
    assert one.unwrapped.to_act is None


def test_infos_of_a_game_in_progress_hold_the_mask_and_nothing_else(name: str) -> None:
    """Libraries that stack the infos of all agents take arrays; a bare number they do not."""
    one = parallel(name)
    _, infos = one.reset(seed=1)
    assert [set(info) for info in infos.values()] == [{"action_mask"}] * 2
