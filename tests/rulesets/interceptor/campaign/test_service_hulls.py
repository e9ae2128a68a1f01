"""Hulls that serve others: an installation and a tender of this project's, in the war xiphias."""

from dataclasses import replace

import pytest
from kit.interceptor.campaigns import changed, ordered, person, reason
from kit.interceptor.games import Play

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.loading.reading import read_content
from spacecombat_env.rulesets.interceptor.campaign import Damage, SystemKind
from spacecombat_env.rulesets.interceptor.campaign import day as day_module
from spacecombat_env.rulesets.interceptor.campaign.condition import present_thrust
from spacecombat_env.rulesets.interceptor.campaign.contact import Battle, scenario_of, settle
from spacecombat_env.rulesets.interceptor.campaign.day import evening
from spacecombat_env.rulesets.interceptor.campaign.hull_classes import (
    class_record,
    hull_class_names,
    hull_design,
    own_designs,
)
from spacecombat_env.rulesets.interceptor.campaign.muster import begin
from spacecombat_env.rulesets.interceptor.campaign.purchases import on_offer
from spacecombat_env.rulesets.interceptor.campaign.reading import FOLDER, read_war
from spacecombat_env.rulesets.interceptor.campaign.state import Mission
from spacecombat_env.rulesets.interceptor.campaign.war import ship_class
from spacecombat_env.rulesets.interceptor.construction import evaluate
from spacecombat_env.rulesets.interceptor.model import (
    Comp,
    Disclosed,
    Side,
    Status,
    Verdict,
    class_names,
)
from spacecombat_env.rulesets.interceptor.scenario import RECOMMENDED

STATIO, CHEETAH, AVENGER = 0, 1, 5
MEDICUS, LANCEA, SPICULUM = 10_000, 10_001, 10_007
FRONT = Damage("armour F", SystemKind.ARMOUR, tuple(range(100)), disabled=False)
DAY_OF_ARMOUR = 48
"""Boxes of armour that a facility repairs in a day, half an hour each (IN-CAM-26)."""


def war():
    """The war on its first morning."""
    return begin(read_war("xiphias"))


def holding(state, number):
    """The state with a hull that holds an area, with fuel and air for long."""
    hold = {"area": "Open reach", "mission": Mission.HOLD}
    return changed(state, number, **hold, fuel_hours=720, air_hours=720)


def part_of(name, kind):
    """Damage that puts out the first component of a kind."""
    klass = class_record(name)
    row = next(n for n in range(klass.components) if klass.component[n].kind == kind)
    return Damage(f"{kind.name.lower()} {row}", kind, (row,))


@pytest.mark.parametrize("name", sorted(own_designs()))
def test_the_designs_are_legal_and_serve(name):
    account = evaluate(hull_design(name))
    assert account.refusals == ()
    kind = ship_class(name)
    assert (kind.facilities, kind.hospitals) == (1, 1) and kind.bay_tons > 0
    assert kind.talents == account.talents


@pytest.mark.rule("IN-CON-25", "IN-AMB-64")
def test_what_their_hangars_hold():
    """As many tons as the craft for which they were built."""
    for name, craft in (("STATIO", "AVENGER"), ("MEDICUS", "LANCEA")):
        assert ship_class(name).bay_tons == ship_class(craft).tons


def repaired(state, number):
    """Boxes of armour of a hull that are repaired in a day."""
    before = changed(state, number, damage=(FRONT,))
    (left,) = evening(ordered(before))[0].hulls[number].damage
    return len(FRONT.boxes) - left.lost


@pytest.mark.rule("IN-CAM-26", "IN-IDE-40")
def test_the_installation_is_the_yard_of_its_base():
    """The base itself has none. Both fighters fit the hangar."""
    state = war()
    assert repaired(state, CHEETAH) == repaired(state, AVENGER) == DAY_OF_ARMOUR
    hit = changed(state, STATIO, damage=(part_of("STATIO", Comp.REPAIR),))
    assert repaired(hit, CHEETAH) == 0
    assert repaired(changed(state, STATIO, destroyed=True), CHEETAH) == 0


@pytest.mark.rule("IN-CAM-26", "IN-IDE-40")
def test_the_tender_repairs_where_it_holds():
    """A LANCEA fits its hangar; a SPICULUM does not, and takes three times as long."""
    state = war()
    for number in (MEDICUS, LANCEA, SPICULUM):
        state = holding(state, number)
    assert repaired(state, LANCEA) == DAY_OF_ARMOUR
    assert repaired(state, SPICULUM) == DAY_OF_ARMOUR // 3
    assert repaired(changed(state, MEDICUS, area="Grosianus moon"), LANCEA) == 0


@pytest.mark.rule("IN-CAM-11", "IN-IDE-40")
@pytest.mark.parametrize(("place", "heard"), [("Open reach", [True]), ("Grosianus moon", [])])
def test_the_wounded_are_treated_aboard_a_hospital_ship(monkeypatch, place, heard):
    """Away from their base, where the ship is."""
    given = []
    monkeypatch.setattr(day_module, "treat", lambda *all: (given.append(all[-1]), (all[1], []))[1])
    state = war()
    state = changed(holding(state, LANCEA), MEDICUS, area=place, mission=Mission.HOLD)
    evening(ordered(person(state, state.hulls[LANCEA].crew[0], hits=1)))
    assert given == heard


