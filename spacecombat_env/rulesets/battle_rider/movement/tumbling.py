"""Chapter DMG-19, 24, 25, 26: broken spines, and ships that tumble."""

from spacecombat_env.core.native import native

from ..model import (
    Chance,
    CraftStatus,
    Event,
    Grade,
    Result,
    TaskDM,
    Tumble,
    attempt_task,
    craft_slots,
    force_slots,
    is_blind,
    log_event,
    log_modifier,
    pair_key,
)
from ..model.record_types import Rules, State
from ..ships.losses import leave_force
from .counters import free_force, free_forces, split_force


@native
def recover_from_tumble(state: State, tf):
    """BR-DMG-25, BR-PAC-12 A tumbling ship recovers at the end of its move; it could not thrust."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            craft.tumble = Tumble.STEADY


@native
def test_spines(state: State, rules: Rules, tf):
    """BR-DMG-19, 24, BR-PAC-12 A ship with a broken spine turns a card for each G of its force."""
    gs = int(state.tf[tf].gs)
    rest = tf
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status != CraftStatus.IN_FORCE or craft.tf != rest:
            continue
        if craft.damage[Result.SPINE] and gs > 0:
            failures = 0
            for _ in range(gs):
                if attempt_task(state, rules, Chance.TUMBLE, pair_key(k, 0), 2) == Grade.FAILURE:
                    failures += 1
                log_modifier(state, Chance.TUMBLE, TaskDM.BASE, 2)
            if failures > 0:
                rest = tumble(state, k, min(failures, 2))
            else:
                log_steady(state, k)


@native
def log_steady(state: State, index):
    """Log for its own side that a ship with a broken spine holds its course."""
    side = index // craft_slots(state)
    event = log_event(state, Event.TUMBLE, side)
    event.actor = index
    event.known = 1 << side


@native
def tumble(state: State, index, severity):
    """BR-DMG-24, 25, 26, BR-AMB-52 The ship tumbles and becomes a separate task force.

    Return the slot of the task force that the others of its force are in.
    """
    craft = state.craft[index]
    craft.tumble = severity
    side = index // craft_slots(state)
    event = log_event(state, Event.TUMBLE, side)
    event.actor = index
    event.a = severity
    event.known = 3 if craft.detected else 1 << side
    tf = int(craft.tf)
    keeps_counter = is_last_in_view(state, index)
    if keeps_counter:
        state.tf[tf].acted = 1
    if state.tf[tf].strength == 1 or free_forces(state, side) == 0:
        return tf
    new = free_force(state, side)
    if keeps_counter:
        leave_behind(state, index, new)
        return new
    split_force(state, tf, new)
    leave_force(state, index)
    craft.tf = new
    state.tf[new].strength = 1
    state.tf[new].acted = 1
    state.tf[new].shadow_found = craft.detected
    return tf


@native
def is_last_in_view(state: State, index):
    """BR-REF-01 Whether a craft is the only one of its task force that the enemy sees.

    In double-blind play the enemy must not notice whether there are others.
    """
    if not is_blind(state) or not state.craft[index].detected:
        return False
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == state.craft[index].tf:
            if craft.detected and k != index:
                return False
    return True


@native
def leave_behind(state: State, index, new):
    """BR-REF-01, BR-AMB-52 A ship keeps its counter; those unseen continue the round in another.

    For the enemy nothing changes: a ship that had been alone would keep its counter too.
    """
    tf = int(state.craft[index].tf)
    split_force(state, tf, new)
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf and k != index:
            craft.tf = new
    old, force = state.tf[tf], state.tf[new]
    force.strength = old.strength - 1
    old.strength = 1
    force.acted = 0
    force.settled = old.settled
    force.detecting = old.detecting
    force.fire_over = old.fire_over
    force.firing = old.firing
    state.round_tf = new
    state.order[new // force_slots(state)].tf = new
