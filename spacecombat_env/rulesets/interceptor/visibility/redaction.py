"""What a seat may know: the one door through which observation, mask, view and picture look.

`redact_state` turns a copy of a state into what one seat knows of it (paper 4.1, 4.3): everything else is
zero, or NONE where the field says so. It reads no rules: what an enemy was told is in the record.
Which fields a level hides follows from what they declare (model/); here is said when.
"""

from spacecombat_env.core.engine.jit import jit
from spacecombat_env.core.kernels.codegen import generate_redaction
from spacecombat_env.core.model.record import side_range

from ..model import CRAFT, CREW, MAX_HITS, NONE, RACK, Decision, Disclosed, Level, Load, Status
from ..model.piece_records import ADRIFT, MISSILE
from ..model.progress import ORDER
from .event_redaction import redact_event

__all__ = ["redact_state", "redact_event"]

CLASS = int(Disclosed.CLASS)


@jit
def redact_state(state, seat):
    """Hide from a seat what it cannot know; `state` is a copy without log and chance."""
    enemy = 1 - seat
    redact_engine(state, seat)
    for k in range(len(state.craft)):
        redact_hitter(state, k, seat)
    for k in side_range(state.craft, enemy):
        redact_craft(state.craft[k])
    for m in side_range(state.crew, enemy):
        redact_crewman(state.crew[m])
    for n in side_range(state.rack, enemy):
        redact_rack(state.rack[n])
    for n in range(len(state.missile)):
        redact_passed(state.missile[n])
    for n in side_range(state.missile, enemy):
        if state.missile[n].kind != Load.HELL:
            redact_missile(state.missile[n])
    for n in side_range(state.adrift, enemy):
        redact_adrift(state.adrift[n])
    state.rows[enemy, :] = 0
    redact_order(state.order[enemy])


@jit
def redact_engine(state, seat):
    """Where the engine stands, whether and what the other seat is asked, is not for a player."""
    state.step = 0
    state.back = 0
    state.cursor = 0
    state.log_count = 0
    if state.seat != seat or state.decision == Decision.NOTHING:
        state.decision = Decision.NOTHING
        state.seat = NONE
    for n in range(MAX_HITS):
        state.exchange.hit[n].crewman = NONE


# --- craft ---------------------------------------------------------------------------------------

redact_hits = generate_redaction(globals(), "redact_hits", CRAFT, Level.CREDITED)
"""IN-CRW-07 Who made the last hit on it."""
redact_own = generate_redaction(globals(), "redact_own", CRAFT, Level.OWNER)
"""IN-LOS-02, 04 Who it is, what it can still do this turn, and what is left of it: the enemy has
what he saw last."""
redact_class = generate_redaction(globals(), "redact_class", CRAFT, Level.CLASS)
"""IN-LOS-02, 04 Its class."""
redact_fired = generate_redaction(globals(), "redact_fired", CRAFT, Level.FIRED)
"""IN-CMB-03 The weapons that it has fired."""
redact_ram = generate_redaction(globals(), "redact_ram", CRAFT, Level.DECLARED)
"""IN-COL-08 The craft that it means to ram."""
redact_place = generate_redaction(globals(), "redact_place", CRAFT, Level.PLACED)
"""IN-LOS-01 Place, course and what was told of it."""


@jit
def redact_hitter(state, k, seat):
    """IN-CRW-07 Who of the other side made the last hit: whose weapon it was is announced, not who

    works it. Of its own people a side knows it, and so who will be credited with a kill.
    """
    m = int(state.craft[k].hit_by)
    if m != NONE and m // (len(state.crew) // 2) != seat:
        redact_hits(state.craft[k])


@jit
def redact_craft(craft):
    """IN-LOS-01, 02 Place, course and what was told of an enemy stay; one not on the map is not."""
    redact_own(craft)
    if not has_class(craft):
        redact_class(craft)
    craft.fired = int(craft.fired) & int(craft.disclosed_weapons)
    if craft.status < Status.ON_MAP:
        redact_fired(craft)
        redact_ram(craft)
        redact_place(craft)


@jit
def has_class(craft):
    """IN-LOS-04 Whether its class was told."""
    return craft.status >= Status.ON_MAP and int(craft.disclosed) & CLASS != 0


# --- the rest ------------------------------------------------------------------------------------

redact_crewman = generate_redaction(globals(), "redact_crewman", CREW, Level.OWNER)
"""IN-CRW Skills, wounds and tasks of the enemy's people are never told."""
redact_rack = generate_redaction(globals(), "redact_rack", RACK, Level.OWNER)
"""IN-HPT What a rack carries is known by what is launched from it alone."""
redact_passed = generate_redaction(globals(), "redact_passed", MISSILE, Level.NOBODY)
"""What the other side has passed is not for a player."""
redact_missile = generate_redaction(globals(), "redact_missile", MISSILE, Level.BEHAVED)
"""IN-DEF-04 A HELL is known as such, other missiles by what they do."""
redact_adrift = generate_redaction(globals(), "redact_adrift", ADRIFT, Level.OWNER)
"""IN-ABN Of a crew in space is known where it is, and how many they are."""
redact_order = generate_redaction(globals(), "redact_order", ORDER, Level.OWNER)
"""The words of the other seat are its own."""
