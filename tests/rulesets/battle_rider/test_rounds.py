"""Chapter SEQ: the rounds of the operations phase."""

from __future__ import annotations

import pytest
from kit.battle_rider.rounds import crowd, known, next_turn, placed, turn_log
from kit.battle_rider.table import position, side, started

from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    Damage,
    Decision,
    Event,
    ForceStatus,
    Result,
)

BLUE_SHIP, BLUE_FORCE = 8, 12  # first slots of Blue in capacity small
NORTH, SOUTH = ("direction", 0), ("direction", 3)
RED, BLUE = 0, 1


def order_of_rounds(game):
    """The sides whose rounds were played in turn 1, in order, and their forces."""
    next_turn(game)
    rounds = [event for event in turn_log(game, 1) if event.kind == Event.ROUND]
    return [int(event.side) for event in rounds], [int(event.target) for event in rounds]


@pytest.mark.rule("BR-SEQ-04", "BR-AMB-17", "BR-AMB-18")
@pytest.mark.parametrize(
    "red,blue,initiative,wanted",
    [
        (3, 2, RED, "RBRBR"),
        (3, 2, BLUE, "BRBRR"),
        (4, 1, RED, "RBRRR"),
        (1, 4, RED, "RBBBB"),
        (4, 1, BLUE, "BRRRR"),
    ],
)
def test_sides_alternate_until_one_is_done(red, blue, initiative, wanted):
    game = started(position(crowd(red, 3), crowd(blue, 30)), initiative)
    sides, forces = order_of_rounds(game)
    assert "".join("RB"[seat] for seat in sides) == wanted
    assert len(set(forces)) == red + blue  # each exactly once


@pytest.mark.rule("BR-SEQ-04", "BR-AMB-17")
def test_the_switch_lets_the_side_without_the_initiative_begin():
    source = position(crowd(3, 3), crowd(2, 30), rules={"non_initiative_first": True})
    sides, _ = order_of_rounds(started(source, BLUE))
    assert "".join("RB"[seat] for seat in sides) == "RBRBR"


@pytest.mark.rule("BR-SEQ-04", "BR-AMB-18")
def test_any_force_may_be_used_and_none_left_out():
    game = started(position(crowd(3, 3), crowd(1, 30)), RED).skip_to(Decision.CHOOSE_FORCE)
    assert [n for n in range(4) if game.can_say(("force", n))] == [0, 1, 2]
    game.say(("force", 2), "END_ROUND")
    game.skip_to(Decision.CHOOSE_FORCE)
    assert [n for n in range(4) if game.can_say(("force", n))] == [0, 1]
    assert not game.can_say("DONE")


@pytest.mark.rule("BR-SEQ-04", "BR-AMB-18", "BR-TF-04")
def test_dummies_and_entering_forces_take_a_round_too():
    red = side(
        ["Fiery", "Rapier"],
        [
            {"ships": ["Fiery"], "hex": "0505"},
            {"ships": [], "hex": "0705", "vector": [0, 2]},
            {"ships": ["Rapier"], "enters": {"turn": 1, "column": 9, "velocity": 2}},
        ],
    )
    game = started(position(red, crowd(1, 30)), RED)
    dummy = int(game.state.tf[1].r)
    _, forces = order_of_rounds(game)
    assert sorted(forces) == [0, 1, 2, BLUE_FORCE]
    assert game.state.tf[1].r == dummy + 2  # moved along its vector
    assert game.state.tf[2].status == ForceStatus.ON_MAP


@pytest.mark.rule("BR-SEQ-05")
@pytest.mark.parametrize(
    "order",
    [("MOVE", "DETECT", "FIRE"), ("FIRE", "DETECT", "MOVE"), ("DETECT", "MOVE", "FIRE")],
)
def test_move_detect_and_fire_in_any_order(order):
    red = known(placed("Rapier", "0505"))
    blue = side(
        [{"class": "Fiery", "detected": True}, "Valor"],
        [{"ships": ["Fiery"], "hex": "0507"}, {"ships": ["Valor"], "hex": "0707"}],
    )
    game = started(position(red, blue), RED).to_round(0).always("miss")
    for deed in order:
        assert game.decision == Decision.ROUND_MENU
        actions = {
            "MOVE": ["MOVE", "GO"],
            "DETECT": ["DETECT", ("enemy_force", BLUE_FORCE), ("craft", 0)],
            "FIRE": ["FIRE", ("craft", 0)],
        }
        game.say(*actions[deed]).skip_to(Decision.ROUND_MENU)
    assert game.state.tf[0].moved
    assert int(game.state.craft[0].tried[0]) == 1 and int(game.state.craft[0].lock_tried) == 1


