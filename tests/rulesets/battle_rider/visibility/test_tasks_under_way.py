"""What a seat's record holds of a sensor attempt, a volley and aims: nothing of what is over."""

from __future__ import annotations

import numpy as np
import pytest
from kit.battle_rider.attacks import attacked, carrier, laser
from kit.battle_rider.determinizations import determinization
from kit.battle_rider.scanning import BLUE, facing, ready, scan
from kit.battle_rider.table import battle, ship
from kit.battle_rider.volleys import sandy, volley

from spacecombat_env.core.model.fields import FieldPlace
from spacecombat_env.rulesets.battle_rider.model import NONE, Decision
from spacecombat_env.rulesets.battle_rider.visibility.knowledge import (
    are_hits_known,
    is_battery_known,
)

BLUE_SHIP, SPREAD = 8, 12  # Blue's first
TWO_LASERS = "L(x2)40:1-1-1-1"


def holds_nothing(attempt):
    """Whether a seat sees nothing of an attempt: slots are NONE, all else is 0."""
    slots = ("actor", "target_tf", "target_spread", "target_craft", "jammer", "sim")
    wanted = {name: NONE if name in slots else 0 for name in attempt.dtype.names}
    return all(np.all(attempt[name] == value) for name, value in wanted.items())


def hits(volley):
    """What a seat sees of a volley: its target, its hits, and their damage and sand."""
    return int(volley.target), int(volley.hits), [(int(h.value), int(h.sand)) for h in volley.hit]


@pytest.mark.rule("BR-DET-05", "BR-DET-25", "BR-REF-01")
def test_an_attempt_shows_to_the_side_that_decides_about_it_and_to_nobody_afterwards():
    """Red's Rapier finds one of two; Red is asked whether it goes on, then stops."""
    game = ready(facing(["Rapier"], ["Rapier", "Fiery"], 2), 0)
    game.always("bullseye")
    scan(game)
    assert game.decision == Decision.DETECT_CHAIN and game.state.seat == 0
    attempt = game.visible(0).attempt
    assert (attempt.actor, attempt.target_tf, attempt.successes) == (0, BLUE, 1)
    assert attempt.target_craft == NONE and holds_nothing(game.visible(1).attempt)
    game.say("STOP")
    assert game.state.attempt.actor == 0  # the engine keeps it until the next
    assert holds_nothing(game.visible(0).attempt) and holds_nothing(game.visible(1).attempt)


@pytest.mark.rule("BR-DET-25", "BR-DET-26", "BR-JAM-03")
def test_who_decides_about_a_jammer_sees_the_scan_and_not_the_ship_that_scans():
    """An active scan tells range and tech level; the scanning side, which waits, sees nothing."""
    game = ready(facing(["Rapier"], ["Rapier"], 2), 0, 8)
    scan(game, "ACTIVE", jam=None)
    assert game.decision == Decision.JAM and game.state.seat == 1
    attempt = game.visible(1).attempt
    assert (attempt.target_tf, attempt.range, attempt.actor) == (BLUE, 2, NONE)
    assert attempt.tech_level == game.rules.classes[game.state.craft[0].klass].tech_level
    assert holds_nothing(game.visible(0).attempt)


@pytest.mark.rule("BR-SCR-02")
def test_hits_show_to_who_decides_about_sand_and_to_nobody_afterwards():
    game = volley(TWO_LASERS, sandy(4))
    over = (NONE, 0, [(0, 0)] * len(game.state.volley.hit))
    assert game.decision == Decision.SAND_NUMBER and game.state.seat == 1
    target, count, each = hits(game.visible(1).volley)
    assert (target, count) == (8, 2) and each[0][0] > 0 and each[1][0] > 0
    assert each[2:] == over[2][2:] and game.visible(1).volley.shooter == NONE
    assert hits(game.visible(0).volley) == over
    game.say(1).say(2)
    assert [int(hit.sand) for hit in game.state.volley.hit[:2]] == [1, 2]  # the engine keeps them
    assert hits(game.visible(0).volley) == over == hits(game.visible(1).volley)


@pytest.mark.rule("BR-SCR-02")
def test_the_declared_knowledge_of_hits_is_that_of_who_decides_about_sand():
    """What the check of redaction goes by: the side to act, the hits there are, and only then."""
    game = volley(TWO_LASERS, sandy(4))
    state = game.state

    def known(seat, slot):
        hit = state.volley.hit[slot]
        place = FieldPlace(
            "hit", None, hit, (), None, slot, (state.volley, hit), "volley.hit.value"
        )
        return are_hits_known(state, seat, place)

    assert [known(1, slot) for slot in range(3)] == [True, True, False]
    assert not known(0, 0), "the side that fires"
    state.decision = Decision.ROUND_MENU
    assert not known(0, 0) and not known(1, 0)


@pytest.mark.rule("BR-BAT-03", "BR-RFC-02")
@pytest.mark.parametrize(("side", "readers"), [(NONE, {0, 1}), (0, {0}), (1, {1})])
def test_the_declared_knowledge_of_batteries_is_that_of_the_side_that_sets_them(side, readers):
    state = battle([ship("Red")], [ship("Blue")], 5).state
    state.battery_side = side
    assert {seat for seat in range(2) if is_battery_known(state, seat, None)} == readers


@pytest.mark.rule("BR-BAT-03", "BR-RFC-02")
@pytest.mark.parametrize("under_attack", [False, True])
@pytest.mark.parametrize(("switch", "counted"), [({"multiple_batteries": True}, 0), ({}, NONE)])
def test_a_determinization_counts_the_fire_of_the_enemy(under_attack, switch, counted):
    """Red's, in its round or while it defends; Blue does not know what it has used (BR-AMB-70)."""
    game = battle([laser()], [carrier()], options=switch).always(3)
    if under_attack:
        game.attack(game.launch(BLUE_SHIP, 3, slot=SPREAD))
    assert (int(game.state.round_tf), int(game.state.attack_tf)) == (
        (NONE, 0) if under_attack else (0, NONE)
    )
    assert game.state.battery_side == counted and game.visible(1).battery_side == NONE
    assert determinization(game, 1).state.battery_side == counted


@pytest.mark.rule("BR-MIS-20", "BR-AMB-88")
def test_aims_show_while_the_force_that_they_are_for_defends():
    game = attacked(laser(), missiles=3, detected=False)
    assert game.state.attack_tf == 0
    assert int(game.visible(0).spread[SPREAD].aim[0]) == 3 == int(game.state.spread[SPREAD].aim[0])
    game.state.attack_tf = 1
    assert int(game.visible(0).spread[SPREAD].aim[0]) == 0


@pytest.mark.rule("BR-MIS-04", "BR-AMB-88")
def test_what_a_spread_fired_at_another_does_not_show_how_many_missiles_it_has():
    game = battle([ship("Red")], [carrier()], 4)
    spread = game.state.spread[game.launch(8, 7, detected=False)]
    spread.aim[0] = 7
    assert int(game.visible(1).spread[SPREAD].aim[0]) == 7
    visible = game.visible(0).spread[SPREAD]
    assert (int(visible.count), int(visible.aim[0])) == (1, 0)
