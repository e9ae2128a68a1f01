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
from in_rooms import PLACES, Reader, room_of
from kit.tables import as_json
from kit.tables_on import Apart, Shown, TablesOn, difference_of
from walking import HISTORIES, let_play_on, moments, nothing

from spacecombat_agents.service.clocks import Clocks
from spacecombat_agents.service.house import facts
from spacecombat_agents.service.listeners import Listener
from spacecombat_agents.service.rooms import Room
from spacecombat_env.env.table import PUBLIC
from spacecombat_env.protocol.lines import as_line

rulesets = pytest.mark.parametrize("name", PLACES)


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
        if self.stood[0] != self.stood[1]:  # in the open: that is what test_tables_on.py looks at
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
