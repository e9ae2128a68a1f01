"""Chapter SOT: thrust is paid for; beyond safe thrust the pilot rolls."""

from spacecombat_env.core.native import native

from ..crew.flight import flight_penalty
from ..crew.skills import passes
from ..damage.collapse import holds
from ..model import (
    NONE,
    Chance,
    Control,
    Event,
    Step,
    flier_of,
    is_active,
    is_installation,
    note_craft,
    note_own,
    proceed,
    roll_own,
    side_of,
)
from ..model.record_types import Rules, State
from .thrust import safe_thrust


@native
def is_safe(state: State, rules: Rules, k, cost):
    """IN-SOT-02 Whether `cost` more points stay within safe thrust."""
    return int(state.craft[k].spent) + int(cost) <= safe_thrust(state, rules, k)


@native
def safe_number(state: State, rules: Rules, k, cost):
    """IN-SOT-02, IN-AMB-17 On or below which a manoeuvre beyond safe thrust is made.

    The excess is that of the whole turn so far.
    """
    safe = safe_thrust(state, rules, k)
    return safe - (int(state.craft[k].spent) + int(cost) - safe)


@native
def manoeuvre(state: State, rules: Rules, k, cost):
    """IN-SOT-02..05, IN-ATM-08 Pay for a manoeuvre; False where control or hull is lost instead."""
    cost = int(cost)
    if cost == 0:
        return True
    craft = state.craft[k]
    safe, number = is_safe(state, rules, k, cost), safe_number(state, rules, k, cost)
    craft.spent = int(craft.spent) + cost
    if rules.option.planet:
        craft.worked = 1
    if safe:
        return True
    if not holds(state, rules, k):
        return False
    flier = flier_of(state, rules, k)
    number -= 0 if flier == NONE else int(flight_penalty(state, rules, flier))
    die = roll_own(state, Chance.SAFE_THRUST, k, side_of(state, k))
    made = passes(state, rules, k, die, number)
    event = note_own(state, Event.SAFE_THRUST, k)
    event.c = number
    event.d = die
    event.e = not made
    if not made:
        lose_control(state, rules, k, cost)
    return made


@native
def lose_control(state: State, rules: Rules, k, points):
    """IN-SOT-03, 04, IN-SOC-12 Seriously out of control, for a number of points.

    The points are not logged: they would reveal thrust and stored points to the enemy.
    """
    craft = state.craft[k]
    if is_installation(craft):  # IN-OIN-03
        return
    craft.control = Control.OUT
    craft.points = points
    state.order[side_of(state, k)].ahead = 0
    note_craft(state, Event.OUT_OF_CONTROL, k)


@native
def go_on(state: State, k):
    """Proceed after an act of the mover: to its moment, or to the blasts of its broken hull."""
    state.back = Step.MOVE
    proceed(state, Step.AFTER_STEP if is_active(state.craft[k]) else Step.BLASTS)
