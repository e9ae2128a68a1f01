"""The words that may be said, what they mean, and whether they can be taken back."""

from __future__ import annotations

from typing import NamedTuple

from spacecombat_env.core.ruleset import Meaning
from spacecombat_env.env.game import Game
from spacecombat_env.env.orders import legal_words
from spacecombat_env.env.table.records import ORDER, OUTCOME, Offer

DEEPEST, MOST_WORDS = 3, 400
"""How many words a look ahead goes deep, and how many it shows in all."""
DREAM = 0
"""Seed of the imagined games in which is looked ahead: it depends on nothing."""


def offered(game: Game, blank: bytes) -> tuple[Offer, ...]:
    """Return the legal words of the seat to act in a real game."""
    if game.seat < 0:
        return ()
    dream = game.imagined(game.seat, DREAM)
    return foreseen(dream, blank, 1, MOST_WORDS + len(game.mask))


def foreseen(dream: Game, blank: bytes, depth: int, most: int) -> tuple[Offer, ...]:
    """Return the legal words in an imagined game, each with those that may follow, at most so many.

    `blank` is the seat's order as it was before its first word; see `order_of`. Words of one depth
    come before any of the next.
    """
    found = sprouts(dream, blank, most, depth > 1)
    level, count = found, len(found)
    for further in range(depth - 2, -1, -1):
        level = [new for sprout in level for new in sprout.grow(most, further > 0)]
        for sprout in level[max(most - count, 0) :]:
            sprout.cut()
        level = level[: max(most - count, 0)]
        count += len(level)
    return tuple(sprout.offer() for sprout in found)


def sprouts(game: Game, blank: bytes, most: int, grow: bool) -> list[_Sprout]:
    """Return the legal words of a game, at most so many; `grow`: those after them may be wanted."""
    trial = game.blind()
    return [_Sprout(game, trial, *word, blank, grow) for word in legal_words(game)[:most]]


class _Sprout:
    """A word that may be said, and the game after it."""

    def __init__(
        self, game: Game, trial: Game, token: int, text: str, blank: bytes, grow: bool
    ) -> None:
        self.token, self.text, self.blank = token, text, blank
        self.meaning: Meaning = game.ruleset.meaning(
            game.out.seen, 0, game.scenario, game.seat, token
        )
        trial.try_word(game, token)
        self.ends = how_it_ends(moment_of(game), trial, blank)
        self.after: Game | None = None
        if grow and self.ends != OUTCOME:
            self.after = game.copy()
            self.after.speak(token)
        self.then: list[_Sprout] = []
        self.is_cut = False

    def grow(self, most: int, grow: bool) -> list[_Sprout]:
        """Let the words that may follow sprout; none after an outcome."""
        if self.after is not None:
            self.then = sprouts(self.after, self.blank, most, grow)
        return self.then

    def cut(self) -> None:
        """Show this word no more."""
        self.is_cut = True

    def offer(self) -> Offer:
        """Return the word with those that follow it."""
        then = tuple(sprout.offer() for sprout in self.then if not sprout.is_cut)
        return Offer(self.token, self.text, *self.meaning, ends=self.ends, then=then)


class Moment(NamedTuple):
    """Who is asked, and how far the engine has gone."""

    seat: int
    player: int
    steps: int


def moment_of(game: Game) -> Moment:
    """Return the moment; by rule sets that do not count steps the engine goes at every word."""
    steps = game.kernels.steps
    return Moment(game.seat, game.player, -1 if steps is None else steps(game.games, 0))


def how_it_ends(before: Moment, later: Game, blank: bytes) -> str | None:
    """Return how a word ends what is being said, by the moment before it and the game after it.

    The engine has gone, or another player is asked: an outcome. The order is as it was before its
    first word: it is complete.
    """
    if moment_of(later) != before or before.steps < 0:
        return OUTCOME
    return ORDER if blank and order_of(later) == blank else None


def order_of(game: Game) -> bytes:
    """Return the words of the seat to act as the record keeps them; empty where it does not."""
    states = game.games.states
    if game.seat < 0 or "order" not in (states.dtype.names or ()):
        return b""
    return states["order"][0][game.seat].tobytes()
