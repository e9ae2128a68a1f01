"""Standing orders: what is answered for a seat to each kind of question that it has delegated."""

import numpy as np
import pytest
from kit.interceptor.missiles import send
from kit.interceptor.scenes import scene

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.model import (
    DELEGATION,
    Decision,
    Delegate,
    Load,
    MissileStatus,
    Verb,
    action_count,
    amount_action,
    craft_action,
    enemy_craft_action,
    load_action,
)
from spacecombat_env.rulesets.interceptor.orders import gunnery
from spacecombat_env.rulesets.interceptor.orders.standing_orders import (
    is_delegated,
    standing_action,
)

RED, BLUE = 0, 1


def duel():
    """A CHEETAH of Blue, whose orders stand, behind a LANCEA of Red."""
    table = scene()
    k = table.put("CHEETAH", side=BLUE, at=(10, 10))
    return table, k, table.put("LANCEA", at=(10, 8))


def answer(table, decision, *actions):
    """What Blue says to a question to which these actions are legal."""
    table.state.decision, table.state.seat = decision, BLUE
    mask = np.zeros(action_count(table.state), dtype=np.int8)
    mask[list(actions)] = 1
    action = standing_action(table.state, table.rules, mask)
    assert action in actions
    return action


def test_each_seat_delegates_for_itself_and_one_kind_of_decision():
    table, _, _ = duel()
    state, rules = table.state, table.rules
    rules.delegated[:] = Delegate.CREW, Delegate.DEFENCE
    for seat, kind in ((RED, Delegate.CREW), (BLUE, Delegate.DEFENCE)):
        state.seat = seat
        for decision in Decision:
            state.decision = decision
            assert is_delegated(state, rules) == (DELEGATION[decision] == kind), decision


# --- set-up --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "decision", [Decision.ROCK_COLUMN, Decision.SETUP_CRAFT, Decision.SETUP_SPEED]
)
def test_terrain_and_set_up_are_at_random_among_all_actions_the_last_too(decision):
    table, _, _ = duel()
    actions = {int(Verb.DONE), amount_action(table.state, 3), action_count(table.state) - 1}
    assert {answer(table, decision, *actions) for _ in range(30)} == actions


def test_of_loads_the_most_but_none_is_dropped():
    table, k, _ = duel()
    amounts = [amount_action(table.state, amount) for amount in (1, 2, 3)]
    assert answer(table, Decision.LOAD_NUMBER, *amounts) == amounts[2]
    ship = craft_action(table.state, k)
    assert answer(table, Decision.LOAD_CRAFT, Verb.DONE, ship) == ship
    assert answer(table, Decision.DROP_RACK, Verb.DONE, ship) == Verb.DONE


# --- fire ----------------------------------------------------------------------------------------


def test_all_weapons_are_fired_and_of_missiles_a_dap_first():
    table, _, _ = duel()
    assert answer(table, Decision.FIRE_WEAPONS, Verb.DONE, Verb.ALL) == Verb.ALL
    loads = {load: load_action(table.state, load) for load in (Load.DAP, Load.DFM)}
    assert answer(table, Decision.LAUNCH_KIND, *loads.values()) == loads[Load.DAP]
    assert answer(table, Decision.LAUNCH_KIND, Verb.PASS, loads[Load.DFM]) == loads[Load.DFM]


@pytest.mark.parametrize("worst", [2, 3])
def test_the_enemy_that_a_volley_hurts_most_is_the_target(monkeypatch, worst):
    table = scene()
    k = table.put("CHEETAH", side=BLUE, at=(10, 10))
    table.put("CHEETAH", side=BLUE, at=(12, 10))
    enemies = [table.put("LANCEA", at=(6 + 2 * n, 8)) for n in range(4)]
    monkeypatch.setattr(
        gunnery, "volley_value", lambda state, rules, k, target: int(target == enemies[worst])
    )
    table.state.order[BLUE].craft = k
    actions = [enemy_craft_action(table.state, enemy) for enemy in enemies]
    assert answer(table, Decision.FIRE_TARGET, Verb.PASS, *actions) == actions[worst]


