"""What the service sends to a seat that waits does not depend on what it may not know.

Twins of tables (`kit/tables_on.py`) play on in rooms of the service. Their enemies say not equally
many words, at times of their own, and one of them looks ahead, asks and errs as well. Every message
that the watcher is sent must be the same, byte for byte, and equally many of them: greetings,
questions, how things stand, its clock, answers, public facts; and so their sizes, their order and
their numbers. So must all that the public is sent meanwhile.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest
from kit.tables import NONSENSE, as_json
from kit.tables_on import Apart, Shown, TablesOn, difference_of
from walking import HISTORIES, Place, let_play_on, moments, nothing

from spacecombat_agents.bots.clocks import Clock
from spacecombat_agents.service.clocks import Clocks
from spacecombat_agents.service.hearing import hear
from spacecombat_agents.service.house import facts, seats_of
from spacecombat_agents.service.kinds import kinds_of
from spacecombat_agents.service.listeners import Listener, joined
from spacecombat_agents.service.opponents import Asked
from spacecombat_agents.service.rooms import Room
from spacecombat_agents.service.standing import StandingOrders
from spacecombat_agents.service.store import Chair, Kept
from spacecombat_env import registry
from spacecombat_env.env.game import open_scenario
from spacecombat_env.env.table import PUBLIC, Table
from spacecombat_env.protocol.lines import as_line

PLACES: dict[str, list[Place]] = {
    "battle_rider": [("skirmish", {}), ("duel", {})],
    "intercept_sensors": [("duel", {}), ("picket", {})],
    "interceptor": [("pair", {}), ("duel", {})],
}
CLOCK = Clock("bank", 10_000, 80_000_000)
rulesets = pytest.mark.parametrize("name", PLACES)


class Silence:
    """A store that keeps nothing."""

    def say(self, *kept: Any) -> None:
        """Keep nothing."""

    def stand(self, *kept: Any) -> None:
        """Keep nothing."""

    def answered(self, *asked: Any) -> None:
        """Nothing was heard before."""


def room_of(table: Table) -> Room:
    """A room around a table, with a person at each seat."""
    seats = tuple(Chair(seat, None, None, None, "somebody") for seat in table.ruleset.seats)
    kept = Kept("g1", table.ruleset.name, {}, ((), ()), 0, PUBLIC, "", seats, clock=CLOCK)
    room = Room(kept, table, Silence(), {}, lambda seat: None)  # type: ignore[arg-type,return-value]
    room.clocks.now = lambda: 0.0
    return room


class Reader:
    """A listener in a room, and all that it was sent."""

    def __init__(self, room: Room, reader: str, sent: list[str]) -> None:
        self.room, self.reader, self.sent = room, reader, sent
        self.number = 0
        self.listener = Listener(reader, self._take)
        room.enter(self.listener, self._greeting())

    def _take(self, message: Any) -> None:
        """Write a message down as it would be sent."""
        self.sent.append(as_line(message))

    def _greeting(self) -> dict[str, Any]:
        """The first message."""
        kept = self.room.kept
        return joined(kept.id, self.reader, self.room.table, seats_of(self.room), kept.watch, None)

    def send(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        self.number += 1
        hear(self.room, self.listener, {"type": kind, "id": self.number, **fields})

    def send_all_sorts(self, at: int) -> None:
        """Send everything that changes nothing."""
        self.send("peek", words=[], depth=1)
        self.send("peek", words=[NONSENSE])
        self.send("say", at=at - 1, words=[0])
        self.send("say", at=at, words=[NONSENSE])
        self.send("say", at=at, words=[])
        self.send("state", have=3)
        self.send("let", at=at - 1)
        self.send("standing", kinds={"cooking": "turn"})
        self.send("standing", kinds={})
        self.send("bye")

    def come_again(self) -> None:
        """Join once more, as another listener, and leave."""
        again = Listener(self.reader, self._take)
        self.room.enter(again, self._greeting())
        self.room.leave(again)


class RoomsOn(TablesOn):
    """Tables that play on in rooms."""

    def __init__(self) -> None:
        super().__init__()
        self.rooms: list[Room] = []
        self.around: Any = None

    def _enter(self) -> None:
        """Let all readers in at both tables."""
        self.around = self.tables
        self.rooms = [room_of(table) for table in self.tables]
        self.times = [0.0, 0.0]
        self.ticks = np.random.default_rng(7)  # not the lots by which is played
        for which, room in enumerate(self.rooms):
            room.clocks.now = functools.partial(self.times.__getitem__, which)
        self.told: list[list[str]] = [[], []]
        self.stood: list[list[str]] = [[], []]
        """The watcher's states whenever it had spoken, or was asked, or nobody was."""
        enemy = self.tables[0].ruleset.seats[1 - self.watcher]
        self.watchers = [
            Reader(room, self.name, told) for room, told in zip(self.rooms, self.told, strict=True)
        ]
        self.enemies = [Reader(room, enemy, []) for room in self.rooms]
        self.shown: list[list[str]] = [[], []]
        """What the public was sent."""
        self.publics = [
            Reader(room, PUBLIC, shown) for room, shown in zip(self.rooms, self.shown, strict=True)
        ]

    def _decide(self, given: Any) -> None:
        if self.around is not self.tables:
            self._enter()
        super()._decide(given)

    def _say(self, which: list[int], word: int) -> None:
        for each in which:
            room = self.rooms[each]
            seat = room.table.asked
            assert seat is not None
            at = room.count(seat)
            if seat != self.name and each == 1:
                self.enemies[each].send_all_sorts(at)
            speaks = self.watchers if seat == self.name else self.enemies
            self.times[each] += 17 if seat == self.name else int(self.ticks.integers(1, 60))
            speaks[each].send("say", at=at, words=[word])
            if self.name in (seat, room.table.asked) or room.table.asked is None:
                self.stood[each].append(as_json(room.table.state(self.name)))

    def _compare(self, given: Any) -> None:
        super()._compare(given)
        for watcher, room in zip(self.watchers, self.rooms, strict=True):
            watcher.send_all_sorts(room.count(self.name))
            watcher.come_again()
            watcher.sent.append(as_line(facts(room)))
        if self.stood[0] != self.stood[1]:  # in the open: that is what test_table.py looks at
            raise Apart("stood otherwise")
        if self.told[0] != self.told[1]:
            raise Shown(f"{difference_of(*self.told)}")
        if self.shown[0] != self.shown[1]:
            self._explain()
            raise Shown(f"public: {difference_of(*self.shown)}")
        for told in (*self.told, *self.stood, *self.shown):
            told.clear()


