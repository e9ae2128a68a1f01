"""Short constructors for JSON Schema, which make closed and documented schemas of views.

An object accepts exactly the keys that it names. Each key has a schema from this module, or that of
the declared field that it shows (`of`). The script scripts/view_schema.py writes the files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any

from spacecombat_env.core.model.fields import Field, Record
from spacecombat_env.core.presentation.perspective import SEATS

Schema = dict[str, Any]


def _about(schema: Schema, about: str) -> Schema:
    return {**schema, "description": about} if about else schema


def text(about: str = "", **more: Any) -> Schema:
    """A string."""
    return _about({"type": "string", **more}, about)


def integer(about: str = "", **more: Any) -> Schema:
    """A whole number."""
    return _about({"type": "integer", **more}, about)


def flag(about: str = "") -> Schema:
    """A boolean."""
    return _about({"type": "boolean"}, about)


def one_of(texts: Iterable[Any], about: str = "") -> Schema:
    """One of some texts."""
    return _about({"enum": list(texts)}, about)


def maybe(schema: Schema, about: str = "") -> Schema:
    """A schema or null; `about` describes both."""
    inner = {key: value for key, value in schema.items() if key != "description"}
    return _about({"anyOf": [inner, {"type": "null"}]}, about or schema.get("description", ""))


def items(schema: Schema, about: str = "", count: int | None = None) -> Schema:
    """A list of values with the same schema, of fixed length if `count` is given."""
    size = {} if count is None else {"minItems": count, "maxItems": count}
    return _about({"type": "array", "items": schema, **size}, about)


def either(*schemas: Schema) -> Schema:
    """One of several schemas."""
    return {"anyOf": list(schemas)}


def keys(named: Mapping[str, Schema], about: str = "", optional: Iterable[str] = ()) -> Schema:
    """An object with exactly these keys."""
    left_out = set(optional)
    closed = {
        "type": "object",
        "properties": dict(named),
        "required": [name for name in named if name not in left_out],
        "additionalProperties": False,
    }
    return _about(closed, about)


def ref(name: str) -> Schema:
    """A reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


def of(field: Field, about: str = "", texts: Iterable[str] | None = None) -> Schema:
    """The schema of a key that shows a field: its meaning, and its texts, bool or range.

    `texts` are those of its enum in order, if they differ from the enum's names.
    """
    about = about or field.meaning
    if field.is_flag:
        return flag(about)
    if field.enum is not None:
        return one_of(enum_texts(field.enum) if texts is None else texts, about)
    least, most = field.least, field.most
    bounds = {"minimum": least, "maximum": most}
    return integer(about, **{key: value for key, value in bounds.items() if value is not None})


def plain(record: Record, *names: str) -> dict[str, Schema]:
    """Keys that show fields under their own names."""
    return {name: of(record[name]) for name in names}


def of_or_null(field: Field, about: str = "") -> Schema:
    """The schema of a key that is null where the field holds NONE, or 0 for nothing."""
    return maybe(integer(about or field.meaning, minimum=0))


def enum_texts(enum: type[IntEnum]) -> list[str]:
    """Return the names of an enum as texts: `SIX_EYED` is "six eyed"."""
    return [one.name.lower().replace("_", " ") for one in enum]


# --- what the views of all rule sets have --------------------------------------------------------

SEAT = one_of(SEATS)


def game_keys(
    turn: Field,
    turn_limit: Field,
    phase: Schema,
    reasons: Iterable[str],
    more_result: Mapping[str, Schema] | None = None,
) -> dict[str, Schema]:
    """Return the schema of the first keys of any view (core/presentation/perspective.py).

    `more_result` are keys that a rule set adds to winner and reason.
    """
    result = {"winner": maybe(SEAT, "null for a draw"), "reason": one_of(reasons)}
    return {
        "seat": maybe(SEAT, "whose view; null for the umpire, who sees both sides as own"),
        "scenario": text(),
        "turn": of(turn),
        "turn_limit": of(turn_limit),
        "phase": phase,
        "over": flag(),
        "result": maybe(keys({**result, **(more_result or {})})),
    }


def panel_row(kind: Schema, states: Iterable[str], hurt: str) -> Schema:
    """Return a row of a status panel: one piece."""
    return keys(
        {
            "name": text(),
            "kind": kind,
            "state": one_of(states),
            "where": text(),
            "figures": items(ref("figure")),
            "marks": items(text()),
            "damage": items(items(text(), count=2), hurt),
        }
    )


def panel(row: Schema, about: str) -> Schema:
    """A status panel: one side, ready to show without knowledge of the rules."""
    return keys(
        {
            "side": SEAT,
            "title": text(),
            "figures": items(ref("figure")),
            "trend": items(ref("figure"), "what a graph over the turns shows"),
            "rows": items(row),
        },
        about,
    )


def document(name: str, title: str, about: str, top: Schema, defs: Mapping[str, Schema]) -> Schema:
    """A complete schema: the top object and its definitions."""
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": name,
        "title": title,
        "description": about,
    }
    return {**head, **top, "$defs": dict(defs)}
