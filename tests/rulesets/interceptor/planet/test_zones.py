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
    rules = orbit(top=top).rules
    order = range(28, 19, -1) if top else range(1, 10)
    rows = [axial_row(column, row) for row in order]
    assert [zone_at(rules, column, r) for r in rows] == ROWS
    assert [depth_of(rules, column, r) for r in rows] == list(range(1, 10))


@pytest.mark.rule("IN-PLN-01")
def test_without_a_planet_all_is_space():
    table = scene()
    k = table.put("CHEETAH", at=(5, 1))
    craft = table.state.craft[k]
    assert zone_of(table.rules, craft) == Zone.SPACE and not is_in_air(table.rules, craft)


@pytest.mark.rule("IN-GRV-01", "IN-GRV-02")
def test_gravity_acts_in_the_well_alone_and_not_near_an_earthlike_world():
    table = orbit(gravity=True)
    k = table.put("CHEETAH", at=(5, 12))
    craft = table.state.craft[k]
    assert is_in_well(table.rules, craft)
    table.rules.option.well = 11
    assert not is_in_well(table.rules, craft)
    table.rules.option.gravity, table.rules.option.well = 0, 28
    assert not is_in_well(table.rules, craft)


@pytest.mark.rule("IN-GRV-05")
@pytest.mark.parametrize(("top", "way"), [(False, 3), (True, 0)])
def test_down_is_straight_to_the_edge_of_the_ground(top, way):
    rules = orbit(top=top).rules
    assert down(rules) == way
    lower = {(way - 1) % 6, way, (way + 1) % 6}
    assert {heading for heading in range(6) if is_downward(rules, heading)} == lower
