"""What a finished battle does to hulls and persons."""

from dataclasses import replace

import numpy as np
import pytest
from kit.interceptor.campaigns import hull, pilot
from kit.interceptor.damaging import class_of, lose, lose_boxes, parts
from kit.interceptor.games import Play
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.campaign import SystemKind, war
from spacecombat_env.rulesets.interceptor.campaign import aftermath as aftermath_module
from spacecombat_env.rulesets.interceptor.campaign.aftermath import (
    aftermath,
    damage_of,
    disabled_of,
    hull_after,
    is_lost,
    person_after,
    rows_of,
)
from spacecombat_env.rulesets.interceptor.campaign.repair import Site, Stores, repair
from spacecombat_env.rulesets.interceptor.campaign.state import EventKind, Fate, Outcome, Seat
from spacecombat_env.rulesets.interceptor.construction import shipped_design
from spacecombat_env.rulesets.interceptor.construction.steps.crew import MULTIRACIAL
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Comp,
    CrewStatus,
    Side,
    Status,
    class_names,
)

WON, LEFT, LOST = Outcome
HULL = hull(crew=(1,))


def battle():
    """A CHEETAH and a LANCEA on the map; the red one's slot."""
    table = scene()
    red = table.put("CHEETAH")
    table.put("LANCEA", side=1, at=(12, 12))
    return table, red


def after(table, k, outcome=WON, ship=HULL):
    """The red hull after the battle."""
    return hull_after(table.state, table.rules, k, ship, outcome)


def test_a_whole_ship_has_no_damage():
    table, red = battle()
    assert after(table, red) == HULL


def test_lost_boxes_become_damage_by_system():
    table, red = battle()
    engine = lose(table, red, Comp.ENGINE)
    scanner = parts(table, red, Comp.SCANNER)[0]
    lose_boxes(table, red, scanner, 1)
    ship = after(table, red)
    assert {each.kind for each in ship.damage} == {Comp.ENGINE, Comp.SCANNER}
    whole = int(class_of(table, red).component[engine].boxes)
    assert {each.kind: each.lost for each in ship.damage}[Comp.ENGINE] == whole
    assert disabled_of(ship.damage) == int(table.state.craft[red].disabled) != 0
    assert ship.disabled(Comp.SCANNER) and ship.lost(Comp.ENGINE) == whole


def test_armour_is_a_system_by_facing():
    table, red = battle()
    klass = class_of(table, red)
    row = int(table.state.craft[red].first_row) + int(klass.armour_row[0])
    table.state.rows[0, row] = 0b0111111110
    (front,) = after(table, red).damage
    assert (front.system, front.kind, front.lost) == ("armour F", SystemKind.ARMOUR, 2)
    assert front.firewall == () and not front.disabled


def test_the_first_row_of_a_plated_ship_is_firewall():
    name = next(
        n for n in class_names()[1:] if scene().rules.classes[class_names().index(n)].firewall
    )
    table = scene("medium")
    red = table.put(name)
    row = int(table.state.craft[red].first_row) + int(class_of(table, red).armour_row[0])
    table.state.rows[0, row] = 0b1011111111
    (front,) = after(table, red).damage
    assert (len(front.boxes), len(front.firewall)) == (0, 1)


