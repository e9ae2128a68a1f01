"""Chapter CMB: a volley is written, and its weapons and loads are spent."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..combat.to_hit import distance_to, engage
from ..combat.weapons import crewman_of, take_weapons
from ..crew.service import count_shot
from ..model import (
    NONE,
    Event,
    MissileStatus,
    Target,
    class_of,
    name_target,
    note_craft,
)
from ..model.record_types import Rules, State, Volley
from .struck import first_exposed


@native
def write_volley(state: State, rules: Rules, seat, nth):
    """IN-CMB-02, 03 The order of a seat becomes a volley of the exchange; the event is FIRE.

    The target's place is its present one; all chosen weapons have fired.
    """
    order, volley = state.order[seat], state.exchange.volley[nth]
    k, kind, target = int(order.craft), int(order.target_kind), int(order.target)
    volley.firer = k
    volley.target_kind = kind
    volley.target = target
    volley.weapons = order.weapons
    volley.missiles = launched_by(state, seat, k)
    volley.distance = distance_to(state, k, kind, target)
    write_place(state, rules, volley)
    volley.answered = 0
    volley.settled = 0
    state.exchange.volleys = nth + 1
    take_weapons(state, rules, k, int(order.weapons))
    engage_all(state, rules, k, int(order.weapons) | int(order.locks), kind, target)
    disclose_weapons(state, k, int(order.weapons) | int(order.locks))
    event = note_craft(state, Event.FIRE, k)
    name_target(state, event, target if kind == Target.CRAFT else NONE)
    event.a = int(order.weapons) | int(order.locks)
    event.c = kind
    event.b = state.mover
    event.d = volley.distance
    event.e = nth
    event.f = state.last_moment


@native
def write_place(state: State, rules: Rules, volley: Volley):
    """IN-CMB-02 The map point of the target, and of a craft the facing that is struck.

    In doubt it is settled later (struck.py): which one is better is its owner's secret.
    """
    kind, target = int(volley.target_kind), int(volley.target)
    volley.facing = 0
    if kind == Target.CRAFT:
        volley.q, volley.r = state.craft[target].q, state.craft[target].r
        volley.facing = first_exposed(state, target, int(volley.firer))
    elif kind == Target.ADRIFT:
        volley.q, volley.r = state.adrift[target].q, state.adrift[target].r
    elif kind == Target.MISSILE:
        volley.q, volley.r = state.missile[target].q, state.missile[target].r
    else:
        volley.q, volley.r = state.rock[target].q, state.rock[target].r


@native
def launched_by(state: State, seat, k):
    """Return the missiles of craft k that have locked but not flown: bits of its side's slots."""
    mask, first = 0, seat * (len(state.missile) // 2)
    for n in side_range(state.missile, seat):
        missile = state.missile[n]
        if missile.status == MissileStatus.LOCKED and missile.craft == k:
            mask |= 1 << (n - first)
    return mask


@native
def engage_all(state: State, rules: Rules, k, weapons, kind, target):
    """IN-DIR-09, IN-MSL-04, IN-CRW-10 The crewmen of the weapons have engaged the target."""
    for w in range(int(class_of(state, rules, k).weapons)):
        m = crewman_of(state, rules, k, w) if (weapons >> w) & 1 else NONE
        if m == NONE:
            continue
        engage(state, m, kind, target)
        if kind == Target.CRAFT:
            count_shot(state, rules, m, target)


@native
def disclose_weapons(state: State, k, weapons):
    """Disclose the weapons that fired to the enemy: fire is announced."""
    craft = state.craft[k]
    craft.weapons_used = int(craft.weapons_used) | weapons
    craft.disclosed_weapons = int(craft.disclosed_weapons) | weapons
