"""Helpers stand beside the tests, in any import mode."""

import sys
from pathlib import Path

import pytest

from spacecombat_env.core.model.layout import Layout

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def words_found_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remember where words stand in layouts, which no game changes: a third of all time."""
    locate, known = Layout.locate, dict[tuple[int, int], tuple[str, int]]()

    def remembered(layout: Layout, index: int) -> tuple[str, int]:
        place = known.get((id(layout), index))
        if place is None:
            place = known[id(layout), index] = locate(layout, index)
            kept.append(layout)
        return place

    kept = list[Layout]()
    monkeypatch.setattr(Layout, "locate", remembered)
