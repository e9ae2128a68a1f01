"""What commands share: progress on stderr, results on stdout, one-line errors."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from spacecombat_env.core.jit import cache_folder
from spacecombat_env.core.ruleset import RuleSet

SECONDS_BETWEEN_LINES = 15.0
"""Where progress cannot be drawn as a bar, a line at most this often."""


def tell(words: str) -> None:
    """Print a line for people, where it does not mix with results."""
    print(words, file=sys.stderr, flush=True)


def print_json(content: Any) -> None:
    """Print a result for programs."""
    print(json.dumps(content, indent=1))


def write_json(path: Path, content: Any) -> None:
    """Write JSON so that a reader finds the old file or the new one, never half of it."""
    new = path.with_name(path.name + ".new")
    new.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    os.replace(new, path)


def print_table(head: list[str], rows: list[list[str]]) -> None:
    """Print columns as wide as their longest entry."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, ["-" * width for width in widths], *rows]:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())


def tell_if_cold(ruleset: RuleSet) -> bool:
    """Say so, and return True, when a rule set is about to be compiled for the first time."""
    entry = ruleset.package / "entry.py"
    folder = cache_folder(entry)
    cold = entry.is_file() and not (folder.is_dir() and any(folder.iterdir()))
    if cold:
        tell(
            f"Compiling the rules of {ruleset.title} for this machine: once after each change, "
            "up to a minute ..."
        )
    return cold


class Progress:
    """A bar on a terminal; elsewhere a line now and then."""

    def __init__(self, total: float, unit: str, label: str) -> None:
        self.total, self.unit, self.label = total, unit, label
        self.done = 0.0
        self.note = ""
        self._said = time.monotonic()
        self._bar: Any = None
        if sys.stderr.isatty():
            from tqdm import tqdm

            form = "{desc} {percentage:3.0f}% |{bar}| {elapsed}<{remaining}{postfix}"
            self._bar = tqdm(total=total, desc=label, bar_format=form, leave=False)

    def __enter__(self) -> Progress:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Clear the bar."""
        if self._bar is not None:
            self._bar.close()

    def advance(self, steps: float) -> None:
        """Go on by some steps."""
        self.reach(self.done + steps, self.note)

    def reach(self, done: float, note: str = "") -> None:
        """Stand at `done` of the total, with a note beside it."""
        step, self.done, self.note = done - self.done, done, note
        if self._bar is not None:
            self._bar.set_postfix_str(note, refresh=False)
            self._bar.update(step)
        elif time.monotonic() - self._said >= SECONDS_BETWEEN_LINES:
            self._said = time.monotonic()
            share = done / self.total if self.total else 1.0
            tell(f"{self.label}: {share:.0%}" + (f", {note}" if note else ""))
