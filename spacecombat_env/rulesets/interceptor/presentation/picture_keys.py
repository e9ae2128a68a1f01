"""Keys of pieces, the same on all pictures of a reader (`data-k`), drawn or not."""

from __future__ import annotations

from spacecombat_env.core.presentation.perspective import is_own

from ..model import NONE, MissileStatus
from .piece_names import Names
from .views.known_pieces import is_on_map


def craft_key(names: Names, k: int) -> str:
    """Return the key of a ship, on the map and on its sheet."""
    side = names.side(k)
    number = k if is_own(names.seat, side) else names.state.craft[k].contact
    return f"c{side}.{number}"


def craft_key_on_map(names: Names, k: int) -> str | None:
    """Return the key of a ship on the map."""
    return craft_key(names, k) if is_on_map(names.state.craft[k]) else None


def missile_key(names: Names, n: int) -> str:
    """Return the key of a missile: its contact number, which is its place."""
    side, number = divmod(int(n), len(names.state.missile) // 2)
    return f"m{side}.{number}"


def missile_key_on_map(names: Names, n: int) -> str | None:
    """Return the key of a missile that flies or waits."""
    flies = names.state.missile[n].status != MissileStatus.NONE
    return missile_key(names, n) if flies else None


def adrift_key(names: Names, n: int) -> str:
    """Return the key of a crew in space."""
    return f"a{n}"


def adrift_key_on_map(names: Names, n: int) -> str | None:
    """Return the key of a crew that drifts in space."""
    return adrift_key(names, n) if names.state.adrift[n].people else None


KEYS = {"craft": craft_key, "missile": missile_key, "adrift": adrift_key}
"""The key function of each kind of piece."""


def keys_of(names: Names, pieces: list[tuple[str, int]]) -> tuple[str, ...]:
    """Return the keys of the pieces that events are about, each once, drawn or gone by now.

    A reader who reads events while a piece is still there and one who reads them all at once, after
    it is gone, get the same keys. A difference would show whether the other side had decisions in
    between.
    """
    found = (KEYS[kind](names, index) for kind, index in pieces)
    return tuple(dict.fromkeys(key for key in found if not key.endswith(f".{NONE}")))
