"""Comparing two checkouts in pairs, and the page on scaling."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from spacecombat_agents import cli
from spacecombat_agents.bench import compare_revisions, scaling
from spacecombat_env.core.engine import INTERPRETED, load_engine

PLACE = ["--ruleset", "intercept_sensors", "--scenario", "duel", "--games", "4", "--threads", "1"]


@pytest.mark.parametrize(
    ("count", "ranks"), [(1, (0, 0)), (6, (0, 5)), (8, (0, 7)), (9, (1, 7)), (20, (5, 14))]
)
def test_the_median_lies_between_these_ranks(count: int, ranks: tuple[int, int]) -> None:
    """Sign test: of 9 values the second and the eighth hold it with 96 %, of 20 the 6th and 15th."""
    assert compare_revisions.median_ranks(count) == ranks


def test_ratios_are_taken_pair_by_pair() -> None:
    """Both sides slow down together, and the ratio stays."""
    told = compare_revisions.compare_speeds([(20.0, 10.0), (2.0, 1.0), (6.0, 2.0)])
    assert (told["ratio"], told["low"], told["high"]) == (2.0, 2.0, 3.0)
    assert (told["here_per_s"], told["there_per_s"]) == (6.0, 2.0)


def test_a_checkout_against_itself_plays_the_same_games(capfd: pytest.CaptureFixture[str]) -> None:
    """A folder may stand for a revision."""
    more = ["--against", str(compare_revisions.ROOT), "--pairs", "1", "--seconds", "0.1"]
    assert cli.run(["bench", *PLACE, *more]) == 0
    assert "4 games, 1 threads: identical games, byte for byte" in capfd.readouterr().out


def test_both_engines_play_the_same_games(capfd: pytest.CaptureFixture[str]) -> None:
    if load_engine() == INTERPRETED:
        pytest.skip("no native engine")
    assert (
        cli.run(["bench", *PLACE, "--engines", "--pairs", "1", "--seconds", "0.1", "--json"]) == 0
    )
    told = json.loads(capfd.readouterr().out)
    assert told["same_results"] and told["against"] == "interpreted"
    assert told["wall_time"]["here_per_s"] > told["wall_time"]["there_per_s"] > 0


def test_without_a_native_engine_there_is_nothing_to_compare(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compare_revisions, "library", lambda: None)
    assert cli.run(["bench", *PLACE, "--engines"]) == 2
    assert "no native engine" in capfd.readouterr().err


@pytest.mark.slow
def test_a_checkout_of_other_rules_plays_other_games(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One rule changed is seen in the bytes."""
    monkeypatch.setenv("SPACECOMBAT_ENGINE", "interpreted")
    monkeypatch.setattr(compare_revisions, "COMPARED_STEPS", 20)
    shutil.copytree(compare_revisions.ROOT / "spacecombat_env", tmp_path / "spacecombat_env")
    entry = tmp_path / "spacecombat_env" / "rulesets" / "intercept_sensors" / "entry.py"
    changed = entry.read_text().replace("state.chance.changes += 1", "state.chance.changes += 2")
    entry.write_text(changed)
    more = ["--against", str(tmp_path), "--pairs", "1", "--seconds", "0.1"]
    assert cli.run(["bench", *PLACE, *more]) == 0
    assert "DIFFERENT games" in capfd.readouterr().out


def test_a_revision_that_is_not_there_is_reported(capfd: pytest.CaptureFixture[str]) -> None:
    """Git's own message, and status 2."""
    assert cli.run(["bench", *PLACE, "--against", "no-such-revision"]) == 2
    assert "no-such-revision" in capfd.readouterr().err


def test_the_page_holds_the_plots_and_the_table(tmp_path: Path) -> None:
    """Every figure that is drawn stands in the table, too."""
    row = {"scenario": "duel", "record_bytes": 3000, "least": 1.0, "most": 9e6}
    rows = [
        {**row, "games": games, "threads": 1, "decisions_per_s": 1000.0 * games, **four}
        for games in scaling.GAMES
        for four in [{"over_connect_four": games / 10.0}]
    ]
    machine = {"processor": "A & B", "cores": 2, "python": "3.11", "engine": "native"}
    page = tmp_path / "speed.html"
    scaling.write_page({"ruleset": "battle_rider", "rows": rows, "machine": machine}, page)
    text = page.read_text()
    assert text.count("<svg") == 3
    assert "A &amp; B, 2 cores, Python 3.11, native engine" in text
    assert "<td>2048</td><td>1</td><td>2,048,000</td>" in text
