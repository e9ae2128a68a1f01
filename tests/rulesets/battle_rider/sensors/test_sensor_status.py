"""Chapter DET: active sensors and folding arrays, switched ship by ship."""

import pytest
from kit.battle_rider.scanning import BLUE, RED, TARGET, both, facing, rapiers, scan

from spacecombat_env.rulesets.battle_rider.model import Sensor
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import can_detect_with, can_lock_with

# --- sensor status -------------------------------------------------------------------------------


@pytest.mark.rule("BR-DET-09")
def test_active_sensors_are_switched_on_ship_by_ship():
    """Passive, active or both; the Active marker stays until the next round of the force."""
    game = facing(["Rapier", "Starburst"], ["Rapier"])
    ship = game.state.craft[0]
    assert not can_detect_with(game.rules, ship, Sensor.ACTIVE)
    assert can_detect_with(game.rules, ship, Sensor.PASSIVE)
    game.say("ACTIVATE", ("craft", 0))
    assert [int(craft.active) for craft in game.state.craft[:2]] == [1, 0]
    assert can_detect_with(game.rules, ship, Sensor.ACTIVE)
    assert can_detect_with(game.rules, ship, Sensor.PASSIVE)
    game.say("END_ROUND").to_round(BLUE)
    assert game.state.craft[0].active and game.visible(1).tf[RED].emitting
    game.to_round(RED).say("SILENCE", "ALL")
    assert not game.state.craft[0].active and not game.visible(1).tf[RED].emitting


@pytest.mark.rule("BR-DET-09", "BR-DET-10")
def test_status_is_set_before_anything_else_in_the_round():
    """BR-AMB-20: once at the start of the round."""
    game = facing(["Midu Agashaam"], ["Rapier"]).say("ACTIVATE", "ALL", "EXTEND", "ALL")
    scan(game.always("miss"))
    for verb in ("ACTIVATE", "SILENCE", "EXTEND", "RETRACT"):
        assert not game.can_say(verb)


@pytest.mark.rule("BR-DET-09")
def test_one_decision_a_round_for_each_ship():
    """BR-AMB-20: a sensor switched on stays on for the round; the other ship may still follow."""
    game = facing(["Rapier", "Starburst"], ["Rapier"]).say("ACTIVATE", ("craft", 0))
    assert not game.can_say("SILENCE") and game.can_say("ACTIVATE")
    game.say("ACTIVATE", ("craft", 1))
    assert not game.can_say("ACTIVATE") and not game.can_say("SILENCE")


@pytest.mark.rule("BR-DET-10")
def test_a_folding_array_works_only_extended():
    """The Midu Agashaam's passive sensor: no detection and no lock while retracted."""
    game = facing(["Midu Agashaam"], ["Rapier"])
    ship = game.state.craft[0]
    assert not game.can_say("DETECT")
    assert not can_lock_with(game.state, game.rules, 0, Sensor.PASSIVE, 4)
    game.say("EXTEND", ("craft", 0))
    assert ship.extended and game.can_say("DETECT")
    assert can_lock_with(game.state, game.rules, 0, Sensor.PASSIVE, 4)
    assert not game.can_say("RETRACT")  # one decision a round (BR-AMB-20)
    game.to_round(RED)
    assert ship.extended
    game.say("RETRACT", "ALL")
    assert not ship.extended and not game.can_say("DETECT") and not game.can_say("EXTEND")


@pytest.mark.rule("BR-DET-10")
def test_an_array_that_does_not_fold_has_no_such_choice():
    game = facing(["Rapier"], ["Rapier"])
    assert not game.can_say("EXTEND") and not game.can_say("RETRACT") and game.can_say("DETECT")


# --- modifiers -----------------------------------------------------------------------------------


@pytest.mark.rule("BR-DET-11")
def test_going_active_helps_passive_sensors_only():
    game = rapiers()
    assert both(game) == (0, 1)  # 1 - 2 + 1, and +1 passive for coasting
    game.state.craft[TARGET].active = 1
    assert both(game) == (0, 0)
