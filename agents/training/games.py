"""The games a learner learns from: it holds one seat of each and the pool the other, or both."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.training.lanes import Lanes, Question, questions
from spacecombat_agents.training.opponents import Pool
from spacecombat_agents.training.saving import luck_of, set_luck_of
from spacecombat_env.env.game import REFRESH
from spacecombat_env.env.vector import BatchEnv

MEMORY = 0.99
"""Weight of the past in running scores, per game."""


class Ended(NamedTuple):
    """What chains of decisions came to: all of a seat's in a game are a chain, 2 x game + seat."""

    chains: np.ndarray
    """int64 (m,): both of every game that ended, the opponents' among them."""
    rewards: np.ndarray
    """float32 (m,): what the game was worth to the chain's seat."""


class Arena:
    """Many games under way. No game waits for another: each call moves every game by one word.

    The learner changes seats with every game; the opponent is drawn from the pool for each. In
    games of a mirror it holds both seats.
    """

    def __init__(self, env: BatchEnv, pool: Pool, seed: int, lanes: Lanes | None = None) -> None:
        self.env = env
        self.pool = pool
        self.lanes = lanes or Lanes()
        """In which players are asked, and a learner works."""
        self._luck = np.random.default_rng([seed, 17])
        count = env.num_envs
        self._words = np.full(count, -1, np.int64)
        self.learner = (np.arange(count) % 2).astype(np.int8)
        self.slot = pool.draw(count)
        self.scores = np.full(len(pool.players), np.nan)
        """Running score of the learner against each slot."""
        self.games = 0
        self.decisions = 0
        """Words spoken by both sides."""
        env.start(np.random.default_rng([seed, 3]).integers(2**62, size=count))

    @property
    def busy(self) -> np.ndarray:
        """Return for each slot whether a game is under way there."""
        return np.bincount(self.slot, minlength=self.pool.mirror + 1) > 0

    def turn(self) -> np.ndarray:
        """Return the games in which the learner is to act."""
        return np.flatnonzero(self._is_learners())

    def chains(self, rows: np.ndarray) -> np.ndarray:
        """Return for games the chain that the next decision belongs to: 2 x game + seat."""
        return 2 * rows + self.env.out.seat[rows]

    def step(self, rows: np.ndarray, words: np.ndarray) -> Ended:
        """Speak the learner's words in `rows` and the opponents' in all other games.

        Returns the chains of the games that ended; new ones stand in their rows.
        """
        self._words[rows] = words
        theirs = ~self._is_learners()
        asked: list[tuple[np.ndarray, Question]] = []
        for slot, player in enumerate(self.pool.players):
            met = np.flatnonzero(theirs & (self.slot == slot))
            if met.size:
                given = questions(player, self.env, met, self.lanes, self._luck)
                asked += [(met[share], question) for share, question in given]
        answers = self.lanes.do([question for _, question in asked])
        for (met, _), said in zip(asked, answers, strict=True):
            self._words[met] = said
        self.env.step(self._words)
        self.decisions += len(self._words)
        return self._settle()

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes, on the same number of games."""
        env = self.env
        return {
            "games": env.games.raw,
            "tally": env.out.tally,
            "learner": self.learner,
            "slot": self.slot,
            "scores": self.scores,
            "counts": [self.games, self.decisions],
            "luck": luck_of(self),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on with the games of a `state`, read back."""
        env = self.env
        env.games.raw[:] = state["games"].numpy()
        env.step(np.full(env.num_envs, REFRESH))
        env.out.tally[:] = state["tally"].numpy()
        self.learner[:] = state["learner"].numpy()
        self.slot[:] = state["slot"].numpy()
        self.scores[:] = state["scores"].numpy()
        self.games, self.decisions = state["counts"]
        set_luck_of(self, state["luck"])

    def _is_learners(self) -> np.ndarray:
        """Return for each game whether the learner is to act in it."""
        return (self.env.out.seat == self.learner) | (self.slot == self.pool.mirror)

    def _settle(self) -> Ended:
        """Book the games that ended; change seats and opponents in their rows."""
        ended = np.flatnonzero(self.env.out.done)
        seats = self.learner[ended]
        rewards = self.env.out.rewards[ended].reshape(-1)
        verdicts = self.env.out.tally[ended, 0]
        scores = np.where(verdicts == 2, 0.5, verdicts == seats)
        for slot, score in zip(self.slot[ended], scores, strict=True):
            if slot == self.pool.mirror:
                continue
            old = self.scores[slot]
            self.scores[slot] = score if np.isnan(old) else MEMORY * old + (1 - MEMORY) * score
        self.games += len(ended)
        self.learner[ended] = 1 - seats
        if ended.size:
            self.slot[ended] = self.pool.draw(len(ended))
        return Ended((2 * ended[:, None] + np.arange(2)).reshape(-1), rewards)
