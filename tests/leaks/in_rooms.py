"""Rooms of the service around tables, with readers in them, and what the readers are sent."""

from __future__ import annotations

import itertools
from typing import Any

from kit.tables import NONSENSE
from walking import Place

from spacecombat_agents.bots.time_control import TimeControl
from spacecombat_agents.service.games.deltas import DeltaEncoder, Grounds
from spacecombat_agents.service.games.facts import seat_facts
from spacecombat_agents.service.games.game_session import GameSession
from spacecombat_agents.service.games.map_queries import MAP_QUERIES
from spacecombat_agents.service.games.message_handler import handle_message
from spacecombat_agents.service.games.subscribers import Subscriber, joined_message
from spacecombat_agents.service.storage.game_store import SeatAssignment, StoredGame
from spacecombat_env.env.table import PUBLIC, Table
from spacecombat_env.protocol.lines import as_line

PLACES: dict[str, list[Place]] = {
    "battle_rider": [("skirmish", {}), ("duel", {})],
    "intercept_sensors": [("duel", {}), ("picket", {})],
    "interceptor": [("pair", {}), ("duel", {})],
}
"""Where games are played, by rule set."""
CLOCK = TimeControl("bank", 10_000, 80_000_000)


class Silence:
    """A store that keeps nothing."""

    def append_actions(self, *game: Any) -> None:
        """Keep nothing."""

    def set_standing_orders(self, *game: Any) -> None:
        """Keep nothing."""

    def find_reply(self, *asked: Any) -> None:
        """Nothing was heard before."""


def session_of(table: Table) -> GameSession:
    """A room around a table, with a person at each seat."""
    seats = tuple(
        SeatAssignment(seat, None, None, None, "somebody") for seat in table.ruleset.seats
    )
    game = StoredGame("g1", table.ruleset.name, {}, ((), ()), 0, PUBLIC, "", seats, clock=CLOCK)
    session = GameSession(game, table, Silence(), {}, lambda seat: None)  # type: ignore[arg-type,return-value]
    session.clocks.now = lambda: 0.0
    session.people._now = map(float, itertools.count(0, 60)).__next__
    return session


class Reader:
    """A listener in a room, and all that it was sent."""

    def __init__(self, session: GameSession, reader: str, sent: list[str]) -> None:
        self.session, self.reader, self.sent = session, reader, sent
        self.number = 0
        self.subscriber = Subscriber(reader, self._take)
        self.subscriber.wants_people = True
        session.subscribe(self.subscriber, self._greeting())
        self.changes = Subscriber(reader, self._take, 0, DeltaEncoder(Grounds()))
        session.subscribe(self.changes, self._greeting())  # the same, as changes

    def _take(self, message: Any) -> None:
        """Write a message down as it would be sent."""
        self.sent.append(as_line(message))

    def _greeting(self) -> dict[str, Any]:
        """The first message."""
        game = self.session.game
        return joined_message(
            game.id, self.reader, self.session.table, seat_facts(self.session), game.watch, None
        )

    def send(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        self.number += 1
        handle_message(self.session, self.subscriber, {"type": kind, "id": self.number, **fields})

    def send_all_sorts(self, at: int) -> None:
        """Send everything that changes nothing."""
        self.send("peek", words=[], depth=1)
        self.send("peek", words=[NONSENSE])
        for kind in MAP_QUERIES:
            self.send(kind, words=[])
        self.send("say", at=at - 1, words=[0])
        self.send("say", at=at, words=[NONSENSE])
        self.send("say", at=at, words=[])
        self.send("state", have=3)
        self.send("let", at=at - 1)
        self.send("standing", kinds={"cooking": "turn"})
        self.send("standing", kinds={})
        self.send("bye")

    def talk(self) -> None:
        """Send what people mean others to read; when they do so shows that they are there."""
        self.send("chat", text="hello")
        self.send("rematch", next={"game": "g2", "seat": self.reader, "key": "k"})
        self.send("propose", what="takeback")
        proposal = self.session.people.proposal
        self.send("answer", number=proposal.number if proposal else 1, accepts=False)

    def come_again(self) -> None:
        """Join once more, as another listener, and leave."""
        again = Subscriber(self.reader, self._take)
        self.session.subscribe(again, self._greeting())
        self.session.unsubscribe(again)
