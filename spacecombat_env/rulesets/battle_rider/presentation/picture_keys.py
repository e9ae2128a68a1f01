"""Keys of pieces, the same on all pictures of a reader (`data-k`); None if not drawn."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import is_own

from ..model import NONE, CraftStatus, ForceStatus
from .piece_names import Names


def force_key(names: Names, index: int) -> str | None:
    """Return the key of a task force's counter."""
    force = names.state.tf[index]
    if force.status != ForceStatus.ON_MAP:
        return None
    side, own = divmod(index, names.slots[1])[0], is_own(names.seat, index // names.slots[1])
    return f"f{side}.{index if own else force.contact}"


def craft_key(names: Names, index: int) -> str | None:
    """Return the key of the counter of the task force that a craft is known to be in."""
    craft = names.state.craft[index]
    known = is_own(names.seat, names.craft_side(index)) or craft.detected
    if not known or craft.status != CraftStatus.IN_FORCE or craft.tf == NONE:
        return None
    return force_key(names, int(craft.tf))


def spread_key(names: Names, index: int) -> str | None:
    """Return the key of the dart for a spread and all that fly with it."""
    spreads = names.state.spread
    if spreads[index].count <= 0:
        return None
    side, first = index // names.slots[2], index // names.slots[2] * names.slots[2]
    place_and_vector = _place_and_vector(spreads[index])
    together = (
        k
        for k in range(first, first + names.slots[2])
        if spreads[k].count > 0 and _place_and_vector(spreads[k]) == place_and_vector
    )
    leader = min(together, key=lambda k: int(spreads[k].contact))
    return f"m{side}.{leader if is_own(names.seat, side) else spreads[leader].contact}"


def _place_and_vector(spread: Any) -> tuple[int, ...]:
    """Return place and vector of a spread."""
    return int(spread.q), int(spread.r), int(spread.vq), int(spread.vr)


KEYS = {"craft": craft_key, "force": force_key, "spread": spread_key}
"""Key function of each kind of piece."""


def keys_of(names: Names, pieces: list[tuple[str, int]]) -> tuple[str, ...]:
    """Return the keys of pieces, as far as they are drawn, each once."""
    found = (KEYS[kind](names, index) for kind, index in pieces)
    return tuple(dict.fromkeys(key for key in found if key is not None))
