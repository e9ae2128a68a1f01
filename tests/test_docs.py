"""The pages under docs/ say what the code says."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from spacecombat_env import registry

ROOT = Path(__file__).parents[1]
spec = importlib.util.spec_from_file_location("rules_page", ROOT / "scripts" / "rules_page.py")
rules_page = importlib.util.module_from_spec(spec)
spec.loader.exec_module(rules_page)


NAMES = [
    name for name in registry.names() if (registry.ruleset(name).package / "PAGE.md").is_file()
]


@pytest.mark.parametrize("name", NAMES)
def test_page_is_current(name):
    """`scripts/rules_page.py` would write the page that is there."""
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    assert rules_page.page(name) == page


def test_picture_of_the_architecture_is_current():
    """`scripts/architecture.py` would draw the same rooms and imports."""
    done = subprocess.run([sys.executable, ROOT / "scripts" / "architecture.py", "--check"])
    assert done.returncode == 0
