"""A service and a browser; skipped where there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")
sync_api = pytest.importorskip("playwright.sync_api")

from kit.browsing import CHROMIUM, WIDE, Served, Watched, make_ready, served  # noqa: E402

RULES = "intercept_sensors"


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A Chromium without a window."""
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service with the smallest rule set ready."""
    with served(tmp_path_factory.mktemp("web")) as found:
        make_ready(found.service, RULES, "duel")
        yield found


@pytest.fixture
def look(browser: Any, site: Served) -> Iterator[Callable[..., Watched]]:
    """Open a page in a browser of its own; at the end nothing may have gone wrong on any."""
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
