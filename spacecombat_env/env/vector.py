"""Many games in one batch: one call of compiled code applies a word in each of them.

Nothing is allocated after construction: `step` fills the same buffers again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from spacecombat_env import registry
from spacecombat_env.core.batch import UNTOUCHED
from spacecombat_env.core.ruleset import (
    Games,
    Out,
    RuleSet,
    Table,
    make_games,
    make_out,
    take_games,
)
from spacecombat_env.core.seeds import derived_seed
from spacecombat_env.env.convert import to_floats
from spacecombat_env.env.game import REFRESH, SEED_LIMIT, TOKEN, open_scenario
from spacecombat_env.env.rewards import margin_flag
from spacecombat_env.env.settings import PLAYED, Played, settled
from spacecombat_env.env.threads import Blocks, Task
from spacecombat_env.warming import prepare

if TYPE_CHECKING:
    from typing_extensions import Unpack


class _NotKept:
    """In the place of the records of a batch that keeps none."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError("this batch keeps no records: give it keep_seen=True, or ask seen()")


NOT_KEPT: Any = _NotKept()


class BatchEnv:
    """Many games of one scenario; the seats of each act in turn, and the caller decides for all.

    `reset` and `step` return `out`, the buffers that `advance` fills (see `core.ruleset.Out`): row
    k is the view, the legal words and the number of the seat to act in game k. Copy what must
    outlive the next step, and write nothing there: the engine reads its masks again. A game that
    ends is replaced in the same step: `out.done` is 1, `out.rewards` holds what it was worth to
    each seat, and the rest of the row is the next game's.

    `threads` splits the batch into blocks of rows, one a thread (None: as many as pay, at most one
    a core). The result does not depend on it.

    What the seats may know as records, which scripted players and search read, is made when `seen`
    asks for it. With `keep_seen` it is in `out.seen` after every step, for all games; that takes
    twice the memory, and at thousands of games a fifth longer.
    """

    def __init__(
        self,
        ruleset: str | RuleSet,
        scenario: str | Mapping[str, Any] | None = None,
        *,
        num_envs: int = 256,
        threads: int | None = None,
        auto_reset: bool = True,
        keep_seen: bool = False,
        **settings: Unpack[Played],
    ) -> None:
        self.ruleset = registry.ruleset(ruleset)
        its = settled(self, PLAYED, settings)
        self.scenario = open_scenario(
            self.ruleset, scenario, its["delegate"], its["max_turns"], its["options"]
        )
        prepare(self.ruleset, self.scenario)
        self.kernels = self.ruleset.kernels()
        self.num_envs = num_envs
        kind = self.scenario.table.opening.dtype
        self.games = make_games(kind, num_envs)
        self.out: Out = make_out(self.scenario, num_envs, len(self.ruleset.seats))
        self.tokens = np.full(num_envs, REFRESH, TOKEN)
        """int64 (n,): the words last given, or drawn by `sample_random`."""
        self.single_observation_space = spaces.Box(
            -1.0, 1.0, (self.scenario.observation.size,), np.float32
        )
        self.single_action_space = spaces.Discrete(self.scenario.actions.size)
        self._auto_reset = auto_reset
        self._flags = (int(auto_reset), margin_flag(its["reward"]))
        self._seeds = np.zeros(num_envs, np.int64)
        self._next_seeds = np.zeros(num_envs, np.int64)
        self._next_words = np.full(num_envs, REFRESH, TOKEN)
        self._is_random = False
        """The words in `tokens` were drawn, so the next will be: they are drawn with the step."""
        self._is_drawn = False
        """`_next_words` are those of the masks as they stand."""
        self._generator = np.random.default_rng()
        self._blocks = Blocks(num_envs, threads)
        self._looks = [self.out.seen] * len(self._blocks.spans)
        """What each thread lays records into: the rows of `out.seen`, or one over the other."""
        self._looker: Out | None = None
        """Buffers of `seen`."""
        if self.kernels.one_look and not keep_seen:
            self._looks = [make_games(kind, 1) for _ in self._blocks.spans]
            self.out = self.out._replace(seen=NOT_KEPT)
        self._bind()

    # -- play ------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> Out:
        """Start a new game in every row. Without a seed, on the next ones of the own generator."""
        if seed is not None:
            self._generator = np.random.default_rng(int(seed) % SEED_LIMIT)
        seeds = self._generator.integers(SEED_LIMIT, size=self.num_envs)
        self._seeds[:] = self._generator.integers(SEED_LIMIT, size=self.num_envs)
        return self.start(seeds)

    def start(self, seeds: np.ndarray) -> Out:
        """Start the games of given seeds, int64 (n,).

        What follows in the rows follows from all of them: no game's seed tells the next.
        """
        if self._auto_reset:
            secret = derived_seed(np.asarray(seeds, np.int64).tobytes(), "next games")
            self._flags = (max(1, secret), self._flags[1])
        self._bind()
        self._is_random = False
        for row, seed in enumerate(seeds.tolist()):
            self.kernels.start(self.games, row, self.scenario.table, seed)
        self.out.tally[:] = 0
        self.tokens[:] = REFRESH
        return self.step(self.tokens)

    def step(self, tokens: np.ndarray) -> Out:
        """Say a word in each game, int (n,); an illegal one loses its game for the seat.

        REFRESH (-1) leaves a game as it is.
        """
        if tokens is not self.tokens:
            self.tokens[:] = tokens
        draws_ahead, self._is_random, self._is_drawn = self._is_random, False, False
        if draws_ahead:
            self._next_seeds[:] = self._seeds
        self._blocks.run(step=True, draw=draws_ahead)
        self._is_drawn = draws_ahead
        return self.out

    def advance(self, low: int, high: int) -> None:
        """Say the words in `tokens` in rows low..high-1 alone, in this thread."""
        self._is_drawn = False
        self.kernels.advance(*self._given()(low, high, 0))

    def sample_random(self) -> np.ndarray:
        """Return an evenly drawn legal word for each game: int64 (n,), -1 where none is.

        It is the buffer `tokens`: give it to `step` before it is drawn again. Where a step follows
        it draws the next words too, row by row, while it has their masks at hand.
        """
        if not self._is_drawn:
            self._next_seeds[:] = self._seeds
            self._blocks.run(draw=True)
        self._is_drawn, self._is_random = False, True
        self._seeds[:] = self._next_seeds
        self.tokens[:] = self._next_words
        return self.tokens

    def play_random(self, turns: int) -> Out:
        """Say random words in every game, `turns` times over: `step(sample_random())` so often.

        Each thread plays on in a few games at a time, so that they stay in its cache and no game
        waits for another. `out` tells of the last step alone, but `tally` counts all games.
        """
        self._is_drawn = self._is_random = False
        self._bind(self._seeds, self.tokens)
        try:
            self._blocks.run(turns=turns)
        finally:
            self._bind()
        return self.out

    def _bind(self, seeds: np.ndarray | None = None, words: np.ndarray | None = None) -> None:
        """Tell the threads what they call and with what: what they draw is the next words."""
        seeds = self._next_seeds if seeds is None else seeds
        drawn = self.out.mask, seeds, self._next_words if words is None else words
        self._blocks.bind(
            Task(self.kernels.advance, self._given()),
            Task(self.kernels.random_words, partial(_draw_arguments, *drawn)),
        )

    def _given(self) -> Callable[[int, int, int], tuple[Any, ...]]:
        """Return what makes the arguments of `Kernels.advance` for a block of rows."""
        given = self.games, self.scenario.table, self.tokens, self.out, self._looks, self._flags
        return partial(_step_arguments, *given)  # nothing of `self`: threads hold it

    # -- ask -------------------------------------------------------------------------------------

    def floats(self, rows: np.ndarray | None = None, out: np.ndarray | None = None) -> np.ndarray:
        """Return the views as a network takes them: float32 (n, O), or (m, O) for some rows.

        With `out`, float32 of at least that many rows, they are written there and nothing is
        allocated.
        """
        return to_floats(self.out.observation, self.scenario.observation.scales, rows, out)

    @property
    def keeps_seen(self) -> bool:
        """Whether `out.seen` holds a redacted record for each game after every step."""
        return not isinstance(self.out.seen, _NotKept)

    def seen(self, rows: np.ndarray) -> Games:
        """Return what the seats to act in some games may know: redacted records, copies.

        Their logs are empty (`Kernels.redact` writes them).
        """
        if self.keeps_seen:
            return take_games(self.out.seen, rows)
        if self._looker is None:
            self._looker = make_out(self.scenario, self.num_envs, len(self.ruleset.seats))
        tokens = np.full(self.num_envs, UNTOUCHED, TOKEN)
        tokens[rows] = REFRESH
        span = (0, self.num_envs, *self._flags)
        self.kernels.advance(self.games, self.scenario.table, tokens, self._looker, span)
        return take_games(self._looker.seen, rows)

    def state(self, row: int) -> np.ndarray:
        """Return the bytes of a game's true state: uint8 (itemsize,), a copy."""
        return self.games.raw[row].copy()

    def set_state(self, row: int, state: np.ndarray) -> None:
        """Put a game, as returned by `state`, into a row; `step` with REFRESH shows it."""
        self.games.raw[row] = state

    def close(self) -> None:
        """End the threads."""
        self._blocks.close()


def _step_arguments(
    games: Games,
    table: Table,
    tokens: np.ndarray,
    out: Out,
    looks: list[Games],
    flags: tuple[int, int],
    low: int,
    high: int,
    own: int,
) -> tuple[Any, ...]:
    """Return what thread number `own` gives `Kernels.advance` for a block of rows."""
    return games, table, tokens, out._replace(seen=looks[own]), (low, high, *flags)


def _draw_arguments(
    mask: np.ndarray, seeds: np.ndarray, words: np.ndarray, low: int, high: int, own: int
) -> tuple[Any, ...]:
    """Return what `Kernels.random_words` is given for a block of rows."""
    return mask, seeds, words, low, high
