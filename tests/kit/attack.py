"""Attacks on a service: `attack.py KIND PORT SECONDS` prints what came of one, as JSON.

Attackers have the addresses 127.0.0.2, 127.0.0.3, ...; the bystander has 127.0.0.1.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

GAME = {"ruleset": "intercept_sensors", "scenario": "duel", "max_turns": 20}
SEATS = {"red_0": {"person": "Eve"}, "blue_0": {"player": "random"}}
LONE = "\\ud800"


class Attacker:
    """A client at an address, and the statuses of its requests."""

    def __init__(self, port: int, end: float, found: Counter[str]) -> None:
        self.port, self.end, self.found = port, end, found

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self.end

    @contextlib.asynccontextmanager
    async def connection(self, address: str) -> AsyncIterator[Any]:
        """A connection from an address; counts one that fails."""
        try:
            opening = asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
            reader, writer = await asyncio.wait_for(opening, 5)
        except (OSError, asyncio.TimeoutError):
            self.found["no connection"] += 1
            await asyncio.sleep(0.05)
            yield None
            return
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    def head(self, line: str, *more: str) -> bytes:
        """The head of a request."""
        lines = [f"{line} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *more]
        return "\r\n".join([*lines, "", ""]).encode()

    async def request(self, pair: Any, line: str, body: bytes = b"") -> tuple[int, bytes]:
        """Status and body of a request over an open connection; 0 if it is cut off."""
        reader, writer = pair
        try:
            writer.write(self.head(line, f"Content-Length: {len(body)}") + body)
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
            fields = dict(each.lower().split(b": ", 1) for each in head.split(b"\r\n")[1:-2])
            content = await reader.readexactly(int(fields.get(b"content-length", 0)))
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
            self.found["cut off"] += 1
            return 0, b""
        self.found[head.split()[1].decode()] += 1
        return int(head.split()[1]), content


async def half_open(own: Attacker, number: int) -> None:
    """Send half a head and wait, over and over."""
    address = f"127.0.0.{2 + number % 10}"
    while own.goes_on:
        async with own.connection(address) as pair:
            if pair is None:
                continue
            own.found["connections"] += 1
            with contextlib.suppress(OSError, asyncio.TimeoutError):
                pair[1].write(b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Le")
                await asyncio.wait_for(pair[0].read(100), max(own.end - time.monotonic(), 0.1))
            own.found["cut off"] += own.goes_on
        await asyncio.sleep(0.02)


async def half_bodies(own: Attacker, number: int) -> None:
    """Send a byte of a body a second, over and over."""
    while own.goes_on:
        async with own.connection(f"127.0.0.{2 + number % 10}") as pair:
            if pair is None:
                continue
            with contextlib.suppress(OSError):
                pair[1].write(own.head("POST /v1/games", "Content-Length: 100000"))
                while own.goes_on and not pair[0].at_eof():
                    pair[1].write(b"x")
                    await asyncio.sleep(1)
            own.found["cut off"] += own.goes_on


async def game_slots(own: Attacker, number: int) -> None:
    """Make games as fast as they are granted."""
    body = json.dumps({**GAME, "seats": SEATS}).encode()
    while own.goes_on:
        async with own.connection("127.0.0.20") as pair:
            while pair is not None and own.goes_on:
                if not (await own.request(pair, "POST /v1/games", body))[0]:
                    break
                await asyncio.sleep(0.05)


async def surrogates(own: Attacker, number: int) -> None:
    """Throw lone surrogates at a game of one's own and at the service, in all fields."""
    async with own.connection("127.0.0.4") as pair:
        body = json.dumps({**GAME, "seats": SEATS}).encode()
        _, content = await own.request(pair, "POST /v1/games", body)
        game = json.loads(content)
        for bad in (b'{"\\ud800":1}', b'{"ruleset":"\\ud800"}', b'{"clock":{"\\ud800":1}}'):
            await own.request(pair, "POST /v1/games", bad)
    address = f"ws://127.0.0.1:{own.port}/v1/ws"
    async with connect(address, local_addr=("127.0.0.4", 0), max_size=None) as talk:
        join = {"game": game["game"], "reader": "red_0", "key": game["keys"]["red_0"]}
        await talk.send(json.dumps({"type": "join", **join}))
        while own.goes_on:
            for field in ('"words":["X"]', '"words":[0],"note":"X"', '"words":[0],"X":1'):
                await talk.send(f'{{"type":"say","id":1,"at":0,{field}}}'.replace("X", LONE))
                while (message := json.loads(await talk.recv()))["type"] != "refused":
                    pass
                own.found[message["code"]] += 1
                await asyncio.sleep(0.06)


async def flood(own: Attacker, number: int) -> None:
    """Send requests of all kinds as fast as they are answered."""
    lines = ("GET /", "GET /static/main.js", "GET /v1/catalog", "GET /nowhere", "GET /v1/games/x")
    while own.goes_on:
        async with own.connection(f"127.0.0.{5 + number % 4}") as pair:
            for turn in range(100):
                if pair is None or not own.goes_on:
                    break
                line = lines[(number + turn) % len(lines)]
                if not (await own.request(pair, line))[0]:
                    break


async def rubbish(own: Attacker, number: int) -> None:
    """Send what is no HTTP, each time over a new connection."""
    while own.goes_on:
        async with own.connection(f"127.0.0.{5 + number % 4}") as pair:
            if pair is not None:
                own.found["connections"] += 1
                with contextlib.suppress(OSError, asyncio.TimeoutError):
                    pair[1].write(b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n" * 20)
                    await asyncio.wait_for(pair[0].read(100), 5)


async def sockets(own: Attacker, number: int) -> None:
    """Open sockets, join nothing, and flood them."""
    address = f"ws://127.0.0.1:{own.port}/v1/ws"
    while own.goes_on:
        try:
            async with connect(address, local_addr=("127.0.0.9", 0), open_timeout=5) as talk:
                own.found["sockets"] += 1
                while own.goes_on:
                    await talk.send('{"type":"ping","id":1}')
                    await asyncio.wait_for(talk.recv(), 5)
        except (OSError, WebSocketException, asyncio.TimeoutError):
            own.found["cut off"] += 1
            await asyncio.sleep(0.01)


ATTACKS: dict[str, tuple[Callable[[Attacker, int], Awaitable[None]], int]] = {
    "half-open heads": (half_open, 1100),
    "half bodies": (half_bodies, 1100),
    "game slots": (game_slots, 4),
    "surrogates": (surrogates, 1),
    "floods": (flood, 40),
    "rubbish": (rubbish, 20),
    "sockets": (sockets, 100),
}
"""Attacks, and how many clients make each."""


async def attack(kind: str, port: int, seconds: float) -> dict[str, int]:
    """Attack for that long; how often each answer came."""
    work, clients = ATTACKS[kind]
    found: Counter[str] = Counter()
    own = Attacker(port, time.monotonic() + seconds, found)
    await asyncio.wait_for(asyncio.gather(*(work(own, n) for n in range(clients))), seconds + 20)
    return dict(found)


if __name__ == "__main__":
    print(json.dumps(asyncio.run(attack(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))))
