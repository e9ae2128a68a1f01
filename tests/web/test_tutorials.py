"""The lessons are about questions that their games ask."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import spacecombat_env
from spacecombat_env import registry

FOLDER = Path(spacecombat_env.__file__).parent / "web" / "tutorials"
LESSONS, FURTHER_LESSONS = 10, 7
"""Of the tutorial that a rule set is learned by, and at least of each further one."""
INDEX = json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))


def tutorial(name: str) -> dict[str, Any]:
    """Return the tutorial of a rule set."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def test_every_rule_set_has_a_tutorial() -> None:
    package = Path(spacecombat_env.__file__).parent
    ours = [name for name in registry.names() if package in registry.ruleset(name).package.parents]
    assert [entry["name"] for entry in INDEX if entry["name"] == entry["ruleset"]] == ours
    assert {path.stem for path in FOLDER.glob("*.json")} == {*(e["name"] for e in INDEX), "index"}


@pytest.mark.parametrize("entry", INDEX, ids=lambda entry: entry["name"])
def test_lessons_are_about_decisions_and_actions_that_there_are(entry: dict[str, str]) -> None:
    lessons, name = tutorial(entry["name"]), entry["ruleset"]
    rules, game = registry.ruleset(name), lessons["game"]
    scenario = rules.load(game["scenario"], delegate=(tuple(game["delegate"]["red_0"]), ()))
    decisions = import_module(f"spacecombat_env.rulesets.{name}.model.decisions").DECISIONS
    asks = {decision.name.lower() for decision in decisions}
    words = {
        column.replace("_", " ")
        for block in scenario.actions.blocks
        for column in block.columns or ()
    }
    assert game["ruleset"] == name
    assert len(lessons["steps"]) >= (LESSONS if entry["name"] == name else FURTHER_LESSONS)
    for step in lessons["steps"]:
        asked = [step["asked"]] if isinstance(step["asked"], str) else step["asked"]
        assert set(asked) <= asks, step["title"]
        assert step.get("word", "pass") in words | {"pass"}
        assert step.get("phase", rules.phases()[0]) in rules.phases()
        assert step["title"] and step["text"] and step["say"]
