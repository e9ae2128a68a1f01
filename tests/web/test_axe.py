"""What axe-core says of the page. It is not ours to ship: AXE_CORE names its axe.min.js.

npm install axe-core && AXE_CORE=node_modules/axe-core/axe.min.js pytest tests/web/test_axe.py
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kit.browsing import NARROW, WIDE, Served, Watched, begin, wait_for_question

AXE = Path(os.environ.get("AXE_CORE", "none"))
GAMES = [("intercept_sensors", "duel"), ("battle_rider", "skirmish"), ("interceptor", "duel")]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not AXE.is_file(), reason="AXE_CORE names no axe.min.js"),
]


@pytest.fixture(params=[WIDE, NARROW], ids=["desk", "phone"])
def look(request: Any, browser: Any, site: Served) -> Iterator[Any]:
    """Open a page into which axe may be put: its policy is not looked at here."""
    width, height = request.param
    contexts = []

    def open_page(scheme: str) -> Watched:
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, color_scheme=scheme, bypass_csp=True)
        contexts.append(context)
        return Watched(context.new_page(), site.address)

    yield open_page
    for context in contexts:
        context.close()


def findings(page: Any) -> list[str]:
    """Return what is found, of any level."""
    page.add_script_tag(path=str(AXE))
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{each['impact']}: {each['id']}: {node['html'][:160]}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("game", GAMES, ids="_".join)
def test_axe_finds_nothing(look: Any, site: Served, game: tuple[str, str], scheme: str) -> None:
    watched = look(scheme)
    page = watched.page
    page.goto(watched.address)
    page.wait_for_selector("#start .go")
    page.click("#start summary")
    assert findings(page) == []
    begin(watched, *game)
    wait_for_question(page)
    assert findings(page) == []
    page.locator("#captain button").nth(2).click()
    page.wait_for_timeout(800)
    wait_for_question(page)
    assert findings(page) == []
    if not page.locator("#end[open]").count():
        look_at_dialogs(page)
    page.locator("#end[open]").wait_for()
    assert findings(page) == []


def look_at_dialogs(page: Any) -> None:
    """Open the dialogs of a game one after the other; resign at last."""
    for name in ("standing-open", "legend", "people-open", "resign"):
        if not page.is_visible(f"#{name}"):
            page.click("#menu")
            assert findings(page) == []
        page.click(f"#{name}")
        page.locator("dialog[open]").wait_for()
        assert findings(page) == []
        if name != "resign":
            page.keyboard.press("Escape")
    page.click("#sure-yes")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_before_the_game(look: Any, scheme: str) -> None:
    watched = look(scheme)
    page = watched.page
    page.goto(watched.address + "/")
    page.check("#start input[value=battle_rider]")
    page.check("#start input[name=Scenario][value=skirmish]")
    page.locator(".land svg").wait_for()
    for summary in page.locator("#start summary").all():
        summary.click()
    assert findings(page) == []
    page.click("text='Put together a fleet of your own'")
    page.locator(".shop .good").first.wait_for()
    assert findings(page) == []
    page.click("[data-act='look Starburst']")
    page.locator(".sheet").wait_for()
    assert findings(page) == []
