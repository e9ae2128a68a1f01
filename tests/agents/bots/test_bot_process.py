"""A child process that talks in lines: what it is given, how its time is taken, how it ends."""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from spacecombat_agents.bots.process import BotFailure, BotProcess, ProcessLimits
from spacecombat_env.core.errors import ConfigError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="bots of the shell are POSIX here")

ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"
TELL = """
import json, os, sys
for line in sys.stdin:
    handles = sorted(int(each) for each in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{each}"))
    told = {"environment": dict(os.environ), "folder": os.getcwd(), "handles": handles,
            "group": [os.getpid(), os.getpgrp(), os.getsid(0)], "here": os.listdir()}
    print(json.dumps(told), flush=True)
"""


def python(code: str) -> list[str]:
    """Return the command that runs some code."""
    return [sys.executable, "-c", code]


def told(**more: Any) -> dict[str, Any]:
    """Return what a bot finds around itself."""
    with BotProcess(python(TELL), **more) as child:
        child.send({})
        return child.receive(10).obj


def test_lines_go_to_and_fro_whatever_their_length() -> None:
    with BotProcess(python(ECHO)) as child:
        for length in (0, 1, 1 << 10, 1 << 16, (1 << 20) - 100):
            sent = {"text": "é" + "x" * length, "number": 0.1, "nothing": None}
            child.send(sent)
            assert child.receive(10).obj == sent


def test_it_sees_an_allowed_environment_and_no_handles_of_ours(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SECRET", "1")
    monkeypatch.setenv("KEY", "2")
    with (tmp_path / "secret").open("w") as file:
        os.set_inheritable(file.fileno(), True)
        found = told(passed_on=["KEY"])
    assert "SECRET" not in found["environment"] and found["environment"]["KEY"] == "2"
    assert found["environment"]["PATH"] == os.environ["PATH"]
    assert not Path(found["environment"]["TMPDIR"]).exists()
    assert found["handles"] == [0, 1, 2]
    pid, group, session = found["group"]
    assert pid == group == session != os.getpid()


def test_it_starts_in_the_current_folder_a_given_one_or_an_empty_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text(TELL)
    monkeypatch.chdir(tmp_path)
    assert told()["folder"] == str(tmp_path)
    assert told(folder=Path("/"))["folder"] == "/"
    with BotProcess([sys.executable, "bot.py"], empty=True) as child:
        child.send({})
        found = child.receive(10).obj
    assert found["here"] == [] and not Path(found["folder"]).exists()


def test_a_prefix_goes_before_the_command() -> None:
    assert told(prefix="env MORE=7")["environment"]["MORE"] == "7"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("no-such-program --fast", "no-such-program cannot be started: no such file or directory"),
        (["/"], "/ cannot be started: permission denied"),
    ],
)
def test_what_cannot_be_started_is_said(command: Any, words: str) -> None:
    with pytest.raises(BotFailure) as failure:
        BotProcess(command).start()
    assert (failure.value.cause, failure.value.reason) == ("init", words)


