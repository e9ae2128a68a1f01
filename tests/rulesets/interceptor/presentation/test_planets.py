"""A planet in pictures, views and texts."""

import re

import pytest
from kit.interceptor.games import Play
from kit.interceptor.planets import orbit

from spacecombat_env.rulesets.interceptor.model import Decision, Edge, Mode, Zone
from spacecombat_env.rulesets.interceptor.presentation.decision_text import decision_text
from spacecombat_env.rulesets.interceptor.presentation.pictures.board import bands_of
from spacecombat_env.rulesets.interceptor.presentation.pictures.draw import draw_svg
from spacecombat_env.rulesets.interceptor.presentation.views.game_view import view
from spacecombat_env.rulesets.interceptor.scenario import RECOMMENDED

UMPIRE = -1


def begun(name, **more):
    """A game of a scenario as it begins."""
    return Play(name, delegate=RECOMMENDED, **more)


@pytest.mark.parametrize(("edge", "first"), [(Edge.BOTTOM, (1, 1)), (Edge.TOP, (28, 28))])
def test_bands_are_the_rows_of_the_zones(edge, first):
    option = orbit(top=edge == Edge.TOP).rules.option
    bands = bands_of(option)
    assert [zone for zone, _, _ in bands] == [Zone.GROUND, Zone.ATMOSPHERE, Zone.INTERFACE]
    assert bands[0][1:] == first and sum(last - row + 1 for _, row, last in bands) == 7


def test_pictures_show_the_zones_and_explain_them():
    play = begun("low_orbit")
    svg = draw_svg(play.games, 0, play.scenario, UMPIRE)
    tinted = re.findall(r'class="zone (\w+)" d="([^"]*)"', svg)
    assert [(name, path.count("M")) for name, path in tinted] == [
        ("ground", 18),
        ("atmosphere", 4 * 18),
        ("interface", 18),
    ]
    assert "the interface between space and air" in svg
    play.state.sheet = 1
    assert 'class="zone' not in draw_svg(play.games, 0, play.scenario, UMPIRE)
    other = begun("duel")
    assert 'class="zone' not in draw_svg(other.games, 0, other.scenario, UMPIRE)


def test_views_tell_of_the_planet_and_how_ships_fly():
    play = begun("low_orbit")
    play.state.craft[0].mode, play.state.craft[0].worked = Mode.STREAMLINED, 1
    seen = view(play.games, 0, play.scenario, 0)
    rows = {"ground": 1, "atmosphere": 4, "interface": 1}
    assert seen["planet"] == {"edge": "bottom", **rows, "well": 0, "top": 0}
    (ship, *_) = seen["own_ships"]
    assert ship["zone"] == "space" and ship["flies_on"] == "wings" and ship["used_thrust"]
    assert ship["on_map"]["altitude"] is None
    assert "used_thrust" not in seen["enemy_ships"][0]
    play.state.sheet = 1
    seen = view(play.games, 0, play.scenario, 0)
    assert seen["planet"] is None and seen["own_ships"][0]["zone"] == "space"
    other = begun("duel")
    seen = view(other.games, 0, other.scenario, 0)
    assert seen["planet"] is None and seen["own_ships"][0]["zone"] is None


def test_levels_are_shown_in_views_pictures_and_texts():
    play = begun("low_orbit", options={"altitude": True})
    play.state.craft[0].altitude = 4
    play.state.craft[0].mode = Mode.STREAMLINED
    seen = view(play.games, 0, play.scenario, 0)
    levels = {"ground": 1, "atmosphere": 5, "interface": 1}
    assert seen["planet"] == {"edge": "bottom", **levels, "well": 0, "top": 12}
    assert seen["own_ships"][0]["on_map"]["altitude"] == 4
    assert seen["own_ships"][0]["zone"] == "atmosphere"
    drawn = draw_svg(play.games, 0, play.scenario, UMPIRE)
    assert "level 4" in drawn and 'class="zone' not in drawn
    k = 0
    play.state.mover, play.state.seat, play.state.decision = k, 0, Decision.MOVE
    play.state.lane, play.state.craft[k].free_hexes = 3, 2
    said = decision_text(play.games, 0, play.scenario, 0)
    assert "3 hexes (2 of a dive) left" in said and "level 4" in said and "a climb 2" in said
