"""The view: as its schema says, and what it tells of ships."""

from __future__ import annotations

import json

import pytest
from kit.interceptor.games import Play
from kit.structure import faults

from spacecombat_env.core.presentation.perspective import UMPIRE
from spacecombat_env.rulesets.interceptor.model import NONE, Disclosed, Family
from spacecombat_env.rulesets.interceptor.presentation.piece_names import Names
from spacecombat_env.rulesets.interceptor.presentation.views.game_view import view
from spacecombat_env.rulesets.interceptor.presentation.views.known_pieces import craft_of
from spacecombat_env.rulesets.interceptor.presentation.views.schema import view_schema

RED, BLUE = 0, 1
SCHEMA = view_schema()


def of(play, seat):
    """Return the view of a reader; a seat's from the true record, which shows more than it may."""
    return view(play.games, 0, play.scenario, seat)


@pytest.mark.parametrize(("name", "seed"), [("pair", 3), ("asteroid_field", 5), ("deep_space", 7)])
def test_views_are_as_their_schema_says(name, seed):
    play = Play(name, seed=seed)
    for n in range(8):
        for seat in (UMPIRE, RED, BLUE):
            shown = of(play, seat)
            assert faults(shown, SCHEMA, SCHEMA) == []
            assert json.loads(json.dumps(shown)) == shown
        play.play_at_random(n, 25)


@pytest.fixture
def play():
    """A pair of fighters a side, at the first move."""
    play = Play("pair", seed=3, delegate=("setup", "loads", "decisions", "gunnery", "crew"))
    while not play.state.turn:
        play.play_at_random(1, 1)
    return play


def test_the_view_shows_a_decision_only_to_the_seat_to_act(play):
    seat = int(play.state.seat)
    mine = of(play, seat)
    assert mine["question"]["text"] and mine["asked"]
    assert of(play, 1 - seat)["question"] is None and of(play, 1 - seat)["asked"] is None


def test_own_ships_are_shown_in_full(play):
    ship = of(play, RED)["own_ships"][0]
    craft = play.state.craft[0]
    assert ship["thrust"]["most"] == craft.thrust and ship["tons"] == 73
    assert [row["name"] for row in ship["weapons"]][:3] == ["Laser 5/1", "Laser 5/1", "EPC 9"]
    assert ship["sheet"]["armour_seen"] is None
    assert ship["sheet"]["armour"][0]["rows"] == ["##########"] * 5
    assert ship["on_map"]["hex"] == ship["on_map"]["board_hex"]
    assert ship["known_as"].startswith("Contact ")


@pytest.mark.rule("IN-LOS-02")
def test_an_enemy_is_shown_as_far_as_it_was_shown(play):
    craft = play.state.craft[4]
    craft.klass, craft.disclosed, craft.disclosed_tons = 0, Disclosed.TONS_10, 70
    play.state.craft[4].contact = 0
    ship = of(play, RED)["enemy_ships"][0]
    assert (ship["class"], ship["sheet"], ship["weapons"]) == (None, None, None)
    assert ship["tons"] == {"low": 64, "high": 77} and ship["name"] == "Contact 1"
    craft.disclosed = Disclosed.TONS | Disclosed.KINDS | Disclosed.STREAMLINING
    craft.disclosed_kinds = 1 << Family.LASER
    ship = of(play, RED)["enemy_ships"][0]
    assert ship["tons"] == {"low": 70, "high": 70} and ship["weapon_types"] == ["LASER"]
    assert ship["streamlined"] is False


def test_hexes_come_as_red_counts_and_as_the_seat_does(play):
    ship = of(play, BLUE)["own_ships"][0]["on_map"]
    columns, rows = (int(play.rules.option[name]) for name in ("columns", "rows"))
    column, row = int(ship["hex"][:2]), int(ship["hex"][2:])
    assert ship["board_hex"] == f"{columns + 1 - column:02}{rows + 1 - row:02}"
    assert ship["heading"] != ship["board_heading"]


def test_ships_not_on_the_map_are_not_shown_to_the_enemy(play):
    play.state.craft[4].status = 1
    names = Names.of(play.games, 0, play.scenario, RED)
    assert 4 not in craft_of(names, BLUE) and len(of(play, RED)["enemy_ships"]) == 1
    assert play.state.craft[4].cover == NONE


def test_every_crewman_of_an_own_ship_is_shown(play):
    own = len(play.state.craft) // 2
    crews = [
        int(play.scenario.table.rules[0].classes[c.klass].crew)
        for c in play.state.craft[:own]
        if c.status
    ]
    shown = of(play, RED)["own_ships"]
    assert crews and [len(ship["crew"]) for ship in shown] == crews
