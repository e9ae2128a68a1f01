"""What a seat may know: the one door through which observation, mask, view and picture look.

`hide` turns a copy of a state into what one side knows of it: its own ships, tracked enemies,
what the enemy's scans and answers told, the tracks it lost, its own map of searches. Everything
else is zero, or NONE where zero would mean something. What a unit's fields hold is blank by the
level that they declare (pieces/state.py).
"""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.core.writing import hiding
from spacecombat_env.rulesets.intercept_sensors.pieces.asks import Ask
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import BOXES, NONE, RECENT_SCANS
from spacecombat_env.rulesets.intercept_sensors.pieces.events import Event
from spacecombat_env.rulesets.intercept_sensors.pieces.levels import Level
from spacecombat_env.rulesets.intercept_sensors.pieces.state import UNIT
from spacecombat_env.rulesets.intercept_sensors.scans.declaring import forget_order


@jit
def hide(state, seat):
    """Hide from a seat what it cannot know; `state` is a copy without log and chance."""
    enemy = 1 - seat
    state.step = 0
    state.log_count = 0
    state.passed[enemy] = 0
    if state.seat != seat or state.ask == Ask.NOTHING:
        state.ask = Ask.NOTHING
        state.unit = NONE
        state.seat = NONE
    for k in half(state.unit_of, enemy):
        unit = state.unit_of[k]
        hide_own(unit)
        if not unit.tracked:
            hide_found(unit)
            if not unit.identified:
                hide_card(unit)
    for k in range(RECENT_SCANS):
        if state.scan[enemy, k].side > 0:
            state.scan[enemy, k].unit = NONE
            state.scan[enemy, k].repeats = 0
    for box in range(BOXES):
        state.quiet[enemy, box] = 0
        state.traces[enemy, box] = 0
    forget_order(state.order[enemy])


hide_own = hiding(globals(), "hide_own", UNIT, Level.OWNER)
"""IC-SEQ-05 Its orders, and which of its sensors have scanned, are its side's own."""
hide_found = hiding(globals(), "hide_found", UNIT, Level.TRACKED)
"""IC-SIG-02 An untracked unit is nothing, but for what was learned while it was tracked."""
hide_card = hiding(globals(), "hide_card", UNIT, Level.IDENTIFIED)
"""IC-TRK-01 Nor is the datacard known of a unit that has never been tracked."""


@jit
def hide_event(event, seat):
    """Hide what a seat is not told of an event that it may read."""
    event.known = 1 << seat
    if int(event.hidden) >> seat & 1:
        event.unit = NONE
    event.hidden = 0
    if event.side != seat:
        hide_means(event)


@jit
def hide_means(event):
    """How skilled the scanner was and what made its side lose a track is its own business."""
    if event.kind == Event.ROLL:
        event.b = 0
    elif event.kind == Event.LOST:
        event.a = NONE
