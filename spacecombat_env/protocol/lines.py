"""Messages as lines: one JSON object a line, in UTF-8."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def as_line(message: Mapping[str, Any]) -> str:
    """Return a message as a line without its end. Raise ValueError for values that JSON lacks."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
