"""Flight in air: modes, velocities, what hexes and turns cost."""

import csv

import pytest
from kit.interceptor.moves import ahead, begin, legal, say, say_number
from kit.interceptor.planets import AIR_ROW, INTERFACE_ROW, SPACE_ROW, orbit, row_of

from spacecombat_env.rulesets.interceptor.damage.effects import take_effect
from spacecombat_env.rulesets.interceptor.model import (
    Air,
    Comp,
    Control,
    Decision,
    Event,
    Mode,
    Verb,
    Zone,
)
from spacecombat_env.rulesets.interceptor.model.printed.tables import DATA
from spacecombat_env.rulesets.interceptor.movement.in_air import pays_hex
from spacecombat_env.rulesets.interceptor.movement.turning import can_roll, heading_cost
from spacecombat_env.rulesets.interceptor.movement.turning_points import may_store
from spacecombat_env.rulesets.interceptor.movement.velocity import speed_bounds
from spacecombat_env.rulesets.interceptor.planet import flight

WINGED, LIFTED, BARE, BOTH = "CHEETAH", "FLUTTERING PETAL", "PENETRATOR", "SPICULUM"
MODES = {
    "anti-grav (unstreamlined)": (LIFTED, Mode.ANTIGRAV),
    "streamlined": (WINGED, Mode.STREAMLINED),
    "streamlined with anti-grav in use": (BOTH, Mode.ANTIGRAV),
}


def flying(name=WINGED, row=AIR_ROW, mode=None, heading=1, velocity=2, piloting=9, facing=None):
    """A ship in the air, as it flies by itself or in a mode."""
    table = orbit()
    at = (9, row)
    k = table.put(name, at=at, heading=heading, facing=facing, velocity=velocity, piloting=piloting)
    flight.settle_mode(table.state, table.rules, k)
    if mode is not None:
        table.state.craft[k].mode = mode
    return table, k


def break_down(table, k, kind):
    """Disable all components of a kind, with their effects."""
    klass = table.rules.classes[table.state.craft[k].klass]
    for n in range(int(klass.components)):
        if klass.component[n].kind == kind:
            table.state.craft[k].disabled = int(table.state.craft[k].disabled) | 1 << n
            take_effect(table.state, table.rules, k, n)


# --- modes ---------------------------------------------------------------------------------------


@pytest.mark.rule("IN-PLN-11", "IN-ATM-09")
@pytest.mark.parametrize(
    ("name", "facing", "mode"),
    [
        (WINGED, 1, Mode.STREAMLINED),
        (LIFTED, 2, Mode.ANTIGRAV),
        (BOTH, 1, Mode.STREAMLINED),
        (BOTH, 2, Mode.ANTIGRAV),
        (BARE, 1, Mode.SPACE),
    ],
)
def test_a_ship_flies_by_what_it_has(name, facing, mode):
    table, k = flying(name, facing=facing)
    assert table.state.craft[k].mode == mode
    assert [event.c for event in table.events(Event.MODE)] == ([mode] if mode else [])


@pytest.mark.rule("IN-PLN-11", "IN-ATM-09")
def test_with_both_the_pilot_chooses_once_a_turn_before_his_first_hex():
    table, k = flying(BOTH)
    craft = table.state.craft[k]
    begin(table, k)
    say_number(table, 2)
    assert Verb.LIFT in legal(table) and Verb.STREAMLINE not in legal(table)
    say(table, Verb.LIFT)
    assert craft.mode == Mode.ANTIGRAV and craft.spent == 0
    assert Verb.STREAMLINE not in legal(table)
    craft.air = 0
    assert Verb.STREAMLINE in legal(table)
    craft.facing = 2
    assert not flight.may_switch(table.state, table.rules, k, Mode.STREAMLINED)
    craft.facing = 1
    assert flight.may_switch(table.state, table.rules, k, Mode.STREAMLINED)
    craft.hexes = 1
    assert not flight.may_switch(table.state, table.rules, k, Mode.STREAMLINED)


