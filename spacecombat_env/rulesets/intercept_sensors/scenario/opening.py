"""The position before set-up."""

from __future__ import annotations

from typing import Any

import numpy as np

from spacecombat_env.core.errors import CapacityError
from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.model.record import allocate, field_names
from spacecombat_env.core.model.squaregrid import DIRECTION_NAMES

from ..model import (
    BOX,
    BOX_COLUMNS,
    BOX_ROWS,
    MAX_BODIES,
    NONE,
    Condition,
    InterceptCapacity,
    InterceptDecision,
    InterceptSide,
    InterceptStep,
    InterceptVerdict,
    Power,
    Status,
    Type,
    bodies,
    state_dtype,
)
from ..movement.vectors import can_stop
from ..scans.planets import is_body
from .draft import InterceptDraft, UnitDraft
from .options import pair_of

MAX_SPEED = 9


def lay_opening(
    draft: InterceptDraft,
    fleets: list[list[UnitDraft]],
    bodies_node: ConfigNode,
    capacity: InterceptCapacity,
) -> np.ndarray:
    """Return the position before set-up."""
    opening = allocate(state_dtype(capacity), 1)
    state = opening[0]
    state.step, state.decision, state.seat = InterceptStep.SETUP, InterceptDecision.NOTHING, NONE
    state.unit, state.verdict = NONE, InterceptVerdict.OPEN
    for order in state.order:
        for name in field_names(order.dtype):
            order[name] = NONE
    for unit in state.unit_of:
        unit.carrier, unit.plot_launch = NONE, NONE
    _place_bodies(draft, state, bodies_node)
    for side, fleet in enumerate(fleets):
        first = side * capacity.units
        for place, unit in enumerate(fleet):
            _place_unit(draft, state, unit, first, place, side)
        _check_zone(draft, state, fleet, first, side)
    return opening


def _place_bodies(draft: InterceptDraft, state: Any, node: ConfigNode) -> None:
    """IC-PLA-01 Planets and asteroids, each with its shadow column where the sun shines."""
    items = node.items()
    if len(items) > MAX_BODIES:
        raise CapacityError.at(node.file, node.path, f"{len(items)} bodies; at most {MAX_BODIES}")
    for body, item in zip(state.body, items, strict=False):
        keys = item.keys(("kind", "square"), required=("kind", "square"))
        across, shadow = bodies()[keys["kind"].choice(bodies())]
        x, y = square_of(draft, keys["square"])
        left, top = x - across // 2, y - across // 2
        columns, rows = int(draft.rules.option.columns), int(draft.rules.option.rows)
        if left < 1 or top < 1 or left + across - 1 > columns or top + across - 1 > rows:
            raise keys["square"].error("the body reaches over the edge of the map")
        body.side, body.left, body.top, body.shadow = across, left, top, shadow


def square_of(draft: InterceptDraft, node: ConfigNode) -> tuple[int, int]:
    """Return a square of the map."""
    x, y = pair_of(node, 1, BOX * max(BOX_COLUMNS, BOX_ROWS))
    columns, rows = int(draft.rules.option.columns), int(draft.rules.option.rows)
    if x > columns or y > rows:
        raise node.error(f"[{x}, {y}] lies off the map of {columns} x {rows} squares")
    return x, y


def _place_unit(
    draft: InterceptDraft, state: Any, unit: UnitDraft, first: int, place: int, side: int
) -> None:
    """Write one unit into its slot."""
    record, parts = state.unit_of[first + place], unit.parts
    klass = draft.rules.classes[unit.klass]
    record.klass, record.burns = unit.klass, klass.endurance
    record.power, record.popped = Power.IDLE, klass.type != Type.VOLLEY
    record.facing = DIRECTION_NAMES.index("E" if side == InterceptSide.A else "W")
    record.plot_facing, record.plot_popped, record.plot_power = 0, 0, 0
    if unit.carrier != NONE:
        record.carrier, record.status = first + unit.carrier, Status.ABOARD
        for key in ("square", "vector", "carries"):
            if parts and not parts[key].missing():
                raise parts[key].error("not for what is carried")
    else:
        record.status = Status.WAITING
    if not parts:
        return
    if not parts["vector"].missing():
        record.vx, record.vy = pair_of(parts["vector"], -MAX_SPEED, MAX_SPEED)
    if not parts["facing"].missing():
        record.facing = DIRECTION_NAMES.index(parts["facing"].choice(DIRECTION_NAMES))
    record.popped = parts["popped"].flag(bool(record.popped))
    powers = [power.name.lower() for power in Power]
    record.power = powers.index(parts["power"].choice(powers, powers[record.power]))
    _set_condition(record, parts["condition"])
    if not parts["square"].missing():
        record.x, record.y = square_of(draft, parts["square"])
        record.status = Status.ON_MAP


def _set_condition(record: Any, node: ConfigNode) -> None:
    """IC-LOST-05, 06 State of surface, core and crew."""
    if node.missing():
        return
    states = [condition.name.lower() for condition in Condition]
    for place, what in node.keys(("surface", "core", "crew")).items():
        record[place] = states.index(what.choice(states, "sound"))


def _check_zone(
    draft: InterceptDraft, state: Any, fleet: list[UnitDraft], first: int, side: int
) -> None:
    """Check that every ship has a square to start on, off the bodies, where it can still stop."""
    left, right, top, bottom = (int(edge) for edge in draft.rules.option.zone[side])
    for place, unit in enumerate(fleet):
        record = state.unit_of[first + place]
        if record.status == Status.WAITING:
            squares = ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))
            if not any(_may_start(draft, state, record, x, y) for x, y in squares):
                raise unit.node.error("no square of the zone is free for it with room to stop")
        elif record.status == Status.ON_MAP:
            if not _may_start(draft, state, record, int(record.x), int(record.y)):
                reason = "a body is there, or it is too fast to stop before the edge of the map"
                raise unit.parts["square"].error(reason)


def _may_start(draft: InterceptDraft, state: Any, record: Any, x: int, y: int) -> bool:
    """Return whether a ship may start on a square."""
    if is_body(state, x, y):
        return False
    thrust = int(draft.rules.classes[record.klass].thrust)
    return bool(can_stop(draft.rules, x, y, int(record.vx), int(record.vy), thrust))
