"""Chapter OVL: the cost of working many weapons."""

from spacecombat_env.core.native import native

from ..model import (
    NONE,
    OVERLOAD_WEAPONS,
    Arc,
    Comp,
    Facing,
    Role,
    bits,
    class_of,
    counts_as_weapon,
    crew_of,
    is_broken,
    is_out,
    rack_of,
)
from ..model.record_types import Rules, State

ARC_COST = 2  # IN-OVL-04
BOTH_COST = 3  # IN-OVL-05
PILOT_TURRET_COST = 4  # IN-OVL-06
TURRET_OUT = 7  # craft.jam of a turret whose weapons are out (IN-IDE-28)
FANS = 8  # first bit of a jammed turret's fan of 60 degrees, after those of the four arcs


@native
def is_lost(state: State, rules: Rules, k, w):
    """IN-IDE-22..30 Whether a weapon is out for good: hit, in a dead turret, without power."""
    craft, weapon = state.craft[k], class_of(state, rules, k).weapon[w]
    if is_out(craft, int(weapon.component)):
        return True
    if weapon.turret != NONE and craft.jam[int(weapon.turret)] == TURRET_OUT:
        return True
    return rules.weapon[int(weapon.table)].eps > 0 and is_broken(state, rules, k, Comp.PLANT)


@native
def is_working(state: State, rules: Rules, k, w):
    """Return whether a weapon is not lost and a crewman works it."""
    return not (int(state.craft[k].out) >> w) & 1 and not is_lost(state, rules, k, w)


@native
def gear_works(state: State, rules: Rules, k, group):
    """IN-OVL-02, IN-IDE-24 Whether the gear of a TOT group (1, 2 ...) works."""
    klass, place = class_of(state, rules, k), 0
    for component in range(int(klass.components)):
        if klass.component[component].kind == Comp.TOT_GEAR:
            place += 1
            if place == group:
                return not is_out(state.craft[k], component)
    return False


@native
def is_counted(state: State, rules: Rules, k, w):
    """IN-OVL-09..11 Whether a weapon with a crewman counts: racks only when loaded."""
    if not is_working(state, rules, k, w):
        return False
    n = rack_of(state, rules, k, w)
    return n == NONE or counts_as_weapon(state.rack[n])


@native
def arc_bit(state: State, rules: Rules, k, w):
    """IN-OVL-04, IN-IDE-28, IN-AMB-09 The arc that a weapon covers; 0 in a sound turret.

    A turret jammed to the front or the rear covers that arc, one jammed to a side a fan of its own.
    """
    weapon = class_of(state, rules, k).weapon[w]
    if weapon.turret == NONE:
        return 1 << int(weapon.arc)
    jam = int(state.craft[k].jam[int(weapon.turret)])
    if jam == 0:
        return 0
    if jam - 1 == Facing.F:
        return 1 << Arc.FORWARD
    if jam - 1 == Facing.A:
        return 1 << Arc.AFT
    return FANS << jam


@native
def overload_now(state: State, rules: Rules, m):
    """IN-OVL-01..11, 15, IN-AMB-86 Overload of a crewman's weapons in their present state.

    A stand-in at the controls is the ship's pilot (IN-OVL-06, IN-AMB-109).
    """
    member = state.crew[m]
    k, manned = int(member.craft), int(member.weapons)
    klass = class_of(state, rules, k)
    weapons, groups, arcs, turreted = 0, 0, 0, False
    for w in range(int(klass.weapons)):
        if not (manned >> w) & 1 or not is_counted(state, rules, k, w):
            continue
        arc = arc_bit(state, rules, k, w)
        arcs |= arc
        turreted = turreted or arc == 0
        group = int(klass.weapon[w].tot)
        if group != 0 and gear_works(state, rules, k, group):
            groups |= 1 << group
        else:
            weapons += 1
    weapons += bits(groups)
    cost = max(weapons - OVERLOAD_WEAPONS, 0) + ARC_COST * max(bits(arcs) - 1, 0)
    if turreted and (member.role == Role.PILOT or member.flies):  # IN-AMB-08: instead of the 3
        return cost + PILOT_TURRET_COST
    return cost + BOTH_COST if turreted and arcs != 0 else cost


@native
def settle_overload(state: State, rules: Rules, k):
    """IN-OVL-01..11, IN-AMB-10 Write crew.overload of each crewman of a craft.

    Called at the end of the Decision Phase.
    """
    for m in crew_of(state, rules, k):
        state.crew[m].overload = overload_now(state, rules, m)


@native
def overload_of(state: State, rules: Rules, m):
    """IN-OVL-07 Addition to a crewman's direct fire and DFM."""
    return int(state.crew[m].overload)
