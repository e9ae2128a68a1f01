"""Chapter ABN 5.4: leaving without ejectors. Decision: ESCAPE, all of the crew, or one alone."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..crew.takeover import release_weapons
from ..crew.wounds import is_alive
from ..damage.carried import is_aboard
from ..damage.derelicts import judge_crew, shut_down
from ..damage.leaving import free_adrift, has_ejectors, someone_awake
from ..model import (
    NONE,
    Chance,
    CrewStatus,
    Decision,
    Event,
    Role,
    Step,
    Target,
    Verb,
    class_of,
    craft_action,
    crew_of,
    crewman,
    crewman_action,
    decode_craft,
    decode_crewman,
    is_active,
    is_out_of_control,
    note_craft,
    note_own,
    proceed,
    request_decision,
    roll_own,
    side_of,
    take_slot,
)
from ..model.record_types import Rules, State
from .ejecting import board, set_counter
from .small_craft import launch, may_launch_craft

WAY_TONS = 1000
"""IN-ABN-13 Tons of a ship for each turn on the way to its airlocks."""
COUNTER_PEOPLE = 8
"""Most people in one counter of those who leave by airlocks."""
AT_AIRLOCK = 1
"""Turns left of one who leaves at the end of this turn."""


@native
def may_airlock(state: State, rules: Rules, k):
    """IN-ABN-04, 12, IN-AMB-103 Whether a ship without ejectors may be left."""
    craft = state.craft[k]
    hurt = craft.inside > 0 or is_out_of_control(craft) or craft.fuse > 0
    if not is_active(craft) or not hurt or craft.left_in:
        return False
    return not has_ejectors(class_of(state, rules, k)) and someone_awake(state, rules, k)


@native
def begin_airlock(state: State, rules: Rules, seat, k):
    """IN-ABN-04 Request who leaves."""
    state.order[seat].craft = k
    request_decision(state, Decision.ESCAPE, seat)


@native
def may_slip_away(state: State, rules: Rules, k, m):
    """IN-ABN-04 Whether a crewman who is no pilot may leave a small ship alone."""
    member = state.crew[m]
    if class_of(state, rules, k).bridge or member.role == Role.PILOT or member.way > 0:
        return False
    return member.status == CrewStatus.AWAKE


@native
def legal_escape(state: State, rules: Rules, side, mask):
    """IN-ABN-04, 12, 14 All, one who is awake and no pilot, or all in a craft of its bays."""
    k = int(state.order[side].craft)
    mask[Verb.ALL] = 1
    for place in range(int(class_of(state, rules, k).crew)):
        if may_slip_away(state, rules, k, crewman(state, k, place)):
            mask[crewman_action(state, place)] = 1
    for other in side_range(state.craft, side):
        if may_launch_craft(state, rules, k, other):
            mask[craft_action(state, other)] = 1


@native
def apply_escape(state: State, rules: Rules, seat, action):
    """IN-ABN-04, 12, 13, 14 The order is given."""
    k = int(state.order[seat].craft)
    place, escape = decode_crewman(state, action), decode_craft(state, seat, action)
    if place == NONE:
        abandon(state, rules, k)
        if escape != NONE:
            board_escape(state, rules, k, escape)
    else:
        send_out(state, rules, k, crewman(state, k, place))
    proceed(state, Step.DECISION)


@native
def turns_to_airlock(tons):
    """IN-ABN-13 A turn for each 1000 t, at least one."""
    return max(int(tons) // WAY_TONS, 1)


@native
def abandon(state: State, rules: Rules, k):
    """IN-ABN-12, 13 All set out; for good, every system but life support and bays is shut down."""
    craft = state.craft[k]
    craft.left_in = 1
    shut_down(state, rules, k)
    event = note_craft(state, Event.LEFT_IN, k)
    event.c = turns_to_airlock(class_of(state, rules, k).tons)
    for m in crew_of(state, rules, k):
        if is_alive(state.crew[m]):
            state.crew[m].way = turns_to_airlock(class_of(state, rules, k).tons)
            state.crew[m].flies = 0


@native
def board_escape(state: State, rules: Rules, k, escape):
    """IN-ABN-14 Half a die of turns more until a craft of its bays is ready for launch."""
    craft, wait = state.craft[k], roll_own(state, Chance.ESCAPE, k, side_of(state, k)) // 2
    craft.escape = escape
    for m in crew_of(state, rules, k):
        if state.crew[m].way > 0:
            state.crew[m].way = int(state.crew[m].way) + wait


@native
def send_out(state: State, rules: Rules, k, m):
    """IN-ABN-04 One man sets out; the ship's systems still work, his weapons are not worked."""
    member = state.crew[m]
    member.way = turns_to_airlock(class_of(state, rules, k).tons)
    member.flies = 0
    release_weapons(state, rules, m)
    event = note_own(state, Event.AIRLOCK, k)
    event.c = m - int(state.craft[k].first_crew)
    event.d = member.way


