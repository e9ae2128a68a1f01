"""Record sheets: what is left of each block, by the reader, and beside the map of a page."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

import pytest
from kit.interceptor.damaging import hit
from kit.interceptor.drawing import RED, SHAPE, at, blocks, picture_of
from kit.interceptor.scenes import scene

from spacecombat_env.core.presentation.labels import overlap
from spacecombat_env.core.presentation.perspective import UMPIRE
from spacecombat_env.rulesets.interceptor.damage.widowing import widow
from spacecombat_env.rulesets.interceptor.model import NONE, Disclosed, Facing, class_names
from spacecombat_env.rulesets.interceptor.presentation.pictures.board import Board
from spacecombat_env.rulesets.interceptor.presentation.pictures.shapes import OUTLINES
from spacecombat_env.rulesets.interceptor.presentation.pictures.sheet_drawings import runs

# --- record sheets -------------------------------------------------------------------------------


def gull():
    """A SPACE GULL without its external hardpoints, which would lie over the diagrams' columns."""
    table = scene()
    k = table.put("SPACE GULL")
    klass = table.rules.classes[table.state.craft[k].klass]
    for side in range(6):
        if klass.external_row[side] != NONE:
            table.state.rows[0, int(table.state.craft[k].first_row + klass.external_row[side])] = 0
    return table, k


def forward(table):
    """Return the forward armour and the inside, as the picture shows them."""
    shown = dict(blocks(picture_of(table)))
    return shown["F"], shown["inside"]


@pytest.mark.rule("IN-DMG-04")
def test_picture_of_the_first_damage_example():
    """OR-DMG-1: lasers of 6 in columns 3 and 5, then an MDC 10 in column 6."""
    table, k = gull()
    whole = forward(table)
    hit(table, k, "laser", 6, column=3)
    hit(table, k, "laser", 6, column=5)
    lasers = forward(table)[0]
    assert lasers == ["##.#.#####"] * 6 + ["##########"] * 2
    hit(table, k, "MDC_10", 10, column=6)
    armour, inside = forward(table)
    lost = "".join(lasers).count("#") - "".join(armour).count("#")
    assert lost == 8 and inside == whole[1]
    assert armour == _rows(table, k)


@pytest.mark.rule("IN-DMG-06", "IN-DMG-07")
def test_picture_of_the_second_damage_example():
    """OR-DMG-2: the MDC 10 strikes column 5: two boxes inside, six of column 4 fall off."""
    table, k = gull()
    whole = forward(table)[1]
    hit(table, k, "laser", 6, column=3)
    hit(table, k, "laser", 6, column=5)
    before = forward(table)[0]
    hit(table, k, "MDC_10", 10, column=5)
    struck, inside = forward(table)
    gone = [n for n, (a, b) in enumerate(zip(before, struck, strict=True), start=1) if a != b]
    assert gone[0] == 7
    assert "".join(whole).count("#") - "".join(inside).count("#") == 2
    assert widow(table.state, table.rules, k, 0) == 6
    widowed = forward(table)[0]
    fallen = {
        column + 1
        for a, b in zip(struck, widowed, strict=True)
        for column in range(10)
        if a[column] != b[column]
    }
    assert fallen == {4}


def _rows(table, k):
    """Return the forward armour of the state as text."""
    return ["".join("#" if box else "." for box in row) for row in table.block(k, 0)]


def test_runs_are_all_boxes_and_none_twice():
    rows = [0b1110000111, 0b1110000111, 0, 0b1111111111, 0b1010101010]
    visible = set()
    for run in runs(rows):
        for row in range(run.top, run.low):
            for column in range(run.left, run.right):
                assert (row, column) not in visible
                visible.add((row, column))
    assert visible == {
        (n, c) for n, row in enumerate(rows) for c in range(10) if row >> (9 - c) & 1
    }
    assert len([*runs([0b1111111111] * 8)]) == 1  # a whole block is one rectangle


@pytest.mark.parametrize("name", class_names()[1:])
def test_every_sheet_has_all_its_boxes(name):
    table = scene("large")
    k = table.put(name)
    klass = table.rules.classes[table.state.craft[k].klass]
    shown = blocks(picture_of(table))
    assert [where for where, _ in shown].count("turret") == int(klass.turrets)
    for facing in Facing:
        assert dict(shown)[facing.name] == ["#" * 10] * int(klass.armour_rows[facing])
    depth = sum(len(rows) for where, rows in shown if where == "inside")
    assert depth == int(klass.depth) + sum(int(n) for n in klass.turret_depth[: klass.turrets])


