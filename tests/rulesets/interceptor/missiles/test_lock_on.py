"""Chapter MSL: the roll to lock on, launching, laying."""

import pytest
from kit.interceptor.missiles import actions, fill, rack, speak_of
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.rulesets.interceptor.combat import shields
from spacecombat_env.rulesets.interceptor.engagement.declaring import close_volley
from spacecombat_env.rulesets.interceptor.missiles import lock_on
from spacecombat_env.rulesets.interceptor.missiles.lock_on import (
    apply_launch_kind,
    apply_lay_speed,
    legal_launch_kind,
    lock_number,
    name_launch,
    try_lock,
)
from spacecombat_env.rulesets.interceptor.missiles.slots import lose_missile
from spacecombat_env.rulesets.interceptor.missiles.transponder import lay
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Chance,
    Comp,
    Decision,
    Event,
    Load,
    MissileStatus,
    Target,
    class_of,
    load_action,
    pair,
    rack_of,
    yaml_of,
)

ORACLES = {row["id"]: row for row in yaml_of("oracles.yaml")["oracles"]}
NAMES = {"RIS": Load.RIS}


def duel(distance=4, velocity=0):
    """A LANCEA of Red behind a CHEETAH of Blue."""
    table = scene()
    k = table.put("LANCEA", at=(10, 5), velocity=velocity)
    target = table.put("CHEETAH", side=1, at=(10, 5 + distance), velocity=3)
    return table, k, target


def number(table, k, load, target, kind=Target.CRAFT):
    m = int(table.state.craft[k].first_crew)
    return lock_number(table.state, table.rules, k, load, m, kind, target)


@pytest.mark.rule("IN-MSL-04")
def test_oracle_msl_3_the_third_target_of_a_turn():
    oracle = ORACLES["OR-MSL-3"]
    table, k, target = duel()
    assert table.rules.missile[Load.SSS].intelligence == oracle["given"]["intelligence"]
    table.pilot(k).engaged = 0b110  # two others
    assert target % table.capacity.craft == 0
    assert number(table, k, Load.SSS, target) == oracle["expect"]["roll_on_or_below"]
    table.pilot(k).engaged = 0b111
    assert number(table, k, Load.SSS, target) == oracle["expect"]["roll_on_or_below"]
    table.pilot(k).engaged = 0
    assert number(table, k, Load.SSS, target) == 8


@pytest.mark.rule("IN-MSL-03")
def test_oracle_msl_4_ecm_does_not_help_against_an_ris():
    oracle = ORACLES["OR-MSL-4"]
    table, k, target = duel()
    table.state.craft[target].ecm = oracle["given"]["ecm"]
    load = NAMES[oracle["given"]["type"]]
    assert number(table, k, load, target) == oracle["expect"]["roll_on_or_below"]
    assert number(table, k, Load.SSS, target) == 8 - 3
    assert number(table, k, Load.DAP, target) == 7 - 3


@pytest.mark.rule("IN-MSL-02", "IN-MSL-06")
@pytest.mark.parametrize("die", [8, 9])
def test_on_or_below_its_intelligence(monkeypatch, die):
    table, k, target = duel()
    state = table.state
    fill(table, k, 2, Load.SSS)
    order = speak_of(table, 0, k, target)
    requested = fixed_dice(monkeypatch, lock_on, die)
    locked = try_lock(state, table.rules, 0, 2, Load.SSS)
    assert requested == [(Chance.LOCK, pair(k, target))] and locked == (die <= 8)
    missile, it = state.missile[0], rack(table, k, 2)
    if locked:
        assert (missile.status, missile.kind, missile.craft) == (MissileStatus.LOCKED, Load.SSS, k)
        assert (missile.q, missile.r) == (state.craft[k].q, state.craft[k].r)
        assert (missile.target, missile.target_missile) == (target, NONE)
        assert (it.load[Load.SSS], it.barred) == (0, 0)
        assert state.craft[k].fired == order.locks == 1 << 2
    else:
        assert missile.status == MissileStatus.NONE
        assert (it.load[Load.SSS], it.barred) == (1, 1 << Load.SSS)
        assert state.craft[k].fired == order.locks == 0
    event = table.events(Event.LOCK)[0]
    assert (event.c, event.d, event.e, event.known) == (8, die, locked, 1)
    assert [event.c for event in table.events(Event.LAUNCH)] == [NONE] * locked


