"""Leaving a ship."""

from dataclasses import replace

import numpy as np
import pytest
from kit.interceptor.designs import PETAL, petal
from kit.interceptor.moves import begin, legal, say, say_number
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.cases import cases_decisions as cases
from spacecombat_env.rulesets.interceptor.cases import ejecting
from spacecombat_env.rulesets.interceptor.construction import evaluate
from spacecombat_env.rulesets.interceptor.construction.class_rows import class_row
from spacecombat_env.rulesets.interceptor.crew.takeover import may_change
from spacecombat_env.rulesets.interceptor.damage.leaving import (
    begin_eject,
    has_ejectors,
    may_eject,
    may_leave,
)
from spacecombat_env.rulesets.interceptor.engagement import engagement_decisions as engagement
from spacecombat_env.rulesets.interceptor.engagement.exchange import declared_step
from spacecombat_env.rulesets.interceptor.model import (
    Control,
    CrewStatus,
    Decision,
    Event,
    Phase,
    Race,
    Status,
    Step,
    Verb,
    action_count,
    class_names,
    craft_action,
    crewman_action,
    direction_action,
)

PAIR = "FLUTTERING PETAL"  # pilot and gunner


def judged(monkeypatch):
    """Whom the crew's judge was asked about; he finds the ship abandoned when all have left."""
    requested = []

    def judge(state, rules, k):
        requested.append(k)
        if not any(m.craft == k and m.status in (1, 2) for m in state.crew):
            state.craft[k].status = Status.ABANDONED

    monkeypatch.setattr(ejecting, "judge_crew", judge)
    return requested


@pytest.mark.rule("IN-ABN-01", "IN-CON-39", "IN-CON-40")
def test_ejectors_are_those_of_the_cockpits_of_the_design():
    classes = scene().rules.classes
    for row, name in enumerate(class_names()[1:], start=1):
        klass = classes[row]
        ejects = not klass.bridge and klass.race != Race.KESSRITH
        assert has_ejectors(klass) == ejects, name
        assert int(klass.ejectors) == ((1 << int(klass.crew)) - 1 if ejects else 0)
    seat = replace(PETAL.cockpits[0], ejector=False)
    bare = class_row(evaluate(petal(cockpits=(seat, PETAL.cockpits[1]))))
    assert int(bare.ejectors) == 0b10 and has_ejectors(bare)
    none = class_row(evaluate(petal(cockpits=(seat, replace(PETAL.cockpits[1], ejector=False)))))
    assert not has_ejectors(none)


@pytest.mark.rule("IN-ABN-01", "IN-TSK-07")
def test_who_may_eject():
    table = scene()
    k = table.put("CHEETAH")
    state, rules = table.state, table.rules
    assert may_eject(state, rules, k)
    table.pilot(k).status = CrewStatus.UNCONSCIOUS
    assert not may_eject(state, rules, k)
    table.pilot(k).status = CrewStatus.AWAKE
    state.craft[k].status = Status.DERELICT
    assert not may_eject(state, rules, k)
    state.craft[k].status, state.craft[k].leaving = Status.WRECK, 2
    assert may_eject(state, rules, k), "while the hull holds"
    state.craft[k].leaving = 0
    assert not may_eject(state, rules, k)
    for name in ("FLUTTERING PETAL BIS", "CINGULUM"):
        k = scene().put(name) if name == "CINGULUM" else table.put(name, side=1)
        assert name == "CINGULUM" or not may_eject(state, rules, k), "no ejectors"


