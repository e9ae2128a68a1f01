"""HELL missiles: locks, detonation, points on three facings, chains, blasts in slices."""

import csv

import pytest
from kit.interceptor.hells import blasts, facing_off, flicker, in_flight, lay, rack_row, settle
from kit.interceptor.missiles import actions, disarm, fill, fly, rack, send, speak_of
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor import RULESET
from spacecombat_env.rulesets.interceptor.combat import shields
from spacecombat_env.rulesets.interceptor.damage.blasts.hell import NEAR, destroy_missile
from spacecombat_env.rulesets.interceptor.engagement.declaring import legal_fire_weapons
from spacecombat_env.rulesets.interceptor.engagement.exchange import resolve_step
from spacecombat_env.rulesets.interceptor.missiles import decoys, defensive_fire, lock_on, obstacles
from spacecombat_env.rulesets.interceptor.missiles.launch_conditions import is_launchable
from spacecombat_env.rulesets.interceptor.missiles.lock_on import try_lock
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Event,
    Facing,
    Load,
    MissileStatus,
    Rock,
    Status,
    Target,
    Verb,
    weapon_action,
)

F, RF, RA, A, LA, LF = Facing


# --- locking on ----------------------------------------------------------------------------------


@pytest.mark.rule("IN-MSL-17")
@pytest.mark.parametrize(
    ("distance", "legal"), [(3, False), (4, True), (18, True), (22, True), (23, True)]
)
def test_it_is_launched_as_an_sss_from_4_to_30_hexes(distance, legal):
    table, k, e = facing_off(distance)
    w = rack_row(table, k)
    assert is_launchable(table.state, table.rules, k, w, Load.HELL, Target.CRAFT, e) == legal


@pytest.mark.rule("IN-MSL-17", "IN-IDE-16")
def test_it_needs_a_target_ahead_a_scanner_and_intelligence_8(monkeypatch):
    table, k, e = facing_off(9)
    state, rules, w = table.state, table.rules, rack_row(table, k)
    state.craft[k].facing = 2
    assert not is_launchable(state, rules, k, w, Load.HELL, Target.CRAFT, e)
    state.craft[k].facing = 0
    kind = rules.missile[Load.HELL]
    assert (kind.least, kind.most, kind.intelligence) == (4, 30, 8)
    assert kind.scanner and not kind.rear and not kind.turret and kind.points == 300
    fixed_dice(monkeypatch, lock_on, 8, 9)
    for locked in (True, False):
        speak_of(table, 0, k, e)
        fill(table, k, w, Load.HELL)
        assert try_lock(state, rules, 0, w, Load.HELL) == locked
    assert rack(table, k, w).load[Load.HELL] == 1  # the lock that failed costs nothing


@pytest.mark.rule("IN-DEF-04", "IN-MSL-17")
def test_its_launch_names_it_for_both_sides():
    table, k, e = facing_off(9)
    speak_of(table, 0, k, e)
    table.state.craft[e].ecm = 0
    while not try_lock(table.state, table.rules, 0, rack_row(table, k), Load.HELL):
        pass
    launched = table.events(Event.LAUNCH)[0]
    assert launched.c == Load.HELL and launched.known == 3


@pytest.mark.rule("IN-DEF-02", "IN-MSL-17")
def test_all_at_a_missile_never_means_a_hell():
    table, k, _ = facing_off(12)
    n = lay(table, 1, Load.TGM_1, (10, 10), MissileStatus.DORMANT)
    state, w = table.state, rack_row(table, k)
    speak_of(table, 0, k, n, Target.MISSILE)
    state.craft[k].fired = (1 << 16) - 1 - (1 << w)  # guns have fired
    assert actions(table, legal_fire_weapons) == {int(weapon_action(state, w))}
    fill(table, k, w, Load.DAP)
    state.missile[n].r = axial_row(10, 6)
    assert int(Verb.ALL) in actions(table, legal_fire_weapons)


# --- points --------------------------------------------------------------------------------------


