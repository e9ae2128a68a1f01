"""The hex map: metric, directions, lines and edges, against slow twins and drawn examples."""

from __future__ import annotations

import math

import naive_hexes as naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacecombat_env.core.model import hexgrid as hexes

fixed = settings(derandomize=True, deadline=None, max_examples=300)

COLUMNS, ROWS = 19, 33
number = st.integers(-20, 20)
hexagon = st.tuples(number, number)
nearby = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
displacement = hexagon.filter(lambda d: d != (0, 0))


def centre(q: int, r: int) -> tuple[float, float]:
    """The centre of a hex on paper, one hex being 1 wide from side to side; y points to Blue."""
    return q * math.sqrt(3) / 2, r + q / 2


# -- hexes ---------------------------------------------------------------------------------------


@fixed
@given(hexagon, hexagon, hexagon)
def test_distance_is_a_metric(a, b, c):
    ab = hexes.distance(*a, *b)
    assert (ab == 0) == (a == b)
    assert ab == hexes.distance(*b, *a)
    assert ab <= hexes.distance(*a, *c) + hexes.distance(*c, *b)


@fixed
@given(hexagon, hexagon)
def test_distance_counts_steps(a, b):
    steps, here = 0, a
    while here != b:
        around = [hexes.neighbour(*here, d) for d in range(6)]
        here = min(around, key=lambda h: math.dist(centre(*h), centre(*b)))
        steps += 1
    assert steps == hexes.distance(*a, *b)


def test_directions_go_round_the_clock_from_the_far_edge():
    for direction, name in enumerate(hexes.DIRECTION_NAMES):
        x, y = centre(*hexes.neighbour(0, 0, direction))
        hour = round(math.degrees(math.atan2(x, y)) / 30) % 12
        assert hour == 2 * direction
        assert math.hypot(x, y) == pytest.approx(1)
        assert ("N" in name, "E" in name) == (y > 0, x > 0.1)


@fixed
@given(hexagon)
def test_rows_are_the_printed_ones(h):
    q, r = h
    row = hexes.offset_row(q, r)
    assert hexes.axial_row(q, row) == r
    half = 0.5 if q % 2 == 0 else 0
    assert centre(q, r)[1] - (row + half) == centre(1, 0)[1] - 1


def test_drawn_corner_of_the_map():
    assert [hexes.axial_row(q, row) for q, row in [(1, 1), (2, 1), (3, 1), (1, 2)]] == [0, 0, -1, 1]
    assert hexes.neighbour(1, hexes.axial_row(1, 1), 1) == (2, hexes.axial_row(2, 1))
    assert hexes.neighbour(2, hexes.axial_row(2, 1), 1) == (3, hexes.axial_row(3, 2))


def test_map_has_every_column_and_row_once():
    on = [
        (q, r) for q in range(-5, 30) for r in range(-30, 60) if hexes.on_map(q, r, COLUMNS, ROWS)
    ]
    printed = {(q, int(hexes.offset_row(q, r))) for q, r in on}
    assert printed == {(q, row) for q in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)}
    assert len(on) == COLUMNS * ROWS


@fixed
@given(hexagon, hexagon, st.integers(1, 24), st.integers(1, 40))
def test_rotation_is_an_automorphism_and_its_own_inverse(a, b, columns, rows):
    turned_a = hexes.rotate_half(*a, columns, rows)
    turned_b = hexes.rotate_half(*b, columns, rows)
    assert hexes.rotate_half(*turned_a, columns, rows) == a
    assert hexes.distance(*turned_a, *turned_b) == hexes.distance(*a, *b)
    for d in range(6):
        step = hexes.rotate_half(*hexes.neighbour(*a, d), columns, rows)
        assert step == hexes.neighbour(*turned_a, (d + 3) % 6)


@pytest.mark.parametrize(("columns", "fringe"), [(19, 1), (13, 1), (18, 0)])
def test_rotation_of_the_map_leaves_only_the_fringe(columns, fringe):
    for q in range(1, columns + 1):
        for row in range(1, ROWS + 1):
            turned = hexes.rotate_half(q, hexes.axial_row(q, row), columns, ROWS)
            lost = fringe if q % 2 == 0 else 0
            assert turned[0] == columns + 1 - q
            assert hexes.offset_row(*turned) == ROWS + 1 - lost - row


# -- directions ----------------------------------------------------------------------------------


@fixed
@given(hexagon, hexagon)
def test_dot_is_twice_the_inner_product_on_paper(a, b):
    (ax, ay), (bx, by) = centre(*a), centre(*b)
    assert hexes.dot(*a, *b) == pytest.approx(2 * (ax * bx + ay * by))


@fixed
@given(displacement)
def test_closest_sides_have_the_smallest_angle(d):
    x, y = centre(*d)
    bearing = math.degrees(math.atan2(x, y)) % 360
    off = [abs((bearing - 60 * side + 180) % 360 - 180) for side in range(6)]
    closest = {side for side in range(6) if off[side] < min(off) + 1e-9}
    a, b = hexes.closest_sides(*d)
    assert {a, b} == closest
    assert b == a or b == (a + 1) % 6


