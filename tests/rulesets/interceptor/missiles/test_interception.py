"""Chapter DEF: fire at missiles: who decides, and with what."""

import pytest
from kit.interceptor.missiles import actions, disarm, fill, fly, rack, send
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.combat.to_hit import number_to_hit
from spacecombat_env.rulesets.interceptor.engagement.declaring import (
    apply_fire_target,
    apply_fire_weapons,
    begin_fire,
    legal_fire_target,
    legal_fire_weapons,
)
from spacecombat_env.rulesets.interceptor.missiles import defensive_fire, lock_on
from spacecombat_env.rulesets.interceptor.missiles.interception import (
    HELD,
    apply_defence,
    defence_value,
    is_to_act,
    legal_defence,
    may_shoot_at,
)
from spacecombat_env.rulesets.interceptor.missiles.transponder import lay
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Decision,
    Event,
    Load,
    MissileStatus,
    Step,
    Target,
    Verb,
    craft_action,
    missile_action,
    weapon_action,
)


def attacked(distance=12, load=Load.SSS, **more):
    """A LANCEA of Red launches at a CHEETAH of Blue that looks at it."""
    table = scene()
    k = table.put("LANCEA", at=(10, 4))
    target = table.put("CHEETAH", side=1, at=(10, 4 + distance), heading=3, **more)
    disarm(table, k)
    table.state.exchange.volley[0].firer, table.state.exchange.volleys = k, 1
    return table, k, target, send(table, k, load, target)


def range_to(table, n, k):
    it, craft = table.state.missile[n], table.state.craft[k]
    return abs(int(it.r) - int(craft.r))


@pytest.mark.rule("IN-DEF-01", "IN-MSL-06")
def test_it_decides_at_the_lock_where_it_is_better_and_in_the_last_hex():
    table, _, target, n = attacked(distance=9, gunnery=9)
    requested = []
    fly(table)
    while table.state.decision == Decision.DEFENCE:
        assert table.state.seat == 1 and table.state.order[1].missile == n
        requested.append(range_to(table, n, target))
        apply_defence(table.state, table.rules, 1, Verb.PASS | 0)
        fly(table)
    # each band of the to-hit table is better than the one before, the last hex is asked anyhow
    assert requested == [9, 6, 3, 1]
    assert table.state.missile[n].status == MissileStatus.ARRIVED
    assert table.state.order[1].passed_defence == 0 and table.state.order[1].missile == NONE


@pytest.mark.rule("IN-DEF-01")
def test_hold_ends_the_decisions_of_this_flight():
    table, k, target, n = attacked()
    send(table, k, Load.SSS, target)
    fly(table)
    apply_defence(table.state, table.rules, 1, Verb.HOLD | 0)
    assert table.state.order[1].passed_defence == HELD
    fly(table)
    assert table.state.step == Step.RESOLVE
    assert len(table.events(Event.ARRIVED)) == 2
    assert table.state.order[1].passed_defence == 0


@pytest.mark.rule("IN-DEF-01")
def test_who_has_nothing_to_fire_and_no_decoy_does_not_decide():
    table, _, target, n = attacked()
    disarm(table, target)
    assert defence_value(table.state, table.rules, 1, n) == 0
    fly(table)
    assert table.state.step == Step.RESOLVE


@pytest.mark.rule("IN-DEF-04")
def test_what_kind_it_is_changes_neither_decision_nor_value():
    visible = set()
    for load in (Load.DAP, Load.RIS, Load.SSS, Load.TGM_1):
        table, _, _, n = attacked(distance=6, load=load)
        value = defence_value(table.state, table.rules, 1, n)
        requested = is_to_act(table.state, table.rules, 1, n)
        visible.add(
            (value, requested, frozenset(actions(table, legal_defence, 1) if requested else ()))
        )
    assert len(visible) == 1


@pytest.mark.rule("IN-DEF-01")
@pytest.mark.parametrize("load", [Load.SSS, Load.RIS])
def test_a_gun_has_4_against_it_and_the_intelligence_for_piloting(monkeypatch, load):
    table, _, target, n = attacked(distance=3, load=load)
    state, rules = table.state, table.rules
    fly(table)
    own = craft_action(state, target)
    assert actions(table, legal_defence, 1) == {Verb.PASS, Verb.HOLD, own}
    apply_defence(state, rules, 1, own)
    assert state.decision == Decision.FIRE_WEAPONS and state.order[1].target_kind == Target.MISSILE
    assert weapon_action(state, 0) in actions(table, legal_fire_weapons, 1)
    apply_fire_weapons(state, rules, 1, weapon_action(state, 0))
    # range 3: 7; Gunnery 5
    number = 7 + 5 - int(rules.missile[load].intelligence) - 4
    assert number == number_to_hit(state, rules, target, 0, Target.MISSILE, n)
    requested = fixed_dice(monkeypatch, defensive_fire, max(number, 1))
    apply_fire_weapons(state, rules, 1, Verb.DONE | 0)
    assert len(requested) == 1 and state.step == Step.FLIGHT
    assert state.missile[n].status == MissileStatus.NONE
    event = table.events(Event.INTERCEPTED)[0]
    assert (event.actor, event.a, event.d, event.e) == (target, n, 1, number)
    told = table.events(Event.FIRE)[-1]
    assert (told.actor, told.a, told.c, told.d) == (target, 1, Target.MISSILE, 3), "announced"
    assert state.craft[target].fired == 1 == state.craft[target].disclosed_weapons
    slot = table.capacity.craft + n
    assert table.pilot(target).engaged == 1 << slot


