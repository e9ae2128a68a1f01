"""Which tests run interpreted: those of rules in positions, unless they play whole games.

`make test-rules` takes the marked `interpreted`, with the compiler switched off; `make test-kit` all
others. Without the switch all run compiled.
"""

from __future__ import annotations

import enum
import sys
from pathlib import Path

import pytest

from spacecombat_env.core.jit import SETTINGS

if SETTINGS.DISABLE_JIT and sys.version_info[:2] == (3, 11):
    # NumPy asks the class of every enum member that it meets for what enums do not have, and 3.11
    # answers in Python; later versions have no such method. A sixth of the time of these tests.
    del enum.EnumType.__getattr__

RULES = [Path(__file__).parent / part for part in ("rulesets", "agents/scripted/positions")]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what runs interpreted."""
    for item in items:
        of_rules = any(folder in item.path.parents for folder in RULES)
        if of_rules and item.get_closest_marker("compiled") is None:
            item.add_marker("interpreted")
