"""What cannot be read, stored or answered is refused once, where it comes in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kit.serving import ALWAYS, PERSON, Player, asked_for, client_of, made, service_in
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from spacecombat_agents.service.http.addresses import address_group

LONE = "\\ud800"
CANNOT = "body: has text that cannot be encoded"
JSON = {"content-type": "application/json"}
FRAMES = (
    '{"type":"say","id":1,"at":0,"words":["X"]}',
    '{"type":"say","id":1,"at":0,"words":"X"}',
    '{"type":"say","id":1,"at":0,"words":[1],"note":"X"}',
    '{"type":"say","id":1,"at":0,"words":[1],"X":1}',
    '{"type":"peek","id":1,"words":["X"]}',
    '{"type":"plan","id":1,"place":"X"}',
    '{"type":"let","id":1,"at":0,"until":"X"}',
    '{"type":"ping","id":"X"}',
    '{"type":"X"}',
    '{"type":"standing","kinds":{"X":"turn"}}',
    '{"type":"standing","kinds":{"scans":["X"]}}',
    '{"type":"state","game":"X"}',
    '"X"',
)


def test_text_that_cannot_be_encoded_is_refused_and_the_game_goes_on(client: TestClient) -> None:
    game = made(client, PERSON, {"person": "Bob"})
    with (
        client.websocket_connect("/v1/ws") as one,
        client.websocket_connect("/v1/ws") as other,
        client.websocket_connect("/v1/ws") as watching,
    ):
        readers = [Player(socket) for socket in (one, other, watching)]
        for player, reader in zip(readers, ("red_0", "blue_0", "public"), strict=True):
            player.join(game, reader)
            player.news()
        for frame in FRAMES:
            one.send_text(frame.replace("X", LONE))
            refused = readers[0].receive()
            found = refused["type"], refused["code"], refused["id"], refused["reason"]
            assert found == ("refused", "malformed", 0, CANNOT), frame
            for player in readers:
                assert player.news() == [], frame


def test_the_same_over_http(client: TestClient) -> None:
    game = made(client)
    key = {"authorization": f"Bearer {game['keys']['red_0']}", **JSON}
    for frame in FRAMES:
        body = frame.replace("X", LONE).replace("{", '{"reader":"red_0",', 1)
        for path in ("messages", "join"):
            answer = client.post(f"/v1/games/{game['game']}/{path}", content=body, headers=key)
            assert (answer.status_code, answer.json()["error"]) == (400, CANNOT), frame


@pytest.mark.parametrize("join", ['{"type":"join","game":"X"}', '{"type":"join","name":"X"}', "X"])
def test_a_join_that_cannot_be_read_is_malformed(client: TestClient, join: str) -> None:
    with client.websocket_connect("/v1/ws") as socket:
        socket.send_text(join.replace("X", LONE))
        assert Player(socket).receive()["code"] == "malformed"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


BODIES = (
    '{"\\ud800":1}',
    '{"ruleset":"intercept_sensors","seats":SEATS,"options":{"\\ud800":[1]}}',
    '{"ruleset":"intercept_sensors","seats":SEATS,"options":{"\\ud800":1}}',
    '{"ruleset":"intercept_sensors","seats":SEATS,"clock":{"kind":"none","\\ud800":1}}',
    '{"ruleset":"intercept_sensors","seats":SEATS,"clock":{"kind":["none"]}}',
    '{"ruleset":"intercept_sensors","seats":SEATS,"delegate":{"red_0":[["scans"]]}}',
    '{"ruleset":"intercept_sensors","seats":SEATS,"delegate":{"red_0":[{}]}}',
    '{"ruleset":"intercept_sensors","seats":SEATS,"watch":["public"]}',
    '{"ruleset":"intercept_sensors","seats":SEATS,"watch":{}}',
    '{"ruleset":["x"],"seats":SEATS}',
    '{"ruleset":"intercept_sensors","scenario":["duel"],"seats":SEATS}',
    '{"ruleset":"intercept_sensors","seats":SEATS,"max_turns":NaN}',
    '{"ruleset":"intercept_sensors","seats":SEATS,"max_turns":1e999}',
    '{"ruleset":"intercept_sensors","seats":SEATS,"umpire":["x"]}',
    '{"ruleset":"intercept_sensors","seats":{"red_0":{"player":["x"]},"blue_0":{"player":{}}}}',
    '{"ruleset":"intercept_sensors","seats":{"red_0":{"person":"\\udfff"},"blue_0":{}}}',
)


def test_a_field_of_any_wrong_type_is_refused_in_a_line(client: TestClient) -> None:
    seats = '{"red_0":{"person":"Ann"},"blue_0":{"player":"random"}}'
    for body in BODIES:
        answer = client.post("/v1/games", content=body.replace("SEATS", seats), headers=JSON)
        assert answer.status_code == 400 and "\n" not in answer.json()["error"], body


@pytest.mark.parametrize("name", ["a" * 300, "a/" * 300 + "a.js", "a" * 300 + ".js"])
def test_a_file_of_a_long_name_does_not_exist(client: TestClient, name: str) -> None:
    answer = client.get(f"/static/{name}")
    assert (answer.status_code, answer.json()) == (404, {"error": "file: does not exist"})


ROUTES = [
    *(
        ("GET", path)
        for path in ("/", "/g/x", "/r/x", "/e/x", "/v1/catalog", "/v1/rules/x", "/v1/games/x")
    ),
    *(("GET", f"/v1/games/x/{path}") for path in ("replay", "next")),
    *(("GET", path) for path in ("/healthz", "/metrics", "/v1/admin/games", "/nowhere")),
    *(("POST", f"/v1/games{path}") for path in ("", "/x/join", "/x/messages")),
    ("POST", "/v1/replays"),
    ("GET", "/static/main.js"),
]


def test_every_route_has_its_rate(tmp_path: Path) -> None:
    limits = ALWAYS._replace(messages=0.001, burst=3, files=0.001, files_at_once=3)
    client = client_of(service_in(tmp_path / "data", limits))
    with client:
        for number, (method, path) in enumerate(ROUTES):
            client._transport.client = (f"10.0.0.{number}", 1)  # type: ignore[attr-defined]
            answers = [client.request(method, path, content="{") for _ in range(5)]
            is_busy = [each.status_code == 429 for each in answers]
            assert is_busy == [False] * 3 + [True] * 2, path
            assert answers[-1].headers["retry-after"] == "1"


def test_sockets_have_their_rate(tmp_path: Path) -> None:
    limits = ALWAYS._replace(messages=0.001, burst=3)
    closed: list[Any] = []
    with client_of(service_in(tmp_path / "data", limits)) as client:
        for _ in range(4):
            try:
                with client.websocket_connect("/v1/ws"):
                    pass
            except WebSocketDisconnect as cause:
                closed.append(cause.code)
        assert closed == [1013]
        assert client.post("/v1/games", json=asked_for()).status_code == 201


def test_addresses_count_by_customer() -> None:
    assert address_group("203.0.113.7") == address_group("::ffff:203.0.113.7") == "203.0.113.7"
    assert address_group("2001:db8:1:2::5") == address_group("2001:db8:1:2:ffff::9")
    assert address_group("2001:db8:1:2::5") != address_group("2001:db8:1:3::5")
    assert address_group("fe80::1%eth0") == "fe80::/64" and address_group("unix") == "unix"
