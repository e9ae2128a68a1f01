"""Luck and decisions apart: why a seat's chances went up or down from order to order.

At each order, with v what the net thinks the game is worth to the seat as it knows it:

    decision    what was said against the net's order, both played on (costs.py)
    luck        v when the seat was in fact asked again, less the mean of v when it is asked again
                in imagined worlds, after what was said: dice and cards, what the enemy did, and
                what came to light
    rest        what else v changed by: where the net at once and the net further on are not of
                one mind

The three add up to what v changed; after the last order the game's result is v.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from spacecombat_agents.analysis.life import Life

HALF = 0.5
"""Of a worth from -1 to 1 in chances from 0 to 1."""


class Mean(NamedTuple):
    """A mean, and one standard error of it."""

    value: float
    error: float

    @classmethod
    def of(cls, values: np.ndarray) -> Mean:
        """Return that of values (n,), n at least 2."""
        return cls(float(values.mean()), float(values.std(ddof=1) / math.sqrt(len(values))))

    @classmethod
    def total(cls, parts: Sequence[Mean]) -> Mean:
        """Return the sum of means that have nothing to do with each other."""
        return cls(sum(part.value for part in parts), math.hypot(*(part.error for part in parts)))


class Step(NamedTuple):
    """What changed from an order to the next, in chances."""

    decision: Mean
    luck: Mean
    rest: float


class Turn(NamedTuple):
    """A turn of a game as a seat lived through it, or all of it, in chances."""

    turn: int
    before: float
    """Chance at its first order."""
    after: float
    """At the next turn's first, or the result."""
    decision: Mean
    luck: Mean
    rest: float


def chance_of(worth: float) -> float:
    """Return a worth from -1 to 1 as a chance: a win counts 1, a draw 1/2."""
    return HALF * (1.0 + min(1.0, max(-1.0, worth)))


def stands(life: Life, values: np.ndarray) -> list[float]:
    """Return the chance at each order, and after the last the result, if there is one.

    `values` (n,) are the net's, word by word.
    """
    found = [chance_of(float(values[order.own])) for order in life.orders]
    return found if life.result is None else [*found, chance_of(life.result)]


def steps(
    chances: Sequence[float], looks: Sequence[np.ndarray], costs: Mapping[int, Mean]
) -> list[Step]:
    """Return what changed at each order that has a chance after it.

    `looks[k]` float (worlds,): worth in imagined worlds when the seat was asked again, after what
    was said in order k; `costs` of orders that were measured.
    """
    found = []
    for number, (before, after) in enumerate(zip(chances, chances[1:], strict=False)):
        expected = Mean.of(HALF * (1.0 + looks[number]))
        luck = Mean(after - expected.value, expected.error)
        cost = costs.get(number, Mean(0.0, 0.0))
        decision = Mean(0.0 - cost.value, cost.error)
        found.append(Step(decision, luck, after - before - decision.value - luck.value))
    return found


def by_turn(life: Life, chances: Sequence[float], changed: Sequence[Step]) -> list[Turn]:
    """Return the steps of each turn added up."""
    numbers = [order.turn for order in life.orders[: len(changed)]]
    begins = [n for n, turn in enumerate(numbers) if not n or turn != numbers[n - 1]]
    ends = [*begins[1:], len(numbers)]
    return [
        _together(numbers[low], chances[low], chances[high], changed[low:high])
        for low, high in zip(begins, ends, strict=False)
    ]


def whole(chances: Sequence[float], changed: Sequence[Step]) -> Turn | None:
    """Return all steps of a game added up; None where there is none."""
    return _together(0, chances[0], chances[len(changed)], changed) if changed else None


def _together(turn: int, before: float, after: float, changed: Sequence[Step]) -> Turn:
    """Add steps up."""
    return Turn(
        turn,
        before,
        after,
        Mean.total([step.decision for step in changed]),
        Mean.total([step.luck for step in changed]),
        sum(step.rest for step in changed),
    )
