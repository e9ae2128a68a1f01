"""Leaving a ship without ejectors."""

import numpy as np
import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.cases import airlocks
from spacecombat_env.rulesets.interceptor.combat.weapons import is_ready
from spacecombat_env.rulesets.interceptor.crew.flight import settle_flier
from spacecombat_env.rulesets.interceptor.crew.skills import dodge
from spacecombat_env.rulesets.interceptor.damage.engines.engineering import settle_thrust
from spacecombat_env.rulesets.interceptor.model import (
    CrewStatus,
    Decision,
    Event,
    Role,
    Status,
    Step,
    Verb,
    crew_of,
    crewman_action,
    flier_of,
)
from spacecombat_env.rulesets.interceptor.movement.drifting import drift_crew
from spacecombat_env.rulesets.interceptor.turn import decision_phase

RED = 0


def hurt(name="PEGASUS", **where):
    """A ship without ejectors that has lost a box inside."""
    table = scene(capacity="medium")
    k = table.put(name, **where)
    table.state.craft[k].inside = 1
    return table, k


def end_turn(table):
    """Those who leave are a turn nearer to the airlocks."""
    airlocks.walk_to_airlocks(table.state, table.rules)


@pytest.mark.rule("IN-ABN-12", "IN-ABN-13")
def test_a_large_ship_is_abandoned_by_its_airlocks():
    table, k = hurt(at=(10, 10), heading=2, velocity=5)
    state, rules = table.state, table.rules
    craft = state.craft[k]
    mask = np.zeros(400, np.int8)
    state.order[RED].craft = k
    decision_phase.legal_decide_verb(state, rules, RED, mask)
    assert mask[Verb.AIRLOCK] and not mask[Verb.LEAVE]
    decision_phase.apply_decide_verb(state, rules, RED, Verb.AIRLOCK)
    assert state.decision == Decision.ESCAPE
    airlocks.apply_escape(state, rules, RED, Verb.ALL)
    assert state.step == Step.DECISION and craft.left_in
    assert craft.thrust == 0 and not craft.shield.any() and flier_of(state, rules, k) == -1
    settle_thrust(state, rules, k)
    settle_flier(state, rules, k)
    assert craft.thrust == 0 and flier_of(state, rules, k) == -1, "it drifts for good"
    weapons = range(int(rules.classes[craft.klass].weapons))
    assert not any(is_ready(state, rules, k, w) for w in weapons)
    people = len(crew_of(state, rules, k))
    end_turn(table)
    counter = state.adrift[0]
    assert craft.status == Status.ABANDONED
    assert (counter.people, counter.q, counter.r) == (people, craft.q, craft.r)
    assert (counter.heading, counter.velocity, counter.thrust) == (2, 5, 3)
    assert [len(table.events(kind)) for kind in (Event.LEFT_IN, Event.OUTSIDE)] == [1, 1]


@pytest.mark.rule("IN-ABN-13")
@pytest.mark.parametrize(("tons", "turns"), [(999, 1), (1000, 1), (2999, 2), (10000, 10)])
def test_the_way_to_the_airlocks(tons, turns):
    """ORC-ABN-1."""
    assert airlocks.turns_to_airlock(tons) == turns
    table, k = hurt()
    table.rules.classes[table.state.craft[k].klass].tons = tons
    airlocks.abandon(table.state, table.rules, k)
    for left in range(turns, 0, -1):
        assert table.state.adrift[0].people == 0
        assert airlocks.turns_to_leave(table.state, table.rules, k) == left
        end_turn(table)
    assert table.state.adrift[0].people > 0


@pytest.mark.rule("IN-ABN-13", "IN-ABN-16")
def test_eight_share_a_counter_and_who_finds_none_waits():
    table, k = hurt()
    state = table.state
    table.rules.classes[state.craft[k].klass].crew = 10
    for m in range(10):
        state.crew[m].craft, state.crew[m].status = k, CrewStatus.AWAKE
        state.crew[m].role = Role.PILOT
    for n in range(1, len(state.adrift) // 2):
        state.adrift[n].people = 1
    airlocks.abandon(state, table.rules, k)
    end_turn(table)
    assert state.adrift[0].people == 8 and state.craft[k].status == Status.ON_MAP
    state.adrift[1].people = 0
    end_turn(table)
    assert state.adrift[1].people == 2 and state.craft[k].status == Status.ABANDONED


@pytest.mark.rule("IN-ABN-16")
def test_their_counter_drifts_as_any():
    table, k = hurt(at=(10, 10), velocity=2)
    airlocks.abandon(table.state, table.rules, k)
    end_turn(table)
    before = int(table.state.adrift[0].r)
    drift_crew(table.state, table.rules, 0)
    assert int(table.state.adrift[0].r) != before and table.state.adrift[0].moved


@pytest.mark.rule("IN-ABN-15")
def test_who_is_shot_at_while_leaving_does_not_dodge():
    table, k = hurt(piloting=7)
    assert dodge(table.state, table.rules, k) == 7
    airlocks.abandon(table.state, table.rules, k)
    for m in crew_of(table.state, table.rules, k):
        table.state.crew[m].way, table.state.crew[m].flies = 0, m == 0
    assert dodge(table.state, table.rules, k) == 0


@pytest.mark.rule("IN-ABN-04")
def test_a_gunner_of_a_small_ship_goes_alone_and_its_systems_work_on():
    table, k = hurt("FLUTTERING PETAL BIS")
    state, rules = table.state, table.rules
    gunner = next(m for m in crew_of(state, rules, k) if state.crew[m].role == Role.GUNNER)
    place = gunner - int(state.craft[k].first_crew)
    airlocks.begin_airlock(state, rules, RED, k)
    mask = np.zeros(400, np.int8)
    airlocks.legal_escape(state, rules, RED, mask)
    assert set(np.flatnonzero(mask)) == {Verb.ALL, crewman_action(state, place)}
    airlocks.apply_escape(state, rules, RED, crewman_action(state, place))
    assert not state.craft[k].left_in and state.craft[k].thrust > 0
    assert state.crew[gunner].weapons == 0 or int(state.craft[k].out) != 0
    end_turn(table)
    assert state.adrift[0].people == 1 and state.crew[gunner].status == CrewStatus.GONE
    assert state.craft[k].status == Status.ON_MAP


@pytest.mark.rule("IN-ABN-04", "IN-ABN-12")
def test_who_may_be_left_by_airlocks():
    table, k = hurt()
    fighter = table.put("CHEETAH")
    state, rules = table.state, table.rules
    state.craft[fighter].inside = 1
    assert airlocks.may_airlock(state, rules, k)
    assert not airlocks.may_airlock(state, rules, fighter), "its crew ejects"
    state.craft[k].inside = 0
    assert not airlocks.may_airlock(state, rules, k), "IN-AMB-103"