@pytest.mark.parametrize(("command", "words"), [("", "is empty"), ("node 'bot.js", "no closing")])
def test_what_is_no_command_is_bad_input(command: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        BotProcess(command)


@pytest.mark.parametrize(
    "line",
    [
        b"[]",
        b"nonsense",
        b'{"a": NaN}',
        b'{"a": "\\ud800"}',
        b"\xff",
        b"[" * 99_999,
        b"1" * 9_999,
    ],
)
def test_what_is_no_object_of_json_is_refused(line: bytes) -> None:
    code = f"import os; os.write(1, {line!r} + b'\\n'); input()"
    with (
        BotProcess(python(code)) as child,
        pytest.raises(BotFailure, match="protocol: not (a )?JSON"),
    ):
        child.receive(10)


BLANK = """
import sys
print("", "\\r", "  ", sep="\\n", flush=True)
for line in sys.stdin:
    print("\\n\\n" + line, end="", flush=True)
"""


def test_an_empty_line_is_no_message() -> None:
    child = BotProcess([sys.executable, "-c", BLANK])
    child.start()
    assert not child.ready(0.3)
    for number in range(3):
        child.send({"number": number})
        assert child.receive(5.0).obj == {"number": number}
    child.close()


def test_too_many_empty_lines_are_refused() -> None:
    child = BotProcess(
        [sys.executable, "-c", "import time; print(100 * chr(10), flush=True); time.sleep(9)"]
    )
    child.start()
    with pytest.raises(BotFailure, match="more than 64 lines after one decision"):
        child.receive(5.0)
    child.close(0.0)


def test_the_time_taken_is_that_of_the_first_byte() -> None:
    """And of this question alone; on a busy machine the clock may start a moment late."""
    code = """
import time
for seconds in (1.0, 0.2):
    line = input(); time.sleep(seconds); print(line, flush=True)
input()
"""
    with BotProcess(python(code)) as child:
        child.send({})
        child.receive(10)
        child.send({})
        assert 0.15 <= child.receive(10).seconds < 0.9


@pytest.mark.parametrize("first", ["before", "after"])
def test_a_first_byte_ahead_of_the_rest_buys_no_time(first: str) -> None:
    """A brace behind the last reply, or at once, and the rest half a second later."""
    early, late = ("", "{") if first == "after" else ("{", "")
    code = f"""
import sys, time
say = lambda text: (sys.stdout.write(text), sys.stdout.flush())
input(); say('{{}}' + chr(10)); time.sleep(0.05); say({early!r})
input(); say({late!r}); time.sleep(0.5); say('}}' + chr(10))
"""
    with BotProcess(python(code)) as child:
        child.send({})
        child.receive(10)
        time.sleep(0.1)
        child.send({})
        assert child.receive(10).seconds >= 0.4


def test_a_late_reply_is_the_next_line_and_hurts_nobody() -> None:
    code = "import time; input(); time.sleep(0.3); print('{\"id\":1}'); input(); print('{\"id\":2}'); input()"
    with BotProcess(python(code)) as child:
        child.send({})
        with pytest.raises(BotFailure, match="late"):
            child.receive(0.1)
        time.sleep(0.4)
        child.send({})
        assert [child.receive(10).obj["id"] for _ in range(2)] == [1, 2]


def test_several_calls_share_the_deadline_of_a_decision() -> None:
    code = "import time; input()\nfor _ in range(50): time.sleep(0.1); print('{}')"
    begun = time.monotonic()
    with BotProcess(python(code)) as child, pytest.raises(BotFailure, match="late"):
        child.send({})
        while True:
            child.receive(0.5)
    assert time.monotonic() - begun < 1.5


def test_the_end_is_noticed_at_once_without_a_clock() -> None:
    with BotProcess(python("input(); raise SystemExit(7)")) as child:
        child.send({})
        begun = time.monotonic()
        with pytest.raises(BotFailure, match="crash: it ended with status 7"):
            child.receive(None)
        assert time.monotonic() - begun < 0.5


@pytest.mark.parametrize("seconds", [0.0, 0.4])
def test_what_was_sent_before_the_end_is_handled(seconds: float) -> None:
    with BotProcess(python("input(); print('{\"last\": 1}')")) as child:
        child.send({})
        time.sleep(seconds)
        assert child.receive(None).obj == {"last": 1}
        with pytest.raises(BotFailure, match="crash: it ended with status 0"):
            child.receive(None)
        with pytest.raises(BotFailure, match="crash"):
            child.send({})


def test_a_signal_is_named() -> None:
    with BotProcess(python("import os; input(); os.abort()")) as child:
        child.send({})
        with pytest.raises(BotFailure, match="crash: it was killed by SIGABRT"):
            child.receive(None)


@pytest.mark.parametrize("size", [0, 10, 1_000, 1 << 20])
def test_the_end_of_standard_error_is_kept(size: int) -> None:
    code = "import sys; input(); [print(n, file=sys.stderr) for n in range(40_000)]; print('{}'); sys.stdin.read()"
    whole = "".join(f"{n}\n" for n in range(40_000))
    with BotProcess(python(code), limits=ProcessLimits(stderr_bytes=size)) as child:
        child.send({})
        child.receive(20)
        child.close()
        assert child.stderr_tail() == (whole[-size:] if size else "")


def test_standard_error_is_there_while_it_plays() -> None:
    code = "import sys, time; print('hello', file=sys.stderr, flush=True); time.sleep(0.2); print('{}'); input()"
    with BotProcess(python(code)) as child:
        child.receive(10)
        assert child.stderr_tail() == "hello\n"


def test_a_bot_has_time_to_end_by_itself(tmp_path: Path) -> None:
    code = (
        f"import sys, time; sys.stdin.read(); time.sleep(0.2); open({str(tmp_path / 'end')!r}, 'w')"
    )
    with BotProcess(python(code)) as child:
        child.close(2.0)
    assert (tmp_path / "end").exists()


def test_it_can_be_started_again() -> None:
    child = BotProcess(python(ECHO))
    pids = set()
    for _ in range(2):
        child.start()
        pids.add(child.pid)
        child.send({"n": 1})
        assert child.receive(10).obj == {"n": 1}
        child.close()
    assert len(pids) == 2 and child.pid is None
    with pytest.raises(BotFailure, match="it is not running"):
        child.send({})


def test_a_child_that_nobody_holds_ends() -> None:
    child = BotProcess(python("import time; time.sleep(600)"))
    child.start()
    process = Path(f"/proc/{child.pid}")
    assert process.exists()
    del child
    until = time.monotonic() + 2.0
    while process.exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert not process.exists()


def test_nothing_is_left_open_here() -> None:
    gc.collect()
    with BotProcess(python(ECHO)):  # clears away what earlier tests left to the collector
        pass
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        with BotProcess(python(ECHO)) as child:
            child.send({})
            child.receive(10)
        with pytest.raises(BotFailure):
            BotProcess("no-such-program").start()
    assert len(os.listdir("/proc/self/fd")) == before


def test_what_is_sent_is_json() -> None:
    with BotProcess(python(ECHO)) as child:
        with pytest.raises(ValueError, match="not JSON compliant"):
            child.send({"odds": float("nan")})
        child.send({"text": "\n"})
        assert json.dumps(child.receive(10).obj) == '{"text": "\\n"}'
