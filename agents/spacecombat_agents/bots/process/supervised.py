"""Start a process under a supervisor (supervisor.py), detect its end, and end it."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterable, Sequence
from pathlib import Path

from spacecombat_agents.bots.process.environment import PROCESS_MARK, bot_environment
from spacecombat_agents.bots.process.failure import BotFailure, describe_status
from spacecombat_agents.bots.process.line_pipes import PipeEnd, ProcessPipes
from spacecombat_agents.bots.process.process_limits import (
    END_SECONDS,
    KILL_SECONDS,
    START_SECONDS,
    ProcessLimits,
)

__all__ = ["SUPERVISOR", "SupervisedProcess"]

SUPERVISOR = Path(__file__).with_name("supervisor.py")
LENGTH_BYTES = 8
"""Length of the header of the standard error file, which holds its total size (supervisor.py)."""
CHUNK = 1 << 16
PROC = Path("/proc")


class SupervisedProcess:
    """A process under a supervisor."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        temporary: str,
        limits: ProcessLimits,
        passed_on: Iterable[str] = (),
    ) -> None:
        self._limits = limits
        self._mark = uuid.uuid4().hex
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `close`
        self._control, theirs = socket.socketpair()
        self._buffer = b""
        self._reports: dict[str, str] = {}
        settings = {
            "command": command,
            "folder": str(folder),
            "line": theirs.fileno(),
            "file": self._file.fileno(),
            **limits._asdict(),
        }
        with theirs:
            self._supervisor = subprocess.Popen(
                [sys.executable, "-I", "-S", str(SUPERVISOR), json.dumps(settings)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(), self._file.fileno()),
                start_new_session=True,  # Ctrl-C is for the match, not for its bots
                env=bot_environment(self._mark, temporary, passed_on),
            )
        try:
            self.pid = self._await_start(command)
        except BaseException:
            self.end(0.0)
            self.close()
            raise

    @property
    def pipes(self) -> ProcessPipes:
        """Its input, its output, and what becomes readable when it is gone."""
        assert self._supervisor.stdin is not None and self._supervisor.stdout is not None
        to, back = self._supervisor.stdin.fileno(), self._supervisor.stdout.fileno()
        for each in (to, back):
            os.set_blocking(each, False)
        reading, write = functools.partial(os.read, back), functools.partial(os.write, to)
        return ProcessPipes(PipeEnd(to, write), PipeEnd(back, reading), self._control.fileno())

    def find_failure(self) -> BotFailure | None:
        """Return why the process ended; None if it still runs after a short wait."""
        self._receive_reports({"ended"}, END_SECONDS)
        reports = self._reports
        if "memory" in reports:
            most = self._limits.memory_mb
            return BotFailure(
                "memory", f"it used {reports['memory']} MiB of memory; the limit is {most}"
            )
        if "processes" in reports:
            most = self._limits.processes
            return BotFailure(
                "crash", f"it ran {reports['processes']} processes; the limit is {most}"
            )
        if "ended" in reports:
            return BotFailure("crash", describe_status(int(reports["ended"])))
        if "silence" in reports:
            return BotFailure("crash", "its supervisor was killed")
        return None

    def errors(self) -> bytes:
        """Return the end of standard error."""
        size = self._limits.stderr_bytes
        total = int.from_bytes(os.pread(self._file.fileno(), LENGTH_BYTES, 0), "little")
        tail = os.pread(self._file.fileno(), min(size, total), LENGTH_BYTES)
        place = total % size if total > size else 0
        return tail[place:] + tail[:place]

    def end(self, grace: float) -> None:
        """Close its input, kill everything after `grace` seconds, and wait for the end."""
        if self._supervisor.stdin:
            with contextlib.suppress(OSError):
                self._supervisor.stdin.close()
        if "silence" not in self._reports:
            self._receive_reports({"ended", "failed"}, grace)
        with contextlib.suppress(OSError):
            self._control.shutdown(socket.SHUT_WR)
        try:
            clean = self._supervisor.wait(KILL_SECONDS) == 0
        except subprocess.TimeoutExpired:
            clean = False
        if not clean:
            self._supervisor.kill()
            self._supervisor.wait()
            self._kill_marked()

    def close(self) -> None:
        """Close pipes and files."""
        for each in (self._supervisor.stdin, self._supervisor.stdout, self._control, self._file):
            if each:
                with contextlib.suppress(OSError):
                    each.close()

    def _await_start(self, command: Sequence[str]) -> int:
        """Return the process that the supervisor started; raise BotFailure if there is none."""
        self._receive_reports({"started", "failed", "ended"}, START_SECONDS)
        if "started" in self._reports:
            return int(self._reports["started"])
        reason = self._reports.get("failed", "no reason given").lower()
        raise BotFailure("init", f"{command[0]} cannot be started: {reason}")

    def _receive_reports(self, expected: set[str], seconds: float) -> None:
        """Read the supervisor's reports until the wanted one, or until time is up."""
        until = time.monotonic() + seconds
        while not expected.union({"silence"}) & self._reports.keys():
            left = max(0.0, until - time.monotonic())
            if not select.select([self._control], [], [], left)[0]:
                return
            try:
                data = self._control.recv(CHUNK)
            except OSError:
                data = b""
            if not data:
                self._reports["silence"] = ""
            *lines, self._buffer = (self._buffer + data).split(b"\n")
            for line in lines:
                key, _, value = line.decode().partition(" ")
                self._reports[key] = value

    def _kill_marked(self) -> None:
        """Kill marked processes if the supervisor was killed itself."""
        mark = f"{PROCESS_MARK}={self._mark}".encode()
        while found := [each for each in _processes() if mark in _environment_of(each)]:
            for each in found:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(each, signal.SIGKILL)


def _processes() -> list[int]:
    """Return all processes, if the system lists them."""
    return [int(each.name) for each in PROC.glob("[0-9]*")]


def _environment_of(process: int) -> bytes:
    """Return the environment of a process; empty if it is gone or not ours."""
    try:
        return (PROC / str(process) / "environ").read_bytes()
    except OSError:
        return b""
