"""Redaction: the information state from which observation, mask, view and picture derive.

`redact_state` reduces a copy of a state to what one seat knows (paper 4.1, 4.3). Everything else is
zero, or NONE where the field says so. It reads no rules: what is disclosed of an enemy is in the
record. Fields declare their level (model/); this module decides when a level is hidden.
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
    """Hide from a seat what it cannot know; `state` is a copy without log and random streams."""
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
    """Hide the engine's step, and the other seat's decision."""
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
"""IN-CRW-07 The crewman of the last hit on it."""
redact_own = generate_redaction(globals(), "redact_own", CRAFT, Level.OWNER)
"""IN-LOS-02, 04 Its identity, its abilities this turn, and its condition.

The enemy has what it saw last.
"""
redact_class = generate_redaction(globals(), "redact_class", CRAFT, Level.CLASS)
"""IN-LOS-02, 04 Its class."""
redact_fired = generate_redaction(globals(), "redact_fired", CRAFT, Level.FIRED)
"""IN-CMB-03 The weapons that it has fired."""
redact_ram = generate_redaction(globals(), "redact_ram", CRAFT, Level.DECLARED)
"""IN-COL-08 The target of its ram."""
redact_place = generate_redaction(globals(), "redact_place", CRAFT, Level.PLACED)
"""IN-LOS-01 Place, course and what is disclosed of it."""


@jit
def redact_hitter(state, k, seat):
    """IN-CRW-07 Hide the other side's crewman of the last hit.

    The weapon is announced, not its crewman. A side knows its own crewmen, and so who will be
    credited with a kill.
    """
    m = int(state.craft[k].hit_by)
    if m != NONE and m // (len(state.crew) // 2) != seat:
        redact_hits(state.craft[k])


@jit
def redact_craft(craft):
    """IN-LOS-01, 02 Place, course and disclosed values of an enemy stay, if it is on the map."""
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
    """IN-LOS-04 Whether its class is disclosed."""
    return craft.status >= Status.ON_MAP and int(craft.disclosed) & CLASS != 0


# --- the rest ------------------------------------------------------------------------------------

redact_crewman = generate_redaction(globals(), "redact_crewman", CREW, Level.OWNER)
"""IN-CRW Skills, wounds and tasks of the enemy's crew are always hidden."""
redact_rack = generate_redaction(globals(), "redact_rack", RACK, Level.OWNER)
"""IN-HPT The load of a rack is known only by its launches."""
redact_passed = generate_redaction(globals(), "redact_passed", MISSILE, Level.NOBODY)
"""Shots that the other side has passed are hidden."""
redact_missile = generate_redaction(globals(), "redact_missile", MISSILE, Level.BEHAVED)
"""IN-DEF-04 A HELL is known as such, other missiles by their behaviour."""
redact_adrift = generate_redaction(globals(), "redact_adrift", ADRIFT, Level.OWNER)
"""IN-ABN Of a crew in space its place and number are known."""
redact_order = generate_redaction(globals(), "redact_order", ORDER, Level.OWNER)
"""The order in progress of the other seat is hidden."""
