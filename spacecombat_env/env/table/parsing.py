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
from spacecombat_env.env.orders import Sentence, parse_action, parse_order, split_sentence
from spacecombat_env.env.table.offers import decision_point, order_ending
from spacecombat_env.env.table.records import AMBIGUOUS, ILLEGAL, OUTCOME, UNKNOWN

CODE_OF = {UnknownOrderError: UNKNOWN, IllegalOrderError: ILLEGAL, AmbiguousOrderError: AMBIGUOUS}
MAX_PARTS = 400
"""Parts that a sentence may have."""
MAX_LETTERS, MAX_ACTION = 10_000, 2**31
"""Letters of a text, and numbers of words, beyond which a sentence is not read."""


class SentenceFault(NamedTuple):
    """Why a sentence cannot be heard on."""

    code: str
    word: str
    reason: str


def checked_parts(sentence: Sentence) -> list[str | int] | SentenceFault:
    """Return the parts of a sentence, or why it is none."""
    if isinstance(sentence, (str, int)):
        sentence = [sentence]
    if not isinstance(sentence, (list, tuple, np.ndarray)):
        return SentenceFault(UNKNOWN, "", "a sentence is text or a list of words")
    items: list[str | int] = []
    for item in sentence:
        if isinstance(item, bool) or not isinstance(item, (str, int, np.integer)):
            return SentenceFault(UNKNOWN, "", "a word is text or a whole number")
        if len(item) > MAX_LETTERS if isinstance(item, str) else abs(item) >= MAX_ACTION:
            return SentenceFault(UNKNOWN, "", "no word is so long")
        items.append(item if isinstance(item, str) else int(item))
    parts = split_sentence(items)
    if len(parts) > MAX_PARTS:
        return SentenceFault(
            UNKNOWN, "", f"a sentence has at most {MAX_PARTS} words, this has {len(parts)}"
        )
    return parts


def try_next_order(game: Game, parts: list[str | int]) -> tuple[list[int], int] | SentenceFault:
    """Return the tokens of the next order and how many parts it takes, or why it is none."""
    try:
        return parse_order(game, parts)
    except OrderError as refusal:
        return fault_from(refusal)


def play_ahead(determinization: Game, parts: list[str | int]) -> Game | SentenceFault | None:
    """Speak a sentence in an imagined game; return the game, or None where it comes to an outcome.

    What would come after an outcome is not looked at: it would be one course of the dice of many.
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
    """Return a refusal by its code."""
    return SentenceFault(CODE_OF[type(refusal)], refusal.word, str(refusal))
