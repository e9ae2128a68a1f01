"""Purchases between battles: new hulls for a side's talents, at the prices of their designs.

The book has prices and no market. The goods and the time of delivery are this project's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from spacecombat_env.core.errors import IllegalOrderError

from ..model import Side
from .muster import IDS_APART, NAMES_APART
from .state import DAY, Hull
from .war import HULLS_OF_A_SIDE, WarState, fresh_hull, ship_class, with_hulls


def on_offer(state: WarState, side: Side) -> Iterator[str]:
    """Yield the ships that a side can buy now: of its nation, and with talents for them."""
    count = sum(hull.side == side for hull in state.hulls.values())
    for name in state.war.classes[1:] if count < HULLS_OF_A_SIDE else ():
        kind = ship_class(name)
        own = kind.nation is state.war.sides[side].nation and not kind.installation
        if own and kind.talents <= state.talents[side]:
            yield name


def buy_hull(state: WarState, side: Side, name: str) -> WarState:
    """IN-CAM-06 Return the state with a new hull, which comes to the first base in a day.

    It brings no crew: that comes from the replacements. Raises IllegalOrderError.
    """
    if name not in on_offer(state, side):
        reason = f"it cannot be bought; there are {', '.join(on_offer(state, side)) or 'none'}"
        raise IllegalOrderError.at(name, "buy", reason)
    hull = next_hull(state, side, name, state.war.sides[side].bases[0])
    left = list(state.talents)
    left[side] -= ship_class(name).talents
    state = with_hulls(state, [replace(hull, arrives=state.hour + DAY)])
    return replace(state, talents=(left[0], left[1]))


def next_hull(state: WarState, side: Side, name: str, home: str) -> Hull:
    """Return a new hull of a class, with the next number of its side, at its base."""
    own = [hull for hull in state.hulls.values() if hull.side == side]
    nth = sum(hull.ship_class == name for hull in own) + 1
    title = f"{name} {nth + side * NAMES_APART}"
    return fresh_hull(len(own) + side * IDS_APART, side, title, name, home)
