"""7.13: small craft in crates aboard ships replace lost ones (IN-CON-53).

The book has craft that replace losses, and the time of preparation. When a side has losses to
replace is this project's.
"""

from __future__ import annotations

from dataclasses import replace

from ..model import Side
from .muster import with_crew
from .purchases import next_hull
from .state import DAY, Hull
from .war import HULLS_OF_A_SIDE, WarState, ship_class, with_hulls

PREPARATION = 12
"""Hours until a crated craft can fly."""


def prepare_reserves(state: WarState, carrier: Hull) -> WarState:
    """IN-CON-53, IN-AMB-199 Return the state after a carrier's crated craft replaced lost hulls.

    The work begins at the end of the day.
    """
    for name in carrier.reserve:
        if _is_missed(state, carrier.side, name) and ship_class(name).tons <= carrier.bay_tons:
            left = list(state.hulls[carrier.id].reserve)
            left.remove(name)
            emptied = replace(state.hulls[carrier.id], reserve=tuple(left))
            state = _with_craft(with_hulls(state, [emptied]), carrier, name)
    return state


def _is_missed(state: WarState, side: Side, name: str) -> bool:
    """Whether a side has fewer hulls of a class than at the beginning, and room for one."""
    total = sum(hull.side == side for hull in state.hulls.values())
    count = sum(hull.ship_class == name for hull in state.own(side))
    return count < state.war.sides[side].hulls.count(name) and total < HULLS_OF_A_SIDE


def _with_craft(state: WarState, carrier: Hull, name: str) -> WarState:
    """IN-CON-53, 61 Return the state with a new hull, and its crew, where a carrier is."""
    craft = next_hull(state, carrier.side, name, carrier.home)
    arrives = state.hour + DAY + PREPARATION
    craft = replace(craft, area=carrier.area, arrives=arrives)
    return with_crew(with_hulls(state, [craft]), craft)
