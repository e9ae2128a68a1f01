"""Drifting pieces (IN-AMB-94). Decision: DRIFT_MOVE, of a crew with thrust.

It takes a velocity (an amount), port, starboard; `done`: the crew drifts on. Thrust of suits is
used before they move (IN-ABN-05).

All crews move first: the order must not show which of them have thrust left. Stages of Step.DRIFT,
in `state.cursor`: crews, then hulls without a flier.
"""

from spacecombat_env.core.native import native

from ..cases.ejecting import breathe
from ..damage.counters import lose_counter, lose_place
from ..damage.life_support import use_suits
from ..missiles.transponder import drift_missiles
from ..model import (
    AMOUNTS,
    DIE,
    DIRECTIONS,
    NONE,
    Chance,
    Decision,
    Event,
    Phase,
    Rock,
    Status,
    Step,
    Target,
    Verb,
    amount_action,
    decode_amount,
    is_in_tow,
    is_off,
    neighbour,
    note,
    pair,
    proceed,
    request_decision,
    roll,
    steps_between,
)
from ..model.record_types import Adrift, Craft, Rules, State
from ..planet.gravity import burns, lose_burnt_crew
from ..planet.interface import meet_zone
from .asteroids import meet_rock
from .stepping import fly_hex
from .turning import heading_price
from .velocity import EASY, HARD


@native
def drift_step(state: State, rules: Rules):
    """IN-AMB-94, IN-IDE-39 Crews, wrecks and hulls, dormant missiles.

    Where life support is out a turn of air is used.
    """
    state.phase = Phase.DRIFTING
    crews = len(state.adrift)
    for n in range(int(state.cursor), crews):
        state.cursor = n
        if can_steer(state.adrift[n]):
            request_crew(state, n)
            return
        if state.adrift[n].people > 0 and not state.adrift[n].moved:
            drift_crew(state, rules, n)
        state.cursor = n + 1
    for k in range(int(state.cursor) - crews, len(state.craft)):
        state.cursor = crews + k
        if drift_hull(state, rules, k):
            state.back = Step.DRIFT
            proceed(state, Step.APPLY)
            return
    end_drift(state)
    use_suits(state, rules)
    drift_missiles(state, rules)
    state.cursor = 0
    proceed(state, Step.WELL)


# --- crews ---------------------------------------------------------------------------------------


@native
def can_steer(crew: Adrift):
    """IN-ABN-05 Whether a crew can use its suits and has not moved."""
    return crew.people > 0 and not crew.moved and crew.thrust > 0 and crew.conscious


@native
def request_crew(state: State, n):
    """IN-AMB-94 Its owner decides how it moves."""
    side = n // (len(state.adrift) // 2)
    state.order[side].target_kind = Target.ADRIFT
    state.order[side].target = n
    request_decision(state, Decision.DRIFT_MOVE, side)


@native
def legal_drift_move(state: State, rules: Rules, side, mask):
    """IN-ABN-05, IN-AMB-145 Other velocities and turns that its thrust can pay, and `done`."""
    crew = state.adrift[int(state.order[side].target)]
    thrust, velocity = int(crew.thrust), int(crew.velocity)
    mask[Verb.DONE] = 1
    mask[Verb.PORT] = heading_price(velocity) <= thrust
    mask[Verb.STARBOARD] = heading_price(velocity) <= thrust
    for speed in range(max(velocity - thrust, 0), min(velocity + thrust + 1, AMOUNTS)):
        if speed != velocity and speed_price(rules, velocity, speed) <= thrust:
            mask[amount_action(state, speed)] = 1


@native
def speed_price(rules: Rules, velocity, speed):
    """IN-AMB-145, IN-MOV-07, 14 Thrust points of a suit from a velocity to another.

    It pays as a ship that flies where it points.
    """
    if speed > velocity:
        return (speed - velocity) * EASY
    return (velocity - speed) * (EASY if rules.option.symmetric else HARD)


