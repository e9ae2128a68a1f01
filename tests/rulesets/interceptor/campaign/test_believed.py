"""Battles of a war: worn hulls fight as they are, and neither side knows the other's."""

from dataclasses import replace

from kit.interceptor.campaigns import ordered, small_war

from spacecombat_env.rulesets.interceptor.campaign.battle_entries import believed_by, wear_of
from spacecombat_env.rulesets.interceptor.campaign.contact import contacts, present, scenario_of
from spacecombat_env.rulesets.interceptor.campaign.state import Damage, Mission, Skills
from spacecombat_env.rulesets.interceptor.campaign.tracks import Track, TrackFate
from spacecombat_env.rulesets.interceptor.campaign.war import with_hulls, with_persons
from spacecombat_env.rulesets.interceptor.model import Comp, Side, class_names
from spacecombat_env.rulesets.interceptor.scenario import load

BLUE = 10_000
ENGINE = Damage("engine 4", Comp.ENGINE, (), disabled=True)
PATROLS = {
    "red": [(0, Mission.PATROL, "Belt"), (1, Mission.PATROL, "Belt")],
    "blue": [(BLUE, Mission.PATROL, "Belt")],
}


def met():
    """A war on a day on which two red hulls meet a blue one, and the battle."""
    state = ordered(small_war(), **PATROLS)
    (battle,) = contacts(state)
    return state, battle


def test_a_worn_hull_fights_as_it_is():
    state, battle = met()
    worn = replace(state.hulls[0], damage=(ENGINE,), plant_lost=1)
    scenario = load(scenario_of(with_hulls(state, [worn]), battle))
    wear = scenario.table.rules[0].wear
    assert wear[1].worn and wear[1].disabled == 1 << 4 and wear[1].plant_lost == 1
    assert not wear[2].worn and not wear[3].worn


def test_wounds_are_carried_into_a_battle():
    state, battle = met()
    crew = [replace(state.persons[person], hits=2) for person in state.hulls[0].crew]
    assert wear_of(state.hulls[0], crew) == {"hits": [2] * len(crew)}
    assert wear_of(state.hulls[0], state.crew_of(state.hulls[0])) == {}


def test_hulls_without_plant_or_cockpit_stay_out():
    state, _ = met()
    for kind in (Comp.PLANT, Comp.COCKPIT):
        broken = replace(state.hulls[0], damage=(Damage("part 1", kind, ()),))
        hulls = present(with_hulls(state, [broken]), Side.RED, "Belt")
        assert [hull.id for hull in hulls] == [1]


def test_a_side_expects_the_classes_of_its_enemy_and_the_hulls_met():
    state, _ = met()
    lancea, gone = Track(3, "LANCEA"), Track(4, "PILUM", fate=TrackFate.DESTROYED)
    gull = Track(5, "SPACE GULL")
    state = replace(state, tracks=((lancea, gone, Track(6), gull), ()))
    belief = believed_by(state, Side.RED)
    assert [ship["class"] for ship in belief["ships"]] == ["LANCEA", "SPACE GULL"]
    classes = [ship["class"] for ship in belief["classes"]]
    assert {"LANCEA", "PILUM", "SPACE GULL"} <= set(classes) and "CHEETAH" not in classes
    assert all(len(ship["pilots"]) == 1 for ship in belief["ships"])


def test_what_red_knows_of_a_battle_does_not_depend_on_blue():
    """Blue's pilots, wear and class may be what they will."""
    state, battle = met()
    hull = replace(state.hulls[BLUE], damage=(ENGINE,), ship_class="CHEETAH", name="Nemesis")
    people = [replace(state.persons[n], skills=Skills(9, 9)) for n in hull.crew]
    other = with_persons(with_hulls(state, [hull]), people)
    one, two = (load(scenario_of(each, battle)) for each in (state, other))
    assert one.digest != two.digest
    assert one.known_to(Side.RED).digest == two.known_to(Side.RED).digest
    assert one.known_to(Side.RED).source == two.known_to(Side.RED).source


def test_all_classes_can_be_expected():
    state, _ = met()
    tracks = tuple(Track(n, name) for n, name in enumerate(class_names()[1:]))
    state = replace(state, tracks=(tracks, tracks))
    for side in Side:
        assert len(believed_by(state, side)["classes"]) >= 12
