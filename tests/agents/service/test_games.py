"""Games at the service: made, joined, played, read, watched, over."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from kit.serving import HUNTER, LOTS, PERSON, Player, asked_for, made
from starlette.testclient import TestClient

from spacecombat_agents.service.games.subscribers import game_over_message
from spacecombat_agents.service.http.service import Service
from spacecombat_env.replay import load_replay, verify

INVITED = {"person": None}
BOB = {"person": "Bob"}


@pytest.fixture
def table(client: TestClient) -> Any:
    """Opens sockets, and closes them after the test."""
    opened: list[Any] = []

    def sit(game: dict[str, Any], reader: str, **more: Any) -> Player:
        socket = client.websocket_connect("/v1/ws")
        socket.__enter__()
        opened.append(socket)
        player = Player(socket)
        player.join(game, reader, **more)
        return player

    yield sit
    for socket in opened:
        socket.__exit__(None, None, None)


def test_a_game_is_played_to_its_end_against_a_captain(
    client: TestClient, table: Any, tmp_path: Any
) -> None:
    game = made(client)
    player = table(game, "red_0")
    over = player.play()
    greeting = player.heard[0]
    assert greeting["rules"]["name"] == "intercept_sensors"
    assert greeting["seats"]["blue_0"] == {
        "title": "Blue",
        "name": "scripted:hunter",
        "person": False,
        "come": True,
        "here": True,
    }
    assert over["verdict"] in ("win", "loss", "draw")
    facts = client.get(f"/v1/games/{game['game']}").json()
    assert "asked" not in facts and facts["over"]["reason"] == over["reason"]
    file = tmp_path / "game.json"
    file.write_text(client.get(f"/v1/games/{game['game']}/replay").text)
    replay = load_replay(file)
    assert verify(replay) == replay.outcome
    assert replay.agents == {"red_0": "Ann", "blue_0": "scripted:hunter"}
    assert replay.seed == 1


def test_a_game_of_players_of_ours_plays_itself(client: TestClient, table: Any) -> None:
    game = made(client, LOTS, HUNTER)
    assert game["keys"] == {}
    watcher = table(game, "public")
    over = watcher.until("game_over")
    assert over["verdict"] in ("red_0", "blue_0", "draw")


def test_one_browser_holds_both_seats(client: TestClient, table: Any) -> None:
    game = made(client, PERSON, BOB)
    seats = {seat: table(game, seat) for seat in ("red_0", "blue_0")}
    asks = {seat: player.until("ask", "now") for seat, player in seats.items()}
    kinds = sorted(message["type"] for message in asks.values())
    assert kinds == ["ask", "now"]
    turns = 0
    while all(message["type"] != "game_over" for message in asks.values()):
        seat = next(seat for seat, message in asks.items() if message["type"] == "ask")
        other = next(name for name in seats if name != seat)
        assert "asked_seat" not in asks[other] and asks[other]["type"] == "now"
        said = seats[seat].say(asks[seat])
        assert said["type"] == "said" and said["at"] == asks[seat]["at"] + 1
        news = {name: player.news() for name, player in seats.items()}
        assert len(news[other]) - len(news[seat]) in (-1, 0, 1)  # ends of turns come to both
        asks[seat] = {"type": "now"}
        asks |= {name: messages[-1] for name, messages in news.items() if messages}
        turns += asks[seat]["type"] != "ask"
        if turns > 6:
            seats[seat].send("resign")
            asks = {name: player.until("game_over") for name, player in seats.items()}
    assert asks["red_0"]["reason"] == asks["blue_0"]["reason"]
    assert {asks["red_0"]["verdict"], asks["blue_0"]["verdict"]} == {"win", "loss"}


def test_the_umpire_reads_the_truth_and_says_nothing(client: TestClient, table: Any) -> None:
    game = made(client, INVITED, HUNTER, umpire="Uma")
    umpire = table(game, "umpire")
    state = umpire.until("now")
    assert "question" in state and "words" not in state
    umpire.send("say", id=1, at=0, words=["done"])
    assert umpire.until("refused")["code"] == "not_asked"
    key = table(game, "red_0").heard[0]["key"]
    red = table(game, "red_0", key=key).until("ask")
    assert len(str(state["view"])) > len(str(red["view"]))


def test_the_umpire_can_hold_no_seat(client: TestClient) -> None:
    answer = client.post("/v1/games", json=asked_for(PERSON, HUNTER, umpire="Uma"))
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("umpire: sees the true state, so seats.red_0 must be")


def test_the_public_looks_on_and_says_nothing(client: TestClient, table: Any) -> None:
    game = made(client)
    public = table(game, "public")
    for kind, fields in {"say": {"at": 0, "words": [0]}, "resign": {}, "let": {"at": 0}}.items():
        public.send(kind, id=1, **fields)
        assert public.until("refused")["code"] == "not_asked"
    red = table(game, "red_0")
    red.say(red.until("ask"))
    before = [message for message in public.heard if message["type"] == "now"]
    red.send("resign")
    red.until("game_over")
    public.until("game_over")
    shown = [message for message in public.heard if message["type"] == "now"]
    assert len(shown) > len(before)
    assert len({message["stamp"] for message in shown}) == len(shown)


def test_nobody_looks_on_where_that_is_so_until_the_end(client: TestClient, table: Any) -> None:
    game = made(client, watch="nobody")
    assert table(game, "public").heard[0]["code"] == "forbidden"
    red = table(game, "red_0")
    red.send("resign")
    red.until("game_over")
    assert table(game, "public").heard[0]["type"] == "joined"


def test_who_comes_back_is_shown_what_it_missed(client: TestClient, table: Any) -> None:
    game = made(client)
    red = table(game, "red_0")
    for _ in range(5):
        red.say(red.until("ask"))
    whole = red.until("ask")
    told = [event for message in red.heard for event in message.get("events", [])]
    assert [event["n"] for event in told] == list(range(1, len(told) + 1))
    again = table(game, "red_0", have=len(told) - 3).until("ask")
    assert again["events"] == told[-3:]
    assert {**again, "events": [], "id": 0} == {**whole, "events": [], "id": 0}
    red.send("state", have=0)
    assert red.until("ask")["events"] == told


def test_a_say_that_comes_again_is_answered_as_before(client: TestClient, table: Any) -> None:
    game = made(client)
    red = table(game, "red_0")
    ask = red.until("ask")
    words = [ask["words"][0]["token"]]
    first = red.say(ask, *words)
    other = table(game, "red_0")
    other.until("ask", "now")
    other.number = red.number - 1
    assert other.say(ask, *words) == first  # the same message, at another socket
    other.number = red.number + 6
    assert other.say(ask, *words)["code"] == "stale"


def test_a_sentence_is_refused_with_the_action_and_the_reason(
    client: TestClient, table: Any
) -> None:
    red = table(made(client), "red_0")
    ask = red.until("ask")
    refused = red.say(ask, "xyzzy")
    assert (refused["code"], refused["word"]) == ("unknown", "xyzzy")
    assert refused["words"] == ask["words"]
    assert red.say(ask)["type"] == "said"


def test_looking_ahead_says_nothing(client: TestClient, table: Any) -> None:
    red = table(made(client), "red_0")
    ask = red.until("ask")
    red.send("peek", id=9, words=[], depth=2)
    menu = red.until("menu")
    assert menu["id"] == 9
    assert [word["token"] for word in menu["words"]] == [w["token"] for w in ask["words"]]
    red.send("peek", id=10, words=["xyzzy"])
    assert red.until("refused")["id"] == 10
    red.send("state")
    assert red.until("ask")["at"] == ask["at"]


def test_orders_that_bring_a_piece_to_a_place_are_shown(client: TestClient, table: Any) -> None:
    """A ship at rest coasts where it stands."""
    red = table(made(client), "red_0")
    assert red.heard[0]["rules"]["plans"] is True
    ask = red.until("ask")
    while ask["asked"] != "plot":
        assert red.say(ask)["type"] == "said"
        ask = red.until("ask")
    place = re.search(r'data-cell="([^"]+)"', ask["picture"])
    assert place is not None
    for number, (where, texts) in enumerate([("A1 (99,99)", []), (place[1], ["coast"])]):
        red.send("plan", id=number, place=where)
        told = red.until("plans")
        assert (told["id"], [plan["text"] for plan in told["plans"]]) == (number, texts)
    assert red.say(ask, *told["plans"][0]["tokens"])["type"] == "said"


@pytest.mark.parametrize("until", ["order", "turn", "game"])
def test_the_captain_acts_for_who_lets_it(client: TestClient, table: Any, until: str) -> None:
    red = table(made(client), "red_0")
    ask = red.until("ask")
    red.send("let", id=1, at=ask["at"], until=until)
    said = red.until("said")
    assert said["tokens"] and said["id"] == 1
    after = red.until("ask", "game_over")
    if until == "order":
        assert after["type"] == "ask" and after["at"] == said["at"]
    if until == "turn":
        assert after["type"] == "ask" and after["turn"] > ask["turn"]
    if until == "game":
        assert after["type"] == "game_over"
    speaking = {message.get("speaks") for message in red.heard if message["type"] == "now"}
    assert speaking <= {None, "scripted:hunter"}


def test_a_longer_let_is_ended_by_a_shorter_one(client: TestClient, table: Any) -> None:
    game = made(client, PERSON, BOB)
    players = {seat: table(game, seat) for seat in ("red_0", "blue_0")}
    states = {seat: player.until("ask", "now") for seat, player in players.items()}
    seat, ask = next(each for each in states.items() if each[1]["type"] == "ask")
    players[seat].send("let", id=1, at=ask["at"], until="game")
    players[seat].send("state")  # a seat that waits is sent nothing else
    now = players[seat].until("now")
    next(player for name, player in players.items() if name != seat).until("ask")
    players[seat].news()
    assert now["speaks"] == "scripted:hunter"
    players[seat].send("let", id=2, at=0, until="order")
    assert players[seat].until("said")["tokens"] == []
    players[seat].send("state")
    assert "speaks" not in players[seat].until("now")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"ruleset": "chess"}, "ruleset: is not one of"),
        ({"scenario": "../secret.yaml"}, "scenario: is not one of"),
        ({"scenario": {"title": "own"}}, "scenario: sides: missing"),
        ({"seats": {"green_0": {"person": "x"}}}, "seats: there is no seat 'green_0'"),
        ({"seats": {"red_0": {"person": "x"}}}, "seats.blue_0: is neither"),
        ({"seats": {"red_0": {"person": "x" * 41}, "blue_0": LOTS}}, "seats.red_0.person: is no"),
        ({"seats": {"red_0": {"person": "a\nb"}, "blue_0": LOTS}}, "seats.red_0.person: is no"),
        (
            {"seats": {"red_0": PERSON, "blue_0": {"player": "os:system"}}},
            "seats.blue_0.player: unknown player 'os:system'; valid players: scripted:hunter",
        ),
        (
            {"seats": {"red_0": PERSON, "blue_0": {"player": "ismcts:800"}}},
            "seats.blue_0.player: unknown player",
        ),
        (
            {"seats": {"red_0": PERSON, "blue_0": {"player": "scripted:nelson"}}},
            "seats.blue_0.player: ",
        ),
        ({"delegate": {"red_0": ["cooking"]}}, "delegate.red_0: unknown kind"),
        ({"options": {"warp": True}}, "options: "),
        ({"options": {"deck": {"a": 1}}}, "options.deck: is not a plain value"),
        ({"max_turns": 0}, "max_turns: is not a whole number"),
        ({"clock": {"kind": "order"}}, "clock.order_ms: "),
        ({"watch": "all"}, "watch: is not one of public, nobody"),
        ({"colour": 1}, "colour: unknown field"),
    ],
)
def test_what_is_wrong_with_a_game_request_is_said(
    client: TestClient, change: dict[str, Any], words: str
) -> None:
    answer = client.post("/v1/games", json={**asked_for(), **change})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(words), answer.json()


def test_the_catalog_says_what_can_be_played(client: TestClient) -> None:
    rules = {each["name"]: each for each in client.get("/v1/catalog").json()["rules"]}
    sensors = rules["intercept_sensors"]
    assert all(each["ready"] for rule_set in rules.values() for each in rule_set["scenarios"])
    assert "duel" in {each["name"] for each in sensors["scenarios"]}
    assert {each["name"] for each in sensors["opponents"]} >= {"scripted:hunter", "random"}
    index = client.get("/v1/rules/intercept_sensors").json()["index"]
    assert len(index) > 20
    assert client.get("/v1/rules/chess").status_code == 404


def test_a_player_that_fails_loses_its_game(
    client: TestClient, table: Any, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = made(client)
    session = service.manager.open_session(game["game"])

    def failing(asked: Any) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(session.seat_agents["blue_0"], "choose_action", failing)
    over = table(game, "red_0").play()
    assert (over["verdict"], over["reason"]) == ("win", "crash")


def test_the_page_of_a_game_is_there_when_it_is_over(client: TestClient, table: Any) -> None:
    game = made(client, max_turns=1)
    name = game["game"]
    assert client.get(f"/r/{name}").status_code == 409
    assert client.get(f"/v1/games/{name}/replay").status_code == 409
    red = table(game, "red_0")
    red.send("resign")
    red.until("game_over")
    page = client.get(f"/r/{name}")
    assert page.status_code == 200 and "<!doctype html>" in page.text
    assert client.get(f"/v1/games/{name}/replay").json()["result_cause"] == "red_0: resigned"
    assert client.get("/v1/games/nosuchgame/replay").status_code == 404


def test_each_side_reads_the_margin_from_its_own_side() -> None:
    over = {"verdict": "red_0", "reason": "points", "margin": 7}
    state: Any = SimpleNamespace(over=over, turn=3)
    told = [
        game_over_message("g", reader, state, "blue_0") for reader in ("red_0", "blue_0", "public")
    ]
    assert [(each["verdict"], each["margin"]) for each in told] == [
        ("win", 7),
        ("loss", -7),
        ("red_0", 7),
    ]
