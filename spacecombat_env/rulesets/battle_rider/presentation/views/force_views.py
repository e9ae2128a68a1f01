"""Task forces and missile spreads in the view."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.model.hexgrid import DIRECTION_NAMES
from spacecombat_env.core.presentation.perspective import SEATS

from ...model import NONE, ForceStatus, Surface
from ..coordinates import turned_direction
from ..piece_names import Names
from .known_pieces import emits, members
from .place_views import course_keys
from .ship_views import player_keys

SURFACE_TEXT = tuple(place.name.lower().replace("_", " ") for place in Surface)


def _markers(names: Names, force: Any) -> dict[str, Any]:
    """BR-AMB-88 Return the public markers of a task force on the map."""
    side = force.thrust_side
    return {
        "thrusting": bool(force.spent_g),
        "exhaust": None if side == NONE else DIRECTION_NAMES[side],
        "board_exhaust": None if side == NONE else turned_direction(names.seat, side),
        "evade": force.evade,
        "active": bool(force.emitting),
        "shadow_found": bool(force.shadow_found),
        "acted": bool(force.acted),
        "moved": bool(force.moved),
        "surface": SURFACE_TEXT[force.surface],
        "flickering": bool(force.flickering),
    }


def own_force_view(names: Names, index: int) -> dict[str, Any]:
    """Return all about an own task force."""
    force = names.state.tf[index]
    waiting = force.status == ForceStatus.WAITING
    return {
        "name": names.force(index),
        "side": SEATS[index // names.slots[1]],
        "label": names.resolved["forces"][index],
        "state": "waiting" if waiting else "on map",
        "enters": force.entry_turn if waiting else None,
        "dummy": force.strength == 0,
        "ships": [names.craft(member) for member in members(names, index)],
        **course_keys(names, force),
        **_markers(names, force),
        "active": emits(names, index),
        "gs_spent": force.gs,
        "known_as": None if waiting or force.contact == NONE else f"eTF-{force.contact + 1}",
        **player_keys(names, *_force_player(names, index)),
    }


def _force_player(names: Names, index: int) -> tuple[int, int]:
    """BR-MPL-01 Return side and player of an own task force (`players.force_player`)."""
    side = index // names.slots[1]
    held = members(names, index)
    if held:
        return side, names.state.craft[held[0]].player
    return side, max(0, names.state.team[side].commander)


def enemy_force_view(names: Names, index: int) -> dict[str, Any]:
    """Return what is known of an enemy task force."""
    force = names.state.tf[index]
    return {
        "name": names.force(index),
        "contact": force.contact + 1,
        "ships": [names.craft(member) for member in members(names, index)],
        **course_keys(names, force),
        **_markers(names, force),
    }


def own_spread_view(names: Names, index: int) -> dict[str, Any]:
    """Return all about an own missile spread."""
    spread = names.state.spread[index]
    return {
        "name": names.spread(index),
        "side": SEATS[index // names.slots[2]],
        "missiles": spread.count,
        "g_left": spread.g_left,
        "semi_independent": spread.sim,
        "ship": names.craft(spread.owner),
        "detected": bool(spread.detected),
        "known_as": f"missiles {spread.contact + 1}",
        **_flight(names, spread),
    }


def enemy_spread_view(names: Names, index: int) -> dict[str, Any]:
    """Return what is known of an enemy missile spread."""
    spread = names.state.spread[index]
    return {
        "name": names.spread(index),
        "contact": spread.contact + 1,
        "missiles": spread.count if spread.detected else None,
        "detected": bool(spread.detected),
        **_flight(names, spread),
    }


def _flight(names: Names, spread: Any) -> dict[str, Any]:
    """Return course and target of a spread."""
    attacks = spread.target_tf != NONE or spread.target_spread != NONE
    target = names.target(spread.target_tf, spread.target_spread) if attacks else None
    return {**course_keys(names, spread), "moved": bool(spread.moved), "target": target}
