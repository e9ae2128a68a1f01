"""Chapter FIR: beams, locks, difficulties and volleys (overpowering: test_overpower.py)."""

import pytest
from kit.battle_rider.table import battle, ship

from spacecombat_env.rulesets.battle_rider.beams.gunnery import beams_left
from spacecombat_env.rulesets.battle_rider.model import Damage, Decision, Result, Sensor, Tumble
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import attempt_difficulty

SPINAL, SECONDARY, TURRET = 0, 1, 3


def gun(**values):
    """A ship with one meson gun of short range 40, hence of base difficulty 1 everywhere."""
    return ship("Gun", **({"spinal": "M40:5-5-5-5"} | values))


def lasers(count=2, **values):
    """A ship with a battery of far-reaching lasers."""
    return ship("Lasers", **({"turret": f"L(x{count})40:1-1-1-1"} | values))


def locked(shooter, target=None, away=0, **more):
    """Red's ship has a lock on Blue's and is asked for its weapons."""
    game = battle([shooter], [target or ship("Target")], away, **more).always(4).aim()
    assert game.decision == Decision.WEAPONS
    return game


def difficulty(shooter, target=None, away=0, **more):
    """The difficulty of a hit with all weapons."""
    return locked(shooter, target, away, **more).lowest_hit("ALL")


# --- when beams fire -----------------------------------------------------------------------------


@pytest.mark.rule("BR-FIR-01", "BR-AMB-19")
def test_a_ship_may_split_its_weapons_before_and_after_the_move():
    game = battle([lasers(2)], [ship("Target")]).always(3)
    game.aim().say("TURRET", 1, "OPEN_FIRE")
    assert game.state.craft[0].fired[TURRET] == 1
    game.say("MOVE", "GO")
    game.aim()
    assert (
        game.decision == Decision.WEAPONS
    )  # the lock of this round holds: one attempt, one success
    game.say("ALL")
    assert game.state.craft[0].fired[TURRET] == 2
    assert not game.can_say("FIRE")


@pytest.mark.rule("BR-FIR-01", "BR-AMB-19")
def test_ships_of_a_task_force_may_split_before_and_after_the_move():
    second = lasers(2) | {"name": "Second"}
    game = battle([lasers(2), second], [ship("Target")]).always(3)
    game.aim(shooter=("craft", 0)).say("ALL", "MOVE", "GO")
    game.aim(shooter=("craft", 1)).say("ALL")
    assert [int(game.state.craft[k].fired[TURRET]) for k in (0, 1)] == [2, 2]


@pytest.mark.rule("BR-FIR-01")
def test_beams_fire_only_in_the_own_round():
    game = battle([lasers(2)], [lasers(2)]).always(3)
    game.say("END_ROUND")
    game.skip_to(Decision.ROUND_MENU)
    assert game.state.seat == 1 and game.can_say("FIRE")
    game.aim(0).say("ALL")
    assert list(game.state.craft[0].fired) == [0, 0, 0, 0]
    assert list(game.state.craft[8].fired) == [0, 0, 0, 2]


@pytest.mark.rule("BR-FIR-02", "BR-FIR-03", "BR-FIR-08", "BR-AMB-46")
@pytest.mark.parametrize(
    ("size", "fired", "again"),
    [
        (-2, True, (0, 4)),  # all but the spinal mount once more
        (-5, True, (0, 4)),
        (-2, False, (0, 4)),  # the spinal never fires in the Missile Attack Phase
        (-1, True, (0, 2)),  # each weapon in one of the phases: two were held back
        (-1, False, (1, 4)),
        (1, True, (0, 2)),
    ],
)
def test_who_fires_in_both_phases(size, fired, again):
    armed = gun(turret="L(x4)40:1-1-1-1", size_mod=size)
    other = ship("Other", missile_directors=5, ready_missiles=5)
    game = battle([armed], [other]).always(3)
    slot = game.launch(8, 3)
    if fired:
        game.aim().say("SPINAL", "TURRET", 2, "OPEN_FIRE")
        assert [beams_left(game.state, game.rules, 0, row) for row in (SPINAL, TURRET)] == [0, 2]
    game.attack(slot)
    assert game.decision == Decision.DEFENSE_MENU
    left = tuple(beams_left(game.state, game.rules, 0, row) for row in (SPINAL, TURRET))
    assert left == again


@pytest.mark.rule("BR-FIR-08")
def test_no_weapon_fires_twice_in_a_phase():
    game = battle([lasers(2)], [ship("Target")]).always(1)
    game.aim().say("ALL")
    assert game.decision == Decision.ROUND_MENU and not game.can_say("FIRE")
    game.say("MOVE", "GO")
    assert not game.can_say("FIRE")


