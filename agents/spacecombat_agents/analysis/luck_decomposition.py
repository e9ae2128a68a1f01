"""Luck and decisions apart: why a seat's chances went up or down from turn to turn.

At the first order of a turn, with v what the net thinks the game is worth to the seat, as it knows
the game:

    decisions   what the seat's dearest orders cost against the net's (order_costs.py)
    luck        v at the next turn, less its mean where luck is drawn anew: the turn played by the
                net in both seats, in worlds dealt from what the seat knew, until the seat is asked
                in the next; and less the seat's own decisions. Dice and cards, what the enemy did
                otherwise than the net, and what came to light
    rest        that mean, less v before: where the net, asked at once, and the same net a turn
                later in worlds dealt anew, are not of one mind

The three add up to what v changed. After the last turn the game's result is v.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from spacecombat_agents.analysis.trajectory import Trajectory

HALF = 0.5
"""Of a worth from -1 to 1 in chances from 0 to 1."""


class MeanEstimate(NamedTuple):
    """A mean, and one standard error of it."""

    value: float
    error: float

    @classmethod
    def of(cls, values: np.ndarray) -> MeanEstimate:
        """Return that of values (n,), n at least 2."""
        return cls(float(values.mean()), float(values.std(ddof=1) / math.sqrt(len(values))))

    @classmethod
    def total(cls, parts: Sequence[MeanEstimate]) -> MeanEstimate:
        """Return the sum of means that have nothing to do with each other."""
        value = sum((part.value for part in parts), 0.0)
        return cls(value, math.hypot(*(part.error for part in parts)))


class TurnBreakdown(NamedTuple):
    """A turn of a game as a seat lived through it, or all of them, in chances."""

    turn: int
    before: float
    """Chance at its first order."""
    after: float
    """At the next turn's first, or the result."""
    decisions: MeanEstimate
    luck: MeanEstimate
    rest: float


def win_prob(worth: float) -> float:
    """Return a worth from -1 to 1 as a chance: a win counts 1, a draw 1/2."""
    return HALF * (1.0 + min(1.0, max(-1.0, worth)))


def win_probs(trajectory: Trajectory, values: np.ndarray) -> list[float]:
    """Return the chance at each order, and after the last the result, if there is one.

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
    chances: Sequence[float],
    redrawn: Sequence[np.ndarray],
    costs: Mapping[int, MeanEstimate],
) -> list[TurnBreakdown]:
    """Return each turn after which it is known how the seat stood.

    `redrawn[k]` float (worlds,): worth to the seat after turn k, where luck is drawn anew; `costs`
    of the orders that count as its decisions, by number.
    """
    begins = first_orders(trajectory)
    ends = [*begins[1:], len(trajectory.orders)]
    found = []
    for low, high, values in zip(begins, ends, redrawn, strict=False):
        if high >= len(chances):
            break
        turn_costs = [costs[n] for n in range(low, high) if n in costs]
        cost, mean = MeanEstimate.total(turn_costs), MeanEstimate.of(HALF * (1.0 + values))
        before, after = chances[low], chances[high]
        luck = MeanEstimate(after - mean.value + cost.value, math.hypot(mean.error, cost.error))
        decisions = MeanEstimate(0.0 - cost.value, cost.error)
        turn = trajectory.orders[low].turn
        found.append(TurnBreakdown(turn, before, after, decisions, luck, mean.value - before))
    return found


def total_breakdown(turns: Sequence[TurnBreakdown]) -> TurnBreakdown | None:
    """Return all turns added up; None where there is none."""
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
