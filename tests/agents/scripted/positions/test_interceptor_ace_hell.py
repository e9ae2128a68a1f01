"""The ace and HELL missiles: at large ships and crowds, never near a friend."""

import pytest
from kit.interceptor.ace import ACE, BLUE, RED, mask_with
from kit.interceptor.missiles import fill
from kit.interceptor.scenes import scene

from spacecombat_agents.scripted.interceptor.fire import best_target, weapons_action
from spacecombat_agents.scripted.interceptor.hell import hell_boxes, launches_hell, wants_hell
from spacecombat_agents.scripted.interceptor.missiles import defence_action, kind_action
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Decision,
    Load,
    MissileStatus,
    Target,
    Verb,
    craft_action,
    load_action,
    weapon_action,
)


def launcher(enemy="CINGULUM", away=10, friend=None, crowd=0):
    """A LANCEA with a HELL, an enemy ahead of it whose class is known, a friend, more enemies."""
    table = scene("large")
    k = table.put("LANCEA", at=(10, 4))
    e = table.put(enemy, BLUE, at=(10, 4 + away), heading=3)
    if friend is not None:
        table.put("LANCEA", at=(10, 4 + away - friend))
    for _ in range(crowd):
        table.put("LANCEA", BLUE, at=(10, 5 + away))
    w = int(table.rules.classes[table.state.craft[k].klass].rack_weapon[0])
    fill(table, k, w, Load.HELL)
    order = table.state.order[RED]
    order.craft, order.target, order.target_kind, order.locks = k, e, Target.CRAFT, 0
    table.state.seat = RED
    return table, k, e, w


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        ({}, True),
        ({"enemy": "CHEETAH"}, False),
        ({"enemy": "CHEETAH", "crowd": 1}, True),
        ({"friend": 4}, True),
        ({"friend": 3}, False),
        ({"enemy": "CHEETAH", "crowd": 2, "friend": 2}, False),
    ],
)
def test_a_hell_is_for_large_ships_and_crowds_without_friends(more, wanted):
    table, k, e, _ = launcher(**more)
    assert wants_hell(table.state, table.rules, k, e) == wanted
    assert (hell_boxes(table.state, table.rules, k, e) > 0) == wanted


def test_it_is_launched_by_name_one_at_a_time():
    table, k, e, w = launcher()
    row = int(weapon_action(table.state, w))
    mask = mask_with(table, Verb.ALL, Verb.DONE, row)
    assert best_target(table.state, table.rules, k, ACE) == e
    assert weapons_action(table.state, table.rules, RED, mask) == row
    kinds = mask_with(
        table, load_action(table.state, Load.HELL), load_action(table.state, Load.SSS)
    )
    assert launches_hell(table.state, table.rules, RED, kinds)
    table.state.order[RED].locks = 1 << w
    assert weapons_action(table.state, table.rules, RED, mask) != row


def test_none_is_launched_at_a_fighter():
    table, k, e, w = launcher(enemy="CHEETAH")
    kinds = mask_with(
        table, load_action(table.state, Load.HELL), load_action(table.state, Load.SSS)
    )
    assert not launches_hell(table.state, table.rules, RED, kinds)
    mask = mask_with(table, Verb.ALL, Verb.DONE, weapon_action(table.state, w))
    assert weapons_action(table.state, table.rules, RED, mask) == Verb.ALL


@pytest.mark.parametrize(("enemy", "load"), [("CINGULUM", Load.HELL), ("CHEETAH", Load.DAP)])
def test_it_is_loaded_against_a_large_enemy(enemy, load):
    table, k, _, _ = launcher(enemy)
    table.rules.cards[table.state.craft[k].card].required = NONE
    loads = [load_action(table.state, kind) for kind in (Load.HELL, Load.DAP)]
    action = kind_action(table.state, table.rules, RED, mask_with(table, *loads), ACE, 1)
    assert action == load_action(table.state, load)


def test_none_meets_a_missile():
    """Guns may meet it, but not a HELL."""
    table, k, e, w = launcher()
    state = table.state
    state.craft[k].acted = 1
    n = len(state.missile) // 2
    missile = state.missile[n]
    missile.status, missile.kind, missile.target = MissileStatus.FLYING, Load.SSS, k
    missile.q, missile.r, missile.craft = 10, int(state.craft[k].r) + 6, e
    state.order[RED].missile, state.decision = n, Decision.DEFENCE
    mask = mask_with(table, Verb.PASS, Verb.HOLD, craft_action(state, k))
    assert defence_action(state, table.rules, mask) == craft_action(state, k)
    state.craft[k].fired = (1 << 16) - 1 - (1 << w)
    assert defence_action(state, table.rules, mask) == Verb.PASS
