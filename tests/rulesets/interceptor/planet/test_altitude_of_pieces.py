"""Altitude: other pieces, the interface and gravity."""

import pytest
from kit.interceptor.altitudes import (
    INTERFACE,
    SPACE,
    WINGED,
    at_level,
    moving,
)
from kit.interceptor.moves import begin, legal, put_rock, say, say_number
from kit.interceptor.planets import end_movement
from kit.interceptor.scenes import fixed_dice

from spacecombat_env.rulesets.interceptor.cases.ejecting import set_counter
from spacecombat_env.rulesets.interceptor.combat.line_of_sight import is_clear
from spacecombat_env.rulesets.interceptor.damage.blasts.blast_queue import queue_blast
from spacecombat_env.rulesets.interceptor.damage.explosions import blast_points
from spacecombat_env.rulesets.interceptor.missiles.lock_on import launch
from spacecombat_env.rulesets.interceptor.model import (
    Blast,
    Decision,
    Event,
    Load,
    Status,
    Target,
    Verb,
)
from spacecombat_env.rulesets.interceptor.movement import velocity
from spacecombat_env.rulesets.interceptor.planet import altitude, flight, interface
from spacecombat_env.rulesets.interceptor.planet.gravity import begin_well
from spacecombat_env.rulesets.interceptor.turn.setup import put_rock as lay_rock
from spacecombat_env.rulesets.interceptor.visibility.enemy_rows import closing


@pytest.fixture(autouse=True)
def unpushed(monkeypatch):
    """Plants are not pushed: thrust is what the ship has."""
    monkeypatch.setattr(velocity, "push_limit", lambda state, rules, k: 0)


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
