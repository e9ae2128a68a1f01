"""Chapter CMB: opportunities to fire; hold, watch, pass (paper 2.3).

At each moment of a move (IN-AMB-73) in which by public knowledge a shot is possible the other side
may fire (IN-AMB-149, engagement/moments.py). Where its best shot is not better than any it has
passed, or it has none, `pass` is its only action, and the engine takes it; at the last moment any
shot will do. That follows from its own record and stays hidden from the other side. The mover's own
side has one opportunity before the move.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..damage.leaving import begin_eject, leaver_after, may_leave
from ..model import (
    NONE,
    Decision,
    Phase,
    Step,
    Verb,
    WatchMode,
    craft_action,
    decode_craft,
    is_active,
    is_hull,
    proceed,
    request_decision,
    side_of,
)
from ..model.record_types import Order, Rules, State
from .declaring import begin_fire, can_fire, choose_leaver
from .moments import is_moment
from .values import volley_value

BETTER = 8  # a shot must be better than one passed by more than one part in this many
MOST_VALUE = (1 << 15) - 1  # greatest value of the field


@native
def begin_watch(state: State):
    """Clear passed shots, hold and watch as a unit begins its move."""
    for seat in range(2):
        order = state.order[seat]
        order.watch = WatchMode.NORMAL
        order.passed = 0
        order.value = 0


@native
def shot_value(state: State, rules: Rules, seat, target):
    """Return the best volley of a seat's ships at craft `target` now, in hundredths of a box.

    It depends on own skills and weapons, range and angle, never on hidden values.
    """
    best = 0
    for k in side_range(state.craft, seat):
        if is_active(state.craft[k]):
            best = max(best, volley_value(state, rules, k, target))
    return min(best, MOST_VALUE)


@native
def may_choose(order: Order, last_moment):
    """IN-CMB-01 Whether a seat with a shot of order.value has a choice besides `pass`."""
    value, passed = int(order.value), int(order.passed)
    if value == 0 or order.watch == WatchMode.HOLD:
        return False
    if last_moment or order.watch == WatchMode.WATCH:
        return True
    return value * BETTER > passed * (BETTER + 1)


@native
def opportunity_step(state: State, rules: Rules):
    """IN-CMB-01, IN-AMB-76, 149 Step.OPPORTUNITY: the mover's opponent may fire.

    The mover himself fires by an action of his move. A seat that can only pass has passed, which no
    one sees.
    """
    mover = int(state.mover)
    moving = state.phase == Phase.RANDOM or state.phase == Phase.MOVEMENT
    if moving and mover != NONE and is_hull(state.craft[mover]):
        seat = 1 - side_of(state, mover)
        if not (int(state.moment) >> seat) & 1:
            order = state.order[seat]
            order.value = shot_value(state, rules, seat, mover)
            has_choice = may_choose(order, state.last_moment == 1)
            if has_choice and is_moment(state, rules, seat, mover):
                request_decision(state, Decision.OPPORTUNITY, seat)
                return
    state.moment = 0
    proceed(state, int(state.back))


@native
def is_first_moment(state: State, side):
    """IN-CMB-01 Whether this is a side's moment before the move of its own ship."""
    return not state.begun and state.mover != NONE and side_of(state, int(state.mover)) == side


@native
def request_first_shots(state: State, side):
    """IN-CMB-01, IN-AMB-153 The mover's side may fire before the move, until it passes."""
    state.back = Step.SPEED
    request_decision(state, Decision.OPPORTUNITY, side)


@native
def legal_opportunity(state: State, rules: Rules, side, mask):
    """IN-CMB-01, IN-AMB-103 Pass, hold, watch; own craft that can fire at a target in field; eject.

    Eject is for crews that may leave. Before its own move there is nothing to hold, and only the
    mover may be left: whether this moment is offered depends on its guns, which are secret.
    """
    mask[Verb.PASS] = 1
    if is_first_moment(state, side):
        mask[Verb.EJECT] = may_leave(state, rules, int(state.mover))
    else:
        mask[Verb.HOLD] = 1
        mask[Verb.WATCH] = state.order[side].watch != WatchMode.WATCH
        mask[Verb.EJECT] = leaver_after(state, rules, side, NONE) != NONE
    for k in side_range(state.craft, side):
        if can_fire(state, rules, k):
            mask[craft_action(state, k)] = 1


@native
def apply_opportunity(state: State, rules: Rules, seat, action):
    """IN-CMB-01 A ship fires; or the shot is passed: `hold` for all of this move, `watch` for this
    one.
    """
    k = decode_craft(state, seat, action)
    if k != NONE:
        begin_fire(state, rules, seat, k)
        return
    if action == Verb.EJECT and is_first_moment(state, seat):
        begin_eject(state, rules, seat, int(state.mover))
        return
    if action == Verb.EJECT:
        choose_leaver(state, rules, seat)
        return
    if is_first_moment(state, seat):
        state.begun = 1
        proceed(state, Step.SPEED)
        return
    order = state.order[seat]
    order.passed = max(int(order.passed), int(order.value))
    if action == Verb.HOLD:
        order.watch = WatchMode.HOLD
    elif action == Verb.WATCH:
        order.watch = WatchMode.WATCH
    state.moment = int(state.moment) | (1 << seat)
    proceed(state, Step.OPPORTUNITY)


# --- the end of the phase ------------------------------------------------------------------------


@native
def any_can_fire(state: State, rules: Rules, seat):
    """Return whether a seat has a ship that can fire."""
    for k in side_range(state.craft, seat):
        if can_fire(state, rules, k):
            return True
    return False


@native
def last_shots_step(state: State, rules: Rules):
    """IN-CMB-01 Step.LAST_SHOTS: each seat that can fire once more, until both are done."""
    state.back = Step.LAST_SHOTS
    for turn in range(2):
        seat = (int(state.first) + turn) % 2
        if not state.order[seat].done and any_can_fire(state, rules, seat):
            request_decision(state, Decision.LAST_SHOTS, seat)
            return
    proceed(state, Step.FIELD)


@native
def legal_last_shots(state: State, rules: Rules, side, mask):
    """IN-CMB-01 Own craft that can fire, `done`."""
    mask[Verb.DONE] = 1
    for k in side_range(state.craft, side):
        if can_fire(state, rules, k):
            mask[craft_action(state, k)] = 1


@native
def apply_last_shots(state: State, rules: Rules, seat, action):
    """IN-CMB-01 `done`: no more fire this turn; a ship: it fires."""
    k = decode_craft(state, seat, action)
    if k != NONE:
        begin_fire(state, rules, seat, k)
    else:
        state.order[seat].done = 1
        proceed(state, Step.LAST_SHOTS)
