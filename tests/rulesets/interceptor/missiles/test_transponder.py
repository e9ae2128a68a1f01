"""Chapter MSL: TGMs drift and look for ships without a friendly transponder."""

import pytest
from kit.interceptor.missiles import disarm, fly
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor import dispatch
from spacecombat_env.rulesets.interceptor.engagement.exchange import resolve_step
from spacecombat_env.rulesets.interceptor.missiles import obstacles, transponder
from spacecombat_env.rulesets.interceptor.missiles.transponder import (
    drift_missiles,
    lay,
    locks_step,
    transponder_number,
)
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Chance,
    Comp,
    Control,
    DecisionStage,
    Event,
    Load,
    MissileStatus,
    Phase,
    Rock,
    Status,
    Step,
    class_of,
    pair,
)


def laid(load=Load.TGM_1, velocity=0, age=1):
    """A CHEETAH of Red, a LANCEA of Blue above it, and a TGM laid by the first, a turn ago."""
    table = scene()
    k = table.put("CHEETAH", at=(10, 5))
    enemy = table.put("LANCEA", side=1, at=(10, 10))
    lay(table.state, table.rules, k, load, velocity)
    table.state.missile[0].launched = table.state.turn - age
    disarm(table, k)
    disarm(table, enemy)
    return table, k, enemy


def silence(table, k):
    part = int(class_of(table.state, table.rules, k).system[Comp.TRANSPONDER])
    table.state.craft[k].disabled = 1 << part


@pytest.mark.rule("IN-MSL-15", "IN-MSL-16", "IN-IDE-13")
@pytest.mark.parametrize(
    ("load", "enemy_works", "enemy_dead", "friend_dead"),
    [(Load.TGM_1, 7, 7, 7), (Load.TGM_2, 7, 4, 3)],
)
def test_numbers_by_transponder(load, enemy_works, enemy_dead, friend_dead):
    table, k, enemy = laid(load)
    state, rules = table.state, table.rules
    assert transponder_number(state, rules, 0, enemy) == enemy_works
    assert transponder_number(state, rules, 0, k) == 0  # never
    silence(table, k)
    silence(table, enemy)
    assert transponder_number(state, rules, 0, enemy) == enemy_dead
    assert transponder_number(state, rules, 0, k) == friend_dead


@pytest.mark.rule("IN-MSL-03", "IN-MSL-14", "IN-AMB-31", "IN-AMB-32")
def test_ecm_counts_several_targets_do_not():
    table, _, enemy = laid()
    table.state.craft[enemy].ecm = 1
    assert transponder_number(table.state, table.rules, 0, enemy) == 7 - 3


@pytest.mark.rule("IN-MSL-14")
def test_not_in_the_turn_in_which_it_was_laid():
    table, _, _ = laid(age=0)
    locks_step(table.state, table.rules)
    assert table.state.step == Step.RECOVERY and table.events(Event.LOCK) == []
    assert table.state.cursor == 0
    assert table.state.missile[0].status == MissileStatus.DORMANT


@pytest.mark.rule("IN-MSL-14")
@pytest.mark.parametrize(("die", "locks"), [(7, True), (8, False)])
def test_a_lock_sends_it_off_and_the_step_goes_on_after_it(monkeypatch, die, locks):
    table, _, enemy = laid()
    state = table.state
    requested = fixed_dice(monkeypatch, transponder, die)
    locks_step(state, table.rules)
    assert requested == [(Chance.DORMANT_LOCK, pair(0, enemy))]  # the friend sends: no roll
    if not locks:
        assert state.step == Step.RECOVERY and state.missile[0].status == MissileStatus.DORMANT
        return
    assert (state.step, state.back, state.cursor) == (Step.FLIGHT, Step.LOCKS, 1)
    assert state.missile[0].target == enemy
    state.craft[enemy].shield[:] = 0
    fly(table)
    assert state.missile[0].status == MissileStatus.ARRIVED
    resolve_step(state, table.rules)
    assert (state.exchange.hit[0].target, state.exchange.hit[0].points) == (enemy, 15)
    locks_step(state, table.rules)
    assert state.step == Step.RECOVERY


