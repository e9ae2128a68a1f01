"""Chapter AST: asteroids that move.

Stages of Step.FIELD, in `state.cursor`: at 0 the asteroids move; from 1 on the ships whose hexes
they may have entered; then asteroids that have met collide. An asteroid that was struck drifts in a
standing field too.
"""

from spacecombat_env.core.native import native

from ..damage.hits import clear_exchange
from ..model import (
    BACK,
    DIRECTIONS,
    NONE,
    ROCK_CRASH_HITS,
    Chance,
    Event,
    Phase,
    Rock,
    Step,
    is_hull,
    is_off,
    neighbour,
    note,
    proceed,
    random_index,
    relative,
    steps_between,
)
from ..model.record_types import Rules, State
from .asteroids import graze, hurt_rock, push_rock
from .collisions import armour_of

ROCK_VELOCITY = 1


@native
def field_step(state: State, rules: Rules):
    """IN-AST-06..08 The asteroids move, the ships in their way roll, asteroids collide."""
    if state.cursor == 0:
        state.phase = Phase.DRIFTING
        set_moving(state, rules)
        part_rocks(state)
        move_rocks(state, rules)
        state.cursor = 1
    for k in range(int(state.cursor) - 1, len(state.craft)):
        state.cursor = k + 2
        if is_run_down(state, rules, k):
            state.back = Step.FIELD
            proceed(state, Step.APPLY)
            return
    crash_rocks(state)
    state.cursor = 0
    proceed(state, Step.DRIFT)


@native
def set_moving(state: State, rules: Rules):
    """IN-AST-06 One random direction for the whole field, before any asteroid has moved."""
    if not rules.option.field_moves or state.turn > 1:
        return
    direction = random_index(state, Chance.ASTEROID_DRIFT, NONE, DIRECTIONS)
    started = 0
    for n in range(len(state.rock)):
        if state.rock[n].kind == Rock.ASTEROID and not state.rock[n].moving:
            state.rock[n].heading = direction
            state.rock[n].moving = 1
            started += 1
    if started > 0:
        event = note(state, Event.FIELD, NONE)
        event.c = direction


@native
def meets_rock(state: State, n, other):
    """IN-AST-08 Whether two asteroids lie in one hex."""
    one, two = state.rock[n], state.rock[other]
    if n == other or one.kind != Rock.ASTEROID or two.kind != Rock.ASTEROID:
        return False
    return one.q == two.q and one.r == two.r


@native
def is_crowded(state: State, n):
    """IN-AST-08 Whether an asteroid shares its hex with another."""
    for other in range(len(state.rock)):
        if meets_rock(state, n, other):
            return True
    return False


@native
def part_rocks(state: State):
    """IN-AST-08 Asteroids that collided take new directions; all alike: they do so again."""
    for n in range(len(state.rock)):
        if state.rock[n].kind == Rock.ASTEROID and is_crowded(state, n):
            push_rock(state, n)


@native
def move_rocks(state: State, rules: Rules):
    """IN-AST-06 One hex each; an asteroid that leaves the map is gone."""
    for n in range(len(state.rock)):
        rock = state.rock[n]
        if rock.kind == Rock.ASTEROID and rock.moving:
            q, r = neighbour(rock.q, rock.r, int(rock.heading))
            rock.q = q
            rock.r = r
            if is_off(rules, rock):
                rock.kind = Rock.NONE


@native
def crash_rocks(state: State):
    """IN-AST-04, 08 Each of those that end in one hex takes 100 hits from every other."""
    for n in range(len(state.rock)):
        if state.rock[n].kind != Rock.ASTEROID:
            continue
        for other in range(n):
            if meets_rock(state, n, other):
                clash(state, n, other)


@native
def clash(state: State, n, other):
    """IN-AST-04, 08 Two asteroids collide: those left take a new direction, each its own.

    Where both are left they do so when they move next (`part_rocks`).
    """
    hurt_rock(state, n, ROCK_CRASH_HITS)
    hurt_rock(state, other, ROCK_CRASH_HITS)
    if state.rock[n].kind == Rock.NONE and state.rock[other].kind != Rock.NONE:
        push_rock(state, other)
    elif state.rock[other].kind == Rock.NONE and state.rock[n].kind != Rock.NONE:
        push_rock(state, n)


@native
def is_run_down(state: State, rules: Rules, k):
    """IN-AST-07 Whether an asteroid that has come into a ship's hex hits it; each is rolled for."""
    craft = state.craft[k]
    if not is_hull(craft):
        return False
    for n in range(len(state.rock)):
        rock = state.rock[n]
        if rock.kind != Rock.ASTEROID or not rock.moving or steps_between(rock, craft) > 0:
            continue
        clear_exchange(state)
        side = armour_of(craft, relative(int(rock.heading) + BACK, craft.facing))
        if graze(state, rules, k, n, int(craft.velocity) + ROCK_VELOCITY, side):
            return True
    return False
