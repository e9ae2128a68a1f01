"""Chapter DES: the queue of explosions that are due (state.blast)."""

from spacecombat_env.core.native import native

from ...model import MAX_BLASTS, NONE, Blast, Source
from ...model.record_types import State


@native
def queue_blast(state: State, kind, at, k, strength):
    """Append to state.blast and return its place; NONE for one beyond MAX_BLASTS, which is lost.

    `at` is a craft or a missile, where it goes off.
    """
    n = int(state.blasts)
    if n == MAX_BLASTS:
        return NONE
    blank_blast(state, n)
    blast = state.blast[n]
    blast.kind = kind
    blast.q = at.q
    blast.r = at.r
    blast.altitude = at.altitude
    blast.craft = k
    blast.strength = strength
    if kind != Blast.HELL:
        blast.partner = collided_with(state, k)
    state.blasts = n + 1
    return n


@native
def blank_blast(state: State, n):
    """Blank a place of the queue."""
    blast = state.blast[n]
    blast.kind = Blast.NONE
    blast.q = 0
    blast.r = 0
    blast.altitude = 0
    blast.craft = NONE
    blast.strength = 0
    blast.partner = NONE
    blast.entered = NONE
    blast.through = 0
    blast.crewman = NONE
    blast.next = 0


@native
def collided_with(state: State, k):
    """IN-DES-03 The other ship of a collision that is being applied, or NONE."""
    for n in range(int(state.exchange.hits)):
        hit = state.exchange.hit[n]
        if hit.source != Source.COLLISION:
            continue
        if hit.target == k:
            return int(hit.firer)
        if hit.firer == k:
            return int(hit.target)
    return NONE


@native
def drop_blast(state: State):
    """Drop the first blast; the others move up."""
    last = int(state.blasts) - 1
    for n in range(last):
        here, there = state.blast[n], state.blast[n + 1]
        here.kind = there.kind
        here.q = there.q
        here.r = there.r
        here.altitude = there.altitude
        here.craft = there.craft
        here.strength = there.strength
        here.partner = there.partner
        here.entered = there.entered
        here.through = there.through
        here.crewman = there.crewman
        here.next = there.next
    blank_blast(state, last)
    state.blasts = last
