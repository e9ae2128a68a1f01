"""Chapter OIN: fields of fire of an orbital installation, by the six sides of its counter."""

from spacecombat_env.core.native import native

from ..model import DIRECTIONS, NONE, Arc
from ..model.record_types import Craft, Weapon
from .wedges import HALF_CIRCLE, NARROW, OUT, SOUND, in_wedge, share_hex

FIRST = int(Arc.SIDE_1)


@native
def side_of_weapon(weapon: Weapon):
    """IN-OIN-02 The side of an installation on which a weapon lies, 0..5; NONE on a ship."""
    return int(weapon.arc) - FIRST if weapon.arc >= FIRST else NONE


@native
def is_before_side(me: Craft, weapon: Weapon, it):
    """IN-OIN-04 Whether `it` lies in the printed field of a weapon of an installation.

    A turret has 180 degrees on its side, and its own hex; a fixed weapon 60 degrees, and not that.
    """
    turning = weapon.turret != NONE
    if share_hex(me, it):
        return turning
    return in_wedge(me, it, side_of_weapon(weapon), HALF_CIRCLE if turning else NARROW)


@native
def bears_from_side(me: Craft, weapon: Weapon, it):
    """IN-OIN-04, 06, IN-IDE-28 Whether a weapon of an installation bears on `it`.

    A jammed turret is a fixed weapon toward the hexside to which it looks.
    """
    jam = SOUND if weapon.turret == NONE else int(me.jam[int(weapon.turret)])
    if jam == OUT or not is_before_side(me, weapon, it):
        return False
    if jam == SOUND:
        return True
    return not share_hex(me, it) and in_wedge(me, it, (jam - 1) % DIRECTIONS, NARROW)
