"""Many games for training: the learner has one seat of each, callables play the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from gymnasium import spaces

from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.game import SEED_LIMIT
from spacecombat_env.core.kernels.batch import REFRESH
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import TALLY, RuleSet
from spacecombat_env.env.arguments import check_open, read_actions, read_row_seeds, read_seed
from spacecombat_env.env.formats import flat_observation_space
from spacecombat_env.env.opponents import (
    Opponent,
    Player,
    RandomOpponent,
    notify_start,
    open_opponents,
    query_opponent,
    seed_opponent,
)
from spacecombat_env.env.vector.batch import BatchEnv

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from spacecombat_env.env.settings import GameSettings

__all__ = ["SeatVecEnv"]

SKIP = -2
"""Action for which `advance` leaves a row untouched, if the rule set supports it."""

MIN_ROWS_PER_ROUND = 32
"""Fewer rows are advanced in the caller's thread, since waking another takes longer."""


class SeatStep(NamedTuple):
    """The result of `SeatVecEnv.step`: fresh arrays, one row for each game."""

    observations: np.ndarray
    """float32 (n, O): observation at the learner's next decision (in the next game after an end).
    """
    masks: np.ndarray
    """int8 (n, A): action mask of that decision."""
    rewards: np.ndarray
    """float32 (n,): rewards of the learner's seat; nonzero only where a game ended."""
    dones: np.ndarray
    """bool (n,): whether a game ended since the learner's last decision."""
    finished: dict[int, dict[str, Any]]
    """Results of the games that ended, by row; see `SeatVecEnv.step`."""


