"""An order on the page in a browser: how it is put together, taken back, said, and left to others.

By actions and their places on the map, an arrow, keys, the captain.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from kit.browsing import Served, Watched, asked, begin, wait_for_question, words_said
from kit.hands import Typing, guide

RULES = "intercept_sensors"
Look = Callable[..., Watched]
pytestmark = pytest.mark.slow


def word(page: Any, text: str) -> Any:
    """Return the button of an action."""
    return page.locator(
        "#choices button.word", has_text=re.compile(rf"^\W*{re.escape(text)}\W*$")
    ).first


def test_nothing_is_said_before_an_order_is_whole(duel: tuple[Watched, str], site: Served) -> None:
    watched, game = duel
    page = watched.page
    assert "in which box" in page.inner_text("#question")
    word(page, "B3").click()
    asked(page, "which square")
    assert page.locator("#chips button").all_inner_texts() == ["B3"]
    assert words_said(site, game) == (0, 0)
    word(page, "2,2").click()
    asked(page, "Plot")
    assert words_said(site, game)[0] == 2


def test_actions_are_taken_back(duel: tuple[Watched, str], site: Served) -> None:
    watched, game = duel
    page = watched.page
    word(page, "B3").click()
    page.wait_for_selector("#chips button")
    page.keyboard.press("Backspace")
    assert page.locator("#chips button").count() == 0 and word(page, "A1").count()
    word(page, "A2").click()
    page.wait_for_selector("#chips button")
    page.keyboard.press("Escape")
    assert page.locator("#chips button").count() == 0
    assert words_said(site, game) == (0, 0)


def placed(page: Any) -> None:
    """Place the ship in the middle of the map and wait for its plot."""
    for text in ("B3", "2,2"):
        word(page, text).click()
    asked(page, "Plot")
    page.wait_for_selector("#reach polygon", state="attached")  # then the camera rests


def aim(page: Any, across: float, down: float) -> None:
    """Drag from the piece that is asked, this many squares on the screen."""
    box = page.locator("#map .asked").bounding_box()
    side = page.evaluate("document.querySelector('#map svg').getScreenCTM().a * 22")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across * side / 2, y + down * side / 2)
    page.mouse.move(x + across * side, y + down * side)
    assert page.locator("#aim").count() == 1
    page.mouse.up()


def test_an_arrow_from_the_piece_to_act_is_a_burn(duel: tuple[Watched, str], site: Served) -> None:
    watched, game = duel
    page = watched.page
    placed(page)
    said = words_said(site, game)[0]
    aim(page, 2.0, 0.0)
    page.wait_for_selector("#pick button.word")
    assert words_said(site, game)[0] == said
    [order] = page.locator("#pick button.word").all_inner_texts()
    assert re.fullmatch(r"[NESW]{1,2} 2G", order)
    page.click("#pick button.word")
    for _ in range(100):
        if words_said(site, game)[0] >= said + 2:
            break
        page.wait_for_timeout(50)
    else:
        raise AssertionError("nothing was said")


def test_an_arrow_out_of_reach_says_so(duel: tuple[Watched, str], site: Served) -> None:
    watched, game = duel
    page = watched.page
    placed(page)
    said = words_said(site, game)[0]
    aim(page, 9.0, 2.0)
    page.locator("#cell", has_text="no order ends there").wait_for()
    assert words_said(site, game)[0] == said and not page.locator("#pick button").is_visible()


def test_no_action_is_taken_back_while_the_next_ones_are_looked_up(begun: Any) -> None:
    page = begun().page
    pops = page.evaluate(
        """async () => {
          let pops = 0;
          const { showLine, useLine } = await import("/static/line.js");
          const composer = { words: [{ text: "move" }, { text: "SE" }], isWaiting: true, now: { words: [] },
            pop() { if (++pops > 9) throw new Error("for ever"); } };
          useLine({ composer });
          showLine([]);
          document.querySelector("#chips button").click();
          return pops;
        }"""
    )
    assert pops == 0


def test_what_cannot_be_taken_back_needs_confirmation_where_one_wants_it(
    duel: tuple[Watched, str], site: Served
) -> None:
    watched, game = duel
    page = watched.page
    page.click("#legend")
    page.check("#careful")
    page.keyboard.press("Escape")
    word(page, "B3").click()
    word(page, "2,2").click()
    page.wait_for_selector("#say:not([hidden])")
    assert words_said(site, game) == (0, 0)
    page.click("#say")
    asked(page, "Plot")
    assert words_said(site, game)[0] == 2


def test_actions_are_given_by_their_places_on_the_map(
    duel: tuple[Watched, str], site: Served
) -> None:
    watched, game = duel
    page = watched.page
    page.wait_for_selector("#glow .lit")
    for question in ("which square", "Plot"):  # after the box, after the square in it
        box = page.locator("#glow .lit").nth(3).bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        asked(page, question)
    assert words_said(site, game)[0] == 2


@pytest.mark.parametrize("typed", ["b3 2,2", "B3  2,2 ", "b3 22"])
def test_actions_are_typed_as_short_as_they_are_clear(
    duel: tuple[Watched, str], site: Served, typed: str
) -> None:
    watched, game = duel
    page = watched.page
    page.keyboard.type(typed)
    page.keyboard.press("Enter")
    asked(page, "Plot")
    assert words_said(site, game)[0] == 2


def test_what_is_typed_and_not_clear_says_nothing(duel: tuple[Watched, str], site: Served) -> None:
    watched, game = duel
    page = watched.page
    page.keyboard.type("xyzzy")
    page.keyboard.press("Enter")
    assert page.inner_text("#guess") == "no word begins so"
    page.fill("#typed", "b")
    page.keyboard.press("Enter")
    assert page.inner_text("#guess").startswith("B1 · B2")
    assert words_said(site, game) == (0, 0) and page.locator("#chips button").count() == 0


def test_an_action_that_is_typed_where_a_number_stands_goes_to_the_line(
    look: Look, site: Served
) -> None:
    """What was typed of it before its first letter goes with it; a number stays where it is."""
    watched = look()
    page, game = watched.page, begin(watched, "interceptor", "pair")
    own, field = guide(site, game, "red_0"), page.locator("#choices input").first
    for _ in range(40):
        wait_for_question(page)
        if field.is_visible():
            break
        before = words_said(site, game)[0]
        Typing(page).say(own.order())
        for _ in range(200):
            if words_said(site, game)[0] != before and own.table.to_act == "red_0":
                break
            page.wait_for_timeout(20)
    line = page.locator("#typed")
    for typed, kept in (("1+", "1+"), ("x", "x"), ("7", "")):
        line.fill("")
        field.focus()
        field.select_text()
        page.keyboard.type(typed)
        assert line.input_value() == kept
    assert field.input_value() == "7"


def test_the_captain_acts_until_the_turn_has_ended(duel: tuple[Watched, str], site: Served) -> None:
    watched, game = duel
    page = watched.page
    assert "Turn 1" not in page.inner_text("#track") and words_said(site, game) == (0, 0)
    page.locator("#captain button", has_text="this turn").click()
    page.locator("#track .turn", has_text="Turn 1").wait_for()
    assert all(words_said(site, game)), "both sides have been placed"


def test_a_standing_order_answers_a_kind_of_decision(duel: tuple[Watched, str]) -> None:
    page = duel[0].page
    page.locator("#captain button", has_text="always: place box").click()
    asked(page, "Plot")
    page.click("#standing-open")
    page.locator("#standing[open]").wait_for()
    switches = page.locator("#orders .switch:not(.habit) b")
    assert switches.all_inner_texts() == ["captain: place box", "captain: plot"]
    assert page.locator("#orders input").first.is_checked()


def leave(page: Any, kind: str, until: str) -> None:
    """Leave a kind of question to the captain, in the dialog of standing orders."""
    page.click("#standing-open")
    page.locator(f"#orders .held:has(b:text-is('{kind}')) select").select_option(until)
    page.keyboard.press("Escape")


def kinds_asked(page: Any, session: Any, times: int) -> set[str]:
    """Coast and scan nothing at this many questions; what they were about."""
    found = set()
    for _ in range(times):
        wait_for_question(page)
        at, question = session.action_count("red_0"), page.inner_text("#question")
        found.add(question.partition(" ")[0])
        word(page, "pass" if question.startswith("Scan") else "coast").click()
        page.wait_for_timeout(300)
        for _ in range(300):
            if (
                session.action_count("red_0") > at
                and session.table.to_act == "red_0"
                and not session.automated_by("red_0")
            ):
                break
            page.wait_for_timeout(20)
    return found


def test_kinds_of_decision_are_left_to_the_captain_and_taken_back(
    look: Look, site: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site.service.manager, "_seeds", lambda: 1)  # a game that goes on so long
    watched = look()
    page, game = watched.page, begin(watched, RULES, "duel", against="Any legal action")
    wait_for_question(page)
    placed(page)
    leave(page, "scans", "game")
    session = site.service.manager.open_session(game)
    said = session.standing_orders.active_orders
    assert "Scan" not in kinds_asked(page, session, 3) and said("red_0") == {"scans": "game"}
    page.reload()
    wait_for_question(page)
    page.click("#standing-open")
    field = page.locator("#orders .held:has(b:text-is('scans')) select")
    assert field.input_value() == "game"
    page.keyboard.press("Escape")
    leave(page, "scans", "")
    assert "Scan" in kinds_asked(page, session, 3) and said("red_0") == {}


def test_the_captain_finishes_an_order_of_which_the_rest_is_his(ships: Any, site: Served) -> None:
    session = site.service.manager.open_session(ships.url.rpartition("/")[2])
    leave(ships, "sensors", "game")
    leave(ships, "movement", "game")
    said, verb = session.action_count("red_0"), re.compile("^(detect|move)")
    ships.locator("#choices button.word", has_text=verb).first.click()
    for _ in range(300):
        if session.action_count("red_0") > said + 1 and not session.table.is_mid_order:
            break
        ships.wait_for_timeout(20)
    assert session.action_count("red_0") > said + 1 and not session.table.is_mid_order
    wait_for_question(ships)
    assert ships.locator("#chips li").count() == 0


def test_an_order_of_last_turn_is_given_again(duel: tuple[Watched, str], site: Served) -> None:
    watched, game = duel
    page = watched.page
    placed(page)
    leave(page, "scans", "game")
    page.keyboard.type("e 1")
    page.keyboard.press("Enter")
    page.locator("#track .turn", has_text="Turn 2").wait_for()
    wait_for_question(page)
    said = words_said(site, game)[0]
    page.locator("#captain button", has_text="as before: E 1G").click()
    page.locator("#track .turn", has_text="Turn 3").wait_for()
    assert words_said(site, game)[0] >= said + 2


def test_an_order_under_way_outlives_a_cut_line(look: Look, site: Served) -> None:
    watched = look()
    page, sockets = watched.page, []

    def between(socket: Any) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    page.route_web_socket("**/v1/ws", between)
    game = begin(watched, RULES, "duel")
    wait_for_question(page)
    word(page, "B3").click()
    asked(page, "which square")
    sockets[-1].close(code=1001)
    page.wait_for_selector("#banner:not([hidden])")
    page.wait_for_selector("#banner", state="hidden")
    assert len(sockets) == 2 and page.locator("#chips button").all_inner_texts() == ["B3"]
    word(page, "2,2").click()
    asked(page, "Plot")
    assert words_said(site, game)[0] == 2
