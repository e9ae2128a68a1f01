"""What a seat may know: the one door through which observation, mask, view and picture look.

`hide` turns a copy of a state into what one side knows of it: its own ships, tracked enemies,
what the enemy's scans and answers told, the tracks it lost, its own map of searches. Everything
else is zero, or NONE where zero would mean something.
"""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.intercept_sensors.constants import (
    BOXES,
    LOG_LENGTH,
    LOG_SHOWN,
    NONE,
    RECENT_SCANS,
    Ask,
    Event,
    Result,
    Status,
)
from spacecombat_env.rulesets.intercept_sensors.scans import forget_order
from spacecombat_env.rulesets.intercept_sensors.words import unit_slots


@jit
def hide(state, seat):
    """Hide from a seat what it cannot know; `state` is a copy without log and chance."""
    enemy = 1 - seat
    state.step = 0
    state.log_count = 0
    state.passed[enemy] = 0
    if state.seat != seat:
        state.ask = Ask.NOTHING
        state.unit = NONE
    slots = unit_slots(state)
    for k in range(enemy * slots, (enemy + 1) * slots):
        hide_plot(state.unit_of[k])
        if not state.unit_of[k].tracked:
            hide_unit(state.unit_of[k])
    for k in range(RECENT_SCANS):
        if state.scan[enemy, k].side > 0:
            state.scan[enemy, k].unit = NONE
            state.scan[enemy, k].repeats = 0
    for box in range(BOXES):
        state.quiet[enemy, box] = 0
        state.traces[enemy, box] = 0
    forget_order(state.order[enemy])


@jit
def hide_plot(unit):
    """IC-SEQ-05 Its orders, and which of its sensors have scanned, are its side's own."""
    unit.plotted = 0
    unit.moved = 0
    unit.changed = 0
    unit.plot_facing = 0
    unit.plot_thrust = 0
    unit.plot_power = 0
    unit.plot_popped = 0
    unit.plot_launch = NONE
    unit.used = 0
    unit.found = Result.NOTHING


@jit
def hide_unit(unit):
    """IC-SIG-02 An untracked unit is nothing, but for what was learned while it was tracked."""
    if not unit.identified:
        unit.klass = 0
    unit.status = Status.UNUSED
    unit.loss = 0
    unit.carrier = NONE
    unit.x = 0
    unit.y = 0
    unit.vx = 0
    unit.vy = 0
    unit.facing = 0
    unit.thrust = 0
    unit.burns = 0
    unit.power = 0
    unit.popped = 0
    unit.radar_used = 0
    unit.surface = 0
    unit.core = 0
    unit.crew = 0
    unit.held = 0


@jit
def hide_log(state, source, seat):
    """Copy into `state` the last events of `source` that a seat may read, closed up and not as
    many as the log holds, so that even the number of the others stays hidden."""
    kept, skipped = 0, 0
    first = max(0, int(source.log_count) - LOG_LENGTH)
    for n in range(first, source.log_count):
        kept += int(source.log[n % LOG_LENGTH].known) >> seat & 1
    skipped = max(0, kept - LOG_SHOWN)
    kept = 0
    for n in range(first, source.log_count):
        event = source.log[n % LOG_LENGTH]
        if int(event.known) >> seat & 1:
            if skipped > 0:
                skipped -= 1
                continue
            copy_event(state.log[kept], event, seat)
            kept += 1
    for n in range(kept, LOG_LENGTH):
        blank_event(state.log[n])
    state.log_count = kept


@jit
def copy_event(target, event, seat):
    """Copy one event, as known to a seat."""
    target.kind = event.kind
    target.side = event.side
    target.known = 1 << seat
    target.hidden = 0
    target.unit = NONE if int(event.hidden) >> seat & 1 else int(event.unit)
    target.a = event.a
    target.b = event.b
    target.c = event.c
    target.d = event.d
    target.e = event.e
    if event.side != seat:
        hide_means(target)


@jit
def hide_means(event):
    """How skilled the scanner was and what made its side lose a track is its own business."""
    if event.kind == Event.ROLL:
        event.b = 0
    elif event.kind == Event.LOST:
        event.a = NONE


@jit
def blank_event(event):
    """Nothing happened."""
    event.kind = Event.NOTHING
    event.side = 0
    event.known = 0
    event.hidden = 0
    event.unit = 0
    event.a = 0
    event.b = 0
    event.c = 0
    event.d = 0
    event.e = 0
