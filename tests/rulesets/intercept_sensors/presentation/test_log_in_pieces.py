"""However a log is cut, its sentences are the same: they tell of no later event."""

from __future__ import annotations

import pytest
from kit.cut_logs import Play, check_cuts, check_polled

NAME = "intercept_sensors"
SCENARIOS = ("duel", "infiltrator", "picket")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_log_read_after_every_action_is_the_log_read_rarely(scenario):
    assert check_polled(Play(NAME, scenario, 7), 200) > 50


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("delegate", [None, ()], ids=["recommended", "none"])
def test_a_log_may_be_cut_at_every_event(scenario, delegate):
    assert check_cuts(Play(NAME, scenario, 5, delegate=delegate), 200) > 100


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_so_it_is_in_long_games(scenario, seed):
    check_polled(Play(NAME, scenario, 100 + seed), 2500)
    check_cuts(Play(NAME, scenario, 200 + seed), 400)
