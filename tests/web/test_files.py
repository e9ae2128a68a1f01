"""The files of the page: how much they weigh, and what stands in none of them."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

import spacecombat_env

WEB = Path(spacecombat_env.__file__).parent / "web"
PACKAGES = [WEB / "opponent", WEB / "engine"]
"""Packages for other programs, which the page never asks for."""
LESSONS = WEB / "tutorials"
MOST_BYTES = 400_000
"""Of the page and all that it ever asks for, without the game: of lessons those of one game."""


def files() -> list[Path]:
    """Return the files of the page: all but those of the packages for other programs."""
    found = [path for path in WEB.rglob("*") if path.is_file()]
    return [path for path in found if not set(PACKAGES) & set(path.parents)]


def test_the_page_is_light() -> None:
    page = [path for path in files() if path.suffix != ".ts" and LESSONS not in path.parents]
    lessons = max(path.stat().st_size for path in LESSONS.glob("*.json"))
    index = (LESSONS / "index.json").stat().st_size
    assert sum(path.stat().st_size for path in page) + index + lessons <= MOST_BYTES


def needed(*names: str) -> set[Path]:
    """Return modules and all that they import before anything is clicked."""
    found: set[Path] = set()
    todo = [(WEB / name).resolve() for name in names]
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            text = path.read_text(encoding="utf-8")
            imports = re.findall(r'(?:from|^import)\s+"(\.[^"]+)"', text, re.M)
            todo += [(path.parent / each).resolve() for each in imports]
    return found


@pytest.mark.parametrize(("first", "most"), [("game.js", 90_000), ("start.js", 35_000)])
def test_the_first_load_is_light(first: str, most: int) -> None:
    page = WEB / "play.html"
    styles = re.findall(r'href="static/([^"]+\.css)"', page.read_text(encoding="utf-8"))
    files = {page, *(WEB / style for style in styles), *needed("main.js", first)}
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) <= most


def test_the_page_requests_nothing_of_the_packages_for_other_programs() -> None:
    for path in files():
        assert not re.search("opponent/|engine/", path.read_text(encoding="utf-8")), path
    scripts = [path for package in PACKAGES for path in package.glob("*.js")]
    own = "".join(path.read_text(encoding="utf-8") for path in scripts)
    assert not re.search(r"(?:from|import\() *[\"']\.\./", own)


def test_nothing_stands_in_the_page_that_its_policy_forbids() -> None:
    page = (WEB / "play.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)
    assert not re.search(
        r"https?://(?!www\.w3\.org/2000/svg)", "".join(p.read_text() for p in WEB.rglob("*.js"))
    )
