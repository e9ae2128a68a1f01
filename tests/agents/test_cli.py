"""The command line: results on stdout, errors in one line on stderr, exit statuses."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import spacecombat_env
from spacecombat_agents import cli
from spacecombat_agents.analysis.replay_summary import reader_numbers
from spacecombat_agents.config_files import find_config
from spacecombat_agents.info import rule_coverage
from spacecombat_agents.players.scripted import belief_overlay
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.replay import load_replay, save_replay

PLACE = ["--ruleset", "auction", "--scenario", "plain"]


def spacecombat(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run a command line in this process."""
    status = cli.run(list(arguments))
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize("command", [[], *([name] for name in cli.spacecombat.commands)])
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    status, out, err = spacecombat(capsys, *command, "--help")
    assert (status, err) == (0, "")
    assert out.startswith("Usage: spacecombat")


def test_the_commands_are_those_promised() -> None:
    promised = {"envs", "match", "train", "export", "evaluate", "replay", "bench", "rules"}
    promised |= {"analyse", "arena", "bot", "exploit", "play", "report", "serve", "ship", "study"}
    promised |= {"baselines", "benchmark", "campaign", "export-scenario", "opponents", "warm"}
    assert set(cli.spacecombat.commands) == promised


def test_the_command_alone_prints_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = spacecombat(capsys)
    assert (status, err) == (0, "")
    assert out == spacecombat(capsys, "--help")[1]
    assert "Commands:" in out


@pytest.mark.parametrize("columns", ["60", "80", "200"])
def test_help_cuts_no_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    """Each command's first sentence stands there whole, however wide the terminal is."""
    monkeypatch.setenv("COLUMNS", columns)
    words = " ".join(spacecombat(capsys, "--help")[1].split())
    assert "..." not in words.replace("[ARGS]...", "")
    for command in cli.spacecombat.commands.values():
        sentence = " ".join((command.help or "").split()).partition(". ")[0].rstrip(".")
        assert sentence in words


