"""Chapters SCN-05..07 and S1: leaving the map, points, and the end of a game."""

from __future__ import annotations

import pytest
from kit.battle_rider.table import Table, position, side, started

from spacecombat_env.rulesets.battle_rider.model import (
    CraftStatus,
    Decision,
    ForceStatus,
    Reason,
    Step,
    Verdict,
)

BLUE_SHIP, BLUE_FORCE = 8, 12  # first slots of Blue in capacity small
NORTH, SOUTH, EAST, WEST = [0, 5], [0, -5], [5, 0], [-5, 0]
FAR = side(["Fiery"], [{"ships": ["Fiery"], "hex": "1517"}])


def leaving(ship, at, vector, seat=0, other=FAR):
    """A ship coasts off the map in its round; a Fiery of its side stays."""
    ships = [{"class": ship} if isinstance(ship, str) else ship, {"class": "Fiery", "name": "Rest"}]
    name = ships[0].get("name", ships[0].get("class"))
    forces = [{"ships": [name], "hex": at, "vector": vector}, {"ships": ["Rest"], "hex": "0517"}]
    own = side(ships, forces)
    source = position(own, other) if seat == 0 else position(other, own)
    game = started(source, seat).to_round(seat * BLUE_FORCE)
    return game.say("END_ROUND")


def status(game, slot=0):
    """Where a craft is."""
    return CraftStatus(int(game.state.craft[slot].status))


def next_turn(game):
    """Play on, everybody idle, into the next turn."""
    turn = int(game.state.turn)
    while game.state.turn == turn and not game.over:
        game.idle()
    return game


# -- leaving the map -----------------------------------------------------------------------------


@pytest.mark.rule("BR-SCN-05", "BR-AMB-57")
@pytest.mark.parametrize(
    "at,vector,seat,where",
    [
        ("1032", NORTH, 0, CraftStatus.ESCAPED),  # over Blue's edge
        ("1002", SOUTH, 0, CraftStatus.LOST),  # over its own
        ("1817", EAST, 0, CraftStatus.LOST),  # over a side
        ("0217", WEST, 0, CraftStatus.LOST),
        ("1002", SOUTH, 1, CraftStatus.ESCAPED),  # Blue over Red's edge
        ("1032", NORTH, 1, CraftStatus.LOST),
    ],
)
def test_escape_is_over_the_enemys_edge_only(at, vector, seat, where):
    game = leaving("Rapier", at, vector, seat)
    assert status(game, seat * BLUE_SHIP) == where
    assert game.state.tf[seat * BLUE_FORCE].status == ForceStatus.UNUSED
    lost, escaped = int(game.state.points_lost[seat]), int(game.state.points_escaped[seat])
    assert (lost, escaped) == ((0, 45) if where == CraftStatus.ESCAPED else (45, 0))


@pytest.mark.rule("BR-SCN-05", "BR-SCN-07")
@pytest.mark.parametrize("ship,free", [("Fiery", True), ("Shukugan", False), ("Gallant", False)])
def test_without_a_jump_drive_there_is_no_escape(ship, free):
    named = {"class": ship, "name": "Out"}
    assert (status(leaving(named, "1032", NORTH)) == CraftStatus.ESCAPED) == free


@pytest.mark.rule("BR-SCN-07", "BR-DMG-17")
@pytest.mark.parametrize(
    "damage,free",
    [
        ("computer", False),
        ("bridge", False),
        ("life_support", False),
        ("jump_drive", False),
        ("maneuver_drive", True),
        ("power_plant", True),
        ({"jump_drive": "temporary"}, True),
        ({"computer": "temporary"}, True),
    ],
)
def test_what_keeps_a_ship_from_jumping(damage, free):
    """Source p.15: a permanent computer, bridge, life support or jump drive result."""
    ship = {"class": "Rapier", "damage": [damage]}
    assert (status(leaving(ship, "1032", NORTH)) == CraftStatus.ESCAPED) == free


@pytest.mark.rule("BR-SCN-05")
def test_a_ship_off_the_map_is_out_for_good():
    game = leaving("Rapier", "1032", NORTH)
    for _ in range(3):
        next_turn(game)
    assert status(game) == CraftStatus.ESCAPED
    assert not game.can_say(("force", 0)) and game.state.tf[0].status == ForceStatus.UNUSED


