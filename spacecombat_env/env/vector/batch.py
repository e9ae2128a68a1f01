"""Many games in one batch: one call of compiled code applies an action in each of them.

Nothing is allocated after construction: `step` fills the same buffers every time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from spacecombat_env import registry
from spacecombat_env.core.game import ACTION_DTYPE, SEED_LIMIT
from spacecombat_env.core.kernels.batch import REFRESH, UNTOUCHED
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import (
    Games,
    Out,
    RuleSet,
    ScenarioData,
    make_games,
    make_out,
    select_games,
)
from spacecombat_env.env.arguments import (
    check_count,
    check_flag,
    check_open,
    read_actions,
    read_row_seeds,
    read_seed,
)
from spacecombat_env.env.game import open_scenario
from spacecombat_env.env.rewards import margin_flag
from spacecombat_env.env.settings import GAME_DEFAULTS, GameSettings, merge_settings
from spacecombat_env.env.vector.convert import to_floats
from spacecombat_env.env.vector.threads import RowTask, workers_for

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["BatchEnv"]


class _NotStored:
    """Placeholder for the records of a batch that keeps none."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            "this batch keeps no records: pass keep_visible=True or call visible()"
        )


NOT_STORED: Any = _NotStored()


class BatchEnv:
    """Many games of one scenario. The caller chooses the actions of all seats.

    `reset` and `step` return `out`, the buffers that `advance` fills (see `core.ruleset.Out`). Row
    k holds the observation, the action mask and the number of the seat to act in game k. Copy what
    must outlive the next step. Do not write to the buffers: the engine reads its masks again.

    A game that ends is replaced in the same step: `out.done` is 1, `out.rewards` holds the rewards
    of each seat, and the rest of the row belongs to the next game.

    `threads` splits the batch into blocks of rows, one for each thread. None uses as many as are
    useful, at most one for each core. Results do not depend on it.

    Scripted players and search read redacted records, which `visible` makes on demand. With
    `keep_visible` they are in `out.visible` after every step for all games. That doubles the
    memory, and with thousands of games a step takes a fifth longer.
    """

    def __init__(
        self,
        ruleset: str | RuleSet,
        scenario: str | Mapping[str, Any] | None = None,
        *,
        num_envs: int = 256,
        threads: int | None = None,
        auto_reset: bool = True,
        keep_visible: bool = False,
        **settings: Unpack[GameSettings],
    ) -> None:
        self.ruleset = registry.ruleset(ruleset)
        check_count("num_envs", num_envs)
        check_count("threads", threads)
        check_flag("auto_reset", auto_reset)
        check_flag("keep_visible", keep_visible)
        its = merge_settings(self, GAME_DEFAULTS, settings)
        self.scenario = open_scenario(
            self.ruleset, scenario, its["delegate"], its["max_turns"], its["options"]
        )
        self.kernels = self.ruleset.kernels()
        self.num_envs = num_envs
        kind = self.scenario.table.opening.dtype
        self.games = make_games(kind, num_envs)
        self.out: Out = make_out(self.scenario, num_envs, len(self.ruleset.seats))
        self.actions = np.full(num_envs, REFRESH, ACTION_DTYPE)
        """int64 (n,): the last actions given to `step` or drawn by `sample_random`."""
        self.single_observation_space = spaces.Box(
            -1.0, 1.0, (self.scenario.observation.size,), np.float32
        )
        self.single_action_space = spaces.Discrete(self.scenario.actions.size)
        self._closed = False
        self._auto_reset = auto_reset
        self._flags = (int(auto_reset), margin_flag(its["reward"]))
        self._seeds = np.zeros(num_envs, np.int64)
        self._next_seeds = np.zeros(num_envs, np.int64)
        self._next_actions = np.full(num_envs, REFRESH, ACTION_DTYPE)
        self._is_random = False
        """Whether `actions` were drawn. If so, the next step also draws the next actions."""
        self._is_drawn = False
        """Whether `_next_actions` belong to the current masks."""
        self._generator = np.random.default_rng()
        self._workers = workers_for(self.kernels, num_envs, threads)
        self._visible_buffers = [self.out.visible] * len(self._workers.spans)
        """Records that each thread writes to: rows of `out.visible`, or one that is overwritten."""
        self._visible_out: Out | None = None
        """The buffers of `visible`."""
        self._one_visible: Games | None = None
        """The record of `observation_of`."""
        if self.kernels.one_visible and not keep_visible:
            self._visible_buffers = [make_games(kind, 1) for _ in self._workers.spans]
            self.out = self.out._replace(visible=NOT_STORED)
        self._bind()

    # -- play ------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> Out:
        """Start a new game in every row. Without a seed, use the batch's own generator.

        For a seed of each game see `start`.
        """
        seed = read_seed(seed)
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        seeds = self._generator.integers(SEED_LIMIT, size=self.num_envs)
        self._seeds[:] = self._generator.integers(SEED_LIMIT, size=self.num_envs)
        return self.start(seeds)

    def start(self, seeds: np.ndarray) -> Out:
        """Start the games with the given seeds, int64 (n,).

        The seeds of later games in the rows derive from all of them, so no game's seed reveals the
        next. Raises ValueError unless there is one for each row.
        """
        check_open(self._closed)
        seeds = np.array(read_row_seeds(seeds, self.num_envs), np.int64)
        if self._auto_reset:
            secret = derived_seed(np.asarray(seeds, np.int64).tobytes(), "next games")
            self._flags = (max(1, secret), self._flags[1])
        self._bind()
        self._is_random = False
        for row, seed in enumerate(seeds.tolist()):
            self.kernels.start(self.games, row, self.scenario.table, seed)
        self.out.tally[:] = 0
        self.actions[:] = REFRESH
        return self.step(self.actions)

    def step(self, actions: np.ndarray) -> Out:
        """Apply an action in each game, int (n,). An illegal action loses the game for its seat.

        REFRESH (-1) leaves a game as it is. Raises TypeError unless actions are whole numbers.
        """
        check_open(self._closed)
        if actions is not self.actions:
            chosen = read_actions(actions, self.num_envs)
            illegal = self.single_action_space.n  # lower numbers are commands to the engine
            self.actions[:] = np.where(chosen < UNTOUCHED, illegal, chosen)
        draws_ahead, self._is_random, self._is_drawn = self._is_random, False, False
        if draws_ahead:
            self._next_seeds[:] = self._seeds
        self._workers.run(step=True, draw=draws_ahead)
        self._is_drawn = draws_ahead
        return self.out

    def advance(self, low: int, high: int) -> None:
        """Apply the actions in `actions` in rows low..high-1 only, in this thread."""
        self._is_drawn = False
        self.kernels.advance(*self._step_task()(low, high, 0))

    def sample_random(self) -> np.ndarray:
        """Return a legal action for each game, drawn uniformly: int64 (n,); -1 where none is legal.

        The result is the buffer `actions`. Pass it to `step` before drawing again. That step then
        also draws the next actions, while each row's mask is in the cache.
        """
        check_open(self._closed)
        if not self._is_drawn:
            self._next_seeds[:] = self._seeds
            self._workers.run(draw=True)
        self._is_drawn, self._is_random = False, True
        self._seeds[:] = self._next_seeds
        self.actions[:] = self._next_actions
        return self.actions

    def play_random(self, turns: int) -> Out:
        """Play `turns` random decisions in every game, like repeated `step(sample_random())`.

        Each thread plays a few games at a time, so that they stay in its cache and no game waits
        for another. `out` describes only the last step, but `tally` counts all games.
        """
        check_open(self._closed)
        self._is_drawn = self._is_random = False
        self._bind(self._seeds, self.actions)
        try:
            self._workers.run(turns=turns)
        finally:
            self._bind()
        return self.out

    def _bind(self, seeds: np.ndarray | None = None, actions: np.ndarray | None = None) -> None:
        """Bind the entry points and their arrays to the threads. They draw the next actions."""
        seeds = self._next_seeds if seeds is None else seeds
        draw_arguments = self.out.mask, seeds, self._next_actions if actions is None else actions
        self._workers.bind(
            RowTask(self.kernels.advance, self._step_task()),
            RowTask(self.kernels.random_actions, partial(_draw_arguments, *draw_arguments)),
        )

    def _step_task(self) -> Callable[[int, int, int], tuple[Any, ...]]:
        """Return a function that makes the arguments of `Kernels.advance` for a block of rows."""
        step_arguments = (
            self.games,
            self.scenario.table,
            self.actions,
            self.out,
            self._visible_buffers,
            self._flags,
        )
        return partial(_step_arguments, *step_arguments)  # without `self`: threads hold it

    # -- ask -------------------------------------------------------------------------------------

    def floats(self, rows: np.ndarray | None = None, out: np.ndarray | None = None) -> np.ndarray:
        """Return scaled observations: float32 (n, O), or (m, O) for the given rows.

        They are written to `out` if given: float32 with at least that many rows. Then nothing is
        allocated.
        """
        return to_floats(self.out.observation, self.scenario.observation.scales, rows, out)

    @property
    def keeps_visible(self) -> bool:
        """Whether `out.visible` holds a redacted record for each game after every step."""
        return not isinstance(self.out.visible, _NotStored)

    def visible(self, rows: np.ndarray) -> Games:
        """Return copies of the redacted records of the seats to act in some games.

        Their logs are empty; `Kernels.redact` writes logs.
        """
        if self.keeps_visible:
            return select_games(self.out.visible, rows)
        if self._visible_out is None:
            self._visible_out = make_out(self.scenario, self.num_envs, len(self.ruleset.seats))
        actions = np.full(self.num_envs, UNTOUCHED, ACTION_DTYPE)
        actions[rows] = REFRESH
        span = (0, self.num_envs, *self._flags)
        self.kernels.advance(self.games, self.scenario.table, actions, self._visible_out, span)
        return select_games(self._visible_out.visible, rows)

    def observation_of(self, row: int, seat: int) -> np.ndarray:
        """Return the observation of any seat in a game, also out of turn: int8 (O,), a copy."""
        if self.out.seat[row] == seat:
            return self.out.observation[row].copy()
        kind, found = self.scenario.table.opening.dtype, np.zeros_like(self.out.observation[row])
        self._one_visible = self._one_visible or make_games(kind, 1)
        self.kernels.redact(self.games, row, self._one_visible, 0, seat)
        self.kernels.observe(self._one_visible, 0, self.scenario.table, seat, found)
        return found

    def joint_observations(self) -> np.ndarray:
        """Return the observations of all seats in each game: float32 (n, seats * O).

        Seat 0 comes first. This is everything that any seat knows: privileged information for
        central critics, which no seat may get. `state` returns the true state of a game instead.
        """
        count = len(self.ruleset.seats)
        rows = [self.observation_of(row, s) for row in range(self.num_envs) for s in range(count)]
        scaled = to_floats(np.stack(rows), self.scenario.observation.scales)
        return scaled.reshape(self.num_envs, -1)

    def state(self, row: int) -> np.ndarray:
        """Return a game's true state: uint8 (itemsize,), a copy."""
        return self.games.raw[row].copy()

    def set_state(self, row: int, state: np.ndarray) -> None:
        """Set a row to a state from `state`. A `step` with REFRESH updates the buffers."""
        self.games.raw[row] = state

    def close(self) -> None:
        """End the threads. Afterwards `reset` and `step` raise ClosedEnvironmentError."""
        self._closed = True
        self._workers.close()


def _step_arguments(
    games: Games,
    table: ScenarioData,
    actions: np.ndarray,
    out: Out,
    buffers: list[Games],
    flags: tuple[int, int],
    low: int,
    high: int,
    own: int,
) -> tuple[Any, ...]:
    """Return the arguments of thread number `own` for `Kernels.advance` on a block of rows."""
    return games, table, actions, out._replace(visible=buffers[own]), (low, high, *flags)


def _draw_arguments(
    mask: np.ndarray, seeds: np.ndarray, actions: np.ndarray, low: int, high: int, own: int
) -> tuple[Any, ...]:
    """Return the arguments of `Kernels.random_actions` for a block of rows."""
    return mask, seeds, actions, low, high
