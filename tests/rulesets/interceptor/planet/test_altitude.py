"""Altitude: levels, hexes and turns paid for in air, dives and what they gain."""

import csv

import pytest
from kit.interceptor.altitudes import (
    AIR,
    BOTH,
    INTERFACE,
    LIFTED,
    SPACE,
    WINGED,
    at_level,
    end_move,
    moving,
    next_turn,
)
from kit.interceptor.moves import ahead, begin, legal, say, say_number
from kit.interceptor.planets import end_movement
from kit.interceptor.scenes import fixed_dice

from spacecombat_env.rulesets.interceptor.combat.to_hit import distance_to
from spacecombat_env.rulesets.interceptor.model import (
    Event,
    Mode,
    Status,
    Step,
    Target,
    Verb,
    Zone,
    is_in_air,
    steps_between,
    zone_at,
    zone_of,
)
from spacecombat_env.rulesets.interceptor.model.geometry import true_range
from spacecombat_env.rulesets.interceptor.model.printed.tables import DATA
from spacecombat_env.rulesets.interceptor.model.zones import level_zone
from spacecombat_env.rulesets.interceptor.movement import levels, velocity
from spacecombat_env.rulesets.interceptor.movement.turning import heading_cost
from spacecombat_env.rulesets.interceptor.movement.velocity import speed_bounds, velocity_cost
from spacecombat_env.rulesets.interceptor.planet import altitude, flight


@pytest.fixture(autouse=True)
def unpushed(monkeypatch):
    """Plants are not pushed: thrust is what the ship has."""
    monkeypatch.setattr(velocity, "push_limit", lambda state, rules, k: 0)


# --- levels --------------------------------------------------------------------------------------


@pytest.mark.rule("IN-ADV-01")
def test_zones_are_levels_and_not_rows():
    table, k, craft = at_level()
    zones = [Zone.GROUND, *[Zone.ATMOSPHERE] * 5, Zone.INTERFACE, *[Zone.SPACE] * 6]
    assert [level_zone(level) for level in range(13)] == zones
    for level, zone in enumerate(zones):
        craft.altitude = level
        assert zone_of(table.state, table.rules, craft) == zone
        assert is_in_air(table.state, table.rules, craft) == (zone == Zone.ATMOSPHERE)
    assert zone_at(table.state, table.rules, 9, 0) == Zone.SPACE, "hexes have no zone"
    table.state.sheet = 1
    craft.altitude = AIR
    assert zone_of(table.state, table.rules, craft) == Zone.SPACE, "the planet is left behind"


@pytest.mark.rule("IN-ADV-01")
def test_nobody_climbs_above_the_top():
    table, _, craft = moving(4, 11)
    assert Verb.CLIMB in legal(table)
    say(table, Verb.CLIMB)
    assert craft.altitude == 12 and Verb.CLIMB not in legal(table) and Verb.DIVE in legal(table)
    told = table.events(Event.ALTITUDE)[0]
    assert (told.c, told.d) == (12, altitude.Ascent.CLIMBED)


@pytest.mark.rule("IN-AMB-192")
def test_in_space_a_level_is_a_hex_of_the_move():
    table, _, craft = moving(4, 8)
    say(table, Verb.CLIMB)
    assert (craft.altitude, table.state.lane, craft.hexes, craft.spent) == (9, 3, 1, 0)
    say(table, Verb.DIVE)
    assert (craft.altitude, table.state.lane, craft.dived, craft.gained) == (8, 2, 0, 0)
    ahead(table, 2)
    assert not {Verb.CLIMB, Verb.DIVE} & legal(table)


def test_on_the_way_into_t_space_nobody_changes_his_level():
    table, _, craft = moving(3, 8)
    assert {Verb.CLIMB, Verb.DIVE} <= legal(table)
    craft.run = 1
    assert not {Verb.CLIMB, Verb.DIVE} & legal(table)


def test_without_the_switch_there_are_no_levels():
    table, _, _ = moving(4)
    table.rules.option.altitude = 0
    ahead(table, 1)
    assert not {Verb.CLIMB, Verb.DIVE, Verb.BANK_PORT} & legal(table)


# --- what a move costs ---------------------------------------------------------------------------


@pytest.mark.rule("IN-ADV-02")
@pytest.mark.parametrize(
    ("name", "mode", "thrust", "high", "cost"),
    [
        (WINGED, Mode.STREAMLINED, 8, 4, 2),
        (BOTH, Mode.ANTIGRAV, 8, 4, 2),
        (LIFTED, Mode.ANTIGRAV, 8, 1, 5),
        (LIFTED, Mode.ANTIGRAV, 20, 2, 5),
    ],
)
def test_each_hex_in_air_is_paid_for(name, mode, thrust, high, cost):
    table, k, craft = at_level(name=name, thrust=thrust, velocity=1)
    craft.mode = mode
    assert altitude.hex_cost(table.state, table.rules, k) == cost
    assert speed_bounds(table.state, table.rules, k) == (mode == Mode.STREAMLINED, high)
    assert velocity_cost(table.state, table.rules, k, high) == high * cost
    craft.altitude = SPACE
    assert speed_bounds(table.state, table.rules, k)[1] > high


