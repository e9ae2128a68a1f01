"""The map of the page: numbers of columns and rows at its rim, names that nothing covers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from kit.browsing import NARROW, WIDE, Watched, begin, wait_for_question

Look = Callable[..., Watched]
pytestmark = pytest.mark.slow

AT_THE_RIM = """() => {
    const map = document.querySelector("#map").getBoundingClientRect();
    const shown = [...document.querySelectorAll("#land > text")]
        .filter(e => /^\\d+$/.test(e.textContent) && e.style.visibility !== "hidden")
        .map(e => e.getBoundingClientRect())
        .filter(b => b.left >= map.left && b.right <= map.right)
        .filter(b => b.top >= map.top && b.bottom <= map.bottom);
    return [shown.filter(b => b.left < map.left + 40).length, shown.filter(b => b.bottom > map.bottom - 20).length];
}"""
COVERED = """() => {
    const boxes = of => [...document.querySelectorAll(of)].map(e => e.getBoundingClientRect());
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const names = boxes("#names text"), over = boxes("#fan polygon, .map .asked");
    return [names.length, over.length, names.filter(a => over.some(b => meet(a, b))).length];
}"""
"""How many names there are, what is drawn over the map, and how many names that covers."""


@pytest.fixture(params=[WIDE, NARROW], ids=["desk", "phone"])
def plot(request: Any, look: Look) -> Any:
    """A page on which the ship has been placed, and its directions are asked for."""
    watched = look(request.param)
    page = watched.page
    begin(watched, "intercept_sensors", "duel")
    wait_for_question(page)
    page.keyboard.type("b3 2,2")
    page.keyboard.press("Enter")
    page.wait_for_selector("#fan polygon")
    return page


def test_numbers_of_columns_and_rows_stay_in_view(plot: Any) -> None:
    plot.click("#whole")
    for _ in range(2):
        plot.click("#in")
    rows, columns = plot.evaluate(AT_THE_RIM)
    assert rows >= 2
    assert columns >= 2


def test_no_name_stands_under_the_arrows_of_its_ship(plot: Any) -> None:
    names, over, covered = plot.evaluate(COVERED)
    assert names > 0
    assert over > 2
    assert covered == 0


def test_damage_and_what_is_given_up_are_not_told_by_colour_alone(begun: Any) -> None:
    """Marks of temporary damage are lower, their chips dashed; grave words have a double border."""
    page = begun().page
    found = page.evaluate(
        """async () => {
          const { setNames } = await import("/static/board/names.js");
          document.querySelector(".label").dataset.lines = "0a~ptp";
          setNames();
          const style = cls => { const e = document.createElement("button"); e.className = cls; document.body.append(e); return getComputedStyle(e); };
          const chips = ["permanent", "temporary"].map(how => style("chip " + how).outlineStyle);
          return [[...document.querySelectorAll("#names rect")].map(e => +e.getAttribute("height")),
            chips, style("word grave").borderStyle, style("word").borderStyle];
        }"""
    )
    (permanent, temporary, again), chips, grave, usual = found
    assert permanent == again > 1.5 * temporary
    assert chips == ["none", "dashed"] and (grave, usual) == ("double", "solid")
