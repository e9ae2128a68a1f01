"""The interface: entering, bouncing, burning up, and flying too fast."""

import csv

import pytest
from kit.interceptor.moves import ahead, begin, legal, say, say_number
from kit.interceptor.planets import DOWN, INTERFACE_ROW, SPACE_ROW, orbit, row_of
from kit.interceptor.scenes import fixed_dice

from spacecombat_env.rulesets.interceptor.model import (
    ACTIONS,
    Chance,
    Comp,
    Control,
    CrewStatus,
    Decision,
    Event,
    Facing,
    Mode,
    Passage,
    Phase,
    Status,
    Step,
    Verb,
    first_of,
    neighbour,
    proceed,
    zone_at,
)
from spacecombat_env.rulesets.interceptor.model.printed.tables import DATA
from spacecombat_env.rulesets.interceptor.movement import random_movement
from spacecombat_env.rulesets.interceptor.planet import interface, landing

WINGED, LIFTED, BARE, BOTH = "CHEETAH", "FLUTTERING PETAL", "PENETRATOR", "SPICULUM"


def before(name=WINGED, heading=DOWN, velocity=3, piloting=5, facing=None):
    """A ship next to the interface, at the question of its velocity."""
    table = orbit()
    at = (9, SPACE_ROW)
    k = table.put(name, at=at, heading=heading, facing=facing, velocity=velocity, piloting=piloting)
    begin(table, k)
    say_number(table, velocity)
    return table, k


def out(table, k, kind, side=None):
    """Disable the components of a kind; of one side, if it is named."""
    klass = table.rules.classes[table.state.craft[k].klass]
    for n in range(int(klass.components)):
        part = klass.component[n]
        if part.kind == kind and side in (None, part.side):
            table.state.craft[k].disabled = int(table.state.craft[k].disabled) | 1 << n


def queued(table):
    """Facing and points of the hits that wait."""
    exchange = table.state.exchange
    return [(int(hit.facing), int(hit.points)) for hit in exchange.hit[: exchange.hits]]


def hits_of(monkeypatch):
    """The hits that the interface queues, as (facing, points)."""
    found = []
    monkeypatch.setattr(
        interface,
        "queue_hit",
        lambda state, k, source, facing, template, points, *rest: found.append((facing, points)),
    )
    return found


# --- the roll ------------------------------------------------------------------------------------


