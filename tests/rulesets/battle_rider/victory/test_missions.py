"""Chapters ASG, MIR and MIB: pocket empires, their missions, and when these are fulfilled."""

import numpy as np
import pytest
from kit.battle_rider.missions import FATES, PLANET, SOURCE, empires, fulfils, orbiting, war
from kit.battle_rider.secrecy import assert_twins, copied, looks
from kit.battle_rider.table import position, side

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.hexgrid import axial_row, distance, offset_row
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.movement.movement import leave_map
from spacecombat_env.rulesets.battle_rider.pieces import missions
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    Ask,
    CraftStatus,
    Damage,
    Errand,
    ForceStatus,
    Phase,
    Result,
    Step,
    Surface,
    Verdict,
)
from spacecombat_env.rulesets.battle_rider.pieces.crew import crew_price
from spacecombat_env.rulesets.battle_rider.pieces.tables import class_row
from spacecombat_env.rulesets.battle_rider.scenario import load
from spacecombat_env.rulesets.battle_rider.ships.damage import take_damage
from spacecombat_env.rulesets.battle_rider.told import notation, views
from spacecombat_env.rulesets.battle_rider.victory.deeds import (
    bombard,
    check_invasion,
    end_bombardment,
    end_missile_attacks,
    extraction_difficulty,
    hear_extract_ship,
    land_troops,
    may_bombard,
    may_extract,
    may_land_troops,
    record_deeds,
)
from spacecombat_env.rulesets.battle_rider.victory.missions import (
    judge_missions,
    mission_verdict,
    record_turn,
)

SLOW = pytest.mark.slow


def case(mission, enemy, own, theirs, expected, **more):
    """A side's mission, the enemy's, both fleets, whether it is fulfilled; fields of `mission`."""
    return mission, enemy, own.split(", "), theirs.split(", "), expected, more


# Missions' points: Red 500 450 300 300 250 200 150 150 100 50; Blue 500 400 350 300 300 250 250
# 200 150 100. Ships: Starburst 75 and Mercury 105 (size -3), Rapier 45, Lancer 30, Valor 9.
RED = [
    # 1: every enemy ship destroyed; one that has left the map without escaping is
    case(1, 3, "Rapier", "Rapier: destroyed, Valor: lost", True),
    case(1, 3, "Rapier", "Rapier: destroyed, Valor: captured", True),
    case(1, 3, "Rapier", "Rapier: destroyed, Valor: escaped", False),
    case(1, 3, "Rapier", "Rapier: destroyed, Valor: disabled", False),
    case(1, 3, "Rapier", "Rapier: destroyed, Valor: late", False),  # not yet entered
    case(1, 3, "Rapier: lost", "Rapier: lost, Valor: lost", True),
    # 2: the invasion secured after four bombardments
    case(2, 3, "Rapier", "Rapier", True, secured=1, bombardments=4),
    case(2, 3, "Rapier", "Rapier", False, secured=1, bombardments=3),
    case(2, 3, "Rapier", "Rapier", False, secured=0, bombardments=4),
    # 3: 300 to 300 or 350, and 300 to 200: the map controlled
    case(3, 4, "Rapier", "Rapier: disabled, Valor: escaped, Valor: destroyed", True),
    case(3, 4, "Rapier", "Rapier: disabled, Valor: escaped, Valor", False),
    case(3, 8, "Rapier", "Rapier: disabled, Valor: escaped", True),
    case(3, 4, "Rapier", "Rapier: captured, Valor: lost", True),
    case(3, 4, "Rapier", "Rapier: disabled, Valor: late", False),
    case(3, 9, "Rapier", "Rapier: disabled, Valor: late", False),
    # 300 to 150: all destroyed or disabled, an escape prevents it
    case(3, 9, "Rapier", "Rapier: disabled, Valor: escaped", False),
    case(3, 9, "Rapier", "Rapier: disabled, Valor: destroyed", True),
    # 300 to 400, three quarters: more ships destroyed or disabled than lost
    case(3, 2, "Rapier: lost, Rapier", "Rapier: disabled, Valor: destroyed, Valor", True),
    case(3, 2, "Rapier: lost, Rapier: destroyed", "Rapier: disabled, Valor: destroyed", False),
    # 4: 300 to 350: landed is enough; 300 to 300: brought home by a ship that was never disabled
    case(4, 3, "Rapier", "Rapier", True, bombardments=2, landing_turn=3),
    case(4, 3, "Rapier", "Rapier", False, bombardments=1),
    case(4, 4, "Rapier", "Rapier", False, bombardments=2, landing_turn=3),
    case(4, 4, "Rapier: escaped", "Rapier", True, bombardments=2, landing_turn=3, team=0),
    case(4, 4, "Rapier: destroyed", "Rapier", False, bombardments=2, landing_turn=3, team=0),
    case(
        4,
        4,
        "Rapier: escaped",
        "Rapier",
        False,
        bombardments=2,
        landing_turn=3,
        team=0,
        team_lost=1,
    ),
    case(4, 4, "Rapier: captured", "Rapier", False, bombardments=2, landing_turn=3, team=0),
    case(4, 4, "Rapier: lost", "Rapier", False, bombardments=2, landing_turn=3, team=0),
    case(4, 4, "Rapier", "Rapier", False, bombardments=2, landing_turn=3, team=0),
    # 5: 250 to 250: losses of at most 1.5 times the enemy's (45 to 30); 250 to 300: done is enough
    case(5, 7, "Rapier: lost, Valor", "Lancer: destroyed, Rapier", True, bombardments=2),
    case(5, 7, "Rapier: lost, Valor: lost", "Lancer: destroyed, Rapier", False, bombardments=2),
    case(5, 7, "Rapier", "Rapier", True, bombardments=2),
    case(5, 7, "Rapier: captured, Valor", "Lancer: escaped, Rapier", False, bombardments=2),
    case(5, 4, "Rapier: lost, Valor: lost", "Lancer: destroyed, Rapier", True, bombardments=2),
    case(5, 4, "Rapier", "Lancer: destroyed", False, bombardments=1),
    # 6: 200 to 200: a ship destroyed, the squadron away; 200 to 150: more points than lost
    case(6, 8, "Rapier: lost, Valor: escaped", "Valor: destroyed, Rapier", True),
    case(6, 8, "Rapier, Valor: escaped", "Valor: destroyed, Rapier", False),
    case(6, 8, "Rapier: lost", "Valor: destroyed", False),
    case(6, 8, "Valor: escaped", "Valor, Rapier", False),
    case(6, 9, "Rapier: lost, Valor: escaped", "Valor: destroyed, Rapier", False),
    case(6, 9, "Lancer: lost, Valor: escaped", "Rapier: destroyed, Valor", True),
    case(6, 9, "Rapier: lost, Valor: escaped", "Rapier: destroyed, Valor", False),  # as much
    case(6, 8, "Valor: escaped", "Valor: lost, Rapier", True),
    case(6, 8, "Valor: escaped", "Valor: escaped, Rapier", False),
    case(6, 8, "Valor: escaped, Rapier: late", "Valor: destroyed", False),
    case(6, 8, "Valor: escaped, Rapier: unarmed", "Valor: destroyed", True),
    # 7: 150 to 200: a hit on size -3 or -4, else on the largest; 150 to 150: destroyed
    case(7, 8, "Rapier", "Starburst: hit, Rapier", True),
    case(7, 8, "Rapier", "Starburst, Rapier: hit", False),
    case(7, 8, "Rapier", "Valor, Rapier: hit", True),
    case(7, 8, "Rapier", "Valor: hit, Rapier", False),
    case(7, 9, "Rapier", "Starburst: hit, Rapier: destroyed", False),
    case(7, 9, "Rapier", "Starburst: destroyed, Mercury", True),
    case(7, 9, "Rapier", "Rapier: destroyed, Lancer, Valor", True),  # 45 of 84
    case(7, 9, "Rapier", "Rapier: destroyed, Rapier", False),  # half is not over half
    case(7, 9, "Rapier", "Starburst: captured, Rapier", True),
    case(7, 9, "Rapier", "Starburst: lost, Rapier", True),
    case(7, 9, "Rapier", "Starburst: escaped, Rapier: destroyed", False),
    case(7, 9, "Rapier", "Rapier: destroyed, Starburst: late", False),  # there is a large one
    case(7, 8, "Rapier", "Cleon: hit, Starburst", True),
    # 8: 150 to 150: over three quarters refuelled and away; to 200: half; to 350: any
    case(8, 9, "Rapier: refuelled, Valor: refuelled, Valor: escaped", "Rapier", True),  # 54 of 63
    case(8, 9, "Rapier: refuelled, Rapier: refuelled, Lancer", "Rapier", False),  # 90 of 120
    case(8, 8, "Rapier: refuelled, Rapier", "Rapier", True),
    case(8, 8, "Lancer: refuelled, Rapier", "Rapier", False),
    case(8, 4, "Lancer: refuelled, Rapier", "Rapier", False),  # 150 is half of 300, not less
    case(8, 4, "Rapier: refuelled, Rapier: lost", "Rapier", True),
    # riders leave with a tender that has refuelled: 31 of 40
    case(
        8,
        9,
        "Maggart LT: refuelled, Manticore: escaped, Manticore: escaped, Valor: lost",
        "Rapier",
        True,
    ),
    case(8, 3, "Valor: refuelled, Rapier", "Rapier", True),
    case(8, 3, "Valor: escaped, Rapier", "Rapier", False),
    # 9: a ship with the team's data away
    case(9, 3, "Rapier: informed, Valor", "Rapier", True),
    case(9, 3, "Rapier: escaped, Valor", "Rapier", False, team=1),
    case(9, 3, "Rapier: destroyed, Valor: informed", "Rapier", True, team=0),
    case(9, 3, "Rapier: lost, Valor: escaped", "Rapier", False, team=0),
    # 10: 300 points or every ship detected, and a ship away
    case(10, 3, "Valor: escaped, Valor", "Rapier: spotted, Valor: spotted", True),
    case(10, 3, "Valor", "Rapier: spotted, Valor: spotted", False),
    case(10, 3, "Valor: escaped", "Rapier: spotted, Valor", False),
    case(10, 3, "Valor: escaped", "Cleon: spotted, Starburst: spotted, Valor", True),  # 313
    case(10, 3, "Valor: escaped", "Triumph: spotted, Lancer: spotted, Valor", False),  # 255
    case(10, 3, "Valor: escaped", "Triumph: spotted, Starburst: spotted, Valor", True),  # 300
    case(10, 3, "Valor: lost", "Rapier: spotted, Valor: spotted", False),
    case(10, 3, "Valor: escaped", "Rapier: spotted, Valor: late", False),
]

