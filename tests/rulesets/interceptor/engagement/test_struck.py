"""Which facing is struck, and what a missile does that arrives."""

from types import SimpleNamespace

import pytest
from kit.interceptor.firing import fight, fire, offered, queued
from kit.interceptor.scenes import fixed_dice

from spacecombat_env.rulesets.interceptor.combat import shields
from spacecombat_env.rulesets.interceptor.engagement import exchange
from spacecombat_env.rulesets.interceptor.engagement.declaring import (
    apply_struck,
    begin_fire,
    close_volley,
    legal_arc,
    legal_struck,
)
from spacecombat_env.rulesets.interceptor.engagement.exchange import (
    after_exchange_step,
    arrive,
    declared_step,
    resolve_step,
)
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Arc,
    Decision,
    Delegate,
    Facing,
    Load,
    MissileStatus,
    Source,
    Step,
    Target,
    side_action,
)
from spacecombat_env.rulesets.interceptor.presentation.decision_text import DecisionTextFields
from spacecombat_env.rulesets.interceptor.visibility.enemy_rows import is_selected

# --- the facing struck ---------------------------------------------------------------------------


@pytest.mark.rule("IN-DIR-08", "IN-AMB-80")
def test_a_target_in_doubt_names_the_facing_unless_it_leaves_that_to_standing_orders():
    for delegated, decisions in ((0, True), (int(Delegate.GUNNERY), False)):
        table, k, target = fight()
        state = table.state
        it = state.craft[target]
        it.q, it.r, it.heading = 11, int(state.craft[k].r) + 1, 0
        it.facing, it.fired = 3, 3  # looks S: k lies on the line between F and RF
        it.armour[Facing.RF] = 99
        table.rules.delegated[1] = delegated
        state.craft[k].armour[:] = 1
        begin_fire(state, table.rules, 0, k)
        order = state.order[0]
        order.target_kind, order.target, order.weapons = Target.CRAFT, target, 1
        close_volley(state, table.rules, 0)
        assert state.exchange.volley[0].facing == Facing.F  # which one is better is not told
        declared_step(state, table.rules)
        assert (state.decision == Decision.STRUCK) == decisions
        assert state.exchange.volley[0].facing == (Facing.F if decisions else Facing.RF)
        if decisions:
            assert state.seat == 1
            assert offered(table, legal_struck) == {
                side_action(state, facing) for facing in (Facing.F, Facing.RF)
            }
            apply_struck(state, table.rules, 1, side_action(state, Facing.F))
            assert state.exchange.volley[0].facing == Facing.F
            declared_step(state, table.rules)
        assert state.step == Step.FLIGHT


@pytest.mark.rule("IN-DIR-08", "IN-CMB-04")
def test_who_returns_fire_is_named_where_it_leaves_a_facing_in_doubt():
    """The volley that is in doubt is the second of the exchange: not its own ship fires at it."""
    table, k, target = fight()
    state = table.state
    for nth, (firer, struck) in enumerate(((k, target), (target, k))):
        volley = state.exchange.volley[nth]
        volley.firer, volley.target, volley.target_kind = firer, struck, Target.CRAFT
        volley.settled = nth == 0
    state.exchange.volleys, state.seat, state.decision = 2, 0, Decision.STRUCK
    state.order[0].craft = k
    assert is_selected(state, target, 0) and not is_selected(state, k, 0)
    rules = SimpleNamespace(table=SimpleNamespace(rules=[table.rules]))
    names = SimpleNamespace(state=state, seat=0, craft=int, scenario=rules)
    assert DecisionTextFields(names).firer() == target


# --- the arcs ------------------------------------------------------------------------------------


@pytest.mark.rule("IN-CMB-08", "IN-AMB-98")
def test_in_one_hex_each_arc_but_the_turrets_could_be_named():
    table, _, _ = fight()
    arcs = (Arc.FORWARD, Arc.RIGHT, Arc.AFT, Arc.LEFT)
    assert offered(table, legal_arc) == {side_action(table.state, arc) for arc in arcs}


# --- missiles ------------------------------------------------------------------------------------


def missile_at(table, k, target, heading, load=Load.SSS):
    """A missile of Red in its target's hex."""
    missile, it = table.state.missile[0], table.state.craft[target]
    missile.kind, missile.status = load, MissileStatus.ARRIVED
    missile.craft, missile.target, missile.heading = k, target, heading
    missile.q, missile.r = it.q, it.r
    return missile


@pytest.mark.rule("IN-MSL-01", "IN-MSL-08", "IN-AMB-29")
@pytest.mark.parametrize("heading", range(6))
def test_a_missile_that_arrives_strikes_the_facing_it_came_against(heading):
    table, k, target = fight()
    missile_at(table, k, target, heading)
    resolve_step(table.state, table.rules)
    kind, facing = table.rules.missile[Load.SSS], (heading + 3 - 3) % 6
    expected = (target, facing, int(kind.points), int(kind.template), k, NONE)
    assert queued(table) == [expected]
    assert table.state.exchange.hit[0].source == Source.MISSILE


@pytest.mark.rule("IN-DIR-08", "IN-AMB-98")
def test_in_one_hex_a_missile_strikes_the_facing_that_the_target_named():
    table, k, target = fight()
    table.state.craft[k].r = table.state.craft[target].r
    fire(table, k, target, 1)
    table.state.exchange.volley[0].facing = Facing.LA
    missile_at(table, k, target, 0)
    arrive(table.state, table.rules, 0)
    assert [hit[1] for hit in queued(table)] == [Facing.LA]


@pytest.mark.rule("IN-MSL-08", "IN-DEF-15")
def test_a_missile_must_pass_the_shield_and_is_gone_after_the_exchange(monkeypatch):
    table, k, target = fight()
    missile = missile_at(table, k, target, 0)
    lost = []
    monkeypatch.setattr(exchange, "lose_missile", lambda state, n: lost.append(n))
    table.state.craft[target].shield[:] = 50
    fixed_dice(monkeypatch, shields, 7)
    arrive(table.state, table.rules, 0)
    assert not queued(table) and missile.status == MissileStatus.ARRIVED and not lost
    after_exchange_step(table.state, table.rules)
    assert lost == [0]
