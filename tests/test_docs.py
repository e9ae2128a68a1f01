"""The pages under docs/ say what the code says."""

import importlib.util
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

NAMES = [
    name for name in registry.names() if (registry.ruleset(name).package / "PAGE.md").is_file()
]


@pytest.mark.parametrize("name", NAMES)
def test_page_is_current(name):
    """`scripts/rules_page.py` would write the page that is there."""
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    assert rules_page.page(name) == page


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