@fixed
@given(displacement)
def test_ray_crosses_the_sides_its_angle_spans(d):
    x, y = centre(*d)
    bearing = math.degrees(math.atan2(x, y)) % 360
    for side in range(6):
        off = abs((bearing - 60 * side + 180) % 360 - 180)
        assert bool(hexes.crosses_side(*d, side)) == (off < 30 + 1e-9)


def test_a_ray_through_a_corner_crosses_both_sides():
    for k in range(6):
        (q1, r1), (q2, r2) = hexes.neighbour(0, 0, k), hexes.neighbour(0, 0, (k + 1) % 6)
        d = (q1 + q2, r1 + r2)
        assert [s for s in range(6) if hexes.crosses_side(*d, s)] == sorted([k, (k + 1) % 6])
        assert hexes.closest_sides(*d) == (k, (k + 1) % 6)


# -- lines ---------------------------------------------------------------------------------------


@fixed
@given(hexagon, nearby, nearby)
def test_line_passes_through_what_the_fractions_say(a, d, e):
    b, h = (a[0] + d[0], a[1] + d[1]), (a[0] + e[0], a[1] + e[1])
    assert bool(hexes.passes_through(*a, *b, *h)) == naive.passes_through(a, b, h)


@fixed
@given(hexagon, hexagon, hexagon)
def test_long_line_passes_through_what_the_fractions_say(a, b, h):
    assert bool(hexes.passes_through(*a, *b, *h)) == naive.passes_through(a, b, h)


@fixed
@given(hexagon, hexagon, hexagon)
def test_lines_have_no_direction(a, b, h):
    assert hexes.passes_through(*a, *b, *h) == hexes.passes_through(*b, *a, *h)


@fixed
@given(hexagon, nearby)
def test_lines_are_connected_and_as_long_as_the_distance(a, d):
    b = (a[0] + d[0], a[1] + d[1])
    box = [(a[0] + i, a[1] + j) for i in range(-5, 6) for j in range(-5, 6)]
    on = {h for h in box if hexes.passes_through(*a, *b, *h)}
    for step in range(hexes.distance(*a, *b) + 1):
        assert any(hexes.distance(*a, *h) == step for h in on)


def test_line_along_a_side_passes_through_both_hexes():
    """From the centre to (2,-1) the line runs along the side that NE and SE share."""
    on = [hexes.passes_through(0, 0, 2, -1, *hexes.neighbour(0, 0, d)) for d in range(6)]
    assert [bool(value) for value in on] == [False, True, True, False, False, False]


def test_line_of_no_length_passes_through_its_hex_only():
    assert hexes.passes_through(3, 3, 3, 3, 3, 3)
    assert not hexes.passes_through(3, 3, 3, 3, 3, 4)


def test_small_integers_do_not_overflow():
    big = np.int8(100)
    assert hexes.distance(big, big, np.int8(-100), np.int8(-100)) == 400
    assert hexes.dot(big, big, big, big) == 60_000
    assert hexes.passes_through(np.int8(-100), np.int8(0), big, np.int8(0), np.int8(7), np.int8(0))


# -- leaving the map -----------------------------------------------------------------------------


@fixed
@given(st.integers(1, 6), st.integers(0, 6), hexagon)
def test_exit_side_is_what_the_fractions_say(column, row, d):
    """On a map of 6 by 5; row 0 and row 6 start outside, entering."""
    a = (column, row - (column + 1) // 2)
    b = (a[0] + d[0] // 2, a[1] + d[1] // 2)
    assert hexes.exit_side(*a, *b, 6, 5) == naive.exit_side(a, b, 6, 5)


def leaves(start: tuple[int, int], vector: tuple[int, int]) -> int:
    """The edge by which a move from a printed hex leaves the whole map."""
    q, r = start[0], hexes.axial_row(*start)
    return hexes.exit_side(q, r, q + vector[0], r + vector[1], COLUMNS, ROWS)


def test_exits_of_the_whole_map():
    assert leaves((10, 30), (0, 3)) == hexes.EDGE_NONE
    assert leaves((10, 30), (0, 4)) == hexes.EDGE_HIGH
    assert leaves((10, 3), (0, -3)) == hexes.EDGE_LOW
    assert leaves((2, 16), (-4, 2)) == hexes.EDGE_SIDE


def test_the_first_edge_counts():
    assert leaves((18, 20), (6, 30)) == hexes.EDGE_SIDE
    assert leaves((18, 32), (6, 30)) == hexes.EDGE_HIGH


def test_running_along_the_outline_is_not_leaving_by_it():
    """East along row 1: between an even column's row 1 and the row below it."""
    assert leaves((15, 1), (6, -3)) == hexes.EDGE_SIDE


def test_a_corner_of_the_map_is_its_side():
    """(19,1) SE and S hexes meet at its corner 2, on the way of (1,-2)."""
    assert leaves((19, 1), (1, -2)) == hexes.EDGE_SIDE


def test_entering_is_not_leaving():
    assert leaves((10, 0), (0, 5)) == hexes.EDGE_NONE
    assert leaves((10, 0), (0, 40)) == hexes.EDGE_HIGH
    assert leaves((10, 34), (0, -40)) == hexes.EDGE_LOW
    assert leaves((9, 0), (2, 0)) == hexes.EDGE_NONE
    assert leaves((10, 0), (0, -2)) == hexes.EDGE_LOW
