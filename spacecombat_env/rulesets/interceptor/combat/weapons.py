"""Chapter DIR: the effect of a weapon at a range, and whether it can shoot.

Weapon rows `w` are rows of the class's sheet, guns rows of rules.weapon.
"""

from spacecombat_env.core.native import inlined, native

from ..model import (
    FIRST_POD,
    NONE,
    Comp,
    Family,
    Load,
    Target,
    class_of,
    counts_as_weapon,
    crew_of,
    has_command,
    is_active,
    is_awake,
    is_broken,
    is_fed,
    is_in_air,
    is_out,
    is_silent,
    mates,
    rack_of,
    steps_between,
)
from ..model.record_types import Rules, State
from .arcs import bears
from .cover import is_covered
from .line_of_sight import is_clear
from .ranges import band_of
from .zone_fire import fire_passes, fires_in_air

NO_GUN = 0  # row of rules.weapon for no gun


@native
def crewman_of(state: State, rules: Rules, k, w):
    """IN-OVL-01 Slot of the crewman of weapon row w of craft k, or NONE."""
    for m in crew_of(state, rules, k):
        if (int(state.crew[m].weapons) >> int(w)) & 1:
            return m
    return NONE


@native
def is_sound(state: State, rules: Rules, k, w):
    """IN-IDE-01, 18, 25, 30, IN-POW-05 Whether weapon row w is whole, fed and led by fire control.

    Loads of a rack need no Energy Points, an Autoloader does. A ship that nobody leads fires
    nothing.
    """
    craft, weapon = state.craft[k], class_of(state, rules, k).weapon[w]
    if not has_command(craft):
        return False
    if (int(craft.out) >> int(w)) & 1 or is_out(craft, weapon.component):
        return False
    if is_broken(state, rules, k, Comp.FIRE_CONTROL):
        return False
    if not is_fed(state, rules, k, weapon.component):
        return False
    return weapon.rack != NONE or not is_broken(state, rules, k, Comp.PLANT)


@native
def is_usable(state: State, rules: Rules, k, w):
    """IN-CMB-01, IN-OVL-11, 12, IN-ABN-07 Whether weapon row w could be fired in some turn.

    It is sound, not given up, worked by a crewman who is awake, on a ship that is not abandoned. A
    rack is loaded with missiles or a gun pod.
    """
    craft = state.craft[k]
    if not is_active(craft) or is_silent(craft) or not is_sound(state, rules, k, w):
        return False
    rack = rack_of(state, rules, k, w)
    if rack != NONE and not counts_as_weapon(state.rack[rack]):
        return False
    return is_awake(state, crewman_of(state, rules, k, w))


@native
def is_guarding(state: State, rules: Rules, k, w):
    """IN-DEF-11 Whether it is an MDC-G that is kept for point defence, or has met a missile."""
    weapon = class_of(state, rules, k).weapon[w]
    if (int(state.craft[k].guarded) >> int(w)) & 1:
        return True
    return state.craft[k].guard == 1 and weapon.family == Family.MDC_G


@native
def is_ready(state: State, rules: Rules, k, w):
    """IN-CMB-01 Whether it may still fire this turn: usable, not fired, not kept back."""
    if (int(state.craft[k].fired) >> int(w)) & 1 or is_guarding(state, rules, k, w):
        return False
    return is_usable(state, rules, k, w)


@inlined
def gun_row(state: State, rules: Rules, k, w):
    """IN-DIR-17 Row of rules.weapon as which it shoots; a pod's for a gun pod; 0 for missiles."""
    rack = rack_of(state, rules, k, w)
    if rack == NONE:
        return int(class_of(state, rules, k).weapon[w].table)
    pod = int(state.rack[rack].pod)
    return int(rules.pod[pod].gun) if pod >= Load.LASER_POD else NO_GUN


@native
def reach(state: State, rules: Rules, k, w):
    """IN-DIR-19 Greatest range at which it does damage: in a TOT group that of the shortest."""
    least = int(rules.weapon[gun_row(state, rules, k, w)].reach)
    if class_of(state, rules, k).weapon[w].tot == 0:
        return least
    linked, other = mates(state, rules, k, w), 0
    while linked >> other:
        if (linked >> other) & 1 and is_usable(state, rules, k, other):
            least = min(least, int(rules.weapon[gun_row(state, rules, k, other)].reach))
        other += 1
    return least