@pytest.mark.rule("BR-FIR-08", "BR-DMG-11", "BR-DMG-12", "BR-DMG-19")
@pytest.mark.parametrize(
    ("damage", "left"),
    [("fire_control", [0, 0]), ("power_plant", [0, 0]), ("spine", [0, 2]), ("sensors", [1, 2])],
)
def test_weapons_out_of_order_do_not_fire(damage, left):
    armed = gun(turret="L(x2)40:1-1-1-1", damage=[damage])
    game = battle([armed], [ship("Target")])
    assert [beams_left(game.state, game.rules, 0, row) for row in (SPINAL, TURRET)] == left
    assert game.can_say("FIRE") == (sum(left) > 0)


# --- locks ---------------------------------------------------------------------------------------


@pytest.mark.rule("BR-FIR-05", "BR-FIR-07", "BR-AMB-32")
def test_without_a_lock_no_fire_at_that_target_in_this_round():
    second = ship("Second")
    game = battle([lasers(2)], [ship("Target"), second]).always("miss")
    game.aim(8)
    assert game.decision == Decision.ROUND_MENU and not game.events("FIRE")
    game.say("FIRE")  # the other target is the only one left, and named at once
    game.answer(FIRE_SUBJECT="ALL")
    assert game.decision == Decision.ROUND_MENU and not game.can_say("FIRE")
    assert len(game.events("LOCK")) == 4  # two attempts, told to either side


@pytest.mark.rule("BR-FIR-05")
def test_a_ship_without_a_sensor_in_reach_cannot_fire():
    """Passive range 1 reaches 8 hexes; the gun reaches further."""
    near = battle([gun(passive_range=1)], [ship("Target")], 8)
    far = battle([gun(passive_range=1)], [ship("Target")], 9)
    assert near.can_say("FIRE") and not far.can_say("FIRE")


@pytest.mark.rule("BR-FIR-05", "BR-AMB-32")
def test_a_lock_holds_for_the_round_and_is_tried_anew_in_the_next():
    game = battle([lasers(2)], [ship("Target")]).always(3)
    game.aim().say("TURRET", 1, "OPEN_FIRE")
    locks = len(game.events("LOCK"))
    game.aim().say("ALL")
    assert len(game.events("LOCK")) == locks
    game.say("MOVE", "GO", "END_ROUND")
    game.to_round(0).aim()
    assert len(game.events("LOCK")) == locks + 2


@pytest.mark.rule("BR-FIR-06")
@pytest.mark.parametrize(("size", "value"), [(0, 1), (1, 2), (2, 3)])
def test_a_lock_is_a_detection_task_at_minus_one(size, value):
    """Range short 1, size, no thrust +1, lock -1."""
    game = battle([lasers(2)], [ship("Target", size_mod=size)]).always(value).aim()
    assert game.decision == Decision.WEAPONS
    attempt = game.state.attempt
    assert attempt.sensor == Sensor.PASSIVE
    assert attempt_difficulty(game.state, game.rules, attempt) == value
    if value > 1:
        game = battle([lasers(2)], [ship("Target", size_mod=size)]).always(value - 1).aim()
        assert game.decision == Decision.ROUND_MENU


@pytest.mark.rule("BR-FIR-06")
def test_an_active_lock_may_be_jammed():
    """A jammed lock of difficulty 1 (size 1, lock -1) becomes 2, or 3 on outstanding success."""
    hunter = lasers(2, active_range=20, passive_range=0)
    prey = ship("Prey", jammer_range=20, size_mod=1)
    game = battle([hunter], [prey]).always(1)
    game.say("ACTIVATE").answer(STATUS_SUBJECT=("craft", 0))
    game.aim()
    assert game.decision == Decision.JAM and game.state.seat == 1
    game.say(("craft", 8))
    assert game.events("JAMMED")[-1].a == 1
    assert game.decision == Decision.ROUND_MENU  # value 1 against difficulty 2


@pytest.mark.rule("BR-FIR-07")
def test_outstanding_success_of_a_lock_has_no_effect():
    game = battle([lasers(2)], [ship("Target")]).always("bullseye").aim()
    assert game.decision == Decision.WEAPONS
    game.always(1).say("ALL")
    assert [hit.b for hit in game.events("FIRE")] == [2]
    assert len(game.events("DAMAGE")) == 2  # two hits of damage 1, not doubled


