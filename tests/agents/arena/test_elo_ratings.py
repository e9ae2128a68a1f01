"""Ratings: closed forms, other programs' fits, what one-sided and missing results do; coverage."""

from __future__ import annotations

import math

import numpy as np
import pytest
from kit.synthetic import Cup, round_robin
from scipy.optimize import minimize

from spacecombat_agents.arena.ratings.davidson import leverages
from spacecombat_agents.arena.ratings.elo_ratings import (
    ELO,
    Ratings,
    connected_groups,
    most_informative,
    rate,
)
from spacecombat_agents.arena.ratings.pair_results import PairResults, count_pair_results

STRENGTHS = np.array([0.0, 60.0, 130.0, 180.0, 320.0])
NO_PRIOR = 1e-7


def counted(tournament: Cup, players: int) -> PairResults:
    """The counts of a cup."""
    return count_pair_results(*tournament[:4], scenario=tournament.scenario, players=players)


def of_two(wins: int, draws: int, losses: int) -> PairResults:
    """As many pairs that 1 won, drew and lost twice against 0."""
    score = np.repeat([0.0, 0.5, 1.0], [wins, draws, losses])
    return count_pair_results(np.zeros(len(score)), np.ones(len(score)), score, score)


def test_two_entrants_have_the_closed_form() -> None:
    """Davidson's maximum: a lead of log(wins / losses), nu = draws / sqrt(wins losses)."""
    ratings = rate(of_two(30, 14, 10), prior=NO_PRIOR, resamples=2)
    assert ratings.elo[1] == pytest.approx(400 * math.log10(3), abs=1e-3)
    nu = 14 / math.sqrt(300)
    assert ratings.draw == pytest.approx(nu / (nu + 2), abs=1e-6)
    assert ratings.side[0] == pytest.approx(0.0, abs=1e-3)
    assert ratings.expected(1, 0) == pytest.approx(37 / 54, abs=1e-6)


def test_without_draws_two_entrants_get_jeffreys_halves() -> None:
    """All games won: half a game more on each side, and the interval of Beta(41/2, 1/2)."""
    ratings = rate(of_two(10, 0, 0), resamples=2)
    assert ratings.elo[1] == pytest.approx(400 * math.log10(20.5 / 0.5), abs=0.01)


def test_sitting_first_is_worth_what_equals_show() -> None:
    """The first seat wins 30 of 40 games of equals: 400 log10 3 Elo."""
    a_won = np.repeat([1.0, 0.0], [15, 5])
    tournament = count_pair_results(np.zeros(20), np.ones(20), a_won, 1.0 - a_won)
    ratings = rate(tournament, prior=NO_PRIOR, resamples=2)
    assert ratings.side[0] == pytest.approx(400 * math.log10(3), abs=1e-3)
    assert ratings.elo[1] == pytest.approx(0.0, abs=1e-3)


def raw_likelihood(place: np.ndarray, tournament: Cup, players: int) -> float:
    """Minus the likelihood, game by game, as Davidson prints it; the first entrant is 1."""
    power = np.exp(np.append(0.0, place[: players - 1]))
    side, nu = np.exp(place[players - 1 : -1])[tournament.scenario], np.exp(place[-1])
    total = 0.0
    for scores, mine in ((tournament.first, side), (tournament.second, 1.0 / side)):
        x, y = power[tournament.a] * mine, power[tournament.b]
        whole = x + y + nu * np.sqrt(x * y)
        chance = np.choose((2 * scores).astype(int), [y, nu * np.sqrt(x * y), x]) / whole
        total -= float(np.log(chance).sum())
    return total


