"""The pieces that a reader knows, in the order of the view."""

from __future__ import annotations

from collections.abc import Iterator

from spacecombat_env.core.presentation.perspective import is_own, slots_of

from ...model import CraftStatus, ForceStatus
from ..piece_names import Names

NOT_THERE = (CraftStatus.UNUSED, CraftStatus.SET_ASIDE)


def craft_of(names: Names, side: int) -> Iterator[int]:
    """Yield the craft of a side by slot."""
    for index in slots_of(names.state.craft, side):
        if names.state.craft[index].status not in NOT_THERE:
            yield index


def forces_of(names: Names, side: int) -> Iterator[int]:
    """Yield the task forces of a side by slot."""
    for index in slots_of(names.state.tf, side):
        if names.state.tf[index].status != ForceStatus.UNUSED:
            yield index


def spreads_of(names: Names, side: int) -> Iterator[int]:
    """Yield the missile spreads of a side by slot."""
    for index in slots_of(names.state.spread, side):
        if names.state.spread[index].count > 0:
            yield index


def enemy_craft(names: Names, side: int) -> list[int]:
    """Return the detected craft of a side by contact number."""
    craft = names.state.craft
    return sorted(
        (index for index in craft_of(names, side) if craft[index].detected),
        key=lambda index: craft[index].contact,
    )


def enemy_forces(names: Names, side: int) -> list[int]:
    """Return the task forces of a side that are on the map by contact number."""
    tf = names.state.tf
    shown = (k for k in forces_of(names, side) if tf[k].status == ForceStatus.ON_MAP)
    return sorted(shown, key=lambda index: tf[index].contact)


def enemy_spreads(names: Names, side: int) -> list[int]:
    """Return the spreads of a side by contact number."""
    spread = names.state.spread
    return sorted(spreads_of(names, side), key=lambda index: spread[index].contact)


def members(names: Names, force: int) -> list[int]:
    """Return the craft known to be in a task force: own by slot, enemy by contact number."""
    side = force // names.slots[1]
    own = is_own(names.seat, side)
    found = craft_of(names, side) if own else enemy_craft(names, side)
    craft = names.state.craft
    return [
        index
        for index in found
        if craft[index].status == CraftStatus.IN_FORCE and craft[index].tf == force
    ]


def emits(names: Names, index: int) -> bool:
    """Whether a task force shows an Active marker; the true record does not keep the flag."""
    if names.state.tf[index].emitting:
        return True
    craft = (names.state.craft[member] for member in members(names, index))
    return any(bool(c.active) or bool(c.jamming) for c in craft)
