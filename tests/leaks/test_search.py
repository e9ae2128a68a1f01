"""Search reads what its seat sees: other truths behind one look give the same words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kit.slowly import slow

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent, query_agent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search.determinization import determinize
from spacecombat_agents.search.ismcts import Ismcts
from spacecombat_agents.search.search_settings import IsmctsSettings, SearchSettings
from spacecombat_agents.search.searcher import Searcher
from spacecombat_env.core.kernels.batch import REFRESH
from spacecombat_env.env.vector.batch import BatchEnv

pytestmark = pytest.mark.compiled
TRUTHS = 6
WORDS = (0, 31, 61)
"""Actions after which games are looked at: the set-up, and two places in play, with six or more choices."""
TINY = SearchSettings(worlds=2, candidates=4, draws=8, rounds=2, horizon=4)
ITERATIONS = 4


class Anything:
    """A net for a setting: weights by lot."""

    def __init__(self, setting: GameSetting) -> None:
        rng = np.random.default_rng(2)
        size = setting.scenario.observation.size
        self.weights = rng.normal(size=(size, setting.scenario.actions.size)) / np.sqrt(size)
        self.worth = rng.normal(size=size) / np.sqrt(size)

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        logits = np.where(masks > 0, observations @ self.weights, -1e8)
        return logits, np.tanh(observations @ self.worth)


def searchers(setting: GameSetting) -> dict[str, Agent]:
    """Return players that search, by name."""
    random = make_agent("random", setting)
    return {
        "ismcts": Ismcts(setting, ITERATIONS, random, IsmctsSettings(horizon=20)),
        "net": Searcher(setting, Anything(setting), TINY),
    }


def behind_one_look(setting: GameSetting, words: int) -> BatchEnv:
    """Return games, all of which look to the seat to act as one did after some random words.

    What is hidden, the dice to come and the seed differ from row to row.
    """
    env = setting.batch(1, threads=1, keep_visible=True)
    env.reset(seed=words)
    for _ in range(words):
        env.step(env.sample_random().copy())
    rows, seats = np.zeros(TRUTHS, np.int64), np.repeat(env.out.seat, TRUTHS)
    seeds = np.arange(TRUTHS) * 7919 + 1
    worlds = determinize(env.kernels, env.scenario.table, env.out.visible, rows, seats, seeds)
    many = setting.batch(TRUTHS, threads=1, keep_visible=True)
    many.games.raw[:] = worlds.raw
    many.step(np.full(TRUTHS, REFRESH))
    return many


@pytest.mark.parametrize(("words", "draws"), [(0, 16), (61, 16), *(slow(n, 40) for n in WORDS)])
@pytest.mark.parametrize(
    ("ruleset", "scenario"), [("battle_rider", "skirmish"), ("intercept_sensors", "duel")]
)
def test_other_truths_behind_one_look_give_the_same_actions(
    ruleset: str, scenario: str, words: int, draws: int
) -> None:
    setting = GameSetting.of(ruleset, scenario)
    env = behind_one_look(setting, words)
    rows, lot = np.arange(TRUTHS), np.random.default_rng(words).integers(2**63, size=draws)
    raw = env.games.raw
    assert (env.out.visible.raw == env.out.visible.raw[0]).all()
    assert (raw != raw[0]).any(axis=1)[1:].all()
    for name, agent in searchers(setting).items():
        said = []
        for luck in lot.astype(np.uint64):
            agent.reset(int(luck) % 1000)
            told = query_agent(agent, env, rows, np.repeat(luck, TRUTHS))
            assert (told == told[0]).all(), name
            said.append(int(told[0]))
        assert len(set(said)) > 1, f"{name} says one thing whatever its luck: nothing is shown"


@pytest.mark.parametrize("ruleset", ["battle_rider", "intercept_sensors"])
def test_true_games_are_not_touched(ruleset: str) -> None:
    """What is asked while the true games hold nothing is answered as it was."""
    setting = GameSetting.of(ruleset)
    env = behind_one_look(setting, WORDS[-1])
    luck = np.arange(TRUTHS).astype(np.uint64)
    for agent in searchers(setting).values():
        kept = env.games.raw.copy()
        told = query_agent(agent, env, np.arange(TRUTHS), luck)
        assert (env.games.raw == kept).all()
        env.games.raw[:] = 0
        agent.reset(1)
        assert (query_agent(agent, env, np.arange(TRUTHS), luck) == told).all()
        env.games.raw[:] = kept


def test_a_search_that_peeks_is_found_out() -> None:
    """The test above has teeth: with the truth in place of what is seen, words differ."""
    setting = GameSetting.of("battle_rider", "skirmish")
    env = behind_one_look(setting, WORDS[-1])
    out: Any = env.out
    env.out = out._replace(visible=env.games)
    agent = Searcher(setting, Anything(setting), TINY)
    told = []
    for luck in range(20):
        agent.reset(0)
        told.append(query_agent(agent, env, np.arange(TRUTHS), np.full(TRUTHS, luck, np.uint64)))
    assert any((words != words[0]).any() for words in told)
