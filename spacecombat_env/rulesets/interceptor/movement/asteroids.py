"""Chapter AST: asteroid hexes."""

from spacecombat_env.core.native import native

from ..crew.skills import passes, piloting_number
from ..damage.collapse import holds
from ..damage.counters import hurt_rock
from ..damage.hits import clear_exchange, queue_hit
from ..model import (
    ASTEROID_ROWS,
    DIRECTIONS,
    NONE,
    Chance,
    Event,
    Facing,
    Rock,
    Source,
    Template,
    class_of,
    is_active,
    is_out_of_control,
    note_craft,
    random_index,
    roll,
    side_of,
)
from ..model.record_types import Rules, State
from .control import lose_control

TUMBLING = 2
"""IN-AST-03 Addition of random movement to the roll."""
VELOCITY_STEP = 3


@native
def rock_at(state: State, q, r, level):
    """Return the slot of an asteroid in a hex at a level, or NONE."""
    for n in range(len(state.rock)):
        rock = state.rock[n]
        if rock.kind != Rock.ASTEROID or rock.altitude != level:
            continue
        if rock.q == q and rock.r == r:
            return n
    return NONE


@native
def meet_rock(state: State, rules: Rules, k):
    """IN-AST-01..04 The roll of a ship that has just entered an asteroid's hex.

    Return whether hits are to be applied: it hit the asteroid, or its hull failed at the roll.
    """
    n = int(state.exchange.rock)
    if n == NONE:
        return False
    clear_exchange(state)
    state.exchange.rock = NONE
    state.order[side_of(state, k)].ahead = 0
    return graze(state, rules, k, n, int(state.craft[k].velocity), NONE)


@native
def graze(state: State, rules: Rules, k, n, velocity, facing):
    """IN-AST-01..04, 07 Roll at a velocity; `facing` is the armour struck, NONE: as it flies."""
    if is_active(state.craft[k]) and not holds(state, rules, k):
        return True
    die = roll(state, Chance.ASTEROID, k)
    number = int(piloting_number(state, rules, k)) - strain(state, rules, k, velocity)
    clear = passes(state, rules, k, die, number)
    event = note_craft(state, Event.ASTEROID, k)
    event.c = die
    event.d = not clear
    if clear:
        return False
    crash(state, rules, k, n, facing if facing != NONE else struck_facing(state, rules, k))
    return True


@native
def strain(state: State, rules: Rules, k, velocity):
    """IN-AST-01, 03 Addition of velocity and random movement to the roll."""
    tumbling = TUMBLING if is_out_of_control(state.craft[k]) else 0
    return int(rules.asteroid[min(velocity, ASTEROID_ROWS - 1)]) + tumbling


@native
def struck_facing(state: State, rules: Rules, k):
    """IN-AST-02 The front; in random movement at random."""
    if not is_out_of_control(state.craft[k]):
        return Facing.F | 0
    return int(rules.asteroid_side[roll(state, Chance.ASTEROID_SIDE, k)])


@native
def crash(state: State, rules: Rules, k, n, facing):
    """IN-AST-02, 04 Damage as by ramming an installation; the asteroid takes the same."""
    tons, velocity = int(class_of(state, rules, k).tons), int(state.craft[k].velocity)
    points = tons * max(velocity // VELOCITY_STEP, 1)
    source, template = Source.ASTEROID, Template.ROWS
    queue_hit(state, k, source, facing, template, points, NONE, NONE, NONE, NONE)
    state.exchange.crash = k
    state.exchange.rock = n
    hurt_rock(state, n, points)


@native
def after_crash(state: State, rules: Rules, k):
    """IN-AST-05, IN-SOC-12 Survived: another roll or random movement; the asteroid is pushed.

    If the hull fails at that roll its blasts are due: the caller checks state.blasts.
    """
    n = int(state.exchange.rock)
    state.exchange.crash = NONE
    state.exchange.rock = NONE
    if n != NONE and state.rock[n].kind == Rock.ASTEROID:
        push_rock(state, n)
    craft = state.craft[k]
    if not is_active(craft) or is_out_of_control(craft) or not holds(state, rules, k):
        return
    die = roll(state, Chance.ASTEROID, k)
    if not passes(state, rules, k, die, int(piloting_number(state, rules, k))):
        lose_control(state, rules, k, int(craft.thrust))


@native
def push_rock(state: State, n):
    """IN-AST-05, 08 An asteroid that was struck drifts in a new direction."""
    state.rock[n].heading = random_index(state, Chance.ASTEROID_DRIFT, n, DIRECTIONS)
    state.rock[n].moving = 1
