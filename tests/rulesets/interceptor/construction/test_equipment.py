"""Steps 5 to 9: weapons, shields, drives, armour, accessories."""

from dataclasses import replace

import pytest
from kit.interceptor.designs import (
    AUTUMN_LEAF,
    CINGULUM,
    PEGASUS,
    PETAL,
    amounts,
    expected,
    forward,
    given,
    lines_of,
    petal,
    refused,
    sums,
)

from spacecombat_env.rulesets.interceptor.construction import evaluate
from spacecombat_env.rulesets.interceptor.construction.catalogue import accessories, equipment
from spacecombat_env.rulesets.interceptor.construction.design import (
    Accessory,
    Armour,
    Craft,
    ShieldKind,
    Shields,
)
from spacecombat_env.rulesets.interceptor.construction.parts import Part, thousands
from spacecombat_env.rulesets.interceptor.construction.steps import accessories as step9
from spacecombat_env.rulesets.interceptor.construction.steps import armour as step8
from spacecombat_env.rulesets.interceptor.construction.steps import cargo, drives, shields, weapons
from spacecombat_env.rulesets.interceptor.model import Facing

# -- weapons -------------------------------------------------------------------------------------


@pytest.mark.rule("IN-CON-10")
def test_any_number_of_fixed_weapons_is_legal():
    many = petal(fixed=(forward("Laser 1.5/1", 24),))
    assert len([line for line in lines_of(many, Part.WEAPON) if line.turret < 0]) == 24
    assert not {rule for step, rule in refused(many) if step == 5}


@pytest.mark.rule("IN-CON-10")
def test_every_weapon_has_a_crewman_and_an_arc():
    assert (5, "CON-10") in refused(petal(fixed=(forward("MDC 8", crew="cook"),)))
    assert (5, "CON-10") in refused(petal(fixed=(forward("MDC 8", crew="gunner 2"),)))
    assert (5, "CON-10") in refused(petal(fixed=(forward("MDC 8", arc="side 2"),)))


@pytest.mark.rule("IN-DIR-21")
def test_a_crewman_with_more_than_five_weapons_is_remarked():
    six = petal(fixed=(forward("Laser 1.5/1", 6),))
    assert list(weapons.overloads(six)) == ["pilot works 6 weapons; over 5 a turn are hard"]
    tot = Accessory("TOT gear", rows=((1, 2),))
    assert list(weapons.overloads(replace(six, accessories=(tot,)))) == []
    assert list(weapons.overloads(PETAL)) == []


@pytest.mark.rule("IN-CON-11")
def test_turrets_and_their_weapons_are_limited():
    """ORC-CON-9."""
    most = [weapons.turrets_most(tons) for tons in given("ORC-CON-9")["tons"]]
    assert most == expected("ORC-CON-9")["turrets_most"]
    six = (forward("Laser 1.5/1", 6, crew="gunner"),)
    assert amounts(petal(turrets=(six,)))[5, "CON-11"] == 1
    assert amounts(petal(turrets=PETAL.turrets * 2))[5, "CON-11"] == 1


@pytest.mark.rule("IN-CON-12")
def test_the_structure_of_a_turret():
    """OR-CON-4."""
    wanted = expected("OR-CON-4")
    weight = given("OR-CON-4")["turret_weapon_tons"]
    assert weapons.structure(weight) == (wanted["tons"], wanted["eps"], wanted["cost"])


@pytest.mark.rule("IN-CON-13")
@pytest.mark.parametrize(
    ("kind", "nation"),
    [
        ("Laser 15/30", "KessRith"),
        ("Laser 15/15", "KessRith"),
        ("Cone Laser", "TOG"),
        ("MDC-G", "TOG"),
        ("Safeguard-1", "CW/RL"),
    ],
)
def test_weapons_of_one_nation(kind, nation):
    for other in ("TOG", "CW/RL", "KessRith"):
        ship = petal(nationality=other, fixed=(forward(kind),))
        assert ((5, "CON-13") in refused(ship)) is (other != nation)


