# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter MOVEMENT: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .facing import apply_facing, legal_facing
from .movement import (
    apply_evade_number,
    apply_thrust,
    apply_thrust_side,
    legal_thrust,
    legal_thrust_side,
)


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 26:  # THRUST
        legal_thrust(state, rules, state.order[seat], mask)
    elif decision == 28:  # THRUST_SIDE
        legal_thrust_side(state, rules, state.order[seat], mask)
    elif decision == 77:  # FACING
        legal_facing(state, seat, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    decision = int(state.decision)
    if decision == 26:  # THRUST
        apply_thrust(state, rules, action)
    elif decision == 28:  # THRUST_SIDE
        apply_thrust_side(state, rules, action)
    elif decision == 77:  # FACING
        apply_facing(state, rules, action)


@native
def apply_number(state: State, rules: Rules, number):
    """Apply a complete number."""
    decision = int(state.decision)
    if decision == 27:  # EVADE_NUMBER
        apply_evade_number(state, rules, number)
