"""By what a piece is told from others on all pictures of a reader (`data-k`); None if not drawn."""

from __future__ import annotations

from spacecombat_env.core.telling import is_own
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import MissileStatus
from spacecombat_env.rulesets.interceptor.told.names import Names
from spacecombat_env.rulesets.interceptor.told.views.known import is_on_map


def craft_key(names: Names, k: int) -> str:
    """Return by what a ship is told from others, on the map and on its sheet."""
    side = names.side(k)
    number = k if is_own(names.seat, side) else names.state.craft[k].contact
    return f"c{side}.{number}"


def drawn_craft(names: Names, k: int) -> str | None:
    """Return the key of a ship on the map."""
    return craft_key(names, k) if is_on_map(names.state.craft[k]) else None


def drawn_missile(names: Names, n: int) -> str | None:
    """Return the key of a missile that flies or waits."""
    missile, slots = names.state.missile[n], len(names.state.missile) // 2
    return f"m{n // slots}.{missile.contact}" if missile.status != MissileStatus.NONE else None


def drawn_adrift(names: Names, n: int) -> str | None:
    """Return the key of a crew that drifts in space."""
    return f"a{n}" if names.state.adrift[n].people else None


KEYS = {"craft": drawn_craft, "missile": drawn_missile, "adrift": drawn_adrift}
"""How the key of each kind of piece is found."""


def keys_of(names: Names, pieces: list[tuple[str, int]]) -> tuple[str, ...]:
    """Return the keys of pieces, as far as they are drawn, each once."""
    found = (KEYS[kind](names, index) for kind, index in pieces)
    return tuple(dict.fromkeys(key for key in found if key is not None))
