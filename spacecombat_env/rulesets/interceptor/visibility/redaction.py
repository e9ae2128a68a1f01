"""Redaction: the information state from which observation, mask, view and picture derive.

`redact_state` reduces a copy of a state to what one seat knows (paper 4.1, 4.3). Everything else is
zero, or NONE where the field says so. It reads no rules: what is disclosed of an enemy is in the
record. Fields declare their level (model/); this module decides when a level is hidden.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..damage.carried import seen_status
from ..model import MAX_BLASTS, MAX_HITS, NONE, Decision, Disclosed, Load, Status
from ..model.record_types import Craft, State
from .event_redaction import redact_event
from .redacted_fields import (
    redact_adrift,
    redact_blast,
    redact_class,
    redact_crewman,
    redact_decision,
    redact_engine,
    redact_fired,
    redact_hit,
    redact_hits,
    redact_missile,
    redact_order,
    redact_own,
    redact_passed,
    redact_place,
    redact_rack,
    redact_ram,
    redact_side,
)

__all__ = ["redact_state", "redact_event"]

CLASS = int(Disclosed.CLASS)


@native
def redact_state(state: State, seat):
    """Hide from a seat what it cannot know; `state` is a copy without log and random streams."""
    enemy = 1 - seat
    redact_turn(state, seat)
    for k in range(len(state.craft)):
        redact_hitter(state, k, seat)
    redact_fates(state, enemy)
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
    redact_side(state, enemy)
    redact_order(state.order[enemy])


@native
def redact_turn(state: State, seat):
    """Hide the engine's step, and the other seat's decision."""
    redact_engine(state)
    state.log_count = 0
    if state.seat != seat or state.decision == Decision.NOTHING:
        redact_decision(state)
    for n in range(MAX_HITS):
        redact_hit(state.exchange.hit[n])
    for n in range(MAX_BLASTS):
        redact_blast(state.blast[n])


@native
def redact_hitter(state: State, k, seat):
    """IN-CRW-07 Hide the other side's crewman of the last hit.

    The weapon is announced, not its crewman. A side knows its own crewmen, and so who will be
    credited with a kill.
    """
    m = int(state.craft[k].hit_by)
    if m != NONE and m // (len(state.crew) // 2) != seat:
        redact_hits(state.craft[k])


@native
def redact_fates(state: State, enemy):
    """IN-AMB-196 Hide which craft of the enemy exploded in their bays: find all, then hide."""
    aboard, left = 0, 0
    for k in side_range(state.craft, enemy):
        status = seen_status(state, state.craft[k])
        aboard |= int(status == Status.ABOARD) << k
        left |= int(status == Status.BROKEN_OFF) << k
    for k in side_range(state.craft, enemy):
        if (aboard >> k) & 1:
            state.craft[k].status = Status.ABOARD
        elif (left >> k) & 1:
            state.craft[k].status = Status.BROKEN_OFF


@native
def redact_craft(craft: Craft):
    """IN-LOS-01, 02 Place, course and disclosed values of an enemy stay, if it is on the map."""
    redact_own(craft)
    if not has_class(craft):
        redact_class(craft)
    craft.fired = int(craft.fired) & int(craft.disclosed_weapons)
    if craft.status < Status.ON_MAP:
        redact_fired(craft)
        redact_ram(craft)
        redact_place(craft)


@native
def has_class(craft: Craft):
    """IN-LOS-04 Whether its class is disclosed."""
    return craft.status >= Status.ON_MAP and int(craft.disclosed) & CLASS != 0
