"""A full or damaged file of games is reported in words; play continues when it is well again."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from kit.serving import LOTS, PERSON, Player, asked_for, client_of, made, service_in
from starlette.websockets import WebSocketDisconnect

from spacecombat_agents import cli
from spacecombat_agents.service.games import game_manager
from spacecombat_agents.service.games.capacity import SECONDS_PER_DAY
from spacecombat_agents.service.http import long_polling, websockets
from spacecombat_agents.service.http.service import Service
from spacecombat_agents.service.storage import database
from spacecombat_agents.service.storage.folder import DATABASE_FILE, PAGES_FOLDER
from spacecombat_agents.service.storage.game_store import GameStore
from spacecombat_agents.service.storage.maintenance import back_up, find_problems, prune_folder
from spacecombat_env.core.errors import ConfigError

BOB = {"person": "Bob"}
FULL = "store: the disk is full; what was confirmed is kept, try again later"
DAMAGED = "store: the file is damaged; what was confirmed is kept, try again later"


def fail_writes(service: Service, monkeypatch: pytest.MonkeyPatch, words: str) -> Any:
    """Let each change fail with an error of SQLite; return what ends that."""
    own = service.store.database._db

    class Failing:
        """The connection, whose changes fail."""

        def execute(self, query: str, *values: Any) -> Any:
            """Run a query, unless it changes something."""
            if query.split()[0] in ("INSERT", "UPDATE", "DELETE"):
                own.execute("SELECT 1")
                raise sqlite3.OperationalError(words)
            return own.execute(query, *values)

        def __getattr__(self, name: str) -> Any:
            """All else."""
            return getattr(own, name)

    monkeypatch.setattr(service.store.database, "_db", Failing())
    return lambda: monkeypatch.setattr(service.store.database, "_db", own)


def test_a_full_store_is_told_to_the_acting_seat_alone_and_play_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(websockets, "SECONDS_TO_COME_BACK", 600.0)
    service = service_in(tmp_path)
    with client_of(service) as client:
        game = made(client, PERSON, BOB)
        with (
            client.websocket_connect("/v1/ws") as red,
            client.websocket_connect("/v1/ws") as blue,
        ):
            players = {"red_0": Player(red), "blue_0": Player(blue)}
            for seat, player in players.items():
                player.join(game, seat, wants={"people": True})
            seat = service.manager.open_session(game["game"]).table.to_act
            mine, other = players[seat], players["blue_0" if seat == "red_0" else "red_0"]
            ask, before = mine.until("ask"), other.news()
            assert "presence" in [each["type"] for each in before]
            heal = fail_writes(service, monkeypatch, "database or disk is full")
            said = {"id": 1, "at": ask["at"], "words": [ask["words"][0]["token"]]}
            mine.send("say", **said)
            refused = mine.until("refused")
            assert (refused["code"], refused["reason"]) == ("cold", FULL)
            with pytest.raises(WebSocketDisconnect) as closed:
                while True:
                    mine.receive()
            assert closed.value.code == 1013
            assert other.news() == []
            answer = client.post("/v1/games", json=asked_for())
            assert (answer.status_code, answer.json()) == (503, {"error": FULL})
            assert answer.headers["retry-after"] == "10"
            assert client.get(f"/v1/games/{game['game']}").status_code == 200  # it can be read
            for _ in range(2):
                with client.websocket_connect("/v1/ws") as again:
                    player = Player(again)
                    player.join(game, seat, wants={"people": True})
                    assert player.until("ask")["at"] == ask["at"]
                    player.send("say", **said)
                    assert player.until("refused")["reason"] == FULL
                assert other.news() == [], "nothing counts what the other tried"
            heal()
            assert client.post("/v1/games", json=asked_for()).status_code == 201
            with client.websocket_connect("/v1/ws") as again:
                player = Player(again)
                player.join(game, seat)
                assert player.until("ask")["at"] == ask["at"]
                player.send("say", **said)
                assert player.until("said")["at"] == ask["at"] + 1
                resign(player)
                assert other.until("game_over")["verdict"] == "win", "it is still subscribed"
    assert capsys.readouterr().err.count("the disk is full") == 1


def resign(player: Player) -> None:
    """Give the game up."""
    player.send("resign", id=9)


def test_a_waiting_reader_over_http_learns_nothing_of_a_full_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_polling, "MAX_WAIT_SECONDS", 0.4)
    service = service_in(tmp_path)
    with client_of(service) as client:
        game = made(client, PERSON, BOB)
        session = service.manager.open_session(game["game"])
        seat = session.table.to_act
        other = "blue_0" if seat == "red_0" else "red_0"
        heads = {each: {"Authorization": f"Bearer {game['keys'][each]}"} for each in (seat, other)}
        joined = {
            each: client.post(
                f"/v1/games/{game['game']}/join", json={"reader": each}, headers=heads[each]
            ).json()["messages"][-1]
            for each in (seat, other)
        }
        ask, now = joined[seat], joined[other]
        fail_writes(service, monkeypatch, "database or disk is full")
        said = {"type": "say", "id": 1, "at": ask["at"], "words": [ask["words"][0]["token"]]}
        query = f"reader={other}&have={len(now['events'])}&stamp={now['stamp']}"
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(
                client.get, f"/v1/games/{game['game']}/next?{query}", headers=heads[other]
            )
            while not session.subscribers and not waiting.done():
                time.sleep(0.01)
            answer = client.post(
                f"/v1/games/{game['game']}/messages",
                json={"reader": seat, **said},
                headers=heads[seat],
            )
            assert (answer.status_code, answer.json()) == (503, {"error": FULL})
            found = waiting.result()
        assert (found.status_code, found.json()) == (200, {"messages": []})
        assert service.manager.open_session(game["game"]) is not session


def test_a_built_in_player_tries_again_once_the_store_is_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It pauses meanwhile; a person who waits for it receives nothing."""
    monkeypatch.setattr(game_manager, "PAUSE_SECONDS", 0.1)
    service = service_in(tmp_path)
    with client_of(service) as client:
        game = made(client, PERSON, LOTS)
        with client.websocket_connect("/v1/ws") as socket:
            player = Player(socket)
            player.join(game, "red_0")
            service.manager._paused.add(game["game"])
            ask = player.until("ask")
            player.say(ask)
            while service.manager.open_session(game["game"]).table.to_act == "red_0":
                player.say(player.until("ask"))
            heal = fail_writes(service, monkeypatch, "database or disk is full")
            player.news()
            service.manager._end_pause(game["game"])
            time.sleep(0.4)
            assert player.news() == []
            heal()
            assert player.until("ask")["at"] > ask["at"]


