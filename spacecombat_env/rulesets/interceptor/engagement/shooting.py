"""Chapter CMB: the dice of a volley.

Only the queue of hits changes: both volleys of an exchange are shot on the state before
(IN-CMB-04).
"""

from spacecombat_env.core.native import native

from ..combat.attitude import facing_struck, facing_toward
from ..combat.danger_space import next_in_danger
from ..combat.lepc import is_lepc, second_damage, second_hits, second_template
from ..combat.shields import passes_own_shield, penetrates
from ..combat.to_hit import hits, stray_number
from ..combat.tot import group_number, mates
from ..combat.weapons import NO_GUN, crewman_of, damage_at, gun_row, template_at
from ..damage.counters import hurt_rock, lose_first
from ..damage.hits import queue_hit
from ..missiles.dead_fire import cluster_number, spread
from ..model import MAX_WEAPONS, NONE, Chance, Event, Load, Source, Target, name_target, note_craft
from ..model.record_types import Rules, State


@native
def shoot_volley(state: State, rules: Rules, nth):
    """IN-CMB-05, IN-DIR-19 Each weapon of a volley in turn, a TOT group as one."""
    volley = state.exchange.volley[nth]
    k, left = int(volley.firer), int(volley.weapons)
    for w in range(MAX_WEAPONS):
        if (left >> w) & 1:
            group = mates(state, rules, k, w) & left
            left &= ~group
            shoot_group(state, rules, nth, w, group)


@native
def number_of(state: State, rules: Rules, nth, w, group):
    """IN-DIR-02, 19, IN-MSL-10 Number of a group, or of a cluster, at the target of its volley."""
    volley = state.exchange.volley[nth]
    k, kind, target = int(volley.firer), int(volley.target_kind), int(volley.target)
    if gun_row(state, rules, k, w) == NO_GUN:
        return cluster_number(state, rules, k, w, kind, target)
    return group_number(state, rules, k, group, kind, target)


@native
def shoot_group(state: State, rules: Rules, nth, w, group):
    """IN-DIR-03, 19 One roll for a group: a hit lands, a miss may strike another craft."""
    volley = state.exchange.volley[nth]
    k, kind, target = int(volley.firer), int(volley.target_kind), int(volley.target)
    number = number_of(state, rules, nth, w, group)
    if hits(state, rules, k, w, kind, target, number, Chance.TO_HIT):
        land_group(state, rules, nth, group, target, int(volley.facing), number)
    elif kind == Target.CRAFT:
        stray(state, rules, nth, w, group)


@native
def stray(state: State, rules: Rules, nth, w, group):
    """IN-LOS-11, IN-AMB-70 A miss is rolled again against each other unit of the hex."""
    volley = state.exchange.volley[nth]
    k, target = int(volley.firer), int(volley.target)
    other = next_in_danger(state, rules, k, target, target)
    while other != NONE:
        event = note_craft(state, Event.DANGER, k)
        name_target(state, event, other)
        number = stray_number(state, rules, k, w, other)
        if gun_row(state, rules, k, w) == NO_GUN:
            number += spread(rules)
        if hits(state, rules, k, w, Target.CRAFT, other, number, Chance.DANGER):
            facing = facing_struck(state, rules, other, k)
            land_group(state, rules, nth, group, other, facing, number)
            return
        other = next_in_danger(state, rules, k, target, other)


@native
def land_group(state: State, rules: Rules, nth, group, target, facing, number):
    """IN-AMB-12, IN-DIR-15, 16, IN-IDE-19 Weapons of a group have hit: shields for each of them.

    The second roll of a LEPC decides for the EPC parts of all; own fire must leave the own shield.
    """
    volley = state.exchange.volley[nth]
    k, kind = int(volley.firer), int(volley.target_kind)
    follows = follows_on(state, rules, nth, group, target, number)
    for w in range(MAX_WEAPONS):
        if not (group >> w) & 1:
            continue
        own = facing_toward(state, k, volley.q, volley.r)
        if not passes_own_shield(state, rules, k, own):
            continue
        if kind == Target.CRAFT:
            land(state, rules, nth, w, target, facing, follows)
        elif kind == Target.ADRIFT:
            lose_first(state, target)
        else:
            hurt_rock(state, target, points_at_rock(state, rules, nth, w, follows))


@native
def follows_on(state: State, rules: Rules, nth, group, target, number):
    """IN-DIR-15, 16 Whether the EPC part of a LEPC follows its laser: one roll for a group."""
    volley = state.exchange.volley[nth]
    k, kind = int(volley.firer), int(volley.target_kind)
    for w in range(MAX_WEAPONS):
        if (group >> w) & 1 and is_lepc(rules, gun_row(state, rules, k, w)):
            return second_hits(state, rules, k, w, kind, target, number)
    return False


@native
def points_of(state: State, rules: Rules, nth, w):
    """IN-DIR-13, 14, IN-MSL-10 Points of a weapon at the range of its volley."""
    volley = state.exchange.volley[nth]
    gun = gun_row(state, rules, int(volley.firer), w)
    if gun == NO_GUN:
        return int(rules.missile[Load.DFM].points)
    return damage_at(rules, gun, int(volley.distance))


@native
def points_at_rock(state: State, rules: Rules, nth, w, follows):
    """IN-AST-04, IN-DIR-15 All points of a weapon at the range, the EPC part of a LEPC too."""
    volley = state.exchange.volley[nth]
    points = points_of(state, rules, nth, w)
    if follows:
        gun = gun_row(state, rules, int(volley.firer), w)
        points += second_damage(rules, gun, int(volley.distance))
    return points


@native
def land(state: State, rules: Rules, nth, w, target, facing, follows):
    """IN-DEF-15, IN-DIR-15, IN-AMB-77 A weapon has hit a craft: its shield, then the queue.

    Both parts of a LEPC roll for the shield. The second is queued right after the first, and so
    strikes the same place (damage/hits.py).
    """
    volley = state.exchange.volley[nth]
    distance, gun = int(volley.distance), gun_row(state, rules, int(volley.firer), w)
    template = template_at(rules, gun, distance)
    if gun == NO_GUN:
        template = int(rules.missile[Load.DFM].template)
    points = points_of(state, rules, nth, w)
    land_part(state, rules, nth, w, target, facing, template, points)
    second = second_damage(rules, gun, distance)
    if follows and second > 0:
        template = second_template(rules, gun, distance)
        land_part(state, rules, nth, w, target, facing, template, second)


@native
def land_part(state: State, rules: Rules, nth, w, target, facing, template, points):
    """IN-DEF-15 Queue a part that penetrates; count those of the attack that the shield held."""
    k = int(state.exchange.volley[nth].firer)
    if not penetrates(state, rules, target, facing, k):
        state.last.held = int(state.last.held) + int(nth == 0)
        return
    m = crewman_of(state, rules, k, w)
    queue_hit(state, target, Source.FIRE, facing, template, points, k, m, w, NONE)
