"""Check whether a bot ends on request, and whether it leaves processes behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from spacecombat_agents.bots.bot import Message
from spacecombat_agents.bots.checks.check_steps import CheckFailed
from spacecombat_agents.bots.process import BotFailure
from spacecombat_agents.bots.transport import Transport
from spacecombat_env.protocol.handshake import ProtocolLimits
from spacecombat_env.protocol.lines import as_line

__all__ = ["ShutdownCheck", "descendants_of"]

BYE_SECONDS = 3.0
"""A bot that still runs this long after bye is killed."""
END_SECONDS = 0.5
"""Time for the processes that it started to end as well."""
PROC = Path("/proc")
BYE = {"type": "bye"}


class ShutdownCheck:
    """The end of a bot's process."""

    def __init__(self, transport: Transport, command: Sequence[str], hello: Message) -> None:
        self.transport, self.command, self.hello = transport, command, hello

    def bye(self) -> str:
        """Send bye and wait for its end."""
        begun = time.monotonic()
        self.transport.send(BYE)
        while True:
            try:
                self.transport.receive(BYE_SECONDS)
            except BotFailure as cause:
                if cause.cause == "late":
                    raise CheckFailed(f"it still ran {BYE_SECONDS:g} s after bye") from None
                return f"it ended after {time.monotonic() - begun:.1f} s"

    def left(self) -> str:
        """Run it without the supervisor that ends its processes, and check which survive."""
        self.transport.close()
        if not PROC.is_dir():
            return "this system cannot list processes"
        process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        started: list[int] = []
        try:
            started = self._leave(process)
            if left := _surviving(started):
                raise CheckFailed(f"{len(left)} processes that it started kept running")
            return "no process is left"
        finally:
            for each in (process.pid, *started):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(each, signal.SIGKILL)
            process.wait()

    def _leave(self, process: subprocess.Popen[bytes]) -> list[int]:
        """Greet a process and send bye; return the processes that it had started."""
        assert process.stdin is not None and process.stdout is not None
        killer = threading.Timer(ProtocolLimits().start_ms / 1000, process.kill)
        killer.start()
        started: list[int] = []
        with contextlib.suppress(OSError), process.stdout, process.stdin:
            process.stdin.write(as_line(self.hello).encode() + b"\n")
            process.stdin.flush()
            process.stdout.readline()
            started = descendants_of(process.pid)
            process.stdin.write(as_line(BYE).encode() + b"\n")
            process.stdin.close()
            process.wait()
        killer.cancel()
        return started


def _surviving(processes: list[int]) -> list[int]:
    """Return the processes that still run after some time."""
    until = time.monotonic() + END_SECONDS
    while (left := [each for each in processes if _is_alive(each)]) and time.monotonic() < until:
        time.sleep(END_SECONDS / 10)
    return left


def descendants_of(process: int) -> list[int]:
    """Return the processes that a process has started, directly or indirectly."""
    parents = {int(each.name): _parent(each) for each in PROC.glob("[0-9]*")}
    found, new = list[int](), {process}
    while new:
        new = {child for child, parent in parents.items() if parent in new}
        found += sorted(new)
    return found


def _parent(folder: Path) -> int:
    """Return the parent of a process; -1 if it is gone."""
    try:
        return int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    except (OSError, IndexError, ValueError):
        return -1


def _is_alive(process: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        return (PROC / str(process) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return False
