"""The interface of all players: a batch of decisions in, one action each out."""

from __future__ import annotations

import abc
import enum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from spacecombat_env.core.ruleset import Games

if TYPE_CHECKING:
    from spacecombat_env.env.vector.batch import BatchEnv

__all__ = [
    "Agent",
    "AgentError",
    "InPlaceAgent",
    "MAX_ACTION_STREAK",
    "Needs",
    "game_uniforms",
    "next_random_bits",
    "query_agent",
    "query_with_random_bits",
    "random_bits_at",
    "unit_uniforms",
    "validate_actions",
]


MAX_ACTION_STREAK = 1000
"""A seat that takes this many actions in one turn, without a decision of the other, loses.

The rules bound a seat's actions in a turn, so only a bug in a rule set leads there.
"""
WEYL_INCREMENT = np.uint64(0x9E3779B97F4A7C15)
MIX_FACTORS = np.array([0xBF58476D1CE4E5B9, 0x94D049BB133111EB], np.uint64)
"""Factors of SplitMix64 (Steele, Lea and Flood 2014)."""
UNMIX_FACTORS = np.array([pow(int(factor), -1, 2**64) for factor in MIX_FACTORS], np.uint64)
"""The inverses of `MIX_FACTORS`, modulo 2**64."""
WEYL_INVERSE = np.uint64(pow(int(WEYL_INCREMENT), -1, 2**64))
COUNTER_BITS = 40
"""Lower bits of a stream's position, in which its decisions are counted."""


class Needs(enum.Flag):
    """The inputs that an agent reads; the others are not computed and are None."""

    MASKS = 0
    """Only the masks, which every agent gets."""
    OBSERVATIONS = enum.auto()
    """float32 observations, as the environments return them."""
    RECORDS = enum.auto()
    """Redacted records: the seat's information state, by name."""


@runtime_checkable
class Agent(Protocol):
    """A player of one rule set. Its methods take batches: one game is a batch of one."""

    name: str
    """Its name in results and replays."""
    needs: Needs
    """The inputs that `act` reads."""

    def reset(self, seed: int) -> None:
        """Start a new set of games; all of the agent's randomness follows from `seed`.

        It forgets earlier games. The seed is independent of the games' seeds.
        """

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        visible: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return one legal action for each row.

        `observations` float32 (n, O), `masks` int8 (n, A) with at least one 1 per row, `visible`
        the redacted records, `seats` int8 (n,) the seat of each row; returns int64 (n,). Rows are
        unrelated games in any order, and no row identifies its game.
        """
        ...


class InPlaceAgent(abc.ABC):
    """A built-in player that reads redacted records in place and does not change them.

    The batch also holds rows of other games, in which the other seat may be to act. So a
    third-party player with a method of this name is not called this way.
    """

    @abc.abstractmethod
    def act_in_place(
        self,
        visible: Games,
        masks: np.ndarray,
        rows: np.ndarray,
        random_bits: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return a legal action for each of `rows` of the records and masks, int64 (n,)."""


class AgentError(Exception):
    """An agent returned something invalid: a wrong shape or not integers."""


def validate_actions(actions: object, count: int) -> np.ndarray:
    """Return an agent's actions as int64 (count,); AgentError if they are invalid."""
    answer = np.asarray(actions)
    if answer.shape != (count,):
        raise AgentError(f"act() returned shape {answer.shape}, not ({count},)")
    if answer.dtype.kind not in "iu":
        raise AgentError(f"act() returned {answer.dtype}, not integers")
    return answer.astype(np.int64)


def query_agent(
    agent: Agent, env: BatchEnv, rows: np.ndarray, random_bits: np.ndarray | None = None
) -> np.ndarray:
    """Return an agent's actions for some games of a batch, with the inputs that it needs.

    `random_bits` uint64 (n,), a number per row, are for agents that have `takes_random_bits`. These
    then use no generator of their own, so their actions in a game do not depend on other games in
    the batch. Several threads may call agents that are also `is_stateless`.
    """
    takes_random_bits = getattr(agent, "takes_random_bits", False)
    if isinstance(agent, InPlaceAgent) and env.keeps_visible:
        return agent.act_in_place(
            env.out.visible, env.out.mask, rows, random_bits if takes_random_bits else None
        )
    observations = visible = None
    if Needs.OBSERVATIONS in agent.needs:
        observations = env.floats(rows)
    if Needs.RECORDS in agent.needs:
        visible = env.visible(rows)
    inputs = observations, env.out.mask[rows], visible, env.out.seat[rows]
    return query_with_random_bits(agent, inputs, random_bits)


def query_with_random_bits(
    agent: Agent,
    inputs: tuple[np.ndarray | None, np.ndarray, Games | None, np.ndarray | None],
    random_bits: np.ndarray | None,
) -> np.ndarray:
    """Return an agent's actions for the arguments of `act`, with random bits if it takes any."""
    if random_bits is not None and getattr(agent, "takes_random_bits", False):
        return agent.act(*inputs, random_bits=random_bits)  # type: ignore[call-arg]
    return agent.act(*inputs)


def random_bits_at(streams: np.ndarray, index: np.ndarray) -> np.ndarray:
    """Return random bits for each row, uint64 (n,): number `index` of its stream, uint64 (n,).

    Random access to SplitMix64.
    """
    with np.errstate(over="ignore"):
        mixed = streams + (index.astype(np.uint64) + np.uint64(1)) * WEYL_INCREMENT
        mixed = (mixed ^ (mixed >> np.uint64(30))) * MIX_FACTORS[0]
        mixed = (mixed ^ (mixed >> np.uint64(27))) * MIX_FACTORS[1]
        return mixed ^ (mixed >> np.uint64(31))


def next_random_bits(random_bits: np.ndarray) -> np.ndarray:
    """Return the random bits that follow others in their streams, uint64 (n,).

    An agent can thus recognise its previous decision in a game by the random bits, and learns
    nothing else from them.
    """
    return random_bits_at(_stream_states(random_bits), np.zeros(len(random_bits), np.uint64))


def game_uniforms(random_bits: np.ndarray) -> np.ndarray:
    """Return a number in [0, 1) for the game of each row, float64 (n,), from its random bits.

    It is the same for all decisions of a stream: the upper bits of the position in the sequence of
    all states, which only one in a billion games of 1,000 decisions changes.
    """
    with np.errstate(over="ignore"):
        positions = _stream_states(random_bits) * WEYL_INVERSE
    return (positions >> np.uint64(COUNTER_BITS)).astype(np.float64) * 2.0 ** (COUNTER_BITS - 64)


def _stream_states(random_bits: np.ndarray) -> np.ndarray:
    """Return the states from which random bits were mixed, uint64 (n,): the inverse of the mix."""
    with np.errstate(over="ignore"):
        mixed = random_bits ^ (random_bits >> np.uint64(31)) ^ (random_bits >> np.uint64(62))
        mixed = mixed * UNMIX_FACTORS[1]
        mixed = (mixed ^ (mixed >> np.uint64(27)) ^ (mixed >> np.uint64(54))) * UNMIX_FACTORS[0]
        return mixed ^ (mixed >> np.uint64(30)) ^ (mixed >> np.uint64(60))


def unit_uniforms(random_bits: np.ndarray) -> np.ndarray:
    """Return random bits as float64 (n,) in [0, 1)."""
    return (random_bits >> np.uint64(11)).astype(np.float64) * 2.0**-53
