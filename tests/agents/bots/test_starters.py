"""Bots to begin with: short, built as the command says, and bots by the check, where a language is."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from spacecombat_agents import cli
from spacecombat_agents.bots.bot_players import bot_of_command
from spacecombat_agents.bots.cli import LANGUAGES
from spacecombat_agents.bots.match_game import play_game
from spacecombat_agents.bots.process import BotProcess
from spacecombat_agents.bots.time_control import TimeControl
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.package_paths import STARTERS
from spacecombat_agents.players.random_agent import RandomAgent

MOST_LINES = 75
FAKE = "return REPLIES.pop(0) if REPLIES else 'no idea'"
UNFILLED = 'raise NotImplementedError("fill in ask_model, with a call of your model")'
CHECK = ["--ruleset", "intercept_sensors", "--games", "1", "--max-turns", "6"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_they_are_short(language: str) -> None:
    text = (STARTERS / LANGUAGES[language].file).read_text()
    assert len(text.splitlines()) < MOST_LINES


def test_every_one_is_offered() -> None:
    files = {path.name for path in STARTERS.iterdir() if path.is_file()}
    assert files == {starter.file for starter in LANGUAGES.values()}


COMPILED = [pytest.param(language, marks=pytest.mark.slow) for language in ("cpp", "rust")]


@pytest.mark.parametrize("language", ["python", "javascript", *COMPILED])
def test_a_new_bot_is_a_bot(
    language: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """By the commands that are printed."""
    monkeypatch.chdir(tmp_path)
    assert cli.run(["bot", "new", language, "mine"]) == 0
    wrote, change, *build, check = capfd.readouterr().out.splitlines()
    assert wrote == f"wrote mine/{LANGUAGES[language].file}" and change == "  cd mine"
    monkeypatch.chdir(tmp_path / "mine")
    for command in (each.split() for each in build):
        if shutil.which(command[0]) is None:
            pytest.skip(f"{command[0]} is not here")
        subprocess.run(command, check=True)
    run = LANGUAGES[language].run
    if shutil.which(run.split()[0]) is None:
        pytest.skip(f"{run.split()[0]} is not here")
    assert check == f'  spacecombat bot check "{run}"'
    status = cli.run(["bot", "check", run, *CHECK])
    assert (status, capfd.readouterr().out.splitlines()[-1]) == (0, f"{run}: is a bot")


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bot.py").write_text("mine")
    assert cli.run(["bot", "new", "python", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"error: {tmp_path / 'bot.py'}: file: exists already\n"
    assert (tmp_path / "bot.py").read_text() == "mine"


def model(folder: Path, *replies: str) -> str:
    """Return the command of a bot whose model replies so, and then talks nonsense."""
    text = (STARTERS / "language_model.py").read_text()
    assert UNFILLED in text
    head, body = text.split("import json\n")
    log = "PROMPTS = open('prompts', 'a')\n    print(prompt, file=PROMPTS, flush=True)\n    "
    body = body.replace(UNFILLED, log + FAKE)
    (folder / "bot.py").write_text(f"{head}import json\nREPLIES = {list(replies)!r}\n{body}")
    return "python3 bot.py"


def test_a_model_is_queried_and_its_action_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ask = {
        "type": "ask",
        "id": 2,
        "game": "g1",
        "at": 0,
        "question": "Which way?",
        "words": [{"token": n, "text": text} for n, text in enumerate(["N", "NE", "power off"])],
        "events": [{"n": 1, "turn": 1, "kind": "turn", "text": "Turn 1."}],
        "view": {"turn": 1, "fuel": {"left": 3}},
    }
    said = []
    replies = ("NE", "'Power off.'", "I go ne now", " ne ", "N or NE", "NE!?", "N")
    with BotProcess(model(tmp_path, *replies)) as bot:
        game = {"type": "new_game", "game": "g1", "seat": "red_0", "scenario": {"title": "Duel"}}
        bot.send(game)
        for _ in range(5):
            bot.send(ask)
            said.append(bot.receive(10).obj)
    assert [each["words"] for each in said] == [[1], [2], [1], ["?"], [0]]
    assert said[3]["note"] == "fault 1: NE!?"
    prompts = (tmp_path / "prompts").read_text().split("You play ")[1:]
    for part in ("red_0 in Duel", 'fuel: {"left": 3}', "Turn 1.", "Which way?", "N, NE, power off"):
        assert part in prompts[0]
    again = ["Your reply was" in prompt for prompt in prompts]
    assert again == [False, False, False, True, False, True, False], "one re-ask, no more"
    assert "'I go ne now'" in prompts[3]


def test_a_model_that_talks_nonsense_loses_by_counted_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It never plays a random action instead."""
    monkeypatch.chdir(tmp_path)
    setting = GameSetting.of("intercept_sensors", "duel", "recommended", 6, {})
    with bot_of_command(model(tmp_path), setting) as bot:
        ended = play_game(setting, (bot, RandomAgent()), 3, 0, clock=TimeControl())
    assert ended.cause == "a.illegal"
    assert "random" not in (STARTERS / "language_model.py").read_text()


def test_a_model_that_nobody_filled_in_says_so(tmp_path: Path) -> None:
    setting = GameSetting.of("intercept_sensors", "duel", "recommended", 6, {})
    with bot_of_command(f"python3 {STARTERS / 'language_model.py'}", setting) as bot:
        ended = play_game(setting, (bot, RandomAgent()), 3, 0, clock=TimeControl())
    assert ended.cause == "a.crash" and "fill in ask_model" in ended.note
