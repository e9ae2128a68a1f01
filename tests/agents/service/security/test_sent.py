"""What is sent in is taken for what it is, what is sent out is what all may read."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kit.serving import ALWAYS, HUNTER, LOTS, PERSON, Player, asked_for, client_of, made
from kit.serving import service_in as service_at
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from spacecombat_agents.service.http import middleware, pages
from spacecombat_agents.service.http.middleware import MAX_MESSAGE_BYTES
from spacecombat_agents.service.http.service import Service

FOREIGN = "evil.example"


def test_a_body_that_is_too_large_is_not_read(client: TestClient) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(5):
            yield b" " * MAX_MESSAGE_BYTES

    for content in (b" " * (MAX_MESSAGE_BYTES + 1), endless()):
        answer = client.post("/v1/games", content=content)
        assert answer.status_code == 413
        assert answer.json()["error"] == f"body: more than {MAX_MESSAGE_BYTES} bytes"


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 100_000, "null", "[]", '{"type":[]}', "x" * 2000000]
)
def test_what_is_no_message_is_refused(client: TestClient, text: str) -> None:
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(made(client), "red_0")
        player.until("ask")
        socket.send_text(text)
        assert player.receive()["code"] == "malformed"
        player.send("ping", id=1)
        assert player.receive()["type"] == "pong"


@pytest.mark.parametrize("content", [b"", b"{", b"[" * 100_000, b"[]", b"\xff\xfe"])
def test_what_is_no_body_is_refused(client: TestClient, content: bytes) -> None:
    answer = client.post("/v1/games", content=content)
    assert answer.status_code == 400 and answer.json()["error"].startswith("body: is not")


# -- what is sent in -------------------------------------------------------------------------------


def test_no_file_is_opened_by_name(client: TestClient, tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text("title: own")
    for name in (str(file), "../duel", "duel.yaml"):
        answer = client.post("/v1/games", json=asked_for(scenario=name))
        assert answer.status_code == 400 and answer.json()["error"].startswith("scenario: ")
    for player in ("net.opp", str(tmp_path / "x.opp"), "bot:rm -rf /", "os:system", "sb3:a.zip"):
        answer = client.post("/v1/games", json=asked_for(PERSON, {"player": player}))
        assert answer.status_code == 400


@pytest.mark.parametrize(
    "name", ["../pyproject.toml", "..%2f..%2fsetup.py", "%2e%2e/registry.py", "/etc/passwd", "a.py"]
)
def test_only_files_of_the_page_are_served(client: TestClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404
    assert pages.static_file(name) is None


def test_a_person_s_name_reaches_pages_as_text(client: TestClient) -> None:
    game = made(client, {"person": "<img src=x onerror=alert(1)>"}, LOTS)
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(game, "red_0")
        player.send("resign")
        player.until("game_over")
    page = client.get(f"/r/{game['game']}").text
    assert "<img src=x" not in page.partition('<script id="data"')[0]
    data = page.partition('type="application/json">')[2].partition("</script>")[0]
    assert "<img src=x onerror" in json.dumps(json.loads(data))


# -- scripts in pages ------------------------------------------------------------------------------


def test_every_answer_has_the_policy(client: TestClient) -> None:
    for path in ("/", "/g/x", "/v1/catalog", "/nowhere", "/static/none.js"):
        headers = client.get(path).headers
        assert headers["content-security-policy"] == middleware.CONTENT_POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    refused = client.get("/", headers={"host": FOREIGN})
    assert refused.headers["content-security-policy"] == middleware.CONTENT_POLICY
    assert (
        "unsafe" not in middleware.CONTENT_POLICY
        and "default-src 'none'" in middleware.CONTENT_POLICY
    )


def test_the_page_of_a_game_may_run_its_own_script_alone(client: TestClient) -> None:
    game = made(client)
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(game, "red_0")
        player.send("resign")
        player.until("game_over")
    answer = client.get(f"/r/{game['game']}")
    policy = answer.headers["content-security-policy"]
    assert policy == pages.content_policy_of(answer.text)
    assert policy.count("'sha256-") == 2 and "unsafe" not in policy and "connect-src" not in policy
    assert pages.content_policy_of(answer.text.replace("use strict", "use  strict")) != policy


# -- what is not public ----------------------------------------------------------------------------


def test_the_seed_is_in_no_message_before_the_end(tmp_path: Path) -> None:
    seed = 1_234_567_890_123
    service = service_at(tmp_path, ALWAYS, seed=seed)
    with client_of(service) as client:
        game = made(client, PERSON, HUNTER)
        name, heard = game["game"], [json.dumps(game)]
        with client.websocket_connect("/v1/ws") as socket:
            player = Player(socket)
            player.join(game, "red_0")
            player.play()
            heard += [json.dumps(message) for message in player.heard]
        heard += [client.get(path).text for path in (f"/v1/games/{name}", "/v1/catalog", "/")]
        assert not [text for text in heard if str(seed) in text]
        assert str(seed) in client.get(f"/v1/games/{name}/replay").text


def test_what_goes_wrong_inside_is_not_shown(
    client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = made(client)
    session = service.manager.open_session(game["game"])

    def failing(*given: Any) -> None:
        raise RuntimeError("secret")

    with contextlib.suppress(RuntimeError), client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(game, "red_0")
        ask = player.until("ask")
        monkeypatch.setattr(service.store, "append_actions", failing)
        with pytest.raises(WebSocketDisconnect):
            player.say(ask)
    assert session.is_closed
    assert "secret" not in json.dumps(player.heard)
    monkeypatch.undo()
    with client.websocket_connect("/v1/ws") as socket:  # as if it had not been sent
        again = Player(socket)
        again.join(game, "red_0")
        assert again.until("ask")["at"] == ask["at"]
