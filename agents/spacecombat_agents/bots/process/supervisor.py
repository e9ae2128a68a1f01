"""The process that starts a bot, watches it, and leaves nothing of it behind.

A bare interpreter runs this file: `supervisor.py SETTINGS`, where SETTINGS is `Settings` as JSON.
The bot's pipes lead directly to the host. The supervisor reads the bot's standard error and listens
to the host on a socket. When the socket closes, also because the host was killed, it kills the bot.
On Linux orphans of the bot become the supervisor's children, so that no daemon escapes by forking.
A bot can kill its supervisor, so there are two: the outer one only waits for the inner one, and
kills the processes that it leaves.

The inner one reports one line each: `started PID`, `failed WHY`, `memory MB`, `processes COUNT`,
and `ended STATUS` when nothing is left.

On other systems memory and processes are not watched, and only the bot's process group is killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import selectors
import signal
import socket
import sys
import time
from types import SimpleNamespace as Settings

__all__: list[str] = []

POLL_SECONDS = 0.05
"""Interval of the checks of memory and processes."""
CHUNK = 1 << 16
PAUSE_SECONDS = 0.001
"""Pause between chunks of a standard error longer than the kept part: a flood is read slowly."""
LENGTH_BYTES = 8
"""Length of the header of the standard error file, which holds its total size."""
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
NOT_FOUND = 127
PAGE = os.sysconf("SC_PAGE_SIZE")
PROC = "/proc"
LISTS_CHILDREN = os.path.exists(f"{PROC}/self/task/{os.getpid()}/children")
"""Whether the system lists a process's children."""
MEGABYTE = 1 << 20


def prctl(option: int, value: int) -> None:
    """Set an attribute of this process, on systems that have it."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def children_of(process: int) -> list[int]:
    """Return the living children of a process."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"{PROC}/{process}/task"):
            with open(f"{PROC}/{process}/task/{thread}/children", "rb") as file:
                found += map(int, file.read().split())
    return found


def descendants_of(process: int) -> list[int]:
    """Return all descendants of a process."""
    found: list[int] = []
    waiting = children_of(process)
    while waiting:
        found.append(waiting.pop())
        waiting += children_of(found[-1])
    return found


