"""Saturation: a screen shot by shot against its closed form, and salvoes by the engine's rules."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from spacecombat_agents.studies.fleets.dose_response import (
    fit_response,
    measure_response,
    screen_kill_probability,
)
from spacecombat_agents.studies.fleets.saturation import (
    RangeSetup,
    SalvoPlayer,
    card,
    response_sentences,
)
from spacecombat_env.core.errors import ConfigError

SCREEN = {"shots": 12, "stops": 0.7, "hits": 0.75, "needed": 3}
DOSES = range(1, 31)


def shot_by_shot(
    rng: np.random.Generator, missiles: int, runs: int, *, shots: int, stops: float, hits: float,
    needed: int,
) -> int:  # fmt: skip
    """Return in how many runs a salvo kills: each missile by itself is shot at, and hits."""
    order = np.arange(missiles)
    shot_at = order < shots
    stopped = shot_at & (rng.random((runs, missiles)) < stops)
    hit = ~stopped & (rng.random((runs, missiles)) < hits)
    return int((hit.sum(axis=1) >= needed).sum())


def smallest(chance: float) -> int:
    """Return the salvo that the closed form names."""
    return next(n for n in DOSES if screen_kill_probability(n, **SCREEN) >= chance)


def test_the_closed_form_of_small_screens() -> None:
    assert screen_kill_probability(1, 0, 0.5, 0.8, 1) == pytest.approx(0.8)
    assert screen_kill_probability(2, 2, 0.5, 1.0, 1) == pytest.approx(0.75)
    assert screen_kill_probability(2, 1, 0.5, 1.0, 2) == pytest.approx(0.5)
    assert screen_kill_probability(1, 1, 0.5, 1.0, 2) == 0.0


def test_saturation_equals_the_closed_form_of_a_binomial_screen() -> None:
    shoot = partial(shot_by_shot, np.random.default_rng(1), **SCREEN)
    found = measure_response(shoot, DOSES, 4000)
    truth = [screen_kill_probability(n, **SCREEN) for n in DOSES]
    assert np.abs(np.array(found.fitted) - truth).max() < 0.025
    for each in found.smallest:
        assert each.dose == smallest(each.chance)
        assert each.high is not None
        assert each.low <= smallest(each.chance) <= each.high
        assert each.high - each.low <= 1


def test_what_no_dose_reaches_is_said() -> None:
    found = fit_response([1, 2, 3], [0, 5, 12], 20)
    half, most = found.smallest
    assert half.dose == 3 and most.dose is None and most.high is None
    assert "more than 3 missiles" in response_sentences(found, RangeSetup("Fiery"))[1]
    assert found.low[0] == 0.0 and found.high[0] < 0.2


def test_sizes_that_were_not_tried_are_within_the_interval() -> None:
    """Ten never work and twenty always do: eleven may be enough."""
    found = fit_response([10, 20, 30], [0, 400, 400], 400)
    assert [(each.dose, each.low, each.high) for each in found.smallest] == [(20, 11, 20)] * 2
    assert [each.low for each in fit_response([10, 20], [400, 400], 400).smallest] == [1, 1]


def test_launchers_directors_and_magazines_are_counted() -> None:
    found = fit_response([1, 60], [0, 400], 400)
    ship = card("Valor")
    count = -(-60 // min(int(ship.directors), int(ship.missiles)))
    told = response_sentences(found, RangeSetup("Fiery"))[0]
    assert told.startswith("60 missiles at 10 hexes") and f"{count} Valors, " in told
    assert f"{ship.directors} directors and {ship.missiles} missiles each" in told


@pytest.mark.slow
def test_intervals_of_the_smallest_salvo_hold_it() -> None:
    """300 studies of 50 salvoes a size: the salvo that the closed form names is in 95 % of them."""
    held = np.zeros(2)
    for seed in range(300):
        shoot = partial(shot_by_shot, np.random.default_rng(seed), **SCREEN)
        found = measure_response(shoot, DOSES, 50, seed=seed)
        for place, each in enumerate(found.smallest):
            assert each.low is not None
            held[place] += each.low <= smallest(each.chance) <= (each.high or 99)
    assert (held >= 0.93 * 300).all()


@pytest.mark.compiled
def test_more_missiles_kill_more_and_the_same_again() -> None:
    salvoes = SalvoPlayer(RangeSetup("Midu Agashaam"), seed=3, threads=1)
    killed = [salvoes(number, 60) for number in (1, 6, 20)]
    assert killed[0] < killed[1] < killed[2]
    assert killed[0] <= 6 and killed[2] >= 48
    assert salvoes(6, 60) == killed[1]
    with pytest.raises(ConfigError, match="40 hexes: from 1 to 25"):
        SalvoPlayer(RangeSetup("Midu Agashaam", hexes=40), seed=3)
