"""Comparing arms: verdicts, the null arm, parts, stopping, and what the intervals are worth."""

from __future__ import annotations

import numpy as np
import pytest
from kit.studied import Luck

from spacecombat_agents.arena.statistics.differences import ArmVerdict
from spacecombat_agents.studies.blocks import ArmScores, Cell, StudyGames, StudyScenarios
from spacecombat_agents.studies.compare import Comparison, ComparisonRules, as_json, compare
from spacecombat_agents.studies.prose import comparison_sentences
from spacecombat_agents.studies.sample_size import plan_sample_size, wins_in_a_row

ONE = (Cell(0, 0),)
NAMES = ("base", "other")


def study(seed: int, base: float, other: float, rules: ComparisonRules, cells=ONE) -> Comparison:  # type: ignore[no-untyped-def]
    """Compare two made-up arms; the null arm is as strong as the baseline."""
    return compare(Luck(seed, (base, other, base)), NAMES, cells, rules)


def test_a_better_arm_is_found_and_play_stops() -> None:
    found = study(1, 0.4, 0.6, ComparisonRules(pairs=2000, look=50))
    assert found.arms[0].verdict is ArmVerdict.BETTER
    assert found.decided and found.pairs < 2000 and found.pairs % 50 == 0
    assert found.arms[0].interval(found.rules) == found.arms[0].anytime
    assert found.arms[0].anytime.low > 0.0
    assert found.aa_test.anytime.low < 0.0 < found.aa_test.anytime.high
    turned = study(1, 0.6, 0.4, ComparisonRules(pairs=2000, look=50))
    assert turned.arms[0].verdict is ArmVerdict.WORSE


def test_looked_at_once_all_pairs_are_played() -> None:
    found = study(2, 0.3, 0.6, ComparisonRules(pairs=120, look=0))
    assert found.pairs == 120 and found.arms[0].verdict is ArmVerdict.BETTER
    assert found.arms[0].interval(found.rules) == found.arms[0].difference.simultaneous


def test_the_null_arm_is_played_whatever_else_is() -> None:
    asked = []

    def player(cell: Cell, arm: int, begin: int, end: int) -> ArmScores:
        asked.append(arm)
        return Luck(3, (0.5, 0.5, 0.5))(cell, arm, begin, end)

    found = compare(player, NAMES, ONE, ComparisonRules(pairs=30, look=10))
    assert set(asked) == {0, 1, 2}
    assert found.aa_test.difference.difference != found.arms[0].difference.difference
    assert "base against itself" in " ".join(comparison_sentences(found))


def test_an_effect_that_turns_round_is_not_general() -> None:
    """Better in one scenario, worse in the other by half as much."""
    other = Luck(4, (0.5, 0.8, 0.5)), Luck(5, (0.5, 0.3, 0.5))

    def player(cell: Cell, arm: int, begin: int, end: int) -> ArmScores:
        return other[cell.scenario](cell, arm, begin, end)

    found = compare(player, NAMES, (Cell(0, 0), Cell(1, 0)), ComparisonRules(pairs=300, look=0))
    parts = found.arms[0].by_scenario
    assert parts is not None and found.arms[0].by_opponent is None
    assert [parts.parts[k].verdict for k in (0, 1)] == [ArmVerdict.BETTER, ArmVerdict.WORSE]
    assert not parts.general and parts.p < 1e-6
    assert "difference is reversed" in " ".join(comparison_sentences(found))


def test_numbers_are_json_and_the_same_again() -> None:
    import json

    rules = ComparisonRules(pairs=60, look=20)
    first, second = (as_json(study(6, 0.5, 0.55, rules), ["s"], ["o"]) for _ in range(2))
    assert json.dumps(first) == json.dumps(second)
    assert first["games"] == 2 * 60 * 3


def test_more_pairs_are_planned_for_less() -> None:
    five, two = plan_sample_size(5.0, pairs=400), plan_sample_size(2.0)
    assert five.one_look == 787 and five.anytime > five.one_look
    assert two.one_look == pytest.approx(6.25 * five.one_look, rel=0.01)
    assert five.shown == pytest.approx(7.0, abs=0.05)
    assert wins_in_a_row() == 6, "5-0 happens to a coin once in 16 on either side"


def test_real_games_follow_from_the_seed(setting) -> None:  # type: ignore[no-untyped-def]
    arms = ["scripted:captain", "scripted:aggressive", "scripted:captain"]
    places = StudyScenarios.of("auction", ["plain"])
    runs = [StudyGames(places, arms, ["random"], 7, threads=1) for _ in range(2)]
    cell = runs[0].cells[0]
    for arm in range(3):
        first, second = (run(cell, arm, 4, 12) for run in runs)
        assert np.array_equal(first.mean, second.mean)
        assert np.array_equal(first.margin, second.margin)
    assert runs[0](cell, 0, 0, 12).mean[4:].shape == (8,)


@pytest.mark.slow
def test_equal_arms_are_covered() -> None:
    """1,000 studies of equal arms through the study's own code: 93 to 97 % of intervals hold 0."""
    rules = ComparisonRules(pairs=60, look=0)
    held = 0
    for seed in range(1000):
        interval = study(100 + seed, 0.5, 0.5, rules).arms[0].difference.interval
        held += interval.low <= 0.0 <= interval.high
    assert 930 <= held <= 970


@pytest.mark.slow
def test_looking_every_ten_pairs_errs_in_one_of_twenty_at_most() -> None:
    """300 studies of equal arms, up to 200 pairs each: a verdict is an error."""
    rules = ComparisonRules(pairs=200, look=10, matters=0.0)
    wrong = sum(study(5000 + seed, 0.5, 0.5, rules).decided for seed in range(300))
    assert wrong <= 15


@pytest.mark.slow
def test_five_points_are_decided_within_twice_the_pairs_named() -> None:
    """At the deviation that the arms have: by the pairs named in most studies, by twice in all."""
    pilot = study(1, 0.5, 0.55, ComparisonRules(pairs=2000, look=0))
    plan = plan_sample_size(5.0, deviation=pilot.deviation)
    rules = ComparisonRules(pairs=2 * plan.anytime, look=100)
    found = [study(9000 + seed, 0.5, 0.55, rules) for seed in range(40)]
    assert [each.arms[0].verdict for each in found].count(ArmVerdict.BETTER) >= 38
    assert sum(each.pairs <= plan.anytime for each in found) >= 26
