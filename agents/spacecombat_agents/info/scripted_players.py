"""The scripted players and their parameters, for people and programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spacecombat_agents.players.scripted import captain_module
from spacecombat_agents.scripted.parameters import parameters_of
from spacecombat_agents.terminal import print_table
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError

__all__ = ["print_scripted", "scripted_players"]


def scripted_players() -> list[dict[str, Any]]:
    """Return every rule set that has scripted players, with their doctrines and parameters."""
    listed = []
    for name in registry.names():
        try:
            module = captain_module(name)
        except ConfigError:
            continue
        parameters = [
            {
                "name": each.name,
                "meaning": each.meaning,
                "kind": "switch" if each.is_switch else "number",
                "low": each.low,
                "high": each.high,
                "defaults": {doctrine: each.defaults[doctrine] for doctrine in each.defaults},
            }
            for each in parameters_of(module)
        ]
        listed.append(
            {
                "ruleset": name,
                "title": registry.ruleset(name).title,
                "agents": [f"scripted:{doctrine}" for doctrine in module.DOCTRINES],
                "parameters": parameters,
            }
        )
    return listed


def print_scripted(listed: Sequence[Mapping[str, Any]]) -> None:
    """Print scripted players, one table per rule set."""
    for rules in listed:
        print(f"{rules['title']}: {', '.join(rules['agents'])}\n")
        rows = [
            [each["name"], _range(each), _defaults(each), each["meaning"]]
            for each in rules["parameters"]
        ]
        if rows:
            print_table(["parameter", "values", "default", "description"], rows)
            first = rules["parameters"][0]
            doctrine = next(iter(first["defaults"]))
            print(f"\nSet as in scripted:{doctrine}({first['name']}={first['low']}).\n")


def _range(each: Mapping[str, Any]) -> str:
    """Return a parameter's values as text."""
    return "off, on" if each["kind"] == "switch" else f"{each['low']} to {each['high']}"


def _defaults(each: Mapping[str, Any]) -> str:
    """Return a parameter's default; by doctrine if they differ."""
    by_doctrine = {
        doctrine: ("off", "on")[value] if each["kind"] == "switch" else str(value)
        for doctrine, value in each["defaults"].items()
    }
    if len(set(by_doctrine.values())) == 1 and len(by_doctrine) > 1:
        return next(iter(by_doctrine.values()))
    return ", ".join(f"{doctrine} {value}" for doctrine, value in by_doctrine.items())
