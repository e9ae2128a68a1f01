"""Games for practice: a player lets its person take a turn back, and levels give hints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kit.serving import HUNTER, LOTS, PERSON, Player, client_of, made, service_in
from kit.tables import twin_of
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from spacecombat_agents.service.games.game_session import GameSession
from spacecombat_agents.service.http.service import Service
from spacecombat_agents.service.storage.game_store import LUCK
from spacecombat_env.env.table import Table
from spacecombat_env.replay import parse_replay, verify

WANTS = {"people": True}
HINTS = "scripted:hunter"


@pytest.fixture
def service(tmp_path: Path) -> Service:
    return service_in(tmp_path)


@pytest.fixture
def client(service: Service) -> Iterator[TestClient]:
    with client_of(service) as opened:
        yield opened


def played_to(player: Player, turn: int) -> dict[str, Any]:
    """Play on with first actions up to a turn; return the `ask` there."""
    while (ask := player.until("ask"))["turn"] < turn or ask["spoken"]:
        player.say(ask)
    return ask


def taken_back(client: TestClient, game: dict[str, Any], turn: int, more: int) -> dict[str, Any]:
    """Play to a turn, say some actions, take the turn back; return what is asked then."""
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(game, "red_0", wants=WANTS)
        ask = played_to(player, turn)
        for _ in range(more):
            player.say(ask)
            ask = player.until("ask")
        player.send("propose", what="takeback")
        assert player.until("proposal")["state"] == "accepted"
        with pytest.raises(WebSocketDisconnect):
            player.play(1)
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(game, "red_0")
        return player.until("ask")


def test_a_player_lets_its_person_take_a_turn_back(client: TestClient) -> None:
    game = made(client)
    ask = taken_back(client, game, 2, 1)
    assert ask["turn"] == 2 and not ask["spoken"]
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(game, "red_0")
        player.play()
    replay = parse_replay(client.get(f"/v1/games/{game['game']}/replay").json())
    assert verify(replay) == replay.outcome and replay.provenance["unrated"]


def test_before_its_first_order_the_turn_before_is_taken_back(client: TestClient) -> None:
    assert taken_back(client, made(client), 3, 0)["turn"] == 2


def test_a_game_that_begins_in_another_goes_back_to_its_beginning_at_most(
    client: TestClient, service: Service
) -> None:
    game = made(client)
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(game, "red_0")
        player.play()
    wanted = {"from": {"game": game["game"], "turn": 3}, "seats": {"red_0": PERSON, "blue_0": LOTS}}
    again = client.post("/v1/games", json=wanted).json()
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(again, "red_0")
        first = player.until("ask")
    for _ in range(2):  # the second time luck is drawn after the deal
        ask = taken_back(client, again, 3, 1)
        assert (ask["turn"], ask["at"]) == (first["turn"], first["at"])
        assert (ask["question"], ask["view"]) == (first["question"], first["view"])
    rows = service.store.rows(again["game"])
    assert [row.seat for row in rows].count(LUCK) == 2


def test_a_rated_game_has_neither(client: TestClient) -> None:
    game = made(client, rated=True)
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        joined = player.join(game, "red_0", wants=WANTS)
        assert joined["rated"] and joined["hints"] == []
        player.until("ask")
        player.send("propose", what="takeback")
        assert player.until("refused")["code"] == "not_asked"
        player.send("hint", id=5, **{"with": HINTS})
        assert player.until("refused")["code"] == "not_asked"
    assert client.get(f"/v1/games/{game['game']}").json()["rated"]


@pytest.mark.parametrize("rated", ["yes", 1, None])
def test_rated_is_true_or_false(client: TestClient, rated: Any) -> None:
    seats = {"red_0": PERSON, "blue_0": HUNTER}
    wanted = {"ruleset": "intercept_sensors", "seats": seats, "rated": rated}
    assert "rated" in client.post("/v1/games", json=wanted).json()["error"]


def test_a_game_of_two_people_is_not_rated_and_has_no_hints(client: TestClient) -> None:
    other = {"person": "Bob"}
    wanted = {"ruleset": "intercept_sensors", "seats": {"red_0": PERSON, "blue_0": other}}
    assert client.post("/v1/games", json={**wanted, "rated": True}).status_code == 400
    game = made(client, PERSON, other)
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        assert player.join(game, "red_0")["hints"] == []
        player.until("ask")
        player.send("hint", id=5, **{"with": HINTS})
        assert player.until("refused")["id"] == 5


@pytest.mark.parametrize("blue", [HUNTER, LOTS])
def test_a_hint_is_an_order_that_can_be_given(client: TestClient, blue: Any) -> None:
    game = made(client, PERSON, blue)
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        hints = player.join(game, "red_0")["hints"]
        assert HINTS in hints and "random" not in hints
        for n in range(12):
            if (ask := player.until("ask", "game_over"))["type"] == "game_over":
                break
            player.send("hint", id=100 + n, **{"with": HINTS})
            hint = player.until("hint")
            assert (hint["id"], hint["with"]) == (100 + n, HINTS)
            assert player.say(ask, *hint["words"])["type"] == "said"


def test_a_hint_is_refused_by_who_gives_none(client: TestClient) -> None:
    game = made(client)
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(game, "red_0")
        player.until("ask")
        for name in ("random", "bot:rm", "nobody", "x" * 201, 3):
            player.send("hint", id=5, **{"with": name})
            assert player.until("refused")["code"] in ("not_asked", "malformed")


def test_hints_are_the_same_in_games_that_look_the_same(
    service: Service, client: TestClient
) -> None:
    """Neither what the enemy hides nor the game's seed makes a difference."""
    session: GameSession = service.manager.open_session(made(client)["game"])
    table, compared = session.table, 0
    captain = session.captain("blue_0")
    while table.to_act is not None and compared < 30:
        if table.to_act == "blue_0":
            table.let("blue_0", captain)
            continue
        twin: Table = twin_of(table, table._game.determinize(0, 1000 + compared))
        own, other = (
            each.suggest("red_0", session.advise("red_0", HINTS)) for each in (table, twin)
        )
        assert own == other
        compared += 1
        table.say("red_0", table.counts[0], list(own))
    assert compared > 5
    seeds = {session.advise("red_0", HINTS).seed for _ in range(2)}
    elsewhere = service.manager.open_session(made(client)["game"])
    assert seeds == {elsewhere.advise("red_0", HINTS).seed}
