"""What standing orders make of the map: the nearest enemy, the better sensor, the fuller hexside."""

import numpy as np
import pytest
from kit.battle_rider.table import Battle, battle, position, ship, side

from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    Decision,
    Verb,
    decode_enemy_force,
    direction_action,
    enemy_force_action,
)
from spacecombat_env.rulesets.battle_rider.orders.beams import hexside_action
from spacecombat_env.rulesets.battle_rider.orders.movement import facing_action
from spacecombat_env.rulesets.battle_rider.orders.order_estimates import lock_action, nearest_known

BLUE, HALF = 8, 12  # first craft and first task force of Blue
N, NE = 0, 1


def scattered():
    """Red's ship in 1010; of Blue's one is dark and near, one known, one known and far away."""
    names = {"Dark": "1012", "Near": "1016", "Far": "1025"}
    blues = [ship(name, detected=name != "Dark") for name in names]
    forces = [{"ships": [name], "hex": at} for name, at in names.items()]
    red = side([ship("Red")], [{"ships": ["Red"], "hex": "1010"}])
    return Battle(position(red, side(blues, forces)))


@pytest.mark.rule("BR-DET-01")
def test_the_nearest_enemy_is_the_nearest_of_those_that_are_known():
    state = scattered().state
    own = state.tf[0]
    assert nearest_known(state, 0, int(own.q), int(own.r)) == HALF + 1
    assert nearest_known(state, 1, int(own.q), int(own.r)) == 0


@pytest.mark.rule("BR-AMB-88")
def test_each_enemy_task_force_is_named_by_its_number():
    state = scattered().state
    for seat, forces in ((0, (HALF, HALF + 1, HALF + 2)), (1, (0,))):
        for force in forces:
            assert decode_enemy_force(state, seat, enemy_force_action(state, force)) == force
    state.tf[HALF].status = 0  # gone, and its number with it
    assert decode_enemy_force(state, 0, enemy_force_action(state, HALF)) == NONE


@pytest.mark.rule("BR-FIR-06", "BR-JAM-01")
@pytest.mark.parametrize(("active", "passive", "action"), [(20, 1, "ACTIVE"), (1, 20, "PASSIVE")])
def test_a_lock_is_tried_with_the_easier_sensor(active, passive, action):
    gun = ship("Gun", active_range=active, passive_range=passive)
    game = battle([gun], [ship("Foe")], 3)
    game.state.craft[0].active = 1
    assert Verb(lock_action(game.state, game.rules, 0, BLUE, 3)).name == action
    assert lock_action(game.state, game.rules, 0, NONE, 3) == Verb.ACTIVE


@pytest.mark.rule("BR-BAT-02", "BR-AMB-70")
@pytest.mark.parametrize("spent", [N, NE])
def test_fire_through_a_corner_goes_by_the_hexside_with_most_turrets_left(spent):
    big = ship("Big", size_mod=-3, turret="L(x4)20:1")
    game = battle([big], [ship("Foe")], 3, options={"multiple_batteries": True})
    own, force = game.state.tf[0], game.state.tf[HALF]
    force.q = own.q + DIRECTION_Q[N] + DIRECTION_Q[NE]
    force.r = own.r + DIRECTION_R[N] + DIRECTION_R[NE]
    game.say("FIRE").answer(FIRE_TARGET=("enemy_craft", BLUE), FIRE_SUBJECT=("craft", 0))
    game.answer(FIRE_SENSOR="PASSIVE")
    assert game.decision == Decision.FIRE_HEXSIDE
    game.state.battery_fire[0, spent, 2] = 3  # of four
    mask = [int(action in game.legal()) for action in range(game.scenario.actions.size)]
    action = hexside_action(game.state, game.rules, game.state.order[0], mask)
    assert action == direction_action(game.state, N + NE - spent)


@pytest.mark.rule("BR-FAC-04", "BR-FAC-06")
@pytest.mark.parametrize("direction", range(len(DIRECTION_Q)))
def test_the_bow_turns_to_the_enemy_whatever_hexside_it_is_at(direction):
    game = scattered()
    state, own = game.state, game.state.tf[0]
    near = state.tf[HALF + 1]
    near.q, near.r = own.q + 2 * DIRECTION_Q[direction], own.r + 2 * DIRECTION_R[direction]
    state.order[0].craft = 0
    mask = np.ones(game.scenario.actions.size, np.int8)
    assert facing_action(state, 0, mask) == direction_action(state, direction)
