"""Where there is no /proc, or no warden at all: less is fenced in, and nothing falls over."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from kit.hostile import GOOD, command, toy

from spacecombat_agents.bots.process import BotFailure, BotProcess, bot_process, supervised
from spacecombat_agents.bots.process.unsupervised import UnsupervisedProcess

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="plays being elsewhere")

DEADLINE = 0.5
SLACK = 2.0
BOTS = {
    "crash": "crash",
    "hang": "late",
    "garbage": "protocol",
    "long_line": "line_too_long",
    "flood": "late",
}


@pytest.fixture(params=["no /proc", "no warden"])
def elsewhere(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Take away what other systems lack."""
    if request.param == "no warden":
        return monkeypatch.setattr(bot_process, "PROCESS_CLASS", UnsupervisedProcess)
    text = supervised.SUPERVISOR.read_text()
    for known, unknown in (('"/proc"', '"/nowhere"'), ('sys.platform == "linux"', "False")):
        assert known in text
        text = text.replace(known, unknown)
    (tmp_path / "supervisor.py").write_text(text)
    monkeypatch.setattr(supervised, "SUPERVISOR", tmp_path / "supervisor.py")


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("bot", BOTS)
def test_causes_are_shown_in_time_there_too(bot: str) -> None:
    course = toy(command(bot), DEADLINE)
    assert (course.cause, course.answered, course.left) == (BOTS[bot], GOOD, [])
    assert course.seconds < DEADLINE + SLACK


@pytest.mark.usefixtures("elsewhere")
def test_what_cannot_be_started_is_said_there_too() -> None:
    with pytest.raises(BotFailure, match="init: no-such-program cannot be started: no such file"):
        BotProcess("no-such-program").start()


@pytest.mark.usefixtures("elsewhere")
def test_long_lines_and_errors_come_through_there_too() -> None:
    code = "import sys\nfor line in sys.stdin: print(line, end='', flush=True); print(len(line), file=sys.stderr)"
    with BotProcess([sys.executable, "-c", code]) as child:
        for length in (1, 900_000):
            child.send({"text": "x" * length})
            assert child.receive(10).obj == {"text": "x" * length}
        child.close(1.0)
        assert child.stderr_tail() == "13\n900012\n"
