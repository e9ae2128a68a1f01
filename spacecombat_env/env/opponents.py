"""Who plays the other seats: the shape of an opponent, and the one that plays at random."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Protocol

import numpy as np

from spacecombat_env.core.errors import IllegalOrderError
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import Games
from spacecombat_env.env.game import ACTION_DTYPE


class Opponent(Protocol):
    """A callable that chooses words for any number of games at once; one game is a batch of one.

    `observations` float32 (m, O) and `masks` int8 (m, A) hold the views of the seats to act in m
    games, `seats` int8 (m,) which seats they are. `visible` holds the redacted records of all games
    of the environment, and `rows` int64 (m,) which of them are meant: game i of the batch is
    `visible.states[rows[i]]`. Return m actions; one that is not legal raises IllegalOrderError.

    Three attributes are heeded where an opponent has them. `compact = True` asks for the
    observations as the engine writes them, int8, unscaled. A method `begin(rows, seats, seeds)` is
    called for games that start, before their first decision; the seeds are for its own luck, and
    tell nothing of the games'. A method `fresh(seed)` returns an opponent of the same kind that
    remembers nothing and has other luck, for copies that are to know no more than a seat does.
    """

    def __call__(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        visible: Games,
        rows: np.ndarray,
        seats: np.ndarray,
    ) -> np.ndarray:
        """Return tokens (m,)."""


class RandomOpponent:
    """Says an evenly drawn legal word, drawn from its `generator`."""

    compact = True

    def __init__(self, generator: np.random.Generator | None = None) -> None:
        self.generator = generator or np.random.default_rng()

    def __call__(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        visible: Games,
        rows: np.ndarray,
        seats: np.ndarray,
    ) -> np.ndarray:
        """Return one of the legal words of each row."""
        if len(masks) == 1:
            legal = masks[0].nonzero()[0]
            return legal[int(self.generator.random() * len(legal))][None]
        chances = self.generator.random(masks.shape, dtype=np.float32)
        return (chances * masks).argmax(axis=1)

    def fresh(self, seed: int) -> RandomOpponent:
        """Return one with a random generator of its own."""
        return RandomOpponent(np.random.default_rng(seed))


def query_opponent(
    opponent: Callable[..., np.ndarray],
    observations: np.ndarray,
    masks: np.ndarray,
    visible: Games,
    rows: np.ndarray,
    seats: np.ndarray,
) -> np.ndarray:
    """Return an opponent's words, checked: an illegal one is its author's error, not a move."""
    actions = np.asarray(opponent(observations, masks, visible, rows, seats), ACTION_DTYPE).reshape(
        -1
    )
    if len(actions) != len(masks):
        raise IllegalOrderError(f"{opponent!r} chose {len(actions)} words for {len(masks)} games")
    inside = (actions >= 0) & (actions < masks.shape[1])
    legal = masks[np.arange(len(masks)), np.where(inside, actions, 0)].astype(bool) & inside
    if not legal.all():
        row = int(legal.argmin())
        raise IllegalOrderError(f"{opponent!r} chose word {actions[row]}, which is not legal")
    return actions


def notify_start(
    opponent: Callable[..., np.ndarray], rows: np.ndarray, seats: np.ndarray, seeds: np.ndarray
) -> None:
    """Tell an opponent, if it wants to know, that games of some seeds start.

    It is handed seeds for its own generator, derived one way from the games'.
    """
    if hasattr(opponent, "begin"):
        own = [derived_seed(seed, "opponent") for seed in seeds.tolist()]
        opponent.begin(rows, seats, np.array(own, np.int64))


def fresh_opponent(
    opponent: Callable[..., np.ndarray], rows: np.ndarray, seats: np.ndarray, seed: int
) -> Callable[..., np.ndarray]:
    """Return an opponent that knows nothing of the games played so far.

    By its `fresh(seed)`; where it has none a function is taken as it is, and anything else is
    copied and told that a game begins.
    """
    if hasattr(opponent, "fresh"):
        return opponent.fresh(derived_seed(seed, "opponent"))
    new = copy.deepcopy(opponent)
    notify_start(new, rows, seats, np.full(len(rows), seed, np.int64))
    return new
