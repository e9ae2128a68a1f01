"""A study keeps what it played in a file, and resumes from it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spacecombat_agents import cli
from spacecombat_agents.studies import blocks
from spacecombat_agents.studies.blocks import StudyGames
from spacecombat_agents.studies.game_forks import Pilots

pytest.importorskip("scipy")

AUCTION = ["--ruleset", "auction", "--scenario", "plain", "--against", "random", "--threads", "1"]
COMPARE = [
    *("study", "compare", "scripted:aggressive", "scripted:captain", *AUCTION),
    *("--pairs", "40", "--look", "20", "--seed", "3", "--json"),
]
Count = Callable[[], int]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The blocks that are played."""
    found: list[Any] = []
    usual = StudyGames.__call__

    def play(games: StudyGames, *block: Any) -> blocks.ArmScores:
        found.append(block)
        return usual(games, *block)

    monkeypatch.setattr(StudyGames, "__call__", play)
    return found


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """Return the result of a study as JSON, without the versions it was made with."""
    assert cli.run(list(arguments)) == 0
    result = json.loads(capsys.readouterr().out)
    del result["provenance"]["command"]
    return result


def test_a_kept_study_is_not_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], played: list[Any]
) -> None:
    store = str(tmp_path / "study.jsonl")
    plain = told(capsys, *COMPARE)
    once = len(played)
    assert told(capsys, *COMPARE, "--store", store) == plain and len(played) == 2 * once
    assert told(capsys, *COMPARE, "--store", store) == plain and len(played) == 2 * once
    without_seed = [each for each in COMPARE if each not in ("--seed", "3")]
    assert told(capsys, *without_seed, "--store", store) == plain and len(played) == 2 * once


def test_an_interrupted_study_resumes(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    played: list[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = tmp_path / "study.jsonl"
    plain = told(capsys, *COMPARE)
    once = len(played)
    counting = StudyGames.__call__

    def stopped(games: StudyGames, *block: Any) -> blocks.ArmScores:
        if len(played) == once + 2:
            raise KeyboardInterrupt
        return counting(games, *block)

    with monkeypatch.context() as patch:
        patch.setattr(StudyGames, "__call__", stopped)
        assert cli.run([*COMPARE, "--store", str(store)]) == 1
    line = f"interrupted: {store} keeps 2 blocks; the same command resumes"
    assert line in capsys.readouterr().err
    with store.open("ab") as file:
        file.write(b'{"key": "torn')
    assert told(capsys, *COMPARE, "--store", str(store)) == plain
    assert len(played) == 2 * once


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (["--seed", "4"], "seed: holds games of another study: 3, not 4"),
        (["--max-turns", "2"], "max_turns: holds games of another study: null, not 2"),
    ],
)
def test_another_study_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: list[str], reason: str
) -> None:
    store = str(tmp_path / "study.jsonl")
    told(capsys, *COMPARE, "--store", store)
    assert cli.run([*COMPARE, *change, "--store", store]) == 2
    assert f"{store}: {reason}" in capsys.readouterr().err


def test_a_flipped_bit_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "study.jsonl"
    told(capsys, *COMPARE, "--store", str(store))
    first, second, *rest = store.read_text().splitlines(keepends=True)
    store.write_text("".join([first, second.replace('"failures": 0', '"failures": 1'), *rest]))
    assert cli.run([*COMPARE, "--store", str(store)]) == 2
    assert f"{store}: line 2: not a line of a study: its checksum" in capsys.readouterr().err


def test_a_sweep_is_kept_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], played: list[Any]
) -> None:
    store = str(tmp_path / "study.jsonl")
    sweep = [
        "study",
        "sweep",
        "scripted:captain(open_fire_range=2..3)",
        "--ruleset",
        "battle_rider",
    ]
    sweep += ["--scenario", "duel", "--against", "random", "--max-turns", "1", "--threads", "1"]
    sweep += ["--pairs", "10", "--seed", "3", "--json", "--store", store]
    once = told(capsys, *sweep)
    count = len(played)
    assert told(capsys, *sweep) == once and len(played) == count > 0


def test_whatif_is_kept_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ["match", "scripted:hunter", "random", "--ruleset", "intercept_sensors", "--pairs", "1"]
    assert cli.run([*game, "--max-turns", "2", "--seed", "1", "--save", str(tmp_path)]) == 0
    capsys.readouterr()
    store = str(tmp_path / "study.jsonl")
    study = ["study", "whatif", str(tmp_path / "pair_0001_a_first.json.gz"), "--games", "10"]
    study += ["--seed", "2", "--json"]
    plain = told(capsys, *study)
    assert told(capsys, *study, "--store", store) == plain
    monkeypatch.setattr(Pilots, "_play_out", None)
    assert told(capsys, *study, "--store", store) == plain


@pytest.mark.slow
@pytest.mark.parametrize(
    "study",
    [
        ["fair", "line", "destroyers", "--pairs", "10"],
        ["worth", "Kinunir", "--without", "black_globe", "--ships", "1", "--pairs", "10"],
        ["saturate", "--target", "Midu Agashaam", "--missiles", "1..3", "--runs", "20"],
    ],
)
def test_studies_of_fleets_are_kept_too(
    study: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "study.jsonl"
    arguments = ["study", *study, "--seed", "1", "--threads", "1", "--json", "--store", str(store)]
    once = told(capsys, *arguments)
    kept = tmp_path / "kept.jsonl"
    shutil.copy(store, kept)
    assert told(capsys, *arguments) == once
    assert store.read_bytes() == kept.read_bytes()
