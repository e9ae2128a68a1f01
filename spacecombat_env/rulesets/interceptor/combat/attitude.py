"""Chapter DIR: angle of attack by the target's heading, facing struck by its facing (IN-AMB-29)."""

from spacecombat_env.core.model.hexgrid import closest_sides
from spacecombat_env.core.native import native

from ..model import DIRECTIONS, NONE, Arc, Facing, class_of, is_installation, toward
from ..model.record_types import Craft, Rules, State
from .arcs import SOUND, mirrored, share_hex

# --- the facing struck ---------------------------------------------------------------------------


@native
def is_exposed(state: State, k, firer, facing):
    """IN-DIR-08, IN-AMB-98 Whether a facing of craft k may be the one struck by craft `firer`.

    One facing looks at the firer, or two that tie; in one hex any.
    """
    me, it = state.craft[k], state.craft[firer]
    if share_hex(me, it):
        return True
    first, second = toward(me, it, int(me.facing))
    side = mirrored(me, facing)
    return side in (first, second)


@native
def is_better(craft: Craft, facing, other):
    """IN-DIR-08 Whether a craft prefers to be struck on a facing rather than on another."""
    if craft.armour[facing] != craft.armour[other]:
        return craft.armour[facing] > craft.armour[other]
    return craft.shield[facing] > craft.shield[other]


@native
def facing_struck(state: State, rules: Rules, k, firer):
    """IN-DIR-08, IN-AMB-29, 80, 98 Facing of k that is struck by fire from craft `firer`.

    In doubt it is the better armoured: the target's choice.
    """
    found = NONE
    for facing in range(DIRECTIONS):
        if not is_exposed(state, k, firer, facing):
            continue
        if found == NONE or is_better(state.craft[k], facing, found):
            found = facing
    return found


@native
def in_doubt(state: State, k, firer):
    """IN-DIR-08 Whether the target has a choice of facings: public, by geometry alone."""
    exposed = 0
    for facing in range(DIRECTIONS):
        exposed += int(is_exposed(state, k, firer, facing))
    return exposed > 1


@native
def facing_toward(state: State, k, q, r):
    """IN-AMB-30 The facing of craft k that looks to a hex (blasts, missiles); in its own hex F.

    Of two that tie the better armoured (IN-DIR-08).
    """
    craft = state.craft[k]
    dq, dr = int(q) - int(craft.q), int(r) - int(craft.r)
    if dq == 0 and dr == 0:
        return Facing.F | 0
    first, second = closest_sides(dq, dr)
    one = mirrored(craft, first - int(craft.facing))
    other = mirrored(craft, second - int(craft.facing))
    return other if is_better(craft, other, one) else one


# --- the angle of attack -------------------------------------------------------------------------


@native
def is_flank(side):
    """IN-DIR-06 Whether a hexside is a side of a craft: neither front nor rear."""
    return side != Facing.F and side != Facing.A


@native
def is_paralleling(state: State, rules: Rules, k, w, target, side):
    """IN-DIR-06 Same heading, and side weapons into its side or turret weapons into any hexside.

    IN-OIN-01 An installation has no heading.
    A jammed turret counts as fixed (IN-IDE-28).
    """
    me, weapon = state.craft[k], class_of(state, rules, k).weapon[w]
    if is_installation(me) or me.heading != state.craft[target].heading:
        return False
    jam = SOUND if weapon.turret == NONE else int(me.jam[int(weapon.turret)])
    if weapon.turret != NONE and jam == SOUND:
        return True
    at_side = weapon.arc == Arc.LEFT or weapon.arc == Arc.RIGHT
    if jam != SOUND:
        at_side = is_flank(jam - 1)
    return at_side and is_flank(side)


@native
def angle_through(state: State, rules: Rules, k, w, target, side):
    """IN-DIR-05, 06 Modifier of fire through a hexside, counted from the target's heading."""
    if is_paralleling(state, rules, k, w, target, side):
        return 0
    return int(rules.angle[side])


@native
def angle_modifier(state: State, rules: Rules, k, w, target):
    """IN-DIR-05..07, IN-AMB-98 Modifier of weapon w of craft k on craft `target`, by its heading.

    In doubt the target has the best of two hexsides, in one hex the best of all.
    """
    me, it = state.craft[k], state.craft[target]
    if it.velocity == 0:
        return 0
    if share_hex(me, it):
        most = 0
        for side in range(DIRECTIONS):
            most = max(most, angle_through(state, rules, k, w, target, side))
        return most
    first, second = toward(it, me, int(it.heading))
    return max(
        angle_through(state, rules, k, w, target, first),
        angle_through(state, rules, k, w, target, second),
    )
