"""The Decision Phase: what may be said once a turn, and that it ends."""

import numpy as np
import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import Deed, Status, Wits
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask, Step, Verb
from spacecombat_env.rulesets.interceptor.pieces.words import craft_word
from spacecombat_env.rulesets.interceptor.turn import decisions

RED, BLUE = 0, 1


@pytest.fixture
def table(monkeypatch):
    """Two ships; every one may drop a load, and nothing else."""
    for name in ("may_change", "may_cover", "may_leave", "wants_guard"):
        monkeypatch.setattr(decisions, name, lambda *_: False)
    monkeypatch.setattr(decisions, "may_drop", lambda *_: True)
    table = scene()
    table.put("CHEETAH")
    table.put("LANCEA", side=BLUE)
    table.state.step, table.state.first = Step.DECISION, BLUE
    return table


def run(table):
    """Go on until somebody is asked or the phase is over."""
    state = table.state
    while state.ask == Ask.NOTHING and state.step == Step.DECISION:
        decisions.decision_step(state, table.rules)


def words(table, legal):
    """The legal words of the seat asked."""
    mask = np.zeros(200, np.int8)
    legal(table.state, table.rules, int(table.state.seat), mask)
    return [int(word) for word in np.flatnonzero(mask)]


@pytest.mark.rule("IN-TSK-01", "IN-TSK-08")
def test_both_sides_decide_and_each_thing_is_done_once(table):
    state, rules = table.state, table.rules
    run(table)
    assert (state.ask, state.seat) == (Ask.DECIDE, BLUE)
    assert words(table, decisions.legal_decide) == [Verb.DONE, craft_word(state, 4)]
    decisions.hear_decide(state, rules, BLUE, craft_word(state, 4))
    assert words(table, decisions.legal_decide_verb) == [Verb.DONE, Verb.DROP]
    decisions.hear_decide_verb(state, rules, BLUE, Verb.DROP)
    assert state.ask == Ask.DROP_RACK and state.order[BLUE].craft == 4
    state.ask = Ask.DECIDE
    assert words(table, decisions.legal_decide) == [Verb.DONE]
    decisions.hear_decide(state, rules, BLUE, Verb.DONE)
    run(table)
    assert (state.ask, state.seat) == (Ask.DECIDE, RED)
    decisions.hear_decide(state, rules, RED, Verb.DONE)
    run(table)
    assert state.step == Step.LOCKS and state.cursor == 0


def test_a_craft_that_is_named_for_nothing_is_not_named_again(table):
    state, rules = table.state, table.rules
    run(table)
    decisions.hear_decide(state, rules, BLUE, craft_word(state, 4))
    decisions.hear_decide_verb(state, rules, BLUE, Verb.DONE)
    assert words(table, decisions.legal_decide) == [Verb.DONE]


@pytest.mark.rule("IN-DEF-11")
def test_who_has_point_defence_is_asked_once(table, monkeypatch):
    monkeypatch.setattr(decisions, "wants_guard", lambda state, rules, k: k == 4)
    state = table.state
    state.cursor = decisions.GUARDS
    run(table)
    assert (state.ask, state.seat, state.order[BLUE].craft) == (Ask.GUARD, BLUE, 4)
    state.craft[4].deeds, state.ask = Deed.GUARDED, Ask.NOTHING
    run(table)
    assert state.step == Step.LOCKS


@pytest.mark.rule("IN-OVL-01", "IN-IDE-07", "IN-TSK-09")
def test_crews_wake_first_and_overload_is_settled_last(table, monkeypatch):
    done = []
    for name in ("wake_crews", "settle_flier", "settle_overload"):
        monkeypatch.setattr(decisions, name, lambda *_, name=name: done.append(name))
    monkeypatch.setattr(decisions, "may_drop", lambda *_: False)
    run(table)
    while table.state.ask == Ask.DECIDE:
        decisions.hear_decide(table.state, table.rules, int(table.state.seat), Verb.DONE)
        run(table)
    assert done == ["wake_crews", *["settle_flier"] * 2, *["settle_overload"] * 2]


@pytest.mark.rule("IN-TSK-07")
def test_who_may_leave_a_ship_is_asked(table, monkeypatch):
    monkeypatch.setattr(decisions, "may_leave", lambda state, rules, k: k == 4)
    monkeypatch.setattr(decisions, "may_drop", lambda *_: False)
    run(table)
    decisions.hear_decide(table.state, table.rules, BLUE, craft_word(table.state, 4))
    assert words(table, decisions.legal_decide_verb) == [Verb.DONE, Verb.LEAVE]


@pytest.mark.rule("IN-DES-07", "IN-TSK-07", "IN-ABN-01")
def test_a_hull_that_breaks_up_may_be_left_while_it_holds_and_nothing_else():
    table = scene()
    k = table.put("CHEETAH")
    craft, state = table.state.craft[k], table.state
    craft.status, craft.leaving, craft.inside = Status.WRECK, 2, 9
    state.seat, state.order[RED].craft = RED, k
    assert words(table, decisions.legal_decide) == [Verb.DONE, craft_word(state, k)]
    assert words(table, decisions.legal_decide_verb) == [Verb.DONE, Verb.LEAVE]
    table.pilot(k).wits = Wits.UNCONSCIOUS
    assert words(table, decisions.legal_decide) == [Verb.DONE]
    table.pilot(k).wits, craft.leaving = Wits.AWAKE, 0
    assert words(table, decisions.legal_decide) == [Verb.DONE]


@pytest.mark.rule("IN-FLT-01", "IN-OVL-01", "IN-AMB-10")
@pytest.mark.parametrize(
    ("settle", "of_one"),
    [
        (decisions.settle_fliers, "settle_flier"),
        (decisions.man_weapons, "settle_overload"),
    ],
    ids=["who flies it", "its overload"],
)
def test_it_is_settled_for_each_ship_the_one_in_the_last_slot_too(
    table, monkeypatch, settle, of_one
):
    craft, asked = table.state.craft, []
    craft[len(craft) - 1] = craft[0].copy()
    monkeypatch.setattr(decisions, of_one, lambda state, rules, k: asked.append(k))
    settle(table.state, table.rules)
    assert asked == [0, len(craft) // 2, len(craft) - 1]
