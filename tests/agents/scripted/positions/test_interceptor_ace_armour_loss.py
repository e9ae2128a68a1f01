"""Interceptor's ace: armour that is gone makes an enemy a better target, and a friend a worse one."""

from __future__ import annotations

import pytest
from kit.interceptor.ace import ACE, BLUE, PLAIN, N, S, disclose_class
from kit.interceptor.scenes import scene

from spacecombat_agents.scripted.interceptor.damage_taken import risk_of, visible_armour_loss
from spacecombat_agents.scripted.interceptor.doctrine import CARE, RISK, WORN
from spacecombat_agents.scripted.interceptor.enemy_poses import worth_of
from spacecombat_agents.scripted.interceptor.fire import best_target
from spacecombat_agents.scripted.interceptor.moving import fill_workspace
from spacecombat_agents.scripted.interceptor.workspace import new_workspace

RED = 0
AFT = 3


def before_two():
    """A CHEETAH, and two LANCEAs as near to it, seen whole."""
    table = scene()
    k = table.put("CHEETAH", at=(13, 12), heading=N, velocity=3)
    enemies = [table.put("LANCEA", side=BLUE, at=(q, 14), heading=S, velocity=3) for q in (12, 14)]
    for e in enemies:
        disclose_class(table, e)
        see(table, e)
    return table, k, enemies


def see(table, e):
    """Its armour is seen as it is."""
    craft = table.state.craft[e]
    craft.armour_turn = 1
    craft.last_seen_armour[:] = craft.armour


@pytest.mark.parametrize("worn", [0, 1])
def test_of_two_enemies_the_worn_one_is_shot_at(worn):
    """What is gone lies on a side that no shot of this ship strikes."""
    table, k, enemies = before_two()
    craft = table.state.craft[enemies[worn]]
    craft.armour[AFT] = 0
    see(table, enemies[worn])
    assert best_target(table.state, table.rules, k, ACE) == enemies[worn]


def test_the_plain_doctrine_does_not_mind():
    table, k, enemies = before_two()
    before = best_target(table.state, table.rules, k, PLAIN)
    other = next(e for e in enemies if e != before)
    table.state.craft[other].armour[AFT] = 0
    see(table, other)
    assert best_target(table.state, table.rules, k, PLAIN) == before
    assert best_target(table.state, table.rules, k, ACE) == other


def test_wear_counts_as_it_was_seen_and_not_as_it_is():
    table, _, (e, _) = before_two()
    craft = table.state.craft[e]
    whole = int(sum(craft.armour))
    craft.armour[:] = 0
    assert visible_armour_loss(table.rules, craft) == 0.0
    craft.last_seen_armour[AFT] = 0
    share = visible_armour_loss(table.rules, craft)
    assert share == pytest.approx(50 / whole)
    worth = worth_of(table.state, table.rules, RED, e, ACE)
    assert worth == pytest.approx(1.0 + WORN * share)
    assert worth_of(table.state, table.rules, RED, e, PLAIN) == 1.0
    craft.armour_turn = 0
    assert visible_armour_loss(table.rules, craft) == 0.0


def test_a_worn_ship_minds_a_box_more():
    table, k, _ = before_two()
    craft, workspace = table.state.craft[k], new_workspace()
    assert risk_of(table.state, table.rules, k, ACE) == RISK
    craft.armour[:] = 0
    assert risk_of(table.state, table.rules, k, ACE) == pytest.approx(RISK * (1.0 + CARE))
    assert risk_of(table.state, table.rules, k, PLAIN) == RISK
    fill_workspace(table.state, table.rules, workspace, k, ACE)
    assert workspace.risk[0] == pytest.approx(RISK * (1.0 + CARE))
