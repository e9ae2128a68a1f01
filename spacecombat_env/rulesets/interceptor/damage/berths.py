"""Chapter ABN: Rescue Compartments and those who ride in them.

An Internal RC lies inside, behind armour and shields; an External RC on the armour, behind shields
alone (IN-ABN-10): each is hit as any component there.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import Comp, CrewStatus, Event, class_of, is_out, note_own, side_of
from ..model.record_types import Rules, State

PLACES = 2
"""IN-ABN-07 Persons in a Rescue Compartment."""


@native
def riders_in(state: State, k, component):
    """Return how many ride in one Rescue Compartment of craft k."""
    count = 0
    for m in side_range(state.crew, side_of(state, k)):
        member = state.crew[m]
        count += member.rescuer == k and member.berth == component
    return count


@native
def free_places(state: State, rules: Rules, k):
    """IN-ABN-07, IN-IDE-42 Places left in the Rescue Compartments of craft k that work."""
    klass, places = class_of(state, rules, k), 0
    for component in range(int(klass.components)):
        works = klass.component[component].kind == Comp.RESCUE
        if works and not is_out(state.craft[k], component):
            places += max(PLACES - int(riders_in(state, k, component)), 0)
    return places


@native
def berth_for(state: State, rules: Rules, k):
    """Return the first Rescue Compartment of craft k with a place left; there must be one."""
    klass, found = class_of(state, rules, k), 0
    for component in range(int(klass.components)):
        works = klass.component[component].kind == Comp.RESCUE
        if works and not is_out(state.craft[k], component):
            if riders_in(state, k, component) < PLACES:
                return component
            found = component
    return found


@native
def lose_berth(state: State, k, component):
    """IN-IDE-42 Those in a disabled Rescue Compartment are killed."""
    lost = 0
    for m in side_range(state.crew, side_of(state, k)):
        member = state.crew[m]
        if member.rescuer == k and member.berth == component:
            lost += member.status != CrewStatus.DEAD
            member.status = CrewStatus.DEAD
    if lost > 0:
        event = note_own(state, Event.BERTH_LOST, k)
        event.a = lost


@native
def lose_riders(state: State, k):
    """IN-ABN-10 All who ride in craft k die with it."""
    for m in side_range(state.crew, side_of(state, k)):
        if state.crew[m].rescuer == k:
            state.crew[m].status = CrewStatus.DEAD
