"""Measure how long people wait for the service: a real process, over sockets of this machine.

The service runs in a folder of its own. First one person plays on an idle service. Then many people
play at once, each in a game against the captain, with a pause before each action. Times run from a
message to its answer, at the client. Clients parse frames no further than they must, so that they
disturb the measurement little.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from spacecombat_agents.bench.throughput import machine, machine_load
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.terminal import Progress, print_table
from spacecombat_env.protocol.lines import as_line

__all__ = ["TARGETS", "address_of", "check_targets", "print_service", "run_service", "summary"]

TARGETS = {
    "alone.state.p95_ms": 15.0,
    "alone.say.p95_ms": 20.0,
    "alone.peek.p95_ms": 10.0,
    "alone.plan.p95_ms": 150.0,
    "crowd.say.p95_ms": 250.0,
    "start.page_s": 5.0,
}
"""Upper limits of the figures on two idle cores with compiled code."""
KEYS = {
    "start.page_s": "from the start of the process to the first page, with compiled code",
    "start.game_s": "from the start of the process to the first new game",
    "alone.say": "one person alone: from `say` to `said`",
    "alone.shown": "from `say` to the next decision or state, with a new view and picture",
    "alone.state": "from `state` to the decision sent again, with view and picture",
    "alone.peek": "from `peek`, one action deep, to `menu`",
    "alone.odds": "the same with the odds of actions with a random outcome",
    "alone.plan": "from `plan`, of the current force to where it would coast, to `plans`",
    "alone.ask_bytes": "bytes of a decision as sent, median; with those of its parts",
    "crowd.say": "`people` people at once, against captains: from `say` to `said`",
    "crowd.shown": "the same, from `say` to the next decision or state",
    "crowd.words_per_s": "actions of all people per second",
    "crowd.cpu_ms_per_word": "processor time of the service per person's action, captains included",
    "load": "load of the machine at the start and at the end",
}
SAID = ("said", "refused", "game_over")
STANDING = ("ask", "now", "game_over")
PEOPLE_AT_AN_ADDRESS = 20
"""Games that an address may make at once; further people come from 127.0.0.2, and so on."""
REST = 0.25
"""Seconds between two messages of a person alone: a key may send twenty per second."""
AFTER = 0.1
"""Seconds for the work that the previous action started."""
KIND = re.compile(r'\{"type":"(\w+)"')
AT = re.compile(r'"at":(\d+)')
WORDS = re.compile(r'"words":\[(.*?)\],"events":')
TOKEN = re.compile(r'"token":(\d+)')

USER, SYSTEM = 11, 12
"""Positions of two times in /proc/PID/stat, after the name."""

Times = dict[str, list[float]]


class BenchClient:
    """A person at a socket, who plays random actions and takes the times."""

    def __init__(self, socket: Any, times: Times, seed: int) -> None:
        self.socket, self.times = socket, times
        self.rng = np.random.default_rng(seed)
        self.number = 0

    async def until(self, message_types: tuple[str, ...]) -> tuple[str, str]:
        """Return type and text of the next message of one of these types."""
        while True:
            text = str(await self.socket.recv())
            found = KIND.match(text)
            if found and found[1] in message_types:
                return found[1], text

    async def request(
        self, name: str, message_types: tuple[str, ...], **message: Any
    ) -> tuple[str, str]:
        """Send a message, wait for its answer, record the milliseconds."""
        self.number += 1
        begun = time.perf_counter()
        await self.socket.send(json.dumps({"id": self.number, **message}))
        found = await self.until(message_types)
        self.times[name].append(1000 * (time.perf_counter() - begun))
        return found

    def choose_action(self, decision_message: str) -> int:
        """Return a legal action of a decision."""
        listed = WORDS.search(decision_message)
        actions = TOKEN.findall(listed[1] if listed else decision_message)
        return int(actions[self.rng.integers(len(actions))])

    async def send_action(self, decision_message: str) -> tuple[str, str]:
        """Send an action; return the message that follows it."""
        at = AT.search(decision_message)
        assert at is not None, "a decision has a number of actions before it"
        begun = time.perf_counter()
        actions = [self.choose_action(decision_message)]
        kind, text = await self.request("say", SAID, type="say", at=int(at[1]), words=actions)
        if kind == "said":
            kind, text = await self.until(STANDING)
            self.times["shown"].append(1000 * (time.perf_counter() - begun))
        return kind, text

    async def next_decision(self, kind: str, text: str) -> tuple[str, str]:
        """Wait until the seat is to act, or the game is over."""
        while kind not in ("ask", "game_over"):
            kind, text = await self.until(("ask", "game_over"))
        return kind, text


async def _play_alone(reader: BenchClient, actions: int, sizes: dict[str, list[int]]) -> None:
    """Play some actions; peek and query odds before each."""
    kind, text = await reader.until(STANDING)
    for _ in range(actions):
        kind, text = await reader.next_decision(kind, text)
        if kind == "game_over":
            return
        await asyncio.sleep(AFTER)
        _record_sizes(text, sizes)
        for name, odds in (("peek", False), ("odds", True)):
            about = {"type": "peek", "words": [], "depth": 1, "odds": odds}
            await reader.request(name, ("menu", "refused", "game_over"), **about)
            await asyncio.sleep(REST)
        place = _coasting_to(json.loads(text)["view"])
        if place is not None:
            about = {"type": "plan", "place": place}
            await reader.request("plan", ("plans", "refused", "game_over"), **about)
            await asyncio.sleep(REST)
        await reader.request("state", ("ask", "game_over"), type="state", have=10**6)
        await asyncio.sleep(REST)
        kind, text = await reader.send_action(text)


def _coasting_to(view: dict[str, Any]) -> str | None:
    """Return where the force of the current round would coast to, in games with such rounds."""
    mine = (each for each in view.get("own_forces", []) if each["name"] == view.get("round"))
    place: str | None = next((each["endpoint"]["hex"] for each in mine if "endpoint" in each), None)
    return place


def _record_sizes(decision_message: str, sizes: dict[str, list[int]]) -> None:
    """Record the bytes of a decision and of its parts."""
    message = json.loads(decision_message)
    whole = len(decision_message.encode())
    parts = {name: len(as_line(message[name]).encode()) for name in ("view", "picture")}
    for name, size in {"whole": whole, **parts, "rest": whole - sum(parts.values())}.items():
        sizes[name].append(size)


async def _play_in_crowd(reader: BenchClient, actions: int, pace: float) -> int:
    """Play some actions with a pause before each; return how many were accepted."""
    await asyncio.sleep(pace * float(reader.rng.random()))
    kind, text = await reader.until(STANDING)
    for sent in range(actions):
        kind, text = await reader.next_decision(kind, text)
        if kind == "game_over":
            return sent
        await asyncio.sleep(pace)
        kind, text = await reader.send_action(text)
    return actions


class BenchServer:
    """A service in a process of its own."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "spacecombat_agents.cli", "serve", "--port", "0", "--json"]
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(
            [*command, "--data", str(folder)], stdout=subprocess.PIPE, env=dict(os.environ)
        )
        assert self.process.stdout is not None
        address = json.loads(self.process.stdout.readline())["address"]
        self.host = address.removeprefix("http://").rstrip("/")

    def cpu_seconds(self) -> float | None:
        """Return the processor time that it has used; None if the system does not report it."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return (int(fields[USER]) + int(fields[SYSTEM])) / os.sysconf("SC_CLK_TCK")

    def since(self) -> float:
        """Return the seconds since its start."""
        return time.perf_counter() - self.begun

    def fetch(self, path: str, body: Any = None, person: int = 0) -> tuple[int, Any, Any]:
        """Return status, content and headers of an answer to one of many people."""
        asking = http.client.HTTPConnection(self.host, source_address=(address_of(person), 0))
        try:
            content = None if body is None else json.dumps(body)
            asking.request("GET" if body is None else "POST", path, content)
            answer = asking.getresponse()
            return answer.status, answer.read(), answer.headers
        finally:
            asking.close()

    def make(self, body: Any, person: int) -> dict[str, Any]:
        """Make a game; wait until the rule set is ready."""
        while True:
            status, content, headers = self.fetch("/v1/games", body, person)
            if status == 201:
                made: dict[str, Any] = json.loads(content)
                return made
            if status not in (429, 503):
                raise RuntimeError(content.decode())
            time.sleep(float(headers["Retry-After"]) / 4)


def address_of(person: int) -> str:
    """Return the address that a person comes from."""
    return f"127.0.0.{1 + person // PEOPLE_AT_AN_ADDRESS}"


@contextmanager
def bench_server() -> Iterator[BenchServer]:
    """Run a service in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        service = BenchServer(Path(folder))
        try:
            yield service
        finally:
            service.process.terminate()
            service.process.wait()