@native
def apply_drift_move(state: State, rules: Rules, seat, action):
    """IN-ABN-05 Thrust is used up for good; `done`, or none left: it drifts.

    The event is STEERED.
    """
    n = int(state.order[seat].target)
    crew = state.adrift[n]
    speed = decode_amount(state, action)
    if speed != NONE:
        crew.thrust = int(crew.thrust) - speed_price(rules, int(crew.velocity), speed)
        crew.velocity = speed
    elif action != Verb.DONE:
        crew.thrust = int(crew.thrust) - heading_price(crew.velocity)
        turn = 1 if action == Verb.STARBOARD else -1
        crew.heading = (int(crew.heading) + turn) % DIRECTIONS
    if action != Verb.DONE:
        event = note(state, Event.STEERED, seat)
        event.a = n
        event.b = crew.velocity
        event.c = crew.heading
    if action == Verb.DONE or crew.thrust == 0:
        drift_crew(state, rules, n)
    proceed(state, Step.DRIFT)


@native
def end_drift(state: State):
    """IN-ABN-03 All crews have moved: a turn of air is used."""
    for n in range(len(state.adrift)):
        state.adrift[n].moved = 0
        breathe(state, n)


@native
def drift_crew(state: State, rules: Rules, n):
    """IN-ABN-03, 06 A crew drifts its velocity; a crew that leaves the map is lost."""
    crew = state.adrift[n]
    crew.moved = 1
    for _ in range(int(crew.velocity)):
        if crew.people == 0:
            return
        q, r = neighbour(crew.q, crew.r, int(crew.heading))
        crew.q = q
        crew.r = r
        if is_off(rules, crew):
            lose_counter(state, n)
        elif rules.option.planet and burns(state, rules, crew):
            lose_burnt_crew(state, rules, n)
        elif is_obstructed(state, crew):
            dodge_rock(state, n)


@native
def is_obstructed(state: State, crew: Adrift):
    """IN-ABN-06, IN-AMB-89, 110 Whether an asteroid or a wreck lies in the hex of a crew.

    A wreck that flies as the crew does, usually its own ship, stays next to it.
    """
    for n in range(len(state.rock)):
        rock = state.rock[n]
        if rock.kind != Rock.NONE and steps_between(rock, crew) == 0:
            if rock.kind == Rock.ASTEROID or not flies_alongside(state, crew):
                return True
    return False


@native
def flies_alongside(state: State, crew: Adrift):
    """Return whether a wreck in the hex of a crew has its heading and velocity."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == Status.WRECK and steps_between(craft, crew) == 0:
            if craft.heading == crew.heading and craft.velocity == crew.velocity:
                return True
    return False


@native
def dodge_rock(state: State, n):
    """IN-ABN-06 Each crewman survives on or below 10 less the velocity.

    The dice belong to the counter: which crewmen are in it is secret.
    """
    velocity, dice = int(state.adrift[n].velocity), 0
    for place in range(len(state.crew) // 2):
        if (int(state.adrift[n].crew) >> place) & 1:
            if roll(state, Chance.OBSTACLE, pair(n, dice)) > DIE - velocity:
                lose_place(state, n, place)
            dice += 1


# --- hulls ---------------------------------------------------------------------------------------


@native
def drift_hull(state: State, rules: Rules, k):
    """IN-AMB-94, IN-DES-08 A hull flies on to its velocity; True where it hits an asteroid."""
    craft = state.craft[k]
    while is_adrift(craft) and int(craft.hexes) < int(craft.velocity):
        q, r = int(craft.q), int(craft.r)
        wreck = craft.status == Status.WRECK
        fly_hex(state, rules, k)
        if wreck:
            move_wreck(state, rules, q, r, k)
            state.exchange.rock = NONE
        elif rules.option.planet and meet_zone(state, rules, k):
            return True
        elif meet_rock(state, rules, k):
            return True
    return False


@native
def is_adrift(craft: Craft):
    """IN-CON-27 Return whether it lies on the map without a flier, and no tug moves it."""
    return Status.ABANDONED <= craft.status <= Status.WRECK and not is_in_tow(craft)


@native
def move_wreck(state: State, rules: Rules, q, r, k):
    """IN-DES-07 The counter of a wreck moves with it, and off the map."""
    level = state.craft[k].altitude
    for n in range(len(state.rock)):
        rock = state.rock[n]
        if rock.kind == Rock.WRECK and rock.q == q and rock.r == r and rock.altitude == level:
            rock.q = state.craft[k].q
            rock.r = state.craft[k].r
            if is_off(rules, rock):
                rock.kind = Rock.NONE
            return