@pytest.mark.rule("BR-SEQ-05", "BR-AMB-19")
def test_one_move_one_detect_step_and_fire_before_and_after():
    red = known(placed("Rapier", "0505"))
    blue = side(
        [{"class": "Fiery", "detected": True}, "Valor"],
        [{"ships": ["Fiery"], "hex": "0507"}, {"ships": ["Valor"], "hex": "0707"}],
    )
    game = started(position(red, blue), RED).to_round(0).always(5).only_marker("NO_EFFECT")
    game.say("FIRE", ("craft", 0), "SECONDARY_2", 1, "OPEN_FIRE").skip_to(Decision.ROUND_MENU)
    assert game.can_say("FIRE") and game.can_say("DETECT")  # the step is still open
    game.say("DETECT", ("enemy_force", BLUE_FORCE + 1), ("craft", 0)).skip_to(Decision.ROUND_MENU)
    assert not game.can_say("FIRE")  # left: over until the move
    game.say("MOVE", "GO")
    assert not game.can_say("DETECT") and not game.can_say("MOVE")
    assert game.can_say("FIRE")  # what has not fired may fire after the move
    game.say("FIRE", ("craft", 0)) if game.can_say(("craft", 0)) else game.say("FIRE")
    game.skip_to(Decision.ROUND_MENU, Decision.WEAPONS)
    assert not game.state.tf[0].fire_over


@pytest.mark.rule("BR-SEQ-06", "BR-MOV-07", "BR-AMB-22")
def test_maneuver_and_evasion_leave_their_markers():
    game = started(position(known(placed("Rapier", "0505", (0, 1))), crowd(1, 30)), RED)
    game.always(3).to_round(0).say("MOVE", NORTH, "EVADE", 2)
    force = game.state.tf[0]
    assert (force.spent_g, force.gs, force.thrust_side, force.evade) == (1, 3, 3, 1)
    assert (force.vq, force.vr, force.moved) == (0, 2, 1)


@pytest.mark.rule("BR-SEQ-06", "BR-AMB-22")
def test_evasion_alone_marks_thrust_on_no_hexside():
    game = started(position(known(placed("Rapier", "0505", (0, 1))), crowd(1, 30)), RED)
    game.always("miss").to_round(0).say("MOVE", "EVADE", 2)
    force = game.state.tf[0]
    assert (force.spent_g, force.gs, force.thrust_side, force.evade) == (1, 2, NONE, 0)
    game.to_round(0).say("MOVE", "GO")
    assert game.state.tf[0].spent_g == 0


@pytest.mark.rule("BR-SEQ-07", "BR-AMB-20")
def test_sensor_status_comes_before_attempts():
    red = known(placed("Chrysanthemum", "0505"))
    blue = side(["Fiery"], [{"ships": ["Fiery"], "hex": "0507"}])
    game = started(position(red, blue), RED).to_round(0).always("miss")
    assert not game.can_say("DETECT")  # its array is in, its active sensor off
    game.say("EXTEND", "ALL", "ACTIVATE", "ALL")
    assert game.state.craft[0].active and game.state.craft[0].extended
    game.say("DETECT", ("craft", 0), "ACTIVE").skip_to(Decision.ROUND_MENU)
    status = ("ACTIVATE", "SILENCE", "EXTEND", "RETRACT")
    assert not any(game.can_say(verb) for verb in status)  # settled until its next round
    game.to_round(0)
    assert game.can_say("SILENCE") and game.can_say("RETRACT")
    assert game.state.craft[0].active


