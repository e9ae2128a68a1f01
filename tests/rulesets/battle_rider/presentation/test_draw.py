"""Pictures: well formed, complete for the umpire, and silent about what a seat cannot know."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from kit.battle_rider.random_play import (
    BLUE_SHIPS,
    RED_SHIPS,
    Moment,
    moments,
    secrets,
    strangers,
    visible_to,
)
from kit.picture_boxes import covered, names_and_marks, sizes

from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R, on_map
from spacecombat_env.core.presentation.hexmap import HIGH
from spacecombat_env.core.ruleset import Games, make_games
from spacecombat_env.rulesets.battle_rider import RULESET
from spacecombat_env.rulesets.battle_rider.model import NONE, CraftStatus, Event, ForceStatus
from spacecombat_env.rulesets.battle_rider.presentation.pictures.board import Board

pytestmark = pytest.mark.compiled

GAMES = [("skirmish", 2, None), ("skirmish", 12, ()), ("picket", 3, ()), (strangers(), 4, None)]
PIECE = re.compile(r'data-k="([^"]+)" transform="translate\((\S+) (\S+)\)"')


def svg_of(moment: Moment, seat: int, **settings) -> str:
    """Return the picture of a reader."""
    return RULESET.draw_svg(_record(moment, seat), 0, moment.scenario, seat, **settings)


def text_of(moment: Moment, seat: int) -> str:
    """Return the text picture of a reader."""
    return RULESET.draw_text(_record(moment, seat), 0, moment.scenario, seat)


def _record(moment: Moment, seat: int) -> Games:
    return moment.games if seat < 0 else visible_to(moment, seat)


@pytest.mark.parametrize(("scenario", "seed", "delegate"), GAMES)
def test_pictures_are_well_formed(scenario, seed, delegate):
    for n, moment in enumerate(moments(scenario, seed, 120, delegate)):
        if n % 15:
            continue
        for seat in (-1, 0, 1):
            svg = svg_of(moment, seat, since=0)
            root = ElementTree.fromstring(svg)
            _, _, pieces = svg.partition('<g id="pieces">\n')
            for line in pieces.removesuffix("\n</g></svg>").split("\n"):
                ElementTree.fromstring(line)
            inside = root.find("{*}g[@id='pieces']")
            assert inside is not None and len(inside) == pieces.count("\n") - 0
            assert "nan" not in svg and "None" not in svg


def test_a_seat_sees_no_name_it_cannot_know():
    for n, moment in enumerate(moments(strangers(), 3, 150)):
        if n % 4:
            continue
        for seat in (0, 1):
            shown = svg_of(moment, seat) + text_of(moment, seat)
            assert not [secret for secret in secrets(moment, seat) if secret in shown]


def test_the_umpire_sees_every_ship_on_the_map():
    for moment in moments(strangers(), 5, 60):
        state = moment.games.states[0]
        svg, text = svg_of(moment, -1), text_of(moment, -1)
        slots = len(state.craft) // 2
        for n, name in [*enumerate(RED_SHIPS), *enumerate(BLUE_SHIPS, start=slots)]:
            assert name in text
            assert (f">{name}<" in svg) == (state.craft[n].status == CraftStatus.IN_FORCE)


def copied(moment: Moment) -> Games:
    """Return a copy of the truth."""
    games = make_games(moment.games.states.dtype, 1)
    games.raw[:] = moment.games.raw
    return games


def altered(moment: Moment, seat: int, generator: np.random.Generator) -> Moment:
    """Return the moment with everything changed that a seat cannot know."""
    games = copied(moment)
    state, enemy = games.states[0], 1 - seat
    craft, forces = len(state.craft) // 2, len(state.tf) // 2
    forget_the_log(state)
    for k in range(enemy * craft, (enemy + 1) * craft):
        ship = state.craft[k]
        ship.missiles = generator.integers(100)
        if ship.status == CraftStatus.IN_FORCE and not ship.detected:
            ship.klass = generator.integers(1, 27)
            ship.damage[:] = generator.integers(0, 4, len(ship.damage))
            ship.extended = generator.integers(2)
    waiting = [
        k
        for k in range(enemy * forces, (enemy + 1) * forces)
        if state.tf[k].status == ForceStatus.WAITING
    ]
    for k in waiting:
        state.tf[k].q += 1
        state.tf[k].entry_turn += 1
    for spread in state.spread[enemy * len(state.spread) // 2 :][: len(state.spread) // 2]:
        if spread.count and not spread.detected:
            spread.count = generator.integers(1, 40)
        spread.g_left = generator.integers(12)
    return moment._replace(games=games)


def forget_the_log(state) -> None:
    """Let no seat have received anything."""
    state.log_count = state.log_delivered = 0
    state.delivered_count[:] = 0


def shuffled(moment: Moment, seat: int, generator: np.random.Generator) -> Moment:
    """Return the moment with the enemy's task forces in other slots."""
    games = copied(moment)
    state, enemy = games.states[0], 1 - seat
    slots = len(state.tf) // 2
    order = generator.permutation(slots) + enemy * slots
    forget_the_log(state)
    old = state.tf.copy()
    state.tf[enemy * slots : (enemy + 1) * slots] = old[order]
    new_place = {int(was): enemy * slots + n for n, was in enumerate(order)}
    for holder, field in ((state.craft, "tf"), (state.spread, "target_tf")):
        for piece in holder:
            piece[field] = new_place.get(int(piece[field]), int(piece[field]))
    for field in ("round_tf", "attack_tf"):
        state[field] = new_place.get(int(state[field]), int(state[field]))
    for field in ("tf", "target_tf"):
        for side in range(2):
            now = int(state.order[side][field])
            state.order[side][field] = new_place.get(now, now)
    now = int(state.attempt.target_tf)
    state.attempt.target_tf = new_place.get(now, now)
    return moment._replace(games=games)


