"""A service that is killed while a page shows, composes or buys something: the page goes on by itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kit.browsing import Watched, agree, asked, begin, wait_for_question
from kit.killable import Killable

pytestmark = pytest.mark.slow
Kill = Callable[[], None]


@pytest.fixture
def killable(tmp_path: Path) -> Iterator[list[Killable]]:
    """A service in a process, last in the list."""
    running = [Killable(tmp_path)]
    yield running
    running[-1].kill()


def opened(browser: Any, killable: list[Killable], motion: str) -> tuple[Watched, Kill]:
    """Return a page of the service, and what kills the service and starts it again."""
    context = browser.new_context(
        viewport={"width": 1400, "height": 900}, reduced_motion=motion, color_scheme="dark"
    )
    watched = Watched(context.new_page(), f"http://{killable[-1].address}")

    def kill() -> None:
        killable[-1].kill()
        watched.page.wait_for_selector("#banner:not([hidden])")
        killable.append(killable[-1].again())

    return watched, kill


def back(page: Any) -> None:
    """Wait until the page has the service again."""
    page.wait_for_selector("#banner", state="hidden")


def told(page: Any) -> int:
    """Return how many lines the log has, folded ones too: a reload folds more of them."""
    counts = page.locator("#log .said").evaluate_all(
        "all => all.map(one => parseInt(one.querySelector('.count')?.textContent ?? 1))"
    )
    return sum(counts)


class Forgetful:
    """Stands between page and service: a page that joins again is sent all events once more."""

    def __init__(self, page: Any) -> None:
        self.joined: list[int] = []
        """Numbers of the last event that the page had whenever it joined."""
        self.sent = 0
        """Number of the last event that it was sent."""
        self.is_caught_up = False
        """Whether it has been sent all that it had missed: then its ping is answered."""
        page.route_web_socket("**/v1/ws", self._met)

    def _met(self, socket: Any) -> None:
        service = socket.connect_to_server()
        socket.on_message(lambda text: service.send(self._asked(json.loads(text))))
        service.on_message(lambda text: self._answered(socket, text))

    def _asked(self, message: Any) -> str:
        if message["type"] == "join":
            self.joined.append(message["have"])
            self.is_caught_up = False
            message["have"] = 0
        return json.dumps(message)

    def _answered(self, socket: Any, text: str) -> None:
        message = json.loads(text)
        self.sent = max([self.sent, *(event["n"] for event in message.get("events", ()))])
        socket.send(text)
        self.is_caught_up = self.is_caught_up or message["type"] == "pong"


def test_within_playback(browser: Any, killable: list[Killable]) -> None:
    """Every line of the round is there at the end, once; each of its scenes is played back once."""
    watched, kill = opened(browser, killable, "no-preference")
    page, between = watched.page, Forgetful(watched.page)
    begin(watched, "interceptor", "pair")
    for _ in range(60):
        wait_for_question(page)
        page.locator("#choices .word").first.click()
        agree(page)
        page.wait_for_selector("#choices .word, #choices .skip, #end[open]")
        if page.locator("#choices .skip").count():
            break
    assert page.locator("#choices .skip").count(), "nothing was played back"
    page.locator("#choices .pause").click()
    page.locator("#choices .pause", has_text="go on").wait_for()
    scenes, had = page.locator("#choices .segment").count(), between.sent
    kill()
    back(page)
    for _ in range(400):
        if between.is_caught_up:
            break
        page.wait_for_timeout(50)
    assert between.joined == [0, had] and had > 20
    page.locator("#choices .skip").click()
    wait_for_question(page)
    live = told(page)
    page.click("#last-round")
    page.wait_for_selector("#choices .skip")
    assert page.locator("#choices .segment").count() == scenes > 1
    page.reload()
    wait_for_question(page)
    assert told(page) == live > 20


def test_in_an_order_under_way(browser: Any, killable: list[Killable]) -> None:
    watched, kill = opened(browser, killable, "reduce")
    page = watched.page
    begin(watched, "intercept_sensors", "duel")
    wait_for_question(page)
    page.locator("#choices .word", has_text="B3").click()
    asked(page, "which square")
    kill()
    back(page)
    assert page.locator("#chips button").all_inner_texts() == ["B3"]
    page.locator("#choices .word", has_text="2,2").click()
    asked(page, "Plot")


def test_in_the_shop(browser: Any, killable: list[Killable]) -> None:
    watched, kill = opened(browser, killable, "reduce")
    page = watched.page
    begin(watched, "battle_rider", "first_clash_purchase")
    page.wait_for_selector("dialog.shop .good")
    page.click("[data-act='buy Lancer']")
    page.click("[data-act='buy Fusilier']")
    kill()
    back(page)
    assert page.locator(".basket li").count() == 2
    page.click("[data-act='sign']")
    page.wait_for_selector("dialog.shop", state="detached")
    assert {"Lancer", "Fusilier"} <= set(
        page.locator(".fleet >> nth=0").locator(".name").all_inner_texts()
    )
