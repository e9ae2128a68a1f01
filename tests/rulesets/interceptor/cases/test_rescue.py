"""Crews in space are picked up."""

import numpy as np
import pytest
from kit.interceptor.moves import begin, legal, say, say_number
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.rulesets.interceptor.cases import rescue
from spacecombat_env.rulesets.interceptor.combat.shields import flicker_of
from spacecombat_env.rulesets.interceptor.combat.weapons import is_ready
from spacecombat_env.rulesets.interceptor.damage.berths import free_places, lose_riders
from spacecombat_env.rulesets.interceptor.damage.effects import take_effect
from spacecombat_env.rulesets.interceptor.missiles.decoys import may_decoy
from spacecombat_env.rulesets.interceptor.missiles.point_defence import system_against
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Comp,
    CrewStatus,
    Decision,
    DecisionStage,
    Event,
    Load,
    MissileStatus,
    Phase,
    Step,
    Verb,
    Where,
    adrift_action,
    is_off,
)
from spacecombat_env.rulesets.interceptor.sequence import begin_craft_turn
from spacecombat_env.rulesets.interceptor.turn import decision_phase
from spacecombat_env.rulesets.interceptor.visibility.event_redaction import redact_event

RED = 0


def beside(people=1, piloting=5, velocity=3):
    """A PETAL with lowered shields and a crew of its side in its hex, and who the crew is."""
    table = scene()
    lost = table.put("CHEETAH", at=(3, 3))
    k = table.put("FLUTTERING PETAL", at=(10, 10), velocity=velocity, piloting=piloting)
    state = table.state
    craft, crew = state.craft[k], state.adrift[0]
    crew.people, crew.conscious, crew.q, crew.r = people, 1, craft.q, craft.r
    crew.heading, crew.velocity = craft.heading, craft.velocity
    first = int(state.craft[lost].first_crew)
    crew.crew = 1 << first
    state.crew[first].status = CrewStatus.GONE
    craft.lowered = 1
    state.step, state.phase, state.cursor = Step.RESCUE, Phase.END, 0
    return table, k, first


def compartment(table, k):
    """The Rescue Compartment of a ship, by its row."""
    return int(table.rules.classes[table.state.craft[k].klass].system[Comp.RESCUE])


@pytest.mark.rule("IN-ABN-07", "IN-ABN-08")
def test_a_crew_is_picked_up_at_the_end_of_the_turn(monkeypatch):
    table, k, m = beside()
    state, rules = table.state, table.rules
    assert free_places(state, rules, k) == 2
    rescue.rescue_step(state, rules)
    assert (state.decision, state.seat) == (Decision.RESCUE, RED)
    mask = np.zeros(400, np.int8)
    rescue.legal_rescue(state, rules, RED, mask)
    action = adrift_action(state, RED, 0)
    assert set(np.flatnonzero(mask)) == {Verb.PASS, action}
    fixed_dice(monkeypatch, rescue, 5)
    rescue.apply_rescue(state, rules, RED, action)
    assert (state.crew[m].rescuer, state.crew[m].berth) == (k, compartment(table, k))
    assert state.adrift[0].people == 0 and state.crew[m].status == CrewStatus.GONE
    assert free_places(state, rules, k) == 1
    state.decision = Decision.NOTHING
    rescue.rescue_step(state, rules)
    assert state.step == Step.DEPART and state.cursor == 0


@pytest.mark.rule("IN-ABN-08", "IN-AMB-50")
@pytest.mark.parametrize(("tries", "last"), [(0, 5), (1, 6), (2, 7), (5, 10)])
def test_each_failure_makes_the_next_attempt_easier(monkeypatch, tries, last):
    """ORC-ABN-3: Piloting 5 succeeds on or below 5, 6, 7 and 10."""
    for die in range(1, 11):
        table, k, m = beside()
        table.state.adrift[0].tries = tries
        fixed_dice(monkeypatch, rescue, die)
        rescue.attempt(table.state, table.rules, k, 0)
        assert (table.state.crew[m].rescuer == k) == (die <= last)
        assert table.state.adrift[0].tries == (0 if die <= last else tries + 1)


@pytest.mark.rule("IN-ABN-07", "IN-ABN-09")
@pytest.mark.parametrize("what", ["hex", "heading", "velocity", "asleep", "three", "shields"])
def test_what_a_rescue_needs(what):
    table, k, _ = beside(people=3 if what == "three" else 1)
    state, crew = table.state, table.state.adrift[0]
    if what == "hex":
        crew.r = int(crew.r) + 1
    elif what == "heading":
        crew.heading = 1
    elif what == "velocity":
        crew.velocity = 4
    elif what == "asleep":
        crew.conscious = 0
    elif what == "shields":
        state.craft[k].lowered = 0
    rescue.rescue_step(state, table.rules)
    assert state.decision == Decision.NOTHING and state.step == Step.DEPART


