"""Chapter DMG: damage values, the cup, and what every result does to a ship."""

import pytest
from kit.battle_rider.table import Battle, battle, position, ship, side

from spacecombat_env.rulesets.battle_rider.movement.movement import thrust_available
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    Ask,
    CraftStatus,
    Damage,
    Purpose,
    Result,
    Tumble,
)
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import attempt_difficulty
from spacecombat_env.rulesets.battle_rider.ships.damage import fire_control

CUP = ("JUMP_DRIVE", "SENSORS", "LIFE_SUPPORT", "COMPUTER", "SPINE", "MANEUVER_DRIVE", "BRIDGE")


LONG = {"columns": 19, "rows": 60}


def gun(weapon="M40:1", name="Gun", **values):
    """A ship with a weapon."""
    return ship(name, **({"turret": weapon} | values))


def shoot(weapon, target=None, away=0, card=1, cup=CUP):
    """Red's weapons hit Blue's ship; the cup holds one marker of each kind named."""
    game = battle([gun(weapon, fire_control=20)], [target or ship("Target")], away)
    game.always(4).aim()
    game.state.pool[:] = 0
    for name in cup:
        game.state.pool[Result[name]] = 1
    game.always(card).say("ALL")
    assert game.events("FIRE")[-1].b > 0
    return game


def results(game, index=8):
    """Permanent and temporary results on a ship."""
    damage = game.state.craft[index].damage
    return int((damage == Damage.PERMANENT).sum()), int((damage == Damage.TEMPORARY_2).sum())


def hurt(*damage, **values):
    """Red's round; its ship has taken damage already."""
    return battle([gun(damage=list(damage), **values)], [ship("Target")])


# --- the damage value ----------------------------------------------------------------------------


@pytest.mark.rule("BR-DMG-01")
@pytest.mark.parametrize(
    ("away", "card", "damage"),
    [(0, 1, 4), (5, 1, 4), (6, 2, 3), (10, 2, 3), (11, 3, 2), (21, 4, 1)],
)
def test_the_damage_of_the_range_band(away, card, damage):
    """Short range 5: 4 to 5 hexes, 3 to 10, 2 to 20, 1 to 40."""
    assert results(shoot("M5:4-3-2-1", away=away, card=card)) == (damage, 0)


@pytest.mark.rule("BR-DMG-01")
def test_damage_is_doubled_before_anything_else():
    """Laser 3 at armor 10: doubled 6 - 1 = 5, not 2 x (3 - 1) = 4."""
    target = ship("Target", armor=10)
    assert results(shoot("L40:3", target)) == (2, 0)
    assert results(shoot("L40:3", target, card="bullseye")) == (5, 0)


@pytest.mark.rule("BR-DMG-02")
@pytest.mark.parametrize(("armor", "left"), [(0, 3), (9, 3), (10, 2), (19, 2)])
def test_lasers_lose_a_tenth_of_the_armor(armor, left):
    """p.11: armor 10 to 19 takes 1 off, 9 or less nothing."""
    assert results(shoot("L40:3", ship("Target", armor=armor))) == (left, 0)


@pytest.mark.rule("BR-DMG-02", "BR-DMG-03", "BR-DMG-04")
@pytest.mark.parametrize("weapon", ["L", "P", "M"])
@pytest.mark.parametrize(("size", "left"), [(-2, 1), (0, 3), (1, 4)])
def test_the_size_of_the_target_is_added(weapon, size, left):
    game = shoot(f"{weapon}(-2)40:3", ship("Target", size_mod=size))
    assert results(game) == (left, 0)


@pytest.mark.rule("BR-DMG-03", "BR-DMG-05")
@pytest.mark.parametrize(
    ("damage", "left"), [(2, (0, 0)), (3, (0, 1)), (4, (1, 0)), (5, (2, 0)), (7, (4, 0))]
)
def test_particles_lose_all_of_the_armor(damage, left):
    """Armor 3: below 0 nothing, exactly 0 one temporary result, n permanent ones."""
    assert results(shoot(f"P40:{damage}", ship("Target", armor=3))) == left


