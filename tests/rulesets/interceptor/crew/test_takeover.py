"""Who works which weapon: given up, taken over, silent, worked again."""

import numpy as np
import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.crew.overload import is_working, overload_now
from spacecombat_env.rulesets.interceptor.crew.takeover import (
    apply_crew,
    apply_crew_weapon,
    legal_crew,
    legal_crew_weapon,
    may_change,
    release_weapons,
    resume_weapons,
    stand_in_penalty,
)
from spacecombat_env.rulesets.interceptor.model import (
    CrewStatus,
    Decision,
    Event,
    Verb,
    action_count,
    crewman_action,
    weapon_action,
)


def gladius():
    """A GLADIUS that decides: rows 0-5 are the pilot's, 6-9 the turret's."""
    table = scene()
    k = table.put("GLADIUS")
    table.state.order[0].craft = k
    table.state.order[0].served = 0
    table.state.seat = 0
    return table, k


def legal(table, rule):
    """Legal actions of a question."""
    mask = np.zeros(action_count(table.state), np.int8)
    rule(table.state, table.rules, 0, mask)
    return set(np.flatnonzero(mask).tolist())


def step(table, m, *actions):
    """Speak to CREW as a crewman, then actions of CREW_WEAPON, each legal."""
    assert crewman_action(table.state, m) in legal(table, legal_crew)
    apply_crew(table.state, table.rules, 0, crewman_action(table.state, m))
    for action in actions:
        assert table.state.decision == Decision.CREW_WEAPON
        assert action in legal(table, legal_crew_weapon)
        apply_crew_weapon(table.state, table.rules, 0, action)


@pytest.mark.rule("IN-OVL-12", "IN-OVL-13", "IN-TSK-09")
def test_weapons_of_a_man_who_cannot_act_are_silent_until_taken_over():
    table, k = gladius()
    state, gunner = table.state, table.state.crew[1]
    turret = [w for w in range(10) if int(gunner.weapons) >> w & 1]
    assert len(turret) == 4
    gunner.status = CrewStatus.UNCONSCIOUS
    release_weapons(state, table.rules, 1)
    assert not any(is_working(state, table.rules, k, w) for w in turret)
    assert may_change(state, table.rules, k)
    step(table, 0, weapon_action(state, turret[0]), Verb.DONE)
    assert state.decision == Decision.CREW
    assert is_working(state, table.rules, k, turret[0])
    assert stand_in_penalty(state, table.rules, k, turret[0], 0) == 3
    assert stand_in_penalty(state, table.rules, k, 0, 0) == 0
    event = table.events(Event.MANNED)[0]
    assert (event.known, event.a, event.c, event.d) == (1, turret[0], 0, 1)
    gunner.status = CrewStatus.AWAKE
    resume_weapons(state, table.rules, 1)
    assert all(is_working(state, table.rules, k, w) for w in turret)
    assert not int(gunner.weapons) >> turret[0] & 1


@pytest.mark.rule("IN-OVL-14")
def test_with_a_bridge_there_is_no_modifier():
    table, k = gladius()
    table.rules.classes[table.state.craft[k].klass].bridge = True
    assert stand_in_penalty(table.state, table.rules, k, 9, 0) == 0


@pytest.mark.rule("IN-OVL-16", "IN-AMB-07")
def test_a_weapon_given_up_is_out_and_his_no_more_but_another_may_man_it():
    table, k = gladius()
    state = table.state
    action = weapon_action(state, 0)
    step(table, 0, action)
    assert not is_working(state, table.rules, k, 0)
    assert action not in legal(table, legal_crew_weapon)
    apply_crew_weapon(state, table.rules, 0, Verb.DONE)
    assert crewman_action(state, 0) not in legal(table, legal_crew)
    step(table, 1, action, Verb.DONE)
    assert is_working(state, table.rules, k, 0)
    apply_crew(state, table.rules, 0, Verb.DONE)
    assert state.decision == Decision.DECIDE and state.order[0].served == 0
    assert not may_change(state, table.rules, k)


@pytest.mark.rule("IN-OVL-16")
def test_a_single_man_gives_up_weapons_only_to_relieve_overload():
    table = scene()
    k = table.put("AVENGER")
    table.state.order[0].craft = k
    assert overload_now(table.state, table.rules, 0) == 0
    assert not may_change(table.state, table.rules, k)
    klass = table.rules.classes[table.state.craft[k].klass]
    for w in range(6):
        klass.weapon[w].tot = 0
    assert overload_now(table.state, table.rules, 0) == 1
    assert may_change(table.state, table.rules, k)


@pytest.mark.rule("IN-OVL-17", "IN-OVL-15")
def test_who_revives_takes_a_turret_from_the_pilot_and_both_are_at_ease():
    table, k = gladius()
    state, rules = table.state, table.rules
    state.craft[k].out = 0
    state.crew[0].weapons, state.crew[1].weapons = 0b11_1111_1111, 0
    assert overload_now(state, rules, 0) > 0
    step(table, 0, *[weapon_action(state, w) for w in range(6, 10)], Verb.DONE)
    step(table, 1, *[weapon_action(state, w) for w in range(6, 10)], Verb.DONE)
    assert [overload_now(state, rules, m) for m in (0, 1)] == [0, 0]


@pytest.mark.rule("IN-OVL-12")
def test_a_lost_weapon_is_not_taken_over():
    table, k = gladius()
    klass = table.rules.classes[table.state.craft[k].klass]
    table.state.crew[1].status = CrewStatus.DEAD
    release_weapons(table.state, table.rules, 1)
    table.state.craft[k].disabled = 1 << int(klass.weapon[6].component)
    apply_crew(table.state, table.rules, 0, crewman_action(table.state, 0))
    actions = legal(table, legal_crew_weapon)
    assert weapon_action(table.state, 6) not in actions and weapon_action(table.state, 7) in actions
