"""Boxes of large ships take several hits (7.15)."""

import pytest
from kit.interceptor.damaging import class_of, hit
from kit.interceptor.designs import ORACLES, SCALES, expected, given, large_ship
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.damage.engines.plant import push_damage
from spacecombat_env.rulesets.interceptor.damage.internals import lost_of
from spacecombat_env.rulesets.interceptor.damage.large_ships.scale import (
    add_slashes,
    clear_slashes,
    finish_boxes,
    scaled_boxes,
    slash,
    slashes,
)
from spacecombat_env.rulesets.interceptor.damage.widowing import widow
from spacecombat_env.rulesets.interceptor.model import FULL_ROW, Comp, external_row, tower

FORWARD = 0


def bare(scale, side=FORWARD):
    """A ship of a scale without armour on a facing, its bays empty; its slot and class."""
    table = scene("large")
    sheet = large_ship(SCALES[scale])
    table.add(sheet)
    k = table.put(sheet.name)
    klass = class_of(table, k)
    for bay in range(int(klass.bays)):
        klass.bay[bay].loaded = 0
    first, rows, _, _ = tower(table.state, table.rules, k, side)
    table.state.rows[0, first : first + rows] = 0
    external = external_row(table.state, table.rules, k, side)
    if external >= 0:
        table.state.rows[0, external] = 0
    return table, k, klass


def taken(table, k, n):
    """The hits taken by each box of a row inside."""
    return [slashes(table.state, table.rules, k, n, 512 >> column) for column in range(10)]


def solid_row(klass):
    """The first row inside below which everything is scaled and no bay."""
    bays = [int(bay.cell) for bay in klass.bay[: klass.bays]]
    return next(n for n in range(klass.depth) if n not in bays and klass.unscaled[n] == 0)


@pytest.mark.rule("IN-DMG-14")
@pytest.mark.parametrize("scale", SCALES)
def test_a_box_goes_with_as_many_hits_as_the_scale(scale):
    table, k, klass = bare(scale)
    n = solid_row(klass)
    for count in range(1, scale):
        assert slash(table.state, table.rules, k, n, 0b1100000001) == 0
        assert taken(table, k, n) == [count, count, *[0] * 7, count]
    assert slash(table.state, table.rules, k, n, 0b0100000011) == 0b0100000001
    assert taken(table, k, n) == [scale - 1, *[0] * 7, 1, 0]
    add_slashes(table.state, table.rules, k, n, 2, scale - 2)
    assert taken(table, k, n)[8] == scale - 1
    clear_slashes(table.state, table.rules, k, n, FULL_ROW)
    assert taken(table, k, n) == [0] * 10


@pytest.mark.rule("IN-DMG-14")
def test_avionics_and_cockpits_are_never_scaled():
    table, k, klass = bare(5)
    n = next(n for n in range(klass.depth) if klass.unscaled[n] == FULL_ROW)
    assert scaled_boxes(klass, n, FULL_ROW) == 0
    assert slash(table.state, table.rules, k, n, 0b11) == 0b11
    assert finish_boxes(table.state, table.rules, k, n, 0b111100, 3) == (0b111000, 3)


@pytest.mark.rule("IN-DMG-14", "IN-DMG-15")
def test_orc_dmg_1_a_laser_finishes_a_box_before_the_next():
    case, want = given("ORC-DMG-1"), expected("ORC-DMG-1")
    table, k, klass = bare(case["scale"])
    n = solid_row(klass)
    hit(table, k, "laser", case["points"], column=6)
    column = [table.inside(k)[row][5] for row in range(n, n + 4)]
    assert column == [0] * want["boxes"] + [1, 1]
    assert taken(table, k, n + want["boxes"])[5] == want["hits_on_third"]
    assert table.state.craft[k].inside == want["boxes"]


@pytest.mark.rule("IN-DMG-15")
def test_full_rows_finish_boxes_from_the_left():
    table, k, klass = bare(3)
    n = solid_row(klass)
    hit(table, k, "rows", 8)
    assert table.inside(k)[n].tolist() == [0, 0] + [1] * 8 and taken(table, k, n)[2] == 2
    hit(table, k, "rows", 1)
    assert table.inside(k)[n].tolist() == [0, 0, 0] + [1] * 7


@pytest.mark.rule("IN-DMG-14")
def test_orc_dmg_2_a_shell_on_fresh_boxes_destroys_none():
    case, want = given("ORC-DMG-2"), expected("ORC-DMG-2")
    table, k, klass = bare(case["scale"])
    hit(table, k, "MDC_8", 8, column=5)
    hits = [count for n in range(klass.depth) for count in taken(table, k, n)]
    assert table.state.craft[k].inside == want["boxes"] == 0
    assert sum(hits) == hits.count(1) == want["boxes_with_one_hit"]
    assert ORACLES["ORC-DMG-2"]["rules"] == ["IN-DMG-14"]


@pytest.mark.rule("IN-DMG-16")
def test_orc_dmg_4_only_a_box_that_is_gone_counts_for_collapse():
    case, want = given("ORC-DMG-4"), expected("ORC-DMG-4")
    table, k, klass = bare(case["scale"])
    first = int(table.state.craft[k].first_row) + int(klass.inner)
    table.state.rows[0, first : first + int(klass.depth) - 1] = 0
    hit(table, k, "rows", 2)
    assert table.state.craft[k].collapse == 0 and not table.state.craft[k].collapse_due
    hit(table, k, "rows", case["ship_destroyed_hits"] - 2)
    assert table.state.craft[k].collapse == want["boxes_lost"]
    assert taken(table, k, int(klass.depth) - 1)[:3] == [0, 2, 0]


@pytest.mark.rule("IN-DMG-14", "IN-DMG-16")
def test_armour_is_not_scaled_and_its_loss_widows_what_lies_on_it():
    table = scene("large")
    sheet = large_ship(SCALES[4])
    table.add(sheet)
    k = table.put(sheet.name)
    klass, state = class_of(table, k), table.state
    side = next(side for side in range(6) if klass.external[side])
    row, armour = external_row(state, table.rules, k, side), tower(state, table.rules, k, side)
    whole, column = int(state.rows[0, row]), 11 - int(klass.external[side]).bit_length()
    hit(table, k, "laser", 2, column=column, facing=side)
    n = int(klass.cells) + side
    assert int(state.rows[0, row]) == whole
    assert slashes(state, table.rules, k, n, 512 >> (column - 1)) == 2
    hit(table, k, "laser", 3, column=column, facing=side)
    assert int(state.rows[0, row]) == whole & ~(512 >> (column - 1))
    assert table.block(k, side)[0].tolist().count(0) == 1
    state.rows[0, armour[0] + 1 : armour[0] + armour[1]] = 0
    widow(state, table.rules, k, side)
    assert int(state.rows[0, row]) == 0 and slashes(state, table.rules, k, n, whole) == 0


@pytest.mark.rule("IN-DMG-14", "IN-PSH-03")
def test_a_push_marks_off_whole_boxes_of_the_plant():
    table, k, klass = bare(2)
    plant = int(klass.system[Comp.PLANT])
    row = int(klass.component[plant].first)
    column = klass.cell[row].tolist().index(plant)
    add_slashes(table.state, table.rules, k, row, 512 >> column, 1)
    push_damage(table.state, table.rules, k)
    quarter = -(-int(klass.plant_boxes) // 4)
    assert lost_of(table.state, table.rules, k, plant) == quarter
    assert taken(table, k, row)[column] == 0
