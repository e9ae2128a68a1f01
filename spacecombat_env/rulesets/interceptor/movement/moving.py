"""Chapter MOV: one move, action by action. Decision: MOVE (paper 2.2).

Actions: amounts (hexes ahead), port, starboard, face_port, face_starboard, roll, store, push, ram
(a crew in this hex), lower (shields), climb, dive, fire, eject, `done` when no hex is left.
"""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..cases.rescue import lower, may_lower
from ..damage.engines.plant import plant_gone
from ..damage.leaving import begin_eject, may_leave
from ..engagement.declaring import begin_fire, can_fire
from ..engagement.moments import note_opportunities
from ..engagement.opportunity import request_first_shots
from ..model import (
    NONE,
    Decision,
    Phase,
    Step,
    Verb,
    amount_action,
    decode_amount,
    flier_of,
    is_active,
    is_installation,
    is_out_of_control,
    proceed,
    request_decision,
    side_of,
)
from ..model.record_types import Rules, State
from ..planet.interface import asks_zone
from .control import go_on
from .in_air import act_in_air, any_air_action, mark_air_actions, pays_hex
from .levels import climb, dive
from .pushing import push, push_limit, request_push
from .ramming import may_ram_crew, ram_crew
from .random_movement import random_step
from .stepping import fly_hex
from .turning import (
    can_roll,
    can_turn_facing,
    can_turn_heading,
    roll_over,
    turn_facing,
    turn_heading,
)
from .turning_points import may_store
from .velocity import set_speed, speed_bounds

MOST_AHEAD = 9
"""Hexes of one action."""


@native
def speed_step(state: State, rules: Rules):
    """IN-CMB-01, IN-MOV-06, IN-IDE-06 Fire before the move; then the velocity, with a flier."""
    k = int(state.mover)
    if not is_active(state.craft[k]):
        proceed(state, Step.END_MOVE)
    elif offers_first_shots(state, rules, k):
        request_first_shots(state, side_of(state, k))
    else:
        state.begun = 1
        begin_flight(state, rules, k)


@native
def offers_first_shots(state: State, rules: Rules, k):
    """IN-CMB-01, IN-AMB-103, 153 Whether the mover may fire first, or, out of control, be left."""
    if state.begun:
        return False
    tumbles = is_out_of_control(state.craft[k])
    return can_fire(state, rules, k) or (tumbles and may_leave(state, rules, k))


@native
def begin_flight(state: State, rules: Rules, k):
    """IN-MOV-06, IN-SOC-09, IN-IDE-06 Request the velocity, or let the ship drift or tumble."""
    if state.phase == Phase.RANDOM:
        proceed(state, Step.MOVE)
    elif flier_of(state, rules, k) == NONE or is_out_of_control(state.craft[k]):
        go_on(state, k)
    else:
        side = side_of(state, k)
        low, high = speed_bounds(state, rules, k)
        state.order[side].craft = k
        begin_number(state.order[side], low, high)
        request_decision(state, Decision.SPEED, side)


@native
def move_step(state: State, rules: Rules):
    """IN-MOV-01, 02, IN-OIN-03 The next hex, random manoeuvre or action of the mover.

    An installation may fire in its go, but does not move.
    """
    k = int(state.mover)
    craft, order = state.craft[k], state.order[side_of(state, k)]
    if not is_active(craft):
        proceed(state, Step.END_MOVE)
    elif is_out_of_control(craft):
        random_step(state, rules)
    elif flier_of(state, rules, k) == NONE and not is_installation(craft):
        fly_on(state, rules, k)
    elif order.ahead > 0 and state.lane > 0:
        order.ahead = int(order.ahead) - 1
        fly_on(state, rules, k)
    elif state.lane > 0 or has_action(state, rules, k):
        order.ahead = 0
        order.craft = k
        request_decision(state, Decision.MOVE, side_of(state, k))
    else:
        proceed(state, Step.END_MOVE)


@native
def fly_on(state: State, rules: Rules, k):
    """IN-MOV-01, IN-IDE-06, IN-PLN-02 One hex along its heading, if one is left.

    Near a planet it may need a roll, or thrust.
    """
    if state.lane == 0:
        proceed(state, Step.END_MOVE)
        return
    if rules.option.planet and (asks_zone(state, rules, k) or not pays_hex(state, rules, k)):
        return
    fly_hex(state, rules, k)
    state.back = Step.MOVE
    proceed(state, Step.AFTER_STEP)


@native
def has_action(state: State, rules: Rules, k):
    """Return whether any action but `done` is legal once no hex is left."""
    for way in range(2):
        clockwise = way == 1
        if can_turn_heading(state, rules, k, clockwise) or can_turn_facing(
            state, rules, k, clockwise
        ):
            return True
    return (
        can_roll(state, rules, k)
        or push_limit(state, rules, k) > 0
        or may_store(state, rules, k)
        or may_leave(state, rules, k)
        or may_ram_crew(state, rules, k)
        or may_lower(state, rules, k)
        or may_fire(state, rules, side_of(state, k))
        or any_air_action(state, rules, k)
    )


