"""Chapter COL: collisions.

At the end of the turn each ship in turn (`state.cursor`) meets those after it in its hex. Slots are
dealt at random, so their order is random (IN-AMB-26). A ship's collisions are applied together.
"""

from spacecombat_env.core.native import native

from ..combat.shields import flicker_of
from ..damage.hits import clear_exchange, queue_hit
from ..model import (
    BACK,
    DIRECTIONS,
    FLICKER_STEP,
    NONE,
    Chance,
    Event,
    Facing,
    Phase,
    Source,
    Status,
    Step,
    Template,
    class_of,
    flier_of,
    is_active,
    is_installation,
    is_there,
    name_target,
    note_craft,
    pair,
    proceed,
    relative,
    roll,
    side_of,
    steps_between,
)
from ..model.record_types import Craft, Rules, State
from .ramming import MOST_APART, ram_hits

VELOCITY_STEP = 3
LEAST_DAMAGE = 10
MOST_DAMAGE = 32_000
"""Capacity of a hit; no ship has this many boxes."""
WHOLE = 100
APART_CUT = 25
SHIELD_CUT = 10
UNINTENDED_CUT = 75
DICE_A_SIDE = 2


@native
def collide_step(state: State, rules: Rules):
    """IN-COL-01, 02, 10, IN-AMB-26 After all movement and combat, ship by ship."""
    state.phase = Phase.END
    for k in range(int(state.cursor), len(state.craft)):
        state.cursor = k + 1
        if meet_all(state, rules, k):
            state.back = Step.COLLIDE
            proceed(state, Step.APPLY)
            return
    state.cursor = 0
    proceed(state, Step.COMMAND)


@native
def meet_all(state: State, rules: Rules, k):
    """IN-COL-01 A ship and those after it in its hex; return whether hits are to be applied."""
    met, struck = False, False
    for other in range(k + 1, len(state.craft)):
        if is_meeting(state, k, other):
            if not met:
                clear_exchange(state)
            met = True
            struck = meet(state, rules, k, other) or struck
    return struck


@native
def is_meeting(state: State, k, other):
    """IN-COL-01, IN-AMB-89 Whether two ships, wrecks included, lie in one hex; except for cover."""
    me, it = state.craft[k], state.craft[other]
    if not is_there(me) or not is_there(it) or steps_between(me, it) > 0:
        return False
    if me.status == Status.WRECK and it.status == Status.WRECK:
        return False
    if is_docking(state, k, other):
        return False
    return me.cover != other and it.cover != k


@native
def is_docking(state: State, k, other):
    """IN-COL-04, IN-AMB-173 Whether two ships are in tow, or one lies at its installation.

    There it has matched its velocity to dock, or has just been launched.
    """
    me, it = state.craft[k], state.craft[other]
    if me.tow == other:
        return True
    if is_installation(me) == is_installation(it) or side_of(state, k) != side_of(state, other):
        return False
    return is_active(me) and is_active(it) and me.velocity == it.velocity


@native
def meet(state: State, rules: Rules, k, other):
    """IN-COL-02, 08..10 A ram, or a chance encounter of two ships in one hex."""
    if state.craft[k].ram == other:
        return ram(state, rules, k, other)
    if state.craft[other].ram == k:
        return ram(state, rules, other, k)
    mine = roll(state, Chance.COLLISION, pair(k, other))
    its = roll(state, Chance.COLLISION, pair(other, k))
    if mine != its:
        return False
    if is_rammer(state, rules, k, other):
        collide(state, rules, k, other, mine, its, UNINTENDED_CUT, False)
    else:
        collide(state, rules, other, k, its, mine, UNINTENDED_CUT, False)
    return True


@native
def is_rammer(state: State, rules: Rules, k, other):
    """IN-AMB-26 The faster one rams, then the larger; an installation never does."""
    me, it = state.craft[k], state.craft[other]
    if is_installation(me) != is_installation(it):
        return is_installation(it)
    if me.velocity != it.velocity:
        return me.velocity > it.velocity
    return class_of(state, rules, k).tons >= class_of(state, rules, other).tons


