"""Ships drawn from a cup that stay away, and the drones of which they were to take care."""

import pytest
from kit.battle_rider.table import Table

from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import CraftStatus
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask

CONTROLLERS = {4: 0, 5: 1}  # drones of Task Force Dagger, and the ships they are written down for


def drawn(gone):
    """A game in which this ship of Red's four is drawn from the cup."""
    for seed in range(60):
        game = Table("task_force_dagger_cup", seed=seed, delegate=())
        if game.state.craft[gone].status == CraftStatus.UNUSED:
            return game
    raise AssertionError("no such seed")


@pytest.mark.rule("BR-S2-09", "BR-DRN-02")
@pytest.mark.parametrize("gone", [0, 1])
def test_the_drone_of_a_ship_that_stays_away_needs_another_controller(gone):
    game = drawn(gone)
    drone = 4 + gone
    other = 5 - gone
    assert game.state.craft[drone].keeper == NONE
    assert game.state.craft[other].keeper == CONTROLLERS[other]
    assert game.ask == Ask.BUY_KEEPER and game.state.order[0].craft == drone
    assert not game.can_say(("craft", gone))
    game.say(("craft", 2))
    assert game.state.craft[drone].keeper == 2
    assert game.ask == Ask.SETUP_FORCE


@pytest.mark.rule("BR-S2-09", "BR-DRN-02")
@pytest.mark.parametrize("gone", [2, 3])
def test_drones_of_other_ships_keep_theirs(gone):
    game = drawn(gone)
    assert {k: int(game.state.craft[k].keeper) for k in CONTROLLERS} == CONTROLLERS
    assert game.ask == Ask.SETUP_FORCE