def resident_bytes(process: int) -> int:
    """Return the bytes that a process holds in memory and shares with no file."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        with open(f"{PROC}/{process}/statm", "rb") as file:
            _, whole, shared, *_ = map(int, file.read().split())
        return (whole - shared) * PAGE
    return 0


def proportional_bytes(process: int) -> int:
    """Return the same with shared pages counted proportionally: exact, and slow."""
    with contextlib.suppress(OSError, ValueError):
        with open(f"{PROC}/{process}/smaps_rollup") as file:
            fields = dict(line.split(":", 1) for line in file if ":" in line and "-" not in line)
        return int(fields["Pss_Anon"].split()[0]) * 1024
    return resident_bytes(process)


class StderrTail:
    """The end of a standard error, kept in a file that the parent of the supervisor reads."""

    def __init__(self, pipe: int, file: int, size: int) -> None:
        self.pipe, self.file, self.size, self.total = pipe, file, size, 0
        os.set_blocking(pipe, False)

    def keep(self) -> bool:
        """Read the available bytes; return whether more may come, now or later."""
        try:
            data = os.read(self.pipe, CHUNK)
        except BlockingIOError:
            return True
        for start in range(0, len(data), self.size or 1):
            self._write(data[start : start + self.size])
        return bool(data)

    def _write(self, data: bytes) -> None:
        """Write at most one ring length."""
        place = self.total % self.size if self.size else 0
        first = self.size - place
        os.pwrite(self.file, data[:first], LENGTH_BYTES + place)
        if data[first:]:
            os.pwrite(self.file, data[first:], LENGTH_BYTES)
        self.total += len(data)
        os.pwrite(self.file, self.total.to_bytes(LENGTH_BYTES, "little"), 0)

    def finish(self) -> None:
        """Read the rest of the pipe of a bot that has ended."""
        for _ in range(MEGABYTE // CHUNK + 1):
            before = self.total
            if not self.keep() or self.total == before:
                return


class Supervisor:
    """One bot, from its start until nothing of it is left."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.line = socket.socket(fileno=settings.line)
        os.set_inheritable(settings.line, False)
        os.set_inheritable(settings.file, False)
        self.owner = os.getppid()
        self.bot = 0
        self.status: int | None = None

    def run_outer(self) -> int:
        """Run in a process of its own; return 1 if that was killed, and nothing of it is left."""
        prctl(PR_SET_CHILD_SUBREAPER, 1)
        inner = os.fork()
        if not inner:
            self.owner = os.getppid()
            self.run()
            return 0
        self.line.close()
        nothing = os.open(os.devnull, os.O_RDWR)
        for own in (0, 1, 2, self.settings.file):
            os.dup2(nothing, own)
        _, status = os.waitpid(inner, 0)
        if status:
            self.kill()
        return int(status != 0)

    def run(self) -> None:
        """Start the bot, watch it to its end, kill what is left."""
        prctl(PR_SET_CHILD_SUBREAPER, 1)
        wakeup_read, wakeup_write = os.pipe()
        os.set_blocking(wakeup_write, False)
        os.set_blocking(wakeup_read, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wakeup_write, warn_on_full_buffer=False)
        pipe, errors = os.pipe()
        self.errors = StderrTail(pipe, self.settings.file, self.settings.stderr_bytes)
        failure = self.start(errors)
        nothing = os.open(os.devnull, os.O_RDWR)
        for own in (0, 1, 2):  # only the bot keeps its pipes
            os.dup2(nothing, own)
        os.close(errors)
        if failure:
            return self.report(f"failed {failure}")
        self.report(f"started {self.bot}")
        try:
            self.watch(wakeup_read)
        finally:
            self.kill()
            self.errors.finish()
            self.report(f"ended {self.status}")

    def start(self, errors: int) -> str:
        """Start the bot in a session of its own; return the error, or an empty string."""
        trouble, troubled = os.pipe()
        self.bot = os.fork()
        if not self.bot:
            try:
                self.exec_bot(errors)
            except OSError as cause:
                os.write(troubled, (cause.strerror or "no reason given").encode())
            os._exit(NOT_FOUND)
        os.close(troubled)
        with os.fdopen(trouble, "rb") as file:
            return file.read().decode()

    def exec_bot(self, errors: int) -> None:
        """Become the bot."""
        settings = self.settings
        os.dup2(errors, 2)
        os.setsid()
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        signal.set_wakeup_fd(-1)
        for each in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(each, signal.SIG_DFL)
        most = settings.file_mb * MEGABYTE
        for kind, value in ((resource.RLIMIT_FSIZE, most), (resource.RLIMIT_CORE, 0)):
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(kind, (value, value))
        with contextlib.suppress(OSError), open(f"{PROC}/self/oom_score_adj", "w") as file:
            file.write("1000")
        os.chdir(settings.folder)
        os.execvpe(settings.command[0], settings.command, os.environ)

    def watch(self, wakeup_read: int) -> None:
        """Return when the bot has ended, must be killed, or exceeds a limit."""
        next_poll = 0.0
        with selectors.DefaultSelector() as waiting:
            for each in (self.line, self.errors.pipe, wakeup_read):
                waiting.register(each, selectors.EVENT_READ)
            while os.getppid() == self.owner:
                ready = {key.fileobj for key, _ in waiting.select(POLL_SECONDS)}
                if self.line in ready:
                    return
                if self.errors.pipe in ready:
                    if not self.errors.keep():
                        waiting.unregister(self.errors.pipe)
                    elif self.errors.total > self.settings.stderr_bytes:
                        time.sleep(PAUSE_SECONDS)
                if wakeup_read in ready:
                    os.read(wakeup_read, CHUNK)
                    if not self.has_processes() or self.status is not None:
                        return
                if time.monotonic() > next_poll:
                    if self.exceeds_limits():
                        return
                    next_poll = time.monotonic() + POLL_SECONDS

    def exceeds_limits(self) -> bool:
        """Return whether the bot exceeds a limit, and report it."""
        found = descendants_of(os.getpid())
        if len(found) > self.settings.processes:
            self.report(f"processes {len(found)}")
            return True
        most = self.settings.memory_mb * MEGABYTE
        if (
            sum(map(resident_bytes, found)) > most
            and (used := sum(map(proportional_bytes, found))) > most
        ):
            self.report(f"memory {used // MEGABYTE}")
            return True
        return False

    def kill(self) -> None:
        """Kill the bot and its descendants; return when nothing is left."""
        while self.has_processes():
            for number in (signal.SIGSTOP, signal.SIGKILL):  # a stopped process cannot fork
                for each in descendants_of(os.getpid()):
                    with contextlib.suppress(ProcessLookupError, PermissionError):
                        os.kill(each, number)
            if self.bot and not LISTS_CHILDREN:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.bot, signal.SIGKILL)
            time.sleep(PAUSE_SECONDS)

    def has_processes(self) -> bool:
        """Return whether a process of the bot is left; reap those that ended."""
        try:
            while True:
                ended, status = os.waitpid(-1, os.WNOHANG)
                if ended == self.bot:
                    self.status = os.waitstatus_to_exitcode(status)
                if not ended:
                    return True
        except ChildProcessError:
            return False

    def report(self, text: str) -> None:
        """Send a report to the parent, if it still listens."""
        with contextlib.suppress(OSError):
            self.line.sendall(text.encode() + b"\n")


if __name__ == "__main__":
    sys.exit(Supervisor(Settings(**json.loads(sys.argv[1]))).run_outer())
