"""Batches of games between two agents: queries, applied actions and failures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from spacecombat_agents.arena.matches.action_log import ActionLog
from spacecombat_agents.arena.matches.agent_actions import collect_actions
from spacecombat_agents.arena.stop_signal import StopSignal, ends_on_interrupt
from spacecombat_agents.players.base import MAX_ACTION_STREAK, Agent, random_bits_at
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.env.vector.batch import BatchEnv

__all__ = [
    "BatchResult",
    "FinishedGame",
    "ILLEGAL_ACTION",
    "OnBatch",
    "OnGame",
    "OnProgress",
    "finished_pairs",
    "play",
]

SEATS = np.array([0, 1])
ILLEGAL_ACTION = ".illegal_word"
"""A failure cause that the rules know too: it ends a game as an illegal order."""


OnProgress = Callable[[int], None]
"""Called with the number of games finished so far."""


class BatchResult(NamedTuple):
    """Results of a batch of games, one row per game."""

    seeds: np.ndarray
    """int64 (n,)."""
    seat_of_a: np.ndarray
    """int8 (n,)."""
    tally: np.ndarray
    """int32 (n, len(Tally))."""
    decisions: np.ndarray
    """int64 (n, 2): decisions of each seat."""
    causes: dict[int, str]
    """Games lost by a failure: row -> `a.crash` and the like."""
    first_failure: str
    finished: np.ndarray
    """bool (n,): whether the game was finished; all True unless the match was stopped."""
    notes: dict[int, str] = {}
    """Games lost by a failure: row -> what the agent raised or answered."""


class FinishedGame(NamedTuple):
    """A finished game, to be saved."""

    number: int
    """Number in the match: games 2k and 2k + 1 are pair k."""
    seed: int
    seat_of_a: int
    actions: np.ndarray
    """int32: the actions taken, in order."""
    gave_up: str = ""
    """`seat: why` if a bot gave the game up or was removed from it."""


OnGame = Callable[[FinishedGame], None]
OnBatch = Callable[[int, BatchResult], None]
"""Called with a finished or stopped batch and the number of its first game."""


@dataclass
class _GamesInPlay:
    """Running games and the player of each seat."""

    env: BatchEnv
    players: tuple[Agent, Agent]
    seat_of_a: np.ndarray
    rng: np.random.Generator = field(default_factory=np.random.default_rng)
    """Shuffles the games shown to a player, so that their order does not reveal pairs."""
    player_seeds: np.ndarray | None = None
    """uint64 (n, 2): seed of the player in each seat; None if players have their own."""
    causes: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    first_failure: str = ""

    def __post_init__(self) -> None:
        """Start the counters of decisions and of consecutive actions in a turn."""
        self.decision_counts = np.zeros((self.env.num_envs, 2), np.int64)
        self._last_to_act = self.env.out.seat.copy()
        self._turn = self.env.games.states["turn"].copy()
        self._streak = np.zeros(self.env.num_envs, np.int64)

    def choose_actions(self) -> np.ndarray:
        """Query both players for all games in which they act; -1 for finished games."""
        turn = self.env.games.states["turn"]
        self._streak += 1
        self._streak[(self.env.out.seat != self._last_to_act) | (turn != self._turn)] = 0
        self._last_to_act[:], self._turn[:] = self.env.out.seat, turn
        actions = np.full(self.env.num_envs, -1, np.int64)
        for player, name in enumerate("ab"):
            seats = self.seat_of_a if player == 0 else 1 - self.seat_of_a
            rows = self.rng.permutation(np.flatnonzero(self.env.out.seat == seats))
            if rows.size:
                actions[rows] = self._query_agent(self.players[player], name, rows)
        self.decision_counts += self.env.out.seat[:, None] == SEATS
        return actions

    def _draws(self, rows: np.ndarray) -> np.ndarray | None:
        """Return random bits for some games, by seat, seed and decision."""
        if self.player_seeds is None:
            return None
        at = rows, self.env.out.seat[rows]
        return random_bits_at(self.player_seeds[at], self.decision_counts[at])

    def _query_agent(self, agent: Agent, name: str, rows: np.ndarray) -> np.ndarray:
        """Return an agent's actions for some games; after a failure, one that loses the game."""
        actions, failures = collect_actions(agent, self.env, rows, self._draws(rows))
        for at, failure in failures.items():
            self._fail(int(rows[at]), f"{name}.{failure.cause}", failure.message)
        masks = self.env.out.mask[rows]
        inside = (actions >= 0) & (actions < masks.shape[1])
        legal = inside & (masks[np.arange(len(rows)), np.where(inside, actions, 0)] == 1)
        for at in np.setdiff1d(np.flatnonzero(~legal), list(failures)):
            self._fail(int(rows[at]), name + ILLEGAL_ACTION, f"action {actions[at]} is not legal")
        endless = self._streak[rows] > MAX_ACTION_STREAK
        for row in rows[endless]:
            self._fail(int(row), f"{name}.endless", f"{MAX_ACTION_STREAK} actions in a row")
        return np.where(legal & ~endless, actions, masks.argmin(axis=1))

    def _fail(self, row: int, cause: str, message: str) -> None:
        """Record the first failure of a game."""
        self.causes.setdefault(row, cause)
        self.notes.setdefault(row, message)
        self.first_failure = self.first_failure or f"{cause}: {message}"