class SeatVecEnv:
    """Many games. In each the learner has one seat and an opponent the other.

    In the g-th game of row k the learner has seat (k + g) modulo the number of seats, so it plays
    all seats equally. A game that ends before its first decision does not count.

    `choose_opponent(game, generator)` returns the index of the opponent for each new game, numbered
    from 0. None draws uniformly. `opponents` are players in any form (`opponents.Player`), such as
    "scripted:ace"; `opponent` gives a single one. Each is called once for all its games that wait.
    The default is random play. A wrong one raises ConfigError here.

    `step` returns when it is the learner's turn in every row. A game that ended has then been
    replaced by a new one, played to the learner's first decision.
    """

    def __init__(
        self,
        ruleset: str | RuleSet,
        scenario: str | Mapping[str, Any] | None = None,
        *,
        num_envs: int = 64,
        opponent: Player | None = None,
        opponents: Sequence[Player] | None = None,
        choose_opponent: Callable[[int, np.random.Generator], int] | None = None,
        seat: str = "alternate",
        threads: int | None = None,
        **settings: Unpack[GameSettings],
    ) -> None:
        rules = registry.ruleset(ruleset)
        self._given = open_opponents(opponent, opponents, rules, scenario, settings)
        if choose_opponent is not None and not callable(choose_opponent):
            raise ConfigError(f"choose_opponent={choose_opponent!r}: must be a function")
        self.batch = BatchEnv(
            ruleset,
            scenario,
            num_envs=num_envs,
            threads=threads,
            auto_reset=False,
            keep_visible=self._given is not None and self._given.read_records,
            **settings,
        )
        self.ruleset, self.scenario = self.batch.ruleset, self.batch.scenario
        self.num_envs = num_envs
        self.single_observation_space = flat_observation_space(self.scenario)
        self.single_action_space = spaces.Discrete(self.scenario.actions.size)
        self._own_random = self._given is None
        self.opponents: list[Opponent] = (
            [RandomOpponent()] if self._given is None else self._given.players
        )
        self._choose = choose_opponent
        names = self.ruleset.seats
        if seat != "alternate" and seat not in names:
            raise ConfigError(f"seat={seat!r}: must be one of alternate, {', '.join(names)}")
        self._seat = None if seat == "alternate" else names.index(seat)
        self.seats = np.zeros(num_envs, np.int8)
        """int8 (n,): the learner's seat in each game."""
        self.opponent_of = np.zeros(num_envs, np.int64)
        """int64 (n,): index of the opponent in each game."""
        self.games_started = 0
        """Games started in all rows since the last reset with a seed."""
        self._played = np.zeros(num_envs, np.int64)  # games with a decision of the learner
        self._lengths = np.zeros(num_envs, np.int64)
        self._generator = np.random.default_rng()
        self._row_generators: dict[int, np.random.Generator] = {}
        """Generators of the rows that were reset with seeds of their own."""
        self._closed = False
        self._rng = np.random.default_rng()
        """Generator for opponents; its numbers reveal nothing of the games' seeds."""
        self._can_skip = supports_skip(self.batch)

    # -- play ------------------------------------------------------------------------------------

    def reset(
        self, seed: int | Sequence[int | None] | None = None, mask: np.ndarray | None = None
    ) -> SeatStep:
        """Start a game in every row and play it to the learner's first decision.

        A list of seeds seeds the games of each row, and all of them together the opponents; a row
        with None keeps its generator. With `mask`, bool (n,), only the marked rows start a game;
        then an int `seed` means `seed + k` for row k.
        """
        check_open(self._closed)
        rows = np.arange(self.num_envs) if mask is None else mask.nonzero()[0]
        self._seed(seed, None if mask is None else rows)
        self._played[rows] = 0
        self._new_games(rows)
        self._advance(rows)
        return self._play_to_decision()

    def _seed(self, seed: int | Sequence[int | None] | None, rows: np.ndarray | None) -> None:
        """Seed the generators; `rows` are those that `reset` selects, None for all."""
        if isinstance(seed, (Sequence, np.ndarray)) and not isinstance(seed, (str, bytes)):
            row_seeds = read_row_seeds(seed, self.num_envs)
        else:
            first = read_seed(seed)
            if rows is None:
                self._seed_together(first)
                return
            row_seeds = [None if first is None else first + k for k in range(self.num_envs)]
        for row in range(self.num_envs) if rows is None else rows.tolist():
            if row_seeds[row] is not None:
                self._row_generators[row] = np.random.default_rng(row_seeds[row])
        if rows is None and None not in row_seeds:
            self._seed_opponents(derived_seed(np.array(row_seeds, np.int64).tobytes(), "rows"))

    def _seed_together(self, seed: int | None) -> None:
        """Seed all rows and the opponents with one seed; None keeps the generators."""
        if seed is not None:
            self._generator = np.random.default_rng(seed)
            self._row_generators = {}
            self._seed_opponents(seed)

    def _seed_opponents(self, seed: int) -> None:
        """Seed the opponents' generator and count games from zero."""
        self._rng = np.random.default_rng(derived_seed(seed, "opponents"))
        if self._own_random:
            self.opponents = [RandomOpponent(self._rng)]
        for number, opponent in enumerate(self.opponents):
            seed_opponent(opponent, derived_seed(seed, "opponent", number))
        self.games_started = 0

    def step(self, actions: np.ndarray) -> SeatStep:
        """Apply the learner's action in each game, int (n,), and play to its next decisions.

        For a game that ended, `finished[row]` holds `verdict, reason, turns, margin` (see
        `core.ruleset.Tally`), `seat` (the learner's), `opponent` (its index), `length` (the
        learner's decisions) and `observation`, the learner's last observation: float32 (O,).

        Raises TypeError unless actions are whole numbers. An illegal one loses its game.
        """
        check_open(self._closed)
        chosen = read_actions(actions, self.num_envs)
        illegal = self.single_action_space.n  # numbers below 0 are commands to the engine
        self.batch.actions[:] = np.where(chosen < 0, illegal, chosen)
        self._lengths += 1
        self._advance(np.arange(self.num_envs))
        return self._play_to_decision()

    def masks(self) -> np.ndarray:
        """Return the learner's action masks: int8 (n, A), fresh."""
        return self.batch.out.mask.copy()

    def state(self) -> np.ndarray:
        """Return the observations of all seats in each game: float32 (n, seats * O), seat 0 first.

        This is privileged information for central critics: it holds what the opponent knows. No
        seat may get it. `seats` has the learner's seat in each game.
        """
        return self.batch.joint_observations()

    def _play_to_decision(self) -> SeatStep:
        """Let opponents act and replace finished games until the learner is to act in all rows."""
        out = self.batch.out
        rewards = np.zeros(self.num_envs, np.float32)
        finished: dict[int, dict[str, Any]] = {}
        while True:
            waiting = (out.seat != self.seats).nonzero()[0]
            if len(waiting) == 0:
                break
            over = waiting[out.seat[waiting] < 0]
            for row in over.tolist():
                if self._lengths[row] > 0:  # else it ended before the learner's first decision
                    finished[row] = self._result(row)
                    rewards[row] = out.rewards[row, self.seats[row]]
                    self._played[row] += 1
            if len(over):
                self._new_games(over)
            self._query_opponents(waiting[out.seat[waiting] >= 0])
            self._advance(waiting)
        dones = np.zeros(self.num_envs, bool)
        dones[list(finished)] = True
        return SeatStep(self.batch.floats(), self.masks(), rewards, dones, finished)

    def _new_games(self, rows: np.ndarray) -> None:
        """Start a game in each of some rows; their next advance fills the buffers."""
        seeds = self._game_seeds(rows)
        count = len(self.ruleset.seats)
        for row, seed in zip(rows.tolist(), seeds.tolist(), strict=True):
            own = self._seat
            self.seats[row] = (row + self._played[row]) % count if own is None else own
            self.opponent_of[row] = self._choice()
            self.batch.kernels.start(self.batch.games, row, self.scenario.table, seed)
            self.games_started += 1
        self._lengths[rows] = 0
        self.batch.actions[rows] = REFRESH
        for index in np.unique(self.opponent_of[rows]).tolist():
            mine = self.opponent_of[rows] == index
            notify_start(self.opponents[index], rows[mine], 1 - self.seats[rows[mine]], seeds[mine])

    def _game_seeds(self, rows: np.ndarray) -> np.ndarray:
        """Return the seed of the next game in each of some rows: int64 (m,)."""
        if not self._row_generators:
            return self._generator.integers(SEED_LIMIT, size=len(rows))
        own = (self._row_generators.get(row, self._generator) for row in rows.tolist())
        return np.array([each.integers(SEED_LIMIT) for each in own], np.int64)

    def _choice(self) -> int:
        """Return the index of the opponent for the next game."""
        if self._choose is not None:
            chosen = int(self._choose(self.games_started, self._rng))
            if not 0 <= chosen < len(self.opponents):
                raise ValueError(f"choose_opponent: {chosen} of {len(self.opponents)} opponents")
            return chosen
        if len(self.opponents) == 1:
            return 0
        return int(self._rng.integers(len(self.opponents)))

    def _query_opponents(self, rows: np.ndarray) -> None:
        """Write the actions of the opponents to act in some rows, with one call for each."""
        batch, out = self.batch, self.batch.out
        chosen = self.opponent_of[rows]
        for index in np.unique(chosen).tolist():
            mine = rows if len(self.opponents) == 1 else rows[chosen == index]
            opponent = self.opponents[index]
            compact = getattr(opponent, "compact", False)
            views = out.observation[mine] if compact else batch.floats(mine)
            batch.actions[mine] = query_opponent(
                opponent, views, out.mask[mine], out.visible, mine, out.seat[mine]
            )

    def _advance(self, rows: np.ndarray) -> None:
        """Advance some rows by their actions and leave the others alone."""
        batch = self.batch
        if len(rows) == self.num_envs:
            batch.step(batch.actions)
        elif self._can_skip:
            actions = batch.actions[rows]
            batch.actions[:] = SKIP
            batch.actions[rows] = actions
            if len(rows) < MIN_ROWS_PER_ROUND:
                batch.advance(int(rows[0]), int(rows[-1]) + 1)
            else:
                batch.step(batch.actions)
        else:
            for run in np.split(rows, (np.diff(rows) != 1).nonzero()[0] + 1):
                batch.advance(int(run[0]), int(run[-1]) + 1)

    def _result(self, row: int) -> dict[str, Any]:
        """Return the result of a game that ended."""
        tally, names = self.batch.out.tally[row], ("verdict", "reason", "turns", "margin")
        return {
            **{name: int(tally[getattr(TALLY, name)]) for name in names},
            "seat": int(self.seats[row]),
            "opponent": int(self.opponent_of[row]),
            "length": int(self._lengths[row]),
            "observation": self._last_view(row),
        }

    def _last_view(self, row: int) -> np.ndarray:
        """Return the learner's observation of a finished game: float32 (O,)."""
        view = self.batch.observation_of(row, int(self.seats[row]))
        return np.multiply(view, self.scenario.observation.scales)

    def close(self) -> None:
        """End the threads. Afterwards `reset` and `step` raise ClosedEnvironmentError."""
        self._closed = True
        if self._given is not None:
            self._given.close()
        self.batch.close()


def supports_skip(batch: BatchEnv) -> bool:
    """Whether the rule set's `advance` leaves rows with the action SKIP untouched."""
    probe = batch.out
    batch.kernels.start(batch.games, 0, batch.scenario.table, 0)
    probe.mask[0, :] = 7
    batch.actions[0] = SKIP
    batch.advance(0, 1)
    untouched = bool((probe.mask[0] == 7).all())
    probe.mask[0, :] = 0
    return untouched
