"""Chapter MIS: launching, detecting and controlling spreads of missiles."""

import pytest
from kit.battle_rider.spreads import carrier, moving, place, vector
from kit.battle_rider.table import Battle, battle, position, ship, side

from spacecombat_env.rulesets.battle_rider.model import Damage, Decision, Phase, Result
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import attempt_difficulty

N, NE, SE, S, SW, NW = range(6)


def initiative_phase(red, blue, first=1):
    """Both asked for launches; the side without the initiative (`first`) begins."""
    forces = [{"ships": [content["name"] for content in red], "hex": "1010", "vector": [1, 2]}]
    source = position(
        side(red, forces, tactics=7),
        side(blue, [{"ships": [content["name"] for content in blue], "hex": "1020"}], tactics=7),
    )
    for seed in range(1, 60):
        game = Battle(source, seed=seed)
        if game.state.initiative != first:
            assert game.decision == Decision.LAUNCH_MENU and game.state.seat == first
            return game
    raise AssertionError("no such seed")


# --- launching -----------------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-02", "BR-MIS-06")
def test_any_number_up_to_the_supply_may_be_launched_in_a_turn():
    """The Voroshilef of p.12: 40 directors, 200 ready missiles; 73 of them leave at once."""
    game = initiative_phase([ship("Red")], [{"class": "Voroshilef", "name": "V"}])
    craft = game.state.craft[8]
    klass = game.rules.classes[craft.klass]
    assert (klass.directors, craft.missiles) == (40, 200)
    game.say(("craft", 8))
    order = game.state.order[1]
    assert (order.low, order.high) == (1, 200)
    game.say(7, 3)
    assert craft.missiles == 127 and game.state.spread[12].count == 73


@pytest.mark.rule("BR-MIS-02")
def test_the_supply_is_for_the_whole_scenario():
    game = initiative_phase([ship("Red")], [carrier(ready=5, directors=5)])
    game.say(("craft", 8), 5)
    assert game.state.craft[8].missiles == 0
    game.skip_to(Decision.ROUND_MENU)
    for _ in range(60):
        game.idle()
        if game.decision == Decision.LAUNCH_MENU and game.state.seat == 1:
            raise AssertionError("nothing is left to launch")
        if game.state.turn == 2 and game.decision == Decision.ROUND_MENU:
            return
    raise AssertionError("turn 2 never came")


@pytest.mark.rule("BR-MIS-03", "BR-MIS-05", "BR-MIS-06", "BR-MIS-07", "BR-MIS-08", "BR-LCH-05")
def test_a_launch_is_one_spread_in_the_hex_and_with_the_vector_of_the_task_force():
    """12 G-turns, undetected even from a detected ship."""
    game = initiative_phase([carrier()], [ship("Blue")], first=0)
    game.say(("craft", 0), 1, 2)
    spread, force = game.state.spread[0], game.state.tf[0]
    assert game.state.craft[0].detected and not spread.detected
    assert place(spread) == place(force)
    assert vector(spread) == (1, 2)  # its PEM is that of the task force
    assert (spread.count, spread.owner, spread.g_left) == (12, 0, 12)
    assert game.state.craft[0].missiles == 188
    assert not (
        game.decision == Decision.LAUNCH_MENU and game.can_say(("craft", 0))
    )  # one spread a turn


@pytest.mark.rule("BR-MIS-07")
def test_the_side_without_initiative_launches_first():
    for first in (0, 1):
        game = initiative_phase([carrier()], [carrier("Other")], first=first)
        game.say("DONE").skip_to(Decision.LAUNCH_MENU)
        assert game.state.seat == 1 - first and game.state.phase == Phase.INITIATIVE


@pytest.mark.rule("BR-MIS-07")
def test_missiles_are_launched_in_the_initiative_phase_only():
    game = battle([carrier()], [ship("Target")], 6)
    for _ in range(40):
        if game.decision == Decision.LAUNCH_MENU:
            break
        assert game.state.phase >= Phase.OPERATIONS
        assert game.decision != Decision.LAUNCH_NUMBER
        game.idle(0)
    assert game.state.turn == 2 and game.state.phase == Phase.INITIATIVE


# --- detection -----------------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-04", "BR-MIS-08", "BR-MIS-31")
def test_a_spread_is_detected_as_a_whole():
    """Size +2, no thrust yet +1: base 1 gives 4. The owner then states the number."""
    for value, found in ((3, False), (4, True)):
        game = battle([ship("Seeker")], [carrier()], 6)
        slot = game.launch(8, 17, force=12, detected=False)
        assert game.visible(0).spread[slot].count != 17
        game.always(value).say("DETECT").answer(DETECT_TARGET=("enemy_spread", slot))
        game.answer(DETECT_SUBJECT="ALL", DETECT_SENSOR="PASSIVE")
        assert bool(game.state.spread[slot].detected) == found
        if found:
            assert game.events("DETECTED")[-1].b == 17
            assert game.visible(0).spread[slot].count == 17


