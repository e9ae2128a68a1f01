"""What the operator has: health, metrics, a log, keys, bans, and a path below a proxy's."""

from __future__ import annotations

import io
import json
import re
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from kit.live_service import running
from kit.serving import ALWAYS, HOST, LOTS, PERSON, Player, asked_for, client_of, made, service_in
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from spacecombat_agents import cli
from spacecombat_agents.service.app import create_app
from spacecombat_agents.service.http import endpoints
from spacecombat_agents.service.http.operator_keys import OperatorKeys
from spacecombat_agents.service.http.service import Service
from spacecombat_agents.service.operation.bans import parse_network
from spacecombat_agents.service.operation.events import EventLog
from spacecombat_agents.service.server import open_log
from spacecombat_env.core.errors import ConfigError

KEY, OTHER = "operator-key-0123456789", "another-key-0123456789"
ADMIN = {"authorization": f"Bearer {KEY}"}
BOB = {"person": "Bob"}


@pytest.fixture
def log() -> io.StringIO:
    """Where events are written."""
    return io.StringIO()


@pytest.fixture
def service(tmp_path: Path, log: io.StringIO) -> Service:
    """A service with an administrator's key."""
    keys = tmp_path / "keys"
    keys.write_text(f"# ours\n{OTHER}\n{KEY}  # of Ann\n")
    return service_in(tmp_path / "data", seed=987_654_321, events=EventLog(log), admin_keys=keys)


def events(log: io.StringIO) -> list[dict[str, Any]]:
    """The events so far."""
    return [json.loads(line) for line in log.getvalue().splitlines()]


# -- health ----------------------------------------------------------------------------------------


def test_health_reads_and_writes(client: TestClient, service: Service) -> None:
    with client_of(service) as own:
        answer = own.get("/healthz", headers={"host": "10.0.0.5:8642"})  # as a cluster asks
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
        service.store.database._db.execute("PRAGMA query_only = 1")
        answer = own.get("/healthz")
        assert answer.status_code == 503 and answer.json()["error"].startswith("store: ")
        service.store.database._db.execute("PRAGMA query_only = 0")
        assert own.get("/healthz").status_code == 200


# -- metrics ---------------------------------------------------------------------------------------

LINE = re.compile(r'spacecombat_[a-z0-9_]+(\{[a-z]+="[a-z0-9_]*"\})? [0-9.e+-]+')


def test_metrics_are_in_the_format_of_prometheus(service: Service) -> None:
    with client_of(service) as client:
        made(client)
        client.get("/")
        client.get("/v1/games/x", headers={"host": "evil.example"})
        text = client.get("/metrics", headers=ADMIN)
    assert text.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = text.text.splitlines()
    assert all(line.startswith(("# HELP ", "# TYPE ")) or LINE.fullmatch(line) for line in lines)
    assert "spacecombat_games_open 1" in lines
    assert 'spacecombat_requests_total{kind="make"} 1' in lines
    assert 'spacecombat_requests_total{kind="page"} 1' in lines
    assert 'spacecombat_requests_refused_total{status="403"} 1' in lines
    assert "spacecombat_store_errors_total 0" in lines
    names = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("path", ["/metrics", "/v1/admin/games", "/v1/admin/bans"])
def test_the_administration_needs_its_key(service: Service, tmp_path: Path, path: str) -> None:
    with client_of(service_in(tmp_path / "other")) as client:
        assert client.get(path, headers=ADMIN).status_code == 404  # there is none
    with client_of(service) as own:
        for wrong in ({}, {"authorization": f"Bearer {KEY}x"}, {"authorization": KEY}):
            answer = own.get(path, headers=wrong)
            assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"
        assert own.get(path, headers=ADMIN).status_code == 200
        assert own.get(path, headers={"authorization": f"Bearer {OTHER}"}).status_code == 200


