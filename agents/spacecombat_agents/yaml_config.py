"""Settings as frozen dataclasses, read and checked from YAML; unknown keys are refused.

Every error is `<file>: <field>: <reason>` on one line; items of lists count from 1.
"""

from __future__ import annotations

import dataclasses
import json
import math
import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

import yaml

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.loading.reading import closest_name, short_repr
from spacecombat_env.core.loading.strict_yaml import parse_strict

__all__ = [
    "build_dataclass",
    "choice_field",
    "differences",
    "number_field",
    "parse_yaml",
    "read_text",
    "tuples_to_lists",
]


def number_field(default: Any, low: float, high: float = float("inf"), text: str = "") -> Any:
    """Declare a field that holds a number, or a list of them, from `low` to `high`.

    With `text`, and the hint `int | str`, it may be that text instead.
    """
    return field(default=default, metadata={"low": low, "high": high, "text": text})


def choice_field(default: str, *others: str) -> Any:
    """Declare a field that holds one of some texts."""
    return field(default=default, metadata={"choices": (default, *others)})


def read_text(file: Path) -> str:
    """Return the text of a file; raise ConfigError if it cannot be read."""
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as cause:
        raise ConfigError.at(file, "file", f"cannot be read: {_first_line(cause)}") from None


def parse_yaml(text: str, file: str | Path) -> Any:
    """Parse YAML; raise ConfigError if it is invalid."""
    try:
        return parse_strict(text)
    except yaml.MarkedYAMLError as cause:
        line = cause.problem_mark.line + 1 if cause.problem_mark else 1
        reason = f"not valid YAML: line {line}: {cause.problem}"
        raise ConfigError.at(file, "file", reason) from None
    except yaml.YAMLError as cause:
        raise ConfigError.at(file, "file", f"not valid YAML: {_first_line(cause)}") from None


def build_dataclass(kind: type, content: Any, file: str, path: str = "") -> Any:
    """Build a dataclass, and the dataclasses in it, from a mapping."""
    content = {} if content is None else content
    if not isinstance(content, Mapping):
        raise ConfigError.at(file, path or "file", "is not a mapping of names to values")
    path += "." if path else ""
    hints = typing.get_type_hints(kind)
    fields = {entry.name: entry for entry in dataclasses.fields(kind)}
    for name in content:
        if name not in fields:
            known = ", ".join(fields)
            reason = f"unknown key{closest_name(name, fields)}; valid keys: {known}"
            raise ConfigError.at(file, f"{path}{name}", reason)
    for name, entry in fields.items():
        given = entry.default, entry.default_factory
        if given == (dataclasses.MISSING, dataclasses.MISSING) and content.get(name) is None:
            raise ConfigError.at(file, f"{path}{name}", "is missing")
    values = {
        name: _check_value(hints[name], fields[name], content[name], file, f"{path}{name}")
        for name in content
    }
    return kind(**values)


def tuples_to_lists(value: Any) -> Any:
    """Convert tuples to lists recursively."""
    if isinstance(value, Mapping):
        return {key: tuples_to_lists(item) for key, item in value.items()}
    return [tuples_to_lists(item) for item in value] if isinstance(value, list | tuple) else value


def differences(before: Mapping[str, Any], now: Mapping[str, Any], path: str = "") -> Iterable[str]:
    """Yield the dotted names of the differences between two contents in JSON, with both values."""
    for key in sorted({*before, *now}):
        old, new = before.get(key), now.get(key)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from differences(old, new, f"{path}{key}.")
        elif old != new:
            yield f"{path}{key}: {json.dumps(old)}, not {json.dumps(new)}"


def _check_value(hint: Any, entry: dataclasses.Field[Any], value: Any, file: str, path: str) -> Any:
    """Check one value against its field and return it in the field's type."""
    inner = _nested_dataclass(hint)
    if inner is not None and value is not None:
        return _build_nested(hint, inner, value, file, path)
    result = _convert(hint, value)
    if result is _INVALID:
        raise ConfigError.at(file, path, f"{short_repr(value)} is not {_type_name(hint)}")
    text = entry.metadata.get("text")
    if text and isinstance(result, str):
        if result != text:
            reason = f"{short_repr(value)} is neither a whole number nor `{text}`"
            raise ConfigError.at(file, path, reason)
        return result
    low, high = entry.metadata.get("low"), entry.metadata.get("high")
    numbers = result if isinstance(result, tuple) else (result,)
    if low is not None and not all(each is None or low <= each <= high for each in numbers):
        bounds = f"not from {low} to {high}" if high != math.inf else f"less than {low}"
        raise ConfigError.at(file, path, f"{short_repr(value)} is {bounds}")
    choices = entry.metadata.get("choices")
    if choices is not None and result not in choices:
        raise ConfigError.at(file, path, f"{short_repr(value)} is not one of: {', '.join(choices)}")
    return result


def _nested_dataclass(hint: Any) -> Any:
    """Return the dataclass that a field holds, alone, optional or in a list; else None."""
    parts = (hint, *typing.get_args(hint))
    return next((part for part in parts if dataclasses.is_dataclass(part)), None)


def _build_nested(hint: Any, kind: Any, value: Any, file: str, path: str) -> Any:
    """Build a dataclass of a field, or a list of them."""
    if typing.get_origin(hint) is not tuple:
        return build_dataclass(kind, value, file, path)
    if not isinstance(value, list):
        raise ConfigError.at(file, path, f"{short_repr(value)} is not a list")
    numbered = enumerate(value, start=1)
    return tuple(
        build_dataclass(kind, each, file, f"{path}[{position}]") for position, each in numbered
    )


_INVALID = object()


def _convert(hint: Any, value: Any) -> Any:
    """Return `value` as the hinted type, or _INVALID."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        results = (_convert(part, value) for part in parts)
        return next((result for result in results if result is not _INVALID), _INVALID)
    if origin is tuple:
        if not isinstance(value, list | tuple):
            return _INVALID
        items = [_convert(parts[0], item) for item in value]
        return _INVALID if any(item is _INVALID for item in items) else tuple(items)
    if origin is not None:
        return dict(value) if isinstance(value, Mapping) else _INVALID
    if hint is float and isinstance(value, int | float) and not isinstance(value, bool):
        return _INVALID if isinstance(value, float) and not math.isfinite(value) else float(value)
    fits = isinstance(value, hint) and not (hint is int and isinstance(value, bool))
    return value if fits else _INVALID


TYPE_NAMES = {
    int: "a whole number",
    float: "a number",
    str: "text",
    bool: "true or false",
    dict: "a mapping",
}


def _type_name(hint: Any) -> str:
    """Return a type's name for an error."""
    if typing.get_origin(hint) is tuple:
        return f"a list of {_type_name(typing.get_args(hint)[0]).removeprefix('a ')}s"
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        parts = [each for each in typing.get_args(hint) if each is not types.NoneType]
        return " or ".join(_type_name(each) for each in parts)
    if typing.get_origin(hint) is not None:
        return "a mapping"
    return TYPE_NAMES.get(hint) or str(getattr(hint, "__name__", hint))


def _first_line(cause: Exception) -> str:
    """Return the first line of an error, without the path, which is named anyway."""
    text = getattr(cause, "strerror", None) or str(cause)
    return " ".join(text.split())[:120]
