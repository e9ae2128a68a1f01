"""Chapter ABN: crews in space are picked up. Decision: RESCUE, a crew in space, or pass.

Stages of Step.RESCUE, in `state.cursor`: the ship that may try next.
"""

from spacecombat_env.core.native import native

from ..crew.skills import passes, piloting_number
from ..crew.wounds import consciousness
from ..damage.berths import berth_for, free_places
from ..model import (
    NONE,
    Chance,
    Decision,
    Event,
    Step,
    Verb,
    adrift_action,
    decode_adrift,
    flier_of,
    is_active,
    is_out_of_control,
    note,
    note_craft,
    pair,
    proceed,
    request_decision,
    roll,
    roll_own,
    side_of,
    steps_between,
)
from ..model.record_types import Adrift, Craft, Rules, State


@native
def may_lower(state: State, rules: Rules, k):
    """IN-ABN-07, IN-AMB-120 Whether a craft may lower its shields: it has done nothing else."""
    craft = state.craft[k]
    if not is_active(craft) or craft.lowered or craft.left_in or is_out_of_control(craft):
        return False
    if craft.fired != 0 or craft.guarded != 0 or craft.decoyed or craft.stopped > 0:
        return False
    if flier_of(state, rules, k) == NONE or not is_anybody_adrift(state, side_of(state, k)):
        return False
    return free_places(state, rules, k) > 0


@native
def is_anybody_adrift(state: State, side):
    """Return whether a side could pick up somebody in space: its own, or the prize."""
    for n in range(len(state.adrift)):
        if state.adrift[n].people > 0 and may_want(state, side, n):
            return True
    return False


@native
def may_want(state: State, side, n):
    """IN-AMB-120, IN-SCN-10 Whether a side may pick up a crew: its own, or the prize."""
    return state.adrift[n].prize != 0 or n // (len(state.adrift) // 2) == side


@native
def lower(state: State, k):
    """IN-ABN-07, IN-AMB-120 Its shields are down until the end of the turn: both sides know."""
    state.craft[k].lowered = 1
    note_craft(state, Event.LOWERED, k)


# --- the end of the turn -------------------------------------------------------------------------


@native
def rescue_step(state: State, rules: Rules):
    """IN-ABN-08 Each ship with a crew in its hex may try once, after all movement and combat."""
    for k in range(int(state.cursor), len(state.craft)):
        state.cursor = k
        if has_crew_beside(state, rules, k):
            state.order[side_of(state, k)].craft = k
            request_decision(state, Decision.RESCUE, side_of(state, k))
            return
    state.cursor = 0
    proceed(state, Step.DEPART)


@native
def has_crew_beside(state: State, rules: Rules, k):
    """IN-ABN-07 Whether a craft with lowered shields has a crew of its side to pick up."""
    if not state.craft[k].lowered or not is_active(state.craft[k]):
        return False
    for n in range(len(state.adrift)):
        if may_pick_up(state, rules, k, n):
            return True
    return False


@native
def may_pick_up(state: State, rules: Rules, k, n):
    """IN-ABN-07, 09, IN-AMB-120 Same hex, heading and velocity, somebody awake, and room."""
    craft, crew = state.craft[k], state.adrift[n]
    if crew.people == 0 or not may_want(state, side_of(state, k), n):
        return False
    if not crew.conscious or not flies_with(craft, crew):
        return False
    return crew.people <= free_places(state, rules, k)


@native
def flies_with(craft: Craft, crew: Adrift):
    """IN-ABN-07 Whether a craft flies as a crew does, in its hex."""
    if steps_between(craft, crew) != 0:
        return False
    return craft.heading == crew.heading and craft.velocity == crew.velocity


@native
def legal_rescue(state: State, rules: Rules, side, mask):
    """IN-ABN-07, 09 Crews that may be picked up, and `pass`."""
    k = int(state.order[side].craft)
    mask[Verb.PASS] = 1
    for n in range(len(state.adrift)):
        if may_pick_up(state, rules, k, n):
            mask[adrift_action(state, side, n)] = 1


@native
def apply_rescue(state: State, rules: Rules, seat, action):
    """IN-ABN-08 One attempt; then the next ship."""
    k = int(state.order[seat].craft)
    if action != Verb.PASS:
        attempt(state, rules, k, decode_adrift(state, seat, action))
    state.cursor = k + 1
    proceed(state, Step.RESCUE)


@native
def attempt(state: State, rules: Rules, k, n):
    """IN-ABN-08, IN-AMB-50 A Piloting roll; each failure before takes one off the die."""
    crew = state.adrift[n]
    number, die = int(piloting_number(state, rules, k)), roll(state, Chance.RESCUE, pair(k, n))
    saved = passes(state, rules, k, die - int(crew.tries), number)
    event = note_craft(state, Event.RESCUE, k)
    event.a = n
    event.b = crew.people
    event.c = number + int(crew.tries)
    event.d = die
    event.e = saved
    if saved:
        take_aboard(state, rules, k, n)
    else:
        crew.tries = int(crew.tries) + 1


@native
def take_aboard(state: State, rules: Rules, k, n):
    """IN-ABN-08, 10 The crew rides in Rescue Compartments of craft k; its counter is free."""
    crew, crewmen = state.adrift[n], len(state.crew) // 2
    side = n // (len(state.adrift) // 2)
    for place in range(crewmen):
        if (int(crew.crew) >> place) & 1:
            member = state.crew[side * crewmen + place]
            member.berth = berth_for(state, rules, k)
            member.rescuer = k
    if crew.prize:
        state.prize_holder = k
        crew.prize = 0
        note_craft(state, Event.PRIZE, k)
    crew.crew = 0
    crew.people = 0
    crew.tries = 0


# --- the Decision Phase --------------------------------------------------------------------------


@native
def wake_adrift(state: State, rules: Rules):
    """IN-ABN-09, IN-IDE-07 Unconscious crews in space keep rolling to wake."""
    for n in range(len(state.adrift)):
        crew = state.adrift[n]
        if crew.people > 0 and not crew.conscious and does_wake(state, rules, n):
            crew.conscious = 1
            side = n // (len(state.adrift) // 2)
            event = note(state, Event.AWAKE_ADRIFT, side)
            event.known = 1 << side
            event.a = n


@native
def does_wake(state: State, rules: Rules, n):
    """IN-ABN-09 Whether one of a crew in space regains consciousness, each by his wounds."""
    crewmen, wakes = len(state.crew) // 2, False
    side = n // (len(state.adrift) // 2)
    for place in range(crewmen):
        if (int(state.adrift[n].crew) >> place) & 1:
            m = side * crewmen + place
            number = consciousness(state, rules, m, state.crew[m].hits)
            wakes = roll_own(state, Chance.WAKE, m, side) <= number or wakes
    return wakes
