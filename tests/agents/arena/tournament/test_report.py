"""What a report says is what the rows say, and it asks nobody for anything."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from spacecombat_agents import cli
from spacecombat_agents.arena.tournament.featured_games import _scenarios_in_turn
from spacecombat_agents.arena.tournament.game_rows import VOID, GameRow, unplayed_rows
from spacecombat_agents.arena.tournament.plan import plan_from
from spacecombat_agents.arena.tournament.report_page import _fact_rows
from spacecombat_agents.arena.tournament.runner import open_tournament_store
from spacecombat_agents.arena.tournament.schedule import Unit, units
from spacecombat_agents.arena.tournament.store import GameStore
from spacecombat_agents.arena.tournament.tournament import Tournament
from spacecombat_agents.arena.tournament.unit_games import play_unit
from spacecombat_env.core.errors import ConfigError

pytest.importorskip("scipy")
pytest.importorskip("jinja2")

EVIL = "</pre><script>alert(1)</script><img src=//evil.example>"
CUP: dict[str, Any] = {
    "seed": 0,
    "name": "<b>cup</b>",
    "entrants": [
        "random",
        "scripted:captain",
        {"player": "random", "label": "<i>x</i>"},
        {"player": "random", "label": "alone"},
    ],
    "scenarios": [{"ruleset": "auction", "scenario": "plain"}],
    "pairs": 6,
    "unit": 6,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cup in which nobody has met the last entrant, some games have faults, one was not played."""
    made = tmp_path_factory.mktemp("cup")
    tournament = Tournament(plan_from(CUP))
    with open_tournament_store(tournament, made) as store:
        for unit in units(tournament.plan):
            if 3 in unit.matchup:
                continue
            rows = play_unit(tournament, unit)
            if unit.matchup == (0, 1):
                rows[0] = _fault(rows[0])
            if unit.matchup == (0, 2):
                rows[3] = rows[3]._replace(verdict=VOID, cause="runner", reason="runner", note=EVIL)
            store.add_rows(rows)
    tournament.close()
    return made


def _fault(row: GameRow) -> GameRow:
    """Return the game as one that its second player lost by a crash."""
    return row._replace(verdict=0, cause="crash", reason="crash", owner="b", note=EVIL)


def reported(folder: Path, out: Path) -> tuple[dict[str, Any], str]:
    """Return what is written of a cup."""
    its = ["arena", "report", str(folder), "--out", str(out), "--no-pages"]
    assert cli.run(its) == 0
    return json.loads((out / "report.json").read_text()), (out / "report.html").read_text()


def test_a_report_is_a_function_of_the_rows(folder: Path, tmp_path: Path) -> None:
    assert reported(folder, tmp_path / "1") == reported(folder, tmp_path / "2")


def test_figures_are_those_of_the_rows(folder: Path, tmp_path: Path) -> None:
    told, _ = reported(folder, tmp_path)
    with GameStore.open(folder / "results.db") as store:
        rows = list(store.rows())
    played = told["played"]
    assert (played["games"], played["pairs"], played["unplayed"]) == (35, 17, 1)
    by_label = {each["label"]: each for each in told["entrants"]}
    own = [row for row in rows if row.cause != "runner" and 1 in (row.a, row.b)]
    score = np.mean([row.score if row.a == 1 else 1.0 - row.score for row in own])
    assert by_label["scripted:captain"]["score"] == round(float(score), 6)
    assert by_label["scripted:captain"]["faults"] == 1
    assert by_label["random"]["interval"] == [0.0, 0.0]
    assert by_label["alone"]["interval"] == [None, None]
    assert by_label["alone"]["ranks"] == [1, 4]
    assert sum(each["pairs"] for each in told["couples"]) == 17
    assert told["faults"]["by_entrant"] == [{"label": "scripted:captain", "causes": {"crash": 1}}]
    assert told["faults"]["first"][0]["note"] == EVIL
    assert told["scenarios"][0]["first_seat"]["pairs"] == 17


def test_a_reader_is_warned(folder: Path, tmp_path: Path) -> None:
    told, page = reported(folder, tmp_path)
    words = " ".join(told["warnings"])
    assert "No game connects these groups" in words and "; alone." in words
    assert "1 games could not be played" in words and "fewer than 20 pairs" in words
    assert "not connected" in page


def test_the_page_runs_nothing_and_requests_nothing(folder: Path, tmp_path: Path) -> None:
    """Whatever players are called or say is text."""
    _, page = reported(folder, tmp_path)
    assert (
        "<script" not in page and "<img" not in page and "<i>x" not in page and "<b>cup" not in page
    )
    assert page.count("&lt;script&gt;alert(1)") == 2
    outside = re.sub(r"<(pre|code)>.*?</\1>", "", page, flags=re.S)
    assert not re.search(r"""(https?:|(src|href|url)\s*[=(]\s*["']?//)""", outside)
    links = re.findall(r'href="([^"]*)"', page)
    assert set(links) == {"report.json"}, "no pages of games were written"
    assert "Write their pages with <code>spacecombat arena report</code>" in page
    assert "prefers-color-scheme: light" in page


