"""Events by reader, with each reader's own numbers.

Events are taken from the game whenever it stops, so that no ring buffer drops one. They become
sentences when the reader next gets new information (snapshots.py). So neither the sentences nor
their number reveal when, or how often, another seat was to act.
"""

from __future__ import annotations

import numpy as np

from spacecombat_env.core.presentation.perspective import PUBLIC, UMPIRE
from spacecombat_env.core.ruleset import Games, LogLine, make_games
from spacecombat_env.env.game import Game
from spacecombat_env.env.table.public_view import BOTH, public_event
from spacecombat_env.env.table.records import ReportedEvent
from spacecombat_env.replay.events import (
    event_lines,
    has_log,
    new_events,
    recent_events,
    ring_events,
)

__all__ = ["EventFeed", "EventFeeds"]

TURN = "turn"
"""Kind of the event that begins a turn, in every rule set with a log."""


class EventFeed:
    """One reader's events: collected ones and delivered ones."""

    def __init__(self, reader: int) -> None:
        self.reader = reader
        self.count = 0
        """Number of events in this reader's log that have been collected."""
        self.pending: list[np.ndarray] = []
        self.before: np.ndarray | None = None
        """The newest delivered events, which later sentences may need."""
        self.delivered: list[ReportedEvent] = []

    def deliver(self, game: Game, visible: Games, scratch: Games) -> None:
        """Turn collected events into sentences; `visible` is the reader's current record."""
        if not self.pending:
            return
        names = visible.states.dtype.names or ()
        now = int(visible.states["turn"][0]) if "turn" in names else 0
        events = np.concatenate(self.pending)
        self.pending = []
        scratch.raw[:] = visible.raw
        self._number(event_lines(game, scratch, self.reader, events, self.before), now)
        self.before = recent_events(self.before, events, game.games)

    def _number(self, lines: list[LogLine], now: int) -> None:
        """Number the sentences; a turn event among them sets the turn of those that follow."""
        turn = now - sum(line.kind == TURN for line in lines)
        for line in lines:
            turn += line.kind == TURN
            n = len(self.delivered) + 1
            self.delivered.append(
                ReportedEvent(n, turn, line.kind, line.text, line.pieces, line.task, line.scene)
            )


class EventFeeds:
    """The events of all readers of a game."""

    def __init__(self, game: Game, readers: list[int]) -> None:
        self.game = game
        self.feeds = {reader: EventFeed(reader) for reader in readers}
        self.scratch = make_games(game.games.states.dtype, 1)
        self.has_events = has_log(game.games)
        self.keeps_delivered = "delivered_count" in (game.games.states.dtype.names or ())
        """Whether records hold the events of each seat as they were delivered."""

    def delivered(self, reader: int) -> list[ReportedEvent]:
        """Return the events delivered to a reader so far."""
        return self.feeds[reader].delivered

    def collect(self) -> None:
        """Collect the events since the last call without delivering them."""
        if not self.has_events:
            return
        new_events = {
            reader: self._new_events(feed)
            for reader, feed in self.feeds.items()
            if reader != PUBLIC
        }
        if PUBLIC in self.feeds:
            self.feeds[PUBLIC].pending += self._public(new_events)
        for reader, events in new_events.items():
            if len(events):
                self.feeds[reader].pending.append(events)

    def skip(self) -> None:
        """Let events that were not collected go by: the game has become another."""
        if self.has_events:
            for reader, feed in self.feeds.items():
                feed.pending.clear()
                if reader != PUBLIC:
                    self._new_events(feed)

    def deliver(self, reader: int, visible: Games) -> None:
        """Deliver collected events to a reader; `visible` is its current record."""
        self.feeds[reader].deliver(self.game, visible, self.scratch)

    def _new_events(self, feed: EventFeed) -> np.ndarray:
        """Return a reader's events since the last call."""
        games, since = self.game.games, feed.count
        if feed.reader == UMPIRE or not self.keeps_delivered:
            visible = games if feed.reader == UMPIRE else self.game.visible_to(feed.reader)
            found = new_events(visible, since)
            feed.count = int(visible.states["log_count"][0])
            return found
        feed.count = int(games.states["delivered_count"][0][feed.reader])
        return ring_events(games.states["delivered"][0][feed.reader], since, feed.count)

    def _public(self, new_events: dict[int, np.ndarray]) -> list[np.ndarray]:
        """Return the events that both sides know, as the public sees them.

        They are matched from the newest back: if an action brings more events than the rings hold,
        each ring drops its oldest ones, and not equally many.
        """
        left, found = [len(new_events[seat]) for seat in range(2)], []
        for event in new_events[UMPIRE][::-1]:
            seats = [seat for seat in range(2) if int(event["known"]) >> seat & 1]
            if not all(left[seat] for seat in seats):
                break
            for seat in seats:
                left[seat] -= 1
            if int(event["known"]) == BOTH:
                copies = new_events[0][left[0]], new_events[1][left[1]]
                found.append(np.array([public_event(event, copies)]))
        return found[::-1]