def visible_to_operator(folder: Path, orders: int) -> tuple[str, str, str]:
    """Metrics, list of games and log after red gave this many orders in a game, without names."""
    log, keys = io.StringIO(), folder.parent / "keys"
    keys.write_text(KEY)
    service = service_in(folder, events=EventLog(log), admin_keys=keys)
    with client_of(service) as client:
        game = made(client, PERSON, LOTS)
        path, number = f"/v1/games/{game['game']}", 0
        headers = {"authorization": f"Bearer {game['keys']['red_0']}"}
        with client.websocket_connect("/v1/ws") as joined:
            player = Player(joined)
            player.join(game, "red_0")
            for _ in range(orders):
                player.say(player.until("ask"))
            for number in range(orders):
                ping = {"reader": "red_0", "type": "ping", "id": number}
                assert client.post(f"{path}/messages", json=ping, headers=headers).is_success
        metrics = client.get("/metrics", headers=ADMIN).text
        listed = client.get("/v1/admin/games", headers=ADMIN).text
    told = re.sub(r"(?m)^spacecombat_\S*_seconds\S* .*$", "", metrics)
    written = re.sub(r'"time": "[^"]*"', "", log.getvalue())
    return told, *(
        each.replace(game["game"], "G").replace(game["game"][:4], "G") for each in (listed, written)
    )


def test_metrics_list_and_log_do_not_tell_what_a_seat_does(tmp_path: Path) -> None:
    assert visible_to_operator(tmp_path / "a", 1) == visible_to_operator(tmp_path / "b", 6)


def test_nothing_tells_keys_or_seeds(service: Service, log: io.StringIO) -> None:
    with client_of(service) as client:
        game = made(client, PERSON, {"person": None})
        found = service.store.game(game["game"])
        assert found is not None
        told = log.getvalue() + "".join(
            client.get(path, headers=ADMIN).text
            for path in ("/metrics", "/v1/admin/games", "/healthz")
        )
    for secret in (*game["keys"].values(), str(found.seed), KEY):
        assert secret not in told
    assert game["game"] not in log.getvalue()


def test_the_catalog_is_built_once_and_by_no_thread_of_requests(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []

    def build(*_: Any) -> dict[str, Any]:
        names.append(threading.current_thread().name)
        time.sleep(0.2)
        return {"protocol": "x"}

    monkeypatch.setattr(endpoints, "build_catalog", build)
    with client_of(service) as client, ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda _: client.get("/v1/catalog").json(), range(4)))
    assert answers == [{"protocol": "x"}] * 4
    assert len(names) == 1 and not names[0].startswith("people")


# -- log -------------------------------------------------------------------------------------------


def test_each_event_is_a_line(service: Service, log: io.StringIO) -> None:
    with client_of(service) as client:
        game = made(client)["game"]
        for _ in range(3):
            client.get("/", headers={"host": "evil.example"})
        client.post(f"/v1/admin/games/{game}/end", headers=ADMIN)
    found = events(log)
    assert [each["event"] for each in found] == ["game_made", "refused", "game_ended"]
    assert found[0]["game"] == f"{game[:4]}..." and found[0]["maker"] == "testclient"
    assert found[1]["address"] == "testclient" and found[1]["message"].startswith("host: ")
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", each["time"]) for each in found)


