"""Tables with one row for each member of an enum."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any, TypeVar

Row = TypeVar("Row")


def by_member(members: type[IntEnum], rows: Iterable[Row], key: str) -> dict[IntEnum, Row]:
    """Return rows by their member, without NOTHING. Raise ValueError if one has none or two."""
    found: dict[IntEnum, Row] = {}
    for row in rows:
        member: Any = getattr(row, key)
        if member in found:
            raise ValueError(f"{member.name}: two rows")
        found[member] = row
    missing = [one.name for one in members if one not in found and one.name != "NOTHING"]
    if missing:
        raise ValueError(f"no row for {', '.join(missing)}")
    return found