def _join(service: BenchServer, body: Any, person: int) -> dict[str, Any]:
    """Make a game for one of many people; return the message that joins it."""
    game = service.make(body, person)
    seat = next(iter(game["keys"]))
    about = {"game": game["game"], "reader": seat, "key": game["keys"][seat]}
    return {"type": "join", "have": 0, **about}


async def _play_at_table(
    service: BenchServer, join: Any, person: int, times: Times, work: Any
) -> Any:
    """Let one person play at a socket."""
    from websockets.asyncio.client import connect

    place, source = f"ws://{service.host}/v1/ws", (address_of(person), 0)
    plain: dict[str, Any] = {"max_size": None, "compression": None, "open_timeout": None}
    async with connect(place, local_addr=source, **plain) as socket:
        await socket.send(json.dumps(join))
        return await work(BenchClient(socket, times, person))


async def _play_crowd(
    service: BenchServer, joins: list[Any], actions: int, pace: float, times: Times
) -> float:
    """Let many people play at once; return their actions per second."""

    async def one(person: int) -> tuple[int, float]:
        await asyncio.sleep(pace * person / len(joins))
        sent: int = await _play_at_table(
            service, joins[person], person, times, lambda each: _play_in_crowd(each, actions, pace)
        )
        return sent, time.perf_counter()

    begun = time.perf_counter()
    found = await asyncio.gather(*(one(person) for person in range(len(joins))))
    return sum(sent for sent, _ in found) / (max(end for _, end in found) - begun)


