"""A day of a war from morning to evening."""

from dataclasses import replace

import pytest
from kit.interceptor.campaigns import broken, changed, ordered, person, reason, small_war

from spacecombat_env.core.errors import IllegalOrderError
from spacecombat_env.rulesets.interceptor.campaign import (
    Damage,
    EventKind,
    SystemKind,
)
from spacecombat_env.rulesets.interceptor.campaign import day as day_module
from spacecombat_env.rulesets.interceptor.campaign.day import (
    evening,
    is_over,
    morning,
    travel,
)
from spacecombat_env.rulesets.interceptor.campaign.orders import journey, seal
from spacecombat_env.rulesets.interceptor.campaign.state import Fate, Mission
from spacecombat_env.rulesets.interceptor.campaign.war import (
    Drift,
    Order,
    points,
    with_hulls,
    with_persons,
)
from spacecombat_env.rulesets.interceptor.model import Comp, Side

REST, PATROL, RAID, RESCUE, HOLD, TRANSFER = Mission
OUT = [(0, PATROL, "Belt")]
BASES = {"North": "red", "South": "blue"}
BLIND = Damage("long range sensors 1", Comp.LONG_RANGE_SENSORS, (1,))
LOST = Damage("navigation 2", Comp.NAVIGATION, (2,))
ENGINE = Damage("engine 3", Comp.ENGINE, (8, 9))
FRONT = Damage("armour F", SystemKind.ARMOUR, (10, 11), disabled=False)


def test_orders_are_checked():
    state = small_war()
    assert reason(state, Side.RED, 0, PATROL, "Belt") == []
    assert reason(state, Side.RED, 0, RAID, "South") == []
    assert reason(state, Side.RED, 0, REST) == []
    assert reason(state, Side.BLUE, 0, REST) == ["no hull of this side"]
    assert reason(state, Side.RED, 99, REST) == ["no hull of this side"]
    assert reason(state, Side.RED, 0, PATROL, "Moon") == ["'Moon' is unknown"]
    assert "an enemy base can only be raided" in reason(state, Side.RED, 0, PATROL, "South")
    assert "not a base of this side" in reason(state, Side.RED, 0, TRANSFER, "Belt")
    away = changed(state, 0, arrives=9)
    assert reason(away, Side.RED, 0, PATROL, "Belt") == ["it is under way"]
    unfit = person(state, 0, fate=Fate.WOUNDED)
    assert reason(unfit, Side.RED, 0, PATROL, "Belt") == ["it is not complete, or not fit"]


@pytest.mark.rule("IN-CAM-13")
def test_fuel_limits_where_a_hull_may_go():
    state = small_war()
    assert journey(state, state.hulls[0], "Belt") == 6
    assert reason(changed(state, 0, away=12), Side.RED, 0, PATROL, "Belt") == []
    short = changed(state, 0, away=13)
    assert reason(short, Side.RED, 0, PATROL, "Belt") == ["12 hours: fuel or air does not last"]
    areas = tuple(replace(area, jump=2) for area in state.war.areas)
    far = replace(state, war=replace(state.war, areas=areas))
    assert "it has no FTL drive" in reason(far, Side.RED, 0, PATROL, "Belt")


@pytest.mark.rule("IN-CAM-13")
def test_a_hull_holds_an_area_while_it_can_return():
    state = small_war()
    assert reason(state, Side.RED, 0, HOLD, "Belt") == ["36 hours: fuel or air does not last"]
    state = changed(state, 0, fuel_hours=60, air_hours=60)
    state, _ = evening(ordered(state, red=[(0, HOLD, "Belt")]))
    assert (state.hulls[0].area, state.hulls[0].away) == ("Belt", 24)
    state, _ = evening(ordered(state))
    assert (state.hulls[0].area, state.hulls[0].away) == ("North", 0)
    driven = ordered(changed(small_war(), 0, fuel_hours=80, air_hours=80), red=[(0, HOLD, "Belt")])
    beaten = replace(driven, beaten=frozenset({("Belt", Side.RED)}))
    assert evening(beaten)[0].hulls[0].area == "North"


