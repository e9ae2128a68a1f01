"""A seat that cannot act and is skipped looks like one that declines."""

import numpy as np
import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.engagement.declaring import (
    apply_return,
    begin_fire,
    close_volley,
)
from spacecombat_env.rulesets.interceptor.engagement.exchange import declared_step
from spacecombat_env.rulesets.interceptor.model import Decision, Step, Target, Verb, WatchMode
from spacecombat_env.rulesets.interceptor.turn.tailing import apply_tail, next_go_step
from spacecombat_env.rulesets.interceptor.visibility.redaction import redact_state

ALL_OUT = (1 << 16) - 1


def known(table, seat):
    """What a seat may know of a scene, its log left out, when it is next asked."""
    states = table.states.copy()
    states[0].seat = seat
    redact_state(states[0], seat)
    for name in ("log", "delivered", "chance"):
        states[0][name] = np.zeros((), states.dtype[name])
    return states.tobytes()


def fired_at(out):
    """A ship has fired at one that passes, or whose weapons are out; the asks put on the way."""
    table = scene()
    k = table.put("LANCEA", at=(10, 5))
    target = table.put("CHEETAH", side=1, at=(10, 8), heading=3)
    state, rules = table.state, table.rules
    state.mover, state.back = k, Step.MOVE
    state.craft[target].out = out
    begin_fire(state, rules, 0, k)
    order = state.order[0]
    order.target_kind, order.target, order.weapons = Target.CRAFT, target, 1
    close_volley(state, rules, 0)
    declared_step(state, rules)
    requested = int(state.decision)
    if requested == Decision.RETURN:
        apply_return(state, rules, 1, Verb.PASS | 0)
        declared_step(state, rules)
    assert state.step == Step.FLIGHT
    return requested, known(table, 0)


@pytest.mark.rule("IN-CMB-04", "IN-LOS-02")
def test_a_target_that_cannot_return_fire_looks_like_one_that_will_not():
    (requested, passed), (nothing, silent) = fired_at(0), fired_at(ALL_OUT)
    assert (requested, nothing) == (Decision.RETURN, Decision.NOTHING)
    assert passed == silent


def followed(out):
    """A unit moves on whose tail an enemy waives, or has no weapon to claim with."""
    table = scene()
    k = table.put("LANCEA", at=(10, 8), velocity=2)
    pursuer = table.put("CHEETAH", side=1, at=(10, 6), velocity=2)
    state, rules = table.state, table.rules
    state.craft[pursuer].out = out
    state.picked, state.step = k, Step.NEXT_GO
    next_go_step(state, rules)
    requested = int(state.decision)
    if requested == Decision.TAIL:
        apply_tail(state, rules, 1, Verb.PASS | 0)
        next_go_step(state, rules)
    assert state.mover == k
    return requested, known(table, 0)


@pytest.mark.rule("IN-SEQ-07", "IN-LOS-02")
def test_a_pursuer_that_cannot_claim_looks_like_one_that_will_not():
    (requested, waived), (nothing, silent) = followed(0), followed(ALL_OUT)
    assert (requested, nothing) == (Decision.TAIL, Decision.NOTHING)
    assert waived == silent


@pytest.mark.rule("IN-MSL-05", "IN-LOS-02")
@pytest.mark.parametrize(("seat", "step"), [(0, Step.MOVE), (1, Step.OPPORTUNITY)])
def test_a_lock_that_fails_gives_nobody_else_a_decision(seat, step):
    """Its own side alone learns of it; a seat that watches would count one question more."""
    table = scene()
    k = table.put("LANCEA", at=(10, 5))
    other = table.put("CHEETAH", side=1, at=(10, 8), heading=3)
    state = table.state
    state.mover, state.back = k, Step.MOVE
    state.order[1 - seat].watch = WatchMode.WATCH
    begin_fire(state, table.rules, seat, (k, other)[seat])
    order = state.order[seat]
    order.target_kind, order.target = Target.CRAFT, (other, k)[seat]
    close_volley(state, table.rules, seat)
    assert state.step == step
