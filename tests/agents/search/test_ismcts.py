"""The yardstick: its tree, its budget, and that it plays better than it would without."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from toys import positions

from spacecombat_agents.arena.matches.match import play_match
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.agent_opponent import AgentOpponent
from spacecombat_agents.players.base import Agent, query_agent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search import ismcts as module
from spacecombat_agents.search.ismcts import Ismcts
from spacecombat_agents.search.search_tree import Descent, Tree
from spacecombat_env.core.errors import ConfigError


def random_bits(count: int, seed: int = 3) -> np.ndarray:
    """Return a lot for each of some rows."""
    return np.random.default_rng(seed).integers(2**64, size=count, dtype=np.uint64)


def iterate(tree: Tree, legal: list[int], worth: dict[int, float]) -> int:
    """Choose at the root, book what the action is worth, and return it."""
    descent = Descent()
    word = tree.select(descent, legal, 0.0)
    tree.backpropagate(descent, worth[word])
    return word


def test_every_action_is_tried_once_and_then_the_best_most_often() -> None:
    tree, worth = Tree(0.7), {2: -1.0, 5: 0.5, 9: 0.0}
    said = [iterate(tree, [2, 5, 9], worth) for _ in range(200)]
    assert sorted(said[:3]) == [2, 5, 9]
    assert tree.best() == 5
    assert tree.root[5].visits > 5 * tree.root[2].visits
    assert sum(edge.visits for edge in tree.root.values()) == 200


def test_an_action_that_a_world_does_not_offer_was_not_passed_over() -> None:
    """Counted as passed over 400 times, the worse action would be tried again, seven times in all."""
    tree, worth = Tree(0.7), {1: 0.2, 2: -0.4}
    for number in range(400):
        iterate(tree, [1, 2] if number % 20 == 0 else [1], worth)
    rare, usual = tree.root[2], tree.root[1]
    assert (rare.available, usual.available) == (20, 400)
    assert 2 <= rare.visits <= 4


def test_actions_after_an_action_are_a_node_of_their_own() -> None:
    tree = Tree(0.7)
    for _ in range(3):
        descent = Descent()
        while descent.is_descending:
            tree.select(descent, [4], 0.0)
        tree.backpropagate(descent, 1.0)
    assert tree.root[4].visits == 3
    assert tree.root[4].children[4].visits == 2
    assert tree.root[4].children[4].children[4].visits == 1


def test_actions_under_way_are_marked_and_of_unknown_value() -> None:
    """Three iterations at once look at three actions; the best is sought again before it is booked
    often, and what is under way takes nothing from its worth."""
    tree, under_way = Tree(0.7), [Descent() for _ in range(3)]
    said = [tree.select(descent, [2, 5, 9], 0.0) for descent in under_way]
    assert sorted(said) == [2, 5, 9]
    for descent, word in zip(under_way, said, strict=True):
        tree.backpropagate(descent, {2: -1.0, 5: 0.5, 9: 0.0}[word])
    again = [tree.select(Descent(), [2, 5, 9], 0.0) for _ in range(8)]
    assert again[0] == 5 and len(set(again)) > 1
    edge = tree.root[5]
    assert edge.mean == 0.5 and edge.visits > edge.completed == 1


def test_it_takes_the_dearest_action_where_that_wins(setting: GameSetting) -> None:
    """With random playouts an action of the auction is worth its points: most searches see it."""
    agent = make_agent("ismcts:300(playout=random, margin=100)", setting)
    env = positions(setting, list(range(30)), actions=20)
    actions = query_agent(agent, env, np.arange(30), random_bits(30))
    worth = env.out.visible.states["worth"] * env.out.mask
    loss = worth.max(axis=1) - worth[np.arange(30), actions]
    assert (loss == 0).mean() > 0.6
    assert loss.max() <= 4


def test_it_beats_the_players_of_its_playouts(setting: GameSetting) -> None:
    players = make_agent("ismcts:60(playout=random)", setting), make_agent("random", setting)
    result = play_match(setting, players, pairs=8, seed=0)
    assert result.failures == 0
    assert result.score_a > 0.8


@pytest.mark.parametrize(("iterations", "at_once"), [(20, 1), (210, 4)])
def test_its_actions_do_not_depend_on_other_rows(
    setting: GameSetting, iterations: int, at_once: int
) -> None:
    agent = make_agent(f"ismcts:{iterations}(playout=random)", setting)
    assert isinstance(agent, Ismcts) and agent.max_batch == at_once
    env, luck = positions(setting, list(range(9)), actions=3), random_bits(9)
    together = query_agent(agent, env, np.arange(9), luck)
    for order in (np.array([8, 2, 5]), np.array([4])):
        assert (query_agent(agent, env, order, luck[order]) == together[order]).all()
    narrow = Ismcts(setting, iterations, make_agent("random", setting), width=2)
    assert (query_agent(narrow, env, np.arange(9), luck) == together).all()


def test_it_is_its_iterations_that_are_counted(
    setting: GameSetting, monkeypatch: pytest.MonkeyPatch
) -> None:
    trees: list[Tree] = []

    def noted(exploration: float) -> Tree:
        trees.append(Tree(exploration))
        return trees[-1]

    monkeypatch.setattr(module, "Tree", noted)
    env = positions(setting, [1, 2, 3])
    for iterations in (17, 253):
        trees.clear()
        query_agent(make_agent(f"ismcts:{iterations}", setting), env, np.arange(3), random_bits(3))
        for tree in trees:
            edges = tree.root.values()
            assert sum(edge.visits for edge in edges) == iterations
            assert sum(edge.completed for edge in edges) == iterations


def test_at_a_horizon_the_margin_decides(setting: GameSetting) -> None:
    """The action alone is judged: the dearest is taken wherever random numbers let it be found."""
    agent = make_agent("ismcts:200(playout=random, horizon=1)", setting)
    env = positions(setting, list(range(10)))
    actions = query_agent(agent, env, np.arange(10), random_bits(10))
    worth = env.out.visible.states["worth"] * env.out.mask
    assert (worth[np.arange(10), actions] == worth.max(axis=1)).all()


def test_without_random_numbers_its_randomness_follows_the_seed(setting: GameSetting) -> None:
    agent = make_agent("ismcts:5(playout=random)", setting)
    env = positions(setting, list(range(30)))
    said = []
    for seed in (4, 4, 5):
        agent.reset(seed)
        said.append(query_agent(agent, env, np.arange(30)))
    assert (said[0] == said[1]).all()
    assert (said[0] != said[2]).any()


def test_a_fresh_one_has_a_board_and_dice_of_its_own(setting: GameSetting) -> None:
    agent = make_agent("ismcts:5", setting)
    env = positions(setting, [1, 2])
    query_agent(agent, env, np.arange(2))
    other = AgentOpponent(agent).fresh(7).agent
    assert isinstance(agent, Ismcts) and isinstance(other, Ismcts)
    query_agent(other, env, np.arange(2))
    assert other._batch is not agent._batch
    assert copy.deepcopy(agent)._rng.random() == agent._rng.random()


@pytest.mark.parametrize(
    ("spoken", "name"),
    [
        ("ismcts:100", "ismcts:100"),
        ("ismcts:0100(playout=captain, margin=20)", "ismcts:100"),
        ("ismcts:8(horizon=60,playout=random)", "ismcts:8(playout=random,horizon=60)"),
        ("ismcts:8( exploration = 90 )", "ismcts:8(exploration=90)"),
    ],
)
def test_all_that_play_alike_have_one_name(setting: GameSetting, spoken: str, name: str) -> None:
    agent = make_agent(spoken, setting)
    assert isinstance(agent, Agent)
    assert agent.name == name


def test_by_the_sensor_rules_playouts_are_short_and_random() -> None:
    duel = GameSetting.of("intercept_sensors", "duel")
    agent = make_agent("ismcts:7", duel)
    assert isinstance(agent, Ismcts)
    assert (agent.name, agent.playout.name) == ("ismcts:7", "random")
    assert agent.settings.horizon == 60


@pytest.mark.parametrize(
    ("spoken", "reason"),
    [
        ("ismcts:many", "ismcts:many: iterations: 'many' is not a whole number from 1"),
        ("ismcts:0", "ismcts:0: iterations: '0' is not"),
        ("ismcts:9(speed=1)", "ismcts:9(speed=1): speed: no such parameter of ismcts"),
        ("ismcts:9(horizon=-1)", "horizon: '-1' is not a whole number from 0 to 10000"),
        ("ismcts:9(playout=fool)", "playout: 'fool' is unknown; there are: random, captain"),
        ("ismcts:9(playout=random,playout=random)", "playout: is given twice"),
        ("ismcts:9(horizon)", "ismcts:9(horizon): horizon: is not written name=value"),
        ("ismcts:9(horizon=1", "doctrine: is not written"),
        ("ismcts:", "ismcts:: doctrine: is not written DOCTRINE"),
    ],
)
def test_other_names_are_refused_with_a_reason(
    setting: GameSetting, spoken: str, reason: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        make_agent(spoken, setting)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)
