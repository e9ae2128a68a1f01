"""Estimates of standing orders, from own weapons and skills and public facts alone."""

from spacecombat_env.core.model.hexgrid import axial_row, closest_sides
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..combat.to_hit import number_as_known
from ..combat.weapons import can_shoot, crewman_of, damage_at, gun_row, is_ready
from ..crew.skills import gunnery
from ..missiles.launch_conditions import any_light
from ..model import NONE, Family, Target, class_of, is_hull, side_of, steps_between
from ..model.record_types import Rules, State

UNKNOWN_PILOT = 5
"""Assumed Piloting of an unknown enemy (paper 2.3)."""
GOOD_RANGE = 2
"""A good shot is compared with one from behind at this many hexes."""
MISSILE_WORTH = 1000
"""Value of a missile that may be launched, in hundredths of a box."""
LEAST_CHANCE, MOST_CHANCE = 1, 9


@native
def first_action(mask):
    """Return the first legal action."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return NONE


@native
def action_after(mask, first):
    """Return the first legal action from `first` on, or NONE."""
    for action in range(int(first), len(mask)):
        if mask[action]:
            return action
    return NONE


@native
def action_or(mask, action, other):
    """Return an action if it is legal, else another one, else the first legal one."""
    if mask[action]:
        return action | 0
    return other | 0 if mask[other] else first_action(mask)


@native
def inward(state: State, rules: Rules, k):
    """IN-SCN-08 Return the direction from craft k to the middle of the map."""
    q = int(rules.option.columns) // 2
    r = axial_row(q, int(rules.option.rows) // 2)
    sides = closest_sides(q - int(state.craft[k].q), r - int(state.craft[k].r))
    return sides[0]


@native
def tenths(number):
    """Return a number to hit as a chance in tenths."""
    return max(LEAST_CHANCE, min(MOST_CHANCE, int(number)))


@native
def volley_value(state: State, rules: Rules, k, target):
    """Return the value of all weapons of a craft that bear on another, in hundredths of a box."""
    distance = steps_between(state.craft[k], state.craft[target])
    value = 0
    for w in range(int(class_of(state, rules, k).weapons)):
        if can_shoot(state, rules, k, w, Target.CRAFT, target):
            number = number_as_known(state, rules, k, w, Target.CRAFT, target)
            points = damage_at(rules, gun_row(state, rules, k, w), distance)
            value += 10 * tenths(number) * points
        elif any_light(state, rules, k, w, Target.CRAFT, target):
            value += MISSILE_WORTH
    return value


@native
def best_value(state: State, rules: Rules, k):
    """Return the value of the best volley of a craft now, at any enemy."""
    best = 0
    for target in side_range(state.craft, 1 - side_of(state, k)):
        if is_hull(state.craft[target]):
            best = max(best, volley_value(state, rules, k, target))
    return best


@native
def good_value(state: State, rules: Rules, k):
    """Return the value of the guns that are ready, from behind at GOOD_RANGE."""
    value = 0
    for w in range(int(class_of(state, rules, k).weapons)):
        gun = gun_row(state, rules, k, w)
        if class_of(state, rules, k).weapon[w].family == Family.RACK or gun == 0:
            continue
        if is_ready(state, rules, k, w):
            skill = gunnery(state, rules, crewman_of(state, rules, k, w))
            chance = tenths(int(rules.base_to_hit[GOOD_RANGE]) + skill - UNKNOWN_PILOT)
            value += 10 * chance * damage_at(rules, gun, GOOD_RANGE)
    return value
