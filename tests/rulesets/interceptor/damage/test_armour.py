"""The damage examples of the book, in the engine and in its plain twin."""

import pytest
from kit.interceptor.damaging import class_of, hit, queue, row_of
from kit.interceptor.plain_damage import PlainShip, boxes_of, shipped
from kit.interceptor.scenes import scene

from spacecombat_env.core.loading.tables import read_yaml
from spacecombat_env.rulesets.interceptor.damage.armour import arrow
from spacecombat_env.rulesets.interceptor.damage.templates import mask_of, rows_of_template
from spacecombat_env.rulesets.interceptor.damage.widowing import widow
from spacecombat_env.rulesets.interceptor.model import (
    DATA,
    NONE,
    Template,
    column_bit,
    external_row,
    template_names,
    tower,
    yaml_of,
)

ORACLES = {one["id"]: one for one in read_yaml(DATA / "oracles.yaml")["oracles"]}
FORWARD = 0


def gull():
    """The SPACE GULL of the examples, whole, and its twin.

    Its forward hardpoints (reconstructed) are taken off: the diagrams show bare armour.
    """
    table = scene()
    k, plain = table.put("SPACE GULL"), PlainShip.of(shipped("SPACE GULL"))
    external = class_of(table, k).external_row[FORWARD]
    table.state.rows[0, table.state.craft[k].first_row + external] = 0
    plain.outside[FORWARD].clear()
    return table, k, plain


def play(oracle):
    """Apply the hits of an oracle but the last to both; return them and the last hit."""
    table, k, plain = gull()
    hits = []
    for text, place in ORACLES[oracle]["given"]["hits"]:
        name, points = text.split()
        hits.append(("laser" if name == "laser" else f"{name}_{points}", int(points), place))
    shots = [(shape, points, int(place.split()[1])) for shape, points, place in hits]
    for shape, points, column in shots[:-1]:
        both(table, k, plain, shape, points, column)
    return table, k, plain, shots[-1]


def both(table, k, plain, shape, points, column):
    """One hit in the engine and in the twin; they agree."""
    hit(table, k, shape, points, column)
    plain.hit(FORWARD, None, column, shape, points)
    assert boxes_of(table.state, table.rules, k) == plain


def counts(table, k):
    """Armour boxes forward, and boxes inside."""
    return int(table.block(k, FORWARD).sum()), int(table.inside(k).sum())


@pytest.mark.rule("IN-DMG-04", "IN-DMG-01")
def test_or_dmg_1_two_points_fall_into_the_hole_of_a_laser():
    expect = ORACLES["OR-DMG-1"]["expect"]
    table, k, plain, last = play("OR-DMG-1")
    armour, inside = counts(table, k)
    both(table, k, plain, *last)
    assert armour - counts(table, k)[0] == expect["mdc_boxes_destroyed"]
    assert last[1] - expect["mdc_boxes_destroyed"] == expect["mdc_boxes_lost"]
    assert inside - counts(table, k)[1] == expect["inside"]
    assert table.block(k, FORWARD).tolist() == [
        [1, 1, 0, 0, 0, 0, 0, 0, 1, 1],
        [1, 1, 0, 1, 0, 0, 0, 1, 1, 1],
        *[[1, 1, 0, 1, 0, 0, 1, 1, 1, 1]] * 2,
        *[[1, 1, 0, 1, 0, 1, 1, 1, 1, 1]] * 2,
        *[[1] * 10] * 2,
    ]


@pytest.mark.rule("IN-DMG-06", "IN-DMG-03", "IN-DMG-07")
def test_or_dmg_2_dropped_to_row_seven_it_widows_column_four():
    expect = ORACLES["OR-DMG-2"]["expect"]
    table, k, plain, last = play("OR-DMG-2")
    block = tower(table.state, table.rules, k, FORWARD)
    start = arrow(table.state, table.rules, 0, block, last[2], NONE)
    assert start - block[0] + 1 == expect["first_row"]
    inside = counts(table, k)[1]
    both(table, k, plain, *last)
    assert inside - counts(table, k)[1] == expect["inside"]
    before = table.block(k, FORWARD)
    assert widow(table.state, table.rules, k, FORWARD) == expect["widowed_boxes"]
    assert len(plain.widow(FORWARD)) == expect["widowed_boxes"]
    gone = before - table.block(k, FORWARD)
    assert [n + 1 for n in range(10) if gone[:, n].any()] == expect["widowed_columns"]
    assert table.state.craft[k].armour[FORWARD] == counts(table, k)[0]
    assert boxes_of(table.state, table.rules, k) == plain


