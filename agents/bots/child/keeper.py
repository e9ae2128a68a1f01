"""Starting a process behind a warden (warden.py), hearing of its end, and bringing it about."""

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

from spacecombat_agents.bots.child.failure import BotFailure, status_words
from spacecombat_agents.bots.child.limits import (
    END_SECONDS,
    KILL_SECONDS,
    START_SECONDS,
    Limits,
)
from spacecombat_agents.bots.child.lines import End, Ends
from spacecombat_agents.bots.child.surroundings import MARK, environment

WARDEN = Path(__file__).with_name("warden.py")
LENGTH = 8
"""Bytes at the head of the file of standard error that say how much there was (warden.py)."""
CHUNK = 1 << 16
PROC = Path("/proc")


class Keeper:
    """A process under a warden."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        temporary: str,
        limits: Limits,
        passed_on: Iterable[str] = (),
    ) -> None:
        self._limits = limits
        self._mark = uuid.uuid4().hex
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `close`
        self._line, theirs = socket.socketpair()
        self._news = b""
        self._told: dict[str, str] = {}
        settings = {
            "command": command,
            "folder": str(folder),
            "line": theirs.fileno(),
            "file": self._file.fileno(),
            **limits._asdict(),
        }
        with theirs:
            self._warden = subprocess.Popen(
                [sys.executable, "-I", "-S", str(WARDEN), json.dumps(settings)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(), self._file.fileno()),
                start_new_session=True,  # Ctrl-C is for the match, not for its bots
                env=environment(self._mark, temporary, passed_on),
            )
        try:
            self.pid = self._started(command)
        except BaseException:
            self.end(0.0)
            self.close()
            raise

    @property
    def ends(self) -> Ends:
        """Its input, its output, and what becomes readable when it is gone."""
        assert self._warden.stdin is not None and self._warden.stdout is not None
        to, back = self._warden.stdin.fileno(), self._warden.stdout.fileno()
        for each in (to, back):
            os.set_blocking(each, False)
        reading, writing = functools.partial(os.read, back), functools.partial(os.write, to)
        return Ends(End(to, writing), End(back, reading), self._line.fileno())

    def why(self) -> BotFailure | None:
        """Return why the process ended; None where it goes on, some time after we heard of it."""
        self._hear({"ended"}, END_SECONDS)
        told = self._told
        if "memory" in told:
            most = self._limits.memory_mb
            return BotFailure("memory", f"it used {told['memory']} MiB of memory, {most} allowed")
        if "processes" in told:
            most = self._limits.processes
            return BotFailure("crash", f"it ran {told['processes']} processes, {most} allowed")
        if "ended" in told:
            return BotFailure("crash", status_words(int(told["ended"])))
        if "silence" in told:
            return BotFailure("crash", "whoever watched over it was killed")
        return None

    def errors(self) -> bytes:
        """Return the end of standard error."""
        size = self._limits.stderr_bytes
        total = int.from_bytes(os.pread(self._file.fileno(), LENGTH, 0), "little")
        ring = os.pread(self._file.fileno(), min(size, total), LENGTH)
        place = total % size if total > size else 0
        return ring[place:] + ring[:place]

    def end(self, grace: float) -> None:
        """Close its input, and after some time kill all of it; return when nothing is left."""
        if self._warden.stdin:
            with contextlib.suppress(OSError):
                self._warden.stdin.close()
        if "silence" not in self._told:
            self._hear({"ended", "failed"}, grace)
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_WR)
        try:
            clean = self._warden.wait(KILL_SECONDS) == 0
        except subprocess.TimeoutExpired:
            clean = False
        if not clean:
            self._warden.kill()
            self._warden.wait()
            self._sweep()

    def close(self) -> None:
        """Let go of pipes and files."""
        for each in (self._warden.stdin, self._warden.stdout, self._line, self._file):
            if each:
                with contextlib.suppress(OSError):
                    each.close()

    def _started(self, command: Sequence[str]) -> int:
        """Return the process that the warden started; BotFailure where there is none."""
        self._hear({"started", "failed", "ended"}, START_SECONDS)
        if "started" in self._told:
            return int(self._told["started"])
        reason = self._told.get("failed", "nothing was heard of it").lower()
        raise BotFailure("init", f"{command[0]} cannot be started: {reason}")

    def _hear(self, wanted: set[str], seconds: float) -> None:
        """Take in what the warden says, until it is what is wanted, or time is up."""
        until = time.monotonic() + seconds
        while not wanted.union({"silence"}) & self._told.keys():
            left = max(0.0, until - time.monotonic())
            if not select.select([self._line], [], [], left)[0]:
                return
            try:
                data = self._line.recv(CHUNK)
            except OSError:
                data = b""
            if not data:
                self._told["silence"] = ""
            *lines, self._news = (self._news + data).split(b"\n")
            for line in lines:
                word, _, value = line.decode().partition(" ")
                self._told[word] = value

    def _sweep(self) -> None:
        """Kill what bears our mark, where a warden could not do it: it was killed itself."""
        mark = f"{MARK}={self._mark}".encode()
        while found := [each for each in _processes() if mark in _environment(each)]:
            for each in found:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(each, signal.SIGKILL)


def _processes() -> list[int]:
    """Return all processes, where the system lists them."""
    return [int(each.name) for each in PROC.glob("[0-9]*")]


def _environment(process: int) -> bytes:
    """Return the environment of a process; nothing of what is gone or not ours."""
    try:
        return (PROC / str(process) / "environ").read_bytes()
    except OSError:
        return b""
