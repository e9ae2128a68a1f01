"""Bots that misbehave: the right cause in time, whatever the clock, and nothing is left of them."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from kit.hostile import DECISIONS, GOOD, PING_SECONDS, PONG_SECONDS, command, processes, toy

from spacecombat_agents.bots.process import BotFailure, BotProcess, ProcessLimits

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is left")

DEADLINE = 0.6
FOR_HOGS = 5.0
"""Filling memory takes time, where others do the same."""
SLACK = 2.0
LIMITS = ProcessLimits(memory_mb=256, processes=12, file_mb=10)

EIGHT = {
    "crash": ("crash", "it ended with status 1"),
    "hang": ("late", "no reply within 0.6 s"),
    "silence": ("late", "no reply within 0.6 s"),
    "garbage": ("protocol", "not JSON: 'thinking about ?'"),
    "long_line": ("line_too_long", "a line is longer than 1048576 bytes"),
    "slow_death": ("late", "no whole line within 1.6 s"),
    "fork": ("crash", "it ended with status 3"),
    "flood": ("late", "no reply within 0.6 s"),
}
MORE = {
    "talker": ("protocol", "more than 64 lines after one decision"),
    "closing": ("crash", "it closed its standard output"),
    "hog": ("memory", "MiB of memory; the limit is 256"),
    "bomb": ("crash", "processes; the limit is 12"),
    "big_file": ("crash", "it ended with status 1"),
    "killer": ("crash", "its supervisor was killed"),
    "hidden_killer": ("crash", "its supervisor was killed"),
}


@pytest.mark.parametrize("bot", EIGHT | MORE)
def test_the_cause_is_shown_in_time_and_nothing_is_left(bot: str) -> None:
    deadline = FOR_HOGS if bot == "hog" else DEADLINE
    course = toy(command(bot), deadline, LIMITS)
    cause, words = (EIGHT | MORE)[bot]
    assert (course.cause, course.answered, course.left) == (cause, GOOD, [])
    assert words in course.words
    assert course.seconds < deadline + SLACK


@pytest.mark.parametrize("bot", EIGHT)
def test_without_a_clock_a_ping_finds_out(bot: str) -> None:
    course = toy(command(bot), None, LIMITS)
    assert (course.cause, course.answered, course.left) == (EIGHT[bot][0], GOOD, [])
    assert course.seconds < PING_SECONDS + PONG_SECONDS + SLACK


def test_who_never_reads_is_late_however_long_the_message() -> None:
    words = command("deaf")
    child = BotProcess(words)
    child.start()
    begun = time.monotonic()
    child.send({"type": "hello", "more": "x" * (1 << 20)})
    with pytest.raises(BotFailure, match="late: it did not read its input for 1.5 s"):
        child.receive(0.5)
    assert time.monotonic() - begun < 0.5 + SLACK
    child.close(0.0)
    assert processes(words[-1]) == []


def test_daemons_are_among_what_is_killed() -> None:
    course = toy(command("fork"), DEADLINE, LIMITS)
    daemons = [int(line.split()[1]) for line in course.errors.splitlines()]
    assert len(daemons) == 5
    assert not any(Path(f"/proc/{each}").exists() for each in daemons)


def test_a_daemon_that_kills_the_supervisor_and_hides_is_killed() -> None:
    course = toy(command("hidden_killer"), DEADLINE, LIMITS)
    (daemon,) = (int(line.split()[1]) for line in course.errors.splitlines())
    assert not Path(f"/proc/{daemon}").exists()


def test_memory_that_processes_share_counts_once() -> None:
    course = toy(command("sharing"), 5.0, LIMITS)
    assert (course.cause, course.answered, course.left) == ("", DECISIONS, [])


def test_who_sends_a_file_too_long_is_shown_the_reason() -> None:
    assert "File too large" in toy(command("big_file"), DEADLINE, LIMITS).errors


OWNER = """
import sys, time
from spacecombat_agents.bots.process import BotProcess
child = BotProcess(sys.argv[1:])
child.start()
for at in range(3):
    child.send({"type": "ask", "id": at, "game": "g", "at": at, "words": [{"token": 1}]})
    if at < 2:
        child.receive(10)
print("asked", flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("bot", ["hang", "silence", "slow_death", "flood", "fork"])
def test_nothing_is_left_when_whoever_started_it_is_killed(bot: str) -> None:
    words = command(bot)
    owner = subprocess.Popen([sys.executable, "-c", OWNER, *words], stdout=subprocess.PIPE)
    assert owner.stdout is not None and owner.stdout.readline() == b"asked\n"
    before = processes(words[-1])
    owner.kill()
    owner.wait()
    owner.stdout.close()
    until = time.monotonic() + SLACK
    while processes(words[-1]) and time.monotonic() < until:
        time.sleep(0.02)
    assert len(before) >= 2 and processes(words[-1]) == []
