"""Chapters MIR and MIB: when a generated scenario is over, and what counts as detected."""

import pytest
from kit.battle_rider.missions import fulfils, war

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Verdict
from spacecombat_env.rulesets.battle_rider.movement.map_edges import leave_map
from spacecombat_env.rulesets.battle_rider.sensors.detection import reveal_craft
from spacecombat_env.rulesets.battle_rider.victory.mission_verdicts import (
    judge_missions,
    record_turn,
)

AMBUSH, SNOOP, PROBE = 1, 10, 3


@pytest.mark.rule("BR-AMB-67", "BR-MIB-01")
@pytest.mark.parametrize(
    ("reds", "over"),
    [
        (["Rapier: unarmed", "Valor: lost"], False),  # one still to be destroyed
        (["Rapier: unarmed", "Valor: escaped"], True),  # in vain: one is away
        (["Rapier: lost", "Valor: escaped"], True),
        (["Rapier: lost", "Valor: lost"], True),
        (["Rapier: unarmed", "Valor"], False),  # one can still fight
    ],
)
def test_an_ambush_goes_on_as_long_as_it_may_destroy_every_ship(reds, over):
    game = war(PROBE, AMBUSH, reds, ["Rapier"])
    judge_missions(game.state, game.rules)
    assert game.over == over
    if over and "escaped" in reds[1]:
        assert game.state.verdict != Verdict.BLUE


# --- Snoop 'n' Scoot -----------------------------------------------------------------------------


def snooping(*blues):
    """Red's scout has escaped; nothing has been detected."""
    return war(SNOOP, 3, ["Valor: escaped"], list(blues))


@pytest.mark.rule("BR-MIR-10", "BR-DET-02")
def test_what_is_detected_counts_aboard_lost_and_away():
    """Every ship of Blue, and each of them only once it was detected."""
    game = snooping("Rapier", "Valor", "Lancer", "Fiery")
    half = len(game.state.craft) // 2
    ends = (CraftStatus.IN_FORCE, CraftStatus.ABOARD, CraftStatus.LOST, CraftStatus.ESCAPED)
    for place, end in enumerate(ends):
        assert not fulfils(game, 0)
        reveal_craft(game.state, half + place)
        game.state.craft[half + place].status = end
    assert fulfils(game, 0)


@pytest.mark.rule("BR-MIR-10")
def test_drones_are_no_ships_and_300_points_suffice():
    game = snooping("Triumph", "Starburst", "Valor", "Valor")
    half = len(game.state.craft) // 2
    state = game.state
    state.craft[half + 3].klass = list(game.rules.classes["drone"]).index(1)
    reveal_craft(state, half)
    assert not fulfils(game, 0)  # 225
    reveal_craft(state, half + 3)
    assert not fulfils(game, 0)  # a drone adds nothing
    reveal_craft(state, half + 1)
    assert fulfils(game, 0)  # 300


@pytest.mark.rule("BR-MIR-10", "BR-ASG-13")
def test_it_is_fulfilled_from_the_turn_of_the_escape_on():
    game = war(SNOOP, 3, ["Valor"], ["Rapier"])
    half = len(game.state.craft) // 2
    game.state.turn = 6
    reveal_craft(game.state, half)
    record_turn(game.state, game.rules)
    assert game.state.mission[0].since == 0
    game.state.turn, game.state.craft[0].status = 7, CraftStatus.ESCAPED
    for _ in range(3):
        record_turn(game.state, game.rules)
        game.state.turn += 1
    assert game.state.mission[0].since == 7


@pytest.mark.rule("BR-MIR-10", "BR-SCN-05")
@pytest.mark.parametrize(
    ("mission", "step", "escapes"),
    [(SNOOP, (0, 4), True), (SNOOP, (0, -4), True), (SNOOP, (4, 0), False), (5, (0, -4), False)],
)
def test_a_scout_escapes_over_its_own_edge_as_well(mission, step, escapes):
    """The native edge is open to all; the own one to raiders; a side of the map to nobody."""
    game = war(mission, 3, ["Valor"], ["Rapier"])
    force = game.state.tf[0]
    column, row = (10, 32 if step[1] > 0 else 2) if step[0] == 0 else (18, 15)
    start = column, axial_row(column, row)
    force.q, force.r = start[0] + step[0], start[1] + step[1]
    leave_map(game.state, game.rules, 0, *start)
    status = CraftStatus.ESCAPED if escapes else CraftStatus.LOST
    assert game.state.craft[0].status == status
