"""Standing orders before the game: the purchase, the set-up and places on the map."""

import numpy as np

from spacecombat_env.core.model.rng import pick
from spacecombat_env.core.native import native

from ..model import (
    DELEGATION,
    NUM_DECISIONS,
    Chance,
    Decision,
    Delegate,
    RandomStream,
    number_action,
    pair_key,
    random_bits,
)
from ..model.record_types import Rules, State
from .buying import buying_action
from .order_estimates import ENTRY_SPEED, entry_velocity, first_action, random_action, usual_dummies

PLACES = np.isin(
    np.arange(NUM_DECISIONS),
    (
        *(Decision.BODY_COLUMN, Decision.BODY_ROW, Decision.SECRET_ASTEROID, Decision.SETUP_PLACE),
        *(Decision.NEAR_COLUMN, Decision.NEAR_ROW, Decision.NEAR_HEADING),
    ),
)
"""Decisions about places of asteroids and of task forces near the planet."""


@native
def fleets_action(state: State, rules: Rules, side, mask):
    """Buy at random; fill forces in order; asteroids and places near the planet at random."""
    decision = int(state.decision)
    if DELEGATION[decision] == Delegate.BUYING:
        return buying_action(state, rules, side, mask)
    if PLACES[decision]:
        return random_action(state, mask)
    return setup_action(state, rules, side, mask)


@native
def setup_action(state: State, rules: Rules, side, mask):
    """Fill forces in order, a few dummies, enter on turn 1 at random and at one velocity."""
    decision = int(state.decision)
    order = state.order[side]
    if decision == Decision.SETUP_DUMMIES:
        return number_action(state, order, min(usual_dummies(state, rules, side), int(order.high)))
    if decision == Decision.SETUP_COLUMN:
        columns = int(rules.option.columns)
        key = pair_key(order.tf, RandomStream.ENTRY_COLUMN)
        random_index = pick(random_bits(state, Chance.SETUP, key), max(1, columns // 2))
        return number_action(state, order, 1 + columns // 4 + random_index)
    if decision == Decision.SETUP_VELOCITY:
        speed = min(ENTRY_SPEED, entry_velocity(state, rules, side))
        return number_action(state, order, min(speed, int(order.high)))
    if decision == Decision.SETUP_TURN:
        return number_action(state, order, int(order.low))
    return first_action(mask, 0, len(mask))
