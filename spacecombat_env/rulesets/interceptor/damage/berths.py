"""Chapter ABN: Rescue Compartments and those who ride in them.

An Internal RC lies inside, behind armour and shields; an External RC on the armour, behind shields
alone (IN-ABN-10): each is hit as any component there. The man whom both sides want may ride with
his enemies (IN-SCN-10).
"""

from spacecombat_env.core.native import native

from ..model import NONE, Comp, CrewStatus, Event, class_of, is_out, note, note_own
from ..model.record_types import Rules, State

PLACES = 2
"""IN-ABN-07, IN-CON-32 Persons in a Rescue Compartment."""


@native
def riders_in(state: State, k, component):
    """Return how many ride in one Rescue Compartment of craft k."""
    count = 0
    for m in range(len(state.crew)):
        member = state.crew[m]
        count += member.rescuer == k and member.berth == component
    return count


@native
def is_berth(state: State, rules: Rules, k, component):
    """IN-ABN-07, IN-IDE-42 Whether a component is a Rescue Compartment that works."""
    part = class_of(state, rules, k).component[component]
    return part.kind == Comp.RESCUE and not is_out(state.craft[k], component)


@native
def free_places(state: State, rules: Rules, k):
    """IN-ABN-07, IN-CON-32 Places left in the Rescue Compartments of craft k."""
    places = 0
    for component in range(int(class_of(state, rules, k).components)):
        if is_berth(state, rules, k, component):
            places += max(PLACES - int(riders_in(state, k, component)), 0)
    return places


@native
def berth_for(state: State, rules: Rules, k):
    """Return the first Rescue Compartment of craft k with a place left; NONE without one."""
    for component in range(int(class_of(state, rules, k).components)):
        if is_berth(state, rules, k, component) and riders_in(state, k, component) < PLACES:
            return component
    return NONE


@native
def lose_berth(state: State, k, component):
    """IN-IDE-42 Those in a disabled Rescue Compartment are killed."""
    lost = 0
    for m in range(len(state.crew)):
        if state.crew[m].rescuer == k and state.crew[m].berth == component:
            lost += kill_rider(state, m)
    if lost > 0:
        event = note_own(state, Event.BERTH_LOST, k)
        event.a = lost


@native
def lose_riders(state: State, k):
    """IN-ABN-10 All who ride in craft k die with it."""
    for m in range(len(state.crew)):
        if state.crew[m].rescuer == k:
            kill_rider(state, m)


@native
def kill_rider(state: State, m):
    """IN-IDE-42, IN-SCN-09 One rider is dead; return 1, or 0 if he was before."""
    member = state.crew[m]
    if member.status != CrewStatus.GONE:
        return 0
    member.status = CrewStatus.DEAD
    if member.craft == NONE:  # he belongs to no ship: the man whom both sides want
        state.prize_holder = NONE
        note(state, Event.PRIZE_DEAD, NONE)
    return 1