@pytest.mark.rule("IN-CAM-13", "IN-POW-04", "IN-IDE-37")
def test_engines_that_are_out_make_a_journey_longer():
    """CHEETAH has two engines: half a day at thrust 10, 5 and 0 takes 6, 8 and 12 hours."""
    state = small_war()
    for count, hours in ((0, 6), (1, 8), (2, 12)):
        out = changed(state, 0, damage=broken("CHEETAH", Comp.ENGINE, count))
        assert journey(out, out.hulls[0], "Belt") == hours
        assert ordered(out, red=OUT).hulls[0].arrives == hours
    plant = changed(state, 0, damage=broken("CHEETAH", Comp.PLANT))
    assert journey(plant, plant.hulls[0], "Belt") == 12


@pytest.mark.rule("IN-AMB-16")
def test_a_plant_that_was_pushed_too_far_makes_it_longer():
    state = small_war()
    torn = Damage("plant", Comp.PLANT, (1,), disabled=False)
    pushed = changed(state, 0, damage=(torn,), plant_lost=2)
    assert journey(pushed, pushed.hulls[0], "Belt") == 8, "two quarters of thrust 10"


def test_orders_are_sealed_for_both_sides():
    state = seal(small_war(), Side.RED, [Order(*OUT[0])])
    assert state.orders == ((Order(0, PATROL, "Belt"),), None)
    with pytest.raises(IllegalOrderError, match="a side has given none"):
        travel(state)
    with pytest.raises(IllegalOrderError, match="CHEETAH 1: area: 'Moon' is unknown"):
        seal(state, Side.RED, [Order(0, PATROL, "Moon")])
    with pytest.raises(IllegalOrderError, match="two for one hull"):
        seal(state, Side.RED, [Order(0, REST), Order(0, REST)])
    assert seal(state, Side.BLUE, []).orders[1] == ()


def test_a_sortie_flies_out_and_home():
    out = ordered(small_war(), red=OUT)
    assert (out.hulls[0].area, out.hulls[0].arrives) == ("Belt", 6)
    home, _ = evening(out)
    assert (home.hulls[0].area, home.hulls[0].arrives, home.hulls[0].away) == ("North", 12, 0)
    assert home.day == 1 and home.orders == (None, None) and home.is_home(home.hulls[0])


@pytest.mark.rule("IN-CRW-13")
def test_a_sortie_without_a_battle_is_a_non_combat_mission():
    out = ordered(small_war(), red=OUT)
    assert evening(out)[0].persons[0].idle == 1
    assert evening(out)[0].persons[1].idle == 0
    assert evening(replace(out, fought=frozenset({0})))[0].persons[0].idle == 0


@pytest.mark.rule("IN-CAM-15", "IN-CAM-16")
def test_a_hull_without_its_way_stays_home_unless_led():
    damaged = changed(small_war(), 0, damage=(BLIND, LOST))
    days = [replace(damaged, day=day) for day in range(8)]
    alone = [ordered(changed(each, 0, arrives=0), red=OUT) for each in days]
    assert sum(each.hulls[0].area == "Belt" for each in alone) < 4
    together = [ordered(each, red=[*OUT, (1, PATROL, "Belt")]) for each in days]
    assert all(each.hulls[0].area == "Belt" for each in together)


@pytest.mark.rule("IN-CAM-16")
def test_a_drifting_crew_is_a_moving_target():
    """Without long-range sensors a place is found on 9 or less, a crew on 5 or less."""
    found = dict.fromkeys((PATROL, RESCUE), 0)
    for day in range(60):
        blind = changed(replace(small_war(), day=day), 0, damage=(BLIND,), arrives=0)
        for mission in found:
            out = ordered(blind, red=[(0, mission, "Belt")])
            found[mission] += out.hulls[0].area == "Belt"
    assert 20 <= found[RESCUE] <= 40 and found[PATROL] >= 48