@pytest.mark.rule("IN-DMG-05")
def test_or_dmg_3_a_second_laser_in_one_column_goes_inside():
    expect = ORACLES["OR-DMG-3"]["expect"]
    table, k, plain, last = play("OR-DMG-3")
    armour, inside = counts(table, k)
    both(table, k, plain, *last)
    now = counts(table, k)
    assert (armour - now[0], inside - now[1]) == (expect["armour_second"], expect["inside_second"])


@pytest.mark.rule("IN-AMB-40", "IN-DMG-08")
def test_below_the_last_row_damage_is_lost():
    table, k, _ = gull()
    hit(table, k, "laser", 8 + 15, column=2)
    assert not table.block(k, FORWARD)[:, 1].any() and not table.inside(k)[:, 1].any()
    before = counts(table, k)
    hit(table, k, "MDC_12", column=2)
    assert counts(table, k) == before


@pytest.mark.rule("IN-AMB-93")
def test_a_laser_takes_boxes_that_are_there_and_holes_cost_it_nothing():
    table, k, _ = gull()
    hit(table, k, "MDC_10", column=5)
    first = tower(table.state, table.rules, k, FORWARD)[0]
    table.state.rows[0, first] |= column_bit(5)
    hit(table, k, "laser", 4, column=5)
    assert table.block(k, FORWARD)[:, 4].tolist() == [0, 0, 0, 0, 0, 0, 0, 1]


@pytest.mark.rule("IN-AMB-93")
def test_a_laser_counts_no_hole_inside_either():
    table, k, _ = gull()
    first = int(table.state.craft[k].first_row) + int(class_of(table, k).inner)
    table.state.rows[0, first + 1] &= ~column_bit(2)
    hit(table, k, "laser", 8 + 3, column=2)
    assert table.inside(k)[:6, 1].tolist() == [0, 0, 0, 0, 1, 1]


@pytest.mark.rule("IN-AMB-49")
def test_damage_by_rows_takes_boxes_that_are_there():
    table, k, _ = gull()
    hit(table, k, "laser", 1, column=2)
    hit(table, k, "laser", 1, column=4)
    hit(table, k, "rows", 10)
    assert table.block(k, FORWARD)[:2].tolist() == [[0] * 10, [0, 0] + [1] * 8]


@pytest.mark.rule("IN-AMB-49", "IN-DMG-12")
def test_a_row_on_the_armour_takes_as_many_points_as_it_has_boxes():
    table = scene()
    k = table.put("PILUM")
    klass = class_of(table, k)
    facing = next(side for side in range(6) if klass.external[side])
    boxes = int(klass.external[facing]).bit_count()
    before = table.block(k, facing).sum()
    hit(table, k, "rows", boxes + 3, facing=facing)
    assert table.state.rows[0, external_row(table.state, table.rules, k, facing)] == 0
    assert before - table.block(k, facing).sum() == 3


@pytest.mark.rule("IN-COL-07", "IN-DES-04")
def test_full_rows_begin_at_the_outermost_row_and_end_from_the_left():
    table, k, _ = gull()
    hit(table, k, "rows", 24)
    assert table.block(k, FORWARD).sum(axis=1).tolist() == [0, 0, 6, 10, 10, 10, 10, 10]
    assert table.block(k, FORWARD)[2].tolist() == [0] * 4 + [1] * 6
    hit(table, k, "rows", 70)
    assert counts(table, k) == (0, 150 - (70 - 56))  # 56 boxes of armour were left


@pytest.mark.rule("IN-DMG-02", "IN-DMG-04")
def test_what_lies_beside_the_block_is_lost():
    table, k, _ = gull()
    hit(table, k, "MDC_8", column=1)
    assert table.block(k, FORWARD).sum(axis=1).tolist() == [7, 8, 10, 10, 10, 10, 10, 10]


@pytest.mark.rule("IN-DMG-01", "IN-DIR-14")
@pytest.mark.parametrize("name", template_names()[Template.FIRST_SHAPE :])
def test_a_shape_has_the_cells_of_its_file(name):
    table, template = scene(), row_of(name)
    cells = set(map(tuple, yaml_of("damage_templates.yaml")["templates"][name]["cells"]))
    bit = column_bit(5)
    found = set()
    for row in range(rows_of_template(table.rules, template)):
        mask = mask_of(table.rules, template, row, bit)
        columns = {(c - 5, row) for c in range(1, 11) if mask & column_bit(c)}
        assert len(columns) == int(table.rules.template[template].width[row])
        found |= columns
    assert found == cells


@pytest.mark.rule("IN-DMG-01")
def test_a_hit_without_points_is_none():
    table, k, _ = gull()
    queue(table, k, "rows", 0)
    assert table.state.exchange.hits == 0
