"""Chapters LCH and DRN: riders and drones launched, and taken aboard again."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    NONE,
    CraftStatus,
    Event,
    Result,
    Step,
    Verb,
    craft_slots,
    force_action,
    force_slots,
    log_event,
    proceed,
)
from ..model.record_types import Rules, State
from ..movement.counters import free_force, free_forces, split_force
from ..ships.abilities import is_on_map, on_ground
from ..ships.black_globes import switch_off
from ..ships.losses import leave_force
from .task_forces import has_room, holds_tumbler, join_force

# --- possible changes of task forces -------------------------------------------------------------


@native
def can_launch_craft(state: State, rules: Rules, index):
    """BR-LCH-01, 08, BR-DRN-04, BR-AMB-98 A rider or drone aboard a ship whose computer works."""
    craft = state.craft[index]
    if craft.status != CraftStatus.ABOARD:
        return False
    carrier = state.craft[craft.keeper]
    if not is_on_map(state, carrier) or on_ground(state, carrier):
        return False
    if carrier.damage[Result.COMPUTER]:
        return False
    tf = int(carrier.tf)
    return launch_has_room(state, tf)


@native
def launch_has_room(state: State, tf):
    """BR-LCH-03 A launched craft joins its launcher's force or forms a new one."""
    side = tf // force_slots(state)
    if has_room(state, tf, 1) and not holds_tumbler(state, tf):
        return True
    return free_forces(state, side) > 0


@native
def riders_aboard(state: State, rules: Rules, carrier):
    """BR-LCH-07 Riders that a tender carries now; a stowed drone takes no rider's place."""
    count = 0
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.ABOARD and craft.keeper == carrier:
            count += 0 if rules.classes[craft.klass].drone else 1
    return count


@native
def can_take_aboard(state: State, rules: Rules, carrier, index):
    """BR-LCH-06, 07, 09, BR-AMB-96 Tender and rider, or controller and drone, in one force."""
    ship, craft = state.craft[carrier], state.craft[index]
    if not is_on_map(state, ship) or ship.tf != craft.tf or carrier == index:
        return False
    klass = rules.classes[ship.klass]
    if rules.classes[craft.klass].drone:
        return craft.keeper == carrier
    if klass.rider_klass != craft.klass:
        return False
    return riders_aboard(state, rules, carrier) < klass.riders


@native
def recoverer(state: State, rules: Rules, index):
    """The first ship that can take a craft aboard, or NONE: a contested rider stays."""
    craft = state.craft[index]
    if not is_on_map(state, craft) or craft.tumble or on_ground(state, craft):
        return NONE
    if craft.boarders != NONE:
        return NONE
    side = index // craft_slots(state)
    for k in side_range(state.craft, side):
        if can_take_aboard(state, rules, k, index):
            return k
    return NONE


# --- actions -------------------------------------------------------------------------------------


@native
def recover_craft(state: State, rules: Rules, index):
    """BR-LCH-06 The rider or drone goes aboard; its sensors are in and its black globe is off."""
    carrier = recoverer(state, rules, index)
    craft = state.craft[index]
    leave_force(state, index)
    craft.status = CraftStatus.ABOARD
    craft.keeper = carrier
    craft.active = 0
    craft.extended = 0
    craft.jamming = 0
    craft.facing = NONE
    switch_off(craft)
    event = log_event(state, Event.RECOVER, index // craft_slots(state))
    event.actor = index
    event.known = 3 if craft.detected else 1 << (index // craft_slots(state))
    proceed(state, Step.FORCES)


@native
def legal_launch_to(state: State, side, mask):
    """BR-LCH-03 The launcher's task force, or a new one in its hex."""
    index = int(state.order[side].craft)
    tf = int(state.craft[state.craft[index].keeper].tf)
    if has_room(state, tf, 1) and not holds_tumbler(state, tf):
        mask[force_action(state, tf)] = 1
    if free_forces(state, side) > 0:
        mask[Verb.NEW_FORCE] = 1


@native
def apply_launch_to(state: State, rules: Rules, action):
    """BR-LCH-03, 04, BR-AMB-29, 96 Launch with the launcher's vector; detection is kept."""
    side = int(state.seat)
    index = int(state.order[side].craft)
    craft = state.craft[index]
    tf = int(state.craft[craft.keeper].tf)
    if action == Verb.NEW_FORCE:
        new = free_force(state, side)
        split_force(state, tf, new)
        tf = new
    craft.status = CraftStatus.IN_FORCE
    join_force(state, index, tf)
    event = log_event(state, Event.LAUNCH_CRAFT, side)
    event.actor = index
    event.target = tf
    event.known = 3 if craft.detected else 1 << side
    proceed(state, Step.FORCES)
