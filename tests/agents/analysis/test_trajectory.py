"""A game as a seat lived through it: its questions and actions, and nothing of the other."""

from __future__ import annotations

import dataclasses

import auction
import numpy as np
import pytest
from bidding import Bidder, bid, but_once, dearest

from spacecombat_agents.analysis.candidates import likely_orders, order_probs
from spacecombat_agents.analysis.net_evaluator import NetEvaluator
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search.game_batch import GameBatch
from spacecombat_agents.search.net_player import NetPlayer
from spacecombat_agents.search.searcher import Searcher
from spacecombat_agents.search.trajectory import record_trajectory
from spacecombat_env.core.errors import ConfigError, ReplayError
from spacecombat_env.env.game import Game, open_scenario
from spacecombat_env.env.orders import engine_has_moved
from spacecombat_env.replay import Recorder, Replay, open_replay


def test_a_trajectory_holds_decisions_and_actions_of_the_seat(setting: GameSetting) -> None:
    game = bid(setting, 5, but_once(3), dearest)
    for seat in (0, 1):
        trajectory = record_trajectory(game, seat)
        assert trajectory.actions.tolist() == list(game.actions[seat::2])
        assert [order.first_action for order in trajectory.orders] == list(range(auction.ROUNDS))
        assert [order.turn for order in trajectory.orders] == list(range(auction.ROUNDS))
        assert trajectory.orders[2].text == f"word {trajectory.actions[2]}"
        assert trajectory.orders[2].decision_text == "Which word of round 3?"
        assert (trajectory.visible.states["seed"] == 0).all(), "the records are redacted"
        worth = trajectory.visible.states["worth"] * trajectory.visible.states["offered"]
        assert trajectory.observations[:, 2 : 2 + auction.WORDS] == pytest.approx(0.1 * worth)
        assert (trajectory.masks == trajectory.visible.states["offered"]).all()
    outcome = game.outcome
    assert outcome is not None and outcome.verdict in (0, 1)
    results = [record_trajectory(game, seat).result for seat in (0, 1)]
    assert results == ([1.0, -1.0] if outcome.verdict == 0 else [-1.0, 1.0])


def test_an_open_game_has_no_result_and_an_illegal_action_is_no_order(setting: GameSetting) -> None:
    game = bid(setting, 5, dearest, dearest)
    recorder = Recorder(setting.ruleset, setting.scenario, 5)
    for action in game.actions[:7]:
        recorder.add(action)
    assert record_trajectory(recorder.replay(), 0).result is None
    illegal = int(recorder.playback.mask.argmin())
    recorder.add(illegal)
    lost = record_trajectory(recorder.replay(), 1)
    assert (len(lost.orders), lost.result) == (3, -1.0)
    assert record_trajectory(recorder.replay(), 0).result == 1.0


@pytest.fixture(scope="module")
def skirmish() -> Replay:
    """A game of two captains."""
    setting = GameSetting.of("battle_rider", "skirmish", max_turns=3)
    opened = open_scenario(setting.ruleset, "skirmish", max_turns=3)
    captain = make_agent("scripted:captain", setting)
    recorder = Recorder(setting.ruleset, opened, 4)
    course = recorder.playback
    while course.seat >= 0:
        recorder.add(int(captain.act(None, course.out.mask, course.out.visible)[0]))
    return recorder.replay()


def starts_of_orders(replay: Replay, seat: int) -> list[int]:
    """Return how many actions the seat had taken when an order began, by a game of its own."""
    opened = open_replay(replay)
    game = Game(opened.ruleset, opened.scenario)
    game.start(replay.seed)
    starts, own, fresh = [], 0, True
    for action in replay.actions:
        before = game.copy()
        if game.seat == seat:
            starts += [own] if fresh else []
            own += 1
        game.step(action)
        fresh = game.seat != before.seat or engine_has_moved(before, game)
    return starts


@pytest.mark.compiled
def test_orders_begin_where_the_engine_has_moved_or_another_seat_decided(skirmish: Replay) -> None:
    for seat in (0, 1):
        trajectory = record_trajectory(skirmish, seat)
        assert [order.first_action for order in trajectory.orders] == starts_of_orders(
            skirmish, seat
        )
        assert len(trajectory.decisions) == len(trajectory.actions) > 0
        together = [word for order in trajectory.orders for word in order.actions]
        assert together == trajectory.actions.tolist()
        assert max(len(order.actions) for order in trajectory.orders) > 1


def test_the_likeliest_order_is_the_best_action_and_chances_are_the_nets(
    setting: GameSetting,
) -> None:
    trajectory = record_trajectory(bid(setting, 9, but_once(4), dearest), 0)
    evaluator, batch = NetEvaluator(Bidder()), GameBatch(setting, 5)
    liked = [
        order
        for [order] in likely_orders(
            trajectory, evaluator, batch, np.arange(len(trajectory.orders))
        )
    ]
    worth = np.where(trajectory.masks > 0, trajectory.observations[:, 2 : 2 + auction.WORDS], -1.0)
    assert [each.actions for each in liked] == [(word,) for word in worth.argmax(axis=1)]
    assert liked[0].text == f"word {liked[0].actions[0]}"
    said = order_probs(
        trajectory, evaluator.evaluate(trajectory.observations, trajectory.masks).logits
    )
    others = np.arange(len(said)) != 4
    likely = np.array([each.chance for each in liked])
    assert said[others] == pytest.approx(likely[others]) and likely[4] > 0.1
    assert said[4] < 1e-6


def test_who_is_queried_and_who_plays_on(setting: GameSetting) -> None:
    alone = NetEvaluator(Bidder())
    assert isinstance(alone.player, NetPlayer) and alone.name == "bidder"
    net = Bidder()
    assert NetEvaluator(Searcher(setting, net)).net is net
    for name in ("random", "scripted:captain"):
        with pytest.raises(ConfigError, match=f"^{name}: with: is not a network"):
            NetEvaluator(make_agent(name, setting))


def test_a_replay_that_cannot_be_played_is_refused(setting: GameSetting) -> None:
    game = bid(setting, 5, dearest, dearest)
    with pytest.raises(ReplayError, match="tokens.25.: the game is over after decision 24 of 25"):
        record_trajectory(dataclasses.replace(game, actions=(*game.actions, 0)), 0)