def test_pages_of_games_are_written_where_the_report_looks_for_them(tmp_path: Path) -> None:
    content = {
        "entrants": ["random", "scripted:hunter"],
        "scenarios": [{"ruleset": "intercept_sensors", "scenario": "duel"}],
        "pairs": 1,
        "replays": {"pages": 1},
    }
    tournament = Tournament(plan_from(content))
    with open_tournament_store(tournament, tmp_path) as store:
        store.add_rows(play_unit(tournament, units(tournament.plan)[0]))
    assert cli.run(["arena", "report", str(tmp_path)]) == 0
    links = re.findall(r'href="(games/[^"]*)"', (tmp_path / "report.html").read_text())
    assert len(links) == 1
    assert {each.name for each in (tmp_path / "games").iterdir()} == {Path(links[0]).name}
    assert "Intercept sensors" in (tmp_path / links[0]).read_text()


def test_early_games_of_the_strongest_are_shown_one_scenario_after_the_other() -> None:
    blank = unplayed_rows(Unit(0, 0, 1, 0, 1), [0, 0], "")[0]
    rows = [
        blank._replace(scenario=scenario, a=a, b=b, pair=pair, cause="normal")
        for scenario in (0, 1)
        for a, b in ((0, 1), (0, 2), (1, 2))
        for pair in (0, 1)
    ]
    chosen = _scenarios_in_turn(rows, SimpleNamespace(elo=[0.0, 100.0, 200.0]))  # type: ignore[arg-type]
    assert [(row.pair, row.scenario, row.a, row.b) for row in chosen[:7]] == [
        *((0, 0, 1, 2), (0, 1, 1, 2), (0, 0, 0, 1), (0, 1, 0, 1), (0, 0, 0, 2), (0, 1, 0, 2)),
        (1, 0, 1, 2),
    ]


def test_a_file_that_is_no_store_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.db"
    other.write_text("no database, but long enough to be read as one" * 9)
    for file, words in ((tmp_path / "gone", "does not exist"), (other, "other.db: file: ")):
        assert cli.run(["arena", "report", str(file)]) == 2
        assert words in capsys.readouterr().err


def test_a_store_of_another_version_is_refused(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "results.db"
    open_tournament_store(Tournament(plan_from(CUP)), tmp_path).close()
    import sqlite3

    with sqlite3.connect(file) as database:
        database.execute("PRAGMA user_version = 9")
    with pytest.raises(ConfigError, match="user_version: has version 9, but this program reads 1"):
        GameStore.open(file)


MATCH = ["match", "random", "scripted:captain", "--ruleset", "auction", "--scenario", "plain"]


def test_a_match_keeps_its_games_in_the_same_store(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "m.db"
    its = [*MATCH, "--pairs", "9", "--seed", "3"]
    assert cli.run([*its, "--store", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    with GameStore.open(file) as store:
        rows = list(store.rows())
    assert len(rows) == 18 and np.mean([row.score for row in rows]) == told["score_a"]
    assert cli.run([*its, "--store", str(file)]) == 0
    with GameStore.open(file) as store:
        assert list(store.rows()) == rows
    capsys.readouterr()
    assert cli.run([*MATCH, "--pairs", "9", "--seed", "4", "--store", str(file)]) == 2
    assert "m.db: seed: holds games of another match: 3, not 4" in capsys.readouterr().err
    assert cli.run(["arena", "report", str(file), "--no-pages", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["couples"][0]["score"] == round(told["score_a"], 6)


def test_an_evaluation_keeps_its_games(tmp_path: Path) -> None:
    file = tmp_path / "e.db"
    its = ["evaluate", "random", *MATCH[3:], "--pairs", "4", "--store", str(file)]
    assert cli.run([*its, "--against", "random", "--against", "scripted:captain"]) == 0
    with GameStore.open(file) as store:
        assert [(row.a, row.b) for row in store.rows()] == [(0, 1)] * 8 + [(0, 2)] * 8
        labels = [each["label"] for each in store.content()["about"]["entrants"]]
    assert labels == ["random (1)", "random (2)", "scripted:captain"]


@pytest.mark.parametrize(
    ("engine", "words"), [({"engine": "native"}, "native"), ({"numba": "0.68.1"}, "Numba 0.68.1")]
)
def test_the_engine_is_named_as_old_files_name_it(engine: dict[str, str], words: str) -> None:
    about = {"package": "p", "python": "3.11", "numpy": "2.4", **engine}
    how = {"plan": plan_from(CUP).as_json(), "about": about, "rows_sha": ""}
    rows = dict(_fact_rows({"how": how, "played": {"laps": 0, "decisions": 1}}))
    assert rows["Engine"] == words
