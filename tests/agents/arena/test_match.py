"""Matches: pairing, determinism, scores, and agents that misbehave."""

from __future__ import annotations

import json
from typing import cast

import numpy as np
import pytest

from spacecombat_agents.arena.matches.batch_games import FinishedGame, _GamesInPlay
from spacecombat_agents.arena.matches.match import pair_seeds, play_match
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.agent_opponent import AgentOpponent
from spacecombat_agents.players.base import Needs
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.players.roster import make_agent
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.vector.batch import BatchEnv
from spacecombat_env.env.vector.seat_batch import SeatVecEnv


class Bad(RandomAgent):
    """A random player that fails at every question whose first offered action is even."""

    def __init__(self, how: str) -> None:
        super().__init__(name=how)
        self.needs = Needs.OBSERVATIONS
        self.how = how

    def act(self, observations, masks, visible=None, seats=None):  # type: ignore[no-untyped-def]
        words = super().act(observations, masks, visible, seats)
        troubled = masks[:, 2] == 1
        if self.how == "crash" and troubled.any():
            raise RuntimeError("no idea")
        if self.how == "shape":
            return words[:, None]
        if self.how == "floats":
            return words.astype(float)
        if self.how == "illegal":
            return np.where(troubled, masks.argmin(axis=1), words)
        if self.how == "outside":
            return np.where(troubled, -1, 10_000)
        return words


def test_captain_beats_random(setting: GameSetting) -> None:
    players = make_agent("scripted:captain", setting), make_agent("random", setting)
    result = play_match(setting, players, pairs=50, seed=3)
    assert result.games == result.wins + result.draws + result.losses == 100
    assert result.score_a > 0.95
    assert result.interval.low <= result.score_a <= result.interval.high
    assert result.mean_turns == 12
    assert result.median_decisions_per_seat == {"red_0": 12.0, "blue_0": 12.0}
    assert result.failures == 0
    assert not result.failures_by_cause
    assert result.ends == {"turn limit": 100}
    json.dumps(result.as_json())


def test_exchanging_names_exchanges_scores(setting: GameSetting) -> None:
    captain, lazy = (make_agent(f"scripted:{n}", setting) for n in ("captain", "aggressive"))
    one = play_match(setting, (captain, lazy), pairs=20, seed=1)
    other = play_match(setting, (lazy, captain), pairs=20, seed=1)
    assert one.score_a == 1.0 - other.score_a
    assert one.mean_margin_a == -other.mean_margin_a


def test_mirror_match_is_even_exactly(setting: GameSetting) -> None:
    """A player without randomness of its own: both games of a pair are one game, seen from both sides."""
    captains = make_agent("scripted:captain", setting), make_agent("scripted:captain", setting)
    result = play_match(setting, captains, pairs=40, seed=0)
    assert result.score_a == 0.5
    assert result.mean_margin_a == 0.0


@pytest.mark.parametrize("threads", [1, 2])
def test_matches_repeat(setting: GameSetting, threads: int) -> None:
    players = make_agent("random", setting), make_agent("random", setting)
    same = ("score_a", "wins", "mean_margin_a", "first_seat_score", "mean_decisions")
    first = play_match(setting, players, pairs=30, seed=5, threads=1)
    again = play_match(setting, players, pairs=30, seed=5, threads=threads)
    other = play_match(setting, players, pairs=30, seed=6, threads=1)
    assert [getattr(first, key) for key in same] == [getattr(again, key) for key in same]
    assert first.mean_margin_a != other.mean_margin_a


def test_a_longer_match_begins_with_the_seeds_of_a_shorter_one() -> None:
    assert (pair_seeds(7, 50)[:20] == pair_seeds(7, 20)).all()
    assert len(set(pair_seeds(7, 1000).tolist())) == 1000


