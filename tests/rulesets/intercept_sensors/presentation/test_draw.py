"""Pictures: well formed, complete for the umpire, and silent about what a seat cannot know."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from kit.intercept_sensors.games import (
    BLUE,
    GAMES,
    RED,
    Moment,
    first_moment,
    moments,
    secrets,
    strangers,
    track,
    visible_to,
)
from kit.picture_boxes import covered, sizes

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.intercept_sensors import RULESET
from spacecombat_env.rulesets.intercept_sensors.model import (
    BOXES,
    InterceptPhase,
    Result,
    Sensor,
    Status,
)
from spacecombat_env.rulesets.intercept_sensors.presentation.pictures.board import (
    CELL,
    InterceptBoard,
    box_area,
)
from spacecombat_env.rulesets.intercept_sensors.presentation.pictures.draw import belief_layer

pytestmark = pytest.mark.compiled

ALPHA, BRAVO, BASIL = 0, 3, 4
PIECE = re.compile(r'data-k="(u\d+)" transform="translate\((\S+) (\S+)\)"')


def svg_of(moment: Moment, seat: int, **settings) -> str:
    """Return the picture of a reader."""
    return RULESET.draw_svg(visible_to(moment, seat), 0, moment.scenario, seat, **settings)


def pieces_of(moment: Moment, seat: int) -> str:
    """Return the moving part of the picture of a reader."""
    return svg_of(moment, seat).partition('<g id="pieces">')[2]


def text_of(moment: Moment, seat: int) -> str:
    """Return the text picture of a reader."""
    return RULESET.draw_text(visible_to(moment, seat), 0, moment.scenario, seat)


def scanned(moment: Moment, **changes: int) -> Moment:
    """Return the moment in which Red has scanned 2x2 boxes C3-D4 and had a contact."""
    state = moment.games.states[0]
    state.turn, state.phase, state.scans[RED] = max(int(state.turn), 1), InterceptPhase.SENSORS, 1
    scan = state.scan[RED, 0]
    scan.turn, scan.sensor, scan.side, scan.left, scan.top = state.turn, Sensor.IR, 10, 11, 11
    scan.strength, scan.finds, scan.unit = 3, 1, ALPHA
    find = scan.find[0]
    find.result, find.signal = Result.CONTACT, 5
    for name, value in changes.items():
        find[name] = value
    return moment


@pytest.mark.parametrize(("scenario", "seed", "delegate"), [*GAMES, (strangers(), 6, ())])
def test_pictures_are_well_formed_one_element_a_line(scenario, seed, delegate):
    for n, moment in enumerate(moments(scenario, seed, 160, delegate)):
        if n % 16:
            continue
        for seat in (-1, RED, BLUE):
            svg = svg_of(moment, seat, since=0)
            root = ElementTree.fromstring(svg)
            _, _, pieces = svg.partition('<g id="pieces">\n')
            for line in pieces.removesuffix("\n</g></svg>").split("\n"):
                ElementTree.fromstring(line)
            inside = root.find("{*}g[@id='pieces']")
            assert inside is not None and len(inside) == pieces.count("\n")
            assert "nan" not in svg and "None" not in svg


def test_a_seat_sees_no_name_it_cannot_know():
    for n, moment in enumerate(moments(strangers(), 3, 160)):
        if n % 5 == 0:
            for seat in (RED, BLUE):
                shown = svg_of(moment, seat) + text_of(moment, seat)
                assert not [name for name in secrets(moment, seat) if name in shown]


def test_what_a_seat_cannot_know_changes_nothing_it_sees():
    generator = np.random.default_rng(1)
    for n, moment in enumerate(moments(strangers(), 21, 160)):
        if n % 9:
            continue
        for seat in (RED, BLUE):
            games = make_games(moment.games.states.dtype, 1)
            games.raw[:] = moment.games.raw
            games.states[0].log_count = 0
            before = moment._replace(games=games)
            shown = [show(before, seat) for show in (svg_of, text_of)]
            state, slots = games.states[0], len(games.states[0].unit_of) // 2
            for unit in state.unit_of[(1 - seat) * slots : (2 - seat) * slots]:
                if unit.status == Status.ON_MAP and not unit.tracked:
                    unit.x, unit.y = generator.integers(1, 31), generator.integers(1, 36)
                    unit.vx, unit.thrust, unit.popped = 3, 2, 1 - unit.popped
            state.quiet[1 - seat] = 7
            assert [show(before, seat) for show in (svg_of, text_of)] == shown


def test_the_umpire_sees_every_unit_on_the_map():
    for n, moment in enumerate(moments(strangers(), 5, 100)):
        if n % 10 == 0:
            svg, state = svg_of(moment, -1), moment.games.states[0]
            names = moment.scenario.source["resolved"]["units"]
            for unit, name in zip(state.unit_of, names, strict=True):
                if name:
                    assert (f">{name}<" in svg) == (unit.status == Status.ON_MAP)


def test_blue_sees_a_mirror_where_the_board_is_turned():
    moment = first_moment()
    places = [
        {key: (float(x), float(y)) for key, x, y in PIECE.findall(svg_of(moment, BLUE, **how))}
        for how in ({"turned": True}, {})
    ]
    red = InterceptBoard.of(moment.scenario, False)
    assert places[1] == {f"u{BRAVO}": red.at(14, 12), f"u{BASIL}": red.at(20, 20)}
    assert places[0] == {k: (red.width - x, y) for k, (x, y) in places[1].items()}
    assert ">A1 (F1)<" in svg_of(moment, BLUE, turned=True) and ">A1<" in svg_of(moment, BLUE)
    for box in range(BOXES):
        straight, turned = (
            box_area(red, box),
            box_area(InterceptBoard.of(moment.scenario, True), box),
        )
        assert straight is not None and turned is not None
        assert turned[0] == pytest.approx(red.width - straight[0] - 5 * CELL)


def test_a_scan_shows_its_strength_and_what_it_has_found():
    contact = pieces_of(scanned(first_moment()), RED)
    assert ">IR +3: contact 5<" in contact and "shot mark" in contact
    place = InterceptBoard.of(first_moment().scenario, False).at(14, 12)
    told = pieces_of(scanned(first_moment(), result=Result.POSITION, x=14, y=12), RED)
    assert "shot mark" in told and f"translate({place[0]:g} {place[1]:g})" in told
    assert "Alpha: ir scan of 2x2 boxes C3-D4" in told
    other = pieces_of(scanned(first_moment()), BLUE)
    assert "Red: ir scan of 2x2 boxes C3-D4" in other and "Alpha" not in other


def test_a_lost_track_is_shown_where_it_was_and_how_far_it_may_be():
    moment = first_moment()
    track(moment, BRAVO)
    assert f'data-k="u{BRAVO}"' in svg_of(moment, RED)
    state = moment.games.states[0]
    unit = state.unit_of[BRAVO]
    unit.tracked, unit.last_turn, state.turn = 0, 1, 2
    unit.last_x, unit.last_y, unit.last_vx, unit.x = 14, 12, 1, 28
    svg = svg_of(moment, RED)
    assert f'data-k="u{BRAVO}"' not in svg and f'data-k="g{BRAVO}"' in svg
    assert ">Bravo, turn 1<" in svg
    side = 2 * 4 + 1  # a raider burns 4 G
    assert f'width="{side * CELL:g}" height="{side * CELL:g}"' in svg
    assert "g1" in text_of(moment, RED)


def test_what_a_unit_shows_is_drawn():
    moment = first_moment()
    plain = svg_of(moment, RED)
    unit = moment.games.states[0].unit_of[ALPHA]
    for field, value in (("popped", 0), ("power", 0), ("thrust", 2), ("tracked", 1), ("facing", 3)):
        before = int(unit[field])
        unit[field] = value
        assert svg_of(moment, RED) != plain, field
        unit[field] = before
    assert svg_of(moment, RED) == plain


def test_a_belief_is_a_layer_of_boxes_or_squares_of_the_true_map():
    board = InterceptBoard.of(first_moment().scenario, False)
    chances = [0.0] * BOXES
    chances[8], chances[9] = 0.6, 0.3
    lines = belief_layer(board, chances)
    x, y = board.at(11, 6)  # the upper left square of C2
    strongest = f'd="M{x - CELL / 2:g} {y - CELL / 2:g}h100v100h-100z"'
    assert len(lines) == 4 and strongest in lines[1] and ">60%<" in lines[2]
    squares = [0.0] * 30 * 35
    squares[31] = squares[32] = 0.5
    path, percent = belief_layer(board, squares)
    assert path.count("h20v20h-20z") == 2 and ">100%<" in percent
    assert belief_layer(board, [0.0] * BOXES) == []
    mirrored = belief_layer(InterceptBoard.of(first_moment().scenario, True), chances)
    assert strongest not in mirrored[1] and ">60%<" in mirrored[2]


def test_text_shows_units_and_scans():
    text = text_of(scanned(first_moment()), RED)
    assert re.search(r"^ 12 \|.*\|. . . . o1\|", text, re.M)
    assert "Red scan: IR +3 2x2 boxes C3-D4: contact 5" in text
    assert max(len(line) for line in text.split("\n")) <= 100
    assert re.search(r"^ 12 .*o1", text_of(first_moment(), BLUE), re.M)


@pytest.mark.parametrize(("scenario", "seed", "delegate"), [*GAMES, (strangers(), 6, ())])
def test_names_cover_no_mark_and_no_other_name(scenario, seed, delegate):
    names = 0
    for n, moment in enumerate(moments(scenario, seed, 160, delegate)):
        if n % 12:
            continue
        for seat in (-1, RED, BLUE):
            svg = svg_of(moment, seat, since=0)
            assert covered(svg) == []
            assert min(sizes(svg)) >= 10
            names += svg.count('class="label"')
    assert names > 20


def test_pictures_can_be_made_into_pixels():
    pytest.importorskip("PIL")
    from spacecombat_env.env.raster import rasterize

    pixels = rasterize(svg_of(scanned(first_moment()), -1), 300)
    assert pixels.shape[1] == 300 and pixels.std() > 5
