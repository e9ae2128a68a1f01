"""A service in a thread and a Chromium that looks at its page; what the page does wrong is noted."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import uvicorn

from kit.serving import ALWAYS
from spacecombat_agents.service.app import create_app
from spacecombat_agents.service.http.middleware import allowed_hosts
from spacecombat_agents.service.http.service import Service
from spacecombat_agents.service.players.opponents import Opponents
from spacecombat_agents.service.server import open_listening_socket

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
WIDE, NARROW = (1400, 900), (400, 860)
"""Windows of a desk and of a phone."""
PATIENCE = 20_000
"""Milliseconds that the page may take for anything."""


class Seeds:
    """Seeds of games: one number after the other."""

    def __init__(self, first: int) -> None:
        self.next = first

    def __call__(self) -> int:
        self.next += 1
        return self.next - 1


class Served(NamedTuple):
    """A service, where it is, and the seeds of its games."""

    address: str
    service: Service
    seeds: Seeds


@contextmanager
def served(folder: Path, seed: int = 1, root_path: str = "", **more: Any) -> Iterator[Served]:
    """A service at a free port, below a path, until the end of the block."""
    seeds = Seeds(seed)
    service = Service(folder, Opponents(()), ALWAYS, seeds=seeds, **more)
    listening = open_listening_socket("127.0.0.1", 0)
    port = listening.getsockname()[1]
    app = create_app(service, allowed_hosts("127.0.0.1", port), root_path)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        yield Served(f"http://127.0.0.1:{port}{root_path}", service, seeds)
    finally:
        server.should_exit = True
        thread.join(10)


class Watched:
    """A page, and what it did that no page should."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address = page, address
        self.wrong: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("request", self._asked)
        page.on("websocket", lambda socket: self._to(socket.url))

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(f"console: {message.text}")

    def _asked(self, request: Any) -> None:
        self._to(request.url)

    def _to(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != urlsplit(self.address).netloc:
            self.wrong.append(f"request: {url}")


def begin(
    watched: Watched,
    rules: str,
    scenario: str,
    seat: str = "red_0",
    against: str = "",
    clock: str = "",
) -> str:
    """Begin a game by the first page, as people do; its name."""
    page = watched.page
    page.goto(watched.address + "/")
    page.check(f"#start input[value={rules}]")
    page.check(f"#start input[name=Scenario][value={scenario}]")
    page.check(f"#start input[value={seat}]")
    page.select_option("select[name=Against]", **({"label": against} if against else {"index": 0}))
    if clock:
        page.click("text='Clock, chat, spectators'")
        page.select_option("select[name='Time of people']", label=clock)
    page.click("#start .go")
    page.wait_for_url("**/g/*")
    return str(page.url).rpartition("/")[2].partition("#")[0]


def wait_for_question(page: Any) -> None:
    """Wait until this side is to act, or the game is over."""
    page.wait_for_selector("#choices .word, #end[open]")


def agree(page: Any) -> None:
    """Answer Yes, by keys, where an order is asked about that gives something up."""
    if page.locator("#sure[open]").count():
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")


def asked(page: Any, text: str) -> None:
    """Wait for a question with these actions."""
    page.locator("#question", has_text=text).wait_for()


def words_said(site: Served, game: str) -> tuple[int, ...]:
    """Return how many actions each side has taken in a game."""
    return site.service.manager.open_session(game).table.counts