def test_matches_are_played_in_batches(setting: GameSetting) -> None:
    games: list[FinishedGame] = []
    done: list[int] = []
    captain = make_agent("scripted:captain", setting)
    result = play_match(
        setting,
        (captain, make_agent("random", setting)),
        pairs=11,
        seed=0,
        batch=8,
        on_game=games.append,
        progress=done.append,
    )
    assert sorted(game.number for game in games) == list(range(22))
    assert [game.number // 8 for game in games] == 8 * [0] + 8 * [1] + 6 * [2]
    assert sum(done) == result.games == 22
    assert all(len(game.actions) == 24 for game in games)
    seeds = {game.number: game.seed for game in games}
    assert [seeds[2 * k] for k in range(11)] == pair_seeds(0, 11).tolist()


@pytest.mark.parametrize(
    ("how", "cause"),
    [
        ("crash", "a.crash"),
        ("shape", "a.crash"),
        ("floats", "a.crash"),
        ("illegal", "a.illegal_word"),
        ("outside", "a.illegal_word"),
    ],
)
def test_who_fails_loses_that_game_and_the_match_goes_on(
    setting: GameSetting, how: str, cause: str
) -> None:
    result = play_match(setting, (Bad(how), make_agent("random", setting)), pairs=10, seed=0)
    assert result.games == 20
    assert result.failures_by_cause == {cause: result.failures}
    why = {"a.illegal_word": "illegal order", "a.crash": "crash"}[cause]
    assert result.failures == result.ends[why]
    assert sum(result.ends.values()) == result.games
    assert len(result.ends) == 1 + (result.failures < result.games)
    assert result.losses >= result.failures > 0
    assert result.first_failure.count("Traceback") == (cause == "a.crash")
    assert cause in result.first_failure


def test_a_match_has_at_least_one_pair(setting: GameSetting) -> None:
    players = make_agent("random", setting), make_agent("random", setting)
    with pytest.raises(ConfigError, match="are needed"):
        play_match(setting, players, pairs=0, seed=0)


def test_agents_play_as_opponents_of_seat_environments(setting: GameSetting) -> None:
    captain = AgentOpponent(make_agent("scripted:captain", setting))
    env = SeatVecEnv("auction", "plain", num_envs=6, opponents=[captain])
    step = env.reset(seed=1)
    lost = 0
    for _ in range(40):
        step = env.step(step.masks.argmax(axis=1))
        lost += int((step.rewards < 0).sum())
    assert lost > 6


def test_who_never_ends_a_turn_loses(setting: GameSetting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spacecombat_agents.arena.matches.batch_games.MAX_ACTION_STREAK", -1)
    result = play_match(setting, (make_agent("random", setting),) * 2, pairs=3, seed=0)
    assert result.failures_by_cause == {"a.endless": 3, "b.endless": 3}
    assert result.first_seat_score == 0.0


class _Monologue:
    """Two games in which the first seat alone has the action; the second's turns go by."""

    def __init__(self, setting: GameSetting) -> None:
        self.num_envs = 2
        batch = setting.batch(2)
        self.out, self.games = batch.start(np.array([1, 2])), batch.games

    def turn_ends(self) -> None:
        self.games.states["turn"][1] += 1


def test_actions_without_an_answer_are_counted_within_a_turn(
    setting: GameSetting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spacecombat_agents.arena.matches.batch_games.MAX_ACTION_STREAK", 20)
    env = _Monologue(setting)
    player = make_agent("random", setting)
    player.reset(1)
    table = _GamesInPlay(cast(BatchEnv, env), (player, player), np.array([0, 0], np.int8))
    for word in range(30):
        table.choose_actions()
        if word % 10 == 9:
            env.turn_ends()
    assert table.causes == {0: "a.endless"}


def test_a_match_shows_by_how_much_it_was_won_where_the_scenario_has_a_table() -> None:
    """IN-SCN-14 A game of one turn is nobody's decisive victory; what is drawn is counted too."""
    setting = GameSetting.of("interceptor", "asteroid_field", max_turns=1)
    players = make_agent("random", setting), make_agent("random", setting)
    result = play_match(setting, players, pairs=2, seed=3)
    assert sum(result.outcomes.values()) == result.games == 4
    assert set(result.outcomes) <= {"a.marginal", "b.marginal", "a.substantive", "b.substantive"}
    assert result.as_json()["outcomes"] == result.outcomes


def test_without_a_table_a_match_shows_no_outcomes(setting: GameSetting) -> None:
    players = make_agent("random", setting), make_agent("random", setting)
    assert play_match(setting, players, pairs=2, seed=3).outcomes == {}
