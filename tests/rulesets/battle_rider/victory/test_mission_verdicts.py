"""Chapter ASG: who wins, and when a game of missions ends."""

import pytest
from kit.battle_rider.missions import OUTCOMES, empires, war

from spacecombat_env.rulesets.battle_rider.model import BlueMission, RedMission, Verdict
from spacecombat_env.rulesets.battle_rider.victory.mission_verdicts import (
    hunts,
    judge_missions,
    mission_verdict,
    record_turn,
)


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
    OUTCOMES["lost"](state.craft[0])
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


HUNTING = (
    {RedMission.COMMAND_OF_THE_SPACEWAYS, RedMission.PROBING_ATTACK, RedMission.PROPAGANDA_RAID},
    {
        BlueMission.AMBUSH,
        BlueMission.VAMPIRE,
        BlueMission.ECONOMY_OF_FORCE,
        BlueMission.DESPERATE_DEFENSE,
    },
)
"""Missions that ask for ships to be destroyed, with any balance of points."""


@pytest.mark.rule("BR-AMB-67")
@pytest.mark.parametrize("side", [0, 1])
def test_a_side_whose_mission_needs_ships_still_hunts_those_in_play(side):
    """With a ship that can fight; Blue's active defence hunts where it has the fewer points."""

    def hunting(mine, theirs, other=1):
        found = set()
        for number in range(1, 11):
            sides = ((number, other), (mine, theirs))
            (red, blue), (reds, blues) = sides if side == 0 else (pair[::-1] for pair in sides)
            game = war(red, blue, reds, blues)
            if hunts(game.state, game.rules, side):
                found.add(number)
        return found

    assert (
        hunting(["Rapier"], ["Valor: disabled"], other=9) - {BlueMission.ACTIVE_DEFENSE}
        == HUNTING[side]
    )
    assert hunting(["Rapier: unarmed"], ["Valor"]) == set(), "nobody that can fight"
    assert hunting(["Rapier"], ["Valor: lost"]) == set(), "nobody to fight"
