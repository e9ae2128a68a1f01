"""The memory of task forces: what the enemy has seen of their launches, thrust and splits.

Determinizations deal past launches, burned fuel and launched craft from it.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    MEMORY_LAUNCHES,
    NONE,
    CraftStatus,
    ForceStatus,
    craft_slots,
    force_slots,
    spread_slots,
)
from ..model.record_types import Rules, State
from .abilities import can_operate_missiles


@native
def remember_launch(state: State, rules: Rules, tf, slot):
    """BR-MIS-03, BR-LCH-04 A spread appears in the hex of its launcher, with its vector."""
    side = tf // force_slots(state)
    spread = 1 << (slot % spread_slots(state))
    for k in side_range(state.memory_launch, side):
        state.memory_launch[k].spreads &= ~spread
    past = state.memory_launch[place_in_memory(state, rules, side, forces_with(state, tf))]
    past.count += 1
    past.spreads |= spread


@native
def place_in_memory(state: State, rules: Rules, side, forces):
    """Return where the launches of a turn from some task forces are kept, new or not."""
    for k in side_range(state.memory_launch, side):
        past = state.memory_launch[k]
        if past.count > 0 and past.turn == state.turn and past.forces == forces:
            return k
    k = side * MEMORY_LAUNCHES + int(state.memory_launch_count[side]) % MEMORY_LAUNCHES
    state.memory_launch_count[side] += 1
    past = state.memory_launch[k]
    past.turn = state.turn
    past.count = 0
    past.spreads = 0
    past.forces = forces
    past.craft = known_launchers(state, rules, side, forces)
    return k


@native
def forces_with(state: State, tf):
    """Task forces in the hex of one, with its vector: nobody sees which takes part."""
    own, forces = state.tf[tf], 0
    for k in side_range(state.tf, tf // force_slots(state)):
        force = state.tf[k]
        if force.status == ForceStatus.ON_MAP and force.q == own.q and force.r == own.r:
            if force.vq == own.vq and force.vr == own.vr:
                forces |= bit_of_force(state, k)
    return forces


@native
def known_launchers(state: State, rules: Rules, side, forces):
    """BR-DMG-11 Detected craft in task forces, but those whose Fire Control is seen to be out."""
    craft = 0
    for k in side_range(state.craft, side):
        other = state.craft[k]
        if other.detected and other.status == CraftStatus.IN_FORCE:
            if forces & bit_of_force(state, int(other.tf)):
                if rules.option.hidden_damage or can_operate_missiles(other):
                    craft |= bit_of_craft(state, k)
    return craft


@native
def recall_launches(state: State, index):
    """BR-DET-02 A craft that is found may have launched what its task force has."""
    craft = state.craft[index]
    for k in side_range(state.memory_launch, index // craft_slots(state)):
        past = state.memory_launch[k]
        if past.forces & bit_of_force(state, int(craft.tf)):
            past.craft |= bit_of_craft(state, index)


@native
def share_launches(state: State, old, forces):
    """BR-TF-06 Unknown craft of a task force may now be in others: their bits."""
    for k in side_range(state.memory_launch, old // force_slots(state)):
        past = state.memory_launch[k]
        if past.forces & bit_of_force(state, old):
            past.forces |= forces


@native
def forget_force(state: State, tf):
    """A task force is gone, and its slot is free for another."""
    side, bit = tf // force_slots(state), bit_of_force(state, tf)
    for k in side_range(state.memory_launch, side):
        state.memory_launch[k].forces &= ~bit
    state.memory_burned[side, tf % force_slots(state)] = 0
    state.memory_split[side] &= ~bit


@native
def forget_target_force(state: State, tf):
    """BR-REF-01 The enemy's last order names a task force that was in this slot before another."""
    order = state.order[1 - tf // force_slots(state)]
    if order.target_tf == tf:
        order.target_tf = NONE


@native
def forget_target_spread(state: State, index):
    """BR-REF-01 The same of a spread, which may come into view later."""
    order = state.order[1 - index // spread_slots(state)]
    if order.target_spread == index:
        order.target_spread = NONE


@native
def bit_of_force(state: State, tf):
    """Return the bit of a task force in the masks."""
    return 1 << (tf % force_slots(state))


@native
def bit_of_craft(state: State, index):
    """Return the bit of a craft in the masks."""
    return 1 << (index % craft_slots(state))
