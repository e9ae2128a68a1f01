"""Arms on the same blocks: closed forms, verdicts, coverage of equal arms, planted effects."""

from __future__ import annotations

import numpy as np
import pytest
from kit.synthetic import pair_scores
from scipy import stats

from spacecombat_agents.arena.statistics.differences import (
    ArmVerdict,
    best_set,
    paired_difference,
    paired_differences,
    stratified_difference,
)


def test_without_a_grain_it_is_students_interval() -> None:
    rng = np.random.default_rng(1)
    arm, baseline = rng.normal(size=(2, 30))
    found = paired_difference(arm, baseline, grain=0.0)
    known = stats.ttest_rel(arm, baseline).confidence_interval()
    assert found.interval == pytest.approx((known.low, known.high))
    assert found.interval == found.simultaneous
    assert found.difference == pytest.approx((arm - baseline).mean())


def test_equal_blocks_leave_about_three_in_n() -> None:
    """Where 100 blocks show no difference, the rule of three says so of 3 % of games or fewer."""
    scores = np.random.default_rng(2).integers(3, size=100) / 2.0
    found = paired_difference(scores, scores)
    assert found.difference == 0.0
    assert found.interval == pytest.approx((-0.0139, 0.0139), abs=1e-3)
    assert found.verdict is ArmVerdict.EQUIVALENT
    assert found.variance_ratio == 0.0


def test_verdicts() -> None:
    rng = np.random.default_rng(3)
    player_seeds = rng.random(400)
    base = (player_seeds < 0.5).astype(float)
    better, worse = (player_seeds < 0.6).astype(float), (player_seeds < 0.4).astype(float)
    found = paired_differences(np.stack([base, better, worse, base]))
    verdicts = [each.verdict for each in found]
    assert verdicts == [ArmVerdict.BETTER, ArmVerdict.WORSE, ArmVerdict.EQUIVALENT]
    assert paired_difference(better[:20], base[:20]).verdict is ArmVerdict.UNDECIDED
    assert found[0].blocks == 400


def test_the_baseline_is_any_arm_and_signs_turn() -> None:
    scores = np.random.default_rng(4).random((2, 50))
    up, down = paired_differences(scores, baseline=0)[0], paired_differences(scores, baseline=1)[0]
    assert up.difference == pytest.approx(-down.difference)
    assert up.interval.low == pytest.approx(-down.interval.high)


def test_the_same_randomness_narrows_the_interval() -> None:
    rng = np.random.default_rng(5)
    player_seeds = rng.random((2, 300))
    arm = (player_seeds[0] < 0.55).astype(float)
    same, other = (player_seeds[0] < 0.5).astype(float), (player_seeds[1] < 0.5).astype(float)
    paired, alone = paired_difference(arm, same), paired_difference(arm, other)
    assert paired.variance_ratio < 0.2 < alone.variance_ratio
    assert paired.interval.high - paired.interval.low < alone.interval.high - alone.interval.low


def test_intervals_of_many_arms_together_are_dunnetts() -> None:
    """Four independent arms against one baseline, correlation 1/2: 2.44 for many blocks (two-sided
    5 %, Dunnett's table)."""
    scores = np.random.default_rng(6).normal(size=(5, 4000))
    found = paired_differences(scores, grain=0.0)[0]
    reach = (found.simultaneous.high - found.simultaneous.low) / (
        found.interval.high - found.interval.low
    )
    assert reach * 1.96 == pytest.approx(2.44, abs=0.03)


def test_the_best_set_holds_the_equals_of_the_best() -> None:
    rng = np.random.default_rng(7)
    player_seeds = rng.random(600)
    arms = [0.5, 0.6, 0.6, 0.3]
    scores = np.stack([(player_seeds < chance).astype(float) for chance in arms])
    assert best_set(scores) == [1, 2]
    assert best_set(scores[:1]) == [0]


def test_what_holds_in_one_scenario_alone_is_not_general() -> None:
    """60 % in the first scenario, 45 % in the second, against 50 %."""
    player_seeds = np.random.default_rng(8).random(800)
    part = np.repeat([0, 1], [600, 200])
    base = (player_seeds < 0.5).astype(float)
    arm = (player_seeds < np.array([0.6, 0.35])[part]).astype(float)
    found = stratified_difference(arm, base, part)
    assert not found.general and found.p < 0.001
    assert [each.verdict for each in found.parts.values()] == [ArmVerdict.BETTER, ArmVerdict.WORSE]
    same = stratified_difference((player_seeds < 0.6).astype(float), base, part)
    assert same.general and same.p > 0.01


def test_parts_fit_each_other_as_cochran_says() -> None:
    """By hand: means 1 and 3, each of variance 1: Q = 2, one degree of freedom."""
    base = np.zeros(4)
    found = stratified_difference(
        np.array([0.0, 2.0, 2.0, 4.0]), base, np.array([0, 0, 1, 1]), grain=0.0
    )
    assert found.p == pytest.approx(stats.chi2.sf(2.0, 1))


def test_one_arm_or_one_block_is_refused() -> None:
    for shape in ((1, 9), (2, 1)):
        with pytest.raises(ValueError, match="two arms and two blocks"):
            paired_differences(np.zeros(shape))


@pytest.mark.slow
@pytest.mark.parametrize(("blocks", "together"), [(40, 0.0), (200, 0.5), (200, 0.9)])
def test_intervals_of_equal_arms_cover(blocks: int, together: float) -> None:
    """1,000 studies of an arm under two names, games of which share more or less of their randomness."""
    rng = np.random.default_rng([21, blocks, int(10 * together)])
    held = 0
    for _ in range(1000):
        common = rng.random(blocks) < together
        one = np.mean(pair_scores(rng, np.full(blocks, 0.4), 0.3, shared=0.2), axis=0)
        two = np.mean(pair_scores(rng, np.full(blocks, 0.4), 0.3, shared=0.2), axis=0)
        low, high = paired_difference(np.where(common, one, two), one).interval
        held += low <= 0.0 <= high
    print(f"held {held / 1000:.3f}")
    assert 930 <= held <= 970


@pytest.mark.slow
def test_intervals_together_cover_all_arms() -> None:
    """500 studies of five equal arms: 95 % of them hold all four differences."""
    rng = np.random.default_rng(22)
    held = 0
    for _ in range(500):
        player_seeds = rng.random((1, 150)) * 0.5 + rng.random((5, 150)) * 0.5
        found = paired_differences((player_seeds < 0.5).astype(float), seed=1)
        held += all(each.simultaneous.low <= 0.0 <= each.simultaneous.high for each in found)
    print(f"held {held / 500:.3f}")
    assert 465 <= held <= 490
