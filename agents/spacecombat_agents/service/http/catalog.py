"""The catalog of playable games, for the page and for programs."""

from __future__ import annotations

import functools
from typing import Any

from spacecombat_agents.service.players.opponents import Opponents
from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.core.ruleset import RuleSet
from spacecombat_env.env.game import open_scenario
from spacecombat_env.protocol import PROTOCOL
from spacecombat_env.registry import names, ruleset


def build_catalog(opponents: Opponents) -> dict[str, Any]:
    """Return rule sets, scenarios, standing orders and players. The page offers the first."""
    return {
        "protocol": PROTOCOL,
        "rules": [_describe_rules(ruleset(name), opponents) for name in names()],
    }


def _describe_rules(rules: RuleSet, opponents: Opponents) -> dict[str, Any]:
    """Return a rule set."""
    return {
        "name": rules.name,
        "title": rules.title,
        "version": rules.version,
        "seats": list(rules.seats),
        "scenario": rules.default_scenario,
        "scenarios": [_describe_scenario(rules, *each) for each in rules.scenarios().items()],
        "delegable": [{"name": name, "title": does} for name, does in rules.delegates.items()],
        "recommended": list(rules.recommended),
        "opponents": [each.as_json() for each in opponents.of(rules)],
        "hidden": rules.hidden,
        "chance": rules.chance,
        "public": rules.has_public,
    }


def _describe_scenario(rules: RuleSet, name: str, about: str) -> dict[str, Any]:
    """Return a scenario; one that cannot be opened is not ready."""
    title = _scenario_title(rules.name, name)
    return {"name": name, "title": title or name, "about": about, "ready": title is not None}


@functools.cache
def _scenario_title(rules: str, name: str) -> str | None:
    """Return the title of a bundled scenario; None if it cannot be opened."""
    try:
        source = open_scenario(ruleset(rules), name).source
    except SpaceCombatError:
        return None
    return str(source.get("title", name))


def rules_index(name: str) -> dict[str, Any]:
    """Return the index of a rule set's rules, one per line."""
    rules = ruleset(name)
    index = {row["id"]: row["title"] for row in rules.rules_index()}
    return {"name": rules.name, "title": rules.title, "index": index}
