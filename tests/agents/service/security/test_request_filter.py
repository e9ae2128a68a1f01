"""Other sites, and clients without a key, are refused everywhere."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from kit.serving import HOST, PERSON, Player, asked_for, client_of, made
from kit.serving import service_in as service_at
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from spacecombat_agents.service.http.middleware import allowed_hosts

FOREIGN = "evil.example"


# -- other sites -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/v1/catalog", "/v1/games/x", "/static/play.html"])
def test_a_foreign_host_is_refused(client: TestClient, path: str) -> None:
    answer = client.get(path, headers={"host": FOREIGN})
    assert answer.status_code == 403 and answer.json()["error"].startswith("host: ")


@pytest.mark.parametrize(
    "origin", [f"http://{FOREIGN}", "null", f"ftp://{HOST}", f"http://{HOST}.x"]
)
def test_a_foreign_origin_is_refused(client: TestClient, origin: str) -> None:
    for ask in (client.get, client.post):
        answer = ask("/v1/games", headers={"origin": origin})
        assert answer.status_code == 403 and answer.json()["error"].startswith("origin: ")


def test_the_own_origin_is_accepted(client: TestClient) -> None:
    answer = client.post("/v1/games", json=asked_for(), headers={"origin": f"http://{HOST}"})
    assert answer.status_code == 201


@pytest.mark.parametrize("name, value", [("host", FOREIGN), ("origin", f"http://{FOREIGN}")])
def test_sockets_are_refused_alike(client: TestClient, name: str, value: str) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        client.websocket_connect("/v1/ws", headers={name: value}),
    ):
        pass
    assert closed.value.code == 1008


def test_no_site_is_permitted_to_read(client: TestClient) -> None:
    for answer in (
        client.get("/v1/catalog", headers={"origin": f"http://{HOST}"}),
        client.options("/v1/games", headers={"access-control-request-method": "POST"}),
    ):
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_own_names_are_those_of_this_machine_and_those_allowed() -> None:
    own = allowed_hosts("0.0.0.0", 8642, ["Game.Example"])
    assert own == {"127.0.0.1:8642", "localhost:8642", "[::1]:8642", "game.example"}
    assert "192.168.1.5:80" in allowed_hosts("192.168.1.5", 80)
    assert "192.168.1.5" in allowed_hosts("192.168.1.5", 80)


def test_no_cookie_is_ever_set(client: TestClient) -> None:
    game = made(client)
    for path in ("/", f"/g/{game['game']}", "/v1/catalog", f"/v1/games/{game['game']}"):
        assert "set-cookie" not in client.get(path).headers


# -- keys ------------------------------------------------------------------------------------------


def test_a_key_in_an_address_is_refused(client: TestClient) -> None:
    game = made(client)
    name, key = game["game"], game["keys"]["red_0"]
    answer = client.get(f"/v1/games/{name}/next?reader=red_0&key={key}")
    assert answer.status_code == 400 and answer.json()["error"].startswith("key: ")
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/v1/ws?key={key}"),
    ):
        pass


def test_keys_are_kept_as_hashes_alone(tmp_path: Path) -> None:
    service = service_at(tmp_path)
    with client_of(service) as client:
        game = made(client, PERSON, {"person": None})
        with client.websocket_connect("/v1/ws") as socket:
            new = Player(socket).join(game, "blue_0")["key"]
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert game["game"].encode() in kept
    for key in (*game["keys"].values(), new):
        assert key.encode() not in kept


def test_keys_and_games_are_in_no_log(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    game = made(client)
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(game, "red_0")
        player.say(player.until("ask"))
    ours = [record.getMessage() for record in caplog.records if record.name != "httpx"]
    assert not [words for words in ours if game["keys"]["red_0"] in words]


@pytest.mark.parametrize("key", [None, "", "x", 5, "x" * 10_000, ["a"], {"a": 1}])
@pytest.mark.parametrize("reader", ["red_0", "blue_0", "umpire", "truth", None, 3])
def test_without_its_key_nobody_is_a_reader(client: TestClient, key: Any, reader: Any) -> None:
    game = made(client)
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.send("join", game=game["game"], reader=reader, key=key, have=0)
        refused = player.receive()
        assert (refused["type"], refused["code"]) == ("refused", "forbidden")
        with pytest.raises(WebSocketDisconnect):
            player.receive()


def test_a_key_opens_its_own_seat_alone(client: TestClient) -> None:
    game, other = made(client, PERSON, {"person": "Bob"}), made(client)
    wrong = [
        (game["game"], "blue_0", game["keys"]["red_0"]),
        (other["game"], "red_0", game["keys"]["red_0"]),
    ]
    for name, reader, key in wrong:
        headers = {"authorization": f"Bearer {key}"}
        answer = client.post(f"/v1/games/{name}/join", json={"reader": reader}, headers=headers)
        assert answer.status_code == 403 and answer.json()["error"].startswith("key: ")


def test_names_of_games_cannot_be_guessed(client: TestClient) -> None:
    names = {made(client)["game"] for _ in range(20)}
    assert len(names) == 20 and all(len(name) == 16 for name in names)
