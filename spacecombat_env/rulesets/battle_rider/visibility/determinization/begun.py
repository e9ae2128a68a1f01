"""Determinization of the task forces that the scenario gives, with the ships in them."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ...model import NONE, CraftStatus
from ...model.record_types import State
from .craft import has_room, is_hidden, may_hide_in, place_in_force


@native
def place_as_begun(state: State, opening: State, enemy):
    """BR-SCN-02 Where the scenario says which ships a task force holds, it still holds them."""
    for k in side_range(state.craft, enemy):
        tf = int(opening.craft[k].tf)
        if is_hidden(state.craft[k]) and tf != NONE and is_told_apart(opening, enemy, tf):
            if may_hide_in(state, tf, k) and has_room(state, tf, enemy):
                place_in_force(state, k, tf)


@native
def is_told_apart(opening: State, enemy, tf):
    """BR-AMB-88 Whether no other task force begins in the same way."""
    own = opening.tf[tf]
    for k in side_range(opening.tf, enemy):
        force = opening.tf[k]
        if k != tf and force.status == own.status and force.entry_turn == own.entry_turn:
            if force.q == own.q and force.r == own.r and force.vq == own.vq and force.vr == own.vr:
                return False
    return True


@native
def release_as_begun(state: State, opening: State, enemy):
    """Ships have moved between the scenario's task forces: deal those that explain nothing."""
    for k in side_range(state.craft, enemy):
        craft, begun = state.craft[k], int(opening.craft[k].tf)
        if craft.detected or craft.status != CraftStatus.IN_FORCE or begun == NONE:
            continue
        if craft.tf == begun and not explains(state, enemy, k):
            craft.tf = NONE
            state.tf[begun].strength -= 1


@native
def explains(state: State, enemy, index):
    """BR-DET-09, BR-BGL-15 Whether its task force shows what no other known or placed craft may."""
    craft, force = state.craft[index], state.tf[state.craft[index].tf]
    if force.flickering:
        return True
    if not force.emitting:
        return False
    for k in side_range(state.craft, enemy):
        other = state.craft[k]
        if k != index and other.status == CraftStatus.IN_FORCE and other.tf == craft.tf:
            if other.active or other.jamming:
                return False
    return True
