"""Terminal output of commands: progress on stderr, results on stdout, one-line errors."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from spacecombat_agents.atomic_files import atomic_write

__all__ = ["Progress", "print_json", "print_stderr", "print_table", "write_json"]

SECONDS_BETWEEN_LINES = 15.0
"""Minimum interval of progress lines where there is no terminal for a bar."""


def print_stderr(line: str) -> None:
    """Print a line for people to stderr, apart from results."""
    print(line, file=sys.stderr, flush=True)


def print_json(content: Any) -> None:
    """Print a result for programs."""
    print(json.dumps(content, indent=1))


def write_json(path: Path, content: Any) -> None:
    """Write JSON atomically."""
    with atomic_write(path) as file:
        file.write((json.dumps(content, indent=1) + "\n").encode())


def print_table(head: list[str], rows: list[list[str]]) -> None:
    """Print columns as wide as their longest entry."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, ["-" * width for width in widths], *rows]:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())


class Progress:
    """A progress bar on a terminal; elsewhere an occasional line."""

    def __init__(self, total: float, label: str) -> None:
        self.total, self.label, self.done = total, label, 0.0
        self._last_printed = time.monotonic()
        self._bar: Any = None
        if sys.stderr.isatty():
            self._bar = _bar()
            self._task = self._bar.add_task(label, total=total, note="")

    def __enter__(self) -> Progress:
        """Start."""
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Clear the bar."""
        if self._bar is not None:
            self._bar.stop()

    def advance(self, steps: float) -> None:
        """Advance by some steps."""
        self.reach(self.done + steps)

    def reach(self, done: float, note: str = "") -> None:
        """Set the progress to `done` of the total, with a note."""
        self.done = done
        if self._bar is not None:
            self._bar.update(self._task, completed=done, note=note)
        elif time.monotonic() - self._last_printed >= SECONDS_BETWEEN_LINES:
            self._last_printed = time.monotonic()
            share = done / self.total if self.total else 1.0
            print_stderr(f"{self.label}: {share:.0%} done" + (f", {note}" if note else ""))


def _bar() -> Any:
    """Return a bar with label, share, time left and a note; it disappears at the end."""
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("{task.fields[note]}", style="dim"),
    )
    return Bar(*columns, console=Console(stderr=True), transient=True)
