"""Redaction in double-blind play (BR-REF-01): what is not on a seat's own map."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    NONE,
    ForceStatus,
    force_slots,
    is_hidden_force,
    is_hidden_spread,
    is_sighted,
    spread_shows,
    spread_slots,
)
from .redacted_fields import (
    redact_empties,
    redact_markers,
    redact_round,
    redact_sand,
    redact_searches,
)


@native
def redact_double_blind(state, seat):
    """BR-REF-01 Hide from a seat whatever is not on its own map."""
    enemy = 1 - seat
    redact_empties(state, enemy)
    redact_references(state, seat)
    for k in side_range(state.craft, enemy):
        redact_markers(state.craft[k])
        redact_sand(state.craft[k])
    for k in side_range(state.craft, seat):
        redact_search(state, state.craft[k], enemy)
    remove_hidden_pieces(state, enemy)


@native
def remove_hidden_pieces(state, enemy):
    """BR-REF-01 No enemy piece is on the map until it is found."""
    for k in side_range(state.tf, enemy):
        if not is_sighted(state, k):
            state.tf[k].status = ForceStatus.UNUSED
    for k in side_range(state.spread, enemy):
        if not spread_shows(state.spread[k]):
            state.spread[k].count = 0


@native
def redact_references(state, seat):
    """Clear references of orders and the round to pieces that the seat does not see."""
    order, slots = state.order[seat], force_slots(state)
    if is_hidden_force(state, int(order.target_tf), seat):
        order.target_tf = NONE
    if is_hidden_spread(state, int(order.target_spread), seat):
        order.target_spread = NONE
    if state.round_tf != NONE and state.round_tf // slots != seat:
        if not is_sighted(state, int(state.round_tf)):
            redact_round(state)


@native
def redact_search(state, craft, enemy):
    """BR-REF-01, BR-DET-03 Hide what a ship has searched in vain.

    In its own round it may not try a piece again that it then finds, so those bits show. Later a
    piece that comes into view must not reveal whether it was in reach of a search.
    """
    if craft.tf == NONE or craft.tf != state.round_tf:
        redact_searches(craft)
        return
    for k in range(force_slots(state)):
        if not is_sighted(state, enemy * force_slots(state) + k):
            for sensor in range(2):
                craft.tried[sensor] = int(craft.tried[sensor]) & ~(1 << k)
    for k in range(spread_slots(state)):
        if is_hidden_spread(state, enemy * spread_slots(state) + k, 1 - enemy):
            for sensor in range(2):
                craft.tried_spreads[sensor] = int(craft.tried_spreads[sensor]) & ~(1 << k)
