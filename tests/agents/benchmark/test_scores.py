"""Means over seeds and ratings from counts of pairs."""

from __future__ import annotations

import numpy as np
import pytest

from spacecombat_agents.benchmark.scores import (
    elo_ratings,
    score,
    summary_of_counts,
    summary_of_values,
)

WON, LOST, EVEN = np.zeros((3, 3, 3), int)
WON[2, 2], LOST[0, 0], EVEN[2, 0] = 100, 100, 100


def test_a_score_counts_both_games() -> None:
    assert [score(each) for each in (WON, LOST, EVEN)] == [1.0, 0.0, 0.5]
    assert score([[0, 0, 0], [0, 0, 1], [0, 0, 0]]) == 0.75  # a draw and a win


def test_the_mean_leaves_out_the_best_and_the_worst_seed() -> None:
    found = summary_of_counts([[WON], [LOST], [EVEN], [EVEN], [EVEN]])
    assert found.mean == 0.5 and found.worst == 0.0
    assert found.low < 0.5 < found.high
    exact = summary_of_values([0.1, 0.2, 0.3, 0.4, 9.0])
    assert exact.mean == pytest.approx(0.3) and exact.worst == 9.0


def test_ratings_follow_the_results_in_either_order() -> None:
    table = np.array([[10, 5, 20], [5, 5, 10], [40, 10, 95]])
    one = elo_ratings(["random", "a"], {("a", "random"): table})
    other = elo_ratings(["random", "a"], {("random", "a"): table[::-1, ::-1].T})
    assert one["a"] == other["a"] and one["a"][0] > 0 == one["random"][0]