@pytest.mark.rule("BR-SCN-05", "BR-AMB-57")
def test_the_edge_first_crossed_counts():
    """From a side column, mostly sideways: out over the side although it ends beyond the edge."""
    assert status(leaving("Rapier", "1933", [4, 1])) == CraftStatus.LOST
    assert status(leaving("Rapier", "1033", [1, 4])) == CraftStatus.ESCAPED


@pytest.mark.rule("BR-SCN-05", "BR-AMB-89")
def test_riders_aboard_share_their_tenders_fate():
    ships = [
        "Maggart LT",
        {"class": "Manticore", "aboard": "Maggart LT"},
        {"class": "Fiery", "name": "Rest"},
    ]
    forces = [
        {"ships": ["Maggart LT"], "hex": "1032", "vector": NORTH},
        {"ships": ["Rest"], "hex": "0517"},
    ]
    game = started(position(side(ships, forces), FAR), 0).to_round(0).say("END_ROUND")
    assert status(game, 0) == status(game, 1) == CraftStatus.ESCAPED
    assert game.state.points_escaped[0] == 17 + 7


# -- points --------------------------------------------------------------------------------------


@pytest.mark.rule("BR-SCN-06")
@pytest.mark.parametrize("ship,points", [("Gallant", 90), ("Manticore", 7), ("Rapier", 45)])
def test_a_ship_counts_its_printed_points_the_lower_of_two(ship, points):
    """ships.csv: Gallant 90/135, Manticore 7/11."""
    game = leaving({"class": ship, "name": "Out"}, "1002", SOUTH)
    assert game.state.points_lost[0] == points


@pytest.mark.rule("BR-SCN-06")
def test_destroyed_ships_count_for_the_enemy():
    game = shot("Mercury", "SHIP_EXPLODES", spare=True)
    assert status(game, BLUE_SHIP) == CraftStatus.DESTROYED
    assert game.state.points_lost[1] == 105 and game.state.points_lost[0] == 0


# -- the end -------------------------------------------------------------------------------------


def shot(victim, result, spare=False, **more):
    """Red's Sylea hits Blue's only ship; every marker drawn is `result`."""
    ships = [{"class": victim, "name": "Victim", "detected": True, **more}]
    forces = [{"ships": ["Victim"], "hex": "0507", "detected_shadow": True}]
    if spare:
        ships.append({"class": "Fiery", "name": "Rest"})
        forces.append({"ships": ["Rest"], "hex": "1528"})
    red = side(["Sylea"], [{"ships": ["Sylea"], "hex": "0505"}])
    game = started(position(red, side(ships, forces)), 0).to_round(0)
    game.always("bullseye").missile_value(6).only_marker(result)
    screen = game.rules.classes["meson_screen"]
    screen[:] = 0  # so that the spinal mount is felt
    game.say("FIRE", ("craft", 0), "ALL")
    while game.decision == Decision.SAND_NUMBER:
        game.idle()
    return game


@pytest.mark.rule("BR-S1-02", "BR-GEN-10")
def test_the_last_side_with_an_operational_ship_wins_at_the_end_of_the_turn():
    game = shot("Mercury", "SHIP_EXPLODES")
    assert status(game, BLUE_SHIP) == CraftStatus.DESTROYED
    assert game.state.verdict == Verdict.OPEN or game.over
    next_turn(game)
    assert (game.state.verdict, game.state.reason) == (Verdict.RED, Reason.LAST_OPERATIONAL)
    assert game.state.step == Step.OVER and game.state.turn == 1


@pytest.mark.rule("BR-S1-02", "BR-AMB-55")
@pytest.mark.parametrize(
    "result,ship,over",
    [
        ("FIRE_CONTROL", "Rapier", True),  # neither beams nor missiles
        ("POWER_PLANT", "Rapier", False),  # its missiles work
        ("POWER_PLANT", "Mercury", True),  # it has none
        ("SPINE", "Mercury", False),  # its turrets fire
        ("SENSORS", "Mercury", False),
        ("MANEUVER_DRIVE", "Mercury", False),
    ],
)
def test_operational_is_able_to_attack_with_beams_or_missiles(result, ship, over):
    game = next_turn(shot(ship, result))
    assert game.over == over
    assert game.state.verdict == (Verdict.RED if over else Verdict.OPEN)


