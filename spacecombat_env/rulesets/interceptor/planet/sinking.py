"""Chapter ATM: ships without thrust slow down and sink, at the end of all movement."""

from spacecombat_env.core.native import native

from ..model import (
    Air,
    Event,
    Mode,
    down,
    is_hull,
    is_in_air,
    neighbour,
    note_craft,
)
from ..model.record_types import Rules, State
from .altitude import Ascent, set_level
from .flight import WINGS_LEAST, has_lift
from .interface import meet_zone


@native
def sinks(state: State, rules: Rules, k):
    """IN-ATM-03, 06, IN-POW-09, IN-IDE-31 Whether a ship in air sinks a hex this turn.

    On lifters: without lift, or at velocity 0 unless it hovers. On wings: at velocity 1 or less
    without thrust.
    """
    craft = state.craft[k]
    if craft.mode == Mode.ANTIGRAV:
        still = craft.velocity == 0 and not int(craft.air) & Air.HOVERS
        return still or not has_lift(state, rules, k)
    return craft.velocity <= WINGS_LEAST and not craft.worked


@native
def tire(state: State, k):
    """IN-ATM-02, 06, 08 A turn without thrust costs a point of velocity; on wings one is left."""
    craft = state.craft[k]
    least = WINGS_LEAST if craft.mode == Mode.STREAMLINED else 0
    if craft.worked or craft.velocity <= least:
        return
    before = int(craft.velocity)
    craft.velocity = before - 1
    event = note_craft(state, Event.SPEED, k)
    event.a = before
    event.b = craft.velocity


@native
def sink(state: State, rules: Rules, k):
    """IN-ATM-03, 06, 08 The end of a turn in air; True where hits are to be applied."""
    craft = state.craft[k]
    if not is_hull(craft) or not is_in_air(state, rules, craft):
        return False
    falls = sinks(state, rules, k)
    tire(state, k)
    if not falls:
        return False
    lower(state, rules, k, Ascent.SANK | 0)
    if not rules.option.altitude:
        event = note_craft(state, Event.SANK, k)
        event.c = craft.q
        event.d = craft.r
    return meet_zone(state, rules, k)


@native
def lower(state: State, rules: Rules, k, how):
    """IN-ATM-03, IN-GRV-02, IN-ADV-01 One hex, or a level, straight toward the ground."""
    craft = state.craft[k]
    if rules.option.altitude:
        set_level(state, k, int(craft.altitude) - 1, how)
        return
    q, r = neighbour(craft.q, craft.r, down(rules))
    craft.q = q
    craft.r = r
    state.arrivals = int(state.arrivals) + 1
    craft.arrived = state.arrivals
