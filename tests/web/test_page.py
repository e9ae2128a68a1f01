"""The page in a browser: what it shows, what it never does, who plays at it, how a game ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kit.browsing import (
    NARROW,
    WIDE,
    Served,
    Watched,
    asked,
    begin,
    wait_for_question,
    words_said,
)

MEASURES = (Path(__file__).parent / "measures.js").read_text(encoding="utf-8")
RULES = "intercept_sensors"
Look = Callable[..., Watched]
pytestmark = pytest.mark.slow


def test_actions_bear_their_odds_and_say_how_they_come_about(ships: Any) -> None:
    badge = ships.locator("#choices .word .odds").first
    badge.wait_for()
    assert re.fullmatch(r"[<>]?\d+ %", badge.inner_text())
    ships.locator("#choices .word:has(.odds)").first.focus()
    assert re.search(r"needs .* (of 95 cards|as far as is known)|In all", ships.inner_text("#odds"))
    ships.locator("#choices .word:has(.odds)").first.hover()
    label = ships.locator("#choices .word:has(.odds)").first.get_attribute("aria-label")
    assert badge.inner_text() in label


def test_a_rule_of_the_odds_opens_its_line(ships: Any) -> None:
    ships.locator("#choices .word:has(.odds)").first.focus()
    rule = ships.locator("#odds button").first
    named = rule.inner_text()
    rule.click()
    ships.locator("#rules:visible dt").first.wait_for()
    assert ships.locator("#index dt").all_inner_texts() == [named]
    assert ships.locator("#index dd").inner_text()


def test_ranges_are_shown_while_the_pointer_rests_on_a_piece(ships: Any) -> None:
    ring = ships.locator("#pieces [data-k]:has(.arcs) .arcs").first
    assert not ring.is_visible()
    ships.locator("#pieces [data-k]:has(.arcs)").first.focus()
    ring.wait_for()


def test_the_ruler_measures_by_clicks_and_by_keys(ships: Any) -> None:
    ships.click("#ruler")
    places = ships.locator("#pieces [data-cell][tabindex]")
    names = [places.nth(n).get_attribute("data-cell") for n in range(2)]
    for n in range(2):
        places.nth(n).focus()
        ships.keyboard.press("Enter")
    told = ships.inner_text("#cell")
    columns, rows = ([int(name[k : k + 2]) for name in names] for k in (0, 2))
    far = int(told.split()[-2])
    assert told == f"{names[0]} to {names[1]}: {far} {'hex' if far == 1 else 'hexes'}"
    assert far >= max(abs(columns[0] - columns[1]), abs(rows[0] - rows[1]))
    for n in range(2):
        box = places.nth(n).bounding_box()
        ships.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert ships.locator("#measure").count() == 1
    ships.keyboard.press("Escape")
    assert ships.locator("#measure").count() == 0 and ships.inner_text("#cell") == ""


def test_names_are_text(look: Look) -> None:
    watched = look()
    page = watched.page
    page.goto(watched.address)
    page.check(f"#start input[value={RULES}]")
    name = "<img src=x onerror=alert(1)>"
    page.get_by_label("Your name").fill(name)
    page.click("#start .go")
    wait_for_question(page)
    assert name in page.inner_text("#versus") and page.locator("#versus img").count() == 0


def test_of_a_picture_only_drawing_is_taken_in(duel: tuple[Watched, str]) -> None:
    page, wrong = duel[0].page, duel[0].wrong
    hostile = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
      viewBox="0 0 9 9" onload="alert(1)"><g id="pieces"><circle r="3" onclick="alert(2)" fill="url(http://a.b/c)"/>
      <foreignObject><p>text</p></foreignObject><a href="javascript:alert(4)"><rect width="1" height="1"/></a>
      <use xlink:href="https://a.b/c#d"/><use href="#mine"/><image href="https://a.b/c.png"/></g></svg>"""
    kept = page.evaluate(
        "async text => (await import('/static/picture.js')).taken(text).outerHTML", hostile
    )
    assert "circle" in kept and 'href="#mine"' in kept
    for bad in ("alert", "foreignObject", "a.b", "image", "<a"):
        assert bad not in kept
    other = "<html xmlns='http://www.w3.org/1999/xhtml'/>"
    assert (
        page.evaluate("async text => (await import('/static/picture.js')).taken(text)", other)
        is None
    )
    wrong[:] = [each for each in wrong if "inline event handler" not in each]  # it was blocked


