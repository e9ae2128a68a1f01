"""`bot check`: each fault fails the step that names it, and a bot without one passes them all."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from spacecombat_agents.bots.checks import CheckStep, check_bot
from spacecombat_agents.bots.checks.shutdown import descendants_of
from spacecombat_agents.cli import run
from spacecombat_agents.game_setting import GameSetting

HEAD = """
import json, sys
number = 0
def answer(message):
    kind, number = message["type"], message.get("id")
    if kind == "hello":
        return {"type": "ready", "id": number, "protocol": "1.0", "name": "mine"}
    if kind == "ask":
        return {"type": "say", "id": number, "game": message["game"], "at": message["at"],
                "words": [message["words"][-1]["token"]]}
    if kind == "ping":
        return {"type": "pong", "id": number}
"""
TAIL = """
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "bye":
        break
    said = answer(message)
    if said:
        print(json.dumps(said), flush=True)
"""
GOOD = HEAD + TAIL
STEPS = [
    "starts",
    "says ready",
    "supports this version",
    "answers a decision",
    "chooses legal actions",
    "survives a refusal",
    "ignores unknown fields",
    "answers ping",
    "ends on bye",
    "leaves no process",
    "plays 1 whole games as red_0",
    "plays 1 whole games as blue_0",
    "plays the same game again",
]
TOO_OFTEN = """
def answer(message, first=answer):
    global number
    said = first(message)
    if message["type"] == "ask":
        number += 1
        if number > 3:
            said["words"] = ["xyzzy"]
    return said
"""
LOTS = """
import random
def answer(message, first=answer):
    said = first(message)
    if message["type"] == "hello":
        said["deterministic"] = True
    if message["type"] == "ask":
        said["words"] = [random.choice(message["words"])["token"]]
    return said
