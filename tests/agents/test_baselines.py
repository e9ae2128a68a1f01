"""Baselines: what is measured is kept at once, resumed, dropped with other rules, and told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from spacecombat_agents.baselines import measuring
from spacecombat_agents.baselines.cli import baselines
from spacecombat_agents.baselines.measuring import Budget, measure_scenario, shipped_settings
from spacecombat_agents.baselines.page import write_page
from spacecombat_agents.game_setting import GameSetting
from spacecombat_env.core.errors import ConfigError

SMALL = Budget(pairs=4, search_pairs=0, seeds=1, decisions=2000)


@pytest.fixture
def setting() -> GameSetting:
    return GameSetting.of("intercept_sensors", "infiltrator")


def test_rows_are_kept_and_not_measured_again(
    tmp_path: Path, setting: GameSetting, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = measure_scenario(setting, tmp_path, tmp_path / "runs", (), SMALL)
    scores = {(row["player"], row["against"]): row["score"] for row in result["rows"]}
    assert scores["random", "random"] == pytest.approx(0.5, abs=0.5)
    assert scores["scripted:hunter", "random"] > 0.5
    file = tmp_path / "intercept_sensors" / "infiltrator.json"
    assert json.loads(file.read_text()) == result

    monkeypatch.setattr(measuring, "play", None)  # would be called for a row that is missing
    assert measure_scenario(setting, tmp_path, tmp_path / "runs", (), SMALL) == result


def test_an_interruption_loses_no_finished_row(
    tmp_path: Path, setting: GameSetting, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, play = [], measuring.play

    def once(*arguments: object) -> object:
        if played:
            raise KeyboardInterrupt
        played.append(arguments)
        return play(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(measuring, "play", once)
    with pytest.raises(KeyboardInterrupt):
        measure_scenario(setting, tmp_path, tmp_path / "runs", (), SMALL)
    file = tmp_path / "intercept_sensors" / "infiltrator.json"
    assert len(json.loads(file.read_text())["rows"]) == 1


def test_rows_of_other_rules_are_dropped(tmp_path: Path, setting: GameSetting) -> None:
    result = measure_scenario(setting, tmp_path, tmp_path / "runs", (), SMALL)
    file = tmp_path / "intercept_sensors" / "infiltrator.json"
    older = {**result, "rules_hash": "0" * 64, "rows": [{"player": "older", "against": "random"}]}
    file.write_text(json.dumps(older))
    again = measure_scenario(setting, tmp_path, tmp_path / "runs", (), SMALL)
    assert "older" not in {row["player"] for row in again["rows"]}


def test_trained_players_are_told_as_a_range_over_seeds(tmp_path: Path) -> None:
    about = {"learner": "fast", "decisions": 2_000_000, "curve": {"random": [[1e6, 0.4]]}}
    runs = [
        {**about, "seed": seed, "scores": scores}
        for seed, scores in enumerate(({"random": 0.9}, {"random": 0.7}, {"random": 0.84}))
    ]
    known = {"player": "random", "against": "random", "score": 0.5, "interval": [0.4, 0.6]}
    facts = {"draws": 0.1, "first_seat": 0.5, "turns": 3.0, "decisions_per_game": 30.0}
    known |= facts | {"decisions_per_seat": {"red_0": 15.0, "blue_0": 14.0}}
    content = {"ruleset": "intercept_sensors", "scenario": "duel", "title": "Duel"}
    content |= {"actions": 105, "observation": 616, "rows": [known, *runs]}
    file = tmp_path / "baselines" / "intercept_sensors" / "duel.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(content))
    assert write_page(tmp_path / "baselines", tmp_path / "baselines.md") == 1
    text = (tmp_path / "baselines.md").read_text()
    assert "| built-in learner, 2 M decisions, 3 seeds | 84.0 % (runs: 70.0 to 90.0) |" in text
    assert "| `duel` | 30 | 15, 14 | 3.0 | 10.0 % | 50.0 % | 105 | 616 |" in text
    assert "](baselines/intercept_sensors/duel.svg)" in text
    assert file.with_suffix(".svg").read_text().count("built-in learner</text>") == 1  # legend


@pytest.mark.slow
@pytest.mark.parametrize("learner", ["fast", "sb3"])
def test_a_learner_is_trained_and_its_curve_kept(
    learner: str, tmp_path: Path, setting: GameSetting
) -> None:
    budget = SMALL._replace(decisions=20_000)
    result = measure_scenario(setting, tmp_path, tmp_path / "runs", (learner,), budget)
    row = result["rows"][-1]
    assert row["learner"] == learner and set(row["scores"]) == {"random", "scripted:hunter"}
    write_page(tmp_path, tmp_path / "page.md")


def test_what_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"scenario: nowhere: no such scenario"):
        shipped_settings((), ("nowhere",))
    with pytest.raises(ConfigError, match=r"folder: holds no results"):
        write_page(tmp_path, tmp_path / "page.md")
    wrong = CliRunner().invoke(baselines, ["run", "--learner", "dqn"])
    assert wrong.exit_code == 2


def test_named_players_are_measured_alone(tmp_path: Path) -> None:
    name = "transfer:intercept_sensors_duel.opp@cadet"
    place = ["--ruleset", "intercept_sensors", "--scenario", "picket", "--pairs", "2"]
    arguments = ["run", *place, "--results", str(tmp_path), "--player", name]
    done = CliRunner().invoke(baselines, arguments)
    assert done.exit_code == 0, done.output
    rows = json.loads((tmp_path / "intercept_sensors" / "picket.json").read_text())["rows"]
    assert [(row["player"], row["against"]) for row in rows] == [
        (name, "random"),
        (name, "scripted:hunter"),
    ]
    assert "picket" in done.output
