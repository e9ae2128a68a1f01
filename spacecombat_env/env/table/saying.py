"""A sentence heard word by word, or refused."""

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
from spacecombat_env.env.orders import Sentence, hear, next_word, split
from spacecombat_env.env.table.offers import how_it_ends, moment_of
from spacecombat_env.env.table.records import AMBIGUOUS, ILLEGAL, OUTCOME, UNKNOWN

CODE_OF = {UnknownOrderError: UNKNOWN, IllegalOrderError: ILLEGAL, AmbiguousOrderError: AMBIGUOUS}
LONGEST = 400
"""Parts that a sentence may have."""
MOST_LETTERS, MOST_TOKENS = 10_000, 2**31
"""Letters of a text, and numbers of words, beyond which a sentence is not read."""


class Fault(NamedTuple):
    """Why a sentence cannot be heard on."""

    code: str
    word: str
    reason: str


def parts_of(sentence: Sentence) -> list[str | int] | Fault:
    """Return the parts of a sentence, or why it is none."""
    if isinstance(sentence, (str, int)):
        sentence = [sentence]
    if not isinstance(sentence, (list, tuple, np.ndarray)):
        return Fault(UNKNOWN, "", "a sentence is text or a list of words")
    items: list[str | int] = []
    for item in sentence:
        if isinstance(item, bool) or not isinstance(item, (str, int, np.integer)):
            return Fault(UNKNOWN, "", "a word is text or a whole number")
        if len(item) > MOST_LETTERS if isinstance(item, str) else abs(item) >= MOST_TOKENS:
            return Fault(UNKNOWN, "", "no word is so long")
        items.append(item if isinstance(item, str) else int(item))
    parts = split(items)
    if len(parts) > LONGEST:
        return Fault(UNKNOWN, "", f"a sentence has at most {LONGEST} words, this has {len(parts)}")
    return parts


def next_order(game: Game, parts: list[str | int]) -> tuple[list[int], int] | Fault:
    """Return the tokens of the next order and how many parts it takes, or why it is none."""
    try:
        return hear(game, parts)
    except OrderError as refusal:
        return fault_of(refusal)


def ahead(dream: Game, parts: list[str | int]) -> Game | Fault | None:
    """Speak a sentence in an imagined game; return the game, or None where it comes to an outcome.

    What would come after an outcome is not looked at: it would be one course of the dice of many.
    """
    while parts:
        try:
            token, used = next_word(dream, parts)
        except OrderError as refusal:
            return fault_of(refusal)
        before = moment_of(dream)
        dream.speak(token)
        if how_it_ends(before, dream, b"") == OUTCOME:
            return None
        parts = parts[used:]
    return dream


def fault_of(refusal: OrderError) -> Fault:
    """Return a refusal by its code."""
    return Fault(CODE_OF[type(refusal)], refusal.word, str(refusal))
