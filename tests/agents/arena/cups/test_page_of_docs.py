"""The example of docs/arena.md is a cup, and its table names every field and default."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import yaml

from spacecombat_agents.arena.cups.opening import Cup
from spacecombat_agents.arena.cups.plan import Plan, plan_from

PAGE = (Path(__file__).parents[4] / "docs" / "arena.md").read_text(encoding="utf-8")


def test_the_example_can_be_played() -> None:
    block = re.search(r"```yaml\n(.*?)```", PAGE, re.S)
    assert block is not None
    plan = plan_from(yaml.safe_load(block[1]))
    assert plan.labels == ["random", "hunter", "dice"]
    assert len(Cup(plan).settings) == 2


def test_every_field_is_on_the_page() -> None:
    rows = re.findall(r"^\| (`[^|]*`) \|", PAGE, re.M)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert set(named) == {field.name for field in dataclasses.fields(Plan)}
