"""The program of each page of a library learns as much as the page says."""

from __future__ import annotations

import importlib.util
import re
from typing import Any

import pytest
from kit.printed import ROOT

PAGES = ("agilerl", "cleanrl", "gymnasium", "rllib", "stable_baselines3", "tianshou", "torchrl")
RANGE = re.compile(r"it scored (\d+)(?: to (\d+))? % against `random`")
CHANCE, MARGIN = 50, 10
"""What a player without training scores, and how far another machine may be off, in percent."""


def script() -> Any:
    """Return `scripts/library_scores.py` as a module."""
    path = ROOT / "scripts" / "library_scores.py"
    spec = importlib.util.spec_from_file_location("library_scores", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def scores(page: str) -> tuple[int, int]:
    """Return the range of scores that a page prints; one seed has one score."""
    text = (ROOT / "docs" / "libraries" / f"{page}.md").read_text(encoding="utf-8")
    (found,) = RANGE.findall(text)
    return int(found[0]), int(found[1] or found[0])


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_how_much_its_program_learns(page: str) -> None:
    assert "SEED = 1" in script().learning_program(page)
    low, high = scores(page)
    assert CHANCE < low <= high <= 100


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_a_program_learns_what_its_page_says(page: str) -> None:
    pytest.importorskip({"cleanrl": "torch", "rllib": "ray.rllib"}.get(page, page))
    assert script().score(script().learning_program(page), seed=1) >= scores(page)[0] - MARGIN