@pytest.mark.rule("IN-CAM-13", "IN-CAM-15")
def test_a_hull_that_does_not_come_home_is_lost():
    out = ordered(small_war(), red=OUT)
    out = changed(out, 0, damage=(BLIND, LOST))
    astray = next(each for day in range(9) if _is_astray(each := replace(out, day=day)))
    later, news = evening(astray)
    assert later.hulls[0].destroyed and later.persons[0].fate is Fate.DEAD
    assert EventKind.HULL_LOST in [event.kind for event in news]
    assert points(later)[1] > points(astray)[1]


def _is_astray(state):
    """Whether a hull does not find home this evening."""
    return evening(state)[0].hulls[0].destroyed


def test_areas_fall_to_the_side_that_is_there_alone():
    state, _ = evening(ordered(small_war(), red=OUT))
    assert state.holders["Belt"] == Side.RED and state.held == (8, 5)
    state, _ = evening(ordered(state))
    assert state.held == (16, 10), "it stays"
    both = ordered(small_war(), red=OUT, blue=[(10_000, PATROL, "Belt")])
    assert evening(both)[0].holders["Belt"] is None
    beaten = replace(both, beaten=frozenset({("Belt", Side.RED)}))
    assert evening(beaten)[0].holders["Belt"] == Side.BLUE


def test_a_raided_base_gives_no_points():
    raid = ordered(small_war(), red=[(0, RAID, "South")])
    assert evening(raid)[0].held == (5, 0)
    assert evening(replace(raid, beaten=frozenset({("South", Side.RED)})))[0].held == (5, 5)


