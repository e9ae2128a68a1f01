"""The opponent that searches: candidates, rounds, the step of improvement, plans."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from toys import Taker, positions

from spacecombat_agents.arena.matches.match import play_match
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent, next_random_bits, query_agent, random_bits_at
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search import search_factory
from spacecombat_agents.search.net_player import NetPlayer, action_probs
from spacecombat_agents.search.order_sampler import SampledOrder, most_likely
from spacecombat_agents.search.planned_actions import PlannedActions
from spacecombat_agents.search.playouts import Playouts
from spacecombat_agents.search.policy_improvement import CandidateSet, PolicyImprover
from spacecombat_agents.search.sampled_worlds import pad_actions
from spacecombat_agents.search.search_settings import SearchSettings
from spacecombat_agents.search.searcher import Searcher
from spacecombat_env.core.errors import ConfigError

TINY = SearchSettings(worlds=2, candidates=4, draws=8, rounds=2, horizon=3, eta=500)
SURE = 1
"""Seed of a position in which one action is the dearest."""
A, B, C, D = (
    SampledOrder((word,), np.log(chance)) for word, chance in enumerate((0.5, 0.3, 0.15, 0.05))
)


def random_bits(count: int, seed: int = 3) -> np.ndarray:
    """Return a lot for each of some rows."""
    return np.random.default_rng(seed).integers(2**64, size=count, dtype=np.uint64)


class Blocky:
    """A net for any setting: weights at random."""

    def __init__(self, setting: GameSetting, sharpness: float = 3.0) -> None:
        size = setting.scenario.observation.size, setting.scenario.actions.size
        rng = np.random.default_rng(4)
        self.weights = rng.normal(size=size) * sharpness / np.sqrt(size[0])
        self.worth = rng.normal(size=size[0]) / np.sqrt(size[0])

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        logits = np.where(masks > 0, observations @ self.weights, -1e8)
        return logits, np.tanh(observations @ self.worth)


def test_the_random_number_after_a_random_number_is_known() -> None:
    luck = random_bits(50)
    for number in range(3):
        lot = random_bits_at(luck, np.full(50, number))
        assert (next_random_bits(lot) == random_bits_at(luck, np.full(50, number + 1))).all()


def test_actions_that_are_not_legal_have_no_chance() -> None:
    masks = np.array([[1, 0, 1], [0, 1, 0]], np.int8)
    found = action_probs(np.array([[0.0, 9.0, 0.0], [5.0, -50.0, 5.0]], np.float32), masks)
    assert found == pytest.approx(np.array([[0.5, 0.0, 0.5], [0.0, 1.0, 0.0]]))


def test_a_net_judges_for_the_seat_that_acts(setting: GameSetting) -> None:
    from spacecombat_agents.search.game_batch import GameBatch

    player, batch = NetPlayer(Taker()), GameBatch(setting, 4)
    env = positions(setting, [1, 2, 3, 4], actions=1)
    batch.add(env.games, np.arange(4), np.arange(4), random_bits(4))
    _, values = player.net.forward(env.floats(), env.out.mask)
    assert (batch.seats == 1).all()
    assert player.evaluate_leaves(batch, np.arange(4)) == pytest.approx(-values)


def test_the_likeliest_of_the_different_orders_are_kept() -> None:
    assert most_likely([C, A, B, A, D, B], 3) == [A, B, C]
    assert pad_actions([(1, 2), (3,)]).tolist() == [[1, 2], [3, -1]]


def test_rounds_drop_the_worse_and_keep_their_distance() -> None:
    candidate_set = CandidateSet([A, B, C, D])
    candidate_set.record(np.array([0.0, 0.4, 0.2, -0.2]))
    candidate_set.halve()
    assert candidate_set.remaining.tolist() == [1, 2]
    candidate_set.record(np.array([0.0, 0.1]))
    assert candidate_set.q == pytest.approx([-0.25, 0.0, 0.1, -0.45])
    candidate_set.halve()
    assert candidate_set.remaining.tolist() == [1, 2]


def test_the_step_of_improvement_is_as_it_is_written() -> None:
    candidate_set = CandidateSet([A, B, C, D])
    assert candidate_set.improved_policy(SearchSettings(eta=0)) == pytest.approx(
        [0.5, 0.3, 0.15, 0.05]
    )
    candidate_set.q = np.array([0.0, 0.1, -0.1, 0.3])
    logs = (np.log([0.5, 0.3, 0.15, 0.05]) + 10.0 * candidate_set.q) / (1.0 + 10.0 * 0.006)
    wanted = np.exp(logs) / np.exp(logs).sum()
    assert candidate_set.improved_policy(SearchSettings(eta=10, tau=6)) == pytest.approx(wanted)
    assert candidate_set.improved_policy(SearchSettings(eta=1000, tau=0))[3] > 0.999


class Spy(Playouts):
    """Playouts that note what they are given."""

    def play(self, worlds, lines, horizon=None, judge=None):  # type: ignore[no-untyped-def]
        self.given.append((worlds.raw.copy(), lines))
        return super().play(worlds, lines, horizon, judge)


def test_candidates_share_worlds_and_randomness_and_rounds_share_none(setting: GameSetting) -> None:
    net = NetPlayer(Taker())
    spy = Spy(setting, (net, net))
    spy.given = []  # type: ignore[attr-defined]
    settings = SearchSettings(worlds=3, candidates=8, rounds=3, horizon=2)
    env, luck = positions(setting, [4, 9], actions=2), random_bits(2)
    legal = [np.flatnonzero(mask)[:6].tolist() for mask in env.out.mask]
    candidate_sets = [
        CandidateSet([SampledOrder((word,), -1.0) for word in actions]) for actions in legal
    ]
    at = np.arange(2), env.out.seat, luck
    PolicyImprover(spy, net, settings).choose(candidate_sets, env.out.visible, *at)
    counts, visible = [len(actions) for actions in legal], set()
    for worlds, lines in spy.given:  # type: ignore[attr-defined]
        assert len(worlds) == 6 and len({world.tobytes() for world in worlds} | visible) == 6 + len(
            visible
        )
        visible |= {world.tobytes() for world in worlds}
        for candidate_set in range(2):
            own = lines.world // 3 == candidate_set
            assert (lines.world[own].reshape(-1, 3) == np.arange(3) + 3 * candidate_set).all()
            paired = lines.streams[own].reshape(-1, 3)
            assert (paired == paired[0]).all()
            assert len(set(paired[0].tolist())) == 3
    sizes = [len(lines.streams) for _, lines in spy.given]  # type: ignore[attr-defined]
    assert sizes == [3 * sum(counts), 3 * sum((n + 1) // 2 for n in counts), 3 * 2 * 2]


def test_it_plays_better_than_its_net(setting: GameSetting) -> None:
    """The net says anything; of what it says, the search finds what leads."""
    settings = SearchSettings(worlds=4, candidates=12, draws=64, horizon=1, eta=100)
    players = Searcher(setting, Taker(), settings), make_agent("random", setting)
    result = play_match(setting, players, pairs=8, seed=0)
    assert result.failures == 0
    assert result.score_a > 0.9


def test_where_the_net_is_sure_nothing_is_tried(setting: GameSetting) -> None:
    net = Taker(taste=1e4)
    agent = Searcher(setting, net, SearchSettings(draws=4))
    env = positions(setting, [SURE], actions=2)
    worth = (env.out.visible.states["worth"] * env.out.mask)[0]
    assert (worth == worth.max()).sum() == 1
    word = int(query_agent(agent, env, np.arange(1), random_bits(1))[0])
    assert (word, net.rows) == (int(worth.argmax()), 4)


def test_its_actions_do_not_depend_on_other_rows(setting: GameSetting) -> None:
    env, luck = positions(setting, list(range(9)), actions=3), random_bits(9)
    together = query_agent(Searcher(setting, Taker(), TINY), env, np.arange(9), luck)
    for width in (3, 64):
        agent = Searcher(setting, Taker(), TINY, width=width)
        for order in (np.array([8, 2, 5]), np.array([4])):
            assert (query_agent(agent, env, order, luck[order]) == together[order]).all()


def test_plans_are_taken_once_in_order_and_the_oldest_forgotten() -> None:
    plans = PlannedActions(capacity=2)
    plans.add((b"a", 0), 1)
    plans.add((b"a", 0), 2)
    plans.add((b"b", 0), 3)
    assert [plans.take((b"a", 0)) for _ in range(3)] == [1, 2, None]
    assert plans.take((b"b", 5)) is None
    plans.add((b"c", 0), 4)
    plans.add((b"d", 0), 5)
    assert [plans.take((mark, 0)) for mark in (b"b", b"c", b"d")] == [None, 4, 5]
    assert len(plans) == 0


@pytest.mark.parametrize(
    ("settings", "told"),
    [("", ""), ("(worlds=4,draws=64,eta=3)", "(worlds=4,eta=3)"), ("(turn=off)", "(turn=off)")],
)
def test_names(
    setting: GameSetting, monkeypatch: pytest.MonkeyPatch, settings: str, told: str
) -> None:
    class Named(Taker):
        name = "novice"

    def made(name: str, where: GameSetting) -> Any:
        assert name == "some/novice.opp"
        return Named()

    monkeypatch.setattr(search_factory, "make_agent", made)
    agent = make_agent(f"search:some/novice.opp{settings}", setting)
    assert isinstance(agent, Agent)
    assert agent.name == f"search:novice{told}"


@pytest.mark.parametrize(
    ("spoken", "reason"),
    [
        (
            "search:random",
            "search:random: net: random is not a network; use FILE.opp, net:FILE.safetensors or sb3:FILE.zip",
        ),
        ("search:random(worlds=0)", "worlds: '0' is not a whole number from 1 to 256"),
        ("search:random(depth=3)", "depth: no such parameter of search; there are: worlds"),
        ("search:nobody", "nobody: agent: unknown player"),
    ],
)
def test_other_names_are_refused_with_a_reason(
    setting: GameSetting, spoken: str, reason: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        make_agent(spoken, setting)
    assert reason in str(caught.value)
