"""Parameters of captains: their meaning, range and default, and how they are written.

`captain(pickets=off, open_fire_range=8)` is the doctrine `captain` with two parameters set. A
captain declares its parameters in one table in its doctrine.py. Compiled code reads them as fields
of a record, next to `number`, the doctrine's own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.record import INT32, allocate, record

__all__ = [
    "Parameter",
    "Style",
    "number",
    "parameters_of",
    "read_style",
    "read_values",
    "split",
    "style_argument",
    "switch",
]

NUMBER = "number"
"""The field that holds the doctrine's own number."""
OFF, ON = 0, 1
SWITCH_VALUES = {"off": OFF, "on": ON, "no": OFF, "yes": ON, "false": OFF, "true": ON}
"""Spellings of a switch; it is shown as `off` or `on`."""
STYLE_PATTERN = re.compile(r"(?P<doctrine>[^()]+?)\s*(?:\((?P<values>[^()]*)\))?")


class Parameter(NamedTuple):
    """A parameter of a captain: a whole number, or a switch."""

    name: str
    meaning: str
    low: int
    high: int
    defaults: Mapping[str, int]
    """By doctrine; a doctrine that is missing has no such parameter."""
    is_switch: bool = False

    def read(self, place: str, text: str) -> int:
        """Return the value of a text; raise ConfigError with place, parameter and range."""
        if self.is_switch and text.lower() in SWITCH_VALUES:
            return SWITCH_VALUES[text.lower()]
        reason = f"{text!r} is not {self.range}"
        if self.is_switch or re.fullmatch(r"-?\d{1,9}", text) is None:
            raise ConfigError.at(place, self.name, reason)
        if not self.low <= int(text) <= self.high:
            raise ConfigError.at(place, self.name, reason)
        return int(text)

    def format(self, value: int) -> str:
        """Return a value as it is written."""
        return ("off", "on")[value] if self.is_switch else str(value)

    @property
    def range(self) -> str:
        """The allowed values as text."""
        return "on or off" if self.is_switch else f"a whole number from {self.low} to {self.high}"


def number(name: str, low: int, high: int, defaults: Mapping[str, int], meaning: str) -> Parameter:
    """Return a parameter that is a whole number."""
    return Parameter(name, meaning, low, high, defaults)


def switch(name: str, defaults: Mapping[str, int], meaning: str) -> Parameter:
    """Return a parameter that is on or off."""
    return Parameter(name, meaning, OFF, ON, defaults, is_switch=True)


def parameter_record(parameters: Sequence[Parameter]) -> np.dtype:
    """Return the dtype for compiled code: the doctrine's number, then one field per parameter."""
    return record([(NUMBER, INT32), *((each.name, INT32) for each in parameters)])


class Style(NamedTuple):
    """A doctrine, and the parameters that differ from its defaults."""

    doctrine: str
    values: dict[str, int]

    def canonical_name(self, parameters: Sequence[Parameter]) -> str:
        """Return the canonical name: the parameters that differ, in the table's order."""
        changed = [
            f"{p.name}={p.format(self.values[p.name])}" for p in parameters if p.name in self
        ]
        return self.doctrine + (f"({','.join(changed)})" if changed else "")

    def __contains__(self, name: object) -> bool:
        return name in self.values


def parameters_of(captains: ModuleType, doctrine: str | None = None) -> list[Parameter]:
    """Return the parameters of a rule set's captains: all of them, or those of one doctrine."""
    declared: Sequence[Parameter] = getattr(captains, "PARAMETERS", ())
    return [each for each in declared if doctrine is None or doctrine in each.defaults]


def split(text: str, place: str | None = None) -> tuple[str, list[tuple[str, str]]]:
    """Return the doctrine, and the names and values after it; raise ConfigError for bad syntax.

    `place` names it in the error, where it is no scripted player.
    """
    found = STYLE_PATTERN.fullmatch(text.strip())
    if found is None:
        reason = "is not written DOCTRINE or DOCTRINE(name=value, ...)"
        raise ConfigError.at(place or f"scripted:{text}", "doctrine", reason)
    pairs = []
    for part in filter(None, map(str.strip, (found["values"] or "").split(","))):
        name, sign, value = (piece.strip() for piece in part.partition("="))
        if not (name and sign and value):
            raise ConfigError.at(place or f"scripted:{text}", part, "is not written name=value")
        pairs.append((name, value))
    return found["doctrine"], pairs


def read_values(
    place: str, owner: str, pairs: Sequence[tuple[str, str]], known: Sequence[Parameter]
) -> dict[str, int]:
    """Return checked values by name; raise ConfigError at `place` for one that `owner` lacks."""
    by_name = {each.name: each for each in known}
    values: dict[str, int] = {}
    for name, value in pairs:
        if name not in by_name:
            listed = ", ".join(by_name) or "none"
            reason = f"no such parameter of {owner}; there are: {listed}"
            raise ConfigError.at(place, name, reason)
        if name in values:
            raise ConfigError.at(place, name, "is given twice")
        values[name] = by_name[name].read(place, value)
    return values


def read_style(captains: ModuleType, text: str) -> Style:
    """Return the style of a name like `captain(pickets=off)`; raise ConfigError if bad."""
    place = f"scripted:{text}"
    doctrine, pairs = split(text)
    if doctrine not in captains.DOCTRINES:
        listed = ", ".join(sorted(captains.DOCTRINES))
        raise ConfigError.at(place, "doctrine", f"unknown; there are: {listed}")
    known = parameters_of(captains, doctrine)
    values = read_values(place, doctrine, pairs, known)
    usual = {each.name: each.defaults[doctrine] for each in known}
    return Style(doctrine, {name: v for name, v in values.items() if v != usual[name]})


def style_argument(captains: ModuleType, style: Style | str) -> Any:
    """Return the `doctrine` argument of `choose`.

    It is an array of one record, or a number where a captain declares no parameters.
    """
    if isinstance(style, str):
        style = read_style(captains, style)
    number_of = int(captains.DOCTRINES[style.doctrine])
    parameters = parameters_of(captains)
    if not parameters:
        return number_of
    settings = allocate(parameter_record(parameters), 1)
    settings[NUMBER] = number_of
    for each in parameters:
        settings[each.name] = style.values.get(each.name, each.defaults.get(style.doctrine, 0))
    return settings