@pytest.mark.rule("BR-DMG-02", "BR-DMG-03", "BR-SCR-06")
@pytest.mark.parametrize(("weapon", "left"), [("L40:4", 2), ("P40:9", 2), ("M40:2", 2)])
def test_sandcaster_points_come_off_too(weapon, left):
    """Two casters of a point: laser 4 - 2, particles 9 - 5 - 2 and mesons 2, unsanded."""
    game = shoot(weapon, ship("Target", sandcasters=2, armor=5))
    if game.ask == Ask.SAND_NUMBER:
        game.always(3).say(2)
    assert results(game) == (left, 0)


# --- the cup -------------------------------------------------------------------------------------


@pytest.mark.rule("BR-DMG-06", "BR-DMG-23", "BR-SEQ-11")
def test_a_temporary_result_lasts_this_turn_and_the_next():
    game = shoot("M40:0", cup=["JUMP_DRIVE"])
    hurt_ship = game.state.craft[8]
    assert hurt_ship.damage[Result.JUMP_DRIVE] == Damage.TEMPORARY_2
    game.say("END_ROUND").to_round(0)
    assert hurt_ship.damage[Result.JUMP_DRIVE] == Damage.TEMPORARY_1
    assert game.state.pool[Result.JUMP_DRIVE] == 0
    game.say("END_ROUND").to_round(0)
    assert hurt_ship.damage[Result.JUMP_DRIVE] == Damage.INTACT
    assert game.state.pool[Result.JUMP_DRIVE] == 1  # AMB-37: the marker goes back


@pytest.mark.rule("BR-DMG-06", "BR-DMG-15", "BR-DMG-07")
@pytest.mark.parametrize("weapon", ["M40:0", "M40:1"])
def test_ship_explodes_is_never_temporary(weapon):
    game = shoot(weapon, cup=["SHIP_EXPLODES"])
    assert game.state.craft[8].status == CraftStatus.DESTROYED
    marker = game.state.whiteout[0]
    force = game.state.tf[12]
    assert (marker.timer, marker.q, marker.r) == (2, force.q, force.r)


@pytest.mark.rule("BR-DMG-07", "BR-AMB-37")
def test_duplicates_go_back_to_the_cup():
    """Three markers drawn from three alike: one stays, two go back."""
    game = battle([gun("M40:3")], [ship("Target")]).only_marker("JUMP_DRIVE", 3)
    game.always(4).aim().always(1).say("ALL")
    assert results(game) == (1, 0) and game.state.pool[Result.JUMP_DRIVE] == 2


@pytest.mark.rule("BR-DMG-07", "BR-AMB-37")
def test_an_explosion_returns_all_markers():
    """Old and new: the permanent one of the ship, the three drawn with the explosion."""
    target = ship("Target", damage=["sensors", {"spine": "temporary"}])
    game = battle([gun("M40:4")], [target, ship("Other")]).always(4).aim(8)
    game.state.pool[:] = 0
    for name in ("JUMP_DRIVE", "COMPUTER", "BRIDGE", "SHIP_EXPLODES"):
        game.state.pool[Result[name]] = 1
    game.always(1).say("ALL")
    assert game.state.craft[8].status == CraftStatus.DESTROYED
    back = ("JUMP_DRIVE", "COMPUTER", "BRIDGE", "SHIP_EXPLODES", "SENSORS", "SPINE")
    assert all(game.state.pool[Result[name]] == 1 for name in back)
    assert game.state.pool.sum() == 6
    for _ in range(2):
        game.say("END_ROUND").to_round(0)
    assert game.state.pool.sum() == 6  # the temporary one is not returned twice


