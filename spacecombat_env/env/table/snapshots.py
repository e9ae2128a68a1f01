"""When a reader is told something, and what it knows in between.

What a reader is given follows from what it may know, and so does when: a seat is told whenever it
is asked; all are told at the beginning, at the end of each turn and of the game, which everybody
sees. Between two moments nothing that a reader is given changes: neither that another seat is
asked shows in it, nor how often. The umpire is told everything at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from spacecombat_env.core.model.fields import NONE
from spacecombat_env.core.presentation.perspective import UMPIRE
from spacecombat_env.core.ruleset import Games, wrap_games
from spacecombat_env.env.game import Game
from spacecombat_env.env.table.event_feed import EventFeeds

MAX_SNAPSHOTS = 8
"""Moments without a question that can be told later, of each reader."""


class ReaderSnapshot(NamedTuple):
    """A moment of a reader."""

    number: int
    """1, 2, 3: the reader's own count."""
    record: np.ndarray
    """A copy of the record of what it knew."""
    delivered: int
    """Events that it had been told."""

    @property
    def visible(self) -> Games:
        """What the reader knew."""
        return wrap_games(self.record)


class ReaderSnapshots:
    """The moments of all readers of a game."""

    def __init__(self, game: Game, readers: list[int], redact: Callable[[int], Games]) -> None:
        self.game, self.readers, self._redact = game, readers, redact
        self.feeds = EventFeeds(game, readers)
        self._now: dict[int, ReaderSnapshot] = {}
        self._kept: dict[int, deque[ReaderSnapshot]] = {
            reader: deque(maxlen=MAX_SNAPSHOTS) for reader in readers
        }

    def now(self, reader: int) -> ReaderSnapshot:
        """Return the last moment of a reader."""
        return self._now[reader]

    def without_decision(self, reader: int, after: int) -> list[ReaderSnapshot]:
        """Return the moments of a reader after that number at which it was not asked, in order."""
        return [snapshot for snapshot in self._kept[reader] if snapshot.number > after]

    def begin(self) -> None:
        """The first moment of all readers, and on to the first question."""
        if not self.game.is_between_turns:
            self.record_all()
        self.play_to_decision()

    def play_to_decision(self) -> None:
        """Play on to the next question or the end, and tell all whose moment has come."""
        game = self.game
        self.feeds.collect()
        while game.is_between_turns:
            self.record_all()
            game.resume()
            self.feeds.collect()
        if game.seat < 0:
            self.record_all()
            return
        self._record(game.seat)
        if UMPIRE in self.readers:
            self._record(UMPIRE)

    def record_all(self) -> None:
        """A moment of all readers, at which nobody is asked."""
        for reader in self.readers:
            self._kept[reader].append(self._record(reader))

    def _record(self, reader: int) -> ReaderSnapshot:
        """A moment of a reader."""
        visible = self._redact(reader)
        self.feeds.deliver(reader, visible)
        before = self._now.get(reader)
        number = 1 if before is None else before.number + 1
        snapshot = ReaderSnapshot(
            number, _without_decision(visible), len(self.feeds.delivered(reader))
        )
        self._now[reader] = snapshot
        return snapshot


def _without_decision(visible: Games) -> np.ndarray:
    """Return a copy of a record in which nobody is asked: so it stands once that has passed."""
    record = visible.states.copy()
    for name, nothing in (("decision", 0), ("seat", NONE)):
        if name in (record.dtype.names or ()):
            record[name] = nothing
    return record
