"""A service under attack: a bystander plays on, and what is too much is refused.

The usual limits hold, the service is the command, and attackers run in processes of their own.
`-s` prints the bystander's times and what became of each attack.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kit import attack
from kit.serving import LOTS, PERSON, asked_for
from websockets.sync.client import connect

from spacecombat_agents.service.games.capacity import GAMES_PER_ADDRESS

pytestmark = pytest.mark.slow
SECONDS = 8.0
MEDIAN_SECONDS = 1.0
"""Median time that a bystander may wait, on a machine that runs the attackers, too."""
MAX_LOG_BYTES = 20_000
KEY = "key-of-the-operator-0123"
ATTACK = Path(attack.__file__)


class Served:
    """The command in a process of its own."""

    def __init__(self, folder: Path) -> None:
        (folder / "key").write_text(KEY)
        self.errors = folder / "stderr"
        command = [sys.executable, "-m", "spacecombat_agents.cli", "serve", "--port", "0"]
        options = ["--data", str(folder / "data"), "--admin-key", str(folder / "key"), "--json"]
        with open(self.errors, "wb") as errors:
            self.process = subprocess.Popen(
                [*command, *options], stdout=subprocess.PIPE, stderr=errors
            )
        assert self.process.stdout is not None
        self.address = json.loads(self.process.stdout.readline())["address"]
        self.port = int(self.address.rpartition(":")[2].strip("/"))

    def fetch(self, path: str, body: Any = None, key: str = "") -> bytes:
        """The answer to a request of the bystander, over a new connection."""
        request = urllib.request.Request(
            self.address + path.lstrip("/"), body and json.dumps(body).encode()
        )
        if key:
            request.add_header("Authorization", f"Bearer {key}")
        with urllib.request.urlopen(request, timeout=30) as answer:
            found: bytes = answer.read()
            return found

    def metrics(self) -> dict[str, float]:
        """The present metrics, by name and label."""
        lines = self.fetch("/metrics", key=KEY).decode().splitlines()
        rows = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        return {name.removeprefix("spacecombat_"): float(value) for name, value in rows}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A service with the usual limits."""
    found = Served(tmp_path)
    yield found
    found.process.terminate()
    found.process.wait(30)


class Bystander:
    """A player in a game, over one socket, who also looks at the game over new connections."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self._begin()

    def _begin(self) -> None:
        """Make a game and join it."""
        served = self.served
        self.game = json.loads(served.fetch("/v1/games", asked_for(PERSON, LOTS, max_turns=200)))
        self.socket = connect(f"ws://127.0.0.1:{served.port}/v1/ws", max_size=None).__enter__()
        join = {"game": self.game["game"], "reader": "red_0", "key": self.game["keys"]["red_0"]}
        self.socket.send(json.dumps({"type": "join", **join, "have": 0}))
        self.number, self.ask = 0, self._until("ask")

    def _until(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(30))
            if message["type"] in kinds:
                return message

    def act(self) -> None:
        """Say the first action, and wait for the answer and the next question."""
        self.number += 1
        words = [self.ask["words"][0]["token"]]
        said = {"type": "say", "id": self.number, "at": self.ask["at"], "words": words}
        self.socket.send(json.dumps(said))
        assert self._until("said", "refused")["type"] == "said"
        self.ask = self._until("ask", "game_over")
        if self.ask["type"] == "game_over":
            self.socket.close()
            self._begin()

    def look(self) -> None:
        """Fetch the facts of the game over a new connection."""
        assert json.loads(self.served.fetch(f"/v1/games/{self.game['game']}"))["over"] is None

    def times(self, seconds: float) -> list[float]:
        """Seconds that acting and looking took, some of each a second."""
        found, end = [], time.monotonic() + seconds
        while time.monotonic() < end:
            for work in (self.act, self.look):
                began = time.monotonic()
                work()
                found.append(time.monotonic() - began)
            time.sleep(0.2)
        return found


def attacked(kind: str, served: Served, bystander: Bystander) -> tuple[list[float], dict[str, int]]:
    """The bystander's times during an attack, and what the attackers found."""
    command = [sys.executable, str(ATTACK), kind, str(served.port), str(SECONDS)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as attackers:
        time.sleep(1.0)  # until they have begun
        times = bystander.times(SECONDS - 1)
        output, _ = attackers.communicate(timeout=60)
    return times, json.loads(output)


def in_ms(times: list[float]) -> str:
    """Median and worst of times, in words."""
    return f"median {1000 * statistics.median(times):.0f} ms, worst {1000 * max(times):.0f} ms"


def test_a_bystander_plays_on_while_the_service_is_attacked(served: Served) -> None:
    bystander = Bystander(served)
    calm = bystander.times(4)
    told = [f"calm: {in_ms(calm)}"]
    medians = {}
    for kind in attack.ATTACKS:
        before = served.metrics()
        times, found = attacked(kind, served, bystander)
        after = served.metrics()
        refused = {
            name.replace("_total", ""): int(value - before.get(name, 0))
            for name, value in after.items()
            if re.search("refused|cut_off|failures|store_errors", name)
            and value != before.get(name)
        }
        medians[kind] = statistics.median(times)
        told.append(f"{kind}: {in_ms(times)}; they saw {found}; counted {refused}")
        check(kind, found, refused, after)
    print("\n".join(told))
    assert max(medians.values()) < MEDIAN_SECONDS, medians
    assert served.errors.stat().st_size < MAX_LOG_BYTES, served.errors.read_text()[-2000:]
    assert json.loads(served.fetch("/v1/games", asked_for()))["game"]  # there is room for others


def check(kind: str, found: dict[str, int], refused: dict[str, int], after: Any) -> None:
    """What must have been refused in an attack."""
    assert not [name for name in refused if name.startswith(("failures", "store_errors"))], refused
    assert "500" not in found
    if kind == "half bodies":
        assert refused
    if kind == "half-open heads":
        assert any(name.startswith("connections_") for name in refused), refused
    if kind == "game slots":
        assert found["201"] == GAMES_PER_ADDRESS and found["429"] > 20
        assert after["games_open"] <= GAMES_PER_ADDRESS + 3
    if kind == "surrogates":
        assert found["400"] == 3 and set(found) <= {"201", "400", "malformed"}
    if kind == "floods":
        assert found["429"] > 100
