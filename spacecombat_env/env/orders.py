"""Orders in words: the menu of a seat, and whole sentences spoken for it.

A sentence is the texts of the words, one after the other: `TF-2 thrust NE NE evade 1 go`. Case does
not matter, `·`, `,`, `;` and `>` are blanks, and a word that is not a number may be cut short where
only one legal word begins so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from spacecombat_env.core.errors import (
    AmbiguousOrderError,
    IllegalOrderError,
    OrderError,
    UnknownOrderError,
)
from spacecombat_env.env.game import Game

Sentence = str | Sequence[str | int]
"""Text, or a list whose items are words in text or tokens."""


class Word(NamedTuple):
    """A legal word, and those that may follow it, as far as was asked."""

    token: int
    text: str
    then: tuple[Word, ...] = ()


def menu(game: Game, depth: int = 1, seed: int = 0) -> list[Word]:
    """Return the legal words of the seat to act, each with those that may follow, `depth` deep.

    Words beyond the first are looked up in an imagined game (`Game.imagined`), so a menu tells
    nothing the seat does not know: past a roll of the dice it shows one possible course.
    """
    if depth > 1 and game.seat >= 0:
        game = game.imagined(game.seat, seed)
    return _menu(game, depth)


def _menu(game: Game, depth: int) -> list[Word]:
    """Return the words of the seat to act in a game that may be looked into."""
    words = [Word(token, text) for token, text in legal_words(game)]
    if depth <= 1:
        return words
    return [word._replace(then=tuple(_after(game, word.token, depth - 1))) for word in words]


def _after(game: Game, token: int, depth: int) -> list[Word]:
    """Return the words that may follow a word; none where the order ends the seat's say."""
    trial = game.copy()
    trial.speak(token)
    return _menu(trial, depth) if trial.seat == game.seat else []


def legal_words(game: Game) -> list[tuple[int, str]]:
    """Return the legal words of the seat to act as (token, text)."""
    return [(int(token), text_of(game, int(token))) for token in game.mask.nonzero()[0]]


def text_of(game: Game, token: int) -> str:
    """Return a word of the seat to act as text."""
    return game.ruleset.word(game.out.seen, 0, game.scenario, game.seat, token)


def hear(game: Game, parts: list[str | int]) -> tuple[list[int], int]:
    """Understand the next order of the seat to act; return its tokens and how many parts it takes.

    Read word by word on a copy of the game, no further than to the word that sets the engine going
    or hands the word on: until then nothing is drawn, done or told, and so nothing can be learnt.
    Raises UnknownOrderError, IllegalOrderError or AmbiguousOrderError.
    """
    trial = game.copy()
    tokens: list[int] = []
    used = 0
    while used < len(parts):
        token, length = next_word(trial, parts[used:])
        trial.speak(token)
        tokens.append(token)
        used += length
        if trial.player != game.player or trial.seat != game.seat or has_moved(game, trial):
            break
    return tokens, used


def has_moved(game: Game, later: Game) -> bool:
    """Tell whether the engine has taken a step since: by rule sets that do not say, it always has.

    Whether it has does not depend on what comes of the step, as what is drawn or told would.
    """
    steps = game.kernels.steps
    return steps is None or steps(later.games, 0) != steps(game.games, 0)


def split(sentence: Sentence) -> list[str | int]:
    """Return the parts of a sentence; words of several parts are put together when heard."""
    items: Iterable[str | int] = [sentence] if isinstance(sentence, str) else sentence
    parts: list[str | int] = []
    for item in items:
        parts += (
            re.split(r"[\s·,;>]+", item.strip(" \t\n·,;>")) if isinstance(item, str) else [item]
        )
    return [part for part in parts if part != ""]


def next_word(game: Game, parts: list[str | int]) -> tuple[int, int]:
    """Return the token that the sentence goes on with, and how many parts it takes.

    Raises UnknownOrderError, IllegalOrderError or AmbiguousOrderError, which name the word.
    """
    try:
        return _fitting(game, parts)
    except OrderError as refusal:
        refusal.word = str(parts[0])
        raise


def _fitting(game: Game, parts: list[str | int]) -> tuple[int, int]:
    """Return the token of the legal word with which the parts begin, and how many it takes."""
    words = legal_words(game)
    if isinstance(parts[0], int):
        return _next_token(game, parts[0], words)
    spoken = [part.casefold() for part in parts if isinstance(part, str)]
    best, length = fitting(spoken, words)
    if not best:
        raise _refusal(game, spoken, words)
    if len(best) > 1:
        raise AmbiguousOrderError(f"{parts[0]!r} fits several words: {_listed(words, best)}")
    return best[0], length


def fitting(spoken: list[str], words: Sequence[tuple[int, str]]) -> tuple[list[int], int]:
    """Return the tokens of the words with which parts of a sentence begin, and how many they take.

    Words that are there in full go before those that are cut short. `spoken` is casefolded.
    """
    for fits in (_equals, _begins):
        found = {token: fits(spoken, _parts_of(text)) for token, text in words}
        longest = max(found.values(), default=0)
        if longest:
            return [token for token, length in found.items() if length == longest], longest
    return [], 0


def _next_token(game: Game, token: int, words: list[tuple[int, str]]) -> tuple[int, int]:
    """Check a word given as a number."""
    if not 0 <= token < len(game.mask):
        raise UnknownOrderError(f"{token} is no word: there are {len(game.mask)}")
    if not game.is_legal(token):
        text = text_of(game, token)
        raise IllegalOrderError(f"{token} ({text!r}) is not legal here; legal: {_listed(words)}")
    return token, 1


def _parts_of(text: str) -> list[str]:
    """Return the parts of a word's text, as sentences are split."""
    return [str(part).casefold() for part in split(text)]


def _equals(spoken: list[str], word: list[str]) -> int:
    """Return how many parts of the sentence are exactly this word: its length, or 0."""
    return len(word) if spoken[: len(word)] == word else 0


def _begins(spoken: list[str], word: list[str]) -> int:
    """Return 1 where the sentence goes on with the beginning of this word, else 0."""
    return int(not spoken[0].isdigit() and " ".join(word).startswith(spoken[0]))


def _refusal(
    game: Game, spoken: list[str], words: list[tuple[int, str]]
) -> UnknownOrderError | IllegalOrderError:
    """Say whether the word exists at all, and what could be said instead."""
    every = [text_of(game, token) for token in range(len(game.mask))]
    legal = f"legal: {_listed(words)}"
    if any(_equals(spoken, _parts_of(text)) or _begins(spoken, _parts_of(text)) for text in every):
        return IllegalOrderError(f"{spoken[0]!r} is not legal here; {legal}")
    return UnknownOrderError(f"{spoken[0]!r} is no word of this game; {legal}")


def _listed(words: list[tuple[int, str]], tokens: list[int] | None = None) -> str:
    """Return the texts of words, all or some."""
    return ", ".join(text for token, text in words if tokens is None or token in tokens)
