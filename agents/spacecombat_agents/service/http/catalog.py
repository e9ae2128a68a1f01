"""The catalog of playable games, for the page and for programs."""

from __future__ import annotations

import functools
from typing import Any

from spacecombat_agents.service.games.readiness import (
    Readiness,
    is_compiled,
    open_shipped_scenario,
    shipped_engine_key,
)
from spacecombat_agents.service.players.opponents import Opponents
from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.core.ruleset import RuleSet
from spacecombat_env.protocol import PROTOCOL
from spacecombat_env.registry import names, ruleset


def build_catalog(opponents: Opponents, readiness: Readiness) -> dict[str, Any]:
    """Return rule sets, scenarios, standing orders and players; those ready soonest come first.

    The page offers the first: if nothing is compiled yet, the rule set that compiles fastest.
    """
    rules = sorted(map(ruleset, names()), key=_compile_cost)
    return {
        "protocol": PROTOCOL,
        "rules": [_describe_rules(each, opponents, readiness) for each in rules],
    }


def _compile_cost(rules: RuleSet) -> int:
    """Return the size in bytes of the sources to compile for a rule set's default scenario."""
    try:
        usual = open_shipped_scenario(rules.name, rules.default_scenario)
    except SpaceCombatError:
        return _source_bytes(rules.name)
    return 0 if is_compiled(rules, usual) else _source_bytes(rules.name)


@functools.cache
def _source_bytes(name: str) -> int:
    """Return the size in bytes of a rule set's sources."""
    return sum(file.stat().st_size for file in ruleset(name).package.rglob("*.py"))


def _describe_rules(rules: RuleSet, opponents: Opponents, readiness: Readiness) -> dict[str, Any]:
    """Return a rule set."""
    scenarios = [_describe_scenario(rules, *each, readiness) for each in rules.scenarios().items()]
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


def _describe_scenario(
    rules: RuleSet, name: str, about: str, readiness: Readiness
) -> dict[str, Any]:
    """Return a scenario; one that cannot be opened is not ready."""
    try:
        title = str(open_shipped_scenario(rules.name, name).source.get("title", name))
        ready = readiness.is_ready(shipped_engine_key(rules.name, name))
    except SpaceCombatError:
        title, ready = name, False
    return {"name": name, "title": title, "about": about, "ready": ready}


def rules_index(name: str) -> dict[str, Any] | None:
    """Return the index of a rule set's rules, one per line; None for an unknown rule set."""
    if name not in names():
        return None
    rules = ruleset(name)
    index = {row["id"]: row["title"] for row in rules.rules_index()}
    return {"name": rules.name, "title": rules.title, "index": index}