def play(
    env: BatchEnv,
    players: tuple[Agent, Agent],
    seeds: np.ndarray,
    seat_of_a: np.ndarray,
    *,
    progress: OnProgress | None = None,
    on_game: OnGame | None = None,
    first: int = 0,
    stop: StopSignal | None = None,
    player_seeds: np.ndarray | None = None,
) -> BatchResult:
    """Play one game per row from its seed to its end; `players` are A and B.

    With `player_seeds`, uint64 (n, 2), players draw by game and seat: a game in a batch equals the
    same game played alone.

    `on_game` receives each game when it ends, numbered from `first`. A request to `stop` (within
    `stop.deferred`) ends the batch; finished games count and have been saved.
    """
    rng = np.random.default_rng(derived_seed(seeds.tobytes(), "order"))
    stop_signal = stop or StopSignal()
    with stop_signal.interruptible():
        out = env.start(seeds)
    table = _GamesInPlay(env, players, seat_of_a, rng, player_seeds)
    count = len(seeds)
    tally = np.zeros_like(out.tally)
    finished = np.zeros(count, bool)
    action_log = ActionLog(count)
    with ends_on_interrupt(stop):
        while True:
            for row in np.flatnonzero((out.seat < 0) & ~finished).tolist():
                if on_game is not None:
                    on_game(
                        FinishedGame(
                            first + row,
                            int(seeds[row]),
                            int(seat_of_a[row]),
                            action_log.of_game(row),
                        )
                    )
                tally[row], finished[row] = out.tally[row], True
                if progress is not None:
                    progress(1)
                stop_signal.raise_if_requested()
            if finished.all():
                break
            with stop_signal.interruptible():
                actions = table.choose_actions()
            if on_game is not None:
                action_log.append(actions)
            env.step(actions)
    outcome = table.causes, table.first_failure, finished, table.notes
    return BatchResult(seeds, seat_of_a, tally, table.decision_counts, *outcome)


def finished_pairs(part: BatchResult) -> BatchResult:
    """Return the finished pairs of a batch."""
    rows = np.flatnonzero(np.repeat(part.finished.reshape(-1, 2).all(axis=1), 2))
    batch_rows = {row: at for at, row in enumerate(rows.tolist())}
    causes = {batch_rows[row]: cause for row, cause in part.causes.items() if row in batch_rows}
    notes = {batch_rows[row]: note for row, note in part.notes.items() if row in batch_rows}
    return part._replace(
        seeds=part.seeds[rows],
        seat_of_a=part.seat_of_a[rows],
        tally=part.tally[rows],
        decisions=part.decisions[rows],
        causes=causes,
        finished=part.finished[rows],
        notes=notes,
    )