@pytest.mark.rule("IN-CON-13")
def test_one_mdc_g_in_an_arc_and_one_safeguard():
    two = petal(nationality="TOG", fixed=(forward("MDC-G"), forward("MDC-G", arc="aft")))
    assert (5, "CON-13") not in refused(two)
    two = petal(nationality="TOG", fixed=(forward("MDC-G", 2),))
    assert amounts(two)[5, "CON-13"] == 1
    guards = tuple(forward(f"Safeguard-{n}", crew="none", arc="all") for n in (1, 2))
    assert amounts(petal(fixed=guards))[5, "CON-13"] == 1
    assert (5, "CON-10") in refused(petal(fixed=(forward("Safeguard-1", arc="all"),)))


@pytest.mark.rule("IN-CON-14")
def test_what_cannot_stand_in_a_turret():
    for kind in ("MDC-G", "Safeguard-1", "Laser 15/15", "External Hardpoint"):
        assert (5, "CON-14") in refused(petal(turrets=((forward(kind),),)))
    assert (5, "CON-14") in refused(petal(fixed=(forward("Turret Hardpoint"),)))
    assert (5, "CON-14") not in refused(PETAL)


@pytest.mark.rule("IN-AMB-34")
def test_the_tons_of_a_hardpoint_are_its_load():
    racks = {name: kind for name, kind in equipment().items() if kind.part is Part.RACK}
    light = {name: (kind.cost.tons, kind.capacity) for name, kind in racks.items()}
    assert light.get("External Hardpoint") == light.get("Turret Hardpoint") == (3, 3)
    assert light.get("External Heavy Hardpoint") == (10, 10)


# -- shields -------------------------------------------------------------------------------------


@pytest.mark.rule("IN-CON-15")
def test_six_generators_of_one_kind():
    assert len(lines_of(PETAL, Part.SHIELD)) == len(lines_of(CINGULUM, Part.SHIELD)) == 6
    some = Shields(ShieldKind.FIXED, (80, 60, 60, 0, 0, 60))
    assert amounts(petal(shields=some))[6, "CON-15"] == 2
    mixed = Shields(ShieldKind.VARIABLE, (80, 0, 0, 0, 0, 0))
    assert (6, "CON-15") in refused(petal(shields=mixed))
    assert (6, "CON-15") not in refused(petal(shields=Shields()))
    odd = Shields(ShieldKind.FIXED, (85, 60, 60, 60, 60, 60))
    assert (6, "CON-16") in refused(petal(shields=odd))


@pytest.mark.rule("IN-CON-16")
def test_shields_by_the_thousand_tons():
    """OR-CON-5, ORC-CON-11."""
    wanted = expected("OR-CON-5")
    found = sums(lines_of(PETAL, Part.SHIELD))
    assert found == (wanted["tons"], wanted["eps"], wanted["cost"])
    wanted = expected("ORC-CON-11")
    one = shields.generator(given("ORC-CON-11")["tons"], 0)
    assert (6 * one.tons, 6 * one.talents) == (wanted["tons"], wanted["cost"])
    assert shields.eps_at_lowest(2500) == wanted["eps_at_10_everywhere"]


@pytest.mark.rule("IN-AMB-60")
def test_a_started_thousand_counts():
    assert [thousands(tons) for tons in (245, 1000, 1001, 2500)] == [1, 1, 2, 3]


# -- drives --------------------------------------------------------------------------------------


@pytest.mark.rule("IN-CON-17")
def test_ftl_drives():
    """ORC-CON-12."""
    costs = [drives.ftl_drive(tons) for tons in given("ORC-CON-12")["tons"]]
    tons, talents = expected("ORC-CON-12").values()
    assert costs == [(weight, weight, price) for weight, price in zip(tons, talents, strict=True)]
    assert len(lines_of(CINGULUM, Part.FTL)) == 1