@pytest.mark.rule("BR-AMB-37", "BR-AMB-89")
def test_the_markers_of_riders_lost_with_their_tender_go_back():
    """The tender explodes with a damaged rider aboard."""
    rider = {"class": "Manticore", "name": "Rider", "aboard": "Maggart LT"}
    rider |= {"damage": ["sensors"]}
    tender = {"class": "Maggart LT", "name": "Maggart LT", "detected": True}
    blue = side(
        [tender, rider, ship("Other")],
        [{"ships": ["Maggart LT"], "hex": "1010"}, {"ships": ["Other"], "hex": "1012"}],
    )
    source = position(side([gun("M(-2)40:9")], [{"ships": ["Gun"], "hex": "1010"}]), blue)
    game = next(g for g in (Battle(source, seed=k) for k in range(1, 40)) if not g.state.initiative)
    game.to_round(0).only_marker("SHIP_EXPLODES", 1).always(3).aim(8).always("bullseye").say("ALL")
    assert game.state.craft[8].status == game.state.craft[9].status == CraftStatus.DESTROYED
    assert game.state.pool[Result.SENSORS] == 1


@pytest.mark.rule("BR-DMG-08")
def test_both_players_may_look_at_the_markers():
    game = shoot("M40:1", cup=["SENSORS"])
    event = game.events("DAMAGE")[-1]
    assert (event.known, event.a, event.b) == (3, Result.SENSORS, Damage.PERMANENT)
    assert all(game.seen(s).craft[8].damage[Result.SENSORS] == Damage.PERMANENT for s in (0, 1))


@pytest.mark.rule("BR-DMG-09")
def test_the_cup_of_thirty_six():
    """The markers of two dice: results in the order of the table from 2 to 12."""
    game = Battle("duel")
    ways = [1, 2, 3, 4, 5, 5, 1, 5, 4, 3, 2, 1]  # No Effect and Ship Explodes share the 7
    assert list(game.state.pool) == ways and game.state.pool.sum() == 36


@pytest.mark.rule("BR-DMG-07", "BR-DMG-09", "BR-AMB-37")
def test_an_empty_cup_gives_no_markers():
    assert results(shoot("M40:3", cup=["SENSORS"])) == (1, 0)


@pytest.mark.rule("BR-DMG-21", "BR-AMB-37")
def test_no_effect():
    """It goes back at once; with the switch it stays, and still does nothing."""
    game = shoot("M40:1", cup=["NO_EFFECT"])
    assert results(game) == (0, 0) and game.state.pool[Result.NO_EFFECT] == 1
    kept = battle([gun("M40:1")], [ship("Target")], options={"no_effect_stays": True})
    kept.always(4).aim().always(1).say("ALL")
    assert kept.state.craft[8].damage[Result.NO_EFFECT] == Damage.PERMANENT
    assert kept.state.pool[Result.NO_EFFECT] == 35
    kept.say("END_ROUND").skip_to(Ask.ROUND_MENU)
    assert kept.state.seat == 1 and thrust_available(kept.rules, kept.state.craft[8]) == 6


@pytest.mark.rule("BR-DMG-06", "BR-AMB-38")
@pytest.mark.parametrize(
    ("first", "weapon", "after"),
    [
        ("temporary", "M40:1", Damage.PERMANENT),
        ("permanent", "M40:0", Damage.PERMANENT),
        ("temporary", "M40:0", Damage.TEMPORARY_2),
    ],
)
def test_a_permanent_result_replaces_a_temporary_one(first, weapon, after):
    game = shoot(weapon, ship("Target", damage=[{"sensors": first}]), cup=["SENSORS"])
    assert game.state.craft[8].damage[Result.SENSORS] == after
    assert game.state.pool[Result.SENSORS] == 1


@pytest.mark.rule("BR-DMG-23")
def test_permanent_damage_is_never_repaired():
    game = hurt("jump_drive", "sensors")
    for _ in range(4):
        game.say("END_ROUND").to_round(0)
    assert results(game, 0) == (2, 0)


# --- the results ---------------------------------------------------------------------------------


def can_evade(game):
    """Whether the round's task force may spend Gs on evasion."""
    game.say("MOVE")
    return game.ask == Ask.THRUST and game.can_say("EVADE")


def can_jam(damage):
    """Whether a ship with this damage is asked to jam an active lock."""
    hunter = gun("L40:1", active_range=20, passive_range=0)
    prey = ship("Prey", jammer_range=20, damage=[damage])
    game = battle([hunter], [prey]).always(3)
    game.say("ACTIVATE").answer(STATUS_SUBJECT=("craft", 0))
    game.aim()
    return game.ask == Ask.JAM