@pytest.mark.rule("IN-MSL-05", "IN-AMB-107")
def test_a_failed_missile_is_not_offered_again(monkeypatch):
    table, k, target = duel()
    fill(table, k, 2, Load.SSS)
    fill(table, k, 2, Load.RIS)
    order = speak_of(table, 0, k, target)
    order.rack = rack_of(table.state, table.rules, k, 2)
    sss, ris = (load_action(table.state, load) for load in (Load.SSS, Load.RIS))
    assert actions(table, legal_launch_kind) == {sss, ris}
    fixed_dice(monkeypatch, lock_on, 10)
    apply_launch_kind(table.state, table.rules, 0, sss)
    assert table.state.decision == Decision.FIRE_WEAPONS and order.load == Load.SSS
    close_volley(table.state, table.rules, 0)
    assert order.locks == 0
    assert actions(table, legal_launch_kind) == {ris}
    table.state.craft[target].q += 1  # nor at another place
    assert sss not in actions(table, legal_launch_kind)


@pytest.mark.rule("IN-MSL-10")
def test_a_cluster_is_named_like_a_gun_and_needs_no_lock(monkeypatch):
    table, k, target = duel()
    fill(table, k, 2, Load.DFM)
    order = speak_of(table, 0, k, target)
    order.rack = rack_of(table.state, table.rules, k, 2)
    requested = fixed_dice(monkeypatch, lock_on)
    apply_launch_kind(table.state, table.rules, 0, load_action(table.state, Load.DFM))
    assert order.weapons == 1 << 2 and order.locks == 0 and requested == []
    assert rack(table, k, 2).load[Load.DFM] == 1
    close_volley(table.state, table.rules, 0)
    assert rack(table, k, 2).load[Load.DFM] == 0
    assert table.state.exchange.volley[0].weapons == 1 << 2


@pytest.mark.rule("IN-MSL-04", "IN-CMB-03")
def test_a_volley_of_missiles_alone_engages(monkeypatch):
    table, k, target = duel()
    fill(table, k, 2, Load.SSS)
    name_launch(speak_of(table, 0, k, target), 2, Load.SSS)
    fixed_dice(monkeypatch, lock_on, 1)
    close_volley(table.state, table.rules, 0)
    volley = table.state.exchange.volley[0]
    assert (volley.weapons, volley.missiles) == (0, 1)
    assert table.pilot(k).engaged == 1


@pytest.mark.rule("IN-IDE-19", "IN-AMB-161")
@pytest.mark.parametrize(("die", "leaves"), [(1, True), (10, False)])
def test_with_a_broken_synchronizer_it_must_pass_its_own_shield(monkeypatch, die, leaves):
    table, k, target = duel()
    fill(table, k, 2, Load.SSS)
    part = int(class_of(table.state, table.rules, k).system[Comp.SYNCHRONIZER])
    table.state.craft[k].disabled = 1 << part
    lay(table.state, table.rules, k, Load.TGM_1, 3)  # IN-AMB-161: before any die
    assert table.state.missile[0].status == MissileStatus.DORMANT
    lose_missile(table.state, 0)
    assert table.state.craft[k].shield[0] > 0
    order = speak_of(table, 0, k, target)
    fixed_dice(monkeypatch, lock_on, 1)
    requested = fixed_dice(monkeypatch, shields, die)
    assert try_lock(table.state, table.rules, 0, 2, Load.SSS)
    assert requested == [(Chance.OWN_SHIELD, k)]
    assert (table.state.missile[0].status == MissileStatus.LOCKED) == leaves
    assert rack(table, k, 2).load[Load.SSS] == 0 and order.locks == 1 << 2


@pytest.mark.rule("IN-MSL-13")
@pytest.mark.parametrize(("velocity", "low", "high"), [(5, 2, 8), (1, 0, 4)])
def test_a_tgm_is_laid_at_three_more_or_less(velocity, low, high):
    table, k, target = duel(distance=15, velocity=velocity)
    state = table.state
    state.craft[k].heading, state.craft[k].facing = 2, 4
    fill(table, k, 2, Load.TGM_1, 2)
    order = speak_of(table, 0, k, target)
    order.rack = rack_of(state, table.rules, k, 2)
    apply_launch_kind(state, table.rules, 0, load_action(state, Load.TGM_1))
    assert (state.decision, order.low, order.high) == (Decision.LAY_SPEED, low, high)
    apply_lay_speed(state, table.rules, 0, high)
    missile = state.missile[0]
    assert (missile.status, missile.velocity) == (MissileStatus.DORMANT, high)
    assert (missile.q, missile.r, missile.heading) == (state.craft[k].q, state.craft[k].r, 2)
    assert (missile.target, missile.launched) == (NONE, state.turn)
    assert rack(table, k, 2).load[Load.TGM_1] == 1 and order.locks == 0
    assert state.craft[k].fired == 1 << 2 and state.decision == Decision.FIRE_WEAPONS
    assert table.events(Event.LAID)[0].b == 2 and state.craft[k].disclosed_weapons == 1 << 2
    assert actions(table, legal_launch_kind) == set()
