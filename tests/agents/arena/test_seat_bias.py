"""What it is worth to sit first: verdicts, and how often they are wrong."""

from __future__ import annotations

import numpy as np
import pytest

from spacecombat_agents.arena.statistics.seat_bias import SeatVerdict, side_bias


def test_the_better_player_is_no_side() -> None:
    """A wins every game, so the first seat wins half of them."""
    found = side_bias(np.ones(200), np.ones(200))
    assert found.score == 0.5
    assert found.interval.low < 0.5 < found.interval.high
    assert found.pairs == 200


@pytest.mark.parametrize(
    ("first_wins", "verdict"),
    [(1.0, SeatVerdict.FIRST), (0.0, SeatVerdict.SECOND)],
)
def test_a_side_that_always_wins(first_wins: float, verdict: SeatVerdict) -> None:
    found = side_bias(np.full(20, first_wins), np.full(20, 1.0 - first_wins))
    assert (found.score, found.verdict) == (first_wins, verdict)


def test_few_pairs_decide_nothing_and_many_equal_ones_are_fair() -> None:
    rng = np.random.default_rng(1)
    games = rng.integers(2, size=(2, 20_000)).astype(float)
    assert side_bias(*games[:, :50]).verdict is SeatVerdict.UNDECIDED
    assert side_bias(*games).verdict is SeatVerdict.FAIR


def test_the_margin_is_the_readers() -> None:
    """A first seat that makes 52 % for sure is fair within three points, and not within one."""
    rng = np.random.default_rng(2)
    first = (rng.random(50_000) < 0.52).astype(float)
    second = (rng.random(50_000) < 0.48).astype(float)
    assert side_bias(first, second).verdict is SeatVerdict.FAIR
    assert side_bias(first, second, margin=0.01).verdict is SeatVerdict.FIRST


@pytest.mark.slow
def test_a_side_at_the_margin_is_seldom_called_fair() -> None:
    """1,000 matches in which sitting first makes 53 %: fair in 2.5 % at most, but for noise."""
    rng = np.random.default_rng(3)
    wrong = 0
    for _ in range(1000):
        first = (rng.random(3000) < 0.53).astype(float)
        second = (rng.random(3000) < 0.47).astype(float)
        wrong += side_bias(first, second).verdict is SeatVerdict.FAIR
    print(f"wrong {wrong / 1000:.3f}")
    assert wrong <= 25 + 10
