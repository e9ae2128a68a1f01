"""The layout of a game in a browser: the board first, the console as a strip, tabs, the camera."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from kit.browsing import Watched, begin, wait_for_question

Look = Callable[..., Watched]
pytestmark = pytest.mark.slow

DESK, PHONE = (1400, 900), (400, 800)
GAMES = [("battle_rider", "skirmish"), ("interceptor", "pair"), ("intercept_sensors", "duel")]
SHARE = """() => {
    const map = document.querySelector("#map").getBoundingClientRect();
    const seen = [...document.querySelectorAll("#choices button.word, #choices input")].filter(e => e.checkVisibility());
    const strip = document.querySelector("#main.long, #main.aside") ? [] : seen;
    const over = document.documentElement;
    return [map.width * map.height / innerWidth / innerHeight, map.height / innerHeight,
        strip.length, over.scrollWidth - innerWidth, over.scrollHeight - innerHeight];
}"""
"""The shares of the board in the window and in its height, choices in the strip, what overflows."""
TARGETS = """() => [...document.querySelectorAll("#glow .lit")].map(e => e.getBoundingClientRect())
    .filter(b => b.left >= 0 && b.top >= 0).map(b => Math.min(b.width, b.height))"""
SCALE = "() => document.querySelector('#land').getScreenCTM().a ** 2 + document.querySelector('#land').getScreenCTM().b ** 2"
CENTRE = """() => {
    const b = document.querySelector("#map").getBoundingClientRect();
    return [b.left + b.width / 2, b.top + b.height / 2];
}"""


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", GAMES, ids="_".join)
def test_the_board_comes_first(look: Look, size: tuple[int, int], game: tuple[str, str]) -> None:
    watched = look(size)
    page = watched.page
    begin(watched, *game)
    for _ in range(2):
        wait_for_question(page)
        share, height, choices, across, down = page.evaluate(SHARE)
        assert share >= (0.6 if size == DESK else 0.5), share
        assert size == DESK or height >= 0.55
        assert choices <= 12 and across <= 0 and down <= 0
        page.locator("#captain button", has_text="this order").click()
        page.wait_for_timeout(500)


@pytest.mark.parametrize(("size", "least"), [(DESK, 24), (PHONE, 44)], ids=["desk", "phone"])
def test_places_that_may_be_clicked_are_large(
    look: Look, size: tuple[int, int], least: int
) -> None:
    watched = look(size)
    page = watched.page
    begin(watched, "intercept_sensors", "duel")
    wait_for_question(page)
    page.keyboard.type("b3 ")  # then its squares are asked for
    page.locator("#question", has_text="which square").wait_for()
    page.wait_for_timeout(300)
    found = page.evaluate(TARGETS)
    assert len(found) > 3 and min(found) >= least - 0.5


@pytest.mark.parametrize("game", GAMES, ids="_".join)
def test_a_compass_is_always_shown(look: Look, game: tuple[str, str]) -> None:
    watched = look(DESK)
    page = watched.page
    begin(watched, *game)
    wait_for_question(page)
    says = page.locator("#map .compass").get_attribute("aria-label")
    assert says == ("North is right" if game[0] == "battle_rider" else "North is up")
    page.set_viewport_size({"width": 400, "height": 800})
    page.locator("#map .compass[aria-label='North is up']").wait_for()


def test_the_wheel_zooms_and_a_drag_pans(look: Look) -> None:
    watched = look(DESK)
    page = watched.page
    begin(watched, "interceptor", "pair")
    wait_for_question(page)
    x, y = page.evaluate(CENTRE)
    first = page.evaluate(SCALE)
    page.mouse.move(x, y)
    for _ in range(5):
        page.mouse.wheel(0, -100)
    page.wait_for_timeout(300)
    assert page.evaluate(SCALE) > 1.2 * first
    moved = "() => document.querySelector('#land').getScreenCTM().e"
    left = page.evaluate(moved)
    page.mouse.down()
    page.mouse.move(x + 60, y + 10, steps=4)
    page.mouse.up()
    page.wait_for_timeout(300)
    assert page.evaluate(moved) == pytest.approx(left + 60, abs=3)
    page.keyboard.press("m")  # the map has the keys now
    page.locator("#whole[aria-pressed=true]").wait_for()
    page.keyboard.press("f")
    page.locator("#follow[aria-pressed=true]").wait_for()
    assert page.input_value("#typed") == ""


def test_two_fingers_zoom(browser: Any, look: Look) -> None:
    watched = look(PHONE)
    page = watched.page
    begin(watched, "interceptor", "pair")
    wait_for_question(page)
    first, (x, y) = page.evaluate(SCALE), page.evaluate(CENTRE)
    touch = page.context.new_cdp_session(page)
    for kind, far in (("touchStart", 20), ("touchMove", 60), ("touchMove", 100), ("touchEnd", 0)):
        fingers = [{"x": x - far, "y": y, "id": 1}, {"x": x + far, "y": y, "id": 2}]
        points = fingers if far else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.wait_for_timeout(300)
    assert page.evaluate(SCALE) > 1.5 * first


def test_tabs_are_gone_through_by_keys(look: Look) -> None:
    watched = look(DESK)
    page = watched.page
    begin(watched, "battle_rider", "skirmish")
    wait_for_question(page)
    page.focus("#tab-game")
    page.keyboard.press("ArrowRight")
    assert page.is_visible("#ships") and not page.is_visible("#log")
    page.keyboard.press("ArrowRight")
    page.locator("#index dt").first.wait_for()
