"""Parts of views and their schemas that follow from the field declarations.

A field with `view` is shown under that key to readers who have its level. Parts of a view that
combine or rename fields are written by hand.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from spacecombat_env.core.model.fields import Field, Record
from spacecombat_env.core.presentation.schema import Schema, enum_texts, of


def view_values(record: Record, known: Enum, piece: Any) -> dict[str, Any]:
    """Return the view keys of a level, with the values of a piece as namespaces."""
    return {
        one.view: _view_value(one, getattr(piece, one.name)) for one in _of_level(record, known)
    }


def view_schema_keys(record: Record, known: Enum) -> dict[str, Schema]:
    """Return the schema of these keys."""
    return {one.view: of(one) for one in _of_level(record, known)}


def _of_level(record: Record, known: Enum) -> list[Field]:
    """Return the fields of a level that have a view key."""
    return [one for one in record if one.view and one.known is known]


def _view_value(one: Field, value: int) -> Any:
    """Return a number as its schema has it (schema.py): a text, a bool, or the number."""
    if one.is_flag:
        return bool(value)
    return value if one.enum is None else enum_texts(one.enum)[value]
