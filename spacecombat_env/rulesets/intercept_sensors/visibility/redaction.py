"""Redaction: the information state from which observation, mask, view and picture derive.

`redact_state` reduces a copy of a state to what one side knows: its own ships, tracked enemies,
announced scans and answers of the enemy, lost tracks, its own map of searches. Everything else is
zero, or NONE where zero has a meaning. The fields of a unit are blanked by the level that they
declare (model/state.py).
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    NONE,
    RECENT_SCANS,
    InterceptDecision,
    InterceptEvent,
)
from ..model.record_types import Event, State
from .redacted_fields import (
    redact_card,
    redact_decision,
    redact_engine,
    redact_found,
    redact_order,
    redact_own,
    redact_scanner,
    redact_side,
)


@native
def redact_state(state: State, seat):
    """Hide from a seat what it cannot know; `state` is a copy without log and random streams."""
    enemy = 1 - seat
    redact_engine(state)
    state.log_count = 0
    redact_side(state, enemy)
    if state.seat != seat or state.decision == InterceptDecision.NOTHING:
        redact_decision(state)
    for k in side_range(state.unit_of, enemy):
        unit = state.unit_of[k]
        redact_own(unit)
        if not unit.tracked:
            redact_found(unit)
            if not unit.identified:
                redact_card(unit)
    for k in range(RECENT_SCANS):
        if state.scan[enemy, k].side > 0:
            redact_scanner(state.scan[enemy, k])
    redact_order(state.order[enemy])


@native
def redact_event(event: Event, seat):
    """Hide the secret columns of an event that a seat may read."""
    event.known = 1 << seat
    if int(event.hidden) >> seat & 1:
        event.unit = NONE
    event.hidden = 0
    if event.side != seat:
        redact_scanner_details(event)


@native
def redact_scanner_details(event: Event):
    """Hide the scanner's skill, and why its side lost a track."""
    if event.kind == InterceptEvent.ROLL:
        event.b = 0
    elif event.kind == InterceptEvent.LOST:
        event.a = NONE