@pytest.mark.rule("IN-CON-18")
def test_streamlining_and_its_control():
    """ORC-CON-13."""
    wanted = expected("ORC-CON-13")
    space = (wanted["streamlining_tons"], 0, wanted["streamlining_cost"])
    control = (wanted["acs_tons"], wanted["acs_eps"], wanted["acs_cost"])
    assert drives.streamlined(73, 750) == (space, control)
    assert len(lines_of(petal(streamlined=True), Part.STREAMLINING, Part.ACS)) == 2


@pytest.mark.rule("IN-CON-19")
@pytest.mark.parametrize("oracle", ["OR-CON-6", "ORC-CON-14"])
def test_lifters(oracle):
    wanted = expected(oracle)
    found = drives.lifters(given(oracle)["tons"])
    assert found == (wanted["tons"], wanted["eps"], wanted["cost"])


# -- armour --------------------------------------------------------------------------------------


@pytest.mark.rule("IN-CON-21")
def test_weight_and_price_of_armour():
    """OR-CON-7."""
    wanted = expected("OR-CON-7")
    assert step8.plating(245, 700) == (wanted["tons"], 0, wanted["cost"])
    assert [step8.tons_of_ten(tons) for tons in (70, 399, 400, 1000)] == [0.5, 0.5, 1, 2.5]


@pytest.mark.rule("IN-CON-21")
def test_blocks_of_armour():
    sides = (100, 100, 100, 100, 100, 100)
    assert (8, "CON-21") in refused(petal(armour=Armour((15, *sides[1:]), (100,))))
    assert amounts(petal(armour=Armour((100, 100, 100, 0, 100, 100), (100,))))[8, "CON-21"] == 10
    assert (8, "CON-21") in refused(petal(armour=Armour(sides)))
    assert amounts(petal(armour=Armour((250, *sides[1:]), (100,))))[8, "CON-21"] == 10
    assert (8, "CON-21") not in refused(petal(armour=Armour()))


@pytest.mark.rule("IN-AMB-75")
def test_a_ship_without_armour_has_no_rows_of_it():
    assert [step8.rows_of(boxes) for boxes in (0, 10, 100)] == [0, 1, 10]
    bare = petal(armour=Armour(), fixed=PETAL.fixed[:2], accessories=())
    assert evaluate(bare).is_legal


@pytest.mark.rule("IN-CON-22")
def test_firewall():
    """ORC-CON-16."""
    wanted, one = expected("ORC-CON-16"), step8.firewall(160)
    assert (6 * one.tons, 6 * one.talents) == (wanted["tons"], wanted["cost"])
    assert len(lines_of(AUTUMN_LEAF, Part.FIREWALL)) == 6
    assert (8, "CON-22") in refused(petal(firewall=True)), "another nation"
    assert (8, "CON-22") in refused(replace(AUTUMN_LEAF, armour=Armour()))
    rack = (forward("External Hardpoint"),)
    assert amounts(replace(AUTUMN_LEAF, fixed=rack))[8, "CON-22"] == 1


# -- accessories ---------------------------------------------------------------------------------


@pytest.mark.rule("IN-CON-23")
def test_tot_gear():
    (line,) = lines_of(CINGULUM, Part.ACCESSORY)[-1:]
    assert (line.item, line.tons, line.eps, line.talents) == ("TOT gear", 1, 1, 250_000)

    def tot(*rows):
        return petal(accessories=(Accessory("TOT gear", rows=rows),))

    assert (9, "CON-23") not in refused(tot((1, 2)))
    assert (9, "CON-23") in refused(tot((4, 6))), "pilot and gunner"
    assert (9, "CON-23") in refused(tot((1, 11))), "ten weapons"
    assert (9, "CON-23") in refused(tot())


def hangar(*tons: int) -> Accessory:
    """A hangar for craft of some tons with a crew of one."""
    return Accessory("hangar", carries=tuple(Craft("craft", each, 1) for each in tons))


@pytest.mark.rule("IN-CON-24")
def test_hangars():
    """ORC-CON-17."""
    wanted = expected("ORC-CON-17")
    found = sums(lines_of(petal(accessories=(hangar(73, 73),)), Part.HANGAR))
    assert found == (wanted["tons"], 0, wanted["cost"])
    assert (9, "CON-24") in refused(petal(accessories=(hangar(),)))