@pytest.mark.rule("BR-MIS-05", "BR-MIS-04", "BR-AMB-41")
@pytest.mark.parametrize(("level", "modifier"), [(13, 3), (14, 4), (12, 2)])
def test_the_profile_of_a_missile(level, modifier):
    """Size +2, the TL of its ship, no thrust +1 for a passive sensor."""
    game = battle([ship("Seeker")], [carrier(tech_level=level)], 6)
    game.launch(8, 3, force=12, detected=False)
    game.always("miss").say("DETECT").answer(DETECT_TARGET=("enemy_spread", 12))
    game.answer(DETECT_SUBJECT="ALL", DETECT_SENSOR="PASSIVE")
    assert game.state.attempt.target_spread == 12
    assert attempt_difficulty(game.state, game.rules, game.state.attempt) == 1 + modifier


@pytest.mark.rule("BR-MIS-31")
def test_missiles_not_yet_moved_are_shot_in_the_operations_phase():
    game = battle([ship("Gun", turret="L(x3)40:1")], [carrier()], 6)
    slot = game.launch(8, 3, force=12)
    game.always(5).aim(spread=slot).say("ALL")
    assert game.state.spread[slot].count == 0


# --- control -------------------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-09", "BR-MIS-02", "BR-MIS-10")
def test_only_the_launching_ship_controls_its_missiles():
    """Two ships of five directors, one with eight missiles in flight: five can be controlled."""
    red = [carrier("One", 5, 20), carrier("Two", 5, 20)]
    game = moving((8, (0, 1)), red=red)
    game.say(("spread", 0))
    assert game.decision == Decision.CONTROL_NUMBER and game.state.order[0].high == 5
    game.say(5, "GO")
    assert [int(s.count) for s in game.state.spread[:2]] == [5, 3]
    assert game.state.turn == 2  # no director is left, and the other ship's are none of its own


@pytest.mark.rule("BR-MIS-10", "BR-MIS-17", "BR-MIS-02")
def test_the_picket_line():
    """60 missiles, 40 directors: up to 40 burn Gs this turn, 20 coast, to be controlled later."""
    game = moving((30, (0, 1)), (30, (0, 1)))
    game.say(("spread", 0), ("direction", N), "GO")
    game.say(("spread", 1))
    assert game.state.order[0].high == 10  # 40 - 30
    game.say(10, ("direction", N), "GO")
    counts = [int(spread.count) for spread in game.state.spread[:3]]
    assert counts == [30, 10, 20] and game.state.turn == 2  # no director is left
    coasting = game.state.spread[2]
    assert vector(coasting) == (0, 1) and coasting.g_left == 12
    game.skip_to(Decision.SPREAD_MENU)
    assert game.state.turn == 2 and game.state.seat == 0
    assert game.can_say(("spread", 2))  # under control again


@pytest.mark.rule("BR-MIS-11", "BR-AMB-48")
@pytest.mark.parametrize("marker", ["SHIP_EXPLODES", "FIRE_CONTROL", "BRIDGE"])
def test_the_spreads_of_a_lost_ship_are_removed(marker):
    """A destroyed ship or a Fire Control result: all its spreads; a Bridge result: none."""
    game = battle([ship("Gun", turret="M40:1")], [carrier(), carrier("Other")])
    first, second = game.launch(8, 3, force=12), game.launch(8, 2, force=12, slot=13)
    other = game.launch(9, 4, force=12, slot=14)
    game.only_marker(marker).always(4).aim(8).always(1).say("ALL")
    left = [int(game.state.spread[slot].count) for slot in (first, second, other)]
    assert left == ([3, 2, 4] if marker == "BRIDGE" else [0, 0, 4])


@pytest.mark.rule("BR-MIS-11")
def test_the_spreads_of_a_rider_taken_aboard_stay():
    """Only destruction or a Fire Control result removes them; another ship's damage does not."""
    game = battle([ship("Gun", turret="M40:1")], [carrier(), carrier("Other")])
    slot = game.launch(8, 3, force=12)
    game.state.craft[8].status = 2  # ABOARD
    game.state.craft[8].keeper = 9
    game.only_marker("SENSORS").always(4).aim(9).always(1).say("ALL")
    assert game.state.craft[9].damage[Result.SENSORS] == Damage.PERMANENT
    assert game.state.spread[slot].count == 3
