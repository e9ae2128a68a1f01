"""Chapter MSL: asteroids and wrecks in the way of a missile."""

from spacecombat_env.core.native import native

from ..damage.blasts.hell import destroy_missile
from ..damage.counters import hurt_rock
from ..model import DIE, MISSILE_VELOCITY, Chance, Event, Rock, note, roll, steps_between
from ..model.record_types import Rules, State


@native
def is_obstructed(state: State, q, r, level):
    """IN-MSL-07, IN-AMB-89 Whether an asteroid or a wreck lies in a hex at a level."""
    for n in range(len(state.rock)):
        rock = state.rock[n]
        if rock.kind == Rock.NONE or rock.altitude != level:
            continue
        if rock.q == q and rock.r == r:
            return True
    return False


@native
def note_place(state: State, n):
    """Log the present place of a missile."""
    event = note(state, Event.FLEW, n // (len(state.missile) // 2))
    event.a = n
    event.c = state.missile[n].q
    event.d = state.missile[n].r


@native
def meet_obstacle(state: State, rules: Rules, n):
    """IN-MSL-07 Missile n has entered a hex: whether it hits an obstacle there, and is lost.

    It rolls as a pilot does, its Intelligence for Piloting, at velocity 10; the event is OBSTACLE.
    """
    missile = state.missile[n]
    if not is_obstructed(state, int(missile.q), int(missile.r), int(missile.altitude)):
        return False
    kind = rules.missile[int(missile.kind)]
    die = roll(state, Chance.OBSTACLE, n)
    number = int(kind.intelligence) - int(rules.asteroid[MISSILE_VELOCITY])
    lost = die > number or (rules.option.natural_ten == 1 and die == DIE)
    event = note(state, Event.OBSTACLE, n // (len(state.missile) // 2))
    event.a = n
    event.c = die
    event.d = lost
    if lost:
        hurt_rocks(state, n, int(kind.points))
        destroy_missile(state, rules, n)
    return lost


@native
def hurt_rocks(state: State, n, points):
    """IN-MSL-07, IN-AST-04 The asteroid in the hex of missile n, the first of several, is hit."""
    for other in range(len(state.rock)):
        rock = state.rock[other]
        if rock.kind == Rock.ASTEROID and steps_between(rock, state.missile[n]) == 0:
            hurt_rock(state, other, points)
            return
