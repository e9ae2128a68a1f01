"""The AEC environment: PettingZoo's own tests, and what they do not ask."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import state_test
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from spacecombat_env.core.errors import ConfigError, StateError
from spacecombat_env.env.aec import CheckedWrapper, SpaceCombatAEC
from spacecombat_env.env.parallel import SpaceCombatParallel

TURNS = 3


def raw(name: str, **settings: Any) -> SpaceCombatAEC:
    return SpaceCombatAEC(name, None, **{"max_turns": TURNS, **settings})


def env(name: str, **settings: Any) -> CheckedWrapper:
    return CheckedWrapper(raw(name, **settings))


def stock(name: str) -> OrderEnforcingWrapper:
    inside = AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw(name), illegal_reward=-1))
    return OrderEnforcingWrapper(inside)


def play(one: Any, draw: Any, seed: int, words: int = 10**9) -> list[Any]:
    """Play on from where a game stands; return what was seen."""
    generator = np.random.default_rng(seed)
    told = []
    for agent in one.agent_iter():
        view, reward, terminated, truncated, _ = one.last()
        told.append((agent, view["observation"].tobytes(), reward, terminated, truncated))
        if len(told) > words:
            break
        over = terminated or truncated
        one.step(None if over else draw(view["action_mask"], generator))
    return told


@pytest.mark.parametrize("make", [raw, env, stock])
def test_pettingzoo_api_test(name: str, make: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(make(name), num_cycles=100)


@pytest.mark.parametrize("make", [raw, env])
def test_pettingzoo_seed_test(name: str, make: Any) -> None:
    seed_test(lambda: make(name), num_cycles=50)


def test_pettingzoo_state_test(name: str) -> None:
    state_test(env(name), SpaceCombatParallel(name, max_turns=TURNS))


def test_pettingzoo_render_test(name: str) -> None:
    pytest.importorskip("pygame")
    render_test(lambda **k: env(name, **k), custom_tests={"svg": lambda s: s.startswith("<svg")})


def test_max_cycles_truncates_after_so_many_decisions(name: str, draw: Any) -> None:
    """PettingZoo's max_cycles_test wants equal turns and samples unmasked; this is its meaning."""
    one = env(name, max_cycles=4)
    one.reset(seed=5)
    told = play(one, draw, 0)
    assert len(told) == 4 + 2
    assert [(t[3], t[4]) for t in told[-2:]] == [(False, True)] * 2
    assert not one.agents


def test_a_truncated_game_shows_who_would_act_and_the_legal_actions(name: str, draw: Any) -> None:
    """As the game stands after the last action, not before it."""
    for cycles in range(1, 12):
        short, long = raw(name, max_cycles=cycles), raw(name)
        for one in (short, long):
            one.reset(seed=5)
            for _ in range(cycles):
                if one.terminations[one.agent_selection]:
                    return  # a short game
                mask = one.observe(one.agent_selection)["action_mask"]
                one.step(draw(mask, np.random.default_rng(cycles)))
        assert all(short.truncations.values()) and not any(long.truncations.values())
        for agent in long.agents:
            assert (short.infos[agent]["action_mask"] == long.infos[agent]["action_mask"]).all()


def test_mask_stands_in_observation_and_info_with_the_same_values(name: str) -> None:
    one = env(name)
    one.reset(seed=1)
    view, *_, info = one.last()
    assert view["action_mask"].dtype == np.int8
    assert (view["action_mask"] == info["action_mask"]).all()
    assert view["action_mask"] is not info["action_mask"]


def test_a_waiting_seat_sees_its_own_view_and_may_say_nothing(name: str) -> None:
    one = env(name)
    one.reset(seed=1)
    waiting = next(agent for agent in one.agents if agent != one.agent_selection)
    view = one.observe(waiting)
    assert one.observation_space(waiting).contains(view)
    assert view["observation"].any()
    assert not view["action_mask"].any()
    assert not one.infos[waiting]["action_mask"].any()


def test_infos_hold_only_numbers(name: str, draw: Any) -> None:
    one = env(name)
    one.reset(seed=2)
    generator = np.random.default_rng(2)
    for _ in one.agent_iter():
        view, _, terminated, truncated, info = one.last()
        assert all(isinstance(v, (int, float, np.ndarray)) for v in info.values())
        done = terminated or truncated
        one.step(None if done else draw(view["action_mask"], generator))


@pytest.mark.parametrize("make", [raw, env])
def test_an_illegal_action_loses_the_game_and_raises_nothing(name: str, make: Any) -> None:
    one = make(name)
    one.reset(seed=3)
    mover = one.agent_selection
    other = next(agent for agent in one.agents if agent != mover)
    one.step(int(one.observe(mover)["action_mask"].argmin()))
    assert one.rewards == {mover: -1.0, other: 1.0}
    assert set(one.terminations.values()) == {True}
    told = {}
    for agent in one.agent_iter():
        told[agent] = one.last()[1]
        one.step(None)
    assert told == {mover: -1.0, other: 1.0}
    assert not one.agents


@pytest.mark.parametrize("action", [-1, 10**6])
def test_an_action_outside_the_space_loses_bare_and_asserts_wrapped(name: str, action: int) -> None:
    bare, wrapped = raw(name), env(name)
    bare.reset(seed=3)
    mover = bare.agent_selection
    bare.step(action)
    assert bare.rewards[mover] == -1.0
    wrapped.reset(seed=3)
    with pytest.raises(AssertionError, match="not in action space"):
        wrapped.step(action)