@pytest.mark.parametrize("change", [altered, shuffled])
def test_what_a_seat_cannot_know_changes_nothing_it_sees(change):
    generator = np.random.default_rng(1)
    for n, moment in enumerate(moments("skirmish", 21, 160)):
        if n % 12 or moment.games.states[0].turn == 0:
            continue
        for seat in (0, 1):
            games = copied(moment)
            forget_the_log(games.states[0])
            before = moment._replace(games=games)
            after = change(moment, seat, generator)
            assert (games.raw != after.games.raw).any()
            for show in (svg_of, _page_of, text_of, _view, _question):
                assert show(before, seat) == show(after, seat), show


def _page_of(moment: Moment, seat: int) -> str:
    return svg_of(moment, seat, for_page=True)


def _view(moment: Moment, seat: int):
    return RULESET.view(visible_to(moment, seat), 0, moment.scenario, seat)


def _question(moment: Moment, seat: int) -> str:
    return RULESET.decision_text(visible_to(moment, seat), 0, moment.scenario, seat)


def test_hexes_are_regular_and_blue_sees_them_turned():
    scenario = RULESET.load("skirmish")
    red, blue = Board.of(scenario, False), Board.of(scenario, True)
    for q, r in ((5, 5), (10, 12), (18, 20)):
        x, y = red.at(q, r)
        for dq, dr in zip(DIRECTION_Q, DIRECTION_R, strict=True):
            nx, ny = red.at(q + int(dq), r + int(dr))
            assert math.hypot(nx - x, ny - y) == pytest.approx(HIGH)
        assert red.at(q, r + 1)[1] < y
        assert blue.at(q, r + 1)[1] > blue.at(q, r)[1]
    assert len(list(red.hexes())) == 19 * 33
    assert all(on_map(q, r, 19, 33) for q, r in red.hexes())


def test_own_edge_is_below_unless_the_board_is_not_turned():
    moment = next(moments(strangers(), 1, 1))
    key = f"f1.{int(moment.games.states[0].tf[12].contact)}"
    for seat, turned, above in ((0, True, True), (1, True, False), (1, False, True)):
        places = {k: float(y) for k, _, y in PIECE.findall(svg_of(moment, seat, turned=turned))}
        blue = [y for k, y in places.items() if k.startswith("f1")]
        red = [y for k, y in places.items() if k.startswith("f0")]
        assert (max(blue) < min(red)) == above
    assert key in svg_of(moment, 0)


def test_beams_since_an_event_are_drawn_and_older_ones_are_not():
    moment = next(moments(strangers(), 1, 1))
    state = moment.games.states[0]
    state.log_count = 1
    shot = {"kind": Event.FIRE, "side": 0, "known": 3, "actor": 0, "target": 8, "a": 5, "b": 2}
    for field, value in {**shot, "c": 0}.items():
        state.log[0][field] = value
    assert svg_of(moment, -1, since=0).count('class="shot"') == 1
    assert 'class="shot"' not in svg_of(moment, -1, since=1)
    assert 'class="shot"' not in svg_of(moment, -1)


