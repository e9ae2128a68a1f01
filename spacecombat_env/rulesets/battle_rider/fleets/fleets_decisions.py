# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter FLEETS: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .deployment import (
    apply_setup_column,
    apply_setup_dummies,
    apply_setup_force,
    apply_setup_turn,
    apply_setup_velocity,
    legal_setup_force,
)
from .mission_setup import (
    apply_body_column,
    apply_body_row,
    apply_near_column,
    apply_near_heading,
    apply_near_row,
    apply_secret_asteroid,
    apply_setup_place,
    legal_body_row,
    legal_near_heading,
    legal_near_row,
    legal_setup_place,
)
from .pools import apply_pool_pick
from .purchase import (
    apply_buy_crew,
    apply_buy_keeper,
    apply_buy_merchant,
    apply_buy_missiles,
    apply_buy_ship,
    apply_buy_tactics,
    legal_buy_crew,
    legal_buy_keeper,
    legal_buy_merchant,
    legal_buy_missiles,
    legal_buy_ship,
)


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 1:  # SETUP_FORCE
        legal_setup_force(state, seat, mask)
    elif decision == 61:  # BUY_SHIP
        legal_buy_ship(state, rules, seat, mask)
    elif decision == 62:  # BUY_KEEPER
        legal_buy_keeper(state, rules, seat, mask)
    elif decision == 63:  # BUY_CREW
        legal_buy_crew(state, rules, seat, mask)
    elif decision == 80:  # BODY_ROW
        legal_body_row(state, rules, seat, mask)
    elif decision == 82:  # SETUP_PLACE
        legal_setup_place(state, rules, seat, mask)
    elif decision == 84:  # NEAR_ROW
        legal_near_row(state, rules, seat, mask)
    elif decision == 85:  # NEAR_HEADING
        legal_near_heading(state, mask)
    elif decision == 86:  # BUY_MERCHANT
        legal_buy_merchant(state, rules, seat, mask)
    elif decision == 88:  # BUY_MISSILES
        legal_buy_missiles(state, rules, seat, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    decision = int(state.decision)
    if decision == 1:  # SETUP_FORCE
        apply_setup_force(state, rules, action)
    elif decision == 61:  # BUY_SHIP
        apply_buy_ship(state, rules, action)
    elif decision == 62:  # BUY_KEEPER
        apply_buy_keeper(state, rules, action)
    elif decision == 63:  # BUY_CREW
        apply_buy_crew(state, rules, action)
    elif decision == 80:  # BODY_ROW
        apply_body_row(state, rules, action)
    elif decision == 82:  # SETUP_PLACE
        apply_setup_place(state, rules, action)
    elif decision == 84:  # NEAR_ROW
        apply_near_row(state, rules, action)
    elif decision == 85:  # NEAR_HEADING
        apply_near_heading(state, rules, action)
    elif decision == 86:  # BUY_MERCHANT
        apply_buy_merchant(state, rules, action)
    elif decision == 88:  # BUY_MISSILES
        apply_buy_missiles(state, rules, action)


@native
def apply_number(state: State, rules: Rules, number):
    """Apply a complete number."""
    decision = int(state.decision)
    if decision == 2:  # SETUP_DUMMIES
        apply_setup_dummies(state, rules, number)
    elif decision == 3:  # SETUP_COLUMN
        apply_setup_column(state, rules, number)
    elif decision == 4:  # SETUP_VELOCITY
        apply_setup_velocity(state, rules, number)
    elif decision == 5:  # SETUP_TURN
        apply_setup_turn(state, rules, number)
    elif decision == 59:  # POOL_PICK
        apply_pool_pick(state, rules, number)
    elif decision == 60:  # BUY_TACTICS
        apply_buy_tactics(state, rules, number)
    elif decision == 79:  # BODY_COLUMN
        apply_body_column(state, rules, number)
    elif decision == 81:  # SECRET_ASTEROID
        apply_secret_asteroid(state, rules, number)
    elif decision == 83:  # NEAR_COLUMN
        apply_near_column(state, rules, number)
