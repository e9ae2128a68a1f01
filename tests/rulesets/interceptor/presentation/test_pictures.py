"""Pictures: well formed, true for the umpire, dated for an enemy; the sheet shows each box."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from kit.interceptor.drawing import BLUE, RED, at, picture_of, scenario_of
from kit.interceptor.scenes import scene
from kit.picture_boxes import covered, sizes

from spacecombat_env.core.presentation.perspective import UMPIRE
from spacecombat_env.rulesets.interceptor.model import NONE, Event, Facing, Load, Status
from spacecombat_env.rulesets.interceptor.presentation.pictures.draw import draw_svg, draw_text

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
    games, scenario = scenario_of(table)
    text = draw_text(games, 0, scenario, UMPIRE)
    assert re.search(r"^10 .*R1↘", text, re.M) and re.search(r"^14 .*B1↓", text, re.M)
    assert "F 50/50 RF 30/30" in text and "V 5 NE" in text
    table.state.craft[enemy].klass = 0  # as redaction leaves it until the class is revealed
    text = draw_text(games, 0, scenario, RED)
    assert "Contact 1" in text and "LANCEA" not in text


def test_hexes_are_numbered_as_the_reader_counts():
    table = scene()
    table.put("CHEETAH", at=(1, 1))
    red, blue = picture_of(table, UMPIRE), picture_of(table, BLUE, turned=False)
    assert 'data-cell="0101"' in red and 'data-cell="2628"' in blue
    spot = re.compile(r'data-k="c0\.0" transform="([^"]+)"')
    assert spot.findall(red) == spot.findall(blue)
    assert spot.findall(picture_of(table, BLUE)) != spot.findall(red)


# --- ships on the map ----------------------------------------------------------------------------


def test_a_hull_points_to_its_facing_and_its_heading_is_as_long_as_its_velocity():
    table = scene()
    k = table.put("CHEETAH", at=(10, 10), heading=0, facing=1, velocity=4)
    svg = picture_of(table)
    assert 'class="turns" transform="rotate(60)"' in svg
    pieces = svg.partition('id="pieces"')[2]
    way = ElementTree.fromstring(re.findall(r'<g class="way">.*</g>', pieces)[0])
    tip = [float(n) for n in way[1].get("points", "").split()[0].split(",")]
    start = float(way[0].get("y1", 0))
    assert start - tip[1] == pytest.approx(15 + 4 * 0.35 * 34.64, abs=0.2)
    assert way[2].text == "4"
    table.state.craft[k].rolled = 1
    assert picture_of(table) != svg


def test_what_a_ship_shows_is_drawn():
    table = scene()
    k = table.put("CHEETAH", at=(10, 10), velocity=3)
    craft, plain = table.state.craft[k], picture_of(table)
    for field, value in (
        ("control", 1),
        ("status", Status.DERELICT),
        ("heading", 2),
        ("rolled", 1),
    ):
        before = int(craft[field])
        craft[field] = value
        assert picture_of(table) != plain, field
        craft[field] = before
    table.state.mover = k
    assert "#mover" in picture_of(table)
    table.state.mover = NONE
    assert picture_of(table) == plain


@pytest.mark.rule("IN-CMB-06")
def test_fields_of_fire_are_drawn_on_request():
    table = scene()
    k = table.put("CHEETAH", at=(10, 10), facing=3)
    plain, shown = picture_of(table), picture_of(table, arcs=k)
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
    svg = picture_of(table)
    assert 'data-k="m0.0"' in svg and "SSS 1" in svg
    assert 'data-k="a0"' in svg and "#stone" in svg and "hits left" not in svg
    rock.hits = 73
    assert "73 hits left" in picture_of(table)


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
    svg = picture_of(table, since=0)
    assert "range 4: 1 of 2 hit" in svg and ">1/2<" in svg
    assert svg.count('class="shot mark"') == 1
    state.log[1].e = 0
    missed = picture_of(table, since=0)
    assert 'stroke-dasharray="5 4"' in missed.partition('id="pieces"')[2]
    assert 'class="shot mark"' not in missed
