"""The cross table, triples that go round, and the mixture nobody beats."""

from __future__ import annotations

import math

import numpy as np
import pytest
from kit.synthetic import pair_scores, round_robin

from spacecombat_agents.arena.ratings.cycles import (
    cross_table,
    cycles,
    nash_average,
    nash_mixture,
    transitivity,
)
from spacecombat_agents.arena.ratings.elo_ratings import rate
from spacecombat_agents.arena.ratings.pair_results import PairResults, count_pair_results

STONE = np.array([[0.5, 0.2, 0.8], [0.8, 0.5, 0.2], [0.2, 0.8, 0.5]])
"""1 beats 0, 2 beats 1, 0 beats 2."""


def played(payoffs: np.ndarray, pairs: int, seed: int = 1) -> PairResults:
    """A round robin in which rows score so against columns."""
    rng = np.random.default_rng(seed)
    a, b = (np.repeat(each, pairs) for each in np.triu_indices(len(payoffs), 1))
    lead = np.log(payoffs[a, b] / payoffs[b, a])
    first, second = pair_scores(rng, lead, draw=-np.inf)
    return count_pair_results(a, b, first, second)


def test_the_cross_table_is_the_one_of_two_sides() -> None:
    table = cross_table(played(STONE, 60))
    results = ~np.eye(3, dtype=bool)
    assert table.score[results] + table.score.T[results] == pytest.approx(1.0)
    assert table.low[results] == pytest.approx(1.0 - table.high.T[results])
    assert np.all(table.low[results] <= table.score[results]) and np.all(table.pairs[results] == 60)
    assert np.isnan(np.diag(table.score)).all()
    assert table.interval(1, 0).low > 0.5


def test_who_has_not_met_has_no_score() -> None:
    table = cross_table(
        count_pair_results(np.zeros(4), np.ones(4), np.ones(4), np.ones(4), players=3)
    )
    assert np.isnan(table.score[2]).all() and table.pairs[2].sum() == 0
    assert cycles(table) == []


def test_a_triple_that_goes_round_is_found_and_named_once() -> None:
    found = cycles(cross_table(played(STONE, 100)))
    assert [cycle.players for cycle in found] == [(0, 2, 1)]
    assert found[0].q < 0.001 and found[0].score > 0.7


def test_a_triple_is_as_sure_as_its_least_sure_third() -> None:
    nearly = STONE.copy()
    nearly[0, 2], nearly[2, 0] = 0.51, 0.49
    found = cycles(cross_table(played(nearly, 200, seed=2)))
    assert all(cycle.p > 0.01 for cycle in found)
    assert [cycle.players for cycle in found] == [(0, 2, 1)]


def test_a_line_goes_round_by_chance_alone() -> None:
    strengths = np.array([0.0, 100.0, 200.0, 300.0])
    tournament = round_robin(np.random.default_rng(2), strengths, 100)
    results = count_pair_results(*tournament[:4])
    assert all(cycle.q > 0.05 for cycle in cycles(cross_table(results)))
    assert transitivity(results, rate(results, resamples=10)).p > 0.01
    assert transitivity(results, rate(results, resamples=10)).dof == 6 - 3


def test_ratings_do_not_fit_what_goes_round() -> None:
    results = played(STONE, 100)
    fits = transitivity(results, rate(results, resamples=10))
    assert fits.dof == 1 and fits.p < 1e-6


def test_nash_of_stone_paper_scissors() -> None:
    assert nash_mixture(STONE) == pytest.approx(np.full(3, 1 / 3))


def test_nash_of_a_line_is_its_head() -> None:
    line = np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5]])
    assert nash_mixture(line).tolist() == [1.0, 0.0, 0.0]


def test_nash_has_the_closed_form_of_three() -> None:
    """Shares are as the gains of the other two (Kaplansky)."""
    x, y, z = 0.1, 0.2, 0.3
    gain = np.array([[0, x, -y], [-x, 0, z], [y, -z, 0]])
    assert nash_mixture(0.5 + gain) == pytest.approx(np.array([z, y, x]) / (x + y + z))


def test_the_average_shares_out_with_a_spread_and_copies_share_alike() -> None:
    """Paper twice: stone and scissors a third each, both papers a sixth."""
    twice = STONE[np.ix_([0, 1, 1, 2], [0, 1, 1, 2])]
    results = played(twice, 400)
    mixture = nash_average(results, rate(results, resamples=50), resamples=100)
    assert mixture.share.sum() == pytest.approx(1.0)
    assert mixture.share[[0, 3]] == pytest.approx([1 / 3, 1 / 3], abs=0.1)
    assert mixture.share[1] + mixture.share[2] == pytest.approx(1 / 3, abs=0.1)
    assert np.all(mixture.low <= mixture.share) and np.all(mixture.share <= mixture.high)
    assert mixture.rating == pytest.approx(0.5, abs=0.02)


def test_the_average_fills_in_who_has_not_met() -> None:
    a, b = np.repeat([0, 1], 50), np.repeat([1, 2], 50)
    rng = np.random.default_rng(3)
    results = count_pair_results(a, b, *pair_scores(rng, np.full(100, math.log(3.0))))
    mixture = nash_average(results, rate(results, resamples=50), resamples=30)
    assert mixture.share[0] > 0.9
    assert mixture.rating[2] < mixture.rating[1] < 0.5


@pytest.mark.slow
def test_a_line_is_seldom_said_to_go_round() -> None:
    """400 cups of five in a line: transitivity refused at 5 % in 2 to 8 %, cycles in 5 at most."""
    refused = round_trips = 0
    for number in range(400):
        rng = np.random.default_rng([23, number])
        tournament = round_robin(rng, rng.normal(0.0, 100.0, 5), 40, (0.2,), shared=0.3)
        results = count_pair_results(*tournament[:4], players=5)
        refused += transitivity(results, rate(results, resamples=2)).p < 0.05
        round_trips += any(cycle.q < 0.05 for cycle in cycles(cross_table(results)))
    print(f"refused {refused / 400:.3f}, cycles {round_trips / 400:.3f}")
    assert 8 <= refused <= 32
    assert round_trips <= 20
