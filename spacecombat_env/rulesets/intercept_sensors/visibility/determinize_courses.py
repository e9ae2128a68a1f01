"""Determinization of what an untracked enemy does: its thrust, its vector, its plant.

Where both sides begin far apart, they close in with hard burns; elsewhere ships burn 1 G a turn. A
ship that must cross the map speeds up once, then coasts or steers. The numbers are means over games
of the scripted hunter.
"""

from spacecombat_env.core.model.rng import keyed, pick
from spacecombat_env.core.model.squaregrid import DIRECTION_X, DIRECTION_Y
from spacecombat_env.core.native import native

from ..model import (
    DIRECTIONS,
    InterceptChance,
    InterceptPhase,
    Power,
    Type,
    Victory,
    side_of,
)
from ..model.record_types import Rules, State
from ..movement.vectors import can_stop

THRUST, HARD, FACING, SPREAD_X, SPREAD_Y, WIDTH = range(6)
"""Numbers of the samples of a unit."""
CLOSING_BURNS = (0, 0, 55, 50, 50, 43, 35, 33, 29)
"""Chance of a hard burn in each move where sides begin far apart, in hundredths."""
POINTS_BURNS = (0, 0, 42, 38, 37, 40, 42, 42, 36)
"""The same where tracks score points, so that both sides need not come as near."""
CLOSING_SPREAD = (0, 10, 34, 46, 48, 40, 35, 25, 20)
"""Most squares a turn along each axis after as many moves there, in tenths."""
POINTS_SPREAD = (0, 10, 32, 40, 40, 42, 38, 31, 26)
"""The same where tracks score points."""
USUAL_SPREAD = (0, 10, 20, 25, 25, 27, 25, 22, 15)
"""The same elsewhere."""
LAST = len(CLOSING_SPREAD) - 1
HARD_BURN = 3  # Gs after the second move; in it, all that there are
STEERING = 67  # chance in hundredths that a ship on its way across the map steers
FRESH = 2  # moves since a track was lost after which its vector tells little


@native
def sample(state: State, index, what, count):
    """Return a random number below `count`, for one choice about a unit."""
    key = InterceptChance.DETERMINIZE | 0
    return pick(
        keyed(state.chance.seed_lo, state.chance.seed_hi, key, index, what - WIDTH - 1), count
    )


@native
def moves_made(state: State):
    """IC-SEQ-05 Return how often an untracked unit has moved: all move at the end of the plots."""
    waiting = state.phase == InterceptPhase.OPEN_MOVEMENT or state.phase == InterceptPhase.PLOTTING
    return max(0, int(state.turn) - (1 if waiting else 0))


@native
def is_runner(state: State, rules: Rules, index):
    """Return whether a unit is a ship that must cross the map."""
    klass = rules.classes[state.unit_of[index].klass]
    return rules.option.runner == side_of(state, index) and klass.type == Type.SHIP


@native
def begins_apart(rules: Rules):
    """Return whether the zones of the sides have no column in common."""
    first, second = rules.option.zone[0], rules.option.zone[1]
    return first[1] < second[0] or second[1] < first[0]


@native
def determinize_thrust(state: State, rules: Rules, index):
    """Set thrust, plant and sensors of a unit, by its last move."""
    unit, moves = state.unit_of[index], moves_made(state)
    klass = rules.classes[unit.klass]
    most = 0 if unit.burns == 0 else int(klass.thrust)
    unit.power = Power.IDLE
    unit.thrust = 0
    if moves == 0 or most == 0:
        return
    if is_runner(state, rules, index):
        steers = sample(state, index, THRUST, 100) < STEERING
        unit.thrust = most if moves == 1 else int(steers)
        unit.power = Power.FULL if unit.thrust > 0 else Power.BATTERIES
        unit.popped = 0
        return
    unit.thrust = 1
    chance = CLOSING_BURNS[min(moves, LAST)]
    if rules.option.victory == Victory.POINTS:
        chance = POINTS_BURNS[min(moves, LAST)]
    if begins_apart(rules) and sample(state, index, HARD, 100) < chance:
        unit.thrust = most if moves == 2 else min(most, HARD_BURN)
    unit.power = Power.FULL


@native
def determinize_vector(state: State, rules: Rules, index):
    """Set the vector of a placed unit, such that it can stop before the edge."""
    unit, moves = state.unit_of[index], moves_made(state)
    since, thrust = moves - int(unit.last_turn), int(unit.thrust)
    facing = sample(state, index, FACING, DIRECTIONS)
    unit.facing = facing
    if unit.last_turn > 0 and since <= FRESH:
        unit.vx = int(unit.last_vx) + DIRECTION_X[facing] * min(since, 1) * thrust
        unit.vy = int(unit.last_vy) + DIRECTION_Y[facing] * min(since, 1) * thrust
    elif is_runner(state, rules, index):
        run_across(state, rules, index, moves)
    elif moves <= 1:
        unit.vx = DIRECTION_X[facing] * thrust
        unit.vy = DIRECTION_Y[facing] * thrust
    else:
        spread_vector(state, rules, index, moves)
    slow_down(rules, unit)


@native
def run_across(state: State, rules: Rules, index, moves):
    """Head a ship for its goal, at the speed of one burn; there it is about to stop."""
    unit, goal = state.unit_of[index], rules.option.goal
    speed = int(rules.classes[unit.klass].thrust) if moves > 0 else 0
    unit.vx = sample(state, index, SPREAD_X, 2) * sample(state, index, WIDTH, 2) if moves > 1 else 0
    unit.vy = speed if unit.y < goal[2] else -speed
    if goal[2] <= unit.y <= goal[3]:
        unit.vy = min(1, speed)
        unit.thrust += 1
        unit.power = Power.FULL


@native
def course_row(state: State, rules: Rules, index, row):
    """Return the row to which a ship that must cross the map has come from a row of its zone."""
    goal, klass = rules.option.goal, rules.classes[state.unit_of[index].klass]
    run = int(klass.thrust) * moves_made(state)
    middle = (int(goal[2]) + int(goal[3])) // 2
    return min(row + run, middle) if row < middle else max(row - run, middle)


@native
def spread_vector(state: State, rules: Rules, index, moves):
    """Set a vector as usual after this many moves, the same in all directions."""
    unit, moves = state.unit_of[index], min(moves, LAST)
    tenths = CLOSING_SPREAD[moves] if begins_apart(rules) else USUAL_SPREAD[moves]
    if begins_apart(rules) and rules.option.victory == Victory.POINTS:
        tenths = POINTS_SPREAD[moves]
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
