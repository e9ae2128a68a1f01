"""Determinization of what an untracked enemy does: its thrust, its vector, its plant.

A unit that was found dodges with hard burns; others burn 1 G a turn. A ship that must cross the map
speeds up once, then coasts or steers. The numbers are means over games of the scripted players.
"""

from spacecombat_env.core.model.squaregrid import DIRECTION_X, DIRECTION_Y
from spacecombat_env.core.native import native

from ..model import DIRECTIONS, Power
from ..model.record_types import Rules, State
from ..movement.vectors import can_stop
from .determinize_doctrine import (
    DODGED,
    DRIFTS,
    FACING,
    HARD,
    LURKS,
    ROUSED,
    SPREAD_X,
    SPREAD_Y,
    THRUST,
    WIDTH,
    is_runner,
    moves_made,
    sample,
)

HARD_BURNS = (70, 70, 25, 0, 0, 0)
"""Chance of a burn with all Gs that there are in hundredths, by conduct."""
SPREAD = (50, 0, 0, 18, 0, 0)
"""Most squares a turn along each axis in tenths, by conduct; 0 for others than these two."""
CHASED_SPREAD = (0, 0, 0, 27, 44, 37, 39, 38, 36, 28, 22)
"""The same of units found before, by their moves so far; the last number for later ones."""
FIRST_SPREAD = 44  # the same in the second move
MIDDLING = 2  # Gs at most of another burn of a unit that was found
STEERING = 67  # chance in hundredths that a ship on its way across the map steers
FRESH = 2  # moves since a track was lost after which its vector tells little


@native
def determinize_thrust(state: State, rules: Rules, index, conduct):
    """Set thrust, plant and sensors of a unit, by its last move."""
    unit, moves = state.unit_of[index], moves_made(state)
    klass = rules.classes[unit.klass]
    most = 0 if unit.burns == 0 else int(klass.thrust)
    unit.power = Power.IDLE
    unit.thrust = 0
    if moves == 0:
        return
    if conduct >= DRIFTS:
        unit.power = Power.BATTERIES
        return
    if most == 0:
        return
    if is_runner(state, rules, index):
        steers = sample(state, index, THRUST, 100) < STEERING
        unit.thrust = most if moves == 1 else int(steers)
        unit.power = Power.FULL if unit.thrust > 0 else Power.BATTERIES
        unit.popped = 0
        return
    unit.thrust = 1 + (sample(state, index, THRUST, MIDDLING) if conduct <= ROUSED else 0)
    if moves > 1 and sample(state, index, HARD, 100) < HARD_BURNS[conduct]:
        unit.thrust = most
    unit.power = Power.FULL


@native
def determinize_vector(state: State, opening: State, rules: Rules, index, conduct):
    """Set the vector of a placed unit, such that it can stop before the edge."""
    unit, moves = state.unit_of[index], moves_made(state)
    since, thrust = moves - int(unit.last_turn), int(unit.thrust)
    facing = sample(state, index, FACING, DIRECTIONS)
    unit.facing = facing
    if conduct == LURKS:
        unit.vx = opening.unit_of[index].vx
        unit.vy = opening.unit_of[index].vy
    elif unit.last_turn > 0 and since <= FRESH:
        unit.vx = int(unit.last_vx) + DIRECTION_X[facing] * min(since, 1) * thrust
        unit.vy = int(unit.last_vy) + DIRECTION_Y[facing] * min(since, 1) * thrust
    elif is_runner(state, rules, index):
        run_across(state, rules, index, moves)
    elif moves <= 1 or conduct == ROUSED:
        unit.vx = DIRECTION_X[facing] * thrust
        unit.vy = DIRECTION_Y[facing] * thrust
    else:
        spread_vector(state, index, conduct)
    slow_down(rules, unit)


@native
def run_across(state: State, rules: Rules, index, moves):
    """Head a ship for its goal, at the speed of one burn; before it, it slows down."""
    unit, goal = state.unit_of[index], rules.option.goal
    speed = int(rules.classes[unit.klass].thrust) if moves > 0 else 0
    unit.vx = sample(state, index, SPREAD_X, 2) * sample(state, index, WIDTH, 2) if moves > 1 else 0
    unit.vy = max(-speed, min(speed, middle_row(rules) - int(unit.y)))
    if goal[2] <= unit.y <= goal[3]:
        unit.thrust += 1
        unit.power = Power.FULL


@native
def middle_row(rules: Rules):
    """Return the row in the middle of the goal of a ship that must cross the map."""
    return (int(rules.option.goal[2]) + int(rules.option.goal[3])) // 2


@native
def course_row(state: State, rules: Rules, index, row):
    """Return the row to which a ship that must cross the map has come from a row of its zone."""
    run = int(rules.classes[state.unit_of[index].klass].thrust) * moves_made(state)
    middle = middle_row(rules)
    return min(row + run, middle) if row < middle else max(row - run, middle)


@native
def spread_vector(state: State, index, conduct):
    """Set a vector as usual after such conduct, the same in all directions."""
    unit, moves, tenths = state.unit_of[index], moves_made(state), SPREAD[conduct]
    if conduct in (DODGED, DRIFTS):
        tenths = CHASED_SPREAD[min(moves, len(CHASED_SPREAD) - 1)]
    elif moves == 2:
        tenths = min(tenths, FIRST_SPREAD)
    most = tenths // 10 + int(sample(state, index, WIDTH, 10) < tenths % 10)
    unit.vx = sample(state, index, SPREAD_X, 2 * most + 1) - most
    unit.vy = sample(state, index, SPREAD_Y, 2 * most + 1) - most


@native
def slow_down(rules: Rules, unit):
    """Reduce a vector until the unit can stop before the edge."""
    thrust = int(rules.classes[unit.klass].thrust)
    while not can_stop(rules, int(unit.x), int(unit.y), int(unit.vx), int(unit.vy), thrust):
        if unit.vx != 0:
            unit.vx -= 1 if unit.vx > 0 else -1
        if unit.vy != 0:
            unit.vy -= 1 if unit.vy > 0 else -1
