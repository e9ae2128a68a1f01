"""Reading a scenario file: a value knows its place, so that an error can name it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.tables import read_yaml

FOLDER = Path(__file__).parents[1] / "scenarios"
MAX_NAME = 40


def scenarios() -> dict[str, str]:
    """Return the names of the shipped scenarios, with one line each."""
    lines = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        content = read_yaml(path)
        described = content.get("description", "") if isinstance(content, Mapping) else ""
        lines[path.stem] = str(described)
    return lines


class Node(NamedTuple):
    """One value of a scenario, with the place to name when it is wrong."""

    file: str
    path: str
    """Dotted: `sides.red.ships[3].name`; list items count from 1."""
    value: Any

    def error(self, reason: str) -> ScenarioError:
        """Return the error to raise about this value."""
        return ScenarioError.at(self.file, self.path or "scenario", reason)

    def missing(self) -> bool:
        """Whether the key is absent, or left empty."""
        return self.value is None

    def keys(self, allowed: Iterable[str], required: Iterable[str] = ()) -> dict[str, Node]:
        """Return a node for each allowed key; absent ones hold None."""
        if not isinstance(self.value, Mapping):
            raise self.error(f"{shown(self.value)} is no mapping")
        allowed = tuple(allowed)
        for key in self.value:
            if key not in allowed:
                reason = f"unknown key{suggestion(key, allowed)}; allowed: {', '.join(allowed)}"
                raise self.child(str(key)).error(reason)
        for key in required:
            if self.value.get(key) is None:
                raise self.child(key).error("missing")
        return {key: self.child(key) for key in allowed}

    def child(self, key: str) -> Node:
        """Return the node of one key."""
        return Node(self.file, f"{self.path}.{key}" if self.path else key, self.value.get(key))

    def items(self) -> list[Node]:
        """Return a node for each item of a list; none where it is absent."""
        if self.missing():
            return []
        if not isinstance(self.value, list):
            raise self.error(f"{shown(self.value)} is no list")
        numbered = enumerate(self.value, start=1)
        return [Node(self.file, f"{self.path}[{number}]", item) for number, item in numbered]

    def integer(self, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number within bounds."""
        if self.missing() and default is not None:
            return default
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.error(f"{shown(self.value)} is no whole number")
        if self.value < low:
            negative = "is negative" if self.value < 0 <= low else f"is below {low}"
            raise self.error(f"{self.value} {negative}")
        if self.value > high:
            raise self.error(f"{self.value} is above {high}")
        return self.value

    def flag(self, default: bool = False) -> bool:
        """Return a yes or no."""
        if self.missing():
            return default
        if not isinstance(self.value, bool) and self.value not in (0, 1):
            raise self.error(f"{shown(self.value)} is neither true nor false")
        return bool(self.value)

    def text(self, default: str | None = None) -> str:
        """Return a name or a line of text."""
        if self.missing() and default is not None:
            return default
        if not isinstance(self.value, str) or not self.value.strip():
            raise self.error(f"{shown(self.value)} is no text")
        text = self.value.strip()
        if not text.isprintable():
            raise self.error("one line of printable text is wanted")
        return text

    def choice(self, choices: Iterable[str], default: str | None = None) -> str:
        """Return one of some words."""
        choices = tuple(choices)
        value = self.text(default)
        if value not in choices:
            close = suggestion(value, choices)
            raise self.error(f"{value!r} is unknown{close}; there are: {', '.join(choices)}")
        return value


def shown(value: object) -> str:
    """Return a value as an error shows it, in a few words of one line."""
    if value is None:
        return "nothing"
    text = " ".join(repr(value).split())
    return text if len(text) <= MAX_NAME else text[: MAX_NAME - 2] + ".."


def suggestion(word: object, known: Iterable[str]) -> str:
    """Return ` (did you mean ..?)` where some known words resemble a word."""
    by_case = {name.casefold(): name for name in known if name}
    found = difflib.get_close_matches(str(word).casefold(), by_case, n=3, cutoff=0.6)
    return f" (did you mean {' or '.join(by_case[name] for name in found)}?)" if found else ""


def read_content(
    scenario: str | PathLike[str] | Mapping[str, Any],
) -> tuple[str, dict[str, Any]]:
    """Return what errors call the file, and the scenario's content as plain dicts and lists."""
    content: object = scenario
    if isinstance(scenario, Mapping):
        file, name = "<scenario>", "custom"
    else:
        path = _path(scenario)
        file, content, name = str(scenario), read_yaml(path), path.stem
        file = path.name if path.parent == FOLDER else file
    if not isinstance(content, Mapping):
        raise ScenarioError.at(file, "scenario", f"{shown(content)} is no mapping")
    source: dict[str, Any] = plain(content)
    if source.get("name") is None:
        source["name"] = name
    return file, source


def _path(scenario: str | PathLike[str]) -> Path:
    """Return the file of a shipped name or of a path."""
    text = str(scenario)
    if re.fullmatch(r"[A-Za-z0-9_-]+", text) and (FOLDER / f"{text}.yaml").is_file():
        return FOLDER / f"{text}.yaml"
    path = Path(text)
    if path.suffix in (".yaml", ".yml") or path.is_file():
        return path
    known = sorted(file.stem for file in FOLDER.glob("*.yaml"))
    reason = f"no scenario of this name{suggestion(text, known)}, and no file; shipped are: "
    raise ScenarioError.at(text, "scenario", reason + ", ".join(known))


def plain(value: Any) -> Any:
    """Return a copy in dicts and lists."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, np.integer):
        return int(value)
    return value