@pytest.mark.rule("BR-FIR-07")
def test_any_or_all_weapons_may_fire_after_a_lock():
    game = locked(gun(turret="L(x4)40:1-1-1-1"))
    game.say("TURRET", 3, "OPEN_FIRE")
    assert list(game.state.craft[0].fired) == [0, 0, 0, 3]
    assert game.events("FIRE")[-1].a == 3
    game.aim().say("ALL")
    assert list(game.state.craft[0].fired) == [1, 0, 0, 4]


@pytest.mark.rule("BR-FIR-18")
def test_only_detected_ships_and_spreads_are_targets():
    hidden = ship("Hidden", detected=False, missile_directors=5, ready_missiles=5)
    game = battle([lasers(2)], [ship("Seen"), hidden])
    game.launch(9, 3, force=12, detected=False)
    game.launch(9, 3, force=12, detected=True, slot=13)
    game.say("FIRE")
    assert game.legal() == {game.action(("enemy_craft", 8)), game.action(("enemy_spread", 13))}


# --- difficulty ----------------------------------------------------------------------------------


@pytest.mark.rule("BR-FIR-09")
@pytest.mark.parametrize(("away", "base"), [(0, 1), (5, 1), (6, 2), (10, 2), (11, 3), (20, 3)])
def test_base_difficulty_by_the_range_bands_of_the_weapon(away, base):
    """TSK-03, short range 5: 0-5, 6-10, 11-20, 21-40; fire control takes off the range."""
    assert difficulty(gun(spinal="M5:5-5-5-5", fire_control=14), away=away) == base


@pytest.mark.rule("BR-FIR-09")
def test_a_weapon_does_not_fire_beyond_extreme_range():
    game = battle([gun(spinal="M1:5-5-5-5", fire_control=14)], [ship("Target")], 9)
    assert not game.can_say("FIRE")


@pytest.mark.rule("BR-FIR-09", "BR-AMB-34")
def test_a_weapon_does_not_fire_at_a_range_with_damage_x():
    """Rifle 3:5-5-X-0: short 0-3, medium to 6, long (X) to 12, extreme to 24."""
    rifle = gun(spinal="M3:5-5-X-0", fire_control=14)
    fires = [battle([rifle], [ship("T")], away).can_say("FIRE") for away in (6, 7, 12, 13)]
    assert fires == [True, False, False, True]


@pytest.mark.rule("BR-FIR-09")
@pytest.mark.parametrize(("size", "value"), [(-2, 1), (0, 1), (1, 2), (2, 3)])
def test_target_size_counts(size, value):
    assert difficulty(gun(), ship("Target", size_mod=size)) == value


@pytest.mark.rule("BR-FIR-09")
@pytest.mark.parametrize("evade", [0, 1, 2])
def test_evasion_of_the_target_counts(evade):
    game = locked(gun())
    game.state.tf[12].evade = evade
    assert game.lowest_hit("ALL") == 1 + evade


@pytest.mark.rule("BR-FIR-10", "BR-FIR-09")
@pytest.mark.parametrize(
    ("away", "value"), [(0, 1), (2, 1), (3, 2), (5, 2), (6, 3), (9, 4), (11, 4), (12, 5), (14, 5)]
)
def test_absolute_range_counts_one_for_three_hexes(away, value):
    """p.10: 0-2 nothing, 3-5 +1, 6-8 +2, 9-11 +3, 12-14 +4."""
    assert difficulty(gun(), away=away) == value


@pytest.mark.rule("BR-FIR-10")
def test_beyond_difficulty_five_a_weapon_does_not_fire():
    """15 hexes: 1 + 5 = 6."""
    assert not battle([gun()], [ship("Target")], 15).can_say("FIRE")


@pytest.mark.rule("BR-FIR-16", "BR-AMB-14", "BR-PAC-08")
@pytest.mark.parametrize(
    ("away", "rating", "evade", "value"),
    [(12, 0, 0, 5), (12, 3, 0, 2), (12, 4, 0, 1), (12, 6, 0, 1), (12, 4, 2, 3), (0, 1, 2, 2)],
)
def test_fire_control_ignores_range_and_evasion(away, rating, evade, value):
    """FC n takes n off range and evasion together, never off the base."""
    game = locked(gun(fire_control=rating), away=away)
    game.state.tf[12].evade = evade
    assert game.lowest_hit("ALL") == value


