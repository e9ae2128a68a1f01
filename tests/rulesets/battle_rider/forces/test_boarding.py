"""Chapter BRD, first half: who may board whom, and when."""

from __future__ import annotations

import pytest
from kit.battle_rider.boarding import BLUE, BRD, DEAD, board, meeting
from kit.battle_rider.table import Battle, facing, ship

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.forces.boarding import is_disabled, may_board
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    Damage,
    Decision,
    Phase,
    Power,
    Result,
    Surface,
    task_penalty,
)

# -- who, whom, when -----------------------------------------------------------------------------


@pytest.mark.rule("BR-BRD-01", "BR-AMB-55")
@pytest.mark.parametrize(
    ("result", "level", "disabled"),
    [
        (Result.POWER_PLANT, Damage.PERMANENT, True),
        (Result.MANEUVER_DRIVE, Damage.PERMANENT, True),
        (Result.POWER_PLANT, Damage.TEMPORARY_1, True),
        (Result.BRIDGE, Damage.PERMANENT, False),
        (Result.JUMP_DRIVE, Damage.PERMANENT, False),
    ],
)
def test_disabled_ships(result, level, disabled):
    game = meeting(ship("Prize"))
    craft = game.state.craft[BLUE]
    craft.damage[result] = level
    assert is_disabled(craft) == disabled


@pytest.mark.rule("BR-BRD-01", "BR-AMB-78")
def test_nothing_comes_of_boarding_a_sound_ship():
    """It may be tried: from outside no seat can notice."""
    game = meeting(ship("Prize"))
    assert game.can_say("BOARD")
    game.say("BOARD")
    assert game.events("BOARD")[-1].a == 0
    assert not game.state.craft[0].party_away and game.state.craft[BLUE].boarders == NONE
    assert not game.events("BOARDING_TURN")
    assert game.decision != Decision.BOARDING_MENU or not game.can_say("BOARD")  # once a turn


@pytest.mark.rule("BR-BRD-02")
def test_boarding_needs_the_hex_and_the_vector_for_a_turn():
    game = meeting()
    assert may_board(game.state, game.rules, 0, BLUE)
    force = game.state.tf[12]
    for name in ("vq", "vr", "q", "r"):
        force[name] += 1
        assert not may_board(game.state, game.rules, 0, BLUE)
        force[name] -= 1
    game.state.turn = 1  # matched now, but not for a turn
    assert not may_board(game.state, game.rules, 0, BLUE)
    game.state.turn = 2
    game.state.craft[BLUE].detected = 0
    assert not may_board(game.state, game.rules, 0, BLUE)


@pytest.mark.rule("BR-BRD-02")
def test_boarding_begins_in_the_initiative_phase():
    game = meeting()
    assert game.state.phase == Phase.INITIATIVE
    game = board(game, 6, 1)
    assert len(game.events("BOARDING_TURN")) == 1
    assert game.state.turn == 2


def test_without_the_switch_nobody_decides():
    game = Battle(facing([ship("Boarder")], [ship("Prize", damage=DEAD)]), seed=1)
    game.skip_to(Decision.BOARDING_MENU)
    assert game.over and not game.events("BOARD")


def test_a_ship_that_boards_shows_itself():
    game = meeting(boarder=ship("Boarder", detected=False))
    game = board(game, 6, 1)
    assert game.state.craft[0].detected


@pytest.mark.rule("BR-BRD-03")
def test_the_boarding_ship_has_a_penalty_while_its_party_is_away():
    game = meeting()
    assert task_penalty(game.state.craft[0]) == 0
    game = board(game, 6, 1)
    assert task_penalty(game.state.craft[0]) == 1
    assert task_penalty(game.state.craft[BLUE]) == 0


# -- with other rules ----------------------------------------------------------------------------


@pytest.mark.rule("BR-BRD-01", "BR-AMB-55")
@pytest.mark.parametrize("power", [Power.DOWN, Power.STARTING])
def test_a_ship_that_has_powered_down_plays_possum(power):
    """Its power plant works: a boarding party finds nothing disabled."""
    game = meeting(ship("Prize"))
    game.state.craft[BLUE].power = power
    assert game.can_say("BOARD")
    game.say("BOARD")
    assert game.events("BOARD")[-1].a == 0 and not game.events("BOARDING_TURN")


@pytest.mark.rule("BR-BRD-01", "BR-HID-01")
@pytest.mark.parametrize("damage", [(), DEAD])
def test_markers_that_lie_face_down_do_not_say_who_may_be_boarded(damage):
    """The menu is the same for a sound ship and a dead one; the view tells neither."""
    game = meeting(ship("Prize", damage=damage), options={**BRD, "hidden_damage": True})
    assert game.can_say("BOARD")
    assert not game.visible(0).craft[BLUE].damage.any()


@pytest.mark.rule("BR-AMB-61", "BR-BRD-02")
def test_nobody_boards_or_is_boarded_on_the_ground():
    game = meeting()
    for tf in (0, 12):
        game.state.tf[tf].surface = Surface.LANDED
        assert not game.can_say("BOARD")
        game.state.tf[tf].surface = Surface.SPACE
    assert game.can_say("BOARD")


@pytest.mark.rule("BR-BRD-01", "BR-HID-01")
def test_a_determinized_ship_that_is_boarded_is_disabled():
    """Its one marker lies face down; the party that fights aboard knows what it is good for."""
    game = board(meeting(options={**BRD, "hidden_damage": True}), 6, 1)
    game.skip_to(Decision.ROUND_MENU)
    while game.state.seat:
        game.say("END_ROUND").skip_to(Decision.ROUND_MENU)
    assert game.state.craft[BLUE].boarders == 0
    visible, other = (make_games(game.table.opening.dtype, 1) for _ in range(2))
    entry.redact(game.games, 0, visible, 0, 0)
    assert visible.states[0].craft[BLUE].markers == 1
    for seed in range(8):
        entry.determinize(visible, 0, game.table, 0, seed, other, 0)
        assert is_disabled(other.states[0].craft[BLUE])
