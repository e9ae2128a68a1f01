# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter PLANET: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .interface import apply_bounce, apply_zone, legal_bounce, legal_zone


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 59:  # ZONE
        legal_zone(state, rules, seat, mask)
    elif decision == 60:  # BOUNCE
        legal_bounce(state, rules, seat, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    seat = int(state.seat)
    decision = int(state.decision)
    if decision == 59:  # ZONE
        apply_zone(state, rules, seat, action)
    elif decision == 60:  # BOUNCE
        apply_bounce(state, rules, seat, action)
