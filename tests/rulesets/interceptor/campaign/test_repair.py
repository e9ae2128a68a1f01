"""6.6: repairs."""

from dataclasses import replace

import pytest
from kit.interceptor.campaigns import hull

from spacecombat_env.rulesets.interceptor.campaign import Base, Damage, SystemKind
from spacecombat_env.rulesets.interceptor.campaign.repair import (
    Part,
    Site,
    Stores,
    as_base,
    box_minutes,
    firewall_minutes,
    is_reparable,
    jobs,
    repair,
    scale_factor,
    served,
    site_of,
    steps,
    swaps_module,
)
from spacecombat_env.rulesets.interceptor.campaign.state import EventKind
from spacecombat_env.rulesets.interceptor.model import Comp, Side

HOUR, DAY = 60, 24 * 60
PLENTY = Stores(armour=99, boxes=99)
NOWHERE, FACILITY, NO_BAY = Site(), Site(True, True), Site(True, False)
SCANNER = Damage("Scanner", Comp.SCANNER, (4,))
ENGINE = Damage("engine 1", Comp.ENGINE, (8, 9))
FRONT = Damage("armour F", SystemKind.ARMOUR, (10, 11, 12, 13, 14))
KEEL = Damage("Ship Destroyed", Comp.SHIP_DESTROYED, (90,))
BATTERED = hull(damage=(KEEL, FRONT, SCANNER, ENGINE))


def left(ship):
    """Lost boxes by system."""
    return {each.system: each.lost for each in ship.damage}


def hours_to_repair(ship, site, stores=PLENTY):
    """Hours, to a quarter, after which all is whole that can be repaired at a site."""

    def is_done(minutes):
        after = repair(ship, site, stores, minutes)[0]
        return not any(is_reparable(each, site) for each in after.damage)

    return next(n for n in range(0, 10 * DAY, 15) if is_done(n)) / HOUR


@pytest.mark.rule("IN-CAM-25", "IN-AMB-140")
def test_without_a_facility_one_system_follows_the_other():
    """ORC-CAM-14: Scanner and Engine, five hours; neither Ship Destroyed nor armour."""
    first, others = jobs(BATTERED, NOWHERE)
    assert first == [] and others == [SCANNER, ENGINE]
    assert hours_to_repair(BATTERED, NOWHERE) == 5
    ship, stores, events = repair(BATTERED, NOWHERE, PLENTY, 3 * HOUR)
    assert left(ship) == {"Ship Destroyed": 1, "armour F": 5, "engine 1": 1}
    assert stores == Stores(99, 97)
    assert [(event.what, event.value) for event in events] == [("Scanner", 1), ("engine 1", 1)]
    assert left(repair(ship, NOWHERE, PLENTY, DAY)[0]) == {"Ship Destroyed": 1, "armour F": 5}


@pytest.mark.rule("IN-CAM-25")
def test_armour_and_structure_need_a_facility():
    assert [is_reparable(each, NOWHERE) for each in BATTERED.damage] == [False, False, True, True]
    assert all(is_reparable(each, NO_BAY) for each in BATTERED.damage)
    assert not is_reparable(Damage("cargo bay", Comp.CARGO, (1,)), FACILITY)


@pytest.mark.rule("IN-AMB-140")
def test_a_system_is_a_component_or_the_armour_of_a_facing():
    other = replace(ENGINE, system="engine 2")
    ship = hull(damage=(ENGINE, other), queue=("engine 2",))
    half_done = repair(ship, NOWHERE, PLENTY, 3 * HOUR)[0]
    assert left(half_done) == {"engine 1": 2, "engine 2": 1}
    assert [each.minutes for each in half_done.damage] == [0, HOUR]
    after = repair(half_done, NOWHERE, PLENTY, HOUR)[0]
    assert left(after) == {"engine 1": 2}, "work that was begun counts"
    assert hours_to_repair(hull(damage=(FRONT,)), FACILITY) == 2.5
    assert len(steps(FRONT, 1, FACILITY, PLENTY)) == 5


@pytest.mark.rule("IN-CAM-26")
def test_at_a_facility_structure_comes_first_then_all_at_once():
    """12 hours of Ship Destroyed, then 2.5 of armour next to 4 of the engine."""
    assert hours_to_repair(BATTERED, FACILITY) == 16
    begun = repair(BATTERED, FACILITY, PLENTY, 11 * HOUR)[0]
    assert left(begun) == left(BATTERED)
    assert left(repair(begun, FACILITY, PLENTY, HOUR)[0]) == {
        "armour F": 5,
        "Scanner": 1,
        "engine 1": 2,
    }
    assert left(repair(BATTERED, FACILITY, PLENTY, 14 * HOUR)[0]) == {"armour F": 1, "engine 1": 1}
    assert left(repair(BATTERED, FACILITY, PLENTY, 16 * HOUR)[0]) == {}


@pytest.mark.rule("IN-CAM-26")
def test_a_box_of_armour_takes_half_an_hour_and_of_firewall_an_hour():
    plated = replace(FRONT, firewall=(0, 1))
    assert firewall_minutes() == HOUR and box_minutes()[SystemKind.ARMOUR] == 30
    assert hours_to_repair(hull(damage=(plated,)), FACILITY) == 4.5
    ship = repair(hull(damage=(plated,)), FACILITY, PLENTY, 210)[0]
    assert ship.damage[0].boxes == () and ship.damage[0].firewall == (1,)


