"""Power of shields: prices of rates, variable and fixed shields."""

import pytest
from kit.interceptor.bridges import EPS, ORACLES, RED, Bridge
from kit.interceptor.damaging import lose
from kit.interceptor.scenes import scene

from spacecombat_env.core.loading.tables import read_yaml
from spacecombat_env.rulesets.interceptor.model import (
    DATA,
    Comp,
    Decision,
    Facing,
    Role,
    Verb,
    class_names,
    highest_rate,
    lay_power,
    raise_shields,
    rate_eps,
    set_rate,
    starve,
)
from spacecombat_env.rulesets.interceptor.turn import power


@pytest.mark.rule("IN-POW-08")
def test_or_pow_1_and_orc_pow_1_a_rate_costs_its_whole_price():
    table = scene()
    oracle = {one["id"]: one for one in read_yaml(DATA / "oracles.yaml")["oracles"]}["OR-POW-1"]
    petal = table.rules.classes[class_names().index("FLUTTERING PETAL")]
    assert petal.tons == oracle["given"]["tons"]
    price = rate_eps(table.rules, petal, oracle["given"]["flicker"])
    assert price == oracle["expect"]["eps_of_the_side"]
    bridge = Bridge()
    starve(bridge.state, bridge.rules, bridge.k)
    raise_shields(bridge.state, bridge.rules, bridge.k)
    for side, rate in ORACLES["ORC-POW-1"]["given"]["rates"].items():
        set_rate(bridge.state, bridge.rules, bridge.k, Facing[side], rate)
    assert 5275 - bridge.craft.eps == ORACLES["ORC-POW-1"]["expect"]["eps"]
    klass = bridge.klass.copy()
    klass.tons = 2001
    assert rate_eps(bridge.rules, klass, 80) == 210
    assert highest_rate(bridge.rules, bridge.klass, 69) == 70
    assert highest_rate(bridge.rules, bridge.klass, 70) == 80
    assert highest_rate(bridge.rules, bridge.klass, 0) == 0


@pytest.mark.rule("IN-POW-07", "IN-POW-08")
def test_variable_shields_come_up_at_ten_on_all_sides_and_each_side_is_reinforced():
    bridge = Bridge().begin()
    bridge.say(Verb.NONE, Verb.SHIELDS)
    assert bridge.shields() == [10] * 6 and bridge.craft.eps == 5275 - 6
    bridge.say(bridge.side(Facing.A))
    assert bridge.legal() == set(range(1, 15 + 1))  # 150 costs 3,615, 160 costs 6,325
    bridge.say(8)
    assert bridge.shields() == [10, 10, 10, 80, 10, 10]
    assert bridge.craft.eps == 5275 - 5 - 70
    assert not {bridge.side(Facing.A), Verb.NONE} & bridge.legal()
    bridge.say(bridge.side(Facing.F), 1, Verb.DONE)
    assert bridge.decision == Decision.POWER_HEAD and Verb.SHIELDS not in bridge.legal()


@pytest.mark.rule("IN-POW-07")
def test_variable_shields_fall_together_or_not_at_all():
    bridge = Bridge().begin()
    before = int(bridge.craft.eps)
    cost = sum(EPS[rate // 10] for rate in bridge.shields())
    bridge.say(Verb.SHIELDS, Verb.NONE)
    assert bridge.shields() == [0] * 6 and bridge.craft.eps == before + cost
    bridge = Bridge()
    lose(bridge.table, bridge.k, Comp.SHIELD, 2)
    bridge.begin().say(Verb.NONE, Verb.SHIELDS)
    assert sorted(bridge.shields()) == [0, 10, 10, 10, 10, 10]
    assert bridge.craft.eps == 5275 - 5


@pytest.mark.rule("IN-POW-07")
def test_shields_need_the_eps_for_ten_on_all_sides():
    bridge = Bridge().begin()
    bridge.say(Verb.NONE)
    bridge.craft.eps = 5
    assert Verb.SHIELDS not in bridge.legal()
    bridge.craft.eps = 6
    bridge.say(Verb.SHIELDS)
    assert bridge.legal() == {Verb.DONE, Verb.NONE}


@pytest.mark.rule("IN-AMB-66")
def test_fixed_shields_go_on_or_off_as_a_set():
    table = scene("medium")
    k = table.put("GLADIUS")
    klass = table.rules.classes[table.state.craft[k].klass]
    klass.switches, klass.role[1] = 1, Role.ENGINEER
    table.state.crew[int(table.state.craft[k].first_crew) + 1].role = Role.ENGINEER
    lay_power(table.state, table.rules, k)
    craft = table.state.craft[k]
    printed = [int(rate) for rate in klass.shield]
    assert [int(rate) for rate in craft.shield] == printed
    price = sum(EPS[rate // 10] for rate in printed)
    left = int(craft.eps)
    order = table.state.order[RED]
    order.craft = k
    power.apply_power_head(table.state, table.rules, RED, Verb.SHIELDS)
    assert not craft.shield.any() and craft.eps == left + price
    assert table.state.decision == Decision.POWER_HEAD
    order.heads = 0
    power.apply_power_head(table.state, table.rules, RED, Verb.SHIELDS)
    assert [int(rate) for rate in craft.shield] == printed and craft.eps == left