@inlined
def damage_at(rules: Rules, gun, distance):
    """IN-DIR-13, 14 Points of a row of rules.weapon at a range (a LEPC: of its laser)."""
    band = band_of(rules, distance)
    return 0 if band == NONE else int(rules.weapon[gun].damage[band])


@native
def template_at(rules: Rules, gun, distance):
    """IN-DIR-13, 14, 18 Its template at a range."""
    band = band_of(rules, distance)
    return 0 if band == NONE else int(rules.weapon[gun].template[band])


@inlined
def is_in_reach(state: State, rules: Rules, k, w, distance):
    """IN-CMB-05 Whether it is a gun that does damage at a range; NPC and LEPC have gaps."""
    gun = gun_row(state, rules, k, w)
    if gun == NO_GUN or distance > rules.weapon[gun].reach:
        return False
    return damage_at(rules, gun, distance) > 0 and distance <= reach(state, rules, k, w)


@native
def is_open(state: State, rules: Rules, k, it):
    """IN-LOS-01, 07, 10, IN-PLN-12 Whether fire can pass between craft k and a target.

    Zones, sight and its own cover decide.
    """
    me = state.craft[k]
    if not fire_passes(state, rules, me, it) or is_covered(state, rules, k, it):
        return False
    return is_clear(state, rules, me, it)


@inlined
def could_shoot(state: State, rules: Rules, k, w, it):
    """IN-CMB-05, IN-ATM-11 Whether weapon row w, a gun, is ready, reaches a place and bears on it.

    The range is tested first, because it is cheap and rules out most weapons.
    """
    if not is_in_reach(state, rules, k, w, steps_between(state.craft[k], it)):
        return False
    in_air = is_in_air(state, rules, state.craft[k])
    if in_air and not fires_in_air(rules, gun_row(state, rules, k, w)):
        return False
    return bears(state, rules, k, w, it) and is_ready(state, rules, k, w)


@native
def is_open_to(state: State, rules: Rules, k, kind, target):
    """IN-LOS-01, 07 Whether fire can pass to a target of any kind, its own cover included."""
    me = state.craft[k]
    if kind == Target.CRAFT:
        it = state.craft[target]
        return is_open(state, rules, k, it) and not is_covered(state, rules, int(target), me)
    if kind == Target.MISSILE:
        return is_open(state, rules, k, state.missile[target])
    if kind == Target.ADRIFT:
        return is_open(state, rules, k, state.adrift[target])
    return is_open(state, rules, k, state.rock[target])


@native
def can_shoot(state: State, rules: Rules, k, w, kind, target):
    """IN-CMB-05 Ready, bears, in range, damage above 0, in sight, not covered.

    Direct fire only (racks with missiles: missiles/launch_conditions.py). The caller checks whether
    the target is valid (engagement/declaring.py).
    """
    if kind == Target.CRAFT:
        ready = could_shoot(state, rules, k, w, state.craft[target])
    elif kind == Target.MISSILE:
        ready = could_shoot(state, rules, k, w, state.missile[target])
    elif kind == Target.ADRIFT:
        ready = could_shoot(state, rules, k, w, state.adrift[target])
    else:
        ready = could_shoot(state, rules, k, w, state.rock[target])
    return ready and is_open_to(state, rules, k, kind, target)


@native
def take_weapons(state: State, rules: Rules, k, weapons):
    """IN-CMB-01, 03, IN-DIR-17, IN-MSL-10 They have fired: a pod has a shot less, a cluster is
    gone.

    Missiles that have locked were taken when they did (missiles/lock_on.py).
    """
    craft = state.craft[k]
    craft.fired = int(craft.fired) | weapons
    for w in range(int(class_of(state, rules, k).weapons)):
        slot = rack_of(state, rules, k, w)
        if not (weapons >> w) & 1 or slot == NONE:
            continue
        rack = state.rack[slot]
        if int(rack.pod) >= FIRST_POD:
            rack.shots = max(int(rack.shots) - 1, 0)
        else:
            rack.load[Load.DFM] = max(int(rack.load[Load.DFM]) - 1, 0)
