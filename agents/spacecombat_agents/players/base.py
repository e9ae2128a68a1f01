"""The door that every player passes through: many questions in, one word each out."""

from __future__ import annotations

import abc
import copy
import enum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from spacecombat_env.core.ruleset import Games, select_games

if TYPE_CHECKING:
    from spacecombat_env.env.vector.batch import BatchEnv


MAX_ACTION_STREAK = 1000
"""A seat that speaks so many words in one turn, the other never asked, is not going to stop: it
loses. Rules bound what a seat can do in a turn, so only a fault of a rule set leads there."""
WEYL_INCREMENT = np.uint64(0x9E3779B97F4A7C15)
MIX_FACTORS = np.array([0xBF58476D1CE4E5B9, 0x94D049BB133111EB], np.uint64)
"""Of SplitMix64 (Steele, Lea and Flood 2014)."""
UNMIX_FACTORS = np.array([pow(int(factor), -1, 2**64) for factor in MIX_FACTORS], np.uint64)
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
        visible: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return one legal action for each row.

        `observations` float32 (n, O), `masks` int8 (n, A) with at least one 1 a row, `visible` the
        redacted records, `seats` int8 (n,) the seat each row plays; returns int64 (n,).
        Rows are unrelated games, in any order; no row says which game it belongs to.
        """
        ...


class InPlaceAgent(abc.ABC):
    """A player of ours who reads redacted records where they stand, and leaves them as they are.

    Beside the rows it is asked about stand those of others, where the other seat may be to act: so
    who only has a method of this name is not asked by it.
    """

    @abc.abstractmethod
    def act_in_place(
        self,
        visible: Games,
        masks: np.ndarray,
        rows: np.ndarray,
        random_bits: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return a legal word for each of `rows` of the records and masks, int64 (n,)."""


class AgentError(Exception):
    """An agent's answer is no answer: wrong shape, or not whole numbers."""


def validate_actions(actions: object, count: int) -> np.ndarray:
    """Return an agent's answer as int64 (count,); AgentError where it is none."""
    answer = np.asarray(actions)
    if answer.shape != (count,):
        raise AgentError(f"act() returned shape {answer.shape}, not ({count},)")
    if answer.dtype.kind not in "iu":
        raise AgentError(f"act() returned {answer.dtype}, not whole numbers")
    return answer.astype(np.int64)


def query_agent(
    agent: Agent, env: BatchEnv, rows: np.ndarray, random_bits: np.ndarray | None = None
) -> np.ndarray:
    """Return an agent's words for some of the games of a batch, given the inputs it needs.

    `random_bits` uint64 (n,), a number a row, are for agents that have `takes_random_bits`: they
    draw none of their own then, so that what they say in a game does not depend on others beside
    it. Those that are `is_stateless` may then be asked by several threads at once.
    """
    takes_random_bits = getattr(agent, "takes_random_bits", False)
    if isinstance(agent, InPlaceAgent) and env.keeps_visible:
        return agent.act_in_place(
            env.out.visible, env.out.mask, rows, random_bits if takes_random_bits else None
        )
    observations = visible = None
    if Needs.OBSERVATIONS in agent.needs:
        observations = env.floats(rows)
    if Needs.SEEN in agent.needs:
        visible = env.visible(rows)
    inputs = observations, env.out.mask[rows], visible, env.out.seat[rows]
    if random_bits is not None and takes_random_bits:
        return agent.act(*inputs, random_bits=random_bits)  # type: ignore[call-arg]
    return agent.act(*inputs)


def random_bits_at(streams: np.ndarray, index: np.ndarray) -> np.ndarray:
    """Return random bits for each row, uint64 (n,): number `index` of its stream, uint64 (n,).

    SplitMix64 at any place of its course.
    """
    with np.errstate(over="ignore"):
        mixed = streams + (index.astype(np.uint64) + np.uint64(1)) * WEYL_INCREMENT
        mixed = (mixed ^ (mixed >> np.uint64(30))) * MIX_FACTORS[0]
        mixed = (mixed ^ (mixed >> np.uint64(27))) * MIX_FACTORS[1]
        return mixed ^ (mixed >> np.uint64(31))


def next_random_bits(random_bits: np.ndarray) -> np.ndarray:
    """Return the random bits that `random_bits_at` deals after others, uint64 (n,), of a stream.

    SplitMix64's mix is undone, a step taken, and mixed again: who is dealt random bits knows by
    them at which of its games it was asked before, and nothing else.
    """
    with np.errstate(over="ignore"):
        mixed = random_bits ^ (random_bits >> np.uint64(31)) ^ (random_bits >> np.uint64(62))
        mixed = mixed * UNMIX_FACTORS[1]
        mixed = (mixed ^ (mixed >> np.uint64(27)) ^ (mixed >> np.uint64(54))) * UNMIX_FACTORS[0]
        mixed = mixed ^ (mixed >> np.uint64(30)) ^ (mixed >> np.uint64(60))
    return random_bits_at(mixed, np.zeros(len(random_bits), np.uint64))


def unit_uniforms(random_bits: np.ndarray) -> np.ndarray:
    """Return random bits as float64 (n,) in 0 to 1, 1 excluded."""
    return (random_bits >> np.uint64(11)).astype(np.float64) * 2.0**-53


class AgentOpponent:
    """An agent as the opponent of `SeatEnv`, `SeatVecEnv` and their adapters."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.compact = Needs.OBSERVATIONS not in agent.needs

    def __call__(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        visible: Games,
        rows: np.ndarray,
        seats: np.ndarray,
    ) -> np.ndarray:
        """Return the agent's words."""
        records = select_games(visible, rows) if Needs.SEEN in self.agent.needs else None
        return self.agent.act(None if self.compact else observations, masks, records, seats)

    def fresh(self, seed: int) -> AgentOpponent:
        """Return a copy that begins anew, for clones that are to know no more than a seat does."""
        agent = copy.deepcopy(self.agent)
        agent.reset(seed)
        return AgentOpponent(agent)
