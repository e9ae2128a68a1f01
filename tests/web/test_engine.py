"""The rules in a browser: games end as in Python, and a page plays a skirmish without a server."""

from __future__ import annotations

import functools
import importlib.util
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from kit.browsing import NARROW, WIDE, Watched
from kit.foreign_games import SCENARIOS, opened, played_all

from spacecombat_env.core.errors import BuildError
from spacecombat_env.native.scenario_file import scenario_bytes
from spacecombat_env.native.wasm import build_wasm, copy_module, find_zig

ROOT = Path(__file__).parents[2]
GAMES, EVERY = 1000, 97
MINUTES = 60_000
PLAY = """async ([ruleset, first, count, every]) => {
    const { Rules } = await import("/engine/engine.js");
    const { playedAll } = await import("/engine_games.js");
    const rules = await Rules.load(fetch(`/engine/${ruleset}.wasm`));
    const scenario = rules.open(await (await fetch("/scenario")).arrayBuffer());
    return playedAll(scenario, first, count, every);
}"""

pytestmark = pytest.mark.slow


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder, and says nothing."""

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A server of files on this machine."""
    handler = functools.partial(Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def page_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's page, put together."""
    try:
        find_zig()
    except BuildError as cause:
        pytest.skip(str(cause))
    spec = importlib.util.spec_from_file_location("build_page", ROOT / "examples/web/build.py")
    assert spec and spec.loader
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    folder = tmp_path_factory.mktemp("page")
    module.build_page(folder)
    return folder


@pytest.mark.parametrize("ruleset", SCENARIOS)
def test_games_in_a_browser_are_those_of_python(ruleset: str, browser: Any, tmp_path: Path) -> None:
    try:
        build_wasm(f"spacecombat_env.rulesets.{ruleset}", tmp_path / "engine")
    except BuildError as cause:
        pytest.skip(str(cause))
    copy_module(tmp_path / "engine")
    (tmp_path / "index.html").write_text("<!doctype html><title>engine</title>")
    (tmp_path / "scenario").write_bytes(scenario_bytes(*opened(ruleset)))
    script = ROOT / "tests" / "kit" / "engine_games.js"
    (tmp_path / "engine_games.js").write_bytes(script.read_bytes())
    with served(tmp_path) as address:
        page = browser.new_page()
        page.goto(f"{address}/index.html")
        found = page.evaluate(PLAY, [ruleset, 0, GAMES, EVERY])
        page.close()
    assert found == played_all(*opened(ruleset), 0, GAMES, EVERY)


@pytest.fixture
def shown(browser: Any, page_folder: Path) -> Iterator[Any]:
    """Open the example's page in a window; nothing may go wrong, and nothing asks for more."""
    opened_pages: list[Watched] = []

    def show(size: tuple[int, int], scheme: str, address: str) -> Any:
        width, height = size
        viewport = {"width": width, "height": height}
        context = browser.new_context(viewport=viewport, color_scheme=scheme)
        opened_pages.append(Watched(context.new_page(), address))
        opened_pages[-1].page.goto(f"{address}/index.html?pause=0")
        return opened_pages[-1].page

    yield show
    for each in opened_pages:
        each.page.context.close()
    assert [wrong for each in opened_pages for wrong in each.wrong] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["desk", "phone"])
def test_a_skirmish_is_played_in_a_page(
    shown: Any, page_folder: Path, size: tuple[int, int], scheme: str
) -> None:
    with served(page_folder) as address:
        page = shown(size, scheme, address)
        page.wait_for_selector("#log li")
        page.context.set_offline(True)  # all that it needs is there
        page.wait_for_selector("body[data-digest]", timeout=3 * MINUTES)
        assert "in turn" in page.inner_text("#state")
        assert page.locator("#log li").count() > 50
        assert page.locator("#map .hex").count() > 20
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        first = page.get_attribute("body", "data-digest")
        page.evaluate("delete document.body.dataset.digest")
        page.click("#start")
        page.wait_for_selector("body[data-digest]", timeout=3 * MINUTES)
        assert page.get_attribute("body", "data-digest") == first


def test_a_person_chooses_among_legal_actions(shown: Any, page_folder: Path) -> None:
    with served(page_folder) as address:
        page = shown(NARROW, "dark", address)
        page.wait_for_selector("#red option", state="attached")
        page.select_option("#red", "person")
        page.click("#start")
        for _ in range(12):
            page.wait_for_selector("#choices button")
            page.locator("#choices button").last.click()
        page.wait_for_selector("#choices button")
        assert page.locator("#log li.red").count() == 12
