# ruff: noqa: F821 the names that a rule set brings
"""Templates of the driver: which events each seat has been delivered.

They use names of the rule set, as those of `driver.py` do.
"""


def deliver_events(state):
    """Copy what was noted since the last time to the sides that may read it, as each reads it.

    Each side has a log and a count of its own, on which nothing that it is not told has an effect.
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


def redact_log(state, source, seat):
    """Put what a seat has been told in the place of the log; the place is empty before."""
    state.log_count = source.delivered_count[seat]
    state.log_delivered = source.delivered_count[seat]
    state.delivered_count[seat] = source.delivered_count[seat]
    for n in range(min(int(state.log_count), LOG_LENGTH)):
        state.log[n] = source.delivered[seat, n]
        state.delivered[seat, n] = source.delivered[seat, n]


def rebuild_delivered(state, seat):
    """A seat has been told what it has been told; of the other side that is not known."""
    for n in range(min(int(state.log_count), LOG_LENGTH)):
        state.delivered[seat, n] = state.log[n]
    state.delivered_count[seat] = state.log_count
    state.delivered_count[1 - seat] = 0
    state.log_delivered = state.log_count
