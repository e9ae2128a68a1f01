"""What a view shows of a field as it stands, and the schema of that, from the declaration.

A field with `view` is shown under that key to whoever may know its level. What a view composes of
several fields, or says in other words, it says by hand.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from spacecombat_env.core.fields import Field, Record
from spacecombat_env.core.schema import Schema, enum_words, of


def shown(record: Record, known: Enum, piece: Any) -> dict[str, Any]:
    """Return the keys of a level with what a piece, made plain, holds."""
    return {one.view: _told(one, getattr(piece, one.name)) for one in _of_level(record, known)}


def shown_keys(record: Record, known: Enum) -> dict[str, Schema]:
    """Return the schema of these keys."""
    return {one.view: of(one) for one in _of_level(record, known)}


def _of_level(record: Record, known: Enum) -> list[Field]:
    """Return the fields of a level that have a key."""
    return [one for one in record if one.view and one.known is known]


def _told(one: Field, value: int) -> Any:
    """Return a number as the schema says (schema.py): a word, a yes or no, or as it stands."""
    if one.is_flag:
        return bool(value)
    return value if one.enum is None else enum_words(one.enum)[value]
