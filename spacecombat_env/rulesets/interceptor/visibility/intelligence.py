"""Chapter LOS: knowledge by range, with its date.

The knowledge of a side about an enemy is stored in the enemy's own record as disclosed: nothing of
it is derived again from hidden values. Two ships matter: the observer, and the one that must
reveal.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..combat.cover import is_covered
from ..combat.line_of_sight import is_clear
from ..model import (
    INTELLIGENCE_RANGE,
    Comp,
    Disclosed,
    Event,
    Load,
    Seeing,
    class_of,
    has_pod,
    has_scanner,
    is_active,
    is_hull,
    name_target,
    note_craft,
    side_of,
    steps_between,
    works,
)
from ..model.record_types import Class, Rules, State
from .last_seen_damage import is_out_of_date, update_damage

TONS_20 = int(Disclosed.TONS_20)
TONS_10 = TONS_20 | int(Disclosed.TONS_10)
EXACT = TONS_10 | int(Disclosed.TONS)
SHAPE = int(Disclosed.STREAMLINING)
CLASS, WEAPONS, KINDS = int(Disclosed.CLASS), int(Disclosed.WEAPONS), int(Disclosed.KINDS)
WIDE_STEP, NARROW_STEP = 1.44, 1.21
"""Ratio of a step of tonnage to the one before: its middle is within 20 %, or 10 %, of it all."""
COVER_STEPS = 2  # IN-LOS-09


@native
def learn(state: State, rules: Rules, k):
    """IN-LOS-02..05, 09, IN-IDE-14, 16 Craft k and each enemy look at one another.

    The event is SEEN, which both sides read (IN-AMB-148). Return True when the side of k learned
    something new.
    """
    new = False
    for it in side_range(state.craft, 1 - side_of(state, k)):
        if is_hull(state.craft[it]):
            new = observe_craft(state, rules, k, it) or new
            observe_craft(state, rules, it, k)
    return new


@native
def learn_all(state: State, rules: Rules):
    """IN-LOS-02 At the end of the turn all look at all."""
    for k in side_range(state.craft, 0):
        if is_hull(state.craft[k]):
            learn(state, rules, k)


@native
def observe_craft(state: State, rules: Rules, k, it):
    """IN-LOS-02, IN-AMB-148 Craft k learns what the bracket discloses of enemy `it`.

    Return True where that is new. The first look of a turn at its damage counts as new even if
    nothing has changed since.
    """
    if not is_active(state.craft[k]) or not works(state, rules, k, Comp.COMMUNICATIONS):
        return False  # IN-IDE-14, IN-AMB-102 it cannot share what it sees
    in_the_open = bracket_in_the_open(state, rules, k, it)
    near = in_the_open >= Seeing.NEAR
    if not near and new_disclosures(state, rules, k, it, in_the_open) == 0:
        return False  # skips a slow test: a rock between them would change nothing
    seeing = bracket(state, rules, k, it)
    fresh = new_disclosures(state, rules, k, it, seeing)
    if fresh:
        disclose(state, rules, it, fresh)
    scans = has_scanner(state, rules, k)
    is_sighting = scans and seeing >= Seeing.NEAR
    renewed = is_sighting and is_out_of_date(state, it, seeing)
    changed = is_sighting and update_damage(state, rules, it, seeing)
    if fresh or changed or renewed:
        event = note_craft(state, Event.SEEN, k)
        name_target(state, event, it)
        event.a = fresh
        event.b = fresh != 0 or changed
        event.c = seeing
    return fresh != 0 or changed


@native
def new_disclosures(state: State, rules: Rules, k, it, seeing):
    """IN-LOS-02, IN-IDE-16 New bits of Disclosed that a bracket gives craft k of enemy `it`."""
    if has_scanner(state, rules, k):
        disclosed = disclosed_at(seeing, is_known_class(state, rules, it))
    else:
        disclosed = disclosed_without_scanner(seeing)
    return disclosed & ~int(state.craft[it].disclosed)


# --- brackets ------------------------------------------------------------------------------------


@native
def bracket(state: State, rules: Rules, k, it):
    """IN-LOS-01 Seeing of craft k toward enemy `it`: behind a rock or a wreck only its presence."""
    seeing = bracket_in_the_open(state, rules, k, it)
    if seeing > Seeing.FAR and not is_clear(state, rules, state.craft[k], state.craft[it]):
        return Seeing.FAR | 0
    return seeing


@native
def bracket_in_the_open(state: State, rules: Rules, k, it):
    """IN-LOS-02, 03, 09, IN-AMB-55 The same where nothing lies between.

    A Sensor pod brings it one bracket nearer; a friend behind which it flies two farther.
    """
    me, target = state.craft[k], state.craft[it]
    distance = min(steps_between(me, target), INTELLIGENCE_RANGE)
    seeing = int(rules.seeing[distance])
    if has_pod(state, k, me.first_rack, class_of(state, rules, k).racks, Load.SENSOR_POD):
        seeing += 1
    if is_covered(state, rules, it, me):
        seeing -= COVER_STEPS
    return max(min(seeing, Seeing.SAME_HEX | 0), Seeing.FAR | 0)


@native
def disclosed_at(seeing, known):
    """IN-LOS-02, 04 Bits of Disclosed that a bracket gives; `known`: its class has a name."""
    if seeing == Seeing.FAR:
        return TONS_20
    if seeing == Seeing.LONG:
        return SHAPE | TONS_10
    if seeing == Seeing.MIDDLE:
        return SHAPE | EXACT | WEAPONS
    disclosed = SHAPE | EXACT | (CLASS if known else 0)
    return disclosed | (WEAPONS if seeing == Seeing.SAME_HEX else KINDS)


@native
def disclosed_without_scanner(seeing):
    """IN-IDE-16 Without a scanner: its presence, size and streamlining."""
    return SHAPE if seeing > Seeing.FAR else 0


@native
def is_known_class(state: State, rules: Rules, k):
    """IN-LOS-04 Whether the enemy would know the class of a craft by name."""
    return rules.option.known_class[int(state.craft[k].klass)] != 0


# --- disclosure ----------------------------------------------------------------------------------


@native
def disclose(state: State, rules: Rules, k, fresh):
    """IN-LOS-02 New bits of Disclosed, and their values, are stored with craft k."""
    craft, klass = state.craft[k], class_of(state, rules, k)
    craft.disclosed = int(craft.disclosed) | fresh
    craft.disclosed_tons = disclosed_tonnage(int(klass.tons), int(craft.disclosed))
    if fresh & SHAPE:
        craft.disclosed_streamlined = klass.streamlined
    if fresh & WEAPONS:
        craft.armed_as = first_armed_alike(rules, int(craft.klass))
        craft.disclosed_weapons = int(craft.disclosed_weapons) | ((1 << int(klass.weapons)) - 1)
    if fresh & (WEAPONS | KINDS):
        craft.disclosed_kinds = weapon_kinds(klass)


@native
def disclosed_tonnage(tons, disclosed):
    """IN-LOS-02 Tonnage exactly, or the middle of the step of 1.21 or 1.44 in which it lies."""
    if disclosed & EXACT == EXACT:
        return tons
    if disclosed & TONS_10 == TONS_10:
        return middle_of_step(tons, NARROW_STEP)
    return middle_of_step(tons, WIDE_STEP) if disclosed & TONS_20 else 0


@native
def middle_of_step(tons, ratio):
    """Return the middle of the geometric step, from 1 t up, in which a tonnage lies."""
    low = 1.0
    while low * ratio <= tons:
        low *= ratio
    return int(round(low * ratio**0.5))


@native
def first_armed_alike(rules: Rules, row):
    """IN-LOS-02 The first class whose sheet lists the same weapons: the list reveals no more."""
    for other in range(1, row):
        if is_armed_alike(rules.classes[other], rules.classes[row]):
            return other
    return row


@native
def is_armed_alike(one: Class, other: Class):
    """Return whether two classes have the same guns and racks, row by row."""
    if one.weapons != other.weapons:
        return False
    for w in range(int(one.weapons)):
        mine, its = one.weapon[w], other.weapon[w]
        if mine.family != its.family or mine.table != its.table:
            return False
    return True


@native
def weapon_kinds(klass: Class):
    """IN-LOS-02 Types of its weapons, bits by Family."""
    families = 0
    for w in range(int(klass.weapons)):
        families |= 1 << int(klass.weapon[w].family)
    return families