@pytest.mark.rule("IN-SEQ-07")
def test_every_tail_is_claimed():
    table, k, target = duel()
    pursuer, ahead = craft_action(table.state, k), enemy_craft_action(table.state, target)
    assert answer(table, Decision.TAIL, Verb.PASS, pursuer, pursuer + 1) == pursuer
    assert answer(table, Decision.FORCE, Verb.PASS, ahead) == ahead
    assert answer(table, Decision.FORCE, Verb.PASS) == Verb.PASS


# --- missiles ------------------------------------------------------------------------------------


def threatened(distance):
    """A missile of Red this many hexes from its target, Blue to answer."""
    table, k, target = duel()
    n = send(table, target, Load.SSS, k)
    it = table.state.missile[n]
    it.status, it.q, it.r = MissileStatus.FLYING, 10, axial_row(10, 10 - distance)
    table.state.order[BLUE].missile = n
    return table, craft_action(table.state, k)


@pytest.mark.rule("IN-DEF-05")
def test_a_decoy_waits_for_the_last_hex_where_it_goes_before_fire():
    table, ship = threatened(1)
    actions = Verb.PASS, Verb.HOLD, Verb.DECOY, ship
    assert answer(table, Decision.DEFENCE, *actions) == Verb.DECOY
    table, ship = threatened(2)
    assert answer(table, Decision.DEFENCE, *actions) == ship


@pytest.mark.rule("IN-DEF-01")
def test_a_missile_is_fired_at_or_passed():
    table, ship = threatened(1)
    assert answer(table, Decision.DEFENCE, Verb.PASS, Verb.HOLD, ship, ship + 1) == ship
    assert answer(table, Decision.DEFENCE, Verb.PASS, Verb.HOLD) == Verb.PASS
    assert answer(table, Decision.DEFENCE, Verb.HOLD) == Verb.HOLD


@pytest.mark.rule("IN-DEF-11")
def test_guns_that_may_be_are_kept_for_point_defence():
    table, _, _ = duel()
    assert answer(table, Decision.GUARD, Verb.PASS, Verb.GUARD) == Verb.GUARD


# --- decisions -----------------------------------------------------------------------------------


@pytest.mark.rule("IN-DES-06")
@pytest.mark.parametrize(("lost", "leaves"), [(4, False), (5, True)])
def test_a_hull_is_left_that_fails_more_often_than_4_in_10(lost, leaves):
    table, k, _ = duel()
    frail = table.put("CHEETAH", side=BLUE)
    table.state.craft[frail].collapse, table.state.order[BLUE].craft = lost, frail
    actions = [craft_action(table.state, k), craft_action(table.state, frail)]
    assert answer(table, Decision.DECIDE, Verb.DONE, *actions) == (
        actions[1] if leaves else Verb.DONE
    )
    assert answer(table, Decision.DECIDE, Verb.DONE, actions[0]) == Verb.DONE
    verbs = Verb.DONE, Verb.DROP, Verb.LEAVE
    assert answer(table, Decision.DECIDE_VERB, *verbs) == (Verb.LEAVE if leaves else Verb.DONE)
    assert answer(table, Decision.DECIDE_VERB, *verbs[:2]) == Verb.DONE


@pytest.mark.parametrize(
    "decision",
    [Decision.CREW, Decision.COVER, Decision.RAM, Decision.DRIFT_MOVE, Decision.EJECT_SIDE],
)
def test_of_anything_else_nothing_is_done_or_the_first_that_is_legal(decision):
    table, k, _ = duel()
    ship = craft_action(table.state, k)
    assert answer(table, decision, Verb.PASS, Verb.DONE, ship) == Verb.DONE
    assert answer(table, decision, Verb.PASS, ship) == Verb.PASS
    assert answer(table, decision, ship, ship + 1) == ship
