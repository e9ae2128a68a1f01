"""Chapter ADV: climbing and diving in a move, and turns paid for with the hexes of a dive."""

from spacecombat_env.core.native import native

from ..damage.engines.steering import may_turn
from ..model import Step, Verb, is_in_air, proceed
from ..model.record_types import Rules, State
from ..planet.altitude import (
    Ascent,
    climb_cost,
    count_climb,
    count_dive,
    hex_cost,
    is_above_interface,
    may_climb,
    may_dive,
    set_level,
    usable_hexes,
    use_hex,
)
from ..planet.flight import turn_price
from ..planet.interface import dive_into_interface
from .asteroids import rock_at
from .control import go_on, manoeuvre
from .thrust import thrust_left
from .turning import come_about, holds_course

# --- what is legal -------------------------------------------------------------------------------


@native
def can_climb(state: State, rules: Rules, k):
    """IN-ADV-03, IN-POW-10 Whether the mover may climb; not on its way into T-space."""
    if not rules.option.altitude or holds_course(state.craft[k]):
        return False
    return may_climb(state, rules, k, thrust_left(state, rules, k))


@native
def can_dive(state: State, rules: Rules, k):
    """IN-ADV-03, IN-POW-10 The same of a dive."""
    if not rules.option.altitude or holds_course(state.craft[k]):
        return False
    return may_dive(state, rules, k)


@native
def can_turn_by_dive(state: State, rules: Rules, k, clockwise):
    """IN-ADV-05 Whether hexes gained by diving may pay for a turn, thrust for what they lack."""
    if not rules.option.altitude or not is_in_air(state, rules, state.craft[k]):
        return False
    if holds_course(state.craft[k]) or not may_turn(state, rules, k, clockwise):
        return False
    hexes = usable_hexes(state, k)
    return hexes > 0 and turn_price(state, k) - hexes <= thrust_left(state, rules, k)


@native
def any_level_action(state: State, rules: Rules, k):
    """Return whether the mover may change its level; one test without the switch.

    No turn of a dive is left once all hexes are flown.
    """
    return can_climb(state, rules, k) or can_dive(state, rules, k)


@native
def mark_level_actions(state: State, rules: Rules, k, mask):
    """IN-ADV-03, 05 Climb, dive, and turns with the hexes of a dive."""
    if not rules.option.altitude:
        return
    mask[Verb.CLIMB] = can_climb(state, rules, k)
    mask[Verb.DIVE] = can_dive(state, rules, k)
    mask[Verb.BANK_PORT] = can_turn_by_dive(state, rules, k, False)
    mask[Verb.BANK_STARBOARD] = can_turn_by_dive(state, rules, k, True)


# --- what is done --------------------------------------------------------------------------------


@native
def turn_by_dive(state: State, rules: Rules, k, clockwise):
    """IN-ADV-05 A turn for hexes of the dive, which are not flown then; thrust pays the rest."""
    price = int(turn_price(state, k))
    hexes = min(int(usable_hexes(state, k)), price)
    if manoeuvre(state, rules, k, price - hexes):
        state.lane = int(state.lane) - hexes
        state.craft[k].free_hexes = int(state.craft[k].free_hexes) - hexes
        come_about(state, k, clockwise)


@native
def climb(state: State, rules: Rules, k):
    """IN-ADV-03, 04, IN-AMB-192 A level up: for thrust in air, else for a hex of the move."""
    craft = state.craft[k]
    if not is_in_air(state, rules, craft):
        use_hex(state, k)
    elif not manoeuvre(state, rules, k, climb_cost(state, rules, k)):
        go_on(state, k)
        return
    count_climb(craft)
    arrive_at(state, k, int(craft.altitude) + 1, Ascent.CLIMBED | 0)
    go_on(state, k)


@native
def dive(state: State, rules: Rules, k):
    """IN-ADV-03, 04, IN-AMB-192, IN-PLN-02 A level down; the interface may turn the ship away."""
    craft = state.craft[k]
    in_air, enters = is_in_air(state, rules, craft), is_above_interface(state, rules, craft)
    if in_air:
        count_dive(craft)
    else:
        use_hex(state, k)
    if enters:
        if not dive_into_interface(state, rules, k):
            state.back = Step.MOVE
            proceed(state, Step.AFTER_STEP)
        return
    arrive_at(state, k, int(craft.altitude) - 1, Ascent.DIVED | 0)
    if not in_air and is_in_air(state, rules, craft):
        pay_lane(state, rules, k)
    go_on(state, k)


@native
def arrive_at(state: State, k, level, how):
    """IN-ADV-01, IN-AST-01 The mover is at another level; `exchange.rock` is the asteroid there."""
    craft = state.craft[k]
    set_level(state, k, level, how)
    state.exchange.rock = rock_at(state, int(craft.q), int(craft.r), level)


@native
def pay_lane(state: State, rules: Rules, k):
    """IN-ADV-02, IN-AMB-117 A ship that dives into air pays for its hexes left; others are lost."""
    price = int(hex_cost(state, rules, k))
    state.lane = min(int(state.lane), thrust_left(state, rules, k) // price)
    manoeuvre(state, rules, k, int(state.lane) * price)
