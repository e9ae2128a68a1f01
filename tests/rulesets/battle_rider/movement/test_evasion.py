"""Chapter EVA: evasion."""

import pytest
from kit.battle_rider.table import position, side, started

from spacecombat_env.rulesets.battle_rider.beams.gunnery import hit_difficulty
from spacecombat_env.rulesets.battle_rider.model import Damage, Decision, Result, Sensor
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import force_modifier

N = 0


def sailing(*ships, evade=0):
    """Red's task force in 1010 at the menu of its round; a Rapier of Blue in 1020."""
    red = side(list(ships), [{"ships": list(ships), "hex": "1010", "evade": evade}])
    blue = side(["Rapier"], [{"ships": ["Rapier"], "hex": "1020"}])
    return started(position(red, blue), 0).to_round(0)


def evade(game, gs, maneuver=0):
    """Move with Gs of maneuver and of evasion."""
    game.say("MOVE", *[("direction", N)] * maneuver, "EVADE")
    if game.decision == Decision.EVADE_NUMBER:  # no decision where only one number is possible
        game.say(gs)
    return game


@pytest.mark.rule("BR-EVA-01")
@pytest.mark.parametrize(("gs", "difficulty"), [(1, 4), (2, 3), (3, 2)])
def test_difficulty_five_less_one_per_g(gs, difficulty):
    """Base 5, -1 for each G: the card that equals the difficulty is just enough."""
    assert evade(sailing("Starburst").always(difficulty), gs).state.tf[0].evade == 1
    assert evade(sailing("Starburst").always(difficulty - 1), gs).state.tf[0].evade == 0


@pytest.mark.rule("BR-EVA-01")
def test_the_book_example():
    """G5, 3 Gs of maneuver and 2 of evasion: difficulty 3. The Admiral is a G5 ship."""
    game = evade(sailing("Admiral").always(3), 2, maneuver=3)
    assert game.state.tf[0].evade == 1 and game.state.tf[0].gs == 5
    assert evade(sailing("Admiral").always(2), 2, maneuver=3).state.tf[0].evade == 0


@pytest.mark.rule("BR-EVA-02")
@pytest.mark.parametrize(("card", "marker"), [("bullseye", 2), (4, 1), ("miss", 0)])
def test_success_outstanding_success_failure(card, marker):
    """+1, +2, or only the Gs are lost; at difficulty 3 just the bull's-eye is outstanding."""
    game = evade(sailing("Starburst").always(card), 2, maneuver=1)
    force = game.state.tf[0]
    assert force.evade == marker
    assert force.gs == 3 and force.spent_g and force.vr == 1


@pytest.mark.rule("BR-EVA-02")
def test_outstanding_at_low_difficulty():
    """4 Gs: difficulty 1, where a 4 is outstanding (BR-TSK-08)."""
    assert evade(sailing("Starburst").always(4), 4).state.tf[0].evade == 2


@pytest.mark.rule("BR-EVA-03")
def test_it_lasts_until_the_next_round_of_the_task_force():
    game = evade(sailing("Starburst").always(5), 2)
    assert game.state.tf[0].evade == 1
    game.say("END_ROUND")
    while game.state.turn == 1:
        game.idle(1)
    while game.state.round_tf != 0:
        assert game.state.tf[0].evade == 1  # in turn 2 as well, until it acts
        game.idle(0)
    assert game.state.tf[0].evade == 0


@pytest.mark.rule("BR-EVA-03")
@pytest.mark.parametrize("marker", [1, 2])
def test_it_counts_for_sensors_and_hits(marker):
    """Range 0 and fire control 0: nothing else differs."""
    game = sailing("Starburst", evade=marker)
    target = game.state.tf[0]
    target.evade = marker
    for sensor in (Sensor.ACTIVE, Sensor.PASSIVE):
        evading = force_modifier(game.state, sensor, target, 10, 10)
        target.evade = 0
        assert evading - force_modifier(game.state, sensor, target, 10, 10) == marker
        target.evade = marker
    game.state.craft[8].damage[Result.BRIDGE] = Damage.PERMANENT  # no fire control (BR-AMB-04)
    hits = [hit_difficulty(game.state, game.rules, 8, 3, 0, 0, e) for e in (0, marker)]
    assert hits[1] - hits[0] == marker


@pytest.mark.rule("BR-EVA-04")
def test_no_evasion_with_an_array_extended():
    """The Midu Agashaam has a folding array, the Rapier next to it has not."""
    game = sailing("Rapier", "Midu Agashaam")
    game.say("EXTEND", "ALL", "MOVE")
    assert not game.can_say("EVADE") and game.can_say(("direction", N))
    game = sailing("Rapier", "Midu Agashaam")
    assert game.say("MOVE").can_say("EVADE")


