"""Switches of a scenario's rules, from the command line to the scenario."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spacecombat_agents import cli
from spacecombat_agents.game_setting import GameSetting, parse_options
from spacecombat_agents.training.config import config_from, setting_of
from spacecombat_env.core.errors import ConfigError


def test_values_are_read_as_in_a_scenario_file() -> None:
    given = ["deck=keyed", "boarding=true", "players={red: 2}", "missile_barrages=twos"]
    assert parse_options(given) == {
        "deck": "keyed",
        "boarding": True,
        "players": {"red": 2},
        "missile_barrages": "twos",
    }


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (["deck"], "option: deck: is not written KEY=VALUE"),
        (["=keyed"], "option: =keyed: is not written KEY=VALUE"),
        (["deck=keyed", "deck=shuffled"], "option: deck: is given twice"),
        (["deck={"], "option: deck: '{' is not a valid value"),
    ],
)
def test_what_is_no_option_is_refused(given: list[str], reason: str) -> None:
    with pytest.raises(ConfigError, match="option: ") as caught:
        parse_options(given)
    assert str(caught.value) == reason


@pytest.mark.parametrize("number", ["nan", "inf", "1e999"])
def test_numbers_are_finite(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["match", "random", "random", "--deadline", number]) == 2
    told = capsys.readouterr().err
    assert f"Invalid value for '--deadline': '{number}' is not a finite number" in told
    assert told.count("\n") == 1


def test_an_option_reaches_the_scenario_and_the_games_of_a_batch() -> None:
    setting = GameSetting.of("battle_rider", "duel", options={"deck": "keyed"})
    assert setting.scenario.source["rules"]["deck"] == "keyed"
    assert setting.batch(2).scenario.digest == setting.scenario.digest
    assert setting.scenario.digest != GameSetting.of("battle_rider", "duel").scenario.digest


def test_a_training_file_has_options_too() -> None:
    config = config_from({"scenario": "duel", "options": {"deck": "keyed"}})
    assert setting_of(config).scenario.source["rules"]["deck"] == "keyed"


def test_every_command_that_opens_a_scenario_takes_options() -> None:
    """Those that name a scenario or a configuration; a replay and a trained run have their own."""
    opening = {"scenario", "config"}
    for name, command in cli.spacecombat.commands.items():
        names = {parameter.name for parameter in command.params}
        assert ("options" in names) == bool(names & opening), name


@pytest.mark.parametrize("command", ["match random random", "evaluate random", "bench"])
def test_an_unknown_option_is_bad_input(capsys: pytest.CaptureFixture[str], command: str) -> None:
    status = cli.run([*command.split(), "--scenario", "duel", "--option", "dekc=keyed"])
    out, err = capsys.readouterr()
    assert (status, out) == (cli.BAD_INPUT, "")
    assert "dekc" in err and err.count("\n") == 1


def test_training_takes_options_before_its_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("sb3_contrib")
    out = str(tmp_path / "run")
    arguments = ["--config", "battle_rider_quick", "--out", out, "--option", "dekc=keyed"]
    assert cli.run(["train", *arguments]) == cli.BAD_INPUT
    assert "dekc" in capsys.readouterr().err


def test_a_match_is_played_by_the_option(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The games kept are those of the rule that was set."""
    from spacecombat_env.replay import load_replay

    arguments = ["--scenario", "duel", "--max-turns", "1", "--pairs", "1", "--json"]
    arguments += ["--option", "deck=keyed", "--save", str(tmp_path)]
    assert cli.run(["match", "random", "random", *arguments]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2
    kept = sorted(tmp_path.glob("pair_*.json.gz"))
    assert [load_replay(path).scenario["rules"]["deck"] for path in kept] == ["keyed"] * 2
