"""A bot's process as its players see it: start, send, receive, close."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from spacecombat_agents.bots.process.environment import resolve_paths, split_command
from spacecombat_agents.bots.process.failure import BotFailure
from spacecombat_agents.bots.process.line_pipes import LinePipes, PipeClosed
from spacecombat_agents.bots.process.process_limits import GRACE_SECONDS, ProcessLimits
from spacecombat_agents.bots.process.supervised import SupervisedProcess
from spacecombat_agents.bots.process.unsupervised import UnsupervisedProcess

__all__ = ["BotProcess", "BotReply"]

PROCESS_CLASS: type[SupervisedProcess] | type[UnsupervisedProcess] = (
    SupervisedProcess if os.name == "posix" else UnsupervisedProcess
)


class BotReply(NamedTuple):
    """A received object, and the seconds from our last byte to its first."""

    obj: dict[str, Any]
    seconds: float


class BotProcess:
    """A bot in a process of its own, within limits; every error is a BotFailure.

    It starts in `folder`, by default the current one. With `empty` it starts in a temporary empty
    folder, and files that the command names are still found. `passed_on` names variables of the
    environment that it sees besides the usual ones. After `close` it can be started again.
    """

    def __init__(
        self,
        command: Sequence[str] | str,
        *,
        limits: ProcessLimits | None = None,
        prefix: Sequence[str] | str = (),
        folder: Path | None = None,
        empty: bool = False,
        passed_on: Iterable[str] = (),
    ) -> None:
        self.limits = limits or ProcessLimits()
        self._command = split_command(command)
        self._prefix = split_command(prefix) if prefix else []
        self._folder = (folder or Path.cwd()).resolve()
        self._empty = empty
        self._passed_on = tuple(passed_on)
        self._process: SupervisedProcess | UnsupervisedProcess | None = None
        self._lines: LinePipes | None = None
        self._errors = b""
        self._temporary: tempfile.TemporaryDirectory[str] | None = None

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return self._process.pid if self._process else None

    def __enter__(self) -> BotProcess:
        """Start it."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.close()

    def start(self) -> None:
        """Start the process; raise BotFailure `init` on failure."""
        assert self._process is None, "it runs already"
        self._errors = b""
        self._temporary = tempfile.TemporaryDirectory(
            prefix="spacecombat-bot-", ignore_cleanup_errors=True
        )
        folder, command = self._folder, self._command
        if self._empty:
            folder, command = Path(self._temporary.name), resolve_paths(command, self._folder)
        try:
            self._process = PROCESS_CLASS(
                self._prefix + command, folder, self._temporary.name, self.limits, self._passed_on
            )
        except BaseException:
            self._temporary.cleanup()
            raise
        self._lines = LinePipes(self._process.pipes, self.limits.line_bytes)

    def send(self, obj: dict[str, Any]) -> None:
        """Write an object as a line, without waiting; a reply's time runs from its last byte."""
        line = json.dumps(obj, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        try:
            self._running_pipes().write_line(line.encode() + b"\n")
        except PipeClosed as cause:
            raise self._find_failure(cause) from None

    def ready(self, seconds: float) -> bool:
        """Return whether a reply arrives within that time: `receive` would not wait."""
        try:
            return self._running_pipes().ready(seconds)
        except PipeClosed as cause:
            raise self._find_failure(cause) from None

    def receive(self, seconds: float | None) -> BotReply:
        """Return the next object; raise BotFailure `seconds` after the last `send`.

        With None it waits as long as the process lives and its pipes are open.
        """
        try:
            line = self._running_pipes().read_line(seconds)
        except PipeClosed as cause:
            raise self._find_failure(cause) from None
        return BotReply(_parse_object(line.data), line.seconds)

    def stderr_tail(self) -> str:
        """Return the last part of standard error, also after the process has ended."""
        data = self._process.errors() if self._process else self._errors
        return data.decode(errors="replace")

    def close(self, grace: float = GRACE_SECONDS) -> None:
        """Close its input, wait `grace` seconds for it to end, and kill what is left."""
        if self._process is None:
            return
        process, self._process = self._process, None
        try:
            if self._lines:
                self._lines.close()
            process.end(grace)
            self._errors = process.errors()
        finally:
            self._lines = None
            process.close()
            if self._temporary:
                self._temporary.cleanup()

    def _running_pipes(self) -> LinePipes:
        """Return the pipes of a started process."""
        if self._lines is None:
            raise BotFailure("crash", "it is not running")
        return self._lines

    def _find_failure(self, cause: PipeClosed) -> BotFailure:
        """Return the reason for a closed pipe."""
        assert self._process is not None
        return self._process.find_failure() or BotFailure(
            "crash", f"it closed its standard {cause}"
        )


def _parse_object(line: bytes) -> dict[str, Any]:
    """Return the object on a line; raise BotFailure for anything else."""
    try:
        obj = json.loads(line, parse_constant=_reject_constant)
        if b"\\u" in line:  # half a surrogate pair cannot be written as text
            json.dumps(obj, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as cause:
        raise BotFailure("protocol", f"not JSON: {_excerpt(line)} ({_first_line(cause)})") from None
    if not isinstance(obj, dict):
        raise BotFailure("protocol", f"not a JSON object: {_excerpt(line)}")
    return obj


def _reject_constant(name: str) -> None:
    """Refuse constants that are not JSON."""
    raise ValueError(f"{name} is not a JSON number")


def _first_line(cause: Exception) -> str:
    """Return the first line of an exception's message."""
    return str(cause).partition("\n")[0]


EXCERPT = 80


def _excerpt(line: bytes) -> str:
    """Return the beginning of a line in printable form."""
    text = repr(line[:EXCERPT].decode(errors="replace"))
    return text + ("..." if len(line) > EXCERPT else "")