@pytest.mark.rule("IN-LOS-02")
def test_an_enemy_is_shown_as_it_was_seen_last_with_the_date():
    table = scene()
    k = table.put("LANCEA", side=1)
    craft = table.state.craft[k]
    klass = table.rules.classes[craft.klass]
    first = int(craft.first_row + klass.armour_row[Facing.F])
    row = int(craft.klass)
    craft.klass = 0  # as redaction leaves it
    table.state.rows[1] = 0
    assert blocks(picture_of(table, RED)) == [] and "class not known" in picture_of(table, RED)
    craft.disclosed, craft.disclosed_tons = Disclosed.TONS_20, 70
    assert "class not known, 58 to 84 t" in picture_of(table, RED)
    craft.klass, craft.disclosed = row, Disclosed.CLASS
    hidden = picture_of(table, RED)
    assert "state never seen" in hidden
    assert dict(blocks(hidden))["F"] == [".........."] * int(klass.armour_rows[Facing.F])
    table.state.last_seen_rows[1, first] = 0b1111100000
    craft.armour_turn = 5
    visible = picture_of(table, RED)
    assert "seen turn 5, inside never" in visible
    assert dict(blocks(visible))["F"][0] == "#####....."


@pytest.mark.parametrize("name", ["FLUTTERING PETAL", "CINGULUM"])
def test_a_sheet_is_some_kilobytes(name):
    table = scene("large")
    k = table.put(name)
    hit(table, k, "MDC_10", 10, column=6)
    lines = [line for line in picture_of(table).split("\n") if 'data-k="s0' in line]
    assert len(lines) == 2 and max(map(len, lines)) < 6000


def test_a_disabled_component_is_shown_on_the_sheet():
    table = scene()
    k = table.put("CHEETAH")
    assert ">out: " not in picture_of(table)
    table.state.craft[k].disabled = 1
    assert ">out: Laser 5/1<" in picture_of(table)


def test_sheets_stand_beside_the_map_in_squares(fights):
    for moment in fights:
        scenario, _ = at(moment)
        board = Board.of(scenario, UMPIRE, False)
        centres = [board.sheet_at(n) for n in range(board.sheets)]
        assert len(set(centres)) == board.sheets > 0
        for x, y in centres:
            assert (
                x - board.cell / 2 >= board.across - 0.1 and x + board.cell / 2 <= board.width + 0.1
            )
            assert y - board.cell / 2 > 0 and y + board.cell / 2 <= board.height


# --- on a page -------------------------------------------------------------------------------------


def beside(table, seat=UMPIRE):
    """Return the lines that a page shows beside the map."""
    svg = picture_of(table, seat, for_page=True)
    return [line for line in svg.split("\n") if line.startswith("<g data-beside=")]


def test_on_a_page_a_sheet_is_a_figure_and_a_hit_changes_the_blocks_that_it_strikes():
    table = scene()
    k = table.put("CHEETAH", at=(10, 10))
    whole = beside(table)
    key = re.search(r'data-beside="([^"]+)"', whole[0])[1]
    assert f'data-k="{key}"' in picture_of(
        table, for_page=True
    )  # the ship on the map is called alike
    assert all(f'data-beside="{key}"' in line for line in whole)
    shown = [re.findall(r'data-block="(\w+)"', line) for line in whole]
    assert sum(shown, []) == ["F", "A", "LF", "RF", "LA", "RA", "inside"]
    assert max(map(len, shown)) == 1  # a line a block
    hit(table, k, "laser", 4, column=8)
    changed = [a for a, b in zip(whole, beside(table), strict=True) if a != b]
    assert 1 <= len(changed) <= 3 and any('data-block="F"' in line for line in changed)
    assert "46 of 50 boxes left" in "".join(beside(table))


@pytest.mark.rule("IN-LOS-02")
def test_on_a_page_an_unknown_enemy_has_a_figure_without_blocks():
    table = scene()
    k = table.put("LANCEA", side=1)
    table.state.craft[k].klass = 0
    lines = beside(table, RED)
    assert len(lines) == 1 and "class not known" in lines[0] and "data-box" not in lines[0]


@pytest.mark.parametrize("name", class_names()[1:])
def test_letters_of_a_sheet_lie_on_no_box(name):
    table = scene("large")
    table.put(name)
    spot = re.compile(r'translate\(([-\d.]+) ([-\d.]+)\)"><title>')
    low, boxes = -4.0, []
    for line in beside(table):
        block = ElementTree.fromstring(line)
        ground = block.find(f"{SHAPE}rect") if "data-block" in line else block.find("rect")
        if ground is not None:
            x, y = map(float, spot.search(line).groups())
            boxes.append((x, y, x + 50, y + float(ground.get("height", 0))))
            low = max(low, boxes[-1][3])
    for x, y in re.findall(r'<text x="([-\d.]+)" y="([-\d.]+)"', "".join(beside(table))):
        letters = (float(x) - 20, float(y) - 7.5, float(x) + 20, float(y))
        assert not [box for box in boxes if overlap(letters, box)], (name, x, y)
    high = float(re.search(r'data-box="\S+ \S+ \S+ ([\d.]+)"', beside(table)[0])[1])
    assert high >= low + 4


def test_a_facing_can_be_read_from_a_hull():
    """No silhouette looks like itself when it is turned by a hexside or two."""
    for outline in OUTLINES:
        for turn in (60, 120, 180):
            cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            turned = [(x * cos - y * sin, x * sin + y * cos) for x, y in outline]
            away = max(min(math.dist(a, b) for b in outline) for a in turned)
            assert away > 5, (outline, turn)
