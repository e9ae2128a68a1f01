"""Chapter MIS, the Missile Attack Phase: targets, and beams of the defence."""

import pytest
from kit.battle_rider.attacks import attacked, carrier, count, laser
from kit.battle_rider.table import Battle, position, ship, side

from spacecombat_env.rulesets.battle_rider.model import Decision, Phase

TURRET = 3


# --- order and targets ---------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-19")
def test_the_order_of_a_defence():
    """Targets, locks, beams, dampers, sandcasters, missile fire."""
    defenders = [laser(dampers=1, sandcasters=2), ship("Second")]
    game = attacked(*defenders)
    assert game.decision == Decision.AIM_NUMBER and game.state.seat == 1
    game.say(3)
    assert game.decision == Decision.DEFENSE_MENU and game.state.seat == 0
    game.say("LOCK")
    assert game.decision == Decision.DEFENSE_MENU and game.can_say("SHOOT")
    game.always(2).say("SHOOT").answer(SHOT_WEAPON="TURRET", SHOT_NUMBER=1, SHOT_SHIP="OPEN_FIRE")
    game.say("END_DEFENSE")
    assert game.decision == Decision.DAMPER_MENU
    game.say("DONE")
    assert game.decision == Decision.MISSILE_SAND_NUMBER
    game.say(0)
    assert len(game.events("MISSILES_FIRE")) == 1


@pytest.mark.rule("BR-MIS-19", "BR-MIS-21")
def test_locks_come_before_the_beams():
    """With two spreads attacking, a lock not tried before the first shot is lost."""
    game = attacked(laser(), spreads=2)
    assert game.can_say("LOCK")
    game.say("LOCK").answer(DEFENSE_SPREAD=("enemy_spread", 12))
    assert game.can_say("LOCK") and game.can_say("SHOOT")
    game.say("SHOOT").answer(SHOT_NUMBER=1, SHOT_SHIP="OPEN_FIRE")
    assert not game.can_say("LOCK")


@pytest.mark.rule("BR-MIS-20", "BR-MIS-14")
def test_the_attacker_distributes_the_missiles_over_detected_ships():
    """Seven missiles: three at the first, four at the last, none at the undetected one."""
    defenders = [ship("First"), ship("Hidden", detected=False), ship("Last")]
    game = attacked(*defenders, missiles=7)
    assert game.decision == Decision.AIM_NUMBER
    assert game.legal() == {game.action(k) for k in range(8)}
    game.missile_value(3).say(3)
    fired = {int(event.target): int(event.a) for event in game.events("MISSILES_FIRE")}
    assert fired == {0: 3, 2: 4}


@pytest.mark.rule("BR-MIS-18")
def test_a_task_force_fires_only_at_missiles_that_attack_it():
    """Two task forces in one hex: the other one has nothing to decide."""
    forces = [{"ships": [name], "hex": "1010"} for name in ("Red", "Other")]
    red = side([laser(), laser(name="Other")], forces)
    source = position(red, side([carrier()], [{"ships": ["Carrier"], "hex": "1010"}]))
    game = next(g for g in (Battle(source, seed=k) for k in range(1, 40)) if not g.state.initiative)
    game.to_round(0).only_marker("NO_EFFECT").always(3)
    game.launch(8, 3)
    game.launch(8, 3, slot=13)
    game.state.spread[13].vr = 1  # passes by
    game.attack(12)
    if game.decision == Decision.SPREAD_MENU:
        game.say("COAST")
    assert game.decision == Decision.DEFENSE_MENU and game.state.attack_tf == 0
    game.say("LOCK")
    assert game.decision == Decision.DEFENSE_MENU and game.can_say("SHOOT")  # one ship, one spread
    assert game.state.craft[1].lock_spread == 0
    game.say("END_DEFENSE")
    assert game.state.phase != Phase.MISSILE_ATTACK or game.state.attack_tf != 1


# --- locks ---------------------------------------------------------------------------------------


@pytest.mark.rule("BR-MIS-21", "BR-FIR-06")
@pytest.mark.parametrize(("value", "locked"), [(2, False), (3, True)])
def test_a_lock_on_a_detected_spread(value, locked):
    """Base 1, size +2, no G burned +1, lock -1 = 3."""
    game = attacked(laser()).always(value).say("LOCK")
    assert game.can_say("SHOOT") == locked if game.decision == Decision.DEFENSE_MENU else not locked