@pytest.mark.rule("IN-AMB-64")
def test_bays_of_one_and_of_many_weigh_alike():
    assert step9.hangar_tons(146) == 2 * step9.hangar_tons(73) == 292


@pytest.mark.rule("IN-CON-25")
def test_towing_gear_by_size():
    def gear(system, tons):
        return Accessory(system, tons=tons)

    rows = [step9.tow_row(gear("Towing attachments", t)) for t in (500, 501, 2001, 10_000)]
    assert [row and row.cost.tons for row in rows] == [30, 65, 75, 120]
    jumpers = gear("FTL drive jumpers", 600)
    assert amounts(petal(accessories=(jumpers,)))[9, "CON-25"] == 600
    both = (gear("Towing attachments", 1000), jumpers)
    assert (9, "CON-25") not in refused(petal(accessories=both))
    assert (9, "CON-25") in refused(petal(accessories=(gear("Towing attachments", 0),)))


@pytest.mark.rule("IN-CON-29", "IN-CON-31")
def test_repair_facilities_and_hospitals():
    """ORC-CON-19."""
    wanted = expected("ORC-CON-19")
    hospital = Accessory("Hospital bay", count=2)
    found = sums(lines_of(replace(AUTUMN_LEAF, accessories=(hospital,)), Part.ACCESSORY))
    assert found == (wanted["tons"], 0, wanted["cost"])
    assert step9.crew_of(petal(accessories=(hospital,))) == wanted["crew"]
    assert step9.hospital("TOG").tons == 200
    repair = petal(accessories=(Accessory("Repair facility"),))
    assert sums(lines_of(repair, Part.ACCESSORY)) == (400, 0, 10_000_000)
    assert step9.crew_of(repair) == 40


@pytest.mark.rule("IN-CON-32")
def test_rescue_compartments():
    rescue = (Accessory("External RC"),)
    assert amounts(replace(AUTUMN_LEAF, accessories=rescue))[9, "CON-32"] == 1
    assert (9, "CON-32") in refused(petal(armour=Armour()))
    assert (9, "CON-32") not in refused(PETAL)


@pytest.mark.rule("IN-AMB-57")
def test_the_rows_of_rescue_compartments_are_swapped():
    rescue = {name: row[0].tons for name, row in accessories().items() if name.endswith("RC")}
    assert rescue == {"Internal RC": 2, "External RC": 1}


@pytest.mark.rule("IN-CON-33")
def test_ecm_has_its_crewman():
    found = petal(accessories=(Accessory("Internal ECM", crew="gunner"),))
    assert sums(lines_of(found, Part.ACCESSORY)) == (2, 1, 100_000)
    assert (9, "CON-33") not in refused(found)
    assert (9, "CON-33") in refused(petal(accessories=(Accessory("Internal ECM"),)))


def test_external_systems_lie_on_the_armour_of_their_arc():
    layout = evaluate(PEGASUS).layout
    assert layout is not None
    placed = [(rack["type"], rack["columns"]) for rack in layout.external["F"]]
    assert placed == [("External Hardpoint", [1, 3]), ("External Hardpoint", [4, 6])]
    aft = petal(fixed=(forward("External Hardpoint", 2, arc="aft"),))
    account = evaluate(aft)
    assert account.layout is not None
    assert [each["columns"] for each in account.layout.external[Facing.A.name]] == [
        [1, 3],
        [4, 6],
        [7, 7],
    ]
    four = petal(fixed=(forward("External Hardpoint", 4),))
    assert (15, "ICB-11") in refused(four)


@pytest.mark.rule("IN-CON-49")
def test_a_drive_or_long_life_support_makes_fuel_last_longer():
    days = replace(PETAL, fuel_days=100, ftl=False, long_duration=False)
    short = cargo.engine_fuel(days), cargo.plant_fuel(days)
    for slow in (replace(days, ftl=True), replace(days, long_duration=True)):
        assert cargo.engine_fuel(slow) < short[0] and cargo.plant_fuel(slow) < short[1]
