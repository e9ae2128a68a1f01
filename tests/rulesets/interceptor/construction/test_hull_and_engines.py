"""Steps 1 to 4: hull, thrust, engines, compensators."""

import pytest
from kit.interceptor.designs import (
    amounts,
    expected,
    given,
    lines_of,
    petal,
    refusals,
    refused,
    sums,
)

from spacecombat_env.rulesets.interceptor.construction.catalogue import class_limits, thresholds
from spacecombat_env.rulesets.interceptor.construction.parts import Part
from spacecombat_env.rulesets.interceptor.construction.steps.compensators import (
    compensator,
    needed_from,
)
from spacecombat_env.rulesets.interceptor.construction.steps.engines import (
    dcs_set,
    linkage,
    linkage_tons,
    needed_power,
    thrust_of,
)
from spacecombat_env.rulesets.interceptor.construction.steps.hull import class_labels, is_available


@pytest.mark.rule("IN-CON-02")
def test_names_of_classes_by_tonnage():
    assert class_labels(245) == ["Heavy Fighter", "Superheavy Fighter"]
    assert class_labels(500) == ["Superheavy Fighter", "Demi-Corvette"]
    assert class_labels(7000) == ["Large Corvette"]


@pytest.mark.rule("IN-AMB-62")
def test_limits_of_classes_that_overlap_are_ruled():
    assert class_limits().get("Demi-Corvette") == (500, 999)
    assert class_limits().get("Medium Corvette") == (2500, 5000)


@pytest.mark.rule("IN-CON-57")
@pytest.mark.parametrize("tons", [0, 10_001])
def test_a_tonnage_beyond_the_tables_is_refused(tons):
    assert amounts(petal(tonnage=tons))[1, "CON-57"] == 1


@pytest.mark.rule("IN-CON-03")
def test_each_nation_has_its_own_things_and_races():
    assert is_available("TOG", "TOG") and is_available("TOG", "any")
    assert not is_available("TOG", "KessRith")
    assert is_available("CW/RL", "not KessRith") and not is_available("KessRith", "not KessRith")
    assert (1, "CON-03") in refused(petal(nationality="TOG", races=("KessRith",)))
    assert (1, "CON-03") in refused(petal(nationality="KessRith"))
    assert (1, "CON-03") not in refused(petal(races=("KessRith",)))


@pytest.mark.rule("IN-CON-04")
def test_a_ship_has_a_thrust_and_an_installation_none():
    assert amounts(petal(thrust=0))[2, "CON-04"] == 1
    assert amounts(petal(installation=True))[2, "CON-04"] == 5
    assert (2, "CON-04") not in refused(petal(thrust=15))


@pytest.mark.rule("IN-CON-05")
@pytest.mark.parametrize("oracle", ["OR-CON-1", "ORC-CON-1"])
def test_engine_power(oracle):
    sheet, wanted = given(oracle), expected(oracle)
    assert needed_power(sheet["tons"], sheet["thrust"]) == wanted["power"]
    assert thrust_of(wanted["power"], sheet["tons"]) == sheet["thrust"]


@pytest.mark.rule("IN-CON-05")
def test_engines_that_are_too_weak_too_many_or_unknown_are_refused():
    assert amounts(petal(engines=(400, 400)))[3, "CON-05"] == 450
    assert amounts(petal(engines=(300, 300, 300, 350)))[3, "CON-05"] == 1
    assert (3, "CON-05") in refused(petal(engines=(400, 425, 450)))
    assert amounts(petal(engines=(500, 500, 500)))[3, "CON-05"] == 1, "thrust 6, not 5"


@pytest.mark.rule("IN-AMB-115")
def test_a_design_names_the_thrust_that_its_power_gives():
    """Below 100 t the rounding up to 50 can give a point more."""
    assert needed_power(60, 8) == 500 and thrust_of(500, 60) == 8
    assert needed_power(35, 5) == 200 and thrust_of(200, 35) == 6
    assert [thrust_of(power, 100) for power in (549, 550)] == [5, 6]


@pytest.mark.rule("IN-CON-58", "IN-AMB-127")
def test_a_ship_has_directional_control():
    assert amounts(petal(dcs_sets=0))[3, "CON-58"] == 1
    assert (3, "CON-58") not in refused(petal(dcs_sets=0, engines=(), installation=True))


@pytest.mark.rule("IN-CON-06")
def test_linkages():
    """OR-CON-2, ORC-CON-4."""
    wanted = expected("ORC-CON-4")
    assert linkage(given("ORC-CON-4")["engines"]) == (1, wanted["eps"], wanted["cost"])
    wanted = expected("OR-CON-2")
    two = sums(lines_of(petal(), Part.LINKAGE))
    assert two == (wanted["tons"], wanted["eps"], wanted["cost"])


@pytest.mark.rule("IN-AMB-59")
def test_a_linkage_is_rounded_up_to_half_tons():
    assert [linkage_tons(tons) for tons in (3, 10, 12, 20, 21)] == [0.5, 0.5, 1, 1, 1.5]


@pytest.mark.rule("IN-CON-07")
def test_directional_control():
    """OR-CON-3, ORC-CON-5: each set pays tons, EPs and price."""
    wanted = expected("OR-CON-3")
    assert dcs_set(245, 1250) == (wanted["tons"], wanted["eps"], wanted["cost"])
    wanted, one = expected("ORC-CON-5"), dcs_set(1000, 4000)
    assert [2 * number for number in one] == [wanted["tons"], wanted["eps"], wanted["cost"]]
    assert len(lines_of(petal(dcs_sets=3), Part.DCS)) == 3


@pytest.mark.rule("IN-CON-08")
def test_who_needs_a_compensator():
    """OR-CON-14, ORC-CON-7: KessRith stand thrust 5, humans thrust 4."""
    assert needed_from(["Human"]) == 5 and needed_from(["KessRith"]) == 6
    assert needed_from(["Human", "Vauvausar", "KessRith"]) == 3
    assert amounts(petal(compensator=0))[4, "CON-08"] == 5
    assert amounts(petal(compensator=4))[4, "CON-08"] == 1
    assert (4, "CON-08") not in refused(petal(compensator=0, races=("KessRith",)))
    assert (4, "CON-08") not in refused(petal(compensator=9))


@pytest.mark.rule("IN-AMB-58")
def test_the_table_decides_when_kessrith_need_one():
    assert thresholds().get("KessRith") == 6


@pytest.mark.rule("IN-CON-09")
def test_a_compensator_for_each_started_thousand_tons():
    """OR-CON-13."""
    wanted = expected("OR-CON-13")
    assert compensator(5) == (wanted["tons"], wanted["eps"], wanted["cost"])
    assert compensator(25) == (15, 15, 20_000) and compensator(2) is None
    assert [len(lines_of(petal(tonnage=t), Part.COMPENSATOR)) for t in (1000, 1001)] == [1, 2]
    assert (4, "CON-09") in refused(petal(thrust=2, compensator=2))


@pytest.mark.rule("IN-CON-20")
def test_an_installation_has_no_engines_and_no_drives():
    station = petal(installation=True, thrust=0, ftl=True, streamlined=True)
    found = [(int(step), field) for step, field in _fields(station) if field in FORBIDDEN]
    assert found == [(3, "engines"), (3, "dcs_sets")] + [
        (7, field) for field in ("ftl", "streamlined", "antigrav")
    ]


FORBIDDEN = ("engines", "dcs_sets", "ftl", "streamlined", "antigrav")


def _fields(design):
    """DesignStep and field of the refusals under CON-20."""
    return [(found.step, found.field) for found in refusals(design) if found.rule == "CON-20"]
