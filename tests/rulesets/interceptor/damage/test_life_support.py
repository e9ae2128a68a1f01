"""Chapter IDE: life support that is out, and the air of suits."""

import pytest
from kit.interceptor.damaging import lose
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.cases.ejecting import leave
from spacecombat_env.rulesets.interceptor.damage.leaving import AIR_TURNS, leave_hull
from spacecombat_env.rulesets.interceptor.damage.life_support import use_suits
from spacecombat_env.rulesets.interceptor.model import Comp, CrewStatus, Event, Status
from spacecombat_env.rulesets.interceptor.movement.drifting import drift_step


def without_air(name="GLADIUS", part=Comp.LIFE_SUPPORT):
    """A ship whose life support, or plant, is out."""
    table = scene()
    k = table.put(name)
    lose(table, k, part)
    return table, k


def turns(table, count):
    """The ends of some turns: what drifts, drifts, and breathes."""
    for _ in range(count):
        table.state.cursor = 0
        drift_step(table.state, table.rules)


@pytest.mark.rule("IN-IDE-39", "IN-DES-08")
def test_thirty_turns_of_suit_air_then_all_aboard_are_dead():
    table, k = without_air()
    turns(table, AIR_TURNS - 1)
    assert AIR_TURNS == 30 and table.state.craft[k].status == Status.ON_MAP
    assert table.pilot(k).status == CrewStatus.AWAKE and table.state.craft[k].air_used == 29
    turns(table, 1)
    assert [table.state.crew[m].status for m in (0, 1)] == [CrewStatus.DEAD] * 2
    assert table.state.craft[k].status == Status.DERELICT
    assert [(event.known, event.f) for event in table.events(Event.WOUND)] == [
        (1, CrewStatus.DEAD)
    ] * 2


@pytest.mark.rule("IN-IDE-39")
def test_with_its_life_support_a_ship_uses_no_suit():
    table = scene()
    k = table.put("GLADIUS")
    turns(table, 2)
    assert table.state.craft[k].air_used == 0


@pytest.mark.rule("IN-IDE-39")
def test_life_support_of_long_duration_has_no_effect_in_battle():
    table, k = without_air("PEGASUS")
    assert table.rules.classes[table.state.craft[k].klass].long_air
    turns(table, AIR_TURNS + 1)
    assert table.state.craft[k].air_used == 0 and table.pilot(k).status == CrewStatus.AWAKE


@pytest.mark.rule("IN-AMB-152")
def test_without_power_there_is_no_life_support():
    table, k = without_air(part=Comp.PLANT)
    turns(table, 3)
    assert table.state.craft[k].air_used == 3


@pytest.mark.rule("IN-IDE-39", "IN-ABN-03")
def test_an_ejected_crew_has_what_is_left_of_it():
    table, k = without_air()
    turns(table, 12)
    leave(table.state, table.rules, k, 10, 10)
    assert (table.state.adrift[0].people, table.state.adrift[0].air) == (2, 18)


@pytest.mark.rule("IN-IDE-39", "IN-ABN-03")
def test_so_has_a_crew_that_leaves_a_hull_that_fails():
    table, k = without_air()
    turns(table, 12)
    leave_hull(table.state, table.rules, k)
    assert (table.state.adrift[0].people, table.state.adrift[0].air) == (2, 18)


@pytest.mark.rule("IN-IDE-39")
def test_who_has_left_the_map_breathes_again():
    table, k = without_air()
    table.state.craft[k].status = Status.BROKEN_OFF
    use_suits(table.state, table.rules)
    assert table.state.craft[k].air_used == 0