def lock_difficulty(game):
    """The difficulty of Red's passive lock on Blue's ship; 1 for a sound one."""
    game.aim()
    attempt = game.state.attempt
    assert attempt.purpose == Purpose.BEAM_LOCK
    return attempt_difficulty(game.state, game.rules, attempt)


def leaves(damage, **values):
    """Red's ship leaves the map over Blue's edge: its status."""
    flyer = gun(jump=3, damage=damage, **values)
    forces = [{"ships": ["Gun"], "hex": "1031", "vector": {"direction": "N", "speed": 4}}]
    red = side([flyer, ship("Other")], [*forces, {"ships": ["Other"], "hex": "1010"}])
    source = position(red, side([ship("Blue")], [{"ships": ["Blue"], "hex": "1020"}]))
    game = next(g for g in (Battle(source, seed=k) for k in range(1, 40)) if not g.state.initiative)
    game.to_round(0).say("END_ROUND")
    return game.state.craft[0].status


def hidden_enemy(**values):
    """Red's round; Blue's ship is unknown."""
    return battle([gun(**values)], [ship("Hidden", detected=False)])


@pytest.mark.rule("BR-DMG-10", "BR-AMB-04", "BR-PAC-09", "BR-AMB-01")
def test_bridge_destroyed():
    """No maneuver, evasion, jamming, detection; fire control 0; locks at +1, weapons work."""
    game = hurt("bridge", fire_control=5)
    craft = game.state.craft[0]
    assert thrust_available(game.rules, craft) == 0
    assert fire_control(craft, game.rules.classes[craft.klass]) == 0
    assert lock_difficulty(game) == 2
    assert not can_evade(hurt("bridge"))
    assert not can_jam("bridge") and can_jam("jump_drive")
    assert hidden_enemy().can_say("DETECT")
    assert not hidden_enemy(damage=["bridge"]).can_say("DETECT")
    assert hurt("bridge").can_say("FIRE")
    assert leaves(["bridge"]) == CraftStatus.LOST


@pytest.mark.rule("BR-DMG-10", "BR-AMB-38")
def test_an_auxiliary_bridge_makes_the_first_result_temporary():
    target = ship("Target", aux_bridge=True)
    game = shoot("M40:1", target, cup=["BRIDGE"])
    craft = game.state.craft[8]
    assert craft.damage[Result.BRIDGE] == Damage.TEMPORARY_2
    game.say("END_ROUND").to_round(0).say("END_ROUND").to_round(0)
    assert craft.damage[Result.BRIDGE] == Damage.INTACT
    game.always(3).aim().always(1).say("ALL")
    assert craft.damage[Result.BRIDGE] == Damage.PERMANENT


@pytest.mark.rule("BR-DMG-10", "BR-AMB-38")
def test_the_second_bridge_result_is_permanent_however_it_is_drawn():
    """Temporary draws twice: the first lasts two turns, the second for good."""
    game = shoot("M40:0", ship("Target", aux_bridge=True), cup=["BRIDGE"])
    game.say("END_ROUND").to_round(0).say("END_ROUND").to_round(0)
    game.always(3).aim().always(1).say("ALL")
    assert game.state.craft[8].damage[Result.BRIDGE] == Damage.PERMANENT


@pytest.mark.rule("BR-DMG-11", "BR-MIS-11")
def test_fire_control_result():
    """No beams, no missiles; its spreads are removed at once, even by a temporary result."""
    assert not hurt("fire_control").can_say("FIRE")
    owner = ship("Owner", missile_directors=5, ready_missiles=5)
    game = battle([gun("M40:0")], [owner]).only_marker("FIRE_CONTROL")
    slot = game.launch(8, 3)
    game.always(4).aim(8).always(1).say("ALL")
    assert game.state.craft[8].damage[Result.FIRE_CONTROL] == Damage.TEMPORARY_2
    assert game.state.spread[slot].count == 0
    game.say("END_ROUND").skip_to(Ask.LAUNCH_MENU)
    assert game.state.seat == 0 or not game.can_say(("craft", 8))


