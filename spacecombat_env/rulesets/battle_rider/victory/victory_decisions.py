# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter VICTORY: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .mission_deeds import apply_extract_ship, legal_extract_ship


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 87:  # EXTRACT_SHIP
        legal_extract_ship(state, rules, seat, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    decision = int(state.decision)
    if decision == 87:  # EXTRACT_SHIP
        apply_extract_ship(state, rules, action)
