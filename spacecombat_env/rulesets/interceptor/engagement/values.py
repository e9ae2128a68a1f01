"""Chapter CMB: the value of a shot, by public facts and one's own record alone (paper 2.3).

In hundredths of a box: chance in tenths, times damage, times ten. The target's hidden values are
never used: its shields, armour, ECM, pilot.
"""

from spacecombat_env.core.native import native

from ..combat.arcs import in_front, looks_elsewhere
from ..combat.lepc import second_damage
from ..combat.to_hit import number_as_known, prior_targets
from ..combat.weapons import could_shoot, crewman_of, damage_at, gun_row, is_open_to
from ..missiles.dead_fire import cluster_as_known
from ..missiles.launch_conditions import is_launchable
from ..model import DIE, NONE, Load, Target, class_of, is_active, rack_of, steps_between
from ..model.record_types import Rules, State


@native
def tenths(number):
    """IN-DIR-03 Chance of a number: a 1 always hits, a 10 always misses."""
    return min(max(int(number), 1), DIE - 1)


@native
def gun_value(state: State, rules: Rules, k, w, target):
    """Return the value of a gun that bears; the EPC part of a LEPC follows its laser."""
    distance = steps_between(state.craft[k], state.craft[target])
    gun = gun_row(state, rules, k, w)
    chance = tenths(number_as_known(state, rules, k, w, Target.CRAFT, target))
    second = chance * chance * second_damage(rules, gun, distance)
    return chance * DIE * damage_at(rules, gun, distance) + second


@native
def missile_chance(state: State, rules: Rules, k, w, load, target):
    """IN-MSL-02, 04, 10 Chance, in tenths, of a missile to lock on, of a cluster to hit."""
    if load == Load.DFM:
        return tenths(cluster_as_known(state, rules, k, w, Target.CRAFT, target))
    m = crewman_of(state, rules, k, w)
    others = 0 if m == NONE else prior_targets(state, m, Target.CRAFT, target)
    return tenths(int(rules.missile[load].intelligence) - others)


@native
def rack_value(state: State, rules: Rules, k, w, target):
    """Return the value of a rack's best missile that meets its conditions; no TGMs, no HELLs."""
    best, rack = 0, state.rack[rack_of(state, rules, k, w)]
    for load in (Load.DAP, Load.DFM, Load.RIS, Load.SSS):
        if rack.load[load] != 0 and is_launchable(state, rules, k, w, load, Target.CRAFT, target):
            chance = missile_chance(state, rules, k, w, load, target)
            best = max(best, chance * DIE * int(rules.missile[load].points))
    return best


@native
def volley_value(state: State, rules: Rules, k, target):
    """Return the value of everything that craft k can fire at an enemy craft now."""
    if not is_active(state.craft[k]):
        return 0
    guns, missiles, klass = 0, 0, class_of(state, rules, k)
    ahead = in_front(state.craft[k], state.craft[target])
    for w in range(int(klass.weapons)):
        if looks_elsewhere(klass.weapon[w], ahead):
            continue
        if could_shoot(state, rules, k, w, state.craft[target]):
            guns += gun_value(state, rules, k, w, target)
        elif rack_of(state, rules, k, w) != NONE:
            missiles += rack_value(state, rules, k, w, target)
    if guns > 0 and not is_open_to(state, rules, k, Target.CRAFT, target):
        guns = 0
    return guns + missiles