@pytest.mark.rule("BR-SEQ-07", "BR-AMB-20", "BR-AMB-56")
def test_an_entering_force_sets_its_sensors_before_it_moves_in():
    """Status is set at the start of the round, which is before the entry."""
    enters = {"turn": 1, "column": 9, "velocity": 2}
    red = side(["Fiery"], [{"ships": ["Fiery"], "enters": enters}])
    blue = side(["Fiery"], [{"ships": ["Fiery"], "hex": "0905"}])
    game = started(position(red, blue), RED).skip_to(Decision.ROUND_MENU)
    assert game.state.round_tf == 0 and game.state.tf[0].status == ForceStatus.WAITING
    assert not game.can_say("DETECT") and not game.can_say("FIRE")
    game.say("ACTIVATE", "ALL", "MOVE", "GO")
    assert game.state.tf[0].status == ForceStatus.ON_MAP
    assert game.can_say("DETECT") and not game.can_say("SILENCE")


@pytest.mark.rule("BR-SEQ-07", "BR-EVA-04", "BR-AMB-20")
def test_an_entering_force_that_extends_does_not_evade():
    enters = {"turn": 1, "column": 9, "velocity": 2}
    red = side(["Fiery"], [{"ships": ["Fiery"], "enters": enters}])
    game = started(position(red, crowd(1, 30)), RED).skip_to(Decision.ROUND_MENU)
    game.say("EXTEND", "ALL", "MOVE")
    assert game.decision == Decision.THRUST and not game.can_say("EVADE")


@pytest.mark.rule("BR-SEQ-08", "BR-FIR-18")
def test_fire_is_at_detected_ships_only():
    blue = side(
        ["Fiery", {"class": "Valor", "detected": True}],
        [{"ships": ["Fiery"], "hex": "0507"}, {"ships": ["Valor"], "hex": "0707"}],
    )
    game = started(position(known(placed("Rapier", "0505")), blue), RED).to_round(0)
    game.say("FIRE")  # the Valor is the only target
    assert game.state.order[RED].target_craft == BLUE_SHIP + 1
    hidden = side(["Fiery"], [{"ships": ["Fiery"], "hex": "0507"}])
    game = started(position(known(placed("Rapier", "0505")), hidden), RED).to_round(0)
    assert not game.can_say("FIRE")


@pytest.mark.rule("BR-SEQ-08", "BR-FIR-05", "BR-FIR-07")
def test_one_card_for_the_lock_and_one_for_each_weapon():
    """A value of 1: the lock (short range 1, lock -1) is won, five shots at long range miss."""
    gun = {"tech_level": 12, "size_mod": 0, "g_rating": 1, "points": 1, "fire_control": 6}
    gun |= {"passive_range": 0, "active_range": 20, "turret": "L(x5)1:1-1-1-1"}
    red = side([{"name": "Gun", "values": gun}], [{"ships": ["Gun"], "hex": "0505"}])
    body = {"tech_level": 12, "size_mod": 0, "g_rating": 1, "points": 1}
    ship = {"name": "Body", "values": body, "detected": True}
    blue = side([ship], [{"ships": ["Body"], "hex": "0509"}])
    for value, cards in (("miss", 1), (1, 1 + 5)):
        game = started(position(red, blue), RED).always(value).to_round(0)
        game.say("ACTIVATE", "ALL")
        game.state.chance.deck_left = 95
        dealt = int(game.state.chance.dealt)
        game.say("FIRE", ("craft", 0)).skip_to(Decision.ROUND_MENU)
        assert game.state.chance.dealt - dealt == cards


@pytest.mark.rule("BR-SEQ-12")
@pytest.mark.parametrize("initiative,can_answer", [(RED, False), (BLUE, True)])
def test_results_take_effect_at_once(initiative, can_answer):
    """A fire control result of the first round silences its victim's own round of this turn."""
    source = position(known(placed("Rapier", "0505")), known(placed("Fiery", "0507")))
    game = started(source, initiative)
    if can_answer:
        game.to_round(BLUE_FORCE).say("ACTIVATE", "ALL")
        assert game.can_say("FIRE")
        return
    game.to_round(0).always(4).only_marker("FIRE_CONTROL")
    game.say("FIRE", ("craft", 0), "ALL").skip_to(Decision.ROUND_MENU)
    assert game.state.craft[BLUE_SHIP].damage[Result.FIRE_CONTROL] == Damage.PERMANENT
    game.to_round(BLUE_FORCE)
    game.say("ACTIVATE", "ALL")
    assert game.state.turn == 1 and not game.can_say("FIRE")