BLUE = [
    # 1: the enemy denied and destroyed to the last ship
    case(1, 3, "Rapier", "Rapier: destroyed, Valor: lost", True),
    case(1, 3, "Rapier", "Rapier: destroyed, Valor: escaped", False),
    case(1, 3, "Rapier: lost", "Rapier: lost", True),  # one for one is not more, for Red
    case(1, 3, "Rapier: lost, Valor: lost", "Rapier: lost", False),
    case(1, 5, "Rapier", "Rapier: destroyed", False, rival={"bombardments": 2}),
    case(1, 3, "Rapier", "Rapier: destroyed, Valor: late", False),
    case(1, 3, "Rapier", "Rapier: destroyed, Valor: captured", True),
    # 2: more points destroyed than lost, captured ones twice
    case(2, 3, "Rapier: lost", "Lancer: captured, Rapier", True),  # 60 to 45
    case(2, 3, "Rapier: lost", "Lancer: destroyed, Rapier", False),
    case(2, 3, "Valor: lost, Valor: lost", "Valor: captured, Rapier", False),  # 18 to 18
    # 3: the enemy denied
    case(3, 5, "Rapier: lost", "Rapier", True),
    case(3, 5, "Rapier", "Rapier", False, rival={"bombardments": 2}),
    # 4: 300 to 300: denied, and the only ships that can fight; 300 to 450: more destroyed than lost
    case(4, 4, "Rapier", "Rapier: lost, Valor: unarmed", True),
    case(4, 4, "Rapier", "Rapier: lost, Valor", False),
    case(4, 4, "Rapier: lost", "Rapier: lost", False),
    case(4, 4, "Rapier: unarmed", "Rapier: lost", False),
    case(4, 4, "Rapier: late", "Rapier: lost", False),  # not on the map
    case(4, 2, "Lancer: lost, Valor", "Rapier: lost, Valor", True),
    case(4, 2, "Rapier: lost, Valor", "Rapier: lost, Valor", False),
    # 5: 300 to 300: losses of a third of the enemy's fleet (30 of 90); stronger also denies
    case(5, 4, "Lancer: lost, Valor", "Rapier, Rapier", True),
    case(5, 4, "Rapier: lost, Valor", "Rapier, Rapier", False),
    case(5, 4, "Rapier: captured, Valor", "Rapier, Rapier", False),
    case(5, 4, "Rapier: escaped, Valor", "Rapier, Rapier", True),
    case(5, 5, "Valor", "Rapier, Rapier", False, rival={"bombardments": 2}),
    case(5, 2, "Valor", "Rapier", True, rival={"bombardments": 4, "secured": 1}),
    # 7: 250 to 250: more destroyed than lost, denied as well; 250 to 300: without
    case(7, 5, "Lancer: lost, Valor", "Rapier: lost, Valor", True),
    case(7, 5, "Lancer: lost, Valor", "Rapier: lost, Valor", False, rival={"bombardments": 2}),
    case(7, 2, "Valor", "Rapier: lost", True, rival={"bombardments": 4, "secured": 1}),
    case(7, 2, "Rapier: lost", "Rapier: lost", False),
    # 8: 200 to 200: denied
    case(8, 6, "Valor", "Rapier", True),
    case(8, 9, "Valor", "Rapier: informed", False),
    # 9: 150 to 200: a hit on a large ship; 150 to 150: destroyed, or over three quarters
    case(9, 6, "Valor", "Starburst: hit", True),
    case(9, 6, "Valor", "Starburst, Rapier: hit", False),
    case(9, 7, "Valor", "Starburst: hit", False),
    case(9, 7, "Valor", "Starburst: destroyed", True),
    case(9, 7, "Valor", "Rapier: destroyed, Rapier: destroyed, Lancer", False),  # 90 of 120
    case(9, 7, "Valor", "Rapier: destroyed, Valor", True),  # 45 of 54
    case(9, 7, "Valor", "Rapier: lost, Rapier: lost, Rapier: lost, Rapier", False),  # 135 of 180
    case(9, 6, "Valor", "Rapier: hit, Valor", True),
    # 10: 100 to 150: a ship away; 100 to 100: denied
    case(10, 8, "Valor: escaped, Rapier: lost", "Rapier", True),
    case(10, 8, "Valor, Rapier", "Rapier", False),
    case(10, 9, "Valor: lost", "Rapier", True),
    case(10, 8, "Valor: captured", "Rapier", False),
    case(10, 10, "Valor: lost", "Rapier: escaped, Valor", True),
    case(10, 9, "Valor: escaped", "Rapier: informed", False),
]