@pytest.mark.rule("IN-MSL-14", "IN-AMB-32")
def test_the_nearest_first_within_30_hexes_each_once(monkeypatch):
    table, k, enemy = laid()
    near = table.put("LANCEA", side=1, at=(10, 8))
    far = table.put("LANCEA", side=1, at=(26, 28))  # 16 columns and more rows: 31 hexes
    wreck = table.put("LANCEA", side=1, at=(10, 6))
    table.state.craft[wreck].status = Status.WRECK
    table.state.craft[far].r += 2
    silence(table, k)
    requested = fixed_dice(monkeypatch, transponder, 10, 10, 10)
    locks_step(table.state, table.rules)
    assert [who for _, who in requested] == [pair(0, k), pair(0, near), pair(0, enemy)]
    table.state.step = Step.LOCKS  # and again next turn
    table.state.turn += 1
    requested = fixed_dice(monkeypatch, transponder, 10, 3)
    locks_step(table.state, table.rules)
    assert [who for _, who in requested] == [pair(0, k), pair(0, near)]
    assert table.state.missile[0].target == near


@pytest.mark.rule("IN-MSL-15")
def test_it_strikes_a_friend_whose_transponder_is_dead(monkeypatch):
    table, k, _ = laid()
    silence(table, k)
    fixed_dice(monkeypatch, transponder, 1)
    locks_step(table.state, table.rules)
    fly(table)  # in its own hex
    it = table.state.missile[0]
    assert (it.target, it.status) == (k, MissileStatus.ARRIVED)


@pytest.mark.rule("IN-MSL-13")
def test_it_drifts_by_its_velocity_and_off_the_map():
    table, _, _ = laid(velocity=4)
    it = table.state.missile[0]
    it.heading = 1
    q, r = int(it.q), int(it.r)
    drift_missiles(table.state, table.rules)
    assert (it.q, it.r, it.status) == (q + 4, r, MissileStatus.DORMANT)
    it.velocity = 20
    drift_missiles(table.state, table.rules)
    assert (it.status, it.kind, it.craft) == (MissileStatus.NONE, NONE, NONE)


@pytest.mark.rule("IN-MSL-07")
@pytest.mark.parametrize(("die", "passes"), [(3, True), (4, False)])
def test_an_obstacle_on_its_drift(monkeypatch, die, passes):
    table, _, _ = laid(velocity=3)
    rock = table.state.rock[0]
    rock.kind, rock.q, rock.r, rock.hits = Rock.ASTEROID, 10, axial_row(10, 7), 200
    fixed_dice(monkeypatch, obstacles, die)  # Intelligence 7, V 10: 3
    drift_missiles(table.state, table.rules)
    assert (table.state.missile[0].status == MissileStatus.DORMANT) == passes
    assert rock.hits == (200 if passes else 185)


@pytest.mark.rule("IN-MSL-16", "IN-DES-08")
def test_a_hull_without_crew_sends_nothing():
    table, k, enemy = laid(Load.TGM_2)
    for craft in (k, enemy):
        table.state.craft[craft].status = Status.DERELICT
    numbers = [transponder_number(table.state, table.rules, 0, craft) for craft in (enemy, k)]
    assert numbers == [4, 3]


@pytest.mark.rule("IN-MSL-14", "IN-SEQ-09")
def test_it_looks_before_ships_out_of_control_roll_and_move(monkeypatch):
    table, _, enemy = laid()
    state = table.state
    state.craft[enemy].control, state.craft[enemy].velocity = Control.OUT, 5
    state.phase, state.step, state.cursor = Phase.DECISION, Step.DECISION, DecisionStage.MANNING
    fixed_dice(monkeypatch, transponder, 7)
    dispatch.take_step(state, table.rules)
    dispatch.take_step(state, table.rules)
    assert (state.step, state.phase) == (Step.FLIGHT, Phase.RANDOM)
    assert state.missile[0].target == enemy
    assert not state.craft[enemy].acted and not table.events(Event.RECOVERY)
