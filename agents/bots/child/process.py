"""A bot's process as its players see it: start, send, receive, close."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from spacecombat_agents.bots.child.bare import Bare
from spacecombat_agents.bots.child.failure import BotFailure
from spacecombat_agents.bots.child.keeper import Keeper
from spacecombat_agents.bots.child.limits import GRACE_SECONDS, Limits
from spacecombat_agents.bots.child.lines import Closed, Lines
from spacecombat_agents.bots.child.surroundings import rooted, words_of

KEEPER: type[Keeper] | type[Bare] = Keeper if os.name == "posix" else Bare


class Reply(NamedTuple):
    """An object that came back, and its seconds from our last byte to its first."""

    obj: dict[str, Any]
    seconds: float


class Child:
    """A bot in a process of its own, within limits; every trouble with it is a BotFailure.

    It starts in `folder`, by default the current one; with `empty` in an empty one that is gone
    afterwards, and files that the command names are found all the same. `passed_on` names
    variables of the environment that it sees besides the usual. After `close` it can be started
    again.
    """

    def __init__(
        self,
        command: Sequence[str] | str,
        *,
        limits: Limits | None = None,
        prefix: Sequence[str] | str = (),
        folder: Path | None = None,
        empty: bool = False,
        passed_on: Iterable[str] = (),
    ) -> None:
        self.limits = limits or Limits()
        self._command = words_of(command)
        self._prefix = words_of(prefix) if prefix else []
        self._folder = (folder or Path.cwd()).resolve()
        self._empty = empty
        self._passed_on = tuple(passed_on)
        self._keeper: Keeper | Bare | None = None
        self._lines: Lines | None = None
        self._errors = b""
        self._temporary: tempfile.TemporaryDirectory[str] | None = None

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return self._keeper.pid if self._keeper else None

    def __enter__(self) -> Child:
        """Start it."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.close()

    def start(self) -> None:
        """Start the process; BotFailure `init` where that cannot be done."""
        assert self._keeper is None, "it runs already"
        self._errors = b""
        self._temporary = tempfile.TemporaryDirectory(
            prefix="spacecombat-bot-", ignore_cleanup_errors=True
        )
        folder, command = self._folder, self._command
        if self._empty:
            folder, command = Path(self._temporary.name), rooted(command, self._folder)
        try:
            self._keeper = KEEPER(
                self._prefix + command, folder, self._temporary.name, self.limits, self._passed_on
            )
        except BaseException:
            self._temporary.cleanup()
            raise
        self._lines = Lines(self._keeper.ends, self.limits.line_bytes)

    def send(self, obj: dict[str, Any]) -> None:
        """Write an object as a line, without waiting; a reply's time runs from its last byte."""
        line = json.dumps(obj, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        try:
            self._talking().put(line.encode() + b"\n")
        except Closed as cause:
            raise self._why(cause) from None

    def ready(self, seconds: float) -> bool:
        """Whether a reply is there, now or within so many seconds: `receive` would not wait."""
        try:
            return self._talking().ready(seconds)
        except Closed as cause:
            raise self._why(cause) from None

    def receive(self, seconds: float | None) -> Reply:
        """Return the next object; BotFailure where none came so many seconds after the last `send`.

        With None it waits as long as the process lives and its pipes are open.
        """
        try:
            line = self._talking().take(seconds)
        except Closed as cause:
            raise self._why(cause) from None
        return Reply(_object(line.data), line.seconds)

    def stderr_tail(self) -> str:
        """Return the end of what it wrote to standard error, also after it has ended."""
        data = self._keeper.errors() if self._keeper else self._errors
        return data.decode(errors="replace")

    def close(self, grace: float = GRACE_SECONDS) -> None:
        """Close its input, wait so long for it to end, and kill what is left of it."""
        if self._keeper is None:
            return
        keeper, self._keeper = self._keeper, None
        try:
            if self._lines:
                self._lines.close()
            keeper.end(grace)
            self._errors = keeper.errors()
        finally:
            self._lines = None
            keeper.close()
            if self._temporary:
                self._temporary.cleanup()

    def _talking(self) -> Lines:
        """Return the pipes of a process that was started."""
        if self._lines is None:
            raise BotFailure("crash", "it is not running")
        return self._lines

    def _why(self, cause: Closed) -> BotFailure:
        """Return why a pipe was closed."""
        assert self._keeper is not None
        return self._keeper.why() or BotFailure("crash", f"it closed its standard {cause}")


def _object(line: bytes) -> dict[str, Any]:
    """Return the object that a line holds; BotFailure where it is anything else."""
    try:
        obj = json.loads(line, parse_constant=_no_number)
        if b"\\u" in line:  # half of a pair of surrogates is text that nobody can write
            json.dumps(obj, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as cause:
        raise BotFailure("protocol", f"no JSON: {_excerpt(line)} ({_first(cause)})") from None
    if not isinstance(obj, dict):
        raise BotFailure("protocol", f"no JSON object: {_excerpt(line)}")
    return obj


def _no_number(name: str) -> None:
    """Refuse what JSON does not know."""
    raise ValueError(f"{name} is no number of JSON")


def _first(cause: Exception) -> str:
    """Return the first line of what an exception says."""
    return str(cause).partition("\n")[0]


EXCERPT = 80


def _excerpt(line: bytes) -> str:
    """Return the beginning of a line, fit to be printed."""
    text = repr(line[:EXCERPT].decode(errors="replace"))
    return text + ("..." if len(line) > EXCERPT else "")
