"""Chapter SEQ: the tail rule."""

import pytest
from kit.interceptor.bare_turn import bare
from kit.interceptor.missiles import actions
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor import dispatch
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    CrewStatus,
    Decision,
    Size,
    Status,
    Step,
    Verb,
    class_of,
    craft_action,
    enemy_craft_action,
)
from spacecombat_env.rulesets.interceptor.turn import tailing

RED, BLUE = 0, 1


def ready(monkeypatch, red, blue, tails, capacity="small"):
    """A table at NEXT_GO, Red moving first, on which pairs (pursuer, target) of `tails` hold."""
    moved = bare(monkeypatch)
    table = scene(capacity)
    for side, names in ((RED, red), (BLUE, blue)):
        for name in names:
            table.put(name, side=side)
    state = table.state
    state.goer = state.loser = -1
    state.size_class, state.step = Size.NONE, Step.NEXT_GO
    state.dice[:, RED] = 9
    monkeypatch.setattr(
        tailing, "is_on_tail", lambda state, rules, k, target: (int(k), int(target)) in tails
    )
    return table, moved


def run(table):
    """Go on until a seat is to act or the phase is over."""
    state = table.state
    while state.decision == Decision.NOTHING and state.step != Step.LAST_SHOTS:
        dispatch.take_step(state, table.rules)
    return Decision(int(state.decision))


@pytest.mark.rule("IN-SEQ-07", "IN-SEQ-08", "IN-SEQ-10")
def test_a_pursuer_makes_its_target_move_first(monkeypatch):
    table, moved = ready(monkeypatch, ["CHEETAH"], ["LANCEA"], {(0, 4)})
    assert run(table) == Decision.FORCE and table.state.seat == RED
    tailing.apply_force(table.state, table.rules, RED, enemy_craft_action(table.state, 4))
    assert run(table) == Decision.NOTHING and moved == [4, 0]


@pytest.mark.rule("IN-SEQ-07", "IN-SEQ-10")
def test_the_pursuer_decides_which_of_the_enemies_ahead_moves_first(monkeypatch):
    table, _ = ready(monkeypatch, ["CHEETAH"], ["LANCEA", "LANCEA", "LANCEA"], {(0, 5), (0, 6)})
    assert run(table) == Decision.FORCE and table.state.order[RED].craft == 0
    ahead = {enemy_craft_action(table.state, target) for target in (5, 6)}
    assert actions(table, tailing.legal_force, RED) == ahead | {Verb.PASS}


@pytest.mark.rule("IN-SEQ-10", "IN-AMB-82")
def test_it_may_waive_that(monkeypatch):
    table, moved = ready(monkeypatch, ["CHEETAH"], ["LANCEA"], {(0, 4)})
    run(table)
    tailing.apply_force(table.state, table.rules, RED, Verb.PASS)
    assert run(table) == Decision.NOTHING and moved == [0, 4]


@pytest.mark.rule("IN-SEQ-07", "IN-SEQ-08")
def test_a_claim_beats_size_and_initiative(monkeypatch):
    table, moved = ready(monkeypatch, ["FLUTTERING PETAL", "CHEETAH"], ["LANCEA"], {(4, 0)})
    assert run(table) == Decision.TAIL and table.state.seat == BLUE
    tailing.apply_tail(table.state, table.rules, BLUE, craft_action(table.state, 4))
    assert run(table) == Decision.NOTHING and moved == [0, 4, 1]


@pytest.mark.rule("IN-SEQ-08", "IN-AMB-92")
def test_a_chain_is_followed_to_its_head_and_a_circle_is_cut(monkeypatch):
    table, moved = ready(monkeypatch, ["CHEETAH", "CHEETAH"], ["LANCEA"], {(0, 4), (4, 1), (1, 4)})
    assert run(table) == Decision.CHOOSE_CRAFT
    tailing.apply_choose_craft(table.state, table.rules, RED, craft_action(table.state, 0))
    assert run(table) == Decision.FORCE
    tailing.apply_force(table.state, table.rules, RED, enemy_craft_action(table.state, 4))
    assert run(table) == Decision.FORCE and table.state.seat == BLUE
    tailing.apply_force(table.state, table.rules, BLUE, enemy_craft_action(table.state, 1))
    assert run(table) == Decision.NOTHING and moved == [1, 4, 0]


@pytest.mark.rule("IN-SEQ-07", "IN-AMB-104", "IN-AMB-92")
def test_several_pursuers_move_after_it_by_size(monkeypatch):
    tails = {(4, 0), (5, 0)}
    table, moved = ready(monkeypatch, ["CHEETAH"], ["LANCEA", "GLADIUS"], tails)
    table.state.craft[5].acted = 0
    table.state.dice[Size.HEAVY] = (1, 9)
    tailing.pick(table.state, 0)
    assert run(table) == Decision.TAIL
    tailing.apply_tail(table.state, table.rules, BLUE, craft_action(table.state, 4))
    assert run(table) == Decision.TAIL
    tailing.apply_tail(table.state, table.rules, BLUE, craft_action(table.state, 5))
    assert run(table) == Decision.NOTHING and moved == [0, 5, 4]


