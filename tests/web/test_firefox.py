"""A whole game of each rule set in Firefox, by clicks; skipped where none can be steered.

Playwright steers the Firefox of the system by WebDriver BiDi. Its later versions send a command
that Firefox does not know; 1.57 is one that works: pip install playwright==1.57.0
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from kit.browsing import WIDE, Served, Watched, begin
from kit.hands import Clicks, guide, play

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
CALM = {"ui.prefersReducedMotion": 1}
GAMES = [("battle_rider", "duel"), ("intercept_sensors", "duel"), ("interceptor", "duel")]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(FIREFOX is None, reason="no Firefox is installed"),
]


@pytest.fixture
def watched(playwright: Any, site: Served) -> Iterator[Watched]:
    """A page in a Firefox; at the end nothing may have gone wrong on it."""
    from playwright.sync_api import Error

    width, height = WIDE
    site.seeds.next = 1
    browser = playwright.firefox.launch(
        channel="moz-firefox", executable_path=FIREFOX, firefox_user_prefs=CALM
    )
    try:
        page = browser.new_page(viewport={"width": width, "height": height})
    except Error as cause:
        browser.close()
        pytest.skip(f"this Playwright does not steer this Firefox: {cause}")
    opened = Watched(page, site.address)
    yield opened
    browser.close()
    left = "dynamically imported module"  # what was still being loaded when a page was left
    assert [each for each in opened.wrong if left not in each] == []


@pytest.mark.parametrize("game", GAMES, ids="_".join)
def test_a_whole_game_in_firefox(watched: Watched, site: Served, game: tuple[str, str]) -> None:
    name = begin(watched, *game)
    play(watched.page, guide(site, name, "red_0"), Clicks(watched.page))
    watched.page.wait_for_selector("#end[open]")
    assert site.service.manager.open_session(name).table.to_act is None
