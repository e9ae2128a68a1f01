"""Clocks of people: what is reported, who is late, what a service that ends keeps of them."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kit.serving import HUNTER, PERSON, Player, asked_for, client_of, made, service_in
from starlette.testclient import TestClient

from spacecombat_agents.service.games import clocked_session, game_request
from spacecombat_agents.service.games.game_session import GameSession
from spacecombat_agents.service.http.service import Service
from spacecombat_agents.service.storage import game_store
from spacecombat_agents.service.timing import person_clocks
from spacecombat_agents.service.timing.timers import Timers
from spacecombat_env.replay import load_replay, verify

BOB, INVITED = {"person": "Bob"}, {"person": None}
BANK = {"kind": "bank", "order_ms": 10_000, "bank_ms": 60_000}
ORDER = {"kind": "order", "order_ms": 10_000}


class Hand:
    """Turns the clock of a room by hand; no alarm rings."""

    def __init__(self, session: GameSession) -> None:
        self.session, self.time = session, 1000.0
        session.clocks.now = lambda: self.time
        session.schedule_timer = lambda *about: None

    def turn(self, seconds: float) -> None:
        """Let time pass, and the room look at it."""
        self.time += seconds
        self.session.on_timer()


class Seated:
    """A game with a clock turned by hand, and its people at their sockets."""

    def __init__(self, service: Service, client: TestClient, **about: Any) -> None:
        self.service, self.client, self.opened = service, client, list[Any]()
        self.game = made(client, PERSON, BOB, **about)
        self.begin_anew(service, client)

    def begin_anew(self, service: Service, client: TestClient) -> None:
        """Come back to the game, at a service that may be another."""
        self.client = client
        self.hand = Hand(service.manager.open_session(self.game["game"]))
        self.players: dict[str, Player] = {}

    def sit(self, seat: str) -> Player:
        """Sit down at a seat."""
        socket = self.client.websocket_connect("/v1/ws")
        self.opened.append(socket.__enter__())
        player = self.players[seat] = Player(socket)
        player.join(self.game, seat)
        return player

    def to_act(self) -> tuple[str, dict[str, Any]]:
        """The seat to act, and its question."""
        seat = self.hand.session.table.to_act
        assert seat is not None
        return seat, self.players[seat].until("ask")

    def bring(self, seat: str) -> None:
        """Let the other seat play until this one is to act; it may be already."""
        player = self.players[seat]
        (other,) = (each for name, each in self.players.items() if name != seat)
        while self.hand.session.table.to_act != seat:
            other.say(other.until("ask"))
        player.until("ask")

    def unsubscribe(self) -> None:
        """Close all sockets."""
        for socket in self.opened:
            socket.__exit__(None, None, None)
        self.opened.clear()


@pytest.fixture
def seated(service: Service, client: TestClient) -> Iterator[Any]:
    """Makes games with people at them."""
    made_here: list[Seated] = []

    def make(**about: Any) -> Seated:
        made_here.append(Seated(service, client, **about))
        for seat in ("red_0", "blue_0"):
            made_here[-1].sit(seat)
        return made_here[-1]

    yield make
    for game in made_here:
        game.unsubscribe()


def bare(count: int) -> dict[str, int]:
    """The report of a bank of this many milliseconds at the beginning of an order."""
    return {"order_ms": 10_000, "bank_ms": count}


# -- what is reported ------------------------------------------------------------------------------


def test_each_is_shown_its_own_time_alone(seated: Any) -> None:
    game = seated(clock=BANK)
    seat, ask = game.to_act()
    assert ask["clock"] == bare(60_000)
    game.hand.turn(13)
    assert game.players[seat].say(ask)["type"] == "said"
    after = game.players[seat].until("ask", "now")
    assert after["clock"]["bank_ms"] == 57_000
    other = game.players["blue_0" if seat == "red_0" else "red_0"]
    other.send("state", have=0)
    assert other.until("ask", "now")["clock"] == bare(60_000)
    heard = [message["clock"] for message in other.heard if message["type"] in ("ask", "now")]
    assert all(clock == bare(60_000) for clock in heard)


def test_the_kind_of_clock_is_shown_to_all(client: TestClient, service: Service) -> None:
    game = made(client, PERSON, BOB, clock=ORDER)
    with client.websocket_connect("/v1/ws") as socket:
        assert Player(socket).join(game, "public", key=None)["clock"] == ORDER
    assert client.get(f"/v1/games/{game['game']}").json()["clock"] == ORDER
    plain = made(client)
    assert client.get(f"/v1/games/{plain['game']}").json()["clock"] == {"kind": "none"}
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(plain, "red_0")
        assert "clock" not in player.until("ask")


def test_time_runs_on_while_actions_are_refused_and_queried(seated: Any) -> None:
    game = seated(clock=BANK)
    seat, ask = game.to_act()
    player = game.players[seat]
    game.hand.turn(6)
    assert player.say(ask, "xyzzy")["type"] == "refused"
    game.hand.turn(6)
    player.send("peek", id=9, words=[])
    player.until("menu")
    player.send("state", have=0)
    assert player.until("ask")["clock"] == {"order_ms": 0, "bank_ms": 58_000}
    player.say(ask)
    assert player.until("ask", "now")["clock"]["bank_ms"] == 58_000


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        ("order", "clock: is not an object"),
        ({}, "clock.kind: is not one of none, order, bank"),
        ({"kind": "days"}, "clock.kind: is not one of none, order, bank"),
        ({"kind": "order"}, "clock.order_ms: is not a whole number from 1000 to 86400000"),
        ({"kind": "order", "order_ms": 999}, "clock.order_ms: is not a whole number"),
        ({"kind": "order", "order_ms": True}, "clock.order_ms: is not a whole number"),
        ({"kind": "order", "order_ms": 10**9}, "clock.order_ms: is not a whole number"),
        ({"kind": "bank", "order_ms": 1000}, "clock.bank_ms: is not a whole number from 0"),
        ({**ORDER, "bank_ms": 5}, "clock.bank_ms: unknown field of the kind order"),
        ({**BANK, "patience_ms": 5}, "clock.patience_ms: unknown field of the kind bank"),
    ],
)
def test_what_is_no_clock_is_refused(client: TestClient, clock: Any, words: str) -> None:
    answer = client.post("/v1/games", json=asked_for(clock=clock))
    assert answer.status_code == 400 and answer.json()["error"].startswith(words)


# -- who is late -----------------------------------------------------------------------------------


def test_who_is_late_once_has_the_order_finished_and_the_second_time_loses(
    seated: Any, tmp_path: Path
) -> None:
    game = seated(clock=BANK)
    seat, ask = game.to_act()
    player, session = game.players[seat], game.hand.session
    game.hand.turn(70.4)
    assert session.action_count(seat) == ask["at"]  # what arrived in time may still have to wait
    game.hand.turn(0.2)
    fault = player.until("fault")
    assert (fault["code"], fault["consequence"]) == ("late", "order_finished")
    assert session.action_count(seat) > ask["at"] and not session.table.is_mid_order
    game.bring(seat)
    assert [m["clock"] for m in player.heard if "clock" in m][-1] == bare(0)
    game.hand.turn(10.6)
    over = player.until("game_over")
    assert (over["verdict"], over["reason"]) == ("loss", "late")
    text = game.client.get(f"/v1/games/{game.game['game']}/replay").text
    (tmp_path / "game.json").write_text(text)
    replay = load_replay(tmp_path / "game.json")
    verify(replay)
    assert replay.result_cause == f"{seat}: late" and replay.provenance == {"clock": BANK}


def test_what_arrived_in_time_is_handled_though_it_had_to_wait(seated: Any) -> None:
    game = seated(clock=ORDER)
    seat, ask = game.to_act()
    subscriber = next(each for each in game.hand.session.subscribers if each.reader == seat)
    for arrived, kind in ((10.0, "said"), (20.1, "refused")):
        subscriber.arrived = game.hand.time + arrived - (0.0 if kind == "said" else 10.0)
        game.hand.time += 10.4
        message = {"type": "say", "id": 1, "at": ask["at"], "words": [ask["words"][0]["token"]]}
        rooms_answer(game.hand.session, subscriber, message)
        answer = game.players[seat].until("said", "refused")
        assert answer["type"] == kind, answer
        if game.hand.session.table.to_act != seat:
            return
        ask = game.players[seat].until("ask")


def rooms_answer(session: GameSession, subscriber: Any, message: dict[str, Any]) -> None:
    """Let a room hear a message."""
    from spacecombat_agents.service.games.message_handler import handle_message

    handle_message(session, subscriber, message)


def test_a_message_that_comes_too_late_finds_the_order_finished(seated: Any) -> None:
    game = seated(clock=ORDER)
    seat, ask = game.to_act()
    game.hand.time += 10.2  # no alarm has rung yet
    answer = game.players[seat].say(ask)
    assert answer["type"] == "refused" and answer["code"] in ("stale", "not_asked")
    assert "fault" in [message["type"] for message in game.players[seat].heard]


def test_no_time_runs_while_the_captain_acts(seated: Any) -> None:
    game = seated(clock=BANK)
    seat, ask = game.to_act()
    game.players[seat].send("let", id=1, at=ask["at"], until="game")
    game.players[seat].until("said")
    assert game.hand.session.clocks.running != seat


def test_an_alarm_rings_by_itself(
    client: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(game_request.MIN_MS, "order_ms", 1)
    monkeypatch.setattr(clocked_session, "GRACE_SECONDS", 0.0)
    monkeypatch.setattr(person_clocks, "GRACE_SECONDS", 0.0)
    game = made(client, PERSON, HUNTER, clock={"kind": "order", "order_ms": 20})
    with client.websocket_connect("/v1/ws") as socket:
        player = Player(socket)
        player.join(game, "red_0")
        over = player.until("game_over")
    assert over["reason"] == "late"
    assert [message["type"] for message in player.heard].count("fault") == 1


# -- who is waited for -----------------------------------------------------------------------------


def test_whoever_has_not_come_yet_is_waited_for(service: Service, client: TestClient) -> None:
    game = made(client, PERSON, INVITED, clock=ORDER)
    session = service.manager.open_session(game["game"])
    hand = Hand(session)
    with client.websocket_connect("/v1/ws") as one, client.websocket_connect("/v1/ws") as other:
        red = Player(one)
        red.join(game, "red_0")
        while session.table.to_act == "red_0":
            red.say(red.until("ask"))
        hand.turn(100_000)
        assert session.clocks.running is None
        blue = Player(other)
        key = blue.join(game, "blue_0")["key"]
        assert session.clocks.running is None  # the answer may be lost
        blue.join(game, "blue_0", key=key)
        assert blue.until("ask")["clock"] == {"order_ms": 10_000}
        assert session.clocks.running == "blue_0"


def test_who_made_the_game_and_does_not_come_is_waited_for_a_minute(
    service: Service, client: TestClient
) -> None:
    seat = Seated(service, client, clock=ORDER)
    asked = seat.hand.session.table.to_act
    seat.sit("blue_0" if asked == "red_0" else "red_0").until("now")
    seat.hand.turn(person_clocks.ARRIVAL_SECONDS + 10.4)
    assert seat.hand.session.action_count(asked) == 0  # type: ignore[arg-type]
    seat.hand.turn(0.2)
    assert seat.hand.session.action_count(asked) > 0  # type: ignore[arg-type]
    seat.unsubscribe()


# -- what is kept ----------------------------------------------------------------------------------


def test_time_is_kept_and_what_a_service_was_away_is_nobodys(tmp_path: Path) -> None:
    service = service_in(tmp_path)
    with client_of(service) as client:
        game = Seated(service, client, clock=BANK)
        game.sit("red_0"), game.sit("blue_0")
        seat, _ = game.to_act()
        game.hand.turn(25)
        kept = service.store.game(game.game["game"])
        assert kept is not None
        (time,) = kept.times  # what a service that is killed now would find
        assert (time.order_ms, time.bank_ms) == (0, 45_000)
        game.hand.time += 1
        game.unsubscribe()
    service = service_in(tmp_path)
    with client_of(service) as client:
        game.begin_anew(service, client)
        game.hand.time += 3_600
        game.sit(seat)
        _, ask = game.to_act()
        assert ask["clock"] == {"order_ms": 0, "bank_ms": 44_000}
        game.unsubscribe()


def test_who_was_late_stays_so(tmp_path: Path) -> None:
    seat = ""
    game: Any = None
    for run in range(2):
        service = service_in(tmp_path)
        with client_of(service) as client:
            if game is None:
                game = Seated(service, client, clock=ORDER)
            else:
                game.begin_anew(service, client)
            game.sit("red_0"), game.sit("blue_0")
            seat = seat or game.hand.session.table.to_act
            game.bring(seat)
            game.hand.turn(10.6)
            kind = ("fault", "game_over")[run]
            assert game.players[seat].until(kind)["type"] == kind
            game.unsubscribe()


def test_a_store_without_clocks_is_read(tmp_path: Path) -> None:
    with client_of(service_in(tmp_path)) as client:
        game = made(client, PERSON, BOB)
    with sqlite3.connect(tmp_path / "games.db") as db:
        db.executescript(
            "DROP TABLE standing; DROP TABLE time; ALTER TABLE game DROP COLUMN clock;"
            "DROP TABLE health; DROP TABLE ban; DROP INDEX game_state;"
            "ALTER TABLE game DROP COLUMN maker; ALTER TABLE game DROP COLUMN joined;"
            "ALTER TABLE game DROP COLUMN started; ALTER TABLE game DROP COLUMN chat;"
            "ALTER TABLE game DROP COLUMN rated; ALTER TABLE game DROP COLUMN checksum; ALTER TABLE said DROP COLUMN checksum;"
        )
        db.execute("PRAGMA user_version=1")
    with client_of(service_in(tmp_path)) as client:
        facts = client.get(f"/v1/games/{game['game']}").json()
        assert facts["clock"] == {"kind": "none"} and "asked" not in facts
        assert made(client, clock=BANK)
    with sqlite3.connect(tmp_path / "games.db") as db:
        assert db.execute("PRAGMA user_version").fetchone() == (game_store.FORMAT,)


# -- alarms ----------------------------------------------------------------------------------------


def test_alarms_ring_in_time_order_and_not_when_they_are_put_off() -> None:
    rung: list[str] = []
    last = threading.Event()

    def ring(what: str) -> None:
        rung.append(what)
        if what == "last":
            last.set()

    timers = Timers(ring)
    now = person_clocks.time.monotonic()
    timers.set("off", now + 0.1)
    timers.set("last", now + 0.3)
    timers.set("first", now + 0.2)
    timers.set("off", None)
    assert last.wait(10)
    timers.close()
    timers.set("never", now)
    assert rung == ["first", "last"]
