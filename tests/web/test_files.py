"""The files of the page: how much they weigh, and what stands in none of them."""

from __future__ import annotations

import re
from pathlib import Path

import spacecombat_env

WEB = Path(spacecombat_env.__file__).parent / "web"
MOST_BYTES = 150_000
"""Of the page and all that belongs to it, without the game."""


def test_the_page_is_light() -> None:
    files = [path for path in WEB.rglob("*") if path.suffix != ".ts"]
    assert sum(path.stat().st_size for path in files if path.is_file()) <= MOST_BYTES


def test_nothing_stands_in_the_page_that_its_policy_forbids() -> None:
    page = (WEB / "play.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)
    assert not re.search(
        r"https?://(?!www\.w3\.org/2000/svg)", "".join(p.read_text() for p in WEB.rglob("*.js"))
    )
