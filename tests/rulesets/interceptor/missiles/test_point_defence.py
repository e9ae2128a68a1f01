"""Chapter DEF: MDC-G and Safeguard."""

import pytest
from kit.interceptor.missiles import actions, disarm, fill, fly, send
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.rulesets.interceptor.combat.weapons import is_ready
from spacecombat_env.rulesets.interceptor.missiles import point_defence
from spacecombat_env.rulesets.interceptor.missiles.decoys import may_decoy
from spacecombat_env.rulesets.interceptor.missiles.flight import flight_step
from spacecombat_env.rulesets.interceptor.missiles.interception import (
    HELD,
    apply_defence,
    legal_defence,
)
from spacecombat_env.rulesets.interceptor.missiles.point_defence import (
    apply_guard,
    legal_guard,
    wants_guard,
)
from spacecombat_env.rulesets.interceptor.model import (
    POINT_DEFENCE_NAMES,
    Arc,
    Comp,
    CrewStatus,
    Decision,
    Deed,
    Event,
    Load,
    MissileStatus,
    Status,
    Step,
    Verb,
    class_of,
    proceed,
)
from spacecombat_env.rulesets.interceptor.sequence import begin_craft_turn

MDC_G = 5
"""Weapon row of the CINGULUM."""


def attacked(name="CINGULUM", missiles=1, facing=3, guard=1, load=Load.SSS):
    """A LANCEA of Red launches from below at a ship of Blue that neither fires nor decoys."""
    table = scene()
    k = table.put("LANCEA", at=(10, 4))
    target = table.put(name, side=1, at=(10, 8), heading=3, facing=facing)
    disarm(table, k)
    table.state.order[1].passed_defence = HELD
    table.state.craft[target].guard = guard
    sent = [send(table, k, load, target) for _ in range(missiles)]
    return table, target, sent


def stopped(table, sent):
    return [table.state.missile[n].status == MissileStatus.NONE for n in sent]


def system(table, k, row):
    """Let a ship's Safeguard be another one."""
    class_of(table.state, table.rules, k).guard = row


@pytest.mark.rule("IN-DEF-08", "IN-DEF-10")
def test_mdc_g_meets_four_missiles_of_a_turn_on_8_4_2_1(monkeypatch):
    table, target, sent = attacked(missiles=5)
    requested = fixed_dice(monkeypatch, point_defence, 8, 5, 2, 2)
    fly(table)
    assert stopped(table, sent) == [True, False, True, False, False]
    assert len(requested) == 4
    events = table.events(Event.GUARD)
    assert [event.c for event in events] == [8, 4, 2, 1]
    assert [event.e for event in events] == [1, 0, 1, 0]
    # in the hex, not before: each has flown four hexes
    assert len(table.events(Event.FLEW)) == 4 * 5


@pytest.mark.rule("IN-DEF-12", "IN-DEF-13", "IN-DEF-14")
@pytest.mark.parametrize(
    ("row", "numbers"),
    [
        (1, [5, 2]),
        (2, [8, 4, 2, 1]),
        (3, [9, 5, 3, 2, 1]),
        (4, [9, 6, 4, 3, 2, 1, 1, 1]),
    ],
)
def test_safeguard_by_its_version(monkeypatch, row, numbers):
    table, target, sent = attacked("PEGASUS", missiles=8, guard=0)
    assert POINT_DEFENCE_NAMES[class_of(table.state, table.rules, target).guard] == "Safeguard-3"
    system(table, target, row)
    fixed_dice(monkeypatch, point_defence, *numbers)
    fly(table)
    assert [event.c for event in table.events(Event.GUARD)] == numbers
    assert sum(stopped(table, sent)) == len(numbers)


@pytest.mark.rule("IN-DEF-12")
@pytest.mark.parametrize("facing", range(6))
def test_safeguard_looks_all_around_and_fires_no_weapon(monkeypatch, facing):
    table, target, sent = attacked("PEGASUS", facing=facing, guard=0)
    before = int(table.state.craft[target].fired)
    fixed_dice(monkeypatch, point_defence, 1)
    fly(table)
    assert stopped(table, sent) == [True] and table.state.craft[target].fired == before


@pytest.mark.rule("IN-DEF-12", "IN-AMB-74")
def test_a_broken_safeguard_and_one_of_a_pod(monkeypatch):
    table, target, sent = attacked("PEGASUS", guard=0)
    part = int(class_of(table.state, table.rules, target).system[Comp.POINT_DEFENCE])
    table.state.craft[target].disabled = 1 << part
    fly(table)
    assert stopped(table, sent) == [False]
    table, target, sent = attacked("AVENGER", missiles=3, guard=0)
    table.state.rack[int(table.state.craft[target].first_rack)].pod = Load.SAFEGUARD_POD
    fixed_dice(monkeypatch, point_defence, 5, 2)
    fly(table)
    assert stopped(table, sent) == [True, True, False]


@pytest.mark.rule("IN-DEF-09", "IN-AMB-36")
@pytest.mark.parametrize(
    ("arc", "facings"),
    [(Arc.FORWARD, {3}), (Arc.AFT, {0}), (Arc.RIGHT, {1, 2}), (Arc.LEFT, {4, 5})],
)
@pytest.mark.parametrize("rolled", [0, 1])
def test_the_last_hex_lies_in_its_field(monkeypatch, arc, facings, rolled):
    """The missile comes from below: direction 3 of the map."""
    met = set()
    for facing in range(6):
        table, target, sent = attacked(facing=facing)
        class_of(table.state, table.rules, target).weapon[MDC_G].arc = arc
        table.state.craft[target].rolled = rolled
        fixed_dice(monkeypatch, point_defence, 1)
        fly(table)
        if stopped(table, sent) == [True]:
            met.add(facing)
    assert met == ({(6 - facing) % 6 for facing in facings} if rolled else facings)


