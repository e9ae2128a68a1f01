"""Pictures: well formed, true for the umpire, dated for an enemy; the sheet shows each box."""

from __future__ import annotations

import math
import re
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from kit.interceptor.damaging import hit
from kit.interceptor.games import Play
from kit.interceptor.scenes import scene
from kit.picture_boxes import covered, sizes

from spacecombat_env.core.labels import overlap
from spacecombat_env.core.ruleset import games_of
from spacecombat_env.core.telling import UMPIRE
from spacecombat_env.rulesets.interceptor.damage.widowing import widow
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import Facing, Load, Status, Told
from spacecombat_env.rulesets.interceptor.pieces.constants.log import Event
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.interceptor.pieces.sheets import class_names
from spacecombat_env.rulesets.interceptor.told.pictures.board import Board
from spacecombat_env.rulesets.interceptor.told.pictures.draw import draw_svg, draw_text
from spacecombat_env.rulesets.interceptor.told.pictures.shapes import OUTLINES
from spacecombat_env.rulesets.interceptor.told.pictures.sheets import runs

RED, BLUE = 0, 1
SHAPE = "{http://www.w3.org/2000/svg}"
HOLLOW = "#1d2a45"
RUN = re.compile(r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z")


def told_scene(table):
    """Return what a scenario file would give of a scene: enough to be drawn from."""
    cards = ["", *(f"ship {n}" for n in range(1, 32))]
    resolved = {"cards": cards, "classes": list(class_names()), "sides": ["Red", "Blue"]}
    table.rules.cards["klass"][table.cards + 1 :] = 0
    games = games_of(table.states)
    source = {"map": {"sheets": 2}, "resolved": resolved}
    scenario = SimpleNamespace(
        name="scene", source=source, table=SimpleNamespace(rules=table.table), actions=None
    )
    return games, scenario


def drawn(table, seat=UMPIRE, **settings):
    """Return the picture of a scene."""
    games, scenario = told_scene(table)
    return draw_svg(games, 0, scenario, seat, **settings)


def blocks(svg):
    """Return the blocks of all sheets of a picture: (name, the boxes left as rows of text)."""
    found = []
    for element in ElementTree.fromstring(svg).iter(f"{SHAPE}g"):
        name = element.get("data-block")
        if name:
            found.append((name, boxes_of(element)))
    return found


def boxes_of(block):
    """Return the boxes that a block shows as left, from its runs."""
    ground = block.find(f"{SHAPE}rect")
    assert ground is not None and ground.get("fill") == HOLLOW
    rows = [["."] * 10 for _ in range(int(ground.get("height", 0)) // 5)]
    for path in block.findall(f"{SHAPE}path"):
        for run in RUN.finditer(path.get("d", "") if path.get("fill") != "none" else ""):
            x, y, w, h = (int(number) // 5 for number in run.groups())
            for row in range(y, y + h):
                for column in range(x, x + w):
                    rows[row][column] = "#"
    return ["".join(row) for row in rows]


@pytest.fixture(scope="module")
def fights():
    """A few moments of games played at random."""
    found = []
    for name, seed in (("pair", 3), ("asteroid_field", 5)):
        play = Play(name, seed=seed)
        for n in range(6):
            play.play_at_random(n, 25)
            found.append((play.scenario, play.games, play.games.raw.copy()))
    return found


def at(moment):
    """Return a moment's scenario and its games as they were."""
    scenario, games, raw = moment
    games.raw[:] = raw
    return scenario, games


# --- the whole -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [UMPIRE, RED, BLUE])
def test_pictures_are_well_formed_one_element_a_line(fights, seat):
    for moment in fights:
        scenario, games = at(moment)
        svg = draw_svg(games, 0, scenario, seat, since=0)
        root = ElementTree.fromstring(svg)
        pieces = svg.partition('<g id="pieces">\n')[2]
        for line in pieces.removesuffix("\n</g></svg>").split("\n"):
            ElementTree.fromstring(line)
        inside = root.find("{*}g[@id='pieces']")
        assert inside is not None and len(inside) == pieces.count("\n")
        assert "nan" not in svg and "None" not in svg
        known = set(re.findall(r' id="([^"]+)"', svg))
        assert set(re.findall(r'href="#([^"]+)"', svg)) <= known


@pytest.mark.parametrize("seat", [UMPIRE, RED])
def test_names_cover_no_mark_and_letters_can_be_read(fights, seat):
    names = 0
    for moment in fights:
        scenario, games = at(moment)
        svg = draw_svg(games, 0, scenario, seat)
        assert covered(svg) == []
        assert min(sizes(svg)) >= 10
        names += svg.count('class="label"')
    assert names > 5


def test_a_picture_can_be_made_into_pixels(fights):
    pytest.importorskip("PIL")
    from spacecombat_env.env.raster import rasterize

    scenario, games = at(fights[0])
    pixels = rasterize(draw_svg(games, 0, scenario, UMPIRE), 300)
    assert pixels.shape[1] == 300 and pixels.std() > 5


def test_text_shows_ships_with_the_way_they_face():
    table = scene()
    table.put("CHEETAH", at=(10, 10), heading=1, facing=2, velocity=5)
    enemy = table.put("LANCEA", side=1, at=(12, 14), heading=3)
    games, scenario = told_scene(table)
    text = draw_text(games, 0, scenario, UMPIRE)
    assert re.search(r"^10 .*R1↘", text, re.M) and re.search(r"^14 .*B1↓", text, re.M)
    assert "F 50/50 RF 30/30" in text and "V 5 NE" in text
    table.state.craft[enemy].klass = 0  # as redaction leaves it until the class is told
    text = draw_text(games, 0, scenario, RED)
    assert "Contact 1" in text and "LANCEA" not in text


def test_hexes_are_numbered_as_the_reader_counts():
    table = scene()
    table.put("CHEETAH", at=(1, 1))
    red, blue = drawn(table, UMPIRE), drawn(table, BLUE, turned=False)
    assert 'data-cell="0101"' in red and 'data-cell="2628"' in blue
    spot = re.compile(r'data-k="c0\.0" transform="([^"]+)"')
    assert spot.findall(red) == spot.findall(blue)
    assert spot.findall(drawn(table, BLUE)) != spot.findall(red)


# --- ships on the map ----------------------------------------------------------------------------


def test_a_hull_points_to_its_facing_and_its_heading_is_as_long_as_its_velocity():
    table = scene()
    k = table.put("CHEETAH", at=(10, 10), heading=0, facing=1, velocity=4)
    svg = drawn(table)
    assert 'class="turns" transform="rotate(60)"' in svg
    pieces = svg.partition('id="pieces"')[2]
    way = ElementTree.fromstring(re.findall(r'<g class="way">.*</g>', pieces)[0])
    tip = [float(n) for n in way[1].get("points", "").split()[0].split(",")]
    start = float(way[0].get("y1", 0))
    assert start - tip[1] == pytest.approx(15 + 4 * 0.35 * 34.64, abs=0.2)
    assert way[2].text == "4"
    table.state.craft[k].rolled = 1
    assert drawn(table) != svg


def test_what_a_ship_shows_is_drawn():
    table = scene()
    k = table.put("CHEETAH", at=(10, 10), velocity=3)
    craft, plain = table.state.craft[k], drawn(table)
    for field, value in (
        ("control", 1),
        ("status", Status.DERELICT),
        ("heading", 2),
        ("rolled", 1),
    ):
        before = int(craft[field])
        craft[field] = value
        assert drawn(table) != plain, field
        craft[field] = before
    table.state.mover = k
    assert "#mover" in drawn(table)
    table.state.mover = NONE
    assert drawn(table) == plain


@pytest.mark.rule("IN-CMB-06")
def test_fields_of_fire_are_drawn_when_they_are_wanted():
    table = scene()
    k = table.put("CHEETAH", at=(10, 10), facing=3)
    plain, shown = drawn(table), drawn(table, arcs=k)
    assert 'class="field"' not in plain and "rotate(180)" in plain
    assert '<use href="#arcs" class="field" transform="scale(10)"/>' in shown
    assert plain.count('class="arcs"') == 1  # under the pointer, on a page


def test_missiles_crews_and_asteroids_are_drawn():
    table = scene()
    table.put("CHEETAH", at=(10, 10))
    missile, crew, rock = table.state.missile[0], table.state.adrift[0], table.state.rock[0]
    missile.kind, missile.status, missile.contact, missile.q, missile.r = Load.SSS, 2, 0, 8, 5
    crew.people, crew.q, crew.r = 1, 7, 5
    rock.kind, rock.q, rock.r, rock.hits = 1, 6, 5, 200
    svg = drawn(table)
    assert 'data-k="m0.0"' in svg and "SSS 1" in svg
    assert 'data-k="a0"' in svg and "#stone" in svg and "hits left" not in svg
    rock.hits = 73
    assert "73 hits left" in drawn(table)


def test_fire_is_drawn_with_the_facing_struck():
    table = scene()
    firer = table.put("CHEETAH", at=(10, 10))
    target = table.put("LANCEA", side=1, at=(10, 14), heading=3)
    state = table.state
    tell = {"actor": firer, "target": target, "known": 3, "side": 0}
    rows = (
        {"kind": Event.FIRE, "d": 4, "a": 3},
        {"kind": Event.SHOT, "a": 0, "c": 7, "d": 3, "e": 1, "f": Facing.F},
        {"kind": Event.SHOT, "a": 1, "c": 7, "d": 9, "e": 0, "f": Facing.F},
    )
    for n, row in enumerate(rows):
        for name, value in {**tell, **row}.items():
            state.log[n][name] = value
    state.log_count = len(rows)
    svg = drawn(table, since=0)
    assert "range 4: 1 of 2 hit" in svg and ">1/2<" in svg
    assert svg.count('class="shot mark"') == 1
    state.log[1].e = 0
    missed = drawn(table, since=0)
    assert 'stroke-dasharray="5 4"' in missed.partition('id="pieces"')[2]
    assert 'class="shot mark"' not in missed


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
    shown = dict(blocks(drawn(table)))
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
    seen = set()
    for run in runs(rows):
        for row in range(run.top, run.low):
            for column in range(run.left, run.right):
                assert (row, column) not in seen
                seen.add((row, column))
    assert seen == {(n, c) for n, row in enumerate(rows) for c in range(10) if row >> (9 - c) & 1}
    assert len([*runs([0b1111111111] * 8)]) == 1  # a whole block is one rectangle


@pytest.mark.parametrize("name", class_names()[1:])
def test_every_sheet_has_all_its_boxes(name):
    table = scene("large")
    k = table.put(name)
    klass = table.rules.classes[table.state.craft[k].klass]
    shown = blocks(drawn(table))
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
    assert blocks(drawn(table, RED)) == [] and "class not known" in drawn(table, RED)
    craft.told, craft.seen_tons = Told.TONS_20, 70
    assert "class not known, 58 to 84 t" in drawn(table, RED)
    craft.klass, craft.told = row, Told.CLASS
    hidden = drawn(table, RED)
    assert "state never seen" in hidden
    assert dict(blocks(hidden))["F"] == [".........."] * int(klass.armour_rows[Facing.F])
    table.state.seen_rows[1, first] = 0b1111100000
    craft.armour_turn = 5
    seen = drawn(table, RED)
    assert "seen turn 5, inside never" in seen
    assert dict(blocks(seen))["F"][0] == "#####....."


@pytest.mark.parametrize("name", ["FLUTTERING PETAL", "CINGULUM"])
def test_a_sheet_is_some_kilobytes(name):
    table = scene("large")
    k = table.put(name)
    hit(table, k, "MDC_10", 10, column=6)
    lines = [line for line in drawn(table).split("\n") if 'data-k="s0' in line]
    assert len(lines) == 2 and max(map(len, lines)) < 6000


def test_a_disabled_component_is_told_on_the_sheet():
    table = scene()
    k = table.put("CHEETAH")
    assert ">out: " not in drawn(table)
    table.state.craft[k].disabled = 1
    assert ">out: Laser 5/1<" in drawn(table)


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
    svg = drawn(table, seat, for_page=True)
    return [line for line in svg.split("\n") if line.startswith("<g data-beside=")]


def test_on_a_page_a_sheet_is_a_figure_and_a_hit_changes_the_blocks_that_it_strikes():
    table = scene()
    k = table.put("CHEETAH", at=(10, 10))
    whole = beside(table)
    key = re.search(r'data-beside="([^"]+)"', whole[0])[1]
    assert f'data-k="{key}"' in drawn(table, for_page=True)  # the ship on the map is called alike
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