"""
FAULTY = {
    "says ready": HEAD + "print('hello!', flush=True)" + TAIL,
    "supports this version": GOOD.replace('"1.0"', '"2.0"'),
    "answers a decision": HEAD.replace('"at": message["at"]', '"at": None') + TAIL,
    "chooses legal actions": HEAD.replace('[message["words"][-1]["token"]]', '["xyzzy"]') + TAIL,
    "survives a refusal": TAIL.join([HEAD, ""]).replace(
        "    said = answer(message)",
        "    assert message['type'] != 'refused'\n    said = answer(message)",
    ),
    "ignores unknown fields": TAIL.join([HEAD, ""]).replace(
        "    said = answer(message)",
        "    assert 'from_a_later_version' not in message\n    said = answer(message)",
    ),
    "answers ping": HEAD.replace('"type": "pong"', '"type": "ping"') + TAIL,
    "ends on bye": GOOD.replace("        break", "        continue")
    + "\nimport time; time.sleep(60)",
    "leaves no process": "import subprocess\nsubprocess.Popen(['sleep', '60'])\n" + GOOD,
    "plays 1 whole games as red_0": HEAD + TOO_OFTEN + TAIL,
    "plays the same game again": HEAD + LOTS + TAIL,
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mine.py"


def steps_of(file: Path, text: str, setting: GameSetting) -> dict[str, CheckStep]:
    """Check a bot."""
    file.write_text(text)
    command = [sys.executable, str(file)]
    taken = check_bot(command, setting, games=1, seconds=2.0)
    return {step.name: step for step in taken}


def test_a_bot_passes(file: Path, setting: GameSetting) -> None:
    steps = steps_of(file, GOOD, setting)
    assert list(steps) == STEPS
    assert [step.number for step in steps.values()] == list(range(1, len(STEPS) + 1))
    assert {step.result for step in steps.values()} == {"passed"}
    assert all(step.finding and not step.advice for step in steps.values())


@pytest.mark.parametrize("name", FAULTY)
def test_each_fault_fails_its_step_first(file: Path, setting: GameSetting, name: str) -> None:
    steps = steps_of(file, FAULTY[name], setting)
    failed = [step for step in steps.values() if step.result == "failed"]
    assert failed and failed[0].name == name, failed
    assert failed[0].advice and "\n" not in failed[0].finding
    before = STEPS[: STEPS.index(name)]
    assert {steps[step].result for step in before} <= {"passed"}


def test_what_needs_a_step_that_failed_is_skipped(file: Path, setting: GameSetting) -> None:
    steps = steps_of(file, "import sys; sys.exit('no idea')", setting)
    assert steps["says ready"].result == "failed"
    assert "no idea" in steps["says ready"].finding
    assert "before it sent ready" in steps["says ready"].advice
    later = STEPS[2:]
    assert {steps[step].result for step in later} == {"skipped"}


def test_a_bot_that_goes_on_is_shown_what_ready_is(file: Path, setting: GameSetting) -> None:
    steps = steps_of(file, FAULTY["says ready"], setting)
    assert '"type":"ready"' in steps["says ready"].advice


def test_an_error_of_node_is_shown_by_its_line(file: Path, setting: GameSetting) -> None:
    """Node writes the error, then where it was, then its version."""
    log = "Error: Cannot find module\n    at wrapModuleLoad\n}\n\nNode.js v20.20.2"
    steps = steps_of(file, f"import sys; sys.exit({log!r})", setting)
    assert steps["says ready"].finding.endswith("(it wrote: Error: Cannot find module)")


def test_processes_of_processes_are_found() -> None:
    import subprocess

    code = "import subprocess, sys; p = subprocess.Popen(['sleep', '9']); print(p.pid, flush=True); p.wait()"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert descendants_of(parent.pid) == [child]
        subprocess.run(["kill", str(child)], check=True)


PLACE = ["--ruleset", "intercept_sensors", "--scenario", "duel", "--max-turns", "4"]


def test_the_command_checks_and_matches(file: Path, capsys: Any) -> None:
    file.write_text(GOOD)
    assert run(["bot", "check", str(file), *PLACE, "--games", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["passed"] and [step["name"] for step in told["steps"]] == STEPS
    assert told["steps"][4]["words"] == "'B7' is legal", "in words, though a token was said"
    assert run(["bot", "check", f"bot:{sys.executable} {file}", *PLACE, "--games", "1"]) == 0
    assert ": is a bot" in capsys.readouterr().out
    assert run(["bot", "check", "no-such-bot", *PLACE]) == 1
    assert "advice:" in capsys.readouterr().out
    assert run(["bot", "check", str(file), "--scenario", "nowhere"]) == 2
    assert capsys.readouterr().err.startswith("error: ")
    assert run(["match", "bot:no-such-bot x", "random", *PLACE]) == 2
    assert (
        "bot:no-such-bot x: command: program 'no-such-bot' was not found" in capsys.readouterr().err
    )


def test_the_games_of_a_check_are_played_again_by_the_line_it_shows(
    file: Path, capsys: Any
) -> None:
    file.write_text(HEAD + TOO_OFTEN + TAIL)
    place = ["--ruleset", "intercept_sensors", "--max-turns", "3", "--seed", "7"]
    told = []
    words = ["bot", "check", str(file), *place, "--games", "1"]
    for _ in range(2):
        assert run([*words, "--json"]) == 1
        told.append(json.loads(capsys.readouterr().out)["steps"][10])
        words = shlex.split(told[-1]["advice"].rpartition(": ")[2])[1:]
    assert told[0]["words"] == told[1]["words"] and told[0]["advice"] == told[1]["advice"]
    for choice in ("ruleset=intercept_sensors", "scenario=duel", "max-turns=3", "seed=7"):
        assert f"--{choice}" in words


def test_a_match_with_a_bot_is_played_and_saved(file: Path, tmp_path: Path, capsys: Any) -> None:
    file.write_text(GOOD)
    save = tmp_path / "games"
    name = f"bot:{sys.executable} {file}"
    words = ["match", name, "random", *PLACE, "--pairs", "2", "--json", "--save", str(save)]
    assert run(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 4 and told["failures"] == 0
    assert told["agent_a"] == name
    assert len(list(save.glob("pair_*.json.gz"))) == 4
    game = save / "pair_0001_a_first.json.gz"
    assert run(["replay", str(game), "--verify"]) == 0
    capsys.readouterr()
    assert run(["replay", str(game), "--as", "messages", "--seat", "red_0"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line[2:])["type"] for line in lines[:3]] == ["hello", "ready", "new_game"]
    assert run(["replay", str(game), "--as", "messages"]) == 2
    assert run(["replay", str(game), "--as", "messages", "--seat", "umpire"]) == 2


def test_games_that_a_bot_loses_otherwise_are_shown_and_kept(
    file: Path, tmp_path: Path, capsys: Any
) -> None:
    file.write_text(HEAD + "\nraise SystemExit('gone')")
    save = tmp_path / "games"
    words = ["match", "random", f"bot:{sys.executable} {file}", *PLACE, "--pairs", "1", "--json"]
    assert run([*words, "--save", str(save)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["failures_by_cause"] == {"b.init": 2} and told["wins"] == 2
    assert told["ends"] == {"init": 2} and "gone" in told["first_failure"]
    assert run(["replay", str(save / "pair_0001_a_first.json.gz"), "--verify"]) == 0


def test_a_served_class_is_a_bot(file: Path, capsys: Any) -> None:
    file.write_text(
        "class Mine:\n"
        "    def ready(self, hello):\n        return {'name': 'mine'}\n"
        "    def say(self, ask):\n        print('thinking')\n        return ask['words'][0]['text']\n"
    )
    assert run(["bot", "check", f"{file}:Mine", *PLACE, "--games", "1"]) == 0
    assert "is a bot" in capsys.readouterr().out
