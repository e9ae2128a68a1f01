"""Who flies."""

import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.crew.flight import flight_penalty, settle_flier
from spacecombat_env.rulesets.interceptor.model import NONE, CrewStatus, flier_of


def flier(name, *out):
    """Who flies a ship, and what it costs him, when crewmen of some places are out."""
    table = scene()
    k = table.put(name)
    for place in out:
        table.state.crew[place].status = CrewStatus.UNCONSCIOUS
    settle_flier(table.state, table.rules, k)
    m = flier_of(table.state, table.rules, k)
    return m, None if m == NONE else flight_penalty(table.state, table.rules, m)


@pytest.mark.rule("IN-FLT-01")
def test_a_single_man_alone_flies_his_ship():
    assert flier("CHEETAH") == (0, 0)
    assert flier("CHEETAH", 0) == (NONE, None)


@pytest.mark.rule("IN-FLT-02", "IN-FLT-04")
def test_in_a_two_seater_the_gunner_takes_over_at_three_more():
    assert flier("GLADIUS") == (0, 0)
    assert flier("GLADIUS", 0) == (1, 3)
    assert flier("GLADIUS", 0, 1) == (NONE, None)


@pytest.mark.rule("IN-FLT-03", "IN-FLT-05")
def test_with_a_bridge_others_fly_without_a_modifier_the_skilled_first():
    assert flier("CINGULUM", 0) == (1, 0)
    assert flier("CINGULUM", 0, 1) == (2, 0)


@pytest.mark.rule("IN-FLT-04")
def test_without_a_bridge_nobody_unskilled_flies():
    table = scene()
    k = table.put("CINGULUM")
    table.rules.classes[table.state.craft[k].klass].bridge = False
    for m in (0, 1):
        table.state.crew[m].status = CrewStatus.DEAD
    settle_flier(table.state, table.rules, k)
    assert flier_of(table.state, table.rules, k) == NONE


@pytest.mark.rule("IN-IDE-08")
def test_a_man_awake_in_a_disabled_cockpit_does_not_fly():
    table = scene()
    k = table.put("GLADIUS")
    table.pilot(k).hits = 3
    settle_flier(table.state, table.rules, k)
    assert flier_of(table.state, table.rules, k) == 1