@native
def may_fire(state: State, rules: Rules, side):
    """IN-CMB-01 Whether some ship of a side can fire now."""
    for k in side_range(state.craft, side):
        if can_fire(state, rules, k):
            return True
    return False


@native
def legal_move(state: State, rules: Rules, side, mask):
    """IN-MOV-02..05, 09 Hexes ahead, manoeuvres that can be paid for, and the other actions."""
    k = int(state.mover)
    for hexes in range(1, min(int(state.lane), MOST_AHEAD) + 1):
        mask[amount_action(state, hexes)] = 1
    mask[Verb.DONE] = state.lane == 0
    mask[Verb.PORT] = can_turn_heading(state, rules, k, False)
    mask[Verb.STARBOARD] = can_turn_heading(state, rules, k, True)
    mask[Verb.FACE_PORT] = can_turn_facing(state, rules, k, False)
    mask[Verb.FACE_STARBOARD] = can_turn_facing(state, rules, k, True)
    mask[Verb.ROLL] = can_roll(state, rules, k)
    mask[Verb.STORE] = may_store(state, rules, k)
    mask[Verb.PUSH] = push_limit(state, rules, k) > 0
    mask[Verb.RAM] = may_ram_crew(state, rules, k)
    mask[Verb.FIRE] = may_fire(state, rules, side)
    mask[Verb.EJECT] = may_leave(state, rules, k)
    mask[Verb.LOWER] = may_lower(state, rules, k)
    mark_air_actions(state, rules, k, mask)


@native
def apply_move(state: State, rules: Rules, seat, action):
    """Apply one action of the move; a change of the ship leads to the moment after it."""
    k = int(state.mover)
    hexes = decode_amount(state, action)
    if hexes != NONE:
        state.order[seat].ahead = hexes
        proceed(state, Step.MOVE)
    elif action == Verb.DONE:
        proceed(state, Step.END_MOVE)
    elif action == Verb.STORE:
        request_decision(state, Decision.STORE, seat)
    elif action == Verb.PUSH:
        request_push(state, rules, seat, k, 1)
    elif action == Verb.FIRE:
        state.back = Step.MOVE
        begin_fire(state, rules, seat, only_firer(state, rules, seat))
    elif action == Verb.CLIMB:
        climb(state, rules, k)
    elif action == Verb.DIVE:
        dive(state, rules, k)
    elif action == Verb.EJECT:
        begin_eject(state, rules, seat, k)
    else:
        act(state, rules, k, action)
        go_on(state, k)


@native
def act(state: State, rules: Rules, k, action):
    """IN-MOV-03, 04, 09, IN-ABN-07, 11 Acts of the mover in its present hex."""
    if action == Verb.PORT or action == Verb.STARBOARD:
        turn_heading(state, rules, k, action == Verb.STARBOARD)
    elif action == Verb.FACE_PORT or action == Verb.FACE_STARBOARD:
        turn_facing(state, rules, k, action == Verb.FACE_STARBOARD)
    elif action == Verb.RAM:
        ram_crew(state, rules, k)
    elif action == Verb.LOWER:
        lower(state, k)
    elif action == Verb.ROLL:
        roll_over(state, rules, k)
    else:
        act_in_air(state, rules, k, action)


@native
def only_firer(state: State, rules: Rules, side):
    """Return the one ship of a side that can fire; NONE where there are several."""
    found = NONE
    for k in side_range(state.craft, side):
        if can_fire(state, rules, k):
            if found != NONE:
                return NONE
            found = k
    return found


@native
def apply_push(state: State, rules: Rules, seat, number):
    """IN-PSH-01, IN-DES-01 Add the points; then continue with the velocity, or with the move.

    A plant that has lost its last box explodes at once.
    """
    k = int(state.mover)
    push(state, rules, k, number)
    if plant_gone(state, rules, k):
        state.back = Step.MOVE
        proceed(state, Step.BLASTS)
    elif state.step == Step.SPEED:
        set_speed(state, rules, seat, int(state.order[seat].speed))
    else:
        request_decision(state, Decision.MOVE, seat)


@native
def end_move_step(state: State, rules: Rules):
    """IN-MOV-15 The last moment for shots at a mover that is still there; then it has moved.

    Thrust left is lost, and so are hexes gained by a dive.
    """
    k = int(state.mover)
    if not state.last_moment and is_active(state.craft[k]):
        state.last_moment = 1
        state.moment = 0
        state.back = Step.END_MOVE
        proceed(state, Step.OPPORTUNITY)
        return
    note_opportunities(state, rules, k)
    craft = state.craft[k]
    craft.acted = 1
    craft.spent = int(craft.thrust) + int(craft.pushed)
    craft.free_hexes = 0
    state.last_moment = 0
    state.moment = 0
    state.lane = 0
    state.mover = NONE
    proceed(state, Step.RECOVERY if state.phase == Phase.RANDOM else Step.NEXT_GO)
