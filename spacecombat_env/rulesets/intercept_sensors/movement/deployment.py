"""Set-up: each side places its ships in its zone, in secret (IC-SEQ-05); the post has no set-up."""

from spacecombat_env.core.model.rng import keyed, pick
from spacecombat_env.core.native import native

from ..model import (
    BOX,
    BOXES,
    NONE,
    SQUARES_OF_BOX,
    InterceptChance,
    InterceptDecision,
    InterceptDelegate,
    InterceptEvent,
    InterceptStep,
    Status,
    box_action,
    box_left,
    box_top,
    decode_box,
    decode_column,
    decode_row,
    is_box,
    note,
    proceed,
    request_decision,
    side_of,
    square_action,
)
from ..model.record_types import Rules, State
from ..scans.planets import is_body
from .vectors import can_stop, on_map


@native
def setup_step(state: State, rules: Rules):
    """Place the next ship, A's first; then begin the first turn."""
    for k in range(len(state.unit_of)):
        if state.unit_of[k].status != Status.WAITING:
            continue
        side = side_of(state, k)
        state.unit = k
        if int(rules.delegated[side]) & InterceptDelegate.SETUP:
            place_at_random(state, rules, k)
        else:
            request_decision(state, InterceptDecision.PLACE_BOX, side)
        return
    proceed(state, InterceptStep.TURN_START)


@native
def may_place(state: State, rules: Rules, index, x, y):
    """Return whether a ship may start on a square: in its zone, no body there, able to stop."""
    zone, unit = rules.option.zone[side_of(state, index)], state.unit_of[index]
    if x < zone[0] or x > zone[1] or y < zone[2] or y > zone[3] or not on_map(rules, x, y):
        return False
    if is_body(state, x, y):
        return False
    thrust = int(rules.classes[unit.klass].thrust)
    return can_stop(rules, x, y, int(unit.vx), int(unit.vy), thrust)


@native
def squares_in(state: State, rules: Rules, index, box):
    """Return how many squares of a box a ship may start on."""
    count = 0
    for nth in range(SQUARES_OF_BOX):
        if may_place(state, rules, index, box_left(box) + nth % BOX, box_top(box) + nth // BOX):
            count += 1
    return count


@native
def legal_place_box(state: State, rules: Rules, mask):
    """List the boxes of the zone."""
    for box in range(BOXES):
        if is_box(rules, box) and squares_in(state, rules, int(state.unit), box) > 0:
            mask[box_action(state, rules, box)] = 1


@native
def apply_place_box(state: State, rules: Rules, seat, action):
    """Store the box."""
    state.order[seat].box = decode_box(state, rules, action)
    request_decision(state, InterceptDecision.PLACE_SQUARE, seat)


@native
def legal_place_square(state: State, rules: Rules, seat, mask):
    """List the squares of the box."""
    box = int(state.order[seat].box)
    for nth in range(SQUARES_OF_BOX):
        x, y = box_left(box) + nth % BOX, box_top(box) + nth // BOX
        if may_place(state, rules, int(state.unit), x, y):
            mask[square_action(state, x, y)] = 1


@native
def apply_place_square(state: State, rules: Rules, seat, action):
    """Place the ship on the square."""
    box = int(state.order[seat].box)
    state.order[seat].box = NONE
    place(
        state,
        box_left(box) + decode_column(state, action),
        box_top(box) + decode_row(state, action),
    )


@native
def place(state: State, x, y):
    """Place the ship that is next on a square."""
    unit = state.unit_of[state.unit]
    unit.x = x
    unit.y = y
    unit.status = Status.ON_MAP
    event = note(state, InterceptEvent.PLACED, side_of(state, state.unit))
    event.unit = state.unit
    event.a = x
    event.b = y
    proceed(state, InterceptStep.SETUP)


@native
def place_at_random(state: State, rules: Rules, index):
    """Standing order: any square of the zone, at random."""
    total = 0
    for box in range(BOXES):
        if is_box(rules, box):
            total += squares_in(state, rules, index, box)
    chance = state.chance
    nth = pick(keyed(chance.seed_lo, chance.seed_hi, InterceptChance.SETUP | 0, index, 0), total)
    for box in range(BOXES):
        if not is_box(rules, box):
            continue
        for square in range(SQUARES_OF_BOX):
            x, y = box_left(box) + square % BOX, box_top(box) + square // BOX
            if may_place(state, rules, index, x, y):
                if nth == 0:
                    place(state, x, y)
                    return
                nth -= 1