@pytest.mark.rule("IN-ABN-01")
def test_there_must_be_a_counter_left():
    table = scene()
    k = table.put("CHEETAH")
    for n in range(len(table.state.adrift) // 2):
        table.state.adrift[n].people = 1
    assert not may_eject(table.state, table.rules, k)


@pytest.mark.rule("IN-ABN-02", "IN-ABN-03")
def test_with_the_pilot_all_go_in_one_counter(monkeypatch):
    requested = judged(monkeypatch)
    table = scene()
    k = table.put(PAIR, at=(10, 10), heading=1, velocity=5, piloting=9)
    state = table.state
    craft, first = state.craft[k], int(state.craft[k].first_crew)
    state.crew[first + 1].status = CrewStatus.UNCONSCIOUS
    craft.inside = 1
    begin(table, k)
    say_number(table, 5)
    assert Verb.EJECT in legal(table)
    q, r = int(craft.q), int(craft.r)
    say(table, Verb.EJECT)
    assert state.decision == Decision.EJECT_SIDE and len(legal(table)) == 6
    say(table, direction_action(state, 3))
    assert (state.order[0].low, state.order[0].high) == (0, 2)
    say_number(table, 2)
    crew = state.adrift[0]
    assert (crew.people, crew.crew) == (2, 0b11) and requested == [k]
    assert (crew.q, crew.r, crew.heading, crew.velocity) == (q, r - 2, 1, 5)
    assert (crew.thrust, crew.air, crew.conscious, crew.moved) == (3, 30, 1, 1)
    assert {state.crew[first + place].status for place in range(2)} == {CrewStatus.GONE}
    assert craft.status == Status.ABANDONED and state.step == Step.NEXT_GO
    told = [(e.a, e.b, e.e, e.f) for e in table.events(Event.EJECTED)]
    assert told == [(0, 2, q, r - 2)], "where, and how many, all see"


@pytest.mark.rule("IN-ABN-02")
def test_a_gunner_who_ejects_does_not_take_the_pilot_along(monkeypatch):
    judged(monkeypatch)
    table = scene()
    k = table.put(PAIR, at=(10, 10))
    first = int(table.state.craft[k].first_crew)
    table.state.crew[first].status = CrewStatus.UNCONSCIOUS
    ejecting.leave(table.state, table.rules, k, 10, 5)
    assert table.state.adrift[0].crew == 0b10
    assert table.state.crew[first].status == CrewStatus.UNCONSCIOUS


@pytest.mark.rule("IN-OVL-12", "IN-ABN-02")
def test_the_weapons_of_who_has_left_are_silent_until_they_are_taken_over():
    table = scene()
    k = table.put(PAIR, at=(10, 10))
    state, first = table.state, int(table.state.craft[k].first_crew)
    state.crew[first].status = CrewStatus.UNCONSCIOUS
    turret = int(state.crew[first + 1].weapons)
    ejecting.leave(state, table.rules, k, 10, 5)
    assert int(state.craft[k].out) & turret == turret != 0
    state.crew[first].status = CrewStatus.AWAKE
    assert may_change(state, table.rules, k)


@pytest.mark.rule("IN-ABN-02")
def test_the_dead_stay(monkeypatch):
    table = scene()
    k = table.put(PAIR, at=(10, 10))
    first = int(table.state.craft[k].first_crew)
    table.state.crew[first + 1].status = CrewStatus.DEAD
    ejecting.leave(table.state, table.rules, k, 10, 5)
    assert table.state.adrift[0].people == 1
    assert table.state.crew[first + 1].status == CrewStatus.DEAD


@pytest.mark.rule("IN-ABN-03", "IN-TSK-07")
def test_in_the_decision_phase_at_the_edge_of_the_map(monkeypatch):
    judged(monkeypatch)
    table = scene()
    k = table.put("CHEETAH", side=1, at=(26, 28), velocity=4)
    state = table.state
    state.phase, state.step = Phase.DECISION, Step.DECISION
    begin_eject(state, table.rules, 1, k)
    down = direction_action(state, 3)
    assert down in legal(table) and direction_action(state, 0) not in legal(table)
    say(table, down)
    say_number(table, 0)
    slot = len(state.adrift) // 2
    crew, craft = state.adrift[slot], state.craft[k]
    assert (crew.q, crew.r) == (craft.q, craft.r) and crew.moved == 0
    assert (state.decision, state.seat) == (Decision.DECIDE, 1)
    assert ejecting.reach_of(state, table.rules, k, 0) == 0
    assert ejecting.reach_of(state, table.rules, k, 3) == 2


@pytest.mark.rule("IN-AMB-103")
def test_leaving_is_offered_once_a_box_inside_is_lost():
    table = scene()
    k = table.put("CHEETAH")
    assert may_eject(table.state, table.rules, k) and not may_leave(table.state, table.rules, k)
    table.state.craft[k].inside = 1
    assert may_leave(table.state, table.rules, k)
    table.state.craft[k].inside = 0
    table.state.craft[k].control = Control.OUT
    assert may_leave(table.state, table.rules, k), "out of control"


# --- in fire, and alone --------------------------------------------------------------------------


def under_fire(name=PAIR):
    """A hurt ship of Red at which a LANCEA of Blue fires; Red is to answer."""
    table = scene()
    k = table.put(name, at=(10, 10), heading=0, velocity=2)
    enemy = table.put("LANCEA", side=1, at=(10, 14), heading=3)
    state = table.state
    state.craft[k].inside = 1
    state.mover, state.begun = enemy, 1
    state.exchange.volleys = 1
    volley = state.exchange.volley[0]
    volley.firer, volley.target, volley.weapons, volley.settled = enemy, k, 1, 1
    declared_step(state, table.rules)
    return table, k


def words_of(table, room):
    """The legal actions of a room's question."""
    mask = np.zeros(int(action_count(table.state)), np.int8)
    room.legal(table.state, table.rules, int(table.state.seat), mask)
    return {int(action) for action in np.flatnonzero(mask)}


@pytest.mark.rule("IN-AMB-103", "IN-ABN-01")
def test_a_crew_may_leave_when_its_ship_is_fired_at():
    table, k = under_fire()
    state = table.state
    assert state.decision == Decision.RETURN and Verb.EJECT in words_of(table, engagement)
    engagement.apply(state, table.rules, int(Verb.EJECT))
    assert state.decision == Decision.EJECT_SIDE and state.order[0].craft == k
    cases.apply(state, table.rules, int(direction_action(state, 3)))
    cases.apply_number(state, table.rules, 1)
    assert state.craft[k].status == Status.ABANDONED and state.adrift[0].people == 2
    assert state.step == Step.DECLARED and state.exchange.volley[0].answered
    declared_step(state, table.rules)
    assert state.step == Step.FLIGHT, "the shot is on its way"


@pytest.mark.rule("IN-AMB-103")
def test_the_crew_of_a_whole_ship_is_not_offered_it():
    table, k = under_fire()
    table.state.craft[k].inside = 0
    assert Verb.EJECT not in words_of(table, engagement)


@pytest.mark.rule("IN-AMB-103", "IN-ABN-01")
@pytest.mark.parametrize("ships", [1, 2])
def test_a_crew_may_leave_when_its_side_decides_in_the_move_of_an_enemy(ships):
    table = scene()
    hurt = [table.put(PAIR, at=(9 + n, 10)) for n in range(ships)]
    enemy = table.put("LANCEA", side=1, at=(10, 14), heading=3)
    state = table.state
    state.mover, state.begun, state.seat, state.decision = enemy, 1, 0, Decision.OPPORTUNITY
    assert Verb.EJECT not in words_of(table, engagement)
    for k in hurt:
        state.craft[k].inside = 1
    assert Verb.EJECT in words_of(table, engagement)
    engagement.apply(state, table.rules, int(Verb.EJECT))
    if ships > 1:
        assert state.decision == Decision.FIRE_SHIP
        assert words_of(table, engagement) == {craft_action(state, k) for k in hurt}
        engagement.apply(state, table.rules, int(craft_action(state, hurt[-1])))
    assert state.decision == Decision.EJECT_SIDE and state.order[0].craft == hurt[-1]
    cases.apply(state, table.rules, int(direction_action(state, 3)))
    cases.apply_number(state, table.rules, 0)
    assert state.craft[hurt[-1]].status == Status.ABANDONED
    assert state.step == Step.OPPORTUNITY, "the moment goes on"


@pytest.mark.rule("IN-AMB-144", "IN-ABN-02")
def test_a_gunner_may_leave_alone():
    table = scene()
    k = table.put(PAIR, at=(10, 10), heading=2, velocity=3)
    state, first = table.state, int(table.state.craft[k].first_crew)
    state.craft[k].inside = 1
    begin(table, k)
    say_number(table, 3)
    say(table, Verb.EJECT)
    gunner = int(crewman_action(state, 1))
    assert gunner in legal(table) and crewman_action(state, 0) not in legal(table)
    say(table, gunner)
    assert state.decision == Decision.EJECT_SIDE and len(legal(table)) == 6
    say(table, direction_action(state, 3))
    say_number(table, 1)
    assert (state.adrift[0].people, state.adrift[0].crew) == (1, 0b10)
    assert [(event.b, event.d) for event in table.events(Event.EJECTED)] == [(1, 1)]
    assert state.adrift[0].conscious and state.adrift[0].air == 30
    assert [state.crew[first + n].status for n in (0, 1)] == [CrewStatus.AWAKE, CrewStatus.GONE]
    assert state.craft[k].status == Status.ON_MAP and state.decision == Decision.MOVE
    say(table, Verb.EJECT)
    assert len(legal(table)) == 6, "the pilot has nobody to leave behind"


@pytest.mark.rule("IN-AMB-144", "IN-AMB-154", "IN-IDE-06")
def test_not_one_who_is_unconscious_and_not_where_no_counter_is_left_for_the_others():
    table = scene()
    k = table.put(PAIR, at=(10, 10))
    state, rules = table.state, table.rules
    gunner = int(state.craft[k].first_crew) + 1
    assert ejecting.may_go_alone(state, rules, k, gunner)
    state.crew[gunner].status = CrewStatus.UNCONSCIOUS
    assert not ejecting.may_go_alone(state, rules, k, gunner)
    state.crew[gunner].status = CrewStatus.AWAKE
    for n in range(len(state.adrift) // 2 - 1):
        state.adrift[n].people = 1
    assert not ejecting.may_go_alone(state, rules, k, gunner)
    assert may_eject(state, rules, k)
