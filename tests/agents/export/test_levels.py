"""Levels: which one plays, what it is called, and that it says what it was golden for."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("onnxruntime")

from spacecombat_agents.arena.matches.batch_games import FinishedGame, play  # noqa: E402
from spacecombat_agents.arena.matches.match import pair_seeds, paired_game_seeds, play_match  # noqa: E402
from spacecombat_agents.export.edit_bundle import edit_bundle  # noqa: E402
from spacecombat_agents.export.golden_vectors import GOLDEN_SEEDS, level_actions, record_decisions  # noqa: E402
from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.base import unit_uniforms  # noqa: E402
from spacecombat_agents.players.bundles.bundle import read_bundle  # noqa: E402
from spacecombat_agents.players.bundles.bundle_checks import UNCLEAR  # noqa: E402
from spacecombat_agents.players.bundles.levels import StrengthLevel, split_level, strongest_level  # noqa: E402
from spacecombat_agents.players.onnx_agent import OnnxAgent  # noqa: E402
from spacecombat_agents.players.random_agent import RandomAgent  # noqa: E402
from spacecombat_agents.players.roster import make_agent  # noqa: E402
from spacecombat_agents.players.sampling import decision_random_bits  # noqa: E402
from spacecombat_agents.players.sb3_agent import Sb3Agent  # noqa: E402
from spacecombat_agents.search.search_settings import SearchSettings  # noqa: E402
from spacecombat_agents.search.searcher import Searcher  # noqa: E402
from spacecombat_env.core.errors import BundleError, ConfigError  # noqa: E402

FIRST_SCHEMA = Path(__file__).parent / "first_schema.opp"
"""Written by the exporter of `opp/1`, with the auction's policy."""


def load(
    path: Path, setting: GameSetting, level: str | None = None, runtime: str | None = None
) -> OnnxAgent:
    return OnnxAgent.load(path, setting.ruleset, setting.scenario, level=level, runtime=runtime)


@pytest.mark.parametrize(
    ("ratings", "chosen"),
    [
        ((None, None, None), "c"),
        ((300.0, 100.0, 200.0), "a"),
        ((None, 100.0, None), "b"),
        ((100.0, 100.0, 50.0), "b"),
    ],
)
def test_the_usual_level_is_the_strongest_of_the_net_alone(
    ratings: tuple[float | None, ...], chosen: str
) -> None:
    levels = [
        StrengthLevel(name, rating=rating) for name, rating in zip("abc", ratings, strict=True)
    ]
    master = StrengthLevel("master", search={"worlds": "16"}, rating=900.0)
    assert strongest_level([*levels, master]).id == chosen


@pytest.mark.parametrize(
    ("spoken", "file", "level"),
    [
        ("net.opp", "net.opp", None),
        ("a@b/net.opp", "a@b/net.opp", None),
        ("a@b/net.opp@cadet", "a@b/net.opp", "cadet"),
        ("sb3:x@y.zip", "sb3:x@y.zip", None),
        ("bot:node a@b", "bot:node a@b", None),
    ],
)
def test_a_level_stands_behind_the_file(spoken: str, file: str, level: str | None) -> None:
    assert split_level(spoken) == (file, level)


def test_players_are_called_by_their_level(opponent: Path, setting: GameSetting) -> None:
    assert make_agent(str(opponent), setting).name == "Exported@admiral"
    assert make_agent(f"{opponent}@cadet", setting).name == "Exported@cadet"


def test_an_unknown_level_is_refused_with_those_there_are(
    opponent: Path, setting: GameSetting
) -> None:
    with pytest.raises(BundleError) as caught:
        make_agent(f"{opponent}@oficer", setting)
    reason = "level: 'oficer' is unknown (did you mean officer?); there are: cadet, officer, steady"
    assert f"{opponent}: {reason}" in str(caught.value)


@pytest.fixture
def searching(opponent: Path, tmp_path: Path) -> Path:
    """A file with a level that searches."""
    bundle = read_bundle(opponent)
    search = {"worlds": "2", "candidates": "2", "draws": "4", "rounds": "1", "turn": "off"}
    master = replace(bundle.levels[-1], id="master", search=search)
    edit_bundle(bundle, tmp_path / "y.opp", [*bundle.levels, master])
    return tmp_path / "y.opp"


def test_a_level_that_searches_is_played_by_its_search(
    searching: Path, setting: GameSetting
) -> None:
    assert make_agent(str(searching), setting).name == "Exported@admiral"
    master = make_agent(f"{searching}@master", setting)
    assert isinstance(master, Searcher) and master.name == "Exported@master"
    assert master.settings == SearchSettings(worlds=2, candidates=2, draws=4, rounds=1, turn=0)
    asked = record_decisions(setting, RandomAgent(), 20)
    logits, values = master.net.forward(asked.observations, asked.masks)
    alone, same = load(searching, setting).forward(asked.observations, asked.masks)
    assert np.allclose(logits[asked.masks > 0], alone[asked.masks > 0] / 0.6, rtol=1e-5)
    assert (logits[asked.masks == 0] == alone[asked.masks == 0]).all() and (values == same).all()
    assert play_match(setting, (master, RandomAgent()), pairs=2, seed=1).games == 4


