"""The zones of the map near a planet."""

import pytest
from kit.interceptor.planets import orbit
from kit.interceptor.scenes import scene

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.model import (
    Zone,
    depth_of,
    down,
    is_downward,
    is_in_air,
    is_in_well,
    zone_at,
    zone_of,
)

ROWS = [Zone.GROUND, *[Zone.ATMOSPHERE] * 5, Zone.INTERFACE, Zone.SPACE, Zone.SPACE]


@pytest.mark.rule("IN-PLN-01")
@pytest.mark.parametrize("top", [False, True])
@pytest.mark.parametrize("column", [7, 8])
def test_rows_are_ground_air_interface_and_space(top, column):
    table = orbit(top=top)
    rules = table.rules
    order = range(28, 19, -1) if top else range(1, 10)
    rows = [axial_row(column, row) for row in order]
    assert [zone_at(table.state, rules, column, r) for r in rows] == ROWS
    assert [depth_of(rules, column, r) for r in rows] == list(range(1, 10))


@pytest.mark.rule("IN-PLN-01")
def test_without_a_planet_all_is_space():
    table = scene()
    k = table.put("CHEETAH", at=(5, 1))
    craft = table.state.craft[k]
    assert zone_of(table.state, table.rules, craft) == Zone.SPACE
    assert not is_in_air(table.state, table.rules, craft)


@pytest.mark.rule("IN-PLN-01", "IN-GRV-01", "IN-ATM-01")
@pytest.mark.parametrize(
    ("row", "zone"), [(1, Zone.GROUND), (3, Zone.ATMOSPHERE), (7, Zone.INTERFACE)]
)
def test_map_sheets_laid_again_leave_zones_and_gravity_behind(row, zone):
    table = orbit(gravity=True)
    craft = table.state.craft[table.put("CHEETAH", at=(5, row))]
    assert zone_of(table.state, table.rules, craft) == zone
    assert is_in_well(table.state, table.rules, craft)
    table.state.sheet = 1
    assert zone_of(table.state, table.rules, craft) == Zone.SPACE
    assert zone_at(table.state, table.rules, craft.q, craft.r) == Zone.SPACE
    assert not is_in_air(table.state, table.rules, craft)
    assert not is_in_well(table.state, table.rules, craft)


@pytest.mark.rule("IN-GRV-01", "IN-GRV-02")
def test_gravity_acts_in_the_well_alone_and_not_near_an_earthlike_world():
    table = orbit(gravity=True)
    k = table.put("CHEETAH", at=(5, 12))
    craft = table.state.craft[k]
    assert is_in_well(table.state, table.rules, craft)
    table.rules.option.well = 11
    assert not is_in_well(table.state, table.rules, craft)
    table.rules.option.gravity, table.rules.option.well = 0, 28
    assert not is_in_well(table.state, table.rules, craft)


@pytest.mark.rule("IN-GRV-05")
@pytest.mark.parametrize(("top", "way"), [(False, 3), (True, 0)])
def test_down_is_straight_to_the_edge_of_the_ground(top, way):
    rules = orbit(top=top).rules
    assert down(rules) == way
    lower = {(way - 1) % 6, way, (way + 1) % 6}
    assert {heading for heading in range(6) if is_downward(rules, heading)} == lower
