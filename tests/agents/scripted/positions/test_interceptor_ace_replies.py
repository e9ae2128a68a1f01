"""Interceptor's ace: what an enemy may reply to where it ends, and what is noted on the chart."""

from __future__ import annotations

import pytest
from kit.interceptor.ace import ACE, ALL_GUNS, BLUE, PLAIN, N, S, disclose_class
from kit.interceptor.scenes import scene

from spacecombat_agents.scripted.interceptor.chart import clear_chart, shots_now, threat_at_end
from spacecombat_agents.scripted.interceptor.ends import keep_end
from spacecombat_agents.scripted.interceptor.moving import fill_workspace
from spacecombat_agents.scripted.interceptor.plots import plant_tree
from spacecombat_agents.scripted.interceptor.replies import replies_to
from spacecombat_agents.scripted.interceptor.values import add_shots, add_threat, clear_columns
from spacecombat_agents.scripted.interceptor.workspace import (
    ChartColumn,
    Count,
    Guns,
    Hull,
    new_workspace,
)


def before_its_guns(heading=S, doctrine=ACE, ship="LANCEA", row=16, **fields):
    """A CHEETAH that ends its move some hexes before an enemy, its own guns fired or not."""
    table, workspace = scene(), new_workspace()
    k = table.put("CHEETAH", at=(13, 12), heading=heading, velocity=3)
    e = table.put(ship, side=BLUE, at=(13, row), heading=S, velocity=3)
    disclose_class(table, e)
    table.state.craft[e].acted = fields.pop("acted", 0)
    table.state.craft[k].fired = fields.pop("fired", 0)
    fill_workspace(table.state, table.rules, workspace, k, doctrine)
    craft = table.state.craft[k]
    n = plant_tree(table.rules, workspace, int(craft.q), int(craft.r), int(craft.heading), 3, 0)
    keep_end(workspace, n, int(workspace.hull[Hull.OFFSET]), 0, 0.0, 1.0e9)
    return table, workspace


def balance(*args, **fields):
    """What the replies bring."""
    table, workspace = before_its_guns(*args, **fields)
    return replies_to(table.rules, workspace, 0)


def test_an_enemy_that_moves_later_is_minded():
    """Nothing can be fired back, so the reply is all loss; who has moved replies no more."""
    assert balance(fired=ALL_GUNS) < 0.0
    assert balance(acted=1) == 0.0
    assert balance(doctrine=PLAIN) == 0.0


def test_guns_that_can_fire_back_are_set_against_it():
    """A slow ship straight ahead cannot get out of their way."""
    slow = {"heading": N, "ship": "FLUTTERING PETAL", "row": 18}
    assert balance(**slow) > balance(**slow, fired=ALL_GUNS)


def test_an_enemy_replies_within_its_thrust():
    """There are several ways, and each is on the map."""
    _, workspace = before_its_guns()
    assert 10 < workspace.replies[0] <= 48


@pytest.mark.parametrize("at", [(0, 2), (1, 3), (-2, 4), (3, 0)])
def test_the_chart_says_what_is_reckoned(at):
    table, workspace = before_its_guns()
    me = table.state.craft[0]
    q, r = int(me.q) + at[0], int(me.r) + at[1]
    for _ in range(2):
        place = shots_now(table.rules, workspace, q, r)
        clear_columns(workspace.shot)
        add_shots(table.rules, workspace, Guns.READY, q, r, 0, workspace.now[0], 1.0)
        assert list(workspace.shots[ChartColumn.NOW, place]) == pytest.approx(list(workspace.shot))
        place = threat_at_end(table.rules, workspace, q, r, N, 3)
        for column in range(2):
            clear_columns(workspace.threat[column])
        for way in range(workspace.ways[0]):
            pose, chance = workspace.pose[0, way], float(workspace.chance[0, way])
            add_threat(table.rules, workspace, Guns.READY, q, r, N, 3, 0, pose, chance)
        assert list(workspace.threats[place, N, 0]) == pytest.approx(list(workspace.threat[0]))


def test_a_new_edition_forgets_the_old():
    table, workspace = before_its_guns()
    me = table.state.craft[0]
    place = shots_now(table.rules, workspace, int(me.q), int(me.r))
    assert max(workspace.shots[ChartColumn.NOW, place]) > 0.0
    workspace.counts[Count.ENEMIES] = 0
    assert shots_now(table.rules, workspace, int(me.q), int(me.r)) == place
    assert max(workspace.shots[ChartColumn.NOW, place]) > 0.0
    clear_chart(workspace)
    shots_now(table.rules, workspace, int(me.q), int(me.r))
    assert max(workspace.shots[ChartColumn.NOW, place]) == 0.0
