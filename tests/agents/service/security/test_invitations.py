"""An invitation opens no seat: it is exchanged for a key, and that key alone does."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kit.serving import ALWAYS, HUNTER, PERSON, Player, client_of, made, service_in
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from spacecombat_agents.service.games.authentication import AccessDenied, authenticate
from spacecombat_agents.service.games.game_session import SessionClosed
from spacecombat_agents.service.http.service import Service

INVITED, SEAT = {"person": None}, "blue_0"
OF_ALL = {"type", "game", "reader", "rules", "scenario", "seats", "watch", "clock", "key"}
OF_ALL |= {"rated", "hints"}
"""What the answer to an invitation tells."""
OF_SEATS = ("vocabulary", "delegate", "kinds")
"""Further messages to a seat, which stay empty."""


@pytest.fixture
def sit(client: TestClient) -> Iterator[Any]:
    """Opens sockets, and closes them after the test."""
    opened: list[Any] = []

    def player() -> Player:
        opened.append(client.websocket_connect("/v1/ws"))
        return Player(opened[-1].__enter__())

    yield player
    for socket in opened:
        socket.__exit__(None, None, None)


def invited(client: TestClient, **more: Any) -> dict[str, Any]:
    """A new game whose second seat is an invitation."""
    return made(client, PERSON, INVITED, **more)


def asked(client: TestClient, game: dict[str, Any], key: str, name: str | None = None) -> Any:
    """The answer to a join over HTTP."""
    body = {"reader": SEAT, "name": name}
    headers = {"authorization": f"Bearer {key}"}
    return client.post(f"/v1/games/{game['game']}/join", json=body, headers=headers)


def exchanged(client: TestClient, game: dict[str, Any], name: str | None = None) -> str:
    """The key that an invitation is exchanged for."""
    (joined,) = asked(client, game, game["keys"][SEAT], name).json()["messages"]
    key: str = joined["key"]
    return key


def called(client: TestClient, game: dict[str, Any]) -> Any:
    """How all may know who sits at the seat."""
    return client.get(f"/v1/games/{game['game']}").json()["seats"][SEAT]["name"]


# -- what the invitation is answered ---------------------------------------------------------------


def test_an_invitation_is_answered_with_a_key_alone(client: TestClient) -> None:
    game = invited(client, delegate={"red_0": [], SEAT: []})
    answer = asked(client, game, game["keys"][SEAT]).json()["messages"]
    assert [message["type"] for message in answer] == ["joined"]
    (joined,) = answer
    assert set(joined) == OF_ALL | set(OF_SEATS)
    assert [joined[name] for name in OF_SEATS] == [[], [], []]
    told = asked(client, game, joined["key"]).json()["messages"]
    assert [message["type"] for message in told][1:] and "key" not in told[0]
    assert told[0]["vocabulary"] and told[1]["view"]


def test_on_a_socket_nothing_follows_the_key_until_it_is_used(
    client: TestClient, sit: Any, service: Service
) -> None:
    game = invited(client)
    player = sit()
    joined = player.join(game, SEAT)
    assert set(joined) == OF_ALL | set(OF_SEATS) and joined["key"] != game["keys"][SEAT]
    assert [joined[name] for name in OF_SEATS] == [[], [], []] and joined["hints"] == []
    assert not service.manager.open_session(game["game"]).subscribers
    again = player.join(game, SEAT, key=joined["key"])
    assert again["type"] == "joined" and "key" not in again
    assert player.receive()["type"] in ("ask", "now")


@pytest.mark.parametrize("kind", ["ping", "say", "state", "peek"])
def test_without_a_second_join_nothing_is_received(client: TestClient, sit: Any, kind: str) -> None:
    game = invited(client)
    player = sit()
    player.join(game, SEAT)
    player.send(kind, id=1, at=0, words=[0], depth=1)
    assert player.receive()["code"] == "malformed"
    with pytest.raises(WebSocketDisconnect):
        player.receive()


def test_an_invitation_reads_and_says_nothing_over_http(client: TestClient) -> None:
    game = invited(client)
    headers = {"authorization": f"Bearer {game['keys'][SEAT]}"}
    path = f"/v1/games/{game['game']}"
    answers = [client.get(f"{path}/next?reader={SEAT}", headers=headers)]
    for kind in ("state", "ping", "peek", "resign"):
        body = {"reader": SEAT, "type": kind, "id": 1, "words": []}
        answers.append(client.post(f"{path}/messages", json=body, headers=headers))
    for answer in answers:
        assert answer.status_code == 403
        assert answer.json()["error"] == "key: is an invitation; exchange it for a key by join"
    assert called(client, game) is None and exchanged(client, game)


# -- until when it can be exchanged ----------------------------------------------------------------


def test_it_can_be_exchanged_again_until_the_key_is_used(client: TestClient, sit: Any) -> None:
    game = invited(client)
    lost = exchanged(client, game)
    key = sit().take_up(game, SEAT, name="Bob")
    assert asked(client, game, lost).status_code == 403
    assert asked(client, game, game["keys"][SEAT]).status_code == 403
    assert asked(client, game, key).status_code == 200
    refused = sit().join(game, SEAT)
    assert (refused["type"], refused["code"]) == ("refused", "forbidden")
    assert called(client, game) == "Bob"


def test_who_is_robbed_notices(client: TestClient, sit: Any) -> None:
    game = invited(client)
    guest = sit()
    key = guest.join(game, SEAT)["key"]
    robbed = exchanged(client, game, "Eve")
    assert asked(client, game, robbed).status_code == 200
    assert guest.join(game, SEAT, key=key)["code"] == "forbidden"
    assert asked(client, game, game["keys"][SEAT]).status_code == 403


def test_the_last_who_comes_by_it_gives_the_name(client: TestClient) -> None:
    game = invited(client)
    exchanged(client, game, "Eve")
    exchanged(client, game)
    assert called(client, game) == "Eve"
    exchanged(client, game, "Bob")
    assert called(client, game) == "Bob"


def test_of_many_exchanges_at_once_one_key_is_left(client: TestClient, service: Service) -> None:
    game = invited(client)
    session, found = service.manager.open_session(game["game"]), list[str]()
    begun = threading.Barrier(8)

    def exchange() -> None:
        begun.wait()
        for _ in range(5):
            found.append(str(authenticate(session, SEAT, game["keys"][SEAT], "").new_key))

    threads = [threading.Thread(target=exchange) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    answers = [asked(client, game, key).status_code for key in found]
    assert len(found) == 40 and sorted(answers) == [200] + [403] * 39


def test_exchange_and_use_at_once_leave_one_who_is_in(client: TestClient, service: Service) -> None:
    for _ in range(20):
        game = invited(client)
        session, invitation = service.manager.open_session(game["game"]), game["keys"][SEAT]
        key = authenticate(session, SEAT, invitation, "").new_key
        let_in, begun = dict[str, str | None](), threading.Barrier(2)

        def come(name: str, own: Any) -> None:
            begun.wait()  # noqa: B023
            with contextlib.suppress(AccessDenied):
                let_in[name] = authenticate(session, SEAT, own, "").new_key  # noqa: B023

        both = [("guest", key), ("thief", invitation)]
        threads = [threading.Thread(target=come, args=each) for each in both]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert len(let_in) == 1
        if "guest" in let_in:
            assert let_in["guest"] is None
        else:
            assert asked(client, game, str(let_in["thief"])).status_code == 200


# -- restarts, and rooms that are broken off -------------------------------------------------------


def test_restarts_in_between_change_nothing(tmp_path: Path) -> None:
    game: Any = None
    keys: list[str] = []
    for _ in range(3):
        with client_of(service_in(tmp_path)) as client:
            game = game or invited(client)
            keys.append(exchanged(client, game))
    with client_of(service_in(tmp_path)) as client:
        assert [asked(client, game, key).status_code for key in keys] == [403, 403, 200]
    with client_of(service_in(tmp_path)) as client:
        assert asked(client, game, game["keys"][SEAT]).status_code == 403
        assert asked(client, game, keys[-1]).status_code == 200


def test_a_room_that_was_broken_off_exchanges_nothing(client: TestClient, service: Service) -> None:
    game = invited(client)
    old = service.manager.open_session(game["game"])
    old.close()
    key = exchanged(client, game)
    assert asked(client, game, key).status_code == 200
    with pytest.raises(SessionClosed):
        authenticate(old, SEAT, game["keys"][SEAT], "")
    assert asked(client, game, key).status_code == 200


def test_what_is_kept_refuses_an_exchange_too_late(client: TestClient, service: Service) -> None:
    game = invited(client)
    asked(client, game, key := exchanged(client, game))
    service.store.exchange(game["game"], SEAT, "other", "Eve")
    service.manager.open_session(game["game"]).close()
    assert asked(client, game, key).status_code == 200


# -- whose it is -----------------------------------------------------------------------------------


def test_an_invitation_is_of_its_seat_and_game_alone(client: TestClient) -> None:
    game, other = invited(client), invited(client)
    assert asked(client, other, game["keys"][SEAT]).status_code == 403
    headers = {"authorization": f"Bearer {game['keys'][SEAT]}"}
    for reader in ("red_0", "umpire", "truth", None):
        body = {"reader": reader}
        answer = client.post(f"/v1/games/{game['game']}/join", json=body, headers=headers)
        assert answer.status_code == 403
    assert exchanged(client, game)


def test_the_umpires_key_opens_no_invitation(client: TestClient) -> None:
    game = made(client, INVITED, HUNTER, umpire="Uma")
    path = f"/v1/games/{game['game']}/join"
    headers = {"authorization": f"Bearer {game['umpire']}"}
    assert client.post(path, json={"reader": "red_0"}, headers=headers).status_code == 403
    assert client.post(path, json={"reader": "umpire"}, headers=headers).status_code == 200


def test_exchanges_are_counted_by_the_invitation(tmp_path: Path) -> None:
    limits = ALWAYS._replace(messages=0.001, burst=3)
    with client_of(service_in(tmp_path, limits)) as client:
        service: Service = client.app.app.state.service  # type: ignore[attr-defined]
        service.rates.acquire = lambda who, take=service.rates.acquire: (  # type: ignore[method-assign]
            who.startswith("http ") or take(who)
        )
        game = invited(client)
        answers = [asked(client, game, game["keys"][SEAT]).status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]
