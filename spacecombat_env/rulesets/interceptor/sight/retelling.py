"""The log as each side is told it: an event without what its reader may not know."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import Load
from spacecombat_env.rulesets.interceptor.pieces.constants.log import UNTOLD, Event
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import NONE

NO_FLICKER = 0  # in place of a flicker rate that a reader is not told


@jit
def hide_event(event, seat):
    """Hide what a seat is not told of an event that it may read."""
    event.known = 1 << seat
    hide_number(event)
    if event.side != seat:
        hide_enemy_event(event)


@jit
def hide_number(event):
    """The number of a shot, a lock, an interception: both sides' skills and gear are in it."""
    if event.kind == Event.SHOT or event.kind == Event.LOCK:
        event.c = UNTOLD
    elif event.kind == Event.INTERCEPTED:
        event.e = UNTOLD


@jit
def hide_enemy_event(event):
    """Of what an enemy does, or suffers: not how good its shields, guns, hull and crew are."""
    kind = int(event.kind)
    if kind == Event.SHIELD:
        event.a = NO_FLICKER
    elif kind == Event.LAUNCH and event.c != Load.HELL:  # IN-DEF-04
        event.c = NONE
    elif kind == Event.EJECTED:
        event.c = NONE
    elif kind == Event.OUT_OF_CONTROL or kind == Event.GUARD or kind == Event.COLLAPSE:
        event.c = UNTOLD
        if kind == Event.COLLAPSE:
            event.d = UNTOLD
