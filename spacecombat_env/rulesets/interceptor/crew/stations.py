"""Chapter IDE: wounds of crewmen who serve on a Bridge or are in quarters."""

from spacecombat_env.core.native import native

from ..model import (
    WOUNDS,
    Chance,
    CrewStatus,
    Event,
    class_of,
    crew_of,
    note_own,
    roll_own,
    side_of,
)
from ..model.record_types import Rules, State
from .wounds import is_alive, kill_crewman, note_wound, stand_wound, stop_crewman

TENTHS = 10
"""Steps of the chance of a wound: a face of the die each."""


@native
def wound_number(lost, boxes):
    """IN-IDE-04, IN-AMB-43 On or below which a crewman is wounded: tenths lost, rounded up."""
    return (int(lost) * TENTHS + int(boxes) - 1) // int(boxes)


@native
def wound_column(lost, boxes):
    """IN-IDE-05, IN-AMB-43 Column of the consciousness table: quarters lost, rounded up."""
    return (int(lost) * WOUNDS + int(boxes) - 1) // int(boxes)


@native
def wound_station(state: State, rules: Rules, k, component, lost):
    """IN-IDE-04, 05, 34 All who live and are at a Bridge or in quarters may be wounded."""
    boxes = int(class_of(state, rules, k).component[component].boxes)
    number, column = wound_number(lost, boxes), wound_column(lost, boxes)
    for m in crew_of(state, rules, k):
        if state.crew[m].station == component and is_alive(state.crew[m]):
            face_wound(state, rules, m, number, column)


@native
def face_wound(state: State, rules: Rules, m, number, column):
    """IN-IDE-04 One crewman rolls; the event is STATION, for his side alone."""
    k = int(state.crew[m].craft)
    die = roll_own(state, Chance.BRIDGE, m, side_of(state, k))
    event = note_own(state, Event.STATION, k)
    event.c = m - int(state.craft[k].first_crew)
    event.d = number
    event.e = die
    event.f = die <= number
    if die <= number:
        suffer_wound(state, rules, m, column)


@native
def suffer_wound(state: State, rules: Rules, m, column):
    """IN-IDE-05, 06 A wounded crewman dies in the last column; else he rolls to stay conscious.

    One who is unconscious stays so, and wakes by the new column.
    """
    member = state.crew[m]
    member.column = column
    if column >= WOUNDS:
        note_wound(state, m, 0, 0, CrewStatus.DEAD)
        kill_crewman(state, rules, m)
        return
    if member.status == CrewStatus.AWAKE:
        stand_wound(state, rules, m, column)
    if member.status != CrewStatus.AWAKE:
        stop_crewman(state, rules, m)
