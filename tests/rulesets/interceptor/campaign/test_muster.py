"""The beginning of a war, and the choices of a side."""

from dataclasses import replace

import pytest
from kit.interceptor.campaigns import small_war

from spacecombat_env.core.errors import IllegalOrderError, ScenarioError
from spacecombat_env.rulesets.interceptor.campaign import Damage
from spacecombat_env.rulesets.interceptor.campaign.forces import UnitQuality
from spacecombat_env.rulesets.interceptor.campaign.muster import (
    assign,
    begin,
    choose_loss,
    choose_raise,
    crewmen,
    order_repairs,
)
from spacecombat_env.rulesets.interceptor.campaign.reading import read_war
from spacecombat_env.rulesets.interceptor.campaign.state import Fate, Skill, Skills
from spacecombat_env.rulesets.interceptor.campaign.war import with_hulls, with_persons
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
