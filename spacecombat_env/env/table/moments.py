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

from spacecombat_env.core.fields import NONE
from spacecombat_env.core.ruleset import Games, games_of
from spacecombat_env.core.telling import UMPIRE
from spacecombat_env.env.game import Game
from spacecombat_env.env.table.listening import Ears

MOST_KEPT = 8
"""Moments without a question that can be told later, of each reader."""


class Moment(NamedTuple):
    """A moment of a reader."""

    number: int
    """1, 2, 3: the reader's own count."""
    record: np.ndarray
    """A copy of the record of what it knew."""
    told: int
    """Events that it had been told."""

    @property
    def seen(self) -> Games:
        """What the reader knew."""
        return games_of(self.record)


class Moments:
    """The moments of all readers of a game."""

    def __init__(self, game: Game, readers: list[int], look: Callable[[int], Games]) -> None:
        self.game, self.readers, self._look = game, readers, look
        self.ears = Ears(game, readers)
        self._now: dict[int, Moment] = {}
        self._kept: dict[int, deque[Moment]] = {
            reader: deque(maxlen=MOST_KEPT) for reader in readers
        }

    def now(self, reader: int) -> Moment:
        """Return the last moment of a reader."""
        return self._now[reader]

    def unasked(self, reader: int, after: int) -> list[Moment]:
        """Return the moments of a reader after that number at which it was not asked, in order."""
        return [moment for moment in self._kept[reader] if moment.number > after]

    def begin(self) -> None:
        """The first moment of all readers, and on to the first question."""
        if not self.game.is_between_turns:
            self.come_to_all()
        self.play_on()

    def play_on(self) -> None:
        """Play on to the next question or the end, and tell all whose moment has come."""
        game = self.game
        self.ears.listen()
        while game.is_between_turns:
            self.come_to_all()
            game.go_on()
            self.ears.listen()
        if game.seat < 0:
            self.come_to_all()
            return
        self._come(game.seat)
        if UMPIRE in self.readers:
            self._come(UMPIRE)

    def come_to_all(self) -> None:
        """A moment of all readers, at which nobody is asked."""
        for reader in self.readers:
            self._kept[reader].append(self._come(reader))

    def _come(self, reader: int) -> Moment:
        """A moment of a reader."""
        seen = self._look(reader)
        self.ears.tell(reader, seen)
        before = self._now.get(reader)
        number = 1 if before is None else before.number + 1
        moment = Moment(number, _without_question(seen), len(self.ears.told(reader)))
        self._now[reader] = moment
        return moment


def _without_question(seen: Games) -> np.ndarray:
    """Return a copy of a record in which nobody is asked: so it stands once that has passed."""
    record = seen.states.copy()
    for name, nothing in (("ask", 0), ("seat", NONE)):
        if name in (record.dtype.names or ()):
            record[name] = nothing
    return record
