"""Checksums of stored rows: SQLite's own checks do not notice a flipped bit inside a value."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

__all__ = ["ACTION_FIELDS", "GAME_FIELDS", "checksum", "is_intact"]

GAME_FIELDS = ("id", "ruleset", "scenario", "delegate", "seed", "watch", "made_with", "clock")
"""Columns of a game that never change."""
ACTION_FIELDS = ("game", "n", "seat", "at", "tokens", "request", "reply", "ms")
"""Columns of actions that were applied together."""
DIGITS = 16


def checksum(values: Sequence[Any]) -> str:
    """Return the checksum of the values of a row."""
    return hashlib.sha256(json.dumps(list(values)).encode()).hexdigest()[:DIGITS]


def is_intact(row: Sequence[Any]) -> bool:
    """Return whether a row ends with the checksum of its values, or with "" in old files."""
    *values, kept = row
    return kept in ("", checksum(values))
