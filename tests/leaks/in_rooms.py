"""Rooms of the service around tables, with readers in them, and what the readers are sent."""

from __future__ import annotations

from typing import Any

from kit.tables import NONSENSE
from walking import Place

from spacecombat_agents.bots.clocks import Clock
from spacecombat_agents.service.hearing import hear
from spacecombat_agents.service.house import seats_of
from spacecombat_agents.service.listeners import Listener, joined
from spacecombat_agents.service.rooms import Room
from spacecombat_agents.service.store import Chair, Kept
from spacecombat_env.env.table import PUBLIC, Table
from spacecombat_env.protocol.lines import as_line

PLACES: dict[str, list[Place]] = {
    "battle_rider": [("skirmish", {}), ("duel", {})],
    "intercept_sensors": [("duel", {}), ("picket", {})],
    "interceptor": [("pair", {}), ("duel", {})],
}
"""Where games are played, by rule set."""
CLOCK = Clock("bank", 10_000, 80_000_000)


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
