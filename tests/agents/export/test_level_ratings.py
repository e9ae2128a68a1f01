"""Levels rated and tuned: a round robin whose truth is known, and a file that keeps the ratings."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("scipy")
pytest.importorskip("onnxscript")

import torch  # noqa: E402
from torch import nn  # noqa: E402

from spacecombat_agents import cli  # noqa: E402
from spacecombat_agents.export.level_ratings import LevelPlayers, rate_levels  # noqa: E402
from spacecombat_agents.export.temperature_tuning import (  # noqa: E402
    GAP_TOLERANCE,
    TARGET_GAP,
    tune_temperatures,
)
from spacecombat_agents.export.write_opponent import write_opponent  # noqa: E402
from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.bundles.bundle import read_bundle  # noqa: E402
from spacecombat_agents.players.bundles.levels import StrengthLevel  # noqa: E402
from spacecombat_agents.players.onnx_agent import OnnxAgent  # noqa: E402
from spacecombat_agents.players.roster import make_agent  # noqa: E402

PLACE = ["--ruleset", "auction", "--scenario", "plain"]
LEVELS = [
    StrengthLevel("boy", temperature=4.0),
    StrengthLevel("man", temperature=0.8),
    StrengthLevel("best"),
]


class Bidder(nn.Module):
    """Likes actions by their worth: at temperature 0 the best player of the auction."""

    def forward(self, obs: torch.Tensor, action_mask: torch.Tensor) -> tuple[torch.Tensor, ...]:
        worth = 4.0 * obs[:, 2:18]
        return torch.where(action_mask > 0.5, worth, torch.full((), -1e8)), obs[:, 1:2]


@pytest.fixture(scope="module")
def made(setting: GameSetting, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file whose levels are the bidder more and less sure of itself."""
    path = tmp_path_factory.mktemp("bidder") / "bidder.opp"
    write_opponent(path, setting, {"policy.onnx": Bidder()}, LEVELS, "Bidder")
    return path


@pytest.fixture
def bidder(made: Path, tmp_path: Path) -> Iterator[Path]:
    """A copy to be written to."""
    yield Path(shutil.copy(made, tmp_path / "bidder.opp"))


def test_levels_are_rated_in_their_order_and_random_is_the_zero(
    bidder: Path, setting: GameSetting
) -> None:
    anchors = [(name, make_agent(name, setting)) for name in ("random", "scripted:captain")]
    mixed = [LEVELS[1], LEVELS[2], LEVELS[0]]
    players = LevelPlayers(read_bundle(bidder))
    found = rate_levels(setting, players, mixed, anchors, pairs=60, seed=3)
    assert [level.id for level in found.levels] == ["boy", "man", "best"]
    ratings = [level.rating for level in found.levels]
    assert ratings == sorted(ratings, key=float) and found.anchors[0][1] == 0.0
    for level in found.levels:
        assert level.interval is not None and level.rating is not None
        assert level.interval[0] <= level.rating <= level.interval[1]
    best = found.levels[-1]
    assert abs(best.vs["scripted:captain"][0] - 0.5) < 0.05  # the captain takes the dearest, too
    assert best.vs["random"][0] > 0.95 > found.levels[0].vs["random"][0] > 0.5
    for level in found.levels:
        for score, low, high in level.vs.values():
            assert 0.0 <= low <= score <= high <= 1.0 and low < high
    assert found.games == 10 * 120
    for gap, (lower, upper) in zip(found.gaps, [("boy", "man"), ("man", "best")], strict=True):
        assert (gap.lower, gap.upper) == (lower, upper)
        assert gap.interval[0] <= gap.elo <= gap.interval[1]


def test_a_level_that_searches_meets_the_captain_and_the_level_below(
    bidder: Path, setting: GameSetting
) -> None:
    anchors = [(name, make_agent(name, setting)) for name in ("random", "scripted:captain")]
    search = {"worlds": "2", "candidates": "2", "draws": "4", "rounds": "1"}
    levels = [*LEVELS, replace(LEVELS[-1], id="master", search=search)]
    players = LevelPlayers(read_bundle(bidder))
    found = rate_levels(setting, players, levels, anchors, pairs=30, seed=3, search_pairs=3)
    assert found.games == 2 * (10 * 30 + 2 * 3)
    master = next(level for level in found.levels if level.id == "master")
    assert list(master.vs) == ["scripted:captain"] and master.rating is not None
    assert {
        (match.agent_a, match.agent_b)
        for match in found.matches
        if match.agent_b == "Bidder@master"
    } == {
        ("scripted:captain", "Bidder@master"),
        ("Bidder@best", "Bidder@master"),
    }


