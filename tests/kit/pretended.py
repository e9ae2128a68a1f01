"""A game that is only pretended: a page of the client, and a socket whose messages the test sends."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from kit.browsing import WIDE, Watched

GAME = "pretended"
SIZE = 40
"""Of a square of the map; its squares are called 11 to 88, column first."""
EARLY = 1_000_000
"""Milliseconds on the clock of the page: before it stands still."""
LATE = EARLY + 60_000
"""And when it does."""
Message = dict[str, Any]


def joined(reader: str, chairs: Mapping[str, str | None] = {}) -> Message:
    """Return what a reader is sent first; `chairs` names the players."""
    seats = {"red_0": "Ann", "blue_0": "Ben", **chairs}
    return {
        "type": "joined",
        "game": GAME,
        "reader": reader,
        "rules": {"name": "pretended", "title": "Pretended", "phases": ["moves"], "plans": False},
        "scenario": {"name": "duel", "title": "Duel"},
        "seats": {seat: {"name": name, "kind": "person"} for seat, name in seats.items()},
        "vocabulary": [],
        "kinds": [],
    }


def square(name: str) -> tuple[int, int]:
    """Return where a square lies on the map."""
    return int(name[0]) * SIZE, int(name[1]) * SIZE


def picture(pieces: Mapping[str, str]) -> str:
    """Return a map with pieces on it: the square of each, by its key."""
    names = [f"{column}{row}" for column in range(1, 9) for row in range(1, 9)]
    cells = ";".join(f"{square(name)[0]},{square(name)[1]},{name}" for name in names)
    drawn = "".join(
        f'<g data-k="{key}" data-cell="{name}" transform="translate({x} {y})">'
        f'<title>{key} at {name}</title><circle r="9" fill="var(--bright0)"/></g>\n'
        f'<g class="label" data-at="{x} {y} 10" data-brief="0{key}" data-lines="0{key}"/>\n'
        for key, name in pieces.items()
        for x, y in (square(name),)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {9 * SIZE} {9 * SIZE}">'
        f'<metadata id="cells" data-outline="-20,-20 20,-20 20,20 -20,20">{cells}</metadata>'
        f'<g id="pieces">\n{drawn}</g></svg>'
    )


def happened(n: int, text: str, *pieces: str, kind: str = "fire", **scene: Any) -> Message:
    """Return an event; with `does` and what belongs to it, a part of a scene."""
    event = {"n": n, "turn": 1, "kind": kind, "text": text, "pieces": list(pieces)}
    part = {name.rstrip("_"): value for name, value in scene.items()}
    return {**event, "scene": part} if part else event


def moves(n: int, piece: str, *path: str) -> Message:
    """Return the event of a move."""
    text = f"{piece} moves to {path[-1]}."
    return happened(n, text, piece, kind="moved", does="move", piece=piece, path=list(path))


def stands(
    at: int, pieces: Mapping[str, str], events: Iterable[Message] = (), **more: Any
) -> Message:
    """Return a `now`, or with `words` an `ask`."""
    message: Message = {"type": "ask" if "words" in more else "now", "game": GAME, "at": at}
    message |= {"turn": 1, "phase": "moves", "question": "What next?", "asked": "next"}
    message |= {"spoken": [], "events": list(events), "view": {"status": []}, "full": True}
    return {**message, "picture": picture(pieces), "stamp": str(at), **more}


def asks(
    at: int, pieces: Mapping[str, str], events: Iterable[Message] = (), **more: Any
) -> Message:
    """Return an `ask` that two actions answer."""
    texts = ("hold", "strike")
    words = [
        {"token": n, "text": text, "kind": "verbs", "ends": "outcome"}
        for n, text in enumerate(texts)
    ]
    return stands(at, pieces, events, words=words, **more)


class Pretended:
    """A page with a game on it, for the readers whose keys it holds."""

    def __init__(self, watched: Watched, readers: tuple[str, ...], first: list[Message]) -> None:
        self.page, self.watched = watched.page, watched
        self.first = first
        """Messages to any client that joins, after `joined` of each reader."""
        self.joined = {reader: joined(reader) for reader in readers}
        self.invite: dict[str, str] = {}
        """Keys of seats for which nobody has come."""
        self.sockets: dict[str, Any] = {}
        self.heard: list[Message] = []
        """What the page sent, except joining, pings and looks ahead."""
        self.facts: Message = {}
        """What the service says of the game to everybody."""
        self.analysis: Message = {"state": "none"}
        """The analysis of the game once it is over; the page's requests for it, by their methods."""
        self.asked: list[str] = []
        self.page.route(f"**/v1/games/{GAME}/analysis", self._analyse)
        self.page.route(f"**/v1/games/{GAME}", lambda route: route.fulfill(json=self.facts))
        self.page.route_web_socket("**/v1/ws", self._met)

    def open(self) -> None:
        """Go to the game with the key of the first reader; where the clock then stands still."""
        keys = {reader: "key" for reader in self.joined if reader != "public"}
        kept = [{"id": GAME, "title": "", "when": 0, "keys": keys, "invite": self.invite}]
        self.page.add_init_script(
            "localStorage.getItem('spacecombat-games') || "
            f"localStorage.setItem('spacecombat-games', {json.dumps(json.dumps(kept))})"
        )
        self.page.clock.install(time=EARLY)
        self.page.goto(f"{self.watched.address}/g/{GAME}")
        self.page.clock.pause_at(LATE)

    def send(self, message: Message, reader: str = "red_0") -> None:
        """Send a message to a reader, once it has joined."""
        while reader not in self.sockets:
            self.page.wait_for_timeout(20)
        self.sockets[reader].send(json.dumps(message))

    def after(self, milliseconds: int) -> None:
        """Let time go on, on the page alone."""
        self.page.clock.run_for(milliseconds)

    def lines(self) -> list[str]:
        """Return what stands in the log."""
        return list(self.page.locator("#log .said").all_inner_texts())

    def written(self, count: int) -> None:
        """Wait until this many lines stand in the log."""
        self.page.locator(f"#log .said >> nth={count - 1}").wait_for()

    def place(self, key: str) -> str | None:
        """Return the square on which a piece is shown; None for no such piece."""
        found = self.page.locator(f'#pieces [data-k="{key}"]')
        return found.get_attribute("data-cell") if found.count() else None

    def _analyse(self, route: Any) -> None:
        self.asked.append(route.request.method)
        route.fulfill(json=self.analysis)

    def _met(self, socket: Any) -> None:
        socket.on_message(lambda text: self._hear(socket, json.loads(text)))

    def _hear(self, socket: Any, message: Message) -> None:
        if message["type"] == "join":
            self.sockets[message["reader"]] = socket
            for answer in (self.joined[message["reader"]], *self.first):
                socket.send(json.dumps(answer))
        elif message["type"] == "peek":
            refused = {"type": "refused", "code": "busy", "reason": "not now"}
            socket.send(json.dumps({**refused, "code": "illegal", "id": message["id"]}))
        elif message["type"] == "ping":
            socket.send(json.dumps({"type": "pong", "id": message["id"]}))
        else:
            self.heard.append(message)


@contextmanager
def pretended(
    browser: Any,
    address: str,
    *first: Message,
    readers: tuple[str, ...] = ("red_0",),
    motion: str = "no-preference",
    size: tuple[int, int] = WIDE,
    invited: str = "",
) -> Iterator[Pretended]:
    """A page with a pretended game; at the end nothing may have gone wrong on it.

    `invited` is a seat that waits for somebody to come by a link.
    """
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion=motion
    )
    game = Pretended(Watched(context.new_page(), address), readers, list(first))
    if invited:
        game.invite[invited] = "secret"
        for reader in readers:
            game.joined[reader] = joined(reader, {invited: None})
    yield game
    context.close()
    assert game.watched.wrong == [], game.watched.wrong
