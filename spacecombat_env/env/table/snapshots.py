"""Snapshots: when a reader gets new information, and its information in between.

Both depend only on what the reader may know. A seat gets a snapshot whenever it is to act. All
readers get one at the beginning, at the end of each turn and at the end of the game, which are
public. Between two snapshots a reader's data does not change. So it shows neither that another seat
is to act, nor how often. The umpire gets everything at once.
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

__all__ = ["ReaderSnapshot", "ReaderSnapshots"]

MAX_SNAPSHOTS = 8
"""Snapshots without a decision that are kept for each reader."""


class ReaderSnapshot(NamedTuple):
    """The information of a reader at one moment."""

    number: int
    """The reader's own number: 1, 2, 3."""
    record: np.ndarray
    """A copy of the reader's record."""
    delivered: int
    """Number of events delivered to the reader."""

    @property
    def visible(self) -> Games:
        """The reader's record."""
        return wrap_games(self.record)


class ReaderSnapshots:
    """The snapshots of all readers of a game."""

    def __init__(self, game: Game, readers: list[int], redact: Callable[[int], Games]) -> None:
        self.game, self.readers, self._redact = game, readers, redact
        self.feeds = EventFeeds(game, readers)
        self._now: dict[int, ReaderSnapshot] = {}
        self._kept: dict[int, deque[ReaderSnapshot]] = {
            reader: deque(maxlen=MAX_SNAPSHOTS) for reader in readers
        }

    def now(self, reader: int) -> ReaderSnapshot:
        """Return the last snapshot of a reader."""
        return self._now[reader]

    def without_decision(self, reader: int, after: int) -> list[ReaderSnapshot]:
        """Return a reader's snapshots after a number at which it was not to act, in order."""
        return [snapshot for snapshot in self._kept[reader] if snapshot.number > after]

    def begin(self) -> None:
        """Take the first snapshot of all readers and play to the first decision."""
        if not self.game.is_between_turns:
            self.record_all()
        self.play_to_decision()

    def play_to_decision(self) -> None:
        """Play to the next decision or the end, and take the snapshots on the way."""
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
        """Take a snapshot of all readers while no seat is to act."""
        for reader in self.readers:
            self._kept[reader].append(self._record(reader))

    def _record(self, reader: int) -> ReaderSnapshot:
        """Take a snapshot of a reader."""
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
    """Return a copy of a record without its decision: the state once the decision has passed."""
    record = visible.states.copy()
    for name, nothing in (("decision", 0), ("seat", NONE)):
        if name in (record.dtype.names or ()):
            record[name] = nothing
    return record
