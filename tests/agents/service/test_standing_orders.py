"""Standing orders in the middle of a game: the captain answers kinds of question, others do not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kit.serving import HUNTER, PERSON, RULES, Player, client_of, made, service_in
from starlette.testclient import TestClient

from spacecombat_agents.service.delegation.decision_kinds import decision_kinds_of
from spacecombat_agents.service.http.service import Service
from spacecombat_env import registry

CAPTAIN = "scripted:hunter"
BOB = {"person": "Bob"}


@pytest.fixture
def table(client: TestClient) -> Any:
    """Sit down at a game, as a reader."""
    open_sockets = []

    def sit(game: dict[str, Any], reader: str) -> Player:
        socket = client.websocket_connect("/v1/ws").__enter__()
        open_sockets.append(socket)
        player = Player(socket)
        player.greeting = player.join(game, reader)  # type: ignore[attr-defined]
        return player

    yield sit
    for socket in open_sockets:
        socket.__exit__(None, None, None)


def asked_of(player: Player) -> list[str]:
    """Names of the questions that a player was put."""
    return [message["asked"] for message in player.heard if message["type"] == "ask"]


def kind(name: str) -> tuple[str, ...]:
    """The questions of a kind."""
    return next(
        each.decisions for each in decision_kinds_of(registry.ruleset(RULES)) if each.name == name
    )


@pytest.mark.parametrize("name", registry.names())
def test_every_decision_is_of_one_kind(name: str) -> None:
    rules = registry.ruleset(name)
    asked = [question for each in decision_kinds_of(rules) for question in each.decisions]
    assert len(asked) == len(set(asked)) > 8
    named = {each.name for each in decision_kinds_of(rules) if each.bit}
    assert named <= set(rules.delegates)


def test_the_captain_answers_a_kind_until_the_turn_has_ended(
    client: TestClient, table: Any, service: Service
) -> None:
    game = made(client)
    red = table(game, "red_0")
    while (ask := red.until("ask"))["turn"] == 0:
        red.say(ask)
    red.send("standing", id=90, kinds={"scans": "turn"})
    begun = len(red.heard)
    ask = red.until("ask")
    turn = ask["turn"]
    assert ask["standing"] == {"scans": "turn"}
    while ask["turn"] == turn:
        red.say(ask)
        ask = red.until("ask")
    later = red.heard[begun:]
    during = [each for each in later if each["type"] in ("ask", "now") and each["turn"] == turn]
    assert {each["asked"] for each in during if each["type"] == "ask"} <= set(kind("movement"))
    assert any(each.get("speaks") == CAPTAIN for each in during)
    assert "standing" not in ask
    while ask["asked"] not in kind("scans"):
        red.say(ask)
        ask = red.until("ask")


def test_the_captain_goes_on_with_an_order_and_hands_it_back(
    client: TestClient, table: Any
) -> None:
    red = table(made(client), "red_0")
    red.send("standing", id=1, kinds={"movement": "game"})
    while (ask := red.until("ask"))["asked"] != "scan":
        pass
    red.send("standing", id=2, kinds={})
    ask = red.until("ask")
    word = next(each["token"] for each in ask["words"] if "ends" not in each)
    red.say(ask, word)
    assert (ask := red.until("ask"))["spoken"] == [word]
    red.send("standing", id=3, kinds={"scans": "game"})
    after = red.until("ask")
    assert after["spoken"] == [] and after["at"] > ask["at"]


def test_it_is_taken_back_at_any_moment(client: TestClient, table: Any) -> None:
    game = made(client, PERSON, BOB)
    players = {seat: table(game, seat) for seat in ("red_0", "blue_0")}
    states = {seat: player.until("ask", "now") for seat, player in players.items()}
    seat = next(each for each, state in states.items() if state["type"] == "ask")
    player = players[seat]
    player.send("standing", id=1, kinds={"movement": "game", "scans": "game"})
    now = player.until("now")
    next(each for each in players.values() if each is not player).until("ask")
    player.news()
    assert now["standing"] == {"movement": "game", "scans": "game"}
    player.send("standing", id=2, kinds={})
    assert "standing" not in player.until("now")


def test_it_is_kept_through_a_restart(tmp_path: Path) -> None:
    first = service_in(tmp_path / "data")
    with client_of(first) as client, client.websocket_connect("/v1/ws") as socket:
        game, red = made(client), Player(socket)
        red.join(game, "red_0")
        red.until("ask")
        red.send("standing", id=1, kinds={"scans": "game"})
        red.until("ask")
    again = service_in(tmp_path / "data")
    with client_of(again) as client, client.websocket_connect("/v1/ws") as socket:
        red = Player(socket)
        red.join(game, "red_0")
        ask = red.until("ask")
        assert ask["standing"] == {"scans": "game"}
        red.say(ask)
        red.play(12)
        assert set(asked_of(red)) <= set(kind("movement"))


@pytest.mark.parametrize(
    ("kinds", "words"),
    [
        (None, "standing.kinds: is not an object"),
        (["scans"], "standing.kinds: is not an object"),
        (
            {"cooking": "turn"},
            "standing.kinds: cooking: cannot be delegated; valid kinds: movement, scans",
        ),
        ({"scans": "supper"}, "standing.kinds: scans: is not one of phase, turn, game"),
        ({"scans": {}}, "standing.kinds: scans: is not one of phase, turn, game"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(
    client: TestClient, table: Any, kinds: Any, words: str
) -> None:
    red = table(made(client), "red_0")
    red.until("ask")
    red.send("standing", id=5, kinds=kinds)
    refused = red.until("refused")
    assert (refused["code"], refused["id"], refused["reason"]) == ("malformed", 5, words)
    red.send("state")
    assert "standing" not in red.until("ask")


def test_what_the_engine_answers_cannot_be_left(service: Service) -> None:
    from spacecombat_agents.service.delegation.decision_kinds import decision_kinds_as_json
    from spacecombat_env.env.game import open_scenario

    rules = registry.ruleset("interceptor")
    opened = open_scenario(rules, "duel", {"red_0": ("gunnery",), "blue_0": ()})
    told = [
        {each["name"]: each["settled"] for each in decision_kinds_as_json(rules, opened, n)}
        for n in (0, 1)
    ]
    assert [name for name, is_settled in told[0].items() if is_settled] == ["gunnery"]
    assert not any(told[1].values())


def test_who_holds_no_seat_leaves_nothing(client: TestClient, table: Any) -> None:
    public = table(made(client), "public")
    assert public.greeting["kinds"] == []
    public.send("standing", id=3, kinds={})
    assert public.until("refused")["code"] == "not_asked"


def test_the_clock_does_not_run_while_the_captain_answers(client: TestClient, table: Any) -> None:
    clock = {"kind": "bank", "order_ms": 60_000, "bank_ms": 60_000}
    red = table(made(client, PERSON, HUNTER, clock=clock), "red_0")
    red.until("ask")
    red.send("standing", id=1, kinds={"movement": "turn", "scans": "turn"})
    while (now := red.until("ask", "now"))["turn"] == 0 or now["type"] == "now":
        pass
    assert now["clock"]["bank_ms"] == 60_000 and now["turn"] == 1
