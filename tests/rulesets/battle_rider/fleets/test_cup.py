"""Ships drawn from a cup that stay away, and the drones of which they were to take care."""

import pytest
from kit.battle_rider.table import Table, position, ship, side

from spacecombat_env.rulesets.battle_rider.model import NONE, CraftStatus, Decision

CONTROLLERS = {4: 0, 5: 1}  # drones of Task Force Dagger, and the ships they are written down for


def drawn(gone, source="task_force_dagger_cup"):
    """A game in which this ship is drawn from the cup: of Red's four, if no other."""
    for seed in range(60):
        game = Table(source, seed=seed, delegate=())
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
    assert game.decision == Decision.BUY_KEEPER and game.state.order[0].craft == drone
    assert not game.can_say(("craft", gone))
    game.say(("craft", 2))
    assert game.state.craft[drone].keeper == 2
    assert game.decision == Decision.SETUP_FORCE


@pytest.mark.rule("BR-S2-09", "BR-DRN-02")
@pytest.mark.parametrize("seat", [0, 1])
def test_so_does_a_drone_in_the_last_slot_of_a_side(seat):
    """Seven ships and a drone fill the eight slots of a side."""
    ships = [ship(f"Ship {n}", tech_level=14, detected=False) for n in range(7)]
    cup = side(ships, drones=[{"type": "passive_tl14", "controller": "Ship 0"}]) | {"leave_out": 1}
    other = side(["Rapier"])
    game = drawn(8 * seat, position(*((cup, other) if seat == 0 else (other, cup))))
    last = 8 * seat + 7
    assert game.state.craft[last].keeper == NONE
    assert game.decision == Decision.BUY_KEEPER and game.state.order[seat].craft == last


@pytest.mark.rule("BR-S2-09", "BR-DRN-02")
@pytest.mark.parametrize("gone", [2, 3])
def test_drones_of_other_ships_keep_theirs(gone):
    game = drawn(gone)
    assert {k: int(game.state.craft[k].keeper) for k in CONTROLLERS} == CONTROLLERS
    assert game.decision == Decision.SETUP_FORCE
