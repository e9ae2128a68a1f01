"""Plots: near the sun, out of the light of its own drive, dark where it must cross."""

import numpy as np

from spacecombat_agents.scripted.intercept_sensors.action_choice import first_action
from spacecombat_agents.scripted.intercept_sensors.doctrine import HUNDREDTHS, SUNWARD, TENTHS
from spacecombat_env.core.model.rng import mix, pick
from spacecombat_env.core.model.squaregrid import DIRECTION_X, DIRECTION_Y
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.intercept_sensors.model import (
    DIRECTIONS,
    NONE,
    InterceptVerb,
    Power,
    Result,
    Status,
    Type,
    amount_action,
    direction_action,
    unit_slots,
)
from spacecombat_env.rulesets.intercept_sensors.movement.vectors import is_safe, thrust_available
from spacecombat_env.rulesets.intercept_sensors.scans.planets import is_blocked, is_shadowed

__all__ = ["plot_action", "thrust_action"]


@native
def centre_column(state, rules, seat):
    """Return the column where to expect the enemy: that of tracked ships, else the middle of its
    zone.
    """
    slots, total, count = unit_slots(state), 0, 0
    for k in range((1 - seat) * slots, (2 - seat) * slots):
        unit = state.unit_of[k]
        if unit.tracked and unit.status == Status.ON_MAP:
            total += int(unit.x)
            count += 1
    if count > 0:
        return total // count
    zone = rules.option.zone[1 - seat]
    return (int(zone[0]) + int(zone[1])) // 2


@native
def plot_score(state, rules, seat, facing, thrust, doctrine):
    """Return how good a plot is for the unit under orders."""
    unit = state.unit_of[state.unit]
    vx = int(unit.vx) + DIRECTION_X[facing] * thrust
    vy = int(unit.vy) + DIRECTION_Y[facing] * thrust
    x, y = int(unit.x) + vx, int(unit.y) + vy
    if rules.option.runner == seat and rules.classes[unit.klass].type == Type.SHIP:
        return run_score(rules, x, y, vx, vy, thrust, doctrine)
    score = -SUNWARD * abs(y + vy - doctrine.sunny_row)
    score -= doctrine.closing / HUNDREDTHS * abs(x - centre_column(state, rules, seat))
    cruise = int(doctrine.cruise)
    score -= 1.5 * max(0, abs(vx) - cruise) + 1.5 * max(0, abs(vy) - cruise)
    if unit.found > Result.NOTHING and not unit.tracked:
        score += doctrine.dodge / TENTHS * max(abs(vx), abs(vy))
    else:
        score -= doctrine.glow / TENTHS * thrust
    if is_shadowed(state, rules, x, y):
        score += 2.0
    return score - lost_tracks(state, rules, seat, x, y, facing, thrust, doctrine)


@native
def run_score(rules, x, y, vx, vy, thrust, doctrine):
    """Return the score of a plot for crossing: fast and straight to the goal, then dark."""
    goal = rules.option.goal
    middle = (int(goal[2]) + int(goal[3])) // 2
    target = 0
    if y < goal[2]:
        target = min(int(doctrine.run), middle - y)
    elif y > goal[3]:
        target = max(-int(doctrine.run), middle - y)
    score = -3.0 * abs(vy - target) - 1.0 * abs(vx) - 1.0 * thrust
    if x < goal[0]:
        score -= abs(int(goal[0]) - x)
    elif x > goal[1]:
        score -= abs(x - int(goal[1]))
    return score


@native
def lost_tracks(state, rules, seat, x, y, facing, thrust, doctrine):
    """Return the cost of tracks that a plot gives up: behind the drive, behind a planet, or far
    away.
    """
    slots, price = unit_slots(state), 0.0
    for k in range((1 - seat) * slots, (2 - seat) * slots):
        unit = state.unit_of[k]
        if not unit.tracked or unit.status != Status.ON_MAP:
            continue
        dx, dy = int(unit.x) + int(unit.vx) - x, int(unit.y) + int(unit.vy) - y
        away = max(abs(dx), abs(dy))
        price += max(0, away - int(doctrine.holding_range))
        if thrust > 0 and away > 0:
            if dx == -DIRECTION_X[facing] * away and dy == -DIRECTION_Y[facing] * away:
                price += 20.0
        if is_blocked(state, rules, x, y, x + dx, y + dy):
            price += 20.0
    return price


