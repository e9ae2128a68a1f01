"""What all seats know of a position: a record made of what each of two seats is shown.

A field holds what both are shown. Where they are not shown the same, and one of them has what its
declaration says that stands there for who may not know (`blank`), all others have that. What
redaction works out of a piece of one side (`derived`) all others see as its enemy does. Of what it
works out of pieces of both sides, all others see what one seat is shown instead of the truth; where
each is, and not the same, one redaction after the other says what is left.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import NamedTuple

import numpy as np

from spacecombat_env.core.fields import Place, Record, places
from spacecombat_env.core.ruleset import Games, make_games
from spacecombat_env.env.game import Game

LUCK_AND_LOGS = ("chance", "log", "log_count", "log_told", "told", "told_count")
"""Fields that a public record does not have."""
BOTH = 0b11
"""Of an event's `known`: both sides may read it."""


class Fields(NamedTuple):
    """Where the numbers of a record stand."""

    starts: np.ndarray
    """int64 (numbers,): their first bytes, in order; gaps belong to the number before."""
    sizes: np.ndarray
    """int64 (numbers,): bytes up to the next one."""


@cache
def fields_of(dtype: np.dtype) -> Fields:
    """Return where every number of a record begins."""
    starts = np.array(sorted(_starts(dtype, 0)), np.int64)
    return Fields(starts, np.diff(np.append(starts, dtype.itemsize)))


def _starts(dtype: np.dtype, first: int) -> list[int]:
    """Return the first bytes of the numbers of a field."""
    base, count = dtype.base, int(np.prod(dtype.shape, dtype=np.int64))
    if base.names is None:
        return [first + n * base.itemsize for n in range(count)]
    one = [
        place
        for name in base.names
        for place in _starts(base.fields[name][0], base.fields[name][1])  # type: ignore[index]
    ]
    return [first + n * base.itemsize + place for n in range(count) for place in one]


def changed(record: np.ndarray, truth: np.ndarray, fields: Fields) -> np.ndarray:
    """Return which bytes belong to numbers that differ: bool (bytes,)."""
    differ = np.bitwise_or.reduceat(record ^ truth, fields.starts) != 0
    return np.repeat(differ, fields.sizes)


class Rule(IntEnum):
    """What all are shown of a number of which two seats are not shown the same."""

    REDACTED = 0  # what redaction shows to one of them instead of the truth
    BLANK = 1  # what stands there for who may not know it, where one of them is shown that
    AS_SECOND = 2  # a piece of the first seat, worked out by redaction: what its enemy is shown
    AS_FIRST = 3


class Declared(NamedTuple):
    """What a rule set declares of the numbers of its record."""

    blank: np.ndarray
    """uint8 (bytes,): what stands there for who may not know."""
    rule: np.ndarray
    """uint8 (bytes,): of the number that the byte belongs to, a Rule."""


@cache
def declared_of(record: Record) -> Declared:
    """Return what is declared of a record."""
    blank, rule = (make_games(record.dtype, 1) for _ in range(2))
    for place in places(record, blank.states[0]):
        place.put(place.field.blank)
    for place in places(record, rule.states[0]):
        place.put(rule_of(place))
    fields = fields_of(record.dtype)
    return Declared(blank.raw[0], np.repeat(rule.raw[0][fields.starts], fields.sizes))


def rule_of(place: Place) -> Rule:
    """Return what holds of a number."""
    if not place.field.derived:
        return Rule.BLANK
    if place.owner is None:
        return Rule.REDACTED
    return Rule.AS_SECOND if place.owner == 0 else Rule.AS_FIRST


class PublicEye:
    """Makes the public record of games of the scenario of `game`."""

    def __init__(self, game: Game) -> None:
        dtype, knowledge = game.games.states.dtype, game.ruleset.knowledge
        self.kernels, self.fields = game.kernels, fields_of(dtype)
        self.declared: Declared | None = None
        """None where a rule set does not declare its record."""
        if knowledge is not None:
            self.declared = declared_of(knowledge(game.scenario).state)
        self.seen = [make_games(dtype, 1) for _ in range(3)]
        self.shown = make_games(dtype, 1)

    def look(self, games: Games) -> Games:
        """Return what all know of game 0, logs left out; valid until the next call."""
        red, blue, both = self.seen
        for seat, seen in enumerate((red, blue)):
            self.kernels.redact(games, 0, seen, 0, seat)
        truth, one, two = games.raw[0], red.raw[0], blue.raw[0]
        hidden, veiled = (changed(seen, truth, self.fields) for seen in (one, two))
        shown = np.where(hidden, one, two)
        apart = hidden & veiled & changed(one, two, self.fields)
        if apart.any():
            self.kernels.redact(red, 0, both, 0, 1)
            shown[apart] = both.raw[0][apart]
        self.shown.raw[0] = self._known_to_both(shown, one, two)
        for name in LUCK_AND_LOGS:
            if name in (self.shown.states.dtype.names or ()):
                self.shown.states[name] = np.zeros((), self.shown.states.dtype[name].base)
        return self.shown

    def _known_to_both(self, shown: np.ndarray, one: np.ndarray, two: np.ndarray) -> np.ndarray:
        """Leave of what is shown what both of two seats are shown, by what is declared of it."""
        if self.declared is None:
            return shown
        blank, rule = self.declared
        known = [changed(seen, blank, self.fields) for seen in (one, two)]
        lacking = (rule == Rule.BLANK) & changed(one, two, self.fields) & ~(known[0] & known[1])
        choices = [lacking, rule == Rule.AS_SECOND, rule == Rule.AS_FIRST]
        return np.select(choices, [blank, two, one], shown)


def public_event(truth: np.ndarray, copies: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """Return an event as all read it, from the true one and as each of two seats was told it.

    Where both were told another value than the truth and not the same (a field may hold several
    things, and each has lost its own), it is what the other side than the event's own was told.
    """
    fields = fields_of(truth.dtype)
    whole, one, two = (np.frombuffer(event.tobytes(), np.uint8) for event in (truth, *copies))
    hidden, veiled = (changed(told, whole, fields) for told in (one, two))
    shown = np.where(hidden, one, two)
    if int(truth["side"]) == 0:
        shown = np.where(hidden & veiled, two, shown)
    event: np.ndarray = np.frombuffer(shown.tobytes(), truth.dtype).copy()[0]
    event["known"] = BOTH
    return event