@pytest.mark.rule("IN-CAM-26")
def test_without_a_bay_all_times_are_tripled():
    assert hours_to_repair(BATTERED, NO_BAY) == 3 * 16
    assert (NOWHERE.factor, FACILITY.factor, NO_BAY.factor) == (1, 1, 3)
    small, large = hull(tons=500), hull(tons=501)
    bay = Base("Xiphias", Side.RED, facilities=1, bay_tons=500)
    assert site_of(bay, small) == FACILITY and site_of(bay, large) == NO_BAY
    assert site_of(replace(bay, breathable=True), large) == FACILITY
    assert site_of(replace(bay, facilities=0), small) == site_of(None, small) == NOWHERE


@pytest.mark.rule("IN-CAM-26")
def test_a_facility_repairs_one_ship_at_a_time():
    base = Base("Xiphias", Side.RED, facilities=1)
    first, second = replace(BATTERED, id=1), replace(BATTERED, id=2)
    assert served(base, [hull(), first, second]) == [first]
    assert served(replace(base, facilities=2), [first, second]) == [first, second]
    assert served(base, [first, urgent := replace(second, urgency=1)]) == [urgent]


@pytest.mark.rule("IN-CAM-28")
def test_scaled_hulls_take_longer():
    """ORC-CAM-15: scale 3, two boxes of engine 12 hours, the Scanner one."""
    large = [hull(scale=3, damage=(each,)) for each in (ENGINE, SCANNER)]
    assert [hours_to_repair(each, NOWHERE) for each in large] == [12, 1]
    kinds = Comp.BRIDGE, Comp.COCKPIT, Comp.HELM, Comp.SHIP_DESTROYED, SystemKind.ARMOUR
    assert [scale_factor(kind, 4) for kind in kinds] == [4, 1, 1, 4, 1]


@pytest.mark.rule("IN-CAM-25", "IN-CAM-26")
def test_every_kind_has_the_printed_time():
    hours = {kind: minutes / HOUR for kind, minutes in box_minutes().items()}
    assert hours[Comp.TRANSPONDER] == 0.25 and hours[Comp.COMMUNICATIONS] == 1
    for kind in (Comp.BRIDGE, Comp.COCKPIT):
        assert hours[kind] == 24
    for kind in (Comp.SHIELD, Comp.ECM, Comp.FTL_DRIVE):
        assert hours[kind] == 4
    assert (hours[Comp.HOSPITAL], hours[Comp.SHIP_DESTROYED], hours[Comp.PLANT]) == (6, 12, 1)
    assert set(Comp) - set(hours) == {Comp.FREE, Comp.CARGO, Comp.HANGAR}


@pytest.mark.rule("IN-IDE-10")
def test_a_multiracial_cockpit_is_replaced_whole():
    cockpit = Damage("cockpit pilot", Comp.COCKPIT, (1, 2, 3), multiracial=True)
    spare = Stores(boxes=9, modules=1)
    assert swaps_module(cockpit, spare) and not swaps_module(cockpit, PLENTY)
    assert hours_to_repair(hull(damage=(cockpit,)), NOWHERE, spare) == 12
    assert hours_to_repair(hull(damage=(cockpit,)), NOWHERE) == 72
    plain = replace(cockpit, multiracial=False)
    assert hours_to_repair(hull(damage=(plain,)), NOWHERE, spare) == 72
    ship, stores, _ = repair(hull(damage=(cockpit,)), NOWHERE, spare, 12 * HOUR)
    assert ship.damage == () and stores == Stores(boxes=9)


@pytest.mark.rule("IN-IDE-40")
def test_disabled_facilities_and_hospitals_serve_nobody():
    carrier = hull(facilities=1, hospitals=1, bay_tons=300)
    whole = as_base(carrier)
    assert (whole.facilities, whole.hospital, whole.bay_tons) == (1, True, 300)
    yard = Damage("Repair facility", Comp.REPAIR, (1,))
    ward = Damage("Hospital bay", Comp.HOSPITAL, (2,))
    hit = as_base(replace(carrier, damage=(yard, ward)))
    assert (hit.facilities, hit.hospital) == (0, False)
    assert site_of(hit, hull()) == NOWHERE


@pytest.mark.rule("IN-CAM-30")
def test_repairs_use_spare_parts():
    ship, stores, events = repair(BATTERED, FACILITY, Stores(armour=3, boxes=2), 99 * DAY)
    assert left(ship) == {"armour F": 2, "engine 1": 2} and stores == Stores()
    assert events[-1].kind is EventKind.OUT_OF_PARTS
    stuck = repair(BATTERED, FACILITY, Stores(armour=9), 99 * DAY)[0]
    assert left(stuck) == left(BATTERED), "Ship Destroyed comes first"
    assert Stores(1).has(Part.ARMOUR) and not Stores(1).without(Part.ARMOUR).has(Part.ARMOUR)


def test_boxes_without_a_time_are_whole_at_once():
    hold = Damage("cargo 9", Comp.CARGO, (1, 2))
    assert left(repair(hull(damage=(hold, ENGINE)), NOWHERE, Stores(), HOUR)[0]) == {"engine 1": 2}


def test_a_whole_plant_gives_full_thrust_again():
    """What pushing cost (IN-AMB-16) is gone once all boxes are back, and not before."""
    plant = Damage("plant 5", Comp.PLANT, (1, 2), disabled=False)
    pushed = hull(damage=(plant,), plant_lost=1)
    assert repair(pushed, NOWHERE, PLENTY, HOUR)[0].plant_lost == 1
    assert repair(pushed, NOWHERE, PLENTY, 2 * HOUR)[0].plant_lost == 0