@pytest.mark.parametrize("seed", range(3))
def test_a_generic_optimiser_finds_the_same_ratings(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tournament = round_robin(rng, STRENGTHS, 15, (0.3, -0.2), shared=0.3)
    ratings = rate(counted(tournament, 5), prior=NO_PRIOR, resamples=2)
    found = minimize(
        raw_likelihood, np.zeros(7), (tournament, 5), method="BFGS", options={"gtol": 1e-4}
    )
    assert ratings.elo[1:] == pytest.approx(found.x[:4] * ELO, abs=0.1)
    assert ratings.side == pytest.approx(found.x[4:6] * ELO, abs=0.1)
    assert ratings.fit.draw[0] == pytest.approx(found.x[6], abs=1e-3)


def test_choix_finds_the_same_ratings() -> None:
    """Another program's Bradley-Terry: no draws, and each pair both ways round, so that no side
    has anything of it."""
    choix = pytest.importorskip("choix")
    tournament = round_robin(np.random.default_rng(5), STRENGTHS, 40, draw=-np.inf)
    won = np.append(tournament.first, tournament.second) == 1.0
    a, b = np.tile(tournament.a, 2).tolist(), np.tile(tournament.b, 2).tolist()
    games = [(x, y) if first else (y, x) for x, y, first in zip(a, b, won, strict=True)]
    theirs = choix.ilsr_pairwise(5, games)
    mirrored = count_pair_results(
        np.append(tournament.a, tournament.a),
        np.append(tournament.b, tournament.b),
        np.append(tournament.first, tournament.second),
        np.append(tournament.second, tournament.first),
        players=5,
    )
    ours = rate(mirrored, prior=NO_PRIOR, resamples=2).elo
    assert ours == pytest.approx((theirs - theirs[0]) * ELO, abs=0.5)


def test_ratings_do_not_know_the_order_of_games() -> None:
    tournament = round_robin(np.random.default_rng(2), STRENGTHS, 10)
    shuffled = np.random.default_rng(3).permutation(len(tournament.a))
    there = Cup(*(column[shuffled] for column in tournament))
    here, other = rate(counted(tournament, 5), resamples=50), rate(counted(there, 5), resamples=50)
    for name in ("elo", "low", "high", "first", "resampled"):
        assert np.array_equal(getattr(here, name), getattr(other, name))


def test_the_anchor_is_zero_and_moves_nothing_else() -> None:
    results = counted(round_robin(np.random.default_rng(2), STRENGTHS, 10), 5)
    here, there = rate(results, anchor=0, resamples=50), rate(results, anchor=3, resamples=50)
    assert there.elo[3] == there.low[3] == there.high[3] == 0.0
    assert here.elo - here.elo[3] == pytest.approx(there.elo)
    assert np.array_equal(here.rank_low, there.rank_low)


@pytest.mark.parametrize("pairs", [1, 2, 5, 200])
def test_one_sided_results_stay_finite_and_wide(pairs: int) -> None:
    """Everybody beats all below: which is ahead is known, by how much is up to the prior."""
    a, b = np.triu_indices(4, 1)
    a, b = np.repeat(a, pairs), np.repeat(b, pairs)
    ratings = rate(count_pair_results(a, b, np.zeros(len(a)), np.zeros(len(a))), resamples=200)
    assert np.all(np.isfinite([ratings.elo, ratings.low, ratings.high]))
    assert np.all(np.diff(ratings.elo) > 0)
    assert np.all((ratings.high - ratings.low)[1:] > 100)
    assert ratings.groups.connected == ((0, 1, 2, 3),)
    assert ratings.groups.one_sided == ((0,), (1,), (2,), (3,))
    turned = count_pair_results(a, b, np.ones(len(a)), np.ones(len(a)))
    assert connected_groups(turned, scored=True) == ((0,), (1,), (2,), (3,))


def test_all_draws_are_no_trouble() -> None:
    ratings = rate(of_two(0, 30, 0), resamples=100)
    assert ratings.elo[1] == pytest.approx(0.0, abs=1e-6)
    assert ratings.draw > 0.9
    assert -400 < ratings.low[1] < 0 < ratings.high[1] < 400


def test_what_no_game_joins_is_not_compared() -> None:
    a, b = np.array([0, 0, 2, 2]), np.array([1, 1, 3, 3])
    results = count_pair_results(
        a, b, np.array([1.0, 0, 1, 0]), np.array([1.0, 1, 1, 0]), players=5
    )
    ratings = rate(results, resamples=100)
    assert ratings.groups.connected == ((0, 1), (2, 3), (4,))
    assert np.isfinite(ratings.low).tolist() == [True, True, False, False, False]
    assert np.isfinite(ratings.elo).all()
    assert (ratings.rank_low[2], ratings.rank_high[2]) == (1, 5)
    assert connected_groups(results, scored=True) == ratings.groups.connected


def test_ranks_are_not_compared_where_no_game_joins() -> None:
    """Surely ahead of 0, 1 is ahead of nobody else: neither of 3, who lost, nor of 2."""
    a, b = np.repeat([0, 2], 60), np.repeat([1, 3], 60)
    first = np.repeat([0.0, 1.0], 60)
    ratings = rate(count_pair_results(a, b, first, first), resamples=100)
    assert (ratings.rank_low[1], ratings.rank_high[1]) == (1, 3)
    assert (ratings.rank_low[3], ratings.rank_high[3]) == (2, 4)


def test_leverages_are_those_of_a_network() -> None:
    """Foster: they sum to entrants less groups. Where there is no way round a couple has 1; in a
    ring of three equal ones each has 2/3."""
    ring = count_pair_results(
        np.array([0, 1, 0, 3]), np.array([1, 2, 2, 4]), np.ones(4), np.ones(4)
    )
    couples, leverage = leverages(ring)
    assert couples.tolist() == [[0, 1], [0, 2], [1, 2], [3, 4]]
    assert leverage == pytest.approx([2 / 3, 2 / 3, 2 / 3, 1.0])


def test_few_pairs_know_little_of_their_own_spread() -> None:
    """Sixteen times the pairs narrow an interval more than four times: Student's quantile."""
    first, second = np.array([1.0, 0.0, 0.5, 1.0, 0.0]), np.array([0.0, 0.5, 1.0, 0.0, 0.5])
    widths = []
    for times in (1, 16):
        scores = np.tile(first, times), np.tile(second, times)
        ratings = rate(count_pair_results(np.zeros(5 * times), np.ones(5 * times), *scores))
        widths.append(float(ratings.high[1] - ratings.low[1]))
    assert widths[0] > 5.0 * widths[1]


def test_nobody_played() -> None:
    none = np.zeros(0)
    ratings = rate(count_pair_results(none, none, none, none, players=2), resamples=10)
    assert ratings.elo.tolist() == [0.0, 0.0]
    assert np.isinf(ratings.high[1])


def test_a_mirror_match_shows_the_side_alone() -> None:
    own = np.ones(30)
    ratings = rate(count_pair_results(own, own, own, 1.0 - own, players=2), resamples=50)
    assert ratings.side[0] > 300 and ratings.elo.tolist() == [0.0, 0.0]
    assert ratings.pairs.tolist() == [0, 0]


def test_ranks_are_sure_where_the_distance_is() -> None:
    strengths = np.array([0.0, 10.0, 400.0])
    ratings = rate(counted(round_robin(np.random.default_rng(4), strengths, 60), 3), resamples=300)
    assert ratings.rank_low.tolist() == [2, 2, 1]
    assert ratings.rank_high.tolist() == [3, 3, 1]
    assert ratings.first.tolist() == [0.0, 0.0, 1.0]


def test_a_ladder_plays_those_next_who_have_played_least() -> None:
    tournament = round_robin(np.random.default_rng(6), np.zeros(4), 30)
    rare = ((tournament.a == 3) | (tournament.b == 3)) & (np.arange(len(tournament.a)) % 10 > 0)
    results = counted(Cup(*(column[~rare] for column in tournament)), 4)
    ratings = rate(results, resamples=10)
    assert all(3 in couple for couple in most_informative(results, ratings, 2))


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="anchor 7"):
        rate(of_two(1, 0, 0), anchor=7)
    with pytest.raises(ValueError, match="prior 0"):
        rate(of_two(1, 0, 0), prior=0.0)


