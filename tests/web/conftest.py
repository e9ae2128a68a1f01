"""A service, a browser, and games on its pages; skipped where there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

WANTED = ("starlette", "uvicorn", "httpx", "playwright")
BROWSED = (
    "page",
    "people",
    "grave",
    "playback",
    "log",
    "replay_page",
    "things",
    "practice",
    "career",
    "fuzz",
    "killed",
    "after",
    "orders",
    "reach",
    "map",
    "lessons",
    "whole_games",
    "firefox",
    "axe",
    "opponent",
    "engine",
    "below_a_path",
)
collect_ignore = []
if not all(map(find_spec, WANTED)):
    collect_ignore = [f"test_{name}.py" for name in BROWSED]
if TYPE_CHECKING:
    from kit.browsing import Served, Watched
    from kit.pretended import Pretended

RULES = "intercept_sensors"
BEFORE = {"a": "11", "b": "88"}
"""Where pieces stand at first in a pretended game."""


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    """What steers browsers."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Any) -> Iterator[Any]:
    """A Chromium without a window."""
    from kit.browsing import CHROMIUM

    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service."""
    from kit.browsing import served

    with served(tmp_path_factory.mktemp("web")) as found:
        yield found


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service that is asked for the files of the page alone."""
    from kit.browsing import served

    with served(tmp_path_factory.mktemp("stage")) as found:
        yield found


@pytest.fixture
def begun(browser: Any, stage: Served) -> Iterator[Callable[..., Pretended]]:
    """Open a pretended game that has shown its first message."""
    from kit.pretended import asks, pretended

    with ExitStack() as opened:

        def open_game(*first: Any, **how: Any) -> Pretended:
            game = opened.enter_context(
                pretended(browser, stage.address, *(first or [asks(1, BEFORE)]), **how)
            )
            game.open()
            if len(game.joined) == 1:
                game.page.locator("#pieces [data-k]").first.wait_for()
            return game

        yield open_game


@pytest.fixture
def look(browser: Any, site: Served) -> Iterator[Callable[..., Watched]]:
    """Open a page in a browser of its own; at the end nothing may have gone wrong on any.

    Games have the same seeds whatever other tests have played.
    """
    from kit.browsing import WIDE, Watched

    site.seeds.next = 1
    opened: list[Watched] = []

    def open_page(size: tuple[int, int] = WIDE, scheme: str = "dark", at: str = "") -> Watched:
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        opened.append(Watched(context.new_page(), at or site.address))
        return opened[-1]

    yield open_page
    for watched in opened:
        watched.page.context.close()
    assert [wrong for watched in opened for wrong in watched.wrong] == []


@pytest.fixture
def duel(look: Callable[..., Watched]) -> tuple[Watched, str]:
    """A game in which Red is to act first, and its name."""
    from kit.browsing import begin, wait_for_question

    watched = look()
    game = begin(watched, RULES, "duel")
    wait_for_question(watched.page)
    return watched, game


@pytest.fixture
def ships(look: Callable[..., Watched], site: Served) -> Any:
    """The page of a Battle Rider game in the middle of its second turn."""
    from kit.browsing import agree, begin, wait_for_question
    from kit.hands import Typing, guide

    watched = look()
    game = begin(watched, "battle_rider", "skirmish")
    own, page = guide(site, game, "red_0"), watched.page
    hands, table = Typing(page), site.service.manager.open_session(game).table
    for _ in range(80):
        wait_for_question(page)
        if table.turn == 2 and any(table.odds("red_0", word).lines for word in spoken(table)):
            return page
        before = table.counts[0]
        hands.say(own.order())
        for _ in range(200):
            if table.counts[0] != before and table.to_act in ("red_0", None):
                break
            agree(page)
            page.wait_for_timeout(20)
    raise AssertionError("no order has odds")


def spoken(table: Any) -> list[list[int]]:
    """Return the orders of up to two actions that settle something."""
    found = []
    for word in table.look_ahead("red_0", (), 2).offers:
        if word.ends == "outcome":
            found.append([word.action])
        found += [[word.action, then.action] for then in word.then if then.ends == "outcome"]
    return found
