"""Chapter SIM: locks and hits of semi-independent missiles. Red launches at Blue."""

import pytest
from kit.battle_rider.missions import orbiting
from kit.battle_rider.semi_independent import BLUE, HALF, RED, armed, flight
from kit.battle_rider.table import battle, ship

from spacecombat_env.rulesets.battle_rider.missiles.semi_independent import (
    FAILED,
    duel_reach,
    wins_own_lock,
)
from spacecombat_env.rulesets.battle_rider.model import Decision, Phase
from spacecombat_env.rulesets.battle_rider.victory.mission_deeds import bombard


def attack(locks, target=None, count=2, ship_lock=None, **values):
    """The missiles' fire event, with cards for ship lock, own locks, hits all showing `locks`."""
    game = flight(target, count, **values)
    game.say("ATTACK").answer(ATTACK_TARGET=("enemy_force", HALF))
    if game.decision == Decision.ATTACK_SENSOR:
        game.always(5 if ship_lock else "miss")
        game.say("DONE" if ship_lock is None else "PASSIVE")
    assert game.state.spread[0].target_tf == HALF  # whatever the ship's lock was
    game.always(locks).missile_value(1)
    while game.decision != Decision.LAUNCH_MENU and not game.events("MISSILES_FIRE"):
        if game.decision == Decision.ATTACK_SENSOR:
            game.say("DONE")
        else:
            game.idle()
    return game


@pytest.mark.rule("BR-SIM-03", "BR-AMB-99")
def test_no_lock_is_needed_before_the_move():
    game = attack(5)
    fire = game.events("MISSILES_FIRE")[-1]
    assert (fire.a, fire.b) == (2, 2)


@pytest.mark.rule("BR-SIM-03", "BR-AMB-99")
def test_without_any_lock_the_missiles_are_lost_and_do_not_fire():
    game = attack("miss")
    fire = game.events("MISSILES_FIRE")[-1]
    assert (fire.a, fire.b) == (0, 0)
    game.skip_to(Decision.LAUNCH_MENU)
    assert game.state.spread[0].count == 0
    assert not game.events("WHITE_OUT")  # nothing detonated


@pytest.mark.rule("BR-SIM-03")
def test_the_lock_of_the_ship_serves_missiles_whose_own_fails():
    game = attack("miss", ship_lock=True)
    assert game.events("MISSILES_FIRE")[-1].a == 2


@pytest.mark.rule("BR-SIM-03", "BR-AMB-99")
def test_the_ship_has_one_attempt():
    """A lock that failed before the move is not tried again in the attack phase."""
    game = flight()
    game.say("ATTACK").answer(ATTACK_TARGET=("enemy_force", HALF))
    game.always("miss").say("PASSIVE")
    requested = []
    while not game.events("MISSILES_FIRE"):
        requested.append(game.decision)
        game.idle()
    assert Decision.ATTACK_SENSOR not in requested and game.state.phase != Phase.SETUP


@pytest.mark.rule("BR-SIM-03", "BR-AMB-99")
def test_the_ship_may_try_in_the_attack_phase():
    game = flight()
    game.say("ATTACK").answer(ATTACK_TARGET=("enemy_force", HALF), ATTACK_SENSOR="DONE")
    game.skip_to(Decision.ATTACK_SENSOR)
    assert game.state.phase == Phase.MISSILE_ATTACK and game.state.seat == 0
    game.always(5).say("PASSIVE")
    assert game.events("LOCK") and game.events("MISSILES_FIRE")[-1].a == 3


@pytest.mark.rule("BR-SIM-03", "BR-GEN-12")
def test_the_attempt_of_another_turn_does_not_count():
    """It failed in the turn before; in this turn the ship may try again."""
    game = flight().say("GO")
    game.state.spread[0].ship_lock = FAILED
    while game.state.turn == 1:
        game.idle()
    while game.decision != Decision.SPREAD_MENU or game.state.seat != 0:
        game.idle()
    game.say(("spread", 0), "ATTACK")
    game.answer(ATTACK_TARGET=("enemy_force", HALF), ATTACK_SENSOR="DONE")
    game.skip_to(Decision.ATTACK_SENSOR)
    assert game.state.phase == Phase.MISSILE_ATTACK and game.state.seat == 0


@pytest.mark.rule("BR-SIM-03", "BR-MIS-28")
def test_range_counts_from_the_missile_with_its_own_lock():
    """Ship 12 hexes away: 12 // 3 = +4 for its lock, nothing for the missiles' own."""

    def lowest(own):
        for shown in range(1, 6):
            # size -3 lets every own lock win; a card must show `shown` to hit
            gun = armed(fire_control=0)
            game = flight(ship("Target", size_mod=-3), 2, 12, gun=gun)
            game.say("ATTACK").answer(ATTACK_TARGET=("enemy_force", HALF))
            game.always(5).say("PASSIVE").missile_value(1)
            game.state.spread[0].sim = 12 if own else 0
            game.always(shown)
            while not game.events("MISSILES_FIRE"):
                game.idle()
            if game.events("MISSILES_FIRE")[-1].b:
                return shown
        return 6

    assert lowest(own=True) == 1
    assert lowest(own=False) == 2  # 1 - 3 + 4


@pytest.mark.rule("BR-SIM-03", "BR-FIR-06")
@pytest.mark.parametrize(("size", "needed"), [(0, 1), (1, 2), (2, 3)])
def test_own_lock_is_at_range_0_with_a_locks_bonus(size, needed):
    """Base 1, size, coasting +1, -1; the missile itself hits on 1 + size."""
    for shown in range(1, 6):
        game = attack(shown, ship("Target", size_mod=size, tech_level=12))
        if game.events("MISSILES_FIRE")[-1].a:
            break
    assert shown == needed


@pytest.mark.rule("BR-SIM-03", "BR-AMB-76")
@pytest.mark.parametrize(("crew", "locks"), [("average", False), ("crack", True)])
def test_own_locks_are_tasks_of_the_controllers_crew(crew, locks):
    """The spread's number, 0, is also that of the first ship, whose crew has no part in it."""
    quality = {"semi_independent_missiles": True, "crew_quality": True}
    game = battle([ship("First"), armed() | {"crew": crew}], [ship("T")], options=quality)
    slot = game.launch(RED + 1, 2, force=HALF, slot=0)
    other = game.launch(BLUE, 1, force=HALF)
    game.state.spread[slot].sim = 12
    game.always("miss")
    for card in game.rules.card:
        card.crack = 5
    assert wins_own_lock(game.state, game.rules, slot, BLUE) == locks
    assert (duel_reach(game.state, game.rules, slot, other) == 0) == locks


@pytest.mark.rule("BR-AMB-61", "BR-SIM-04")
@pytest.mark.parametrize(("missiles", "sims", "left"), [(30, 15, 15), (18, 15, 8), (12, 12, 2)])
def test_a_bombardment_takes_controlled_missiles_first(missiles, sims, left):
    """Ten missiles: no ship may have more semi-independent missiles than missiles afterwards."""
    game = orbiting(5, ["Rapier"])
    game.state.craft[RED].missiles, game.state.craft[RED].sims = missiles, sims
    bombard(game.state, game.rules, 0)
    assert game.state.craft[RED].missiles == missiles - 10
    assert game.state.craft[RED].sims == left