@pytest.mark.rule("BR-DMG-11")
def test_a_fire_control_result_stops_launching():
    game = launching("fire_control")
    assert not game.can_say(("craft", 0))


def launching(*damage):
    """Red is asked for launches: the Rival can, the ship with the damage may not."""
    ships = [gun(damage=list(damage)), ship("Rival")]
    game = battle(ships, [ship("Target")]).say("END_ROUND").skip_to(Ask.LAUNCH_MENU)
    while game.state.seat != 0:
        game.say("DONE").skip_to(Ask.LAUNCH_MENU)
    assert game.can_say(("craft", 1))
    return game


@pytest.mark.rule("BR-DMG-12", "BR-AMB-05")
def test_power_plant():
    """No maneuver, evasion, jamming, beams or active sensors; passive sensors at +1; missiles."""
    game = hurt("power_plant", active_range=10)
    assert thrust_available(game.rules, game.state.craft[0]) == 0
    assert not game.can_say("FIRE") and not game.can_say("ACTIVATE")
    assert hurt("jump_drive", active_range=10).can_say("ACTIVATE")
    assert not can_evade(hurt("power_plant")) and not can_jam("power_plant")
    assert launching("power_plant").can_say(("craft", 0))


@pytest.mark.rule("BR-DMG-12")
def test_without_power_passive_detection_is_harder_by_one():
    """Base 1, no thrust +1; with +1 a 2 no longer finds the ship."""
    for damage, found in (([], True), (["power_plant"], False)):
        game = hidden_enemy(damage=damage).always(2).say("DETECT")
        game.answer(DETECT_SUBJECT="ALL", DETECT_SENSOR="PASSIVE")
        assert bool(game.state.craft[8].detected) == found


@pytest.mark.rule("BR-DMG-12", "BR-DMG-11")
def test_losing_power_switches_the_active_sensor_off():
    game = battle([gun("M40:1")], [ship("Target", active_range=10)])
    game.state.craft[8].active = 1
    game.only_marker("POWER_PLANT").always(4).aim().always(1).say("ALL")
    assert game.state.craft[8].active == 0


@pytest.mark.rule("BR-DMG-13", "BR-AMB-33")
def test_sensors():
    """No jamming, no detection; locks at +2."""
    assert lock_difficulty(hurt("sensors")) == 3
    assert not can_jam("sensors")
    assert not hidden_enemy(damage=["sensors"]).can_say("DETECT")


@pytest.mark.rule("BR-AMB-33", "BR-DMG-10", "BR-DMG-13")
@pytest.mark.parametrize(
    ("damage", "more"), [(["sensors"], 2), (["bridge"], 1), (["sensors", "bridge"], 3)]
)
@pytest.mark.parametrize(("away", "sound"), [(0, 1), (5, 1), (6, 2), (10, 2), (11, 3)])
def test_a_lock_with_broken_sensors_has_the_printed_range(damage, more, away, sound):
    """Short range 5, +1 for a target at rest, -1 for a lock; +2 sensors, +1 bridge."""
    target = ship("Target")
    values = {"passive_range": 5, "damage": damage}
    game = battle([gun(**values)], [target], away)
    if sound + more > 5:
        return
    assert lock_difficulty(game) == sound + more


@pytest.mark.rule("BR-AMB-33")
@pytest.mark.parametrize(("away", "fires"), [(40, True), (41, False)])
def test_a_lock_with_broken_sensors_reaches_as_far_as_they_would(away, fires):
    values = {"passive_range": 5, "damage": ["sensors"]}
    game = battle([gun("M(-2)40:1", fire_control=20, **values)], [ship("Target")], away, map=LONG)
    assert game.can_say("FIRE") == fires


