"""The Decision Phase: what is legal once a turn, and that it ends."""

import numpy as np
import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.model import (
    CrewStatus,
    Decision,
    DecisionStage,
    Deed,
    Status,
    Step,
    Verb,
    craft_action,
)
from spacecombat_env.rulesets.interceptor.turn import decision_phase

RED, BLUE = 0, 1


@pytest.fixture
def table(monkeypatch):
    """Two ships; every one may drop a load, and nothing else."""
    for name in ("may_change", "may_cover", "may_leave", "wants_guard"):
        monkeypatch.setattr(decision_phase, name, lambda *_: False)
    monkeypatch.setattr(decision_phase, "may_drop", lambda *_: True)
    table = scene()
    table.put("CHEETAH")
    table.put("LANCEA", side=BLUE)
    table.state.step, table.state.first = Step.DECISION, BLUE
    return table


def run(table):
    """Go on until a seat is to act or the phase is over."""
    state = table.state
    while state.decision == Decision.NOTHING and state.step == Step.DECISION:
        decision_phase.decision_step(state, table.rules)


def actions(table, legal):
    """The legal actions of the seat to act."""
    mask = np.zeros(200, np.int8)
    legal(table.state, table.rules, int(table.state.seat), mask)
    return [int(action) for action in np.flatnonzero(mask)]


@pytest.mark.rule("IN-TSK-01", "IN-TSK-08")
def test_both_sides_decide_and_each_thing_is_done_once(table):
    state, rules = table.state, table.rules
    run(table)
    assert (state.decision, state.seat) == (Decision.DECIDE, BLUE)
    assert actions(table, decision_phase.legal_decide) == [Verb.DONE, craft_action(state, 4)]
    decision_phase.apply_decide(state, rules, BLUE, craft_action(state, 4))
    assert actions(table, decision_phase.legal_decide_verb) == [Verb.DONE, Verb.DROP]
    decision_phase.apply_decide_verb(state, rules, BLUE, Verb.DROP)
    assert state.decision == Decision.DROP_RACK and state.order[BLUE].craft == 4
    state.decision = Decision.DECIDE
    assert actions(table, decision_phase.legal_decide) == [Verb.DONE]
    decision_phase.apply_decide(state, rules, BLUE, Verb.DONE)
    run(table)
    assert (state.decision, state.seat) == (Decision.DECIDE, RED)
    decision_phase.apply_decide(state, rules, RED, Verb.DONE)
    run(table)
    assert state.step == Step.LOCKS and state.cursor == 0


def test_a_craft_that_is_named_for_nothing_is_not_named_again(table):
    state, rules = table.state, table.rules
    run(table)
    decision_phase.apply_decide(state, rules, BLUE, craft_action(state, 4))
    decision_phase.apply_decide_verb(state, rules, BLUE, Verb.DONE)
    assert actions(table, decision_phase.legal_decide) == [Verb.DONE]


@pytest.mark.rule("IN-DEF-11")
def test_who_has_point_defence_decides_once(table, monkeypatch):
    monkeypatch.setattr(decision_phase, "wants_guard", lambda state, rules, k: k == 4)
    state = table.state
    state.cursor = DecisionStage.GUARDS
    run(table)
    assert (state.decision, state.seat, state.order[BLUE].craft) == (Decision.GUARD, BLUE, 4)
    state.craft[4].deeds, state.decision = Deed.GUARDED, Decision.NOTHING
    run(table)
    assert state.step == Step.LOCKS


@pytest.mark.rule("IN-OVL-01", "IN-IDE-07", "IN-TSK-09")
def test_crews_wake_first_and_overload_is_settled_last(table, monkeypatch):
    done = []
    for name in ("wake_crews", "settle_flier", "settle_overload"):
        monkeypatch.setattr(decision_phase, name, lambda *_, name=name: done.append(name))
    monkeypatch.setattr(decision_phase, "may_drop", lambda *_: False)
    run(table)
    while table.state.decision == Decision.DECIDE:
        decision_phase.apply_decide(table.state, table.rules, int(table.state.seat), Verb.DONE)
        run(table)
    assert done == ["wake_crews", *["settle_flier"] * 2, *["settle_overload"] * 2]


@pytest.mark.rule("IN-TSK-07")
def test_who_may_leave_a_ship_decides(table, monkeypatch):
    monkeypatch.setattr(decision_phase, "may_leave", lambda state, rules, k: k == 4)
    monkeypatch.setattr(decision_phase, "may_drop", lambda *_: False)
    run(table)
    decision_phase.apply_decide(table.state, table.rules, BLUE, craft_action(table.state, 4))
    assert actions(table, decision_phase.legal_decide_verb) == [Verb.DONE, Verb.LEAVE]


@pytest.mark.rule("IN-DES-07", "IN-TSK-07", "IN-ABN-01")
def test_a_hull_that_breaks_up_may_be_left_while_it_holds_and_nothing_else():
    table = scene()
    k = table.put("CHEETAH")
    craft, state = table.state.craft[k], table.state
    craft.status, craft.leaving, craft.inside = Status.WRECK, 2, 9
    state.seat, state.order[RED].craft = RED, k
    assert actions(table, decision_phase.legal_decide) == [Verb.DONE, craft_action(state, k)]
    assert actions(table, decision_phase.legal_decide_verb) == [Verb.DONE, Verb.LEAVE]
    table.pilot(k).status = CrewStatus.UNCONSCIOUS
    assert actions(table, decision_phase.legal_decide) == [Verb.DONE]
    table.pilot(k).status, craft.leaving = CrewStatus.AWAKE, 0
    assert actions(table, decision_phase.legal_decide) == [Verb.DONE]


@pytest.mark.rule("IN-FLT-01", "IN-OVL-01", "IN-AMB-10")
@pytest.mark.parametrize(
    ("settle", "of_one"),
    [
        (decision_phase.settle_fliers, "settle_flier"),
        (decision_phase.man_weapons, "settle_overload"),
    ],
    ids=["who flies it", "its overload"],
)
def test_it_is_settled_for_each_ship_the_one_in_the_last_slot_too(
    table, monkeypatch, settle, of_one
):
    craft, requested = table.state.craft, []
    craft[len(craft) - 1] = craft[0].copy()
    monkeypatch.setattr(decision_phase, of_one, lambda state, rules, k: requested.append(k))
    settle(table.state, table.rules)
    assert requested == [0, len(craft) // 2, len(craft) - 1]
