"""What a whole game costs on the wire: bytes a decision, as they come to a reader that wants changes."""

from __future__ import annotations

import json
import socket
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from kit.browsing import served
from websockets.sync.client import connect

pytestmark = pytest.mark.slow
MEDIAN, P95 = 3_000, 12_000
"""Most bytes a decision."""
GAMES = [("battle_rider", "skirmish"), ("interceptor", "pair"), ("intercept_sensors", "duel")]


class Relay:
    """A listening socket that passes everything on to a port, and counts what comes back."""

    def __init__(self, port: int) -> None:
        self.came, self.goal = 0, ("127.0.0.1", port)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        near, far = self.listening.accept()[0], socket.create_connection(self.goal)
        threading.Thread(target=self._pass, args=(near, far, False), daemon=True).start()
        self._pass(far, near, True)

    def _pass(self, one: socket.socket, other: socket.socket, is_counted: bool) -> None:
        while content := one.recv(1 << 16):
            self.came += len(content) if is_counted else 0
            other.sendall(content)
        other.close()


def bytes_a_decision(address: str, rules: str, scenario: str) -> list[int]:
    """Play a game whose orders the captain gives one by one; the bytes that came for each."""
    seats = {"red_0": {"person": "Ann"}, "blue_0": {"player": "scripted:captain"}}
    if rules != "battle_rider":
        seats["blue_0"] = {"player": "random"}
    asked = {"ruleset": rules, "scenario": scenario, "seats": seats}
    game = httpx.post(f"{address}/v1/games", json=asked, timeout=300).json()
    port = int(address.rpartition(":")[2])
    relay, found = Relay(port), []
    with connect(
        f"ws://127.0.0.1:{port}/v1/ws",
        sock=socket.create_connection(("127.0.0.1", relay.port)),
        max_size=None,
    ) as line:
        join = {"type": "join", "game": game["game"], "reader": "red_0", "have": 0}
        line.send(json.dumps({**join, "key": game["keys"]["red_0"], "wants": {"delta": True}}))
        before = 0
        while True:
            message: dict[str, Any] = json.loads(line.recv(timeout=300))
            if message["type"] == "game_over":
                return found
            if message["type"] == "ask":
                found.append(relay.came - before)
                before = relay.came
                let = {"type": "let", "id": len(found), "at": message["at"], "until": "order"}
                line.send(json.dumps(let))


@pytest.mark.parametrize("game", GAMES, ids="_".join)
def test_a_decision_costs_few_bytes(tmp_path: Path, game: tuple[str, str]) -> None:
    with served(tmp_path) as site:
        found = sorted(bytes_a_decision(site.address, *game)[1:])
    assert len(found) >= 5
    median, p95 = found[len(found) // 2], found[int(0.95 * len(found))]
    print(f"{game[0]}: {len(found)} decisions, median {median}, p95 {p95} bytes")
    assert median <= MEDIAN and p95 <= P95, (median, p95)
