"""Chapters MSL, LOS: HELL missiles. They detonate however they end, and set off each other.

Missiles in reach are gone at once. Hits on ships wait in state.blast until Step.BLASTS, because the
fire of an exchange is simultaneous (IN-CMB-04).
"""

from spacecombat_env.core.native import native

from ...combat.arcs import mirrored
from ...combat.attitude import facing_toward, is_better
from ...combat.cover import match
from ...combat.shields import flicker_of, penetration
from ...crew.service import launcher_of
from ...model import (
    DIE,
    DIRECTIONS,
    NONE,
    Blast,
    Event,
    Load,
    MissileStatus,
    Source,
    Status,
    Template,
    name_actor,
    note,
    note_craft,
    note_target,
    racks_of,
    relative,
    side_of,
    steps_between,
    steps_from,
)
from ...model.geometry import opposite
from ...model.record_types import Missile, Rules, State
from ..counters import lose_missile
from ..hits import queue_hit
from .blast_queue import queue_blast

REACH = 2  # hexes (IN-MSL-21)
NEAR = (200, 100, 50)
"""Points on the nearest facing by distance (IN-MSL-20, 21, data/hell_damage.csv)."""
HALF = 2  # the facings next to it take half
PLANT_REACH = 1  # IN-DES-05


# --- detonation ----------------------------------------------------------------------------------


@native
def destroy_missile(state: State, rules: Rules, n):
    """IN-DEF-01, IN-MSL-17 Missile n is destroyed where it is; a HELL detonates there."""
    if state.missile[n].kind == Load.HELL:
        detonate(state, rules, n, NONE, False)
    else:
        lose_missile(state, n)


@native
def detonate(state: State, rules: Rules, n, partner, through):
    """IN-MSL-17, 18, 22 HELL n detonates; every missile in reach is gone, and HELLs go off too.

    It has hit craft `partner` (or NONE), whose shield let it `through` or held it.
    """
    missile, first = state.missile[n], int(state.blasts)
    q, r, level = int(missile.q), int(missile.r), int(missile.altitude)
    place = go_off(state, rules, n)
    if place != NONE:
        state.blast[place].partner = partner
        state.blast[place].through = through
    sweep(state, rules, q, r, level, REACH)
    chain(state, rules, first)


