"""The analysis of games of the auction, whose best play is known: costs, turns, randomness, fog."""

from __future__ import annotations

import json
import math

import auction
import numpy as np
import pytest
from bidding import Bidder, bid, but_once, dearest

from spacecombat_agents.analysis.analysis_settings import AnalysisSettings
from spacecombat_agents.analysis.luck_decomposition import MeanEstimate, total_breakdown
from spacecombat_agents.analysis.net_evaluator import NetEvaluator
from spacecombat_agents.analysis.order_costs import screen_orders
from spacecombat_agents.analysis.report_data import seat_to_json, to_remarks
from spacecombat_agents.analysis.rollouts import CandidateOrders, Rollouts
from spacecombat_agents.analysis.seat_analysis import Analyst
from spacecombat_agents.benchmark.poker import kuhn
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.search.playouts import Horizon, Playouts, PlayoutStarts
from spacecombat_agents.search.trajectory import record_trajectory
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.replay import Recorder, Replay

TINY = AnalysisSettings(worlds=16, decisions=3)
PLANTED = 4


def analysed(setting: GameSetting, game: Replay, seat: int, settings: AnalysisSettings = TINY):
    """Return the analysis of a game for a seat, by a net that bids well."""
    return Analyst(setting, Bidder(), settings).seat(game, seat)


def test_a_planted_blunder_is_the_only_order_that_costs(setting: GameSetting) -> None:
    game = bid(setting, 11, but_once(PLANTED), dearest)
    found = analysed(setting, game, 0)
    [cost] = found.costs
    assert cost.order == PLANTED
    assert cost.cost.value > 4 * cost.cost.error > 0.0
    assert cost.cost.value != found.rough_costs[PLANTED].value, (
        "the reported value is measured afresh"
    )
    assert found.played_probs[PLANTED] < 1e-9 < found.likeliest[PLANTED].chance
    assert analysed(setting, game, 1).costs == []


def test_what_is_dear_to_one_seat_is_worth_the_same_to_the_other_way_round(
    setting: GameSetting,
) -> None:
    """The deciding seat learns a move's worth, also where it is the second seat."""
    game = bid(setting, 12, dearest, but_once(PLANTED))
    [cost] = analysed(setting, game, 1).costs
    assert cost.order == PLANTED and cost.cost.value > 3 * cost.cost.error


def test_orders_are_compared_in_the_same_worlds_with_the_same_randomness(
    setting: GameSetting,
) -> None:
    trajectory = record_trajectory(bid(setting, 11, but_once(PLANTED), dearest), 0)
    evaluator = NetEvaluator(Bidder(taste=0.0))
    rollouts = Rollouts(
        trajectory, evaluator, Playouts(setting, (evaluator.player, evaluator.player)), 3
    )
    words = trajectory.orders[2].actions
    [twice] = rollouts.play(
        [CandidateOrders(2, (words, words))], 20, "a", Horizon(4), lambda lines: None
    )
    assert (twice[0] == twice[1]).all() and twice[0].std() > 0.0
    done: list[int] = []
    many = [CandidateOrders(n, (trajectory.orders[n].actions,)) for n in (1, 2, 5)]
    together = rollouts.play(many, 20, "a", Horizon(4), done.append)
    assert (together[1] == twice[0]).all(), "a position's worlds do not depend on others"
    assert sum(done) == 3 * 20
    [fresh] = rollouts.play([CandidateOrders(2, (words,))], 20, "b", Horizon(4), lambda lines: None)
    assert (fresh[0] != twice[0]).any()


def test_what_a_turn_changed_adds_up(setting: GameSetting) -> None:
    game = bid(setting, 11, but_once(PLANTED), but_once(2))
    for seat in (0, 1):
        found = analysed(setting, game, seat)
        assert [turn.turn for turn in found.turns] == list(range(auction.ROUNDS))
        for turn in found.turns:
            change = turn.decisions.value + turn.luck.value + turn.rest
            assert change == pytest.approx(turn.after - turn.before)
            assert (turn.decisions.value != 0.0) == (turn.turn == (PLANTED, 2)[seat])
        game_as_one = found.game
        assert game_as_one is not None and game_as_one.before == found.win_probs[0]
        assert game_as_one.after == (1.0 if found.trajectory.result == 1.0 else 0.0)
        assert sum(turn.luck.value for turn in found.turns) == pytest.approx(game_as_one.luck.value)
        [cost] = found.costs
        mean = found.turns[(PLANTED, 2)[seat]].decisions
        assert mean == MeanEstimate(-cost.cost.value, cost.cost.error)


