"""The public record: the information that all seats share, made from the records of two seats.

A field holds the value that both seats see. If they see different values, one of three rules
applies.

First: if one sees the declared blank of the field (`blank`), the public sees the blank.

Second: if redaction derives the value from a piece of one side (`derived`), the public sees what
the enemy of that side sees.

Third: if redaction derives it from pieces of both sides, the public sees the value that replaces
the truth for one seat. If both seats see different replacements, the value is redacted for one and
then for the other.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import NamedTuple

import numpy as np

from spacecombat_env.core.model.fields import FieldPlace, Record, places
from spacecombat_env.core.ruleset import Games, make_games
from spacecombat_env.env.game import Game

__all__ = ["BOTH", "PublicView", "public_event"]

NOT_PUBLIC = ("chance", "log", "log_count", "log_delivered", "delivered", "delivered_count")
"""Fields that a public record does not have."""
BOTH = 0b11
"""Value of an event's `known`: both sides may read it."""


class NumberOffsets(NamedTuple):
    """Positions of the numbers in a record."""

    starts: np.ndarray
    """int64 (numbers,): first byte of each number in order; gaps belong to the number before."""
    sizes: np.ndarray
    """int64 (numbers,): bytes up to the next number."""


@cache
def number_offsets(dtype: np.dtype) -> NumberOffsets:
    """Return the position of every number in a record."""
    starts = np.array(sorted(_starts(dtype, 0)), np.int64)
    return NumberOffsets(starts, np.diff(np.append(starts, dtype.itemsize)))


def _starts(dtype: np.dtype, first: int) -> list[int]:
    """Return the first bytes of the numbers in a field."""
    base, count = dtype.base, int(np.prod(dtype.shape, dtype=np.int64))
    if base.names is None:
        return [first + n * base.itemsize for n in range(count)]
    one = [
        place
        for name in base.names
        for place in _starts(base.fields[name][0], base.fields[name][1])  # type: ignore[index]
    ]
    return [first + n * base.itemsize + place for n in range(count) for place in one]


def changed_bytes(record: np.ndarray, truth: np.ndarray, fields: NumberOffsets) -> np.ndarray:
    """Return which bytes belong to numbers that differ: bool (bytes,)."""
    differ = np.bitwise_or.reduceat(record ^ truth, fields.starts) != 0
    return np.repeat(differ, fields.sizes)


class PublicRule(IntEnum):
    """How to combine a number that two seats see differently."""

    REDACTED = 0  # the value that replaces the truth for one of them
    BLANK = 1  # the blank, if one of them sees it
    AS_SECOND = 2  # derived from a piece of the first seat: the value that its enemy is shown
    AS_FIRST = 3


class DeclaredBytes(NamedTuple):
    """The declarations of the numbers in a record, by byte."""

    blank: np.ndarray
    """uint8 (bytes,): the blank value of the field."""
    rule: np.ndarray
    """uint8 (bytes,): the `PublicRule` of the number that holds the byte."""


@cache
def declared_bytes(record: Record) -> DeclaredBytes:
    """Return the declarations of a record."""
    blank, rule = (make_games(record.dtype, 1) for _ in range(2))
    for place in places(record, blank.states[0]):
        place.put(place.field.blank)
    for place in places(record, rule.states[0]):
        place.put(public_rule(place))
    fields = number_offsets(record.dtype)
    return DeclaredBytes(blank.raw[0], np.repeat(rule.raw[0][fields.starts], fields.sizes))


def public_rule(place: FieldPlace) -> PublicRule:
    """Return the rule for a number."""
    if not place.field.derived:
        return PublicRule.BLANK
    if place.owner is None:
        return PublicRule.REDACTED
    return PublicRule.AS_SECOND if place.owner == 0 else PublicRule.AS_FIRST


class PublicView:
    """Makes the public record of games of the scenario of `game`."""

    def __init__(self, game: Game) -> None:
        dtype, knowledge = game.games.states.dtype, game.ruleset.knowledge
        self.kernels, self.fields = game.kernels, number_offsets(dtype)
        self.declared: DeclaredBytes | None = None
        """None if the rule set does not declare its record."""
        if knowledge is not None:
            self.declared = declared_bytes(knowledge(game.scenario).state)
        self.visible = [make_games(dtype, 1) for _ in range(3)]
        self.shown = make_games(dtype, 1)

    def redact(self, games: Games) -> Games:
        """Return the public record of game 0 without logs; valid until the next call."""
        red, blue, both = self.visible
        for seat, visible in enumerate((red, blue)):
            self.kernels.redact(games, 0, visible, 0, seat)
        truth, one, two = games.raw[0], red.raw[0], blue.raw[0]
        hidden, veiled = (changed_bytes(visible, truth, self.fields) for visible in (one, two))
        shown = np.where(hidden, one, two)
        apart = hidden & veiled & changed_bytes(one, two, self.fields)
        if apart.any():
            self.kernels.redact(red, 0, both, 0, 1)
            shown[apart] = both.raw[0][apart]
        self.shown.raw[0] = self._known_to_both(shown, one, two)
        for name in NOT_PUBLIC:
            if name in (self.shown.states.dtype.names or ()):
                self.shown.states[name] = np.zeros((), self.shown.states.dtype[name].base)
        return self.shown

    def _known_to_both(self, shown: np.ndarray, one: np.ndarray, two: np.ndarray) -> np.ndarray:
        """Keep in `shown` the information that both seats have, by the declarations."""
        if self.declared is None:
            return shown
        blank, rule = self.declared
        known = [changed_bytes(visible, blank, self.fields) for visible in (one, two)]
        lacking = (
            (rule == PublicRule.BLANK)
            & changed_bytes(one, two, self.fields)
            & ~(known[0] & known[1])
        )
        choices = [lacking, rule == PublicRule.AS_SECOND, rule == PublicRule.AS_FIRST]
        return np.select(choices, [blank, two, one], shown)


def public_event(truth: np.ndarray, copies: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """Return an event for the public, from the true one and the copies of two seats.

    If both copies differ from the truth and from each other, the result is the copy of the side
    that is not the event's own. Such a field may hold several things, of which each seat has lost
    its own.
    """
    fields = number_offsets(truth.dtype)
    whole, one, two = (np.frombuffer(event.tobytes(), np.uint8) for event in (truth, *copies))
    hidden, veiled = (changed_bytes(copy, whole, fields) for copy in (one, two))
    shown = np.where(hidden, one, two)
    if int(truth["side"]) == 0:
        shown = np.where(hidden & veiled, two, shown)
    event: np.ndarray = np.frombuffer(shown.tobytes(), truth.dtype).copy()[0]
    event["known"] = BOTH
    return event
