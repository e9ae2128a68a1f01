"""Measures the service over its own sockets: how long people wait, and how many games it bears.

    python scripts/serve_load.py                     skirmish, one game, then twenty at once
    python scripts/serve_load.py --games 100 --words 20

A service is started in a folder of its own. First one person plays on while nothing else goes on:
`state` (with view and picture), `peek` (one word deep) and `say`, each from the message to its
answer, in milliseconds. Then as many games are played at once, each by one person against the
captain, and the same is measured again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import defaultdict
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

Times = dict[str, list[float]]
PAUSE = 0.15
"""Seconds between two messages: a key may send so many in a second."""


class Person:
    """Plays a game and takes the time."""

    def __init__(self, socket: ClientConnection, times: Times) -> None:
        self.socket, self.times, self.number = socket, times, 0

    async def until(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of these types."""
        while True:
            message: dict[str, Any] = json.loads(await self.socket.recv())
            if message["type"] in kinds:
                return message

    async def asked(self, name: str, answer: str, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message, wait for its answer, write down how long that took."""
        await asyncio.sleep(PAUSE)
        self.number += 1
        begun = time.perf_counter()
        await self.socket.send(json.dumps({"id": self.number, **message}))
        found = await self.until(answer, "game_over")
        self.times[name].append(1000 * (time.perf_counter() - begun))
        return found

    async def play(self, words: int) -> None:
        """Say so many words, looking ahead and asking before each."""
        for _ in range(words):
            ask = await self.until("ask", "game_over")
            if ask["type"] == "game_over":
                return
            first = [ask["words"][0]["token"]]
            await self.asked("peek", "menu", {"type": "peek", "words": first, "depth": 1})
            ask = await self.asked("state", "ask", {"type": "state", "have": 10**6})
            await self.asked("say", "said", {"type": "say", "at": ask["at"], "words": first})


def post(base: str, body: dict[str, Any]) -> dict[str, Any]:
    """Make a game, waiting until the rule set is ready."""
    data = json.dumps(body).encode()
    while True:
        request = urllib.request.Request(f"{base}/v1/games", data)
        try:
            with urllib.request.urlopen(request) as answer:
                made: dict[str, Any] = json.load(answer)
                return made
        except urllib.error.HTTPError as cause:
            if cause.code not in (429, 503):
                raise SystemExit(cause.read().decode()) from None
            time.sleep(float(cause.headers["Retry-After"]))


async def one_game(base: str, body: dict[str, Any], words: int, times: Times) -> None:
    """Play a game."""
    game = await asyncio.to_thread(post, base, body)
    async with connect(f"ws{base.removeprefix('http')}/v1/ws", max_size=None) as socket:
        key = game["keys"]["red_0"]
        join = {"type": "join", "game": game["game"], "reader": "red_0", "key": key, "have": 0}
        await socket.send(json.dumps(join))
        await Person(socket, times).play(words)


async def at_once(base: str, body: dict[str, Any], games: int, words: int) -> Times:
    """Play so many games at once."""
    times: Times = defaultdict(list)
    await asyncio.gather(*(one_game(base, body, words, times) for _ in range(games)))
    return times


def told(title: str, times: Times) -> dict[str, Any]:
    """Print medians and 95th percentiles, and return them."""
    found = {}
    print(title)
    for name, taken in sorted(times.items()):
        taken.sort()
        median, high = taken[len(taken) // 2], taken[int(0.95 * (len(taken) - 1))]
        found[name] = {"median_ms": round(median, 1), "p95_ms": round(high, 1), "count": len(taken)}
        print(f"  {name:6} median {median:6.1f} ms   p95 {high:6.1f} ms   of {len(taken)}")
    return found


def main() -> None:
    """Start a service, measure, end it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--ruleset", default="battle_rider")
    parser.add_argument("--scenario", default="skirmish")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--words", type=int, default=30, help="Of each person.")
    parser.add_argument("--opponent", default="scripted:captain")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "spacecombat_agents.cli", "serve", "--port", "0", "--json"]
        service = subprocess.Popen(
            [*command, "--data", folder], stdout=subprocess.PIPE, env=dict(os.environ)
        )
        try:
            assert service.stdout is not None
            base = json.loads(service.stdout.readline())["address"].rstrip("/")
            seats = {"red_0": {"person": "load"}, "blue_0": {"player": chosen.opponent}}
            body = {"ruleset": chosen.ruleset, "scenario": chosen.scenario, "seats": seats}
            asyncio.run(at_once(base, body, 1, 5))  # so that all is ready
            alone = asyncio.run(at_once(base, body, 1, 3 * chosen.words))
            told("one game:", alone)
            together = asyncio.run(at_once(base, body, chosen.games, chosen.words))
            told(f"{chosen.games} games at once:", together)
        finally:
            service.terminate()
            service.wait()


if __name__ == "__main__":
    main()
