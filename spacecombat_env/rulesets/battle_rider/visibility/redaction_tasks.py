"""What a seat is given of a sensor attempt and of a volley: what it is asked about, while it is.

What came of them is told by the log. Anything left in the record of one that is over would tell how
often the other side was asked since, who searched, or what was searched in vain (BR-REF-01).
"""

from spacecombat_env.core.engine.jit import jit

from ..model import NONE, Decision, Sensor, craft_slots


@jit
def redact_attempt(state, seat):
    """BR-DET-25, 26, BR-AMB-88 What each player knows of an attempt that it is asked about."""
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


@jit
def is_to_act_in_attempt(state):
    """Whether an attempt waits for an answer."""
    decision = state.decision
    return (
        decision == Decision.EASIEST
        or decision == Decision.JAM
        or decision == Decision.DETECT_CHAIN
    )


@jit
def blank_attempt(attempt):
    """Nothing is left of an attempt that is over; the log tells what came of it."""
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


@jit
def redact_volley(state, seat):
    """BR-SCR-02 Its hits show to the side to act for sand against them; who fires never."""
    volley = state.volley
    volley.shooter = NONE
    if state.seat != seat or state.decision != Decision.SAND_NUMBER:
        redact_hits(volley)
    for k in range(int(volley.hits), len(volley.hit)):
        blank_hit(volley.hit[k])


@jit
def redact_hits(volley):
    """Nothing is left of a volley that is over: hits and sand are told."""
    volley.hits = 0
    volley.next_hit = 0
    volley.target = NONE
    volley.tech_level = 0


@jit
def blank_hit(hit):
    """Nothing is left of a hit."""
    hit.kind = 0
    hit.value = 0
    hit.sand = 0
