"""The yardstick: its tree, its budget, and that it plays better than it would without."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from toys import positions

from spacecombat_agents.arena.match import play_match
from spacecombat_agents.players.base import Agent, AsOpponent, ask
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search import ismcts as module
from spacecombat_agents.search.ismcts import Ismcts
from spacecombat_agents.search.tree import Descent, Tree
from spacecombat_agents.setting import Setting
from spacecombat_env.core.errors import ConfigError


def lots(count: int, seed: int = 3) -> np.ndarray:
    """Return a lot for each of some rows."""
    return np.random.default_rng(seed).integers(2**64, size=count, dtype=np.uint64)


def iterate(tree: Tree, legal: list[int], worth: dict[int, float]) -> int:
    """Choose at the root, book what the word is worth, and return it."""
    descent = Descent()
    word = tree.choose(descent, legal, 0.0)
    tree.credit(descent, worth[word])
    return word


def test_every_word_is_tried_once_and_then_the_best_most_often() -> None:
    tree, worth = Tree(0.7), {2: -1.0, 5: 0.5, 9: 0.0}
    said = [iterate(tree, [2, 5, 9], worth) for _ in range(200)]
    assert sorted(said[:3]) == [2, 5, 9]
    assert tree.best() == 5
    assert tree.root[5].visits > 5 * tree.root[2].visits
    assert sum(edge.visits for edge in tree.root.values()) == 200


def test_a_word_that_a_world_does_not_offer_was_not_passed_over() -> None:
    """Counted as passed over 400 times, the worse word would be tried again, seven times in all."""
    tree, worth = Tree(0.7), {1: 0.2, 2: -0.4}
    for number in range(400):
        iterate(tree, [1, 2] if number % 20 == 0 else [1], worth)
    rare, usual = tree.root[2], tree.root[1]
    assert (rare.available, usual.available) == (20, 400)
    assert 2 <= rare.visits <= 4


def test_words_after_a_word_are_a_node_of_their_own() -> None:
    tree = Tree(0.7)
    for _ in range(3):
        descent = Descent()
        while descent.is_descending:
            tree.choose(descent, [4], 0.0)
        tree.credit(descent, 1.0)
    assert tree.root[4].visits == 3
    assert tree.root[4].below[4].visits == 2
    assert tree.root[4].below[4].below[4].visits == 1


def test_words_under_way_are_said_and_of_unknown_worth() -> None:
    """Three iterations at once look at three words; the best is sought again before it is booked
    often, and what is under way takes nothing from its worth."""
    tree, under_way = Tree(0.7), [Descent() for _ in range(3)]
    said = [tree.choose(descent, [2, 5, 9], 0.0) for descent in under_way]
    assert sorted(said) == [2, 5, 9]
    for descent, word in zip(under_way, said, strict=True):
        tree.credit(descent, {2: -1.0, 5: 0.5, 9: 0.0}[word])
    again = [tree.choose(Descent(), [2, 5, 9], 0.0) for _ in range(8)]
    assert again[0] == 5 and len(set(again)) > 1
    edge = tree.root[5]
    assert edge.mean == 0.5 and edge.visits > edge.booked == 1


def test_it_takes_the_dearest_word_where_that_wins(setting: Setting) -> None:
    """With random playouts a word of the auction is worth its points: most searches see it."""
    agent = make_agent("ismcts:300(playout=random, margin=100)", setting)
    env = positions(setting, list(range(30)), words=20)
    words = ask(agent, env, np.arange(30), lots(30))
    worth = env.out.seen.states["worth"] * env.out.mask
    loss = worth.max(axis=1) - worth[np.arange(30), words]
    assert (loss == 0).mean() > 0.6
    assert loss.max() <= 4


def test_it_beats_the_players_of_its_playouts(setting: Setting) -> None:
    players = make_agent("ismcts:60(playout=random)", setting), make_agent("random", setting)
    result = play_match(setting, players, pairs=8, seed=0)
    assert result.failures == 0
    assert result.score_a > 0.8


@pytest.mark.parametrize(("iterations", "at_once"), [(20, 1), (210, 4)])
def test_its_words_do_not_depend_on_other_rows(
    setting: Setting, iterations: int, at_once: int
) -> None:
    agent = make_agent(f"ismcts:{iterations}(playout=random)", setting)
    assert isinstance(agent, Ismcts) and agent.at_once == at_once
    env, luck = positions(setting, list(range(9)), words=3), lots(9)
    together = ask(agent, env, np.arange(9), luck)
    for order in (np.array([8, 2, 5]), np.array([4])):
        assert (ask(agent, env, order, luck[order]) == together[order]).all()
    narrow = Ismcts(setting, iterations, make_agent("random", setting), width=2)
    assert (ask(narrow, env, np.arange(9), luck) == together).all()


def test_it_is_its_iterations_that_are_counted(
    setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    trees: list[Tree] = []

    def noted(exploration: float) -> Tree:
        trees.append(Tree(exploration))
        return trees[-1]

    monkeypatch.setattr(module, "Tree", noted)
    env = positions(setting, [1, 2, 3])
    for iterations in (17, 253):
        trees.clear()
        ask(make_agent(f"ismcts:{iterations}", setting), env, np.arange(3), lots(3))
        for tree in trees:
            edges = tree.root.values()
            assert sum(edge.visits for edge in edges) == iterations
            assert sum(edge.booked for edge in edges) == iterations


def test_at_a_horizon_the_margin_decides(setting: Setting) -> None:
    """The word alone is judged: the dearest is taken wherever lots let it be found."""
    agent = make_agent("ismcts:200(playout=random, horizon=1)", setting)
    env = positions(setting, list(range(10)))
    words = ask(agent, env, np.arange(10), lots(10))
    worth = env.out.seen.states["worth"] * env.out.mask
    assert (worth[np.arange(10), words] == worth.max(axis=1)).all()


def test_without_lots_its_luck_follows_the_seed(setting: Setting) -> None:
    agent = make_agent("ismcts:5(playout=random)", setting)
    env = positions(setting, list(range(30)))
    said = []
    for seed in (4, 4, 5):
        agent.reset(seed)
        said.append(ask(agent, env, np.arange(30)))
    assert (said[0] == said[1]).all()
    assert (said[0] != said[2]).any()


def test_a_fresh_one_has_a_board_and_dice_of_its_own(setting: Setting) -> None:
    agent = make_agent("ismcts:5", setting)
    env = positions(setting, [1, 2])
    ask(agent, env, np.arange(2))
    other = AsOpponent(agent).fresh(7).agent
    assert isinstance(agent, Ismcts) and isinstance(other, Ismcts)
    ask(other, env, np.arange(2))
    assert other._board is not agent._board
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
def test_all_that_play_alike_have_one_name(setting: Setting, spoken: str, name: str) -> None:
    agent = make_agent(spoken, setting)
    assert isinstance(agent, Agent)
    assert agent.name == name


def test_by_the_sensor_rules_playouts_are_short_and_random() -> None:
    duel = Setting.of("intercept_sensors", "duel")
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
        ("ismcts:9(playout=fool)", "playout: 'fool' is none; there are: random, captain"),
        ("ismcts:9(playout=random,playout=random)", "playout: is given twice"),
        ("ismcts:9(horizon)", "ismcts:9(horizon): horizon: is not written name=value"),
        ("ismcts:9(horizon=1", "doctrine: is not written"),
        ("ismcts:", "ismcts:: doctrine: is not written DOCTRINE"),
    ],
)
def test_other_names_are_refused_with_a_reason(setting: Setting, spoken: str, reason: str) -> None:
    with pytest.raises(ConfigError) as caught:
        make_agent(spoken, setting)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)
