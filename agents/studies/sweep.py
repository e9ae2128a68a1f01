"""One parameter varied: the response curve with a band that holds all of it, and the best set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.arena.differences import Difference, best_set, differences
from spacecombat_agents.arena.statistics import Interval
from spacecombat_agents.studies.arms import Family
from spacecombat_agents.studies.blocks import Cell, Player, together

CHUNK = 50
"""Pairs at a time: between two of them the bar moves on."""
EVEN = 0.5


class Swept(NamedTuple):
    """The response to one parameter."""

    parameter: str
    values: tuple[int, ...]
    names: tuple[str, ...]
    usual: str
    is_switch: bool
    scores: tuple[float, ...]
    band: tuple[Interval, ...]
    """All scores lie in these at once."""
    differences: tuple[Difference, ...]
    """Of each value from the doctrine's own."""
    best: tuple[int, ...]
    """Values that no other is surely better than."""
    null: Difference
    pairs: int
    cells: int
    failures: int

    def tell(self, value: int) -> str:
        """Return a value as it is written: a switch is off or on."""
        return ("off", "on")[value] if self.is_switch else str(value)


def arms_of(family: Family) -> list[str]:
    """Return the arms of a sweep: the usual one first, once more as its last."""
    return [family.usual, *family.names, family.usual]


def sweep(
    player: Player,
    family: Family,
    cells: Sequence[Cell],
    pairs: int,
    *,
    level: float = 0.95,
    progress: Callable[[int], None] | None = None,
) -> Swept:
    """Play all values on the same blocks; the arms of `player` are `arms_of(family)`."""
    count = len(family.values) + 2
    blocks, failures = np.zeros((count, pairs)), 0
    for begin in range(0, pairs, CHUNK):
        end = min(begin + CHUNK, pairs)
        for arm in range(count):
            parts = [player(cell, arm, begin, end) for cell in cells]
            blocks[arm, begin:end] = np.mean([part.mean for part in parts], axis=0)
            failures += together(parts).failures
        if progress is not None:
            progress(end)
    grain = 0.5 / len(cells)
    usual, values, null = blocks[:1], blocks[1:-1], blocks[[0, -1]]
    even = np.full((1, pairs), EVEN)
    curve = differences(np.concatenate([even, values]), level=level, grain=grain)
    return Swept(
        family.parameter,
        family.values,
        family.names,
        family.usual,
        family.is_switch,
        tuple(float(row.mean()) for row in values),
        tuple(Interval(EVEN + each.together.low, EVEN + each.together.high) for each in curve),
        tuple(differences(np.concatenate([usual, values]), level=level, grain=grain)),
        tuple(family.values[arm] for arm in best_set(values, level=level, grain=grain)),
        differences(null, level=level, grain=grain)[0],
        pairs,
        len(cells),
        failures,
    )


def as_json(found: Swept) -> dict[str, Any]:
    """Return every number of a sweep."""
    rows = zip(found.values, found.names, found.scores, found.band, found.differences, strict=True)
    return {
        "parameter": found.parameter,
        "usual": found.usual,
        "values": [
            {
                "value": value,
                "name": name,
                "score": score,
                "band": list(band),
                "difference": difference.difference,
                "interval": list(difference.together),
                "verdict": difference.verdict.value,
            }
            for value, name, score, band, difference in rows
        ],
        "best": list(found.best),
        "null": {
            "difference": found.null.difference,
            "interval": list(found.null.interval),
        },
        "pairs": found.pairs,
        "cells": found.cells,
        "games": 2 * found.pairs * found.cells * (len(found.values) + 2),
        "failures": found.failures,
    }
