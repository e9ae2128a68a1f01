"""Ships that fire at one another, volley by volley."""

import numpy as np

from kit.interceptor.scenes import scene
from spacecombat_env.rulesets.interceptor.engagement.declaring import (
    begin_fire,
    close_volley,
)
from spacecombat_env.rulesets.interceptor.model import Step, Target, action_count


def fight(name="LANCEA", other="LANCEA", distance=3, seat=0):
    """Two ships that look at each other; shields are off unless a test puts them up."""
    table = scene()
    k = table.put(name, at=(10, 8))
    target = table.put(other, side=1, at=(10, 8 + distance), heading=3)
    for craft in (table.state.craft[k], table.state.craft[target]):
        craft.shield[:] = 0
    return table, k, target


def fire(table, k, target, weapons, kind=Target.CRAFT):
    """Declare a volley of one's own actions."""
    state, seat = table.state, k // (len(table.state.craft) // 2)
    begin_fire(state, table.rules, seat, k)
    order = state.order[seat]
    order.target_kind, order.target, order.weapons = kind, target, weapons
    close_volley(state, table.rules, seat)
    assert state.step == Step.DECLARED


def offered(table, write):
    mask = np.zeros(action_count(table.state), dtype=np.int8)
    write(table.state, table.rules, int(table.state.seat), mask)
    return {int(action) for action in np.flatnonzero(mask)}


def queued(table):
    """What lies in the queue: target, facing, points, template, firer, weapon."""
    hits = table.state.exchange.hit[: int(table.state.exchange.hits)]
    names = ("target", "facing", "points", "template", "firer", "weapon")
    return [tuple(int(hit[name]) for name in names) for hit in hits]
