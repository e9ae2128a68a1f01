"""What has happened, as each reader is told it, numbered by a count of the reader's own.

Events are taken out of the game whenever it stops, so that none is lost of those that its rings
drop, and made into sentences when the reader is next told something (moments.py): so neither how
sentences are put together nor their number tells when, or how often, another seat was asked.
"""

from __future__ import annotations

import numpy as np

from spacecombat_env.core.presentation.perspective import PUBLIC, UMPIRE
from spacecombat_env.core.ruleset import Games, LogLine, make_games
from spacecombat_env.env.game import Game
from spacecombat_env.env.table.public_view import BOTH, public_event
from spacecombat_env.env.table.records import ReportedEvent
from spacecombat_env.replay.events import (
    has_log,
    log_chunks,
    new_events,
    recent_events,
    ring_events,
    write_log,
)

TURN = "turn"
"""Kind of the event with which a turn begins, in every rule set that has a log."""


class EventFeed:
    """One reader's events: those heard and not yet told, and those told."""

    def __init__(self, reader: int) -> None:
        self.reader = reader
        self.count = 0
        """Events of the game's log for this reader that have been taken in."""
        self.pending: list[np.ndarray] = []
        self.before: np.ndarray | None = None
        """The newest events that have been told: those that come may be told with them."""
        self.delivered: list[ReportedEvent] = []

    def deliver(self, game: Game, visible: Games, scratch: Games) -> None:
        """Make sentences of what was heard; `visible` is what the reader knows of the position."""
        if not self.pending:
            return
        names = visible.states.dtype.names or ()
        now = int(visible.states["turn"][0]) if "turn" in names else 0
        events = np.concatenate(self.pending)
        self.pending = []
        self._number(event_lines(game, visible, scratch, self.reader, events, self.before), now)
        self.before = recent_events(self.before, events, game.games)

    def _number(self, lines: list[LogLine], now: int) -> None:
        """Number sentences; a turn that begins among them is told from there on."""
        turn = now - sum(line.kind == TURN for line in lines)
        for line in lines:
            turn += line.kind == TURN
            n = len(self.delivered) + 1
            self.delivered.append(
                ReportedEvent(n, turn, line.kind, line.text, line.pieces, line.task)
            )


def event_lines(
    game: Game,
    visible: Games,
    scratch: Games,
    reader: int,
    events: np.ndarray,
    before: np.ndarray | None = None,
) -> list[LogLine]:
    """Return events in words, those `before` them known; as many at a time as a log holds."""
    scratch.raw[:] = visible.raw
    found: list[LogLine] = []
    for part, since in log_chunks(before, events, visible):
        write_log(scratch, part)
        found += _log_lines(game, scratch, reader, since)
    return found


def _log_lines(game: Game, visible: Games, reader: int, since: int) -> list[LogLine]:
    """Return the log of a record, of rule sets that tell only sentences too."""
    rules = game.ruleset
    if rules.lines is not None:
        return rules.lines(visible, 0, game.scenario, reader, since)
    return [LogLine(text) for text in rules.log(visible, 0, game.scenario, reader, since)]


class EventFeeds:
    """The events of all readers of a game."""

    def __init__(self, game: Game, readers: list[int]) -> None:
        self.game = game
        self.feeds = {reader: EventFeed(reader) for reader in readers}
        self.scratch = make_games(game.games.states.dtype, 1)
        self.has_events = has_log(game.games)
        self.keeps_delivered = "delivered_count" in (game.games.states.dtype.names or ())
        """Whether records hold what each seat was told, as it was told it."""

    def delivered(self, reader: int) -> list[ReportedEvent]:
        """Return what a reader has been told so far."""
        return self.feeds[reader].delivered

    def collect(self) -> None:
        """Take in what has happened since the last time; nobody is told of it yet."""
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

    def deliver(self, reader: int, visible: Games) -> None:
        """Tell a reader what was heard; `visible` is what it knows of the position."""
        self.feeds[reader].deliver(self.game, visible, self.scratch)

    def _new_events(self, feed: EventFeed) -> np.ndarray:
        """Return the events that a reader has been given since the last time."""
        games, since = self.game.games, feed.count
        if feed.reader == UMPIRE or not self.keeps_delivered:
            visible = games if feed.reader == UMPIRE else self.game.visible_to(feed.reader)
            found = new_events(visible, since)
            feed.count = int(visible.states["log_count"][0])
            return found
        feed.count = int(games.states["delivered_count"][0][feed.reader])
        return ring_events(games.states["delivered"][0][feed.reader], since, feed.count)

    def _public(self, new_events: dict[int, np.ndarray]) -> list[np.ndarray]:
        """Return the events that both sides were told, as all read them.

        From the newest back: a word that brings more events than rings hold drops the oldest of
        each, and not equally many.
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
