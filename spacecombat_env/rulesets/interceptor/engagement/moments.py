"""Chapter CMB: the moments in which, by what both sides know, a shot is possible (IN-AMB-149).

It reads places, courses, cover and rocks, which are public, what the mover's side has learned of
the other ships, and their printed sheets. It never reads the condition of a ship, the load of its
racks, its crew, or which turret is jammed. Those are hidden from one side, so they must not decide
whether the other has a decision.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..combat.arcs import covers, in_arc, in_rear
from ..combat.ranges import in_direct_range
from ..combat.weapons import damage_at, is_open_to
from ..missiles.launch_conditions import REAR, in_bracket
from ..model import (
    MOST_OPPORTUNITIES,
    NONE,
    Arc,
    Disclosed,
    Family,
    Load,
    Target,
    class_of,
    is_active,
    is_installation,
    is_out_of_control,
    side_of,
    steps_between,
)
from ..model.record_types import Rules, State

CLASS = int(Disclosed.CLASS)
SENT = (int(Load.DAP), int(Load.DFM), int(Load.RIS), int(Load.SSS))
"""Missiles that fly at a ship once launched: any rack may hold them, as far as is known."""
GUIDED = (int(Load.DAP), int(Load.RIS), int(Load.SSS))
"""Those of them that lock on."""
GUN_PODS = (int(Load.LASER_POD), int(Load.HEAVY_LASER_POD), int(Load.MDC_POD))
UNKNOWN = 0  # row of rules.classes: class unknown


@native
def is_moment(state: State, rules: Rules, seat, target):
    """IN-AMB-149, IN-CMB-01 Whether, by what both sides know, a seat may have a shot at a craft."""
    for k in side_range(state.craft, seat):
        seems = is_active(state.craft[k]) and seems_in_field(state, rules, k, target)
        if seems and is_open_to(state, rules, k, Target.CRAFT, target):
            return True
    return False


@native
def seems_in_field(state: State, rules: Rules, k, target):
    """IN-AMB-149, IN-LOS-02 Whether some weapon that craft k may have reaches and bears.

    A known class gives the sheet; known weapons give their kinds. Any other ship may bear anything.
    """
    craft = state.craft[k]
    distance = steps_between(craft, state.craft[target])
    if int(craft.disclosed) & CLASS:
        return any_printed(state, rules, k, int(craft.klass), True, target, distance)
    if craft.armed_as != UNKNOWN:
        return any_printed(state, rules, k, int(craft.armed_as), False, target, distance)
    return in_direct_range(distance) or may_send(state, rules, k, target, distance, True)


@native
def any_printed(state: State, rules: Rules, k, row, has_arcs, target, distance):
    """IN-AMB-149 Whether a weapon of a sheet that is not known to have fired may reach and bear.

    Arcs are known with the class alone.
    """
    craft, klass = state.craft[k], rules.classes[row]
    fired = int(craft.fired) & int(craft.disclosed_weapons)
    for w in range(int(klass.weapons)):
        if (fired >> w) & 1:
            continue
        bears = not has_arcs or covers(state, rules, k, w, state.craft[target])
        if is_installation(craft) and not bears:
            continue
        if klass.weapon[w].family == Family.RACK:
            lifted = not has_arcs or klass.weapon[w].turret != NONE
            if bears and pod_reaches(rules, distance):
                return True
            if may_send(state, rules, k, target, distance, lifted):
                return True
        elif bears and damage_at(rules, int(klass.weapon[w].table), distance) > 0:
            return True
    return False


@native
def pod_reaches(rules: Rules, distance):
    """IN-DIR-17, IN-MSL-10 Whether a range is in reach of a gun pod or a cluster, fired as guns
    are.
    """
    for pod in GUN_PODS:
        if damage_at(rules, int(rules.pod[pod].gun), distance) > 0:
            return True
    cluster = rules.missile[Load.DFM]
    return cluster.least <= distance <= cluster.most


@native
def may_send(state: State, rules: Rules, k, target, distance, lifted):
    """IN-MSL-02, 09..12 Whether craft k could launch a missile of some kind at another.

    `lifted`: its rack may be in a turret, which lifts or takes over the arc of some kinds.
    """
    me, it = state.craft[k], state.craft[target]
    for load in SENT:
        missile = rules.missile[load]
        if not in_bracket(state, rules, me, load, distance):
            continue
        if missile.rear and not in_rear(it, me, REAR):
            continue
        free = is_installation(me) or (lifted and missile.turret)
        if free or in_arc(state, k, Arc.FORWARD | 0, it):
            return True
    return False


@native
def note_opportunities(state: State, rules: Rules, k):
    """IN-MSL-02, 09..12 Note who might launch what now that craft k is in a hex, or has moved.

    Both are public: in a moment that is not, whether a crew has left yet would be to be seen.
    """
    if not is_active(state.craft[k]):
        return
    for target in side_range(state.craft, 1 - side_of(state, k)):
        if is_active(state.craft[target]):
            distance = steps_between(state.craft[k], state.craft[target])
            note_kinds(state, rules, k, target, distance)
            note_kinds(state, rules, target, k, distance)


@native
def note_kinds(state: State, rules: Rules, k, target, distance):
    """IN-MSL-02, 09, 11, 12, IN-SOC-11 Count the turn for the kinds that ship k might launch at
    another.

    Players spend none on installations. Of these the fields of racks must be known.
    """
    me, it = state.craft[k], state.craft[target]
    if not is_active(me) or is_out_of_control(me) or is_installation(it):
        return
    loads = fresh_kinds(state, rules, k, target, distance)
    if loads == 0:
        return
    ahead = looks_at(state, rules, k, it) if is_installation(me) else is_ahead(state, k, it)
    if not ahead or not is_open_to(state, rules, k, Target.CRAFT, target):
        return
    me.sendable = int(me.sendable) | loads
    for load in GUIDED:
        if (loads >> load) & 1:
            me.opportunities[load] = min(int(me.opportunities[load]) + 1, MOST_OPPORTUNITIES)


@native
def fresh_kinds(state: State, rules: Rules, k, target, distance):
    """IN-MSL-09, 11, 12 Guided kinds in whose range a target is and that do not count yet."""
    me, loads = state.craft[k], 0
    for load in GUIDED:
        if (int(me.sendable) >> load) & 1 or not in_bracket(state, rules, me, load, distance):
            continue
        if not rules.missile[load].rear or in_rear(state.craft[target], me, REAR):
            loads |= 1 << load
    return loads


@native
def is_ahead(state: State, k, it):
    """IN-MSL-09, 11, 12 Whether `it` is in the forward arc of a ship: turrets are not known."""
    return in_arc(state, k, Arc.FORWARD | 0, it)


@native
def looks_at(state: State, rules: Rules, k, it):
    """IN-OIN-04, 06 Whether a rack of installation k looks at `it`, its class being known."""
    if not int(state.craft[k].disclosed) & CLASS:
        return False
    klass = class_of(state, rules, k)
    for w in range(int(klass.weapons)):
        if klass.weapon[w].family == Family.RACK and covers(state, rules, k, w, it):
            return True
    return False