@native
def best_plot(state, rules, seat, best, random_bits, doctrine):
    """Find facing and thrust of the best plot, as if the plant ran; thrust 0 is coasting."""
    unit = state.unit_of[state.unit]
    most = 0 if unit.burns == 0 else int(rules.classes[unit.klass].thrust)
    best[0] = NONE
    best[1] = 0
    top = -1.0e9
    if is_safe(state, rules, unit, 0, 0):
        top = plot_score(state, rules, seat, int(unit.facing), 0, doctrine)
    for facing in range(DIRECTIONS):
        for thrust in range(1, most + 1):
            if is_safe(state, rules, unit, facing, thrust):
                score = plot_score(state, rules, seat, facing, thrust, doctrine)
                tie_break = pick(mix(random_bits + 8 * thrust + facing), 256)
                score += doctrine.whim / TENTHS * tie_break / 256.0
                if score > top:
                    top = score
                    best[0] = facing
                    best[1] = thrust


@native
def setting_action(state, rules, seat, mask, coasts):
    """Return an action on sensors and power, or NONE: searchers use sensors, a runner goes dark."""
    unit = state.unit_of[state.unit]
    if rules.option.runner == seat and rules.classes[unit.klass].type == Type.SHIP:
        if mask[InterceptVerb.POP_IN]:
            return InterceptVerb.POP_IN | 0
        if coasts and unit.plot_power == Power.IDLE and mask[InterceptVerb.BATTERIES]:
            return InterceptVerb.BATTERIES | 0
        if not coasts and mask[InterceptVerb.IDLE]:
            return InterceptVerb.IDLE | 0
        return NONE
    if mask[InterceptVerb.POP_OUT]:
        return InterceptVerb.POP_OUT | 0
    if unit.plot_power != Power.IDLE and mask[InterceptVerb.IDLE]:
        return InterceptVerb.IDLE | 0
    return NONE


@native
def lies_dark(state, rules, doctrine):
    """Whether the unit under orders stays dark: nothing has found it, and its drift is safe."""
    unit = state.unit_of[state.unit]
    if not doctrine.dark or unit.tracked or unit.found > Result.NOTHING:
        return False
    return is_safe(state, rules, unit, 0, 0)


@native
def dark_action(mask):
    """Return the next action of a plot that drifts on batteries, with sensors out."""
    if mask[InterceptVerb.POP_OUT]:
        return InterceptVerb.POP_OUT | 0
    if mask[InterceptVerb.BATTERIES]:
        return InterceptVerb.BATTERIES | 0
    if mask[InterceptVerb.COAST]:
        return InterceptVerb.COAST | 0
    return first_action(mask)


@native
def plot_action(state, rules, seat, mask, random_bits, doctrine):
    """Return the next action of a plot."""
    is_runner = rules.option.runner == seat
    if not is_runner and lies_dark(state, rules, doctrine):
        return dark_action(mask)
    best = np.zeros(2, np.int64)
    best_plot(state, rules, seat, best, random_bits, doctrine)
    action = setting_action(state, rules, seat, mask, best[1] == 0)
    if action != NONE:
        return action
    if best[1] > 0 and mask[direction_action(state, best[0])]:
        return direction_action(state, best[0])
    if mask[InterceptVerb.COAST]:
        return InterceptVerb.COAST | 0
    return first_action(mask)


@native
def thrust_action(state, rules, seat, mask, doctrine):
    """Return the action for the Gs of the best plot in the chosen facing."""
    unit, facing = state.unit_of[state.unit], int(state.order[seat].facing)
    top, action = -1.0e9, first_action(mask)
    for thrust in range(1, thrust_available(rules, unit) + 1):
        if mask[amount_action(state, thrust)]:
            score = plot_score(state, rules, seat, facing, thrust, doctrine)
            if score > top:
                top = score
                action = amount_action(state, thrust)
    return action
