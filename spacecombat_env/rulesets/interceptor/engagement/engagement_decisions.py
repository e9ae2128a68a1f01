# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter ENGAGEMENT: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .declaring import (
    apply_fire_column,
    apply_fire_row,
    apply_fire_ship,
    apply_fire_target,
    apply_fire_weapons,
    apply_return,
    legal_fire_row,
    legal_fire_ship,
    legal_fire_target,
    legal_fire_weapons,
    legal_return,
)
from .opportunity import apply_last_shots, apply_opportunity, legal_last_shots, legal_opportunity
from .struck import apply_arc, apply_struck, legal_arc, legal_struck


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 28:  # OPPORTUNITY
        legal_opportunity(state, rules, seat, mask)
    elif decision == 29:  # LAST_SHOTS
        legal_last_shots(state, rules, seat, mask)
    elif decision == 30:  # FIRE_SHIP
        legal_fire_ship(state, rules, seat, mask)
    elif decision == 31:  # FIRE_TARGET
        legal_fire_target(state, rules, seat, mask)
    elif decision == 33:  # FIRE_ROW
        legal_fire_row(state, rules, seat, mask)
    elif decision == 34:  # FIRE_WEAPONS
        legal_fire_weapons(state, rules, seat, mask)
    elif decision == 37:  # RETURN
        legal_return(state, rules, seat, mask)
    elif decision == 38:  # ARC
        legal_arc(state, rules, seat, mask)
    elif decision == 39:  # STRUCK
        legal_struck(state, rules, seat, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    seat = int(state.seat)
    decision = int(state.decision)
    if decision == 28:  # OPPORTUNITY
        apply_opportunity(state, rules, seat, action)
    elif decision == 29:  # LAST_SHOTS
        apply_last_shots(state, rules, seat, action)
    elif decision == 30:  # FIRE_SHIP
        apply_fire_ship(state, rules, seat, action)
    elif decision == 31:  # FIRE_TARGET
        apply_fire_target(state, rules, seat, action)
    elif decision == 33:  # FIRE_ROW
        apply_fire_row(state, rules, seat, action)
    elif decision == 34:  # FIRE_WEAPONS
        apply_fire_weapons(state, rules, seat, action)
    elif decision == 37:  # RETURN
        apply_return(state, rules, seat, action)
    elif decision == 38:  # ARC
        apply_arc(state, rules, seat, action)
    elif decision == 39:  # STRUCK
        apply_struck(state, rules, seat, action)


@native
def apply_number(state: State, rules: Rules, number):
    """Apply a complete number."""
    seat = int(state.seat)
    decision = int(state.decision)
    if decision == 32:  # FIRE_COLUMN
        apply_fire_column(state, rules, seat, number)
