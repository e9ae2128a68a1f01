"""A war as one side may see it: nothing of the enemy's persons, hulls, stores, orders or dice."""

from __future__ import annotations

from dataclasses import replace

from ..model import Side
from .repair import Stores
from .tracks import TrackFate
from .war import Force, WarState, points, ship_class

NO_SEED = 0


def view_of(state: WarState, side: Side) -> WarState:
    """Return the war as a side knows it.

    Of the enemy it has name, nation and bases, the areas that he holds, and the tracks of hulls
    that it has met. The seed is blanked too: all dice follow from it.
    """
    enemy = Side(1 - side)
    sides = [_public(force) if n == enemy else force for n, force in enumerate(state.war.sides)]
    orders = [None if n == enemy else given for n, given in enumerate(state.orders)]
    stores = [Stores() if n == enemy else own for n, own in enumerate(state.stores)]
    tracks = [() if n == enemy else own for n, own in enumerate(state.tracks)]
    talents = [0 if n == enemy else own for n, own in enumerate(state.talents)]
    own_hulls = {hull.id: hull for hull in state.hulls.values() if hull.side == side}
    return replace(
        state,
        war=replace(state.war, seed=NO_SEED, sides=(sides[0], sides[1])),
        persons={p.id: p for p in state.persons.values() if p.side == side},
        hulls=own_hulls,
        orders=(orders[0], orders[1]),
        stores=(stores[0], stores[1]),
        talents=(talents[0], talents[1]),
        tracks=(tracks[0], tracks[1]),
        fought=state.fought.intersection(own_hulls),
        drifting=tuple(drift for drift in state.drifting if drift.side == side),
    )


def _public(force: Force) -> Force:
    """Return what everybody knows of a side."""
    return Force(force.name, force.nation, force.bases, ())


def points_known(view: WarState, side: Side) -> tuple[int, int]:
    """Return a side's points and its enemy's, as far as the side knows them, from its view.

    Both sides' points for areas are public. Of the enemy's losses it counts the hulls that it saw
    destroyed and whose class it knows; its own losses it knows exactly.
    """
    values = view.war.values
    sunk = (track for track in view.tracks[side] if track.fate is TrackFate.DESTROYED)
    own = sum(ship_class(each.ship_class).million_talents for each in sunk if each.ship_class)
    return view.held[side] + values.hull * own, points(view)[1 - side]