def hit_aft(monkeypatch, die, *rates):
    """A HELL comes into the hex of a CHEETAH from behind; its shield rolls a die."""
    table, k, e, n = in_flight()
    table.state.craft[e].facing = 0
    flicker(table, e, *rates)
    fixed_dice(monkeypatch, shields, die)
    fly(table)
    resolve_step(table.state, table.rules)
    settle(table)
    return table, blasts(table, e)


@pytest.mark.rule("IN-MSL-18")
def test_through_the_shield_300_and_150_beside_it(monkeypatch):
    """OR-MSL-2: aft 300, right and left aft 150."""
    table, found = hit_aft(monkeypatch, 1, 60)
    assert found == {A: 300, RA: 150, LA: 150}
    assert [int(event.d) for event in table.events(Event.SHIELD)] == [1]
    assert (int(table.state.last.hits), int(table.state.last.points)) == (1, 600)


@pytest.mark.rule("IN-MSL-19")
def test_held_by_the_shield_each_facing_by_its_own_chance(monkeypatch):
    """OR-MSL-1: 70 aft and 60 on the sides next to it halve all three; ORC-HEL-1: 80 aft."""
    assert hit_aft(monkeypatch, 10, 60, 60, 60, 70, 60, 60)[1] == {A: 150, RA: 75, LA: 75}
    table, found = hit_aft(monkeypatch, 10, 60, 60, 60, 80, 60, 60)
    assert found == {A: 120, RA: 75, LA: 75}
    assert table.state.last.held == 1