def test_a_file_that_cannot_grow_is_full_and_recovers(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games.db")
    db = store.database._db
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}")
    with (
        pytest.raises(database.StoreError, match="the disk is full"),
        store.database.write() as opened,
    ):
        for number in range(1000):
            opened.execute("INSERT INTO ban VALUES (?, 0)", (f"{number}" * 100,))
    assert store.database.read("SELECT count(*) FROM ban") == [(0,)]
    db.execute("PRAGMA max_page_count = 100000")
    with store.database.write() as opened:
        opened.execute("INSERT INTO ban VALUES ('x', 0)")
    assert store.database.read("SELECT count(*) FROM ban") == [(1,)]
    store.close()


def test_a_commit_that_fails_leaves_no_transaction_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = GameStore(tmp_path / "games.db")
    own = store.database._db

    class Failing:
        """A connection whose commits fail."""

        in_transaction = True

        def execute(self, query: str, *values: Any) -> Any:
            """Run a query, or fail."""
            if query == "COMMIT":
                raise sqlite3.OperationalError("disk I/O error")
            return own.execute(query, *values)

    monkeypatch.setattr(store.database, "_db", Failing())
    with pytest.raises(database.StoreError, match="cannot be read or written"):
        store.check_health()
    monkeypatch.setattr(store.database, "_db", own)
    store.database._last_opening = -1e9
    store.check_health()
    store.close()


