"""The pages under docs/ say what the code says."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from spacecombat_env import registry

ROOT = Path(__file__).parents[1]


def script(name):
    """A script as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


rules_page, view_schema = script("rules_page"), script("view_schema")
fields_page = script("fields_page")

NAMES = [name for name in registry.names() if (ROOT / "docs" / f"{name}.md").is_file()]


@pytest.mark.parametrize("page", rules_page.pages(), ids=lambda page: page.stem)
def test_generated_parts_of_a_page_are_current(page):
    """`scripts/rules_page.py` would write the page that is there."""
    text = page.read_text(encoding="utf-8")
    assert rules_page.current(text) == text


def test_each_rule_set_has_every_generated_part():
    """A part that no page holds would be missing from the manual."""
    found = set()
    for page in rules_page.pages():
        found |= rules_page.parts_of(page.read_text(encoding="utf-8"))
    assert len(NAMES) == 3
    assert found == {(name, part) for name in NAMES for part in rules_page.PARTS}


@pytest.mark.parametrize("name", NAMES)
def test_every_ruling_has_its_heading(name):
    """A line of RULES.md in another form would be left out in silence."""
    rules = (registry.ruleset(name).package / "RULES.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^- \*\*([A-Z]+-AMB-\d+)\*\*", rules, re.M)
    page = (ROOT / "docs" / "rulings" / f"{name}.md").read_text(encoding="utf-8")
    assert re.findall(r"^### ([A-Z]+-AMB-\d+)$", page, re.M) == numbers


@pytest.mark.parametrize("name", NAMES)
def test_schema_of_the_view_is_current(name):
    """`scripts/view_schema.py` would write the schema that is there."""
    assert view_schema.schema_file(name).read_text(encoding="utf-8") == view_schema.written(name)


@pytest.mark.parametrize("name", NAMES)
def test_page_of_fields_is_current(name):
    """`scripts/fields_page.py` would write the page that is there."""
    assert fields_page.page_file(name).read_text(encoding="utf-8") == fields_page.page(name)


def test_picture_of_the_architecture_is_current():
    """`scripts/architecture.py` would draw the same rooms and imports."""
    done = subprocess.run([sys.executable, ROOT / "scripts" / "architecture.py", "--check"])
    assert done.returncode == 0