@pytest.mark.rule("IN-SEQ-07", "IN-SEQ-10")
def test_a_pursuer_in_the_last_slot_moves_after_its_quarry(monkeypatch):
    table, _ = ready(monkeypatch, ["CHEETAH"], ["LANCEA"] * 4, set())
    craft = table.state.craft
    craft[7].tailing = 0
    assert tailing.next_pursuer(table.state) == NONE  # its quarry is still to move
    craft[0].acted = 1
    assert tailing.next_pursuer(table.state) == 7


@pytest.mark.rule("IN-SEQ-07", "IN-AMB-99", "IN-AMB-104")
def test_a_tail_needs_both_arcs_a_weapon_that_reaches_and_a_pilot(monkeypatch):
    table = scene()
    k = table.put("CHEETAH", at=(10, 10), heading=0)
    target = table.put("LANCEA", side=BLUE, at=(10, 13), heading=0)
    state, rules, arcs = table.state, table.rules, {"front": True, "rear": True}
    monkeypatch.setattr(tailing, "in_front", lambda me, it: arcs["front"])
    monkeypatch.setattr(tailing, "in_rear", lambda me, it, width: arcs["rear"] and width == 60)
    monkeypatch.setattr(tailing, "is_usable", lambda state, rules, k, w: w == 0)
    monkeypatch.setattr(tailing, "reach", lambda state, rules, k, w: 3)
    assert tailing.is_on_tail(state, rules, k, target)
    for arc in arcs:
        arcs[arc] = False
        assert not tailing.is_on_tail(state, rules, k, target)
        arcs[arc] = True
    state.craft[target].r += 1
    assert not tailing.is_on_tail(state, rules, k, target)
    state.craft[target].r = state.craft[k].r
    assert not tailing.is_on_tail(state, rules, k, target)
    state.craft[target].r += 1
    table.pilot(k).status = CrewStatus.UNCONSCIOUS
    assert not tailing.is_on_tail(state, rules, k, target)


@pytest.mark.rule("IN-SEQ-07", "IN-AMB-99")
def test_any_weapon_that_reaches_will_do(monkeypatch):
    table = scene()
    k = table.put("CHEETAH", at=(10, 10), heading=0)
    target = table.put("LANCEA", side=BLUE, at=(10, 13), heading=0)
    monkeypatch.setattr(tailing, "in_front", lambda me, it: True)
    monkeypatch.setattr(tailing, "in_rear", lambda me, it, width: True)
    monkeypatch.setattr(tailing, "reaches", lambda state, rules, k, w, distance: True)
    weapons = int(class_of(table.state, table.rules, k).weapons)
    for only in range(weapons + 1):
        monkeypatch.setattr(tailing, "is_usable", lambda state, rules, k, w, w0=only: w == w0)
        on_tail = tailing.is_on_tail(table.state, table.rules, k, target)
        assert on_tail == (only < weapons), only


# --- a covered pair ------------------------------------------------------------------------------

BIG, SMALL, FOE = 0, 1, 12


def covered(monkeypatch, tails=(), friends=()):
    """A PEGASUS, a PETAL behind it and some friends against a CINGULUM."""
    red = ["PEGASUS", "FLUTTERING PETAL", *friends]
    table, moved = ready(monkeypatch, red, ["CINGULUM"], set(tails), "large")
    table.state.craft[SMALL].cover = BIG
    return table, moved


@pytest.mark.rule("IN-LOS-06", "IN-AMB-150")
def test_a_covered_ship_moves_in_the_go_of_its_cover_in_the_class_of_that(monkeypatch):
    table, moved = covered(monkeypatch)
    assert run(table) == Decision.NOTHING and moved == [BIG, SMALL, FOE]
    table, moved = covered(monkeypatch)
    table.state.craft[SMALL].cover = NONE
    assert run(table) == Decision.NOTHING and moved == [BIG, FOE, SMALL]


@pytest.mark.rule("IN-AMB-150", "IN-SEQ-04")
def test_it_counts_for_no_go_of_its_own_class(monkeypatch):
    table, moved = covered(monkeypatch, friends=["FLUTTERING PETAL"])
    assert tailing.rest_of(table.state, RED, Size.HEAVY) == 1
    assert run(table) == Decision.NOTHING and moved == [BIG, SMALL, FOE, 2]


@pytest.mark.rule("IN-AMB-150", "IN-AMB-151", "IN-SEQ-07")
def test_of_a_pair_either_follows_the_other_and_pursuers_come_after_both(monkeypatch):
    table, moved = covered(monkeypatch, tails=[(FOE, SMALL)])
    table.state.craft[FOE].tailing = SMALL
    tailing.pick(table.state, SMALL)  # as an enemy's claim may have it
    assert run(table) == Decision.NOTHING and moved == [SMALL, BIG, FOE]


@pytest.mark.rule("IN-AMB-150")
def test_without_its_cover_it_has_a_go_of_its_own(monkeypatch):
    table, moved = covered(monkeypatch)
    table.state.craft[BIG].status = Status.DERELICT
    assert run(table) == Decision.NOTHING and moved == [FOE, SMALL]
