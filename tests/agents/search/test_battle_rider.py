"""The search in the skirmish: orders are the engine's, plans are kept, the captain is met."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kit.slowly import first_quick
from test_searcher import Blocky, random_bits

from spacecombat_agents.arena.matches.batch_games import play
from spacecombat_agents.arena.matches.match import play_match
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent, Needs, query_agent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search.determinization import determinize
from spacecombat_agents.search.game_batch import GameBatch
from spacecombat_agents.search.net_player import NetPlayer
from spacecombat_agents.search.order_sampler import OrderSampler
from spacecombat_agents.search.search_settings import SearchSettings
from spacecombat_agents.search.searcher import Searcher
from spacecombat_env.env.game import Game
from spacecombat_env.env.orders import parse_order
from spacecombat_env.env.vector.batch import BatchEnv

pytestmark = pytest.mark.compiled
TINY = SearchSettings(worlds=2, candidates=3, draws=6, rounds=2, horizon=2)


@pytest.fixture(scope="module")
def skirmish() -> GameSetting:
    return GameSetting.of("battle_rider", "skirmish")


def middle(skirmish: GameSetting, actions: int = 70, games: int = 4) -> BatchEnv:
    """Return games of captains after some actions."""
    env, captain = (
        skirmish.batch(games, threads=1, keep_visible=True),
        make_agent("scripted:captain", skirmish),
    )
    env.start(np.arange(games) + 20)
    for number in range(actions):
        env.step(query_agent(captain, env, np.arange(games), random_bits(games, number)))
    return env


def test_orders_end_where_a_sentence_does(skirmish: GameSetting) -> None:
    env, net = middle(skirmish), NetPlayer(Blocky(skirmish))
    seats, rows = env.out.seat, np.arange(4)
    table = env.scenario.table
    worlds = determinize(env.kernels, table, env.out.visible, rows, seats, rows + 900)
    drawn = OrderSampler(GameBatch(skirmish, 16), net).sample(
        worlds, rows.repeat(10), random_bits(40)
    )
    assert len({len(order.actions) for order in drawn}) > 1
    game = Game(skirmish.ruleset, skirmish.scenario)
    for order, row in zip(drawn, rows.repeat(10).tolist(), strict=True):
        game.games.raw[0] = env.games.raw[row]
        game.refresh()
        heard, _ = parse_order(game, [*order.actions, *order.actions])
        assert tuple(heard) == order.actions
        assert order.log_prob < 0.0


class Following(Searcher):
    """Counts how often it searches, and how often it is asked."""

    searched = to_act_again = 0

    def act(self, observations, masks, visible=None, seats=None, random_bits=None):  # type: ignore[no-untyped-def]
        self.to_act_again += len(masks)
        return super().act(observations, masks, visible, seats, random_bits)

    def _plan_orders(self, desk: Any, rows: np.ndarray, *rest: Any) -> np.ndarray:
        self.searched += len(rows)
        return super()._plan_orders(desk, rows, *rest)


@pytest.mark.parametrize("has_luck", first_quick([True, False]))
def test_what_was_planned_is_said(skirmish: GameSetting, has_luck: bool) -> None:
    """Every plan is taken up: what the determinized record shows, the true one shows later."""
    agent, captain = Following(skirmish, Blocky(skirmish), TINY), RandomLike()
    agent.reset(1)
    env = skirmish.batch(4, threads=1)
    luck = random_bits(8).reshape(4, 2) if has_luck else None
    players: tuple[Agent, Agent] = (agent, captain)
    played = play(
        env, players, np.array([5, 5, 8, 9]), np.array([0, 1, 0, 1], np.int8), player_seeds=luck
    )
    assert played.first_failure == ""
    assert agent.to_act_again > 1.3 * agent.searched > 0
    assert len(agent._planned) == 0
    agent._planned.add((b"mark", 0), 1)
    agent.reset(2)
    assert len(agent._planned) == 0


class RandomLike:
    """Says the first legal action: short games."""

    name, needs = "first", Needs.MASKS

    def reset(self, seed: int) -> None:
        pass

    def act(self, observations, masks, visible=None, seats=None):  # type: ignore[no-untyped-def]
        return masks.argmax(axis=1)


@pytest.mark.slow
def test_games_with_randomness_of_their_own_go_as_they_go_alone(skirmish: GameSetting) -> None:
    seeds, seat_of_a = np.array([5, 5, 8]), np.array([0, 0, 1], np.int8)
    luck = random_bits(6).reshape(3, 2)
    players = Searcher(skirmish, Blocky(skirmish), TINY), RandomLike()
    together = play(skirmish.batch(3, threads=1), players, seeds, seat_of_a, player_seeds=luck)
    for row in range(3):
        players[0].reset(row)
        part = slice(row, row + 1)
        alone = play(
            skirmish.batch(1, threads=1),
            players,
            seeds[part],
            seat_of_a[part],
            player_seeds=luck[part],
        )
        assert (alone.tally[0] == together.tally[row]).all()
        assert (alone.decisions[0] == together.decisions[row]).all()


@pytest.mark.slow
def test_the_yardstick_beats_random(skirmish: GameSetting) -> None:
    players = make_agent("ismcts:10", skirmish), make_agent("random", skirmish)
    result = play_match(skirmish, players, pairs=2, seed=1, threads=1)
    assert result.failures == 0
    assert result.score_a >= 0.75
