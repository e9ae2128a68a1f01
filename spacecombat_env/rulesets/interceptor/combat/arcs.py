"""Chapter CMB: fields of fire. `it` is any record with q and r (craft, missile, adrift, rock).

Hexsides are counted clockwise from where a craft points, corners lie between them. A wedge of 60
degrees is the field through one hexside; a wedge of 120 or 180 has half of it on either side of the
middle of the hexside. Right and left arcs are the two hexsides of a flank. Every unit is one hex,
so fire is traced from centre to centre (IN-CMB-10, IN-AMB-81). A ship that has rolled over has its
right-hand weapons on the left (IN-MOV-09).

Two in one hex (IN-CMB-08, IN-AMB-98): the pilot who entered last shows his Forward arc and sees the
arc of the other in which least is mounted. The default always applies: Decision.ARC is never
requested.
"""

from spacecombat_env.core.native import inlined, native

from ..model import DIRECTIONS, NONE, Arc, Facing, class_of, is_hull
from ..model.record_types import Craft, Rules, State, Weapon
from .installations import bears_from_side, is_before_side
from .wedges import HALF_CIRCLE as HALF_CIRCLE
from .wedges import NARROW as NARROW
from .wedges import OUT as OUT
from .wedges import SOUND as SOUND
from .wedges import WIDE as WIDE
from .wedges import in_wedge as in_wedge
from .wedges import share_hex as share_hex

BACK_TO_FRONT = tuple(int(arc) for arc in (Arc.AFT, Arc.LEFT, Arc.RIGHT, Arc.FORWARD))


@native
def mirrored(craft: Craft, side):
    """IN-MOV-09 Hexside of a craft for a side of its sheet: if it has rolled, the opposite one.

    The function is its own inverse: it also gives the sheet's facing of a hexside.
    """
    return (DIRECTIONS - int(side)) % DIRECTIONS if craft.rolled else int(side) % DIRECTIONS


@native
def _on_flank(me: Craft, it, first):
    """Return whether `it` lies behind one of two hexsides: 120 degrees around their corner."""
    return in_wedge(me, it, first, NARROW) or in_wedge(me, it, first + 1, NARROW)


@native
def in_arc(state: State, k, arc, it):
    """IN-CMB-06, 07 Whether `it` lies in Arc `arc` of craft k; a turret sees all around.

    Two in one hex: the later arrival has the other in his Forward arc, and counts as behind it
    (`bears` finds the arc with the least weapons).
    """
    me = state.craft[k]
    if arc == Arc.TURRET:
        return True
    if share_hex(me, it):
        return arc == (Arc.FORWARD if came_last(state, k, it) else Arc.AFT)
    if arc == Arc.FORWARD:
        return in_wedge(me, it, Facing.F, NARROW)
    if arc == Arc.AFT:
        return in_wedge(me, it, Facing.A, NARROW)
    right = (arc == Arc.RIGHT) != (me.rolled == 1)
    return _on_flank(me, it, Facing.RF if right else Facing.LA)


@native
def came_last(state: State, k, it):
    """IN-CMB-08 Whether craft k has entered its hex later than every enemy craft in it.

    Only craft choose; against a missile, a crew or an asteroid the firer does.
    """
    slots, mine = len(state.craft) // 2, int(state.craft[k].arrived)
    for other in range(len(state.craft)):
        them = state.craft[other]
        enemy = other // slots != k // slots
        if enemy and is_hull(them) and share_hex(them, it) and int(them.arrived) > mine:
            return False
    return True


@native
def least_arc(state: State, rules: Rules, k):
    """IN-AMB-98 Arc of a craft with the least weapons: aft before the sides, forward last."""
    klass = class_of(state, rules, k)
    best, least = NONE, NONE
    for arc in BACK_TO_FRONT:
        mounted = 0
        for w in range(int(klass.weapons)):
            if klass.weapon[w].arc == arc:
                mounted += 1 + int(rules.weapon[int(klass.weapon[w].table)].damage[0])
        if least == NONE or mounted < least:
            best, least = arc, mounted
    return best


@native
def bears(state: State, rules: Rules, k, w, it):
    """IN-CMB-05..09, IN-OIN-04, IN-IDE-28 Whether weapon row w of craft k bears on `it`.

    A jammed turret is a fixed weapon with a wedge of 60 degrees, never in its own hex.
    """
    me, weapon = state.craft[k], class_of(state, rules, k).weapon[w]
    if me.installation:
        return bears_from_side(me, weapon, it)
    jam = SOUND if weapon.turret == NONE else int(me.jam[int(weapon.turret)])
    if jam != SOUND:
        toward = mirrored(me, jam - 1)
        return jam != OUT and not share_hex(me, it) and in_wedge(me, it, toward, NARROW)
    return covers(state, rules, k, w, it)


@native
def covers(state: State, rules: Rules, k, w, it):
    """IN-CMB-05..09, IN-OIN-04 Whether `it` is in the printed arc of row w, its turret turning."""
    me, arc = state.craft[k], int(class_of(state, rules, k).weapon[w].arc)
    if me.installation:
        return is_before_side(me, class_of(state, rules, k).weapon[w], it)
    if arc != Arc.TURRET and share_hex(me, it) and not came_last(state, k, it):
        return arc == int(least_arc(state, rules, k))
    return in_arc(state, k, arc, it)


@native
def in_front(me: Craft, it):
    """IN-SEQ-07, IN-MSL-11 Whether `it` lies in the front 60 degrees of a craft.

    In one hex the answer is yes; `in_arc` decides whose Forward arc it is.
    """
    return share_hex(me, it) or in_wedge(me, it, Facing.F, NARROW)


@inlined
def looks_elsewhere(weapon: Weapon, ahead):
    """IN-CMB-07 Whether a weapon is fixed to the front, and `it` is not there.

    `in_front` is computed once for all weapons of a ship, and rules out most of them.
    """
    return not ahead and weapon.arc == Arc.FORWARD and weapon.turret == NONE


@native
def in_rear(me: Craft, it: Craft, width):
    """IN-SEQ-07, IN-MSL-11 Whether `it` lies in the rear 60 or 120 degrees; not in its own hex.

    IN-OIN-01, IN-AMB-128 An installation has no rear.
    """
    return not me.installation and not share_hex(me, it) and in_wedge(me, it, Facing.A, width)
