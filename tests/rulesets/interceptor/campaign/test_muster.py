"""The beginning of a war, and the choices of a side."""

from dataclasses import replace

import pytest
from kit.interceptor.campaigns import ordered, small_war

from spacecombat_env.core.errors import IllegalOrderError, ScenarioError
from spacecombat_env.rulesets.interceptor.campaign import Damage, muster
from spacecombat_env.rulesets.interceptor.campaign.day import evening
from spacecombat_env.rulesets.interceptor.campaign.forces import UnitQuality
from spacecombat_env.rulesets.interceptor.campaign.muster import (
    assign,
    begin,
    choose_loss,
    choose_raise,
    crewmen,
    may_serve,
    needed_modules,
    order_repairs,
)
from spacecombat_env.rulesets.interceptor.campaign.reading import read_war
from spacecombat_env.rulesets.interceptor.campaign.state import Fate, Mission, Seat, Skill, Skills
from spacecombat_env.rulesets.interceptor.campaign.war import (
    fresh_hull,
    ship_class,
    with_hulls,
    with_persons,
)
from spacecombat_env.rulesets.interceptor.model import NONE, Comp, Race, Side


def spare_of(state, side):
    """Fit persons without a hull."""
    return [p for p in state.persons.values() if p.side == side and p.hull == NONE]


@pytest.mark.rule("IN-CAM-06")
def test_a_war_begins_with_full_crews_and_spare_pilots():
    state = begin(read_war("ciria"))
    assert crewmen(state.war, Side.RED) == 8 and crewmen(state.war, Side.BLUE) == 16
    assert all(state.is_manned(hull) and state.is_home(hull) for hull in state.hulls.values())
    assert [len(spare_of(state, side)) for side in Side] == [2, 8]
    assert len({hull.name for hull in state.hulls.values()}) == len(state.hulls) == 14
    assert begin(read_war("ciria")) == state


@pytest.mark.rule("IN-CAM-06")
def test_too_few_crewmen_are_refused():
    war = small_war().war
    blue = replace(war.sides[1], hulls=war.sides[1].hulls * 3)
    with pytest.raises(ScenarioError, match="sides.blue.crew_ratio: 2 crewmen too few"):
        begin(replace(war, sides=(war.sides[0], blue)))


@pytest.mark.rule("IN-CAM-01")
def test_elite_units_begin_with_missions_in_their_hull():
    war = small_war().war
    elite = replace(war.sides[0], unit=UnitQuality.ELITE)
    state = begin(replace(war, sides=(elite, war.sides[1])))
    flown = [state.persons[hull.crew[0]].missions.get(hull.id, 0) for hull in state.own(Side.RED)]
    assert max(flown) > 10


@pytest.mark.rule("IN-CAM-06")
def test_replacements_come_aboard_at_rear_bases_only():
    state = small_war()
    ship = state.own(Side.BLUE)[0]
    spare = spare_of(state, Side.BLUE)[0]
    after = assign(state, Side.BLUE, ship.id, [spare.id])
    assert after.hulls[ship.id].crew == (spare.id,)
    assert after.persons[spare.id].hull == ship.id
    assert after.persons[ship.crew[0]].hull == NONE
    front = tuple(
        replace(area, base=area.base and replace(area.base, depot=False))
        for area in state.war.areas
    )
    small = replace(state, war=replace(state.war, areas=front))
    with pytest.raises(IllegalOrderError, match="this is not a rear base"):
        assign(small, Side.BLUE, ship.id, [spare.id])


def test_crews_change_places_at_one_base():
    state = small_war()
    one, other = state.own(Side.RED)
    after = assign(state, Side.RED, one.id, other.crew)
    assert after.hulls[one.id].crew == other.crew and after.hulls[other.id].crew == ()
    assert not after.is_manned(after.hulls[other.id])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"fate": Fate.WOUNDED}, "is not available"),
        ({"race": Race.BAUFRIN}, "does not fit its cockpits"),
    ],
)
def test_unfit_persons_are_refused(change, message):
    state = small_war()
    ship = state.own(Side.BLUE)[0]
    spare = replace(spare_of(state, Side.BLUE)[0], **change)
    with pytest.raises(IllegalOrderError, match=message):
        assign(with_persons(state, [spare]), Side.BLUE, ship.id, [spare.id])


