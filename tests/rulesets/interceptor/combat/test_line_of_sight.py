"""Chapter LOS: the line of sight."""

from types import SimpleNamespace

import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.core.model.hexgrid import axial_row, distance, passes_through
from spacecombat_env.rulesets.interceptor.combat.line_of_sight import _box_of, _is_in_box, is_clear
from spacecombat_env.rulesets.interceptor.model import Rock


def lay(table, *places, kind=Rock.ASTEROID):
    """Lay terrain in hexes of printed columns and rows."""
    for n, (column, row) in enumerate(places):
        rock = table.state.rock[n]
        rock.kind, rock.q, rock.r = kind, column, axial_row(column, row)


def visible(table, k, other):
    """Whether two craft see each other; both ways alike."""
    state = table.state
    there = is_clear(state, table.rules, state.craft[k], state.craft[other])
    assert there == is_clear(state, table.rules, state.craft[other], state.craft[k])
    return there


def pair_at(here, there):
    table = scene()
    return table, table.put("CHEETAH", at=here), table.put("LANCEA", side=1, at=there)


@pytest.mark.rule("IN-LOS-01", "IN-LOS-10", "IN-AMB-89")
@pytest.mark.parametrize("kind", [Rock.ASTEROID, Rock.WRECK])
def test_a_rock_between_blocks_the_line_and_one_beside_it_does_not(kind):
    table, k, other = pair_at((10, 5), (10, 9))
    assert visible(table, k, other)
    lay(table, (11, 7), (9, 6), kind=kind)
    assert visible(table, k, other)
    lay(table, (10, 7), kind=kind)
    assert not visible(table, k, other)


@pytest.mark.rule("IN-LOS-10")
def test_rocks_at_the_ends_block_nothing():
    table, k, other = pair_at((10, 5), (10, 9))
    lay(table, (10, 5), (10, 9), (10, 10), (10, 4))
    assert visible(table, k, other)


@pytest.mark.rule("IN-LOS-10")
def test_a_line_along_a_hexside_is_blocked_from_both_sides_only():
    table, k, other = pair_at((10, 5), (12, 5))  # between (11, 5) and (11, 6)
    for row in (5, 6):
        lay(table, (11, row))
        assert visible(table, k, other)
    lay(table, (11, 5), (11, 6))
    assert not visible(table, k, other)


@pytest.mark.rule("IN-LOS-10")
def test_neighbours_of_two_different_hexsides_do_not_block_together():
    table, k, other = pair_at((10, 5), (14, 5))  # sides at columns 11 and 13, (12, 5) between
    lay(table, (11, 5), (13, 6))
    assert visible(table, k, other)
    lay(table, (11, 5), (13, 6), (12, 5))
    assert not visible(table, k, other)


@pytest.mark.rule("IN-LOS-01")
def test_in_one_hex_nothing_lies_between():
    table, k, other = pair_at((10, 5), (10, 5))
    lay(table, (10, 5))
    assert visible(table, k, other)


def test_a_line_stays_in_the_box_of_its_ends():
    here, near = (
        SimpleNamespace(q=0, r=0),
        [
            SimpleNamespace(q=q, r=r)
            for q in range(-5, 6)
            for r in range(-5, 6)
            if distance(0, 0, q, r) <= 5
        ],
    )
    left_out = 0
    for there in near:
        box = _box_of(here, there)
        for rock in near:
            if passes_through(0, 0, there.q, there.r, rock.q, rock.r):
                assert _is_in_box(rock, box)
            left_out += not _is_in_box(rock, box)
    assert left_out > len(near) ** 2 // 2
