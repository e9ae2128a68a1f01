"""One reader on one connection, and the messages it receives.

The content and the number of a reader's messages depend only on its own states. The reader receives
one message for each moment at which the table informs it: its own decision, the end of a turn, or
the end of the game. So no message reveals that another seat is to act, or counts its actions. The
umpire receives everything.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from spacecombat_agents.service.delegation.decision_kinds import decision_kinds_as_json
from spacecombat_agents.service.games.deltas import DeltaEncoder
from spacecombat_agents.service.games.map_queries import offered
from spacecombat_env.env.table import PUBLIC, UMPIRE, ReaderState, Table
from spacecombat_env.protocol.handshake import DIGITS
from spacecombat_env.protocol.lines import as_line
from spacecombat_env.protocol.messages import events, offer_messages
from spacecombat_env.protocol.vocabulary import vocabulary

__all__ = [
    "Message",
    "ReaderSnapshot",
    "SPECTATORS",
    "Subscriber",
    "game_over_message",
    "joined_message",
]

Message = dict[str, Any]
SPECTATORS = (PUBLIC, UMPIRE)
"""Readers that only watch."""


class ReaderSnapshot:
    """A reader's state at a moment, built once for all its connections before the next action.

    `state` is that of a past moment; None means now.
    """

    def __init__(self, table: Table, reader: str, state: ReaderState | None = None) -> None:
        self._table = table
        self.state: ReaderState = table.state(reader) if state is None else state
        """With all events of the game so far."""

    @property
    def second_seat(self) -> str:
        """The seat with the opposite sign of margins."""
        return self._table.ruleset.seats[1]

    @functools.cached_property
    def picture(self) -> str:
        """The position as SVG."""
        state = self.state
        return self._table.picture(state.reader, for_page=True, moment=state.moment)

    @functools.cached_property
    def stamp(self) -> str:
        """Identifies a state of this reader; it depends on the state alone."""
        state = self.state
        shown = state._replace(offers=(), events=())
        text = as_line({**shown._asdict(), "told": len(state.events)})
        return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


class Subscriber:
    """A reader on a connection."""

    def __init__(
        self,
        reader: str,
        send: Callable[[Message | None], object],
        have: int = 0,
        deltas: DeltaEncoder | None = None,
    ) -> None:
        self.reader = reader
        self.deltas = deltas
        """Turns its states into changes; None for whole states."""
        self.send = send
        """Sends a message, or None for the end; called from any thread, never blocks."""
        self.have = have
        """Number of the last event that it has."""
        self.stamp = ""
        """Stamp of the last state that it was sent."""
        self.moments = 0
        """Moments of the reader for which it has received a message."""
        self.arrived: float | None = None
        """Arrival of its last message, by the session's clock; None for now."""
        self.decision_count = 0
        """Decisions that it was sent."""
        self.wants_people = False
        """Whether it is sent presence, chat and proposals."""

    def send_state(
        self,
        game_id: str,
        snapshot: ReaderSnapshot,
        automated_by: str | None = None,
        clock: Mapping[str, Any] | None = None,
        standing_orders: Mapping[str, str] | None = None,
    ) -> None:
        """Send what a reader may know now: the decision if it is to act, else the state.

        `automated_by` names the agent that acts for this seat, if any; `clock` is its clock;
        `standing_orders` is its delegation to the captain, if any.
        """
        state = snapshot.state
        is_to_act = state.to_act == self.reader and automated_by is None
        message: Message = {"type": "ask" if is_to_act else "now"}
        if is_to_act:
            self.decision_count += 1
            message["id"] = self.decision_count
        message |= {"game": game_id, "at": state.at, "turn": state.turn, "phase": state.phase}
        message |= {
            "question": state.decision_text,
            "asked": state.decision_name,
            "spoken": list(state.pending_actions),
        }
        if is_to_act:
            message["words"] = offer_messages(state.offers)
        elif self.reader == UMPIRE:
            message["asked_seat"] = state.to_act
        if automated_by is not None:
            message["speaks"] = automated_by
        if clock is not None:
            message["clock"] = dict(clock)
        if standing_orders:
            message["standing"] = dict(standing_orders)
        message["events"] = events(state.events[max(self.have, 0) :])
        message["stamp"] = self.stamp = snapshot.stamp
        if self.deltas is None:
            message |= {"view": state.view, "full": True, "picture": snapshot.picture}
        else:
            message |= self.deltas.parts(state.view, snapshot.picture, snapshot.stamp)
        self.have, self.moments = len(state.events), state.moment
        self.send(message)
        if state.over is not None:
            self.send(game_over_message(game_id, self.reader, state, snapshot.second_seat))


def game_over_message(
    game_id: str, reader: str, state: ReaderState, second_seat: str = ""
) -> Message:
    """Return the end of the game for a reader; spectators learn which seat has won.

    `second` is the seat with the opposite sign of margins.
    """
    assert state.over is not None, "the game is not over"
    verdict, margin = str(state.over["verdict"]), int(state.over["margin"])
    message: Message = {"type": "game_over", "game": game_id, "verdict": verdict}
    if reader not in SPECTATORS and verdict != "draw":
        message["verdict"] = "win" if verdict == reader else "loss"
    margin = -margin if reader == second_seat else margin
    message |= {"reason": state.over["reason"], "margin": margin, "turns": state.turn}
    return message | {key: state.over[key] for key in ("tie_break",) if key in state.over}


def joined_message(
    game_id: str,
    reader: str,
    table: Table,
    seats: Mapping[str, Any],
    watch: str,
    key: str | None,
    clock: Mapping[str, Any] | None = None,
) -> Message:
    """Return the first message to a reader.

    With the `key` that an invitation was exchanged for, it has only public facts.
    """
    rules, scenario = table.ruleset, table.scenario
    message: Message = {
        "type": "joined",
        "game": game_id,
        "reader": reader,
        "rules": {
            "name": rules.name,
            "title": rules.title,
            "version": rules.version,
            "phases": list(rules.phases()),
            "plans": rules.plans is not None,
            **offered(rules),
        },
        "scenario": {
            "name": scenario.name,
            "title": str(scenario.source.get("title", scenario.name)),
            "digest": scenario.digest[:DIGITS],
        },
        "seats": dict(seats),
        "watch": watch,
        "clock": dict(clock or {"kind": "none"}),
        "vocabulary": [],
        "delegate": [],
        "kinds": [],
    }
    if reader in rules.seats and key is None:
        message["vocabulary"] = vocabulary(table, reader)
        number = rules.seats.index(reader)
        message["delegate"] = list(scenario.delegate[number])
        message["kinds"] = decision_kinds_as_json(rules, scenario, number)
    return message if key is None else {**message, "key": key}