def test_rewards_are_zero_until_the_end_and_then_sum_to_zero(name: str, draw: Any) -> None:
    one = env(name)
    for seed in range(5):
        one.reset(seed=seed)
        total = dict.fromkeys(one.possible_agents, 0.0)
        generator = np.random.default_rng(seed)
        for agent in one.agent_iter():
            view, reward, terminated, truncated, info = one.last()
            total[agent] += reward
            assert terminated or reward == 0
            done = terminated or truncated
            one.step(None if done else draw(view["action_mask"], generator))
        winner = info["verdict"]
        expected = [0.0, 0.0] if winner == 2 else [1.0 if k == winner else -1.0 for k in (0, 1)]
        assert list(total.values()) == expected


def test_wrapped_and_bare_play_the_same_game(name: str, draw: Any) -> None:
    one, two, three = raw(name), env(name), stock(name)
    for each in (one, two, three):
        each.reset(seed=11)
    told = play(one, draw, 4)
    assert play(two, draw, 4) == told
    assert play(three, draw, 4) == told


def test_reset_without_a_seed_goes_on_from_the_seeded_generator(name: str) -> None:
    one, two = raw(name), raw(name)
    for each in (one, two):
        each.reset(seed=7)
        each.reset()
    assert one.game.digest() == two.game.digest()
    two.reset(seed=7)
    assert one.game.digest() != two.game.digest()


@pytest.mark.parametrize("make", [raw, env])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
def test_copies_are_real(name: str, make: Any, copied: Any, draw: Any) -> None:
    one = make(name)
    one.reset(seed=21)
    play(one, draw, 1, words=10)
    if isinstance(one, CheckedWrapper):
        one._has_updated = True  # `play` left the loop before its step
    two = copied(one)
    assert two.unwrapped.game.digest() == one.unwrapped.game.digest()
    before = one.unwrapped.game.digest()
    told = play(two, draw, 9)
    assert one.unwrapped.game.digest() == before
    assert play(one, draw, 9) == told
    two.reset()
    one.reset()
    assert one.unwrapped.game.digest() == two.unwrapped.game.digest()


def test_a_copy_before_reset_works(name: str) -> None:
    two = copy.deepcopy(env(name))
    two.reset(seed=1)
    three = pickle.loads(pickle.dumps(env(name)))
    three.reset(seed=1)
    assert two.unwrapped.game.digest() == three.unwrapped.game.digest()


def test_a_copy_of_a_finished_game_is_finished(name: str, draw: Any) -> None:
    one = raw(name)
    one.reset(seed=2)
    while not any(one.terminations.values()):
        one.step(draw(one.game.mask, np.random.default_rng(one.cycles)))
    two = pickle.loads(pickle.dumps(one))
    assert two.rewards == one.rewards
    assert two.infos[two.agent_selection].keys() == one.infos[one.agent_selection].keys()
    assert play(two, draw, 0) == play(one, draw, 0)


def test_save_and_restore(name: str, draw: Any) -> None:
    one = env(name)
    one.reset(seed=31)
    play(one, draw, 1, words=8)
    saved = one.save()
    assert isinstance(saved, bytes)
    one._has_updated = True
    told = play(one, draw, 3)
    two = env(name)
    two.reset(seed=99)
    two.restore(saved)
    assert play(two, draw, 3) == told


def test_restore_refuses_what_it_cannot_read(name: str) -> None:
    one = raw(name)
    one.reset(seed=1)
    for nonsense in (b"", b"hello", b"{}\n", one.save()[:-1]):
        with pytest.raises(StateError):
            one.restore(nonsense)
    with pytest.raises(StateError, match="other rules"):
        raw(name, max_turns=TURNS + 1).restore(one.save())


def test_a_clone_for_search_looks_the_same_and_has_other_randomness(name: str, draw: Any) -> None:
    one = raw(name)
    one.reset(seed=41)
    exact, fresh = one.clone(), one.clone(reseed=5)
    assert exact.game.digest() == one.game.digest()
    assert fresh.game.digest() != one.game.digest()
    mine, theirs = one.last()[0], fresh.last()[0]
    assert (mine["observation"] == theirs["observation"]).all()
    assert (mine["action_mask"] == theirs["action_mask"]).all()
    before = one.game.digest()
    play(fresh, draw, 0)
    assert one.game.digest() == before
    assert one.agents == one.possible_agents


def test_view_is_json_and_of_the_requested_seat(name: str) -> None:
    import json

    one = env(name)
    one.reset(seed=1)
    views = [json.dumps(one.view(agent)) for agent in one.agents]
    assert views[0] != views[1]
    assert json.dumps(one.view()) == views[one.agents.index(one.agent_selection)]


def test_pictures(name: str) -> None:
    pytest.importorskip("PIL")
    for shown in ("acting", "all", "red_0"):
        one = raw(name, render_mode="rgb_array", render_view=shown)
        one.reset(seed=1)
        image = one.render()
        assert image.dtype == np.uint8 and image.ndim == 3 and image.std() > 0
    assert raw(name).render() is None


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"reward": "shaped"}, "no reward is called 'shaped'"),
        ({"render_mode": "3d"}, "render_mode='3d'"),
        ({"delegate": ("everything",)}, "'everything' cannot be delegated"),
        ({"delegate": {"green_0": ()}}, "no seat is called 'green_0'"),
        ({"delegate": "all"}, "a tuple of names"),
        ({"render_view": "everyone"}, "render_view"),
    ],
)
def test_wrong_settings_are_refused_by_name(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        raw("hidden_number", **settings)


def test_delegation_may_differ_by_seat() -> None:
    one = raw("hidden_number", delegate={"blue_0": ("peeking",)})
    assert one.scenario.delegate == ((), ("peeking",))
