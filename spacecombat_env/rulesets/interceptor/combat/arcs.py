"""Chapter CMB: fields of fire. `it` is any record with q and r (craft, missile, adrift, rock)."""

from spacecombat_env.core.jit import jit


@jit
def in_wedge(me, it, centre, width):
    """Whether `it` lies within `width` degrees (60, 120,

    180) around hexside `centre` of me.facing; a line counts (IN-CMB-07). Not for one hex.
    """
    return False


@jit
def in_arc(state, k, arc, it):
    """IN-CMB-06 Whether `it` lies in Arc `arc` of craft k; TURRET is all around;

    in one hex IN-CMB-08, IN-AMB-98.
    """
    return False


@jit
def bears(state, rules, k, w, it):
    """IN-CMB-05 to 09,

    IN-IDE-28 Whether weapon row w of craft k bears on `it` (a jammed turret is a 60 degree
    wedge).
    """
    return False


@jit
def in_front(me, it):
    """IN-SEQ-07, IN-MSL-09 The front 60 degrees of a craft."""
    return False


@jit
def in_rear(me, it, width):
    """Whether `it` lies in me's rear 60 or 120 degrees (tail rule, RIS)."""
    return False
