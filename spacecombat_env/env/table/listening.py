"""What has happened, as each reader is told it, numbered by a count of the reader's own.

Events are taken out of the game whenever it stops, so that none is lost of those that its rings
drop, and made into sentences when the reader is next told something (moments.py): so neither how
sentences are put together nor their number tells when, or how often, another seat was asked.
"""

from __future__ import annotations

import numpy as np

from spacecombat_env.core.ruleset import Games, Line, make_games
from spacecombat_env.core.telling import PUBLIC, UMPIRE
from spacecombat_env.env.game import Game
from spacecombat_env.env.table.public import BOTH, public_event
from spacecombat_env.env.table.records import Told
from spacecombat_env.replay.events import has_log, heard, kept, newest, parts, write_log

TURN = "turn"
"""Kind of the event with which a turn begins, in every rule set that has a log."""


class Ear:
    """One reader's events: those heard and not yet told, and those told."""

    def __init__(self, reader: int) -> None:
        self.reader = reader
        self.count = 0
        """Events of the game's log for this reader that have been taken in."""
        self.heard: list[np.ndarray] = []
        self.before: np.ndarray | None = None
        """The newest events that have been told: those that come may be told with them."""
        self.told: list[Told] = []

    def tell(self, game: Game, seen: Games, scratch: Games) -> None:
        """Make sentences of what was heard; `seen` is what the reader knows of the position."""
        if not self.heard:
            return
        names = seen.states.dtype.names or ()
        now = int(seen.states["turn"][0]) if "turn" in names else 0
        events = np.concatenate(self.heard)
        self.heard = []
        self._number(sentences(game, seen, scratch, self.reader, events, self.before), now)
        self.before = heard(self.before, events, game.games)

    def _number(self, lines: list[Line], now: int) -> None:
        """Number sentences; a turn that begins among them is told from there on."""
        turn = now - sum(line.kind == TURN for line in lines)
        for line in lines:
            turn += line.kind == TURN
            n = len(self.told) + 1
            self.told.append(Told(n, turn, line.kind, line.text, line.pieces, line.task))


def sentences(
    game: Game,
    seen: Games,
    scratch: Games,
    reader: int,
    events: np.ndarray,
    before: np.ndarray | None = None,
) -> list[Line]:
    """Return events in words, those `before` them known; as many at a time as a log holds."""
    scratch.raw[:] = seen.raw
    found: list[Line] = []
    for part, since in parts(before, events, seen):
        write_log(scratch, part)
        found += _lines(game, scratch, reader, since)
    return found


def _lines(game: Game, seen: Games, reader: int, since: int) -> list[Line]:
    """Return the log of a record, of rule sets that tell only sentences too."""
    rules = game.ruleset
    if rules.lines is not None:
        return rules.lines(seen, 0, game.scenario, reader, since)
    return [Line(text) for text in rules.log(seen, 0, game.scenario, reader, since)]


class Ears:
    """The events of all readers of a game."""

    def __init__(self, game: Game, readers: list[int]) -> None:
        self.game = game
        self.ears = {reader: Ear(reader) for reader in readers}
        self.scratch = make_games(game.games.states.dtype, 1)
        self.hears = has_log(game.games)
        self.keeps_told = "told_count" in (game.games.states.dtype.names or ())
        """Whether records hold what each seat was told, as it was told it."""

    def told(self, reader: int) -> list[Told]:
        """Return what a reader has been told so far."""
        return self.ears[reader].told

    def listen(self) -> None:
        """Take in what has happened since the last time; nobody is told of it yet."""
        if not self.hears:
            return
        news = {reader: self._news(ear) for reader, ear in self.ears.items() if reader != PUBLIC}
        if PUBLIC in self.ears:
            self.ears[PUBLIC].heard += self._public(news)
        for reader, events in news.items():
            if len(events):
                self.ears[reader].heard.append(events)

    def tell(self, reader: int, seen: Games) -> None:
        """Tell a reader what was heard; `seen` is what it knows of the position."""
        self.ears[reader].tell(self.game, seen, self.scratch)

    def _news(self, ear: Ear) -> np.ndarray:
        """Return the events that a reader has been given since the last time."""
        games, since = self.game.games, ear.count
        if ear.reader == UMPIRE or not self.keeps_told:
            seen = games if ear.reader == UMPIRE else self.game.seen_by(ear.reader)
            found = newest(seen, since)
            ear.count = int(seen.states["log_count"][0])
            return found
        ear.count = int(games.states["told_count"][0][ear.reader])
        return kept(games.states["told"][0][ear.reader], since, ear.count)

    def _public(self, news: dict[int, np.ndarray]) -> list[np.ndarray]:
        """Return the events that both sides were told, as all read them.

        From the newest back: a word that brings more events than rings hold drops the oldest of
        each, and not equally many.
        """
        left, found = [len(news[seat]) for seat in range(2)], []
        for event in news[UMPIRE][::-1]:
            seats = [seat for seat in range(2) if int(event["known"]) >> seat & 1]
            if not all(left[seat] for seat in seats):
                break
            for seat in seats:
                left[seat] -= 1
            if int(event["known"]) == BOTH:
                copies = news[0][left[0]], news[1][left[1]]
                found.append(np.array([public_event(event, copies)]))
        return found[::-1]
