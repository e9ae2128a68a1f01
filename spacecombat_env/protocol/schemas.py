"""The schema of the messages, for validation and documentation."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("schema.json")


@functools.cache
def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of all messages."""
    content: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return content


def message_types() -> list[str]:
    """Return the types of message."""
    return list(schema()["properties"]["type"]["enum"])


def of_message(kind: str) -> dict[str, Any]:
    """Return the complete schema of one type of message."""
    return {"$schema": schema()["$schema"], "$defs": schema()["$defs"], **schema()["$defs"][kind]}
