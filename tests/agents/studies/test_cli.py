"""The commands of `spacecombat study`: exit statuses, JSON, pages that fetch nothing."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
import yaml

import spacecombat_env
from spacecombat_agents.cli import run
from spacecombat_agents.players.scripted import captain_module
from spacecombat_agents.scripted.parameters import read_style
from spacecombat_agents.studies.arms import parameter_family
from spacecombat_agents.studies.cli import study
from spacecombat_agents.studies.study_runs import split_names
from spacecombat_env.core.loading.tables import read_yaml

KINDS = ("compare", "sweep", "saturate", "fair", "worth", "whatif", "power")
FETCHES = re.compile(r"(?:src|href)\s*=|url\(|@import|https?://", re.IGNORECASE)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run a study; return its status, and what it said to stdout and stderr."""
    status = run(["study", *words])
    told = capsys.readouterr()
    return status, told.out, told.err


@pytest.mark.parametrize("kind", KINDS)
def test_every_study_has_help(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, kind, "--help")
    assert status == 0 and f"study {kind}" in out and "--json" in out


def test_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, "--help")
    assert status == 0 and all(kind in out for kind in KINDS)


def test_power_as_actions_and_as_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, "power", "--effect", "5", "--pairs", "400")
    assert status == 0 and "in 787 pairs" in out and "6-0 is needed" in out
    _, out, _ = said(capsys, "power", "--effect", "5", "--json")
    assert json.loads(out)["one_look"] == 787


