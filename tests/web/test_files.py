"""The files of the page: how much they weigh, and what stands in none of them."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import spacecombat_env

WEB = Path(spacecombat_env.__file__).parent / "web"
PACKAGES = [WEB / "opponent", WEB / "engine"]
"""Packages for other programs, which the page never asks for."""
LESSONS = WEB / "tutorials"
MOST_BYTES, MOST_PACKED = 400_000, 93_000
"""Of the page and all that it ever asks for, without the game: of lessons those of one game. And,
gzipped, of what it asks for at once.
"""
IMPORT = re.compile(r"^(?:import|export) [^;]*?from \"(\./[^\"]+|\.\./[^\"]+)\"", re.MULTILINE)
SHEET = re.compile(r'rel="stylesheet" href="static/([^"]+)"')


def files() -> list[Path]:
    """Return the files of the page: all but those of the packages for other programs."""
    found = [path for path in WEB.rglob("*") if path.is_file()]
    return [path for path in found if not set(PACKAGES) & set(path.parents)]


def test_the_page_is_light() -> None:
    page = [path for path in files() if path.suffix != ".ts" and LESSONS not in path.parents]
    lessons = max(path.stat().st_size for path in LESSONS.glob("*.json"))
    index = (LESSONS / "index.json").stat().st_size
    assert sum(path.stat().st_size for path in page) + index + lessons <= MOST_BYTES


def first_asked() -> set[Path]:
    """Return the files that the page of a game asks for before anything is clicked."""
    page = WEB / "play.html"
    found, left = {page}, [WEB / "main.js", WEB / "game.js"]
    found |= {WEB / name for name in SHEET.findall(page.read_text(encoding="utf-8"))}
    while left:
        script = left.pop()
        if script not in found:
            found.add(script)
            names = IMPORT.findall(script.read_text(encoding="utf-8"))
            left += [(script.parent / name).resolve() for name in names]
    return found


def test_what_is_asked_for_at_once_is_small() -> None:
    packed = sum(len(gzip.compress(path.read_bytes())) for path in first_asked())
    assert packed <= MOST_PACKED


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
