"""Missiles, crews in space and asteroids in the view, and the fire that is being resolved."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import SEATS

from ...model import NONE, Facing, MissileStatus, Rock
from ..piece_names import Names
from ..texts import FACING_TEXT, LOAD_TEXT
from .place_views import course_keys, place_keys

MISSILE_STATES = {
    MissileStatus.LOCKED: "locked on",
    MissileStatus.FLYING: "flying",
    MissileStatus.DORMANT: "dormant",
    MissileStatus.ARRIVED: "arrived",
}
ROCKS = ("asteroid", "wreck")


def missile_view(names: Names, n: int) -> dict[str, Any]:
    """Return a missile on the map; its kind where it is known (IN-DEF-04)."""
    missile = names.state.missile[n]
    return {
        "name": names.missile(n),
        "side": SEATS[n // (len(names.state.missile) // 2)],
        "kind": None if missile.kind == NONE else LOAD_TEXT[missile.kind],
        "state": MISSILE_STATES[MissileStatus(missile.status)],
        **course_keys(names, missile),
        "target": None if missile.target == NONE else names.craft(missile.target),
    }


def adrift_view(names: Names, n: int) -> dict[str, Any]:
    """Return a crew in space."""
    crew = names.state.adrift[n]
    return {
        "name": names.adrift(n),
        "side": SEATS[n // (len(names.state.adrift) // 2)],
        "people": crew.people,
        "prize": bool(crew.prize),
        **course_keys(names, crew),
    }


def rock_view(names: Names, rock: Any) -> dict[str, Any]:
    """Return an asteroid or a wreck."""
    return {
        "kind": ROCKS[Rock(rock.kind) - 1],
        **place_keys(names, rock),
        "hits_left": rock.hits,
        "moves": bool(rock.moving),
    }


def volley_view(names: Names, volley: Any) -> dict[str, Any]:
    """IN-CMB-03 Return fire that has been declared and is not resolved yet."""
    return {
        "firer": names.craft(volley.firer),
        "target": names.target(volley.target_kind, volley.target),
        "range": volley.distance,
        "facing_struck": FACING_TEXT[Facing(volley.facing)],
        "weapons": names.weapons(volley.firer, volley.weapons) if volley.weapons else "",
        "missiles": volley.missiles.bit_count(),
    }
