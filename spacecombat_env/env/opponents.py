"""Opponents for the other seats: their protocol, random play, and players by name."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from spacecombat_env.core.errors import ConfigError, IllegalOrderError
from spacecombat_env.core.loading.lazy_functions import LazyFunction
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import Games, RuleSet
from spacecombat_env.env.arguments import read_actions

__all__ = [
    "GivenOpponents",
    "Opponent",
    "Player",
    "RandomOpponent",
    "fresh_opponent",
    "notify_start",
    "open_opponents",
    "query_opponent",
    "seed_opponent",
]

Player = Any
"""A name of a player ("scripted:ace"), an agent, a `function(observations, masks)` that returns an
action for each row, or an `Opponent`.
"""
AS_OPPONENT = LazyFunction("spacecombat_agents.players.player_forms", "as_opponent")
"""Makes an opponent of any form of a player; imported when an environment has an opponent."""


class Opponent(Protocol):
    """A callable that chooses actions for a batch of games; one game is a batch of one.

    The arrays `observations` float32 (m, O) and `masks` int8 (m, A) belong to the seats to act in m
    games. The array `seats` int8 (m,) holds the numbers of these seats. The records in `visible`
    are the redacted ones of all games of the environment, and `rows` int64 (m,) are indices: game i
    of the batch is `visible.states[rows[i]]`. Return m actions. An illegal one raises
    IllegalOrderError.

    An opponent may have further attributes:

    - `compact = True` requests the observations as the engine writes them: int8, unscaled.
    - `begin(rows, seats, seeds)` is called for games that start, before their first decision. The
      seeds are for the opponent's own generator and reveal nothing of the games.
    - `seed(seed)` is called by `reset` with a seed; in `SeatEnv` also before each game.
    - `reads_records = False` says that `visible` is not read, which saves memory and time.
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
    """Return an opponent's actions. Raise IllegalOrderError for illegal or invalid ones."""
    chosen = opponent(observations, masks, visible, rows, seats)
    try:
        actions = read_actions(chosen, len(masks))
    except (TypeError, ValueError) as cause:
        raise IllegalOrderError(f"{opponent!r} chose {cause}") from cause
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


def seed_opponent(opponent: Callable[..., np.ndarray], seed: int) -> None:
    """Seed an opponent that has a method `seed`, with a number derived one way from `seed`."""
    if hasattr(opponent, "seed"):
        opponent.seed(derived_seed(seed, "opponent"))


class GivenOpponents:
    """The opponents of an environment, made from the forms in which its arguments give them."""

    def __init__(self, given: Sequence[Player], players: list[Opponent]) -> None:
        self._is_named = [isinstance(player, str) for player in given]
        self.players = players

    @property
    def read_records(self) -> bool:
        """Whether one of them reads redacted records."""
        return any(getattr(player, "reads_records", True) for player in self.players)

    def copy(self) -> GivenOpponents:
        """Return the same opponents; those made by name are copied, the others shared."""
        new = copy.copy(self)
        pairs = zip(self.players, self._is_named, strict=True)
        new.players = [copy.deepcopy(player) if named else player for player, named in pairs]
        return new

    def close(self) -> None:
        """End the processes of opponents made by name."""
        for player, named in zip(self.players, self._is_named, strict=True):
            if named and hasattr(player, "close"):
                player.close()


def open_opponents(
    opponent: Player | None,
    opponents: Sequence[Player] | None,
    ruleset: RuleSet,
    scenario: str | Mapping[str, Any] | None,
    settings: Mapping[str, Any],
) -> GivenOpponents | None:
    """Return the opponents that two arguments give; None for none: random play.

    `settings` are those of the environment. Raises ConfigError, which names the argument.
    """
    rules = (settings.get(name) for name in ("delegate", "max_turns", "options"))
    setting = (ruleset, scenario, *rules)
    if opponent is None and opponents is None:
        return None
    if opponents is None:
        return GivenOpponents([opponent], [AS_OPPONENT(opponent, "opponent", *setting)])
    if opponent is not None:
        raise ConfigError("opponent and opponents: only one of them may be given")
    is_list = isinstance(opponents, Sequence) and not isinstance(opponents, (str, Mapping))
    if not is_list or not opponents:
        raise ConfigError(f"opponents={opponents!r}: must be a list with at least one player")
    names = [f"opponents[{number}]" for number in range(len(opponents))]
    made = [AS_OPPONENT(each, name, *setting) for each, name in zip(opponents, names, strict=True)]
    return GivenOpponents(list(opponents), made)