def test_an_error_of_the_program_tells_its_place_alone(
    service: Service, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> Any:
        raise KeyError("the secret of red")

    monkeypatch.setattr(endpoints, "build_catalog", fail)
    with client_of(service) as client:
        answer = client.get("/v1/catalog")
        assert (answer.status_code, list(answer.json())) == (500, ["error"])
        assert "spacecombat_failures_total 1" in client.get("/metrics", headers=ADMIN).text
    assert "KeyError at " in events(log)[-1]["message"] and "secret" not in log.getvalue()
    assert "secret" not in answer.text


def test_a_log_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    for _ in range(2):
        opened = open_log(str(file))
        assert opened is not None
        EventLog(opened).note("started")
        opened.close()
    assert file.stat().st_mode & 0o777 == 0o600 and len(file.read_text().splitlines()) == 2
    with pytest.raises(ConfigError, match="log: cannot be written"):
        open_log(str(tmp_path / "none" / "x"))
    assert open_log(None) is None


def test_a_log_on_a_full_disk_stops_nothing() -> None:
    class Full(io.StringIO):
        """A file that takes nothing."""

        def write(self, text: str) -> int:
            """Fail."""
            raise OSError(28, "No space left on device")

    full = Full()
    EventLog(full).note("started")
    assert full.getvalue() == ""


# -- keys ------------------------------------------------------------------------------------------


def test_only_who_has_a_key_makes_games(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text(f"{KEY}\n")
    with client_of(service_in(tmp_path / "data", make_keys=keys)) as client:
        for headers in ({}, {"authorization": "Bearer x"}):
            answer = client.post("/v1/games", json=asked_for(), headers=headers)
            expected = "key: making a game needs a key of this service's operator"
            assert (answer.status_code, answer.json()["error"]) == (401, expected)
        answer = client.post("/v1/games", json=asked_for(PERSON, BOB), headers=ADMIN)
        assert answer.status_code == 201
        game = answer.json()
        with client.websocket_connect("/v1/ws") as socket:  # its players need none
            assert Player(socket).join(game, "blue_0")["type"] == "joined"


@pytest.mark.parametrize(
    "content, reason",
    [("", "no key"), ("# x\n", "no key"), ("short\n", "line 1"), ("ä" * 20, "line")],
)
def test_a_file_of_keys_is_read_with_care(tmp_path: Path, content: str, reason: str) -> None:
    file = tmp_path / "keys"
    file.write_text(content)
    with pytest.raises(ConfigError, match=reason):
        OperatorKeys(file, "it")


# -- games and bans --------------------------------------------------------------------------------


def test_the_operator_lists_and_ends_games(service: Service) -> None:
    with client_of(service) as client:
        game, other = made(client), made(client)
        listed = client.get("/v1/admin/games", headers=ADMIN).json()["games"]
        assert [each["game"] for each in listed] == [game["game"], other["game"]]
        assert listed[0] == {
            **{"game": game["game"], "ruleset": "intercept_sensors", "state": "open"},
            **{"age_days": 0, "idle_days": 0, "maker": "testclient", "joined": False},
        }
        with client.websocket_connect("/v1/ws") as socket:
            player = Player(socket)
            player.join(game, "red_0")
            player.news()
            assert client.post(f"/v1/admin/games/{game['game']}/end", headers=ADMIN).is_success
            with pytest.raises(WebSocketDisconnect):
                player.receive()
        answer = client.get(f"/v1/games/{game['game']}")
        assert answer.status_code == 404 and "ended by the operator" in answer.json()["error"]
        assert client.post("/v1/admin/games/none/end", headers=ADMIN).status_code == 404
        ended = client.get("/v1/admin/games?state=ended", headers=ADMIN).json()["games"]
        assert [each["game"] for each in ended] == [game["game"]]
        answer = client.get("/v1/admin/games?state=finished", headers=ADMIN)
        assert answer.status_code == 400 and answer.json()["error"].startswith("state: is not one")


def ban(client: TestClient, network: Any, days: Any) -> Any:
    """Ban a network; the answer."""
    body = json.dumps({"network": network, "days": days})
    return client.post("/v1/admin/bans", content=body, headers=ADMIN)


def test_a_ban_holds_for_everything_and_is_kept(service: Service, tmp_path: Path) -> None:
    client = client_of(service)
    with client:
        client._transport.client = ("203.0.113.7", 1)  # type: ignore[attr-defined]
        game = made(client, PERSON, BOB)
        assert ban(client, "203.0.113.0/24", 2).json()["bans"][0]["network"] == "203.0.113.0/24"
        for path in ("/", "/static/main.js", "/v1/catalog", f"/v1/games/{game['game']}"):
            assert client.get(path).status_code == 403
    again = service_in(tmp_path / "data", admin_keys=tmp_path / "keys")
    client = client_of(again)
    with client:
        client._transport.client = ("203.0.113.8", 1)  # type: ignore[attr-defined]
        assert client.get("/").status_code == 403
        client._transport.client = ("203.0.114.8", 1)  # type: ignore[attr-defined]
        assert client.get("/").status_code == 200
        assert ban(client, "203.0.113.0/24", 0).json() == {"bans": []}
        client._transport.client = ("203.0.113.8", 1)  # type: ignore[attr-defined]
        assert client.get("/").status_code == 200


def test_open_sockets_of_a_banned_address_are_closed(service: Service) -> None:
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect

    with running(service) as live, client_talk(live, connect) as talk:
        request = urllib.request.Request(
            f"http://127.0.0.1:{live.port}/v1/admin/bans",
            json.dumps({"network": "127.0.0.1", "days": 1}).encode(),
            headers={"Authorization": f"Bearer {KEY}"},
        )
        with urllib.request.urlopen(request) as answer:
            assert answer.status == 200
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                talk.recv(10)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
        assert live.ask() == 403


def client_talk(live: Any, connect: Any) -> Any:
    """A socket that has joined nothing yet."""
    return connect(f"ws://127.0.0.1:{live.port}/v1/ws")


@pytest.mark.parametrize(
    "network, days",
    [
        ("x", 1),
        (5, 1),
        (None, 1),
        ("1.2.3.4", "1"),
        ("1.2.3.4", True),
        ("1.2.3.4", -1),
        ("1.2.3.4", 9999),
    ],
)
def test_a_ban_is_checked(service: Service, network: Any, days: Any) -> None:
    with client_of(service) as client:
        assert ban(client, network, days).status_code == 400


def test_networks_are_read_as_people_write_them() -> None:
    assert str(parse_network("203.0.113.7")) == "203.0.113.7/32"
    assert str(parse_network("::ffff:203.0.113.7")) == "203.0.113.7/32"
    assert str(parse_network("2001:db8::5/48")) == "2001:db8::/48"


# -- a path below a proxy's ------------------------------------------------------------------------


@pytest.mark.parametrize("path, up", [("/", ""), ("/g/abc", "../")])
def test_addresses_of_the_page_are_relative(client: TestClient, path: str, up: str) -> None:
    page = client.get(path).text
    links = re.findall(r'(?:href|src)="([^"]*)"', page)
    assert f"{up}static/main.js" in links and f"{up}./" in links
    assert not [link for link in links if link.startswith("/")]


def test_no_script_names_a_path_from_the_root() -> None:
    folder = Path(endpoints.__file__).parents[4] / "spacecombat_env" / "web"
    for file in folder.rglob("*.js"):
        found = re.findall(r"[\"'`]/(?:v1|g|r|static)/", file.read_text(encoding="utf-8"))
        assert not found, file


@pytest.mark.parametrize("prefix", ["", "/games"])
def test_a_service_answers_below_its_path_kept_or_removed(tmp_path: Path, prefix: str) -> None:
    app = create_app(service_in(tmp_path, ALWAYS), frozenset({HOST}), "/games")
    with TestClient(app) as client:
        for path in ("/", "/g/x", "/static/main.js", "/healthz"):
            assert client.get(prefix + path).status_code == 200
        game = client.post(f"{prefix}/v1/games", json=asked_for()).json()
        with client.websocket_connect(f"{prefix}/v1/ws") as socket:
            assert Player(socket).join(game, "red_0")["type"] == "joined"
        assert client.get(f"{prefix}/nowhere").status_code == 404


@pytest.mark.parametrize("path", ["/games?x", "a b", "/a/../b#"])
def test_a_path_is_checked(path: str) -> None:
    found = CliRunner().invoke(cli.spacecombat, ["serve", "--root-path", path, "check"])
    assert found.exit_code == 2 and "is not a path" in found.output
