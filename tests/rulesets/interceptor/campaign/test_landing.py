"""Landings of hulls that come home."""

from dataclasses import replace

import pytest
from kit.interceptor.campaigns import broken, hull, ordered, pilot, small_war

from spacecombat_env.rulesets.interceptor.campaign import Damage, SystemKind
from spacecombat_env.rulesets.interceptor.campaign.day import evening
from spacecombat_env.rulesets.interceptor.campaign.dice import Dice
from spacecombat_env.rulesets.interceptor.campaign.journeys.landing import (
    CANNOT,
    UNSKILLED,
    battered,
    landing_limit,
)
from spacecombat_env.rulesets.interceptor.campaign.reading import read_war
from spacecombat_env.rulesets.interceptor.campaign.state import EventKind, Fate, Mission, Skills
from spacecombat_env.rulesets.interceptor.campaign.war import fresh_hull
from spacecombat_env.rulesets.interceptor.model import NONE, Comp, Side, class_names, printed_rules

LANDING = "spacecombat_env.rulesets.interceptor.campaign.journeys.landing."
PATROL = [(0, Mission.PATROL, "Belt")]
PETAL = fresh_hull(7, Side.RED, "PETAL", "FLUTTERING PETAL", "North")


def out(ship, *kinds):
    """The hull with all components of some kinds out."""
    klass = printed_rules()[0].classes[class_names().index(ship.ship_class)]
    parts = enumerate(klass.component[: klass.components])
    names = [(n, Comp(int(part.kind))) for n, part in parts if part.kind in kinds]
    gone = tuple(Damage(f"part {n}", kind, ()) for n, kind in names)
    return replace(ship, damage=(*ship.damage, *gone))


@pytest.mark.rule("IN-CAM-17", "IN-CAM-19", "IN-CRW-11")
def test_the_number_is_the_pilots_with_its_modifiers():
    assert landing_limit(hull(), pilot(), planetside=False) == 10
    assert landing_limit(hull(), pilot(), planetside=True) == 11
    assert landing_limit(hull(), pilot(hits=2), planetside=True) == 9
    assert landing_limit(hull(), pilot(missions={7: 99}), planetside=False) > 10
    assert landing_limit(hull(), pilot(skills=Skills(None, 4)), planetside=False) == UNSKILLED


@pytest.mark.rule("IN-CAM-19")
@pytest.mark.parametrize(("kind", "loss"), [(Comp.ENGINE, 4 + 2), (Comp.ACS, 2 * 3), (Comp.DCS, 0)])
def test_wings_glide_without_engines_and_steer_by_acs(kind, loss):
    assert landing_limit(out(hull(), kind), pilot(), planetside=True) == 11 - loss


@pytest.mark.rule("IN-CAM-17")
def test_on_a_ship_the_dcs_count():
    assert landing_limit(out(hull(), Comp.DCS), pilot(), planetside=False) == 10 - 2 * 3
    assert landing_limit(out(hull(), Comp.ENGINE), pilot(), planetside=False) == 10 - 4
    assert landing_limit(out(hull(), Comp.HELM), pilot(), planetside=False) == CANNOT


@pytest.mark.rule("IN-ATM-04")
def test_lifters_without_thrust_crash():
    assert landing_limit(PETAL, pilot(), planetside=True) == 11
    assert landing_limit(out(PETAL, Comp.PLANT), pilot(), planetside=True) == CANNOT