def test_two_at_one_screen_do_not_see_each_others_board(look: Look) -> None:
    watched = look()
    page = watched.page
    begin(watched, RULES, "duel", against="a person, at this screen")
    page.wait_for_selector("#curtain:not([hidden])")
    assert page.inner_text("#curtain-who") == "Red, are you there?" and not page.is_visible("#map")
    page.click("#curtain-yes")
    wait_for_question(page)
    page.keyboard.type("b3 2,2")
    page.keyboard.press("Enter")
    page.locator("button", has_text="Hand over to Blue").click()
    assert page.inner_text("#curtain-who") == "Blue, are you there?" and not page.is_visible("#map")
    page.click("#curtain-yes")
    wait_for_question(page)
    assert "you are Blue" in page.inner_text("#sub") and "Alcyone" not in page.inner_text("main")


def test_a_person_comes_by_a_link(look: Look, site: Served) -> None:
    host, guest = look(), look()
    game = begin(host, RULES, "duel", against="a person, by a link")
    link = host.page.get_by_label("Link for Blue").input_value()
    assert f"/g/{game}#seat=blue_0&key=" in link
    host.page.keyboard.press("Escape")
    wait_for_question(host.page)
    host.page.keyboard.type("b3 2,2")
    host.page.keyboard.press("Enter")
    asked(host.page, "Blue has not come yet")
    guest.page.goto(link)
    guest.page.locator("#arrive .go").click()
    wait_for_question(guest.page)
    assert "key" not in guest.page.url and "you are Blue" in guest.page.inner_text("#sub")
    guest.page.reload()  # with the key that it was given in exchange
    wait_for_question(guest.page)
    assert words_said(site, game) == (2, 0)


def test_the_own_clock_runs_while_one_decides(look: Look, site: Served) -> None:
    watched = look()
    page = watched.page
    game = begin(watched, RULES, "duel", clock="a minute an order")
    wait_for_question(page)
    assert site.service.manager.open_session(game).game.clock.message() == {
        "kind": "order",
        "order_ms": 60_000,
    }
    clock = page.locator("#clock")
    clock.wait_for()
    first = clock.inner_text()
    assert re.fullmatch(r"0:[0-5]\d|1:00", first)
    page.wait_for_function(
        "shown => document.querySelector('#clock').textContent !== shown", arg=first
    )


def test_who_gives_up_sees_the_end_and_may_play_again(duel: tuple[Watched, str]) -> None:
    page = duel[0].page
    page.click("#resign")
    assert page.evaluate("document.activeElement.id") == "sure-no"
    page.click("#sure-yes")
    page.wait_for_selector("#end[open]")
    assert page.inner_text("#verdict") == "You have lost"
    page.locator("#ways button", has_text="sides exchanged").click()
    page.wait_for_url(lambda url: duel[1] not in url)
    wait_for_question(page)
    assert "you are Blue" in page.inner_text("#sub")
    page.goto(page.url.rpartition("/g/")[0])
    page.wait_for_selector(".kept")
    assert page.locator(".kept").count() == 2 and "You have lost" in page.inner_text(
        ".kept >> nth=1"
    )


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["desk", "phone"])
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_page_can_be_read(look: Look, size: tuple[int, int], scheme: str) -> None:
    watched = look(size, scheme)
    page = watched.page
    page.goto(watched.address)
    page.wait_for_selector("#start .go")
    page.click("#start summary")
    check_readable(page, "the first page")
    begin(watched, RULES, "duel")
    for turn in range(2):
        wait_for_question(page)
        check_readable(page, f"turn {turn}")
        page.locator("#captain button", has_text="this turn").click()
        page.wait_for_timeout(300)
    if page.is_visible("#menu"):
        page.click("#menu")
    page.click("#legend")
    check_readable(page, "the legend")


def check_readable(page: Any, where: str) -> None:
    """Assert that what is shown overflows nothing, is large enough, and stands out."""
    found = page.evaluate(f"({MEASURES.partition('() =>')[1]}{MEASURES.partition('() =>')[2]})()")
    assert found["texts"] > 5, where
    assert (found["across"], found["small"], found["faint"]) == (0, [], []), where


def test_dialogs_open_at_their_beginning_and_hide_nothing_at_their_end(look: Look) -> None:
    watched = look((1400, 620))
    page = watched.page
    begin(watched, "interceptor", "pair")
    wait_for_question(page)
    for button, dialog in (("#legend", "#key"), ("#standing-open", "#standing")):
        page.click(button)
        page.locator(f"{dialog}[open]").wait_for()
        assert page.evaluate(f"document.querySelector('{dialog}').scrollTop") == 0
        assert page.evaluate("document.activeElement.tagName") == "H2"
        below = page.evaluate(
            f"""() => {{
              const box = document.querySelector('{dialog}'), bar = box.querySelector('form');
              return box.getBoundingClientRect().bottom - bar.getBoundingClientRect().bottom;
            }}"""
        )
        assert below <= 2  # no text shows under the bar
        page.keyboard.press("Escape")