@native
def go_off(state: State, rules: Rules, n):
    """IN-MSL-17, IN-AMB-30 Queue the blast of HELL n, which is gone; return its place, or NONE.

    The hexside through which it has come into its hex is kept. The event is DETONATED.
    """
    missile = state.missile[n]
    k = int(missile.craft)
    event = note(state, Event.DETONATED, n // (len(state.missile) // 2))
    name_actor(state, event, k)
    event.a = n
    event.b = 1
    event.c = missile.q
    event.d = missile.r
    place = queue_blast(state, Blast.HELL, missile, k, 1)
    if place == NONE:
        join(state, n)
    else:
        blast = state.blast[place]
        blast.crewman = launcher_of(state, rules, k)
        if missile.status != MissileStatus.LOCKED:
            blast.entered = opposite(missile.heading)
    lose_missile(state, n)
    return place


@native
def join(state: State, missile):
    """Add a HELL for which the queue has no room to one that waits in the same hex."""
    for n in range(1, int(state.blasts)):
        blast = state.blast[n]
        if blast.kind != Blast.HELL or blast.partner != NONE:
            continue
        if steps_between(blast, state.missile[missile]) == 0:
            blast.strength = int(blast.strength) + 1
            return


@native
def sweep(state: State, rules: Rules, q, r, level, reach):
    """IN-MSL-22, IN-DES-05 Missiles on the map within reach are gone, HELLs among them go off.

    IN-AMB-170 One that has reached its target has hit it before.
    """
    for n in range(len(state.missile)):
        missile = state.missile[n]
        if not is_about(missile) or steps_from(q, r, level, missile) > reach:
            continue
        if missile.kind == Load.HELL:
            go_off(state, rules, n)
        else:
            lose_missile(state, n)


@native
def is_about(missile: Missile):
    """Return whether a missile flies, is about to, or lies dormant."""
    return MissileStatus.LOCKED <= missile.status <= MissileStatus.DORMANT


@native
def chain(state: State, rules: Rules, first):
    """IN-MSL-22 Blasts of HELLs queued from place `first` on set off those in their reach."""
    n = int(first)
    while n < int(state.blasts):
        blast = state.blast[n]
        if blast.kind == Blast.HELL:
            sweep(state, rules, int(blast.q), int(blast.r), int(blast.altitude), REACH)
        n += 1


@native
def explode_load(state: State, rules: Rules, k):
    """IN-DES-05 The HELLs in the racks of a ship that explodes detonate, as one blast."""
    count = 0
    for n in racks_of(state, rules, k):
        rack = state.rack[n]
        count += int(rack.load[Load.HELL])
        rack.load[Load.HELL] = 0
    if count == 0:
        return
    craft = state.craft[k]
    event = note_craft(state, Event.DETONATED, k)
    event.a = NONE
    event.b = count
    event.c = craft.q
    event.d = craft.r
    queue_blast(state, Blast.HELL, craft, k, count)


@native
def lose_target(state: State, rules: Rules, n):
    """IN-MSL-17, IN-AMB-171 The target of missile n is gone: it is lost, a HELL in flight goes off.

    One that has not left its launcher is not armed yet.
    """
    if state.missile[n].status == MissileStatus.LOCKED:
        lose_missile(state, n)
    else:
        destroy_missile(state, rules, n)


# --- hits ----------------------------------------------------------------------------------------


@native
def reach_of(state: State):
    """IN-DES-05, IN-MSL-22 Hexes within which state.blast[0] destroys missiles and crews."""
    return REACH if state.blast[0].kind == Blast.HELL else PLANT_REACH


@native
def facing_of_blast(state: State, k):
    """IN-DES-02, IN-AMB-30, 111 Facing of craft k nearest to state.blast[0].

    In its own hex the one through which the missile came, else its best.
    """
    blast, craft = state.blast[0], state.craft[k]
    if steps_between(blast, craft) > 0:
        return facing_toward(state, k, int(blast.q), int(blast.r))
    if blast.entered != NONE:
        return mirrored(craft, relative(int(blast.entered), int(craft.facing)))
    found = 0
    for facing in range(1, DIRECTIONS):
        if is_better(craft, facing, found):
            found = facing
    return found


@native
def is_spared(state: State, k):
    """IN-LOS-12, IN-AMB-172 Whether craft k is in cover in the hex of state.blast[0].

    A cover that is itself the ship that explodes is none.
    """
    blast, craft = state.blast[0], state.craft[k]
    if craft.cover == NONE or blast.partner == k:
        return False
    if steps_between(blast, craft) > 0:
        return False
    friend = state.craft[int(craft.cover)]
    explodes = friend.status == Status.DESTROYED and blast.craft == craft.cover
    return match(craft, friend) and not explodes


@native
def points_of_hell(state: State, rules: Rules, k):
    """IN-MSL-18, 20, 21 Points of state.blast[0] on the nearest facing of craft k, unreduced."""
    blast, craft = state.blast[0], state.craft[k]
    if blast.partner == k:
        return int(rules.missile[Load.HELL].points)
    away = steps_between(blast, craft)
    return NEAR[away] if away <= REACH else 0


@native
def reduced(state: State, rules: Rules, k, facing, points):
    """IN-MSL-19..21, IN-AMB-47 Points that a facing takes: times the chance of its own shield.

    All of them if the missile has come through. Several HELLs aboard one ship add up.
    """
    blast = state.blast[0]
    if blast.partner == k and blast.through:
        return points
    chance = penetration(rules, flicker_of(state.craft[k], facing))
    return points * chance // DIE * int(blast.strength)


@native
def queue_hell_hits(state: State, rules: Rules, k):
    """IN-LOS-12, IN-MSL-18..21 Hits of state.blast[0] on three facings of craft k.

    The events are BLAST.
    """
    points = points_of_hell(state, rules, k)
    if points == 0 or is_spared(state, k):
        return
    facing, total = facing_of_blast(state, k), 0
    for turn in (0, 1, DIRECTIONS - 1):
        side = (facing + turn) % DIRECTIONS
        share = reduced(state, rules, k, side, points if turn == 0 else points // HALF)
        hit_facing(state, k, side, share)
        total += share
    count_in_last(state, k, facing, total)


@native
def hit_facing(state: State, k, facing, points):
    """IN-CRW-07 Queue a hit; it counts for the crewman who launched the missile at an enemy."""
    blast = state.blast[0]
    event = note_target(state, Event.BLAST, k)
    event.a = points
    event.c = facing
    firer, m = NONE, int(blast.crewman)
    if m != NONE and side_of(state, int(blast.craft)) != side_of(state, k):
        firer = int(blast.craft)
    else:
        m = NONE
    queue_hit(state, k, Source.BLAST, facing, Template.ROWS, points, firer, m, NONE, NONE)


@native
def count_in_last(state: State, k, facing, points):
    """The result of the attack counts a HELL that has hit its target."""
    volley, last, blast = state.exchange.volley[0], state.last, state.blast[0]
    if blast.partner != k or volley.firer == NONE or volley.firer != blast.craft:
        return
    last.facing = facing
    last.hits = int(last.hits) + 1
    last.points = int(last.points) + points