@pytest.mark.rule("IN-ABN-07", "IN-AMB-120")
def test_shields_are_lowered_in_the_move_by_a_ship_that_has_done_nothing_else():
    table, k, _ = beside()
    craft = table.state.craft[k]
    craft.lowered = 0
    begin(table, k)
    say_number(table, 3)
    assert Verb.LOWER in legal(table)
    craft.fired = 1
    assert Verb.LOWER not in legal(table)
    craft.fired = 0
    say(table, Verb.LOWER)
    assert craft.lowered and Verb.LOWER not in legal(table)
    assert len(table.events(Event.LOWERED)) == 1


@pytest.mark.rule("IN-ABN-07")
def test_a_ship_that_rescues_does_nothing_else():
    table, k, _ = beside()
    state, rules = table.state, table.rules
    craft = state.craft[k]
    state.rack[int(craft.first_rack)].load[Load.DECOY] = 1
    state.rack[int(craft.first_rack) + 1].pod = Load.SAFEGUARD_POD
    missile = state.missile[len(state.missile) // 2]
    missile.status, missile.target, missile.q, missile.r = MissileStatus.FLYING, k, 3, 3
    n = len(state.missile) // 2
    for lowered in (0, 1):
        craft.lowered = lowered
        can = [
            flicker_of(craft, 0) > 0,
            is_ready(state, rules, k, 0),
            may_decoy(state, rules, k, n),
        ]
        assert [bool(one) for one in can] == [not lowered] * 3
        assert (system_against(state, rules, k, n) == NONE) == bool(lowered)
    craft.ecm = 1
    assert craft.ecm, "ECM goes on"
    begin_craft_turn(craft)
    assert not craft.lowered, "until the end of the turn"


@pytest.mark.rule("IN-ABN-07", "IN-CON-32")
def test_without_a_crew_in_space_or_a_place_no_shield_is_lowered():
    table, k, m = beside()
    state, rules = table.state, table.rules
    state.craft[k].lowered = 0
    assert rescue.may_lower(state, rules, k)
    rescue.take_aboard(state, rules, k, 0)
    assert not rescue.may_lower(state, rules, k), "nobody is left"
    state.adrift[0].people = 1
    state.crew[m + 1].rescuer, state.crew[m + 1].berth = k, compartment(table, k)
    assert not rescue.may_lower(state, rules, k), "two ride in it"


@pytest.mark.rule("IN-IDE-42", "IN-ABN-10")
def test_a_disabled_compartment_kills_who_is_in_it():
    table, k, m = beside()
    state, rules = table.state, table.rules
    rescue.take_aboard(state, rules, k, 0)
    part = rules.classes[state.craft[k].klass].component[compartment(table, k)]
    assert part.where == Where.ARMOUR, "an External RC lies on the armour"
    take_effect(state, rules, k, compartment(table, k))
    assert state.crew[m].status == CrewStatus.DEAD
    assert len(table.events(Event.BERTH_LOST)) == 1


@pytest.mark.rule("IN-ABN-10")
def test_riders_share_the_fate_of_the_ship():
    table, k, m = beside()
    rescue.take_aboard(table.state, table.rules, k, 0)
    lose_riders(table.state, k)
    assert table.state.crew[m].status == CrewStatus.DEAD


@pytest.mark.rule("IN-ABN-09", "IN-IDE-07")
@pytest.mark.parametrize(("die", "awake"), [(7, True), (8, False)])
def test_an_unconscious_crew_goes_on_rolling_to_wake(monkeypatch, die, awake):
    """A human who has lost two boxes of his cockpit."""
    table, _, m = beside()
    state = table.state
    state.adrift[0].conscious, state.crew[m].hits = 0, 1
    number = int(rescue.consciousness(state, table.rules, m, 1))
    fixed_dice(monkeypatch, rescue, number if awake else number + 1)
    rescue.wake_adrift(state, table.rules)
    assert state.adrift[0].conscious == awake
    assert len(table.events(Event.AWAKE_ADRIFT)) == awake


@pytest.mark.rule("IN-ABN-09")
def test_the_decision_phase_lets_them_roll(monkeypatch):
    table, _, _ = beside()
    called = []
    monkeypatch.setattr(decision_phase, "wake_adrift", lambda *_: called.append(1))
    table.state.cursor = DecisionStage.WAKING
    decision_phase.decision_step(table.state, table.rules)
    assert called


@pytest.mark.rule("IN-ABN-08")
def test_the_enemy_does_not_learn_the_skill(monkeypatch):
    table, k, _ = beside(piloting=7)
    fixed_dice(monkeypatch, rescue, 9)
    rescue.attempt(table.state, table.rules, k, 0)
    event = table.events(Event.RESCUE)[0]
    assert (event.c, event.d, event.e) == (7, 9, 0)
    redact_event(event, 1)
    assert event.c < -100 and event.d == 9
    assert not is_off(table.rules, table.state.craft[k])
