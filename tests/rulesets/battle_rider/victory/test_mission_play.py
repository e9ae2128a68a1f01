"""Missions of the pocket empires played out in actions: from the order to the turn record."""

import numpy as np
import pytest
from kit.battle_rider.missions import empires, war

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import (
    CraftStatus,
    Decision,
    Errand,
    ForceStatus,
    Phase,
    Step,
    Verdict,
)

NORTH, SOUTH = ("direction", 0), ("direction", 3)


def begun(red, blue, reds, blues):
    """Both fleets lie where `war` puts them; their first turn has begun, nothing is delegated."""
    game = war(red, blue, reds, blues, delegate=())
    return resumed(game)


def resumed(game):
    """Let the engine run from the start of a turn to the first question."""
    game.state.step, game.state.decision = Step.TURN_START, Decision.NOTHING
    entry.run(game.state, game.rules, np.zeros(game.scenario.actions.size, np.int8), False, False)
    return game


def to(game, decision, seat):
    """Play on, everybody idle, until a seat has a decision."""
    for _ in range(400):
        game.skip_to(decision)
        if game.over or game.state.seat == seat:
            return game
        game.idle()
    raise AssertionError(f"{decision.name} is never put to seat {seat}")


def next_turn(game):
    """Play on, everybody idle, to the first question of the next turn."""
    turn = int(game.state.turn)
    while game.state.turn == turn and not game.over:
        game.idle()
    return game


def move(game, force, *directions):
    """A task force moves in its next round, with a G in each of these directions."""
    game.to_round(force).say("MOVE", *directions)
    return game.say("GO") if game.decision == Decision.THRUST else game


@pytest.mark.rule("BR-MIR-02", "BR-AMB-61", "BR-ASG-13")
def test_an_invasion_from_the_first_missile_to_the_last_landing():
    """Four turns of ten missiles, three Triumphs that land nine a turn, one lost to each card."""
    game = begun(2, 3, ["Triumph", "Triumph", "Triumph", "Rapier"], ["Rapier"]).missile_value(1)
    state, mission = game.state, game.state.mission[0]
    state.tactics[0] = 4
    for turn in range(1, 5):
        to(game, Decision.LAUNCH_MENU, 0).say("BOMBARD")
        assert mission.bombardments == turn - 1 and state.craft[3].missiles == 50 - 10 * turn
        assert not game.can_say("BOMBARD")
        game.to_round(0)
        assert not game.can_say("LAND_TROOPS")
        next_turn(game)
        assert mission.bombardments == turn
    to(game, Decision.LAUNCH_MENU, 0)
    assert not game.can_say("BOMBARD")  # there is nothing left to bombard
    for turn in range(1, 4):
        game.to_round(0).say("LAND_TROOPS")
        assert mission.troops == 9 * turn - (turn - 1) and not game.can_say("LAND_TROOPS")
        assert not mission.secured
        next_turn(game)
        assert mission.troops == 8 * turn
    assert mission.secured and mission.since == 0  # counted in the Initiative Phase of this turn
    turn = int(state.turn)
    next_turn(game)
    assert mission.since == turn and state.mission[1].since == 0


@pytest.mark.rule("BR-MIR-04", "BR-AMB-61")
def test_a_raid_from_the_bombardment_to_the_escape():
    """300 to 300: two bombardments land the team, turn 10 after that takes it up, then away."""
    game = begun(4, 4, ["Rapier"], ["Rapier"])
    state, mission = game.state, game.state.mission[0]
    for _ in range(2):
        to(game, Decision.LAUNCH_MENU, 0).say("BOMBARD")
        landed = int(state.turn)
        next_turn(game)
    assert mission.landing_turn == landed
    state.turn = landed + 9
    game.to_round(0)
    assert not game.can_say("EXTRACT")
    next_turn(game).always("bullseye").to_round(0)
    for card in range(95):
        game.rules.card[card].crack = game.rules.card[card].green = game.rules.card[card].hit
    assert state.turn == landed + 10
    game.say("EXTRACT")
    assert mission.team == 0 and not game.can_say("EXTRACT")
    game.say("MOVE", *[NORTH] * 4)
    while state.craft[0].status == CraftStatus.IN_FORCE:
        move(next_turn(game), 0, *[NORTH] * 4)
    assert state.craft[0].status == CraftStatus.ESCAPED
    next_turn(game)
    assert mission.since > 0 and game.over and state.verdict == Verdict.RED