def test_a_damaged_file_is_told_and_read_again_when_it_is_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "SECONDS_BETWEEN_OPENINGS", 0.0)
    service = service_in(tmp_path)
    file = tmp_path / DATABASE_FILE
    with client_of(service) as client:
        games = [made(client, PERSON, LOTS)["game"] for _ in range(3)]
        service.store.database._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        whole = file.read_bytes()
        with open(file, "r+b") as opened:
            opened.seek(4096)
            opened.write(os.urandom(len(whole) - 4096))
        service.store.database._db.execute("PRAGMA cache_size = 0")
        service.manager._sessions.clear()
        answer = client.get(f"/v1/games/{games[0]}")
        assert (answer.status_code, answer.json()) == (503, {"error": DAMAGED})
        assert client.post("/v1/games", json=asked_for()).status_code == 503
        file.write_bytes(whole)
        assert client.get(f"/v1/games/{games[0]}").status_code == 200


def test_a_damaged_file_is_not_served(tmp_path: Path) -> None:
    with client_of(service_in(tmp_path)) as client:
        for _ in range(20):
            made(client)
    file = tmp_path / DATABASE_FILE
    content = bytearray(file.read_bytes())
    content[5000:9000] = os.urandom(4000)
    file.write_bytes(content)
    with pytest.raises(ConfigError, match="is damaged .*; restore a copy of it"):
        service_in(tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE game SET seed = seed + 1 WHERE id = ?",
        "UPDATE said SET tokens = replace(tokens, '[', '[1') WHERE n = 2 AND game = ?",
        "UPDATE said SET ms = ms + 1 WHERE n = 2 AND game = ?",
        "DELETE FROM said WHERE n = 2 AND game = ?",
    ],
)
def test_a_game_with_a_changed_value_is_not_served(tmp_path: Path, change: str) -> None:
    """SQLite's own checks do not notice it; others are served."""
    service = service_in(tmp_path)
    with client_of(service) as client:
        game, other = made(client, PERSON, LOTS), made(client, PERSON, LOTS)
        with client.websocket_connect("/v1/ws") as socket:
            player = Player(socket)
            player.join(game, "red_0")
            for _ in range(4):
                player.say(player.until("ask"))
    assert find_problems(tmp_path)[1] == []
    with contextlib.closing(sqlite3.connect(tmp_path / DATABASE_FILE, isolation_level=None)) as db:
        assert db.execute(change, (game["game"],)).rowcount == 1
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    service = service_in(tmp_path)
    with client_of(service) as client:
        answer = client.get(f"/v1/games/{game['game']}")
        assert answer.status_code == 503 and "is damaged; restore a copy" in answer.json()["error"]
        assert client.get(f"/v1/games/{other['game']}").status_code == 200
    (problem,) = find_problems(tmp_path)[1]
    assert problem.startswith(f"game {game['game'][:4]}...: ")


