"""What else could have been said: the net's other orders, those of others, and who plays on."""

from __future__ import annotations

import dataclasses
import json

import auction
import numpy as np
import pytest
from bidding import Bidder, bid, but_once, dearest

from spacecombat_agents.analysis.analysis_settings import AnalysisSettings
from spacecombat_agents.analysis.candidates import likely_orders, player_orders
from spacecombat_agents.analysis.net_evaluator import NetEvaluator
from spacecombat_agents.analysis.order_costs import measure_costs, playout_count
from spacecombat_agents.analysis.report_data import seat_to_json, to_remarks
from spacecombat_agents.analysis.rollouts import CandidateOrders, Rollouts
from spacecombat_agents.analysis.seat_analysis import Analyst
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Needs
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search.game_batch import GameBatch
from spacecombat_agents.search.net_player import action_probs
from spacecombat_agents.search.playouts import Horizon, Playouts
from spacecombat_agents.search.trajectory import Trajectory, record_trajectory
from spacecombat_env.core.ruleset import Games

TINY = AnalysisSettings(worlds=16, decisions=3)
SEED, AT = 11, 4
CHEAPEST = -100.0
"""Taste of a net that wants the cheapest action, and is as sure of it."""


class Buyer:
    """Says the dearest action, or the cheapest, and remembers the records that it was shown."""

    needs = Needs.RECORDS

    def __init__(self, name: str = "buyer", sign: int = 1) -> None:
        self.name, self.sign = name, sign
        self.shown: list[bytes] = []
        self.seeds: set[int] = set()

    def reset(self, seed: int) -> None:
        """There is nothing to forget."""

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        visible: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return the dearest legal actions, or the cheapest."""
        assert visible is not None
        self.shown += [row.tobytes() for row in visible.int64]
        self.seeds |= set(visible.states["seed"].tolist())
        worth = self.sign * visible.states["worth"].astype(np.int64)
        return np.where(masks > 0, worth, -100).argmax(axis=1)


def cheapest(number: int, worth: np.ndarray) -> int | None:
    """Say the cheapest action each time."""
    return int(np.where(worth < 0, 100, worth).argmin())


def worth_of(trajectory: Trajectory) -> np.ndarray:
    """Return what the actions were worth at each order, -1 where not legal: float (orders, A)."""
    return np.where(trajectory.masks > 0, trajectory.observations[:, 2 : 2 + auction.WORDS], -1.0)


def test_the_nets_orders_are_its_likeliest_the_likeliest_first(setting: GameSetting) -> None:
    trajectory = record_trajectory(bid(setting, SEED, but_once(AT), dearest), 0)
    evaluator, seeds = NetEvaluator(Bidder(taste=3.0)), np.arange(len(trajectory.orders))
    found = likely_orders(trajectory, evaluator, GameBatch(setting, 5), seeds, 3)
    likely = action_probs(
        evaluator.evaluate(trajectory.observations, trajectory.masks).logits, trajectory.masks
    )
    for orders, row in zip(found, likely, strict=True):
        best = np.argsort(-row, kind="stable")[: min(3, int((row > 0).sum()))]
        assert [each.actions for each in orders] == [(int(word),) for word in best]
        assert [each.chance for each in orders] == pytest.approx(row[best])
        assert {each.by for each in orders} == {"bidder"}
    sure = likely_orders(
        trajectory, NetEvaluator(Bidder(taste=1000.0)), GameBatch(setting, 5), seeds, 3
    )
    worth = worth_of(trajectory)
    for orders, row in zip(sure, worth, strict=True):
        assert [row[each.actions[0]] for each in orders] == [row.max()] * len(orders)


def test_another_is_queried_with_redacted_records_for_its_action(setting: GameSetting) -> None:
    trajectory = record_trajectory(bid(setting, SEED, but_once(AT), dearest), 0)
    evaluator, buyer = NetEvaluator(Bidder(taste=CHEAPEST)), Buyer()
    found = player_orders(
        trajectory,
        evaluator,
        buyer,
        GameBatch(setting, 5),
        np.arange(1, 1 + len(trajectory.orders)),
    )
    assert [orders[0].actions for orders in found] == [
        (int(w),) for w in worth_of(trajectory).argmax(axis=1)
    ]
    assert {orders[0].by for orders in found} == {"buyer"}
    assert max(orders[0].chance for orders in found) < 1e-3, "by the net's mind"
    assert buyer.seeds == {0}
    assert set(buyer.shown) == {row.tobytes() for row in trajectory.visible.int64}


def test_an_order_of_the_nets_own_is_dear_where_another_knows_better(setting: GameSetting) -> None:
    """A net that is sure of the cheapest action finds nothing dear in it, until another is asked."""
    game = bid(setting, SEED, cheapest, dearest)
    net = Bidder(taste=CHEAPEST)
    assert Analyst(setting, net, TINY).seat(game, 0).costs == []
    found = Analyst(setting, net, TINY, [Buyer()]).seat(game, 0)
    assert len(found.costs) == TINY.decisions
    for each in found.costs:
        assert each.cost.value > 3 * each.cost.error > 0.0
        assert each.net == (0.0, 0.0), "against its own word it cost nothing"
        assert found.best(each).by == "buyer"
    assert found.game is not None and found.game.decisions == (0.0, 0.0)
    told = seat_to_json(found)["dearest"][0]
    assert (told["best_by"], told["net"]) == ("buyer", told["said"])
    assert told["net_cost"] == {"value": 0.0, "error": 0.0} != told["cost"]
    assert "(buyer)" in to_remarks(found, "bidder").remarks[0].text


def test_the_nets_second_order_may_be_the_better_one(setting: GameSetting) -> None:
    game = bid(setting, SEED, cheapest, dearest)
    for candidates, is_found in ((1, False), (4, True)):
        settings = dataclasses.replace(TINY, rivals=candidates)
        found = Analyst(setting, Bidder(taste=-1.0), settings).seat(game, 0)
        assert bool(found.costs) is is_found
    assert all(found.best(each) != found.likeliest[each.order] for each in found.costs)
    assert max(each.cost.value / each.cost.error for each in found.costs) > 3.0


def test_the_rival_is_chosen_in_worlds_that_are_not_reported(setting: GameSetting) -> None:
    """The best of many profits from its luck: the value reported is less, on average."""
    settings = AnalysisSettings(worlds=16, decisions=12, rivals=8, turns=3)
    random_bits = [make_agent("random", setting)]
    chosen, told = [], []
    for seed in range(6):
        analyst = Analyst(setting, Bidder(taste=0.0), settings, pilots=random_bits)
        game = bid(setting, seed, dearest, dearest)
        found = analyst.seat(game, 0)
        chosen += [found.rough_costs[each.order].value for each in found.costs]
        told += [each.cost.value for each in found.costs]
    assert np.mean(chosen) > np.mean(told)


def test_worlds_are_dealt_out_among_those_who_play_on(setting: GameSetting) -> None:
    trajectory = record_trajectory(bid(setting, SEED, but_once(AT), dearest), 0)
    evaluator = NetEvaluator(Bidder())
    pairs = [Playouts(setting, (b, b), observes=True) for b in (Buyer(), Buyer("other", -1))]
    trial = [CandidateOrders(2, (trajectory.orders[2].actions, trajectory.orders[3].actions[:0]))]

    def values(*playouts: Playouts) -> np.ndarray:
        first, *more = playouts
        rollouts = Rollouts(trajectory, evaluator, first, 3, more)
        return rollouts.play(trial, 20, "a", Horizon(turn=3), lambda lines: None)[0]

    dear, cheap, both = values(pairs[0]), values(pairs[1]), values(*pairs)
    assert (dear != cheap).any()
    assert (both[:, ::2] == dear[:, ::2]).all() and (both[:, 1::2] == cheap[:, 1::2]).all()


def test_a_judge_looks_where_random_numbers_play_on(setting: GameSetting) -> None:
    game = bid(setting, SEED, but_once(AT), dearest)
    random_bits = [make_agent("random", setting)]
    [cost] = Analyst(setting, Bidder(), TINY, pilots=random_bits).seat(game, 0).costs
    assert cost.order == AT and cost.cost.value > 3 * cost.cost.error
    told = [
        json.dumps(
            seat_to_json(Analyst(setting, Bidder(), TINY, random_bits, random_bits).seat(game, 0))
        )
        for _ in range(2)
    ]
    assert told[0] == told[1]


def test_turns_are_played_anew_by_the_net_alone(setting: GameSetting) -> None:
    game = bid(setting, SEED, but_once(AT), dearest)
    random_bits = [make_agent("random", setting)]
    alone, shared = (
        Analyst(setting, Bidder(), TINY, pilots=pilots).seat(game, 0)
        for pilots in ([], random_bits)
    )
    assert [turn.rest for turn in alone.turns] == [turn.rest for turn in shared.turns]
    assert alone.rough_costs != shared.rough_costs


def test_a_bar_counts_no_more_than_is_played(setting: GameSetting) -> None:
    said: list[float] = []
    game = bid(setting, SEED, cheapest, dearest)
    Analyst(setting, Bidder(taste=-1.0), TINY, [Buyer()]).seat(game, 0, said.append)
    assert said == sorted(said) and said[0] > 0.0 and said[-2] <= said[-1] == 1.0
    assert playout_count([CandidateOrders(0, ((1,),))], TINY) == 0
    assert (
        playout_count([CandidateOrders(0, ((1,), (2,), (3,), (4,)))], TINY)
        == 4 * 8 + 5 * 16 + 4 * 64
    )


class Disclosed(Rollouts):
    """What comes of lines, as reported: each worth what `worths` says, in every world alike."""

    def __init__(self, worths: dict[tuple[int, ...], float]) -> None:
        self.worths = worths
        self.to_act: set[tuple[int, ...]] = set()

    def play(  # type: ignore[override]
        self, trials: list[CandidateOrders], worlds: int, *_: object
    ) -> list[np.ndarray]:
        """Return what lines are worth, with a little randomness of the world."""
        luck = np.linspace(-0.1, 0.1, worlds)
        self.to_act |= {line for trial in trials for line in trial.lines}
        return [np.array([self.worths[line] + luck for line in t.lines]) for t in trials]


@pytest.mark.parametrize(("later", "cost"), [(0.9, -0.05), (0.2, 0.3), (-0.4, 0.4)])
def test_what_can_still_be_said_after_an_order_was_not_missed(later: float, cost: float) -> None:
    """An order costs what its rival is worth more than it, or than itself with the rival after."""
    said, rival = (1,), (2, 3)
    rollouts = Disclosed({said: 0.0, rival: 0.8, said + rival: later})
    rough, found = measure_costs(
        rollouts, [CandidateOrders(0, (said, rival))], [said], TINY, lambda lines: None
    )
    assert said + rival in rollouts.to_act
    assert rough[0].value == pytest.approx(cost)
    if cost > 0.0:
        [dear] = found
        assert dear.cost.value == pytest.approx(cost) and dear.best == rival
        assert dear.net == (0.0, 0.0)
    else:
        assert found == []
