"""Vary one parameter: the response curve with a simultaneous band, and the best set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.arena.statistics.differences import Difference, best_set, paired_differences
from spacecombat_agents.arena.statistics.intervals import Interval
from spacecombat_agents.studies.arms import ParameterFamily
from spacecombat_agents.studies.blocks import BlockPlayer, Cell, concatenate_scores

__all__ = ["SweepResult", "as_json", "sweep", "sweep_arms"]

CHUNK_PAIRS = 50
"""Pairs per batch, between updates of the progress bar."""
EVEN_SCORE = 0.5


class SweepResult(NamedTuple):
    """The response to one parameter."""

    parameter: str
    values: tuple[int, ...]
    names: tuple[str, ...]
    default: str
    is_switch: bool
    scores: tuple[float, ...]
    band: tuple[Interval, ...]
    """Simultaneous intervals of all scores."""
    differences: tuple[Difference, ...]
    """Difference of each value from the doctrine's own."""
    best: tuple[int, ...]
    """Values that no other value surely beats."""
    aa_test: Difference
    pairs: int
    cells: int
    failures: int

    def value_text(self, value: int) -> str:
        """Return a value as text: a switch is off or on."""
        return ("off", "on")[value] if self.is_switch else str(value)


def sweep_arms(family: ParameterFamily) -> list[str]:
    """Return the arms of a sweep: the default first, and again as the last."""
    return [family.default, *family.names, family.default]


def sweep(
    player: BlockPlayer,
    family: ParameterFamily,
    cells: Sequence[Cell],
    pairs: int,
    *,
    level: float = 0.95,
    progress: Callable[[int], None] | None = None,
) -> SweepResult:
    """Play all values on the same blocks; the arms of `player` are `sweep_arms(family)`."""
    count = len(family.values) + 2
    blocks, failures = np.zeros((count, pairs)), 0
    for begin in range(0, pairs, CHUNK_PAIRS):
        end = min(begin + CHUNK_PAIRS, pairs)
        for arm in range(count):
            parts = [player(cell, arm, begin, end) for cell in cells]
            blocks[arm, begin:end] = np.mean([part.mean for part in parts], axis=0)
            failures += concatenate_scores(parts).failures
        if progress is not None:
            progress(end)
    grain = 0.5 / len(cells)
    default, values, aa_test = blocks[:1], blocks[1:-1], blocks[[0, -1]]
    even_scores = np.full((1, pairs), EVEN_SCORE)
    curve = paired_differences(np.concatenate([even_scores, values]), level=level, grain=grain)
    return SweepResult(
        family.parameter,
        family.values,
        family.names,
        family.default,
        family.is_switch,
        tuple(float(row.mean()) for row in values),
        tuple(
            Interval(EVEN_SCORE + each.simultaneous.low, EVEN_SCORE + each.simultaneous.high)
            for each in curve
        ),
        tuple(paired_differences(np.concatenate([default, values]), level=level, grain=grain)),
        tuple(family.values[arm] for arm in best_set(values, level=level, grain=grain)),
        paired_differences(aa_test, level=level, grain=grain)[0],
        pairs,
        len(cells),
        failures,
    )


def as_json(found: SweepResult) -> dict[str, Any]:
    """Return every number of a sweep."""
    rows = zip(found.values, found.names, found.scores, found.band, found.differences, strict=True)
    return {
        "parameter": found.parameter,
        "usual": found.default,
        "values": [
            {
                "value": value,
                "name": name,
                "score": score,
                "band": list(band),
                "difference": difference.difference,
                "interval": list(difference.simultaneous),
                "verdict": difference.verdict.value,
            }
            for value, name, score, band, difference in rows
        ],
        "best": list(found.best),
        "null": {
            "difference": found.aa_test.difference,
            "interval": list(found.aa_test.interval),
        },
        "pairs": found.pairs,
        "cells": found.cells,
        "games": 2 * found.pairs * found.cells * (len(found.values) + 2),
        "failures": found.failures,
    }
