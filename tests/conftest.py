"""Which tests run interpreted, and which are long.

Interpreted run those of rules in positions, unless they play whole games: `make test-rules` takes the
marked `interpreted`, with SPACECOMBAT_ENGINE=interpreted; `make test-kit` all others, with the native
engine. Long are those of long.txt: `make test-long`.
"""

from __future__ import annotations

import enum
import sys
from pathlib import Path

import pytest

from spacecombat_env.core.engine import INTERPRETED, engine

if engine() == INTERPRETED and sys.version_info[:2] == (3, 11):
    # NumPy asks the class of every enum member that it meets for what enums do not have, and 3.11
    # answers in Python; later versions have no such method. A sixth of the time of these tests.
    del enum.EnumType.__getattr__

TESTS = Path(__file__).parent
LONG = {line for line in (TESTS / "long.txt").read_text().split("\n") if line and line[0] != "#"}
RULES = [TESTS / part for part in ("rulesets", "agents/scripted/positions")]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what runs interpreted, and what is long."""
    for item in items:
        if named(item) & LONG:
            item.add_marker("long")
        of_rules = any(folder in item.path.parents for folder in RULES)
        if of_rules and item.get_closest_marker("compiled") is None:
            item.add_marker("interpreted")


def named(item: pytest.Item) -> set[str]:
    """Return a test as long.txt may name it: its file, the function, this case of it."""
    case = item.nodeid.partition("tests/")[2]
    return {case, case.partition("[")[0], case.partition("::")[0]}
