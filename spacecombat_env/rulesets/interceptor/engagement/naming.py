"""Chapter CMB: weapons are chosen."""

from spacecombat_env.core.native import native

from ..combat.tot import mates
from ..combat.weapons import NO_GUN, can_shoot, gun_row
from ..missiles.defensive_fire import may_shoot_lightly
from ..missiles.launch_conditions import is_launchable
from ..missiles.lock_on import name_launch
from ..model import NONE, Decision, Load, Target, class_of, rack_of, request_decision
from ..model.record_types import Order, Rules, State
from .targets import may_name


@native
def has_named(order: Order, w):
    """Return whether weapon row w, or a missile of it, is chosen already."""
    return ((int(order.weapons) | int(order.locks)) >> int(w)) & 1 == 1


@native
def any_left(state: State, rules: Rules, seat):
    """Return whether more weapons may be chosen for the target."""
    order = state.order[seat]
    k, kind, target = int(order.craft), int(order.target_kind), int(order.target)
    for w in range(int(class_of(state, rules, k).weapons)):
        if not has_named(order, w) and may_name(state, rules, k, w, kind, target):
            return True
    return False


@native
def any_of_all(state: State, rules: Rules, seat):
    """Return whether `all` would choose any weapon; TGMs and HELLs are launched by name alone."""
    order = state.order[seat]
    k, kind, target = int(order.craft), int(order.target_kind), int(order.target)
    for w in range(int(class_of(state, rules, k).weapons)):
        if has_named(order, w) or not may_name(state, rules, k, w, kind, target):
            continue
        if gun_row(state, rules, k, w) != NO_GUN:
            return True
        if kind == Target.MISSILE and may_shoot_lightly(state, rules, k, w, target):
            return True
        if missile_of_all(state, rules, seat, w) != NONE:
            return True
    return False


@native
def name_row(state: State, rules: Rules, seat, w):
    """IN-CMB-03 A gun is chosen, or a rack, which requests the kind of its launch."""
    order = state.order[seat]
    k = int(order.craft)
    if gun_row(state, rules, k, w) == NO_GUN:
        order.rack = rack_of(state, rules, k, w)
        request_decision(state, Decision.LAUNCH_KIND, seat)
        return
    name_gun(state, rules, seat, w)
    request_decision(state, Decision.FIRE_WEAPONS, seat)


@native
def name_gun(state: State, rules: Rules, seat, w):
    """IN-DIR-19 A gun is chosen with those of its TOT group that can shoot."""
    order = state.order[seat]
    k, kind, target = int(order.craft), int(order.target_kind), int(order.target)
    named, linked = 1 << int(w), mates(state, rules, k, w)
    for row in range(int(class_of(state, rules, k).weapons)):
        if (linked >> row) & 1 and can_shoot(state, rules, k, row, kind, target):
            named |= 1 << row
    order.weapons = int(order.weapons) | named


@native
def name_all(state: State, rules: Rules, seat):
    """IN-CMB-03 All that bear: guns, then of each rack one missile, DAP before RIS before SSS.

    TGMs and HELLs are launched by name alone, and `all` at a missile means guns.
    """
    order = state.order[seat]
    k, kind, target = int(order.craft), int(order.target_kind), int(order.target)
    for w in range(int(class_of(state, rules, k).weapons)):
        if has_named(order, w) or not may_name(state, rules, k, w, kind, target):
            continue
        if gun_row(state, rules, k, w) != NO_GUN:
            name_gun(state, rules, seat, w)
        elif kind != Target.MISSILE:
            name_missile(state, rules, seat, w)


@native
def name_missile(state: State, rules: Rules, seat, w):
    """IN-MSL-05, 10 The missile of a rack that `all` means is chosen; a cluster is fired."""
    order = state.order[seat]
    load = missile_of_all(state, rules, seat, w)
    if load == Load.DFM:
        order.weapons = int(order.weapons) | (1 << int(w))
    elif load != NONE:
        name_launch(order, w, load)


@native
def missile_of_all(state: State, rules: Rules, seat, w):
    """Return the first of DAP, RIS, SSS, DFM that a rack may launch at the target; NONE."""
    order = state.order[seat]
    k, kind, target = int(order.craft), int(order.target_kind), int(order.target)
    for load in (Load.DAP, Load.RIS, Load.SSS, Load.DFM):
        if is_launchable(state, rules, k, w, load, kind, target):
            return load | 0
    return NONE