def played_on(name: str, histories: int, first: int = 0) -> RoomsOn:
    """Let rooms play on from so many moments."""
    return let_play_on(RoomsOn(), moments(name, PLACES[name], first), histories, nothing)


@rulesets
def test_some_rooms_send_the_same(name: str) -> None:
    assert played_on(name, 2).looks > 3


@pytest.mark.slow
@rulesets
def test_rooms_send_the_same(name: str) -> None:
    on = played_on(name, HISTORIES // 30, 30)
    assert on.looks > HISTORIES // 30 and on.uneven > HISTORIES // 300, on.ends


@pytest.mark.slow
def test_a_message_for_each_word_of_the_enemy_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Room, "_concerns", lambda *about: True)
    with pytest.raises(Shown):
        played_on("intercept_sensors", 40, 30)


def test_time_of_another_seat_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left to who is asked, told to all."""

    def told(clocks: Clocks, reader: str) -> Any:
        return {each: clocks._now(each).message() for each in ("red_0", "blue_0")}

    monkeypatch.setattr(Clocks, "shown", told)
    with pytest.raises(Shown):
        played_on("intercept_sensors", 40, 30)


@pytest.mark.slow
def test_a_public_push_for_each_word_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were the public told whenever anybody has spoken."""
    concerns = Room._concerns

    def always(room: Room, listener: Listener, before: Any, asked: Any) -> bool:
        return listener.reader == PUBLIC or concerns(room, listener, before, asked)

    monkeypatch.setattr(Room, "_concerns", always)
    with pytest.raises(Shown, match="public"):
        played_on("intercept_sensors", 40, 30)


