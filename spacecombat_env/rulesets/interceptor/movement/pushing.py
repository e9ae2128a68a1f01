"""Chapter PSH: pushing the plant. Decision: PUSH, the extra thrust points."""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.native import native

from ..damage.engines.plant import push_damage
from ..model import (
    NO_PUSH,
    PUSH_COLUMNS,
    PUSH_ROWS,
    SURE_DAMAGE,
    Chance,
    Decision,
    Deed,
    Event,
    is_installation,
    note_own,
    request_decision,
    roll_own,
    side_of,
)
from ..model.record_types import Rules, State


@native
def push_entry(state: State, rules: Rules, k, points):
    """IN-PSH-01, 02 Entry of the table for a number of extra points at its current thrust."""
    row = min(int(state.craft[k].thrust), PUSH_ROWS - 1)
    return int(rules.push[row, points])


@native
def push_limit(state: State, rules: Rules, k):
    """IN-PSH-01, IN-AMB-90 Most extra points; none when it has pushed this turn.

    IN-OIN-03 An installation has no use for them.
    """
    if int(state.craft[k].deeds) & Deed.PUSHED or is_installation(state.craft[k]):
        return 0
    most = 0
    for points in range(1, PUSH_COLUMNS):
        if push_entry(state, rules, k, points) != NO_PUSH:
            most = points
    return most


@native
def request_push(state: State, rules: Rules, seat, k, least):
    """IN-PSH-01, IN-AMB-90 The amount is chosen when the first extra point is needed."""
    begin_number(state.order[seat], least, push_limit(state, rules, k))
    request_decision(state, Decision.PUSH, seat)


@native
def push(state: State, rules: Rules, k, points):
    """IN-PSH-02, 03, 04 Add the points; the plant may be damaged.

    Thrust lost by the damage is restored until the end of the turn: the pilot always has the points
    that he pushed for.
    """
    craft = state.craft[k]
    entry = push_entry(state, rules, k, points)
    side = side_of(state, k)
    die = 0 if entry == SURE_DAMAGE else roll_own(state, Chance.PUSH, k, side)
    damaged = entry == SURE_DAMAGE or die > entry
    before = int(craft.thrust)
    craft.deeds = int(craft.deeds) | Deed.PUSHED
    event = note_own(state, Event.PUSHED, k)
    event.c = points
    event.d = die
    event.e = damaged
    if damaged:
        push_damage(state, rules, k)
    craft.pushed = int(points) + before - int(craft.thrust)