@pytest.mark.rule("BR-MIS-22", "BR-AMB-46")
@pytest.mark.parametrize(("value", "locked"), [(3, False), (4, True)])
def test_against_an_undetected_spread_a_plain_detection_is_a_lock(value, locked):
    """Without the -1 the difficulty is 4; success shows the spread to everyone."""
    game = attacked(laser(), laser(name="Two"), detected=False).say(3)
    game.always(value).say("LOCK").answer(DEFENSE_SHIP=("craft", 0))
    assert game.decision == Decision.DEFENSE_MENU and game.can_say("SHOOT") == locked
    assert bool(game.state.spread[12].detected) == locked
    game.always(3).say("LOCK")  # the second ship: -1 if the first has found them
    assert bool(game.state.craft[1].lock_spread) == locked


@pytest.mark.rule("BR-MIS-22", "BR-DMG-10", "BR-DMG-13")
@pytest.mark.parametrize("damage", ["bridge", "sensors"])
def test_a_ship_that_cannot_detect_has_no_lock_on_undetected_missiles(damage):
    game = attacked(laser(damage=[damage]), laser(name="Two"), detected=False).say(3)
    game.always(5).say("LOCK")
    assert int(game.state.craft[0].lock_spread) == 0 and game.state.craft[1].lock_spread
    assert game.can_say("LOCK")  # now detected: a lock is possible


@pytest.mark.rule("BR-MIS-21")
def test_each_ship_needs_a_lock_of_its_own():
    game = attacked(laser(), laser(name="Two")).say(3)
    game.say("LOCK", ("craft", 1)).say("SHOOT")
    game.answer(SHOT_MEMBER=("craft", 0))
    assert game.decision == Decision.SHOT_NUMBER or not game.can_say(("craft", 0))
    game.answer(SHOT_NUMBER=1, SHOT_SHIP="OPEN_FIRE")
    assert [int(game.state.craft[k].fired[TURRET]) for k in (0, 1)] == [0, 1]


@pytest.mark.rule("BR-MIS-21", "BR-AMB-32")
def test_one_attempt_for_ship_and_spread():
    game = attacked(laser(), spreads=2)
    before = len(game.events("LOCK"))
    game.always("miss").say("LOCK", ("enemy_spread", 12), "LOCK")
    assert game.decision == Decision.DEFENSE_MENU and not game.can_say("LOCK")
    assert len(game.events("LOCK")) == before + 4  # two attempts, told to either side


# --- beams ---------------------------------------------------------------------------------------


def shoot(game, beams, value):
    """One shot of this many beams at one missile."""
    game.always(3).say("LOCK").always(value).say("SHOOT")
    return game.answer(SHOT_NUMBER=beams, SHOT_SHIP="OPEN_FIRE")


@pytest.mark.rule("BR-MIS-23")
@pytest.mark.parametrize(
    ("beams", "value", "left"), [(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 2, 2), (3, 1, 2)]
)
def test_beams_at_one_missile(beams, value, left):
    """1 + size 2 = 3 for the best beam, -1 for each further one, a single card."""
    game = attacked(laser(6)).always(3).say("LOCK")
    before = int(game.state.chance.dealt)
    game.always(value).say("SHOOT").answer(SHOT_NUMBER=beams, SHOT_SHIP="OPEN_FIRE")
    assert count(game) == left
    assert int(game.state.chance.dealt) - before == 1
    assert game.state.craft[0].fired[TURRET] == beams


@pytest.mark.rule("BR-MIS-23")
def test_the_best_beam_counts():
    """A laser built for -2 (difficulty 1) with a plain one (3): 1 - 1 = 0, so a 1 hits."""
    mixed = ship("Red", turret="L10:1", secondary="L(-2)10:1")
    game = attacked(mixed).always(3).say("LOCK").always(1).say("SHOOT", "TURRET")
    game.answer(SHOT_SHIP=("craft", 0))
    game.answer(SHOT_SHIP="OPEN_FIRE")
    shot = game.events("DEFENSE_FIRE")[-1]
    assert (shot.a, shot.b) == (2, 1)


@pytest.mark.rule("BR-MIS-23", "BR-MIS-30", "BR-AMB-07")
def test_missiles_shot_down_leave_no_white_out():
    game = attacked(laser(6), missiles=1)
    shoot(game, 1, 3)
    assert count(game) == 0 and game.state.whiteout["timer"].sum() == 0
    assert not game.events("MISSILES_FIRE")


@pytest.mark.rule("BR-MIS-23", "BR-FIR-08")
def test_every_beam_fires_once_in_the_phase():
    game = shoot(attacked(laser(2)), 1, 3).say("AGAIN")
    assert [(e.a, e.b) for e in game.events("DEFENSE_FIRE")] == [(1, 1), (1, 1)]
    assert game.events("MISSILES_FIRE")[-1].a == 1  # two beams, three missiles