def test_a_count_of_messages_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions numbered for all who are in the room."""
    tell = Room.tell

    def counting(room: Room, listener: Listener) -> None:
        room.last_used += 1
        listener.asks = int(room.last_used)
        tell(room, listener)

    monkeypatch.setattr(Room, "tell", counting)
    with pytest.raises(Shown):
        played_on("intercept_sensors", 40, 30)


# --- sentences ------------------------------------------------------------------------------------


def stretches(table: Table, words: int) -> list[tuple[str, list[int]]]:
    """So many words of a game, those as one that a seat says before the other is asked."""
    lots, found = np.random.default_rng(3), list[tuple[str, list[int]]]()
    while table.asked is not None and len(table.words) < words:
        seat = table.asked
        if not found or found[-1][0] != seat:
            found.append((seat, []))
        legal = table.vector(seat)[1].nonzero()[0]
        word = int(legal[lots.integers(len(legal))])
        table.say(seat, table.counts[table.ruleset.seats.index(seat)], [word])
        found[-1][1].append(word)
    return found


@pytest.mark.parametrize("name, watcher", [("battle_rider", 1), ("intercept_sensors", 0)])
def test_nobody_sees_how_another_seat_puts_its_words_together(name: str, watcher: int) -> None:
    rules = registry.ruleset(name)
    tables = [Table(rules, open_scenario(rules, PLACES[name][0][0]), 4) for _ in range(3)]
    spoken = stretches(tables.pop(), 40)
    seat = rules.seats[watcher]
    told: list[list[str]] = []
    for whole, table in zip((False, True), tables, strict=True):
        room = room_of(table)
        told.append([])
        Reader(room, seat, told[-1])
        speakers = {each: Reader(room, each, []) for each in rules.seats}
        for speaker, words in spoken:
            for part in [words] if whole and speaker != seat else [[word] for word in words]:
                speakers[speaker].send("say", at=room.count(speaker), words=part)
    assert told[0] == told[1]
    assert len(told[0]) > len(spoken) // 2


# --- standing orders ------------------------------------------------------------------------------


class Script:
    """A captain who says of the words that a seat says in a game those that he is asked for."""

    name = "captain"

    def __init__(self, words: list[int]) -> None:
        self.words, self.said = words, 0

    def asked(self, table: Table) -> Asked:
        """The question on the table."""
        seat = table.asked
        assert seat is not None
        at = table.counts[table.ruleset.seats.index(seat)]
        return Asked(seat, at, None, np.zeros(0), None, np.zeros(0))

    def word(self, asked: Asked) -> int:
        """The word of its moment."""
        self.said += 1
        return self.words[asked.at]


class Left:
    """A game in which one seat leaves kinds of question to a captain, or none."""

    def __init__(self, name: str, spoken: list[tuple[str, list[int]]], watcher: int) -> None:
        rules = registry.ruleset(name)
        self.spoken, self.enemy = spoken, rules.seats[1 - watcher]
        self.room = room_of(Table(rules, opened(name), 4))
        self.words = {
            each: [word for seat, words in spoken if seat == each for word in words]
            for each in rules.seats
        }
        self.captain = Script(self.words[self.enemy])
        self.room.captain = lambda seat: self.captain  # type: ignore[assignment,return-value]
        self.told: list[str] = []
        self.shown: list[str] = []
        Reader(self.room, PUBLIC, self.shown)
        seats = {seat: self.told if seat != self.enemy else [] for seat in rules.seats}
        self.speakers = {seat: Reader(self.room, seat, told) for seat, told in seats.items()}
        self.kinds = [each.name for each in kinds_of(rules)]
        self.mid_orders = 0

    def play(self, leaves: bool, lots: np.random.Generator) -> None:
        """Say all words, as far as the captain does not."""
        room, ends = self.room, dict.fromkeys(self.words, 0)
        for seat, words in self.spoken:
            ends[seat] += len(words)
            if leaves and seat == self.enemy and room.count(seat) < ends[seat]:
                until = ("phase", "turn", "game")
                left = {kind: until[lots.integers(3)] for kind in self.kinds if lots.random() < 0.5}
                self.speakers[seat].send("standing", kinds=left)
            while (at := room.count(seat)) < ends[seat]:
                if room.speaks(seat) is None:
                    self.mid_orders += room.table.is_mid_order and self.captain.said > 0
                    self.speakers[seat].send("say", at=at, words=[self.words[seat][at]])
                else:
                    room.play_on()
                assert room.count(seat) > at


def opened(name: str) -> Any:
    """A scenario in which nothing is left to the engine."""
    return open_scenario(registry.ruleset(name), PLACES[name][0][0], ())


WORDS = {"battle_rider": 160, "intercept_sensors": 60, "interceptor": 90}
"""How long a game is in which something is left to a captain."""


def left_and_said(name: str, watcher: int, times: int = 1) -> list[Left]:
    """The same game twice: the enemy leaves kinds of question to a captain, and says all itself."""
    spoken = stretches(Table(registry.ruleset(name), opened(name), 4), times * WORDS[name])
    while spoken[-1][0] != registry.ruleset(name).seats[watcher]:
        spoken.pop()  # the captain knows no further words
    games = [Left(name, spoken, watcher) for _ in range(2)]
    for leaves, game in zip((True, False), games, strict=True):
        game.play(leaves, np.random.default_rng(5))
    assert games[0].room.table.words == games[1].room.table.words
    assert games[0].captain.said > 2 and games[1].captain.said == 0
    return games


@rulesets
def test_nobody_sees_what_another_seat_leaves_to_the_captain(name: str) -> None:
    left, said = left_and_said(name, 0)
    assert left.told == said.told and left.shown == said.shown
    assert len(left.told) > 5


@pytest.mark.slow
@pytest.mark.parametrize("watcher", [0, 1])
@rulesets
def test_nobody_sees_it_for_long(name: str, watcher: int) -> None:
    left, said = left_and_said(name, watcher, 5)
    assert left.told == said.told and left.shown == said.shown
    assert left.mid_orders > 3  # an order begun by one and finished by the other


def test_a_captain_that_is_told_of_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Room, "_concerns", lambda *about: True)
    left, said = left_and_said("intercept_sensors", 0)
    assert left.told != said.told


def test_standing_orders_that_all_are_told_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    of = StandingOrders.of
    told = lambda orders, seat: {**of(orders, "red_0"), **of(orders, "blue_0")}  # noqa: E731
    monkeypatch.setattr(StandingOrders, "of", told)
    left, said = left_and_said("intercept_sensors", 0)
    assert left.told != said.told