def stand(game, seat, fields):
    """Write fields of both sides' missions."""
    theirs = fields.pop("rival", {})
    for side_of, values in ((seat, fields), (1 - seat, theirs)):
        for name, value in values.items():
            game.state.mission[side_of][name] = value


@pytest.mark.rule("BR-MIR-01", "BR-MIR-02", "BR-MIR-03", "BR-MIR-04", "BR-MIR-05", "BR-ASG-14")
@pytest.mark.rule("BR-MIR-06", "BR-MIR-07", "BR-MIR-08", "BR-MIR-09", "BR-MIR-10")
@pytest.mark.rule("BR-AMB-55", "BR-AMB-57", "BR-AMB-62", "BR-AMB-64", "BR-AMB-65", "BR-AMB-66")
@pytest.mark.parametrize(("mission", "enemy", "own", "theirs", "expected", "fields"), RED)
def test_reds_missions(mission, enemy, own, theirs, expected, fields):
    game = war(mission, enemy, own, theirs)
    stand(game, 0, dict(fields))
    assert fulfils(game, 0) == expected


@pytest.mark.rule("BR-MIB-01", "BR-MIB-02", "BR-MIB-03", "BR-MIB-04", "BR-MIB-05")
@pytest.mark.rule("BR-MIB-07", "BR-MIB-08", "BR-MIB-09", "BR-MIB-10", "BR-AMB-62", "BR-AMB-66")
@pytest.mark.parametrize(("mission", "enemy", "own", "theirs", "expected", "fields"), BLUE)
def test_blues_missions(mission, enemy, own, theirs, expected, fields):
    game = war(enemy, mission, theirs, own)
    stand(game, 1, dict(fields))
    assert fulfils(game, 1) == expected


CONVOY = [
    (5, ["escaped", "escaped"], True),  # 250 to 250: all
    (5, ["escaped", ""], False),
    (4, ["escaped", "", ""], False),  # 250 to 300: half of the points, 9 of 27
    (4, ["escaped", ""], True),  # 9 of 18
    (2, ["escaped", "", ""], False),  # 250 to 450: 200 more: one
    (1, ["escaped", "", ""], True),
    (1, ["", "", ""], False),
    (4, ["escaped", "lost"], True),
    (5, ["escaped", "captured"], False),
    (5, ["escaped", "late"], False),
]


