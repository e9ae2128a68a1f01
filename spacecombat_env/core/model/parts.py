"""A part of a row."""

from __future__ import annotations

from typing import Any


def part_from(row: Any, at: int) -> Any:
    """Return the part of a row that begins at entry `at`."""
    return row[at:]