@pytest.mark.rule("IN-AMB-136", "IN-CAM-17")
def test_tenths_of_the_inside_count():
    klass = printed_rules()[0].classes[class_names().index("CHEETAH")]
    first, tenth = int(klass.inner) * 10, -(-int(klass.boxes) // 10)
    some = Damage("free boxes", Comp.FREE, tuple(range(first, first + tenth)), disabled=False)
    assert landing_limit(hull(damage=(some,)), pilot(), planetside=False) == 9
    boxes = tuple(range(10 * int(klass.armour_row[0]), 10 * int(klass.armour_row[0]) + 30))
    armour = Damage("armour F", SystemKind.ARMOUR, boxes, disabled=False)
    assert landing_limit(hull(damage=(armour,)), pilot(), planetside=False) == 10


@pytest.mark.rule("IN-CAM-18", "IN-AMB-54")
def test_a_failed_landing_on_a_ship_is_a_collision_of_the_front():
    ship = battered(hull(), 18)
    assert {each.system: each.lost for each in ship.damage} == {"hardpoint 32": 3, "armour F": 15}
    klass = printed_rules()[0].classes[class_names().index("CHEETAH")]
    front = 3 + 10 * int(klass.armour_rows[0])
    deep = battered(hull(), front + 25)
    assert sum(each.lost for each in deep.damage) == front + 25
    assert any(each.kind != SystemKind.ARMOUR and each.disabled for each in deep.damage)
    assert battered(deep, 1).damage != deep.damage


@pytest.mark.rule("IN-DES-01", "IN-DES-06", "IN-DES-07", "IN-IDE-30")
@pytest.mark.parametrize(
    ("kind", "boxes", "fate"), [(Comp.SHIP_DESTROYED, 10, Fate.FIT), (Comp.PLANT, 7, Fate.DEAD)]
)
def test_a_hull_that_a_failed_landing_tears_apart_is_lost(monkeypatch, kind, boxes, fate):
    """A CHEETAH has 7 boxes of plant. Its pilot gets out of a hull that does not explode."""
    monkeypatch.setattr(LANDING + "landing_limit", lambda *_: CANNOT)
    for lost in (boxes - 1, boxes):
        (part,) = broken("CHEETAH", kind)
        torn = replace(part, boxes=tuple(range(lost)))
        monkeypatch.setattr(LANDING + "battered", lambda hull, _, part=torn: out_of(hull, part))
        state = small_war()
        state = replace(state, war=replace(state.war, landing_rolls=True))
        after, events = evening(ordered(state, red=PATROL))
        assert after.hulls[0].destroyed == (lost == boxes)
        assert kinds(events).count(EventKind.CRASHED) == 1
        assert kinds(events).count(EventKind.HULL_LOST) == (lost == boxes)
        assert after.persons[0].fate is (fate if lost == boxes else Fate.FIT)
        assert (after.persons[0].hull == NONE) == (lost == boxes)


def out_of(hull, part):
    """A hull with the damage of one part."""
    return replace(hull, damage=(part,))


def war(die, monkeypatch, breathable=False, **rules):
    """A war with landing rolls that fall so, after a patrol of Red's first hull."""
    state = small_war()
    base = replace(state.war.areas[1].base, breathable=breathable)
    areas = (state.war.areas[0], replace(state.war.areas[1], base=base), state.war.areas[2])
    state = replace(state, war=replace(state.war, areas=areas, landing_rolls=True, **rules))
    monkeypatch.setattr(Dice, "roll", lambda self, purpose, who, nth=0: die)
    return evening(ordered(state, red=PATROL))


def kinds(events):
    """The kinds of some events."""
    return [event.kind for event in events]


@pytest.mark.rule("IN-CAM-18")
def test_a_hull_that_comes_home_may_be_damaged(monkeypatch):
    state, events = war(10, monkeypatch)
    low = (state.persons[0].skills.piloting or 0) < 5
    assert (EventKind.CRASHED in kinds(events)) == low
    assert bool(state.hulls[0].damage) == low and not state.hulls[1].damage


@pytest.mark.rule("IN-CAM-19", "IN-DES-09")
def test_a_failed_landing_on_a_planet_is_the_end(monkeypatch):
    monkeypatch.setattr(LANDING + "landing_limit", lambda *_: 9)
    state, events = war(10, monkeypatch, breathable=True)
    assert state.hulls[0].destroyed and state.persons[0].fate is Fate.DEAD
    assert kinds(events).count(EventKind.HULL_LOST) == 1 and EventKind.DIED in kinds(events)
    assert not state.hulls[1].destroyed


@pytest.mark.rule("IN-CAM-17")
def test_only_wars_that_say_so_have_landing_rolls(monkeypatch):
    assert read_war("ciria").landing_rolls
    assert not small_war().war.landing_rolls
    monkeypatch.setattr(
        LANDING + "landing_limit",
        lambda *_: CANNOT,
    )
    state = ordered(small_war(), red=PATROL)
    assert not evening(state)[0].hulls[0].damage
