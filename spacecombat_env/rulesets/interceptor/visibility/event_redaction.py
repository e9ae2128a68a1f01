"""Each side's log: events without their secret columns."""

from spacecombat_env.core.native import native

from ..model import NONE, UNDISCLOSED, Event, Load
from ..model.record_types import EventRecord

NO_FLICKER = 0  # in place of a hidden flicker rate


@native
def redact_event(event: EventRecord, seat):
    """Hide the secret columns of an event that a seat may read."""
    event.known = 1 << seat
    redact_number(event)
    if event.side != seat:
        redact_enemy_event(event)


@native
def redact_number(event: EventRecord):
    """Hide the number of a shot, a lock, an interception: it depends on both sides' skills and
    gear.
    """
    if event.kind == Event.SHOT or event.kind == Event.LOCK:
        event.c = UNDISCLOSED
    elif event.kind == Event.INTERCEPTED:
        event.e = UNDISCLOSED


@native
def redact_enemy_event(event: EventRecord):
    """Hide how good an enemy's shields, guns, hull and crew are in its acts and losses."""
    kind = int(event.kind)
    if kind == Event.SHIELD:
        event.a = NO_FLICKER
    elif kind == Event.LAUNCH and event.c != Load.HELL:  # IN-DEF-04
        event.c = NONE
    elif kind == Event.EJECTED:
        event.c = NONE
    elif kind == Event.RESCUE:
        event.c = UNDISCLOSED
    elif kind == Event.OUT_OF_CONTROL or kind == Event.GUARD or kind == Event.COLLAPSE:
        event.c = UNDISCLOSED
        if kind == Event.COLLAPSE:
            event.d = UNDISCLOSED
