"""Chapters TF-04, 06: free task force counters, and task forces that split."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import pick
from spacecombat_env.core.native import native

from ..model import (
    NONE,
    Chance,
    Event,
    ForceStatus,
    RandomStream,
    force_slots,
    is_blind,
    log_event,
    pair_key,
    random_bits,
)
from ..model.record_types import State
from ..ships.force_memory import bit_of_force, forget_target_force, share_launches


@native
def free_contact(state: State, tf):
    """Lowest free contact number: numbers follow the order of appearance.

    None in double-blind play, in which the referee numbers what is visible (BR-REF-01).
    """
    if is_blind(state):
        return NONE
    slots = force_slots(state)
    side = tf // slots
    for contact in range(slots):
        taken = False
        for k in side_range(state.tf, side):
            other = state.tf[k]
            if k != tf and other.status == ForceStatus.ON_MAP and other.contact == contact:
                taken = True
        if not taken:
            return contact
    return 0


@native
def free_forces(state: State, side):
    """Number of empty task force slots of a side."""
    count = 0
    for k in side_range(state.tf, side):
        if state.tf[k].status == ForceStatus.UNUSED:
            count += 1
    return count


@native
def free_force(state: State, side):
    """BR-AMB-88 A free slot of a side at random, or NONE, so that a slot reveals nothing."""
    free = free_forces(state, side)
    if free == 0:
        return NONE
    nth = pick(random_bits(state, Chance.SETUP, pair_key(side, RandomStream.FREE_SLOT)), free)
    for k in side_range(state.tf, side):
        if state.tf[k].status == ForceStatus.UNUSED:
            if nth == 0:
                return k
            nth -= 1
    return NONE


@native
def split_force(state: State, tf, new):
    """BR-TF-06 Split off a task force: same hex, vector and markers."""
    old, force = state.tf[tf], state.tf[new]
    force.status = old.status
    force.q = old.q
    force.r = old.r
    force.vq = old.vq
    force.vr = old.vr
    force.strength = 0
    force.acted = old.acted
    force.moved = old.moved
    force.spent_g = old.spent_g
    force.gs = old.gs
    force.thrust_side = old.thrust_side
    force.evade = old.evade
    force.shadow_found = old.shadow_found  # BR-AMB-28
    force.entry_turn = old.entry_turn
    force.surface = old.surface
    force.flickering = 0
    force.contact = free_contact(state, new)
    forget_target_force(state, new)
    share_launches(state, tf, bit_of_force(state, new))
    state.memory_split[tf // force_slots(state)] |= bit_of_force(state, new)
    event = log_event(state, Event.NEW_FORCE, tf // force_slots(state))
    event.actor = force.contact
    event.target = new
    event.a = old.contact
    event.c = tf