@pytest.mark.rule("IN-PLN-02", "IN-AMB-136")
def test_losses_make_the_roll_harder(monkeypatch):
    """ORC-PLN-1: Piloting 5, a quarter of the inside, three tenths of the engines: 9 less 3."""
    table, k = before()
    craft = table.state.craft[k]
    boxes = int(table.rules.classes[craft.klass].boxes)
    craft.inside = -(-boxes // 4)
    monkeypatch.setattr(landing, "power_of", lambda *_: power * 70 // 100)
    power = int(table.rules.classes[craft.klass].power)
    assert interface.interface_modifier(table.state, table.rules, k) == 3
    assert interface.interface_number(table.state, table.rules, k) == 9 - 3
    fixed_dice(monkeypatch, interface, 7)
    assert interface.roll_interface(table.state, table.rules, k) == (7, 1)
    row = table.rules.passage[interface.ENTRY], table.rules.scorch[interface.ENTRY]
    assert (row[0][1], row[1][1]) == (Passage.ENTERS, 5)


@pytest.mark.rule("IN-PLN-02")
@pytest.mark.parametrize(
    ("name", "kind", "side", "modifier"),
    [
        (LIFTED, Comp.DCS, None, 6),
        (LIFTED, Comp.DCS, 1, 3),
        (LIFTED, Comp.ACS, None, 0),
        (WINGED, Comp.ACS, None, 4),
        (WINGED, Comp.ACS, 0, 2),
        (WINGED, Comp.DCS, None, 0),
        (WINGED, Comp.PLANT, None, 4),
    ],
)
def test_what_is_out_counts(name, kind, side, modifier):
    table, k = before(name, velocity=2)
    out(table, k, kind, side)
    assert interface.interface_modifier(table.state, table.rules, k) == modifier


@pytest.mark.rule("IN-PLN-02", "IN-FLT-02")
def test_random_movement_and_a_stand_in_count(monkeypatch):
    table, k = before()
    table.state.craft[k].control = Control.OUT
    assert interface.interface_modifier(table.state, table.rules, k) == 2


@pytest.mark.rule("IN-PLN-04", "IN-PLN-06")
@pytest.mark.parametrize(
    ("place", "name"), [(0, "interface_failed_entry.csv"), (1, "interface_failed_bounce.csv")]
)
def test_tables_are_those_of_the_book(place, name):
    rules = orbit().rules
    results = {"enter": Passage.ENTERS, "bounce": Passage.BOUNCES, "destroyed": Passage.BURNS}
    for row in csv.DictReader((DATA / name).open(encoding="utf-8")):
        missed = int(row["missed_by"].rstrip("+"))
        assert rules.passage[place, missed] == results[row["result"]]
        assert rules.scorch[place, missed] == int(row["forward_damage"] or 0)


@pytest.mark.rule("IN-PLN-02", "IN-PLN-04")
@pytest.mark.parametrize(
    ("die", "passage", "points"), [(9, Passage.BOUNCES, 25), (10, Passage.BURNS, 0)]
)
def test_without_a_plant_a_poor_pilot_may_burn_up(monkeypatch, die, passage, points):
    """ORC-PLN-3: Piloting 2, no plant: missed by 7 and by 8."""
    table, k = before(piloting=2)
    out(table, k, Comp.PLANT)
    fixed_dice(monkeypatch, interface, die)
    assert interface.cross(table.state, table.rules, k, interface.ENTRY) == passage
    assert table.state.exchange.burn == points
    assert (table.state.craft[k].status == Status.DESTROYED) == (passage == Passage.BURNS)


# --- entering ------------------------------------------------------------------------------------


@pytest.mark.rule("IN-PLN-02", "IN-PLN-03", "IN-PLN-07")
def test_a_ship_stops_before_the_interface_and_flies_on_when_it_has_entered(monkeypatch):
    table, k = before(velocity=3)
    craft = table.state.craft[k]
    ahead(table, 3)
    assert table.state.decision == Decision.ZONE and row_of(craft) == SPACE_ROW
    assert legal(table) == {Verb.ENTER, Verb.BOUNCE}
    dice = fixed_dice(monkeypatch, interface, 9)
    say(table, Verb.ENTER)
    assert dice == [(Chance.INTERFACE, k)]
    assert row_of(craft) == INTERFACE_ROW and craft.mode == Mode.STREAMLINED
    assert table.state.decision == Decision.MOVE and table.state.lane == 2
    assert craft.velocity == 3 and craft.heading == craft.facing == DOWN
    assert [event.e for event in table.events(Event.INTERFACE)] == [Passage.ENTERS]
    ahead(table, 2)
    assert row_of(craft) == INTERFACE_ROW - 2, "no further roll below"


@pytest.mark.rule("IN-PLN-04", "IN-AMB-21")
def test_a_missed_entry_strikes_the_front_in_the_hex_entered(monkeypatch):
    table, k = before(velocity=3)
    found = hits_of(monkeypatch)
    ahead(table, 1)
    fixed_dice(monkeypatch, interface, 10)
    say(table, Verb.ENTER)
    assert row_of(table.state.craft[k]) == INTERFACE_ROW and found == [(Facing.F, 5)]
    assert table.state.exchange.burn == 0


@pytest.mark.rule("IN-PLN-04", "IN-AMB-135")
@pytest.mark.parametrize(("heading", "mirrored"), [(3, 0), (2, 1), (4, 5)])
def test_an_entry_that_bounces_mirrors_the_heading_and_not_the_facing(
    monkeypatch, heading, mirrored
):
    table, k = before(heading=heading, piloting=1)
    craft = table.state.craft[k]
    found, row = hits_of(monkeypatch), row_of(craft)
    ahead(table, 1)
    fixed_dice(monkeypatch, interface, 10)
    say(table, Verb.ENTER)
    assert found == [(Facing.F, 10)] and row_of(craft) >= row
    assert (craft.heading, craft.facing) == (mirrored, heading)
    assert table.state.lane == 3, "it has flown no hex"
    ahead(table, 3)
    assert craft.hexes == 3 and table.state.lane == 0


@pytest.mark.rule("IN-PLN-04", "IN-DES-09")
def test_a_ship_that_burns_up_is_gone_with_its_crew(monkeypatch):
    table, k = before(piloting=1)
    out(table, k, Comp.PLANT)
    ahead(table, 1)
    fixed_dice(monkeypatch, interface, 10)
    say(table, Verb.ENTER)
    assert table.state.craft[k].status == Status.DESTROYED and table.state.blasts == 0
    assert table.pilot(k).status == CrewStatus.DEAD
    assert table.state.step == Step.NEXT_GO and table.state.lane == 0


@pytest.mark.rule("IN-PLN-10", "IN-AMB-22")
@pytest.mark.parametrize(("name", "velocity"), [(BARE, 2), (WINGED, 3), (LIFTED, 3)])
def test_the_interface_slows_what_has_neither_wings_nor_lifters(monkeypatch, name, velocity):
    table, k = before(name, velocity=3)
    monkeypatch.setattr(interface, "test_speed", lambda *_: None)
    ahead(table, 1)
    fixed_dice(monkeypatch, interface, 1)
    say(table, Verb.ENTER)
    assert table.state.craft[k].velocity == velocity


@pytest.mark.rule("IN-PLN-10", "IN-DES-09")
def test_it_is_destroyed_by_air(monkeypatch):
    table, k = before(BARE, velocity=3)
    ahead(table, 1)
    fixed_dice(monkeypatch, interface, 1)
    say(table, Verb.ENTER)
    assert table.state.craft[k].status == Status.ON_MAP, "the interface is no air"
    ahead(table, 1)
    assert table.state.craft[k].status == Status.DESTROYED
    assert len(table.events(Event.BURNT)) == 1


@pytest.mark.rule("IN-AMB-23")
@pytest.mark.parametrize("row", [INTERFACE_ROW, INTERFACE_ROW - 1])
def test_upward_there_is_no_roll(row):
    table = orbit()
    k = table.put(WINGED, at=(9, row), heading=0, velocity=3)
    table.state.craft[k].mode = Mode.STREAMLINED
    begin(table, k)
    say_number(table, 3)
    ahead(table, 3)
    assert row_of(table.state.craft[k]) == row + 3 and not table.events(Event.INTERFACE)
    assert table.state.craft[k].mode == Mode.SPACE


# --- bouncing ------------------------------------------------------------------------------------


@pytest.mark.rule("IN-PLN-05", "IN-AMB-141")
def test_a_bounce_that_succeeds_turns_the_ship_to_any_hex_of_space(monkeypatch):
    table, k = before(velocity=3)
    craft = table.state.craft[k]
    ahead(table, 1)
    fixed_dice(monkeypatch, interface, 9)
    say(table, Verb.BOUNCE)
    assert table.state.decision == Decision.BOUNCE
    first = first_of(table.state, ACTIONS.sides)
    open_ways = {
        way
        for way in range(6)
        if zone_at(table.state, table.rules, *neighbour(craft.q, craft.r, way)) == 0  # space
    }
    assert {action - first for action in legal(table)} == open_ways >= {5, 0, 1}
    say(table, first + 1)
    assert (craft.heading, craft.facing, craft.velocity) == (1, 1, 3)
    assert row_of(craft) == SPACE_ROW and table.state.lane == 3 and craft.spent == 0
    assert table.state.decision == Decision.MOVE


@pytest.mark.rule("IN-PLN-05", "IN-PLN-06", "IN-AMB-135")
@pytest.mark.parametrize(("piloting", "enters", "points"), [(5, False, 5), (1, True, 10)])
def test_a_bounce_that_fails_burns_the_front_and_may_end_inside(
    monkeypatch, piloting, enters, points
):
    table, k = before(piloting=piloting)
    found = hits_of(monkeypatch)
    ahead(table, 1)
    fixed_dice(monkeypatch, interface, 10, 1)
    say(table, Verb.BOUNCE)
    craft = table.state.craft[k]
    assert found == [(Facing.F, points)] and table.state.decision == Decision.MOVE
    assert row_of(craft) == (INTERFACE_ROW if enters else SPACE_ROW)
    assert craft.heading == (DOWN if enters else 0) and craft.facing == DOWN


# --- without a choice ----------------------------------------------------------------------------


@pytest.mark.rule("IN-PLN-02", "IN-AMB-116")
def test_who_does_not_point_as_he_flies_fails_with_a_ten(monkeypatch):
    table, k = before(facing=4, piloting=7)
    found, dice = hits_of(monkeypatch), fixed_dice(monkeypatch, interface)
    ahead(table, 1)
    craft = table.state.craft[k]
    assert found == [(Facing.F, 5)], "7 + 4, and 10: missed by one all the same"
    assert row_of(craft) == INTERFACE_ROW and dice == []


@pytest.mark.rule("IN-AMB-116")
def test_nobody_at_the_controls_fails_with_a_ten(monkeypatch):
    table = orbit()
    k = table.put(WINGED, at=(9, SPACE_ROW), heading=DOWN, velocity=3)
    table.pilot(k).status = CrewStatus.UNCONSCIOUS
    found = hits_of(monkeypatch)
    begin(table, k)
    craft = table.state.craft[k]
    assert found == [(Facing.F, 15)] and craft.heading == 0, "0 + 4: missed by six, it bounces"
    assert row_of(craft) == SPACE_ROW + 3


@pytest.mark.rule("IN-AMB-116", "IN-AMB-21")
def test_out_of_control_a_ship_rolls_and_is_struck_at_random(monkeypatch):
    table = orbit()
    k = table.put(WINGED, at=(9, SPACE_ROW), heading=DOWN, velocity=3)
    state, craft = table.state, table.state.craft[k]
    craft.control, craft.points, state.phase, state.mover = Control.OUT, 0, Phase.RANDOM, k
    state.lane = 3
    found = hits_of(monkeypatch)
    dice = fixed_dice(monkeypatch, interface, 9, 2)
    random_movement.coast(state, table.rules, k)
    run_once(table)
    assert dice == [(Chance.INTERFACE, k), (Chance.BURNT_SIDE, k)]
    assert found == [(table.rules.asteroid_side[2], 10)] and row_of(craft) == INTERFACE_ROW


def run_once(table):
    """The moment after a hex of a tumbling ship."""
    assert table.state.step == Step.AFTER_STEP
    assert interface.meet_zone(table.state, table.rules, int(table.state.mover))
    proceed(table.state, Step.APPLY)


@pytest.mark.rule("IN-PLN-02", "IN-PLN-03")
@pytest.mark.parametrize("top", [False, True])
@pytest.mark.parametrize("column", [8, 9])
def test_nobody_gets_into_the_interface_without_a_roll(monkeypatch, top, column):
    """A flood of all headings and all rows near it."""
    table = orbit(top=top)
    monkeypatch.setattr(interface, "roll_interface", lambda state, rules, k: (1, 0))
    k = table.put(WINGED, at=(column, 10), velocity=1)
    craft, crossings = table.state.craft[k], 0
    for depth in range(6, 11):
        for heading in range(6):
            craft.q = column
            row = 29 - depth if top else depth
            craft.r = row - (column + 1) // 2
            craft.heading = craft.facing = heading
            inside = zone_at(table.state, table.rules, craft.q, craft.r) == 0
            q, r = neighbour(craft.q, craft.r, heading)
            enters = inside and zone_at(table.state, table.rules, q, r) != 0
            asked = interface.asks_zone(table.state, table.rules, k)
            table.state.decision = Decision.NOTHING
            assert (
                asked
                == enters
                == interface.is_before_interface(table.state, table.rules, craft, heading)
            )
            crossings += enters
    assert crossings == (3 if top == (column == 8) else 1), "hexrows zigzag"


# --- too fast ------------------------------------------------------------------------------------


@pytest.mark.rule("IN-PLN-07", "IN-PLN-08", "IN-PLN-09")
@pytest.mark.parametrize(
    ("name", "velocity", "piloting", "number", "points"),
    [
        (WINGED, 7, 5, 2, 30),
        (WINGED, 6, 5, 3, 20),
        (LIFTED, 4, 6, 4, 20),
        (WINGED, 4, 1, None, 0),
        (LIFTED, 2, 1, None, 0),
        (BOTH, 4, 1, None, 0),
    ],
)
def test_speed_in_the_interface(monkeypatch, name, velocity, piloting, number, points):
    """ORC-PLN-5, OR-PLN-1 Safe velocities, the roll, and the points of a failure."""
    table = orbit()
    at = (9, INTERFACE_ROW)
    k = table.put(name, at=at, heading=DOWN, velocity=velocity, piloting=piloting)
    found = hits_of(monkeypatch)
    for die in (number, number + 1) if number else ():
        table.state.craft[k].air = 0
        fixed_dice(monkeypatch, interface, die)
        interface.meet_zone(table.state, table.rules, k)
    if number is None:
        fixed_dice(monkeypatch, interface)
        interface.meet_zone(table.state, table.rules, k)
    assert found == ([(Facing.F, points)] if points else [])


@pytest.mark.rule("IN-PLN-08", "IN-AMB-117")
def test_the_roll_is_made_once_a_turn(monkeypatch):
    table = orbit()
    k = table.put(WINGED, at=(9, INTERFACE_ROW), heading=DOWN, velocity=7)
    dice = fixed_dice(monkeypatch, interface, 1)
    for _ in range(3):
        interface.meet_zone(table.state, table.rules, k)
    assert dice == [(Chance.AIR_SPEED, k)]