@pytest.mark.rule("BR-AMB-33", "BR-DET-10", "BR-DMG-12")
@pytest.mark.parametrize(
    ("values", "fires"),
    [
        ({"passive_folding": True}, False),  # retracted
        ({"passive_range": 0, "active_range": 9}, False),  # switched off
        ({}, True),
    ],
)
def test_with_broken_sensors_what_is_retracted_or_off_stays_so(values, fires):
    game = battle([gun(damage=["sensors"], **values)], [ship("Target")])
    assert game.can_say("FIRE") == fires


@pytest.mark.rule("BR-DMG-14", "BR-DMG-20", "BR-DMG-22")
@pytest.mark.parametrize(
    ("damage", "value"),
    [
        ([], 1),
        (["life_support"], 2),
        (["computer"], 2),
        (["life_support", "computer"], 3),
        (["life_support", "computer", "sensors"], 5),
        (["artificial_gravity", "jump_drive", "maneuver_drive", "spine"], 1),
    ],
)
def test_task_penalties_add_up(damage, value):
    """p.8, p.12: Life Support and Computer together +2 on every task of the ship."""
    assert lock_difficulty(hurt(*damage)) == value


@pytest.mark.rule("BR-DMG-14", "BR-EVA-01")
def test_life_support_counts_in_evasion():
    """Difficulty 5 - 3 + 1: a 2 no longer succeeds."""
    for damage, evade in (([], 1), (["life_support"], 0)):
        game = hurt(*damage).always(2).say("MOVE", "EVADE", 3)
        assert game.state.tf[0].evade == evade


@pytest.mark.rule("BR-DMG-15")
def test_an_exploded_ship_is_out_of_the_game():
    game = shoot("M40:1", cup=["SHIP_EXPLODES"])
    assert game.state.points_lost[1] == 10
    assert (game.state.craft[8].tf, game.state.tf[12].strength) == (-1, 0)


@pytest.mark.rule("BR-DMG-16", "BR-AMB-54")
def test_artificial_gravity():
    """At most 2G of maneuver in a round, no evasion."""
    game = hurt("artificial_gravity").say("MOVE", ("direction", 0))
    assert not game.can_say("EVADE")
    game.say(("direction", 0))
    assert not game.can_say(("direction", 0)) and game.state.tf[0].gs == 2


@pytest.mark.rule("BR-DMG-17", "BR-DMG-20", "BR-SCN-07")
@pytest.mark.parametrize(
    ("damage", "status"),
    [
        ([], CraftStatus.ESCAPED),
        (["jump_drive"], CraftStatus.LOST),
        (["computer"], CraftStatus.LOST),
        (["life_support"], CraftStatus.LOST),
        (["sensors", "spine", "power_plant", "fire_control"], CraftStatus.ESCAPED),
    ],
)
def test_who_can_jump(damage, status):
    assert leaves(damage) == status


@pytest.mark.rule("BR-DMG-18")
def test_maneuver_drive():
    game = hurt("maneuver_drive")
    assert thrust_available(game.rules, game.state.craft[0]) == 0
    assert not can_evade(game) and game.state.tf[0].moved


@pytest.mark.rule("BR-DMG-19")
def test_spine_puts_the_spinal_mount_out():
    """Both guns of two parallel spinal mounts, the turret not."""
    armed = {"class": "Admiral", "name": "Gun", "detected": True, "damage": ["spine"]}
    game = battle([armed], [ship("Target")]).always(4).aim()
    assert game.ask == Ask.WEAPONS
    game.always(1).say("ALL")
    assert list(game.state.craft[0].fired[:2]) == [0, 0] and game.state.craft[0].fired[2:].sum()


@pytest.mark.rule("BR-DMG-20", "BR-LCH-08", "BR-AMB-98")
@pytest.mark.parametrize(("damage", "launches"), [([], True), (["computer"], False)])
def test_a_computer_result_forbids_launching_craft(damage, launches):
    tender = {"class": "Maggart LT", "detected": True, "damage": damage}
    rider = {"class": "Manticore", "aboard": "Maggart LT"}
    source = position(
        side([tender, rider], [{"ships": ["Maggart LT"], "hex": "1010"}], tactics=1),
        side([ship("Blue")], [{"ships": ["Blue"], "hex": "1020"}], tactics=1),
    )
    game = Battle(source)
    for _ in range(4):
        game.skip_to(Ask.FORCES_MENU, Ask.ROUND_MENU)
        if game.ask == Ask.ROUND_MENU or game.state.seat == 0:
            break
        game.say("DONE")
    assert (game.ask == Ask.FORCES_MENU and game.can_say("LAUNCH_CRAFT")) == launches