def test_the_version_is_the_package_s(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = spacecombat(capsys, "--version")
    assert (status, out) == (0, f"spacecombat, version {spacecombat_env.__version__}\n")


def test_a_game_that_takes_another_course_is_a_failure_not_bad_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Exit status 1: it ran and failed; a file that is no replay stays 2."""
    spacecombat(
        capsys, "match", "random", "random", *PLACE, "--pairs", "1", "--save", str(tmp_path)
    )
    game = load_replay(sorted(tmp_path.glob("*.gz"))[0])
    assert spacecombat(capsys, "replay", str(sorted(tmp_path.glob("*.gz"))[0]), "--verify")[0] == 0
    checks = ("0" if game.checks[0] != "0" else "1") + game.checks[1:]
    other = save_replay(dataclasses.replace(game, checks=checks), tmp_path / "other.json")
    status, out, _ = spacecombat(capsys, "replay", str(other), "--verify", "--json")
    assert status == cli.FAILED == 1
    assert json.loads(out)["verified"] is False
    assert "leads to another position" in json.loads(out)["difference"]


def test_configurations_and_designs_are_found_by_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = spacecombat(capsys, "ship", "halberd")
    assert (status, err) == (0, "") and "AV:4" in out
    status, _, err = spacecombat(capsys, "train", "--config", "battle_rider_qick", "--out", "r")
    assert status == 2
    assert "battle_rider_quick" in err and "intercept_sensors_evening" in err
    assert find_config("train", "battle_rider_quick").name == "battle_rider_quick.yaml"
    (tmp_path / "own.yaml").write_text("seed: 1\n")
    assert find_config("train", "own.yaml") == Path("own.yaml")


def test_rules_without_tests_says_so_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_coverage, "TESTS", None)
    status, out, _ = spacecombat(capsys, "rules", "--ruleset", "battle_rider")
    assert status == 0
    assert out.startswith("This installed package has no tests")
    assert "Not done" not in out and "Not implemented: 0 rules" in out


@pytest.mark.parametrize(
    "more",
    [[], ["--all"], ["--ruleset", "battle_rider", "--scenario", "picket"], ["--option", "a=1"]],
)
def test_warm_says_that_it_has_nothing_to_do(
    capsys: pytest.CaptureFixture[str], more: list[str]
) -> None:
    """Scripts of 0.1 may call it."""
    status, out, err = spacecombat(capsys, "warm", *more)
    assert (status, out) == (0, "") and "nothing to do any more" in err


def test_match_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "scripted:captain", "random", *PLACE, "--pairs", "20", "--json"]
    status, out, _ = spacecombat(capsys, *arguments)
    result = json.loads(out)
    assert status == 0
    assert result["games"] == 40
    assert result["interval"][0] <= result["score_a"] <= result["interval"][1]
    assert {"wins", "draws", "losses", "failures", "mean_turns", "ends"} <= set(result)


def test_match_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = spacecombat(capsys, "match", "random", "random", *PLACE, "--pairs", "5")
    assert status == 0
    assert "random against random" in out
    assert "95 % interval" in out


def test_evaluate_writes_its_results(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out_file = tmp_path / "e.json"
    arguments = ["evaluate", "scripted:captain", *PLACE, "--pairs", "5", "--out", str(out_file)]
    status, out, _ = spacecombat(capsys, *arguments)
    assert status == 0
    played = json.loads(out_file.read_text())["evaluations"]
    assert [result["agent_b"] for result in played] == ["random", "scripted:captain"]
    assert "scripted:captain" in out


def test_envs_lists_rule_sets(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = spacecombat(capsys, "envs", "--json")
    assert status == 0
    assert "auction" in {rules["ruleset"] for rules in json.loads(out)}


def test_rules_of_battle_rider(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = spacecombat(capsys, "rules", "--ruleset", "battle_rider", "--json")
    report = json.loads(out)
    assert status == 0
    assert report["tiers"]["B"]["total"] == 244
    assert set(report["tiers"]["B"]) == {"total", "implemented", "tested", "not_applicable"}


def test_ship_prints_a_card_and_an_entry_for_a_scenario(
    capsys: pytest.CaptureFixture[str],
) -> None:
    design = str(Path(__file__).parents[2] / "configs" / "designs" / "halberd.yaml")
    status, out, err = spacecombat(capsys, "ship", design)
    assert (status, err) == (0, "")
    assert "AV:4" in out
    entry = yaml.safe_load(out.partition("#")[2].partition("\n")[2])
    status, out, _ = spacecombat(capsys, "ship", design, "--json")
    made = json.loads(out)
    assert status == 0
    assert [made["ship"]] == entry
    assert made["points"] == made["ship"]["values"]["points"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["match", "random"], "spacecombat match: arguments: Missing argument 'B'."),
        (["fly"], "spacecombat: arguments: No such command 'fly'"),
        (["match", "random", "random", "--pairs", "0"], "Invalid value for '--pairs'"),
        (["match", "nobody", "random", *PLACE], "nobody: agent: unknown player"),
        (["match", "x.opp", "random", *PLACE], "x.opp: file: there is no such file"),
        (["match", "random", "random", "--ruleset", "chess"], "no rule set is called 'chess'"),
        (["rules", "--ruleset", "auction"], "this rule set has no index of rules"),
        (["train", "--config", "none.yaml", "--out", "r"], "none.yaml: file: cannot be read"),
        (["export", "nowhere", "x.opp"], "nowhere: run: is not a trained run"),
        (["replay", "nowhere.json"], "nowhere.json: file:"),
        (["ship", "nowhere.yaml"], "nowhere.yaml: file:"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = spacecombat(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("error: ")
    assert words in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_train_and_export(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("torch", "sb3_contrib", "onnx", "onnxscript", "onnxruntime"):
        pytest.importorskip(name)
    config = tmp_path / "c.yaml"
    config.write_text(
        "ruleset: auction\nscenario: plain\ntorch_threads: 1\n"
        "rollout: {games: 32, decisions: 512}\n"
        "network: {policy_layers: [16], value_layers: [16]}\nppo: {batch: 256}\n"
        "evaluation: {final_pairs: 10}\n"
    )
    run = tmp_path / "run"
    arguments = ["--config", str(config), "--out", str(run), "--decisions", "2000", "--json"]
    status, out, _ = spacecombat(capsys, "train", *arguments)
    assert status == 0
    assert json.loads(out)["decisions"] >= 2000
    opponent = tmp_path / "a.opp"
    status, out, _ = spacecombat(
        capsys, "export", str(run), str(opponent), "--check", "100", "--json"
    )
    assert status == 0
    assert json.loads(out)["same"] == json.loads(out)["checked"] == 100
    status, out, _ = spacecombat(capsys, "match", str(opponent), "random", *PLACE, "--pairs", "5")
    assert status == 0
    assert out.startswith("a against random")


def test_help_is_quick_and_light() -> None:
    """Asking for help imports neither Numba nor anything of the extras."""
    script = (
        "import sys; from spacecombat_agents import cli; cli.run(['--help'])\n"
        "heavy = {'numba', 'torch', 'onnxruntime', 'pettingzoo', 'numpy'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_belief_without_a_page_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, said = spacecombat(capsys, "replay", "game.json", "--belief", "scripted:hunter")
    assert status == 2 and "belief" in said and "--html" in said


def test_a_reader_without_a_page_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, said = spacecombat(capsys, "replay", "game.json", "--reader", "red_0")
    assert status == 2 and "reader" in said and "--html" in said


def test_the_readers_of_a_page_are_the_seats_and_the_truth() -> None:
    assert reader_numbers("battle_rider", ("blue_0", "truth")) == [1, -1]
    assert reader_numbers("battle_rider", ()) is None
    with pytest.raises(ConfigError, match="there are: truth, red_0, blue_0"):
        reader_numbers("battle_rider", ("green_0",))


def test_only_an_agent_with_a_belief_can_show_it() -> None:
    with pytest.raises(ConfigError, match="none in this rule set"):
        belief_overlay("battle_rider", "scripted:captain")
    with pytest.raises(ConfigError, match="there are: scripted:hunter"):
        belief_overlay("intercept_sensors", "random")
    assert callable(belief_overlay("intercept_sensors", "scripted:hunter"))
