"""The layout of records as JSON, for programs that read a game's bytes, and its number."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from spacecombat_env.core.model.record import field_names


def layout_of(dtype: np.dtype) -> list[list[Any]]:
    """Return the fields of a record in order: name, type, offset in bytes, shape.

    The type is a NumPy name such as `int16`, or for records `{"size": bytes, "fields": [...]}`.
    Gaps are left out.
    """
    base = dtype.base
    assert base.fields is not None
    found = []
    for name in field_names(base):
        inside, offset = base.fields[name][:2]
        kind: Any = inside.base.name
        if inside.base.names is not None:
            kind = {"size": inside.base.itemsize, "fields": layout_of(inside)}
        found.append([name, kind, offset, list(inside.shape)])
    return found


def layout_number(state: np.dtype, rules: np.dtype) -> int:
    """Return a number of 64 bits that two versions share only if their records are the same."""
    text = json.dumps([layout_of(state), layout_of(rules)], separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
