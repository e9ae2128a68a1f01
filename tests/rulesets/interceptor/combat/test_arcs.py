"""Chapter CMB: fields of fire."""

import math

import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.core.model.hexgrid import axial_row, offset_row
from spacecombat_env.rulesets.interceptor.combat.arcs import (
    bears,
    came_last,
    in_arc,
    in_front,
    in_rear,
    in_wedge,
    least_arc,
    looks_elsewhere,
)
from spacecombat_env.rulesets.interceptor.missiles.launch_conditions import is_pointed
from spacecombat_env.rulesets.interceptor.model import Arc, Load, class_of

LINE = 1e-9


def bearing(me, it):
    """Degrees clockwise from where `me` points to the centre of another hex, by trigonometry."""
    dq, dr = int(it.q) - int(me.q), int(it.r) - int(me.r)
    x, y = dq * math.sqrt(3) / 2, dr + dq / 2
    return (math.degrees(math.atan2(x, y)) - 60 * int(me.facing)) % 360


def away(angle, centre):
    """Degrees between two bearings."""
    return abs((angle - centre + 180) % 360 - 180)


def around():
    """A table with a ship in the middle and another that stands in each hex about it in turn."""
    table = scene()
    k = table.put("FLUTTERING PETAL", at=(13, 14))
    other = table.put("LANCEA", side=1, at=(13, 15))
    return table, k, other


def hexes(table, k):
    """Every hex of the map but the ship's own."""
    me = table.state.craft[k]
    for column in range(1, 27):
        for row in range(1, 29):
            if (column, row) != (int(me.q), offset_row(me.q, me.r)):
                yield column, axial_row(column, row)


@pytest.mark.rule("IN-CMB-06", "IN-CMB-07", "IN-CMB-10", "IN-AMB-81")
@pytest.mark.parametrize("facing", range(6))
def test_arcs_are_60_and_120_degrees_wide_and_their_lines_belong_to_them(facing):
    table, k, other = around()
    me, it = table.state.craft[k], table.state.craft[other]
    me.facing = facing
    widths = {Arc.FORWARD: (0, 30), Arc.RIGHT: (90, 60), Arc.AFT: (180, 30), Arc.LEFT: (270, 60)}
    for it.q, it.r in hexes(table, k):
        angle = bearing(me, it)
        for arc, (centre, half_width) in widths.items():
            assert in_arc(table.state, k, arc, it) == (away(angle, centre) <= half_width + LINE)
        assert in_arc(table.state, k, Arc.TURRET, it)


@pytest.mark.rule("IN-CMB-07")
@pytest.mark.parametrize("width", [60, 120, 180])
def test_a_wedge_is_as_wide_as_it_says(width):
    table, k, other = around()
    me, it = table.state.craft[k], table.state.craft[other]
    me.facing = 2
    for it.q, it.r in hexes(table, k):
        for centre in range(6):
            inside = away(bearing(me, it), 60 * centre) <= width / 2 + LINE
            assert in_wedge(me, it, centre, width) == inside


@pytest.mark.rule("IN-CMB-06", "IN-MOV-09")
def test_a_ship_that_has_rolled_over_has_its_right_arc_on_the_left():
    table, k, other = around()
    me, it = table.state.craft[k], table.state.craft[other]
    it.q, it.r = 14, me.r  # NE: to the right of a ship that points N
    assert in_arc(table.state, k, Arc.RIGHT, it) and not in_arc(table.state, k, Arc.LEFT, it)
    me.rolled = 1
    assert in_arc(table.state, k, Arc.LEFT, it) and not in_arc(table.state, k, Arc.RIGHT, it)


@pytest.mark.rule("IN-CMB-08", "IN-AMB-98")
def test_in_one_hex_the_later_arrival_has_the_other_before_him():
    table, k, other = around()
    me, it = table.state.craft[k], table.state.craft[other]
    it.q, it.r = me.q, me.r
    me.arrived, it.arrived = 7, 3
    assert came_last(table.state, k, it) and not came_last(table.state, other, me)
    assert in_arc(table.state, k, Arc.FORWARD, it)
    assert not in_arc(table.state, other, Arc.FORWARD, me)
    assert bears(table.state, table.rules, k, 0, it)  # its forward MDC
    assert not bears(table.state, table.rules, other, 0, me)  # the forward laser of the LANCEA
    me.arrived = 2
    assert not bears(table.state, table.rules, k, 0, it)
    assert bears(table.state, table.rules, k, 5, it)  # a turret


@pytest.mark.rule("IN-AMB-98")
def test_the_arc_with_least_in_it_is_an_empty_one_from_aft_forward():
    table, k, _ = around()
    klass = table.rules.classes[table.state.craft[k].klass]
    assert least_arc(table.state, table.rules, k) == Arc.AFT
    klass.weapon[0].arc = Arc.AFT
    assert least_arc(table.state, table.rules, k) == Arc.LEFT


@pytest.mark.rule("IN-CMB-05", "IN-CMB-09")
def test_forward_weapons_of_the_pilot_bear_forward_and_turrets_all_around():
    table, k, other = around()
    it = table.state.craft[other]
    assert bears(table.state, table.rules, k, 0, it) and bears(table.state, table.rules, k, 5, it)
    it.r = int(it.r) - 3
    assert not bears(table.state, table.rules, k, 0, it)
    assert bears(table.state, table.rules, k, 5, it)


@pytest.mark.rule("IN-IDE-28")
def test_a_jammed_turret_is_a_wedge_of_60_degrees_never_in_its_own_hex():
    table, k, other = around()
    me, it = table.state.craft[k], table.state.craft[other]
    for jam in range(1, 7):
        me.jam[0] = jam
        for it.q, it.r in hexes(table, k):
            inside = away(bearing(me, it), 60 * (jam - 1)) <= 30 + LINE
            assert bears(table.state, table.rules, k, 5, it) == inside
    me.jam[0], it.q, it.r = 1, me.q, me.r
    me.arrived = 9
    assert not bears(table.state, table.rules, k, 5, it)
    me.jam[0], it.r = 7, int(me.r) + 1
    assert not bears(table.state, table.rules, k, 5, it)


@pytest.mark.rule("IN-SEQ-07", "IN-MSL-11")
def test_front_and_rear_of_a_craft():
    table, k, other = around()
    me, it = table.state.craft[k], table.state.craft[other]
    for it.q, it.r in hexes(table, k):
        angle = bearing(me, it)
        assert in_front(me, it) == (away(angle, 0) <= 30 + LINE)
        assert in_rear(me, it, 60) == (away(angle, 180) <= 30 + LINE)
        assert in_rear(me, it, 120) == (away(angle, 180) <= 60 + LINE)
    it.q, it.r = me.q, me.r
    assert in_front(me, it) and not in_rear(me, it, 60) and not in_rear(me, it, 120)


@pytest.mark.rule("IN-CMB-06", "IN-CMB-07")
def test_what_looks_elsewhere_neither_bears_nor_launches():
    table, k, other = around()
    state, rules = table.state, table.rules
    me, it = state.craft[k], state.craft[other]
    klass = class_of(state, rules, k)
    skipped = 0
    for it.q, it.r in ((int(me.q), int(me.r)), *hexes(table, k)):
        if abs(int(it.q) - int(me.q)) > 4 or abs(int(it.r) - int(me.r)) > 4:
            continue
        for w in range(int(klass.weapons)):
            if looks_elsewhere(klass.weapon[w], in_front(me, it)):
                skipped += 1
                assert not bears(state, rules, k, w, it)
                assert not is_pointed(state, rules, k, w, Load.SSS, it)
    assert skipped > 0
