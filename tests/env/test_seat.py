"""One seat as a Gymnasium environment."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from spacecombat_env.core.errors import ConfigError, IllegalOrderError
from spacecombat_env.env.seat import SeatEnv

TURNS = 3


def last_legal(observations: Any, masks: Any, visible: Any, rows: Any, seats: Any) -> np.ndarray:
    """Return the last legal action: an opponent without chance."""
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def seat_env(name: str, **settings: Any) -> SeatEnv:
    return SeatEnv(name, **{"max_turns": TURNS, **settings})


@pytest.mark.parametrize("flat", [False, True])
def test_gymnasium_check_env(name: str, flat: bool) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(seat_env(name, flat=flat))


@pytest.mark.parametrize("flat", [False, True])
def test_sb3_check_env(name: str, flat: bool) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(seat_env(name, flat=flat))


@pytest.mark.parametrize("seat", ["red_0", "blue_0"])
def test_every_step_is_the_seats_own_decision(name: str, seat: str, draw: Any) -> None:
    one = seat_env(name, seat=seat, opponent=last_legal)
    generator = np.random.default_rng(3)
    values = set()
    for seed in range(6):
        view, _ = one.reset(seed=seed)
        over = False
        while not over:
            assert one.possible_agents[one.game.seat] == seat
            assert one.action_masks().any()
            assert (view["action_mask"] == one.action_masks()).all()
            view, reward, over, _, _ = one.step(draw(view["action_mask"], generator))
            assert over or reward == 0
        assert reward == one.game.out.rewards[0, one.possible_agents.index(seat)]
        values.add(reward)
    assert values <= {-1.0, 0.0, 1.0}


def test_a_loss_in_the_opponents_turn_is_seen() -> None:
    """The opponent guesses 0, 1, 2, ... and the learner only passes: it must lose some."""

    def guesses(observations: Any, masks: Any, visible: Any, rows: Any, seats: Any) -> np.ndarray:
        return np.where(masks[:, 1] == 1, 1, masks.argmax(axis=1))

    one = SeatEnv("hidden_number", opponent=guesses)
    results = []
    for seed in range(5):
        one.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, _ = one.step(0)
        results.append(reward)
    assert results == [-1.0] * 5


def test_seats_are_drawn_for_each_game(name: str) -> None:
    one = seat_env(name)
    seats = {one.reset(seed=seed)[1]["seat"] for seed in range(12)}
    assert seats == {0, 1}


def test_an_opponents_illegal_action_is_an_error_not_a_win(name: str) -> None:
    one = seat_env(name, opponent=lambda o, masks, *_: masks.argmin(axis=1), seat="blue_0")
    with pytest.raises(IllegalOrderError, match="not legal"):
        one.reset(seed=1)
        for _ in range(1000):
            one.step(int(one.action_masks().nonzero()[0][-1]))


def test_an_unknown_seat_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match="random, red_0, blue_0"):
        seat_env(name, seat="green_0")


def test_copies_are_real(name: str, draw: Any) -> None:
    one = seat_env(name, opponent=last_legal)
    one.reset(seed=5)
    one.step(draw(one.action_masks(), np.random.default_rng(0)))
    for two in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert (two.seat, two.cycles) == (one.seat, one.cycles)
        assert two.game.digest() == one.game.digest()
        word = int(one.action_masks().argmax())
        three = copy.deepcopy(one)
        told, same = two.step(word), three.step(word)
        assert (told[0]["observation"] == same[0]["observation"]).all()
        assert told[1:4] == same[1:4]


def test_registered_ids_make_environments() -> None:
    import pettingzoo

    import spacecombat_env.env  # noqa: F401

    made = gymnasium.make("spacecombat/BattleRider-v0", max_turns=1)
    made.reset(seed=1)
    assert made.unwrapped.action_masks().any()
    both = gymnasium.make_vec("spacecombat/BattleRider-v0", num_envs=2, max_turns=1)
    both.reset(seed=1)
    if hasattr(pettingzoo, "register"):
        turns = pettingzoo.make("aec", "spacecombat/BattleRider-v0", max_turns=1)
        turns.reset(seed=1)
        pettingzoo.make("parallel", "spacecombat/BattleRider-v0", max_turns=1).reset(seed=1)
