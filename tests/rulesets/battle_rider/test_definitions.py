"""Chapter GEN: scale and definitions on which the turn rests."""

from __future__ import annotations

import pytest
from kit.battle_rider.rounds import crowd, known, next_turn, placed, turn_log
from kit.battle_rider.table import Table, position, started

from spacecombat_env.core.model.hexgrid import distance
from spacecombat_env.rulesets.battle_rider import RULESET
from spacecombat_env.rulesets.battle_rider.model import (
    Decision,
    Event,
    class_names,
    class_row,
    class_types,
)
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import range_to_force, range_to_spread
from spacecombat_env.rulesets.battle_rider.ships.abilities import can_jump, fire_control

BLUE_SHIP, BLUE_FORCE = 8, 12  # first slots of Blue in capacity small
NORTH, SOUTH = ("direction", 0), ("direction", 3)
RED, BLUE = 0, 1


@pytest.mark.rule("BR-GEN-01")
def test_two_sides_of_single_ships_in_task_forces():
    assert RULESET.seats == ("red_0", "blue_0")
    game = Table("skirmish")
    assert len(game.state.craft) == 2 * 8 and len(game.state.tf) == 2 * 12
    assert (game.state.craft["klass"] > 0).sum() == 12


@pytest.mark.rule("BR-GEN-05", "BR-GEN-06")
def test_velocity_is_hexes_a_turn():
    """One hex a turn is 60,000 km/h: 30,000 km in half an hour; 3 hexes a turn go 6 in one hour."""
    assert 30_000 / 0.5 == 60_000
    game = started(position(known(placed("Fiery", "0505", (0, 3))), crowd(1, 30)), RED)
    start = int(game.state.tf[0].r)
    next_turn(game)
    assert game.state.tf[0].r == start + 3
    next_turn(game)
    assert game.state.tf[0].r == start + 6


@pytest.mark.rule("BR-GEN-07", "BR-MOV-04")
def test_six_turns_at_1g_equal_one_turn_at_6g():
    """Source p.3: the same final velocity."""
    slow, fast = (
        started(position(known(placed("Starburst", "0502")), crowd(1, 33)), RED) for _ in range(2)
    )
    for _ in range(6):
        slow.to_round(0).say("MOVE", NORTH, "GO")
    fast.to_round(0).say("MOVE", *[NORTH] * 6)
    assert slow.state.tf[0].vr == fast.state.tf[0].vr == 6
    assert slow.state.tf[0].vq == fast.state.tf[0].vq == 0


@pytest.mark.rule("BR-GEN-08")
def test_range_is_counted_from_centre_to_centre():
    assert distance(5, 5, 5, 5) == 0
    assert [distance(5, 5, 5 + n, 5) for n in range(5)] == [0, 1, 2, 3, 4]
    assert distance(1, 0, 19, 24) == 42 and distance(1, 0, 3, -1) == 2
    around = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
    assert {distance(0, 0, q, r) for q, r in around} == {1}
    game = started(position(known(placed("Fiery", "0505", (0, 3))), crowd(1, 30)), RED)
    own, other, spread = game.state.tf[0], game.state.tf[BLUE_FORCE], game.state.spread[0]
    other.q, other.r = own.q, own.r + 7
    spread.q, spread.r = own.q, own.r + 4
    assert range_to_force(game.state, game.state.craft[0], BLUE_FORCE) == 7
    assert range_to_spread(game.state, game.state.craft[0], 0) == 4


@pytest.mark.rule("BR-GEN-09")
def test_starships_jump_riders_and_drones_do_not():
    """Source p.3: starships have jump drives, battle riders none; drones are unmanned."""
    game = Table("duel", begin=False)
    rules, whole = game.rules, game.state.craft[0]
    types = class_types()
    for name in class_names()[1:]:
        klass = rules.classes[class_row(name)]
        if klass.drone:
            assert not can_jump(whole, klass) and klass.directors == 0
        else:
            rider = types[class_row(name)] in ("BR", "BRL", "SDB")
            assert can_jump(whole, klass) == (not rider), name


@pytest.mark.rule("BR-CTR-09")
def test_the_fire_control_of_a_whole_ship_is_the_printed_one():
    """The ship of the diagram has 6."""
    game = Table("duel", begin=False)
    assert fire_control(game.state.craft[0], game.rules.classes[class_row("Voroshilef")]) == 6


@pytest.mark.rule("BR-GEN-12", "BR-SEQ-04")
def test_a_craft_acts_once_and_may_be_attacked_by_several():
    source = position(
        known(placed("Rapier", "0505"), placed("Rapier", "0705")),
        known(placed("Mercury", "0607")),
    )
    game = started(source, RED).to_round(0).always("miss")
    game.say("FIRE", ("craft", 0)).skip_to(Decision.ROUND_MENU)
    assert int(game.state.craft[0].lock_tried) == 1
    game.to_round(1)
    assert game.state.turn == 1
    game.say("FIRE", ("craft", 1)).skip_to(Decision.ROUND_MENU)
    assert int(game.state.craft[1].lock_tried) == 1
    next_turn(game)
    rounds = [int(event.target) for event in turn_log(game, 1) if event.kind == Event.ROUND]
    assert sorted(rounds) == [0, 1, BLUE_FORCE]
