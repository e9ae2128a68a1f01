"""Read scenario files value by value, with the place of each value for error messages.

Every error is one line: `<file>: <field>: <reason>`. Items of lists count from 1.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.errors import ConfigError, ScenarioError
from spacecombat_env.core.loading.tables import read_yaml

MAX_NAME = 40


def scenario_titles(folder: Path) -> dict[str, str]:
    """Return the names of the scenarios in a folder, with a line about each."""
    lines = {}
    for path in sorted(folder.glob("*.yaml")):
        content = read_yaml(path)
        text = content.get("description", "") if isinstance(content, Mapping) else ""
        lines[path.stem] = str(text)
    return lines


class ConfigNode(NamedTuple):
    """One value of a scenario, and its place for error messages."""

    file: str
    path: str
    """Dotted: `sides.red.ships[3].name`; list items count from 1."""
    value: Any

    def error(self, reason: str) -> ScenarioError:
        """Return the error to raise about this value."""
        return ScenarioError.at(self.file, self.path or "scenario", reason)

    def missing(self) -> bool:
        """Whether the key is absent or empty."""
        return self.value is None

    def keys(self, allowed: Iterable[str], required: Iterable[str] = ()) -> dict[str, ConfigNode]:
        """Return a node for each allowed key; absent ones hold None."""
        if not isinstance(self.value, Mapping):
            raise self.error(f"{short_repr(self.value)} is not a mapping")
        allowed = tuple(allowed)
        for key in self.value:
            if key not in allowed:
                reason = f"unknown key{closest_name(key, allowed)}; allowed: {', '.join(allowed)}"
                raise self.child(str(key)[:MAX_NAME]).error(reason)
        for key in required:
            if self.value.get(key) is None:
                raise self.child(key).error("missing")
        return {key: self.child(key) for key in allowed}

    def child(self, key: str) -> ConfigNode:
        """Return the node of one key."""
        return ConfigNode(
            self.file, f"{self.path}.{key}" if self.path else key, self.value.get(key)
        )

    def items(self) -> list[ConfigNode]:
        """Return a node for each item of a list; none if it is absent."""
        if self.missing():
            return []
        if not isinstance(self.value, list):
            raise self.error(f"{short_repr(self.value)} is not a list")
        numbered = enumerate(self.value, start=1)
        return [ConfigNode(self.file, f"{self.path}[{number}]", item) for number, item in numbered]

    def integer(self, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number within bounds."""
        if self.missing() and default is not None:
            return default
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.error(f"{short_repr(self.value)} is not a whole number")
        if self.value < low:
            negative = "is negative" if self.value < 0 <= low else f"is below {low}"
            raise self.error(f"{self.value} {negative}")
        if self.value > high:
            raise self.error(f"{self.value} is above {high}")
        return self.value

    def number(self, low: float, high: float) -> float:
        """Return a number within bounds. YAML reads 2e30 as text, which is accepted."""
        try:
            number = float(self.value) if not isinstance(self.value, bool) else float("nan")
        except (TypeError, ValueError):
            number = float("nan")
        if not low <= number <= high:
            raise self.error(f"{short_repr(self.value)} is not a number from {low:g} to {high:g}")
        return number

    def flag(self, default: bool = False) -> bool:
        """Return a boolean."""
        if self.missing():
            return default
        if not isinstance(self.value, bool) and self.value not in (0, 1):
            raise self.error(f"{short_repr(self.value)} is neither true nor false")
        return bool(self.value)

    def text(self, default: str | None = None) -> str:
        """Return a name or a line of text."""
        if self.missing() and default is not None:
            return default
        if not isinstance(self.value, str) or not self.value.strip():
            raise self.error(f"{short_repr(self.value)} is not text")
        text = self.value.strip()
        if not text.isprintable():
            raise self.error("must be one line of printable text")
        return text

    def name(self, default: str | None = None) -> str:
        """Return a name of at most `MAX_NAME` characters."""
        name = self.text(default)
        if len(name) > MAX_NAME:
            raise self.error(f"{len(name)} characters, {len(name) - MAX_NAME} more than {MAX_NAME}")
        return name

    def choice(self, choices: Iterable[str], default: str | None = None) -> str:
        """Return one of some texts."""
        choices = tuple(choices)
        value = self.text(default)
        if value not in choices:
            close = closest_name(value, choices)
            raise self.error(f"{value!r} is unknown{close}; there are: {', '.join(choices)}")
        return value


