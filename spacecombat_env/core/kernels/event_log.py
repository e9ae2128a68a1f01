# ruff: noqa: F821 names that a rule set defines
# mypy: ignore-errors
"""Template of the driver: the delivery of events to each seat.

Its functions use names of the rule set, as those of `driver.py` do, and are copied with them.
"""

from __future__ import annotations

from spacecombat_env.core.native import native

# --- template: copied to each rule set ------------------------------------------------------------


@native
def deliver_events(state):
    """Copy new events to the sides that may read them, redacted for each.

    Each side has its own log and count, which hidden events do not affect.
    """
    if state.log_delivered == state.log_count:
        return
    for n in range(
        max(int(state.log_delivered), int(state.log_count) - LOG_LENGTH), state.log_count
    ):
        event = state.log[n % LOG_LENGTH]
        for seat in range(2):
            if int(event.known) >> seat & 1:
                place = int(state.delivered_count[seat]) % LOG_LENGTH
                state.delivered[seat, place] = event
                redact_event(state.delivered[seat, place], seat)
                state.delivered_count[seat] += 1
    state.log_delivered = state.log_count


@native
def redact_log(state, source, seat):
    """Put a seat's delivered events in the place of the log, which is empty before."""
    state.log_count = source.delivered_count[seat]
    state.log_delivered = source.delivered_count[seat]
    state.delivered_count[seat] = source.delivered_count[seat]
    for n in range(min(int(state.log_count), LOG_LENGTH)):
        state.log[n] = source.delivered[seat, n]
        state.delivered[seat, n] = source.delivered[seat, n]


@native
def rebuild_delivered(state, seat):
    """Restore a seat's delivered events in a determinization; the other side's are unknown."""
    for n in range(min(int(state.log_count), LOG_LENGTH)):
        state.delivered[seat, n] = state.log[n]
    state.delivered_count[seat] = state.log_count
    state.delivered_count[1 - seat] = 0
    state.log_delivered = state.log_count
