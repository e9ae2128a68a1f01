"""A game as a seat lived through it: its questions and words, and nothing of the other."""

from __future__ import annotations

import dataclasses

import auction
import numpy as np
import pytest
from bidding import Bidder, bid, but_once, dearest

from spacecombat_agents.analysis.life import live
from spacecombat_agents.analysis.mind import Mind
from spacecombat_agents.analysis.rivals import likeliest, said_chances
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search.board import Board
from spacecombat_agents.search.net import NetPlayer
from spacecombat_agents.search.searcher import Searcher
from spacecombat_agents.setting import Setting
from spacecombat_agents.studies.forks import course_of
from spacecombat_env.core.errors import ConfigError, ReplayError
from spacecombat_env.env.game import open_scenario
from spacecombat_env.replay import Recorder, Replay


def test_a_life_holds_what_the_seat_was_asked_and_said(setting: Setting) -> None:
    game = bid(setting, 5, but_once(3), dearest)
    for seat in (0, 1):
        life = live(game, seat)
        assert life.tokens.tolist() == list(game.tokens[seat::2])
        assert [order.own for order in life.orders] == list(range(auction.ROUNDS))
        assert [order.turn for order in life.orders] == list(range(auction.ROUNDS))
        assert life.orders[2].text == f"word {life.tokens[2]}"
        assert life.orders[2].question == "Which word of round 3?"
        assert (life.seen.states["seed"] == 0).all(), "the records are redacted"
        worth = life.seen.states["worth"] * life.seen.states["offered"]
        assert life.observations[:, 2 : 2 + auction.WORDS] == pytest.approx(0.1 * worth)
        assert (life.masks == life.seen.states["offered"]).all()
    outcome = game.outcome
    assert outcome is not None and outcome.verdict in (0, 1)
    results = [live(game, seat).result for seat in (0, 1)]
    assert results == ([1.0, -1.0] if outcome.verdict == 0 else [-1.0, 1.0])


def test_an_open_game_has_no_result_and_an_illegal_word_is_no_order(setting: Setting) -> None:
    game = bid(setting, 5, dearest, dearest)
    recorder = Recorder(setting.ruleset, setting.scenario, 5)
    for token in game.tokens[:7]:
        recorder.add(token)
    assert live(recorder.replay(), 0).result is None
    illegal = int(recorder.course.mask.argmin())
    recorder.add(illegal)
    lost = live(recorder.replay(), 1)
    assert (len(lost.orders), lost.result) == (3, -1.0)
    assert live(recorder.replay(), 0).result == 1.0


@pytest.fixture(scope="module")
def skirmish() -> Replay:
    """A game of two captains."""
    setting = Setting.of("battle_rider", "skirmish", max_turns=3)
    opened = open_scenario(setting.ruleset, "skirmish", max_turns=3)
    captain = make_agent("scripted:captain", setting)
    recorder = Recorder(setting.ruleset, opened, 4)
    course = recorder.course
    while course.seat >= 0:
        recorder.add(int(captain.act(None, course.out.mask, course.out.seen)[0]))
    return recorder.replay()


@pytest.mark.compiled
def test_orders_begin_where_the_engine_has_moved_or_another_was_asked(skirmish: Replay) -> None:
    for seat in (0, 1):
        life, course = live(skirmish, seat), course_of(skirmish, seat)
        assert [order.own for order in life.orders] == [each.own for each in course.moments]
        assert life.tokens.tolist() == [told.token for told in course.words]
        together = [word for order in life.orders for word in order.words]
        assert together == life.tokens.tolist()
        assert max(len(order.words) for order in life.orders) > 1


def test_the_likeliest_order_is_the_best_word_and_chances_are_the_nets(setting: Setting) -> None:
    life = live(bid(setting, 9, but_once(4), dearest), 0)
    mind, board = Mind(Bidder()), Board(setting, 5)
    liked = [own for [own] in likeliest(life, mind, board, np.arange(len(life.orders)))]
    worth = np.where(life.masks > 0, life.observations[:, 2 : 2 + auction.WORDS], -1.0)
    assert [each.words for each in liked] == [(word,) for word in worth.argmax(axis=1)]
    assert liked[0].text == f"word {liked[0].words[0]}"
    said = said_chances(life, mind.answers(life.observations, life.masks).logits)
    others = np.arange(len(said)) != 4
    likely = np.array([each.chance for each in liked])
    assert said[others] == pytest.approx(likely[others]) and likely[4] > 0.1
    assert said[4] < 1e-6


def test_who_is_asked_and_who_plays_on(setting: Setting) -> None:
    alone = Mind(Bidder())
    assert isinstance(alone.player, NetPlayer) and alone.name == "bidder"
    net = Bidder()
    assert Mind(Searcher(setting, net)).net is net
    for name in ("random", "scripted:captain"):
        with pytest.raises(ConfigError, match=f"^{name}: with: is no net"):
            Mind(make_agent(name, setting))


def test_a_replay_that_cannot_be_played_is_refused(setting: Setting) -> None:
    game = bid(setting, 5, dearest, dearest)
    with pytest.raises(ReplayError, match="tokens.25.: the game is over after decision 24 of 25"):
        live(dataclasses.replace(game, tokens=(*game.tokens, 0)), 0)
