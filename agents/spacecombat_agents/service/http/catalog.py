"""The catalog of playable games, for the page and for programs."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any

from spacecombat_agents.package_paths import LENGTHS
from spacecombat_agents.service.players.opponents import Opponents
from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.core.ruleset import RuleSet, Scenario
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
        "scenarios": [
            _describe_scenario(rules, opponents, *each) for each in rules.scenarios().items()
        ],
        "delegable": [{"name": name, "title": does} for name, does in rules.delegates.items()],
        "recommended": list(rules.recommended),
        "opponents": [each.as_json() for each in opponents.of(rules)],
        "switches": _switches(rules),
        "hidden": rules.hidden,
        "chance": rules.chance,
        "public": rules.has_public,
    }


def _describe_scenario(
    rules: RuleSet, opponents: Opponents, name: str, about: str
) -> dict[str, Any]:
    """Return a scenario; one that cannot be opened is not ready."""
    scenario = _open(rules.name, name)
    if scenario is None:
        return {"name": name, "title": name, "about": about, "ready": False}
    source, measured = scenario.source, _lengths().get(rules.name, {}).get(name, {})
    return {
        "name": name,
        "title": str(source.get("title", name)),
        "about": about,
        "ready": True,
        "forces": [_forces(side) for side in source["sides"].values()],
        "points": [_points(side) for side in source["sides"].values()],
        "ground": _ground(source),
        "turn_limit": source.get("turn_limit"),
        "opponents": [
            each.name for each in opponents.of(rules) if opponents.can_play(each, scenario)
        ],
        **measured,
    }


def _forces(side: Mapping[str, Any]) -> list[str]:
    """Return the classes of the ships that a side is given; those aboard follow their carrier."""
    found = []
    for ship in side.get("ships") or ():
        entry = ship if isinstance(ship, Mapping) else {"class": ship}
        found.append(str(entry.get("class") or entry.get("name")))
        found += _forces({"ships": entry.get("carries")})
    return found


def _points(side: Mapping[str, Any]) -> int | None:
    """Return the points that a side buys its ships for; None if it is given them."""
    terms = side.get("purchase")
    return None if terms is None else int(terms.get("points") or 0)


def _ground(source: Mapping[str, Any]) -> list[str]:
    """Return what else is on the map: planets, asteroids."""
    bodies = [str(body.get("kind")) for body in source.get("bodies") or ()]
    return bodies + [kind for kind in ("planet", "asteroids") if source.get(kind)]


def _switches(rules: RuleSet) -> list[dict[str, Any]]:
    """Return the switches of the rules with their values, the default first."""
    found = []
    for name, switch in rules.switches.items():
        values = list(dict.fromkeys(switch.values))
        values.insert(0, values.pop(switch.default))
        found.append({"name": name, "values": values, "title": switch.doc})
    return found


@functools.cache
def _open(rules: str, name: str) -> Scenario | None:
    """Return a bundled scenario; None if it cannot be opened."""
    try:
        return open_scenario(ruleset(rules), name)
    except SpaceCombatError:
        return None


@functools.cache
def _lengths() -> dict[str, Any]:
    """Return what was measured of games, by rule set and scenario."""
    found: dict[str, Any] = json.loads(LENGTHS.read_text(encoding="utf-8"))
    return found


def rules_index(name: str) -> dict[str, Any]:
    """Return the index of a rule set's rules, one per line."""
    rules = ruleset(name)
    index = {row["id"]: row["title"] for row in rules.rules_index()}
    return {"name": rules.name, "title": rules.title, "index": index}
