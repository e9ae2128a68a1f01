"""Compare arms: which way to play does better against the same opponents on the same seeds.

The first arm is the baseline. It is played once more under another name, as an A/A test: its
interval shows the noise. Interim analyses after a fixed number of blocks use intervals valid at any
time; otherwise there is one analysis at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.arena.statistics.differences import (
    EQUIVALENCE_MARGIN,
    ArmVerdict,
    Difference,
    Strata,
    arm_verdict,
    paired_differences,
    stratified_difference,
)
from spacecombat_agents.arena.statistics.intervals import Interval
from spacecombat_agents.arena.statistics.power import minimum_detectable_effect
from spacecombat_agents.arena.statistics.sequential import anytime_interval
from spacecombat_agents.studies.blocks import ArmScores, BlockPlayer, Cell, concatenate_scores

__all__ = ["ArmResult", "Comparison", "ComparisonRules", "as_json", "compare"]

SPAN = (-1.0, 1.0)
"""Range of differences of scores."""
BASELINE = 0

OnInterimAnalysis = Callable[[int, bool], None]
"""Called with the blocks played so far, and whether all is decided."""


class ComparisonRules(NamedTuple):
    """Rules of a comparison, fixed before anything is played."""

    pairs: int = 400
    """Maximum of blocks in each cell; the exact number without interim analyses."""
    look: int = 50
    """Blocks between two interim analyses; 0: one analysis at the end."""
    level: float = 0.95
    matters: float = EQUIVALENCE_MARGIN
    """Margin of equivalence."""


class ArmResult(NamedTuple):
    """Result of an arm against the baseline, over all cells."""

    name: str
    score: float
    difference: Difference
    """For one analysis; its `simultaneous` interval holds for all arms at once."""
    anytime: Interval
    """For all arms at once, at every interim analysis."""
    verdict: ArmVerdict
    by_scenario: Strata | None
    by_opponent: Strata | None
    by_seat: tuple[Interval, Interval]
    """Intervals of the difference in the first and in the second seat, each at `level`."""
    margin: float
    """Difference of final margins: explored, not tested."""

    def interval(self, rules: ComparisonRules) -> Interval:
        """Return the interval behind the verdict."""
        return self.anytime if rules.look else self.difference.simultaneous


class Comparison(NamedTuple):
    """The result of a comparison."""

    rules: ComparisonRules
    arms: tuple[ArmResult, ...]
    """All arms except the baseline."""
    aa_test: ArmResult
    """The baseline under another name."""
    baseline: str
    baseline_score: float
    cells: tuple[Cell, ...]
    pairs: int
    """Blocks of each cell that every arm has played."""
    decided: bool
    deviation: float
    """The largest standard deviation of an arm's difference from the baseline in a block."""
    detectable_effect: float
    """The smallest difference that this number of blocks shows with 80 % power."""
    failures: int
    interrupted: bool = False
    """Whether it was stopped: then this is the result of the last interim analysis."""


def compare(
    player: BlockPlayer,
    names: Sequence[str],
    cells: Sequence[Cell],
    rules: ComparisonRules,
    on_interim_analysis: OnInterimAnalysis | None = None,
) -> Comparison:
    """Play blocks until every arm is decided, or all are played; `names[0]` is the baseline.

    The A/A arm has number len(names) for the player. After an interruption it returns the result of
    the last interim analysis; without one it raises KeyboardInterrupt.
    """
    step = rules.look or rules.pairs
    played: dict[tuple[Cell, int], list[ArmScores]] = {}
    done, result = 0, None
    while result is None or not (result.decided or done >= rules.pairs):
        end = min(done + step, rules.pairs)
        try:
            for cell in cells:
                for arm in range(len(names) + 1):
                    played.setdefault((cell, arm), []).append(player(cell, arm, done, end))
        except KeyboardInterrupt:
            if result is None:
                raise
            return result._replace(interrupted=True)
        done = end
        scores = {key: concatenate_scores(parts) for key, parts in played.items()}
        result = analyse_blocks(scores, names, tuple(cells), rules)
        if on_interim_analysis is not None:
            on_interim_analysis(done, result.decided)
    return result


