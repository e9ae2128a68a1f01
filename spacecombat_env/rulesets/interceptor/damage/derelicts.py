"""Chapter DES: derelicts."""

from spacecombat_env.core.native import native

from ..crew.service import count_kill
from ..crew.wounds import has_living
from ..model import (
    DIRECTIONS,
    CrewStatus,
    Event,
    Status,
    class_of,
    crew_of,
    is_active,
    note_craft,
)
from ..model.record_types import Rules, State


@native
def has_left(state: State, rules: Rules, k):
    """Return whether any of the crew has left the craft."""
    for m in crew_of(state, rules, k):
        if state.crew[m].status == CrewStatus.GONE:
            return True
    return False


@native
def shut_down(state: State, rules: Rules, k):
    """IN-DES-08 Dead-man controls: no power except for life support; no weapon is worked."""
    craft = state.craft[k]
    for side in range(DIRECTIONS):
        craft.shield[side] = 0
    craft.ecm = False
    craft.thrust = 0
    craft.out = (1 << int(class_of(state, rules, k).weapons)) - 1


@native
def judge_crew(state: State, rules: Rules, k):
    """IN-DES-08, IN-CRW-07 A craft without skilled crew aboard is DERELICT.

    It is ABANDONED if they left. The last crewman to hit it gets the credit.
    """
    craft = state.craft[k]
    if not is_active(craft) or has_living(state, rules, k):
        return
    left = has_left(state, rules, k)
    craft.status = Status.ABANDONED if left else Status.DERELICT
    shut_down(state, rules, k)
    count_kill(state, rules, int(craft.hit_by), k)
    note_craft(state, Event.ABANDONED if left else Event.DERELICT, k)
