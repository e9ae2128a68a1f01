"""Widowed armour: what is cut off from the bottom row."""

import pytest
from kit.interceptor.damaging import class_of, parts
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.damage.internals import settle_components
from spacecombat_env.rulesets.interceptor.damage.widowing import widow
from spacecombat_env.rulesets.interceptor.model import Comp, Event, Load, is_out


def armour(*drawn):
    """A CHEETAH whose forward armour is as drawn, `#` a box left."""
    table = scene()
    k = table.put("CHEETAH", pod=Load.SENSOR_POD)
    first = int(table.state.craft[k].first_row) + int(class_of(table, k).armour_row[0])
    for row, boxes in enumerate(drawn):
        bits = "".join("1" if box == "#" else "0" for box in boxes)
        table.state.rows[0, first + row] = int(bits, 2)
    table.state.craft[k].armour[0] = sum(row.count("#") for row in drawn)
    return table, k


def left(table, k):
    """Its armour, drawn."""
    return ["".join("#" if box else "." for box in row) for row in table.block(k, 0)]


@pytest.mark.rule("IN-DMG-07")
def test_corners_do_not_join():
    table, k = armour("#.........", ".#........", "..#.......", "...#......", "....######")
    assert widow(table.state, table.rules, k, 0) == 4
    assert left(table, k) == [".........."] * 4 + ["....######"]
    assert table.state.craft[k].armour[0] == 6
    assert [int(e.a) for e in table.events(Event.WIDOWED)] == [4]


@pytest.mark.rule("IN-DMG-07")
def test_a_path_may_wind_up_sideways_and_down_again():
    drawn = ("##########", "#........#", "#.######.#", "#.#....###", "#.########")
    table, k = armour(*drawn)
    assert widow(table.state, table.rules, k, 0) == 0
    assert left(table, k) == list(drawn)
    snake = ("####.#####", "#..#.#...#", "##.#.#.#.#", ".#.###.#.#", "##.....#.#")
    table, k = armour(*snake)
    assert widow(table.state, table.rules, k, 0) == 0


@pytest.mark.rule("IN-DMG-07")
def test_without_a_bottom_row_all_goes():
    table, k = armour(*["##########"] * 4, "..........")
    assert widow(table.state, table.rules, k, 0) == 40
    assert table.state.craft[k].armour[0] == 0


@pytest.mark.rule("IN-DMG-13", "IN-IDE-22")
def test_what_lies_over_widowed_armour_is_lost_with_its_load():
    table, k = armour("##########", ".#########", *["..########"] * 3)
    row = int(table.state.craft[k].first_row) + int(class_of(table, k).external_row[0])
    assert row >= 0
    before = int(table.state.rows[0, row])
    assert widow(table.state, table.rules, k, 0) == 0
    assert table.state.rows[0, row] == before
    table, k = armour("##########", *["..........", "##########"] * 2)
    assert widow(table.state, table.rules, k, 0) == 20
    settle_components(table.state, table.rules, k)
    assert table.state.rows[0, row] == 0
    rack = table.state.rack[0]
    assert rack.pod == -1 and is_out(table.state.craft[k], parts(table, k, Comp.HARDPOINT)[0])
    assert int(table.state.craft[k].out) >> int(rack.weapon) & 1


@pytest.mark.rule("IN-DMG-07")
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_path_runs_to_either_side(mirrored):
    drawn = [".........#", ".........#", ".........#", "##########", "#........."]
    table, k = armour(*(row[::-1] if mirrored else row for row in drawn))
    assert widow(table.state, table.rules, k, 0) == 0
