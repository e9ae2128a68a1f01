"""What else could have been said: the net's other orders, those of others, and who plays on."""

from __future__ import annotations

import dataclasses
import json

import auction
import numpy as np
import pytest
from bidding import Bidder, bid, but_once, dearest

from spacecombat_agents.analysis.costs import costs, lines_of
from spacecombat_agents.analysis.fates import Fates, Trial
from spacecombat_agents.analysis.life import Life, live
from spacecombat_agents.analysis.mind import Mind
from spacecombat_agents.analysis.rivals import asked, likeliest
from spacecombat_agents.analysis.seats import Analyst
from spacecombat_agents.analysis.settings import AnalysisSettings
from spacecombat_agents.analysis.told import remarks_of, seat_json
from spacecombat_agents.players.base import Needs
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search.board import Board
from spacecombat_agents.search.net import chances
from spacecombat_agents.search.playouts import Horizon, Playouts
from spacecombat_agents.setting import Setting
from spacecombat_env.core.ruleset import Games

TINY = AnalysisSettings(worlds=16, decisions=3)
SEED, AT = 11, 4
CHEAPEST = -100.0
"""Taste of a net that wants the cheapest word, and is as sure of it."""


class Buyer:
    """Says the dearest word, or the cheapest, and remembers the records that it was shown."""

    needs = Needs.SEEN

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
        seen: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return the dearest legal words, or the cheapest."""
        assert seen is not None
        self.shown += [row.tobytes() for row in seen.words]
        self.seeds |= set(seen.states["seed"].tolist())
        worth = self.sign * seen.states["worth"].astype(np.int64)
        return np.where(masks > 0, worth, -100).argmax(axis=1)


def cheapest(own: int, worth: np.ndarray) -> int | None:
    """Say the cheapest word each time."""
    return int(np.where(worth < 0, 100, worth).argmin())


def worth_of(life: Life) -> np.ndarray:
    """Return what the words were worth at each order, -1 where not legal: float (orders, A)."""
    return np.where(life.masks > 0, life.observations[:, 2 : 2 + auction.WORDS], -1.0)


def test_the_nets_orders_are_its_likeliest_the_likeliest_first(setting: Setting) -> None:
    life = live(bid(setting, SEED, but_once(AT), dearest), 0)
    mind, seeds = Mind(Bidder(taste=3.0)), np.arange(len(life.orders))
    found = likeliest(life, mind, Board(setting, 5), seeds, 3)
    likely = chances(mind.answers(life.observations, life.masks).logits, life.masks)
    for own, row in zip(found, likely, strict=True):
        best = np.argsort(-row, kind="stable")[: min(3, int((row > 0).sum()))]
        assert [each.words for each in own] == [(int(word),) for word in best]
        assert [each.chance for each in own] == pytest.approx(row[best])
        assert {each.by for each in own} == {"bidder"}
    sure = likeliest(life, Mind(Bidder(taste=1000.0)), Board(setting, 5), seeds, 3)
    worth = worth_of(life)
    for own, row in zip(sure, worth, strict=True):
        assert [row[each.words[0]] for each in own] == [row.max()] * len(own)


def test_another_is_asked_with_redacted_records_for_what_it_would_say(setting: Setting) -> None:
    life = live(bid(setting, SEED, but_once(AT), dearest), 0)
    mind, buyer = Mind(Bidder(taste=CHEAPEST)), Buyer()
    found = asked(life, mind, buyer, Board(setting, 5), np.arange(1, 1 + len(life.orders)))
    assert [own[0].words for own in found] == [(int(w),) for w in worth_of(life).argmax(axis=1)]
    assert {own[0].by for own in found} == {"buyer"}
    assert max(own[0].chance for own in found) < 1e-3, "by the net's mind"
    assert buyer.seeds == {0}
    assert set(buyer.shown) == {row.tobytes() for row in life.seen.words}


def test_an_order_of_the_nets_own_is_dear_where_another_knows_better(setting: Setting) -> None:
    """A net that is sure of the cheapest word finds nothing dear in it, until another is asked."""
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
    told = seat_json(found)["dearest"][0]
    assert (told["best_by"], told["net"]) == ("buyer", told["said"])
    assert told["net_cost"] == {"value": 0.0, "error": 0.0} != told["cost"]
    assert "(buyer)" in remarks_of(found, "bidder").remarks[0].text


def test_the_nets_second_order_may_be_the_better_one(setting: Setting) -> None:
    game = bid(setting, SEED, cheapest, dearest)
    for rivals, is_found in ((1, False), (4, True)):
        settings = dataclasses.replace(TINY, rivals=rivals)
        found = Analyst(setting, Bidder(taste=-1.0), settings).seat(game, 0)
        assert bool(found.costs) is is_found
    assert all(found.best(each) != found.likeliest[each.order] for each in found.costs)
    assert max(each.cost.value / each.cost.error for each in found.costs) > 3.0


def test_the_rival_is_chosen_in_worlds_that_are_not_told(setting: Setting) -> None:
    """The best of many is taken for the luck that it had: what is told is less, on the average."""
    settings = AnalysisSettings(worlds=16, decisions=12, rivals=8, turns=3)
    lots = [make_agent("random", setting)]
    chosen, told = [], []
    for seed in range(6):
        analyst = Analyst(setting, Bidder(taste=0.0), settings, pilots=lots)
        game = bid(setting, seed, dearest, dearest)
        found = analyst.seat(game, 0)
        chosen += [found.rough[each.order].value for each in found.costs]
        told += [each.cost.value for each in found.costs]
    assert np.mean(chosen) > np.mean(told)


def test_worlds_are_dealt_out_among_those_who_play_on(setting: Setting) -> None:
    life = live(bid(setting, SEED, but_once(AT), dearest), 0)
    mind = Mind(Bidder())
    pairs = [Playouts(setting, (b, b), looks=True) for b in (Buyer(), Buyer("other", -1))]
    trial = [Trial(2, (life.orders[2].words, life.orders[3].words[:0]))]

    def values(*playouts: Playouts) -> np.ndarray:
        first, *more = playouts
        fates = Fates(life, mind, first, 3, more)
        return fates.of(trial, 20, "a", Horizon(turn=3), lambda lines: None)[0]

    dear, cheap, both = values(pairs[0]), values(pairs[1]), values(*pairs)
    assert (dear != cheap).any()
    assert (both[:, ::2] == dear[:, ::2]).all() and (both[:, 1::2] == cheap[:, 1::2]).all()


def test_a_judge_looks_where_lots_play_on(setting: Setting) -> None:
    game = bid(setting, SEED, but_once(AT), dearest)
    lots = [make_agent("random", setting)]
    [cost] = Analyst(setting, Bidder(), TINY, pilots=lots).seat(game, 0).costs
    assert cost.order == AT and cost.cost.value > 3 * cost.cost.error
    told = [
        json.dumps(seat_json(Analyst(setting, Bidder(), TINY, lots, lots).seat(game, 0)))
        for _ in range(2)
    ]
    assert told[0] == told[1]


def test_turns_are_played_anew_by_the_net_alone(setting: Setting) -> None:
    game = bid(setting, SEED, but_once(AT), dearest)
    lots = [make_agent("random", setting)]
    alone, shared = (
        Analyst(setting, Bidder(), TINY, pilots=pilots).seat(game, 0) for pilots in ([], lots)
    )
    assert [turn.rest for turn in alone.turns] == [turn.rest for turn in shared.turns]
    assert alone.rough != shared.rough


def test_a_bar_counts_no_more_than_is_played(setting: Setting) -> None:
    said: list[float] = []
    game = bid(setting, SEED, cheapest, dearest)
    Analyst(setting, Bidder(taste=-1.0), TINY, [Buyer()]).seat(game, 0, said.append)
    assert said == sorted(said) and said[0] > 0.0 and said[-2] <= said[-1] == 1.0
    assert lines_of([Trial(0, ((1,),))], TINY) == 0
    assert lines_of([Trial(0, ((1,), (2,), (3,), (4,)))], TINY) == 4 * 8 + 5 * 16 + 4 * 64


class Told(Fates):
    """What comes of lines, as it is told: each worth what `worths` says, in every world alike."""

    def __init__(self, worths: dict[tuple[int, ...], float]) -> None:
        self.worths = worths
        self.asked: set[tuple[int, ...]] = set()

    def of(  # type: ignore[override]
        self, trials: list[Trial], worlds: int, *_: object
    ) -> list[np.ndarray]:
        """Return what lines are worth, with a little luck of the world."""
        luck = np.linspace(-0.1, 0.1, worlds)
        self.asked |= {line for trial in trials for line in trial.lines}
        return [np.array([self.worths[line] + luck for line in t.lines]) for t in trials]


@pytest.mark.parametrize(("later", "cost"), [(0.9, -0.05), (0.2, 0.3), (-0.4, 0.4)])
def test_what_can_still_be_said_after_an_order_was_not_missed(later: float, cost: float) -> None:
    """An order costs what its rival is worth more than it, or than itself with the rival after."""
    said, rival = (1,), (2, 3)
    fates = Told({said: 0.0, rival: 0.8, said + rival: later})
    rough, found = costs(fates, [Trial(0, (said, rival))], [said], TINY, lambda lines: None)
    assert said + rival in fates.asked
    assert rough[0].value == pytest.approx(cost)
    if cost > 0.0:
        [dear] = found
        assert dear.cost.value == pytest.approx(cost) and dear.best == rival
        assert dear.net == (0.0, 0.0)
    else:
        assert found == []
