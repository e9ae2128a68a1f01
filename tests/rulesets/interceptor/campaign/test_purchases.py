"""Hulls bought between battles, and the loads of racks."""

from dataclasses import replace

import pytest
from kit.interceptor.campaigns import ordered, small_war

from spacecombat_env.core.errors import IllegalOrderError
from spacecombat_env.rulesets.interceptor.campaign.battle_entries import ship_of
from spacecombat_env.rulesets.interceptor.campaign.contact import contacts, scenario_of
from spacecombat_env.rulesets.interceptor.campaign.day import evening, morning
from spacecombat_env.rulesets.interceptor.campaign.knowledge import view_of
from spacecombat_env.rulesets.interceptor.campaign.loads import (
    load_hull,
    missile_loads,
    refused_load,
)
from spacecombat_env.rulesets.interceptor.campaign.muster import begin
from spacecombat_env.rulesets.interceptor.campaign.purchases import buy_hull, on_offer
from spacecombat_env.rulesets.interceptor.campaign.reading import read_war
from spacecombat_env.rulesets.interceptor.campaign.sequence import StaffAct, staff_act
from spacecombat_env.rulesets.interceptor.campaign.state import Mission
from spacecombat_env.rulesets.interceptor.campaign.war import HULLS_OF_A_SIDE, ship_class
from spacecombat_env.rulesets.interceptor.model import Load, Nation, Side
from spacecombat_env.rulesets.interceptor.scenario import load

BLUE = 10_000
CHEETAH_PRICE = 3_077_550


def rich(talents=(4_000_000, 3_000_000)):
    """A war whose sides can buy hulls."""
    return replace(small_war(), talents=talents)


# -- purchases -----------------------------------------------------------------------------------


def test_a_side_buys_classes_of_its_nation_that_it_can_pay():
    state = rich()
    assert list(on_offer(state, Side.RED)) == ["CHEETAH"]
    assert list(on_offer(state, Side.BLUE)) == ["LANCEA"]
    assert ship_class("CHEETAH").talents == CHEETAH_PRICE
    assert not list(on_offer(small_war(), Side.RED))


@pytest.mark.rule("IN-CAM-06")
def test_a_bought_hull_comes_the_next_day_without_a_crew():
    state = buy_hull(rich(), Side.RED, "CHEETAH")
    assert state.talents == (4_000_000 - CHEETAH_PRICE, 3_000_000)
    hull = state.hulls[2]
    assert (hull.name, hull.area, hull.crew) == ("CHEETAH 3", "North", ())
    assert not state.is_home(hull)
    state, _ = morning(evening(ordered(state))[0])
    assert state.is_home(state.hulls[2]) and not state.is_manned(state.hulls[2])
    assert buy_hull(rich(), Side.BLUE, "LANCEA").hulls[BLUE + 2].name == "LANCEA 103"


def test_what_cannot_be_bought_is_refused():
    for name in ("LANCEA", "PEGASUS", "STARSHIP"):
        with pytest.raises(IllegalOrderError, match="there are CHEETAH"):
            buy_hull(rich(), Side.RED, name)
    full = rich((10**9, 0))
    for _ in range(HULLS_OF_A_SIDE - 2):
        full = buy_hull(full, Side.RED, "CHEETAH")
    with pytest.raises(IllegalOrderError, match="there are none"):
        buy_hull(full, Side.RED, "CHEETAH")


def test_a_war_states_its_talents_and_the_enemy_does_not_learn_them():
    war = read_war("ciria")
    assert begin(war).talents == (war.sides[0].talents, war.sides[1].talents)
    seen = view_of(rich(), Side.RED)
    assert seen.talents == (4_000_000, 0) and seen.war.sides[1].talents == 0


# -- loads ---------------------------------------------------------------------------------------


@pytest.mark.rule("IN-HPT-02", "IN-HPT-04")
def test_loads_are_checked_as_in_a_scenario():
    assert not refused_load("LANCEA", Nation.TOG, ("SSS", "TGM-I+TGM-I", ""))
    assert "racks" in refused_load("CHEETAH", Nation.COMMONWEALTH, ("SSS", "SSS"))
    assert "t on a rack" in refused_load("CHEETAH", Nation.COMMONWEALTH, ("DAP+DAP",))
    assert "one pod" in refused_load("CHEETAH", Nation.COMMONWEALTH, ("ECM pod+DAP",))
    assert "HELL" in refused_load("GLADIUS", Nation.TOG, ("HELL", "", "", "", ""))


@pytest.mark.rule("IN-HPT-01")
def test_missiles_of_one_kind_fill_all_racks():
    found = missile_loads("LANCEA", Nation.TOG)
    assert found["DAP"] == ("DAP",) * 3 and found["TGM-I"] == ("TGM-I+TGM-I",) * 3
    assert "HELL" not in found and "DAP" not in missile_loads("AUTUMN LEAF", Nation.KESSRITH)


@pytest.mark.rule("IN-HPT-02")
def test_a_loaded_hull_has_its_load_in_the_battle():
    state = load_hull(small_war(), Side.RED, 0, ["DAP"])
    assert ship_of(state.hulls[0], state.crew_of(state.hulls[0]))["loads"] == [["DAP"]]
    patrol = [(0, Mission.PATROL, "Belt"), (1, Mission.PATROL, "Belt")]
    state = ordered(state, red=patrol, blue=[(BLUE, Mission.PATROL, "Belt")])
    (battle,) = contacts(state)
    cards = load(scenario_of(state, battle)).table.rules[0].cards
    assert cards[1].loaded and cards[1].load[0, Load.DAP] == 1
    assert not cards[2].loaded
    assert (
        not load_hull(load_hull(small_war(), Side.RED, 1, ["DAP"]), Side.RED, 1, []).hulls[1].loads
    )


@pytest.mark.rule("IN-HPT-02")
def test_only_own_hulls_at_a_base_are_loaded():
    state = small_war()
    for hull, match in ((BLUE, "no hull"), (99, "no hull"), (0, "t on a rack")):
        with pytest.raises(IllegalOrderError, match=match):
            load_hull(state, Side.RED, hull, ["DAP+DAP"])
    out = ordered(state, red=[(0, Mission.PATROL, "Belt")])
    with pytest.raises(IllegalOrderError, match="no base"):
        load_hull(out, Side.RED, 0, ["DAP"])


def test_what_red_knows_of_a_battle_does_not_depend_on_blues_loads():
    patrols = {side: [(n, Mission.PATROL, "Belt")] for side, n in (("red", 0), ("blue", BLUE))}
    digests = []
    for racks in ([], ["DAP"] * 3, ["TGM-I", "", "RIS"]):
        state = ordered(load_hull(small_war(), Side.BLUE, BLUE, racks), **patrols)
        (battle,) = contacts(state)
        scenario = load(scenario_of(state, battle))
        digests.append((scenario.digest, scenario.known_to(Side.RED).digest))
    assert len({whole for whole, _ in digests}) == 3
    assert len({red for _, red in digests}) == 1


def test_both_are_acts_of_the_staff():
    state = staff_act(rich(), Side.RED, StaffAct("buy", -1, ("CHEETAH",)))
    assert len(state.own(Side.RED)) == 3
    state = staff_act(state, Side.RED, StaffAct("load", 0, ("SSS",)))
    assert state.hulls[0].loads == ("SSS",)
