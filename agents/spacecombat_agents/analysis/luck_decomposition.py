"""Split the changes of a seat's win probability into luck and decisions, turn by turn.

Let v be the net's value for the seat at the first order of a turn, from what the seat knows:

    decisions   minus the cost of the seat's most costly orders (order_costs.py)
    luck        v at the next turn, minus its mean over redrawn luck, minus the seat's decisions.
                For the mean, the net plays the turn in both seats, in worlds sampled from what the
                seat knew, until the seat's first order of the next turn. Luck thus includes dice,
                cards, the opponent's departures from the net, and revealed information
    rest        that mean, minus v before: the net's inconsistency between now and a turn later in
                new worlds

The three add up to the change of v. After the last turn, v is the game's result.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from spacecombat_agents.search.trajectory import Trajectory

__all__ = [
    "HALF",
    "MeanEstimate",
    "TurnBreakdown",
    "decompose_turns",
    "first_orders",
    "total_breakdown",
    "win_probs",
]

HALF = 0.5
"""Factor from values in -1 to 1 to probabilities in 0 to 1."""


class MeanEstimate(NamedTuple):
    """A mean and its standard error."""

    value: float
    error: float

    @classmethod
    def of(cls, values: np.ndarray) -> MeanEstimate:
        """Return the estimate from values (n,), n at least 2."""
        return cls(float(values.mean()), float(values.std(ddof=1) / math.sqrt(len(values))))

    @classmethod
    def total(cls, parts: Sequence[MeanEstimate]) -> MeanEstimate:
        """Return the sum of independent means."""
        value = sum((part.value for part in parts), 0.0)
        return cls(value, math.hypot(*(part.error for part in parts)))


class TurnBreakdown(NamedTuple):
    """A turn of a game for a seat, or all turns together, in probabilities."""

    turn: int
    before: float
    """Win probability at its first order."""
    after: float
    """Win probability at the next turn's first order, or the result."""
    decisions: MeanEstimate
    luck: MeanEstimate
    rest: float


def win_prob(worth: float) -> float:
    """Return a value from -1 to 1 as a win probability: a win counts 1, a draw 1/2."""
    return HALF * (1.0 + min(1.0, max(-1.0, worth)))


def win_probs(trajectory: Trajectory, values: np.ndarray) -> list[float]:
    """Return the win probability at each order, and after the last the result, if there is one.

    `values` (n,) are the net's, action by action.
    """
    found = [win_prob(float(values[order.first_action])) for order in trajectory.orders]
    return found if trajectory.result is None else [*found, win_prob(trajectory.result)]


def first_orders(trajectory: Trajectory) -> list[int]:
    """Return the numbers of the first orders of the turns."""
    turns = [order.turn for order in trajectory.orders]
    return [n for n, turn in enumerate(turns) if not n or turn != turns[n - 1]]


def decompose_turns(
    trajectory: Trajectory,
    win_probs: Sequence[float],
    redrawn: Sequence[np.ndarray],
    costs: Mapping[int, MeanEstimate],
) -> list[TurnBreakdown]:
    """Return each turn after which the seat's win probability is known.

    `redrawn[k]` float (worlds,): value for the seat after turn k with redrawn luck; `costs`, by
    number, are those of the orders that count as its decisions.
    """
    begins = first_orders(trajectory)
    ends = [*begins[1:], len(trajectory.orders)]
    found = []
    for low, high, values in zip(begins, ends, redrawn, strict=False):
        if high >= len(win_probs):
            break
        turn_costs = [costs[n] for n in range(low, high) if n in costs]
        cost, mean = MeanEstimate.total(turn_costs), MeanEstimate.of(HALF * (1.0 + values))
        before, after = win_probs[low], win_probs[high]
        by_luck = MeanEstimate(after - mean.value + cost.value, math.hypot(mean.error, cost.error))
        decisions = MeanEstimate(0.0 - cost.value, cost.error)
        turn = trajectory.orders[low].turn
        found.append(TurnBreakdown(turn, before, after, decisions, by_luck, mean.value - before))
    return found


def total_breakdown(turns: Sequence[TurnBreakdown]) -> TurnBreakdown | None:
    """Return the sum of all turns; None if there is none."""
    if not turns:
        return None
    return TurnBreakdown(
        0,
        turns[0].before,
        turns[-1].after,
        MeanEstimate.total([turn.decisions for turn in turns]),
        MeanEstimate.total([turn.luck for turn in turns]),
        sum(turn.rest for turn in turns),
    )