@pytest.mark.rule("BR-S1-02", "BR-AMB-55")
def test_a_ship_without_power_is_done_when_its_last_missile_is():
    game = next_turn(shot("Rapier", "POWER_PLANT", missiles=0))
    assert (game.state.verdict, game.state.reason) == (Verdict.RED, Reason.LAST_OPERATIONAL)


@pytest.mark.rule("BR-S1-02", "BR-AMB-55")
def test_temporary_results_and_drones_decide_nothing():
    """A temporary Fire Control result passes; a drone attacks nobody."""
    ship = {"class": "Mercury", "damage": [{"fire_control": "temporary"}]}
    forces = [{"ships": ["Mercury"], "hex": "0507"}]
    source = position(side([ship], forces), FAR)
    assert not next_turn(Table(source)).over
    drones = [{"type": "passive_tl14", "controller": "Mercury", "aboard": False, "name": "Eye"}]
    forces.append({"ships": ["Eye"], "hex": "0707"})
    ship = {"class": "Mercury", "damage": ["fire_control"]}
    game = next_turn(Table(position(side([ship], forces, 4, drones), FAR)))
    assert (game.state.verdict, game.state.reason) == (Verdict.BLUE, Reason.LAST_OPERATIONAL)


@pytest.mark.rule("BR-S1-02", "BR-SCN-05")
def test_a_side_whose_last_ship_flees_has_lost():
    forces = [{"ships": ["Rapier"], "hex": "1032", "vector": NORTH}]
    game = next_turn(Table(position(side(["Rapier"], forces), FAR)))
    assert status(game) == CraftStatus.ESCAPED
    assert (game.state.verdict, game.state.reason) == (Verdict.BLUE, Reason.LAST_OPERATIONAL)


@pytest.mark.rule("BR-S1-02")
def test_both_gone_in_one_turn_is_a_draw():
    red = side(["Rapier"], [{"ships": ["Rapier"], "hex": "1032", "vector": NORTH}])
    blue = side(["Rapier"], [{"ships": ["Rapier"], "hex": "1002", "vector": SOUTH}])
    for seed in (1, 2, 3, 4):  # either side moves first
        game = next_turn(Table(position(red, blue), seed))
        assert (game.state.verdict, game.state.reason) == (Verdict.DRAW, Reason.BOTH_ELIMINATED)


@pytest.mark.rule("BR-S1-02", "BR-AMB-55")
def test_ships_still_to_enter_and_riders_aboard_count_as_operational():
    late = [
        {"ships": ["Scout"], "hex": "1032", "vector": NORTH},
        {"ships": ["Late"], "enters": {"turn": 4, "column": 9, "velocity": 2}},
    ]
    late[0]["hex"] = "1030"
    ships = [{"class": "Fiery", "name": "Scout"}, {"class": "Fiery", "name": "Late"}]
    game = Table(position(side(ships, late), FAR))
    next_turn(game)
    assert status(game, 0) == CraftStatus.ESCAPED and not game.over
    red = [{"class": "Maggart LT", "damage": ["fire_control"]}]
    red.append({"class": "Manticore", "aboard": "Maggart LT"})
    game = Table(position(side(red, [{"ships": ["Maggart LT"], "hex": "0505"}]), FAR))
    assert not next_turn(game).over


@pytest.mark.parametrize("verdict,wanted", [("margin", Verdict.RED), ("draw", Verdict.DRAW)])
def test_the_turn_limit_is_a_house_option(verdict, wanted):
    """Blue loses 105 points, Red none, and the game stops."""
    red = side(["Sylea"], [{"ships": ["Sylea"], "hex": "0505"}])
    blue = side(
        ["Mercury", "Fiery"],
        [
            {"ships": ["Mercury"], "hex": "1832", "vector": EAST},
            {"ships": ["Fiery"], "hex": "1528"},
        ],
    )
    limit = {"turn_limit": 2, "turn_limit_verdict": verdict}
    game = Table(position(red, blue, **limit))
    next_turn(game)
    assert not game.over
    next_turn(game)
    assert (game.state.verdict, game.state.reason) == (wanted, Reason.TURN_LIMIT)
    assert game.state.turn == 2
