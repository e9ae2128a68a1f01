"""Chapter RFC: ships with few fire directors."""

from __future__ import annotations

import csv

import pytest
from kit.battle_rider.table import Battle, battle, position, ship, side

from spacecombat_env.rulesets.battle_rider.beams.gunnery import row_difficulty
from spacecombat_env.rulesets.battle_rider.model import (
    MAX_DIRECTED,
    NONE,
    Decision,
    class_names,
    class_row,
    load_tables,
    tables,
)
from spacecombat_env.rulesets.battle_rider.ships.batteries import begin_batteries
from spacecombat_env.rulesets.battle_rider.ships.fire_control import (
    ROWS,
    SHIP,
    TARGETS,
    directors_at_work,
    directors_of_ship,
    place_of,
)

RFC = {"restricted_fire_control": True}
BLUE = 8
SPINAL, SECONDARY, TURRET = 0, 1, 3


def gunship(directors=1, **values):
    """Two types of weapons and a spinal mount; FC 3 takes off all of 9 hexes' absolute range."""
    own = {"restricted_directors": directors, "fire_control": 3, "size_mod": -1}
    own |= {"spinal": "M10:5", "secondary": "P10:3", "turret": "L(x4)10:1"}
    return ship("Gun", **(own | values))


def foes(*places, options=RFC, shooter=None):
    """The gunship in 1010 and ships nine hexes away, in view."""
    names = [f"Foe {n}" for n in range(len(places))]
    blue = side(
        [ship(name, armor=9) for name in names],
        [{"ships": [name], "hex": list(at)} for name, at in zip(names, places, strict=True)],
        tactics=7,
    )
    red = side([shooter or gunship()], [{"ships": ["Gun"], "hex": "1010"}])
    for seed in range(1, 60):
        game = Battle(position(red, blue), seed=seed, options=options)
        if game.state.initiative == 0:
            return game.only_marker("NO_EFFECT").always(3).to_round(0)
    raise AssertionError("no such seed")


def begin_fire(game, target=BLUE):
    """Lock on a target, up to the choice of weapons."""
    game.say("FIRE").answer(FIRE_TARGET=("enemy_craft", target), FIRE_SUBJECT=("craft", 0))
    return game.answer(FIRE_SENSOR="PASSIVE")


def name(game, row, number=None):
    """Name weapons of a row (all of it); its difficulty then."""
    game.say(row)
    if game.decision == Decision.WEAPON_NUMBER:
        game.say(int(game.state.order[0].high) if number is None else number)
    return game


def difficulties(game):
    """Difficulty of the three rows against the target of the order."""
    order = game.state.order[0]
    return [
        row_difficulty(game.state, game.rules, 0, row, order) for row in (SPINAL, SECONDARY, TURRET)
    ]


@pytest.mark.rule("BR-RFC-01")
def test_the_listed_ships_and_their_directors():
    with (tables.DATA / "restricted_directors.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    listed = {
        name.strip(): int(row["directors_per_battery_per_phase"])
        for row in rows
        for name in row["ships_csv_names"].split(";")
    }
    classes = load_tables()[0].classes
    found = {
        ship: int(classes[class_row(ship)].restricted_directors)
        for ship in class_names()
        if ship and classes[class_row(ship)].restricted_directors != NONE
    }
    assert found == listed
    assert found["Ashtabula"] == 2 and found["Gazelle"] == 1


@pytest.mark.rule("BR-RFC-01", "BR-RFC-02", "BR-RFC-03")
def test_a_second_type_of_weapon_fires_without_fire_control():
    """Nine hexes: 3, taken off by FC 3. The spinal mount has a director of its own."""
    game = begin_fire(foes((10, 19)))
    assert difficulties(game) == [1, 1, 1]
    name(game, "TURRET")
    assert difficulties(game) == [1, 4, 1]
    name(game, "SECONDARY_1").say("SPINAL")
    hits = game.events("FIRE")
    assert not hits
    game.say("OPEN_FIRE")
    event = game.events("FIRE")[-1]
    assert (event.a, event.b) == (6, 5)  # cards of 3: the particle accelerator needs 4


@pytest.mark.rule("BR-RFC-01")
def test_without_the_switch_all_have_fire_control():
    game = begin_fire(foes((10, 19), options={}))
    name(game, "TURRET")
    assert difficulties(game) == [1, 1, 1]
    assert not game.state.directed.any()


@pytest.mark.rule("BR-RFC-01")
def test_two_directors_serve_two_types():
    game = begin_fire(foes((10, 19), shooter=gunship(2)))
    name(name(game, "TURRET"), "SECONDARY_1")
    assert difficulties(game) == [1, 1, 1]


@pytest.mark.rule("BR-RFC-02")
def test_weapons_of_one_type_and_range_share_a_director():
    for turret, alone in (("P(x4)10:1", 1), ("P(x4)9:1", 4)):
        game = begin_fire(foes((10, 19), shooter=gunship(turret=turret)))
        name(game, "SECONDARY_1")
        assert difficulties(game)[2] == alone


@pytest.mark.rule("BR-RFC-02")
def test_a_director_stays_with_its_target_for_the_phase():
    game = begin_fire(foes((10, 19), (10, 1)))
    name(game, "TURRET", 2).say("OPEN_FIRE")
    begin_fire(game, BLUE + 1)
    assert difficulties(game) == [1, 4, 4]
    name(game, "TURRET", 1).say("OPEN_FIRE")
    begin_fire(game, BLUE)
    assert difficulties(game) == [1, 4, 1]