def run_service(setting: GameSetting, *, people: int, actions: int, pace: float) -> dict[str, Any]:
    """Take all figures: `actions` actions per person, `pace` seconds apart in the crowd."""
    alone, crowd = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    sizes = defaultdict[str, list[int]](list)
    before = machine_load()
    first, second = setting.ruleset.seats
    seats = {first: {"person": "bench"}, second: {"player": opponent_name(setting)}}
    body = {
        "ruleset": setting.ruleset.name,
        "scenario": setting.scenario.name,
        "seats": seats,
    }
    with bench_server() as service, Progress(3, "service") as progress:
        page_s = _first_page(service)
        join = _join(service, body, 0)
        game_s = service.since()
        progress.advance(1)

        async def one(reader: BenchClient) -> None:
            await _play_alone(reader, 3 * actions, sizes)

        asyncio.run(_play_at_table(service, join, 0, alone, one))
        progress.advance(1)
        joins = [_join(service, body, 1 + person) for person in range(people)]
        cpu = service.cpu_seconds()
        rate = asyncio.run(_play_crowd(service, joins, actions, pace, crowd))
        after = service.cpu_seconds()
        progress.advance(1)
    about = machine()
    found = {
        "ruleset": setting.ruleset.name,
        "scenario": setting.scenario.name,
        "people": people,
        "pace_s": pace,
        "start": {"page_s": round(page_s, 2), "game_s": round(game_s, 2)},
        "alone": {
            **{name: summary(taken) for name, taken in alone.items()},
            "ask_bytes": {name: int(statistics.median(each)) for name, each in sizes.items()},
        },
        "crowd": {
            **{name: summary(taken) for name, taken in crowd.items()},
            "words_per_s": round(rate, 1),
            "cpu_ms_per_word": _per_action(cpu, after, len(crowd["say"])),
        },
        "load": [before, about["load"]],
        "machine": about,
        "keys": KEYS,
    }
    return {**found, "aims": check_targets(found)}


def opponent_name(setting: GameSetting) -> str:
    """Return the captain of a rule set, or the random player if it has none."""
    from spacecombat_agents.players.scripted import captain_player

    return captain_player(setting.ruleset.name)


def _per_action(before: float | None, after: float | None, actions: int) -> float | None:
    """Return the milliseconds of processor time per action."""
    return None if before is None or after is None else round(1000 * (after - before) / actions, 1)


def _first_page(service: BenchServer) -> float:
    """Return the seconds from the start of the process to its first page."""
    status, _, _ = service.fetch("/")
    assert status == 200, status
    return service.since()


def summary(taken: list[float]) -> dict[str, float]:
    """Return median and 95th percentile of times, in milliseconds."""
    low, high = np.percentile(taken, (50, 95))
    return {"p50_ms": round(float(low), 1), "p95_ms": round(float(high), 1), "count": len(taken)}


def check_targets(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return each figure that has a target with it, except what a game does not offer."""
    comparison = {}
    for place, aim in TARGETS.items():
        value: Any = found
        for name in place.split("."):
            value = value.get(name, {})
        if value == {}:
            continue
        comparison[place] = {"figure": value, "aim": aim, "met": value <= aim}
    return comparison


def print_service(result: dict[str, Any]) -> None:
    """Print the figures as a table, and missed targets."""
    rows = [
        [f"{part}.{name}", f"{each['p50_ms']:.1f}", f"{each['p95_ms']:.1f}", str(each["count"])]
        for part in ("alone", "crowd")
        for name, each in sorted(result[part].items())
        if isinstance(each, dict) and "p50_ms" in each
    ]
    print_table(["milliseconds", "median", "95 %", "of"], rows)
    start, bytes_ = result["start"], result["alone"]["ask_bytes"]
    print(f"first page after {start['page_s']} s, first game after {start['game_s']} s")
    print("a decision has " + ", ".join(f"{size} bytes {name}" for name, size in bytes_.items()))
    people, rate = result["people"], result["crowd"]["words_per_s"]
    cpu = result["crowd"]["cpu_ms_per_word"]
    print(f"{people} people, {result['pace_s']:g} s between actions: {rate} actions per second")
    print(f"processor time of the service: {cpu} ms per action, captains included")
    print(f"load of the machine: {result['load'][0]} to {result['load'][1]}")
    for place, each in result["aims"].items():
        verdict = "met" if each["met"] else "MISSED"
        print(f"target {place} <= {each['aim']:g}: {each['figure']:g}, {verdict}")
