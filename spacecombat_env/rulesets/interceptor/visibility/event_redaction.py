"""The log as each side is told it: an event without what its reader may not know."""

from spacecombat_env.core.engine.jit import jit

from ..model import NONE, UNDISCLOSED, Event, Load

NO_FLICKER = 0  # in place of a flicker rate that a reader is not told


@jit
def redact_event(event, seat):
    """Hide what a seat is not told of an event that it may read."""
    event.known = 1 << seat
    redact_number(event)
    if event.side != seat:
        redact_enemy_event(event)


@jit
def redact_number(event):
    """The number of a shot, a lock, an interception: both sides' skills and gear are in it."""
    if event.kind == Event.SHOT or event.kind == Event.LOCK:
        event.c = UNDISCLOSED
    elif event.kind == Event.INTERCEPTED:
        event.e = UNDISCLOSED


@jit
def redact_enemy_event(event):
    """Of what an enemy does, or suffers: not how good its shields, guns, hull and crew are."""
    kind = int(event.kind)
    if kind == Event.SHIELD:
        event.a = NO_FLICKER
    elif kind == Event.LAUNCH and event.c != Load.HELL:  # IN-DEF-04
        event.c = NONE
    elif kind == Event.EJECTED:
        event.c = NONE
    elif kind == Event.OUT_OF_CONTROL or kind == Event.GUARD or kind == Event.COLLAPSE:
        event.c = UNDISCLOSED
        if kind == Event.COLLAPSE:
            event.d = UNDISCLOSED
