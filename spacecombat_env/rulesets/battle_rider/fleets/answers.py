"""Questions of this room: set-up, purchase, asteroids, places at the start."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.fleets.deployment import (
    hear_setup_column,
    hear_setup_dummies,
    hear_setup_force,
    hear_setup_turn,
    hear_setup_velocity,
    legal_setup_force,
)
from spacecombat_env.rulesets.battle_rider.fleets.missions import (
    hear_body_column,
    hear_body_row,
    hear_near_column,
    hear_near_heading,
    hear_near_row,
    hear_secret_asteroid,
    hear_setup_place,
    legal_body_row,
    legal_near_heading,
    legal_near_row,
    legal_setup_place,
)
from spacecombat_env.rulesets.battle_rider.fleets.pools import hear_pool_pick
from spacecombat_env.rulesets.battle_rider.fleets.purchase import (
    hear_buy_crew,
    hear_buy_keeper,
    hear_buy_merchant,
    hear_buy_missiles,
    hear_buy_ship,
    hear_buy_tactics,
    legal_buy_crew,
    legal_buy_keeper,
    legal_buy_merchant,
    legal_buy_missiles,
    legal_buy_ship,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask


@jit
def legal(state, rules, side, mask):
    """Write the legal words of a question of this room."""
    question = int(state.ask)
    if question == Ask.SETUP_FORCE:
        legal_setup_force(state, side, mask)
    elif question == Ask.BODY_ROW:
        legal_body_row(state, rules, side, mask)
    elif question == Ask.SETUP_PLACE:
        legal_setup_place(state, rules, side, mask)
    elif question == Ask.NEAR_ROW:
        legal_near_row(state, rules, side, mask)
    elif question == Ask.NEAR_HEADING:
        legal_near_heading(state, mask)
    else:
        legal_purchase(state, rules, side, mask)


@jit
def legal_purchase(state, rules, side, mask):
    """The purchase."""
    question = int(state.ask)
    if question == Ask.BUY_SHIP:
        legal_buy_ship(state, rules, side, mask)
    elif question == Ask.BUY_KEEPER:
        legal_buy_keeper(state, rules, side, mask)
    elif question == Ask.BUY_CREW:
        legal_buy_crew(state, rules, side, mask)
    elif question == Ask.BUY_MERCHANT:
        legal_buy_merchant(state, rules, side, mask)
    elif question == Ask.BUY_MISSILES:
        legal_buy_missiles(state, rules, side, mask)


@jit
def hear(state, rules, word):
    """Carry out a legal word."""
    question = int(state.ask)
    if question == Ask.SETUP_FORCE:
        hear_setup_force(state, rules, word)
    elif question == Ask.BODY_ROW:
        hear_body_row(state, rules, word)
    elif question == Ask.SETUP_PLACE:
        hear_setup_place(state, rules, word)
    elif question == Ask.NEAR_ROW:
        hear_near_row(state, rules, word)
    elif question == Ask.NEAR_HEADING:
        hear_near_heading(state, rules, word)
    else:
        hear_purchase(state, rules, word)


@jit
def hear_purchase(state, rules, word):
    """The purchase."""
    question = int(state.ask)
    if question == Ask.BUY_SHIP:
        hear_buy_ship(state, rules, word)
    elif question == Ask.BUY_KEEPER:
        hear_buy_keeper(state, rules, word)
    elif question == Ask.BUY_CREW:
        hear_buy_crew(state, rules, word)
    elif question == Ask.BUY_MERCHANT:
        hear_buy_merchant(state, rules, word)
    elif question == Ask.BUY_MISSILES:
        hear_buy_missiles(state, rules, word)


@jit
def hear_number(state, rules, number):
    """A number is complete."""
    question = int(state.ask)
    if question == Ask.SETUP_DUMMIES:
        hear_setup_dummies(state, rules, number)
    elif question == Ask.SETUP_COLUMN:
        hear_setup_column(state, rules, number)
    elif question == Ask.SETUP_VELOCITY:
        hear_setup_velocity(state, rules, number)
    elif question == Ask.SETUP_TURN:
        hear_setup_turn(state, rules, number)
    elif question == Ask.POOL_PICK:
        hear_pool_pick(state, rules, number)
    elif question == Ask.BUY_TACTICS:
        hear_buy_tactics(state, rules, number)
    elif question == Ask.BODY_COLUMN:
        hear_body_column(state, rules, number)
    elif question == Ask.SECRET_ASTEROID:
        hear_secret_asteroid(state, rules, number)
    elif question == Ask.NEAR_COLUMN:
        hear_near_column(state, rules, number)
