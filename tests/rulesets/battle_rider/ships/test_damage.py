"""Chapter DMG: damage values, temporary and permanent results, and the cup."""

import pytest
from kit.battle_rider.table import Battle, battle, position, ship, side
from kit.battle_rider.wounds import gun, hurt, shoot

from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Damage, Decision, Result
from spacecombat_env.rulesets.battle_rider.movement.movement import thrust_available


def results(game, index=8):
    """Permanent and temporary results on a ship."""
    damage = game.state.craft[index].damage
    return int((damage == Damage.PERMANENT).sum()), int((damage == Damage.TEMPORARY_2).sum())


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
    if game.decision == Decision.SAND_NUMBER:
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
    told = [(event.known, event.a, event.b) for event in game.events("DAMAGE")]
    assert told == [(3, Result.SENSORS, Damage.PERMANENT)]
    assert all(game.visible(s).craft[8].damage[Result.SENSORS] == Damage.PERMANENT for s in (0, 1))


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
    kept.say("END_ROUND").skip_to(Decision.ROUND_MENU)
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
