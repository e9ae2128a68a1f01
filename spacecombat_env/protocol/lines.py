"""Messages as lines: one object a line, UTF-8, nothing that is not JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

MESSAGE = Mapping[str, Any]


def as_line(message: MESSAGE) -> str:
    """Return a message as the text of one line, without its end; ValueError for NaN and the like."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
