"""What a seat may know: the one door through which observation, mask, view and picture look.

`hide` turns a copy of a state into what one side knows of it: its own ships, tracked enemies,
what the enemy's scans and answers told, the tracks it lost, its own map of searches. Everything
else is zero, or NONE where zero would mean something.
"""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import (
    BOXES,
    NONE,
    RECENT_SCANS,
    Ask,
    Event,
    Result,
    Status,
)
from spacecombat_env.rulesets.intercept_sensors.scans.declaring import forget_order


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
    for k in half(state.unit_of, enemy):
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