# --- spine and tumble ----------------------------------------------------------------------------


def spine(gs, card=3, mates=0, evasion=0, damage=("spine",)):
    """A ship with a broken spine moves with so many Gs; every tumble test shows a card."""
    ships = [gun(damage=list(damage)), *(ship(f"Mate {k}") for k in range(mates))]
    game = battle(ships, [ship("Target")]).always(card)
    game.say("MOVE", *[("direction", 0)] * gs)
    if evasion:
        game.say("EVADE").answer(EVADE_NUMBER=evasion)
    elif game.ask == Ask.THRUST:
        game.say("GO")
    return game


@pytest.mark.rule("BR-DMG-24", "BR-DMG-19")
@pytest.mark.parametrize(("gs", "evasion", "cards"), [(0, 0, 0), (1, 0, 1), (3, 0, 3), (2, 2, 5)])
def test_a_card_for_every_g(gs, evasion, cards):
    """The oracle: 3G, three cards. Evasion counts too (its own task takes one card more)."""
    game = battle([gun(damage=["spine"])], [ship("Target")]).always(3)
    before = int(game.state.chance.dealt)
    game.say("MOVE", *[("direction", 0)] * gs)
    if evasion:
        game.say("EVADE", evasion)
    else:
        game.say("GO")
    assert int(game.state.chance.dealt) - before == cards
    assert game.state.craft[0].tumble == Tumble.STEADY


@pytest.mark.rule("BR-DMG-24")
@pytest.mark.parametrize(
    ("gs", "card", "tumble"),
    [
        (1, 2, Tumble.STEADY),
        (1, 1, Tumble.TUMBLE),
        (2, 1, Tumble.SEVERE),
        (3, 1, Tumble.SEVERE),
        (3, 2, Tumble.STEADY),
    ],
)
def test_the_tumble_test(gs, card, tumble):
    """Difficulty 2: one failure a Tumble, two or more a Severe Tumble."""
    assert spine(gs, card).state.craft[0].tumble == tumble


@pytest.mark.rule("BR-DMG-24")
def test_other_damage_does_not_count_in_the_tumble_test():
    game = spine(2, 2, damage=("spine", "life_support", "computer"))
    assert game.state.craft[0].tumble == Tumble.STEADY


@pytest.mark.rule("BR-DMG-25", "BR-AMB-52", "BR-PAC-12", "BR-AMB-01")
def test_a_tumbling_ship_is_a_task_force_of_its_own_until_its_next_move():
    game = spine(1, 1, mates=1)
    craft = game.state.craft[0]
    assert craft.tf != 0 and game.state.tf[craft.tf].strength == 1
    assert game.state.tf[0].strength == 1 and game.state.craft[1].tf == 0
    new, old = game.state.tf[craft.tf], game.state.tf[0]
    assert (new.q, new.r, new.vq, new.vr) == (old.q, old.r, old.vq, old.vr)
    assert new.acted and new.shadow_found  # had its round; nothing else can be in it
    index = int(craft.tf)
    game.say("END_ROUND").to_round(index)
    assert craft.tumble == Tumble.TUMBLE and thrust_available(game.rules, craft) == 0
    game.say("MOVE")
    assert new.moved and craft.tumble == Tumble.STEADY  # no word of thrust was possible
    assert thrust_available(game.rules, craft) == 6


@pytest.mark.rule("BR-DMG-26")
@pytest.mark.parametrize("severity", [Tumble.TUMBLE, Tumble.SEVERE])
def test_tumbling_is_a_penalty_on_all_tasks(severity):
    game = spine(int(severity), 1)
    assert game.state.craft[0].tumble == severity
    game.always(4)
    assert lock_difficulty(game) == 1 + severity
