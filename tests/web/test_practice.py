"""Practice on the page: a hint is laid out and not said, a turn is taken back; keys play a game."""

from __future__ import annotations

import pytest
from kit.browsing import Served, Watched, asked, wait_for_question, words_said
from kit.hands import Clicks, guide

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