@pytest.mark.rule("IN-PLN-11", "IN-POW-09")
@pytest.mark.parametrize("kind", [Comp.ANTIGRAV, Comp.PLANT])
def test_lifters_are_a_mode_only_while_they_are_fed(kind):
    table, k = flying(BOTH)
    assert flight.has_lift(table.state, table.rules, k)
    assert flight.may_switch(table.state, table.rules, k, Mode.ANTIGRAV)
    break_down(table, k, kind)
    assert not flight.has_lift(table.state, table.rules, k)
    assert not flight.may_switch(table.state, table.rules, k, Mode.ANTIGRAV)
    table.state.craft[k].mode = Mode.ANTIGRAV
    flight.settle_mode(table.state, table.rules, k)
    assert table.state.craft[k].mode == Mode.STREAMLINED, "wings are left"


@pytest.mark.rule("IN-IDE-31")
def test_lifters_that_are_shot_away_do_not_hover():
    table, k = flying(LIFTED, velocity=0)
    table.state.craft[k].air = Air.HOVERS | Air.TESTED
    break_down(table, k, Comp.FTL_DRIVE)
    assert table.state.craft[k].air == Air.HOVERS | Air.TESTED
    break_down(table, k, Comp.ANTIGRAV)
    assert table.state.craft[k].air == Air.TESTED


@pytest.mark.rule("IN-ATM-05")
def test_on_wings_the_air_turns_a_ship_to_where_it_flies():
    table, k = flying(facing=3)
    assert table.state.craft[k].facing == 1
    assert [event.c for event in table.events(Event.FACED)] == [1]
    table, k = flying(facing=3, row=INTERFACE_ROW)
    assert table.state.craft[k].facing == 3, "the interface is no air"


# --- velocities ----------------------------------------------------------------------------------


@pytest.mark.rule("IN-ATM-01", "IN-ATM-05", "IN-ATM-09", "IN-PLN-07", "IN-PLN-09")
def test_numbers_are_those_of_the_table():
    for row in csv.DictReader((DATA / "atmosphere_speed.csv").open(encoding="utf-8")):
        name, mode = MODES[row["mode"]]
        table, k = flying(name, mode=mode)
        most = int(row["max_velocity_atmosphere"])
        assert flight.most_velocity(table.state, table.rules, k) == most
        safe = flight.safe_velocity(table.state, table.rules, k, Zone.INTERFACE)
        assert safe == int(row["safe_velocity_interface"])
        table.state.lane = 1
        if row["thrust_per_hex"] != "either mode":
            hexes = flight.hex_price(table.state, table.rules, table.state.craft[k])
            assert hexes == int(row["thrust_per_hex"] or 0)
            table.state.mover = k
            turn = flight.turn_price(table.state, k)
            assert turn == int(row["thrust_per_hexside_turn"])
        if row["hover_cost"]:
            assert int(row["hover_cost"]) == flight.HOVER_COST


@pytest.mark.rule("IN-ATM-01", "IN-ATM-05", "IN-ATM-09")
@pytest.mark.parametrize(
    ("name", "mode", "velocity", "bounds"),
    [
        (LIFTED, None, 1, (0, 2)),
        (WINGED, None, 4, (1, 6)),
        (WINGED, None, 1, (1, 6)),
        (BOTH, Mode.ANTIGRAV, 3, (0, 6)),
    ],
)
def test_velocity_in_air_is_bounded(name, mode, velocity, bounds):
    table, k = flying(name, mode=mode, velocity=velocity)
    low, high = speed_bounds(table.state, table.rules, k)
    assert (low, high) == bounds
    table.state.craft[k].r += 10
    assert speed_bounds(table.state, table.rules, k)[1] > bounds[1], "in space it is not"


@pytest.mark.rule("IN-AMB-117")
def test_a_ship_that_is_too_fast_may_stay_so_but_not_gain():
    table, k = flying(velocity=8)
    assert speed_bounds(table.state, table.rules, k)[1] == 8
    assert flight.safe_velocity(table.state, table.rules, k, Zone.ATMOSPHERE) == 6


# --- costs ---------------------------------------------------------------------------------------


@pytest.mark.rule("IN-ATM-01", "IN-ATM-02")
def test_on_lifters_hexes_and_turns_cost_a_point_each():
    """ORC-ATM-1: thrust 5, two hexes and a turn: 3 spent, 2 left."""
    table, k = flying(LIFTED, velocity=2)
    craft = table.state.craft[k]
    assert craft.thrust == 5
    begin(table, k)
    say_number(table, 2)
    ahead(table, 2)
    assert craft.spent == 2
    say(table, Verb.FACE_PORT)
    assert craft.spent == 3 and craft.worked == 1
    assert heading_cost(table.state, table.rules, k, True) == 1


