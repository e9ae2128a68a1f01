"""Actions are handled at the times of a grid: no client learns of them before."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kit.serving import HUNTER, PERSON, Player, client_of, made, service_in
from starlette.testclient import TestClient

from spacecombat_agents.service.http.service import Service
from spacecombat_agents.service.timing.time_grid import TimeGrid

BOB = {"person": "Bob"}
STEP = 3600.0
"""A line comes when a test says so, and not of itself."""


class Line:
    """The next line of a service's grid, drawn by the test."""

    def __init__(self, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waiting, self._gate = 0, threading.Event()
        grid = service.grid

        def left() -> float:
            self.waiting += 1
            return 0.0 if self._gate.is_set() else STEP

        def sleep(seconds: float) -> None:
            self._gate.wait(seconds)

        def hold(is_wanted: Callable[[], bool]) -> None:
            while left() and is_wanted():
                sleep(0.01)

        monkeypatch.setattr(grid, "seconds_to_next", left)
        monkeypatch.setattr(grid, "wait_until_line", hold)
        monkeypatch.setattr(
            "spacecombat_agents.service.timing.time_grid.asyncio.sleep", self._slept
        )

    async def _slept(self, seconds: float) -> None:
        """Wait, beside all else, for the line."""
        import asyncio

        loop = asyncio.get_running_loop()
        if seconds:
            await loop.run_in_executor(None, self._gate.wait, 20)

    def draw(self) -> None:
        """Come to the line, and have all that comes later wait for none."""
        self._gate.set()


@pytest.fixture
def service(tmp_path: Path) -> Service:
    """A service with a grid."""
    return service_in(tmp_path / "data", answer_grid=STEP)


@pytest.fixture
def client(service: Service) -> Iterator[TestClient]:
    """A client of it."""
    with client_of(service) as client:
        yield client


def seated(client: TestClient, game: dict[str, Any], service: Service) -> tuple[str, str]:
    """The seat to act, and the other."""
    asked = service.manager.open_session(game["game"]).table.to_act
    assert asked is not None
    return asked, "blue_0" if asked == "red_0" else "red_0"


def until(so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + 20
    while not so() and time.monotonic() < end:
        time.sleep(0.005)
    assert so()


@pytest.mark.parametrize("kind", ["say", "let", "resign"])
def test_a_persons_action_takes_effect_on_the_next_line(
    client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    game = made(client, PERSON, BOB)
    session = service.manager.open_session(game["game"])
    asked, other = seated(client, game, service)
    line = Line(service, monkeypatch)
    with client.websocket_connect("/v1/ws") as one, client.websocket_connect("/v1/ws") as two:
        automated_by, waits = Player(one), Player(two)
        automated_by.join(game, asked)
        waits.join(game, other)
        ask, before = automated_by.until("ask"), waits.until("now")
        word = ask["words"][0]["token"]
        automated_by.send(kind, id=1, at=ask["at"], words=[word], until="order")
        until(lambda: line.waiting > 0)
        assert session.table.to_act == asked and session.action_count(asked) == 0
        waits.send("ping", id=2)
        assert waits.receive() == {"type": "pong", "id": 2}
        waits.send("state", have=0)
        assert waits.until("now")["stamp"] == before["stamp"]
        line.draw()
        assert automated_by.until("said", "game_over")
        assert session.table.to_act is None or session.action_count(asked) > 0


def test_the_action_of_a_built_in_player_takes_effect_on_the_next_line(
    client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Line(service, monkeypatch)
    game = made(client, HUNTER, HUNTER)
    session = service.manager.open_session(game["game"])
    until(lambda: line.waiting > 0)
    assert not any(session.table.counts)
    line.draw()
    until(lambda: session.table.to_act is None)


def test_over_http_too_and_time_counts_to_the_arrival(
    client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = made(client, PERSON, BOB, clock={"kind": "bank", "order_ms": 1000, "bank_ms": 60_000})
    session, now = service.manager.open_session(game["game"]), [0.0]
    session.clocks.now = lambda: now[0]
    session.schedule_timer = lambda session, at: None
    asked, _ = seated(client, game, service)
    path = f"/v1/games/{game['game']}"
    headers = {"authorization": f"Bearer {game['keys'][asked]}"}
    body = {"reader": asked}
    ask = client.post(f"{path}/join", json=body, headers=headers).json()["messages"][-1]
    line = Line(service, monkeypatch)
    now[0] += 3
    say = {**body, "type": "say", "id": 1, "at": ask["at"], "words": [ask["words"][0]["token"]]}
    given: list[Any] = []
    post = threading.Thread(
        target=lambda: given.append(client.post(f"{path}/messages", json=say, headers=headers))
    )
    post.start()
    until(lambda: line.waiting > 0)
    assert session.action_count(asked) == 0
    now[0] += 500  # until the line
    line.draw()
    post.join(20)
    assert given[0].json()["messages"][0]["type"] == "said"
    kept = session.clocks.stored_time(asked)
    assert kept is not None and (kept.spent_ms, kept.lates) == (3000, 0)


# -- the grid itself -------------------------------------------------------------------------------


@pytest.mark.parametrize(("now", "left"), [(100.0, 2.0), (101.5, 0.5), (1.9999, 0.0001)])
def test_lines_are_multiples_of_the_step(now: float, left: float) -> None:
    assert TimeGrid(2.0, lambda: now).seconds_to_next() == pytest.approx(left)
    assert TimeGrid(0.0, lambda: now).seconds_to_next() == 0.0


def test_what_is_due_is_handled_on_a_line_after_the_one_that_receives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    grid = TimeGrid(2.0, lambda: 101.5)
    monkeypatch.setattr(time, "monotonic", lambda: 10.0)  # lines at 10.5, 12.5, ...
    assert [grid.next_line_after(at) for at in (9.0, 10.4, 11.0, 12.4, 12.6)] == [
        14.5,
        14.5,
        14.5,
        14.5,
        16.5,
    ]
    assert grid.next_line_after(None) is None and TimeGrid().next_line_after(7.0) == 7.0


def test_who_waits_for_a_line_is_let_go_when_nobody_wants_it() -> None:
    begun = time.monotonic()
    TimeGrid(STEP).wait_until_line(lambda: False)
    assert time.monotonic() - begun < 10
