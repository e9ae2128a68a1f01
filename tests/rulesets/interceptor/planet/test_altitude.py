"""Altitude: levels, hexes and turns paid for in air, dives and what they gain."""

import csv

import pytest
from kit.interceptor.moves import ahead, begin, legal, put_rock, say, say_number
from kit.interceptor.planets import end_movement, levels
from kit.interceptor.scenes import fixed_dice

from spacecombat_env.rulesets.interceptor.cases.ejecting import set_counter
from spacecombat_env.rulesets.interceptor.combat.line_of_sight import is_clear
from spacecombat_env.rulesets.interceptor.combat.to_hit import distance_to
from spacecombat_env.rulesets.interceptor.damage.blasts.blast_queue import queue_blast
from spacecombat_env.rulesets.interceptor.damage.explosions import blast_points
from spacecombat_env.rulesets.interceptor.missiles.lock_on import launch
from spacecombat_env.rulesets.interceptor.model import (
    Blast,
    Decision,
    Event,
    Load,
    Mode,
    Status,
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
from spacecombat_env.rulesets.interceptor.movement import velocity
from spacecombat_env.rulesets.interceptor.movement.turning import heading_cost
from spacecombat_env.rulesets.interceptor.movement.velocity import speed_bounds, velocity_cost
from spacecombat_env.rulesets.interceptor.planet import altitude, flight, interface
from spacecombat_env.rulesets.interceptor.planet.gravity import begin_well
from spacecombat_env.rulesets.interceptor.sequence import begin_craft_turn
from spacecombat_env.rulesets.interceptor.turn.setup import put_rock as lay_rock
from spacecombat_env.rulesets.interceptor.visibility.enemy_rows import closing

WINGED, LIFTED, BARE, BOTH = "CHEETAH", "FLUTTERING PETAL", "PENETRATOR", "SPICULUM"
AIR, INTERFACE, SPACE = 4, 6, 7
"""A level of the atmosphere, that of the interface, the lowest one of space."""


@pytest.fixture(autouse=True)
def unpushed(monkeypatch):
    """Plants are not pushed: thrust is what the ship has."""
    monkeypatch.setattr(velocity, "push_limit", lambda state, rules, k: 0)


def at_level(level=AIR, name=WINGED, velocity=4, thrust=8, heading=1, gravity=False):
    """A ship at a level, with a good pilot and this thrust."""
    table = levels(gravity)
    k = table.put(name, at=(9, 9), heading=heading, velocity=velocity, piloting=9)
    craft = table.state.craft[k]
    craft.altitude, craft.thrust = level, thrust
    flight.settle_mode(table.state, table.rules, k)
    return table, k, craft


def moving(number, *args, **keys):
    """A ship that has just set its velocity."""
    table, k, craft = at_level(*args, **keys)
    begin(table, k)
    say_number(table, number)
    return table, k, craft


def next_turn(table, k):
    """The next turn of a ship, at the question of its velocity."""
    begin_craft_turn(table.state.craft[k])
    begin_well(table.state, table.rules)
    begin(table, k)


def end_move(table):
    """End a move once nothing is left to fly."""
    while table.state.decision == Decision.MOVE:
        say(table, Verb.DONE)


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


# --- other pieces --------------------------------------------------------------------------------


@pytest.mark.rule("IN-AMB-193")
def test_a_missile_flies_at_the_level_of_its_target():
    table, k, _ = at_level(9)
    other = table.put(WINGED, side=1, at=(9, 14), heading=4)
    table.state.craft[other].altitude = 7
    n = launch(table.state, table.rules, k, Load.SSS, Target.CRAFT, other)
    assert table.state.missile[n].altitude == 7
    m = launch(table.state, table.rules, other, Load.DAP, Target.MISSILE, n)
    assert table.state.missile[m].altitude == 7


@pytest.mark.rule("IN-AMB-193")
def test_asteroids_lie_at_the_top_and_block_lines_of_their_own_level():
    table, k, craft = at_level(12)
    other = table.put(WINGED, side=1, at=(9, 13), heading=4)
    enemy = table.state.craft[other]
    enemy.altitude = 12
    table.state.rocks = 1
    lay_rock(table.state, table.rules, 9, int(craft.r) + 2)
    assert table.state.rock[0].altitude == 12
    assert not is_clear(table.state, table.rules, craft, enemy)
    craft.altitude = 11
    assert is_clear(table.state, table.rules, craft, enemy)


def test_a_ship_that_climbs_into_an_asteroid_rolls():
    table, k, craft = at_level(11)
    n = put_rock(table, 9, int(craft.r))
    table.state.rock[n].altitude = 12
    begin(table, k)
    say_number(table, 4)
    assert not table.events(Event.ASTEROID)
    say(table, Verb.CLIMB)
    assert len(table.events(Event.ASTEROID)) == 1


def test_crews_keep_the_level_of_their_ship():
    table, k, _ = at_level(9)
    set_counter(table.state, k, 0, 3, 4)
    assert table.state.adrift[0].altitude == 9


def test_a_blast_reaches_the_next_level():
    table, k, craft = at_level(9)
    other = table.put(WINGED, side=1, at=(9, 9))
    enemy = table.state.craft[other]
    queue_blast(table.state, Blast.PLANT, craft, k, 10_000)
    points = []
    for level in (9, 10, 11):
        enemy.altitude = level
        points.append(blast_points(table.state, table.rules, other, 0))
    assert points[0] > points[1] > points[2] == 0


# --- interface and gravity -----------------------------------------------------------------------


@pytest.mark.rule("IN-PLN-02", "IN-AMB-195")
@pytest.mark.parametrize(("die", "level"), [(1, INTERFACE), (10, INTERFACE)])
def test_a_dive_from_space_meets_the_interface(monkeypatch, die, level):
    table, _, craft = moving(4, SPACE)
    fixed_dice(monkeypatch, interface, die)
    say(table, Verb.DIVE)
    assert table.state.decision == Decision.ZONE and table.state.lane == 3
    say(table, Verb.ENTER)
    assert craft.altitude == level and table.state.decision == Decision.MOVE


@pytest.mark.rule("IN-PLN-05", "IN-AMB-195")
def test_a_bounce_leads_any_way_and_costs_a_hex(monkeypatch):
    table, _, craft = moving(4, SPACE)
    fixed_dice(monkeypatch, interface, 1)
    say(table, Verb.DIVE)
    say(table, Verb.BOUNCE)
    assert table.state.decision == Decision.BOUNCE and len(legal(table)) == 6
    say(table, sorted(legal(table))[4])
    assert (craft.altitude, craft.heading, table.state.lane) == (SPACE, 4, 3)


@pytest.mark.rule("IN-PLN-04", "IN-AMB-195")
def test_a_failed_entry_keeps_its_heading(monkeypatch):
    table, k, craft = moving(4, SPACE)
    craft.facing = 2  # it does not point as it flies: no roll succeeds
    monkeypatch.setattr(interface, "roll_interface", lambda state, rules, k: (0, 5))
    say(table, Verb.DIVE)
    assert (craft.altitude, craft.heading) == (SPACE, 1)
    assert table.events(Event.INTERFACE)[0].a == 10
    monkeypatch.setattr(interface, "roll_interface", lambda state, rules, k: (0, 1))
    say(table, Verb.DIVE)
    assert craft.altitude == INTERFACE


@pytest.mark.rule("IN-GRV-02", "IN-GRV-04", "IN-ADV-01")
def test_gravity_draws_levels(monkeypatch):
    table, k, craft = at_level(9, heading=3, gravity=True)
    begin_well(table.state, table.rules)
    assert craft.velocity == 4, "no heading leads down"
    row = int(craft.r)
    end_movement(table)
    assert (craft.altitude, craft.r) == (8, row)
    assert table.events(Event.ALTITUDE)[0].d == altitude.Ascent.DRAWN
    craft.altitude, craft.worked, craft.velocity = 2, 1, 3
    fixed_dice(monkeypatch, __import__(flight.__package__ + ".landing", fromlist=["roll"]), 1)
    flight.settle_mode(table.state, table.rules, k)
    end_movement(table)
    assert craft.status == Status.LANDED


@pytest.mark.rule("IN-GRV-03", "IN-ADV-01")
def test_gravity_draws_a_ship_into_the_interface(monkeypatch):
    table, _, craft = at_level(SPACE, gravity=True)
    monkeypatch.setattr(interface, "roll_interface", lambda state, rules, k: (9, 5))
    end_movement(table)
    assert (craft.altitude, craft.heading) == (SPACE, 1), "it has bounced"
    monkeypatch.setattr(interface, "roll_interface", lambda state, rules, k: (1, 0))
    end_movement(table)
    assert craft.altitude == INTERFACE


@pytest.mark.rule("IN-ADV-07")
def test_how_fast_ships_come_nearer_counts_the_levels():
    table, _, craft = at_level(8, velocity=3, heading=0)
    enemy = table.state.craft[table.put(WINGED, side=1, at=(9, 12), heading=0)]
    enemy.altitude = 12
    assert closing(craft, enemy) == 5 - 4, "at the end it is straight below"
