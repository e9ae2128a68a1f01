"""The replay page at a service: ways on, the bar of playback, and the board that it opens at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from kit.browsing import Served, Watched
from kit.serving import HUNTER

Look = Callable[..., Watched]
pytestmark = pytest.mark.slow


@pytest.fixture
def told(look: Look, site: Served) -> Any:
    """The page of a finished game of two captains, and the game's name."""
    watched = look()
    about = {"ruleset": "intercept_sensors", "scenario": "duel", "max_turns": 4}
    seats = {"red_0": HUNTER, "blue_0": HUNTER}
    made = watched.page.request.post(site.address + "/v1/games", data={**about, "seats": seats})
    game = made.json()["game"]
    for _ in range(600):
        if watched.page.request.get(f"{site.address}/v1/games/{game}/replay").ok:
            break
        watched.page.wait_for_timeout(100)
    watched.page.goto(f"{site.address}/r/{game}")
    return watched.page, game


def test_it_has_ways_on_and_opens_at_a_board_with_pieces(told: Any, site: Served) -> None:
    page, game = told
    assert page.locator("#pieces [data-k^=u]").count() >= 1
    home = page.locator("#home")
    assert home.is_visible() and home.evaluate("e => e.href") == site.address + "/"
    links = page.locator("#share a").evaluate_all("all => all.map(e => [e.textContent, e.href])")
    replay, analysis = f"{site.address}/v1/games/{game}/replay", f"{site.address}/g/{game}"
    assert links[0][0] == "Play on from here"
    assert links[1:] == [["Download", replay], ["Analysis", analysis]]
    with page.expect_download() as download:
        page.locator("#share a", has_text="Download").click()
    assert download.value.suggested_filename == f"{game}.json"
    page.locator("#share button", has_text="Copy this moment").click()
    address = page.locator("#share .address").input_value()
    assert address.startswith(f"{site.address}/r/{game}#frame=") and "&view=truth" in address


def test_the_bar_is_that_of_playback(told: Any) -> None:
    page, _ = told
    moment = lambda: int(page.url.partition("#frame=")[2].partition("&")[0] or -1)  # noqa: E731
    page.click(".film .skip")
    page.wait_for_timeout(400)
    begun = moment()
    page.click(".film .on")
    page.wait_for_timeout(400)
    assert moment() == begun + 1
    page.click(".film .back")
    page.wait_for_timeout(400)
    assert moment() == begun
    page.locator(".film .pace", has_text="4×").click()
    page.click(".film .pause")
    page.wait_for_timeout(2_000)
    page.click(".film .pause")
    page.wait_for_timeout(400)
    assert moment() > begun and page.inner_text(".film .pause") == "go on"
