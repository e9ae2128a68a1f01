"""A side's view of a war holds nothing that the enemy hides."""

from dataclasses import replace

from kit.interceptor.campaigns import ordered, small_war

from spacecombat_env.rulesets.interceptor.campaign import Damage
from spacecombat_env.rulesets.interceptor.campaign.knowledge import view_of
from spacecombat_env.rulesets.interceptor.campaign.muster import begin
from spacecombat_env.rulesets.interceptor.campaign.repair import Stores
from spacecombat_env.rulesets.interceptor.campaign.state import Mission, Skills
from spacecombat_env.rulesets.interceptor.campaign.tracks import Track
from spacecombat_env.rulesets.interceptor.campaign.war import Drift, with_hulls, with_persons
from spacecombat_env.rulesets.interceptor.model import Comp, Side

OUT = [(0, Mission.PATROL, "Belt")]


def other_world(state):
    """The same war for Red: everything that Blue hides is changed."""
    war, blue = state.war, state.war.sides[1]
    blue = replace(blue, hulls=("SPICULUM",), crew_ratio=3, stores=Stores(1, 1, 1))
    hulls = [
        replace(hull, ship_class="SPICULUM", damage=(Damage("scanner 1", Comp.SCANNER, (1,)),))
        for hull in state.own(Side.BLUE)
    ]
    people = [
        replace(person, skills=Skills(9, 9), kills=4)
        for person in state.persons.values()
        if person.side == Side.BLUE
    ]
    state = with_persons(with_hulls(state, hulls), people)
    return replace(
        state,
        war=replace(war, seed=77, sides=(war.sides[0], blue)),
        stores=(state.stores[0], Stores(5)),
        orders=(state.orders[0], ()),
        tracks=(state.tracks[0], (Track(5, "CHEETAH"),)),
        fought=frozenset({10_000}),
        drifting=(Drift(Side.BLUE, "Belt", (10_000,), 0),),
    )


def test_two_worlds_that_differ_in_hidden_facts_look_the_same():
    state = ordered(small_war(), red=OUT, blue=[(10_000, Mission.PATROL, "Belt")])
    assert view_of(other_world(state), Side.RED) == view_of(state, Side.RED)
    assert view_of(other_world(state), Side.BLUE) != view_of(state, Side.BLUE)


def test_a_side_sees_all_of_its_own():
    state = ordered(small_war(), red=OUT, blue=[(10_000, Mission.PATROL, "Belt")])
    view = view_of(state, Side.RED)
    assert view.own(Side.RED) == state.own(Side.RED) and view.own(Side.BLUE) == []
    assert view.orders == (state.orders[0], None) and view.stores[0] == state.stores[0]
    assert view.holders == state.holders and view.war.sides[1].bases == ("South",)
    assert all(person.side == Side.RED for person in view.persons.values())


def test_numbers_and_names_do_not_tell_the_enemys_strength():
    few = small_war()
    blue = replace(few.war.sides[1], hulls=("CHEETAH", "LANCEA", "LANCEA"), crew_ratio=3)
    many = begin(replace(few.war, sides=(few.war.sides[0], blue)))
    assert view_of(many, Side.RED) == view_of(few, Side.RED)
    assert len({hull.name for hull in many.hulls.values()}) == 5
