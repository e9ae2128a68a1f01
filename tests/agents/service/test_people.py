"""People at a table: who has come and is here, what they write, what they agree on."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kit.serving import PERSON, Player, client_of, made, service_in
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from spacecombat_agents.service.games.people import MAX_TEXT, PHRASES
from spacecombat_agents.service.http.service import Service
from spacecombat_env.core.errors import ReplayError
from spacecombat_env.env.table import Table
from spacecombat_env.replay import load_replay, verify

INVITED = {"person": None}
WANTS = {"people": True}


@pytest.fixture
def service(tmp_path: Path) -> Service:
    return service_in(tmp_path)


@pytest.fixture
def client(service: Service) -> Iterator[TestClient]:
    with client_of(service) as opened:
        yield opened


def facts(client: TestClient, game: dict[str, Any]) -> dict[str, Any]:
    """The seats of a game, as everybody may read them."""
    found: dict[str, Any] = client.get(f"/v1/games/{game['game']}").json()["seats"]
    return found


def sit(player: Player, game: dict[str, Any], seat: str, **more: Any) -> None:
    """Join a seat as a browser does; come by its invitation first, if there is one."""
    joined = player.join(game, seat, wants=WANTS, **more)
    if "key" in joined:
        player.join(game, seat, key=joined["key"], wants=WANTS)


def of(player: Player, kind: str) -> list[dict[str, Any]]:
    """The messages of a type that have come since the last look."""
    return [message for message in player.news() if message["type"] == kind]


def test_a_guest_has_come_once_his_key_is_used(client: TestClient) -> None:
    game = made(client, PERSON, INVITED)
    assert not facts(client, game)["blue_0"]["come"] and facts(client, game)["red_0"]["come"]
    with client.websocket_connect("/v1/ws") as red, client.websocket_connect("/v1/ws") as blue:
        host, guest = Player(red), Player(blue)
        sit(host, game, "red_0")
        seats = of(host, "presence")[-1]["seats"]
        assert not seats["blue_0"]["come"] and not seats["blue_0"]["here"]
        key = guest.join(game, "blue_0")["key"]
        assert not facts(client, game)["blue_0"]["come"]  # the answer may have been lost
        guest.join(game, "blue_0", key=key, wants=WANTS)
        seats = of(host, "presence")[-1]["seats"]
        assert seats["blue_0"]["come"] and seats["blue_0"]["here"]
        assert seats["blue_0"]["name"] == "Guest"
        assert of(guest, "presence")[-1]["seats"] == seats
    assert facts(client, game)["blue_0"]["come"] and not facts(client, game)["blue_0"]["here"]


def test_a_guest_has_the_name_that_he_gives(client: TestClient) -> None:
    game = made(client, PERSON, INVITED)
    with client.websocket_connect("/v1/ws") as socket:
        sit(Player(socket), game, "blue_0", name="Cleo")
        assert facts(client, game)["blue_0"]["name"] == "Cleo"


def test_who_leaves_is_away(client: TestClient) -> None:
    game = made(client, PERSON, INVITED)
    with client.websocket_connect("/v1/ws") as red:
        host = Player(red)
        sit(host, game, "red_0")
        with client.websocket_connect("/v1/ws") as blue:
            sit(Player(blue), game, "blue_0")
            assert of(host, "presence")[-1]["seats"]["blue_0"]["here"]
        assert not host.until("presence")["seats"]["blue_0"]["here"]


def test_who_asks_over_http_stays_here(client: TestClient) -> None:
    game = made(client, PERSON, INVITED)
    path, reader = f"/v1/games/{game['game']}", {"reader": "red_0"}
    bearer = {"Authorization": f"Bearer {game['keys']['red_0']}"}
    assert not facts(client, game)["red_0"]["here"]
    client.post(f"{path}/join", json=reader, headers=bearer)
    assert facts(client, game)["red_0"]["here"]  # whether or not a request waits just now


def test_nobody_is_told_of_people_who_does_not_ask(client: TestClient) -> None:
    game = made(client, PERSON, INVITED)
    with client.websocket_connect("/v1/ws") as red, client.websocket_connect("/v1/ws") as blue:
        host, guest = Player(red), Player(blue)
        host.join(game, "red_0")
        sit(guest, game, "blue_0")
        guest.send("chat", text="Good luck")
        assert of(guest, "chat") and not of(host, "chat") and not of(host, "presence")


def test_people_write_to_all(client: TestClient) -> None:
    game = made(client, PERSON, INVITED)
    with (
        client.websocket_connect("/v1/ws") as red,
        client.websocket_connect("/v1/ws") as blue,
        client.websocket_connect("/v1/ws") as other,
    ):
        host, guest, public = Player(red), Player(blue), Player(other)
        sit(host, game, "red_0")
        sit(guest, game, "blue_0")
        of(host, "chat")
        guest.send("chat", text="<b>hello</b> ")
        line = {"n": 1, "reader": "blue_0", "text": "<b>hello</b>"}
        assert guest.news()[-1]["lines"] == of(host, "chat")[-1]["lines"] == [line]
        sit(public, game, "public")
        assert of(public, "chat")[0]["lines"] == [line]  # and who comes later, too
        public.send("chat", text="I only look on")
        assert public.until("refused")["code"] == "not_asked"


@pytest.mark.parametrize("text", ["", " ", "x" * (MAX_TEXT + 1), "two\nlines", 7, None, "‮x"])
def test_what_is_no_line_is_refused(client: TestClient, text: Any) -> None:
    game = made(client)
    with client.websocket_connect("/v1/ws") as red:
        host = Player(red)
        sit(host, game, "red_0")
        host.send("chat", id=3, text=text)
        assert host.until("refused")["code"] == "malformed"


def test_one_line_a_second(client: TestClient, service: Service) -> None:
    game = made(client)
    people, now = service.manager.open_session(game["game"]).people, [0.0]
    people._now = lambda: now[0]
    with client.websocket_connect("/v1/ws") as red:
        host = Player(red)
        sit(host, game, "red_0")
        of(host, "chat")
        for at, kind in ((5.0, "chat"), (5.9, "refused"), (6.0, "chat")):
            now[0] = at
            host.send("chat", text="hello")
            assert [each["type"] for each in host.news()] == [kind]


def test_the_chat_is_switched(client: TestClient) -> None:
    for kind, text, code in (
        ("off", PHRASES[0], "not_asked"),
        ("phrases", "hello", "malformed"),
        ("phrases", PHRASES[0], ""),
    ):
        game = made(client, chat=kind)
        with client.websocket_connect("/v1/ws") as red:
            host = Player(red)
            sit(host, game, "red_0")
            assert of(host, "chat")[0]["kind"] == kind
            host.send("chat", text=text)
            [answer] = host.news()
            assert answer.get("code", "") == code
    answer = client.post(
        "/v1/games", json={"ruleset": "intercept_sensors", "seats": {}, "chat": "x"}
    )
    assert answer.status_code == 400


def test_the_chat_is_in_no_replay_and_in_no_store(client: TestClient, service: Service) -> None:
    game = made(client)
    with client.websocket_connect("/v1/ws") as red:
        host = Player(red)
        sit(host, game, "red_0")
        host.send("chat", text="a line that nobody keeps")
        host.send("resign")
        host.until("game_over")
    replay = client.get(f"/v1/games/{game['game']}/replay")
    assert replay.status_code == 200 and "nobody keeps" not in replay.text
    for file in service.store.database.path.parent.iterdir():
        assert not file.is_file() or b"nobody keeps" not in file.read_bytes()


@pytest.mark.parametrize("what, reason", [("draw", "by agreement"), ("void", "called off")])
def test_both_sides_end_the_game_by_consent(client: TestClient, what: str, reason: str) -> None:
    game = made(client, PERSON, INVITED)
    with client.websocket_connect("/v1/ws") as red, client.websocket_connect("/v1/ws") as blue:
        host, guest = Player(red), Player(blue)
        sit(host, game, "red_0")
        sit(guest, game, "blue_0")
        host.send("propose", what=what)
        asked = guest.until("proposal")
        assert (asked["seat"], asked["what"], asked["state"]) == ("red_0", what, "open")
        host.send("answer", number=asked["number"], accepts=True)  # not the proposer's to accept
        assert host.until("refused")["code"] == "not_asked"
        guest.send("answer", number=asked["number"], accepts=True)
        over = guest.until("game_over")
        assert over["verdict"] == "draw" and reason in over["reason"]
        assert host.until("game_over")["verdict"] == "draw"
    replay = client.get(f"/v1/games/{game['game']}/replay").json()
    assert replay["result_cause"].startswith("draw: ")
    assert client.get(f"/r/{game['game']}").status_code == 200


def test_a_proposal_is_declined_or_withdrawn(client: TestClient) -> None:
    game = made(client, PERSON, INVITED)
    with client.websocket_connect("/v1/ws") as red, client.websocket_connect("/v1/ws") as blue:
        host, guest = Player(red), Player(blue)
        sit(host, game, "red_0")
        host.send("propose", what="draw")
        assert host.until("refused")["code"] == "not_asked"  # there is nobody yet
        sit(guest, game, "blue_0")
        guest.send("propose", what="draw")
        number = guest.until("proposal")["number"]
        guest.send("answer", number=number, accepts=False)
        assert guest.until("proposal")["state"] == "withdrawn"
        guest.send("propose", what="void")
        number = guest.until("proposal")["number"]
        host.send("answer", number=number, accepts=False)
        assert guest.until("proposal")["state"] == "declined"
        guest.send("propose", what="draw")
        assert guest.until("refused")["code"] == "busy"
        host.send("answer", number=number, accepts=True)
        assert host.until("refused")["code"] == "stale"


def test_an_agreed_draw_survives_a_restart(tmp_path: Path) -> None:
    first = service_in(tmp_path)
    with client_of(first) as client:
        game = made(client, PERSON, PERSON)
        with client.websocket_connect("/v1/ws") as red, client.websocket_connect("/v1/ws") as blue:
            host, guest = Player(red), Player(blue)
            sit(host, game, "red_0")
            sit(guest, game, "blue_0")
            host.send("propose", what="draw")
            guest.send("answer", number=guest.until("proposal")["number"], accepts=True)
            host.until("game_over")
    with client_of(service_in(tmp_path)) as client:
        assert client.get(f"/v1/games/{game['game']}").json()["over"]["verdict"] == "draw"


def test_the_invitation_to_a_rematch_reaches_the_other_side_alone(client: TestClient) -> None:
    game = made(client, PERSON, INVITED)
    following = {"game": "next", "seat": "red_0", "key": "secret-key"}
    with (
        client.websocket_connect("/v1/ws") as red,
        client.websocket_connect("/v1/ws") as blue,
        client.websocket_connect("/v1/ws") as other,
    ):
        host, guest, public = Player(red), Player(blue), Player(other)
        sit(host, game, "red_0")
        sit(guest, game, "blue_0")
        sit(public, game, "public")
        host.send("rematch", next=following)
        assert host.until("refused")["code"] == "not_asked"  # the game is not over
        guest.send("resign")
        host.until("game_over")
        host.send("rematch", next={**following, "key": "http://elsewhere"})
        assert host.news()[-1]["code"] == "malformed"
        host.send("rematch", next=following)
        assert host.news() == []
        assert of(guest, "rematch")[0]["next"] == following and not of(public, "rematch")


def to_turn(people: dict[str, Player], asks: dict[str, Any], turn: int) -> None:
    """Let both sides act, the first legal action each time, until a turn has begun for both."""
    while True:
        for seat, player in people.items():
            for message in player.news():
                if message["type"] in ("ask", "now"):
                    asks[seat] = message
        acting = [seat for seat in people if asks[seat]["type"] == "ask"]
        if any(asks[seat]["turn"] >= turn for seat in acting):
            return
        for seat in acting:
            people[seat].say(asks[seat])
            asks[seat] = {"type": "now", "turn": 0}


def test_a_turn_is_taken_back_with_luck_drawn_anew(tmp_path: Path) -> None:
    first = service_in(tmp_path)
    with client_of(first) as client:
        game = made(client, PERSON, PERSON)
        path = f"/v1/games/{game['game']}"
        with client.websocket_connect("/v1/ws") as red, client.websocket_connect("/v1/ws") as blue:
            people = {"red_0": Player(red), "blue_0": Player(blue)}
            for seat, player in people.items():
                sit(player, game, seat)
            asks: dict[str, Any] = {seat: {"type": "now", "turn": 0} for seat in people}
            to_turn(people, asks, 2)
            table = first.manager.open_session(game["game"]).table
            begun, chance = table.actions, table._game.games.states["chance"].copy()
            digest = table._game.digest()
            acting = next(seat for seat in people if asks[seat]["type"] == "ask")
            people[acting].say(asks[acting])
            assert len(table.actions) > len(begun)
            people["red_0"].send("propose", what="takeback")
            number = people["blue_0"].until("proposal")["number"]
            people["blue_0"].send("answer", number=number, accepts=True)
            assert people["red_0"].until("proposal")["state"] == "open"
            assert people["red_0"].until("proposal")["state"] == "accepted"
            with pytest.raises(WebSocketDisconnect):
                people["red_0"].receive()  # who connects again finds the game as it was
        again = first.manager.open_session(game["game"]).table
        assert again.actions == begun and again.turn == 2
        state = again._game.games.states
        assert state["chance"] != chance  # luck is another
        state["chance"] = chance
        assert again._game.digest() == digest  # and nothing else
    second = service_in(tmp_path)
    with client_of(second) as client:
        table = second.manager.open_session(game["game"]).table
        assert table.actions == begun and table._luck.keys() == {len(begun)}
        with client.websocket_connect("/v1/ws") as red, client.websocket_connect("/v1/ws") as blue:
            people = {"red_0": Player(red), "blue_0": Player(blue)}
            for seat, player in people.items():
                sit(player, game, seat)
            asks = {seat: {"type": "now", "turn": 0} for seat in people}
            to_turn(people, asks, 3)
            people["red_0"].send("resign")
            people["red_0"].until("game_over")
        text = client.get(f"{path}/replay").text
        assert json.loads(text)["provenance"]["unrated"]
        file = tmp_path / "replay.json"
        file.write_text(text, encoding="utf-8")
        replay = load_replay(file)
        verify(replay)
        assert Table.of(replay).actions == replay.actions
        assert client.get(f"/r/{game['game']}").status_code == 200
        with pytest.raises(ReplayError):
            verify(dataclasses.replace(replay, luck=()))