def multiracial(monkeypatch, modules=0):
    """A war in which a CHEETAH has a Multiracial cockpit, and a Baufrin for it."""
    kind = replace(ship_class("CHEETAH"), seats=(Seat.MULTIRACIAL,))
    monkeypatch.setattr(muster, "ship_class", lambda name: kind)
    state = small_war()
    state = replace(state, stores=(replace(state.stores[0], modules=modules), state.stores[1]))
    guest = replace(state.persons[0], id=77, race=Race.BAUFRIN, hull=NONE)
    return with_persons(state, [guest])


@pytest.mark.rule("IN-CON-38", "IN-AMB-198")
def test_a_multiracial_cockpit_is_refitted_in_an_hour_with_a_module(monkeypatch):
    """6 hours of flight: the hull is there an hour later. It goes back the same way."""
    with pytest.raises(IllegalOrderError, match="0 modules for its cockpits are not enough"):
        assign(multiracial(monkeypatch), Side.RED, 0, [77])
    state = multiracial(monkeypatch, modules=1)
    after = assign(state, Side.RED, 0, [77])
    assert after.hulls[0].modules == (Race.BAUFRIN,) and after.stores == state.stores
    out = ordered(after, red=[(0, Mission.PATROL, "Belt"), (1, Mission.PATROL, "Belt")])
    assert [out.hulls[n].arrives - out.hour for n in (0, 1)] == [7, 6]
    later = replace(after, day=3)
    assert assign(later, Side.RED, 0, [77]).hulls[0].refitted == 1, "he has his module"
    back = assign(later, Side.RED, 0, [0]).hulls[0]
    assert back.modules == (Race.HUMAN,) and back.refitted == later.hour + 1
    assert evening(out)[0].hulls[0].modules == (Race.BAUFRIN,)


@pytest.mark.rule("IN-CON-38")
def test_cockpits_are_for_one_race_and_a_bridge_is_for_all():
    cheetah, pegasus = (
        fresh_hull(9, Side.RED, name, name, "North") for name in ("CHEETAH", "PEGASUS")
    )
    assert may_serve(cheetah, 0, Race.HUMAN) and not may_serve(cheetah, 0, Race.BAUFRIN)
    assert all(may_serve(pegasus, n, Race.BAUFRIN) for n in range(7))
    assert needed_modules(pegasus, [Race.BAUFRIN] * 7) == 0


def test_crews_are_changed_at_base_and_by_their_side():
    state = small_war()
    ship = state.own(Side.RED)[0]
    for changed, crew, message in (
        (state, [], "its seats are: pilot"),
        (state, [99], "named once each"),
        (with_hulls(state, [replace(ship, area="Belt")]), ship.crew, "at no base"),
    ):
        with pytest.raises(IllegalOrderError, match=message):
            assign(changed, Side.RED, ship.id, crew)
    with pytest.raises(IllegalOrderError, match="no hull of this side"):
        assign(state, Side.BLUE, ship.id, ship.crew)


@pytest.mark.rule("IN-CRW-06", "IN-CRW-14")
def test_levels_are_the_sides_choice():
    state = small_war()
    ace = replace(state.persons[0], skills=Skills(5, 5), initial=Skills(5, 5), raises_due=1)
    raised = choose_raise(with_persons(state, [ace]), 0, Skill.GUNNERY)
    assert raised.persons[0].skills == Skills(5, 6)
    rusty = replace(raised.persons[0], losses_due=1)
    lost, _ = choose_loss(with_persons(raised, [rusty]), 0, Skill.GUNNERY)
    assert lost.persons[0].skills == Skills(5, 5)


@pytest.mark.rule("IN-CAM-25")
def test_a_side_orders_its_repairs():
    engine = Damage("engine 3", Comp.ENGINE, (8, 9))
    state = small_war()
    ship = replace(state.hulls[0], damage=(engine,))
    state = with_hulls(state, [ship])
    after = order_repairs(state, Side.RED, 0, ["engine 3"], urgency=2)
    assert after.hulls[0] == replace(ship, queue=("engine 3",), urgency=2)
    for side, system, message in (
        (Side.BLUE, "engine 3", "no hull of this side"),
        (Side.RED, "engine 9", "'engine 9' has no damage"),
    ):
        with pytest.raises(IllegalOrderError, match=message):
            order_repairs(state, side, 0, [system])
