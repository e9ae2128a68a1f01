"""What gives up a ship or the game is asked first, always, and the answer is No unless one says Yes."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from kit.browsing import Served, Watched, begin, wait_for_question, words_said
from kit.slowly import slow

from spacecombat_env.env.table import Table

Look = Callable[..., Watched]
PLACES = {"battle_rider": "skirmish", "interceptor": "pair", "intercept_sensors": "duel"}
KEYS = [
    *"abcdefghijklmnopqrstuvwxyz0123456789 ",
    *("Enter", "Enter", "Enter", "Enter", "Backspace", "Escape", "Tab", "Shift+Tab"),
    *("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Space", "Space"),
]
ANSWERS = ["Enter", "Escape", "Space", "click", "backdrop"]
"""What may be done to the dialog without going to its Yes."""
TARGETS = "#choices button, #choices input, #chips button, #say, #undo, #map [data-cell], #glow *, #fan g, #pick button, #typed, #resign"


def given_up(table: Table, seat: str) -> list[str]:
    """What a seat has given up by its actions in a game, and the game if it has resigned."""
    again = Table(table.ruleset, table.scenario, table._seed)
    found = [table.gave_up] if table.gave_up.startswith(seat) else []
    for action in table.actions:
        acting = again.to_act
        assert acting is not None
        if acting == seat:
            offers = {offer.action: offer.grave for offer in again.state(seat).offers}
            found += [str(offers[action])] if offers[action] else []
        count = again.counts[again.ruleset.seats.index(acting)]
        again.say(acting, count, [action])
    return found


def poke(page: Any, rng: random.Random) -> None:
    """Click somewhere, or press a key; in the dialog anything but its Yes."""
    if page.evaluate("document.querySelector('#sure').open"):
        way = rng.choice(ANSWERS)
        if way == "click":
            return page.locator("#sure-no").click()
        return page.mouse.click(3, 3) if way == "backdrop" else page.keyboard.press(way)
    if page.evaluate("!!document.querySelector('dialog[open]')"):
        return page.keyboard.press("Escape")
    if rng.random() < 0.4:
        return page.keyboard.press(rng.choice(KEYS))
    spot = page.evaluate(
        """([targets, where]) => {
          const seen = [...document.querySelectorAll(targets)].map(e => e.getBoundingClientRect())
            .filter(box => box.width && box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth);
          const grave = [...document.querySelectorAll("#choices .grave:is(button)")].map(e => e.getBoundingClientRect());
          const all = where > 0.9 && grave.length ? grave : seen;
          const box = all[Math.floor(where * 997) % all.length];
          return box && [box.left + box.width / 2, box.top + box.height / 2];
        }""",
        [TARGETS, rng.random()],
    )
    if spot:
        page.mouse.click(*spot)
    return None


@pytest.mark.parametrize("rules", PLACES)
@pytest.mark.parametrize("count", [150, slow(700)])
def test_no_clicks_and_keys_give_up_anything_without_the_dialog(
    look: Look, site: Served, rules: str, count: int
) -> None:
    watched, rng = look(), random.Random(count)
    page, games, said = watched.page, list[str](), 0
    for number in range(count):
        if not games or page.locator("#end[open]").count() or "/g/" not in page.url:
            games.append(begin(watched, rules, PLACES[rules]))
            wait_for_question(page)
        poke(page, rng)
        if number % 25 == 24:
            page.wait_for_timeout(60)
    for game in games:
        table = site.service.manager.open_session(game).table
        assert given_up(table, "red_0") == []
        said += words_said(site, game)[0]
    assert said > count / 50  # it has played


def grave_game(look: Look, site: Served) -> tuple[Any, str]:
    """A page on which an action gives up something, and the game."""
    watched = look()
    game = begin(watched, "battle_rider", "skirmish")
    page = watched.page
    for _ in range(60):
        wait_for_question(page)
        if page.locator("#choices .kind.grave button").count():
            return page, game
        said = words_said(site, game)[0]
        page.locator("#choices .word").last.click()
        for _ in range(100):
            if words_said(site, game)[0] != said or page.locator("#chips button").count():
                break
            page.wait_for_timeout(20)
    raise AssertionError("nothing was to be given up")


@pytest.mark.slow
def test_what_gives_something_up_stands_apart_and_is_asked(look: Look, site: Served) -> None:
    page, game = grave_game(look, site)
    before, button = words_said(site, game), page.locator("#choices .kind.grave button").first
    assert "good" in button.get_attribute("aria-label") or "shot" in button.get_attribute(
        "aria-label"
    )
    for answer in ("Enter", "Escape", "Space"):
        button.click()
        page.locator("#sure[open]").wait_for()
        assert page.evaluate("document.activeElement.id") == "sure-no"
        assert page.locator("#sure-losses li").count() == 1
        page.keyboard.press(answer)
        page.locator("#sure[open]").wait_for(state="hidden")
        assert words_said(site, game) == before and not page.locator("#chips button").count()
    button.focus()
    page.keyboard.press("Enter")
    page.locator("#sure[open]").wait_for()
    page.click("#sure-yes")
    for _ in range(200):
        if words_said(site, game) != before:
            break
        page.wait_for_timeout(20)
    assert words_said(site, game)[0] > before[0]
