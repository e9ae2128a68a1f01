"""A service for tests: games of the sensor rules, which are small, and clients of it."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from spacecombat_agents.service.app import create_app
from spacecombat_agents.service.games.capacity import MAX_GAMES
from spacecombat_agents.service.http.rate_limits import RateLimits
from spacecombat_agents.service.http.service import Service
from spacecombat_agents.service.players.opponents import Opponents

RULES, SCENARIO = "intercept_sensors", "duel"
HOST = "testserver"
ALWAYS = RateLimits(
    messages=1e9,
    burst=10**9,
    games=1e9,
    games_at_once=10**9,
    open_games=10**9,
    previews=1e9,
    previews_at_once=10**9,
    files=1e9,
    files_at_once=10**9,
)
"""For scripts that are quicker than people."""
PERSON, HUNTER, LOTS = {"person": "Ann"}, {"player": "scripted:hunter"}, {"player": "random"}


def service_in(
    folder: Path,
    limits: RateLimits = ALWAYS,
    given: tuple[str, ...] = (),
    max_games: int = MAX_GAMES,
    seed: int = 1,
    answer_grid: float = 0.0,
    **more: Any,
) -> Service:
    """A service whose games have the seeds `seed`, `seed + 1`, ...."""
    seeds = itertools.count(seed)
    own = lambda: next(seeds)  # noqa: E731
    return Service(folder, Opponents(given), limits, max_games, own, answer_grid, **more)


def client_of(service: Service) -> TestClient:
    """A client of a service; to be entered, and left."""
    return TestClient(create_app(service, frozenset({HOST})))


def asked_for(red: Any = PERSON, blue: Any = HUNTER, **more: Any) -> dict[str, Any]:
    """What is posted for a game."""
    about = {"ruleset": RULES, "scenario": SCENARIO, "max_turns": 6}
    return {**about, "seats": {"red_0": red, "blue_0": blue}, **more}


def made(client: TestClient, *seats: Any, **more: Any) -> dict[str, Any]:
    """A new game: its name and keys."""
    answer = client.post("/v1/games", json=asked_for(*seats, **more))
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


class Player:
    """A reader at a socket."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self.number = 0

    def send(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        self.socket.send_text(json.dumps({"type": kind, **fields}))

    def receive(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.receive_text())
        self.heard.append(message)
        return message

    def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while (message := self.receive())["type"] not in kinds:
            assert message["type"] != "game_over", "nothing more will come"
        return message

    def news(self) -> list[dict[str, Any]]:
        """All messages that have been sent and not received."""
        self.send("ping", id=0)
        found = []
        while (message := self.receive())["type"] != "pong":
            found.append(message)
        return found

    def join(self, game: dict[str, Any], reader: str, **more: Any) -> dict[str, Any]:
        """Join as a reader, with its key; the greeting."""
        key = game["umpire"] if reader == "umpire" else game["keys"].get(reader)
        fields = {"game": game["game"], "reader": reader, "key": key, "have": 0}
        self.send("join", **{**fields, **more})
        return self.receive()

    def take_up(self, game: dict[str, Any], reader: str, **more: Any) -> str:
        """Come by an invitation, and join with the key that it is exchanged for; the key."""
        key: str = self.join(game, reader, **more)["key"]
        self.join(game, reader, key=key)
        return key

    def say(self, ask: dict[str, Any], *words: Any) -> dict[str, Any]:
        """Say actions, by default the first legal one; the answer."""
        self.number += 1
        said = list(words) or [ask["words"][0]["token"]]
        self.send("say", id=self.number, at=ask["at"], words=said)
        return self.until("said", "refused")

    def play(self, most: int = 10**6) -> dict[str, Any]:
        """Play on with first actions, at most this many times; the last message."""
        for _ in range(most):
            message = self.until("ask", "game_over")
            if message["type"] == "game_over":
                return message
            self.say(message)
        return message
