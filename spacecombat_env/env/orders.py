"""Orders as text: the menu of a seat, and parsing of whole sentences.

A sentence is a sequence of action texts: `TF-2 thrust NE NE evade 1 go`. Case does not matter, and
`·`, `,`, `;` and `>` are blanks. A text that is not a number may be abbreviated if only one legal
action begins so.
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

__all__ = [
    "MenuEntry",
    "Sentence",
    "engine_has_moved",
    "legal_actions",
    "match_text",
    "menu",
    "parse_action",
    "parse_order",
    "split_sentence",
]

Sentence = str | Sequence[str | int]
"""Text, or a list whose items are action texts or actions."""


class MenuEntry(NamedTuple):
    """A legal action, and those that may follow it, up to the requested depth."""

    action: int
    text: str
    then: tuple[MenuEntry, ...] = ()


def menu(game: Game, depth: int = 1, seed: int = 0) -> list[MenuEntry]:
    """Return the legal actions of the seat to act, with those that may follow, `depth` levels deep.

    Actions beyond the first come from a determinization (`Game.determinize`), so a menu reveals
    nothing that the seat does not know. Past a roll of the dice it shows one possible course.
    """
    if depth > 1 and game.seat >= 0:
        game = game.determinize(game.seat, seed)
    return _menu(game, depth)


def _menu(game: Game, depth: int) -> list[MenuEntry]:
    """Return the actions of the seat to act in a game that may be searched."""
    choices = [MenuEntry(action, text) for action, text in legal_actions(game)]
    if depth <= 1:
        return choices
    return [
        choice._replace(then=tuple(_after(game, choice.action, depth - 1))) for choice in choices
    ]


def _after(game: Game, action: int, depth: int) -> list[MenuEntry]:
    """Return the actions that may follow an action; none where the seat's turn to act ends."""
    trial = game.copy()
    trial.step(action)
    return _menu(trial, depth) if trial.seat == game.seat else []


def legal_actions(game: Game) -> list[tuple[int, str]]:
    """Return the legal actions of the seat to act as (token, text)."""
    return [(int(action), game.action_text(int(action))) for action in game.mask.nonzero()[0]]


def parse_order(game: Game, parts: list[str | int]) -> tuple[list[int], int]:
    """Parse the next order of the seat to act; return its actions and how many parts it takes.

    The order is tried action by action on a copy of the game, up to the action that starts the
    engine or passes the decision to another player. Until then nothing is rolled or revealed.
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
    """Whether the engine has taken a step since; always true for rule sets that do not count steps.

    The answer does not depend on the outcome of the step.
    """
    steps = game.kernels.steps
    return steps is None or steps(later.games, 0) != steps(game.games, 0)


def split_sentence(sentence: Sentence) -> list[str | int]:
    """Return the parts of a sentence. Texts of several parts are joined when they are parsed."""
    items: Iterable[str | int] = [sentence] if isinstance(sentence, str) else sentence
    parts: list[str | int] = []
    for item in items:
        parts += (
            re.split(r"[\s·,;>]+", item.strip(" \t\n·,;>")) if isinstance(item, str) else [item]
        )
    return [part for part in parts if part != ""]


def parse_action(game: Game, parts: list[str | int]) -> tuple[int, int]:
    """Return the next action of the sentence, and how many parts it takes.

    Raises UnknownOrderError, IllegalOrderError or AmbiguousOrderError, which name the text.
    """
    try:
        return _match_parts(game, parts)
    except OrderError as refusal:
        refusal.word = str(parts[0])
        raise


def _match_parts(game: Game, parts: list[str | int]) -> tuple[int, int]:
    """Return the legal action that the parts begin with, and how many of them it takes."""
    choices = legal_actions(game)
    if isinstance(parts[0], int):
        return _check_action(game, parts[0], choices)
    folded = [part.casefold() for part in parts if isinstance(part, str)]
    best, length = match_text(folded, choices)
    if not best:
        raise _order_error(game, folded, choices)
    if len(best) > 1:
        raise AmbiguousOrderError(
            f"{parts[0]!r} matches several actions: {_list_texts(choices, best)}"
        )
    return best[0], length


def match_text(folded: list[str], choices: Sequence[tuple[int, str]]) -> tuple[list[int], int]:
    """Return the actions that parts of a sentence begin with, and how many parts they take.

    Complete texts take precedence over abbreviations. `folded` is casefolded.
    """
    for fits in (_matched_length, _is_prefix):
        found = {action: fits(folded, _parts_of(text)) for action, text in choices}
        longest = max(found.values(), default=0)
        if longest:
            return [action for action, length in found.items() if length == longest], longest
    return [], 0


def _check_action(game: Game, action: int, choices: list[tuple[int, str]]) -> tuple[int, int]:
    """Check an action given as a number."""
    if not 0 <= action < len(game.mask):
        raise UnknownOrderError(f"{action} is not an action: there are {len(game.mask)}")
    if not game.is_legal(action):
        text = game.action_text(action)
        raise IllegalOrderError(
            f"{action} ({text!r}) is not legal here; legal: {_list_texts(choices)}"
        )
    return action, 1


def _parts_of(text: str) -> list[str]:
    """Return the parts of an action's text, split as sentences are."""
    return [str(part).casefold() for part in split_sentence(text)]


def _matched_length(folded: list[str], choice: list[str]) -> int:
    """Return the number of parts of this text if the sentence begins with it exactly, else 0."""
    return len(choice) if folded[: len(choice)] == choice else 0


def _is_prefix(folded: list[str], choice: list[str]) -> int:
    """Return 1 if the sentence continues with an abbreviation of this text, else 0."""
    return int(not folded[0].isdigit() and " ".join(choice).startswith(folded[0]))


def _order_error(
    game: Game, folded: list[str], choices: list[tuple[int, str]]
) -> UnknownOrderError | IllegalOrderError:
    """Return an error that says whether the text exists at all, and lists what is legal."""
    every = [game.action_text(action) for action in range(len(game.mask))]
    legal = f"legal: {_list_texts(choices)}"
    if any(
        _matched_length(folded, _parts_of(text)) or _is_prefix(folded, _parts_of(text))
        for text in every
    ):
        return IllegalOrderError(f"{folded[0]!r} is not legal here; {legal}")
    return UnknownOrderError(f"{folded[0]!r} is not an action of this game; {legal}")


def _list_texts(choices: list[tuple[int, str]], actions: list[int] | None = None) -> str:
    """Return the texts of actions, all or some."""
    return ", ".join(text for action, text in choices if actions is None or action in actions)