def analyse_blocks(
    played: dict[tuple[Cell, int], ArmScores],
    names: Sequence[str],
    cells: tuple[Cell, ...],
    rules: ComparisonRules,
) -> Comparison:
    """Analyse played blocks; every cell and arm has the same number."""
    count = len(names)
    per_cell = np.array([[played[cell, arm].mean for cell in cells] for arm in range(count + 1)])
    scores = per_cell.mean(axis=1)
    grain = 0.5 / len(cells)
    found_differences = paired_differences(
        scores[:count], level=rules.level, grain=grain, matters=rules.matters
    )
    aa_test = paired_differences(scores[[BASELINE, count]], level=rules.level, grain=grain)[0]
    stricter = 1.0 - (1.0 - rules.level) / max(count - 1, 1)

    def arm(number: int, found: Difference, level: float) -> ArmResult:
        anytime = anytime_interval(scores[number] - scores[BASELINE], level, SPAN)
        decisive_interval = anytime if rules.look else found.simultaneous
        margins = [np.mean(played[c, number].margin - played[c, BASELINE].margin) for c in cells]
        name = names[number] if number < count else f"{names[BASELINE]} again"
        return ArmResult(
            name,
            float(scores[number].mean()),
            found,
            anytime,
            arm_verdict(decisive_interval, rules.matters),
            _stratify(per_cell, number, [cell.scenario for cell in cells], rules),
            _stratify(per_cell, number, [cell.opponent for cell in cells], rules),
            _by_seat(played, number, cells, rules),
            float(np.mean(margins)),
        )

    arms = tuple(arm(n, found, stricter) for n, found in enumerate(found_differences, start=1))
    deviation = float(np.std(scores[1:count] - scores[BASELINE], ddof=1, axis=1).max())
    pairs = scores.shape[1]
    return Comparison(
        rules=rules,
        arms=arms,
        aa_test=arm(count, aa_test, rules.level),
        baseline=names[BASELINE],
        baseline_score=float(scores[BASELINE].mean()),
        cells=cells,
        pairs=pairs,
        decided=all(each.verdict is not ArmVerdict.UNDECIDED for each in arms),
        deviation=deviation,
        detectable_effect=minimum_detectable_effect(pairs, deviation, level=rules.level)
        if deviation > 0.0
        else 0.0,
        failures=sum(each.failures for each in played.values()),
    )


def _by_seat(
    played: dict[tuple[Cell, int], ArmScores],
    arm: int,
    cells: tuple[Cell, ...],
    rules: ComparisonRules,
) -> tuple[Interval, Interval]:
    """Return intervals of an arm's difference in each seat, valid as often as one looks."""
    intervals = []
    for seat in ("first", "second"):
        scores = [
            np.mean([getattr(played[cell, number], seat) for cell in cells], axis=0)
            for number in (arm, BASELINE)
        ]
        if rules.look:
            intervals.append(anytime_interval(scores[0] - scores[1], rules.level, SPAN))
        else:
            grain = 1.0 / len(cells)
            found = paired_differences(np.stack(scores[::-1]), level=rules.level, grain=grain)
            intervals.append(found[0].interval)
    return intervals[0], intervals[1]


def _stratify(
    per_cell: np.ndarray, arm: int, part: list[int], rules: ComparisonRules
) -> Strata | None:
    """Return an arm's difference in each part of the cells; None if there is only one."""
    if len(set(part)) < 2:
        return None
    blocks = per_cell.shape[2]
    numbers = np.repeat(part, blocks)
    arm_blocks, baseline_blocks = per_cell[arm].ravel(), per_cell[BASELINE].ravel()
    return stratified_difference(
        arm_blocks, baseline_blocks, numbers, level=rules.level, matters=rules.matters
    )


def as_json(
    found: Comparison, scenarios: Sequence[str], opponents: Sequence[str]
) -> dict[str, Any]:
    """Return every number of a comparison as plain dicts and lists."""
    return {
        "baseline": {"name": found.baseline, "score": found.baseline_score},
        "arms": [_arm_json(arm, found.rules, scenarios, opponents) for arm in found.arms],
        "null": _arm_json(found.aa_test, found.rules, scenarios, opponents),
        "scenarios": list(scenarios),
        "against": list(opponents),
        "pairs": found.pairs,
        "cells": len(found.cells),
        "games": 2 * found.pairs * len(found.cells) * (len(found.arms) + 2),
        "decided": found.decided,
        "deviation": found.deviation,
        "visible": found.detectable_effect,
        "failures": found.failures,
        "interrupted": found.interrupted,
        "rules": found.rules._asdict(),
    }


def _arm_json(
    arm: ArmResult, rules: ComparisonRules, scenarios: Sequence[str], opponents: Sequence[str]
) -> dict[str, Any]:
    """Return an arm's numbers."""
    return {
        "name": arm.name,
        "score": arm.score,
        "difference": arm.difference.difference,
        "interval": list(arm.interval(rules)),
        "one_look": list(arm.difference.simultaneous),
        "anytime": list(arm.anytime),
        "verdict": arm.verdict.value,
        "variance_ratio": arm.difference.variance_ratio,
        "margin": arm.margin,
        "by_seat": [list(interval) for interval in arm.by_seat],
        "by_scenario": _strata_json(arm.by_scenario, scenarios),
        "by_opponent": _strata_json(arm.by_opponent, opponents),
    }


def _strata_json(parts: Strata | None, names: Sequence[str]) -> dict[str, Any] | None:
    """Return the parts of a difference."""
    if parts is None:
        return None
    rows = {
        names[number]: {
            "difference": found.difference,
            "interval": list(found.simultaneous),
            "verdict": found.verdict.value,
        }
        for number, found in parts.parts.items()
    }
    return {"parts": rows, "p_all_equal": parts.p, "general": bool(parts.general)}