def test_luck_is_what_fell_less_what_would_fall(setting: GameSetting) -> None:
    """With a lead that nobody catches up nothing is luck; in an even game the offers are."""
    foolish = bid(
        setting,
        7,
        dearest,
        lambda number, worth: int(np.where(worth < 0, 99, worth).argmin()),
    )
    last = Analyst(setting, Bidder(tells=False), TINY).seat(foolish, 0).turns[-1]
    assert (last.before, last.after, last.luck.value, last.rest) == (0.5, 1.0, 0.0, 0.5)
    lucky = []
    for seed in range(8):
        found = Analyst(setting, Bidder(), TINY).seat(bid(setting, seed, dearest, dearest), 0)
        assert found.game is not None
        lucky.append((found.game.luck.value, found.trajectory.result))
    won = [luck for luck, result in lucky if result == 1.0]
    lost = [luck for luck, result in lucky if result == -1.0]
    assert won and lost and min(won) > max(lost)


def test_turns_are_cut_where_an_open_game_ends(setting: GameSetting) -> None:
    game = bid(setting, 11, dearest, dearest)
    recorder = Recorder(setting.ruleset, setting.scenario, 11)
    for action in game.actions[:9]:
        recorder.add(action)
    found = analysed(setting, recorder.replay(), 0)
    assert (len(found.trajectory.orders), len(found.turns), len(found.win_probs)) == (5, 4, 5)
    empty = Recorder(setting.ruleset, setting.scenario, 11).replay()
    nothing = analysed(setting, empty, 0)
    assert (nothing.turns, nothing.game, nothing.costs) == ([], None, [])
    assert json.loads(json.dumps(seat_to_json(nothing)))["orders"] == []


def test_where_there_are_too_many_orders_the_most_doubtful_are_measured(
    setting: GameSetting,
) -> None:
    def cheap(number: int, worth: np.ndarray) -> int | None:
        return int(np.where(worth < 0, 100, worth).argmin()) if number % 2 else None

    trajectory = record_trajectory(bid(setting, 11, cheap, dearest), 0)
    evaluator = NetEvaluator(Bidder())
    rollouts = Rollouts(
        trajectory, evaluator, Playouts(setting, (evaluator.player, evaluator.player)), 3
    )
    best = np.where(trajectory.masks > 0, trajectory.observations[:, 2:18], -1.0).argmax(axis=1)
    trials = [
        CandidateOrders(n, tuple(dict.fromkeys((order.actions, (int(best[n]),)))))
        for n, order in enumerate(trajectory.orders)
    ]
    rarity = np.zeros(len(trials))
    looked: list[int] = []
    whole_list = screen_orders(rollouts, trials, rarity, 6, looked.append)
    assert [trial.order for trial in whole_list] == [1, 3, 5, 7, 9, 11] and not looked
    rarity[3] = 5.0
    chosen = screen_orders(rollouts, trials, rarity, 2, looked.append)
    assert len(chosen) == 2 and chosen[0].order <= 3 and 3 in [t.order for t in chosen] and looked
    lost = {
        n: trajectory.observations[n, 2:18].max() - trajectory.observations[n, 2 + w[0][0]]
        for n, w in ((trial.order, trial.lines) for trial in whole_list)
    }
    [first] = screen_orders(rollouts, trials, np.zeros(len(trials)), 1, looked.append)
    assert lost[first.order] >= sorted(lost.values())[2]


def test_a_line_may_end_when_its_seat_decides_again(setting: GameSetting) -> None:
    evaluator = NetEvaluator(Bidder())
    playouts = Playouts(setting, (evaluator.player, evaluator.player), 3)
    worlds = make_games(setting.scenario.table.opening.dtype, 5)
    env = setting.batch(5, threads=1)
    env.start(np.arange(5))
    worlds.raw[:] = env.games.raw
    luck = np.arange(5).astype(np.uint64)
    lines = PlayoutStarts(np.arange(5), luck, env.out.mask.argmax(axis=1)[:, None])
    assert playouts.play(worlds, lines, Horizon(to_act_again=True)).actions.tolist() == [2] * 5
    env.step(env.out.mask.argmax(axis=1))
    worlds.raw[:] = env.games.raw
    lines = lines._replace(prefix=env.out.mask.argmax(axis=1)[:, None])
    turn = Horizon(turn=True)
    assert playouts.play(worlds, lines, turn).actions.tolist() == [1] * 5
    assert (
        playouts.play(worlds, lines, turn._replace(to_act_again=True)).actions.tolist() == [2] * 5
    )


def test_all_follows_from_the_seed(setting: GameSetting) -> None:
    game = bid(setting, 11, but_once(PLANTED), but_once(7))
    told = [seat_to_json(analysed(setting, game, 0)) for _ in range(2)]
    assert told[0] == told[1]
    other = seat_to_json(analysed(setting, game, 0, AnalysisSettings(**{**vars(TINY), "seed": 1})))
    assert other["dearest"] != told[0]["dearest"]
    assert [each["chance"] for each in other["orders"]] == [
        each["chance"] for each in told[0]["orders"]
    ]


