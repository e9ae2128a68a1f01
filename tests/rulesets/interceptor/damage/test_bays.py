"""Cargo bays, hangars, and missile reloads that blow up."""

from dataclasses import replace

import pytest
from kit.interceptor.damaging import hit
from kit.interceptor.designs import PEGASUS, expected
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.construction import evaluate
from spacecombat_env.rulesets.interceptor.construction.class_rows import ship_design
from spacecombat_env.rulesets.interceptor.construction.design import Cargo
from spacecombat_env.rulesets.interceptor.damage.internals import lost_of
from spacecombat_env.rulesets.interceptor.damage.large_ships.bays import (
    bay_at,
    craft_at,
    is_passed,
)
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Comp,
    Load,
    Status,
    class_of,
    missiles_in,
    tower,
)
from spacecombat_env.rulesets.interceptor.visibility.determinize_loads import (
    load_racks,
    spend_loads,
)

FORWARD = 0


def carrier(cargo=None, supplies=2):
    """A PEGASUS without armour forward, with a load in its Autoloader and in its cargo bay."""
    design = replace(PEGASUS, name="MULE", cargo=cargo or Cargo(), supplies_months=supplies)
    table = scene("medium")
    table.add(replace_load(ship_design(evaluate(design)), supplies))
    k = table.put("MULE")
    klass = class_of(table.state, table.rules, k)
    first = int(table.state.craft[k].first_row) + int(klass.armour_row[FORWARD])
    table.state.rows[0, first : first + int(klass.armour_rows[FORWARD])] = 0
    if klass.external_row[FORWARD] != NONE:
        table.state.rows[0, int(table.state.craft[k].first_row) + klass.external_row[FORWARD]] = 0
    return table, k, klass


def replace_load(sheet, supplies):
    """The sheet with supplies for some months: none make its bay an empty one."""
    sheet.design["supplies_months"] = supplies
    return sheet


def bay_row(klass):
    """The row of its cargo bay."""
    assert klass.bays == 1 and bay_at(klass, NONE, int(klass.bay[0].cell)) == 0
    return int(klass.bay[0].cell)


@pytest.mark.rule("IN-IDE-35", "IN-ICB-10")
def test_hits_pass_an_empty_bay_and_fill_a_loaded_one():
    table, k, klass = carrier(supplies=0)
    row, before = bay_row(klass), table.inside(k).copy()
    hit(table, k, "laser", 2, column=4)
    gone = before - table.inside(k)
    assert (table.inside(k)[row] == 1).all() and table.state.craft[k].bay_hits[0] == 0
    assert gone.sum() == 2 and gone[row + 1 : row + 3, 3].sum() == 2
    table, k, klass = carrier()
    hit(table, k, "laser", 2, column=4)
    assert table.state.craft[k].bay_hits[0] == 1
    assert (before - table.inside(k)).sum() == 1


@pytest.mark.rule("IN-IDE-35")
def test_a_template_is_laid_below_an_empty_bay():
    table, k, klass = carrier(supplies=0)
    row, before = bay_row(klass), table.inside(k).copy()
    hit(table, k, "MDC_8", 8, column=5)
    assert (before - table.inside(k))[: row + 1].sum() == 0
    assert (before - table.inside(k)).sum() == 8


@pytest.mark.rule("IN-IDE-36", "IN-ICB-10")
def test_a_loaded_bay_goes_when_as_many_boxes_as_it_has_are_hit():
    """Eight tons are eight boxes, drawn as a row of ten; more than half of them disable it."""
    table, k, klass = carrier()
    row, craft = bay_row(klass), table.state.craft[k]
    component = int(klass.cell[row, 0])
    assert int(klass.component[component].boxes) == 8
    for lost in range(1, 9):
        hit(table, k, "laser", 1, column=2)
        assert lost_of(table.state, table.rules, k, component) == lost
        assert (int(craft.disabled) >> component & 1) == (lost > 4)
        assert craft.inside == (10 if lost == 8 else 0)
    assert (table.inside(k)[row] == 0).all()
    hit(table, k, "laser", 1, column=2)
    assert craft.bay_hits[0] == 8 and craft.inside == 11


@pytest.mark.rule("IN-IDE-36", "IN-AMB-123")
def test_reloads_take_their_columns_of_a_bay_and_blow_all_of_it_up():
    """Three t of reloads in eight t are four of ten columns; the boxes below them go as well."""
    table, k, klass = carrier(Cargo(reloads=(("SSS", 1),)))
    row, before = bay_row(klass), table.inside(k).copy()
    assert int(table.rules.missile[Load.SSS].half_tons) == 6
    kinds = [int(klass.component[int(klass.cell[row, n])].kind) for n in range(10)]
    assert kinds == [Comp.MAGAZINE] * 4 + [Comp.CARGO] * 6
    hit(table, k, "laser", 1, column=9)
    assert table.state.craft[k].bay_hits[0] == 1  # stores are a free hit
    hit(table, k, "laser", 1, column=2)
    gone = before - table.inside(k)
    assert (gone[row] == 1).all() and gone[row + 1].tolist() == before[row + 1].tolist()[:4] + [
        0
    ] * 6
    assert table.state.craft[k].bay_hits[0] == 8 and table.state.craft[k].inside == gone.sum() == 14


def magazine_of(klass):
    """The magazine of its Autoloader."""
    return next(n for n in range(klass.components) if klass.component[n].kind == Comp.MAGAZINE)