def test_comparing_in_the_auction(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The dearest action wins: the captain says it, the aggressive says the cheapest."""
    page = tmp_path / "page.html"
    line = ["compare", "scripted:aggressive", "scripted:captain", "--ruleset", "auction"]
    line += ["--scenario", "plain", "--against", "random", "--pairs", "60", "--look", "20"]
    line += ["--threads", "1", "--report", str(page), "--seed", "0", "--json"]
    status, out, _ = said(capsys, *line)
    found = json.loads(out)
    assert status == 0 and found["arms"][0]["verdict"] == "better"
    assert found["arms"][0]["interval"][0] > 0.0 and found["failures"] == 0
    assert found["null"]["name"] == "scripted:aggressive again"
    assert said(capsys, *line)[1] == out, "everything follows from the seed"
    text = page.read_text()
    assert not FETCHES.search(text) and "default-src 'none'" in text
    assert "prefers-color-scheme: light" in text and "<svg" in text
    shown = text.split("id='numbers'>")[1].split("</script>")[0]
    assert json.loads(shown)["arms"] == found["arms"]


def test_an_arm_that_changes_nothing_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Task forces are filled by the standing orders: how large they are is not asked."""
    line = ["compare", "scripted:captain", "scripted:captain(force_ships=1)"]
    line += [
        "scripted:captain(salvo_missiles=1)",
        "--against",
        "random",
        "--pairs",
        "10",
        "--scenario",
        "duel",
    ]
    status, out, _ = said(capsys, *line, "--threads", "1")
    first, *rest = out.splitlines()
    assert status == 0 and "force_ships=1) acts exactly like" in first
    assert not any("acts exactly like" in told for told in rest)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (["compare", "scripted:captain"], "a baseline and at least one other arm are needed"),
        (["compare", "scripted:captain", "scripted:captain(x=1)"], "x: no such parameter"),
        (["compare", "scripted:captain", "nobody"], "unknown player"),
        (["sweep", "scripted:captain"], "one parameter must have several values"),
        (["sweep", "scripted:captain(salvoes=9..2)"], "9..2 must start with the smaller value"),
        (["saturate", "--target", "Wings"], "or is no ship class; valid: Gallant, "),
        (["saturate", "--target", "Valour"], "or is no ship class (did you mean Valor?)"),
        (
            ["saturate", "--target", "Fiery", "--launcher", "Gallant"],
            "launcher: Gallant: has no missiles and directors, or is no ship class",
        ),
        (["saturate", "--target", "Fiery", "--missiles", "9..3"], "from 1 to 239"),
        (["saturate", "--target", "Fiery", "--missiles", "many"], "must be written 5..60"),
        (["fair", "nowhere.yaml"], "nowhere.yaml"),
        (["fair", "line", "escorts", "--scenario", "pocket_empires"], "without missions"),
        (
            ["worth", "Rapier", "--without", "armor", "--scenario", "skirmish_purchase"],
            "without missions and purchase",
        ),
        (["worth", "Rapier", "--without", "wings"], "unknown component"),
        (["worth", "Rapier", "--without", "black-globe"], ": Rapier does not have it on its card"),
        (
            ["worth", "Nautilus", "--without", "armor"],
            "worth: Nautilus: unknown ship class",
        ),
        (["whatif", "nowhere.json"], "nowhere.json"),
        (["power", "--effect", "0"], "--effect"),
        (["power", "--report", "x"], "No such option"),
        (["compare", "a", "b", "--report", "/nowhere/at/all.html"], "there is no such folder"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    line: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = said(capsys, *line)
    assert status == 2 and out == ""
    *compiling, told = err.splitlines()
    assert told.startswith("error: ") and reason in told
    assert not any(line.startswith("error") for line in compiling)


@pytest.mark.parametrize("ruleset", ["battle_rider", "interceptor", "intercept_sensors"])
def test_studies_of_fleets_refuse_every_scenario_in_one_sentence(
    ruleset: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """By name, as a file, and a side that is bought in the game."""
    files = sorted((Path(spacecombat_env.__file__).parent / "rulesets" / ruleset).glob("*/*.yaml"))
    files = [file for file in files if file.parent.name == "scenarios"]
    bought = tmp_path / "bought.yaml"
    assert files
    for file in files:
        lines = [["fair", str(file), "line"]]
        for name in (file.stem, str(file)):
            lines += [["fair", "line", "escorts", "--scenario", name]]
            lines += [["worth", "Rapier", "--without", "armor", "--scenario", name]]
        for side in read_yaml(file).get("sides", {}).values():
            if isinstance(side, dict) and "purchase" in side:
                bought.write_text(yaml.safe_dump(side), encoding="utf-8")
                lines.append(["fair", str(bought), "line"])
        for line in lines:
            status, out, err = said(capsys, *line)
            assert (status, out) == (2, "") and err.count("\n") == 1, line
            reasons = ("without missions and purchase", "this is a scenario", "bought in the game")
            assert err.startswith("error: ") and any(each in err for each in reasons), err


def test_scripted_players_are_listed_with_what_can_be_set(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["envs", "--agents", "--json"]) == 0
    listed = {row["ruleset"]: row for row in json.loads(capsys.readouterr().out)}
    names = [each["name"] for each in listed["battle_rider"]["parameters"]]
    assert {"active_range", "open_fire_range", "pickets", "globe"} <= set(names)
    assert "scripted:ace:plain" in listed["interceptor"]["agents"]
    assert run(["envs", "--agents"]) == 0
    assert "open_fire_range" in capsys.readouterr().out


def commands_on_the_page() -> list[list[str]]:
    """Return every command that the pages on studies show, as a shell would split it."""
    docs = Path(__file__).parents[3] / "docs"
    pages = (docs / "studies.md", docs / "lab" / "studies.md")
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    lines = [shlex.split(found) for found in re.findall(r"`spacecombat (study [^`]+)`", text)]
    return [line for line in lines if len(line) > 2 and "|" not in line[1]]


def test_the_page_shows_commands_that_there_are() -> None:
    """Options and arguments are read; nothing is played."""
    shown = commands_on_the_page()
    assert {line[1] for line in shown} == set(KINDS)
    for _, name, *rest in shown:
        command = study.commands[name]
        context = command.make_context(name, list(rest))
        for player in [*context.params.get("arms", ()), context.params.get("against") or "random"]:
            for each in split_names(player):
                if each.startswith("scripted:"):
                    read_style(captain_module("battle_rider"), each.removeprefix("scripted:"))
        if name == "sweep":
            assert parameter_family("battle_rider", context.params["arm"]).values
