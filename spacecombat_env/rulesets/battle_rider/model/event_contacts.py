"""Contact numbers in the log: how the enemy calls the pieces that an event names.

A number may pass to another piece, and a piece that is gone has none. So an event keeps the numbers
that its pieces have when it happens, and its sentence never changes. They are stored in the event's
`detail`, in the order of COLUMNS, 0 for a piece that the enemy does not know.
"""

from enum import IntEnum

import numpy as np

from spacecombat_env.core.native import native

from .constants.log import LOG_LENGTH, Event
from .constants.sizes import NONE
from .record_types import EventRecord, State
from .referee import run_referee, was_sighted

COLUMNS = ("actor", "target", "c")
ACTOR, TARGET, THIRD = 0, 1, 2


class Piece(IntEnum):
    """The kind of piece in a column of an event."""

    NOTHING = 0
    CRAFT = 1
    FORCE = 2
    SPREAD = 3


_NOTHING, _CRAFT, _FORCE, _SPREAD = map(int, Piece)
OF_FORCE = (_NOTHING, _FORCE, _NOTHING)
USUAL = (_CRAFT, _CRAFT, _NOTHING)
"""Columns of events that are not in NAMED."""
NAMED = {
    **dict.fromkeys((Event.TASK, Event.CARDS), (_NOTHING, _NOTHING, _NOTHING)),
    **dict.fromkeys((Event.FORCE_REMOVED, Event.SPREAD_GONE), (_NOTHING, _NOTHING, _NOTHING)),
    **dict.fromkeys((Event.ENTER, Event.ROUND, Event.NEW_FORCE, Event.THRUST), OF_FORCE),
    **dict.fromkeys((Event.EVADE, Event.EVADE_LOWERED, Event.MOVE, Event.SHADOW), OF_FORCE),
    **dict.fromkeys((Event.JAMMED, Event.FLICKER, Event.GRAVITY, Event.SURFACE), OF_FORCE),
    Event.SENSORS: OF_FORCE,
    **dict.fromkeys((Event.DETECTED, Event.LAUNCH_CRAFT), (_CRAFT, _FORCE, _NOTHING)),
    Event.RECONFIGURE: (_CRAFT, _FORCE, _NOTHING),
    **dict.fromkeys((Event.SCAN, Event.LOCK), (_CRAFT, _FORCE, _SPREAD)),
    Event.FIRE: (_CRAFT, _CRAFT, _FORCE),
    Event.DEFENSE_FIRE: (_FORCE, _SPREAD, _NOTHING),
    **dict.fromkeys((Event.LAUNCH_MISSILES, Event.DAMPED), (_CRAFT, _SPREAD, _NOTHING)),
    **dict.fromkeys((Event.SPREAD_MOVE, Event.SPREAD_ATTACK), (_SPREAD, _FORCE, _SPREAD)),
    **dict.fromkeys((Event.SALVO, Event.MISSILES_FIRE, Event.DUEL), (_SPREAD, _CRAFT, _NOTHING)),
}
"""Kinds of piece in the columns of an event: actor, target, c."""
PIECES = np.array([NAMED.get(event, USUAL) for event in Event], np.int8)


@native
def settle(state: State):
    """Finish a step: the referee's work, and the numbers of pieces in the log."""
    run_referee(state)
    for n in range(
        max(int(state.log_delivered), int(state.log_count) - LOG_LENGTH), state.log_count
    ):
        number_pieces(state, state.log[n % LOG_LENGTH])


@native
def number_pieces(state: State, event: EventRecord):
    """Write the contact numbers of an event's pieces into it."""
    kind = int(event.kind)
    if kind == Event.TASK or kind == Event.CARDS:
        return
    actor, target = int(PIECES[kind, ACTOR]), int(PIECES[kind, TARGET])
    if kind == Event.SCAN or kind == Event.LOCK:
        if int(event.known) != 1 << int(event.side):
            actor = _FORCE  # the side searched for sees only the searching task force
    elif kind == Event.DETECTED and event.actor == NONE:
        target = _SPREAD
    if actor != _NOTHING:
        event.detail[ACTOR] = number_of(state, actor, int(event.actor))
    if was_sighted(event):
        event.detail[TARGET] = int(event.actor) + 1
    elif target != _NOTHING:
        event.detail[TARGET] = number_of(state, target, int(event.target))
    if PIECES[kind, THIRD] != _NOTHING:
        event.detail[THIRD] = number_of(state, int(PIECES[kind, THIRD]), int(event.c))


@native
def number_of(state: State, piece, index):
    """The contact number of a piece plus one; 0 if the enemy does not know it."""
    if piece == _CRAFT:
        return craft_number(state, index)
    return force_number(state, index) if piece == _FORCE else spread_number(state, index)


@native
def craft_number(state: State, index):
    """A craft's contact number plus one; 0 while it is undetected."""
    if index == NONE or not state.craft[index].detected:
        return 0
    return int(state.craft[index].contact) + 1


@native
def force_number(state: State, index):
    """A task force's contact number plus one; 0 if it is not visible."""
    return 0 if index == NONE else int(state.tf[index].contact) + 1


@native
def spread_number(state: State, index):
    """A spread's contact number plus one; 0 if it is not visible."""
    return 0 if index == NONE else int(state.spread[index].contact) + 1
