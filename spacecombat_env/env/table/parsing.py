"""Parse a sentence action by action, or refuse it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spacecombat_env.core.errors import (
    AmbiguousOrderError,
    IllegalOrderError,
    OrderError,
    UnknownOrderError,
)
from spacecombat_env.env.game import Game
from spacecombat_env.env.orders import Sentence, parse_action, parse_order, split_sentence
from spacecombat_env.env.table.offers import decision_point, order_ending
from spacecombat_env.env.table.records import AMBIGUOUS, ILLEGAL, OUTCOME, UNKNOWN

__all__ = ["SentenceFault", "checked_parts", "fault_from", "play_ahead", "try_next_order"]

CODE_OF = {UnknownOrderError: UNKNOWN, IllegalOrderError: ILLEGAL, AmbiguousOrderError: AMBIGUOUS}
MAX_PARTS = 400
"""Maximum of parts in a sentence."""
MAX_LETTERS, MAX_ACTION = 10_000, 2**31
"""Limits of a sentence: length of its text, and size of actions given as numbers."""


class SentenceFault(NamedTuple):
    """Why a sentence cannot be continued."""

    code: str
    word: str
    reason: str


def checked_parts(sentence: Sentence) -> list[str | int] | SentenceFault:
    """Return the parts of a sentence, or a fault if it is malformed."""
    if isinstance(sentence, (str, int)):
        sentence = [sentence]
    if not isinstance(sentence, (list, tuple, np.ndarray)):
        return SentenceFault(UNKNOWN, "", "a sentence is text or a list of actions")
    items: list[str | int] = []
    for item in sentence:
        if isinstance(item, bool) or not isinstance(item, (str, int, np.integer)):
            return SentenceFault(UNKNOWN, "", "an action is text or a whole number")
        if len(item) > MAX_LETTERS if isinstance(item, str) else abs(item) >= MAX_ACTION:
            return SentenceFault(UNKNOWN, "", "too long")
        items.append(item if isinstance(item, str) else int(item))
    parts = split_sentence(items)
    if len(parts) > MAX_PARTS:
        return SentenceFault(
            UNKNOWN, "", f"a sentence has at most {MAX_PARTS} parts, this has {len(parts)}"
        )
    return parts


def try_next_order(game: Game, parts: list[str | int]) -> tuple[list[int], int] | SentenceFault:
    """Return the actions of the next order and how many parts it takes, or a fault."""
    try:
        return parse_order(game, parts)
    except OrderError as refusal:
        return fault_from(refusal)


def play_ahead(determinization: Game, parts: list[str | int]) -> Game | SentenceFault | None:
    """Apply a sentence in a determinization; return the game, or None if it leads to an outcome.

    Nothing is looked up past an outcome, since it would show one of many courses of the dice.
    """
    while parts:
        try:
            action, used = parse_action(determinization, parts)
        except OrderError as refusal:
            return fault_from(refusal)
        before = decision_point(determinization)
        determinization.step(action)
        if order_ending(before, determinization, b"") == OUTCOME:
            return None
        parts = parts[used:]
    return determinization


def fault_from(refusal: OrderError) -> SentenceFault:
    """Return the fault for an error, with its code."""
    return SentenceFault(CODE_OF[type(refusal)], refusal.word, str(refusal))
