"""Messages as lines: one object a line, UTF-8, nothing that is not JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def as_line(message: Mapping[str, Any]) -> str:
    """Return a message as one line, without its end; ValueError for what JSON does not have."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
