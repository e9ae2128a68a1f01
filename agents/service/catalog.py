"""What can be played here, as the page and programs read it."""

from __future__ import annotations

from typing import Any

from spacecombat_agents.service.opponents import Opponents
from spacecombat_agents.service.warmth import Warmth, shipped, size_of_shipped
from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.core.ruleset import RuleSet
from spacecombat_env.protocol import PROTOCOL
from spacecombat_env.registry import names, ruleset


def catalog(opponents: Opponents, warmth: Warmth) -> dict[str, Any]:
    """Return rule sets, scenarios, standing orders and players."""
    rules = [_rules(ruleset(name), opponents, warmth) for name in names()]
    return {"protocol": PROTOCOL, "rules": rules}


def _rules(rules: RuleSet, opponents: Opponents, warmth: Warmth) -> dict[str, Any]:
    """Return a rule set."""
    scenarios = [_scenario(rules, *each, warmth) for each in rules.scenarios().items()]
    return {
        "name": rules.name,
        "title": rules.title,
        "version": rules.version,
        "seats": list(rules.seats),
        "scenario": rules.default_scenario,
        "scenarios": scenarios,
        "delegable": [{"name": name, "title": does} for name, does in rules.delegates.items()],
        "recommended": list(rules.recommended),
        "opponents": [each.as_json() for each in opponents.of(rules)],
        "hidden": rules.hidden,
        "chance": rules.chance,
        "public": rules.has_public,
    }


def _scenario(rules: RuleSet, name: str, about: str, warmth: Warmth) -> dict[str, Any]:
    """Return a scenario; one that cannot be opened is not ready."""
    try:
        title = str(shipped(rules.name, name).source.get("title", name))
        ready = warmth.is_ready(size_of_shipped(rules.name, name))
    except SpaceCombatError:
        title, ready = name, False
    return {"name": name, "title": title, "about": about, "ready": ready}


def rules_index(name: str) -> dict[str, Any] | None:
    """Return the index of a rule set's rules, a line each; None where there is no such rule set."""
    if name not in names():
        return None
    rules = ruleset(name)
    index = {row["id"]: row["title"] for row in rules.rules_index()}
    return {"name": rules.name, "title": rules.title, "index": index}
