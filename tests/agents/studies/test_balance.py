"""Fleets and components weighed: planted mispricing and planted worth are found."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.special import expit

from spacecombat_agents.arena.statistics.differences import ArmVerdict
from spacecombat_agents.studies.blocks import ArmScores
from spacecombat_agents.studies.fleets.balance import as_json, fleet_matchups, measure_balance
from spacecombat_agents.studies.fleets.component_worth import (
    check_change,
    measure_worth,
    squadron,
    without_component,
    worth_in_points,
)
from spacecombat_agents.studies.fleets.fleet import BattlePlayer, Fleet, price, read_fleet
from spacecombat_agents.studies.fleets.pricing import PricedResult, fair_prices
from spacecombat_env.core.errors import ConfigError

SHIPS = [{"class": "x", "values": {"points": 15}} for _ in range(6)]
SLOPE = 4.0


def fleets(count: int = 4) -> list[Fleet]:
    """Fleets of six ships at 90 points."""
    return [Fleet(f"f{k}", 90.0, {"ships": list(SHIPS)}) for k in range(count)]


class Made:
    """Battles whose odds go with worth to a power; `quality` by name, thinned ones as their own."""

    def __init__(self, quality: dict[str, float], slope: float = SLOPE) -> None:
        self.quality, self.slope = quality, slope

    def __call__(self, a: Fleet, b: Fleet, block: str, begin: int, end: int) -> ArmScores:
        """Return how `a` did."""
        worth_of = [f.points * self.quality[f.name.split(" ")[0]] for f in (a, b)]
        chance = expit(self.slope * np.log(worth_of[0] / worth_of[1]))
        names = [len(f.name) + ord(f.name[1]) * 100 for f in (a, b)]
        rng = np.random.default_rng([*names, begin, len(block)])
        first, second = (rng.random((2, end - begin)) < chance).astype(float)
        nothing = np.zeros(end - begin)
        return ArmScores(first, second, nothing, nothing)


def test_a_planted_mispricing_of_ten_percent_is_found_within_three() -> None:
    quality = {"f0": 1.1, "f1": 1.0, "f2": 1.0, "f3": 1.0}
    found = measure_balance(fleets(), {"pilot": Made(quality)}, 1500)
    fair = found.pilots[0].fair
    assert fair.worth[0] == pytest.approx(1.1, abs=0.03)
    assert fair.intervals[0].low > 1.0
    assert fair.intervals[0].low <= 1.1 <= fair.intervals[0].high
    assert fair.slope == pytest.approx(SLOPE, rel=0.15)
    assert found.pilots[0].order[0] == 0 and found.agree
    assert found.pilots[0].worst_predicted is None and fair.p > 0.01
    numbers = as_json(found)
    assert numbers["pilots"][0]["worth"][0]["fair_points"] == pytest.approx(99.0, abs=2.7)
    assert numbers["games"] == 2 * 1500 * len(fleet_matchups(fleets()))


def test_what_goes_round_has_no_price() -> None:
    """Each beats the next, and the last the first: prices would say that all are even."""

    def play(a: Fleet, b: Fleet, block: str, begin: int, end: int) -> ArmScores:
        made = Made(dict.fromkeys(("f0", "f1", "f2"), 1.0))(a, b, block, begin, end)
        step = (int(b.name[1]) - int(a.name[1])) % 3
        if step == 0:
            return made
        won = np.full(end - begin, 0.9 if step == 1 else 0.1)
        return made._replace(first=won.round(), second=won.round())

    judged = measure_balance(fleets(3), {"pilot": play}, 100).pilots[0]
    assert judged.fair.p < 1e-6
    assert (
        judged.worst_predicted is not None
        and abs(judged.worst_predicted.score - judged.worst_predicted.expected) > 0.4
    )


@pytest.mark.slow
def test_intervals_of_fair_prices_hold_them() -> None:
    """200 studies of 100 pairs a couple."""
    quality = {"f0": 1.1, "f1": 1.0, "f2": 0.95, "f3": 1.05}
    logs = np.log(list(quality.values()))
    truth = np.exp(logs - (logs.sum() - logs) / 3.0)
    held = 0
    for seed in range(200):
        made = Made(quality)
        shifted = lambda a, b, block, begin, end, s=seed, m=made: m(  # noqa: E731
            a, b, block, begin + 1000 * s, end + 1000 * s
        )
        fair = measure_balance(fleets(), {"pilot": shifted}, 100).pilots[0].fair
        held += sum(low <= t <= high for (low, high), t in zip(fair.intervals, truth, strict=True))
    assert 0.93 * 800 <= held <= 0.97 * 800


def test_fleets_are_weighed_alike_in_any_order() -> None:
    quality = {"f0": 1.2, "f1": 1.0, "f2": 0.9}
    kinds = fleets(3)
    one, other = (
        measure_balance(each, {"p": Made(quality)}, 1500) for each in (kinds, kinds[::-1])
    )
    assert one.pilots[0].fair.worth == pytest.approx(other.pilots[0].fair.worth[::-1], rel=0.03)


def test_pilots_who_disagree_are_reported() -> None:
    first, second = {"f0": 1.4, "f1": 1.0}, {"f0": 0.7, "f1": 1.0}
    found = measure_balance(fleets(2), {"one": Made(first), "two": Made(second)}, 300)
    assert not found.agree


def test_fleets_are_read_and_refused(tmp_path: Path) -> None:
    good = tmp_path / "boats.yaml"
    good.write_text("ships: [Valor, {class: Fiery, values: {points: 11}}]\n")
    fleet = read_fleet(good)
    assert (fleet.name, fleet.points) == ("boats", 20.0)
    assert fleet.without(0).points == 11.0 and fleet.with_ship("Valor").points == 29.0
    for text, reason in (
        ("ships: 3", "a fleet must be a mapping with a list of ships"),
        ("ships: [Valour]", "unknown ship class 'Valour'"),
        ("ships: []", "a fleet must have ships that cost points"),
        ("ships: [Valor]\nfleet_tactics: 9", "fleet_tactics"),
    ):
        good.write_text(text)
        with pytest.raises(ConfigError, match=reason):
            read_fleet(good)


def test_shipped_fleets_cost_about_the_same() -> None:
    folder = Path(__file__).parents[3] / "configs" / "fleets"
    points = {path.stem: read_fleet(path).points for path in folder.glob("*.yaml")}
    assert len(points) == 4 and all(88 <= each <= 90 for each in points.values())


def test_a_ratio_of_gains_is_points() -> None:
    rng = np.random.default_rng(1)
    gain, helped = rng.normal(0.2, 0.4, 600), rng.normal(0.1, 0.4, 600)
    points, interval = worth_in_points(gain, helped, 9.0, 0.95, 0)
    assert points is not None and interval is not None
    assert interval.low < 18.0 < interval.high and points == pytest.approx(18.0, abs=7.0)
    assert worth_in_points(gain, helped - 0.1, 9.0, 0.95, 0) == (None, None)


def test_a_component_that_wins_games_is_worth_points() -> None:
    """Quality 1.15 with it; the escort adds its price."""

    def play(a: Fleet, b: Fleet, block: str, begin: int, end: int) -> ArmScores:
        with_it = [1.15 if "without" not in f.name else 1.0 for f in (a, b)]
        odds = (a.points * with_it[0]) / (b.points * with_it[1])
        rng = np.random.default_rng([len(a.name), begin])
        first, second = (rng.random((2, end - begin)) < expit(4 * np.log(odds))).astype(float)
        return ArmScores(first, second, np.zeros(end - begin), np.zeros(end - begin))

    found = measure_worth(play, "Rapier", "meson_screen", "Midu Agashaam", 1500)
    assert found.score.verdict is ArmVerdict.BETTER
    assert found.aa_test.interval.low < 0.0 < found.aa_test.interval.high
    assert found.points is not None and found.points == pytest.approx(0.15 * 45, rel=0.35)


def test_by_default_points_are_those_of_one_ship_more() -> None:
    def play(a: Fleet, b: Fleet, block: str, begin: int, end: int) -> ArmScores:
        won = np.full(end - begin, {90.0: 0.5, 135.0: 1.0}[a.points])
        results.append(a)
        return ArmScores(won, won, np.zeros(end - begin), np.zeros(end - begin))

    results: list[Fleet] = []
    found = measure_worth(play, "Rapier", "jammer", None, 20, number=2)
    assert (found.escort, found.escort_price) == ("Rapier", 45.0)
    assert found.escort_score.difference == 0.5
    added = results[2].side["ships"]
    assert [ship["name"] for ship in added] == ["Rapier 1", "Rapier 2", "Rapier 3"]
    assert [bool(ship.get("values")) for ship in added] == [True, True, False]


def test_components_that_are_not_there_are_refused() -> None:
    whole = squadron("Rapier", 2)
    assert whole.points == 2 * price("Rapier") == 90.0
    check_change(whole, without_component(whole, "jammer"), "jammer", {})
    with pytest.raises(ConfigError, match="black_globe: Rapier does not have it"):
        check_change(
            whole, without_component(whole, "black_globe"), "black_globe", {"black_globes": True}
        )
    with pytest.raises(ConfigError, match="unknown component; valid: jammer"):
        without_component(whole, "wings")


@pytest.mark.compiled
def test_real_battles_follow_from_the_seed_and_exchange_seats() -> None:
    two, one = squadron("Midu Agashaam", 2), squadron("Midu Agashaam", 1)
    battles = BattlePlayer("scripted:captain", 5, threads=1)
    scores = battles(two, one, "b", 0, 8)
    again = battles(two, one, "b", 0, 8)
    assert np.array_equal(scores.mean, again.mean) and scores.failures == 0
    assert scores.first.mean() > 0.7 and scores.second.mean() > 0.7


@pytest.mark.parametrize("drawn", [0.0, 0.5])
def test_prices_fit_as_often_with_draws_as_without(drawn: float) -> None:
    """The p of the fit is below 1/2 in about half of all studies in which prices explain all."""
    rng, below = np.random.default_rng(0), 0
    for _ in range(100):
        results = []
        for a, b in ((0, 1), (0, 2), (1, 2)):
            for price_a, price_b in ((100, 100), (100, 90), (90, 100)):
                mean = 1.0 / (1.0 + (price_b / price_a) ** 2)
                won = rng.random((60, 2)) < (mean - drawn / 2.0) / (1.0 - drawn)
                games = np.where(rng.random((60, 2)) < drawn, 0.5, won)
                results.append(PricedResult(a, b, price_a, price_b, games.mean(axis=1)))
        below += fair_prices(results, 3, resamples=10).p < 0.5
    assert 35 <= below <= 65
