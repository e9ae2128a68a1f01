"""Standing orders before the game: the purchase, the set-up and places on the map."""

import numpy as np

from spacecombat_env.core.jit import jit
from spacecombat_env.core.rng import pick
from spacecombat_env.rulesets.battle_rider.orders.buying import buying_word
from spacecombat_env.rulesets.battle_rider.orders.estimates import (
    ENTRY_SPEED,
    entry_velocity,
    first_word,
    usual_dummies,
    word_by_lot,
)
from spacecombat_env.rulesets.battle_rider.pieces.asks import DELEGATION
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import ASKS, Ask, Chance, Delegate
from spacecombat_env.rulesets.battle_rider.pieces.lots import Lot
from spacecombat_env.rulesets.battle_rider.pieces.tasks import luck, pair
from spacecombat_env.rulesets.battle_rider.pieces.words import number_word

PLACES = np.isin(
    np.arange(ASKS),
    (
        *(Ask.BODY_COLUMN, Ask.BODY_ROW, Ask.SECRET_ASTEROID, Ask.SETUP_PLACE),
        *(Ask.NEAR_COLUMN, Ask.NEAR_ROW, Ask.NEAR_HEADING),
    ),
)
"""Questions about places of asteroids and of task forces near the planet."""


@jit
def fleets_word(state, rules, side, mask):
    """Buy by lot; fill forces in order; asteroids and places near the planet by lot."""
    question = int(state.ask)
    if DELEGATION[question] == Delegate.BUYING:
        return buying_word(state, rules, side, mask)
    if PLACES[question]:
        return word_by_lot(state, mask)
    return setup_word(state, rules, side, mask)


@jit
def setup_word(state, rules, side, mask):
    """Fill forces in order, a few dummies, enter on turn 1 by lot and at one velocity."""
    question = int(state.ask)
    order = state.order[side]
    if question == Ask.SETUP_DUMMIES:
        return number_word(state, order, min(usual_dummies(state, rules, side), int(order.high)))
    if question == Ask.SETUP_COLUMN:
        columns = int(rules.option.columns)
        key = pair(order.tf, Lot.ENTRY_COLUMN)
        lot = pick(luck(state, Chance.SETUP, key), max(1, columns // 2))
        return number_word(state, order, 1 + columns // 4 + lot)
    if question == Ask.SETUP_VELOCITY:
        speed = min(ENTRY_SPEED, entry_velocity(state, rules, side))
        return number_word(state, order, min(speed, int(order.high)))
    if question == Ask.SETUP_TURN:
        return number_word(state, order, int(order.low))
    return first_word(mask, 0, len(mask))
