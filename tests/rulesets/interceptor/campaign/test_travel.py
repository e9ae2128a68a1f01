"""6.3: travel and finding the way."""

from dataclasses import replace

import pytest
from kit.interceptor.campaigns import hull, rolls

from spacecombat_env.rulesets.interceptor.campaign import Damage
from spacecombat_env.rulesets.interceptor.campaign.journeys.travel import (
    Target,
    air_hours,
    always_finds,
    can_reach,
    find_chance,
    find_way,
    finds,
    fuel_hours,
    lost_senses,
    travel_hours,
)
from spacecombat_env.rulesets.interceptor.campaign.state import EventKind
from spacecombat_env.rulesets.interceptor.model import Comp

SENSORS = Damage("Long-range sensors", Comp.LONG_RANGE_SENSORS, (3,))
COMPUTER = Damage("Navigation computer", Comp.NAVIGATION, (5,))
BLIND, LOST, BOTH = hull(damage=(SENSORS,)), hull(damage=(COMPUTER,)), (SENSORS, COMPUTER)
STATIC, MOVING = Target


@pytest.mark.rule("IN-CAM-13")
def test_fast_hulls_arrive_earlier():
    """The numbers are this project's."""
    assert [travel_hours(1, thrust) for thrust in (0, 2, 10, 14)] == [24, 20, 12, 10]
    assert travel_hours(2, 10) == 24


@pytest.mark.rule("IN-CAM-13")
def test_fuel_and_air_limit_a_journey():
    tank = Damage("fuel", Comp.FUEL, (1, 2, 3))
    leaking = hull(fuel_boxes=6, fuel_hours=24, damage=(tank,))
    assert fuel_hours(leaking) == 12 and fuel_hours(hull(fuel_boxes=6)) == 24
    assert can_reach(leaking, 12) and not can_reach(leaking, 13)
    support = Damage("basic life support", Comp.LIFE_SUPPORT, (4,))
    assert air_hours(hull(damage=(support,))) == 0
    assert air_hours(hull(damage=(support,), air_hours=720)) == 24
    assert air_hours(hull(air_hours=720)) == 720
    assert not can_reach(hull(away=20), 5) and can_reach(hull(away=19), 5)


@pytest.mark.rule("IN-IDE-39")
def test_pods_extend_life_support_of_short_duration_that_works():
    """24 hours each; the fuel of a fighter lasts no longer, unless it has more."""
    support = Damage("basic life support", Comp.LIFE_SUPPORT, (4,))
    pods = hull(loads=("ELS pod", "SSS", "ELS pod"), fuel_hours=60)
    assert air_hours(pods) == 72 and can_reach(pods, 60) and not can_reach(pods, 61)
    assert air_hours(replace(pods, damage=(support,))) == 0
    assert air_hours(replace(pods, air_hours=720)) == 720


@pytest.mark.rule("IN-CAM-14")
def test_a_sound_ship_always_finds_its_way():
    for target in Target:
        assert always_finds(hull()) and finds(hull(), target, 10)
        assert not finds(BLIND, target, 10)


@pytest.mark.rule("IN-CAM-16")
def test_damaged_ships_roll():
    """ORC-CAM-6."""
    ships = [BLIND, LOST, hull(damage=BOTH)]
    assert [find_chance(ship, STATIC) for ship in ships] == [9, 5, 1]
    assert [find_chance(ship, MOVING) for ship in ships] == [5, 1, 1]
    assert finds(BLIND, STATIC, 9) and not finds(BLIND, MOVING, 6)


@pytest.mark.rule("IN-IDE-15")
def test_both_systems_count_until_they_are_repaired():
    working = Damage("Long-range sensors", Comp.LONG_RANGE_SENSORS, (3,), disabled=False)
    assert lost_senses(hull(damage=(SENSORS,))) == ("disabled", "ok")
    assert lost_senses(hull(damage=(working, COMPUTER))) == ("ok", "disabled")


@pytest.mark.rule("IN-CAM-15")
def test_a_friend_leads_the_way():
    there, event = find_way(rolls(10), BLIND, STATIC)
    assert not there and event.kind is EventKind.LOST_WAY
    there, event = find_way(rolls(10, 10), BLIND, STATIC, [hull(id=8)])
    assert there and event.kind is EventKind.FOUND
    assert not find_way(rolls(10, 10), BLIND, STATIC, [LOST])[0]
