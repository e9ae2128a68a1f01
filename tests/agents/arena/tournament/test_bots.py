"""Bots of any language in cups: game by game, and a cup goes on however they fail."""

from __future__ import annotations

import json
import sys
import uuid
from pathlib import Path
from typing import Any

import pytest
import yaml
from kit.hostile import processes

from spacecombat_agents import cli
from spacecombat_agents.arena.tournament.seeds import SECRET_FILE
from spacecombat_agents.arena.tournament.store import GameStore

pytest.importorskip("scipy")

ROOT = Path(__file__).parents[4]
GOOD = f"bot:{sys.executable} {ROOT / 'configs' / 'starters' / 'bot.py'}"
CRASH = f"bot:{sys.executable} {ROOT / 'tests/agents/bots/hostile/crash.py'}"
CUP: dict[str, Any] = {
    "seed": 0,
    "entrants": [
        {"player": GOOD, "label": "good"},
        {"player": CRASH, "label": "bad"},
        "random",
    ],
    "scenarios": [{"ruleset": "intercept_sensors", "scenario": "duel"}],
    "pairs": 3,
    "ahead": 1,
    "faults": {"after": 8},
}


def run(folder: Path, content: dict[str, Any], *more: str) -> None:
    """Play a cup in a folder."""
    folder.mkdir(exist_ok=True)
    (folder / "cup.yaml").write_text(yaml.safe_dump(content))
    its = ["arena", "run", str(folder / "cup.yaml"), "--out", str(folder), "--json", *more]
    assert cli.run(its) == 0


def test_a_bot_that_crashes_loses_its_games_and_the_cup_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(tmp_path, CUP)
    told = json.loads(capsys.readouterr().out)
    assert told["suspended"] == ["bad"] and told["unplayed"] == 0
    assert (told["pairs_skipped"], told["faults"]) == (2, 8)  # after 8 games, all of them lost
    with GameStore.open(tmp_path / "results.db") as store:
        rows = list(store.rows())
    for row in rows:
        if 1 in (row.a, row.b):
            assert (row.cause, row.owner) == ("crash", "a" if row.a == 1 else "b")
            bad = row.seat_of_a if row.a == 1 else 1 - row.seat_of_a
            assert row.verdict == 1 - bad and row.actions is not None
            assert "asked: " in row.note
        else:
            assert (row.cause, row.owner) == ("normal", "")
    assert sum(row.cause == "normal" for row in rows) == 6


def test_a_match_of_bots_is_kept_pair_by_pair(tmp_path: Path) -> None:
    file = tmp_path / "m.db"
    its = ["match", GOOD, CRASH, "--ruleset", "intercept_sensors", "--scenario", "duel"]
    assert cli.run([*its, "--pairs", "2", "--store", str(file)]) == 0
    with GameStore.open(file) as store:
        rows = list(store.rows())
    assert [(row.pair, row.game, row.cause, row.owner) for row in rows] == [
        (pair, game, "crash", "b") for pair in (0, 1) for game in (0, 1)
    ]
    assert all("asked: " in row.note for row in rows)


@pytest.mark.slow
def test_workers_play_the_same_rows_with_bots(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shas = []
    for count in (1, 2):
        (tmp_path / str(count)).mkdir()
        (tmp_path / str(count) / SECRET_FILE).write_text(bytes(32).hex())
        run(tmp_path / str(count), CUP, "--workers", str(count))
        shas.append(json.loads(capsys.readouterr().out)["rows_sha"])
    assert shas[0] == shas[1]


HOSTILE = {
    "crash": "crash",
    "hang": "late",
    "silence": "late",
    "garbage": "protocol",
    "long_line": "protocol",
    "slow_death": "late",
    "fork": "crash",
    "flood": "late",
}
"""Bots that misbehave, and the cause that a cup gives."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is left")
@pytest.mark.parametrize(("kind", "workers"), [("none", 2), ("order", 1)])
def test_a_cup_with_all_hostile_bots_names_causes_and_owners(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str, workers: int
) -> None:
    """The good ones play all their games, and no process is left."""
    mark = uuid.uuid4().hex
    bad = [
        {"player": f"{CRASH.replace('crash.py', f'{name}.py')} {mark}", "label": name}
        for name in HOSTILE
    ]
    content = {
        **CUP,
        "format": "gauntlet",
        "entrants": [{"player": f"{GOOD} {mark}", "label": "good"}, "random", *bad],
        "pairs": 1,
        "clock": {"kind": kind, "order_ms": 5000, "patience_ms": 5000},
    }
    run(tmp_path, content, "--workers", str(workers))
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["faults"], told["unplayed"]) == (18, 16, 0)
    with GameStore.open(tmp_path / "results.db") as store:
        rows = list(store.rows())
    ends = {row.b: (row.cause, row.owner) for row in rows}
    assert ends == {
        1: ("normal", ""),
        **{at: (cause, "b") for at, cause in enumerate(HOSTILE.values(), start=2)},
    }
    assert all(row.score == 1.0 for row in rows if row.owner)
    faults = json.loads((tmp_path / "report.json").read_text())["faults"]
    assert {each["label"]: each["causes"] for each in faults["by_entrant"]} == {
        name: {cause: 2} for name, cause in HOSTILE.items()
    }
    assert processes(mark) == []