@native
def ram(state: State, rules: Rules, k, target):
    """IN-COL-10 A ram strikes if the dice differ by 3 or less, an installation without dice."""
    if is_installation(state.craft[target]):
        collide(state, rules, k, target, 0, 0, 0, True)
        return True
    mine, its = ram_hits(state, rules, k)
    difference = abs(mine - its)
    if difference > MOST_APART:
        note_collision(state, k, target, 0, mine, its, True)
        return False
    collide(state, rules, k, target, mine, its, difference * APART_CUT, True)
    return True


@native
def note_collision(state: State, k, target, points, mine, its, meant):
    """Log a collision for both sides; no points: the ram missed."""
    event = note_craft(state, Event.COLLIDED, k)
    name_target(state, event, target)
    event.a = points
    event.c = mine
    event.d = its
    event.e = meant


@native
def collide(state: State, rules: Rules, k, target, mine, its, cut, meant):
    """IN-COL-03, 05..07 Both take the same in full rows; a kill is a rammer's alone."""
    side, own_side = struck_sides(state, k, target)
    facing = armour_of(state.craft[target], side)
    own_facing = armour_of(state.craft[k], own_side)
    cut += shield_cut(state, k, own_facing, target, facing)
    points = less(damage_through(state, rules, k, target, side), cut)
    note_collision(state, k, target, points, mine, its, meant)
    crewman = flier_of(state, rules, k) if meant else NONE
    batter(state, target, facing, points, k, crewman)
    batter(state, k, own_facing, points, target, NONE)


@native
def batter(state: State, k, facing, points, other, crewman):
    """IN-COL-07, IN-DES-03 Full rows of a block, with the other ship of the collision.

    A wreck has no boxes to lose.
    """
    if state.craft[k].status == Status.WRECK:
        return
    points = min(points, MOST_DAMAGE)
    source, template = Source.COLLISION, Template.ROWS
    queue_hit(state, k, source, facing, template, points, other, crewman, NONE, NONE)


@native
def struck_sides(state: State, k, target):
    """IN-COL-03 Hexsides that meet, from each one's facing: (of the target, of the rammer).

    They follow from the geometry where the rammer flew into the other's hex. Otherwise they are
    random among all but the one that looks away.
    """
    me, it = state.craft[k], state.craft[target]
    away = relative(me.heading, it.facing)
    own_away = relative(int(me.heading) + BACK, me.facing)
    if me.velocity > 0 and me.arrived > it.arrived:
        return (away + BACK) % DIRECTIONS, (own_away + BACK) % DIRECTIONS
    return next_side(state, target, away), next_side(state, k, own_away)


@native
def next_side(state: State, k, immune):
    """IN-COL-03 1-2 the next hexside clockwise from the one that cannot be hit, and so on."""
    die = roll(state, Chance.STRUCK_SIDE, k)
    return (immune + 1 + (die - 1) // DICE_A_SIDE) % DIRECTIONS


@native
def armour_of(craft: Craft, side):
    """IN-MOV-09 The armour on a hexside counted from the facing: a roll swaps left and right."""
    return (DIRECTIONS - side) % DIRECTIONS if craft.rolled else side


@native
def is_front(side):
    """IN-COL-05 The three front hexsides."""
    return side == Facing.F or side == Facing.RF or side == Facing.LF


@native
def impact(tons, velocity):
    """IN-COL-05 Damage of a weight at a velocity."""
    return int(tons) * max(int(velocity) // VELOCITY_STEP, 1)


@native
def damage_through(state: State, rules: Rules, k, target, side):
    """IN-COL-05 Damage through a hexside of the target, nothing taken off.

    Against an installation, which does not move, the velocity of the rammer alone counts.
    """
    speed, other = int(state.craft[k].velocity), int(state.craft[target].velocity)
    closing = speed + other if is_front(side) else speed - other
    return impact(class_of(state, rules, k).tons, closing)


@native
def shield_cut(state: State, k, own_facing, target, facing):
    """IN-COL-06 10 % for each 10 flicker that the target's shield has above the rammer's."""
    above = flicker_of(state.craft[target], facing) - flicker_of(state.craft[k], own_facing)
    return max(above // FLICKER_STEP, 0) * SHIELD_CUT


@native
def less(points, cut):
    """IN-COL-06, IN-AMB-26 Percentages add; at least 10 points are left."""
    return max(points * max(WHOLE - cut, 0) // WHOLE, LEAST_DAMAGE)
