"""Connections are limited, and so is the time of half a request."""

from __future__ import annotations

import contextlib
import json
import logging
import time
from pathlib import Path
from typing import Any

import pytest
from kit.live_service import is_cut_off, response_of, running
from kit.serving import asked_for, service_in
from websockets.sync.client import connect

from spacecombat_agents.service.http import connections, long_polling
from spacecombat_agents.service.http.connections import ConnectionLimits, connections_that_fit
from spacecombat_agents.service.operation.events import EventLog, capture_logs

LIMITS = ConnectionLimits(total=12, per_address=4, head_seconds=0.4)
HALVES = (b"", b"G", b"GET / HTTP/1.1\r\nHo", b"GET / HTTP/1.1\r\nHost: x\r\n")


def settled(limiter: connections.ConnectionLimiter, total: int) -> bool:
    """Whether this many connections are left soon."""
    end = time.monotonic() + 10
    while limiter.total != total and time.monotonic() < end:
        time.sleep(0.01)
    return limiter.total == total and len(limiter._by_address) <= total


BODY = b"POST /v1/games HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 99\r\n\r\n{"


@pytest.mark.parametrize("half", HALVES)
def test_half_a_head_is_waited_for_only_so_long(tmp_path: Path, half: bytes) -> None:
    with running(service_in(tmp_path), LIMITS) as live, live.connect() as connection:
        connection.sendall(half)
        assert is_cut_off(connection, 10)
        assert settled(live.limiter, 0)
        assert live.ask() == 200


def test_who_sends_a_byte_at_a_time_gains_nothing(tmp_path: Path) -> None:
    with running(service_in(tmp_path), LIMITS) as live, live.connect() as connection:
        began = time.monotonic()
        with contextlib.suppress(OSError):
            for byte in live.head("GET /", "X: " + "x" * 1000):
                connection.sendall(bytes([byte]))
                time.sleep(0.02)
        assert time.monotonic() - began < 8 and is_cut_off(connection, 5)


def test_the_second_head_has_its_deadline_too(tmp_path: Path) -> None:
    with running(service_in(tmp_path), LIMITS) as live, live.connect() as connection:
        for _ in range(2):
            connection.sendall(live.head("GET /v1/games/x"))
            assert response_of(connection)[0] == 404
        connection.sendall(b"GET /v1")
        assert is_cut_off(connection, 10)


def test_a_body_that_does_not_come_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_polling, "BODY_SECONDS", 0.2)
    with running(service_in(tmp_path), LIMITS) as live, live.connect() as connection:
        connection.sendall(live.head("POST /v1/games", "Content-Length: 100") + b"{")
        assert response_of(connection)[0] == 408
        assert is_cut_off(connection, 5) and settled(live.limiter, 0)


def test_a_body_that_nobody_reads_is_not_waited_for(tmp_path: Path) -> None:
    with running(service_in(tmp_path), LIMITS) as live, live.connect() as connection:
        connection.sendall(live.head("GET /v1/games/x", "Content-Length: 1000"))
        assert response_of(connection)[0] == 404
        with contextlib.suppress(OSError):
            for _ in range(100):
                connection.sendall(b"x")
                time.sleep(0.05)
        assert is_cut_off(connection, 5)


def test_one_address_has_only_so_many_and_others_theirs(tmp_path: Path) -> None:
    limits = LIMITS._replace(head_seconds=60)
    with running(service_in(tmp_path), limits) as live, contextlib.ExitStack() as held:
        for _ in range(4):
            held.enter_context(live.connect("127.0.0.9"))
        assert settled(live.limiter, 4)
        with live.connect("127.0.0.9") as fifth:
            assert is_cut_off(fifth, 5)
        assert live.ask() == 200
    assert ("connections_refused", "address", 1) in live.service.counts.all()


@pytest.mark.parametrize("half", [b"", BODY], ids=["heads", "bodies"])
def test_the_longest_waiting_make_room(tmp_path: Path, half: bytes) -> None:
    limits = LIMITS._replace(head_seconds=60)
    with running(service_in(tmp_path), limits) as live, contextlib.ExitStack() as held:
        halves = [held.enter_context(live.connect(f"127.0.0.{n // 4 + 2}")) for n in range(12)]
        assert settled(live.limiter, 12)
        for each in halves:
            each.sendall(half and half % live.port)
        time.sleep(0.3)
        assert [live.ask() for _ in range(3)] == [200] * 3
        assert is_cut_off(halves[0], 5)
        assert ("connections_cut_off", "crowded_out", 1) in live.service.counts.all()


def test_sockets_stay_counted_and_have_no_deadline(tmp_path: Path) -> None:
    with running(service_in(tmp_path), LIMITS) as live:
        game = post_game(live)
        join = {"game": game["game"], "reader": "red_0", "key": game["keys"]["red_0"]}
        assert settled(live.limiter, 0)
        with connect(f"ws://127.0.0.1:{live.port}/v1/ws", max_size=None) as talk:
            talk.send(json.dumps({"type": "join", **join}))
            assert json.loads(talk.recv(10))["type"] == "joined"
            time.sleep(3 * LIMITS.head_seconds)
            assert live.limiter.total == 1 and json.loads(talk.recv(10))["type"] == "ask"
        assert settled(live.limiter, 0)


def post_game(live: Any) -> Any:
    """A new game."""
    import urllib.request

    request = urllib.request.Request(
        f"http://127.0.0.1:{live.port}/v1/games", json.dumps(asked_for()).encode()
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def test_a_polling_reader_waits_longer_than_a_head(tmp_path: Path) -> None:
    with running(service_in(tmp_path), LIMITS) as live:
        game = post_game(live)
        path, key = f"/v1/games/{game['game']}/next", game["keys"]["red_0"]
        with live.connect() as connection:
            line = f"GET {path}?reader=red_0&stamp="
            connection.sendall(live.head(line, f"Authorization: Bearer {key}"))
            stamp = json.loads(response_of(connection)[1])["messages"][0]["stamp"]
            connection.sendall(live.head(line + stamp, f"Authorization: Bearer {key}"))
            assert not is_cut_off(connection, 4 * LIMITS.head_seconds)


def test_connections_fit_below_the_limit_on_files() -> None:
    import resource

    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    assert 16 <= connections_that_fit() <= connections.MAX_CONNECTIONS
    assert connections_that_fit() <= max(16, soft - connections.RESERVED_FILES) or soft < 1300


def test_a_repeated_error_is_told_once_a_minute(capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    before = {name: logging.getLogger(name).__dict__.copy() for name in ("uvicorn", "asyncio")}
    try:
        capture_logs(EventLog(None, lambda: now[0]))
        logger = logging.getLogger("asyncio")
        for _ in range(1000):
            logger.error("socket.accept() out of system resource\nsocket: <...>")
        logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
        assert capsys.readouterr().err.splitlines() == [
            "library: socket.accept() out of system resource",
            "library: Invalid HTTP request received.",
        ]
        now[0] = 61.0
        logger.error("socket.accept() out of system resource")
        assert len(capsys.readouterr().err.splitlines()) == 1
    finally:
        for name, state in before.items():
            logging.getLogger(name).__dict__.update(state)