@pytest.mark.rule("IN-AMB-117")
def test_who_cannot_pay_a_hex_stops_and_keeps_its_velocity():
    table, k = flying(LIFTED, velocity=2)
    craft = table.state.craft[k]
    begin(table, k)
    say_number(table, 2)
    craft.spent = 4
    ahead(table, 2)
    assert craft.hexes == 1 and table.state.lane == 0 and craft.velocity == 2


@pytest.mark.rule("IN-ATM-01")
def test_space_the_interface_and_wings_cost_no_hex():
    for name, row in ((LIFTED, SPACE_ROW), (LIFTED, INTERFACE_ROW), (WINGED, AIR_ROW)):
        table, k = flying(name, row=row)
        assert pays_hex(table.state, table.rules, k) and table.state.craft[k].spent == 0


@pytest.mark.rule("IN-ATM-02")
def test_a_ship_hovers_for_a_point_of_thrust():
    table, k = flying(LIFTED, velocity=0)
    craft = table.state.craft[k]
    begin(table, k)
    say_number(table, 0)
    say(table, Verb.HOVER)
    assert craft.spent == 1 and craft.air == Air.HOVERS and len(table.events(Event.HOVERS)) == 1
    assert Verb.HOVER not in legal(table)
    craft.air = 0
    for name, value in (("velocity", 1), ("mode", Mode.STREAMLINED), ("spent", craft.thrust)):
        before, craft[name] = int(craft[name]), value
        left = int(craft.thrust) - int(craft.spent)
        assert not flight.may_hover(table.state, table.rules, k, left)
        craft[name] = before


@pytest.mark.rule("IN-ATM-05")
def test_on_wings_one_turn_is_free_after_all_hexes():
    table, k = flying(velocity=2)
    craft = table.state.craft[k]
    begin(table, k)
    say_number(table, 2)
    assert heading_cost(table.state, table.rules, k, True) == 2
    ahead(table, 2)
    assert Verb.FACE_PORT not in legal(table) and Verb.ROLL not in legal(table)
    say(table, Verb.STARBOARD)
    assert craft.spent == 0 and (craft.heading, craft.facing) == (2, 2)
    assert heading_cost(table.state, table.rules, k, True) == 2
    say(table, Verb.STARBOARD)
    assert craft.spent == 2 and craft.heading == 3


@pytest.mark.rule("IN-MOV-11")
def test_nobody_rolls_or_stores_points_in_air():
    for name in (WINGED, LIFTED):
        table, k = flying(name)
        assert not can_roll(table.state, table.rules, k)
        table.state.craft[k].thrust = 1
        assert not may_store(table.state, table.rules, k)
        table.state.craft[k].r += 10
        assert can_roll(table.state, table.rules, k)


@pytest.mark.rule("IN-IDE-12")
def test_on_wings_a_lost_acs_ends_turns_that_way():
    table, k = flying(velocity=2)
    craft = table.state.craft[k]
    klass = table.rules.classes[craft.klass]
    for n in range(int(klass.components)):
        if klass.component[n].kind == Comp.DCS:
            craft.disabled = int(craft.disabled) | 1 << n
        if klass.component[n].kind == Comp.ACS and klass.component[n].side == 1:
            craft.disabled = int(craft.disabled) | 1 << n
    begin(table, k)
    say_number(table, 2)
    ahead(table, 2)
    assert table.state.decision == Decision.MOVE
    assert Verb.STARBOARD in legal(table) and Verb.PORT not in legal(table)
    craft.r += 10
    assert Verb.STARBOARD not in legal(table), "in space its DCS turn it, and they are out"


@pytest.mark.rule("IN-ATM-08")
def test_only_thrust_counts_as_work():
    table, k = flying(velocity=2)
    begin(table, k)
    say_number(table, 2)
    ahead(table, 2)
    say(table, Verb.STARBOARD)
    assert table.state.craft[k].worked == 0, "the free turn takes no thrust"
    say(table, Verb.STARBOARD)
    assert table.state.craft[k].worked == 1


def test_a_ship_out_of_control_is_not_turned_by_the_air():
    table, k = flying(row=SPACE_ROW, facing=3)
    craft = table.state.craft[k]
    craft.control = Control.OUT
    craft.r -= SPACE_ROW - AIR_ROW
    flight.settle_mode(table.state, table.rules, k)
    assert craft.facing == 3 and row_of(craft) == AIR_ROW
