"""Pairs that a question takes, against the printed tables and by simulation."""

from __future__ import annotations

import numpy as np
import pytest

from spacecombat_agents.arena.statistics.power import minimum_detectable_effect, pairs_needed, power


@pytest.mark.parametrize(("size", "pairs"), [(0.2, 199), (0.5, 34), (0.8, 15)])
def test_pairs_are_those_of_cohens_table(size: float, pairs: int) -> None:
    """Paired t test, two-sided 5 %, power 80 %: as G*Power prints them."""
    assert pairs_needed(size, 1.0).fixed == pairs


def test_looking_often_costs_more() -> None:
    plan = pairs_needed(0.05, 0.35)
    assert plan.fixed < plan.anytime < 3 * plan.fixed


def test_what_so_many_pairs_show_is_what_they_are_needed_for() -> None:
    effect = minimum_detectable_effect(400, 0.35)
    assert power(effect / 0.35, 400) == pytest.approx(0.8, abs=1e-9)
    assert pairs_needed(effect, 0.35).fixed in (400, 401)


def test_chance_of_showing_is_the_simulated_one() -> None:
    rng = np.random.default_rng(20)
    values = rng.normal(0.3, 1.0, (20_000, 40))
    t = values.mean(axis=1) / values.std(axis=1, ddof=1) * np.sqrt(40)
    assert np.mean(np.abs(t) > 2.022691) == pytest.approx(power(0.3, 40), abs=0.01)


def test_normal_and_students_chances_meet() -> None:
    assert power(0.1, 1000.0) == pytest.approx(power(0.1, 1000.5), abs=2e-3)


def test_large_effects_need_two_pairs_and_none_is_never_seen() -> None:
    assert pairs_needed(100.0, 0.1).fixed <= 3
    with pytest.raises(ValueError, match="no effect to detect"):
        pairs_needed(0.0, 1.0)
    with pytest.raises(ValueError, match="chance 0.01"):
        pairs_needed(0.1, 1.0, chance=0.01)
    with pytest.raises(ValueError, match="cannot show an effect"):
        minimum_detectable_effect(1, 1.0)