@pytest.mark.rule("BR-EVA-04")
def test_a_retracted_array_may_evade_and_stays_in():
    game = sailing("Midu Agashaam").say("EXTEND", "ALL").to_round(0)
    game.say("RETRACT", "ALL", "MOVE", "EVADE", 2)
    assert game.state.tf[0].gs == 2
    assert not game.can_say("EXTEND")  # BR-AMB-20: not in a round with evasion


@pytest.mark.rule("BR-EVA-05")
def test_one_card_for_the_task_force():
    game = sailing("Rapier", "Starburst", "Valor").always(5)
    dealt = int(game.state.chance.dealt)
    evade(game, 2)
    assert game.state.chance.dealt - dealt == 1
    assert game.state.tf[0].gs == 2 and game.state.tf[0].evade == 1


@pytest.mark.rule("BR-EVA-05", "BR-AMB-53")
def test_the_worst_ship_sets_the_penalty():
    """BR-AMB-53: Life Support +1 on one of two ships, 2 Gs: difficulty 4."""
    for card, marker in ((4, 1), (3, 0)):
        game = sailing("Rapier", "Starburst").always(card)
        game.state.craft[1].damage[Result.LIFE_SUPPORT] = Damage.PERMANENT
        assert evade(game, 2).state.tf[0].evade == marker


@pytest.mark.rule("BR-EVA-05")
def test_the_weakest_ship_sets_the_number():
    """Gazelle G3 beside Starburst G6: at most 3 Gs of evasion for all."""
    game = sailing("Starburst", "Gazelle").say("MOVE", "EVADE")
    assert game.can_say(3) and not game.can_say(4)


# --- joining another task force ------------------------------------------------------------------


def reconfigured(own, dummys, *actions):
    """The record after Red's Rapier, with one Evade marker, and a dummy in its hex reconfigure."""
    return reconfiguring(own, dummys, *actions).state


def reconfiguring(own, dummys, *actions):
    """Red's Rapier with one Evade marker, a dummy in its hex with another; Red reconfigures."""
    forces = [
        {"ships": ["Rapier"], "hex": "1010", "evade": own},
        {"ships": [], "hex": "1010", "evade": dummys},
    ]
    blue = side(["Rapier"], [{"ships": ["Rapier"], "hex": "1030"}])
    game = started(position(side(["Rapier"], forces), blue), 1).skip_to(Decision.FORCES_MENU)
    assert game.state.seat == 0
    return game.say(*actions)


@pytest.mark.rule("BR-AMB-101", "BR-MOV-08")
@pytest.mark.parametrize(("own", "dummys"), [(0, 2), (0, 1), (1, 2), (2, 1), (1, 1)])
@pytest.mark.parametrize("actions", [("TRANSFER",), ("MERGE", ("force", 0))])
def test_ships_that_join_a_dummy_keep_the_lower_marker(actions, own, dummys):
    """A dummy may burn what it likes: a ship that borrowed its marker would evade for nothing."""
    state = reconfigured(own, dummys, *actions)
    joined = state.tf[int(state.craft[0].tf)]
    assert int(state.craft[0].tf) == 1 and joined.strength == 1
    assert joined.evade == min(own, dummys)


@pytest.mark.rule("BR-AMB-101", "BR-AMB-88")
@pytest.mark.parametrize(("own", "dummys", "told"), [(0, 2, [0]), (1, 2, [1]), (2, 1, [])])
def test_both_sides_are_shown_that_an_evade_marker_is_lowered(own, dummys, told):
    """It lies on the map: that it changes is seen, though the craft that comes over is not."""
    game = reconfiguring(own, dummys, "TRANSFER")
    for seat in (0, 1):
        events = game.told(seat, "EVADE_LOWERED")
        assert [event.a for event in events] == told
        assert all(event.target == 1 for event in events)
    assert not game.told(1, "RECONFIGURE")


@pytest.mark.rule("BR-AMB-101")
def test_a_dummy_that_merges_changes_nothing():
    """No real craft comes over: the ship's own Gs were burned."""
    game = reconfiguring(2, 0, "MERGE", ("force", 1))
    assert int(game.state.craft[0].tf) == 0 and game.state.tf[0].evade == 2
    assert not game.told(0, "EVADE_LOWERED") and not game.told(1, "EVADE_LOWERED")


@pytest.mark.rule("BR-AMB-101")
def test_a_force_that_splits_keeps_its_marker():
    forces = [{"ships": ["Rapier", "Fiery"], "hex": "1010", "evade": 2}]
    blue = side(["Rapier"], [{"ships": ["Rapier"], "hex": "1030"}])
    source = position(side(["Rapier", "Fiery"], forces), blue)
    game = started(source, 1).skip_to(Decision.FORCES_MENU)
    game.say("TRANSFER", ("craft", 1))
    assert game.state.tf["evade"][[0, game.opened()]].tolist() == [2, 2]
