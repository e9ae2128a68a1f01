"""Practice on the page: a hint is laid out and not said, a turn is taken back; keys play a game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from kit.browsing import Served, Watched, asked, begin, wait_for_question, words_said
from kit.hands import Clicks, Keys, guide, play

pytestmark = pytest.mark.slow
Duel = tuple[Watched, str]


def test_a_hint_is_laid_out_and_not_said(duel: Duel, site: Served) -> None:
    watched, game = duel
    page, before = watched.page, words_said(site, game)
    page.locator("#captain select").select_option(label="hunter")
    page.locator("#captain .advice").click()
    notice = page.locator("#notice", has_text="hunter would say: ")
    notice.wait_for()
    chips = page.locator("#chips li").all_inner_texts()
    assert chips and words_said(site, game) == before
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('#chips li')")
    page.wait_for_timeout(300)
    assert words_said(site, game) != before


def test_a_turn_is_taken_back(duel: Duel, site: Served) -> None:
    watched, game = duel
    page, hands = watched.page, Clicks(watched.page)
    start = page.inner_text("#question"), page.inner_text("#track .turn")
    before = words_said(site, game)
    hands.say(guide(site, game, "red_0").order())
    wait_for_question(page)
    for _ in range(100):
        if words_said(site, game) != before:
            break
        page.wait_for_timeout(50)
    page.locator("#captain .takeback").click()
    with page.expect_navigation():
        page.locator("#sure-yes").click()
    asked(page, start[0])
    assert page.inner_text("#track .turn") == start[1]
    assert words_said(site, game) == before


READY = "#choices:not([aria-busy=true])"


class MapKeys(Keys):
    """Keys alone, and on the map where a place can be chosen there; what was told is kept."""

    def __init__(self, page: Any) -> None:
        super().__init__(page)
        self.taken, self.told = 0, list[str]()

    def say(self, order: list[tuple[int, str, int | None]]) -> None:
        self.page.wait_for_selector(f"{READY} button.word, {READY} input")
        self.page.wait_for_timeout(150)
        kinds = "#reach .within, #heat rect"
        if not self.page.locator(kinds).count() or not self._on_map():
            self.page.locator("#choices [tabindex='0']").first.focus()
            super().say(order)

    def _on_map(self) -> bool:
        """Take a place of the map; whether an order was put together."""
        self._press("Escape")
        if self.page.evaluate("document.activeElement.id") != "map":
            self._press(".")
        assert self.page.evaluate("document.activeElement.id") == "map"
        for key in ("ArrowRight", "ArrowDown"):
            self._press(key)
            self.told.append(self.page.inner_text("#cell"))
        self._press("Enter")
        for _ in range(20):
            if self.page.locator("#pick:not([hidden]), #say:visible").count():
                break
            self.page.wait_for_timeout(50)
        if self.page.locator("#pick:not([hidden])").count():
            self._press("Escape")
        elif self.page.locator("#say").is_visible():
            self._press("Enter")
            self.taken += 1
            return True
        self._press("Escape")
        return False


@pytest.mark.parametrize(
    "game", [("intercept_sensors", "duel"), ("interceptor", "duel")], ids="_".join
)
def test_a_whole_game_by_keys_with_places_of_the_map(
    look: Callable[..., Watched], site: Served, game: tuple[str, str]
) -> None:
    watched = look()
    name = begin(watched, *game)
    hands = MapKeys(watched.page)
    play(watched.page, guide(site, name, "red_0"), hands)
    watched.page.wait_for_selector("#end[open]")
    print(f"{game}: {hands.count} keys, {hands.taken} orders on the map")
    assert hands.taken >= 2
    spoken = [each for each in hands.told if "Enter: " in each and re.search("thrust| G,|%", each)]
    assert len(spoken) >= hands.taken, hands.told[:9]
    assert watched.page.locator("#cell").evaluate("e => e.tagName") == "OUTPUT"
