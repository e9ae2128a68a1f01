"""Read the JSON of clients: whatever passes here can be stored, hashed and sent again."""

from __future__ import annotations

import json
from typing import Any

from spacecombat_agents.service.games.game_request import InvalidRequest

__all__ = ["parse_json"]


def parse_json(text: str | bytes | bytearray) -> Any:
    """Return the value of a JSON text.

    Raises InvalidRequest unless it is JSON with finite numbers, and text that UTF-8 can encode: a
    lone surrogate such as `"\\ud800"` is permitted by JSON, but cannot be written anywhere.
    """
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        raise InvalidRequest("body: has text that cannot be encoded") from None
    except (ValueError, RecursionError):
        raise InvalidRequest("body: is not JSON") from None
    return value


def _refuse_constant(name: str) -> None:
    """Refuse NaN and Infinity, which JSON does not have."""
    raise ValueError(name)