def test_what_is_confirmed_is_on_the_disk(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games.db")
    assert store.database.read("PRAGMA synchronous") == [(2,)]
    assert store.database.read("PRAGMA journal_mode") == [("wal",)]
    store.close()


def test_a_copy_is_kept_of_an_older_format(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / DATABASE_FILE) as db:
        for migration in database.MIGRATIONS[:3]:
            db.executescript(migration)
        db.execute("PRAGMA user_version = 3")
        db.execute("INSERT INTO game VALUES ('x','a','{}','[]',1,'public','',0,0,'over','','{}')")
    service_in(tmp_path).close()
    copy = tmp_path / f"{DATABASE_FILE}.format-3"
    assert copy.stat().st_mode & 0o777 == 0o600 and tmp_path.stat().st_mode & 0o077 == 0
    with sqlite3.connect(copy) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (3,)
        assert db.execute("SELECT id FROM game").fetchall() == [("x",)]
    service_in(tmp_path).close()  # the copy is one of the service's own files


# -- commands --------------------------------------------------------------------------------------


def run(*arguments: Any) -> tuple[int, str]:
    """Status and output of `spacecombat serve ...`."""
    found = CliRunner().invoke(cli.spacecombat, ["serve", *map(str, arguments)])
    return found.exit_code, found.output


def resigned(client: Any) -> str:
    """A game that has ended and whose page was built; its name."""
    game = made(client)
    headers = {"authorization": f"Bearer {game['keys']['red_0']}"}
    resign = {"reader": "red_0", "type": "resign", "id": 1}
    client.post(f"/v1/games/{game['game']}/messages", json=resign, headers=headers)
    assert client.get(f"/r/{game['game']}").status_code == 200
    return str(game["game"])


def test_a_copy_of_a_running_service_can_be_served(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with client_of(service_in(tmp_path / "data")) as client:
        game = made(client)["game"]
        assert run("backup", copy, "--data", tmp_path / "data") == (0, f"{copy}: 1 games\n")
        made(client)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert run("--data", tmp_path / "data", "check")[0] == 0
    (tmp_path / "restored").mkdir()
    shutil.copy(copy, tmp_path / "restored" / DATABASE_FILE)
    with client_of(service_in(tmp_path / "restored")) as client:
        assert client.get(f"/v1/games/{game}").status_code == 200


def test_a_check_finds_what_is_wrong(tmp_path: Path) -> None:
    with client_of(service_in(tmp_path)) as client:
        game = made(client)["game"]
    code, output = run("check", "--data", tmp_path)
    assert (code, output) == (0, f"{tmp_path}: 1 games, no problem\n")
    with sqlite3.connect(tmp_path / DATABASE_FILE) as db:
        db.execute("UPDATE game SET clock = '{'")
        db.execute("INSERT INTO standing VALUES ('gone', 'red_0', '{}')")
    code, output = run("check", "--data", tmp_path)
    assert code == 1 and f"game {game[:4]}...: clock: is not JSON" in output
    assert "standing: 1 rows belong to no game" in output


def test_a_copy_of_a_damaged_store_replaces_no_earlier_copy(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    with client_of(service_in(data)) as client:
        for _ in range(20):
            made(client)
    back_up(data, copy)
    whole = copy.read_bytes()
    with open(data / DATABASE_FILE, "r+b") as file:
        file.seek(8192)
        file.write(os.urandom(4000))
    with pytest.raises(ConfigError, match="copy: is not made: the games are damaged"):
        back_up(data, copy)
    assert copy.read_bytes() == whole
    assert sorted(each.name for each in tmp_path.iterdir()) == ["copy.db", "data"]


@pytest.mark.parametrize("command", [["backup", "x.db"], ["check"], ["prune", "--older-than", 1]])
def test_a_folder_without_games_is_named(tmp_path: Path, command: list[Any]) -> None:
    code, output = run(*command, "--data", tmp_path)
    assert code != 0 and not (tmp_path / DATABASE_FILE).exists()


def test_old_games_are_deleted_with_their_pages(tmp_path: Path) -> None:
    with client_of(service_in(tmp_path)) as client:
        old, new, still_open = resigned(client), resigned(client), made(client)["game"]
    with sqlite3.connect(tmp_path / DATABASE_FILE) as db:
        then = time.time() - 10 * SECONDS_PER_DAY
        db.execute("UPDATE game SET touched = ? WHERE id IN (?, ?)", (then, old, still_open))
    assert run("prune", "--older-than", 9, "--data", tmp_path)[1].endswith("1 games deleted\n")
    assert prune_folder(tmp_path, 9) == 0
    assert [file.stem for file in (tmp_path / PAGES_FOLDER).iterdir()] == [new]
    with client_of(service_in(tmp_path)) as client:
        codes = [client.get(f"/v1/games/{name}").status_code for name in (old, new, still_open)]
    assert codes == [404, 200, 200]
    with sqlite3.connect(tmp_path / DATABASE_FILE) as db:
        assert db.execute("SELECT count(*) FROM reader WHERE game = ?", (old,)).fetchone() == (0,)


def test_a_service_keeps_games_for_some_days_only(tmp_path: Path) -> None:
    service = service_in(tmp_path, keep_days=2)
    with client_of(service) as client:
        old, new = resigned(client), resigned(client)
        with service.store.database.write() as db:
            db.execute("UPDATE game SET touched = 0 WHERE id = ?", (old,))
        service.manager._keep_house()
        assert service.store.game(old) is None and service.store.game(new) is not None
        assert [file.stem for file in (tmp_path / PAGES_FOLDER).iterdir()] == [new]
