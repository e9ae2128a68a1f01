"""Standing orders of missions: which ship takes the commandos up."""

from __future__ import annotations

import numpy as np
import pytest
from kit.battle_rider.missions import orbiting

from spacecombat_env.rulesets.battle_rider.orders.missions import extract_ship_word
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import Crew
from spacecombat_env.rulesets.battle_rider.pieces.words import craft_word

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
        mask[craft_word(state, k)] = 1
    word = extract_ship_word(state, game.rules, 0, mask)
    return next((k for k in range(3) if craft_word(state, k) == word), None)


@pytest.mark.rule("BR-MIR-04")
def test_the_best_crew_that_may_goes_down_for_the_commandos():
    assert extracting(USUAL, CRACK, GREEN) == CRACK
    assert extracting(USUAL, GREEN) == USUAL, "the crack crew may not"
    assert extracting(GREEN) == GREEN
    assert extracting() is None
    assert extracting(USUAL, CRACK, crack="Manticore") == USUAL, "a battle rider cannot jump"
    assert extracting(CRACK, crack="Manticore") == CRACK
