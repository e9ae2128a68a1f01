"""Chapter DEF: weapons against a missile, and the fire."""

from spacecombat_env.core.native import native

from ..combat.attitude import facing_toward
from ..combat.shields import passes_own_shield
from ..combat.to_hit import distance_to, engage
from ..combat.tot import group_number, mates
from ..combat.weapons import NO_GUN, can_shoot, crewman_of, gun_row, take_weapons
from ..damage.blasts.hell import destroy_missile
from ..model import (
    DIE,
    MAX_WEAPONS,
    NONE,
    Chance,
    Event,
    Load,
    MissileStatus,
    Step,
    Target,
    class_of,
    note_craft,
    pair,
    proceed,
    rack_of,
    roll,
)
from ..model.record_types import Rules, State
from .dead_fire import cluster_number
from .launch_conditions import is_launchable
from .lock_on import name_launch, roll_locks
from .slots import is_in_flight

ALWAYS = 1  # IN-DIR-03 a natural 1 hits, a natural 10 misses


@native
def may_shoot_at(state: State, rules: Rules, k, w, n):
    """IN-DEF-01..03 Whether weapon row w of craft k may be used against missile n now.

    Guns, DAPs, HELLs and clusters may be, against a missile in flight or a dormant one.
    """
    missile = state.missile[n]
    if not is_in_flight(missile) and missile.status != MissileStatus.DORMANT:
        return False
    if can_shoot(state, rules, k, w, Target.MISSILE, n):
        return True
    return shoots_from_rack(state, rules, k, w, n) or may_use_hell(state, rules, k, w, n)


@native
def shoots_from_rack(state: State, rules: Rules, k, w, n):
    """IN-DEF-02 Whether weapon row w of craft k is a rack with a DAP or a cluster for missile n."""
    if rack_of(state, rules, k, w) == NONE:
        return False
    if is_launchable(state, rules, k, w, Load.DAP | 0, Target.MISSILE, n):
        return True
    return is_launchable(state, rules, k, w, Load.DFM | 0, Target.MISSILE, n)


@native
def may_use_hell(state: State, rules: Rules, k, w, n):
    """IN-DEF-02 Whether weapon row w of craft k is a rack with a HELL for missile n.

    It is launched by name alone.
    """
    if rack_of(state, rules, k, w) == NONE:
        return False
    return is_launchable(state, rules, k, w, Load.HELL | 0, Target.MISSILE, n)


@native
def may_shoot_lightly(state: State, rules: Rules, k, w, n):
    """IN-DEF-01, 02 Whether weapon row w may be used against missile n, HELLs left out."""
    if not may_shoot_at(state, rules, k, w, n):
        return False
    if can_shoot(state, rules, k, w, Target.MISSILE, n):
        return True
    return shoots_from_rack(state, rules, k, w, n)


@native
def has_only_hell(state: State, rules: Rules, k, n):
    """IN-DEF-02 Whether craft k may use HELLs against missile n, and nothing else."""
    found = False
    for w in range(int(class_of(state, rules, k).weapons)):
        if may_shoot_lightly(state, rules, k, w, n):
            return False
        found = found or may_use_hell(state, rules, k, w, n)
    return found


@native
def any_may_shoot(state: State, rules: Rules, k, n):
    """IN-DEF-01..03 Whether craft k may use any weapon against missile n."""
    for w in range(int(class_of(state, rules, k).weapons)):
        if may_shoot_at(state, rules, k, w, n):
            return True
    return False


@native
def shoot(state: State, rules: Rules, seat):
    """IN-DEF-01, 02 Fire order.weapons at a missile; a hit destroys it.

    Called by declaring.apply_fire_weapons when order.target is a missile; then proceed to FLIGHT.
    DAPs that lock on fly.
    """
    order = state.order[seat]
    if int(order.weapons) | int(order.locks) == 0:
        name_first(state, rules, seat)
    announce_fire(state, seat)
    roll_locks(state, rules, seat)
    k, n, left = int(order.craft), int(order.target), int(order.weapons)
    take_weapons(state, rules, k, left)
    for w in range(MAX_WEAPONS):
        if (left >> w) & 1:
            group = mates(state, rules, k, w) & left
            left &= ~group
            if state.missile[n].status != MissileStatus.NONE:
                shoot_group(state, rules, k, w, group, n)
    engage_crew(state, rules, k, int(order.weapons) | int(order.locks), n)
    proceed(state, Step.FLIGHT)


@native
def announce_fire(state: State, seat):
    """IN-CMB-03 Fire is announced: the enemy knows the weapons; the event is FIRE."""
    order = state.order[seat]
    k, fired = int(order.craft), int(order.weapons) | int(order.locks)
    craft = state.craft[k]
    craft.disclosed_weapons = int(craft.disclosed_weapons) | fired
    event = note_craft(state, Event.FIRE, k)
    event.a = fired
    event.b = state.mover
    event.c = Target.MISSILE
    event.f = state.last_moment
    event.d = distance_to(state, k, Target.MISSILE, int(order.target))


@native
def name_first(state: State, rules: Rules, seat):
    """Choose the first rack that bears, where `all`, which means guns, gives none."""
    order = state.order[seat]
    k, n = int(order.craft), int(order.target)
    for w in range(int(class_of(state, rules, k).weapons)):
        if not may_shoot_lightly(state, rules, k, w, n):
            continue
        if is_launchable(state, rules, k, w, Load.DAP | 0, Target.MISSILE, n):
            name_launch(order, w, Load.DAP | 0)
        else:
            order.weapons = int(order.weapons) | (1 << w)
        return


@native
def shoot_group(state: State, rules: Rules, k, w, group, n):
    """IN-DEF-01, 02, IN-DIR-03, 19, IN-IDE-19 One roll for a group; the event is INTERCEPTED."""
    if gun_row(state, rules, k, w) == NO_GUN:
        number = cluster_number(state, rules, k, w, Target.MISSILE, n)
    else:
        number = group_number(state, rules, k, group, Target.MISSILE, n)
    die = roll(state, Chance.INTERCEPT, pair(k, n))
    hit = die == ALWAYS or (die != DIE and die <= number)
    if hit:
        missile = state.missile[n]
        out = facing_toward(state, k, int(missile.q), int(missile.r))
        hit = passes_own_shield(state, rules, k, out)
    event = note_craft(state, Event.INTERCEPTED, k)
    event.a = n
    event.b = NONE
    event.c = die
    event.d = hit
    event.e = number
    if hit:
        destroy_missile(state, rules, n)


@native
def engage_crew(state: State, rules: Rules, k, weapons, n):
    """IN-DIR-09, IN-MSL-04, IN-AMB-84 The crewmen of the weapons have engaged missile n."""
    for w in range(int(class_of(state, rules, k).weapons)):
        m = crewman_of(state, rules, k, w) if (weapons >> w) & 1 else NONE
        if m != NONE:
            engage(state, m, Target.MISSILE, n)
