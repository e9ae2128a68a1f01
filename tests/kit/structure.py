"""A small judge of JSON schemas: the part of the standard that view.schema.json uses."""

from __future__ import annotations

import re
from typing import Any

KINDS = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}
KNOWN = {
    "$schema", "$id", "$defs", "$ref", "title", "description", "type", "properties", "required",
    "additionalProperties", "items", "minItems", "maxItems", "enum", "const", "anyOf", "pattern",
    "minimum", "maximum",
}  # fmt: skip


def faults(value: Any, schema: dict[str, Any], root: dict[str, Any], path: str = "") -> list[str]:
    """Return where a value is not what the schema says."""
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    if "$ref" in schema:
        return faults(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, path)
    if "anyOf" in schema:
        fits = any(not faults(value, choice, root, path) for choice in schema["anyOf"])
        return [] if fits else [f"{path}: {value!r} fits none"]
    found = []
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        kinds = [KINDS[name] for name in names]
        if type(value) not in kinds and not (float in kinds and type(value) is int):
            return [f"{path}: {value!r} is no {schema['type']}"]
    if "const" in schema and value != schema["const"]:
        found.append(f"{path}: {value!r} is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{path}: {value!r} is none of {schema['enum']}")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        found.append(f"{path}: {value!r} is not like {schema['pattern']}")
    if not schema.get("minimum", -1e9) <= (value if isinstance(value, int) else 0):
        found.append(f"{path}: {value!r} is too small")
    if isinstance(value, dict):
        found += _members(value, schema, root, path)
    if isinstance(value, list):
        found += _items(value, schema, root, path)
    return found


def _members(value: Any, schema: dict[str, Any], root: dict[str, Any], path: str) -> list[str]:
    """Return the faults of an object's members."""
    known = schema.get("properties", {})
    found = [f"{path}.{key}: missing" for key in schema.get("required", ()) if key not in value]
    for key, member in value.items():
        if key in known:
            found += faults(member, known[key], root, f"{path}.{key}")
        elif schema.get("additionalProperties") is False:
            found.append(f"{path}.{key}: unknown")
    return found


def _items(value: Any, schema: dict[str, Any], root: dict[str, Any], path: str) -> list[str]:
    """Return the faults of an array's items."""
    found = []
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        found.append(f"{path}: {len(value)} items")
    for n, item in enumerate(value):
        found += faults(item, schema.get("items", {}), root, f"{path}[{n}]")
    return found