@pytest.mark.rule("IN-DEF-11", "IN-AMB-147")
def test_an_mdc_g_that_has_not_fired_defends_unannounced_and_fires_no_more(monkeypatch):
    table, target, sent = attacked(guard=0)
    assert is_ready(table.state, table.rules, target, MDC_G)
    fixed_dice(monkeypatch, point_defence, 8)
    fly(table)
    assert stopped(table, sent) == [True]
    assert not is_ready(table.state, table.rules, target, MDC_G)
    assert table.state.craft[target].guarded == 1 << MDC_G
    begin_craft_turn(table.state.craft[target])
    assert is_ready(table.state, table.rules, target, MDC_G)


@pytest.mark.rule("IN-DEF-11")
def test_an_mdc_g_that_has_fired_does_not_defend():
    table, target, sent = attacked(guard=0)
    table.state.craft[target].fired = 1 << MDC_G
    fly(table)
    assert stopped(table, sent) == [False] and table.events(Event.GUARD) == []


@pytest.mark.rule("IN-DES-08", "IN-AMB-146")
def test_the_safeguard_of_a_derelict_is_silent(monkeypatch):
    table, target, sent = attacked("PEGASUS", guard=0)
    table.state.craft[target].status = Status.DERELICT
    fly(table)
    assert stopped(table, sent) == [False] and table.events(Event.GUARD) == []
    table, target, sent = attacked("AVENGER", guard=0)  # nor one of a pod
    table.state.rack[int(table.state.craft[target].first_rack)].pod = Load.SAFEGUARD_POD
    table.state.craft[target].status = Status.DERELICT
    fly(table)
    assert stopped(table, sent) == [False] and table.events(Event.GUARD) == []


@pytest.mark.rule("IN-AMB-142")
def test_a_decoy_is_forbidden_against_the_salvo_alone_that_was_met(monkeypatch):
    table, target, sent = attacked("PEGASUS", missiles=2, guard=0)
    fill(table, target, 2, Load.DECOY)
    fixed_dice(monkeypatch, point_defence, 10, 10, 1)
    state, rules = table.state, table.rules
    proceed(state, Step.FLIGHT)
    while state.missile[sent[0]].status != MissileStatus.ARRIVED:
        flight_step(state, rules)
    assert not may_decoy(state, rules, target, sent[1])
    fly(table)
    later = send(table, 0, Load.SSS, target)
    assert state.craft[target].stopped == 2 and may_decoy(state, rules, target, later)
    state.craft[target].decoyed = 1  # and the other way round
    state.order[1].passed_defence = HELD
    fly(table)
    assert state.missile[later].status == MissileStatus.ARRIVED
    last = send(table, 0, Load.SSS, target)
    state.order[1].passed_defence = HELD
    fly(table)
    assert stopped(table, [last]) == [True]


@pytest.mark.rule("IN-DEF-09")
def test_an_mdc_g_needs_a_crewman():
    table, target, sent = attacked()
    for m in range(int(table.state.craft[target].first_crew), len(table.state.crew)):
        table.state.crew[m].status = CrewStatus.UNCONSCIOUS
    fly(table)
    assert stopped(table, sent) == [False]
    assert not wants_guard(table.state, table.rules, target)


@pytest.mark.rule("IN-DEF-11")
def test_kept_for_defence_it_does_not_fire_and_the_other_way_round():
    table, target, sent = attacked(guard=0)
    state, rules = table.state, table.rules
    assert wants_guard(state, rules, target) and is_ready(state, rules, target, MDC_G)
    assert not wants_guard(state, rules, int(state.missile[sent[0]].craft))
    state.order[1].craft = target
    assert actions(table, legal_guard, 1) == {Verb.GUARD, Verb.PASS}
    apply_guard(state, rules, 1, Verb.PASS | 0)
    assert state.craft[target].guard == 0 and state.step == Step.DECISION
    assert state.craft[target].deeds == Deed.GUARDED
    assert is_ready(state, rules, target, MDC_G)
    apply_guard(state, rules, 1, Verb.GUARD | 0)
    assert state.craft[target].guard == 1
    assert not is_ready(state, rules, target, MDC_G)
    state.craft[target].fired |= 1 << MDC_G  # had it fired, it would not defend
    fly(table)
    assert stopped(table, sent) == [False]


@pytest.mark.rule("IN-DEF-11", "IN-DEF-12")
@pytest.mark.parametrize("name", ["CINGULUM", "PEGASUS"])
def test_not_beside_a_decoy_but_beside_ecm(monkeypatch, name):
    table, target, sent = attacked(name)
    table.state.craft[target].decoyed = 1
    fly(table)
    assert stopped(table, sent) == [False]
    table, target, sent = attacked(name)
    table.state.craft[target].ecm = 1
    fixed_dice(monkeypatch, point_defence, 1)
    fly(table)
    assert stopped(table, sent) == [True]


@pytest.mark.rule("IN-DEF-08", "IN-AMB-37")
def test_fire_and_decoys_come_before_it(monkeypatch):
    table, target, sent = attacked("PEGASUS", guard=0)
    disarm(table, target)
    fill(table, target, 2, Load.DECOY)
    table.state.order[1].passed_defence = 0
    fixed_dice(monkeypatch, point_defence, 1)
    requested = 0
    fly(table)
    while table.state.decision == Decision.DEFENCE:
        assert Verb.DECOY in actions(table, legal_defence, 1)
        assert table.events(Event.GUARD) == []
        requested += 1
        apply_defence(table.state, table.rules, 1, Verb.PASS | 0)
        fly(table)
    assert requested == 2 and stopped(table, sent) == [True]
