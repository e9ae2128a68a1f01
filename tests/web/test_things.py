"""Games as things: a replay file is opened, a moment is shared, embedded and played on from."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from kit.browsing import Served, Watched, wait_for_question
from kit.serving import HUNTER

Look = Callable[..., Watched]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def ended(site: Served, browser: Any) -> str:
    """The name of a finished game of two captains."""
    about = {"ruleset": "intercept_sensors", "scenario": "duel", "max_turns": 6}
    context = browser.new_context()
    posted = context.request.post(
        site.address + "/v1/games", data={**about, "seats": {"red_0": HUNTER, "blue_0": HUNTER}}
    )
    game = str(posted.json()["game"])
    page = context.new_page()
    for _ in range(600):
        if context.request.get(f"{site.address}/v1/games/{game}/replay").ok:
            break
        page.wait_for_timeout(100)
    context.close()
    return game


def test_a_game_is_exported_and_opened_again(
    look: Look, site: Served, ended: str, tmp_path: Path
) -> None:
    page = look().page
    page.goto(f"{site.address}/r/{ended}")
    with page.expect_download() as download:
        page.locator("#share a", has_text="Download").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    page.goto(site.address + "/")
    page.set_input_files(".replay-file", file)
    page.wait_for_url("**/r/*")
    assert page.locator("#pieces [data-k^=u]").count() >= 1
    assert ended not in page.url


def test_what_is_no_replay_is_refused_by_name(look: Look, site: Served, tmp_path: Path) -> None:
    watched, file = look(), tmp_path / "holiday.json"
    file.write_text(json.dumps({"format": "photograph"}))
    watched.page.goto(site.address + "/")
    watched.page.set_input_files(".replay-file", file)
    banner = watched.page.locator("#banner", has_text="holiday.json cannot be opened: replay: ")
    banner.wait_for()
    watched.wrong = [each for each in watched.wrong if "400" not in each]


def test_a_game_goes_on_from_the_moment_that_is_shown(look: Look, site: Served, ended: str) -> None:
    page = look().page
    page.goto(f"{site.address}/r/{ended}#turn=3&view=blue_0")
    assert page.inner_text("#where").startswith("Turn 3")
    page.locator("#share a", has_text="Play on from here").click()
    form = page.locator("#start form.on")
    form.wait_for()
    assert "turn 3" in form.inner_text() and form.locator("select").nth(0).input_value() == "blue_0"
    form.locator("select").nth(1).select_option("scripted:hunter")
    form.locator("button").click()
    page.wait_for_url("**/g/*")
    wait_for_question(page)
    assert "you are Blue" in page.inner_text("#sub")
    table = site.service.manager.open_session(page.url.rpartition("/")[2]).table
    assert table.turn >= 3 and table.to_act == "blue_0"


@contextmanager
def another_site(frame: str) -> Iterator[str]:
    """A site of somebody else with a page that holds a frame."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Blog</title>" + frame.encode())

        def log_message(self, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def test_a_moment_is_embedded_in_a_page_of_another_site(
    look: Look, site: Served, ended: str, browser: Any
) -> None:
    page = look().page
    page.goto(f"{site.address}/r/{ended}#turn=2&view=red_0")
    page.locator("#share button", has_text="Embed").click()
    code = page.locator("#share .address").input_value()
    assert f"{site.address}/e/{ended}#frame=" in code and "&view=red_0" in code
    context = browser.new_context(viewport={"width": 800, "height": 700})
    with another_site(code + code.replace("/e/", "/r/")) as address:
        blog = context.new_page()
        blog.goto(address)
        shown, refused = blog.frames[1:]
        shown.wait_for_selector("#pieces [data-k^=u]")
        assert shown.inner_text("#where").startswith("Turn 2")
        assert not shown.locator("#log").is_visible()

        shown.click(".film .on")
        shown.locator("#where", has_text="Turn 2").wait_for()
        link = shown.locator("#share a").get_attribute("href")
        assert link is not None and link.startswith(f"../r/{ended}#frame=")
        assert not refused.locator("#pieces").count()
    context.close()
