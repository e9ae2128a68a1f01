"""Standing orders: what is answered for a seat to each kind of question that it has delegated."""

import numpy as np
import pytest
from kit.interceptor.missiles import send
from kit.interceptor.scenes import scene

from spacecombat_env.core.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.orders import gunnery
from spacecombat_env.rulesets.interceptor.orders.standing import is_delegated, standing_word
from spacecombat_env.rulesets.interceptor.pieces.asks import DELEGATION
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import Load, MissileStatus
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask, Delegate, Verb
from spacecombat_env.rulesets.interceptor.pieces.words import (
    amount_word,
    craft_word,
    enemy_craft_word,
    load_word,
    word_count,
)

RED, BLUE = 0, 1


def duel():
    """A CHEETAH of Blue, whose orders stand, behind a LANCEA of Red."""
    table = scene()
    k = table.put("CHEETAH", side=BLUE, at=(10, 10))
    return table, k, table.put("LANCEA", at=(10, 8))


def answer(table, question, *words):
    """What Blue says to a question to which these words are legal."""
    table.state.ask, table.state.seat = question, BLUE
    mask = np.zeros(word_count(table.state), dtype=np.int8)
    mask[list(words)] = 1
    word = standing_word(table.state, table.rules, mask)
    assert word in words
    return word


def test_each_seat_delegates_for_itself_and_one_kind_of_question():
    table, _, _ = duel()
    state, rules = table.state, table.rules
    rules.delegated[:] = Delegate.CREW, Delegate.DEFENCE
    for seat, kind in ((RED, Delegate.CREW), (BLUE, Delegate.DEFENCE)):
        state.seat = seat
        for question in Ask:
            state.ask = question
            assert is_delegated(state, rules) == (DELEGATION[question] == kind), question


# --- set-up --------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", [Ask.ROCK_COLUMN, Ask.SETUP_CRAFT, Ask.SETUP_SPEED])
def test_terrain_and_set_up_are_by_lot_among_all_words_the_last_too(question):
    table, _, _ = duel()
    words = {int(Verb.DONE), amount_word(table.state, 3), word_count(table.state) - 1}
    assert {answer(table, question, *words) for _ in range(30)} == words


def test_of_loads_the_most_but_none_is_dropped():
    table, k, _ = duel()
    amounts = [amount_word(table.state, amount) for amount in (1, 2, 3)]
    assert answer(table, Ask.LOAD_NUMBER, *amounts) == amounts[2]
    ship = craft_word(table.state, k)
    assert answer(table, Ask.LOAD_CRAFT, Verb.DONE, ship) == ship
    assert answer(table, Ask.DROP_RACK, Verb.DONE, ship) == Verb.DONE


# --- fire ----------------------------------------------------------------------------------------


def test_all_weapons_are_fired_and_of_missiles_a_dap_first():
    table, _, _ = duel()
    assert answer(table, Ask.FIRE_WEAPONS, Verb.DONE, Verb.ALL) == Verb.ALL
    loads = {load: load_word(table.state, load) for load in (Load.DAP, Load.DFM)}
    assert answer(table, Ask.LAUNCH_KIND, *loads.values()) == loads[Load.DAP]
    assert answer(table, Ask.LAUNCH_KIND, Verb.PASS, loads[Load.DFM]) == loads[Load.DFM]


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
    words = [enemy_craft_word(table.state, enemy) for enemy in enemies]
    assert answer(table, Ask.FIRE_TARGET, Verb.PASS, *words) == words[worst]


@pytest.mark.rule("IN-SEQ-07")
def test_every_tail_is_claimed():
    table, k, target = duel()
    pursuer, ahead = craft_word(table.state, k), enemy_craft_word(table.state, target)
    assert answer(table, Ask.TAIL, Verb.PASS, pursuer, pursuer + 1) == pursuer
    assert answer(table, Ask.FORCE, Verb.PASS, ahead) == ahead
    assert answer(table, Ask.FORCE, Verb.PASS) == Verb.PASS


# --- missiles ------------------------------------------------------------------------------------


def threatened(distance):
    """A missile of Red so many hexes from its target, Blue to answer."""
    table, k, target = duel()
    n = send(table, target, Load.SSS, k)
    it = table.state.missile[n]
    it.status, it.q, it.r = MissileStatus.FLYING, 10, axial_row(10, 10 - distance)
    table.state.order[BLUE].missile = n
    return table, craft_word(table.state, k)


@pytest.mark.rule("IN-DEF-05")
def test_a_decoy_waits_for_the_last_hex_where_it_goes_before_fire():
    table, ship = threatened(1)
    words = Verb.PASS, Verb.HOLD, Verb.DECOY, ship
    assert answer(table, Ask.DEFENCE, *words) == Verb.DECOY
    table, ship = threatened(2)
    assert answer(table, Ask.DEFENCE, *words) == ship


@pytest.mark.rule("IN-DEF-01")
def test_a_missile_is_fired_at_or_passed():
    table, ship = threatened(1)
    assert answer(table, Ask.DEFENCE, Verb.PASS, Verb.HOLD, ship, ship + 1) == ship
    assert answer(table, Ask.DEFENCE, Verb.PASS, Verb.HOLD) == Verb.PASS
    assert answer(table, Ask.DEFENCE, Verb.HOLD) == Verb.HOLD


@pytest.mark.rule("IN-DEF-11")
def test_guns_that_may_be_are_kept_for_point_defence():
    table, _, _ = duel()
    assert answer(table, Ask.GUARD, Verb.PASS, Verb.GUARD) == Verb.GUARD


# --- decisions -----------------------------------------------------------------------------------


@pytest.mark.rule("IN-DES-06")
@pytest.mark.parametrize(("lost", "leaves"), [(4, False), (5, True)])
def test_a_hull_is_left_that_fails_more_often_than_4_in_10(lost, leaves):
    table, k, _ = duel()
    frail = table.put("CHEETAH", side=BLUE)
    table.state.craft[frail].collapse, table.state.order[BLUE].craft = lost, frail
    words = [craft_word(table.state, k), craft_word(table.state, frail)]
    assert answer(table, Ask.DECIDE, Verb.DONE, *words) == (words[1] if leaves else Verb.DONE)
    assert answer(table, Ask.DECIDE, Verb.DONE, words[0]) == Verb.DONE
    verbs = Verb.DONE, Verb.DROP, Verb.LEAVE
    assert answer(table, Ask.DECIDE_VERB, *verbs) == (Verb.LEAVE if leaves else Verb.DONE)
    assert answer(table, Ask.DECIDE_VERB, *verbs[:2]) == Verb.DONE


@pytest.mark.parametrize("question", [Ask.CREW, Ask.COVER, Ask.RAM, Ask.DRIFT_MOVE, Ask.EJECT_SIDE])
def test_of_anything_else_nothing_is_done_or_the_first_that_is_legal(question):
    table, k, _ = duel()
    ship = craft_word(table.state, k)
    assert answer(table, question, Verb.PASS, Verb.DONE, ship) == Verb.DONE
    assert answer(table, question, Verb.PASS, ship) == Verb.PASS
    assert answer(table, question, ship, ship + 1) == ship