@native
def turns_to_leave(state: State, rules: Rules, k):
    """IN-ABN-13 Turns until the last of those who leave craft k is out; 0 if nobody does."""
    turns = 0
    for m in crew_of(state, rules, k):
        if is_alive(state.crew[m]):
            turns = max(turns, int(state.crew[m].way))
    return turns


# --- the end of the turn -------------------------------------------------------------------------


@native
def walk_to_airlocks(state: State, rules: Rules):
    """IN-ABN-13 A turn less on the way; those who are there leave."""
    for k in range(len(state.craft)):
        if is_active(state.craft[k]) and walk(state, rules, k):
            if is_escape_ready(state, k):
                escape(state, rules, k)
            else:
                step_out(state, rules, k)
            judge_crew(state, rules, k)


@native
def walk(state: State, rules: Rules, k):
    """IN-ABN-13 Those on their way are a turn nearer; whether anybody is at an airlock."""
    there = False
    for m in crew_of(state, rules, k):
        member = state.crew[m]
        if is_alive(member) and member.way == AT_AIRLOCK:
            there = True
        elif member.way > 0:
            member.way = int(member.way) - 1
    return there


@native
def is_escape_ready(state: State, k):
    """IN-ABN-14 Whether the craft in which the crew of craft k means to escape is still there."""
    other = int(state.craft[k].escape)
    return other != NONE and is_aboard(state, other, k)


@native
def escape(state: State, rules: Rules, k):
    """IN-ABN-14, 16 All are launched in it; they share its fate."""
    craft, other = state.craft[k], int(state.craft[k].escape)
    for m in crew_of(state, rules, k):
        member = state.crew[m]
        if is_alive(member):
            member.way = 0
            member.status = CrewStatus.GONE
            member.rescuer = other
    craft.escape = NONE
    launch(state, k, other, int(craft.heading), int(craft.facing), int(craft.velocity))


@native
def step_out(state: State, rules: Rules, k):
    """IN-ABN-13, 16 They appear in the hex of craft k; who finds no counter waits a turn."""
    n, waiting = NONE, False
    for m in crew_of(state, rules, k):
        member = state.crew[m]
        if waiting or not is_alive(member) or member.way != AT_AIRLOCK:
            continue
        if n == NONE or state.adrift[n].people == COUNTER_PEOPLE:
            n = free_adrift(state, side_of(state, k))
            waiting = n == NONE
            if waiting:
                continue
            open_counter(state, k, n)
        member.way = 0
        board(state, rules, n, m)


@native
def open_counter(state: State, k, n):
    """IN-ABN-13, 16 An empty counter in the hex of craft k. The event is OUTSIDE."""
    craft = state.craft[k]
    take_slot(state, Target.ADRIFT, n)
    set_counter(state, k, n, int(craft.q), int(craft.r))
    state.adrift[n].moved = 0
    event = note_craft(state, Event.OUTSIDE, k)
    event.a = n
