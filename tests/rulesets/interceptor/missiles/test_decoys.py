"""Chapter DEF: Decoys."""

import pytest
from kit.interceptor.missiles import actions, disarm, fill, fly, rack, send
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.rulesets.interceptor.combat import shields
from spacecombat_env.rulesets.interceptor.missiles import decoys
from spacecombat_env.rulesets.interceptor.missiles.decoys import (
    apply_decoy_range,
    apply_decoy_side,
    legal_decoy_side,
    may_decoy,
)
from spacecombat_env.rulesets.interceptor.missiles.interception import apply_defence, legal_defence
from spacecombat_env.rulesets.interceptor.model import (
    Chance,
    Comp,
    Control,
    CrewStatus,
    Decision,
    Event,
    Load,
    MissileStatus,
    Step,
    Verb,
    class_of,
    direction_action,
    pair,
)


def attacked(loads=(Load.SSS,), distance=6, count=1, at=10):
    """A LANCEA of Red launches at a CHEETAH of Blue that has Decoys and nothing else to fire."""
    table = scene()
    k = table.put("LANCEA", at=(at, 4))
    target = table.put("CHEETAH", side=1, at=(at, 4 + distance), heading=3)
    disarm(table, k)
    disarm(table, target)
    fill(table, target, 4, Load.DECOY, count)
    for load in loads:
        send(table, k, load, target)
    return table, k, target


def decoy(table, away, direction=1):
    """Launch a Decoy in answer to the question that stands."""
    state = table.state
    assert state.decision == Decision.DEFENCE and Verb.DECOY in actions(table, legal_defence, 1)
    apply_defence(state, table.rules, 1, Verb.DECOY | 0)
    assert state.decision == Decision.DECOY_SIDE
    apply_decoy_side(state, table.rules, 1, direction_action(state, direction))
    assert (state.decision, state.order[1].low, state.order[1].high) == (Decision.DECOY_RANGE, 1, 3)
    apply_decoy_range(state, table.rules, 1, away)
    assert state.step == Step.FLIGHT and state.decision == Decision.NOTHING


@pytest.mark.rule("IN-DEF-06", "IN-AMB-35")
@pytest.mark.parametrize(("away", "number"), [(1, 6), (2, 7), (3, 8)])
@pytest.mark.parametrize("more", [0, 1])
def test_locks_are_rolled_again_by_distance(monkeypatch, away, number, more):
    table, k, target = attacked()
    table.state.craft[target].ecm = 1  # IN-AMB-35: does not count
    fly(table)
    requested = fixed_dice(monkeypatch, decoys, number + more)
    decoy(table, away)
    assert requested == [(Chance.RELOCK, pair(target, 0))]
    event = table.events(Event.DECOY)[0]
    it = table.state.craft[target]
    assert (event.a, event.c, event.d) == (more, it.q + away, it.r)
    status = table.state.missile[0].status
    assert status == (MissileStatus.NONE if more else MissileStatus.LOCKED)
    assert rack(table, target, 4).load[Load.DECOY] == 0 and it.decoyed == 1


@pytest.mark.rule("IN-DEF-06")
def test_every_missile_locked_on_the_ship_rolls_no_other(monkeypatch):
    table, k, target = attacked(loads=(Load.SSS, Load.RIS))
    friend = table.put("CHEETAH", side=1, at=(12, 12), heading=3)
    disarm(table, friend)
    other = send(table, k, Load.SSS, friend)
    fly(table)
    requested = fixed_dice(monkeypatch, decoys, 9, 5)
    decoy(table, 3)
    assert [who for _, who in requested] == [pair(target, 0), pair(target, 1)]
    assert table.state.missile[0].status == MissileStatus.NONE
    assert table.state.missile[1].status == MissileStatus.LOCKED  # an RIS: on 5 or below
    assert table.state.missile[other].status == MissileStatus.LOCKED


@pytest.mark.rule("IN-DEF-05", "IN-DEF-07")
def test_one_after_another_until_the_missile_is_in_the_hex(monkeypatch):
    table, _, target = attacked(count=3, distance=4)
    fly(table)
    fixed_dice(monkeypatch, decoys, 1, 1, 1)
    decoy(table, 3)
    fly(table)
    assert table.state.missile[0].status == MissileStatus.LOCKED
    decoy(table, 3)
    fly(table)
    apply_defence(table.state, table.rules, 1, Verb.PASS | 0)
    fly(table)
    it = table.state.missile[0]
    assert table.state.decision == Decision.DEFENCE  # the last hex
    assert int(table.state.craft[target].r) - int(it.r) == 1
    decoy(table, 3)
    assert rack(table, target, 4).load[Load.DECOY] == 0
    fly(table)
    assert table.state.missile[0].status == MissileStatus.ARRIVED
    assert not may_decoy(table.state, table.rules, target, 0)


@pytest.mark.rule("IN-DEF-05", "IN-AMB-160")
def test_who_may_launch_one():
    table, k, target = attacked()
    state, rules = table.state, table.rules
    friend = table.put("CHEETAH", side=1, at=(12, 12), heading=3)
    fill(table, friend, 4, Load.DECOY)
    assert may_decoy(state, rules, target, 0)
    assert not may_decoy(state, rules, friend, 0)  # not its target
    state.craft[target].control = Control.OUT
    assert may_decoy(state, rules, target, 0)
    state.craft[target].defended = 1  # IN-DEF-11, 12
    assert not may_decoy(state, rules, target, 0)
    state.craft[target].defended = 0
    table.pilot(target).status = CrewStatus.UNCONSCIOUS
    assert not may_decoy(state, rules, target, 0)
    table.pilot(target).status = CrewStatus.AWAKE
    state.craft[target].out = 1 << 4
    assert not may_decoy(state, rules, target, 0)
    state.craft[target].out = 0
    state.missile[0].q, state.missile[0].r = state.craft[target].q, state.craft[target].r
    assert not may_decoy(state, rules, target, 0)


@pytest.mark.rule("IN-DEF-05")
def test_it_is_placed_on_the_map():
    table, k, target = attacked(at=1)
    state = table.state
    state.order[1].craft = target
    legal = actions(table, legal_decoy_side, 1)
    assert legal == {direction_action(state, direction) for direction in (0, 1, 2, 3)}


@pytest.mark.rule("IN-IDE-19")
@pytest.mark.parametrize(("die", "lured"), [(1, 1), (10, 0)])
def test_with_a_broken_synchronizer_it_must_pass_the_own_shield(monkeypatch, die, lured):
    table, _, target = attacked()
    part = int(class_of(table.state, table.rules, target).system[Comp.SYNCHRONIZER])
    table.state.craft[target].disabled = 1 << part
    assert table.state.craft[target].shield.min() > 0
    fly(table)
    fixed_dice(monkeypatch, decoys, *[10] * lured)
    fixed_dice(monkeypatch, shields, die)
    decoy(table, 1)
    assert table.events(Event.DECOY)[0].a == lured


@pytest.mark.rule("IN-DEF-05")
def test_it_is_remembered_as_one_of_the_missiles_launched(monkeypatch):
    table, k, target = attacked()
    state = table.state
    fly(table)
    fixed_dice(monkeypatch, decoys, 10)
    decoy(table, 1)
    assert list(state.craft["missiles_launched"][[k, target]]) == [1, 1]
    assert list(state.craft["decoys_launched"][[k, target]]) == [0, 1]
