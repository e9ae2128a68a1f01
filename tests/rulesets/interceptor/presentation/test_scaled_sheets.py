"""The record sheet of a large ship in a view: hits on its boxes, for its owner."""

import pytest
from kit.interceptor.damaging import hit
from kit.interceptor.designs import SCALES, large_ship
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.model import WIDTH, tower
from spacecombat_env.rulesets.interceptor.presentation.views.sheet_views import hits_taken

FORWARD = 0


@pytest.mark.rule("IN-DMG-14")
def test_hits_on_scaled_boxes_are_shown_as_digits():
    table = scene("large")
    sheet = large_ship(SCALES[4])
    table.add(sheet)
    k, other = table.put(sheet.name), table.put("CHEETAH")
    state, rules = table.state, table.rules
    klass = rules.classes[state.craft[k].klass]
    for bay in range(int(klass.bays)):
        klass.bay[bay].loaded = 0
    first, rows, _, _ = tower(state, rules, k, FORWARD)
    state.rows[0, first : first + rows] = 0
    hit(table, k, "laser", 6, column=3)
    shown = hits_taken(klass, state.rows[0], int(state.craft[k].first_row), 0, int(klass.depth))
    assert [row for row in shown if any(row)] == [(0, 0, 2, *[0] * (WIDTH - 3))]
    assert hits_taken(rules.classes[state.craft[other].klass], state.rows[0], 0, 0, 3) == ()
