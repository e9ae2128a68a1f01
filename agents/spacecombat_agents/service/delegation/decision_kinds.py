"""Kinds of question, as people hand them to a captain: what a rule set can leave to standing
orders, and for all else the part of the rules that asks.
"""

from __future__ import annotations

import functools
from importlib import import_module
from typing import Any, NamedTuple

from spacecombat_env.core.ruleset import RuleSet, Scenario


class DecisionKind(NamedTuple):
    """Questions that go together."""

    name: str
    decisions: tuple[str, ...]
    """Their names, as `ask` has them."""
    bit: int
    """By which a scenario says that the engine answers them; 0: it never does."""


def decision_kinds_of(rules: RuleSet) -> tuple[DecisionKind, ...]:
    """Return the kinds of a rule set, in the order of its questions; none where it lists none."""
    return _kinds_of_package(rules.package.name)


@functools.cache
def _kinds_of_package(package: str) -> tuple[DecisionKind, ...]:
    """Return the kinds of the questions in the folder of a rule set."""
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
    """Whether the engine answers all questions of a kind for a seat, so that none is asked."""
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
