"""Chapter TF-05, 06: craft transferred, dummies split off, task forces merged."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import pick
from spacecombat_env.core.native import native

from ..model import (
    Chance,
    CraftStatus,
    Decision,
    Event,
    RandomStream,
    Removal,
    Step,
    Verb,
    craft_slots,
    decode_force,
    force_action,
    force_player,
    force_slots,
    log_event,
    may_share,
    pair_key,
    plans_force,
    proceed,
    random_bits,
    request_decision,
)
from ..model.record_types import Rules, State
from ..movement.counters import free_force, free_forces, split_force
from ..ships.abilities import is_on_map, on_ground
from ..ships.force_memory import forces_with, share_launches
from ..ships.losses import leave_force, remove_force
from .task_forces import (
    empty_forces,
    has_room,
    holds_tumbler,
    join_force,
    keep_lower_evasion,
    on_map_force,
    same_place,
)

# --- possible changes of task forces -------------------------------------------------------------


@native
def can_leave(state: State, index):
    """Whether a craft may be moved to another task force."""
    craft = state.craft[index]
    return is_on_map(state, craft) and not craft.tumble and not on_ground(state, craft)


@native
def may_empty(state: State, index):
    """BR-TF-04 The force a craft leaves may become a dummy only within the limit."""
    craft = state.craft[index]
    force = state.tf[craft.tf]
    side = index // craft_slots(state)
    if force.strength > 1 or force.shadow_found:
        return True
    return empty_forces(state, side) < state.tactics[side]


@native
def can_join(state: State, index, tf):
    """BR-TF-04, 06 Whether a craft may go over to a task force; to a dummy, it leaves another."""
    own = int(state.craft[index].tf)
    if tf == own or not on_map_force(state, tf) or not has_room(state, tf, 1):
        return False
    if state.tf[tf].strength > 0 and not may_empty(state, index):
        return False
    if not may_share(state, int(state.craft[index].player), tf):
        return False
    return same_place(state, own, tf) and not holds_tumbler(state, tf)


@native
def can_split_off(state: State, index):
    """BR-TF-06 Whether a craft may form a new task force; alone in one it already has."""
    side = index // craft_slots(state)
    return state.tf[state.craft[index].tf].strength > 1 and free_forces(state, side) > 0


@native
def can_transfer(state: State, index):
    """BR-TF-06 Whether a craft may go anywhere."""
    if not can_leave(state, index):
        return False
    if can_split_off(state, index):
        return True
    side = index // craft_slots(state)
    for k in side_range(state.tf, side):
        if can_join(state, index, k):
            return True
    return False


@native
def can_spawn_dummy(state: State, tf):
    """BR-TF-04, 05 A dummy splits off an undetected task force, within the limit."""
    side = tf // force_slots(state)
    if not on_map_force(state, tf) or is_exposed(state, tf):
        return False
    if empty_forces(state, side) >= state.tactics[side]:
        return False
    return free_forces(state, side) > 0


@native
def is_exposed(state: State, tf):
    """BR-TF-05, BR-AMB-28 A task force whose shadow was detected counts as detected."""
    return bool(state.tf[tf].shadow_found)


@native
def can_merge(state: State, a, b):
    """BR-TF-06 Two task forces in one hex with one vector, together within Fleet Tactics."""
    if a == b or not on_map_force(state, a) or not on_map_force(state, b):
        return False
    if not same_place(state, a, b) or not has_room(state, b, int(state.tf[a].strength)):
        return False
    if not may_share(state, force_player(state, a), b):
        return False
    return not holds_tumbler(state, a) and not holds_tumbler(state, b)


# --- actions -------------------------------------------------------------------------------------


@native
def can_merge_any(state: State, tf, side):
    """Whether a task force can merge into any other."""
    for k in side_range(state.tf, side):
        if can_merge(state, tf, k):
            return True
    return False


@native
def legal_transfer_to(state: State, side, mask):
    """BR-TF-06 Another task force in the same hex with the same vector, or a new one."""
    index = int(state.order[side].craft)
    for k in side_range(state.tf, side):
        if can_join(state, index, k):
            mask[force_action(state, k)] = 1
    if can_split_off(state, index):
        mask[Verb.NEW_FORCE] = 1


@native
def apply_transfer_to(state: State, rules: Rules, action):
    """BR-TF-06 The craft goes over."""
    side = int(state.seat)
    index = int(state.order[side].craft)
    tf = int(state.craft[index].tf)
    if action == Verb.NEW_FORCE:
        new = free_force(state, side)
        split_force(state, tf, new)
    else:
        new = decode_force(state, side, action)
    keep_lower_evasion(state, tf, new)
    leave_force(state, index)
    join_force(state, index, new)
    log_reconfiguring(state, side, index, new)
    proceed(state, Step.FORCES)


@native
def log_reconfiguring(state: State, side, index, tf):
    """Log a change of task force; only its own side sees that of an unknown craft."""
    event = log_event(state, Event.RECONFIGURE, side)
    event.actor = index
    event.target = tf
    event.known = 3 if state.craft[index].detected else 1 << side


@native
def legal_dummy_from(state: State, side, mask):
    """BR-TF-05 Undetected task forces on the map."""
    for k in side_range(state.tf, side):
        if can_spawn_dummy(state, k) and plans_force(state, k):
            mask[force_action(state, k)] = 1


@native
def apply_dummy_from(state: State, rules: Rules, action):
    """BR-TF-05, BR-AMB-88 A dummy splits off; it or the ships keep the number, at random."""
    side = int(state.seat)
    old, new = decode_force(state, side, action), free_force(state, side)
    split_force(state, old, new)
    hidden = not shows_craft(state, old)
    if hidden and pick(
        random_bits(state, Chance.SETUP, pair_key(old, RandomStream.KEPT_NUMBER)), 2
    ):
        change_places(state, old, new)
    proceed(state, Step.FORCES)


@native
def shows_craft(state: State, tf):
    """Whether a craft of a task force is detected."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf and craft.detected:
            return True
    return False


@native
def change_places(state: State, old, new):
    """Move all craft of a task force to the one that has just split off."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == old:
            craft.tf = new
    state.tf[new].strength = state.tf[old].strength
    state.tf[old].strength = 0


@native
def legal_merge_from(state: State, side, mask):
    """BR-TF-06 Task forces that can merge into another."""
    for k in side_range(state.tf, side):
        if can_merge_any(state, k, side) and plans_force(state, k):
            mask[force_action(state, k)] = 1


@native
def apply_merge_from(state: State, rules: Rules, action):
    """BR-TF-06 The task force that merges into another."""
    state.order[state.seat].tf = decode_force(state, int(state.seat), action)
    request_decision(state, Decision.MERGE_INTO, state.seat)


@native
def legal_merge_into(state: State, side, mask):
    """BR-TF-06 Task forces it can merge into."""
    for k in side_range(state.tf, side):
        if can_merge(state, int(state.order[side].tf), k):
            mask[force_action(state, k)] = 1


@native
def apply_merge_into(state: State, rules: Rules, action):
    """BR-TF-06, BR-AMB-28 All craft go over and the counter goes; unknown craft hide it."""
    side = int(state.seat)
    old = int(state.order[side].tf)
    new = decode_force(state, side, action)
    if state.tf[old].strength > 0:
        keep_lower_evasion(state, old, new)
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == old:
            craft.tf = new
            state.tf[old].strength -= 1
            join_force(state, k, new)
            log_reconfiguring(state, side, k, new)
    share_launches(state, old, forces_with(state, old))
    remove_force(state, old, Removal.GONE)
    proceed(state, Step.FORCES)
