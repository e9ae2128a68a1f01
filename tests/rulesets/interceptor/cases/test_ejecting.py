"""Leaving a ship."""

import pytest
from kit.interceptor.moves import begin, legal, say, say_number
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.cases import ejecting
from spacecombat_env.rulesets.interceptor.crew.takeover import may_change
from spacecombat_env.rulesets.interceptor.damage.leaving import begin_eject, may_eject, may_leave
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import Status, Wits
from spacecombat_env.rulesets.interceptor.pieces.constants.log import Event
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask, Phase, Step, Verb
from spacecombat_env.rulesets.interceptor.pieces.words import direction_word

PAIR = "FLUTTERING PETAL"  # pilot and gunner


def judged(monkeypatch):
    """Whom the crew's judge was asked about; he finds the ship abandoned when all have left."""
    asked = []

    def judge(state, rules, k):
        asked.append(k)
        if not any(m.craft == k and m.wits in (1, 2) for m in state.crew):
            state.craft[k].status = Status.ABANDONED

    monkeypatch.setattr(ejecting, "judge_crew", judge)
    return asked


@pytest.mark.rule("IN-ABN-01", "IN-TSK-07")
def test_who_may_eject():
    table = scene()
    k = table.put("CHEETAH")
    state, rules = table.state, table.rules
    assert may_eject(state, rules, k)
    table.pilot(k).wits = Wits.UNCONSCIOUS
    assert not may_eject(state, rules, k)
    table.pilot(k).wits = Wits.AWAKE
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
    asked = judged(monkeypatch)
    table = scene()
    k = table.put(PAIR, at=(10, 10), heading=1, velocity=5, piloting=9)
    state = table.state
    craft, first = state.craft[k], int(state.craft[k].first_crew)
    state.crew[first + 1].wits = Wits.UNCONSCIOUS
    craft.inside = 1
    begin(table, k)
    say_number(table, 5)
    assert Verb.EJECT in legal(table)
    q, r = int(craft.q), int(craft.r)
    say(table, Verb.EJECT)
    assert state.ask == Ask.EJECT_SIDE and len(legal(table)) == 6
    say(table, direction_word(state, 3))
    assert (state.order[0].low, state.order[0].high) == (0, 2)
    say_number(table, 2)
    crew = state.adrift[0]
    assert (crew.people, crew.crew) == (2, 0b11) and asked == [k]
    assert (crew.q, crew.r, crew.heading, crew.velocity) == (q, r - 2, 1, 5)
    assert (crew.thrust, crew.air, crew.conscious, crew.moved) == (3, 30, 1, 1)
    assert {state.crew[first + place].wits for place in range(2)} == {Wits.GONE}
    assert craft.status == Status.ABANDONED and state.step == Step.NEXT_GO
    assert [event["a"] for event in table.events(Event.EJECTED)] == [0]


@pytest.mark.rule("IN-ABN-02")
def test_a_gunner_who_ejects_does_not_take_the_pilot_along(monkeypatch):
    judged(monkeypatch)
    table = scene()
    k = table.put(PAIR, at=(10, 10))
    first = int(table.state.craft[k].first_crew)
    table.state.crew[first].wits = Wits.UNCONSCIOUS
    ejecting.leave(table.state, table.rules, k, 10, 5)
    assert table.state.adrift[0].crew == 0b10
    assert table.state.crew[first].wits == Wits.UNCONSCIOUS


@pytest.mark.rule("IN-OVL-12", "IN-ABN-02")
def test_the_weapons_of_who_has_left_are_silent_until_they_are_taken_over():
    table = scene()
    k = table.put(PAIR, at=(10, 10))
    state, first = table.state, int(table.state.craft[k].first_crew)
    state.crew[first].wits = Wits.UNCONSCIOUS
    turret = int(state.crew[first + 1].weapons)
    ejecting.leave(state, table.rules, k, 10, 5)
    assert int(state.craft[k].out) & turret == turret != 0
    state.crew[first].wits = Wits.AWAKE
    assert may_change(state, table.rules, k)


@pytest.mark.rule("IN-ABN-02")
def test_the_dead_stay(monkeypatch):
    table = scene()
    k = table.put(PAIR, at=(10, 10))
    first = int(table.state.craft[k].first_crew)
    table.state.crew[first + 1].wits = Wits.DEAD
    ejecting.leave(table.state, table.rules, k, 10, 5)
    assert table.state.adrift[0].people == 1
    assert table.state.crew[first + 1].wits == Wits.DEAD


@pytest.mark.rule("IN-ABN-03", "IN-TSK-07")
def test_in_the_decision_phase_at_the_edge_of_the_map(monkeypatch):
    judged(monkeypatch)
    table = scene()
    k = table.put("CHEETAH", side=1, at=(26, 28), velocity=4)
    state = table.state
    state.phase, state.step = Phase.DECISION, Step.DECISION
    begin_eject(state, table.rules, 1, k)
    down = direction_word(state, 3)
    assert down in legal(table) and direction_word(state, 0) not in legal(table)
    say(table, down)
    say_number(table, 0)
    slot = len(state.adrift) // 2
    crew, craft = state.adrift[slot], state.craft[k]
    assert (crew.q, crew.r) == (craft.q, craft.r) and crew.moved == 0
    assert (state.ask, state.seat) == (Ask.DECIDE, 1)
    assert ejecting.reach_of(state, table.rules, k, 0) == 0
    assert ejecting.reach_of(state, table.rules, k, 3) == 2


@pytest.mark.rule("IN-AMB-103")
def test_leaving_is_offered_once_a_box_inside_is_lost():
    table = scene()
    k = table.put("CHEETAH")
    assert may_eject(table.state, table.rules, k) and not may_leave(table.state, table.rules, k)
    table.state.craft[k].inside = 1
    assert may_leave(table.state, table.rules, k)
