"""Interceptor's ace: what an enemy may reply to where it ends, and what is noted on the chart."""

from __future__ import annotations

import pytest
from kit.interceptor.ace import ACE, ALL_GUNS, BLUE, PLAIN, N, S, know
from kit.interceptor.scenes import scene

from spacecombat_agents.scripted.interceptor.chart import clear_chart, dread_at_end, shots_now
from spacecombat_agents.scripted.interceptor.desk import Guns, Hull, Moment, Tally, new_desk
from spacecombat_agents.scripted.interceptor.ends import keep
from spacecombat_agents.scripted.interceptor.moving import lay_out
from spacecombat_agents.scripted.interceptor.plots import plant
from spacecombat_agents.scripted.interceptor.replies import replies_to
from spacecombat_agents.scripted.interceptor.values import add_dread, add_shots, clear


def before_its_guns(heading=S, doctrine=ACE, ship="LANCEA", row=16, **fields):
    """A CHEETAH that ends its move some hexes before an enemy, its own guns fired or not."""
    table, desk = scene(), new_desk()
    k = table.put("CHEETAH", at=(13, 12), heading=heading, velocity=3)
    e = table.put(ship, side=BLUE, at=(13, row), heading=S, velocity=3)
    know(table, e)
    table.state.craft[e].acted = fields.pop("acted", 0)
    table.state.craft[k].fired = fields.pop("fired", 0)
    lay_out(table.state, table.rules, desk, k, doctrine)
    craft = table.state.craft[k]
    n = plant(table.rules, desk, int(craft.q), int(craft.r), int(craft.heading), 3, 0)
    keep(desk, n, int(desk.hull[Hull.OFFSET]), 0, 0.0, 1.0e9)
    return table, desk


def balance(*args, **fields):
    """What the replies bring."""
    table, desk = before_its_guns(*args, **fields)
    return replies_to(table.rules, desk, 0)


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
    _, desk = before_its_guns()
    assert 10 < desk.replies[0] <= 48


@pytest.mark.parametrize("at", [(0, 2), (1, 3), (-2, 4), (3, 0)])
def test_the_chart_says_what_is_reckoned(at):
    table, desk = before_its_guns()
    me = table.state.craft[0]
    q, r = int(me.q) + at[0], int(me.r) + at[1]
    for _ in range(2):
        place = shots_now(table.rules, desk, q, r)
        clear(desk.shot)
        add_shots(table.rules, desk, Guns.READY, q, r, 0, desk.now[0], 1.0)
        assert list(desk.shots[Moment.NOW, place]) == pytest.approx(list(desk.shot))
        place = dread_at_end(table.rules, desk, q, r, N, 3)
        for column in range(2):
            clear(desk.dread[column])
        for way in range(desk.ways[0]):
            pose, chance = desk.pose[0, way], float(desk.chance[0, way])
            add_dread(table.rules, desk, Guns.READY, q, r, N, 3, 0, pose, chance)
        assert list(desk.dreads[place, N, 0]) == pytest.approx(list(desk.dread[0]))


def test_a_new_edition_forgets_the_old():
    table, desk = before_its_guns()
    me = table.state.craft[0]
    place = shots_now(table.rules, desk, int(me.q), int(me.r))
    assert max(desk.shots[Moment.NOW, place]) > 0.0
    desk.tally[Tally.FOES] = 0
    assert shots_now(table.rules, desk, int(me.q), int(me.r)) == place
    assert max(desk.shots[Moment.NOW, place]) > 0.0
    clear_chart(desk)
    shots_now(table.rules, desk, int(me.q), int(me.r))
    assert max(desk.shots[Moment.NOW, place]) == 0.0
