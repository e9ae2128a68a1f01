"""The opponent protocol for the other seats, and an opponent that plays at random."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Protocol

import numpy as np

from spacecombat_env.core.errors import IllegalOrderError
from spacecombat_env.core.game import ACTION_DTYPE
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import Games

__all__ = ["Opponent", "RandomOpponent", "fresh_opponent", "notify_start", "query_opponent"]


class Opponent(Protocol):
    """A callable that chooses actions for a batch of games; one game is a batch of one.

    The arrays `observations` float32 (m, O) and `masks` int8 (m, A) belong to the seats to act in m
    games. The array `seats` int8 (m,) holds the numbers of these seats. The records in `visible`
    are the redacted ones of all games of the environment, and `rows` int64 (m,) are indices: game i
    of the batch is `visible.states[rows[i]]`. Return m actions. An illegal one raises
    IllegalOrderError.

    An opponent may have three further attributes:

    - `compact = True` requests the observations as the engine writes them: int8, unscaled.
    - `begin(rows, seats, seeds)` is called for games that start, before their first decision. The
      seeds are for the opponent's own generator and reveal nothing of the games.
    - `fresh(seed)` returns an opponent of the same kind without memory and with other random
      numbers. It is used for copies that may know no more than one seat does.
    """

    def __call__(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        visible: Games,
        rows: np.ndarray,
        seats: np.ndarray,
    ) -> np.ndarray:
        """Return actions (m,)."""


class RandomOpponent:
    """Chooses legal actions uniformly, with its `generator`."""

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
        """Return a legal action for each row."""
        if len(masks) == 1:
            legal = masks[0].nonzero()[0]
            return legal[int(self.generator.random() * len(legal))][None]
        draws = self.generator.random(masks.shape, dtype=np.float32)
        return (draws * masks).argmax(axis=1)

    def fresh(self, seed: int) -> RandomOpponent:
        """Return one with its own random generator."""
        return RandomOpponent(np.random.default_rng(seed))


def query_opponent(
    opponent: Callable[..., np.ndarray],
    observations: np.ndarray,
    masks: np.ndarray,
    visible: Games,
    rows: np.ndarray,
    seats: np.ndarray,
) -> np.ndarray:
    """Return an opponent's actions. Raise IllegalOrderError for an illegal one."""
    actions = np.asarray(opponent(observations, masks, visible, rows, seats), ACTION_DTYPE).reshape(
        -1
    )
    if len(actions) != len(masks):
        raise IllegalOrderError(f"{opponent!r} chose {len(actions)} actions for {len(masks)} games")
    inside = (actions >= 0) & (actions < masks.shape[1])
    legal = masks[np.arange(len(masks)), np.where(inside, actions, 0)].astype(bool) & inside
    if not legal.all():
        row = int(legal.argmin())
        raise IllegalOrderError(f"{opponent!r} chose action {actions[row]}, which is not legal")
    return actions


def notify_start(
    opponent: Callable[..., np.ndarray], rows: np.ndarray, seats: np.ndarray, seeds: np.ndarray
) -> None:
    """Call an opponent's `begin`, if it has one, for games that start with some seeds.

    Its seeds are derived from the games' seeds by a one-way function.
    """
    if hasattr(opponent, "begin"):
        own = [derived_seed(seed, "opponent") for seed in seeds.tolist()]
        opponent.begin(rows, seats, np.array(own, np.int64))


def fresh_opponent(
    opponent: Callable[..., np.ndarray], rows: np.ndarray, seats: np.ndarray, seed: int
) -> Callable[..., np.ndarray]:
    """Return an opponent that knows nothing of the games played so far.

    It comes from `fresh(seed)`. Without that method, a function is returned as it is; anything else
    is copied, and `begin` is called.
    """
    if hasattr(opponent, "fresh"):
        return opponent.fresh(derived_seed(seed, "opponent"))
    new = copy.deepcopy(opponent)
    notify_start(new, rows, seats, np.full(len(rows), seed, np.int64))
    return new
