"""A service that ends, in any way, resumes where it was."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from kit.serving import HUNTER, LOTS, PERSON, Player, client_of, made, service_in
from starlette.websockets import WebSocketDisconnect

from spacecombat_agents.service.games.game_manager import GameManager
from spacecombat_agents.service.games.game_session import SessionClosed
from spacecombat_agents.service.storage.database import FORMAT
from spacecombat_env.core.errors import ConfigError

BOB = {"person": "Bob"}


def played(folder: Path, seats: tuple[Any, Any], cuts: int) -> str:
    """The replay of a game whose service is ended and started again after this many actions, each time."""
    game: dict[str, Any] | None = None
    told: list[Any] = []
    while True:
        service = service_in(folder, seed=5)
        with client_of(service) as client:
            game = game or made(client, *seats)
            with client.websocket_connect("/v1/ws") as socket:
                player = Player(socket)
                player.join(game, "red_0", have=len(told))
                last = player.play(cuts)
                for message in player.heard:
                    told += message.get("events", [])
            if last["type"] == "game_over":
                assert [event["n"] for event in told] == list(range(1, len(told) + 1))
                return client.get(f"/v1/games/{game['game']}/replay").text


@pytest.mark.parametrize("blue", [HUNTER, LOTS], ids=["hunter", "random"])
def test_a_game_goes_on_as_if_nothing_had_been(tmp_path: Path, blue: Any) -> None:
    whole = played(tmp_path / "whole", (PERSON, blue), 10**6)
    cut = played(tmp_path / "cut", (PERSON, blue), 3)
    assert cut == whole


def test_a_say_is_answered_as_before_by_another_process(tmp_path: Path) -> None:
    answers = []
    game: Any = None
    ask: Any = None
    for _ in range(2):
        with client_of(service_in(tmp_path)) as client:
            game = game or made(client)
            with client.websocket_connect("/v1/ws") as socket:
                player = Player(socket)
                player.join(game, "red_0")
                ask = ask or player.until("ask")
                answers.append(player.say(ask))
    assert answers[0] == answers[1] and answers[0]["type"] == "said"


def test_a_game_that_was_given_up_stays_so(tmp_path: Path) -> None:
    game: Any = None
    overs = []
    for _ in range(2):
        with client_of(service_in(tmp_path)) as client:
            is_new = game is None
            game = game or made(client)
            with client.websocket_connect("/v1/ws") as socket:
                player = Player(socket)
                player.join(game, "red_0")
                if is_new:
                    player.send("resign")
                overs.append(player.until("game_over"))
            overs.append(client.get(f"/v1/games/{game['game']}/replay").text)
    assert overs[:2] == overs[2:]


def test_sessions_that_nobody_is_in_are_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spacecombat_agents.service.games.game_manager.MAX_IDLE_SESSIONS", 2)
    monkeypatch.setattr("spacecombat_agents.service.games.game_manager.SECONDS_TO_ENTER", 0.0)
    service = service_in(tmp_path)
    built: list[str] = []
    build = GameManager._build_session

    def counting(house: GameManager, kept: Any) -> Any:
        built.append(kept.id)
        return build(house, kept)

    with client_of(service) as client:
        games = [made(client, PERSON, BOB) for _ in range(6)]
        monkeypatch.setattr(GameManager, "_build_session", counting)
        for game in games:
            assert client.get(f"/v1/games/{game['game']}").json()["over"] is None
        assert len(service.manager._sessions) <= 4
    assert built


def test_a_session_that_somebody_is_about_to_join_is_not_the_next_to_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spacecombat_agents.service.games.game_manager.MAX_IDLE_SESSIONS", 2)
    monkeypatch.setattr("spacecombat_agents.service.games.game_manager.SECONDS_TO_ENTER", 0.0)
    service = service_in(tmp_path)
    with client_of(service) as client:
        first, _ = made(client, PERSON, BOB), made(client, PERSON, BOB)
        session = service.manager.open_session(first["game"])
        made(client, PERSON, BOB)
        assert service.manager.open_session(first["game"]) is not None and not session.is_closed


def test_sessions_of_many_who_join_at_once_are_kept_until_they_have_joined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spacecombat_agents.service.games.game_manager.MAX_IDLE_SESSIONS", 2)
    service = service_in(tmp_path)
    with client_of(service) as client:
        games = [made(client, PERSON, BOB)["game"] for _ in range(5)]
        sessions = [service.manager.open_session(game) for game in games]
        assert not any(session.is_closed for session in sessions)
        service.manager.max_games = 4  # no more rooms than that, for any newcomer
        service.manager._drop_idle_sessions()
        assert [session.is_closed for session in sessions] == [True, False, False, False, False]


def test_a_room_that_was_left_is_used_by_nobody(tmp_path: Path) -> None:
    """Two rooms of one game would not know of each other's actions."""
    service = service_in(tmp_path)
    with client_of(service) as client:
        game = made(client, PERSON, BOB)
        session = service.manager.open_session(game["game"])
        assert session.close_if_idle()
        with pytest.raises(SessionClosed), session.exclusive():
            pass
        with client.websocket_connect("/v1/ws") as socket:
            player = Player(socket)
            player.join(game, "red_0")
            player.receive()
            other = service.manager.open_session(game["game"])
            assert other is not session and not other.close_if_idle()
            other.close()
            with pytest.raises(WebSocketDisconnect) as closed:
                player.receive()
            assert closed.value.code == 1013


def test_two_services_do_not_share_a_folder(tmp_path: Path) -> None:
    service = service_in(tmp_path)
    with pytest.raises(ConfigError, match="data: another service uses it"):
        service_in(tmp_path)
    service.close()
    service_in(tmp_path).close()


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("no database, but long enough to be looked at" * 40)
    with pytest.raises(ConfigError, match="games.db: file: is not a store of games"):
        service_in(tmp_path)
    (tmp_path / "games.db").unlink()
    with sqlite3.connect(tmp_path / "games.db") as db:
        db.execute(f"PRAGMA user_version={FORMAT + 1}")
    with pytest.raises(ConfigError, match=f"has version {FORMAT + 1}, but this program reads"):
        service_in(tmp_path)


def test_actions_that_are_not_legal_any_more_end_a_game(tmp_path: Path) -> None:
    with client_of(service_in(tmp_path)) as client:
        game = made(client, PERSON, BOB)
        with client.websocket_connect("/v1/ws") as socket:
            player = Player(socket)
            if player.join(game, "red_0") and player.receive()["type"] == "now":
                player.join(game, "blue_0")
            player.send("let", id=1, at=0, until="order")
            player.receive()
    with sqlite3.connect(tmp_path / "games.db") as db:
        db.execute("UPDATE said SET tokens = '[99999]', checksum = ''")  # as of an old file
    with client_of(service_in(tmp_path)) as client:
        answer = client.get(f"/v1/games/{game['game']}")
        assert answer.status_code == 404
        assert "cannot be replayed any more" in answer.json()["error"]