@pytest.mark.rule("IN-MSL-18", "IN-MSL-20", "IN-MSL-21")
def test_points_are_those_of_the_table():
    with (RULESET.package / "data" / "hell_damage.csv").open(encoding="utf-8") as file:
        rows = [
            (int(r["nearest_facing"]), int(r["adjacent_facings"])) for r in csv.DictReader(file)
        ]
    assert rows[0] == rows[1] == (300, 150)
    assert rows[2:5] == [(points, points // 2) for points in NEAR]
    assert rows[5] == (0, 0)


@pytest.mark.rule("IN-MSL-20", "IN-MSL-21", "IN-AMB-30")
@pytest.mark.parametrize(
    ("away", "expect"),
    [
        (0, {F: 120, RF: 60, LF: 60}),
        (1, {F: 60, RF: 30, LF: 30}),
        (2, {F: 30, RF: 15, LF: 15}),
        (3, {}),
    ],
)
def test_others_take_less_with_distance_by_the_chance_of_their_shields(away, expect):
    table = scene()
    k = table.put("CHEETAH", at=(10, 10), heading=0)
    flicker(table, k, 50)
    n = lay(table, 1, Load.HELL, (10, 10 + away), heading=3)
    destroy_missile(table.state, table.rules, n)
    settle(table)
    assert blasts(table, k) == expect


@pytest.mark.rule("IN-MSL-21", "IN-AMB-47")
def test_the_reduced_points_are_rounded_down():
    table = scene()
    k = table.put("CHEETAH", at=(10, 10))
    flicker(table, k, 20, 70, 70, 70, 70, 20)  # 70 % ahead, 50 % to the right
    destroy_missile(table.state, table.rules, lay(table, 1, Load.HELL, (10, 12)))
    settle(table)
    assert blasts(table, k) == {F: 35, RF: 12, LF: 17}


@pytest.mark.rule("IN-MSL-20", "IN-DEF-14")
def test_point_defence_stops_it_in_the_hex_of_its_target(monkeypatch):
    table, k, e, n = in_flight()
    flicker(table, e, 0)
    monkeypatch.setattr(
        "spacecombat_env.rulesets.interceptor.missiles.flight.meet", lambda *_: True
    )
    fly(table)
    resolve_step(table.state, table.rules)
    settle(table)
    assert blasts(table, e) == {F: 200, RF: 100, LF: 100}
    detonated = table.events(Event.DETONATED)[0]
    assert (detonated.c, detonated.d) == (table.state.craft[e].q, table.state.craft[e].r)
    assert detonated.known == 3 and table.state.missile[n].status == MissileStatus.NONE


@pytest.mark.rule("IN-DEF-01", "IN-MSL-17", "IN-CRW-07")
def test_shot_down_it_goes_off_where_it_is_and_counts_for_its_launcher(monkeypatch):
    table, k, e, n = in_flight(9)
    near = table.put("PEGASUS", side=1, at=(10, 7))
    own = table.put("PEGASUS", at=(10, 5))
    pilot = int(table.state.craft[k].first_crew)
    table.state.crew[pilot].weapons = table.state.craft[k].fired = (1 << 16) - 1
    for one in (near, own, k):
        flicker(table, one, 0)
    missile = table.state.missile[n]
    missile.status, missile.q, missile.r = MissileStatus.FLYING, 10, axial_row(10, 6)
    fixed_dice(monkeypatch, defensive_fire, 1)
    defensive_fire.shoot_group(table.state, table.rules, e, 0, 1, n)
    settle(table)
    assert sum(blasts(table, near).values()) == sum(blasts(table, own).values()) == 200
    assert table.state.craft[near].hit_by == pilot and table.state.craft[own].hit_by == NONE
    assert sum(blasts(table, k).values()) == 100 and not blasts(table, e)


@pytest.mark.rule("IN-DEF-06", "IN-MSL-20", "IN-MSL-21")
def test_a_decoy_lures_it_to_its_own_hex(monkeypatch):
    table, k, e, n = in_flight(9)
    fixed_dice(monkeypatch, decoys, 9)
    q, r = 10, axial_row(10, 11)  # 2 hexes before the ship
    assert decoys.lure(table.state, table.rules, e, 2, q, r) == 1
    flicker(table, e, 0)
    settle(table)
    assert blasts(table, e) == {F: 50, RF: 25, LF: 25}
    assert table.state.missile[n].status == MissileStatus.NONE


@pytest.mark.rule("IN-MSL-07", "IN-MSL-17", "IN-AST-04")
def test_on_an_asteroid_it_detonates_and_destroys_it(monkeypatch):
    table, k, e, n = in_flight(9)
    missile, rock = table.state.missile[n], table.state.rock[0]
    missile.status, missile.q, missile.r = MissileStatus.FLYING, 10, axial_row(10, 11)
    rock.kind, rock.q, rock.r, rock.hits = Rock.ASTEROID, 10, missile.r, 200
    fixed_dice(monkeypatch, obstacles, 10)
    assert obstacles.meet_obstacle(table.state, table.rules, n)
    assert rock.kind == Rock.NONE and table.state.blasts == 1


@pytest.mark.rule("IN-AMB-171", "IN-MSL-17")
@pytest.mark.parametrize(("flown", "blasts"), [(False, 0), (True, 1)])
def test_without_a_target_one_in_flight_goes_off(flown, blasts):
    table, k, e, n = in_flight(9)
    if flown:
        table.state.missile[n].status = MissileStatus.FLYING
    table.state.craft[e].status = Status.BROKEN_OFF
    fly(table)
    assert table.state.blasts == blasts
    assert table.state.missile[n].status == MissileStatus.NONE


@pytest.mark.rule("IN-DEF-02", "IN-LOS-12")
def test_used_against_a_missile_it_hurts_the_ships_of_that_hex():
    table, k, e = facing_off(9)
    disarm(table, k), disarm(table, e)
    by = table.put("CHEETAH", at=(10, 8))
    flicker(table, by, 0)
    mine = lay(table, 1, Load.TGM_1, (10, 8), MissileStatus.DORMANT)
    n = send(table, k, Load.HELL, mine, missile=True)
    fly(table)
    assert [int(table.state.missile[m].status) for m in (mine, n)] == [0, 0]
    settle(table)
    assert sorted(blasts(table, by).values()) == [100, 100, 200]


@pytest.mark.rule("IN-LOS-12", "IN-AMB-172")
def test_ships_in_cover_are_spared_in_its_hex_alone():
    """OR-MSL-5."""
    for away, spared in ((0, True), (1, False)):
        table = scene()
        k = table.put("CHEETAH", at=(10, 10))
        friend = table.put("PEGASUS", at=(10, 10))
        table.state.craft[k].cover = friend
        destroy_missile(table.state, table.rules, lay(table, 1, Load.HELL, (10, 10 + away)))
        settle(table)
        assert bool(blasts(table, k)) != spared
        assert blasts(table, friend)
