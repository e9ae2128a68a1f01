# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter COMBAT: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .cover import apply_cover, apply_cover_side, legal_cover, legal_cover_side


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 18:  # COVER
        legal_cover(state, rules, seat, mask)
    elif decision == 19:  # COVER_SIDE
        legal_cover_side(state, rules, seat, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    seat = int(state.seat)
    decision = int(state.decision)
    if decision == 18:  # COVER
        apply_cover(state, rules, seat, action)
    elif decision == 19:  # COVER_SIDE
        apply_cover_side(state, rules, seat, action)
