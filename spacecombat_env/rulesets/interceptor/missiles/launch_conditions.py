"""Chapter MSL: conditions of a launch, by own record and public facts alone.

Guided missiles lock on to ships; a DAP and a HELL on to missiles too (IN-DEF-02). A cluster has the
targets of guns.
"""

from spacecombat_env.core.native import inlined, native

from ..combat.arcs import OUT, bears, in_arc, in_rear
from ..combat.to_hit import distance_to
from ..combat.weapons import is_open_to, is_ready
from ..model import (
    NONE,
    Arc,
    Load,
    Target,
    class_of,
    has_scanner,
    is_in_air,
    is_installation,
    is_out_of_control,
    rack_of,
    side_of,
)
from ..model.record_types import Craft, Rules, State
from .slots import free_slot

REAR = 120  # IN-MSL-11
AIR_MOST = 15  # hexes in atmosphere (IN-ADV-08)
ON_SHIPS = (1 << Load.DECOY) - 1 - (1 << Load.DFM)
"""Missiles that lock on to ships, and TGMs."""
LAUNCHED = ON_SHIPS | (1 << Load.DFM)
"""Loads that are launched or fired at a target."""


@native
def is_mine(load):
    """IN-MSL-13 Whether it is a TGM: laid without a target."""
    return load == Load.TGM_1 or load == Load.TGM_2


@inlined
def suits(load, kind):
    """IN-DEF-02 Whether a load is meant for a kind of target at all."""
    if load == Load.DFM:
        return True
    if kind == Target.MISSILE:
        return load == Load.DAP or load == Load.HELL
    return kind == Target.CRAFT and (ON_SHIPS >> int(load)) & 1 == 1


@inlined
def holds_load(state: State, rules: Rules, k, w, load):
    """IN-MSL-05 Whether weapon row w is a rack with a load whose lock has not failed this turn."""
    slot = rack_of(state, rules, k, w)
    if slot == NONE:
        return False
    rack = state.rack[slot]
    return rack.load[load] != 0 and not (int(rack.barred) >> int(load)) & 1


@native
def is_pointed(state: State, rules: Rules, k, w, load, it):
    """IN-MSL-09, 11, 12, IN-IDE-28 Whether `it` lies in the arc of a launch from weapon row w.

    The ship's forward 60 degrees; a turret may lift or take that over, jammed within its fan.
    IN-OIN-06 A rack of an installation sees its own field, and no other.
    """
    if is_installation(state.craft[k]):
        return bears(state, rules, k, w, it)
    weapon = class_of(state, rules, k).weapon[w]
    if load == Load.DFM:
        return bears(state, rules, k, w, it)
    if weapon.turret != NONE:
        if state.craft[k].jam[int(weapon.turret)] == OUT:
            return False
        if rules.missile[load].turret:
            return bears(state, rules, k, w, it)
    return in_arc(state, k, Arc.FORWARD | 0, it)


@native
def is_pointed_at(state: State, rules: Rules, k, w, load, kind, target):
    """The same for a target of any kind."""
    if kind == Target.CRAFT:
        return is_pointed(state, rules, k, w, load, state.craft[target])
    if kind == Target.MISSILE:
        return is_pointed(state, rules, k, w, load, state.missile[target])
    if kind == Target.ADRIFT:
        return is_pointed(state, rules, k, w, load, state.adrift[target])
    return is_pointed(state, rules, k, w, load, state.rock[target])


@native
def in_bracket(state: State, rules: Rules, me: Craft, load, distance):
    """IN-MSL-02, IN-ADV-08, IN-AMB-25 Whether a missile reaches: in atmosphere at most 15 hexes."""
    missile = rules.missile[load]
    most = min(int(missile.most), AIR_MOST) if is_in_air(state, rules, me) else int(missile.most)
    return missile.least <= distance <= most


@inlined
def meets_conditions(state: State, rules: Rules, k, w, load, kind, target):
    """IN-MSL-02, 09, 11, 12, 17 Range, arc, the target's rear, scanner, line of sight and cover."""
    missile = rules.missile[load]
    distance = distance_to(state, k, kind, target)
    if not in_bracket(state, rules, state.craft[k], load, distance):
        return False
    if missile.scanner and not has_scanner(state, rules, k):
        return False
    if missile.rear and not in_rear(state.craft[target], state.craft[k], REAR):
        return False
    if not is_pointed_at(state, rules, k, w, load, kind, target):
        return False
    return is_open_to(state, rules, k, kind, target)


@native
def can_guide(state: State, k, load):
    """IN-SOC-11 Whether a missile can be guided; a cluster needs no lock."""
    if load == Load.DFM:
        return True
    return not is_out_of_control(state.craft[k]) and free_slot(state, side_of(state, k)) != NONE


@native
def is_launchable(state: State, rules: Rules, k, w, load, kind, target):
    """IN-CMB-01, IN-MSL-02, 09..13, 17 Whether a rack holds a load, ready, and the conditions hold.

    The conditions are for the target (Target kind, slot). A TGM has no target. The most selective
    tests come first.
    """
    if not (LAUNCHED >> int(load)) & 1 or not suits(load, kind):
        return False
    if not holds_load(state, rules, k, w, load):
        return False
    if not is_mine(load) and not meets_conditions(state, rules, k, w, load, kind, target):
        return False
    return can_guide(state, k, load) and is_ready(state, rules, k, w)


@native
def any_launchable(state: State, rules: Rules, k, w, kind, target):
    """Return whether a rack holds a load that may be launched or fired at a target."""
    slot = rack_of(state, rules, k, w)
    if slot == NONE:
        return False
    for load in range(Load.DECOY):
        has_load = state.rack[slot].load[load] != 0  # most kinds are absent
        if has_load and is_launchable(state, rules, k, w, load, kind, target):
            return True
    return False


@native
def any_light(state: State, rules: Rules, k, w, kind, target):
    """Return whether a rack holds a load but a HELL that may be launched or fired at a target."""
    slot = rack_of(state, rules, k, w)
    if slot == NONE:
        return False
    for load in range(Load.HELL):
        has_load = state.rack[slot].load[load] != 0
        if has_load and is_launchable(state, rules, k, w, load, kind, target):
            return True
    return False
