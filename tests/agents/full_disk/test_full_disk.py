"""A disk that is full from the n-th write on, n = 1, 2, ..., over the commands that write."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from spacecombat_agents import cli
from spacecombat_agents.service.storage.game_store import ActionRecord, GameStore, StoredGame

HERE = Path(__file__).parent
PLACE = ["--ruleset", "auction", "--scenario", "plain"]
MATCH = ["match", "random", "random", *PLACE, "--pairs", "1", "--seed", "1", "--threads", "1"]
CUP = {
    "name": "small",
    "entrants": ["random", {"player": "random", "label": "other"}],
    "scenarios": [{"ruleset": "auction", "scenario": "plain"}],
    "pairs": 2,
    "unit": 1,
}
TRAINING = {
    "ruleset": "auction",
    "scenario": "plain",
    "learner": "fast",
    "torch_threads": 1,
    "engine_threads": 1,
    "budget": {"minutes": None, "decisions": 300},
    "rollout": {"games": 16, "decisions": 256},
    "network": {"policy_layers": [8], "value_layers": [8]},
    "opponents": {"weights": {"random": 1.0}, "every": 1, "keep": 2},
    "evaluation": {"every_minutes": 1e-4, "pairs": 1, "final_pairs": 1, "opponents": ["random"]},
}
DESIGN = "cheetah"

STUDY = [
    *("study", "compare", "random", "scripted:captain", "--ruleset", "auction", "--threads", "1"),
    *("--scenario", "plain", "--against", "random", "--pairs", "20", "--seed", "1"),
]
QUICK = {
    "match --save": [*MATCH, "--save", "{here}/games"],
    "match --store": [*MATCH, "--store", "{here}/match.db"],
    "bot new": ["bot", "new", "python", "{here}/bot"],
    "campaign new": ["campaign", "new", "{here}/war.yaml"],
    "ship --sheet": ["ship", DESIGN, "--sheet", "{here}/sheet.svg"],
    "export-scenario": ["export-scenario", "{here}/duel.scenario", "--ruleset", "battle_rider"],
    "evaluate --out --store": [
        *("evaluate", "random", "--against", "random", *PLACE, "--pairs", "1", "--seed", "1"),
        *("--threads", "1", "--out", "{here}/scores.json", "--store", "{here}/match.db"),
    ],
    "replay --html": ["replay", "{here}/game.json.gz", "--html", "{here}/game.html"],
    "campaign page": ["campaign", "page", "{here}/begun.yaml", "--out", "{here}/page.html"],
    "campaign run": [
        *("campaign", "run", "{here}/begun.yaml", "--days", "1", "--red", "random"),
        *("--blue", "random", "--red-battles", "table", "--blue-battles", "table"),
    ],
    "arena report": ["arena", "report", "{here}/played", "--no-pages"],
    "arena run": ["arena", "run", "{here}/cup.yaml", "--out", "{here}/cup"],
    "serve backup": ["serve", "backup", "--data", "{here}/data", "{here}/copy.db"],
    "serve prune": ["serve", "prune", "--older-than", "0", "--data", "{here}/data"],
}
"""Commands that need no training, by name; `{here}` is a folder of each run."""
REASONS = ("No space left", "is full", "disk I/O", "cannot be read or written")
"""Words of which an error has one."""
LATER = ("serve prune",)
"""Commands that do their work and leave to a later run what needs more room: a smaller file."""
AFTER = {
    "serve backup": ["serve", "check", "--data", "{here}/data"],
    "serve prune": ["serve", "check", "--data", "{here}/data"],
    "campaign run": ["campaign", "check", "{here}/begun.yaml"],
    "study compare --store": [*STUDY, "--store", "{here}/study.jsonl"],
    "train --resume": ["report", "{here}/run"],
}
"""What must succeed afterwards: nothing that was kept before is lost."""
SLOW = {
    "study compare --store": [*STUDY, "--store", "{here}/study.jsonl"],
    "study compare --report": [
        *STUDY,
        *("--report", "{here}/study.html"),
    ],
    "train": ["train", "--config", "{here}/train.yaml", "--out", "{here}/new"],
    "train --resume": ["train", "--config", "{here}/train.yaml", "--out", "{here}/run", "--resume"],
    "report": ["report", "{here}/run"],
    "exploit": [
        *("exploit", "random", "--config", "{here}/train.yaml", "--budget", "256", "--seeds", "1"),
        *("--pairs", "2", "--out", "{here}/attackers"),
    ],
    "arena ladder": [
        *("arena", "ladder", "{here}/played", "--pairs", "1", "--step", "1", "--couples", "1"),
    ],
    "study saturate --store --report": [
        *("study", "saturate", "--target", "Fiery", "--missiles", "1..2", "--runs", "20"),
        *("--threads", "1", "--store", "{here}/study.jsonl", "--report", "{here}/study.html"),
    ],
    "export": ["export", "{here}/run", "{here}/x.opp", "--check", "10"],
}


@pytest.fixture(scope="session")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that fills the disk."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or not sys.platform.startswith("linux"):
        pytest.skip("needs a C compiler, on Linux")
    library = tmp_path_factory.mktemp("disk") / "full_disk.so"
    source = HERE / "full_disk.c"
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"]
    subprocess.run(command, check=True)
    return library


@pytest.fixture
def source(tmp_path: Path, name: str) -> Path:
    """A folder with the files that a command reads."""
    wanted = (QUICK | SLOW)[name]
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "cup.yaml").write_text(yaml.safe_dump(CUP), encoding="utf-8")
    (folder / "train.yaml").write_text(yaml.safe_dump(TRAINING), encoding="utf-8")
    if "{here}/begun.yaml" in wanted:
        assert cli.run(["campaign", "new", str(folder / "begun.yaml")]) == 0
    if "{here}/game.json.gz" in wanted:
        duel = ["match", "random", "random", "--ruleset", "intercept_sensors", "--pairs", "1"]
        duel += ["--max-turns", "1", "--seed", "1"]
        assert cli.run([*duel, "--save", str(folder / "games")]) == 0
        shutil.copy(next((folder / "games").glob("*.json.gz")), folder / "game.json.gz")
    if "{here}/played" in wanted:
        played = str(folder / "played")
        assert cli.run(["arena", "run", str(folder / "cup.yaml"), "--out", played]) == 0
    if "{here}/data" in wanted:
        store_games(folder / "data")
    if "{here}/run" in wanted:
        train_first(folder)
    return folder


def store_games(folder: Path) -> None:
    """Store games that ended and one that is open."""
    folder.mkdir()
    store = GameStore(folder / "games.db")
    scenario = {"name": "x" * 5000}
    for number in range(4):
        game = StoredGame(f"game{number}", "auction", scenario, ((), ()), 1, "public", "", ())
        store.add(game)
        store.append_actions(game.id, ActionRecord("red", 0, (1, 2), "", "", 0), number > 0)
    store.close()


def runs(disk: Path, source: Path, name: str, prepare: str = "") -> list[dict[str, Any]]:
    """Return the reports of the runs of a command, the last with disk enough."""
    more = {"PREPARE": prepare} if prepare else {"WARM": "yes"}
    more |= {"AFTER": json.dumps(AFTER.get(name, [])), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, str(HERE / "commands.py"), str(source), *(QUICK | SLOW)[name]],
        env={**os.environ, **more, "LD_PRELOAD": str(disk)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def check_runs(name: str, reports: list[dict[str, Any]]) -> None:
    """Check that a full disk gives one line and status 2, and leaves no half-written file."""
    *full, last = reports
    assert full and last["failures"] == 0 and last["status"] in (0, None), last
    for report in full:
        kept_log = any(file.endswith("-wal") for file in report["left"])
        if report["status"] == 0 and (kept_log or name in LATER):
            continue  # SQLite could not move its log into the store at the end; the log is whole
        errors = [line for line in report["told"].splitlines() if line.startswith("error: ")]
        assert report["status"] == 2 and len(errors) == 1, report
        assert "Traceback" not in report["told"], report
        assert any(each in errors[0] for each in REASONS), report
    for report in reports:
        assert not report["after"], report
        halves = [file for file in report["left"] if file.endswith((".new", ".part"))]
        assert not halves, report


@pytest.mark.parametrize("name", QUICK)
def test_a_full_disk_is_one_line(disk: Path, source: Path, name: str) -> None:
    check_runs(name, runs(disk, source, name))


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_a_full_disk_is_one_line_for_slow_commands(disk: Path, source: Path, name: str) -> None:
    for package in ("torch", "onnxscript", "scipy"):
        pytest.importorskip(package)
    check_runs(name, runs(disk, source, name, "torch,spacecombat_agents.training.trainer"))


@pytest.mark.slow
def test_a_service_on_a_full_disk_loses_nothing_and_recovers(disk: Path, tmp_path: Path) -> None:
    """Each write of a game fails once, with all after it, until there is room again."""
    (tmp_path / "here").mkdir()
    done = subprocess.run(
        [sys.executable, str(HERE / "serving.py"), str(tmp_path / "here")],
        env={**os.environ, "WARM": "yes", "LD_PRELOAD": str(disk)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *full, last = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(full) > 10 and last["failures"] == 0 and last["told"] == []
    for report in (*full, last):
        assert not report["lost"] and not report["left"], report
        assert report["acknowledged"] == 4 and report["more"] == 0, report
    for report in full:
        words = "the disk is full", "the file cannot be read or written"
        assert all("store: " in told for told in report["told"]), report
        assert all(any(each in told for each in words) for told in report["told"]), report


def train_first(source: Path) -> None:
    """Train the run that commands continue, report and export."""
    arguments = ["train", "--config", str(source / "train.yaml"), "--out", str(source / "run")]
    assert cli.run(arguments) == 0
    longer = {**TRAINING, "budget": {"minutes": None, "decisions": 600}}
    (source / "train.yaml").write_text(yaml.safe_dump(longer), encoding="utf-8")


def test_a_full_output_is_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "spacecombat_agents.cli", "envs"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "error: spacecombat: output: No space left on device\n"