def a_cup(rng: np.random.Generator) -> tuple[np.ndarray, Cup]:
    """A cup of any kind: 3 to 7 entrants, 10 to 60 pairs a couple, draws, sides, shared randomness."""
    strengths = rng.normal(0.0, 150.0, rng.integers(3, 8))
    pairs, sides = int(rng.integers(10, 61)), tuple(rng.normal(0.0, 0.3, rng.integers(1, 3)))
    player_seeds = {"draw": rng.uniform(-4.0, 0.5), "shared": rng.uniform(-0.3, 0.5)}
    return strengths - strengths[0], round_robin(rng, strengths, pairs, sides, **player_seeds)


@pytest.mark.slow
def test_intervals_cover_known_strengths() -> None:
    """1,000 cups: 93 to 97 % of intervals hold the strength; all ranks in 95 % of cups at least."""
    held = count = all_ranks = 0
    for number in range(1000):
        strengths, tournament = a_cup(np.random.default_rng([14, number]))
        ratings = rate(counted(tournament, len(strengths)), resamples=300)
        inside = (ratings.low <= strengths) & (strengths <= ratings.high)
        held, count = held + int(inside[1:].sum()), count + len(strengths) - 1
        ranks = 1 + (strengths[None, :] > strengths[:, None]).sum(axis=1)
        all_ranks += bool(np.all((ratings.rank_low <= ranks) & (ranks <= ratings.rank_high)))
    print(f"held {held / count:.4f} of {count}, all ranks {all_ranks / 1000:.3f}")
    assert 0.93 <= held / count <= 0.97
    assert all_ranks >= 950


@pytest.mark.slow
def test_equals_are_seldom_ranked() -> None:
    """Of cups of five equals at most 5 % rank anybody before anybody."""
    wrong = 0
    for number in range(300):
        tournament = round_robin(np.random.default_rng([15, number]), np.zeros(5), 30, shared=0.2)
        ratings: Ratings = rate(counted(tournament, 5), resamples=300)
        wrong += bool(np.any(ratings.rank_low > 1))
    print(f"ranked {wrong / 300:.3f}")
    assert wrong <= 15 + 8  # two standard errors of the simulation
