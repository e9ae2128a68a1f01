"""Only so much is borne of one key and of one address."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kit.serving import ALWAYS, Player, asked_for, client_of, made
from kit.serving import service_in as service_at
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from spacecombat_agents.service.games import message_handler
from spacecombat_agents.service.http import websockets
from spacecombat_agents.service.http.middleware import MAX_MESSAGE_BYTES
from spacecombat_agents.service.http.rate_limits import ConcurrencyLimiter, RateLimiter, RateLimits
from spacecombat_agents.service.http.service import Service


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[tuple[Service, TestClient]]:
    """A service that bears little."""
    limits = RateLimits(messages=0.001, burst=5, peeks=2, sockets=2, refusals=6)
    service = service_at(tmp_path / "data", limits, max_games=2)
    with client_of(service) as client:
        yield service, client


def test_more_messages_than_may_be_are_refused_then_the_socket_closed(strict: Any) -> None:
    _, client = strict
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(made(client), "red_0")
        player.until("ask")
        for number in range(20):
            player.send("ping", id=number)
        answers = [player.receive() for _ in range(12)]
        with pytest.raises(WebSocketDisconnect) as closed:
            player.receive()
    assert [message["type"] for message in answers[:5]] == ["pong"] * 5
    assert {message.get("code") for message in answers[5:]} == {"busy"}
    assert closed.value.code == 1008


def test_sockets_of_one_key_share_its_messages(strict: Any) -> None:
    _, client = strict
    game = made(client)
    codes = []
    with client.websocket_connect("/v1/ws") as one, client.websocket_connect("/v1/ws") as other:
        for socket in (one, other):
            player = Player(socket)
            player.join(game, "red_0")
            player.until("ask")
            for number in range(4):
                player.send("ping", id=number)
                codes.append(player.until("pong", "refused")["type"])
    assert codes == ["pong"] * 5 + ["refused"] * 3


def test_more_requests_than_may_be_are_refused(strict: Any) -> None:
    _, client = strict
    answers = [client.get("/v1/games/x") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [404] * 5 + [429] * 2
    assert answers[-1].headers["retry-after"] == "1"


def test_only_so_many_games_are_made_in_a_second(tmp_path: Path) -> None:
    limits = ALWAYS._replace(games=0.001, games_at_once=2)
    with client_of(service_at(tmp_path, limits)) as client:
        codes = [client.post("/v1/games", json=asked_for()).status_code for _ in range(3)]
    assert codes == [201, 201, 429]


def test_rates_come_back_with_time() -> None:
    now = [0.0]
    rates = RateLimiter(20, 40, lambda: now[0])
    assert sum(rates.acquire("a") for _ in range(100)) == 40
    now[0] = 1.0
    assert sum(rates.acquire("a") for _ in range(100)) == 20
    assert rates.acquire("b")


def test_only_so_many_looks_ahead_are_taken_at_once(
    strict: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, client = strict
    held, taken = threading.Event(), threading.Semaphore(0)

    def slow(session: Any, subscriber: Any, message: Any) -> None:
        taken.release()
        held.wait(10)
        message_handler.handle_message(session, subscriber, message)

    monkeypatch.setattr(websockets, "handle_message", slow)
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(made(client), "red_0")
        player.until("ask")
        for number in (1, 2, 3):
            player.send("peek", id=number, words=[])
        refused = player.until("refused")
        assert (refused["id"], refused["code"]) == (3, "busy")
        assert taken.acquire(timeout=10) and taken.acquire(timeout=10)
        held.set()
        assert {player.until("menu")["id"], player.until("menu")["id"]} == {1, 2}
        while service.peeks._now:
            pass


def test_only_so_many_games_may_be_open(strict: Any) -> None:
    _, client = strict
    made(client)
    game = made(client)
    full = client.post("/v1/games", json=asked_for())
    assert (
        full.status_code == 503
        and full.json()["error"] == "games: the limit of 2 open games is reached"
    )
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(game, "red_0")
        player.send("resign")
        player.until("game_over")
    assert client.post("/v1/games", json=asked_for()).status_code == 201


def test_games_that_nobody_comes_back_to_make_room(strict: Any) -> None:
    service, client = strict
    old = made(client)
    made(client)
    with service.store.database.write() as db:
        db.execute("UPDATE game SET touched = 0 WHERE id = ?", (old["game"],))
    assert made(client)
    assert client.get(f"/v1/games/{old['game']}").json()["over"] is None  # still there for who does


def test_only_so_many_sockets_come_from_one_address(strict: Any) -> None:
    _, client = strict
    with (
        client.websocket_connect("/v1/ws"),
        client.websocket_connect("/v1/ws"),
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/v1/ws"),
    ):
        pass
    with client.websocket_connect("/v1/ws"):
        pass


def test_sockets_of_all_addresses_leave_room_for_requests(tmp_path: Path) -> None:
    client = client_of(service_at(tmp_path, ALWAYS._replace(sockets_in_all=2)))
    with client, contextlib.ExitStack() as held:
        for number in range(3):
            client._transport.client = (f"10.0.0.{number}", 1)  # type: ignore[attr-defined]
            if number < 2:
                held.enter_context(client.websocket_connect("/v1/ws"))
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/v1/ws"):
            pass
        assert client.get("/").status_code == 200


def test_counts_forget_who_has_none() -> None:
    counts = ConcurrencyLimiter(1)
    assert counts.acquire("a") and not counts.acquire("a")
    counts.release("a")
    assert counts._now == {} and counts.acquire("a")


def test_who_does_not_join_is_sent_away(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websockets, "JOIN_SECONDS", 0.05)
    with client.websocket_connect("/v1/ws") as socket:
        assert Player(socket).receive()["reason"] == "join: must come first, and soon"


def test_who_takes_no_messages_is_sent_away(
    client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websockets, "MAX_QUEUED_CHARACTERS", 5000)
    game = made(client)
    join = {"type": "join", "game": game["game"], "reader": "red_0", "key": game["keys"]["red_0"]}

    class Stuck:
        """A socket whose other end reads nothing."""

        client = None
        frames = [json.dumps(join)]

        async def accept(self) -> None:
            """Be there."""

        async def receive(self) -> dict[str, Any]:
            """The frames, then none."""
            while not self.frames:
                await asyncio.sleep(60)
            return {"type": "websocket.receive", "text": self.frames.pop()}

        async def send_text(self, text: str) -> None:
            """Wait for a reader that reads."""
            await asyncio.sleep(60)

    async def talk() -> None:
        await asyncio.wait_for(websockets.WebSocketConnection(Stuck(), service).run(), 20)  # type: ignore[arg-type]

    asyncio.run(talk())
    end = time.monotonic() + 20
    while service.manager.open_session(game["game"]).subscribers and time.monotonic() < end:
        time.sleep(0.01)
    assert not service.manager.open_session(game["game"]).subscribers


def test_the_socket_gets_the_size_of_the_largest_message(tmp_path: Path) -> None:
    from spacecombat_agents.service.server import ServerOptions, uvicorn_config

    options = ServerOptions("127.0.0.1", 0, tmp_path, False, (), (), False, False)
    config = uvicorn_config(options, client_app := object(), 8642)  # type: ignore[arg-type]
    assert (config.app, config.ws_max_size, config.access_log) == (
        client_app,
        MAX_MESSAGE_BYTES,
        False,
    )
    assert config.proxy_headers is False


def test_who_is_cut_off_by_the_server_leaves_nothing_that_nobody_waits_for(
    service: Service,
) -> None:
    """Its socket fails while the talk is ended: the error reaches the caller that ended it."""

    class Closed:
        """A socket that fails on a request to stop receiving."""

        client = None

        async def accept(self) -> None:
            """Be there."""

        async def receive(self) -> dict[str, Any]:
            """Wait; fail when ended."""
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                raise ConnectionResetError from None
            return {}

    unheard: list[Any] = []

    async def talk() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, about: unheard.append(about))
        talking = asyncio.create_task(websockets.WebSocketConnection(Closed(), service).run())  # type: ignore[arg-type]
        await asyncio.sleep(0.05)
        talking.cancel()
        await asyncio.gather(talking, return_exceptions=True)
        del talking
        assert len(asyncio.all_tasks()) == 1
        gc.collect()

    asyncio.run(talk())
    assert unheard == []