@pytest.mark.rule("IN-IDE-23", "IN-IDE-36", "IN-AMB-123")
@pytest.mark.parametrize("load", [0, 2])
def test_a_loaded_magazine_goes_at_the_first_hit_with_the_boxes_beside_it(load):
    table, k, klass = carrier()
    state, magazine = table.state, magazine_of(klass)
    launcher = int(klass.component[magazine].weapon)
    rack = state.rack[int(state.craft[k].first_rack) + int(klass.weapon[launcher].rack)]
    rack.load[Load.SSS] = load
    assert int(klass.component[magazine].boxes) == 30
    assert int(klass.component[klass.weapon[launcher].component].boxes) == 20
    cells = klass.cell[: klass.depth] == magazine
    rows, columns = cells.nonzero()
    lay_bare(table, k, klass, int(rows[0]), int(columns[0]))
    before = table.inside(k).copy()
    hit(table, k, "laser", 1, column=int(columns[0]) + 1)
    gone = before - table.inside(k)
    assert gone[rows[0], columns[0]] == 1
    if load == 0:
        assert gone.sum() == 1
        return
    beside = cells.copy()
    beside[1:] |= cells[:-1]
    beside[:-1] |= cells[1:]
    beside[:, 1:] |= cells[:, :-1]
    beside[:, :-1] |= cells[:, 1:]
    assert ((gone == 1) == (beside & (before == 1))).all() and cells.sum() == 30
    assert cells.sum() == expected("ORC-IDE-4")["destroyed_of_magazine"]
    assert missiles_in(rack) == 0 and int(state.craft[k].disabled) >> magazine & 1
    assert state.craft[k].inside == gone.sum()


def lay_bare(table, k, klass, row, column):
    """Remove the boxes of a column above a row, without their effects."""
    first = int(table.state.craft[k].first_row) + int(klass.inner)
    for above in range(row):
        table.state.rows[0, first + above] &= ~(512 >> column)


@pytest.mark.rule("IN-IDE-36", "IN-AMB-123")
def test_one_magazine_sets_off_another():
    """The layout puts two magazines side by side."""
    design = replace(PEGASUS, name="MULE", fixed=(), accessories=())
    arm = next(arm for arm in PEGASUS.fixed if arm.type == "Autoloader")
    design = replace(design, fixed=(replace(arm, count=2),))
    account = evaluate(design)
    table = scene("medium")
    table.add(ship_design(account))
    k = table.put("MULE")
    klass, state = class_of(table.state, table.rules, k), table.state
    reloads = [n for n in range(klass.components) if int(klass.reload_mask) >> n & 1]
    assert len(reloads) == 2 and len({int(klass.component[n].weapon) for n in reloads}) == 2
    for rack in state.rack[int(state.craft[k].first_rack) :][:2]:
        rack.load[Load.SSS] = 1
    rows, columns = (klass.cell[: klass.depth] == reloads[1]).nonzero()
    lay_bare(table, k, klass, int(rows[0]), int(columns[0]))
    first = int(state.craft[k].first_row) + int(klass.armour_row[FORWARD])
    state.rows[0, first : first + int(klass.armour_rows[FORWARD])] = 0
    before = table.inside(k).copy()
    hit(table, k, "laser", 1, column=int(columns[0]) + 1)
    gone = before - table.inside(k)
    touching = [n for n in reloads if ((klass.cell[: klass.depth] == n) & (gone == 1)).any()]
    assert len(touching) >= 2
    for n in touching:
        lying = (klass.cell[: klass.depth] == n) & (before == 1)
        assert (gone[lying] == 1).all()


@pytest.mark.rule("IN-IDE-23", "IN-AMB-123")
@pytest.mark.parametrize("gone", [False, True])
def test_a_dream_leaves_a_launcher_empty_whose_magazine_was_seen_to_be_gone(gone):
    table, k, klass = carrier()
    state, magazine = table.state, magazine_of(klass)
    launcher = int(klass.component[magazine].weapon)
    state.craft[k].disabled = (
        (1 << magazine) if gone else 1 << int(klass.weapon[launcher].component)
    )
    card = table.rules.cards[int(state.craft[k].card)]
    card.loaded, card.allowed = 0, 1 << Load.SSS
    rack = state.rack[int(state.craft[k].first_rack) + int(klass.weapon[launcher].rack)]
    rack.load[:] = 0
    load_racks(state, table.rules, k)
    spend_loads(state, table.rules, k)
    assert (missiles_in(rack) == 0) == gone


@pytest.mark.rule("IN-IDE-35", "IN-IDE-38")
def test_hits_pass_an_empty_hangar_and_stop_at_one_with_a_craft():
    table, k, klass = carrier(supplies=0)
    klass.bay[0].cargo = 0
    tower_row = tower(table.state, table.rules, k, FORWARD)
    row = tower_row[2] + bay_row(klass)
    assert is_passed(table.state, table.rules, k, NONE, tower_row, row)
    assert craft_at(table.state, table.rules, k, NONE, tower_row, row) == NONE
    other = table.put("CHEETAH")
    craft = table.state.craft[other]
    craft.status, craft.carrier, craft.bay = Status.ABOARD, k, 0
    assert not is_passed(table.state, table.rules, k, NONE, tower_row, row)
    assert craft_at(table.state, table.rules, k, NONE, tower_row, row) == other
    assert craft_at(table.state, table.rules, k, NONE, tower_row, row - 1) == NONE