def without(state, *numbers):
    """The state after some hulls were lost."""
    for number in numbers:
        state = changed(state, number, destroyed=True, crew=())
    return state


@pytest.mark.rule("IN-CON-53", "IN-CON-61", "IN-AMB-199")
def test_a_crated_craft_replaces_a_lost_one():
    """It can fly after 12 hours, and its pilot came with it."""
    state = war()
    assert state.hulls[STATIO].reserve == ("CHEETAH",)
    assert len(evening(ordered(state))[0].own(Side.RED)) == 7, "nothing is lost"
    state = without(state, CHEETAH, CHEETAH + 1)
    after = evening(ordered(state))[0]
    assert after.hulls[STATIO].reserve == () and len(after.own(Side.RED)) == 6
    new = after.hulls[7]
    assert (new.ship_class, new.area, new.home) == ("CHEETAH", "Xiphias", "Xiphias")
    assert new.arrives == 24 + 12 and not after.is_home(new) and after.is_manned(new)
    next_day = evening(ordered(after))[0]
    assert len(next_day.own(Side.RED)) == 6 and next_day.is_home(next_day.hulls[7])


@pytest.mark.rule("IN-CON-53", "IN-AMB-199")
@pytest.mark.parametrize(
    "carrier", [{"bay_tons": 72}, {"destroyed": True, "crew": ()}, {"reserve": ("AVENGER",)}]
)
def test_what_the_preparation_of_a_crated_craft_needs(carrier):
    """A hangar that holds it, of a ship that is there; a craft of another class replaces none."""
    state = changed(without(war(), CHEETAH), STATIO, **carrier)
    assert 7 not in evening(ordered(state))[0].hulls
    fought = replace(without(war(), CHEETAH), fought=frozenset({STATIO}))
    assert 7 not in evening(ordered(fought))[0].hulls


@pytest.mark.rule("IN-OIN-02", "IN-CAM-13")
def test_an_installation_stays_where_it_is():
    state = war()
    assert reason(state, Side.RED, STATIO, Mission.PATROL, "Open reach") == [
        "an installation does not fly"
    ]
    assert reason(state, Side.RED, STATIO, Mission.REST) == []
    assert reason(state, Side.BLUE, MEDICUS, Mission.HOLD, "Open reach") == []
    hurt = changed(state, STATIO, damage=(FRONT,)).hulls[STATIO]
    assert present_thrust(hurt) == 0
    rich = replace(state, talents=(10**9, 10**9))
    assert "STATIO" not in on_offer(rich, Side.RED) and "MEDICUS" in on_offer(rich, Side.BLUE)


@pytest.mark.rule("IN-GRV-06")
def test_no_installation_has_its_base_in_a_gravity_well():
    _, content = read_content("xiphias", FOLDER)
    content["areas"][3]["terrain"] = "well"
    with pytest.raises(ScenarioError, match="cannot lie in the gravity well of Xiphias"):
        read_war(content)


def test_a_war_names_the_designs_of_its_hulls():
    _, content = read_content("xiphias", FOLDER)
    with pytest.raises(ScenarioError, match="STATIO"):
        read_war({**content, "designs": ["MEDICUS"]})
    with pytest.raises(ScenarioError, match="designs.*MOON"):
        read_war({**content, "designs": ["MOON"]})
    assert set(hull_class_names()) == {*class_names(), *own_designs()}


def fight(hulls):
    """A raid on the installation, begun, and the state in which it happens."""
    state, battle = war(), Battle(3, "Xiphias", hulls, Side.RED, 7)
    return state, battle, Play(scenario_of(state, battle), delegate=RECOMMENDED, max_turns=1)


def test_battles_have_all_classes_of_the_war_whoever_meets():
    """Which of them are there is not told by the list of classes."""
    seen = []
    for hulls in (((CHEETAH,), (LANCEA,)), ((STATIO,), (MEDICUS,))):
        play = fight(hulls)[2]
        seen.append(play.scenario.source["resolved"]["classes"])
    assert seen[0] == seen[1] == [*class_names(), "STATIO", "MEDICUS"]


@pytest.mark.rule("IN-IDE-40", "IN-AMB-137")
def test_what_a_battle_does_to_an_installation_is_kept():
    """Its yard is shot out; the enemy knows it by its name."""
    state, battle, play = fight(((STATIO, CHEETAH), (LANCEA,)))
    record = play.state
    klass = play.rules.classes[record.craft[0].klass]
    yard = next(n for n in range(klass.components) if klass.component[n].kind == Comp.REPAIR)
    first = int(record.craft[0].first_row) + int(klass.inner)
    for row in range(int(klass.depth)):
        if yard in klass.cell[row]:
            record.rows[0, first + row] = 0
    record.craft[0].disabled, record.verdict = 1 << yard, Verdict.BLUE
    record.craft[0].disclosed = Disclosed.CLASS
    for craft in record.craft:
        craft.status = Status.ON_MAP if craft.card else Status.UNUSED
    after, _ = settle(state, battle, record, play.rules)
    assert after.hulls[STATIO].disabled(Comp.REPAIR)
    assert [track.ship_class for track in after.tracks[Side.BLUE]] == ["STATIO", ""]
    assert repaired(after, CHEETAH) == 0
