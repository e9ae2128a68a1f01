"""Redaction of sensor attempts and volleys: a seat sees them only while it decides about them.

The log reports their outcome. Remains of a finished one in the record would reveal how often the
other side decided since, which craft searched, or what was searched in vain (BR-REF-01).
"""

from spacecombat_env.core.native import native

from ..model import Decision, Sensor, craft_slots
from .redacted_fields import (
    redact_announced,
    redact_emission,
    redact_hit,
    redact_hits,
    redact_sensing,
    redact_shooter,
    redact_targeted,
)


@native
def redact_attempt(state, seat):
    """BR-DET-25, 26, BR-AMB-88 Hide from each side what it does not know of an attempt."""
    attempt = state.attempt
    if state.seat != seat or not is_to_act_in_attempt(state):
        redact_announced(attempt)
        redact_sensing(attempt)
        redact_targeted(attempt)
        redact_emission(attempt)
    elif attempt.actor // craft_slots(state) == seat:
        redact_targeted(attempt)
    else:
        redact_sensing(attempt)
        if attempt.sensor == Sensor.PASSIVE:
            redact_emission(attempt)


@native
def is_to_act_in_attempt(state):
    """Whether an attempt waits for a decision."""
    decision = state.decision
    return (
        decision == Decision.EASIEST
        or decision == Decision.JAM
        or decision == Decision.DETECT_CHAIN
    )


@native
def redact_volley(state, seat):
    """BR-SCR-02 Show the hits only to the side that decides on sand, and never the shooter."""
    volley = state.volley
    redact_shooter(volley)
    if state.seat != seat or state.decision != Decision.SAND_NUMBER:
        redact_hits(volley)
    for k in range(int(volley.hits), len(volley.hit)):
        redact_hit(volley.hit[k])
