"""Comparing arms: which way to play does better against the same opponents on the same luck.

The first arm is the baseline. It is played once more under another name, the null arm: what its
interval shows is noise, whatever else is found. Looked at every so many blocks with intervals that
may be looked at any time, or once at the end.
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

SPAN = (-1.0, 1.0)
"""Differences of scores lie within."""
BASELINE = 0
MIN_BLOCKS = 2
"""Blocks that an interval needs."""

OnInterimAnalysis = Callable[[int, bool], None]
"""Told the blocks played so far, and whether all is decided."""


class ComparisonRules(NamedTuple):
    """What is asked of a comparison before anything is played."""

    pairs: int = 400
    """Blocks of each cell at most; all of them where it is looked at once."""
    look: int = 50
    """Blocks between two looks; 0: once, at the end."""
    level: float = 0.95
    matters: float = EQUIVALENCE_MARGIN
    """Differences within it do not matter."""


class ArmResult(NamedTuple):
    """What is known of an arm against the baseline, over all cells."""

    name: str
    score: float
    difference: Difference
    """At one look; its `concatenate_scores` is for all arms at once."""
    anytime: Interval
    """For all arms at once, at every look."""
    verdict: ArmVerdict
    by_scenario: Strata | None
    by_opponent: Strata | None
    margin: float
    """Points more at the end of a game: explored, not tested."""

    def interval(self, rules: ComparisonRules) -> Interval:
        """Return the interval that the verdict was read off."""
        return self.anytime if rules.look else self.difference.simultaneous


class Comparison(NamedTuple):
    """The result of a comparison."""

    rules: ComparisonRules
    arms: tuple[ArmResult, ...]
    """All arms but the baseline."""
    aa_test: ArmResult
    """The baseline under another name."""
    baseline: str
    baseline_score: float
    cells: tuple[Cell, ...]
    pairs: int
    """Blocks of each cell that every arm has played."""
    decided: bool
    deviation: float
    """Of the arms' differences from the baseline in a block, the largest."""
    detectable_effect: float
    """The smallest difference that so many blocks show with a chance of 4 in 5."""
    failures: int
    interrupted: bool = False
    """Somebody stopped it: this is what the last look saw."""


def compare(
    player: BlockPlayer,
    names: Sequence[str],
    cells: Sequence[Cell],
    rules: ComparisonRules,
    on_interim_analysis: OnInterimAnalysis | None = None,
) -> Comparison:
    """Play blocks until every arm is decided, or all are played; `names[0]` is the baseline.

    The null arm is arm len(names) to the player. Interrupted, it returns what the last look saw;
    KeyboardInterrupt where there was none.
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
    """Return what blocks that are played say; every cell and arm has as many."""
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
        name = names[number] if number < count else f"{names[BASELINE]} once more"
        return ArmResult(
            name,
            float(scores[number].mean()),
            found,
            anytime,
            arm_verdict(decisive_interval, rules.matters),
            _stratify(per_cell, number, [cell.scenario for cell in cells], rules),
            _stratify(per_cell, number, [cell.opponent for cell in cells], rules),
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


def _stratify(
    per_cell: np.ndarray, arm: int, part: list[int], rules: ComparisonRules
) -> Strata | None:
    """Return an arm's difference in each part of the cells; None where there is only one."""
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
