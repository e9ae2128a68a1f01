"""Lessons in a browser: they stay until they are followed; actions that lead nobody astray."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from kit.browsing import NARROW, PATIENCE, Watched, wait_for_question

Look = Callable[..., Watched]
pytestmark = pytest.mark.slow

WORDS_OF_A_LAUNCH = "const words = [0, 10, 20].map(n => ({ token: n, text: n + '+', number: n }));"
LOOK = (
    "const look = async tokens => tokens.length > 1 ? { question: 'units', words: "
    "[0, 1].map(n => ({ token: 90 + n, text: String(n), number: n, ends: 'order' })) }"
    " : { question: 'tens', words };"
)


def run(page: Any, body: str) -> Any:
    """Run a script with the page's own modules at hand; return what it returns."""
    modules = "const [composer, choices, glow] = await Promise.all(['composer', 'choices', 'glow']"
    return page.evaluate(
        f"async () => {{ {modules}.map(name => import(`/static/${{name}}.js`))); {body} }}"
    )


@pytest.fixture
def lesson(look: Look) -> Any:
    """A page that stands at the first lesson of the sensor rules."""
    watched = look(NARROW)
    watched.page.goto(watched.address + "/")
    watched.page.locator(".teachers button", has_text="Intercept sensors").click()
    wait_for_question(watched.page)
    return watched.page


def said(page: Any, *words: str) -> None:
    """Click actions one after the other."""
    for text in words:
        page.locator("#choices button.word", has_text=text).first.click()
        page.locator("#choices[aria-busy=false]").wait_for()


def test_on_a_phone_the_lessons_stand_before_the_form(look: Look) -> None:
    watched = look(NARROW)
    watched.page.goto(watched.address + "/")
    watched.page.wait_for_selector(".teachers", timeout=3 * PATIENCE)
    tops = [watched.page.locator(each).bounding_box()["y"] for each in (".teachers", "#start form")]
    assert tops == sorted(tops)


def test_a_lesson_is_there_again_where_its_decision_is(lesson: Any) -> None:
    title = lesson.locator("#lesson h2")
    said(lesson, "B3", "2,2")
    title.filter(has_text="The plot").wait_for()
    said(lesson, "→ E")
    title.filter(has_text="How hard").wait_for()
    lesson.click("#undo")
    title.filter(has_text="The plot").wait_for()
    assert "The plot" in title.inner_text()


def test_lessons_whose_decision_does_not_come_can_be_read(lesson: Any) -> None:
    run(
        lesson,
        "const { teach } = await import('/static/tutor.js');"
        "const kept = { id: location.pathname.split('/').pop(), tutorial: 'intercept_sensors' };"
        "const now = { asked: 'struck', question: 'which?', words: [] };"
        "await teach(kept, { at: 99, asked: 'struck', phase: '' }, { words: [], now }, true, null);",
    )
    title = lesson.locator("#lesson h2")
    assert "come with their questions: 9" in title.inner_text()
    title.locator("button", has_text="read the next now").click()
    assert "The square" in title.inner_text() and "2 of 10" in title.inner_text()


def test_only_what_a_lesson_means_is_marked(lesson: Any) -> None:
    said(lesson, "B3", "2,2", "coast", "Alcyone")
    lesson.locator("#lesson h2", has_text="Which sensor").wait_for()
    marked = lesson.locator("#choices .taught")
    assert [text.split("\n")[0] for text in marked.all_inner_texts()] == ["visual…"]


def test_a_round_number_is_said_whole_where_the_last_tens_end_the_order(lesson: Any) -> None:
    found = run(
        lesson,
        f"{WORDS_OF_A_LAUNCH} words[2].ends = 'order'; {LOOK}"
        "const ship = { token: 7, text: 'Starburst', then: words };"
        "const made = new composer.Composer({ words: [ship] }, look, () => {}, () => {});"
        "return [await made.pushNumber([ship], 10), made.tokens]",
    )
    assert found == [True, [7, 10, 90]]


def test_what_follows_an_action_that_ends_an_order_is_not_offered_with_it(lesson: Any) -> None:
    found = run(
        lesson,
        "const then = [{ token: 2, text: 'N', kind: 'sides', place: '0101' }];"
        "const word = ends => ({ token: 1, text: 'eject', kind: 'verbs', ends, then });"
        "return ['order', ''].map(ends => glow.paths([word(ends)]).length)",
    )
    assert found == [0, 1]


def test_numbers_stand_before_actions_with_rows_of_their_own(lesson: Any) -> None:
    found = run(
        lesson,
        "const number = n => ({ token: n, text: String(n), number: n, kind: 'amounts' });"
        "const push = { token: 8, text: 'push', kind: 'verbs', then: [number(1)] };"
        "const box = document.createElement('div');"
        "choices.showChoices(box, [push, number(3)], {}, 'move');"
        "return [...box.querySelectorAll('h2')].map(e => e.textContent)",
    )
    assert found == ["Numbers", "Orders"]


def test_an_order_that_is_cleared_is_not_gone_on_with(lesson: Any) -> None:
    found = run(
        lesson,
        "const held = [], word = token => ({ token, text: String(token) });"
        "const look = (tokens, odds) => odds || !tokens.length ? Promise.reject()"
        " : new Promise(keep => held.push(keep));"
        "const ask = { question: 'which', words: [1, 2].map(word) };"
        "const own = new composer.Composer(ask, look, () => {}, () => {}, () => false);"
        "const first = own.push([ask.words[0]]); own.clear();"
        "const second = own.push([ask.words[1]]);"
        "held[0]({ question: 'after 1', words: [word(3)] }); await first;"
        "const waited = own.isWaiting; own.pop();"  # nothing is taken back meanwhile
        "held[1]({ question: 'after 2', words: [word(4)] }); await second;"
        "return [waited, own.tokens, own.levels.map(level => level.question)]",
    )
    assert found == [True, [2], ["which", "after 2"]]
