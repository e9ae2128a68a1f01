"""Redaction of sensor attempts and volleys: a seat sees them only while it decides about them.

The log reports their outcome. Remains of a finished one in the record would reveal how often the
other side decided since, which craft searched, or what was searched in vain (BR-REF-01).
"""

from spacecombat_env.core.native import native

from ..model import NONE, Decision, Sensor, craft_slots
from ..model.record_types import Attempt, Hit, State, Volley


@native
def redact_attempt(state: State, seat):
    """BR-DET-25, 26, BR-AMB-88 Hide from each side what it does not know of an attempt."""
    attempt = state.attempt
    if state.seat != seat or not is_to_act_in_attempt(state):
        blank_attempt(attempt)
        return
    sensing = attempt.actor // craft_slots(state) == seat
    if sensing:
        attempt.ties = 0
        attempt.target_craft = NONE
        return
    attempt.successes = 0
    attempt.sim = NONE
    attempt.grade = 0
    if attempt.sensor == Sensor.PASSIVE:
        attempt.range = 0
        attempt.tech_level = 0
    attempt.actor = NONE


@native
def is_to_act_in_attempt(state: State):
    """Whether an attempt waits for a decision."""
    decision = state.decision
    return (
        decision == Decision.EASIEST
        or decision == Decision.JAM
        or decision == Decision.DETECT_CHAIN
    )


@native
def blank_attempt(attempt: Attempt):
    """Blank a finished attempt; the log reports its outcome."""
    attempt.purpose = 0
    attempt.actor = NONE
    attempt.sensor = 0
    attempt.target_tf = NONE
    attempt.target_spread = NONE
    attempt.target_craft = NONE
    attempt.ties = 0
    attempt.range = 0
    attempt.tech_level = 0
    attempt.jammer = NONE
    attempt.jam_modifier = 0
    attempt.grade = 0
    attempt.successes = 0
    attempt.sim = NONE


@native
def redact_volley(state: State, seat):
    """BR-SCR-02 Show the hits only to the side that decides on sand, and never the shooter."""
    volley = state.volley
    volley.shooter = NONE
    if state.seat != seat or state.decision != Decision.SAND_NUMBER:
        redact_hits(volley)
    for k in range(int(volley.hits), len(volley.hit)):
        blank_hit(volley.hit[k])


@native
def redact_hits(volley: Volley):
    """Blank a finished volley; the log reports hits and sand."""
    volley.hits = 0
    volley.next_hit = 0
    volley.target = NONE
    volley.tech_level = 0


@native
def blank_hit(hit: Hit):
    """Blank a hit."""
    hit.kind = 0
    hit.value = 0
    hit.sand = 0