@pytest.mark.rule("BR-RFC-01")
def test_directors_are_free_again_in_the_next_round():
    game = begin_fire(foes((10, 19)))
    name(game, "TURRET").say("OPEN_FIRE")
    assert game.state.directed.any()
    game.say("END_ROUND").to_round(0)
    assert not game.state.directed.any()
    assert difficulties(begin_fire(game)) == [1, 1, 1]


@pytest.mark.rule("BR-RFC-01")
def test_all_that_the_directors_serve_is_forgotten_in_a_new_phase():
    game = foes((10, 19))
    game.state.directed[:] = 1
    begin_batteries(game.state, game.rules, 0)
    assert not game.state.directed.any()


@pytest.mark.rule("BR-RFC-01")
@pytest.mark.parametrize("place", [0, MAX_DIRECTED - 1])
def test_a_director_at_work_counts_wherever_it_stands_in_the_list(place):
    """By its ship, whatever the hexside; by its battery; by all that it serves."""
    game = foes((10, 19))
    number = SHIP + 2 * ROWS * TARGETS + 3 * ROWS + 1  # of the first ship, by its third hexside
    game.state.directed[:] = 0
    game.state.directed[place] = number
    assert [directors_of_ship(game.state, k) for k in (0, 1)] == [1, 0]
    assert [directors_at_work(game.state, 0, hexside) for hexside in (1, 2)] == [0, 1]
    assert (place_of(game.state, number), place_of(game.state, number + 1)) == (place, NONE)


@pytest.mark.rule("BR-RFC-03")
def test_all_weapons_takes_directors_row_by_row():
    game = begin_fire(foes((10, 19)))
    game.say("ALL")
    event = game.events("FIRE")[-1]
    assert (event.a, event.b) == (6, 2)  # the secondary row stands before the turret


@pytest.mark.rule("BR-RFC-03", "BR-AMB-80")
def test_only_modifiers_that_fire_control_took_off_come_back():
    game = begin_fire(foes((10, 19), shooter=gunship(fire_control=1)))
    name(game, "TURRET")
    assert difficulties(game) == [3, 4, 3]
    near = begin_fire(battle([gunship()], [ship("Foe", armor=9)], 2, options=RFC).always(3))
    name(near, "TURRET")
    assert difficulties(near) == [1, 1, 1]


@pytest.mark.rule("BR-RFC-01")
def test_every_battery_has_its_directors():
    """BR-BAT: three batteries, three hexsides, a director each; one battery split: one."""
    options = {**RFC, "multiple_batteries": True}
    shooter = gunship(size_mod=-3)
    game = begin_fire(foes((10, 19), (10, 1), options=options, shooter=shooter))
    name(game, "TURRET").say("OPEN_FIRE")
    begin_fire(game, BLUE + 1)
    assert difficulties(game)[2] == 1
    game = begin_fire(foes((10, 18), (10, 19), options=options, shooter=shooter))
    name(game, "TURRET", 2).say("OPEN_FIRE")
    begin_fire(game, BLUE + 1)
    assert difficulties(game)[2] == 4


@pytest.mark.rule("BR-RFC-01", "BR-BAT-02")
@pytest.mark.parametrize(("size", "alone"), [(-1, 4), (-2, 1)])
def test_a_battery_split_over_hexsides_has_no_more_directors(size, alone):
    """Two targets, N and S: one battery with one director serves one of them, two serve both."""
    options = {**RFC, "multiple_batteries": True}
    game = begin_fire(foes((10, 19), (10, 1), options=options, shooter=gunship(size_mod=size)))
    name(game, "TURRET", 1).say("OPEN_FIRE")
    begin_fire(game, BLUE + 1)
    assert difficulties(game)[2] == alone


@pytest.mark.rule("BR-RFC-01", "BR-BAT-02", "BR-AMB-70")
def test_room_by_one_hexside_and_a_director_by_the_other_are_no_shot():
    """A corner between N and NE, 18 hexes off: without a director the fire is beyond hope."""
    options = {**RFC, "multiple_batteries": True}
    values = {"restricted_directors": 1, "fire_control": 6, "size_mod": -3}
    gun = ship("Gun", secondary="P10:3", turret="L(x4)10:1", **values)
    names = ("Corner", "North")
    red = side([gun], [{"ships": ["Gun"], "hex": "0105"}])
    blue = side(
        [ship(name, armor=9) for name in names],
        [{"ships": ["Corner"], "hex": "1018"}, {"ships": ["North"], "hex": "0123"}],
    )
    for seed in range(1, 60):
        game = Battle(position(red, blue), seed=seed, options=options)
        if game.state.initiative == 0:
            break
    game.only_marker("NO_EFFECT").always(3).to_round(0)
    begin_fire(game).say(("direction", 1))
    name(game, "TURRET").say("OPEN_FIRE")
    assert game.state.battery_fire[0, 1].tolist() == [0, 0, 4]
    begin_fire(game, BLUE + 1)
    name(game, "SECONDARY_1").answer(WEAPONS="OPEN_FIRE")
    assert [int(event.a) for event in game.events("FIRE")] == [4, 1]
    assert not game.can_say("FIRE")
