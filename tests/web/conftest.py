"""A service and a browser; skipped where there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

WANTED = ("starlette", "uvicorn", "httpx", "playwright")
BROWSED = ("page", "map", "lessons", "whole_games", "axe", "opponent")
collect_ignore = []
if not all(map(find_spec, WANTED)):
    collect_ignore = [f"test_{name}.py" for name in BROWSED]
if TYPE_CHECKING:
    from kit.browsing import Served, Watched

RULES = "intercept_sensors"


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A Chromium without a window."""
    from kit.browsing import CHROMIUM
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service with the smallest rule set ready."""
    from kit.browsing import make_ready, served

    with served(tmp_path_factory.mktemp("web")) as found:
        make_ready(found.service, RULES, "duel")
        yield found


@pytest.fixture
def look(browser: Any, site: Served) -> Iterator[Callable[..., Watched]]:
    """Open a page in a browser of its own; at the end nothing may have gone wrong on any."""
    from kit.browsing import WIDE, Watched

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
