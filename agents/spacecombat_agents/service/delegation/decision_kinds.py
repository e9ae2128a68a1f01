"""Kinds of decision that people can delegate to a captain.

They are the kinds that a rule set can delegate to standing orders; other decisions are grouped by
the module of the rules that they come from.
"""

from __future__ import annotations

import functools
from importlib import import_module
from typing import Any, NamedTuple

from spacecombat_env.core.ruleset import RuleSet, Scenario

__all__ = ["decision_kinds_as_json", "decision_kinds_of", "is_answered_by_engine"]


class DecisionKind(NamedTuple):
    """Decisions that belong together."""

    name: str
    decisions: tuple[str, ...]
    """Their names, as in `ask`."""
    bit: int
    """The scenario's bit for delegation to the engine; 0 if the engine never decides."""


def decision_kinds_of(rules: RuleSet) -> tuple[DecisionKind, ...]:
    """Return the kinds of a rule set, in the order of its decisions; none if it lists none."""
    return _kinds_of_package(rules.package.name)


@functools.cache
def _kinds_of_package(package: str) -> tuple[DecisionKind, ...]:
    """Return the kinds of the decisions in the folder of a rule set."""
    place = f"spacecombat_env.rulesets.{package}.model.decisions"
    try:
        rows = import_module(place).DECISIONS.values()
    except ModuleNotFoundError:
        return ()
    found: dict[str, list[str]] = {}
    bits: dict[str, int] = {}
    for row in rows:
        kind = row.delegate or row.chapter
        name = kind.name.lower()
        found.setdefault(name, []).append(row.decision.name.lower())
        if row.delegate:
            bits[name] = int(kind)
    return tuple(
        DecisionKind(name, tuple(decisions), bits.get(name, 0)) for name, decisions in found.items()
    )


def is_answered_by_engine(kind: DecisionKind, scenario: Scenario, number: int) -> bool:
    """Return whether the engine makes all decisions of a kind for a seat."""
    return bool(kind.bit and int(scenario.table.rules["delegated"][0][number]) & kind.bit)


def decision_kinds_as_json(rules: RuleSet, scenario: Scenario, number: int) -> list[dict[str, Any]]:
    """Return the kinds as a seat reads them."""
    return [
        {
            "name": kind.name,
            "questions": list(kind.decisions),
            "settled": is_answered_by_engine(kind, scenario, number),
            "title": rules.delegates.get(kind.name, "") if kind.bit else "",
        }
        for kind in decision_kinds_of(rules)
    ]
