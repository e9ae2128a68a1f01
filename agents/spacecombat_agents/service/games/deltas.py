"""States as what has changed in them: lines of the picture, and the view.

A picture is its ground, which the reader fetches once by its digest, and the lines of its pieces. A
message says how its lines and its view come from those of the reader's last message. So it depends
on nothing but what this reader was sent before, and is sent now.
"""

from __future__ import annotations

import gzip
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from spacecombat_env.protocol.handshake import DIGITS

__all__ = [
    "DeltaEncoder",
    "Grounds",
    "apply_line_changes",
    "apply_merge_patch",
    "line_changes",
    "merge_patch",
    "without_nulls",
]

PIECES, END = '<g id="pieces">\n', "\n</g></svg>"
"""They stand between the ground and the lines of a picture, and after the lines."""
MOST_GROUNDS = 200
ONLY_SPLICES = 400
"""Lines of a picture above which a change is sent as one splice."""

Json = dict[str, Any]


class Grounds:
    """The grounds of the pictures that readers were sent, by digest, the oldest forgotten."""

    def __init__(self, most: int = MOST_GROUNDS) -> None:
        self._most, self._lock = most, threading.Lock()
        self._found: OrderedDict[str, bytes] = OrderedDict()

    def add(self, ground: str) -> str:
        """Keep a ground; return its digest."""
        content = ground.encode()
        digest = hashlib.sha256(content).hexdigest()[: 2 * DIGITS]
        with self._lock:
            if digest not in self._found:
                self._found[digest] = gzip.compress(content, mtime=0)
                while len(self._found) > self._most:
                    self._found.popitem(last=False)
            self._found.move_to_end(digest)
        return digest

    def compressed(self, digest: str) -> bytes | None:
        """Return a ground, compressed by gzip; None for one that is unknown or forgotten."""
        with self._lock:
            return self._found.get(digest)


class DeltaEncoder:
    """Turns the states that a reader is sent into changes."""

    def __init__(self, grounds: Grounds) -> None:
        self._grounds = grounds
        self.reset()

    def reset(self) -> None:
        """Send the next state whole."""
        self._stamp = ""
        self._lines: list[str] = []
        self._view: Mapping[str, Any] = {}

    def parts(self, view: Mapping[str, Any], picture: str, stamp: str) -> Json:
        """Return the parts of a message that hold a state: its view and its picture."""
        ground, found, rest = picture.partition(PIECES)
        if not found or not rest.endswith(END):  # it is shown whole
            self.reset()
            return {"view": view, "full": True, "picture": picture}
        lines = rest.removesuffix(END).split("\n")
        parts: Json = {"base": self._stamp, "ground": self._grounds.add(ground + found)}
        parts["lines"] = line_changes(self._lines, lines)
        view, is_whole = without_nulls(view), not self._stamp
        patch = view if is_whole else merge_patch(self._view, view)
        is_whole = is_whole or apply_merge_patch(self._view, patch) != view
        parts |= {"view": view if is_whole else patch, "full": is_whole}
        self._stamp, self._lines, self._view = stamp, lines, view
        return parts


def line_changes(before: Sequence[str], after: Sequence[str]) -> list[list[Any]]:
    """Return the splices that turn lines into others: [index, count, line, ...], last one first."""
    if max(len(before), len(after)) > ONLY_SPLICES:
        return [[0, len(before), *after]] if list(before) != list(after) else []
    codes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return [
        [low, high - low, *after[start:stop]]
        for kind, low, high, start, stop in reversed(codes)
        if kind != "equal"
    ]


def apply_line_changes(before: Sequence[str], changes: Sequence[Sequence[Any]]) -> list[str]:
    """Return the lines that result from splices."""
    lines = list(before)
    for index, count, *fresh in changes:
        lines[index : index + count] = fresh
    return lines


def without_nulls(value: Any) -> Any:
    """Return a value without the members that are null: in a patch they mean removal."""
    if isinstance(value, Mapping):
        return {name: without_nulls(each) for name, each in value.items() if each is not None}
    return [without_nulls(each) for each in value] if _by_name(value) else value


def _by_name(value: Any) -> dict[str, Any]:
    """Return the items of a list by their names; nothing if not each has one of its own."""
    if not isinstance(value, list) or not all(isinstance(each, Mapping) for each in value):
        return {}
    found = {each.get("name"): each for each in value}
    return found if len(found) == len(value) and all(isinstance(n, str) for n in found) else {}


def merge_patch(before: Any, after: Any) -> Any:
    """Return the patch from one value without nulls to another.

    It is a JSON Merge Patch (RFC 7396), in which a list of the same named objects in the same order
    is an object: what has changed in each, by its name.
    """
    old, new = _by_name(before), _by_name(after)
    if old and list(old) == list(new):
        before, after = old, new
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return after
    patch = dict.fromkeys(before.keys() - after.keys())
    for key, value in after.items():
        if key not in before or before[key] != value:
            patch[key] = merge_patch(before.get(key), value)
    return patch


def apply_merge_patch(before: Any, patch: Any) -> Any:
    """Return the value that results from a patch."""
    if not isinstance(patch, Mapping):
        return patch
    if named := _by_name(before):
        return list(_patched(named, patch).values())
    return _patched(before if isinstance(before, Mapping) else {}, patch)


def _patched(before: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """Return the object that results from a patch."""
    result = dict(before)
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = apply_merge_patch(result.get(key), value)
    return result
