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


class MenuEntry(NamedTuple):
    """A legal word, and those that may follow it, as far as was asked."""

    action: int
    text: str
    then: tuple[MenuEntry, ...] = ()


def menu(game: Game, depth: int = 1, seed: int = 0) -> list[MenuEntry]:
    """Return the legal words of the seat to act, each with those that may follow, `depth` deep.

    Words beyond the first are looked up in an imagined game (`Game.imagined`), so a menu tells
    nothing the seat does not know: past a roll of the dice it shows one possible course.
    """
    if depth > 1 and game.seat >= 0:
        game = game.determinize(game.seat, seed)
    return _menu(game, depth)


def _menu(game: Game, depth: int) -> list[MenuEntry]:
    """Return the words of the seat to act in a game that may be looked into."""
    choices = [MenuEntry(action, text) for action, text in legal_actions(game)]
    if depth <= 1:
        return choices
    return [
        choice._replace(then=tuple(_after(game, choice.action, depth - 1))) for choice in choices
    ]


def _after(game: Game, action: int, depth: int) -> list[MenuEntry]:
    """Return the words that may follow a word; none where the order ends the seat's say."""
    trial = game.copy()
    trial.step(action)
    return _menu(trial, depth) if trial.seat == game.seat else []


def legal_actions(game: Game) -> list[tuple[int, str]]:
    """Return the legal words of the seat to act as (token, text)."""
    return [(int(action), action_text(game, int(action))) for action in game.mask.nonzero()[0]]


def action_text(game: Game, action: int) -> str:
    """Return a word of the seat to act as text."""
    return game.ruleset.action_text(game.out.visible, 0, game.scenario, game.seat, action)


def parse_order(game: Game, parts: list[str | int]) -> tuple[list[int], int]:
    """Understand the next order of the seat to act; return its tokens and how many parts it takes.

    Read word by word on a copy of the game, no further than to the word that sets the engine going
    or hands the word on: until then nothing is drawn, done or told, and so nothing can be learnt.
    Raises UnknownOrderError, IllegalOrderError or AmbiguousOrderError.
    """
    trial = game.copy()
    actions: list[int] = []
    used = 0
    while used < len(parts):
        action, length = parse_action(trial, parts[used:])
        trial.step(action)
        actions.append(action)
        used += length
        if trial.player != game.player or trial.seat != game.seat or engine_has_moved(game, trial):
            break
    return actions, used


def engine_has_moved(game: Game, later: Game) -> bool:
    """Tell whether the engine has taken a step since: by rule sets that do not say, it always has.

    Whether it has does not depend on what comes of the step, as what is drawn or told would.
    """
    steps = game.kernels.steps
    return steps is None or steps(later.games, 0) != steps(game.games, 0)


def split_sentence(sentence: Sentence) -> list[str | int]:
    """Return the parts of a sentence; words of several parts are put together when heard."""
    items: Iterable[str | int] = [sentence] if isinstance(sentence, str) else sentence
    parts: list[str | int] = []
    for item in items:
        parts += (
            re.split(r"[\s·,;>]+", item.strip(" \t\n·,;>")) if isinstance(item, str) else [item]
        )
    return [part for part in parts if part != ""]


def parse_action(game: Game, parts: list[str | int]) -> tuple[int, int]:
    """Return the token that the sentence goes on with, and how many parts it takes.

    Raises UnknownOrderError, IllegalOrderError or AmbiguousOrderError, which name the word.
    """
    try:
        return _match_parts(game, parts)
    except OrderError as refusal:
        refusal.word = str(parts[0])
        raise


def _match_parts(game: Game, parts: list[str | int]) -> tuple[int, int]:
    """Return the token of the legal word with which the parts begin, and how many it takes."""
    choices = legal_actions(game)
    if isinstance(parts[0], int):
        return _check_action(game, parts[0], choices)
    folded = [part.casefold() for part in parts if isinstance(part, str)]
    best, length = match_text(folded, choices)
    if not best:
        raise _order_error(game, folded, choices)
    if len(best) > 1:
        raise AmbiguousOrderError(f"{parts[0]!r} fits several words: {_list_texts(choices, best)}")
    return best[0], length


def match_text(folded: list[str], choices: Sequence[tuple[int, str]]) -> tuple[list[int], int]:
    """Return the tokens of the words with which parts of a sentence begin, and how many they take.

    Words that are there in full go before those that are cut short. `folded` is casefolded.
    """
    for fits in (_matched_length, _is_prefix):
        found = {action: fits(folded, _parts_of(text)) for action, text in choices}
        longest = max(found.values(), default=0)
        if longest:
            return [action for action, length in found.items() if length == longest], longest
    return [], 0


def _check_action(game: Game, action: int, choices: list[tuple[int, str]]) -> tuple[int, int]:
    """Check a word given as a number."""
    if not 0 <= action < len(game.mask):
        raise UnknownOrderError(f"{action} is no word: there are {len(game.mask)}")
    if not game.is_legal(action):
        text = action_text(game, action)
        raise IllegalOrderError(
            f"{action} ({text!r}) is not legal here; legal: {_list_texts(choices)}"
        )
    return action, 1


def _parts_of(text: str) -> list[str]:
    """Return the parts of a word's text, as sentences are split."""
    return [str(part).casefold() for part in split_sentence(text)]


def _matched_length(folded: list[str], choice: list[str]) -> int:
    """Return how many parts of the sentence are exactly this word: its length, or 0."""
    return len(choice) if folded[: len(choice)] == choice else 0


def _is_prefix(folded: list[str], choice: list[str]) -> int:
    """Return 1 where the sentence goes on with the beginning of this word, else 0."""
    return int(not folded[0].isdigit() and " ".join(choice).startswith(folded[0]))


def _order_error(
    game: Game, folded: list[str], choices: list[tuple[int, str]]
) -> UnknownOrderError | IllegalOrderError:
    """Say whether the word exists at all, and what could be said instead."""
    every = [action_text(game, action) for action in range(len(game.mask))]
    legal = f"legal: {_list_texts(choices)}"
    if any(
        _matched_length(folded, _parts_of(text)) or _is_prefix(folded, _parts_of(text))
        for text in every
    ):
        return IllegalOrderError(f"{folded[0]!r} is not legal here; {legal}")
    return UnknownOrderError(f"{folded[0]!r} is no word of this game; {legal}")


def _list_texts(choices: list[tuple[int, str]], actions: list[int] | None = None) -> str:
    """Return the texts of words, all or some."""
    return ", ".join(text for action, text in choices if actions is None or action in actions)