@pytest.mark.parametrize("seed", range(4))
def test_damage_and_rows_are_the_same(seed):
    """Every box that a battle takes is in one system, and comes back from it."""
    play = Play("duel", seed=seed)
    play.play_at_random(seed, 400)
    half = len(play.state.craft) // 2
    for k, craft in enumerate(play.state.craft):
        if not craft.card:
            continue
        klass = play.rules.classes[craft.klass]
        first = int(craft.first_row)
        rows = np.array(play.state.rows[k // half][first : first + int(klass.rows)])
        generator = np.random.default_rng(seed)
        rows &= generator.integers(0, 1024, len(rows)) | generator.integers(0, 1024, len(rows))
        for side in range(6):
            if klass.external_row[side] != NONE:
                rows[klass.external_row[side]] &= klass.external[side]
        damage = damage_of(klass, rows, int(craft.disabled))
        assert len({each.system for each in damage}) == len(damage)
        assert (rows_of(klass, damage) == rows).all()


def test_old_work_stays():
    table, red = battle()
    lose(table, red, Comp.ENGINE)
    (new,) = after(table, red).damage
    begun = replace(HULL, damage=(replace(new, boxes=new.boxes[:1], minutes=30),))
    (old,) = after(table, red, ship=begun).damage
    assert old == replace(new, minutes=30)


@pytest.mark.rule("IN-IDE-10")
def test_a_multiracial_cockpit_is_replaced_by_a_module(monkeypatch):
    """12 hours where a spare module is at hand, else 24 a box."""
    design = shipped_design("CHEETAH")
    seat = replace(design.cockpits[0], races=MULTIRACIAL, module="Human/Naram/Ssora")
    monkeypatch.setattr(war, "hull_design", lambda name: replace(design, cockpits=(seat,)))
    modular = war.ship_class.__wrapped__("CHEETAH")
    assert modular.seats == (Seat.MULTIRACIAL,) != war.ship_class("CHEETAH").seats
    monkeypatch.setattr(aftermath_module, "ship_class", lambda name: modular)
    table, red = battle()
    lose_boxes(table, red, parts(table, red, Comp.COCKPIT)[0], 2)
    ship = after(table, red)
    assert repair(ship, Site(), Stores(modules=1), 12 * 60)[0].damage == ()
    assert repair(ship, Site(), Stores(boxes=9), 47 * 60)[0].damage[0].lost == 1
    assert war.ship_class("CHEETAH").modules == ()


def test_hulls_are_lost_with_their_crews_gone():
    lost = [[is_lost(status, end) for end in Outcome] for status in Status]
    assert lost[Status.DESTROYED] == lost[Status.WRECK] == [True] * 3
    assert lost[Status.ABANDONED] == lost[Status.DERELICT] == [False, True, True]
    assert lost[Status.ON_MAP] == lost[Status.BROKEN_OFF] == [False] * 3
    table, red = battle()
    table.state.craft[red].status = Status.WRECK
    ship = after(table, red)
    assert ship.destroyed and ship.crew == () and ship.damage == ()


@pytest.mark.rule("IN-CRW-06", "IN-CRW-10")
def test_kills_and_service_are_credited():
    table, red = battle()
    member = table.pilot(red)
    ace = pilot(progress=4, hull=7)
    assert person_after(member, ace, HULL)[0].idle == 1
    member.service = 3
    assert person_after(member, ace, HULL)[0].missions == {7: 1}
    member.service, member.kills = 1, 1
    person, events = person_after(member, ace, HULL)
    assert (person.missions, person.raises_due, person.kills) == ({7: 1}, 1, 1)
    assert [event.kind for event in events] == [EventKind.KILL, EventKind.LEVEL_GAINED]


@pytest.mark.rule("IN-CRW-11")
def test_familiarity_goes_with_the_hull():
    table, red = battle()
    veteran = pilot(missions={7: 12, 8: 1}, hull=7)
    gone = replace(HULL, destroyed=True)
    person, _ = person_after(table.pilot(red), veteran, gone)
    assert (person.missions, person.hull, person.fate) == ({8: 1}, NONE, Fate.CAPTURED)


def test_wounds_and_fates_come_from_the_record():
    table, red = battle()
    member = table.pilot(red)
    member.hits = 2
    assert person_after(member, pilot(), HULL)[0].hits == 2
    member.status = CrewStatus.DEAD
    person, events = person_after(member, pilot(), HULL)
    assert person.fate is Fate.DEAD and events[-1].kind is EventKind.DIED
    member.status = CrewStatus.GONE
    assert person_after(member, pilot(), HULL)[0].fate is Fate.MISSING


def test_a_battle_is_settled_as_a_whole():
    table, red = battle()
    table.state.craft[red].status = Status.DESTROYED
    table.pilot(red).status = CrewStatus.GONE
    adrift = table.state.adrift[0]
    adrift.people, adrift.crew, adrift.velocity = 1, 1, 13
    enemy = hull(id=9, side=Side.BLUE, crew=(2,))
    other = pilot(id=2, side=Side.BLUE)
    hulls = {1: HULL, 2: enemy}
    ends = {Side.RED: LEFT, Side.BLUE: LOST}
    found = aftermath(table.state, table.rules, hulls, {1: pilot(), 2: other}, ends)
    assert [ship.destroyed for ship in found.hulls] == [True, False]
    assert [person.fate for person in found.persons] == [Fate.MISSING, Fate.FIT]
    (counter,) = found.counters
    assert (counter.crew, counter.velocity, counter.side) == ((1,), 13, Side.RED)
    assert found.events[0].kind is EventKind.HULL_LOST


@pytest.mark.parametrize("side", range(6))
def test_systems_on_the_armour_of_any_side_are_whole_without_damage(side):
    table, red = battle()
    klass = class_of(table, red)
    klass.external_row[side], klass.external[side] = klass.rows - 1, 0b111
    assert rows_of(klass, ())[klass.rows - 1] == 0b111
