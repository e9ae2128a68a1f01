"""Start a process without a supervisor (Windows): no limits; threads forward its pipes.

Windows can wait for several sockets, but not for pipes: a thread connects each pipe to a socket.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import IO

from spacecombat_agents.bots.process.environment import bot_environment
from spacecombat_agents.bots.process.failure import BotFailure, describe_status
from spacecombat_agents.bots.process.line_pipes import PipeEnd, ProcessPipes
from spacecombat_agents.bots.process.process_limits import END_SECONDS, KILL_SECONDS, ProcessLimits

__all__ = ["UnsupervisedProcess"]

CHUNK = 1 << 16
POLL_SECONDS = 0.01


class UnsupervisedProcess:
    """Like `SupervisedProcess`, without a supervisor; only the limit of stderr is enforced."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        temporary: str,
        limits: ProcessLimits,
        passed_on: Iterable[str] = (),
    ) -> None:
        self._size = limits.stderr_bytes
        self._errors = bytearray()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                env=bot_environment(str(os.getpid()), temporary, passed_on),
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
                start_new_session=True,
            )
        except OSError as cause:
            reason = (cause.strerror or str(cause)).lower()
            raise BotFailure("init", f"{command[0]} cannot be started: {reason}") from None
        self.pid = self._process.pid
        pairs = [socket.socketpair() for _ in range(3)]
        self._ours, theirs = zip(*pairs, strict=True)
        to, back, gone = theirs
        process = self._process
        assert process.stdin and process.stdout and process.stderr
        work: list[tuple[Callable[..., None], tuple[object, ...]]] = [
            (_forward, (lambda: to.recv(CHUNK), process.stdin, to)),
            (_forward, (_pipe_reader(process.stdout), _SocketWriter(back), back)),
            (_forward, (_pipe_reader(process.stderr), self, None)),
            (_close_on_exit, (process, gone)),
        ]
        for function, given in work:
            threading.Thread(target=function, args=given, daemon=True).start()

    @property
    def pipes(self) -> ProcessPipes:
        """Its input, its output, and what becomes readable when it is gone."""
        to, back, gone = self._ours
        for each in (to, back):
            each.setblocking(False)
        return ProcessPipes(
            PipeEnd(to.fileno(), to.send), PipeEnd(back.fileno(), back.recv), gone.fileno()
        )

    def write(self, data: bytes) -> None:
        """Keep the end of standard error."""
        self._errors += data
        del self._errors[: -self._size or None]

    def flush(self) -> None:
        """Do nothing, as the file protocol needs it."""

    def find_failure(self) -> BotFailure | None:
        """Return why the process ended; None if it runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return BotFailure("crash", describe_status(self._process.wait(END_SECONDS)))
        return None

    def errors(self) -> bytes:
        """Return the end of standard error."""
        return bytes(self._errors)

    def end(self, grace: float) -> None:
        """Close its input; after `grace` seconds kill it and the children that the system lists."""
        self._ours[0].close()
        until = time.monotonic() + grace
        while self._process.poll() is None and time.monotonic() < until:
            time.sleep(POLL_SECONDS)
        if self._process.poll() is None:
            if sys.platform == "win32":
                tree = ["taskkill", "/F", "/T", "/PID", str(self.pid)]
                subprocess.run(tree, capture_output=True, check=False)
            self._process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(KILL_SECONDS)

    def close(self) -> None:
        """Close the sockets; the threads end with the pipes."""
        for each in self._ours:
            each.close()


class _SocketWriter:
    """A socket with the interface of a file."""

    def __init__(self, to: socket.socket) -> None:
        self._to = to

    def write(self, data: bytes) -> None:
        """Send all of it."""
        self._to.sendall(data)

    def flush(self) -> None:
        """Do nothing: everything is sent already."""


def _pipe_reader(pipe: IO[bytes]) -> Callable[[], bytes]:
    """Return a function that reads the available bytes of a pipe."""
    return lambda: os.read(pipe.fileno(), CHUNK)


def _forward(read: Callable[[], bytes], to: IO[bytes], end: socket.socket | None) -> None:
    """Forward bytes until either side is closed, then close the socket."""
    with contextlib.suppress(OSError, ValueError):
        while data := read():
            to.write(data)
            to.flush()
    if isinstance(to, _SocketWriter):
        assert end is not None
        end.close()
    elif end is not None:
        with contextlib.suppress(OSError):
            to.close()


def _close_on_exit(process: subprocess.Popen[bytes], gone: socket.socket) -> None:
    """Close a socket when a process ends."""
    process.wait()
    gone.close()
