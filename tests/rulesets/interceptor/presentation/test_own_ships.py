"""What a reader is shown of its own ships besides their boxes: bays, tows, EPs, morale."""

import pytest
from kit.interceptor.damaging import parts
from kit.interceptor.drawing import BLUE, RED, picture_of, scenario_of
from kit.interceptor.scenes import scene
from kit.interceptor.tugs import tied

from spacecombat_env.rulesets.interceptor.model import Comp, Morale, Status, Tow, class_of
from spacecombat_env.rulesets.interceptor.presentation.piece_names import Names
from spacecombat_env.rulesets.interceptor.presentation.views.ship_views import own_ship_view


def shown(table, k, seat=RED):
    """The view of an own ship."""
    games, scenario = scenario_of(table)
    return own_ship_view(Names.of(games, 0, scenario, seat), k)


def carrier():
    """A PEGASUS whose bay is a hangar for 300 t, with a fighter in it."""
    table = scene("medium")
    k = table.put("PEGASUS")
    bay = class_of(table.state, table.rules, k).bay[0]
    bay.cargo, bay.loaded, bay.boxes = 0, 0, 600
    other = table.put("CHEETAH")
    table.state.craft[other].status, table.state.craft[other].carrier = Status.ABOARD, k
    return table, k, other


@pytest.mark.rule("IN-TSK-03", "IN-AMB-64")
def test_a_bay_shows_its_craft_its_room_and_its_use():
    table, k, other = carrier()
    first = {"kind": "hangar", "loaded": False, "used": False, "hits": 0}
    assert shown(table, k)["bays"][0] == {**first, "tons_left": 227, "craft": ["ship 2"]}
    table.state.craft[k].bays_used = 1
    table.state.craft[k].bay_hits[0] = 7
    table.state.craft[other].status = Status.ON_MAP
    used = {**first, "used": True, "hits": 7, "tons_left": 300, "craft": []}
    assert shown(table, k)["bays"][0] == used
    class_of(table.state, table.rules, k).bay[0].cargo = 1
    assert shown(table, k)["bays"][0] == {**used, "kind": "cargo bay", "tons_left": None}
    assert shown(table, other)["bays"] == []


@pytest.mark.rule("IN-ABN-07", "IN-ABN-14")
def test_places_for_crews_and_the_craft_in_which_one_escapes():
    table, k, other = carrier()
    berth, member = parts(table, k, Comp.RESCUE)[0], table.state.crew[0]
    assert shown(table, k)["rescue_places"] == 2 and shown(table, k)["crew_escapes_in"] is None
    member.rescuer, member.berth = k, berth
    table.state.craft[k].escape = other
    assert shown(table, k)["rescue_places"] == 1
    assert shown(table, k)["crew_escapes_in"] == "ship 2"


@pytest.mark.rule("IN-CAM-03")
@pytest.mark.parametrize("morale", Morale)
def test_a_seat_sees_the_morale_of_its_own_crews(morale):
    table, k, _ = carrier()
    table.rules.option.morale = True
    table.state.craft[k].morale = morale
    assert shown(table, k)["morale"] == morale.name.lower()
    flees = "its crew flees" in picture_of(table, RED, for_page=True)
    assert flees == (morale == Morale.BROKEN)
    assert "flees" not in picture_of(table, BLUE, for_page=True)


def test_without_morale_in_a_scenario_no_crew_flees():
    table, k, _ = carrier()
    table.state.craft[k].morale = Morale.BROKEN
    assert "flees" not in picture_of(table, RED, for_page=True)


def test_sheets_on_a_page_tell_of_bays_and_eps():
    table, k, other = carrier()
    eps = int(table.state.craft[k].eps)
    page = picture_of(table, RED, for_page=True)
    assert f"thrust 5, {eps} EPs left, in its bays: ship 2" in page
    assert "in a bay of ship 1" in page
    assert "EPs left" not in picture_of(table, BLUE, for_page=True)


@pytest.mark.rule("IN-CON-26")
def test_sheets_on_a_page_tell_of_a_tow():
    table, k, _ = tied(Tow.LOCKING, 12)
    page = picture_of(table, RED, for_page=True)
    assert "tug of ship 2 (locking, 12 turns)" in page
    assert "in tow of ship 1 (locking, 12 turns)" in page