@pytest.mark.rule("IN-ADV-02")
def test_a_ship_pays_when_it_sets_its_velocity_and_may_throttle_back():
    table, _, craft = moving(2)
    assert (craft.velocity, craft.spent, craft.worked, table.state.lane) == (2, 4, 1, 2)
    ahead(table, 2)
    assert craft.spent == 4


@pytest.mark.rule("IN-AMB-194")
def test_a_ship_on_wings_that_cannot_pay_glides():
    table, k, craft = at_level(thrust=1)
    craft.thrust = 0
    assert speed_bounds(table.state, table.rules, k) == (1, 1)
    begin(table, k)
    say_number(table, 1)
    assert (craft.velocity, craft.spent, craft.worked, table.state.lane) == (1, 0, 0, 1)
    ahead(table, 1)
    end_move(table)
    end_movement(table)
    assert craft.altitude == AIR - 1
    assert table.events(Event.ALTITUDE)[0].d == altitude.Ascent.SANK
    assert not table.events(Event.SANK)


@pytest.mark.rule("IN-ADV-02", "IN-AMB-117")
def test_who_dives_into_air_pays_for_the_hexes_left():
    table, _, craft = moving(6, INTERFACE, velocity=6)
    craft.velocity = 6
    ahead(table, 1)
    assert table.state.lane == 5 and craft.spent == 0
    say(table, Verb.DIVE)
    assert (craft.altitude, table.state.lane, craft.spent) == (5, 4, 8)
    assert (craft.dived, craft.gained) == (0, 0), "it was not in air when it dived"


# --- climbing and diving -------------------------------------------------------------------------


@pytest.mark.rule("IN-ADV-03")
def test_levels_that_a_ship_may_dive():
    """ORC-ADV-1: thrust 8 on wings 2, thrust 25 on lifters 2, thrust 8 on lifters none."""
    cases = ((WINGED, 8, 2), (LIFTED, 25, 2), (LIFTED, 8, 0))
    for name, thrust, most in cases:
        table, k, craft = at_level(name=name, thrust=thrust)
        assert altitude.dive_limit(table.state, table.rules, k) == most
        assert altitude.may_dive(table.state, table.rules, k) == (most > 0)
        craft.dived = most
        assert not altitude.may_dive(table.state, table.rules, k)


@pytest.mark.rule("IN-ADV-03")
def test_a_climb_costs_as_a_hex_and_a_dive_nothing():
    table, _, craft = moving(2)
    say(table, Verb.CLIMB)
    assert (craft.altitude, craft.spent, table.state.lane, craft.hexes) == (5, 6, 2, 0)
    say(table, Verb.DIVE)
    assert (craft.altitude, craft.spent, table.state.lane) == (4, 6, 2)
    say(table, Verb.CLIMB)
    assert craft.spent == 8 and Verb.CLIMB not in legal(table)


@pytest.mark.rule("IN-ADV-04")
def test_a_dive_gains_hexes_unless_the_ship_climbs_after_it():
    table, k, craft = moving(2)
    say(table, Verb.CLIMB)
    say(table, Verb.DIVE)
    assert craft.gained == 1, "climbing first does no harm"
    say(table, Verb.CLIMB)
    assert (craft.dived, craft.gained) == (1, 0)
    say(table, Verb.DIVE)
    assert (craft.dived, craft.gained) == (2, 1) and Verb.DIVE not in legal(table)
    next_turn(table, k)
    assert (craft.dived, craft.gained, craft.free_hexes) == (0, 0, 1)
    next_turn(table, k)
    assert craft.free_hexes == 0, "what was not used is lost"


def test_a_dive_to_the_ground_is_a_landing(monkeypatch):
    table, _, craft = moving(1, 1)
    fixed_dice(monkeypatch, __import__(flight.__package__ + ".landing", fromlist=["roll"]), 1)
    say(table, Verb.DIVE)
    assert craft.altitude == 0 and craft.status == Status.LANDED


# --- hexes gained --------------------------------------------------------------------------------


def dived(levels=2, thrust=8, name=WINGED, velocity=4):
    """A ship in the turn after a dive, at the question of its velocity."""
    table, k, craft = at_level(name=name, thrust=thrust, velocity=velocity)
    craft.gained = levels
    next_turn(table, k)
    return table, k, craft


