"""Sealed orders of a day, and the hours of a journey; missions are this project's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from spacecombat_env.core.errors import IllegalOrderError

from ..model import Side
from .condition import present_thrust
from .journeys.navigation import jump_days, lacking
from .journeys.travel import can_reach, travel_hours
from .state import DAY, Hull, Mission
from .war import Order, WarState, ship_class


def seal(state: WarState, side: Side, orders: Sequence[Order]) -> WarState:
    """Return the state with a side's orders; hulls without one stay or fly on.

    Raises IllegalOrderError `<hull>: <field>: <reason>`.
    """
    if len({order.hull for order in orders}) != len(orders):
        raise IllegalOrderError.at(state.war.sides[side].name, "orders", "two for one hull")
    for order in orders:
        for field, reason in refusals(state, side, order):
            raise IllegalOrderError.at(_name(state, order.hull), field, reason)
    red, blue = state.orders
    given = tuple(orders)
    return replace(state, orders=(given, blue) if side == Side.RED else (red, given))


def _name(state: WarState, hull: int) -> str:
    """Return a hull's name, or its number."""
    return state.hulls[hull].name if hull in state.hulls else f"hull {hull}"


def refusals(state: WarState, side: Side, order: Order) -> Iterator[tuple[str, str]]:
    """Yield why an order cannot be given, as field and reason."""
    hull = state.hulls.get(order.hull)
    if hull is None or hull.side != side or hull.destroyed:
        yield "hull", "no hull of this side"
    elif hull.arrives > state.hour:
        yield "hull", "it is under way"
    elif order.mission is Mission.REST:
        return
    elif ship_class(hull.ship_class).installation:
        yield "hull", "an installation does not fly"
    else:
        yield from _refused_journey(state, hull, order)


def _refused_journey(state: WarState, hull: Hull, order: Order) -> Iterator[tuple[str, str]]:
    """Yield why a hull cannot fly to an area."""
    area = next((area for area in state.war.areas if area.name == order.area), None)
    if area is None:
        yield "area", f"{order.area!r} is unknown"
        return
    own = order.area in state.war.sides[hull.side].bases
    if not state.is_manned(hull):
        yield "crew", "it is not complete, or not fit"
    if order.mission is Mission.TRANSFER and not own:
        yield "area", "not a base of this side"
    if area.base is not None and not own and order.mission is not Mission.RAID:
        yield "area", "an enemy base can only be raided"
    if jump_days(state.war.area(hull.area), area):
        yield from (("area", reason) for reason in lacking(hull, state.crew_of(hull)))
    hours = hours_of(state, hull, order)
    if not can_reach(hull, hours):
        yield "area", f"{hours} hours: fuel or air does not last"


def hours_of(state: WarState, hull: Hull, order: Order) -> int:
    """IN-CAM-13 Return the hours for which fuel and air must last: the way home is included."""
    out = journey(state, hull, order.area)
    if order.mission is Mission.TRANSFER:
        return out
    home = journey(state, replace(hull, area=order.area), hull.home)
    return out + home + (DAY if order.mission is Mission.HOLD else 0)


def journey(state: WarState, hull: Hull, goal: str) -> int:
    """Return the planned hours of a hull from where it is to an area."""
    if hull.area == goal:
        return 0
    here, there = state.war.area(hull.area), state.war.area(goal)
    slow = travel_hours(here.days + there.days, present_thrust(hull))
    return slow + DAY * jump_days(here, there)