def test_a_level_that_searches_is_refused_by_the_net_alone(
    searching: Path, setting: GameSetting
) -> None:
    with pytest.raises(BundleError, match="level: 'master' needs search"):
        load(searching, setting, "master")


def test_a_search_that_nobody_knows_is_refused(
    opponent: Path, setting: GameSetting, tmp_path: Path
) -> None:
    bundle = read_bundle(opponent)
    master = replace(bundle.levels[-1], id="master", search={"depth": "3"})
    edit_bundle(bundle, tmp_path / "y.opp", [*bundle.levels, master])
    with pytest.raises(ConfigError, match=r"y.opp: master: depth: no such parameter of search"):
        make_agent(f"{tmp_path / 'y.opp'}@master", setting)


def test_levels_choose_other_actions(opponent: Path, setting: GameSetting) -> None:
    asked = record_decisions(setting, RandomAgent(), 300)
    random_bits = decision_random_bits(1, 0, np.arange(300))
    spoken = {}
    for level in ("cadet", "officer", "steady", "admiral"):
        agent = load(opponent, setting, level)
        spoken[level] = agent.act(asked.observations, asked.masks, random_bits=random_bits).tolist()
    likeliest = load(opponent, setting).forward(asked.observations, asked.masks)[0].argmax(axis=1)
    assert spoken["steady"] == likeliest.tolist()
    assert len({tuple(words) for words in spoken.values()}) == 4


def test_what_is_drawn_in_a_game_does_not_hang_on_others_beside_it(
    opponent: Path, setting: GameSetting
) -> None:
    seeds = paired_game_seeds(pair_seeds(3, 6))
    seats = np.tile(np.array([0, 1], np.int8), 6)
    player_seeds = np.random.default_rng(8).integers(2**63, size=(12, 2)).astype(np.uint64)
    players = (load(opponent, setting, "officer"), load(opponent, setting, "cadet"))

    def played(rows: np.ndarray) -> dict[int, list[int]]:
        games: dict[int, list[int]] = {}

        def on_game(game: FinishedGame) -> None:
            games[game.seed] = game.actions.tolist()

        env = setting.batch(len(rows), threads=1)
        play(
            env, players, seeds[rows], seats[rows], on_game=on_game, player_seeds=player_seeds[rows]
        )
        env.close()
        return games

    together = played(np.arange(12))
    assert together == {k: v for row in range(12) for k, v in played(np.array([row])).items()}


def test_a_trained_policy_and_its_file_draw_the_same_actions(
    trained: Sb3Agent, opponent: Path, setting: GameSetting
) -> None:
    asked = record_decisions(setting, trained, 500)
    sampled = copy.copy(trained)
    sampled.temperature, sampled.min_p = 0.6, 0.02
    random_bits = decision_random_bits(7, 2, np.arange(500))
    words = sampled.act(asked.observations, asked.masks, random_bits=random_bits)
    assert (
        load(opponent, setting).act(asked.observations, asked.masks, random_bits=random_bits)
        == words
    ).all()


def test_both_evaluators_answer_alike_and_draw_the_same_actions(
    opponent: Path, setting: GameSetting
) -> None:
    asked = record_decisions(setting, RandomAgent(), 2000)
    random_bits = decision_random_bits(7, 2, np.arange(2000))
    for level in ("cadet", "officer", "steady", "admiral"):
        ours, theirs = (load(opponent, setting, level, name) for name in ("numpy", "onnxruntime"))
        for one, other in zip(
            *(a.forward(asked.observations, asked.masks) for a in (ours, theirs)), strict=True
        ):
            np.testing.assert_allclose(one, other, atol=1e-4)
        words = [
            agent.act(asked.observations, asked.masks, random_bits=random_bits)
            for agent in (ours, theirs)
        ]
        assert (words[0] == words[1]).all()


def test_golden_actions_are_drawn_and_few_are_left_out(opponent: Path) -> None:
    bundle = read_bundle(opponent)
    golden = bundle.golden()
    assert golden["seeds"].tolist() == list(GOLDEN_SEEDS)
    for level in bundle.levels:
        words = golden[f"words.{level.id}"]
        legal = golden["masks"][np.arange(64), words] == 1
        assert (legal | (words == UNCLEAR)).all()
        assert (words == UNCLEAR).mean() < 0.1
        assert (level.temperature == 0.0) == bool((words == words[0]).all())