def test_the_same_seed_gives_the_same_ratings_and_another_fresh_games(
    bidder: Path, setting: GameSetting
) -> None:
    players = LevelPlayers(read_bundle(bidder))
    anchors = [("random", make_agent("random", setting))]
    found = [
        rate_levels(setting, players, LEVELS[:2], anchors, pairs=10, seed=seed)
        for seed in (3, 3, 4)
    ]
    assert found[0].levels == found[1].levels != found[2].levels


def test_tuning_moves_temperatures_until_steps_are_even(bidder: Path, setting: GameSetting) -> None:
    players = LevelPlayers(read_bundle(bidder))
    captain = make_agent("scripted:captain", setting)
    tuned = tune_temperatures(setting, players, LEVELS, [captain], pairs=150, seed=1)
    assert [level.id for level in tuned] == ["boy", "man", "best"]
    assert tuned[2] == LEVELS[2]
    assert tuned[0].temperature > tuned[1].temperature > 0.0
    anchors = [("random", make_agent("random", setting))]
    fresh = rate_levels(setting, players, tuned, anchors, pairs=150, seed=2)
    assert all(abs(gap.elo - TARGET_GAP) < 2.5 * GAP_TOLERANCE for gap in fresh.gaps)


def test_a_step_that_cannot_be_made_comes_as_near_as_it_can(
    bidder: Path, setting: GameSetting
) -> None:
    """Even actions drawn evenly are not 3,000 Elo below."""
    said: list[str] = []
    players = LevelPlayers(read_bundle(bidder))
    levels = [replace(LEVELS[1], temperature=0.2), LEVELS[2]]
    tuned = tune_temperatures(
        setting, players, levels, [], pairs=30, seed=1, gap=3000.0, tell=said.append
    )
    assert tuned[0].temperature > 1.0
    assert said and said[0].startswith("best over man at temperature 0.2: ")


def test_the_command_writes_ratings_into_file_and_card(
    bidder: Path, setting: GameSetting, capsys: pytest.CaptureFixture[str]
) -> None:
    before = bidder.read_bytes()
    told = ["evaluate", str(bidder), "--levels", *PLACE, "--pairs", "20", "--seed", "5"]
    assert cli.run(told) == 0
    printed = capsys.readouterr().out
    assert "best over man" in printed and "not against people" in printed
    assert bidder.read_bytes() == before
    assert cli.run([*told, "--write", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    bundle = read_bundle(bidder)
    assert [level.as_json() for level in bundle.levels] == result["levels"]
    assert bundle.levels[-1].vs["random"][0] > 0.9
    card = bundle.files["card.md"].decode()
    assert f"{bundle.levels[-1].rating:+.0f}" in card
    assert "random, scripted:captain, 20 pairs per pairing, seed 5; random is at 0" in card
    OnnxAgent.load(bidder, setting.ruleset, setting.scenario)


def test_the_strongest_by_rating_plays_where_no_level_is_named(
    bidder: Path, setting: GameSetting
) -> None:
    from spacecombat_agents.export.edit_bundle import edit_bundle

    bundle = read_bundle(bidder)
    rated = [
        replace(level, rating=-float(at), interval=(-9.0, 9.0))
        for at, level in enumerate(bundle.levels)
    ]
    edit_bundle(bundle, bidder, rated)
    assert make_agent(str(bidder), setting).name == "Bidder@boy"
    card = read_bundle(bidder).files["card.md"].decode()
    assert "The default level is `boy`." in card


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["evaluate", "random", "--levels", *PLACE], "--levels needs a FILE.opp"),
        (["evaluate", "random", "--tune", *PLACE], "--write, --tune and --search-pairs need"),
        (["evaluate", "x.opp", "--levels", *PLACE], "x.opp: file: there is no such file"),
    ],
)
def test_what_has_no_levels_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert cli.run(arguments) == 2
    assert words in capsys.readouterr().err


def test_ratings_of_another_scenario_are_not_written(bidder: Path, setting: GameSetting) -> None:
    from spacecombat_agents.evaluation.level_ratings import run_levels
    from spacecombat_env.core.errors import ConfigError

    other = GameSetting(setting.ruleset, "plain")
    object.__setattr__(other, "scenario", replace(setting.scenario, digest="1" * 64))
    before = bidder.read_bytes()
    with pytest.raises(ConfigError, match="was made for plain, with its options"):
        run_levels(str(bidder), other, ["random"], pairs=2, seed=0, write=True)
    assert bidder.read_bytes() == before
