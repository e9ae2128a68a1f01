"""Every column of the observation holds what its name says, in whole games."""

import numpy as np
import pytest
from kit.intercept_sensors.games import moments, visible_to
from kit.intercept_sensors.observed import differences
from kit.intercept_sensors.table import brawl

from spacecombat_env.rulesets.intercept_sensors import entry

pytestmark = pytest.mark.compiled

GAMES = [("duel", ()), ("infiltrator", ("setup", "emissions")), ("picket", ()), (brawl(), ())]


@pytest.mark.parametrize(("scenario", "delegate"), GAMES, ids=["duel", "infil", "picket", "brawl"])
def test_every_column_says_what_its_name_says(scenario, delegate):
    """Some hundred decisions, both seats."""
    shown = 0
    for n, moment in enumerate(moments(scenario, 5, 300, delegate)):
        if n % 4:
            continue
        layout, table = moment.scenario.observation, moment.scenario.table
        for seat in (0, 1):
            visible, row = visible_to(moment, seat), np.zeros(layout.size, np.int8)
            entry.observe_visible(visible, 0, table, seat, row)
            wrong = differences(layout, row, visible.states[0], table.rules[0], seat)
            assert not wrong, f"decision {n}, seat {seat}: {wrong[:5]}"
            shown += int((row != 0).sum())
    assert shown > 2000
