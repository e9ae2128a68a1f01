"""A service that is killed at any moment, with no warning, has lost nothing."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kit.killable import Killable
from kit.serving import LOTS, PERSON, asked_for
from websockets.sync.client import connect

KILLS, CUTS = 20, 50
TURNS = 30


class Script:
    """Plays last actions; whatever it says it says again until it is answered."""

    def __init__(self, game: dict[str, Any]) -> None:
        self.game = game
        self.events: list[dict[str, Any]] = []
        self.said: list[int] = []
        self.open: dict[str, Any] | None = None
        """What was sent and not answered yet."""
        self.number = 0
        self.is_over = False
        self.broken_off = 0
        """How often it was sent away with something not answered."""

    def play(self, address: str, most: float, wait: float) -> None:
        """Play on, for this many answers, then wait this long with one more action sent."""
        with connect(f"ws://{address}/v1/ws", max_size=None) as socket:
            key = self.game["keys"]["red_0"]
            join = {"game": self.game["game"], "reader": "red_0", "key": key}
            self._send(socket, {"type": "join", **join, "have": len(self.events)})
            if self.open is not None:
                self._send(socket, self.open)
            answers = 0
            while not self.is_over:
                message = json.loads(socket.recv(timeout=60))
                self.events += message.get("events", [])
                answers += self._hear(socket, message)
                if answers >= most and self.open is not None:
                    time.sleep(wait)
                    self.broken_off += 1
                    return

    def _hear(self, socket: Any, message: dict[str, Any]) -> bool:
        """Take in a message; return whether it answers what was said."""
        kind = message["type"]
        if kind == "game_over":
            self.is_over = True
        if kind == "said" and self.open is not None and message["id"] == self.open["id"]:
            self.said += message["tokens"]
            self.open = None
            return True
        assert kind != "refused", message
        if kind == "ask" and self.open is None:
            self.number += 1
            words = [message["words"][-1]["token"]]
            self.open = {"type": "say", "id": self.number, "at": message["at"], "words": words}
            self._send(socket, self.open)
        return False

    @staticmethod
    def _send(socket: Any, message: dict[str, Any]) -> None:
        """Send a message."""
        socket.send(json.dumps(message))


def played(folder: Path, kills: int, cuts: int = 0, turns: int = TURNS) -> tuple[bytes, Script]:
    """The replay of a game during which the service is killed, and the socket cut, this many times."""
    lots = np.random.default_rng(11)
    served = Killable(folder)
    body = asked_for(PERSON, LOTS, max_turns=turns)
    script = Script(json.loads(served.fetch("/v1/games", body)))
    try:
        for _ in range(cuts):
            script.play(served.address, lots.integers(1, 3), lots.random() * 0.01)
        for _ in range(kills):
            script.play(served.address, lots.integers(1, 4), lots.random() * 0.03)
            if script.is_over:
                break
            served.kill()
            served = Killable(folder)
        script.play(served.address, 10**9, 0)
        replay = served.fetch(f"/v1/games/{script.game['game']}/replay")
        return replay, script
    finally:
        served.kill()


@pytest.mark.slow
def test_a_socket_that_is_cut_fifty_times_loses_nothing(tmp_path: Path) -> None:
    whole, calm = played(tmp_path / "whole", 0)
    cut, script = played(tmp_path / "cut", 0, CUTS)
    assert cut == whole
    assert (script.said, script.events) == (calm.said, calm.events)
    assert script.broken_off == CUTS


@pytest.mark.slow
def test_a_service_that_is_killed_twenty_times_loses_nothing(tmp_path: Path) -> None:
    whole, calm = played(tmp_path / "whole", 0)
    cut, script = played(tmp_path / "cut", KILLS)
    assert cut == whole
    assert script.said == calm.said and script.broken_off == KILLS
    assert script.events == calm.events
    assert [event["n"] for event in script.events] == list(range(1, len(script.events) + 1))


@pytest.mark.slow
def test_a_service_that_is_killed_goes_on(tmp_path: Path) -> None:
    whole, _ = played(tmp_path / "whole", 0, turns=3)
    cut, script = played(tmp_path / "cut", 1, turns=3)
    assert cut == whole and script.broken_off == 1
