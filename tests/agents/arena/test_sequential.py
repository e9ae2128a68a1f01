"""Looking early: closed forms, fair bets counted out, corners of the test, errors by simulation."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from kit.synthetic import pair_scores
from scipy.optimize import minimize
from scipy.special import betaln

from spacecombat_agents.arena.ratings.pair_results import pentanomial_counts
from spacecombat_agents.arena.statistics.power import pairs_needed
from spacecombat_agents.arena.statistics.sequential import (
    NORMAL_ELO,
    PAIR_SCORES,
    Sprt,
    SprtDecision,
    anytime_counts,
    anytime_interval,
    log_wealth,
    sprt,
)

RICH = math.log(20.0)
"""Wealth at which 95 % are sure."""


@pytest.mark.parametrize(("wins", "losses", "mean"), [(3, 9, 0.4), (500, 300, 0.6), (0, 10, 0.2)])
def test_bets_on_yes_and_no_have_the_closed_form(wins: int, losses: int, mean: float) -> None:
    """Krichevsky and Trofimov: B(w + 1/2, l + 1/2) / B(1/2, 1/2) / (m^w (1 - m)^l)."""
    closed = betaln(wins + 0.5, losses + 0.5) - betaln(0.5, 0.5)
    closed -= wins * math.log(mean) + losses * math.log(1.0 - mean)
    wealth = log_wealth(mean, np.array([0.0, 1.0]), np.array([losses, wins]))
    assert wealth == pytest.approx(closed, abs=1e-9)


@pytest.mark.parametrize("chances", [[0.1, 0.2, 0.4, 0.2, 0.1], [0.0, 0.6, 0.0, 0.1, 0.3]])
def test_bets_are_fair(chances: list[float]) -> None:
    """The mean wealth over all courses of four pairs is 1: nobody gains against the true mean."""
    mean = float(np.array(chances) @ PAIR_SCORES)
    total = 0.0
    for course in itertools.product(range(5), repeat=4):
        wealth = math.exp(log_wealth(mean, PAIR_SCORES, np.bincount(course, minlength=5)))
        total += wealth * math.prod(chances[score] for score in course)
    assert total == pytest.approx(1.0, abs=1e-12)


def test_the_interval_ends_where_the_bets_have_won() -> None:
    scores = np.random.default_rng(1).choice(PAIR_SCORES, 300)
    counts = np.array([(scores == value).sum() for value in PAIR_SCORES])
    low, high = anytime_interval(scores)
    assert low < scores.mean() < high
    for end in (low, high):
        assert log_wealth(end, PAIR_SCORES, counts) == pytest.approx(RICH, abs=1e-4)
    inside = [log_wealth(mean, PAIR_SCORES, counts) < RICH for mean in np.linspace(0.01, 0.99, 99)]
    assert inside == [low < mean < high for mean in np.linspace(0.01, 0.99, 99)]


def test_the_interval_knows_no_order_and_scales_with_its_span() -> None:
    rng = np.random.default_rng(2)
    scores = rng.choice(PAIR_SCORES, 100)
    here = anytime_interval(scores)
    assert here == anytime_interval(rng.permutation(scores))
    wide = anytime_interval(2.0 * scores - 1.0, span=(-1.0, 1.0))
    assert wide == pytest.approx((2.0 * here.low - 1.0, 2.0 * here.high - 1.0), abs=1e-6)


@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
def test_the_interval_of_equal_scores_is_finite_and_shrinks(score: float) -> None:
    few, many = anytime_interval(np.full(10, score)), anytime_interval(np.full(1000, score))
    assert 0.0 <= few.low <= many.low <= score <= many.high <= few.high <= 1.0
    assert many.high - many.low < 0.05


def test_nothing_seen_is_nothing_known() -> None:
    assert anytime_interval(np.zeros(0)) == (0.0, 1.0)
    assert anytime_counts(PAIR_SCORES, np.zeros(5)) == (0.0, 1.0)


def test_scores_outside_are_refused() -> None:
    with pytest.raises(ValueError, match="is outside 0"):
        anytime_interval(np.array([0.5, 1.5]))


def likelihood(counts: np.ndarray, excess: float | None, mean: float) -> float:
    """The best log-likelihood under the hypothesis, by a generic optimiser."""
    shares = np.maximum(counts, 1e-3) / np.maximum(counts, 1e-3).sum()

    def gap(chances: np.ndarray) -> float:
        middle = float(chances @ PAIR_SCORES)
        if excess is None:
            return middle - mean
        return middle - 0.5 - excess * math.sqrt(float(chances @ (PAIR_SCORES - middle) ** 2))

    rules = [{"type": "eq", "fun": gap}, {"type": "eq", "fun": lambda x: x.sum() - 1.0}]
    found = minimize(
        lambda chances: -float(shares @ np.log(chances)),
        np.full(5, 0.2),
        jac=lambda chances: -shares / chances,
        bounds=[(1e-9, 1.0)] * 5,
        constraints=rules,
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 500},
    )
    return -float(found.fun) * float(np.maximum(counts, 1e-3).sum())


@pytest.mark.parametrize("seed", range(6))
def test_a_generic_optimiser_finds_the_same_ratio(seed: int) -> None:
    rng = np.random.default_rng(seed)
    counts = rng.multinomial(200, rng.dirichlet(np.full(5, 4.0)))
    by_elo = [likelihood(counts, elo / NORMAL_ELO * math.sqrt(2.0), 0.5) for elo in (-10.0, 40.0)]
    assert sprt(counts, -10.0, 40.0).ratio == pytest.approx(by_elo[1] - by_elo[0], abs=1e-3)
    by_score = [likelihood(counts, None, mean) for mean in (0.5, 0.55)]
    ratio = sprt(counts, 0.5, 0.55, normalised=False).ratio
    assert ratio == pytest.approx(by_score[1] - by_score[0], abs=1e-3)


def test_bounds_and_verdicts_are_walds() -> None:
    stands = sprt(np.array([5, 10, 40, 40, 30]), 0.0, 60.0)
    assert (stands.lower, stands.upper) == pytest.approx((math.log(1 / 19), math.log(19)))
    assert stands.verdict is SprtDecision.HIGH
    assert sprt(np.array([30, 40, 40, 10, 5]), 0.0, 60.0).verdict is SprtDecision.LOW
    assert sprt(np.array([1, 2, 2, 2, 1]), 0.0, 60.0).verdict is SprtDecision.CONTINUE
    assert sprt(np.zeros(5), 0.0, 60.0).ratio == 0.0


@pytest.mark.parametrize("normalised", [True, False])
@pytest.mark.parametrize(
    "sizes", [(0, 1), (0, 1000), pytest.param((0, 1, 30, 1000), marks=pytest.mark.slow)]
)
def test_every_corner_is_finite(normalised: bool, sizes: tuple[int, ...]) -> None:
    """All counts out of some sizes; the same seen from the other side."""
    ends = [(0.0, 5.0), (-200.0, 200.0)] if normalised else [(0.5, 0.51), (0.05, 0.95)]
    for counts in itertools.product(sizes, repeat=5):
        for low, high in ends:
            found = sprt(np.array(counts), low, high, normalised=normalised)
            assert math.isfinite(found.ratio)
        mirror = (-high, -low) if normalised else (1.0 - high, 1.0 - low)
        other: Sprt = sprt(np.array(counts[::-1]), *mirror, normalised=normalised)
        assert other.ratio == pytest.approx(-found.ratio, rel=1e-6, abs=1e-6)


def test_hypotheses_that_make_no_sense_are_refused() -> None:
    counts = np.ones(5)
    for low, high in ((10.0, 0.0), (0.0, 0.0), (0.0, 500.0)):
        with pytest.raises(ValueError, match="hypotheses"):
            sprt(counts, low, high)
    with pytest.raises(ValueError, match="alpha"):
        sprt(counts, 0.0, 10.0, alpha=0.0)


@pytest.mark.slow
@pytest.mark.parametrize("shared", [-0.3, 0.5])
def test_equals_looked_at_every_ten_pairs_err_in_five_of_a_hundred(shared: float) -> None:
    """1,000 matches of equals, 50 looks each."""
    rng = np.random.default_rng(17)
    wrong = 0
    for _ in range(1000):
        first, second = pair_scores(rng, np.zeros(500), 0.4, shared=shared)
        looks = range(10, 501, 10)
        found = (pentanomial_counts(first[:look], second[:look]) for look in looks)
        wrong += any(log_wealth(0.5, PAIR_SCORES, counts) >= RICH for counts in found)
    print(f"wrong {wrong / 1000:.3f}")
    assert wrong <= 50


@pytest.mark.slow
@pytest.mark.parametrize("truth", [0.0, 60.0])
def test_the_ratio_test_errs_as_often_as_it_says(truth: float) -> None:
    """1,000 tests of 0 against 60 normalised Elo, looked at every fifth pair."""
    size = truth / NORMAL_ELO
    rng = np.random.default_rng([18, int(truth)])
    wrong, spent = 0, 0
    for _ in range(1000):
        first, second = coins(rng, size, 3000)
        for look in range(5, 3001, 5):
            verdict = sprt(pentanomial_counts(first[:look], second[:look]), 0.0, 60.0).verdict
            if verdict is not SprtDecision.CONTINUE:
                break
        spent += look
        wrong += verdict is (SprtDecision.HIGH if truth == 0.0 else SprtDecision.LOW)
    print(f"wrong {wrong / 1000:.3f}, {spent / 1000:.0f} pairs")
    assert verdict is not SprtDecision.CONTINUE
    assert wrong <= 65


def coins(rng: np.random.Generator, size: float, pairs: int) -> tuple[np.ndarray, np.ndarray]:
    """Games without draws whose mean is 1/2 plus `size` standard deviations."""
    chance = 0.5 + 0.5 * size / math.sqrt(1.0 + size * size)
    games = (rng.random((2, pairs)) < chance).astype(float)
    return games[0], games[1]


@pytest.mark.slow
def test_an_effect_shows_within_the_pairs_that_were_named() -> None:
    """Five points planted: shown by the pairs of `Plan.anytime` as often as required, looked at
    every ten; half of the matches within twice `Plan.fixed`."""
    rng = np.random.default_rng(19)
    chance, deviation = 0.55, math.sqrt(0.55 * 0.45 / 2.0)
    plan = pairs_needed(0.05, deviation)
    stopped = []
    for _ in range(300):
        games = (rng.random((2, plan.anytime)) < chance).astype(float)
        for look in range(10, plan.anytime + 1, 10):
            counts = pentanomial_counts(games[0, :look], games[1, :look])
            if log_wealth(0.5, PAIR_SCORES, counts) >= RICH:
                break
        else:
            look = 10 * plan.anytime
        stopped.append(look)
    shown = np.mean(np.array(stopped) <= plan.anytime)
    print(f"{plan}: shown {shown:.3f}, median {np.median(stopped):.0f} pairs")
    assert shown >= 0.75
    assert np.median(stopped) <= 2 * plan.fixed