def test_missiles_that_fly_together_are_one_dart_and_unknown_numbers_stay_unknown():
    moment = next(moments(strangers(), 1, 1))
    state = moment.games.states[0]
    for n, count in enumerate((20, 6)):
        spread = state.spread[n]
        spread.count, spread.contact, spread.owner, spread.q, spread.r = count, n, 0, 9, 9
        spread.target_tf = spread.target_spread = NONE
    assert svg_of(moment, -1).count('data-k="m') == 1 and ">26</text>" in svg_of(moment, -1)
    assert ">2 spreads</text>" in svg_of(moment, 1) and ">26</text>" not in svg_of(moment, 1)
    state.spread[0].detected = 1
    assert ">20 + 1 spread</text>" in svg_of(moment, 1)


def test_text_shows_contacts_and_ships():
    moment = next(moments(strangers(), 1, 1))
    text = text_of(moment, 0)
    contact = int(moment.games.states[0].tf[12].contact) + 1
    assert re.search(r"^12 .*T1 ", text, re.M) and re.search(rf"^20 .*e{contact} ", text, re.M)
    assert re.search(r"^  Alpha +TF-1 at 0712 +G 4 points 8 +ready$", text, re.M)
    assert max(len(line) for line in text.split("\n")) <= 100


@pytest.mark.parametrize(("scenario", "seed", "delegate"), GAMES)
def test_names_cover_no_mark_and_no_other_name(scenario, seed, delegate):
    """Measured on the picture itself: boxes of texts against boxes of shapes."""
    names = 0
    for n, moment in enumerate(moments(scenario, seed, 160, delegate)):
        if n % 12:
            continue
        for seat in (-1, 0, 1):
            svg = svg_of(moment, seat, since=0)
            assert covered(svg) == []
            assert min(sizes(svg)) >= 10
            names += svg.count('class="label"')
    assert names > 20


def test_a_crowd_in_one_hex_is_a_deck_with_one_label():
    moment = next(moments(strangers(), 1, 1))
    state = moment.games.states[0]
    for force in state.tf:
        force.q, force.r = 9, 12
    for n in range(4):
        spread = state.spread[n]
        spread.count, spread.contact, spread.owner, spread.q, spread.r = 5, n, 0, 9, 12
        spread.vq, spread.target_tf, spread.target_spread = n, NONE, NONE
    svg = svg_of(moment, -1)
    assert covered(svg) == [] and svg.count('data-cell="0917"') == 12
    labels, marks = names_and_marks(svg)
    assert len(labels) >= 4  # one salvo may find no room
    x, y = Board.of(moment.scenario, False).at(9, 12)
    hexes = [m.box for m in marks if re.match(r"[fm]\d", m.what)]
    assert all(b[0] > x - 21 and b[2] < x + 21 and b[1] > y - 19 and b[3] < y + 19 for b in hexes)


def test_a_page_gets_the_places_of_hexes_and_places_the_names_itself():
    moment = next(moments(strangers(), 1, 1))
    svg = svg_of(moment, -1, for_page=True)
    x, y = Board.of(moment.scenario, False).at(1, 0)
    assert f">{x:.0f},{y:.1f},0101;" in svg.replace(".0,", ",") or ",0101;" in svg
    lines = re.search(r'data-lines="([^"]*Alpha[^"]*)"', svg)
    assert lines is not None and lines[1].startswith("0TF-1|")
    assert svg.count('class="label"') == svg.count("data-at=")


def test_a_page_has_the_ranges_of_known_ships_alone():
    for n, moment in enumerate(moments("skirmish", 2, 160)):
        if n < 150:
            continue
        state = moment.games.states[0]
        svg, slots = svg_of(moment, 0, for_page=True), len(state.craft) // 2
        assert "arcs" not in svg_of(moment, 0)
        rings = {line.split('"')[1] for line in svg.split("\n") if 'class="arcs' in line}
        known = {k for k in range(slots, 2 * slots) if state.craft[k].detected}
        assert any(key.startswith("f0") for key in rings)
        if not known:
            assert not any(key.startswith("f1") for key in rings)
        card = moment.scenario.table.rules[0].classes
        mine = [k for k in range(slots) if state.craft[k].status == CraftStatus.IN_FORCE]
        reach = max(int(card[state.craft[k].klass].sensor_range[0]) for k in mine)
        assert f'transform="scale({reach + 0.5:g})"' in svg


def test_pictures_can_be_made_into_pixels():
    pytest.importorskip("PIL")
    from spacecombat_env.env.raster import rasterize

    moment = next(moments(strangers(), 1, 1))
    pixels = rasterize(svg_of(moment, -1), 200)
    assert pixels.shape[1] == 200 and pixels.std() > 5
