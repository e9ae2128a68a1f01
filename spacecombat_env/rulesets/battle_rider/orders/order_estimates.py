"""Standing orders: estimates and searches from what the seat knows."""

from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R, distance
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import pick
from spacecombat_env.core.native import native

from ..model import (
    DIRECTIONS,
    DUMMY_MAX_SPEED,
    IMPOSSIBLE,
    NONE,
    Chance,
    CraftStatus,
    RandomStream,
    Sensor,
    Verb,
    base_difficulty,
    pair_key,
    random_bits,
)
from ..model.record_types import Rules, State
from ..sensors.modifiers import can_lock_with, craft_modifier, force_modifier, line_modifiers
from ..ships.abilities import is_on_map

LOW_TECH = 12  # tech level up to which ships are seen from afar and see little
DUMMIES = 2  # dummies of the standing set-up
MANY_DUMMIES = 4  # the same for a fleet that nothing else hides
ENTRY_SPEED = 3


@native
def first_action(mask, low, high):
    """The first legal action of a block, or NONE."""
    for action in range(low, high):
        if mask[action]:
            return action
    return NONE


@native
def nearest_known(state: State, side, q, r):
    """The nearest enemy task force that shows a detected craft, or NONE."""
    best, found = IMPOSSIBLE, NONE
    enemy = 1 - side
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.detected and is_on_map(state, craft):
            force = state.tf[craft.tf]
            away = distance(q, r, int(force.q), int(force.r))
            if away < best:
                best = away
                found = int(craft.tf)
    return found


@native
def known_craft(state: State, tf):
    """A detected craft of a task force, or NONE."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.detected and is_on_map(state, craft) and craft.tf == tf:
            return k
    return NONE


@native
def in_flight(state: State, index):
    """Missiles of a ship on the map."""
    total = 0
    for k in range(len(state.spread)):
        if state.spread[k].count > 0 and state.spread[k].owner == index:
            total += int(state.spread[k].count)
    return total


@native
def entry_velocity(state: State, rules: Rules, side):
    """BR-SCN-03 The slowest ship's velocity for all, so that none stands out."""
    slowest = DUMMY_MAX_SPEED
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE:
            slowest = min(slowest, int(rules.classes[craft.klass].g))
    return max(1, slowest)


@native
def is_low_tech(state: State, rules: Rules, side):
    """Whether no ship of a fleet is of more than a low tech level."""
    highest = 0
    for k in side_range(state.craft, side):
        if state.craft[k].status == CraftStatus.IN_FORCE:
            highest = max(highest, int(rules.classes[state.craft[k].klass].tech_level))
    return highest <= LOW_TECH


@native
def usual_dummies(state: State, rules: Rules, side):
    """BR-TF-04 A few dummies; more for a fleet of low tech, where the enemy knows that it is one.

    The number would reveal ships that are bought or drawn from a cup.
    """
    secret = state.buyer[side] or rules.buying[side].leave_out
    if not secret and is_low_tech(state, rules, side):
        return MANY_DUMMIES
    return DUMMIES


@native
def lock_estimate(state: State, rules: Rules, index, sensor, target):
    """Difficulty of a lock of a ship on a detected craft, as its player can compute it."""
    craft, other = state.craft[index], state.craft[target]
    klass = rules.classes[craft.klass]
    own, force = state.tf[craft.tf], state.tf[other.tf]
    aq, ar = int(own.q), int(own.r)
    away = distance(aq, ar, int(force.q), int(force.r))
    total = base_difficulty(away, int(klass.sensor_range[sensor]))
    total += force_modifier(state, sensor, force, aq, ar)
    total += line_modifiers(state, sensor, aq, ar, int(force.q), int(force.r))
    return total + craft_modifier(rules, other, sensor, int(klass.tech_level))


@native
def lock_action(state: State, rules: Rules, index, target, away):
    """The easier sensor in range; passive when equal, since it cannot be jammed."""
    if not can_lock_with(state, rules, index, Sensor.ACTIVE, away):
        return Verb.PASSIVE
    if not can_lock_with(state, rules, index, Sensor.PASSIVE, away):
        return Verb.ACTIVE
    if target == NONE:
        return Verb.ACTIVE
    active = lock_estimate(state, rules, index, Sensor.ACTIVE, target)
    passive = lock_estimate(state, rules, index, Sensor.PASSIVE, target)
    return Verb.ACTIVE if active < passive else Verb.PASSIVE


@native
def step_towards(aq, ar, bq, br):
    """The direction that brings a nearest to b."""
    best, found = IMPOSSIBLE, 0
    for direction in range(DIRECTIONS):
        nq, nr = aq + DIRECTION_Q[direction], ar + DIRECTION_R[direction]
        away = distance(nq, nr, bq, br)
        if away < best:
            best = away
            found = direction
    return found


@native
def random_action(state: State, mask):
    """One of the legal actions at random."""
    actions = 0
    for action in range(len(mask)):
        actions += 1 if mask[action] else 0
    order = state.order[state.seat]
    nth = pick(random_bits(state, Chance.SETUP, pair_key(order.tf, RandomStream.ACTION)), actions)
    for action in range(len(mask)):
        if mask[action]:
            if nth == 0:
                return action
            nth -= 1
    return NONE