@pytest.mark.rule("IN-ADV-06", "IN-ADV-05", "IN-ADV-04", "IN-ADV-02")
def test_the_example_of_the_book():
    """OR-ADV-1, OR-ADV-2: thrust 8: 4 hexes; after a dive of 2 levels 6 and a turn, or 4 and two."""
    table, k, craft = at_level(5)
    assert speed_bounds(table.state, table.rules, k) == (1, 4)
    begin(table, k)
    say_number(table, 4)
    say(table, Verb.DIVE)
    say(table, Verb.DIVE)
    assert Verb.DIVE not in legal(table) and Verb.PORT not in legal(table)
    ahead(table, 4)
    say(table, Verb.PORT)
    assert craft.spent == 8 and Verb.PORT not in legal(table)
    for way in ("six and a turn", "four and two turns"):
        next_turn(table, k)
        assert speed_bounds(table.state, table.rules, k) == (2, 6)
        say_number(table, 6)
        assert craft.spent == 8
        if way == "six and a turn":
            say(table, Verb.DIVE)
            say(table, Verb.DIVE)
            ahead(table, 6)
            assert Verb.BANK_PORT not in legal(table)
        else:
            ahead(table, 2)
            heading = int(craft.heading)
            say(table, Verb.BANK_STARBOARD)
            assert craft.heading == (heading + 1) % 6 and table.state.lane == 2
            assert not {Verb.BANK_PORT, Verb.PORT} & legal(table)
            ahead(table, 2)
            assert craft.hexes == 4
        say(table, Verb.STARBOARD)
        assert craft.spent == 8
    next_turn(table, k)
    assert speed_bounds(table.state, table.rules, k) == (1, 4), "the dive is used up"


@pytest.mark.rule("IN-ADV-06")
@pytest.mark.parametrize(
    ("levels", "thrust", "bounds"),
    [(2, 12, (2, 6)), (4, 12, (4, 6)), (4, 0, (4, 4)), (0, 20, (1, 6))],
)
def test_hexes_of_a_dive_are_all_used_and_six_is_the_most(levels, thrust, bounds):
    table, k, craft = dived(levels, max(thrust, 4))
    craft.thrust = thrust
    assert speed_bounds(table.state, table.rules, k) == bounds
    paid = bounds[1] - levels
    assert velocity_cost(table.state, table.rules, k, bounds[1]) == 2 * paid


@pytest.mark.rule("IN-ADV-05")
def test_thrust_pays_for_what_the_hexes_of_a_dive_lack():
    table, k, craft = dived(1, 8)
    say_number(table, 3)
    assert craft.spent == 4 and altitude.usable_hexes(table.state, k) == 1
    say(table, Verb.BANK_PORT)
    assert (craft.heading, craft.spent, table.state.lane, craft.free_hexes) == (0, 5, 2, 0)
    assert Verb.BANK_PORT not in legal(table)
    assert heading_cost(table.state, table.rules, k, True) == 2


@pytest.mark.rule("IN-ADV-05")
def test_on_lifters_a_turn_costs_one_hex_of_a_dive():
    table, _, craft = dived(2, 25, LIFTED, 1)
    say_number(table, 2)
    say(table, Verb.BANK_PORT)
    assert (craft.heading, craft.spent, table.state.lane, craft.free_hexes) == (0, 0, 1, 1)


# --- ranges --------------------------------------------------------------------------------------


@pytest.mark.rule("IN-ADV-07", "IN-AMB-24")
@pytest.mark.parametrize("file", ["vertical_range_ruled.csv", "vertical_range.csv"])
def test_ranges_are_those_of_the_chart(file):
    wrong = []
    for row in csv.DictReader((DATA / file).open(encoding="utf-8")):
        level = int(row["vertical"])
        for across in range(1, 16):
            cell = row[f"h{across}"]
            found = true_range(across, level)
            if (int(cell) if cell else found) != found or (not cell and found <= 15):
                wrong.append((level, across))
    if file == "vertical_range.csv":
        assert {level for level, _ in wrong} <= {9, 13, 14}, (
            "the row that is shifted, and two blanks"
        )
    else:
        assert not wrong


@pytest.mark.rule("IN-AMB-91")
def test_above_one_hex_or_at_one_level_the_other_number_is_the_range():
    assert [true_range(0, 3), true_range(5, 0), true_range(0, 0)] == [3, 5, 0]


@pytest.mark.rule("IN-ADV-07")
def test_fire_counts_the_levels():
    table, k, craft = at_level(7)
    other = table.put(WINGED, side=1, at=(9, 12), heading=4)
    enemy = table.state.craft[other]
    enemy.altitude = 7
    assert distance_to(table.state, k, Target.CRAFT, other) == 3
    enemy.altitude = 11
    assert distance_to(table.state, k, Target.CRAFT, other) == 5
    enemy.q, enemy.r = craft.q, craft.r
    assert steps_between(craft, enemy) == 4, "they are not in one place"


@pytest.mark.rule("IN-PLN-02", "IN-AMB-116", "IN-AMB-192")
def test_a_dive_into_the_interface_with_another_facing_is_met_like_a_hex():
    """It has no choice and rolls, and what that does comes before the move goes on."""
    table, k, craft = moving(3, SPACE, velocity=3)
    craft.facing = 3
    levels.dive(table.state, table.rules, k)
    assert (table.state.step, table.state.back) == (Step.AFTER_STEP, Step.MOVE)
