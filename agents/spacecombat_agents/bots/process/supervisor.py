"""The process between us and a bot: it starts the bot, watches it, leaves nothing of it behind.

Run as a file by a bare interpreter: `supervisor.py SETTINGS`, JSON of what `Settings` holds. The
bot has our pipes to itself. The supervisor reads its standard error, and listens to us on a socket;
when that ends, also because we were killed, it kills the bot. Orphans of the bot become its own's
children (Linux), so that no daemon escapes by forking away. It says, a line each: `started PID`,
`failed WHY`, `memory MB`, `processes COUNT`, `ended STATUS`; the last when nothing is left.

Elsewhere than on Linux memory and processes are not watched, and only the bot's group is killed.
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

POLL_SECONDS = 0.05
"""Between two looks at memory and processes."""
CHUNK = 1 << 16
PAUSE_SECONDS = 0.001
"""Between two chunks of a standard error that is longer than is kept: a flood is read slowly."""
LENGTH_BYTES = 8
"""Bytes at the head of the file of standard error that say how much there was."""
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
NOT_FOUND = 127
PAGE = os.sysconf("SC_PAGE_SIZE")
PROC = "/proc"
LISTS_CHILDREN = os.path.exists(f"{PROC}/self/task/{os.getpid()}/children")
"""Whether the system says who is whose child."""
MEGABYTE = 1 << 20


def prctl(option: int, value: int) -> None:
    """Set an attribute of this process, where the system knows it."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def children_of(process: int) -> list[int]:
    """Return the processes that a process started and has not left to others."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"{PROC}/{process}/task"):
            with open(f"{PROC}/{process}/task/{thread}/children", "rb") as file:
                found += map(int, file.read().split())
    return found


def descendants_of(process: int) -> list[int]:
    """Return all that a process started, and what those started."""
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
    """Return the same, pages that several processes hold counted by parts: exact, and slow."""
    with contextlib.suppress(OSError, ValueError):
        with open(f"{PROC}/{process}/smaps_rollup") as file:
            fields = dict(line.split(":", 1) for line in file if ":" in line and "-" not in line)
        return int(fields["Pss_Anon"].split()[0]) * 1024
    return resident_bytes(process)


class StderrTail:
    """The end of a standard error, kept in a file that whoever started the supervisor reads."""

    def __init__(self, pipe: int, file: int, size: int) -> None:
        self.pipe, self.file, self.size, self.total = pipe, file, size, 0
        os.set_blocking(pipe, False)

    def keep(self) -> bool:
        """Keep what there is; whether there may be more to come, now or later."""
        try:
            data = os.read(self.pipe, CHUNK)
        except BlockingIOError:
            return True
        for start in range(0, len(data), self.size or 1):
            self._write(data[start : start + self.size])
        return bool(data)

    def _write(self, data: bytes) -> None:
        """Write at most one length of the ring."""
        place = self.total % self.size if self.size else 0
        first = self.size - place
        os.pwrite(self.file, data[:first], LENGTH_BYTES + place)
        if data[first:]:
            os.pwrite(self.file, data[first:], LENGTH_BYTES)
        self.total += len(data)
        os.pwrite(self.file, self.total.to_bytes(LENGTH_BYTES, "little"), 0)

    def finish(self) -> None:
        """Keep what is left in the pipe of a bot that has ended."""
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
        for own in (0, 1, 2):  # the bot's pipes are the bot's alone
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
        """Start the bot in a session of its own; return why it cannot be started, or nothing."""
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
        """Be the bot, from here on."""
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
        """Return when the bot has ended, is to be killed, or uses more than it may."""
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
        """Whether the bot uses more than it may; then it is said."""
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
        """Kill the bot and all that came of it; return when nothing is left."""
        while self.has_processes():
            for word in (signal.SIGSTOP, signal.SIGKILL):  # a stopped process forks no more
                for each in descendants_of(os.getpid()):
                    with contextlib.suppress(ProcessLookupError, PermissionError):
                        os.kill(each, word)
            if not LISTS_CHILDREN:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.bot, signal.SIGKILL)
            time.sleep(PAUSE_SECONDS)

    def has_processes(self) -> bool:
        """Whether there is a process of the bot's still; those that ended are taken note of."""
        try:
            while True:
                ended, status = os.waitpid(-1, os.WNOHANG)
                if ended == self.bot:
                    self.status = os.waitstatus_to_exitcode(status)
                if not ended:
                    return True
        except ChildProcessError:
            return False

    def report(self, words: str) -> None:
        """Say something to whoever started us, if there is anybody left."""
        with contextlib.suppress(OSError):
            self.line.sendall(words.encode() + b"\n")


if __name__ == "__main__":
    Supervisor(Settings(**json.loads(sys.argv[1]))).run()
