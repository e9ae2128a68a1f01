"""Earlier versions of a learner as its opponent, for one's own training loop."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Games
from spacecombat_env.env.arguments import check_count, read_actions
from spacecombat_env.env.opponents import RandomOpponent

__all__ = ["PastSelves"]

Policy = Callable[[np.ndarray, np.ndarray], Any]


class PastSelves:
    """An opponent that plays a past version of the learner, drawn for each game.

    A version is `policy(observations, masks)`: float32 (n, O) and int8 (n, A) in, n legal actions
    out. Without a version it plays at random. Games in progress keep their version.

    At most `keep` versions are kept: then a new one replaces a random older one, so that they
    remain spread over the whole training. Use one instance for one environment.
    """

    reads_records = False

    def __init__(self, keep: int = 20, seed: int = 0) -> None:
        check_count("keep", keep)
        self.keep = keep
        self.versions: list[Policy] = []
        """The versions that new games draw from, oldest first."""
        self._rng = np.random.default_rng(seed)
        self._random = RandomOpponent(np.random.default_rng([seed, 1]))
        self._of_row: dict[int, Policy] = {}

    def add(self, policy: Policy) -> None:
        """Add a copy of a policy as the newest version.

        An object, a bound method or a `functools.partial` is copied with what it holds. A plain
        function cannot be copied: the weights that it uses must not change later.
        """
        if not callable(policy):
            raise ConfigError(f"policy={policy!r}: must be a function(observations, masks)")
        if len(self.versions) == self.keep:
            del self.versions[int(self._rng.integers(max(1, self.keep - 1)))]
        self.versions.append(copy.deepcopy(policy))

    def begin(self, rows: np.ndarray, seats: np.ndarray, seeds: np.ndarray) -> None:
        """Draw a version for each game that starts."""
        for row, seed in zip(rows.tolist(), seeds.tolist(), strict=True):
            self._of_row.pop(row, None)
            if self.versions:
                chosen = np.random.default_rng(seed).integers(len(self.versions))
                self._of_row[row] = self.versions[int(chosen)]

    def seed(self, seed: int) -> None:
        """Seed the random play that stands in for a version; called by `reset(seed=...)`."""
        self._random = RandomOpponent(np.random.default_rng(seed))

    def __call__(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        visible: Games,
        rows: np.ndarray,
        seats: np.ndarray,
    ) -> np.ndarray:
        """Return the actions of each game's version, with one call for each version."""
        actions = np.zeros(len(rows), np.int64)
        chosen = [self._of_row.get(row) for row in rows.tolist()]
        for policy in {id(each): each for each in chosen}.values():
            mine = np.array([each is policy for each in chosen])
            if policy is None:
                actions[mine] = self._random(observations[mine], masks[mine], visible, rows, seats)
            else:
                drawn = policy(observations[mine], masks[mine])
                actions[mine] = read_actions(drawn, int(mine.sum()))
        return actions

    def fresh(self, seed: int) -> PastSelves:
        """Return one with the same versions, and with other random numbers."""
        new = PastSelves(self.keep, seed)
        new.versions = list(self.versions)
        new.begin(np.zeros(1, np.int64), np.zeros(1, np.int8), np.array([seed]))
        return new