@pytest.mark.rule("IN-CAM-11", "IN-CAM-12")
def test_the_wounded_are_treated_at_base_and_return():
    state = person(small_war(), 0, hits=1)
    states = [evening(ordered(replace(state, day=day)))[0] for day in range(12)]
    fates = {each.persons[0].fate for each in states}
    assert fates == {Fate.WOUNDED, Fate.DEAD, Fate.FIT}
    hurt = next(each for each in states if each.persons[0].fate is Fate.WOUNDED)
    assert not hurt.is_manned(hurt.hulls[0]) and hurt.persons[0].hits == 0
    ready = replace(hurt, day=hurt.persons[0].free_from // 24)
    fit, news = morning(ready)
    assert fit.persons[0].fate is Fate.FIT and EventKind.FIT in [event.kind for event in news]


@pytest.mark.rule("IN-CAM-26", "IN-CAM-30")
def test_resting_hulls_are_repaired_one_at_the_facility():
    state = small_war()
    for number in (0, 1):
        state = changed(state, number, damage=(FRONT, ENGINE))
    after, news = evening(ordered(state))
    assert after.hulls[0].damage == () and after.hulls[1].damage == (FRONT,)
    assert (after.stores[0].armour, after.stores[0].boxes) == (97, 95)
    assert {event.what for event in news} == {"armour F", "engine 3"}
    flown, _ = evening(ordered(state, red=OUT))
    assert flown.hulls[0].damage == (FRONT, ENGINE) and flown.hulls[1].damage == ()


@pytest.mark.rule("IN-DES-11")
def test_nothing_is_repaired_on_a_day_of_battle():
    state = changed(small_war(), 0, damage=(FRONT, ENGINE))
    fighting = replace(ordered(state), fought=frozenset({0}))
    assert evening(fighting)[0].hulls[0].damage == (FRONT, ENGINE)
    assert evening(ordered(state))[0].hulls[0].damage == ()


@pytest.mark.rule("IN-IDE-40", "IN-CAM-26")
def test_a_ship_with_a_facility_repairs_another_while_it_works():
    """Four rows of armour need a facility; the ship that has one does not serve itself."""
    there = small_war()
    for number in (0, 1):
        there = changed(there, number, area="Belt", damage=(FRONT,), fuel_hours=99, air_hours=99)
    yard = changed(there, 0, facilities=1, bay_tons=73)
    after, _ = evening(ordered(yard))
    assert [after.hulls[number].damage for number in (0, 1)] == [(FRONT,), ()]
    out = Damage("repair facility 7", Comp.REPAIR, (30,))
    hit, _ = evening(ordered(changed(yard, 0, damage=(FRONT, out))))
    assert hit.hulls[1].damage == (FRONT,)
    assert evening(ordered(there))[0].hulls[1].damage == (FRONT,)


@pytest.mark.rule("IN-IDE-40", "IN-CAM-11")
@pytest.mark.parametrize(("wards", "damage"), [(0, 0), (1, 0), (2, 1), (1, 1)])
def test_the_hospital_of_a_ship_helps_the_wounded_at_its_base(monkeypatch, wards, damage):
    heard = []
    monkeypatch.setattr(
        day_module, "treat", lambda *given: (heard.append(given[-1]), (given[1], []))[1]
    )
    base = {"facilities": 1}
    areas = [{"name": name, "control": side, "base": base} for name, side in BASES.items()]
    state = person(small_war(areas=areas), 0, hits=1)
    out = tuple(Damage(f"hospital bay {n}", Comp.HOSPITAL, (n,)) for n in range(damage))
    evening(ordered(changed(state, 1, hospitals=wards, damage=out)))
    assert heard == [wards > damage]


@pytest.mark.rule("IN-CAM-11")
def test_the_wounded_away_from_a_base_are_not_treated():
    state = person(changed(small_war(), 0, fuel_hours=60, air_hours=60), 0, hits=2)
    crew = state.hulls[0].crew
    held, _ = evening(ordered(state, red=[(0, HOLD, "Belt")]))
    assert held.hulls[0].area == "Belt" and held.persons[crew[0]].hits == 2
    late = changed(ordered(state), 0, arrives=state.hour + 25)
    assert evening(late)[0].persons[crew[0]].hits == 2
    assert evening(ordered(state))[0].persons[crew[0]].hits == 0


@pytest.mark.rule("IN-CAM-31")
def test_a_rescue_mission_brings_a_crew_home():
    state = person(small_war(), 1, fate=Fate.MISSING, hull=-1)
    state = replace(state, day=1, drifting=(Drift(Side.RED, "Belt", (1,), 0),))
    found, _ = evening(ordered(state, red=[(0, RESCUE, "Belt")]))
    assert found.persons[1].fate is Fate.FIT and found.drifting == ()
    gone, _ = evening(ordered(state))
    assert gone.persons[1].fate is Fate.DEAD and gone.drifting == ()
    for holder, fate in ((Side.RED, Fate.DEAD), (Side.BLUE, Fate.CAPTURED)):
        held = replace(state, holders={**state.holders, "Belt": holder})
        assert evening(ordered(held))[0].persons[1].fate is fate
    waits, _ = evening(ordered(replace(state, drifting=(Drift(Side.RED, "Belt", (1,), 1),))))
    assert waits.persons[1].fate is Fate.MISSING and len(waits.drifting) == 1


def test_reinforcements_come_every_few_days():
    rules = {"reinforcements": {"red": 1, "blue": 2, "every": 2}}
    state = small_war(rules=rules)
    first, _ = evening(ordered(state))
    second, news = evening(ordered(first))
    assert len(first.persons) == len(state.persons)
    assert len(second.persons) == len(state.persons) + 3
    assert [event.side for event in news] == [Side.RED, Side.BLUE, Side.BLUE]


def test_a_war_ends_on_its_last_day_or_with_a_side():
    state = small_war()
    assert not is_over(state) and is_over(replace(state, day=3))
    sunk = [replace(hull, destroyed=True) for hull in state.own(Side.RED)]
    assert is_over(with_hulls(state, sunk))
    dead = [replace(p, fate=Fate.DEAD) for p in state.persons.values() if p.side == Side.BLUE]
    assert is_over(with_persons(state, dead))


def test_a_war_runs_to_its_end_the_same_twice():
    """Patrols without battles."""

    def run():
        state = small_war()
        while not is_over(state):
            state, _ = morning(state)
            state = ordered(state, red=OUT, blue=[(10_001, PATROL, "Belt")])
            state, _ = evening(state)
        return state

    assert run() == run() and run().day == 3
