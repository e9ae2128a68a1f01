"""Steps 10 to 13: crew, control, life support, power, fuel, cargo."""

from dataclasses import replace
from fractions import Fraction

import pytest
from kit.interceptor.designs import (
    AUTUMN_LEAF,
    CINGULUM,
    PETAL,
    amounts,
    expected,
    lines_of,
    petal,
    refused,
    sums,
)

from spacecombat_env.rulesets.interceptor.construction import evaluate
from spacecombat_env.rulesets.interceptor.construction.design import (
    Accessory,
    Cargo,
    Cockpit,
    Craft,
)
from spacecombat_env.rulesets.interceptor.construction.parts import Part
from spacecombat_env.rulesets.interceptor.construction.reading import read_design
from spacecombat_env.rulesets.interceptor.construction.steps import (
    cargo,
    crew,
    life_support,
    power,
)
from spacecombat_env.rulesets.interceptor.construction.writing_designs import as_file

STATION = replace(
    CINGULUM,
    installation=True,
    thrust=0,
    engines=(),
    dcs_sets=0,
    ftl=False,
    antigrav=False,
    fixed=(),
    accessories=(),
    crew={"gunner": 1, "flight_engineer": 2},
)
"""An orbital installation: a CINGULUM without what moves it."""
CARRIER = replace(CINGULUM, accessories=(Accessory("hangar", carries=(Craft("CHEETAH", 73, 1),)),))

LINES = evaluate(CINGULUM).lines

# -- crew ----------------------------------------------------------------------------------------


@pytest.mark.rule("IN-CON-34", "IN-CON-35")
def test_the_crew_of_a_corvette():
    """OR-CON-12, ORC-CON-20."""
    wanted = expected("ORC-CON-20")
    found = crew.required(CINGULUM)
    assert sum(found.values()) == wanted["crew"] == expected("OR-CON-12")["crew"]
    assert [found.get(role) for role in ("pilot", "navigator", "gunner")] == [1, 1, 1]
    assert crew.engineers(CINGULUM) == wanted["engineers"]
    assert crew.required(PETAL) == {"pilot": 1, "gunner": 1}


@pytest.mark.rule("IN-CON-34")
def test_missing_crewmen_are_refused():
    assert amounts(petal(crew={"pilot": 1}))[10, "CON-34"] == 1
    assert amounts(petal(crew={"gunner": 1}))[10, "CON-34"] == 1
    assert (10, "CON-34") in refused(petal(crew={"pilot": 2, "gunner": 1}))
    no_navigator = {"pilot": 1, "gunner": 1, "flight_engineer": 4}
    assert amounts(replace(CINGULUM, crew=no_navigator))[10, "CON-34"] == 1


@pytest.mark.rule("IN-CON-35")
def test_missing_engineers_are_refused():
    few = {**CINGULUM.crew, "flight_engineer": 1}
    assert amounts(replace(CINGULUM, crew=few))[10, "CON-35"] == 3


@pytest.mark.rule("IN-CON-36", "IN-CON-61")
def test_carried_craft_need_support_and_their_crews():
    assert (crew.support(CARRIER), crew.passengers(CARRIER)) == (1, 1)
    short = replace(CARRIER, long_duration=False)
    assert (crew.support(short), crew.passengers(short)) == (0, 0)
    crated = replace(CARRIER, cargo=Cargo(reserve=(Craft("craft", 50, 2),)))
    assert crew.passengers(crated) == 3
    assert crew.passengers(replace(crated, accessories=())) == 0
    assert amounts(CARRIER)[10, "CON-36"] == 1


@pytest.mark.rule("IN-CON-37")
def test_a_cockpit_for_everybody():
    """OR-CON-15."""
    wanted = expected("OR-CON-15")
    assert sums(lines_of(PETAL, Part.COCKPIT)) == (wanted["tons"], wanted["eps"], wanted["cost"])
    assert amounts(petal(cockpits=PETAL.cockpits[:1]))[10, "CON-37"] == 1
    assert amounts(petal(cockpits=PETAL.cockpits[:1] * 2))[10, "CON-37"] == 1
    cook = replace(PETAL.cockpits[0], crew="cook")
    assert (10, "CON-37") in refused(petal(cockpits=(*PETAL.cockpits, cook)))


