"""Where a piece can go: one point of its order under way, as a rule set describes it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple


class ReachEnd(NamedTuple):
    """Where a piece ends, and what it has spent."""

    place: str
    """The hex or square as printed; empty off the map."""
    cost: int
    """Gs or thrust points spent."""
    left: int
    """Gs or thrust points that may still be spent."""


class ReachExit(NamedTuple):
    """An action that completes the order, and where the piece ends then."""

    action: int
    end: ReachEnd


class ReachMove(NamedTuple):
    """An action that continues the order, unless only one action is left to complete it."""

    action: int
    key: Hashable
    """Two points with the same key continue in the same way; the first one found is followed."""
    end: ReachEnd
    """Where the piece ends if the order is complete then."""


class ReachPoint(NamedTuple):
    """A point of an order that moves a piece. Actions may be illegal; then they are left out."""

    moves: tuple[ReachMove, ...]
    exits: tuple[ReachExit, ...]


class Route(NamedTuple):
    """A way of a piece that takes several orders, and where it ends if nothing stops it."""

    end: ReachEnd
    actions: tuple[int, ...]
    via: tuple[str, ...]
    """The hexes in which it turns."""
