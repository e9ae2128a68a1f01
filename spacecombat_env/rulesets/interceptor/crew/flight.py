"""Chapter FLT: the crewman at the controls."""

from spacecombat_env.core.native import native

from ..model import (
    COCKPIT_BOXES,
    NONE,
    CrewStatus,
    Role,
    class_of,
    crew_of,
    is_installation,
    is_out,
    is_skilled,
)
from ..model.record_types import Crew, Rules, State

STAND_IN = 3  # IN-FLT-02, and IN-OVL-13 for weapons


@native
def can_act(member: Crew):
    """IN-IDE-06, 08, IN-ABN-13 Whether a crewman is awake, with a cockpit, not on his way out."""
    if member.way > 0:
        return False
    return member.status == CrewStatus.AWAKE and int(member.hits) <= COCKPIT_BOXES // 2


@native
def may_fly(state: State, rules: Rules, m):
    """IN-FLT-01..05, IN-IDE-03 Whether a crewman may fly: any where there is a Bridge.

    A Bridge that is out has none: then a backup must be manned.
    """
    member = state.crew[m]
    craft = state.craft[int(member.craft)]
    if not can_act(member) or is_installation(craft) or is_out(craft, int(member.station)):
        return False
    return is_skilled(member) or class_of(state, rules, int(member.craft)).bridge != 0


@native
def choose_flier(state: State, rules: Rules, k):
    """IN-FLT-01..05 The flier: a pilot, else the first with the skill, else any who may."""
    able, skilled = NONE, NONE
    for m in crew_of(state, rules, k):
        if not may_fly(state, rules, m):
            continue
        if state.crew[m].role == Role.PILOT:
            return m
        if able == NONE:
            able = m
        if skilled == NONE and is_skilled(state.crew[m]):
            skilled = m
    return able if skilled == NONE else skilled


@native
def settle_flier(state: State, rules: Rules, k):
    """IN-FLT-01..05, IN-TSK-09 Write crew.flies: the pilot if he can, else a stand-in.

    Controls change hands in the Decision Phase alone.
    """
    flier = choose_flier(state, rules, k)
    for m in crew_of(state, rules, k):
        state.crew[m].flies = m == flier


@native
def flight_penalty(state: State, rules: Rules, m):
    """IN-FLT-02, 03 A stand-in's addition to Piloting rolls: 3 without a Bridge."""
    member = state.crew[m]
    if member.role == Role.PILOT or class_of(state, rules, int(member.craft)).bridge:
        return 0
    return STAND_IN