@pytest.mark.rule("BR-FIR-16", "BR-PAC-08", "BR-AMB-14")
def test_fire_control_never_lowers_base_or_size():
    """Base 3 at long range, size +1, FC 20."""
    assert difficulty(gun(spinal="M1:5-5-5-5", fire_control=20), away=3) == 3
    assert difficulty(gun(fire_control=20), ship("Target", size_mod=1)) == 2


@pytest.mark.rule("BR-FIR-16")
def test_fire_control_serves_every_shot():
    """FC 4 at 12 hexes: all five lasers hit with a 1."""
    game = locked(lasers(5, fire_control=4), away=12).always(1).say("ALL")
    shots = game.events("FIRE")[-1]
    assert (shots.a, shots.b) == (5, 5)


@pytest.mark.rule("BR-FIR-09", "BR-DMG-22")
def test_the_shooters_task_penalties_count():
    assert difficulty(gun(damage=["life_support", "computer"])) == 3


@pytest.mark.rule("BR-FIR-09", "BR-DMG-26")
@pytest.mark.parametrize("severity", [Tumble.TUMBLE, Tumble.SEVERE])
def test_tumbling_counts(severity):
    game = locked(gun())
    game.state.craft[0].tumble = severity
    assert game.lowest_hit("ALL") == 1 + severity


# --- the result ----------------------------------------------------------------------------------


@pytest.mark.rule("BR-FIR-17", "BR-DMG-01")
@pytest.mark.parametrize(("value", "damage"), [(3, 2), ("bullseye", 4), (5, 4), ("miss", 0)])
def test_a_hit_and_a_double_hit(value, damage):
    """Damage 2; outstanding success doubles it; Life Support and three more results."""
    game = locked(gun(spinal="M40:2-2-2-2"))
    game.state.pool[:] = 0
    for result in (Result.LIFE_SUPPORT, Result.COMPUTER, Result.SENSORS, Result.JUMP_DRIVE):
        game.state.pool[result] = 1
    game.always(value).say("ALL")
    assert (game.state.craft[8].damage == Damage.PERMANENT).sum() == damage


@pytest.mark.rule("BR-FIR-04", "BR-SCR-04", "BR-SCR-08")
@pytest.mark.parametrize(
    ("weapon", "results"),
    [("L40:3-3-3-3", 2), ("P40:3-3-3-3", 0), ("M40:3-3-3-3", 3)],
)
def test_armor_stops_particles_laser_a_little_and_mesons_never(weapon, results):
    """Damage 3 at armor 10: laser 3 - 1, particles 3 - 10, mesons 3."""
    game = locked(gun(turret=weapon, spinal=None), ship("Target", armor=10))
    game.only_marker("LIFE_SUPPORT").always(3).say("ALL")
    assert int(game.state.pool[Result.LIFE_SUPPORT]) == 36 - min(results, 1)
    assert len(game.events("DAMAGE")) == min(results, 1)


@pytest.mark.rule("BR-FIR-19", "BR-MIS-31", "BR-MIS-23")
@pytest.mark.parametrize(("value", "left"), [(2, 5), (3, 1), ("bullseye", 1)])
def test_beams_at_a_detected_spread_in_the_operations_phase(value, left):
    """Base 1, size +2: a 3 hits. Four lasers take four of five; no white-out, no damage."""
    game = battle([lasers(4)], [ship("Far", missile_directors=9, ready_missiles=9)])
    slot = game.launch(8, 5)
    game.always(4).aim(spread=slot).always(value)
    assert game.decision == Decision.WEAPONS
    game.say("ALL")
    assert game.state.spread[slot].count == left
    assert game.state.whiteout["timer"].sum() == 0 and not game.events("DAMAGE")


@pytest.mark.rule("BR-FIR-19")
def test_the_last_missile_takes_the_spread_away():
    game = battle([lasers(4)], [ship("Far", missile_directors=9, ready_missiles=9)])
    slot = game.launch(8, 2)
    game.always(4).aim(spread=slot).say("ALL")
    assert game.state.spread[slot].count == 0 and len(game.events("SPREAD_GONE")) == 1
    assert game.state.whiteout["timer"].sum() == 0


@pytest.mark.rule("BR-FIR-07")
def test_the_volley_of_a_ship_counts_before_the_next_one_fires():
    """AMB-39: the first ship destroys the target, the second has nothing left to fire at."""
    second = gun() | {"name": "Second"}
    game = battle([gun(), second], [ship("Target"), ship("Other")]).always(3)
    game.only_marker("SHIP_EXPLODES").aim(8).say("ALL")
    assert list(game.state.craft[1].fired) == [0, 0, 0, 0]
    assert game.state.craft[9].status == 1
