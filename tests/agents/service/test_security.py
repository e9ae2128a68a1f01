"""What the service does not let happen, a test for each row of docs/serve.md's table."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kit.serving import ALWAYS, HOST, HUNTER, LOTS, PERSON, Player, asked_for, client_of, made
from kit.serving import service_in as service_at
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from spacecombat_agents.service import guard, hearing, pages, sockets
from spacecombat_agents.service.guard import MOST_BYTES, own_hosts
from spacecombat_agents.service.limits import Counts, Limits, Rates
from spacecombat_agents.service.service import Service

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


def test_the_own_origin_is_heard(client: TestClient) -> None:
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


def test_no_site_is_told_that_it_may_read(client: TestClient) -> None:
    for answer in (
        client.get("/v1/catalog", headers={"origin": f"http://{HOST}"}),
        client.options("/v1/games", headers={"access-control-request-method": "POST"}),
    ):
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_own_names_are_those_of_this_machine_and_those_allowed() -> None:
    own = own_hosts("0.0.0.0", 8642, ["Game.Example"])
    assert own == {"127.0.0.1:8642", "localhost:8642", "[::1]:8642", "game.example"}
    assert "192.168.1.5:80" in own_hosts("192.168.1.5", 80)
    assert "192.168.1.5" in own_hosts("192.168.1.5", 80)


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
        refused = player.hear()
        assert (refused["type"], refused["code"]) == ("refused", "forbidden")
        with pytest.raises(WebSocketDisconnect):
            player.hear()


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


# -- floods ----------------------------------------------------------------------------------------


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[tuple[Service, TestClient]]:
    """A service that bears little."""
    limits = Limits(messages=0.001, burst=5, peeks=2, sockets=2, refusals=6)
    service = service_at(tmp_path / "data", limits, most_games=2)
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
        answers = [player.hear() for _ in range(12)]
        with pytest.raises(WebSocketDisconnect) as closed:
            player.hear()
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
    rates = Rates(20, 40, lambda: now[0])
    assert sum(rates.take("a") for _ in range(100)) == 40
    now[0] = 1.0
    assert sum(rates.take("a") for _ in range(100)) == 20
    assert rates.take("b")


def test_only_so_many_looks_ahead_are_taken_at_once(
    strict: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, client = strict
    held, taken = threading.Event(), threading.Semaphore(0)

    def slow(room: Any, listener: Any, message: Any) -> None:
        taken.release()
        held.wait(10)
        hearing.hear(room, listener, message)

    monkeypatch.setattr(sockets, "hear", slow)
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
        full.status_code == 503 and full.json()["error"] == "games: 2 are open, and more may not be"
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
    service.store._db.execute("UPDATE game SET touched = 0 WHERE id = ?", (old["game"],))
    assert made(client)
    assert client.get(f"/v1/games/{old['game']}").json()["asked"]  # still there for who does


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


def test_counts_forget_who_has_none() -> None:
    counts = Counts(1)
    assert counts.take("a") and not counts.take("a")
    counts.give("a")
    assert counts._now == {} and counts.take("a")


def test_a_body_that_is_too_large_is_not_read(client: TestClient) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(5):
            yield b" " * MOST_BYTES

    for content in (b" " * (MOST_BYTES + 1), endless()):
        answer = client.post("/v1/games", content=content)
        assert answer.status_code == 413
        assert answer.json()["error"] == f"body: more than {MOST_BYTES} bytes"


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 100_000, "null", "[]", '{"type":[]}', "x" * 2000000]
)
def test_what_is_no_message_is_refused(client: TestClient, text: str) -> None:
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(made(client), "red_0")
        player.until("ask")
        socket.send_text(text)
        assert player.hear()["code"] == "malformed"
        player.send("ping", id=1)
        assert player.hear()["type"] == "pong"


@pytest.mark.parametrize("content", [b"", b"{", b"[" * 100_000, b"[]", b"\xff\xfe"])
def test_what_is_no_body_is_refused(client: TestClient, content: bytes) -> None:
    answer = client.post("/v1/games", content=content)
    assert answer.status_code == 400 and answer.json()["error"].startswith("body: no JSON")


def test_who_does_not_join_is_sent_away(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "SECONDS_TO_JOIN", 0.05)
    with client.websocket_connect("/v1/ws") as socket:
        assert Player(socket).hear()["reason"] == "join: comes first, and soon"


def test_who_takes_no_messages_is_sent_away(
    client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "MOST_WAITING", 5000)
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
        await asyncio.wait_for(sockets.Connection(Stuck(), service).talk(), 20)  # type: ignore[arg-type]

    asyncio.run(talk())
    while service.house.room(game["game"]).listeners:
        pass


def test_the_socket_is_told_the_largest_message(tmp_path: Path) -> None:
    from spacecombat_agents.service.running import Options, configuration

    options = Options("127.0.0.1", 0, tmp_path, False, (), (), False, False)
    config = configuration(options, client_app := object(), 8642)  # type: ignore[arg-type]
    assert (config.app, config.ws_max_size, config.access_log) == (client_app, MOST_BYTES, False)
    assert config.proxy_headers is False


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
    assert pages.file_of_page(name) is None


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
        assert headers["content-security-policy"] == guard.CONTENT_POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    refused = client.get("/", headers={"host": FOREIGN})
    assert refused.headers["content-security-policy"] == guard.CONTENT_POLICY
    assert "unsafe" not in guard.CONTENT_POLICY and "default-src 'none'" in guard.CONTENT_POLICY


def test_the_page_of_a_game_may_run_its_own_script_alone(client: TestClient) -> None:
    game = made(client)
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(game, "red_0")
        player.send("resign")
        player.until("game_over")
    answer = client.get(f"/r/{game['game']}")
    policy = answer.headers["content-security-policy"]
    assert policy == pages.policy_of(answer.text)
    assert policy.count("'sha256-") == 2 and "unsafe" not in policy and "connect-src" not in policy
    assert pages.policy_of(answer.text.replace("use strict", "use  strict")) != policy


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


def test_what_goes_wrong_inside_is_not_told(
    client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = made(client)
    room = service.house.room(game["game"])

    def failing(*given: Any) -> None:
        raise RuntimeError("secret")

    with contextlib.suppress(RuntimeError), client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(game, "red_0")
        ask = player.until("ask")
        monkeypatch.setattr(service.store, "say", failing)
        with pytest.raises(WebSocketDisconnect):
            player.say(ask)
    assert room.broken
    assert "secret" not in json.dumps(player.heard)
    monkeypatch.undo()
    with client.websocket_connect("/v1/ws") as socket:  # as if it had not been said
        again = Player(socket)
        again.join(game, "red_0")
        assert again.until("ask")["at"] == ask["at"]
