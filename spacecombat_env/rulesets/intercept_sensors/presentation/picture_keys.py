"""Keys of units, the same on all pictures of a reader (`data-k`); None if not drawn."""

from __future__ import annotations

from spacecombat_env.core.presentation.perspective import UMPIRE, is_own

from ..model import Status
from .piece_names import InterceptNames


def unit_key(names: InterceptNames, index: int) -> str | None:
    """Return the key of a unit on the map whose place the reader knows, or of its lost track."""
    unit, own = names.state.unit_of[index], is_own(names.seat, names.side(index))
    if not names.is_known(index):
        return None
    if unit.status == Status.ON_MAP and (own or unit.tracked):
        return f"u{index}"
    lost = unit.last_turn and unit.status != Status.GONE and not unit.tracked
    return f"g{index}" if lost and not own and names.seat > UMPIRE else None


def keys_of(names: InterceptNames, units: list[int]) -> tuple[str, ...]:
    """Return the keys of units that are drawn, each once."""
    found = (unit_key(names, index) for index in units)
    return tuple(dict.fromkeys(key for key in found if key is not None))
