"""The page in a browser: how an order is put together, what it looks like, what it never does."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kit.browsing import NARROW, WIDE, Served, Watched, begin, make_ready, wait_for_question
from kit.hands import Typing, guide

MEASURES = (Path(__file__).parent / "measures.js").read_text(encoding="utf-8")
RULES = "intercept_sensors"
Look = Callable[..., Watched]
pytestmark = pytest.mark.slow


def words_said(site: Served, game: str) -> tuple[int, ...]:
    """Return how many words each side has said in a game."""
    return site.service.house.room(game).table.counts


def asked(page: Any, text: str) -> None:
    """Wait for a question with these words."""
    page.locator("#question", has_text=text).wait_for()


def word(page: Any, text: str) -> Any:
    """Return the button of a word."""
    return page.locator(
        "#choices button.word", has_text=re.compile(rf"^\W*{re.escape(text)}\W*$")
    ).first


@pytest.fixture
def duel(look: Look) -> tuple[Watched, str]:
    """A game in which Red is asked for its first word, and its name."""
    watched = look()
    game = begin(watched, RULES, "duel")
    wait_for_question(watched.page)
    return watched, game


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


def test_words_are_taken_back(duel: tuple[Watched, str], site: Served) -> None:
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


def aim(page: Any, across: float, down: float) -> None:
    """Drag from the piece that is asked, so many squares on the screen."""
    box = page.locator("#map .asked").bounding_box()
    side = page.evaluate("document.querySelector('#map svg').getScreenCTM().a * 22")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across * side / 2, y + down * side / 2)
    page.mouse.move(x + across * side, y + down * side)
    assert page.locator("#aim").count() == 1
    page.mouse.up()


def test_an_arrow_from_the_piece_that_is_asked_is_a_burn(
    duel: tuple[Watched, str], site: Served
) -> None:
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
    page.locator("#question", has_text="Plot").wait_for(state="detached")
    assert words_said(site, game)[0] >= said + 2


def test_an_arrow_out_of_reach_says_so(duel: tuple[Watched, str], site: Served) -> None:
    watched, game = duel
    page = watched.page
    placed(page)
    said = words_said(site, game)[0]
    aim(page, 9.0, 2.0)
    page.locator("#cell", has_text="no order ends there").wait_for()
    assert words_said(site, game)[0] == said and not page.locator("#pick button").is_visible()


def test_what_cannot_be_taken_back_is_asked_again_where_one_wants_it(
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


def test_words_are_said_by_their_places_on_the_map(duel: tuple[Watched, str], site: Served) -> None:
    watched, game = duel
    page = watched.page
    page.wait_for_selector("#glow .lit")
    for question in ("which square", "Plot"):  # after the box, after the square in it
        box = page.locator("#glow .lit").nth(3).bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        asked(page, question)
    assert words_said(site, game)[0] == 2


@pytest.mark.parametrize("typed", ["b3 2,2", "B3  2,2 ", "b3 22"])
def test_words_are_typed_as_short_as_they_are_clear(
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


def test_the_captain_speaks_until_the_turn_has_ended(duel: tuple[Watched, str]) -> None:
    page = duel[0].page
    page.locator("#captain button", has_text="this turn").click()
    page.locator("#track .turn", has_text="Turn 1").wait_for()


def test_a_standing_order_answers_a_kind_of_question(duel: tuple[Watched, str]) -> None:
    page = duel[0].page
    page.locator("#captain button", has_text="always: place box").click()
    asked(page, "Plot")
    page.click("#standing-open")
    switches = page.locator("#orders .switch:not(.habit) b")
    assert switches.all_inner_texts() == ["captain: place box", "captain: plot"]
    assert page.locator("#orders input").first.is_checked()


def leave(page: Any, kind: str, until: str) -> None:
    """Leave a kind of question to the captain, in the dialog of standing orders."""
    page.click("#standing-open")
    page.locator(f"#orders .held:has(b:text-is('{kind}')) select").select_option(until)
    page.keyboard.press("Escape")


def kinds_asked(page: Any, room: Any, times: int) -> set[str]:
    """Coast and scan nothing at so many questions; what they were about."""
    found = set()
    for _ in range(times):
        wait_for_question(page)
        at, question = room.count("red_0"), page.inner_text("#question")
        found.add(question.partition(" ")[0])
        word(page, "pass" if question.startswith("Scan") else "coast").click()
        page.wait_for_timeout(300)
        for _ in range(300):
            if (
                room.count("red_0") > at
                and room.table.asked == "red_0"
                and not room.speaks("red_0")
            ):
                break
            page.wait_for_timeout(20)
    return found


def test_kinds_of_question_are_left_to_the_captain_and_taken_back(look: Look, site: Served) -> None:
    watched = look()
    page, game = watched.page, begin(watched, RULES, "duel", against="Any legal word")
    wait_for_question(page)
    placed(page)
    leave(page, "scans", "game")
    room = site.service.house.room(game)
    said = room.standing.of
    assert "Scan" not in kinds_asked(page, room, 3) and said("red_0") == {"scans": "game"}
    page.reload()
    wait_for_question(page)
    page.click("#standing-open")
    field = page.locator("#orders .held:has(b:text-is('scans')) select")
    assert field.input_value() == "game"
    page.keyboard.press("Escape")
    leave(page, "scans", "")
    assert "Scan" in kinds_asked(page, room, 3) and said("red_0") == {}


def test_the_captain_finishes_an_order_of_which_the_rest_is_his(ships: Any, site: Served) -> None:
    room = site.service.house.room(ships.url.rpartition("/")[2])
    leave(ships, "sensors", "game")
    leave(ships, "movement", "game")
    said, verb = room.count("red_0"), re.compile("^(detect|move)")
    ships.locator("#choices button.word", has_text=verb).first.click()
    for _ in range(300):
        if room.count("red_0") > said + 1 and not room.table.is_mid_order:
            break
        ships.wait_for_timeout(20)
    assert room.count("red_0") > said + 1 and not room.table.is_mid_order
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


@pytest.fixture
def ships(look: Look, site: Served) -> Any:
    """The page of a Battle Rider game in the middle of its second turn."""
    make_ready(site.service, "battle_rider", "skirmish")
    watched = look()
    game = begin(watched, "battle_rider", "skirmish")
    own, page = guide(site, game, "red_0"), watched.page
    hands, table = Typing(page), site.service.house.room(game).table
    for _ in range(80):
        wait_for_question(page)
        if table.turn == 2 and any(table.odds("red_0", word).lines for word in spoken(table)):
            return page
        before = table.counts[0]
        hands.say(own.order())
        for _ in range(200):
            if table.counts[0] != before and table.asked in ("red_0", None):
                break
            page.wait_for_timeout(20)
    raise AssertionError("no order has odds")


def spoken(table: Any) -> list[list[int]]:
    """Return the orders of up to two words that settle something."""
    found = []
    for word in table.foresee("red_0", (), 2).words:
        if word.ends == "outcome":
            found.append([word.token])
        found += [[word.token, then.token] for then in word.then if then.ends == "outcome"]
    return found


def test_words_bear_their_odds_and_say_how_they_come_about(ships: Any) -> None:
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
    ships.locator("#rules[open]").wait_for()
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
    assert told.startswith(f"{names[0]} to {names[1]}: ") and told.endswith("hexes")
    columns, rows = ([int(name[k : k + 2]) for name in names] for k in (0, 2))
    assert int(told.split()[-2]) >= max(abs(columns[0] - columns[1]), abs(rows[0] - rows[1]))
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
    page = duel[0].page
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
    wait_for_question(host.page)
    host.page.keyboard.type("b3 2,2")
    host.page.keyboard.press("Enter")
    asked(host.page, "#seat=")
    link = re.search(r"http\S+", host.page.inner_text("#question"))
    assert link is not None and f"/g/{game}#seat=blue_0&key=" in link[0]
    guest.page.goto(link[0])
    wait_for_question(guest.page)
    assert "key" not in guest.page.url and "you are Blue" in guest.page.inner_text("#sub")
    guest.page.reload()  # with the key that it was given in exchange
    wait_for_question(guest.page)
    assert words_said(site, game) == (2, 0)


def test_the_own_clock_runs_while_one_is_asked(look: Look, site: Served) -> None:
    watched = look()
    page = watched.page
    game = begin(watched, RULES, "duel", clock="a minute an order")
    wait_for_question(page)
    assert site.service.house.room(game).kept.clock.message() == {
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
    readable(page, "the first page")
    begin(watched, RULES, "duel")
    for turn in range(2):
        wait_for_question(page)
        readable(page, f"turn {turn}")
        page.locator("#captain button", has_text="this turn").click()
        page.wait_for_timeout(300)
    page.click("#legend")
    readable(page, "the legend")


def readable(page: Any, where: str) -> None:
    """Assert that what is shown overflows nothing, is large enough, and stands out."""
    found = page.evaluate(f"({MEASURES.partition('() =>')[1]}{MEASURES.partition('() =>')[2]})()")
    assert found["texts"] > 5, where
    assert (found["across"], found["small"], found["faint"]) == (0, [], []), where