@pytest.mark.rule("BR-MIR-08", "BR-MIR-09", "BR-AMB-61")
@pytest.mark.parametrize(("mission", "errand"), [(8, Errand.REFUELLED), (9, Errand.DATABASE)])
def test_a_squadron_stops_at_its_asteroid_and_leaves_over_its_own_edge(mission, errand):
    """It arrives at velocity 1, lies still for a turn, and three more Gs take it off the map."""
    game = war(mission, 9, ["Rapier", "Valor"], ["Rapier"], delegate=())
    state = game.state
    state.body[1].q, state.body[1].r = 4, axial_row(4, 3)
    state.mission[0].asteroid = 1
    force = state.tf[0]
    force.q, force.r, force.vr = 4, axial_row(4, 2), 1
    resumed(game)
    move(game, 0)
    assert (force.q, force.r) == (state.body[1].q, state.body[1].r)
    next_turn(game)
    assert not state.craft[0].errand & errand
    move(game, 0, SOUTH)
    next_turn(game)
    assert (force.q, force.r) == (state.body[1].q, state.body[1].r)
    assert state.craft[0].errand & errand and state.craft[1].errand & errand
    move(game, 0, *[SOUTH] * 3)
    assert [state.craft[k].status for k in range(2)] == [CraftStatus.ESCAPED] * 2
    next_turn(game)
    assert game.over and state.mission[0].since > 0 and state.verdict == Verdict.RED


@pytest.mark.rule("BR-MIB-02", "BR-BRD-08")
def test_a_vampire_boards_what_it_has_disabled():
    """A ship taken counts twice: 18 points against the 9 that Blue has lost."""
    game = war(3, 2, ["Valor: disabled", "Rapier"], ["Triumph", "Valor: lost"], delegate=())
    state, half = game.state, len(game.state.craft) // 2
    state.tf[0].q, state.tf[0].r = state.tf[len(state.tf) // 2].q, state.tf[len(state.tf) // 2].r
    state.tf[len(state.tf) // 2].strength = 1
    state.craft[0].detected, state.craft[0].contact = 1, 0
    resumed(game).missile_value(3)
    to(game, Decision.BOARDING_MENU, 1).say("BOARD")
    if game.decision == Decision.BOARD_SHIP:
        game.say(("craft", half))
    if game.decision == Decision.BOARD_TARGET:
        game.say(("enemy_craft", 0))
    turn = int(state.turn)
    next_turn(game)
    assert state.craft[0].status == CraftStatus.CAPTURED
    assert state.mission[1].since == turn


@pytest.mark.rule("BR-MIB-06", "BR-ASG-04", "BR-SCN-02", "BR-SCN-04")
def test_a_convoy_enters_late_and_runs_across_the_map():
    """Merchants enter on turn 6 at velocity 6; with 6G a turn they leave over Red's edge on 8."""
    game = war(5, 6, ["Rapier"], ["Rapier", "Valor: late"], delegate=())
    state, half, forces = game.state, len(game.state.craft) // 2, len(game.state.tf) // 2
    merchant = state.craft[half + 1]
    merchant.klass = game.rules.merchant[merchant.klass]
    merchant.missiles = 0
    state.turn = 4
    resumed(game)
    for turn in (5, 6):
        assert state.turn == turn and state.tf[forces + 1].status == ForceStatus.WAITING
        if turn == 5:
            next_turn(game)
    move(game, forces + 1)
    assert state.tf[forces + 1].r == axial_row(10, 28)
    for turn in (7, 8):
        next_turn(game)
        assert state.turn == turn
        move(game, forces + 1, *[SOUTH] * 6)
    assert merchant.status == CraftStatus.ESCAPED
    next_turn(game)
    assert state.mission[1].since == 8


@pytest.mark.rule("BR-MIB-06", "BR-MIB-01", "BR-ASG-04")
@pytest.mark.parametrize("blue", [1, 6])
def test_a_split_fleet_is_set_up_in_actions_and_its_late_part_enters(blue):
    """From the first asteroid to the entry: only the ships bought for it come in on turn 6."""
    game = empires(5, blue, begin=True, delegate=("buying",), seed=5)
    state, half = game.state, len(game.state.craft) // 2
    while state.phase == Phase.SETUP:
        game.idle()
    while state.turn < 7 and not game.over:
        blues = [craft for craft in state.craft[half:] if craft.status == CraftStatus.IN_FORCE]
        for craft in blues:
            waits = state.tf[craft.tf].status == ForceStatus.WAITING
            assert waits <= bool(craft.errand & Errand.LATE)
            assert waits == bool(craft.errand & Errand.LATE) or state.turn >= 6
        game.idle()
    assert not any(
        state.tf[craft.tf].status == ForceStatus.WAITING
        for craft in state.craft[half:]
        if craft.status == CraftStatus.IN_FORCE
    )
