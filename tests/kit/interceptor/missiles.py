"""Missiles at hand: racks filled, missiles in flight, the flight run to its next question."""

from __future__ import annotations

from typing import Any

import numpy as np

from spacecombat_env.rulesets.interceptor.missiles.flight import flight_step
from spacecombat_env.rulesets.interceptor.missiles.slots import free_slot, put_missile
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Decision,
    MissileStatus,
    Step,
    Target,
    action_count,
    proceed,
    rack_of,
)

STEP_LIMIT = 200


def actions(table: Any, write: Any, side: int = 0) -> set[int]:
    """Return the legal actions of a question."""
    mask = np.zeros(action_count(table.state), dtype=np.int8)
    table.state.seat = side
    write(table.state, table.rules, side, mask)
    return {int(action) for action in np.flatnonzero(mask)}


def rack(table: Any, k: int, w: int) -> Any:
    """Return the rack of a weapon row."""
    return table.state.rack[rack_of(table.state, table.rules, k, w)]


def fill(table: Any, k: int, w: int, load: int, count: int = 1) -> None:
    """Put missiles into the rack of a weapon row."""
    rack(table, k, w).load[load] = count


def send(table: Any, k: int, load: int, target: int, missile: bool = False) -> int:
    """Let a missile of a ship have locked on; return its slot."""
    n = int(free_slot(table.state, k // table.capacity.craft))
    put_missile(table.state, n, k, load)
    it = table.state.missile[n]
    it.status = MissileStatus.LOCKED
    if missile:
        it.target_missile = target
    else:
        it.target = target
    return n


def fly(table: Any) -> None:
    """Run the flight to its next question, or to its end."""
    proceed(table.state, Step.FLIGHT)
    for _ in range(STEP_LIMIT):
        if table.state.decision != Decision.NOTHING or table.state.step != Step.FLIGHT:
            return
        flight_step(table.state, table.rules)
    raise AssertionError("a flight without end")


def disarm(table: Any, k: int) -> None:
    """Let all weapons of a ship have fired, so that nobody is asked about them."""
    table.state.craft[k].fired = (1 << 16) - 1


def speak_of(table: Any, seat: int, k: int, target: int, kind: int = Target.CRAFT) -> Any:
    """Let a seat have named a ship and its target; return its order."""
    order = table.state.order[seat]
    order.craft, order.target, order.target_kind = k, target, kind
    order.weapons = order.locks = 0
    order.rack = order.load = NONE
    return order