@pytest.mark.rule("IN-DEF-01")
def test_a_miss_lets_it_fly_and_the_rest_may_fire(monkeypatch):
    table, _, target, n = attacked(distance=3)
    state, rules = table.state, table.rules
    fly(table)
    apply_defence(state, rules, 1, craft_action(state, target))
    apply_fire_weapons(state, rules, 1, weapon_action(state, 0))
    fixed_dice(monkeypatch, defensive_fire, 10)
    apply_fire_weapons(state, rules, 1, Verb.DONE | 0)
    assert state.missile[n].status == MissileStatus.LOCKED
    fly(table)
    assert state.decision == Decision.DEFENCE  # other guns
    apply_defence(state, rules, 1, craft_action(state, target))
    assert weapon_action(state, 0) not in actions(table, legal_fire_weapons, 1)


@pytest.mark.rule("IN-DEF-03")
def test_any_ship_within_range_may_fire_not_only_the_target():
    table, _, target, n = attacked(distance=8)
    friend = table.put("CHEETAH", side=1, at=(12, 8), heading=3, facing=4)
    away = table.put("CHEETAH", side=1, at=(26, 27), heading=3)
    fly(table)
    legal = actions(table, legal_defence, 1)
    assert craft_action(table.state, target) in legal
    disarm(table, target)
    for _ in range(12):
        if table.state.decision != Decision.DEFENCE:
            break
        legal = actions(table, legal_defence, 1)
        assert craft_action(table.state, away) not in legal
        if craft_action(table.state, friend) in legal:
            return
        apply_defence(table.state, table.rules, 1, Verb.PASS | 0)
        fly(table)
    raise AssertionError("the friend was never asked")


@pytest.mark.rule("IN-DEF-02")
@pytest.mark.parametrize(("die", "hit"), [(7, True), (8, False)])
def test_a_dap_locks_on_to_a_missile_and_flies(monkeypatch, die, hit):
    table, _, target, n = attacked(distance=3)
    state, rules = table.state, table.rules
    disarm(table, target)
    state.craft[target].fired &= ~(1 << 4)
    fill(table, target, 4, Load.DAP)
    state.missile[n].r += 1  # two hexes off
    state.missile[n].status = MissileStatus.FLYING
    fly(table)  # the same hex: asked, for a DAP may be launched
    assert state.decision == Decision.DEFENCE
    apply_defence(state, rules, 1, craft_action(state, target))
    fixed_dice(monkeypatch, lock_on, die)
    apply_fire_weapons(state, rules, 1, Verb.ALL | 0)
    hunter = table.capacity.missiles
    if not hit:
        assert state.missile[hunter].status == MissileStatus.NONE
        assert rack(table, target, 4).barred == 1 << Load.DAP
        fly(table)
        assert state.missile[n].status == MissileStatus.ARRIVED
        return
    assert state.missile[hunter].target_missile == n
    fly(table)
    assert state.missile[n].status == state.missile[hunter].status == MissileStatus.NONE
    assert [event.a for event in table.events(Event.INTERCEPTED)] == [n]
    assert [int(event.a) for event in table.events(Event.FLEW)] == [hunter, hunter]
    assert state.step == Step.RESOLVE


@pytest.mark.rule("IN-DEF-02", "IN-MSL-10", "IN-AMB-164")
def test_a_cluster_is_fired_at_a_missile(monkeypatch):
    table, _, target, n = attacked(distance=3)
    state, rules = table.state, table.rules
    disarm(table, target)
    state.craft[target].fired &= ~(1 << 4)
    fill(table, target, 4, Load.DFM)
    assert may_shoot_at(state, rules, target, 4, n)
    fly(table)
    apply_defence(state, rules, 1, craft_action(state, target))
    fixed_dice(monkeypatch, defensive_fire, 4)  # 7 + 5 - 8, 4 and 4 cancel
    apply_fire_weapons(state, rules, 1, Verb.ALL | 0)
    assert state.missile[n].status == MissileStatus.NONE
    assert rack(table, target, 4).load[Load.DFM] == 0


@pytest.mark.rule("IN-DEF-01")
def test_no_other_missile_is_used_so():
    table, _, target, n = attacked(distance=3)
    for load in (Load.SSS, Load.RIS, Load.TGM_1):
        rack(table, target, 4).load[:] = 0
        fill(table, target, 4, load)
        assert not may_shoot_at(table.state, table.rules, target, 4, n)
    assert may_shoot_at(table.state, table.rules, target, 0, n)
    table.state.missile[n].status = MissileStatus.ARRIVED
    assert not may_shoot_at(table.state, table.rules, target, 0, n)


@pytest.mark.rule("IN-DEF-01", "IN-MSL-13")
def test_a_dormant_one_is_shot_at_like_any_target(monkeypatch):
    table = scene()
    k = table.put("LANCEA", at=(10, 4))
    enemy = table.put("CHEETAH", side=1, at=(10, 8), heading=3)
    state, rules = table.state, table.rules
    lay(state, rules, enemy, Load.TGM_1, 2)
    n = table.capacity.missiles
    state.missile[n].r = axial_row(10, 7)
    begin_fire(state, rules, 0, k)
    action = missile_action(state, n)
    assert action in actions(table, legal_fire_target, 0)
    apply_fire_target(state, rules, 0, action)
    fixed_dice(monkeypatch, defensive_fire, 1)  # the first that hits is enough
    apply_fire_weapons(state, rules, 0, Verb.ALL | 0)
    assert state.missile[n].status == MissileStatus.NONE
    assert state.craft[k].fired == 0b11
    fly(table)
    assert state.step == Step.RESOLVE