def short_repr(value: object) -> str:
    """Return a value as short text of one line, for error messages."""
    if value is None:
        return "nothing"
    text = " ".join(repr(value).split())
    return text if len(text) <= MAX_NAME else text[: MAX_NAME - 2] + ".."


def closest_name(name_given: object, known: Iterable[str]) -> str:
    """Return ` (did you mean ..?)` if known names resemble a name."""
    by_case = {name.casefold(): name for name in known if name}
    given = str(name_given)[: 2 * MAX_NAME].casefold()
    found = difflib.get_close_matches(given, by_case, n=3, cutoff=0.6)
    return f" (did you mean {' or '.join(by_case[name] for name in found)}?)" if found else ""


def read_content(
    scenario: str | PathLike[str] | Mapping[str, Any], folder: Path
) -> tuple[str, dict[str, Any]]:
    """Return the scenario's name in error messages, and its content as plain dicts and lists."""
    content: object = scenario
    if isinstance(scenario, Mapping):
        file, name = "<scenario>", "custom"
    else:
        path = scenario_path(scenario, folder)
        file, content, name = str(scenario), read_yaml(path), path.stem
        file = path.name if path.parent == folder else file
    if not isinstance(content, Mapping):
        raise ScenarioError.at(file, "scenario", f"{short_repr(content)} is not a mapping")
    source: dict[str, Any] = plain(content)
    if source.get("name") is None:
        source["name"] = name
    return file, source


def scenario_path(scenario: str | PathLike[str], folder: Path) -> Path:
    """Return the file of a shipped name or a path."""
    text = str(scenario)
    if re.fullmatch(r"[A-Za-z0-9_-]+", text) and (folder / f"{text}.yaml").is_file():
        return folder / f"{text}.yaml"
    path = Path(text)
    if path.suffix in (".yaml", ".yml") or path.is_file():
        return path
    known = sorted(file.stem for file in folder.glob("*.yaml"))
    reason = f"no scenario of this name{closest_name(text, known)}, and no file; shipped are: "
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


def delegation(
    file: str,
    delegate: object,
    seats: Sequence[str],
    known: Iterable[str],
    default: Sequence[str],
    groups: Mapping[str, Sequence[str]] | None = None,
) -> tuple[tuple[str, ...], ...]:
    """Return the delegated kinds of each seat, in the order of `known`.

    `delegate` is a list of names for both seats, a mapping by seat, one list for each seat, or None
    for `default`. The names in `groups` stand for several kinds. Raises ConfigError for an unknown
    seat or kind.
    """
    given: list[Any]
    if isinstance(delegate, Mapping):
        for seat in delegate:
            if seat not in seats:
                reason = f"no seat is called {seat!r}; there are: {', '.join(seats)}"
                raise ConfigError.at(file, "delegate", reason)
        given = [delegate.get(seat) for seat in seats]
    elif isinstance(delegate, Sequence) and _is_pair(delegate):
        given = list(delegate)
    else:
        given = [delegate, delegate]
    return tuple(
        _delegated_kinds(file, names, tuple(known), default, groups or {}) for names in given
    )


def _is_pair(delegate: Sequence[object]) -> bool:
    """Whether a delegation is one list of names for each seat."""
    return len(delegate) == 2 and not any(isinstance(item, str) for item in delegate)


def _delegated_kinds(
    file: str,
    names: Any,
    known: tuple[str, ...],
    default: Sequence[str],
    groups: Mapping[str, Sequence[str]],
) -> tuple[str, ...]:
    """Return the kinds that some names stand for."""
    names = default if names is None else names
    names = (names,) if isinstance(names, str) else names
    chosen: set[str] = set()
    for name in names:
        if name not in known:
            reason = f"{name!r} cannot be delegated{closest_name(name, known)}; "
            raise ConfigError.at(file, "delegate", reason + f"known kinds: {', '.join(known)}")
        chosen.update(groups.get(name, (name,)))
    return tuple(kind for kind in known if kind in chosen)
