"""What of a captain can be set: parameters with meaning, range and default, and how they are named.

`captain(pickets=off, open_fire_range=8)` is the doctrine `captain` with two parameters set. A
captain declares its parameters in its doctrine.py, one table; compiled code reads them as fields of
a record, beside `number`, the doctrine's own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.record import INT32, allocate, record

NUMBER = "number"
"""The field that holds the doctrine's own number."""
OFF, ON = 0, 1
SWITCH_VALUES = {"off": OFF, "on": ON, "no": OFF, "yes": ON, "false": OFF, "true": ON}
"""How a switch is written; it is told as `off` and `on`."""
STYLE_PATTERN = re.compile(r"(?P<doctrine>[^()]+?)\s*(?:\((?P<values>[^()]*)\))?")


class Parameter(NamedTuple):
    """Something of a captain that can be set: a whole number, or a switch."""

    name: str
    meaning: str
    low: int
    high: int
    defaults: Mapping[str, int]
    """By doctrine; one that is not here has no such parameter."""
    is_switch: bool = False

    def read(self, place: str, text: str) -> int:
        """Return the value that is written; ConfigError names place, parameter and range."""
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
        """What values there are, in words."""
        return "on or off" if self.is_switch else f"a whole number from {self.low} to {self.high}"


def number(name: str, low: int, high: int, defaults: Mapping[str, int], meaning: str) -> Parameter:
    """Return a parameter that is a whole number."""
    return Parameter(name, meaning, low, high, defaults)


def switch(name: str, defaults: Mapping[str, int], meaning: str) -> Parameter:
    """Return a parameter that is on or off."""
    return Parameter(name, meaning, OFF, ON, defaults, is_switch=True)


def parameter_record(parameters: Sequence[Parameter]) -> np.dtype:
    """Return what compiled code reads: the doctrine's number, then a field a parameter."""
    return record([(NUMBER, INT32), *((each.name, INT32) for each in parameters)])


class Style(NamedTuple):
    """A doctrine, and the parameters that are set otherwise than it has them."""

    doctrine: str
    values: dict[str, int]

    def canonical_name(self, parameters: Sequence[Parameter]) -> str:
        """Return the one name of all that play alike: what differs, in the table's order."""
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
    """Return the doctrine, and the names and values written after it; ConfigError for no form.

    `place` is what the error calls it, where it is no scripted player.
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
    """Return values by name, each checked; ConfigError at `place` for one that `owner` lacks."""
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
    """Return the style that a name asks for: `captain(pickets=off)`; ConfigError says why not."""
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
    """Return what `choose` takes as `doctrine`: an array of one record; a number where a captain
    declares no parameters."""
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
