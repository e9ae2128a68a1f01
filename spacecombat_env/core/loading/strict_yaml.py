"""YAML as plain values, with limits: no duplicate keys, no deep nesting, no endless text.

A copy of the content expands aliases (`*name`), so the values they stand for count.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import yaml

__all__ = ["parse_strict"]

MAX_DEPTH = 32
"""Deepest nesting of lists and mappings."""
MAX_VALUES = 200_000
"""Most values in a file, aliases expanded."""
MAX_TEXT = 10_000
"""Characters of a text."""
MAX_KEY = 200
"""Characters of a key."""

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_STARTS = (yaml.MappingStartEvent, yaml.SequenceStartEvent)
_ENDS = (yaml.MappingEndEvent, yaml.SequenceEndEvent)


def parse_strict(text: str) -> Any:
    """Return the content of a YAML text; None for an empty one. Raise yaml.YAMLError."""
    _check_limits(text)
    return yaml.load(text, Loader=_StrictLoader)  # a safe loader


def _check_limits(text: str) -> None:
    """Refuse a text that is too deep or too large, without building it."""
    sizes: dict[str | None, int] = {}
    opened: list[tuple[str | None, int]] = []
    total = 0
    for event in yaml.parse(text, Loader=_Loader):
        if isinstance(event, _STARTS):
            opened.append((event.anchor, total))
            if len(opened) > MAX_DEPTH:
                raise _refusal(event, f"nested deeper than {MAX_DEPTH}")
            total += 1
        elif isinstance(event, _ENDS):
            anchor, before = opened.pop()
            if anchor:
                sizes[anchor] = total - before
        elif isinstance(event, yaml.AliasEvent):
            if event.anchor in (anchor for anchor, _ in opened):
                raise _refusal(event, f"alias {event.anchor!r} contains itself")
            total += sizes.get(event.anchor, 1)
        elif isinstance(event, yaml.ScalarEvent):
            total += 1
            if len(event.value) > MAX_TEXT:
                raise _refusal(event, f"a text of more than {MAX_TEXT} characters")
        if total > MAX_VALUES:
            raise _refusal(event, f"more than {MAX_VALUES} values")


def _refusal(event: Any, reason: str) -> yaml.MarkedYAMLError:
    """Return the error for an event."""
    return yaml.MarkedYAMLError(problem=reason, problem_mark=event.start_mark)


class _StrictLoader(_Loader):  # type: ignore[misc]
    """PyYAML's safe loader, in C if available, which refuses duplicate and long keys."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        """Return the mapping after a check of its keys."""
        found = set()
        for key, _ in node.value:
            if key.tag == "tag:yaml.org,2002:merge":
                continue
            name = self.construct_object(key, deep=True)
            if not isinstance(name, Hashable):
                continue  # refused by PyYAML itself, below
            if len(str(name)) > MAX_KEY:
                raise yaml.constructor.ConstructorError(
                    None, None, f"a key of more than {MAX_KEY} characters", key.start_mark
                )
            if name in found:
                raise yaml.constructor.ConstructorError(
                    None, None, f"key {name!r} is given twice", key.start_mark
                )
            found.add(name)
        return super().construct_mapping(node, deep=deep)
