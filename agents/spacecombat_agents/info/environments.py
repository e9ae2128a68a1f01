"""The table of environments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spacecombat_agents.terminal import print_table
from spacecombat_env import registry

__all__ = ["environments", "print_environments"]


def environments() -> list[dict[str, Any]]:
    """Return every rule set with its scenarios and delegates."""
    listed = []
    for name in registry.names():
        rules = registry.ruleset(name)
        listed.append(
            {
                "ruleset": rules.name,
                "title": rules.title,
                "version": rules.version,
                "seats": list(rules.seats),
                "scenarios": rules.scenarios(),
                "delegates": dict(rules.delegates),
                "recommended": list(rules.recommended),
            }
        )
    return listed


def print_environments(listed: Sequence[Mapping[str, Any]]) -> None:
    """Print rule sets, scenarios and delegates."""
    for rules in listed:
        print(f"{rules['title']}: --ruleset {rules['ruleset']} (version {rules['version']})\n")
        print_table(["scenario", "description"], [list(row) for row in rules["scenarios"].items()])
        if rules["delegates"]:
            print()
            marks = {kind: kind in rules["recommended"] for kind in rules["delegates"]}
            rows = [
                [kind, "yes" if marks[kind] else "", doing]
                for kind, doing in rules["delegates"].items()
            ]
            print_table(["delegate", "recommended", "what the engine does"], rows)
        print()
