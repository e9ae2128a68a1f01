"""Which tests run interpreted: those of rules in positions, unless they play whole games.

`make test-rules` takes the marked `interpreted`, with the compiler switched off; `make test-kit` all
others. Without the switch all run compiled.
"""

from __future__ import annotations

from pathlib import Path

import pytest

RULES = [Path(__file__).parent / part for part in ("rulesets", "agents/scripted/positions")]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what runs interpreted."""
    for item in items:
        of_rules = any(folder in item.path.parents for folder in RULES)
        if of_rules and item.get_closest_marker("compiled") is None:
            item.add_marker("interpreted")
