"""Chapter REF, double-blind play: the enemy pieces and events that the referee reveals to a player.

No enemy piece is on a player's map until found. A task force is visible while a craft in it is
detected, a missile spread when it is detected or attacks. After every step of the engine the
referee numbers the visible pieces and removes from the log the events that a player could not have
noticed.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from .actions import force_slots, spread_slots
from .constants.categories import CraftStatus, ForceStatus, Secrecy, Sensor
from .constants.log import LOG_LENGTH, Event
from .constants.sizes import NONE
from .constants.turn import Grade
from .record_types import EventRecord, Spread, State

UNDISCLOSED = -1  # hits that the firing player does not learn of (BR-REF-01)

# --- visible pieces ------------------------------------------------------------------------------


@native
def is_blind(state: State):
    """BR-REF-01 Whether the game is played double-blind."""
    return int(state.secrecy) & Secrecy.BLIND != 0


@native
def is_sighted(state: State, tf):
    """BR-REF-01 Whether the enemy sees a task force: it has found a craft in it."""
    if tf == NONE or state.tf[tf].status != ForceStatus.ON_MAP:
        return False
    side = tf // force_slots(state)
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.detected and craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            return True
    return False


@native
def shows(state: State, tf):
    """Whether the enemy sees a task force that is on the map."""
    return not is_blind(state) or is_sighted(state, tf)


@native
def spread_shows(spread: Spread):
    """BR-REF-01 A spread shows when it is detected, or attacks."""
    return bool(spread.detected) or spread.target_tf != NONE or spread.target_spread != NONE


@native
def number_sightings(state: State):
    """Number only visible pieces, so that the numbers do not count the rest."""
    for k in range(len(state.tf)):
        if not is_sighted(state, k):
            state.tf[k].contact = NONE
    for k in range(len(state.tf)):
        if state.tf[k].contact == NONE and is_sighted(state, k):
            state.tf[k].contact = lowest_free_contact(state.tf, k // force_slots(state))
    for k in range(len(state.spread)):
        spread = state.spread[k]
        if spread.count == 0 or not spread_shows(spread):
            spread.contact = NONE
    for k in range(len(state.spread)):
        spread = state.spread[k]
        if spread.count > 0 and spread.contact == NONE and spread_shows(spread):
            spread.contact = lowest_free_contact(state.spread, k // spread_slots(state))


@native
def lowest_free_contact(pieces, side):
    """Lowest contact number that no piece of a side bears."""
    slots = len(pieces) // 2
    for contact in range(slots):
        taken = False
        for k in side_range(pieces, side):
            taken = taken or pieces[k].contact == contact
        if not taken:
            return contact
    return 0


# --- log entries ---------------------------------------------------------------------------------


@native
def run_referee(state: State):
    """BR-REF-01 Number visible pieces, and judge the events not yet delivered."""
    if not is_blind(state):
        return
    number_sightings(state)
    for n in range(
        max(int(state.log_delivered), int(state.log_count) - LOG_LENGTH), state.log_count
    ):
        judge_event(state, state.log[n % LOG_LENGTH])


@native
def judge_event(state: State, event: EventRecord):
    """BR-REF-01 Hide an event from the side that could not have noticed it."""
    kind = int(event.kind)
    if event.side < 0 or kind == Event.OUTCOME or kind == Event.TASK or kind == Event.CARDS:
        return  # the readers of a task are set when it is logged (tasks.py)
    own = 1 << int(event.side)
    if kind == Event.SCAN or kind == Event.LOCK:
        judge_scan(state, event)
    elif kind == Event.MARKER:
        event.known = 0
    elif kind == Event.SCREENED or kind == Event.GLOBE_ABSORBS or kind == Event.FORCE_REMOVED:
        event.known = int(event.known) & own
    elif is_of_force(kind):
        if not is_sighted(state, int(event.target)) and not was_sighted(event):
            event.known = int(event.known) & own
    elif kind == Event.SPREAD_MOVE or kind == Event.SPREAD_ATTACK:
        if not spread_shows(state.spread[event.actor]):
            event.known = int(event.known) & own
    elif kind == Event.SPREAD_GONE:
        if not state.spread[event.a].detected:
            event.known = int(event.known) & own
    elif kind == Event.LAUNCH_MISSILES and int(event.known) != own:
        event.known = 0
    elif kind == Event.FIRE and int(event.known) == 3 - own:
        if not is_sighted(state, int(event.c)):
            event.c = NONE


@native
def is_of_force(kind):
    """Whether the target of an event is a task force of the acting side."""
    return (
        kind == Event.ENTER
        or kind == Event.ROUND
        or kind == Event.NEW_FORCE
        or kind == Event.THRUST
        or kind == Event.EVADE
        or kind == Event.EVADE_LOWERED
        or kind == Event.MOVE
        or kind == Event.SHADOW
        or kind == Event.JAMMED
        or kind == Event.FLICKER
        or kind == Event.GRAVITY
        or kind == Event.SURFACE
    )


@native
def was_sighted(event: EventRecord):
    """BR-REF-01 Whether the enemy saw a task force as it moved, though it is not on the map now.

    The event has the contact number that the force had then.
    """
    kind = int(event.kind)
    is_move = kind == Event.THRUST or kind == Event.EVADE or kind == Event.MOVE
    return is_move and event.actor != NONE


@native
def judge_scan(state: State, event: EventRecord):
    """BR-REF-01 A search reveals only its findings; a passive sensor is not noticed."""
    own = 1 << int(event.side)
    if int(event.known) == own:
        spread = int(event.c)
        visible = spread_shows(state.spread[spread]) if spread != NONE else False
        if not visible and not is_sighted(state, int(event.target)):
            event.known = 0
        return
    if event.a == Sensor.PASSIVE:
        event.known = 0
    elif event.actor != NONE and not is_sighted(state, int(event.actor)):
        event.actor = NONE
    event.b = Grade.FAILURE  # its owner learns the finding from the DETECTED event


@native
def is_hidden_force(state: State, tf, seat):
    """Whether a task force is an enemy one that a seat does not see."""
    return tf != NONE and tf // force_slots(state) != seat and not is_sighted(state, tf)


@native
def is_hidden_spread(state: State, index, seat):
    """Whether a spread is an enemy one that a seat does not see."""
    if index == NONE or index // spread_slots(state) == seat:
        return False
    return state.spread[index].count == 0 or not spread_shows(state.spread[index])