@pytest.mark.rule("IN-CON-38")
def test_a_cockpit_serves_one_race():
    multi = Cockpit("pilot", "Multiracial", True, "Baufrin")
    assert crew.cockpit(multi) == (3, 1, 35_000)
    other = Cockpit("pilot", "Baufrin", True)
    assert (10, "CON-38") in refused(petal(cockpits=(other, PETAL.cockpits[1])))
    assert (10, "CON-38") in refused(petal(cockpits=(multi, PETAL.cockpits[1])))
    assert (10, "CON-38") not in refused(petal(races=("Human", "Baufrin"), cockpits=(multi,)))
    bare = Cockpit("pilot", "Multiracial", True)
    assert (10, "CON-38") in refused(petal(cockpits=(bare,)))
    assert crew.serves(AUTUMN_LEAF, "KessRith (Empire)")
    assert not crew.serves(AUTUMN_LEAF, "KessRith (CW/RL)")
    assert not crew.serves(AUTUMN_LEAF, "Human/Naram/Ssora")


@pytest.mark.rule("IN-CON-39")
def test_no_ejectors_for_the_empire():
    ejector = Cockpit("pilot", "KessRith (Empire)", True)
    assert (10, "CON-39") in refused(replace(AUTUMN_LEAF, cockpits=(ejector,)))


@pytest.mark.rule("IN-CON-40")
def test_bridges():
    """OR-CON-12, ORC-CON-22."""
    wanted = expected("ORC-CON-22")
    costs = [crew.bridge(tons) for tons in (150, 1001)]
    assert [cost.tons for cost in costs] == wanted["bridge_tons"]
    assert [cost.eps for cost in costs] == wanted["eps"]
    assert [cost.talents for cost in costs] == wanted["cost"]
    assert lines_of(CINGULUM, Part.BRIDGE)[0].tons == expected("OR-CON-12")["bridge_boxes"]
    assert (10, "CON-40") in refused(replace(CINGULUM, bridge=False))
    assert crew.needs_bridge(replace(PETAL, ftl=True)) and not crew.needs_bridge(PETAL)
    assert (10, "CON-40") in refused(replace(CINGULUM, cockpits=PETAL.cockpits[1:]))


@pytest.mark.rule("IN-CON-41")
def test_quarters_over_24_hours():
    assert crew.quarters(7) == (35, 0, 70_000)
    assert not lines_of(PETAL, Part.QUARTERS)


@pytest.mark.rule("IN-CON-42", "IN-CON-59")
def test_an_installation_has_a_bridge_and_no_pilot():
    assert not {rule for step, rule in refused(STATION) if step == 10}
    assert crew.is_long(replace(STATION, long_duration=False))
    assert (10, "CON-42") in refused(replace(STATION, crew={**STATION.crew, "pilot": 1}))
    assert (10, "CON-40") in refused(replace(STATION, bridge=False, long_duration=False))


@pytest.mark.rule("IN-CON-44")
def test_life_support():
    """OR-CON-16."""
    wanted = expected("OR-CON-16")
    basic = life_support.support_for(2, False)
    assert basic == (wanted["tons"], wanted["eps"], wanted["cost"])
    assert life_support.support_for(2, True) == (10, 2, 20_000)
    assert lines_of(CINGULUM, Part.LIFE_SUPPORT)[0].tons == 35


# -- power ---------------------------------------------------------------------------------------


@pytest.mark.rule("IN-CON-45")
def test_a_plant_that_cannot_switch_feeds_everything():
    """OR-CON-8, ORC-CON-28."""
    lines = evaluate(PETAL).lines
    assert power.needed(PETAL, lines) == expected("OR-CON-8")["eps"] == 1608
    assert amounts(petal(powerplant=1600))[12, "CON-45"] == 8


@pytest.mark.rule("IN-CON-46", "IN-AMB-65")
def test_any_engineer_switches():
    assert power.can_switch(CINGULUM) and not power.can_switch(PETAL)
    assert power.can_switch(petal(crew={"pilot": 1, "gunner": 1, "flight_engineer": 1}))


@pytest.mark.rule("IN-CON-47")
def test_the_three_sums_of_a_plant_that_switches():
    """ORC-CON-24."""
    wanted = expected("ORC-CON-24")
    keys = ("base", "variable_at_10", "antigrav", "ftl")
    assert list(power.three_sums(CINGULUM, LINES).values()) == [wanted[key] for key in keys]
    assert power.needed(CINGULUM, LINES) == wanted["minimum"]
    assert amounts(replace(CINGULUM, powerplant=4250))[12, "CON-47"] == 16


