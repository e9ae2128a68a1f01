"""Self-destruction."""

import numpy as np
import pytest
from kit.interceptor.moves import begin, legal
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.cases import self_destruction
from spacecombat_env.rulesets.interceptor.cases.departing import depart_step
from spacecombat_env.rulesets.interceptor.damage.leaving import may_leave
from spacecombat_env.rulesets.interceptor.model import (
    Comp,
    CrewStatus,
    Decision,
    Event,
    Status,
    Step,
    Verb,
)
from spacecombat_env.rulesets.interceptor.turn import decision_phase
from spacecombat_env.rulesets.interceptor.visibility.redaction import redact_state


def lit(fuse=1, **where):
    """A damaged ship that is about to blow itself up, and an enemy in the next hex."""
    table = scene()
    k = table.put("CHEETAH", **where)
    table.put("LANCEA", side=1, at=(10, 11))
    table.state.craft[k].inside = 1
    table.state.craft[k].fuse = fuse
    return table, k


def end_turn(table):
    """Carry out the end of the turn up to what a blast does."""
    table.state.cursor = 0
    depart_step(table.state, table.rules)


@pytest.mark.rule("IN-DES-10")
def test_the_pilot_chooses_a_delay_of_one_to_ten_turns():
    table, k = lit(fuse=0)
    state, rules = table.state, table.rules
    mask = np.zeros(400, np.int8)
    state.order[0].craft = k
    decision_phase.legal_decide_verb(state, rules, 0, mask)
    assert mask[Verb.DESTRUCT]
    decision_phase.apply_decide_verb(state, rules, 0, Verb.DESTRUCT)
    order = state.order[0]
    assert (state.decision, order.low, order.high) == (Decision.FUSE, 1, 10)
    self_destruction.apply_fuse(state, rules, 0, 3)
    assert state.craft[k].fuse == 3 and state.step == Step.DECISION
    assert not self_destruction.may_destruct(state, rules, k), "it cannot be taken back"


@pytest.mark.rule("IN-DES-10", "IN-AMB-130")
def test_who_may_destroy_his_ship():
    table, k = lit(fuse=0)
    state, rules = table.state, table.rules
    craft = state.craft[k]
    assert self_destruction.may_destruct(state, rules, k)
    table.pilot(k).status = CrewStatus.UNCONSCIOUS
    assert not self_destruction.may_destruct(state, rules, k)
    table.pilot(k).status = CrewStatus.AWAKE
    craft.disabled = 1 << int(rules.classes[craft.klass].system[Comp.PLANT])
    assert not self_destruction.may_destruct(state, rules, k)
    craft.disabled, craft.inside = 0, 0
    assert not self_destruction.may_destruct(state, rules, k), "a whole ship is not offered it"


@pytest.mark.rule("IN-DES-10", "IN-AMB-130")
def test_it_explodes_at_the_end_of_the_last_turn():
    table, k = lit(fuse=2, at=(10, 10))
    state = table.state
    end_turn(table)
    assert state.step == Step.SHEETS and state.craft[k].fuse == 1
    end_turn(table)
    assert state.craft[k].status == Status.DESTROYED and state.step == Step.BLASTS
    assert state.back == Step.DEPART and state.blasts == 1
    assert state.blast[0].strength == table.rules.classes[state.craft[k].klass].plant
    state.blasts = 0
    depart_step(state, table.rules)
    assert state.step == Step.SHEETS and state.cursor == 0, "nothing is counted twice"


@pytest.mark.rule("IN-DES-10")
def test_its_course_is_fixed_and_its_crew_may_leave():
    table, k = lit(velocity=4)
    table.state.craft[k].inside = 0
    assert may_leave(table.state, table.rules, k)
    begin(table, k)
    order = table.state.order[0]
    assert (order.low, order.high) == (4, 4)
    table.state.decision = Decision.MOVE
    turns = {Verb.PORT, Verb.STARBOARD, Verb.FACE_PORT, Verb.FACE_STARBOARD}
    assert not turns & legal(table)
    table.state.craft[k].fuse = 0
    assert turns <= legal(table)


@pytest.mark.rule("IN-AMB-130")
def test_a_ship_that_has_left_the_map_is_lost():
    table, k = lit(fuse=5)
    table.state.craft[k].status = Status.BROKEN_OFF
    end_turn(table)
    assert table.state.craft[k].status == Status.DESTROYED and table.state.blasts == 0
    assert table.pilot(k).status == CrewStatus.DEAD
    assert len(table.events(Event.LOST_AWAY)) == 1


@pytest.mark.rule("IN-DES-10")
def test_the_enemy_may_destroy_it_first():
    table, k = lit(fuse=1)
    table.state.craft[k].status = Status.WRECK
    end_turn(table)
    assert table.state.blasts == 0 and table.state.craft[k].status == Status.WRECK


@pytest.mark.rule("IN-DES-10")
def test_the_delay_is_secret():
    table, k = lit(fuse=0)
    self_destruction.begin_destruct(table.state, 0, k)
    self_destruction.apply_fuse(table.state, table.rules, 0, 4)
    event = table.events(Event.DESTRUCT)[0]
    assert event.known == 1, "its side alone is told"
    hidden = table.states.copy()[0]
    redact_state(hidden, 1)
    assert hidden.craft[k].fuse == 0
