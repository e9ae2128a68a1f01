"""One address cannot take all games or all pages; games that nobody plays give way."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from kit.serving import ALWAYS, LOTS, PERSON, Player, asked_for, client_of, made, service_in
from starlette.testclient import TestClient

from spacecombat_agents.service.games import capacity
from spacecombat_agents.service.games.capacity import QuotaReached, ServerFull
from spacecombat_agents.service.http import endpoints
from spacecombat_agents.service.http.service import Service
from spacecombat_agents.service.storage.game_store import ABANDONED, OPEN

BOB = {"person": "Bob"}


def state_of(service: Service, game: dict[str, Any]) -> str:
    """State of a stored game."""
    found = service.store.game(game["game"])
    assert found is not None
    return found.state


def aged(service: Service, game: dict[str, Any], seconds: float) -> None:
    """Make a game older."""
    then = time.time() - seconds
    with service.store.database.write() as db:
        values = then, then, game["game"]
        db.execute("UPDATE game SET created = ?, touched = ? WHERE id = ?", values)


def joined(client: TestClient, game: dict[str, Any], acts: bool = False) -> int:
    """Join as red over HTTP, and say something; the last status."""
    headers = {"authorization": f"Bearer {game['keys']['red_0']}"}
    path = f"/v1/games/{game['game']}"
    answer = client.post(f"{path}/join", json={"reader": "red_0"}, headers=headers)
    if not acts or answer.status_code != 200:
        return answer.status_code
    let = {"reader": "red_0", "type": "let", "id": 1, "at": 0, "until": "game"}
    return client.post(f"{path}/messages", json=let, headers=headers).status_code


@pytest.fixture
def service(tmp_path: Path) -> Service:
    """A service with six games, three of an address."""
    return service_in(tmp_path / "data", ALWAYS._replace(open_games=3), max_games=6)


@pytest.mark.parametrize(
    "addresses",
    [["203.0.113.7"] * 4, [f"2001:db8:1:2::{n}" for n in range(4)], ["::ffff:203.0.113.7"] * 4],
)
def test_an_address_and_a_network_have_a_quota(service: Service, addresses: list[str]) -> None:
    client = client_of(service)
    codes = []
    with client:
        for address in addresses:
            client._transport.client = (address, 50000)  # type: ignore[attr-defined]
            codes.append(client.post("/v1/games", json=asked_for()).status_code)
        full = client.post("/v1/games", json=asked_for())
        assert codes == [201] * 3 + [429] and full.headers["retry-after"] == "60"
        assert full.json() == {"error": "games: 3 games of your address are open"}
        client._transport.client = ("198.51.100.1", 50000)  # type: ignore[attr-defined]
        assert client.post("/v1/games", json=asked_for()).status_code == 201


def test_a_game_that_nobody_joined_expires_within_the_hour(service: Service) -> None:
    with client_of(service) as client:
        lonely, taken = made(client), made(client)
        assert joined(client, taken) == 200
        for game in (lonely, taken):
            aged(service, game, capacity.MINUTES_TO_JOIN * 60 + 1)
        service.manager._keep_house()
        assert (state_of(service, lonely), state_of(service, taken)) == (ABANDONED, OPEN)
        assert joined(client, lonely) == 200  # there is room
        assert state_of(service, lonely) == OPEN


def test_a_game_of_players_alone_waits_for_nobody(service: Service) -> None:
    with client_of(service) as client:
        found = service.store.game(made(client, LOTS, LOTS)["game"])
        assert found is not None and found.joined and found.started


def test_own_games_that_nobody_joined_give_way_after_a_minute(service: Service) -> None:
    with client_of(service) as client:
        games = [made(client) for _ in range(3)]
        assert client.post("/v1/games", json=asked_for()).status_code == 429
        aged(service, games[1], capacity.SECONDS_UNDISTURBED + 1)
        made(client)
        assert [state_of(service, game) for game in games] == [OPEN, ABANDONED, OPEN]
        assert joined(client, games[1]) == 429  # it had to go, and there is no room


def test_a_request_that_is_wrong_lets_nothing_give_way(service: Service) -> None:
    with client_of(service) as client:
        games = [made(client) for _ in range(3)]
        for game in games:
            aged(service, game, capacity.SECONDS_UNDISTURBED + 1)
        assert client.post("/v1/games", json={"ruleset": "x"}).status_code == 400
        assert [state_of(service, game) for game in games] == [OPEN] * 3


def test_nothing_is_built_where_there_is_no_room(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    with client_of(service) as client:
        for _ in range(3):
            made(client)
        monkeypatch.setattr(endpoints, "parse_game_request", None)
        assert client.post("/v1/games", json=asked_for()).status_code == 429


def test_never_started_games_of_the_greediest_give_way_first(service: Service) -> None:
    client = client_of(service)
    games = []
    with client:
        for address in ("10.0.0.1", "10.0.0.2", "10.0.0.2", "10.0.0.3", "10.0.0.3", "10.0.0.3"):
            client._transport.client = (address, 1)  # type: ignore[attr-defined]
            games.append(made(client, PERSON, LOTS))
        assert client.post("/v1/games", json=asked_for()).status_code == 429
        client._transport.client = ("10.0.0.4", 1)  # type: ignore[attr-defined]
        full = client.post("/v1/games", json=asked_for())
        assert (full.status_code, full.headers["retry-after"]) == (503, "60")
        assert joined(client, games[3], acts=True) == 200
        assert joined(client, games[4]) == 200
        for game in games:
            aged(service, game, capacity.SECONDS_UNDISTURBED + 1)
        made(client)
    assert [n for n, game in enumerate(games) if _left(service, game)] == [5]


def _left(service: Service, game: dict[str, Any]) -> bool:
    """Whether a game was put away, in a closed service's file."""
    import sqlite3

    with sqlite3.connect(service.store.database.path) as db:
        query = "SELECT state FROM game WHERE id = ?"
        return bool(db.execute(query, (game["game"],)).fetchone()[0] == ABANDONED)


def test_a_game_with_a_reader_does_not_give_way(service: Service) -> None:
    with client_of(service) as client:
        game = made(client, BOB, LOTS)
        with client.websocket_connect("/v1/ws") as socket:
            player = Player(socket)
            player.join(game, "public")
            player.news()
            aged(service, game, 40 * capacity.SECONDS_PER_DAY)
            service.manager._keep_house()
            assert state_of(service, game) == OPEN


def test_reading_does_not_open_a_game_again(service: Service) -> None:
    with client_of(service) as client:
        game = made(client)
        aged(service, game, capacity.MINUTES_TO_JOIN * 60 + 1)
        service.manager._keep_house()
        assert client.get(f"/v1/games/{game['game']}").json()["over"] is None
        assert client.get(f"/v1/games/{game['game']}/next?reader=public").status_code == 200
        assert state_of(service, game) == ABANDONED


def test_only_a_few_pages_are_in_the_making(service: Service) -> None:
    held, codes = threading.Event(), []

    async def build(address: str) -> None:
        try:
            await service.run_page_build(address, held.wait, 10)
        except (QuotaReached, ServerFull) as cause:
            codes.append(type(cause).__name__)

    async def all_of_them() -> None:
        addresses = ["a"] * 3 + ["b", "b", "c", "c", "d", "d", "e"]
        tasks = [asyncio.create_task(build(address)) for address in addresses]
        await asyncio.sleep(0.05)
        held.set()
        await asyncio.gather(*tasks)

    asyncio.run(all_of_them())
    assert codes == ["QuotaReached", "ServerFull"]
    assert service.page_builds._now == service.page_builds_by_address._now == {}
    service.close()