@pytest.mark.rule("IN-CON-48")
def test_one_powerplant_of_the_table():
    """OR-CON-8, ORC-CON-28."""
    (plant,) = lines_of(PETAL, Part.PLANT) or [None]
    wanted = expected("ORC-CON-28")
    assert plant and (plant.tons, plant.talents) == (wanted["tons"], wanted["cost"])
    assert (12, "CON-48") in refused(petal(powerplant=1640))
    assert evaluate(petal(powerplant=0)).design.powerplant == wanted["plant"]


@pytest.mark.rule("IN-CON-56", "IN-AMB-113")
def test_what_can_be_allotted():
    """ORC-CON-25: all but what is fed for good."""
    lines = evaluate(CINGULUM).lines
    wanted = expected("ORC-CON-25")
    assert power.allocatable(CINGULUM, lines) == wanted["allocatable"]
    assert power.permanent_eps(lines) == sum(wanted["permanent"].values())


# -- fuel and cargo ------------------------------------------------------------------------------


@pytest.mark.rule("IN-CON-49")
def test_fuel():
    """OR-CON-9, OR-CON-11, ORC-CON-26."""
    assert cargo.engine_fuel(PETAL) == expected("OR-CON-9")["engine_fuel"]
    assert cargo.plant_fuel(PETAL) == expected("OR-CON-9")["plant_fuel"]
    assert cargo.engine_fuel(CINGULUM) == expected("ORC-CON-26")["engine_fuel"]
    assert cargo.plant_fuel(CINGULUM) == expected("ORC-CON-26")["plant_fuel"]
    lancea = petal(tonnage=70, thrust=10, powerplant=950)
    both = cargo.engine_fuel(lancea) + cargo.plant_fuel(lancea)
    assert both == expected("OR-CON-11")["fuel"]
    assert (13, "CON-49") in refused(petal(fuel_days=0))


@pytest.mark.rule("IN-AMB-61", "IN-AMB-126")
def test_days_are_multiplied_before_rounding():
    assert cargo.fuel_for(Fraction(5450, 3000), 30) == 54.5
    assert cargo.fuel_for(Fraction(1650, 300), 1) == 5.5, "by the plant's rating"


@pytest.mark.rule("IN-CON-50")
def test_usual_days_of_fuel():
    for design, days in ((CINGULUM, 30), (PETAL, 1), (STATION, 30)):
        content = as_file(design)
        del content["fuel_days"]
        assert read_design(content).fuel_days == days
    assert (13, "CON-50") not in refused(replace(CINGULUM, fuel_days=2))


@pytest.mark.rule("IN-CON-51")
def test_supplies():
    """ORC-CON-27."""
    wanted = expected("ORC-CON-27")
    assert cargo.supplies(7, 2) == (wanted["supplies_tons"], wanted["supplies_cost"])
    assert amounts(replace(CINGULUM, supplies_months=0))[13, "CON-51"] == 1


@pytest.mark.rule("IN-CON-52", "IN-CON-60")
def test_reloads():
    shots = Cargo(reloads=(("SSS", 2),))
    assert cargo.reload_tons(shots) == 6
    assert amounts(replace(CINGULUM, cargo=shots))[13, "CON-54"] == 3.5
    assert (13, "CON-60") not in refused(replace(CINGULUM, cargo=shots, cargo_bay=10))
    assert (13, "CON-60") in refused(petal(cargo=shots, cargo_bay=10))
    assert cargo.may_reload(replace(CARRIER, fixed=())) and not cargo.may_reload(PETAL)


@pytest.mark.rule("IN-CON-53")
def test_crated_craft():
    """ORC-CON-27."""
    assert cargo.reserve_tons([73]) == expected("ORC-CON-27")["reserve_tons"]
    assert expected("ORC-CON-27")["reserve_hours"] == cargo.RESERVE_HOURS


@pytest.mark.rule("IN-CON-54")
def test_a_bay_pays_for_itself_alone():
    assert cargo.bay(6) == (6, 1500)
    assert cargo.load(CINGULUM) == 3.5
    assert lines_of(CINGULUM, Part.SUPPLIES)[0].tons == 0
    assert amounts(replace(CINGULUM, cargo_bay=3))[13, "CON-54"] == 0.5
    assert (13, "CON-54") not in refused(CINGULUM)
