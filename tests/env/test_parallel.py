"""The parallel environment: PettingZoo's tests, and the same game as AEC."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
from pettingzoo.test import parallel_api_test, parallel_seed_test

from spacecombat_env.env.aec import SpaceCombatAEC
from spacecombat_env.env.parallel import WAIT, SpaceCombatParallel

TURNS = 3


def parallel(name: str, **settings: Any) -> SpaceCombatParallel:
    return SpaceCombatParallel(name, **{"max_turns": TURNS, **settings})


def test_pettingzoo_parallel_api_test(name: str) -> None:
    parallel_api_test(parallel(name), num_cycles=100)


def test_pettingzoo_parallel_seed_test(name: str) -> None:
    parallel_seed_test(lambda: parallel(name), num_cycles=20)


def test_it_is_the_game_of_the_aec_form(name: str, draw: Any) -> None:
    one, two = SpaceCombatAEC(name, max_turns=TURNS), parallel(name)
    one.reset(seed=8)
    views, _ = two.reset(seed=8)
    generator = np.random.default_rng(8)
    while one.terminations and not any(one.terminations.values()):
        for agent in one.agents:
            visible = one.observe(agent)
            assert (visible["observation"] == views[agent]["observation"]).all()
        acting = one.agent_selection
        assert two.to_act == one.to_act == acting
        word = draw(views[acting]["action_mask"], generator)
        one.step(word)
        views, rewards, over, _, _ = two.step({acting: word})
        assert rewards == one.rewards
    assert set(over.values()) == {True}
    assert two.agents == []
    assert one.game.digest() == two.game.digest()


def test_a_waiting_seat_may_only_wait_and_its_actions_are_ignored(name: str) -> None:
    one, two = parallel(name), parallel(name)
    views, _ = one.reset(seed=1)
    two.reset(seed=1)
    acting = one.to_act
    waiting = next(agent for agent in one.agents if agent != acting)
    assert views[waiting]["action_mask"].nonzero()[0].tolist() == [WAIT]
    word = int(views[acting]["action_mask"].argmax())
    one.step({acting: word, waiting: 1})
    two.step({acting: word, waiting: WAIT})
    assert one.game.digest() == two.game.digest()


def test_max_cycles_truncates(name: str, draw: Any) -> None:
    one = parallel(name, max_cycles=3)
    views, _ = one.reset(seed=1)
    generator = np.random.default_rng(0)
    for _ in range(3):
        words = {a: draw(views[a]["action_mask"], generator) for a in one.agents}
        views, _, over, cut, _ = one.step(words)
    assert set(cut.values()) == {True} and set(over.values()) == {False}
    assert one.agents == []


def test_dicts_are_fresh_each_step(name: str) -> None:
    one = parallel(name)
    views, _ = one.reset(seed=1)
    acting = one.to_act
    told = one.step({acting: int(views[acting]["action_mask"].argmax())})
    for answer in told:
        answer["__all__"] = False
    assert "__all__" not in one.step({one.to_act: 0})[2]


def test_copies_are_real(name: str) -> None:
    one = parallel(name)
    one.reset(seed=4)
    for two in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert two.agents == one.agents
        assert two.game.digest() == one.game.digest()
