"""The arms of a study: names of players, and families of them with one parameter varied."""

from __future__ import annotations

import re
from typing import NamedTuple

from spacecombat_agents.players.scripted import captain_module
from spacecombat_agents.scripted.parameters import parameters_of, read_style, split
from spacecombat_env.core.errors import ConfigError

__all__ = ["ParameterFamily", "RANGE", "expand_opponents", "parameter_family"]

RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?::(\d+))?")
CHOICE = "|"
SCRIPTED = "scripted:"
POOL = "pool"
"""Stands for all doctrines of the rule set's captain."""
MAX_ARMS = 64


class ParameterFamily(NamedTuple):
    """Arms that differ in one parameter."""

    parameter: str
    values: tuple[int, ...]
    names: tuple[str, ...]
    default: str
    """The arm with the doctrine's own value; it is played even if its value is not listed."""
    is_switch: bool = False


def expand_opponents(ruleset: str, against: tuple[str, ...]) -> tuple[str, ...]:
    """Return the arms' opponents; `pool` stands for every doctrine of the scripted captain."""
    found: list[str] = []
    for name in against:
        pool = [SCRIPTED + doctrine for doctrine in captain_module(ruleset).DOCTRINES]
        found.extend(pool if name == POOL else [name])
    return tuple(dict.fromkeys(found))


def parameter_family(ruleset: str, text: str) -> ParameterFamily:
    """Return the arms of `scripted:captain(open_fire_range=2..14)`, or `2..14:3`, or `2|8|14`."""
    if not text.startswith(SCRIPTED):
        raise ConfigError.at(text, "sweep", f"must be {SCRIPTED}DOCTRINE(name=2..14)")
    module = captain_module(ruleset)
    doctrine, pairs = split(text.removeprefix(SCRIPTED))
    varied = [(name, value) for name, value in pairs if RANGE.fullmatch(value) or CHOICE in value]
    if len(varied) != 1:
        reason = f"one parameter must have several values (2..14, 2..14:3, 2|8), not {len(varied)}"
        raise ConfigError.at(text, "sweep", reason)
    (name, text_value), rest = varied[0], [pair for pair in pairs if pair != varied[0]]
    styles = {
        value: read_style(module, _style_name(doctrine, [*rest, (name, value)]))
        for value in _values(text, name, text_value)
    }
    parameter = next(each for each in parameters_of(module, doctrine) if each.name == name)
    numbers = [style.values.get(name, parameter.defaults[doctrine]) for style in styles.values()]
    declared = parameters_of(module)
    default = read_style(module, _style_name(doctrine, rest))
    return ParameterFamily(
        name,
        tuple(numbers),
        tuple(SCRIPTED + style.canonical_name(declared) for style in styles.values()),
        SCRIPTED + default.canonical_name(declared),
        parameter.is_switch,
    )


def _style_name(doctrine: str, pairs: list[tuple[str, str]]) -> str:
    """Return a doctrine's name with parameters as text."""
    return f"{doctrine}({','.join('='.join(pair) for pair in pairs)})"


def _values(text: str, name: str, text_value: str) -> list[str]:
    """Return the values of a range or a choice, as text."""
    found = RANGE.fullmatch(text_value)
    if found is None:
        return [each.strip() for each in text_value.split(CHOICE) if each.strip()]
    low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
    values = [str(value) for value in range(low, high + 1, max(step, 1))]
    if high < low:
        raise ConfigError.at(text, name, f"{text_value} must start with the smaller value")
    if not 2 <= len(values) <= MAX_ARMS or step < 1:
        reason = f"{text_value} has {len(values)} values; 2 to {MAX_ARMS} can be compared"
        raise ConfigError.at(text, name, reason)
    return values
