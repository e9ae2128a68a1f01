"""The parallel form that leaves out who waits: a seat's steps are its own questions, and no others."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from spacecombat_env import battle_rider_v0, intercept_sensors_v0, interceptor_v1
from spacecombat_env.core.errors import ConfigError

PLACES = [(battle_rider_v0, "duel"), (intercept_sensors_v0, "duel"), (interceptor_v1, "duel")]
places = pytest.mark.parametrize(
    ("module", "scenario"), PLACES, ids=[module.RULESET for module, _ in PLACES]
)
SEED, MOST = 3, 400


def alike(one: Any, other: Any) -> bool:
    """Whether two observations are the same."""
    return all(np.array_equal(one[name], other[name]) for name in one)


@places
def test_a_seat_is_stepped_when_it_acts_and_sees_what_the_turn_based_form_shows(
    module: Any, scenario: str
) -> None:
    env = module.parallel_env(scenario=scenario, max_turns=3, waiting="absent")
    turns = module.raw_env(scenario=scenario, max_turns=3)
    rng = np.random.default_rng(SEED)
    views, infos = env.reset(seed=SEED)
    turns.reset(seed=SEED)
    steps = 0
    while env.agents and steps < MOST:
        (agent,) = views
        assert agent == turns.agent_selection == env.to_act and list(infos) == [agent]
        assert alike(views[agent], turns.observe(agent))
        word = int(rng.choice(infos[agent]["action_mask"].nonzero()[0]))
        views, rewards, over, cut, infos = env.step({agent: word})
        turns.step(word)
        assert list(views) == list(rewards) == list(over) == list(cut) == list(infos)
        steps += 1
    if not env.agents:
        assert set(views) == set(env.possible_agents) == set(over) and all(over.values())
        assert sum(rewards.values()) == 0
    assert steps > 10


@places
def test_all_are_shown_that_a_game_is_cut_short(module: Any, scenario: str) -> None:
    env = module.parallel_env(scenario=scenario, max_cycles=2, waiting="absent")
    views, infos = env.reset(seed=SEED)
    for _ in range(2):
        (agent,) = views
        word = int(infos[agent]["action_mask"].argmax())
        views, _, _, cut, infos = env.step({agent: word})
    assert set(views) == set(cut) == set(env.possible_agents) and all(cut.values())


def test_a_copy_leaves_out_who_waits_too() -> None:
    env = battle_rider_v0.parallel_env(scenario="duel", waiting="absent")
    env.reset(seed=SEED)
    same = pickle.loads(pickle.dumps(env))
    views = same.step({same.to_act: int(same.game.mask.argmax())})[0]
    assert list(views) == [same.to_act]


def test_an_unknown_way_to_wait_is_refused() -> None:
    with pytest.raises(ConfigError, match="waiting='asleep': must be one of stepped, absent"):
        battle_rider_v0.parallel_env(waiting="asleep")


@places
def test_what_is_shown_of_the_end_counts_no_actions(module: Any, scenario: str) -> None:
    """How many actions were taken in all, less one's own, is how often the other side was to act."""
    env = module.raw_env(scenario=scenario, max_turns=1)
    rng = np.random.default_rng(SEED)
    env.reset(seed=SEED)
    while not any(env.terminations.values()):
        mask = env.infos[env.agent_selection]["action_mask"]
        env.step(int(rng.choice(mask.nonzero()[0])))
    for agent in env.possible_agents:
        assert set(env.infos[agent]) == {"action_mask", "verdict", "reason", "turns", "margin"}
