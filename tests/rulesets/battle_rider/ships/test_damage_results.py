"""Chapter DMG: what every result does to a ship."""

import pytest
from kit.battle_rider.table import Battle, battle, position, ship, side
from kit.battle_rider.wounds import gun, hurt, lock_difficulty, shoot

from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Damage, Decision, Result
from spacecombat_env.rulesets.battle_rider.movement.movement import thrust_available
from spacecombat_env.rulesets.battle_rider.ships.abilities import fire_control

LONG = {"columns": 19, "rows": 60}


def can_evade(game):
    """Whether the round's task force may spend Gs on evasion."""
    game.say("MOVE")
    return game.decision == Decision.THRUST and game.can_say("EVADE")


def can_jam(damage):
    """Whether a ship with this damage is asked to jam an active lock."""
    hunter = gun("L40:1", active_range=20, passive_range=0)
    prey = ship("Prey", jammer_range=20, damage=[damage])
    game = battle([hunter], [prey]).always(3)
    game.say("ACTIVATE").answer(STATUS_SUBJECT=("craft", 0))
    game.aim()
    return game.decision == Decision.JAM


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
    game.say("END_ROUND").skip_to(Decision.LAUNCH_MENU)
    assert game.state.seat == 0 or not game.can_say(("craft", 8))


@pytest.mark.rule("BR-DMG-11")
def test_a_fire_control_result_stops_launching():
    game = launching("fire_control")
    assert not game.can_say(("craft", 0))


def launching(*damage):
    """Red decides on launches: the Rival can, the ship with the damage may not."""
    ships = [gun(damage=list(damage)), ship("Rival")]
    game = battle(ships, [ship("Target")]).say("END_ROUND").skip_to(Decision.LAUNCH_MENU)
    while game.state.seat != 0:
        game.say("DONE").skip_to(Decision.LAUNCH_MENU)
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
    assert game.decision == Decision.WEAPONS
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
        game.skip_to(Decision.FORCES_MENU, Decision.ROUND_MENU)
        if game.decision == Decision.ROUND_MENU or game.state.seat == 0:
            break
        game.say("DONE")
    assert (game.decision == Decision.FORCES_MENU and game.can_say("LAUNCH_CRAFT")) == launches
