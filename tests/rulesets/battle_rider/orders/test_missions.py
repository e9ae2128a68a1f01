"""Standing orders of missions: which ship takes the commandos up."""

from __future__ import annotations

import numpy as np
import pytest
from kit.battle_rider.missions import empires, orbiting, war

from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    BlueMission,
    Crew,
    ForceStatus,
    craft_action,
    force_action,
)
from spacecombat_env.rulesets.battle_rider.orders.missions import extract_ship_action, force_to_join

SURFACE_RAID = 4
USUAL, CRACK, GREEN = range(3)


def extracting(*legal, crack="Rapier"):
    """The ship that the standing order names of three in orbit, the second with a crack crew."""
    game = orbiting(SURFACE_RAID, ["Rapier", crack, "Rapier"])
    state = game.state
    state.round_tf = 0
    for k, crew in enumerate((Crew.AVERAGE, Crew.CRACK, Crew.GREEN)):
        state.craft[k].crew = crew
    mask = np.zeros(game.scenario.actions.size, np.int8)
    for k in legal:
        mask[craft_action(state, k)] = 1
    action = extract_ship_action(state, game.rules, 0, mask)
    return next((k for k in range(3) if craft_action(state, k) == action), None)


@pytest.mark.rule("BR-MIR-04")
def test_the_best_crew_that_may_goes_down_for_the_commandos():
    assert extracting(USUAL, CRACK, GREEN) == CRACK
    assert extracting(USUAL, GREEN) == USUAL, "the crack crew may not"
    assert extracting(GREEN) == GREEN
    assert extracting() is None
    assert extracting(USUAL, CRACK, crack="Manticore") == USUAL, "a battle rider cannot jump"
    assert extracting(CRACK, crack="Manticore") == CRACK


@pytest.mark.rule("BR-MIB-06", "BR-ASG-05")
@pytest.mark.parametrize(
    ("red", "blue", "trade"),
    [
        (None, None, True),
        (SURFACE_RAID, None, True),
        (None, BlueMission.CONVOY_RUN, True),
        (SURFACE_RAID, BlueMission.CONVOY_RUN, True),
        (None, BlueMission.ESCAPE, False),
        (int(BlueMission.CONVOY_RUN), BlueMission.ESCAPE, False),  # Red's mission of that number
    ],
)
def test_blue_is_offered_merchants_where_its_mission_may_be_a_convoy(red, blue, trade):
    assert empires(red, blue).rules.merchant.any() == trade


@pytest.mark.rule("BR-MIB-06")
def test_each_class_that_blue_may_buy_and_that_can_jump_may_be_a_merchant():
    game = empires()
    classes = game.rules.classes
    offered = [set(map(int, part["klass"])) for part in np.split(game.table.opening[0].craft, 2)]
    offered[1] |= set(map(int, game.rules.set_aside))
    assert offered[1] - offered[0]
    ships = {k for k in offered[1] - {0} if classes[k].jump and not classes[k].drone}
    assert {int(k) for k in np.flatnonzero(game.rules.merchant)} == ships


@pytest.mark.rule("BR-MIB-06", "BR-TF-01")
@pytest.mark.parametrize("merchant", [False, True])
def test_merchants_sail_with_merchants_and_warships_with_warships(merchant):
    """Two forces of Gazelles, the second of merchants; a third Gazelle joins its like."""
    game = war(7, BlueMission.CONVOY_RUN, ["Rapier"], ["Gazelle"] * 3)
    state, half, forces = game.state, len(game.state.craft) // 2, len(game.state.tf) // 2
    escort, trader, joins = (state.craft[half + n] for n in range(3))
    trader.klass, trader.tf = game.rules.merchant[trader.klass], forces + 1
    joins.klass, joins.tf = (trader if merchant else escort).klass, NONE
    for k in range(forces, forces + 2):
        state.tf[k].status, state.tf[k].strength = ForceStatus.ON_MAP, 1
    state.order[1].craft, state.seat = half + 2, 1
    mask = np.ones(game.scenario.actions.size, np.int8)
    action = force_to_join(state, game.rules, 1, mask)
    assert action == force_action(state, forces + merchant)
