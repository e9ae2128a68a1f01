"""The door that every player passes through: many questions in, one word each out."""

from __future__ import annotations

import abc
import copy
import enum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from spacecombat_env.core.ruleset import Games, take_games

if TYPE_CHECKING:
    from spacecombat_env.env.vector import BatchEnv


LONGEST_STREAK = 1000
"""A seat that speaks so many words in one turn, the other never asked, is not going to stop: it
loses. Rules bound what a seat can do in a turn, so only a fault of a rule set leads there."""
STEP = np.uint64(0x9E3779B97F4A7C15)
MIXES = np.array([0xBF58476D1CE4E5B9, 0x94D049BB133111EB], np.uint64)
"""Of SplitMix64 (Steele, Lea and Flood 2014)."""
UNMIXES = np.array([pow(int(factor), -1, 2**64) for factor in MIXES], np.uint64)
"""What undoes a product with them, below 2**64."""


class Needs(enum.Flag):
    """Which inputs an agent reads; the others are not computed and arrive as None."""

    MASKS = 0
    """Only the masks, which everybody gets."""
    OBSERVATIONS = enum.auto()
    """float32 observations, as the environments hand them out."""
    SEEN = enum.auto()
    """Redacted records: everything the seat may know, by name."""


@runtime_checkable
class Agent(Protocol):
    """A player of one rule set. Batch-first: one game is a batch of one."""

    name: str
    """How results and replays call it."""
    needs: Needs
    """Which inputs `act` reads."""

    def reset(self, seed: int) -> None:
        """Begin a new set of games; whatever the agent draws at random follows from `seed`.

        What was learnt in earlier games is forgotten. The seed tells nothing of the games'.
        """

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        seen: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return one legal word for each row.

        `observations` float32 (n, O), `masks` int8 (n, A) with at least one 1 a row, `seen` the
        redacted records, `seats` int8 (n,) the seat each row plays; returns int64 (n,).
        Rows are unrelated games, in any order; no row says which game it belongs to.
        """
        ...


class ReadsInPlace(abc.ABC):
    """A player of ours who reads redacted records where they stand, and leaves them as they are.

    Beside the rows it is asked about stand those of others, where the other seat may be to act: so
    who only has a method of this name is not asked by it.
    """

    @abc.abstractmethod
    def act_in_place(
        self, seen: Games, masks: np.ndarray, rows: np.ndarray, lots: np.ndarray | None = None
    ) -> np.ndarray:
        """Return a legal word for each of `rows` of the records and masks, int64 (n,)."""


class AgentError(Exception):
    """An agent's answer is no answer: wrong shape, or not whole numbers."""


def checked_words(words: object, count: int) -> np.ndarray:
    """Return an agent's answer as int64 (count,); AgentError where it is none."""
    answer = np.asarray(words)
    if answer.shape != (count,):
        raise AgentError(f"act() returned shape {answer.shape}, not ({count},)")
    if answer.dtype.kind not in "iu":
        raise AgentError(f"act() returned {answer.dtype}, not whole numbers")
    return answer.astype(np.int64)


def ask(
    agent: Agent, env: BatchEnv, rows: np.ndarray, lots: np.ndarray | None = None
) -> np.ndarray:
    """Return an agent's words for some of the games of a batch, given the inputs it needs.

    `lots` uint64 (n,), a number a row, are the luck of agents that have `takes_lots`: they draw
    none of their own then, so that what they say in a game does not depend on others beside it.
    Those that are `is_stateless` may then be asked by several threads at once.
    """
    takes_lots = getattr(agent, "takes_lots", False)
    if isinstance(agent, ReadsInPlace) and env.keeps_seen:
        return agent.act_in_place(env.out.seen, env.out.mask, rows, lots if takes_lots else None)
    observations = seen = None
    if Needs.OBSERVATIONS in agent.needs:
        observations = env.floats(rows)
    if Needs.SEEN in agent.needs:
        seen = env.seen(rows)
    given = observations, env.out.mask[rows], seen, env.out.seat[rows]
    if lots is not None and takes_lots:
        return agent.act(*given, lots=lots)  # type: ignore[call-arg]
    return agent.act(*given)


def dealt(luck: np.ndarray, asked: np.ndarray) -> np.ndarray:
    """Return a lot for each row, uint64 (n,): of its luck, uint64 (n,), the one of number `asked`.

    SplitMix64 at any place of its course.
    """
    with np.errstate(over="ignore"):
        word = luck + (asked.astype(np.uint64) + np.uint64(1)) * STEP
        word = (word ^ (word >> np.uint64(30))) * MIXES[0]
        word = (word ^ (word >> np.uint64(27))) * MIXES[1]
        return word ^ (word >> np.uint64(31))


def next_lots(lots: np.ndarray) -> np.ndarray:
    """Return the lots that `dealt` deals after others, uint64 (n,), to the same luck.

    SplitMix64's mix is undone, a step taken, and mixed again: who is dealt lots knows by them at
    which of its games it was asked before, and nothing else.
    """
    with np.errstate(over="ignore"):
        word = lots ^ (lots >> np.uint64(31)) ^ (lots >> np.uint64(62))
        word = word * UNMIXES[1]
        word = (word ^ (word >> np.uint64(27)) ^ (word >> np.uint64(54))) * UNMIXES[0]
        word = word ^ (word >> np.uint64(30)) ^ (word >> np.uint64(60))
    return dealt(word, np.zeros(len(lots), np.uint64))


def unit_lots(lots: np.ndarray) -> np.ndarray:
    """Return lots as float64 (n,) in 0 to 1, 1 excluded."""
    return (lots >> np.uint64(11)).astype(np.float64) * 2.0**-53


class AsOpponent:
    """An agent as the opponent of `SeatEnv`, `SeatVecEnv` and their adapters."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.compact = Needs.OBSERVATIONS not in agent.needs

    def __call__(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        seen: Games,
        rows: np.ndarray,
        seats: np.ndarray,
    ) -> np.ndarray:
        """Return the agent's words."""
        records = take_games(seen, rows) if Needs.SEEN in self.agent.needs else None
        return self.agent.act(None if self.compact else observations, masks, records, seats)

    def fresh(self, seed: int) -> AsOpponent:
        """Return a copy that begins anew, for clones that are to know no more than a seat does."""
        agent = copy.deepcopy(self.agent)
        agent.reset(seed)
        return AsOpponent(agent)
