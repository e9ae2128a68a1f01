"""Orders given on the map in a browser: where a piece can go, and where to scan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from kit.browsing import Served, Watched, begin, wait_for_question, words_said

from spacecombat_env.env.table import reach

Look = Callable[..., Watched]
pytestmark = pytest.mark.slow
AT = """name => {
  const found = document.querySelector('#cells').textContent.split(';').map(each => each.split(','));
  const [x, y] = found.find(([, , ...rest]) => rest.join(',') === name).map(Number);
  const m = document.querySelector('#board').getScreenCTM();
  return [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f];
}"""
"""Where a place of the map is on the screen."""
UNDER_NO_FIRE = 2
"""Seed of a pair in which nobody fires at the first craft on its way, which would stop it."""
CHANGED = "was => document.querySelector('#question').innerText !== was"
ROUND = ("Round of", "#reach polygon", "done", "pass", "end round")
"""The first round of a task force that may go somewhere."""


def press(page: Any, *texts: str) -> bool:
    """Press the first of these words that is offered; return whether there is one."""
    for text in texts:
        for button in page.locator("#choices button.word").all():
            if button.inner_text().split("\n")[0].strip("⚄… ") == text:
                button.click()
                return True
    return False


def come_to(page: Any, question: str, shown: str, *texts: str) -> None:
    """Answer with these words, or with the first one, until a question is asked with its drawing."""
    for _ in range(60):
        wait_for_question(page)
        before = page.inner_text("#question")
        if question in before:
            page.wait_for_timeout(700)  # until what is drawn has come
            if page.locator(shown).count():
                return
        if not press(page, *texts):
            page.locator("#choices button.word").first.click()
        page.wait_for_function(CHANGED, arg=before)
    raise AssertionError(before)


def said_more(page: Any, site: Served, game: str, before: int) -> int:
    """Wait until Red has said more than this many words; return how many more."""
    for _ in range(100):
        if words_said(site, game)[0] > before:
            break
        page.wait_for_timeout(100)
    return words_said(site, game)[0] - before


@pytest.fixture
def skirmish(look: Look) -> tuple[Watched, str]:
    """The first round of a task force that may move."""
    watched = look()
    game = begin(watched, "battle_rider", "skirmish")
    come_to(watched.page, *ROUND)
    return watched, game


def test_all_hexes_in_reach_are_drawn_with_their_cost(
    skirmish: tuple[Watched, str], site: Served
) -> None:
    watched, game = skirmish
    found = reach(site.service.manager.open_session(game).table, "red_0")
    assert watched.page.locator("#reach polygon").count() == len(found.destinations) > 30
    costs = sorted(int(text) for text in watched.page.locator("#reach text").all_text_contents())
    assert costs == sorted(destination.cost for destination in found.destinations)


def farthest(site: Served, game: str) -> str:
    """Return a hex at which thrust is left."""
    found = reach(site.service.manager.open_session(game).table, "red_0")
    return next(each.place for each in found.destinations if each.cost and each.left)


def test_a_click_composes_a_move_and_a_second_one_says_it(
    skirmish: tuple[Watched, str], site: Served
) -> None:
    watched, game = skirmish
    page, said = watched.page, words_said(site, game)
    place = farthest(site, game)
    x, y = page.evaluate(AT, place)
    page.mouse.move(x, y)
    page.locator(".hint h2", has_text=place).wait_for()
    assert page.locator("#way line").count() and words_said(site, game) == said
    page.mouse.click(x, y)
    page.locator("#say", has_text=f"Go to {place}").wait_for()
    chips = page.locator("#chips li").all_inner_texts()
    assert chips[0] == "move" and chips[-1] == "go"
    assert words_said(site, game) == said
    page.keyboard.press("Escape")
    assert page.locator("#chips li").count() == 0 and not page.is_visible("#say")
    page.mouse.click(x, y)
    page.mouse.click(x, y)
    assert said_more(page, site, game, said[0] + len(chips) - 1) >= 1


def test_keys_take_a_move_back_and_say_it(skirmish: tuple[Watched, str], site: Served) -> None:
    watched, game = skirmish
    page, said = watched.page, words_said(site, game)
    page.mouse.click(*page.evaluate(AT, farthest(site, game)))
    page.wait_for_selector("#say:visible")
    count = page.locator("#chips li").count()
    page.keyboard.press("Backspace")
    page.wait_for_function("n => document.querySelectorAll('#chips li').length < n", arg=count)
    page.locator("#choices button.word").first.wait_for()  # what may follow is looked up again
    page.keyboard.press("Escape")
    page.mouse.click(*page.evaluate(AT, farthest(site, game)))
    page.wait_for_selector("#say:visible")
    assert words_said(site, game) == said
    page.keyboard.press("Enter")
    assert said_more(page, site, game, said[0])


def test_the_first_tap_previews(browser: Any, site: Served) -> None:
    context = browser.new_context(
        viewport={"width": 400, "height": 800}, has_touch=True, reduced_motion="reduce"
    )
    watched = Watched(context.new_page(), site.address)
    page, game = watched.page, begin(watched, "battle_rider", "skirmish")
    come_to(page, *ROUND)
    said, spot = words_said(site, game), page.evaluate(AT, farthest(site, game))
    page.touchscreen.tap(*spot)
    page.wait_for_selector("#say:visible")
    assert words_said(site, game) == said and page.locator("#way line").count()
    page.touchscreen.tap(*page.evaluate(AT, page.inner_text("#say").split()[2].strip("⚄")))
    assert said_more(page, site, game, said[0])
    context.close()
    assert watched.wrong == []


def test_a_scan_takes_two_clicks_on_the_map(duel: tuple[Watched, str], site: Served) -> None:
    watched, game = duel
    page = watched.page
    come_to(page, "which ship scans", "#heat rect", "B3", "2,2", "coast")
    assert page.locator("#heat rect").count() == 42
    assert any(text.endswith("%") for text in page.locator("#heat text").all_text_contents())
    said, (x, y) = words_said(site, game), page.evaluate(AT, "E2 (23,8)")
    page.mouse.move(x, y)
    page.wait_for_selector("#area rect", state="attached")
    square = page.evaluate("document.querySelector('#board').getScreenCTM().a * 20")
    assert round(page.locator("#area rect").bounding_box()["width"] / square) in (15, 16)
    page.mouse.click(x, y)
    page.wait_for_selector("#say:visible")
    assert page.locator("#chips li").count() == 4 and words_said(site, game) == said
    page.mouse.click(x, y)
    assert said_more(page, site, game, said[0]) == 4


def test_pointing_at_a_hex_compares_the_odds_from_there(
    skirmish: tuple[Watched, str], site: Served
) -> None:
    watched, game = skirmish
    page, said = watched.page, words_said(site, game)
    page.mouse.move(*page.evaluate(AT, farthest(site, game)))
    page.wait_for_selector("#odds table.from")
    rows = page.locator("#odds table.from tr").all_inner_texts()
    assert rows[0].split() == ["here", "there"]
    assert any("detect" in row or "fire" in row for row in rows[1:])
    assert words_said(site, game) == said


def test_a_craft_flies_by_two_clicks(look: Look, site: Served) -> None:
    watched = look()
    site.seeds.next = UNDER_NO_FIRE
    page, game = watched.page, begin(watched, "interceptor", "pair")
    come_to(page, "at what velocity", "#reach polygon", "pass")
    said = words_said(site, game)
    table = site.service.manager.open_session(game).table
    assert table.to_act == "red_0"
    costs = page.locator("#reach text").all_text_contents()
    place = page.evaluate(AT, nearest(page, costs.index("0")))
    page.mouse.click(*place)
    page.locator("#say", has_text="Fly to").wait_for()
    assert words_said(site, game) == said
    page.mouse.click(*place)
    assert said_more(page, site, game, said[0] + 1)  # its velocity, and hexes
    page.locator("#question", has_text="moves").wait_for()


def nearest(page: Any, index: int) -> str:
    """Return the hex of a shaded place, by its number among them."""
    return str(
        page.evaluate(
            """n => {
          const [x, y] = document.querySelectorAll('#reach polygon')[n].getAttribute('transform').match(/-?[\\d.]+/g).map(Number);
          const all = document.querySelector('#cells').textContent.split(';').map(each => each.split(','));
          return all.find(([a, b]) => Math.hypot(a - x, b - y) < 1).slice(2).join(',');
        }""",
            index,
        )
    )


def test_a_slider_launches_what_the_directors_guide(look: Look, site: Served) -> None:
    watched = look()
    page, game = watched.page, begin(watched, "battle_rider", "skirmish")
    come_to(page, "Launching", ".launch input", "end round", "go")
    said = words_said(site, game)
    row = page.locator(".launch", has_text="Starburst")
    assert row.locator("input").get_attribute("max") == "20"
    assert "20 directors, 100 missiles" in row.inner_text()
    row.locator("input").press("ArrowDown")
    row.locator("button", has_text="launch 19").wait_for()
    page.keyboard.press("Enter")
    assert said_more(page, site, game, said[0]) >= 2
    page.locator("#log", has_text="19 missiles").wait_for()


def test_a_slider_says_what_comes_through(begun: Any) -> None:
    """Of as many missiles as it stands at, once it rests; numbers are said by tens and units."""
    game = begun()
    page = game.page
    page.evaluate(
        """async () => {
          const { showLaunches } = await import("/static/launch.js");
          window.asked = [];
          const then = [0, 10, 20].map(number => ({ token: 200 + number / 10, text: number + "+", number }));
          const vocabulary = Array.from({ length: 24 }, (_, n) => ({ token: 200 + n, text: String(n) }));
          const ship = { name: "Carrier", force: "TF-1", missiles: 100, missile_directors: 20, missiles_controlled: 0 };
          const request = ({ type, words }) => { window.asked.push([type, ...words]); return Promise.resolve({ targets: [
            { piece: "f1.0", name: "eTF-1", missiles: 19, through: 7.5, hits: 3.2 }] }); };
          showLaunches({
            composer: { words: [], now: { words: [{ token: 5, text: "Carrier", then }] } }, wire: { request },
            joined: { rules: { salvos: true }, vocabulary },
            stand: { asked: "launch_menu", view: { own_ships: [ship], own_forces: [], enemy_forces: [], enemy_ships: [] } },
          }, () => {}, "");
        }"""
    )
    page.locator(".launch input").press("ArrowDown")
    game.after(200)
    assert page.evaluate("window.asked") == [["salvos", 5, 202, 200], ["salvos", 5, 201, 209]]
    told = "eTF-1, defended as it stands: 7.5 of 19 get through, 3.2 hit"
    page.locator(".launch .salvo", has_text=told).wait_for()


def test_missiles_of_an_order_of_fire_say_what_comes_through(begun: Any) -> None:
    """For each word that ends the order; asked once, and nothing said for guns alone."""
    page = begun().page
    page.evaluate(
        """async () => {
          const { showFire } = await import("/static/launch.js");
          window.asked = [];
          const words = [
            { token: 4, text: "done", ends: "outcome" }, { token: 22, text: "all", ends: "outcome" },
            { token: 66, text: "w3", kind: "weapons" },
          ];
          const request = ({ type, words }) => { window.asked.push([type, ...words]); return Promise.resolve({ targets:
            words[1] === 22 ? [{ piece: "c1.0", name: "Contact 1", missiles: 3, through: 1.5, hits: 0.9 }] : [] }); };
          const composer = { words: [{ token: 64 }], tokens: [64], now: { words }, isWhole: false };
          const seat = { composer, wire: { request }, joined: { rules: { salvos: true } } };
          await showFire(seat);
          await showFire(seat);
        }"""
    )
    assert page.evaluate("window.asked") == [["salvos", 64, 4], ["salvos", 64, 22]]
    [line] = page.locator("#choices > .salvo").all_inner_texts()
    assert line == "all: Contact 1, defended as it stands: 1.5 of 3 get through, 0.9 hit"


FLIGHTS = [
    # BR-MIS-05: 12 Gs in all; BR-MIS-14: the hex is crossed within a turn
    (("1010", [0, 0]), ("1022", [0, 0]), 1),
    (("1010", [0, 0]), ("1023", [0, 0]), 2),
    (("1303", [0, 3]), ("1331", [0, -3]), 2),  # 28 hexes, closing by 6 a turn
    (("1303", [0, -3]), ("1315", [0, 3]), 2),
    (("0505", [0, 0]), ("1705", [0, 0]), 1),  # 12 columns on are 12 steps in the same row, too
    (("0505", [0, 0]), ("1805", [0, 0]), 2),
    (("0505", [0, -9]), ("0540", [0, 9]), 0),
]


def test_a_launch_says_when_its_missiles_may_strike(begun: Any) -> None:
    page = begun().page
    mover = [
        [{"name": "eTF-1", "hex": hexes, "vector": vector} for hexes, vector in flight[:2]]
        for flight in FLIGHTS
    ]
    found = page.evaluate(
        """async flights => {
          const { strikes, turnsTo } = await import("/static/flight.js");
          const [from, to] = flights[1], ship = { force: "TF-1" };
          const view = known => ({ own_forces: [{ ...from, name: "TF-1" }], enemy_forces: [to],
            enemy_ships: [{ force: "eTF-1", detected: known }] });
          return [flights.map(flight => turnsTo(...flight)), strikes(view(true), ship), strikes(view(false), ship)];
        }""",
        mover,
    )
    assert found == [[turns for _, _, turns in FLIGHTS], [["eTF-1", 2]], []]