def test_the_json_says_what_was_found(setting: GameSetting) -> None:
    found = analysed(setting, bid(setting, 11, but_once(PLANTED), dearest), 0)
    told = seat_to_json(found)
    order, [dear] = told["orders"][PLANTED], told["dearest"]
    assert (order["order"], order["word"], order["turn"]) == (PLANTED + 1, PLANTED + 1, PLANTED)
    assert order["said"] == dear["said"] != dear["net"] == order["net"]
    assert dear["cost"]["value"] == pytest.approx(found.costs[0].cost.value, abs=1e-6)
    assert order["rough_cost"]["value"] == pytest.approx(found.rough_costs[PLANTED].value, abs=1e-6)
    assert "rough_cost" not in told["orders"][1] and "wdl" not in order
    assert told["result"] == {1.0: "won", -1.0: "lost", 0.0: "drawn"}[found.trajectory.result]
    values = [turn["luck"]["value"] for turn in told["turns"]]
    assert sum(values) == pytest.approx(told["game"]["luck"]["value"], abs=1e-4)


def test_remarks_stand_at_the_orders_that_were_dear(setting: GameSetting) -> None:
    found = analysed(setting, bid(setting, 11, but_once(PLANTED), dearest), 0)
    said = to_remarks(found, "bidder")
    [mark] = said.remarks
    assert (mark.own, mark.weight) == (PLANTED, 1.0)
    assert found.trajectory.orders[PLANTED].text in mark.text and "points" in mark.text
    assert [stand.own for stand in said.curve] == list(range(auction.ROUNDS + 1))
    assert [stand.chance for stand in said.curve] == found.win_probs


@pytest.mark.parametrize(
    ("field", "value"), [("worlds", 1), ("decisions", -1), ("turns", -1), ("candidates", -2)]
)
def test_settings_out_of_range_are_refused(field: str, value: int) -> None:
    with pytest.raises(ConfigError, match=f"^analyse: {field}: {value} is not from"):
        AnalysisSettings(**{field: value})


def test_errors_of_sums_are_of_what_is_independent() -> None:
    assert MeanEstimate.total([MeanEstimate(1.0, 3.0), MeanEstimate(2.0, 4.0)]) == MeanEstimate(
        3.0, 5.0
    )
    assert MeanEstimate.total([]) == MeanEstimate(0.0, 0.0)
    assert MeanEstimate.of(np.array([0.0, 1.0, 0.0, 1.0])) == pytest.approx(
        (0.5, math.sqrt(1 / 12))
    )
    assert total_breakdown([]) is None


# -- fog: a card that the seat never saw -------------------------------------------------------------


class Better:
    """A net for Kuhn poker: anything, by numbers drawn once."""

    name = "better"

    def __init__(self, setting: GameSetting) -> None:
        rng = np.random.default_rng(3)
        size = setting.scenario.observation.size, setting.scenario.actions.size
        self.weights, self.worth = rng.normal(size=size), rng.normal(size=size[0])

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        logits = np.where(masks > 0, observations @ self.weights, -1e8)
        return logits, np.tanh(observations @ self.worth)


def bluffed(setting: GameSetting, card: int) -> list[Replay]:
    """Return games in which Red, with one card, raises, and Blue folds with one or the other."""
    games: dict[int, Replay] = {}
    for seed in range(60):
        recorder = Recorder(setting.ruleset, setting.scenario, seed)
        cards = recorder.playback.games.states[0]["cards"].tolist()
        if cards[0] == card:
            for word in ("raise", "fold"):
                words = {
                    recorder.playback.action_text(int(t)): int(t)
                    for t in recorder.playback.mask.nonzero()[0]
                }
                recorder.add(words[word])
            games.setdefault(cards[1], recorder.replay())
    return list(games.values())


def test_games_that_look_the_same_to_a_seat_have_the_same_analysis(poker_is_known: None) -> None:
    setting = GameSetting.of(kuhn.RULESET, kuhn.RULESET.default_scenario)
    twins = bluffed(setting, 1)
    assert len(twins) == 2 and all(game.outcome is not None for game in twins)
    settings = AnalysisSettings(worlds=8)
    told = [
        [
            json.dumps(seat_to_json(Analyst(setting, Better(setting), settings).seat(game, seat)))
            for game in twins
        ]
        for seat in (0, 1)
    ]
    assert told[0][0] == told[0][1]
    assert told[1][0] != told[1][1], "Blue knew its card"