@pytest.mark.rule("BR-AMB-63", "BR-ASG-06")
@pytest.mark.parametrize("scale", [1, 2, 3])
def test_a_scale_multiplies_side_limits_and_fixed_figures(scale):
    """BR-MIB-01, 06, BR-MIR-10: 150, 350 and 100 points to buy for, 300 to detect, a gap of 150."""
    game = war(10, 1, ["Valor: escaped"], ["Cleon: spotted", "Starburst: spotted", "Valor"])
    game.rules.option.scale = scale
    assert fulfils(game, 0) == (scale == 1)  # 313 points
    assert missions.late_limit(game.state, game.rules, 1) == 350 * scale
    missions.draw_missions(game.state, game.rules)
    assert game.state.mission[1].limit == 150 * scale
    game = war(2, 6, ["Rapier"], ["Rapier", "Valor: escaped", "Valor", "Valor"])
    game.rules.option.scale = scale
    for k in range(1, 4):
        craft = game.state.craft[len(game.state.craft) // 2 + k]
        craft.klass = game.rules.merchant[craft.klass]
    assert fulfils(game, 1)  # 450 to 250: one of three is enough at every scale
    assert missions.late_limit(game.state, game.rules, 1) == 100 * scale


@pytest.mark.rule("BR-MIB-06")
@pytest.mark.parametrize(("enemy", "fates", "expected"), CONVOY)
def test_convoy_run_needs_all_half_or_one_of_its_merchants(enemy, fates, expected):
    game = war(enemy, 6, ["Rapier"], ["Rapier: escaped", *(f"Valor: {fate}" for fate in fates)])
    half = len(game.state.craft) // 2
    for k in range(half + 1, half + 1 + len(fates)):
        game.state.craft[k].klass = game.rules.merchant[game.state.craft[k].klass]
    if enemy == 2:
        expected = True  # 450 is 200 more than 250
    assert fulfils(game, 1) == expected


@pytest.mark.rule("BR-MIB-08")
@pytest.mark.parametrize(
    ("secured", "escape_turn", "expected"), [(25, 21, True), (20, 21, False), (25, 20, False)]
)
def test_delaying_action_holds_out_twenty_turns_and_then_escapes(secured, escape_turn, expected):
    """200 to 450: what Red fulfils after turn 20 comes too late; who left before is no help."""
    game = war(2, 8, ["Rapier"], ["Rapier", "Valor"])
    state = game.state
    for turn in range(19, 26):
        state.turn = turn
        if turn == secured:
            state.mission[0].secured, state.mission[0].bombardments = 1, 4
        if turn == escape_turn:
            FATES["escaped"](state.craft[len(state.craft) // 2 + 1])
        record_turn(state, game.rules)
    assert (state.mission[1].since > 0) == expected


# --- the record and the end ----------------------------------------------------------------------


@pytest.mark.rule("BR-ASG-12", "BR-ASG-13")
@pytest.mark.parametrize(
    ("red", "blue", "verdict"),
    [
        (4, 0, Verdict.RED),
        (0, 4, Verdict.BLUE),
        (0, 0, Verdict.DRAW),
        (4, 6, Verdict.RED),
        (6, 4, Verdict.BLUE),
        (5, 5, Verdict.DRAW),
    ],
)
def test_who_fulfils_alone_or_first_wins(red, blue, verdict):
    game = empires(1, 1)
    game.state.mission[0].since, game.state.mission[1].since = red, blue
    assert mission_verdict(game.state) == verdict


@pytest.mark.rule("BR-ASG-13")
def test_the_turn_record_dates_what_holds_to_the_end():
    """Bombardment keeps its turn; losses that outweigh it strike it off; denial dates to the end"""
    game = war(5, 7, ["Rapier", "Valor"], ["Rapier", "Valor"])
    state = game.state
    state.mission[0].bombardments = 2
    for turn in (6, 7):
        state.turn = turn
        record_turn(state, game.rules)
    assert (state.mission[0].since, state.mission[1].since) == (6, 0)
    FATES["lost"](state.craft[0])
    state.turn = 8
    record_turn(state, game.rules)
    assert state.mission[0].since == 0
    game = war(5, 3, ["Rapier"], ["Rapier"])
    for turn in (6, 7):
        game.state.turn = turn
        record_turn(game.state, game.rules)
    assert game.state.mission[1].since == 7


@pytest.mark.rule("BR-ASG-12", "BR-AMB-67")
@pytest.mark.parametrize(
    ("red", "fleet", "blue", "over"),
    [
        (1, "Rapier", "Rapier: destroyed", True),
        (9, "Rapier", "Rapier: destroyed", False),
        (9, "Rapier: informed", "Rapier: destroyed", True),
        (9, "Gallant", "Rapier: destroyed", True),  # cannot jump
        (5, "Gallant", "Rapier: destroyed", False),  # need not
        (1, "Rapier", "Rapier: unarmed", False),  # still to be destroyed
        (1, "Rapier", "Rapier: unarmed, Valor: escaped", True),  # in vain
        (1, "Rapier: unarmed", "Rapier: unarmed", True),
        (1, "Rapier", "Rapier: unarmed, Valor: late", False),
        (7, "Rapier", "Rapier: unarmed", False),
        (7, "Rapier", "Rapier: escaped", True),
    ],
)
def test_the_game_ends_when_a_side_is_beaten_and_the_other_has_no_errand_left(
    red, fleet, blue, over
):
    """The team of Deep Black is still to be fetched when Blue can fight no more, and Red hunts."""
    game = war(red, 3, [fleet], blue.split(", "))
    judge_missions(game.state, game.rules)
    assert game.over == over


@pytest.mark.rule("BR-AMB-67")
@pytest.mark.parametrize(("turn", "over"), [(39, False), (40, True)])
def test_the_turn_limit_ends_a_generated_scenario(turn, over):
    game = war(1, 3, ["Rapier"], ["Rapier"])
    game.state.turn = turn
    judge_missions(game.state, game.rules)
    assert game.over == over
    assert game.state.verdict == (Verdict.BLUE if over else Verdict.OPEN)


# --- the frame -----------------------------------------------------------------------------------


@pytest.mark.rule("BR-ASG-05", "BR-ASG-01")
def test_missions_are_drawn_by_lot_and_all_come_up():
    game, drawn = empires(delegate=("task_forces",)), set()
    for seed in range(12):
        entry.start(game.games, 0, game.table, seed)
        drawn.add((int(game.state.mission[0].number), int(game.state.mission[1].number)))
    assert len(drawn) > 8
    assert all(1 <= number <= 10 for pair in drawn for number in pair)


@pytest.mark.rule("BR-ASG-06", "BR-ASG-05")
@pytest.mark.parametrize(("scale", "points"), [(1, 150), (2, 300), (3, 450)])
def test_larger_scenarios_multiply_the_points(scale, points):
    game = empires(8, 10, begin=True, delegate=("task_forces",), scale=scale)
    game.skip_to(Ask.BUY_TACTICS)
    assert missions.mission_points(game.state, game.rules, 0) == points
    assert game.state.funds[0] == points


TACTICS = [(0, 1, 25), (0, 2, 23), (0, 5, 13), (0, 7, 8), (0, 10, 3), (1, 3, 18), (1, 10, 5)]


@pytest.mark.rule("BR-ASG-07")
@pytest.mark.parametrize(("seat", "number", "cost"), TACTICS)
def test_a_level_of_fleet_tactics_costs_a_twentieth(seat, number, cost):
    game = empires(number if seat == 0 else 1, number if seat else 1)
    game.state.mission[seat].number = number
    assert missions.tactics_cost(game.state, game.rules, seat) == cost


def pool_of(game, seat, name):
    """Ships of a class in a side's pool."""
    half = len(game.state.craft) // 2
    craft = game.table.opening[0].craft[seat * half : (seat + 1) * half]
    return sum(craft["klass"] == class_row(name))


@pytest.mark.rule("BR-ASG-02", "BR-ASG-08", "BR-ASG-09")
def test_blue_has_the_extra_gallants_and_the_shukugans():
    """Of twelve Gallants eight are halved; two of Blue's cannot be paid for without a tender."""
    game = empires(1, 1, scale=2)
    assert (pool_of(game, 0, "Gallant"), pool_of(game, 1, "Gallant")) == (4, 8)
    assert (pool_of(game, 0, "Shukugan"), pool_of(game, 1, "Shukugan")) == (0, 2)
    assert (pool_of(game, 0, "Admiral"), pool_of(game, 1, "Admiral")) == (6, 6)


@pytest.mark.rule("BR-ASG-03", "BR-AMB-85", "BR-AMB-84", "BR-MAP-05")
def test_players_place_the_asteroids():
    """Blue's on the central map (rows 12 to 22), Red's on the planet's, 4 hexes from it."""
    game = empires(1, 1, begin=True, delegate=("buying",))
    assert (game.rules.option.columns, game.rules.option.rows) == (19, 33)  # three of 19 by 11
    seats = []
    for column in (10, 10, 10, 11):
        assert game.ask == Ask.BODY_COLUMN
        seats.append(int(game.state.seat))
        game.say(column)
        rows = {row for row in range(24) if game.can_say(row)}
        if seats[-1] == 0 and column == 10:
            assert rows == set(range(6, 12))  # rows 28 to 33
        elif len(seats) == 2:
            assert rows == set(range(1, 12)) - {11}  # its first one lies there
        else:
            assert rows
        game.say(max(rows))
    assert seats == [1, 1, 0, 0]
    bodies = [(int(b.q), offset_row(int(b.q), int(b.r))) for b in game.state.body[1:5]]
    assert bodies[0] == (10, 12)
    assert all(12 <= row <= 22 for _, row in bodies[:2])
    assert all(23 <= row <= 33 for _, row in bodies[2:])
    for body in game.state.body[3:5]:
        assert distance(int(body.q), int(body.r), *PLANET) >= 4


@pytest.mark.rule("BR-ASG-04")
def test_blue_starts_by_the_planet_or_an_asteroid():
    game = empires(1, 3, begin=True, delegate=("buying",)).skip_to(Ask.SETUP_PLACE)
    assert game.state.seat == 1
    tf = int(game.state.order[1].tf)
    force = game.state.tf[tf]
    assert {place for place in range(24) if game.can_say(place)} == set(range(7))
    saved = game.games.raw[0].copy()
    for place, surface in ((0, Surface.LANDED), (1, Surface.SPACE)):
        game.games.raw[0][:] = saved
        game.say(place)
        assert ((force.q, force.r), force.vq, force.vr) == (PLANET, 0, 0)
        assert (force.status, force.surface) == (ForceStatus.ON_MAP, surface)
    game.games.raw[0][:] = saved
    game.say(3)
    assert (force.q, force.r) == (game.state.body[2].q, game.state.body[2].r)
    game.games.raw[0][:] = saved
    game.say(6)
    assert {column for column in range(24) if game.can_say(column)} == set(range(5, 16))
    game.say(15)  # five columns off: six rows
    rows = [row for row in range(24) if game.can_say(row)]
    assert len(rows) == 6
    game.say(rows[0], ("direction", 0))
    assert distance(int(force.q), int(force.r), *PLANET) == 5
    assert abs(force.vq) + abs(force.vr) == 1


@pytest.mark.rule("BR-MIB-01", "BR-ASG-04")
def test_the_ambush_waits_off_the_map_until_turn_six():
    """Up to 150 points start on the map; the others enter from turn 6 on."""
    for seed in range(3):
        game = empires(1, 1, begin=True, delegate=("buying",), seed=seed).skip_to(Ask.SETUP_TURN)
        while game.state.seat == 0 or game.state.phase != 0:
            game.say(1).skip_to(Ask.SETUP_TURN)
        state, half = game.state, len(game.state.craft) // 2
        points = {True: 0, False: 0}
        for craft in state.craft[half:]:
            if craft.klass and craft.status in (CraftStatus.IN_FORCE, CraftStatus.ABOARD):
                klass = game.rules.classes[craft.klass]
                paid = (
                    int(klass.points) if klass.drone else crew_price(int(klass.points), craft.crew)
                )
                points[bool(craft.errand & Errand.LATE)] += paid
                if craft.tf >= 0 and craft.errand & Errand.LATE:
                    assert state.tf[craft.tf].status == ForceStatus.WAITING
        assert 0 < points[False] <= 150
        assert points[True] <= 350
        assert {turn for turn in range(24) if game.can_say(turn)} == set(range(6, 13))
        game.skip_to(Ask.CHOOSE_FORCE)
        for craft in state.craft[half:]:
            if craft.status == CraftStatus.IN_FORCE:
                waits = state.tf[craft.tf].status == ForceStatus.WAITING
                assert waits == bool(craft.errand & Errand.LATE)


@pytest.mark.rule("BR-MIB-06")
def test_merchants_cost_half_and_keep_turrets_and_sand():
    game = empires(1, 6)
    row = game.rules.merchant[class_row("Starburst")]
    klass, printed = game.rules.classes[row], game.rules.classes[class_row("Starburst")]
    assert klass.merchant
    assert (klass.points, klass.sandcasters, klass.g, klass.jump) == tuple(
        printed[name] for name in ("points", "sandcasters", "g", "jump")
    )
    nothing = ("fire_control", "directors", "missiles", "jammer", "masked", "armor", "meson_screen")
    assert all(klass[name] == 0 for name in (*nothing, "dampers", "black_globe"))
    assert klass.sensor_range[1] == 0
    assert klass.sensor_range[0] == printed.sensor_range[0]
    assert [weapon.kind > 0 for weapon in klass.weapon[:3]] == [False] * 3
    assert klass.weapon[3] == printed.weapon[3]
    assert game.rules.merchant[class_row("Gallant")] == 0  # no jump drive
    assert [missions.merchant_price(75, crew) for crew in range(3)] == [38, 45, 30]


@pytest.mark.rule("BR-MIB-06")
def test_a_convoy_is_bought_with_the_ships_that_enter_later():
    for seed in range(4):
        game = empires(1, 6, begin=True, delegate=("buying",), seed=seed).skip_to(Ask.SETUP_FORCE)
        while game.state.seat == 0:
            game.skip_to(Ask.CHOOSE_FORCE) if game.ask != Ask.SETUP_FORCE else game.idle()
            if game.state.phase:
                break
        half = len(game.state.craft) // 2
        fleet = [c for c in game.state.craft[half:] if c.klass and c.status < 3]
        merchant = [c for c in fleet if game.rules.classes[c.klass].merchant]
        assert merchant
        assert all(c.errand & Errand.LATE for c in merchant)


# --- the set-up under standing orders ------------------------------------------------------------


def delegated(red, blue, seed=0):
    """Fleets and set-up left to the engine, up to the first turn."""
    return empires(red, blue, begin=True, delegate=("buying", "task_forces"), seed=seed)


@pytest.mark.rule("BR-MIR-08", "BR-MIR-09")
@pytest.mark.parametrize("red", [8, 9])
def test_the_secret_asteroid_of_standing_orders_is_the_farthest_from_the_planet(red):
    for seed in range(3):
        state = delegated(red, 3, seed).state
        away = [distance(int(body.q), int(body.r), *PLANET) for body in state.body[1:5]]
        assert away[state.mission[0].asteroid - 1] == max(away)


LONG = pytest.mark.slow


@pytest.mark.rule("BR-ASG-04", "BR-ASG-05")
@pytest.mark.parametrize("blue", [3, pytest.param(6, marks=LONG), pytest.param(10, marks=LONG)])
def test_standing_orders_place_blue_alike_for_every_mission(blue):
    """In orbit, or five hexes from the planet and heading for Red's edge: by lot."""
    orbits, near = 0, 0
    for seed in range(8):
        state = delegated(1, blue, seed).state
        for tf in state.tf[len(state.tf) // 2 :]:
            if tf.status != ForceStatus.ON_MAP:
                continue
            assert tf.surface == Surface.SPACE
            away = distance(int(tf.q), int(tf.r), *PLANET)
            assert away in (0, 5)
            orbits += away == 0
            near += away == 5
            if away:
                assert int(tf.r) + int(tf.q) // 2 < PLANET[1] + 5
                assert (int(tf.vq), int(tf.vr)) == (0, -1)
    assert orbits >= 4 and near >= 4


@pytest.mark.rule("BR-SCN-02", "BR-ASG-05")
def test_standing_orders_enter_red_by_lot_and_at_one_velocity():
    """Transit: the ships enter no nearer to their asteroid than the dummies do."""
    columns = set()
    for seed in range(6):
        state = delegated(8, 3, seed).state
        forces = [tf for tf in state.tf[: len(state.tf) // 2] if tf.status]
        assert len({int(tf.vr) for tf in forces}) == 1
        columns.update(int(tf.q) for tf in forces if tf.strength)
    assert len(columns) > 3


# --- deeds ---------------------------------------------------------------------------------------


@pytest.mark.rule("BR-MIR-05", "BR-MIR-02", "BR-MIR-04", "BR-AMB-61")
def test_ten_missiles_from_orbit_are_a_turn_of_bombardment():
    """From as few ships as can be; it counts when the ships are still there."""
    game = orbiting(5, ["Valor", "Starburst"])
    state, rules = game.state, game.rules
    state.craft[0].missiles, state.craft[1].missiles = 4, 8
    assert may_bombard(state, rules, 0)
    bombard(state, rules, 0)
    assert [int(state.craft[k].missiles) for k in range(2)] == [2, 0]
    assert not may_bombard(state, rules, 0)
    end_bombardment(state, rules)
    assert state.mission[0].bombardments == 1
    for k in range(2):
        state.craft[k].launched, state.craft[k].missiles = 0, 5
    bombard(state, rules, 0)
    state.tf[0].q += 1
    end_bombardment(state, rules)
    assert state.mission[0].bombardments == 1
    state.craft[0].launched = state.craft[1].launched = 0
    state.craft[0].missiles = 40
    assert not may_bombard(state, rules, 0)  # no longer in orbit


@pytest.mark.rule("BR-MIR-05")
def test_nine_missiles_or_a_foreign_vector_do_not_bombard():
    game = orbiting(5, ["Valor"])
    game.state.craft[0].missiles = 9
    assert not may_bombard(game.state, game.rules, 0)
    game.state.craft[0].missiles = 10
    assert may_bombard(game.state, game.rules, 0)
    game.state.tf[0].vr = 1
    assert not may_bombard(game.state, game.rules, 0)


def red_may_launch():
    """A game in which Red is asked what it launches."""
    for seed in range(1, 30):
        game = empires(5, 3, begin=True, seed=seed).skip_to(Ask.LAUNCH_MENU)
        while not game.over and game.state.seat == 1:
            game.say("DONE").skip_to(Ask.LAUNCH_MENU)
        if not game.over:
            return game
    raise AssertionError("no such seed")


@pytest.mark.rule("BR-MIR-05")
def test_red_is_asked_whether_it_bombards():
    game = red_may_launch()
    assert not game.can_say("BOMBARD")
    state = game.state
    index = next(k for k, c in enumerate(state.craft) if c.status == CraftStatus.IN_FORCE)
    force = state.tf[state.craft[index].tf]
    force.status, (force.q, force.r), force.vq, force.vr = ForceStatus.ON_MAP, PLANET, 0, 0
    state.craft[index].missiles = 30
    game.say("BOMBARD")
    assert state.craft[index].missiles == 20
    assert not game.can_say("BOMBARD")


@pytest.mark.rule("BR-MIR-02")
def test_troops_land_after_four_bombardments_and_local_troops_fight_back():
    game = orbiting(2, ["Starburst", "Cleon", "Rapier"]).missile_value(3)
    state, rules, mission = game.state, game.rules, game.state.mission[0]
    mission.bombardments = 3
    assert not may_land_troops(state, rules, 0)
    mission.bombardments = 4
    assert may_land_troops(state, rules, 0)
    land_troops(state, rules, 0)
    assert mission.troops == 4  # one of size -3, three of size -4, none of size -2
    assert not may_land_troops(state, rules, 0)
    end_missile_attacks(state, rules)
    assert mission.troops == 1
    end_missile_attacks(state, rules)
    assert mission.troops == 0
    for troops, secured in ((19, 0), (20, 1)):
        mission.troops = troops
        check_invasion(state)
        assert mission.secured == secured
    state.tf[0].q += 1
    assert not may_land_troops(state, rules, 0)


@pytest.mark.rule("BR-MIR-04")
def test_commandos_land_with_the_second_bombardment_in_secret():
    game = orbiting(4, ["Valor"])
    state = game.state
    for turn in (6, 7):
        state.turn = turn
        state.craft[0].launched, state.craft[0].missiles = 0, 10
        bombard(state, game.rules, 0)
        end_bombardment(state, game.rules)
    assert state.mission[0].landing_turn == 7
    seen = views.view(game_seen(game, 1), 0, game.scenario, 1)
    assert seen["sides"]["red_0"]["mission"] is None
    assert seen["invasion"] == {"bombardments": 2, "troops": 0}
    state.mission[0].troops = 7
    figures = views.view(game_seen(game, 1), 0, game.scenario, 1)["status"][0]["figures"]
    assert ["troops landed", 7] in figures


def game_seen(game, seat):
    """The redacted games of a seat."""
    seen = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, seen, 0, seat)
    return seen


@pytest.mark.rule("BR-MIR-04")
@pytest.mark.parametrize(
    ("after", "difficulty", "lowest"),
    [(10, 1, 1), (11, 2, 2), (12, 3, 3), (14, 5, 5), (15, 6, "bullseye"), (18, 9, "bullseye")],
)
def test_extraction_grows_harder_until_only_a_bullseye_does(after, difficulty, lowest):
    for value in (1, 2, 3, 4, 5, "bullseye"):
        game = orbiting(4, ["Rapier"])
        state = game.state
        state.mission[0].landing_turn, state.turn = 3, 2 + after
        assert not may_extract(state, game.rules, 0) or after > 10
        state.turn = 3 + after
        assert extraction_difficulty(state) == difficulty
        assert may_extract(state, game.rules, 0)
        game.always(value)
        for card in range(95):
            game.rules.card[card].crack = game.rules.card[card].hit
            game.rules.card[card].green = game.rules.card[card].hit
        state.round_tf, state.ask, state.seat = 0, Ask.EXTRACT_SHIP, 0
        state.phase, state.tf[0].moved = Phase.OPERATIONS, 1
        game.rules.buying[0].crews = 0
        hear_extract_ship(state, game.rules, game.token(("craft", 0)))
        wins = value == "bullseye" or (lowest != "bullseye" and value >= lowest)
        assert (state.mission[0].team == 0) == wins
        assert bool(state.mission[0].team_lost) != wins
        assert not may_extract(state, game.rules, 0)  # one attempt


def in_round(game):
    """Red's task force has its round: the menu is open."""
    state = game.state
    state.phase, state.mover, state.initiative, state.round_tf = Phase.OPERATIONS, 0, 1, 0
    state.ask, state.seat, state.step = Ask.ROUND_MENU, 0, Step.ROUND
    return game


@pytest.mark.rule("BR-MIR-02", "BR-MIR-04")
def test_troops_and_commandos_are_words_of_a_round_in_orbit():
    game = in_round(orbiting(2, ["Cleon", "Rapier"]))
    assert not game.can_say("LAND_TROOPS")
    game.state.mission[0].bombardments = 4
    game.say("LAND_TROOPS")
    assert game.state.mission[0].troops == 3
    assert not game.can_say("LAND_TROOPS")
    game = in_round(war(4, 3, ["Cleon", "Rapier"], ["Rapier"], delegate=())).always("bullseye")
    assert not game.can_say("EXTRACT")
    game.state.mission[0].landing_turn, game.state.turn = 2, 12
    game.say("EXTRACT", ("craft", 1))
    assert game.state.mission[0].team == 1
    assert not game.can_say("EXTRACT")


@pytest.mark.rule("BR-MIR-04")
def test_a_disabled_carrier_loses_the_commandos():
    game = orbiting(4, ["Rapier: disabled"])
    game.state.mission[0].team = 0
    record_deeds(game.state, game.rules)
    assert game.state.mission[0].team_lost


@pytest.mark.rule("BR-MIR-04")
@pytest.mark.parametrize(("fate", "wins"), [("", True), ("disabled", False)])
def test_a_carrier_disabled_in_the_turn_in_which_it_coasts_away_fails(fate, wins):
    """The map's edge takes its markers off: what it was is noted before."""
    game = war(4, 4, [f"Rapier: {fate}"], ["Rapier"])
    state, mission = game.state, game.state.mission[0]
    mission.bombardments, mission.landing_turn, mission.team = 2, 3, 0
    state.tf[0].q, state.tf[0].r = 10, axial_row(10, 34)
    leave_map(state, game.rules, 0, 10, axial_row(10, 32))
    assert state.craft[0].status == CraftStatus.ESCAPED
    record_turn(state, game.rules)
    assert (mission.since > 0) == wins


@pytest.mark.rule("BR-MIR-04")
def test_drones_do_not_take_commandos_up():
    """An order that nobody can carry out is not offered: it could be given for ever."""
    game = in_round(war(4, 3, ["Rapier"], ["Rapier"], delegate=()))
    game.state.mission[0].landing_turn, game.state.turn = 2, 12
    assert game.can_say("EXTRACT")
    game.state.craft[0].klass = class_row("dual_mode_tl12")
    assert game.rules.classes[game.state.craft[0].klass].drone
    assert not game.can_say("EXTRACT")


@pytest.mark.rule("BR-MIR-05", "BR-SIM-04")
def test_bombardment_takes_semi_independent_missiles_last():
    game = orbiting(5, ["Valor"])
    craft = game.state.craft[0]
    craft.missiles, craft.sims = 15, 8
    bombard(game.state, game.rules, 0)
    assert (craft.missiles, craft.sims) == (5, 5)


@pytest.mark.rule("BR-SCN-05", "BR-AMB-57", "BR-MIB-10")
@pytest.mark.parametrize(
    ("seat", "column", "row", "status"),
    [
        (1, 10, 0, CraftStatus.ESCAPED),
        (1, 10, 34, CraftStatus.LOST),
        (1, 0, 16, CraftStatus.LOST),
        (1, 20, 16, CraftStatus.LOST),
        (0, 10, 34, CraftStatus.ESCAPED),
        (0, 0, 16, CraftStatus.LOST),
        (0, 20, 16, CraftStatus.LOST),
    ],
)
def test_ships_escape_over_the_enemys_edge_alone(seat, column, row, status):
    """Red raids (mission 6) over both entry edges, but over no other; Blue never over its own."""
    game = war(6, 10, ["Rapier"], ["Rapier"])
    state = game.state
    tf, index = seat * len(state.tf) // 2, seat * len(state.craft) // 2
    start = (column, {0: 2, 34: 32}.get(row, row))
    start = ({0: 1, 20: 19}.get(column, column), start[1])
    state.tf[tf].q, state.tf[tf].r = column, axial_row(column, row)
    leave_map(state, game.rules, tf, start[0], axial_row(*start))
    assert state.craft[index].status == status


@pytest.mark.rule("BR-MIR-08", "BR-MIR-09")
@pytest.mark.parametrize(("mission", "errand"), [(8, Errand.REFUELLED), (9, Errand.DATABASE)])
def test_a_full_turn_at_the_asteroid_refuels_or_takes_the_team(mission, errand):
    game = war(mission, 3, ["Rapier", "Valor"], ["Rapier"])
    state = game.state
    state.mission[0].asteroid = 1
    force = state.tf[0]
    force.q, force.r = state.body[1].q, state.body[1].r
    force.vq = 1
    for _ in range(2):
        record_deeds(state, game.rules)  # the turn of its arrival, or passing by, does nothing
    assert not state.craft[0].errand & errand
    force.vq = 0  # it has not moved in the turn
    record_deeds(state, game.rules)
    assert state.craft[0].errand & errand
    assert state.craft[1].errand & errand  # refuelled too, or given the data


@pytest.mark.rule("BR-MIR-08", "BR-MIR-09")
@pytest.mark.parametrize(("mission", "errand"), [(8, Errand.REFUELLED), (9, Errand.DATABASE)])
def test_riders_aboard_stay_at_the_asteroid_with_their_tender(mission, errand):
    """They are not counted out of a fleet that has refuelled; the team boards no cargo."""
    game = war(mission, 3, ["Manticore", "Maggart LT"], ["Rapier"])
    state = game.state
    state.mission[0].asteroid = 1
    state.craft[0].status, state.craft[0].keeper, state.craft[0].tf = CraftStatus.ABOARD, 1, -1
    force = state.tf[0]
    force.strength, force.q, force.r = 1, state.body[1].q, state.body[1].r
    record_deeds(state, game.rules)
    assert state.craft[0].errand & errand and state.craft[1].errand & errand
    if mission == 9:
        assert state.mission[0].team == 1


@pytest.mark.rule("BR-MIR-09")
def test_the_team_tells_the_force_of_the_tender_that_it_is_aboard_of():
    game = war(9, 3, ["Manticore", "Maggart LT", "Valor"], ["Rapier"])
    state = game.state
    state.mission[0].team = 0
    state.craft[0].status, state.craft[0].keeper, state.craft[0].tf = CraftStatus.ABOARD, 1, -1
    record_deeds(state, game.rules)
    assert all(state.craft[k].errand & Errand.DATABASE for k in range(3))


@pytest.mark.rule("BR-MIR-08", "BR-MIR-06", "BR-SCN-05")
@pytest.mark.parametrize(
    ("mission", "row", "refuelled", "status"),
    [
        (6, 0, False, CraftStatus.ESCAPED),
        (6, 34, False, CraftStatus.ESCAPED),
        (1, 0, False, CraftStatus.LOST),
        (1, 34, False, CraftStatus.ESCAPED),
        (8, 0, False, CraftStatus.LOST),
        (8, 34, False, CraftStatus.LOST),
        (8, 0, True, CraftStatus.ESCAPED),
        (8, 34, True, CraftStatus.ESCAPED),
    ],
)
def test_raiders_escape_over_both_edges(mission, row, refuelled, status):
    game = war(mission, 3, ["Rapier"], ["Rapier"])
    state = game.state
    start = axial_row(10, 2 if row == 0 else 32)
    if refuelled:
        state.craft[0].errand = int(Errand.REFUELLED)
    state.craft[0].detected = 1
    state.tf[0].q, state.tf[0].r = 10, axial_row(10, row)
    leave_map(state, game.rules, 0, 10, start)
    assert state.craft[0].status == status
    assert game.seen(1).craft[0].status == CraftStatus.LOST  # Blue is not told


@pytest.mark.rule("BR-MIB-02")
def test_a_computer_result_destroys_a_vampire():
    for mission, status in ((2, CraftStatus.DESTROYED), (3, CraftStatus.IN_FORCE)):
        game = war(1, mission, ["Rapier"], ["Rapier"]).only_marker("COMPUTER")
        half = len(game.state.craft) // 2
        take_damage(game.state, game.rules, half, 1)
        assert game.state.craft[half].status == status


@pytest.mark.rule("BR-MIR-07", "BR-MIB-09")
def test_a_no_effect_marker_is_no_hit():
    for marker, hit in (("NO_EFFECT", False), ("SENSORS", True), ("SHIP_EXPLODES", True)):
        game = war(7, 3, ["Rapier"], ["Starburst"]).only_marker(marker)
        half = len(game.state.craft) // 2
        take_damage(game.state, game.rules, half, 1)
        assert bool(game.state.craft[half].errand & Errand.HIT) == hit


# --- secrets -------------------------------------------------------------------------------------


@pytest.mark.rule("BR-HID-01", "BR-MIR-07", "BR-AMB-88")
@pytest.mark.parametrize(("hidden", "alike"), [(True, True), (False, False)])
def test_a_marker_face_down_may_be_no_effect(hidden, alike):
    """What a hit was is not told with hidden damage, though Red's mission asks for it."""
    game = war(
        7, 3, ["Rapier"], ["Starburst"], rules={"hidden_damage": hidden, "crew_quality": True}
    )
    half = len(game.state.craft) // 2
    game.state.craft[half].detected, game.state.craft[half].contact = 1, 0
    looked = []
    for errand in (0, int(Errand.HIT)):
        game.state.craft[half].errand = errand
        looked.append(looks(game, game.games, 0, True))
    assert (looked[0] == looked[1]) == alike


@pytest.mark.rule("BR-ASG-05", "BR-ASG-14")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_enemys_mission_points_and_deeds_are_secret(seat):
    """Another mission, funds, team, asteroid and record of the enemy's look the same to a seat."""
    game = empires(4, 6, begin=True, seed=3).skip_to(Ask.CHOOSE_FORCE)
    other = copied(game.games)
    state, enemy = other.states[0], 1 - seat
    changes = {"number": 9, "asteroid": 3, "late": 1, "limit": 7, "bombing": 5, "landers": 3}
    changes |= {"secured": 1, "landing_turn": 4, "team": 2, "team_lost": 1, "since": 2}
    for name, value in changes.items():
        state.mission[enemy][name] = value
    state.mission[seat].since = 3
    state.funds[enemy], state.tactics[enemy] = 77, 6
    half = len(state.craft) // 2
    for craft in state.craft[enemy * half : (enemy + 1) * half]:
        craft.errand = int(Errand.REFUELLED | Errand.DATABASE)
    assert_twins(looks(game, game.games, seat, True), looks(game, other, seat, True))


@pytest.mark.rule("BR-ASG-05")
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=SLOW), pytest.param(3, marks=SLOW)])
def test_an_imagined_enemy_has_a_mission_and_looks_the_same(seed):
    """Resampling draws the enemy a mission; all that the seat sees stays."""
    game = empires(begin=True, seed=seed)
    lots = np.random.default_rng(seed)
    for step in range(40):
        if game.over:
            break
        if step % 5 == 0:
            seat = int(game.state.seat)
            seen, imagined = game_seen(game, seat), make_games(game.table.opening.dtype, 1)
            entry.resample(seen, 0, game.table, seat, step, imagined, 0)
            assert 1 <= imagined.states[0].mission[1 - seat].number <= 10
            before = looks(game, game.games, seat, False)
            after = looks(game, imagined, seat, False)
            assert before["observation"] == after["observation"]
            assert before["mask"] == after["mask"]
        game.hear(lots.choice(sorted(game.legal())))


def dreams(game, seat, seeds):
    """States imagined from what a seat knows."""
    seen, imagined = game_seen(game, seat), make_games(game.table.opening.dtype, 1)
    for seed in seeds:
        entry.resample(seen, 0, game.table, seat, seed, imagined, 0)
        yield imagined.states[0]


@pytest.mark.rule("BR-MIB-01", "BR-MIB-06", "BR-ASG-05")
@pytest.mark.parametrize("blue", [1, 6])
def test_an_imagined_ambush_or_convoy_waits_off_the_map(blue):
    """At most 150 points on the map, the others to enter from turn 6 on, merchants among them."""
    game = empires(1, blue, begin=True, seed=3).skip_to(Ask.CHOOSE_FORCE)
    half = len(game.state.craft) // 2
    for state in dreams(game, 0, range(4)):
        paid, late, merchants = 0, 0, 0
        for craft in state.craft[half:]:
            klass = game.rules.classes[craft.klass]
            if craft.status not in (CraftStatus.IN_FORCE, CraftStatus.ABOARD):
                continue
            merchants += int(klass.merchant)
            if craft.errand & Errand.LATE:
                late += 1
                if craft.status == CraftStatus.IN_FORCE:
                    force = state.tf[craft.tf]
                    assert force.status == ForceStatus.WAITING and force.entry_turn >= 6
            else:
                assert not klass.merchant
                paid += int(klass.points) if klass.drone else crew_price(int(klass.points), 2)
        assert 0 < paid <= 150 and late > 0
        assert (merchants > 0) == (blue == 6)


@pytest.mark.slow
@pytest.mark.rule("BR-ASG-05", "BR-MIB-02", "BR-MIB-06")
def test_an_imagined_mission_fits_what_is_known():
    """It pays for what was seen; merchants sail in a convoy; no vampire survives a Computer."""
    game = war(1, 6, ["Rapier"], ["Starburst", "Rapier"])
    game.rules.option.mission[:] = 0
    half = len(game.state.craft) // 2

    def numbers(dreamt):
        return {int(state.mission[1].number) for state in dreams(game, 0, range(dreamt))}

    game.state.craft[half].detected, game.state.craft[half].contact = 1, 0
    assert {2, 6, 9, 10} <= numbers(40)  # 75 points, or 60 with a green crew
    game.state.craft[half].damage[Result.COMPUTER] = Damage.PERMANENT
    left = numbers(24)
    assert 2 not in left and 3 in left
    game.state.craft[half].damage[:] = 0
    game.state.craft[half].klass = class_row("Cleon")  # 238 points, 190 with a green crew
    assert numbers(40) == {1, 2, 3, 4, 5, 6, 7, 8}
    game.state.craft[half].klass = game.rules.merchant[class_row("Starburst")]
    game.state.craft[half].missiles = 0
    assert numbers(8) == {6}


def test_words_and_questions_of_missions_can_be_read():
    game = empires(9, 6, begin=True, delegate=())
    asked = set()
    lots = np.random.default_rng(2)
    while game.state.phase == 0:
        seat = int(game.state.seat)
        seen = game_seen(game, seat)
        asked.add(game.ask)
        assert notation.question(seen, 0, game.scenario, seat)
        game.hear(lots.choice(sorted(game.legal())))
    wanted = {Ask.BODY_COLUMN, Ask.BODY_ROW, Ask.SECRET_ASTEROID, Ask.SETUP_PLACE, Ask.BUY_MERCHANT}
    assert wanted <= asked


# --- errors --------------------------------------------------------------------------------------

BAD = [
    ({"missions": {"red": 11}}, "missions.red: 11 is above 10"),
    ({"scale": 4}, "scale: 4 is above 3"),
    ({"bodies": []}, "bodies: one planet"),
    ({"map": {"columns": 19, "rows": 30}}, "map: missions are played on three maps"),
]


@pytest.mark.parametrize(("change", "message"), BAD)
def test_errors_name_the_field(change, message):
    source = {key: value for key, value in SOURCE.items() if key != "resolved"}
    with pytest.raises(ScenarioError, match=message):
        load({**source, **change})


def test_missions_belong_to_pocket_empires():
    with pytest.raises(ScenarioError, match="missions: only with victory: pocket_empires"):
        load(position(side(["Rapier"]), side(["Rapier"]), missions={"red": 1}))
