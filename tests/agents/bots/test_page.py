"""docs/bots.md and docs/bots/ say what is so, and a bot written from it is one."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from spacecombat_agents import cli
from spacecombat_agents.bots.bot_players import in_process_bot
from spacecombat_agents.bots.cli import LANGUAGES
from spacecombat_agents.bots.match_game import play_game
from spacecombat_agents.bots.process import ProcessLimits, process_limits
from spacecombat_agents.bots.time_control import SILENCE_MS
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import MAX_ACTION_STREAK
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_env.protocol.handshake import ProtocolLimits

DOCS = Path(__file__).parents[3] / "docs"
NAMES = ("bots.md", "bots/limits.md", "bots/python.md")
PAGE = "\n".join((DOCS / name).read_text(encoding="utf-8") for name in NAMES)
NEWCOMER = Path(__file__).with_name("newcomer.pl")
MOST_LINES = 40
CHECK = ["--ruleset", "intercept_sensors", "--games", "1", "--max-turns", "6"]
PLACE = ["--ruleset", "intercept_sensors", "--max-turns", "4", "--pairs", "1"]
MB = 1 << 20


def test_numbers_are_those_of_the_code() -> None:
    own, bounds = ProcessLimits(), ProtocolLimits()
    for words in (
        f"{own.memory_mb // 1024} GiB of memory",
        f"used more than {own.memory_mb // 1024} GiB",
        f"{own.processes} processes, files of {own.file_mb} MiB, lines of {own.line_bytes // MB} MiB",
        f"more than {own.processes} processes",
        f"a line over {own.line_bytes // MB} MiB",
        f"more than {process_limits.MAX_LINES_PER_MESSAGE} lines after one decision",
        f"longer than {process_limits.MAX_LINE_SPREAD_SECONDS * 1000:.0f} ms to write",
        f"writes nothing for {SILENCE_MS // 1000} s",
        f"did not say `ready` within {bounds.start_ms // 1000} s",
        f"{MAX_ACTION_STREAK:,} actions in one turn",
    ):
        assert words in " ".join(PAGE.split()), words
    assert (bounds.refusals, own.stderr_bytes) == (3, MB)  # "the third refusal", "the last MiB"


def test_languages_are_those_of_the_command() -> None:
    (named,) = re.findall(r"bot new javascript mybot +# or (.*)", PAGE)
    assert {"javascript", *named.split(", ")} == set(LANGUAGES)


def code_of(file: str) -> str:
    """Return the code of the page that says it is that file."""
    (code,) = (
        code for code in re.findall(r"```python\n(.*?)```", PAGE, re.S) if f"# {file}" in code
    )
    return str(code)


def test_the_class_that_speaks_the_protocol_plays() -> None:
    names: dict[str, Any] = {}
    exec(code_of("talker.py"), names)
    setting = GameSetting.of("intercept_sensors", "duel", "recommended", 4, {})
    with in_process_bot(names["First"], setting) as bot:
        assert play_game(setting, (bot, RandomAgent()), 1, 0).cause == ""


def test_the_class_of_numbers_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bot.py").write_text(code_of("bot.py"))
    monkeypatch.chdir(tmp_path)
    assert cli.run(["match", "bot.py:First", "random", *PLACE]) == 0
    assert "failures             none" in capsys.readouterr().out


@pytest.mark.skipif(shutil.which("perl") is None, reason="Perl is not here")
def test_a_newcomers_bot_is_one_and_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(NEWCOMER.read_text().splitlines()) <= MOST_LINES
    shutil.copy(NEWCOMER, tmp_path / "bot.pl")
    monkeypatch.chdir(tmp_path)
    assert cli.run(["bot", "check", "perl bot.pl", *CHECK]) == 0
    assert cli.run(["match", "bot:perl bot.pl", "random", *PLACE]) == 0
    assert "failures             none" in capsys.readouterr().out
