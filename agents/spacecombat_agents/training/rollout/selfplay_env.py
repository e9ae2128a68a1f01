"""The games a learner learns from: it plays one seat and the pool the other, or both seats."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.players.game_streams import GameStreams, draws_by_game
from spacecombat_agents.training.rollout.opponent_pool import OpponentPool
from spacecombat_agents.training.rollout.worker_pool import Query, WorkerPool, split_queries
from spacecombat_agents.training.run_state import rng_state_of, set_rng_state_of
from spacecombat_env.core.kernels.batch import REFRESH
from spacecombat_env.env.vector.batch import BatchEnv

SCORE_DECAY = 0.99
"""Weight of the past in running scores, per game."""


class TrajectoryEnds(NamedTuple):
    """Rewards of finished trajectories.

    A trajectory is a seat's decisions in a game; its id is 2 x game + seat.
    """

    trajectory_ids: np.ndarray
    """int64 (m,): both trajectories of every game that ended, the opponents' included."""
    rewards: np.ndarray
    """float32 (m,): the reward of the trajectory's seat."""


class SelfPlayEnv:
    """Many games in progress. No game waits for another: each step plays one action in every game.

    The learner changes seats with every game; the opponent of each is sampled from the pool. In
    mirror games it plays both seats.
    """

    def __init__(
        self, env: BatchEnv, pool: OpponentPool, seed: int, workers: WorkerPool | None = None
    ) -> None:
        self.env = env
        self.pool = pool
        self.workers = workers or WorkerPool()
        """Threads that query players and in which the learner works."""
        self._rng = np.random.default_rng([seed, 17])
        self._streams = GameStreams(seed)
        count = env.num_envs
        self._actions = np.full(count, -1, np.int64)
        self.learner = (np.arange(count) % 2).astype(np.int8)
        self.slot = pool.sample_slots(count)
        self.scores = np.full(len(pool.players), np.nan)
        """Running score of the learner against each slot."""
        self.games = 0
        self.decisions = 0
        """Actions taken by both sides."""
        env.start(np.random.default_rng([seed, 3]).integers(2**62, size=count))

    @property
    def used_slots(self) -> np.ndarray:
        """Return for each slot whether it has a game in progress."""
        return np.bincount(self.slot, minlength=self.pool.mirror + 1) > 0

    def learner_rows(self) -> np.ndarray:
        """Return the games in which the learner is to act."""
        return np.flatnonzero(self._is_learner_to_act())

    def trajectory_ids(self, rows: np.ndarray) -> np.ndarray:
        """Return the trajectory of the next decision in some games: 2 x game + seat."""
        return 2 * rows + self.env.out.seat[rows]

    def step(self, rows: np.ndarray, actions: np.ndarray) -> TrajectoryEnds:
        """Play the learner's actions in `rows` and the opponents' in all other games.

        Return the trajectories of the games that ended; new games take their rows.
        """
        self._actions[rows] = actions
        is_opponents = ~self._is_learner_to_act()
        queries: list[tuple[np.ndarray, Query]] = []
        for slot, player in enumerate(self.pool.players):
            slot_rows = np.flatnonzero(is_opponents & (self.slot == slot))
            if slot_rows.size:
                bits = self._streams.next_bits(slot_rows) if draws_by_game(player) else None
                split = split_queries(player, self.env, slot_rows, self.workers, self._rng, bits)
                queries += [(slot_rows[share], query) for share, query in split]
        results = self.workers.run([query for _, query in queries])
        for (slot_rows, _), answer in zip(queries, results, strict=True):
            self._actions[slot_rows] = answer
        self.env.step(self._actions)
        self.decisions += len(self._actions)
        return self._record_finished()

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes, for the same number of games."""
        env = self.env
        return {
            "games": env.games.raw,
            "tally": env.out.tally,
            "learner": self.learner,
            "slot": self.slot,
            "scores": self.scores,
            "counts": [self.games, self.decisions],
            "streams": self._streams.state(),
            "luck": rng_state_of(self),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Resume the games of a saved `state`."""
        env = self.env
        env.games.raw[:] = state["games"].numpy()
        env.step(np.full(env.num_envs, REFRESH))
        env.out.tally[:] = state["tally"].numpy()
        self.learner[:] = state["learner"].numpy()
        self.slot[:] = state["slot"].numpy()
        self.scores[:] = state["scores"].numpy()
        self.games, self.decisions = state["counts"]
        self._streams.restore(state["streams"])
        set_rng_state_of(self, state["luck"])

    def _is_learner_to_act(self) -> np.ndarray:
        """Return for each game whether the learner is to act in it."""
        return (self.env.out.seat == self.learner) | (self.slot == self.pool.mirror)

    def _record_finished(self) -> TrajectoryEnds:
        """Record the games that ended; change seats and opponents in their rows."""
        ended = np.flatnonzero(self.env.out.done)
        seats = self.learner[ended]
        rewards = self.env.out.rewards[ended].reshape(-1)
        verdicts = self.env.out.tally[ended, 0]
        scores = np.where(verdicts == 2, 0.5, verdicts == seats)
        for slot, score in zip(self.slot[ended], scores, strict=True):
            if slot == self.pool.mirror:
                continue
            previous = self.scores[slot]
            self.scores[slot] = (
                score if np.isnan(previous) else SCORE_DECAY * previous + (1 - SCORE_DECAY) * score
            )
        self.games += len(ended)
        self.learner[ended] = 1 - seats
        if ended.size:
            self.slot[ended] = self.pool.sample_slots(len(ended))
            self._streams.start(ended)
        return TrajectoryEnds((2 * ended[:, None] + np.arange(2)).reshape(-1), rewards)