def test_actions_that_rounding_may_decide_are_not_golden() -> None:
    """A lot on the border between two actions, an action at the edge of `min_p`, a tie."""
    u = unit_uniforms(decision_random_bits(GOLDEN_SEEDS[0], 0, np.array([0])))[0]
    masks = np.ones((1, 2), np.int8)
    border = {"policy.onnx": np.log(np.array([[u, 1.0 - u]])).astype(np.float32)}
    words = level_actions(masks, border, [StrengthLevel("a", temperature=1.0)])["words.a"][:, 0]
    assert words[0] == UNCLEAR and (words[1:] != UNCLEAR).all()
    edge = {"policy.onnx": np.log(np.array([[1.0, 0.1]])).astype(np.float32)}
    levels = [
        StrengthLevel("a", temperature=1.0, min_p=0.1),
        StrengthLevel("b", temperature=1.0, min_p=0.2),
    ]
    found = level_actions(masks, edge, levels)
    assert (found["words.a"] == UNCLEAR).all() and (found["words.b"] == 0).all()
    tie = {"policy.onnx": np.zeros((1, 2), np.float32)}
    assert (level_actions(masks, tie, [StrengthLevel("a")])["words.a"] == UNCLEAR).all()


def test_a_changed_level_gets_golden_actions_of_its_own(
    opponent: Path, setting: GameSetting, tmp_path: Path
) -> None:
    bundle = read_bundle(opponent)
    levels = [replace(bundle.levels[0], temperature=2.5), *bundle.levels[1:]]
    edit_bundle(bundle, tmp_path / "y.opp", levels)
    before, after = bundle.golden(), read_bundle(tmp_path / "y.opp").golden()
    assert (before["words.cadet"] != after["words.cadet"]).any()
    assert (before["words.admiral"] == after["words.admiral"]).all()
    assert load(tmp_path / "y.opp", setting, "cadet").level.temperature == 2.5


def test_what_attackers_found_stands_in_manifest_and_card(opponent: Path, tmp_path: Path) -> None:
    bundle = read_bundle(opponent)
    found = {
        "score": 0.62,
        "interval": [0.5, 0.7],
        "method": "two starts",
        "budget_decisions": 9000,
    }
    assert bundle.manifest["exploitability"] is None
    edit_bundle(bundle, tmp_path / "y.opp", bundle.levels, exploitability=found)
    amended = read_bundle(tmp_path / "y.opp")
    assert amended.manifest["exploitability"] == found
    assert json.loads(amended.files["card.json"])["exploitability"] == found
    told = "At least 62.0% (50.0% to 70.0%), found by two starts with 9,000 decisions."
    assert told in amended.files["card.md"].decode()
    assert amended.golden().keys() == bundle.golden().keys()


def test_files_of_the_first_schema_play_their_likeliest_action(setting: GameSetting) -> None:
    for runtime in ("numpy", "onnxruntime"):
        agent = load(FIRST_SCHEMA, setting, runtime=runtime)
        asked = record_decisions(setting, agent, 100)
        words = agent.act(asked.observations, asked.masks)
        assert (words == agent.forward(asked.observations, asked.masks)[0].argmax(axis=1)).all()
        assert agent.name == "Old"
    with pytest.raises(BundleError, match="there are: argmax"):
        load(FIRST_SCHEMA, setting, "admiral")
    with pytest.raises(BundleError, match="opp/1 allows only one level"):
        edit_bundle(read_bundle(FIRST_SCHEMA), Path("y.opp"), [StrengthLevel("cadet")])


def test_two_levels_of_one_file_meet(opponent: Path, setting: GameSetting) -> None:
    players = make_agent(f"{opponent}@steady", setting), make_agent(f"{opponent}@officer", setting)
    result = play_match(setting, players, pairs=20, seed=2, threads=1)
    assert (result.agent_a, result.agent_b) == ("Exported@steady", "Exported@officer")
    again = play_match(setting, players, pairs=20, seed=2, threads=1)
    assert (result.games, result.failures) == (40, 0)
    assert again.score_a == result.score_a


def test_a_node_gets_the_file_and_keeps_the_level(tmp_path: Path) -> None:
    """Where a cup is played on other machines players' files are sent there by content."""
    from tempfile import TemporaryDirectory

    from spacecombat_agents.arena.tournament.ray_executor import NodeWorker
    from spacecombat_agents.arena.tournament.tournament import split_player_file

    assert split_player_file("nets/a.opp@cadet") == ("", "nets/a.opp")
    assert split_player_file("sb3:a.zip") == ("sb3:", "a.zip")
    worker = object.__new__(NodeWorker)
    worker._folder = TemporaryDirectory(dir=tmp_path)
    placed = worker._write_file("nets/a.opp@cadet", b"content")
    assert placed.endswith("/a.opp@cadet")
    assert Path(placed.removesuffix("@cadet")).read_bytes() == b"content"
